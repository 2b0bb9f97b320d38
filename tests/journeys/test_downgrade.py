"""Downgrade: an older version opens data of a newer one with a warning, works on the notes and preserves the data."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.ledger_entries import sent_entries
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.vault.note_path import NotePath

NEWER = 99


def write_newer_data(settings: Path, place: Path, state: Path) -> dict[Path, bytes]:
    """Change the files to what a newer version might write, and return the bytes that must be preserved."""
    settings_text = "".join(
        line for line in settings.read_text().splitlines(keepends=True) if not line.startswith("version")
    )
    settings.write_text(f"version = {NEWER}\n{settings_text}\n[future]\nkey = 1\n")
    state.write_text(f'{{"version": {NEWER}, "windows": "in a shape of the future"}}')
    for name in ("journal.sqlite", "ledger.sqlite", "index.sqlite"):
        with closing(sqlite3.connect(place / name)) as database:
            database.executescript(f"CREATE TABLE of_the_future (x); PRAGMA user_version = {NEWER}")
    preserved = (settings, place / "journal.sqlite", place / "ledger.sqlite", place / "audit.jsonl")
    (place / "audit.jsonl").write_text('{"seq":1,"happening":"dreamt","tool":"future","when":"in another shape"}\n')
    return {file: file.read_bytes() for file in preserved}


@on_qt_loop
async def test_an_older_version_opens_the_vault_and_preserves_newer_data(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    app_paths = app_folders()
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.workspace.vault.create(NotePath.parse("Before.md"), "before\n")
    place = vault_data_folder(app_paths, vault)
    newer = write_newer_data(app_paths.settings_file, place, app_paths.data / "state.json")

    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        banner_texts = " ".join(banner.text() for banner in desktop.window.problems.findChildren(Banner))
        assert "written by a newer VaultDesk" in banner_texts
        assert "A newer version of VaultDesk has stored records of this vault" in banner_texts
        # The index is rebuilt, so the notes are found by their text.
        assert await views.workspace.searcher.resolve("Heat-loss survey") == "Projects/Heat-loss survey.md"
        await views.workspace.vault.create(NotePath.parse("Now.md"), "now\n")
        assert (vault / "Now.md").read_text() == "now\n"
        assert await sent_entries(views.workspace.ledger) == ()
        views.workspace.audit_log.verify()
        views.open_note("Now.md")
        await until(lambda: views.notes.current_path == "Now.md")

    for file, data in newer.items():
        assert file.read_bytes() == data, file.name
    (copy,) = (app_paths.data / "backups").iterdir()
    assert "in a shape of the future" in copy.read_text()
