"""Tests of ui/activity/activity_tabs.py."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from tests.ui.activity.scene import rewrite, sent
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.ui.activity.activity_page import ActivityPage
from vaultdesk.ui.privacy.disclosures_page import DisclosuresPage
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.transactions.journal import Intent, Journal
from vaultdesk.vault.transactions.write_access import WriteLock

# Write wiring: a vault that another program writes to is read only, says so, and is written to when that one ends.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_a_vault_that_another_one_has_is_read_only_until_that_one_ends(home: Path, vault: Path) -> None:
    lease = WriteLock(vault_data_folder(app_folders(), vault) / "writer.lock")
    assert lease.acquire()
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
        await until(lambda: not other.acquire())
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
        page = views.activity.show_activity()
        await until(lambda: any("was interrupted" in row.text for row in page.list.cards.rows))


# Wiring: commands and menus lead to the pages; pages are tabs that close and lead to notes.


@on_qt_loop
async def test_each_page_is_one_tab_that_closes_by_its_key(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        commands = desktop.window.commands
        for name in ("activity", "what-left", "activity"):
            commands[name].trigger()
        shown = [views.notes.page_at(number) for number in range(views.notes.tabs.count())]

        assert [type(page) for page in shown[1:]] == [ActivityPage, DisclosuresPage]
        assert views.notes.page_at(views.notes.tabs.current()) is shown[1]
        assert views.notes.current_path is None
        commands["close-tab"].trigger()
        commands["close-tab"].trigger()
        assert views.notes.tabs.count() == 1


@on_qt_loop
async def test_a_note_of_a_page_opens_beside_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = views.activity.show_activity()
        await rewrite(views.workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: page.list.cards.rows)

        page.list.acted.emit(page.list.cards.rows[1], "open")
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert views.notes.page_at(0) is not None
        assert page in [views.notes.page_at(number) for number in range(views.notes.tabs.count())]


@on_qt_loop
async def test_an_undo_from_the_page_is_told_with_its_way_back(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = views.activity.show_activity()
        await rewrite(views.workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: page.list.cards.rows)
        told: list[tuple[str, str]] = []
        notify = desktop.window.notify
        desktop.window.notify = lambda text, action="", do=None: told.append((text, action)) or notify(text, action, do)  # type: ignore[method-assign] # listens

        page.list.acted.emit(page.list.cards.rows[0], "undo")
        await until(lambda: told)
        assert told == [("Undone: Boiler.", "Redo")]


@on_qt_loop
async def test_where_a_note_went_is_shown_from_the_tree_and_from_the_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await sent(views.workspace, "What of the boiler?", "Boiler.md", "Projects/Heat-loss survey.md")
        views.browser.tree.history_requested.emit("Boiler.md")
        page = views.activity.show_disclosures()
        await until(lambda: [row.text for row in page.list.cards.rows if row.id.startswith("note ")])
        assert page.note == "Boiler.md"
        assert page.title.text() == "Where “Boiler” went"

        views.notes.history_requested.emit("Projects/Heat-loss survey.md")
        assert page.note == "Projects/Heat-loss survey.md"


@on_qt_loop
async def test_never_again_closes_the_note_and_can_be_undone(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        privacy = views.workspace.privacy
        await until(lambda: privacy.strictest_rule("Boiler.md") is None)
        page = views.activity.show_disclosures()

        page.exclude_requested.emit("Boiler.md")
        await until(lambda: privacy.strictest_rule("Boiler.md") is not None)


@on_qt_loop
async def test_the_menus_of_the_status_bar_lead_to_the_pages(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.status.disclosures_requested.emit("today", "")
        assert isinstance(views.notes.page_at(views.notes.tabs.current()), DisclosuresPage)
        views.menus.activity_requested.emit()
        assert isinstance(views.notes.page_at(views.notes.tabs.current()), ActivityPage)
