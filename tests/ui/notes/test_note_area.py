"""Tests of ui/notes/note_area.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.pictures import picture_file
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.ui.notes.block_list_page import BlockListPage
from vaultdesk.ui.notes.canvas_page import CanvasPage
from vaultdesk.ui.notes.file_page import ImagePage, OtherFilePage
from vaultdesk.ui.notes.note_area import NoteArea, with_paragraph
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.window_tabs import restore_tabs, tabs_to_save
from vaultdesk.ui.window.window_state import SavedTab, SavedTabGroup, SavedTabs
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault_changes import FileChange, VaultChanged


@on_qt_loop
async def test_pages_follow_their_tabs(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        area = NoteArea(env.vault, env.searcher, env.indexer.events)
        area.show()
        emitted: list[object] = []
        area.current_changed.connect(emitted.append)
        first, second = area.add_page(), area.add_page()
        area.choose(second)
        await second.open("Boiler.md")
        assert area.current_page is second
        assert (area.current_path, area.open_notes()) == ("Boiler.md", ["Boiler.md"])
        area.remove_page(second)
        assert area.current_page is first
        assert emitted == ["Boiler.md", None]
        area.remove_page(first)
        assert area.widgets == []
        area.deleteLater()


@on_qt_loop
async def test_all_saved_is_emitted_when_nothing_is_unsaved(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        emitted: list[str] = []
        env.area.all_saved.connect(lambda: emitted.append("saved"))
        page = await env.area.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        env.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed by another program" in page.banner.text())
        assert not await env.area.save_now()
        assert emitted == []
        assert page.saving.draft is not None
        await page.saving.reload(page.saving.draft)
        assert emitted == ["saved"]
        await env.area.close_page(page)
        assert emitted == ["saved", "saved"]


@on_qt_loop
async def test_a_page_without_a_note_has_its_own_tab(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        pages: list[QWidget] = []

        def create_page() -> QWidget:
            pages.append(QWidget())
            return pages[-1]

        emitted: list[object] = []
        env.area.current_changed.connect(emitted.append)
        shown = env.area.show_page("activity", "Activity", create_page)
        assert env.area.split_view.group.page_at(env.area.tabs.current()) is shown
        assert (env.area.current_page, env.area.current_path, env.area.open_notes()) == (None, None, ["Boiler.md"])
        env.area.choose(page)
        assert env.area.show_page("activity", "Activity", create_page) is shown
        assert len(pages) == 1
        assert emitted == [None, "Boiler.md", None]


@on_qt_loop
async def test_opening_a_note_does_not_replace_a_page_without_a_note(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        shown = env.area.show_page("activity", "Activity", QWidget)
        await env.area.show_note("Boiler.md")
        group = env.area.split_view.group
        assert [group.page_at(number) is shown for number in range(env.area.tabs.count())] == [True, False]
        env.area.tabs.choose(0)
        env.area.close_current()
        assert env.area.current_path == "Boiler.md"
        env.area.close_current()
        await until(lambda: env.area.tabs.count() == 0)


@pytest.mark.parametrize(
    ("old", "text", "after"),
    [("", "a", "a\n"), ("x\n", "a\n", "x\n\na\n"), ("x", "a\n\nb", "x\n\na\n\nb\n"), ("x\n\n\n", "\na", "x\n\na\n")],
)
def test_appended_text_is_a_separate_paragraph(old: str, text: str, after: str) -> None:
    assert with_paragraph(old, text) == after


@on_qt_loop
async def test_appending_retains_unsaved_edits_of_an_open_note_and_writes_a_closed_one(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Budget.md")
        page.toggle_edit()
        page.editor.insert_at_cursor("typed ")
        await env.area.append("Budget.md", "open")
        assert env.on_disk("Budget.md").startswith("typed intro")
        assert env.on_disk("Budget.md").endswith("[[Boiler]].\n\nopen\n")
        assert page.editor.text() == env.on_disk("Budget.md")
        await env.area.append("Garden/Apples.md", "closed")
        assert env.on_disk("Garden/Apples.md") == "Prune the Boskoop.\n\nclosed\n"


CANVAS = '{"nodes": [{"type": "file", "file": "Boiler.md", "x": 0, "y": 0}]}'


@on_qt_loop
async def test_a_canvas_has_one_tab_and_its_notes_open_in_another(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        env.area.open("House.canvas")
        env.area.open("House.canvas", True, passage="Boiler")
        pages = [env.area.split_view.group.page_at(number) for number in range(env.area.tabs.count())]
        assert [type(page) for page in pages] == [CanvasPage]
        assert env.area.current_path is None
        page = pages[0]
        assert isinstance(page, CanvasPage)
        await until(lambda: page.view.canvas.cards)
        page.view.opened.emit(0)
        await until(lambda: env.area.current_path == "Boiler.md")
        page.open_requested.emit("Gone.md", "")
        await until(lambda: env.area.current_path == "Gone.md")
        assert env.area.open_notes() == ["Gone.md"]


@on_qt_loop
async def test_a_note_opened_from_a_canvas_receives_the_focus(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        env.area.activateWindow()
        env.area.open("House.canvas")
        board = env.area.split_view.group.page_at(0)
        assert isinstance(board, CanvasPage)
        await until(board.view.hasFocus)
        page = await env.area.show_note("Boiler.md")
        await until(page.reader.hasFocus)


@on_qt_loop
async def test_a_canvas_can_be_shown_as_a_list_and_a_base_is_always_a_list(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        (env.root / "Notes.base").write_text("views: []\n", encoding="utf-8")
        env.area.open("House.canvas")
        canvas = env.area.split_view.group.page_at(0)
        assert isinstance(canvas, CanvasPage)
        canvas.as_list.click()
        assert isinstance(canvas.list, BlockListPage)
        canvas.list.open_requested.emit("Budget")
        await until(lambda: env.area.current_path == "Budget.md")
        assert isinstance(env.area.canvases.show("Notes.base"), BlockListPage)


@on_qt_loop
async def test_each_file_is_opened_once_by_the_page_of_its_type(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "plan.png").write_bytes(picture_file(30, 20))
        await env.area.show_note("Boiler.md")
        for path in ("plan.png", "talk.mp3", "plan.png"):
            env.area.open(path)
        assert [type(widget) for widget in env.area.widgets[1:]] == [ImagePage, OtherFilePage]
        assert env.area.tabs.current() == 1
        assert [tab.path for tab in tabs_to_save(env.area).sides[0].tabs] == ["Boiler.md", "plan.png", "talk.mp3"]


@on_qt_loop
async def test_lazy_and_closed_tabs_follow_a_renamed_note(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        saved = SavedTabs((SavedTabGroup((SavedTab("Boiler.md"), SavedTab("Budget.md")), 1),))
        assert await restore_tabs(env.area, env.vault, saved)
        page = env.area.current_page
        assert page is not None
        await until(lambda: page.text is not None)
        env.area.close_current()
        await until(lambda: env.area.tabs.count() == 1)
        for old, new in (("Boiler.md", "Heater.md"), ("Budget.md", "Money.md")):
            (env.root / old).rename(env.root / new)
            env.vault.changes.publish(VaultChanged((FileChange("moved", NotePath(new), NotePath(old)),)))
        await until(lambda: env.area.open_notes() == ["Heater.md"] and env.area.tabs.name(0) == "Heater")
        reopened = await env.area.commands.reopen_closed_tab()
        assert reopened is not None
        assert reopened.path == "Money.md"


@pytest.mark.parametrize(("old", "new"), [("talk.mp3", "speech.mp3"), ("Plan.canvas", "Board.canvas")])
@on_qt_loop
async def test_the_tab_of_a_renamed_file_has_its_new_name(tmp_path: Path, old: str, new: str) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / old).write_bytes(b"{}")
        await env.area.show_note("Boiler.md")
        env.area.open(old)
        (env.root / old).rename(env.root / new)
        env.vault.changes.publish(VaultChanged((FileChange("moved", NotePath(new), NotePath(old)),)))
        await until(lambda: env.area.tabs.name(1) == new)
        env.area.open(new)
        assert env.area.tabs.count() == 2


@on_qt_loop
async def test_splitting_shows_the_note_on_both_sides_and_closing_the_last_tab_removes_the_side(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        first = await env.area.show_note("Boiler.md")
        await env.area.commands.split(down=False)
        assert len(env.area.split_view.groups) == 2
        assert env.area.current_path == "Boiler.md"
        assert env.area.current_page is not first
        env.area.split_view.focus_other_side()
        assert env.area.current_page is first
        env.area.split_view.focus_other_side()
        env.area.close_current()
        await until(lambda: len(env.area.split_view.groups) == 1)
        assert env.area.current_page is first


@on_qt_loop
async def test_each_side_has_its_own_history(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        await env.area.show_note("Boiler.md")
        await env.area.commands.split(down=True)
        await env.area.show_note("Garden/Apples.md")
        env.area.back()
        await until(lambda: env.area.current_path == "Boiler.md")
        env.area.split_view.focus_other_side()
        emitted: list[tuple[bool, bool]] = []
        env.area.history_changed.connect(lambda back, forward: emitted.append((back, forward)))
        env.area.emit_state()
        assert emitted == [(False, False)]


@on_qt_loop
async def test_a_tab_moved_to_the_other_side_retains_unsaved_edits(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        await env.area.show_note("Budget.md")
        page = await env.area.show_note("Boiler.md", new_tab=True)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        env.area.commands.move_to_other_side(page, down=False)
        assert env.area.current_page is page
        assert [len(group.widgets) for group in env.area.split_view.groups] == [1, 1]
        assert env.area.tabs.name(0) == "Boiler"
        assert page.editor.text().startswith("mine ")
        env.area.commands.move_to_other_side(page)
        assert len(env.area.split_view.groups) == 1


@on_qt_loop
async def test_closing_the_other_tabs_leaves_pinned_ones_open(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pinned = await env.area.show_note("Boiler.md")
        env.area.commands.pin(pinned)
        await env.area.show_note("Budget.md", new_tab=True)
        last = await env.area.show_note("Garden/Apples.md", new_tab=True)
        env.area.commands.close_others(last)
        await until(lambda: env.area.open_notes() == ["Boiler.md", "Garden/Apples.md"])
        env.area.commands.close_to_the_right(pinned)
        await until(lambda: env.area.open_notes() == ["Boiler.md"])


@on_qt_loop
async def test_opening_a_note_does_not_replace_a_pinned_one(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        pinned = await env.area.show_note("Boiler.md")
        env.area.commands.pin(pinned)
        await env.area.show_note("Budget.md")
        assert env.area.open_notes() == ["Boiler.md", "Budget.md"]


@on_qt_loop
async def test_a_reopened_tab_restores_its_history_and_scroll_position(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"Long.md": "words\n\n" * 300, "Boiler.md": "x\n"}) as env:
        page = await env.area.show_note("Boiler.md")
        await env.area.show_note("Long.md")
        page.reader.verticalScrollBar().setValue(500)
        env.area.close_current()
        await until(lambda: env.area.tabs.count() == 0)
        reopened = await env.area.commands.reopen_closed_tab()
        assert reopened is not None
        assert (reopened.path, reopened.reader.scrolled(), reopened.history.can_go_back) == ("Long.md", 500, True)
        assert await env.area.commands.reopen_closed_tab() is None


@on_qt_loop
async def test_next_and_previous_tab_wrap_around(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        for path in ("Boiler.md", "Budget.md", "Garden/Apples.md"):
            await env.area.show_note(path, new_tab=True)
        env.area.commands.next_tab()
        assert env.area.current_path == "Boiler.md"
        env.area.commands.previous_tab()
        assert env.area.current_path == "Garden/Apples.md"


@on_qt_loop
async def test_a_note_can_be_opened_on_the_other_side(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        await env.area.show_note("Boiler.md")
        await env.area.show_note("Budget.md", other_side=True)
        await env.area.show_note("Boiler.md", other_side=False)
        assert [group.widgets and len(group.widgets) for group in env.area.split_view.groups] == [1, 1]
        assert env.area.split_view.group is env.area.split_view.groups[0]


@on_qt_loop
async def test_a_link_opens_its_note_at_the_heading_and_back_returns(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        states: list[tuple[bool, bool]] = []
        env.area.history_changed.connect(lambda back, forward: states.append((back, forward)))
        page.reader.note_requested.emit("Budget#Costs", False)
        await until(lambda: env.area.current_path == "Budget.md" and page.reader.passage() is not None)
        env.area.back()
        await until(lambda: env.area.current_path == "Boiler.md")
        env.area.forward()
        await until(lambda: env.area.current_path == "Budget.md")
        assert (True, False) in states
        assert (False, True) in states
        assert env.area.tabs.count() == 1


@on_qt_loop
async def test_a_new_tab_is_opened_only_on_request_and_an_open_note_is_reused(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        first = await env.area.show_note("Boiler.md")
        await env.area.show_note("Budget.md", new_tab=True)
        assert await env.area.show_note("Boiler.md") is first
        assert env.area.open_notes() == ["Boiler.md", "Budget.md"]
        for page in tuple(env.area.pages):
            assert await env.area.close_page(page)
        assert env.area.current_path is None


@on_qt_loop
async def test_a_passage_is_highlighted(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        env.area.open("Budget.md", passage="The pump costs 18,400 euros")
        await until(lambda: env.area.current_page is not None and env.area.current_page.reader.passage() is not None)
        env.area.open("Budget.md", subpath="Costs")
        page = env.area.current_page
        assert page is not None
        await until(lambda: page.reader.passage() == range(1, 3))


@on_qt_loop
async def test_a_note_that_cannot_be_saved_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "precious ")

        async def fail_to_write(*_: object) -> None:
            raise NoteNotWritten("The disk is full.")

        with monkeypatch.context() as patch:
            patch.setattr(env.vault, "write", fail_to_write)
            other = await env.area.show_note("Budget.md")
            assert other is not page
            assert page.editor.text().startswith("precious ")
            assert not await env.area.close_page(page)
            assert not await env.area.save_now()
        assert await env.area.save_now()
        assert env.on_disk("Boiler.md").startswith("precious ")


@on_qt_loop
async def test_a_note_that_loads_late_does_not_take_the_focus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_note_area(tmp_path) as env:
        released, read = asyncio.Event(), env.vault.read

        async def read_late(path: NotePath) -> NoteText:
            if path.text == "Budget.md":
                await released.wait()
            return await read(path)

        monkeypatch.setattr(env.vault, "read", read_late)
        await env.area.show_note("Boiler.md")
        env.area.open("Budget.md", new_tab=True)
        await until(lambda: env.area.split_view.group.tabs.count() == 2)
        first = env.area.split_view.group
        first.take_focus()
        await env.area.show_note("Garden/Apples.md", other_side=True)
        released.set()
        await until(lambda: first.with_path("Budget.md") is not None)
        page = first.with_path("Budget.md")
        assert isinstance(page, NotePage)
        await until(page.reader.isVisible)
        assert env.area.current_path == "Garden/Apples.md"


@on_qt_loop
async def test_an_open_note_follows_its_file_when_it_is_moved(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        (env.root / "Boiler.md").rename(env.root / "Heater.md")
        env.vault.changes.publish(VaultChanged((FileChange("moved", NotePath("Heater.md"), NotePath("Boiler.md")),)))
        await until(lambda: env.area.current_path == "Heater.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "x")
        assert await env.area.save_now()
        assert env.on_disk("Heater.md").startswith("x---")


@on_qt_loop
async def test_new_notes_get_unused_names(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        assert await env.area.create_note() == "Untitled.md"
        assert await env.area.create_note() == "Untitled 1.md"
        assert env.area.current_page is not None
        assert env.area.current_page.editing
        assert await env.area.create_note("../out.md") is None
        assert env.area.current_page.banner.text()


@on_qt_loop
async def test_open_notes_are_restored(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        env.area.restore(["Boiler.md", "Gone.md", "Budget.md"], 2)
        await until(lambda: env.area.current_path == "Budget.md" and len(env.area.pages) == 3)
