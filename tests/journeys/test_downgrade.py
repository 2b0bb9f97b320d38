"""Downgrade: a program that is older than all it finds starts, tells, works on the notes, and leaves the newer data."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.vault.note_path import NotePath

NEWER = 99


def make_newer(settings: Path, place: Path, state: Path) -> dict[Path, bytes]:
    """Turn what lies there into what a newer program might have made of it, and return the bytes that must stay."""
    said = "".join(line for line in settings.read_text().splitlines(keepends=True) if not line.startswith("version"))
    settings.write_text(f"version = {NEWER}\n{said}\n[future]\nkey = 1\n")
    state.write_text(f'{{"version": {NEWER}, "windows": "in a shape of the future"}}')
    for name in ("journal.sqlite", "ledger.sqlite", "index.sqlite"):
        with closing(sqlite3.connect(place / name)) as database:
            database.executescript(f"CREATE TABLE of_the_future (x); PRAGMA user_version = {NEWER}")
    kept = (settings, place / "journal.sqlite", place / "ledger.sqlite", place / "audit.jsonl")
    (place / "audit.jsonl").write_text('{"seq":1,"happening":"dreamt","tool":"future","when":"in another shape"}\n')
    return {file: file.read_bytes() for file in kept}


@on_qt_loop
async def test_an_older_program_finds_its_notes_and_leaves_the_newer_data(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    where = app_folders()
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.workspace.vault.create(NotePath.parse("Before.md"), "before\n")
    place = vault_data_folder(where, vault)
    newer = make_newer(where.settings_file, place, where.data / "state.json")

    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        told = " ".join(one.text() for one in desktop.window.problems.findChildren(Banner))
        assert "written by a newer VaultDesk" in told
        assert "A newer version of VaultDesk has stored records of this vault" in told
        # The index is simply built again; the notes are found by what they say.
        assert await views.workspace.searcher.resolve("Heat-loss survey") == "Projects/Heat-loss survey.md"
        await views.workspace.vault.create(NotePath.parse("Now.md"), "now\n")
        assert (vault / "Now.md").read_text() == "now\n"
        assert await views.workspace.ledger.recent() == ()
        views.workspace.audit_log.verify()
        views.open_note("Now.md")
        await until(lambda: views.notes.current_path == "Now.md")

    for file, data in newer.items():
        assert file.read_bytes() == data, file.name
    (copy,) = (where.data / "backups").iterdir()
    assert "in a shape of the future" in copy.read_text()
