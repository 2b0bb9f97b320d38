"""Write wiring: a vault that another program writes to is read only, says so, and is written to when that one ends."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.journal_entry import Intent
from vaultdesk.vault.transactions.write_access import WriteLock


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_a_vault_that_another_one_has_is_read_only_until_that_one_ends(home: Path, vault: Path) -> None:
    lease = WriteLock(vault_data_folder(app_folders(), vault) / "writer.lock")
    assert lease.take()
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        problems = desktop.window.problems
        await until(lambda: "read-only" in problems.texts())
        assert "has this vault open, so it can only be read here" in problems.texts()["read-only"]
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        assert page.editor.isReadOnly()
        assert page.banner.text() == problems.texts()["read-only"]

        lease.release()
        (banner,) = [child for child in problems.children() if hasattr(child, "links")]
        banner.links[0].click()
        await until(lambda: "read-only" not in problems.texts())
        assert not page.editor.isReadOnly()
        assert page.banner.topic == ""


@on_qt_loop
async def test_the_right_to_write_is_claimed_when_the_vault_opens(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        other = WriteLock(vault_data_folder(app_folders(), vault) / "writer.lock")
        await until(lambda: not other.take())
        page = await (await open_views(desktop)).notes.show_note("Boiler.md")
        page.toggle_edit()

        assert not page.editor.isReadOnly()


@on_qt_loop
async def test_what_a_crash_left_open_is_told_with_the_way_to_the_list(home: Path, vault: Path) -> None:
    place = vault_data_folder(app_folders(), vault)
    journal = Journal(place)
    old = (vault / "Boiler.md").read_bytes()
    intent = Intent("modify", "Boiler.md", old_digest=digest_of(old), new_digest="0" * 64, data=b"new", temporary=".x")
    journal.begin([intent], Origin("run_1", "Tag the notes"))
    journal.close()
    async with running_desktop(vault) as desktop:
        told: list[str] = []
        notify = desktop.window.notify
        desktop.window.notify = lambda text, *rest: told.append(text) or notify(text, *rest)  # type: ignore[method-assign] # listens
        views = await open_views(desktop)
        await until(lambda: views.workspace.vault.recovered)

        assert [one.sentence for one in views.workspace.vault.recovered] == [
            "A change of “Boiler.md” was interrupted and not made. The note is as it was before."
        ]
        page = views.lists.show_activity()
        await until(lambda: any("was interrupted" in row.text for row in page.list.cards.rows))
