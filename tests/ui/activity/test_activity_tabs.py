"""Tests of ui/activity/activity_tabs.py."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.scene import record_sent, rewrite
from vaultdesk.ui.activity.activity_page import ActivityPage
from vaultdesk.ui.privacy.disclosures_page import DisclosuresPage


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


# Activity tabs: commands and menus open the pages as tabs, which open notes and can be closed.


@on_qt_loop
async def test_each_page_opens_one_tab_and_close_tab_closes_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        commands = desktop.window.commands
        for name in ("activity", "what-left", "activity"):
            commands[name].trigger()
        pages = [views.notes.split_view.group.page_at(number) for number in range(views.notes.tabs.count())]

        assert [type(page) for page in pages[1:]] == [ActivityPage, DisclosuresPage]
        assert views.notes.split_view.group.page_at(views.notes.tabs.current()) is pages[1]
        assert views.notes.current_path is None
        commands["close-tab"].trigger()
        commands["close-tab"].trigger()
        assert views.notes.tabs.count() == 1


@on_qt_loop
async def test_note_opened_from_the_page_keeps_the_page_open(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = views.activity.show_activity()
        await rewrite(views.workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: page.list.cards.rows)

        page.list.acted.emit(page.list.cards.rows[1], "open")
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert views.notes.split_view.group.page_at(0) is not None
        assert page in [views.notes.split_view.group.page_at(number) for number in range(views.notes.tabs.count())]


@on_qt_loop
async def test_undo_from_the_page_shows_a_notification_with_redo(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = views.activity.show_activity()
        await rewrite(views.workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: page.list.cards.rows)
        emitted: list[tuple[str, str]] = []
        notify = desktop.window.notify
        desktop.window.notify = lambda text, action="", do=None: (  # type: ignore[method-assign] # intercepts the notifications
            emitted.append((text, action)) or notify(text, action, do)
        )

        page.list.acted.emit(page.list.cards.rows[0], "undo")
        await until(lambda: emitted)
        assert emitted == [("Undone: Boiler.", "Redo")]


@on_qt_loop
async def test_history_of_a_note_opens_from_the_tree_and_from_the_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await record_sent(views.workspace, "What of the boiler?", "Boiler.md", "Projects/Heat-loss survey.md")
        views.browser.tree.history_requested.emit("Boiler.md")
        page = views.activity.show_disclosures()
        await until(lambda: [row.text for row in page.list.cards.rows if row.key.startswith("note ")])
        assert page.note == "Boiler.md"
        assert page.title.text() == "Where “Boiler” was sent"

        views.notes.history_requested.emit("Projects/Heat-loss survey.md")
        assert page.note == "Projects/Heat-loss survey.md"


@on_qt_loop
async def test_excluding_a_note_adds_a_privacy_rule(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        privacy = views.workspace.privacy
        await until(lambda: privacy.strictest_rule("Boiler.md") is None)
        page = views.activity.show_disclosures()

        page.exclude_requested.emit("Boiler.md")
        await until(lambda: privacy.strictest_rule("Boiler.md") is not None)


@on_qt_loop
async def test_status_bar_menus_open_the_pages(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.status.disclosures_requested.emit("today", "")
        assert isinstance(views.notes.split_view.group.page_at(views.notes.tabs.current()), DisclosuresPage)
        views.menus.activity_requested.emit()
        assert isinstance(views.notes.split_view.group.page_at(views.notes.tabs.current()), ActivityPage)
