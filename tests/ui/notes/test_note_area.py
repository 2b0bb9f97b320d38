"""Tests of ui/notes/note_area.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.pictures import picture_file
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import desk
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
    async with desk(tmp_path) as at:
        pages = NoteArea(at.vault, at.searcher, at.indexer.events)
        pages.show()
        emitted: list[object] = []
        pages.current_changed.connect(emitted.append)
        first, second = pages.add_page(), pages.add_page()
        pages.choose(second)
        await second.open("Boiler.md")
        assert pages.current_page is second
        assert (pages.current_path, pages.open_notes()) == ("Boiler.md", ["Boiler.md"])
        pages.remove_page(second)
        assert pages.current_page is first
        assert emitted == ["Boiler.md", None]
        pages.remove_page(first)
        assert pages.widgets == []
        pages.deleteLater()


@on_qt_loop
async def test_it_is_told_when_nothing_is_unsaved_any_more(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        emitted: list[str] = []
        at.area.all_saved.connect(lambda: emitted.append("saved"))
        page = await at.area.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed by another program" in page.banner.text())
        assert not await at.area.save_now()
        assert emitted == []
        assert page.saving.draft is not None
        await page.saving.reload(page.saving.draft)
        assert emitted == ["saved"]
        await at.area.close_page(page)
        assert emitted == ["saved", "saved"]


@on_qt_loop
async def test_a_list_stands_among_the_notes_in_a_tab_of_its_own(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        pages: list[QWidget] = []

        def make() -> QWidget:
            pages.append(QWidget())
            return pages[-1]

        emitted: list[object] = []
        at.area.current_changed.connect(emitted.append)
        shown = at.area.show_page("activity", "Activity", make)
        assert at.area.page_at(at.area.tabs.current()) is shown
        assert (at.area.current_page, at.area.current_path, at.area.open_notes()) == (None, None, ["Boiler.md"])
        at.area.choose(page)
        assert at.area.show_page("activity", "Activity", make) is shown
        assert len(pages) == 1
        assert emitted == [None, "Boiler.md", None]


@on_qt_loop
async def test_a_note_does_not_take_the_place_of_a_list(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        shown = at.area.show_page("activity", "Activity", QWidget)
        await at.area.show_note("Boiler.md")
        assert [at.area.page_at(number) is shown for number in range(at.area.tabs.count())] == [True, False]
        at.area.tabs.choose(0)
        at.area.close_current()
        assert at.area.current_path == "Boiler.md"
        at.area.close_current()
        await until(lambda: at.area.tabs.count() == 0)


@pytest.mark.parametrize(
    ("old", "text", "after"),
    [("", "a", "a\n"), ("x\n", "a\n", "x\n\na\n"), ("x", "a\n\nb", "x\n\na\n\nb\n"), ("x\n\n\n", "\na", "x\n\na\n")],
)
def test_what_is_appended_is_a_paragraph_of_its_own(old: str, text: str, after: str) -> None:
    assert with_paragraph(old, text) == after


@on_qt_loop
async def test_an_open_note_keeps_what_was_typed_and_a_closed_one_is_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as bench:
        page = await bench.area.show_note("Budget.md")
        page.toggle_edit()
        page.editor.insert_at_cursor("typed ")
        await bench.area.append("Budget.md", "open")
        assert bench.on_disk("Budget.md").startswith("typed intro")
        assert bench.on_disk("Budget.md").endswith("[[Boiler]].\n\nopen\n")
        assert page.editor.text() == bench.on_disk("Budget.md")
        await bench.area.append("Garden/Apples.md", "closed")
        assert bench.on_disk("Garden/Apples.md") == "Prune the Boskoop.\n\nclosed\n"


@on_qt_loop
async def test_text_goes_to_the_cursor_only_where_a_note_is_being_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as bench:
        assert not bench.area.insert_at_cursor("x")
        page = await bench.area.show_note("Garden/Apples.md")
        assert not bench.area.insert_at_cursor("x")
        page.toggle_edit()
        assert bench.area.insert_at_cursor("Now: ")
        assert page.text == "Now: Prune the Boskoop.\n"
        page.editor.setReadOnly(True)
        assert not bench.area.insert_at_cursor("x")


CANVAS = '{"nodes": [{"type": "file", "file": "Boiler.md", "x": 0, "y": 0}]}'


@on_qt_loop
async def test_a_canvas_gets_one_tab_and_its_notes_open_beside_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        at.area.open("House.canvas")
        at.area.open("House.canvas", True, passage="Boiler")
        pages = [at.area.page_at(number) for number in range(at.area.tabs.count())]
        assert [type(page) for page in pages] == [CanvasPage]
        assert at.area.current_path is None
        page = pages[0]
        assert isinstance(page, CanvasPage)
        await until(lambda: page.view.canvas.cards)
        page.view.opened.emit(0)
        await until(lambda: at.area.current_path == "Boiler.md")
        page.open_requested.emit("Gone.md", "")
        await until(lambda: at.area.current_path == "Gone.md")
        assert at.area.open_notes() == ["Gone.md"]


@on_qt_loop
async def test_a_note_opened_from_a_canvas_gets_the_keyboard(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        at.area.activateWindow()
        at.area.open("House.canvas")
        board = at.area.page_at(0)
        assert isinstance(board, CanvasPage)
        await until(board.view.hasFocus)
        page = await at.area.show_note("Boiler.md")
        await until(page.reader.hasFocus)


@on_qt_loop
async def test_the_cards_of_a_canvas_are_also_a_list_and_a_base_is_one_only(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        (at.root / "Notes.base").write_text("views: []\n", encoding="utf-8")
        at.area.open("House.canvas")
        canvas = at.area.page_at(0)
        assert isinstance(canvas, CanvasPage)
        canvas.as_list.click()
        assert isinstance(canvas.list, BlockListPage)
        canvas.list.open_requested.emit("Budget")
        await until(lambda: at.area.current_path == "Budget.md")
        assert isinstance(at.area.canvases.show("Notes.base"), BlockListPage)


@on_qt_loop
async def test_files_are_opened_by_pages_of_their_own_once_each(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "plan.png").write_bytes(picture_file(30, 20))
        await at.area.show_note("Boiler.md")
        for path in ("plan.png", "talk.mp3", "plan.png"):
            at.area.open(path)
        assert [type(widget) for widget in at.area.widgets[1:]] == [ImagePage, OtherFilePage]
        assert at.area.tabs.current() == 1
        assert [tab.path for tab in tabs_to_save(at.area).sides[0].tabs] == ["Boiler.md", "plan.png", "talk.mp3"]


@on_qt_loop
async def test_tabs_that_wait_and_tabs_that_were_closed_follow_a_renamed_note(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        kept = SavedTabs((SavedTabGroup((SavedTab("Boiler.md"), SavedTab("Budget.md")), 1),))
        assert await restore_tabs(at.area, at.vault, kept)
        page = at.area.current_page
        assert page is not None
        await until(lambda: page.text is not None)
        at.area.close_current()
        await until(lambda: at.area.tabs.count() == 1)
        for old, new in (("Boiler.md", "Heater.md"), ("Budget.md", "Money.md")):
            (at.root / old).rename(at.root / new)
            at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath(new), NotePath(old)),)))
        await until(lambda: at.area.open_notes() == ["Heater.md"] and at.area.tabs.name(0) == "Heater")
        again = await at.area.commands.reopen_closed_tab()
        assert again is not None
        assert again.path == "Money.md"


@pytest.mark.parametrize(("old", "new"), [("talk.mp3", "speech.mp3"), ("Plan.canvas", "Board.canvas")])
@on_qt_loop
async def test_a_file_in_a_tab_is_followed_to_its_new_name(tmp_path: Path, old: str, new: str) -> None:
    async with desk(tmp_path) as at:
        (at.root / old).write_bytes(b"{}")
        await at.area.show_note("Boiler.md")
        at.area.open(old)
        (at.root / old).rename(at.root / new)
        at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath(new), NotePath(old)),)))
        await until(lambda: at.area.tabs.name(1) == new)
        at.area.open(new)
        assert at.area.tabs.count() == 2


@on_qt_loop
async def test_a_note_is_put_beside_itself_and_the_last_tab_of_a_side_takes_the_side_along(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first = await at.area.show_note("Boiler.md")
        await at.area.commands.split(down=False)
        assert len(at.area.split_view.groups) == 2
        assert at.area.current_path == "Boiler.md"
        assert at.area.current_page is not first
        at.area.split_view.focus_other_side()
        assert at.area.current_page is first
        at.area.split_view.focus_other_side()
        at.area.close_current()
        await until(lambda: len(at.area.split_view.groups) == 1)
        assert at.area.current_page is first


@on_qt_loop
async def test_each_side_has_its_own_way_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Boiler.md")
        await at.area.commands.split(down=True)
        await at.area.show_note("Garden/Apples.md")
        at.area.back()
        await until(lambda: at.area.current_path == "Boiler.md")
        at.area.split_view.focus_other_side()
        emitted: list[tuple[bool, bool]] = []
        at.area.history_changed.connect(lambda back, forward: emitted.append((back, forward)))
        at.area.emit_state()
        assert emitted == [(False, False)]


@on_qt_loop
async def test_a_tab_moves_over_with_what_is_typed_in_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Budget.md")
        page = await at.area.show_note("Boiler.md", new_tab=True)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.area.commands.move_to_other_side(page, down=False)
        assert at.area.current_page is page
        assert [len(group.widgets) for group in at.area.split_view.groups] == [1, 1]
        assert at.area.tabs.name(0) == "Boiler"
        assert page.editor.text().startswith("mine ")
        at.area.commands.move_to_other_side(page)
        assert len(at.area.split_view.groups) == 1


@on_qt_loop
async def test_others_are_closed_but_for_pinned_ones(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        kept = await at.area.show_note("Boiler.md")
        at.area.commands.pin(kept)
        await at.area.show_note("Budget.md", new_tab=True)
        last = await at.area.show_note("Garden/Apples.md", new_tab=True)
        at.area.commands.close_others(last)
        await until(lambda: at.area.open_notes() == ["Boiler.md", "Garden/Apples.md"])
        at.area.commands.close_to_the_right(kept)
        await until(lambda: at.area.open_notes() == ["Boiler.md"])


@on_qt_loop
async def test_another_note_does_not_take_the_place_of_a_pinned_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        kept = await at.area.show_note("Boiler.md")
        at.area.commands.pin(kept)
        await at.area.show_note("Budget.md")
        assert at.area.open_notes() == ["Boiler.md", "Budget.md"]


@on_qt_loop
async def test_a_closed_tab_comes_back_with_its_way_and_its_place(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Long.md": "words\n\n" * 300, "Boiler.md": "x\n"}) as at:
        page = await at.area.show_note("Boiler.md")
        await at.area.show_note("Long.md")
        page.reader.verticalScrollBar().setValue(500)
        at.area.close_current()
        await until(lambda: at.area.tabs.count() == 0)
        again = await at.area.commands.reopen_closed_tab()
        assert again is not None
        assert (again.path, again.reader.scrolled(), again.history.can_go_back) == ("Long.md", 500, True)
        assert await at.area.commands.reopen_closed_tab() is None


@on_qt_loop
async def test_tabs_are_gone_through_round_the_end(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        for path in ("Boiler.md", "Budget.md", "Garden/Apples.md"):
            await at.area.show_note(path, new_tab=True)
        at.area.commands.next_tab()
        assert at.area.current_path == "Boiler.md"
        at.area.commands.previous_tab()
        assert at.area.current_path == "Garden/Apples.md"


@on_qt_loop
async def test_a_note_can_be_opened_to_the_side(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Boiler.md")
        await at.area.show_note("Budget.md", other_side=True)
        await at.area.show_note("Boiler.md", other_side=False)
        assert [group.widgets and len(group.widgets) for group in at.area.split_view.groups] == [1, 1]
        assert at.area.split_view.group is at.area.split_view.groups[0]


@on_qt_loop
async def test_a_link_opens_its_note_at_the_heading_and_back_returns(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        ways: list[tuple[bool, bool]] = []
        at.area.history_changed.connect(lambda back, forward: ways.append((back, forward)))
        page.reader.note_requested.emit("Budget#Costs", False)
        await until(lambda: at.area.current_path == "Budget.md" and page.reader.passage() is not None)
        at.area.back()
        await until(lambda: at.area.current_path == "Boiler.md")
        at.area.forward()
        await until(lambda: at.area.current_path == "Budget.md")
        assert (True, False) in ways
        assert (False, True) in ways
        assert at.area.tabs.count() == 1


@on_qt_loop
async def test_a_new_tab_is_made_only_when_asked_for_and_an_open_note_is_found(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first = await at.area.show_note("Boiler.md")
        await at.area.show_note("Budget.md", new_tab=True)
        assert await at.area.show_note("Boiler.md") is first
        assert at.area.open_notes() == ["Boiler.md", "Budget.md"]
        assert await at.area.close_all()
        assert at.area.current_path is None


@on_qt_loop
async def test_a_passage_is_lit(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        at.area.show_passage("Budget.md", "The pump costs 18,400 euros")
        await until(lambda: at.area.current_page is not None and at.area.current_page.reader.passage() is not None)
        at.area.show_passage("Budget.md", "#Costs")
        page = at.area.current_page
        assert page is not None
        await until(lambda: page.reader.passage() == range(1, 3))


@on_qt_loop
async def test_words_that_cannot_be_saved_are_never_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "precious ")

        async def full(*_: object) -> None:
            raise NoteNotWritten("The disk is full.")

        with monkeypatch.context() as broken:
            broken.setattr(at.vault, "write", full)
            other = await at.area.show_note("Budget.md")
            assert other is not page
            assert page.editor.text().startswith("precious ")
            assert not await at.area.close_all()
            assert not await at.area.save_now()
        assert await at.area.save_now()
        assert at.on_disk("Boiler.md").startswith("precious ")


@on_qt_loop
async def test_a_note_that_comes_late_does_not_take_the_keyboard_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as at:
        came, read = asyncio.Event(), at.vault.read

        async def late(path: NotePath) -> NoteText:
            if path.text == "Budget.md":
                await came.wait()
            return await read(path)

        monkeypatch.setattr(at.vault, "read", late)
        await at.area.show_note("Boiler.md")
        at.area.open("Budget.md", new_tab=True)
        await until(lambda: at.area.split_view.group.tabs.count() == 2)
        first = at.area.split_view.group
        first.take_focus()
        await at.area.show_note("Garden/Apples.md", other_side=True)
        came.set()
        await until(lambda: first.with_path("Budget.md") is not None)
        page = first.with_path("Budget.md")
        assert isinstance(page, NotePage)
        await until(page.reader.isVisible)
        assert at.area.current_path == "Garden/Apples.md"


@on_qt_loop
async def test_a_moved_note_is_followed(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        (at.root / "Boiler.md").rename(at.root / "Heater.md")
        at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath("Heater.md"), NotePath("Boiler.md")),)))
        await until(lambda: at.area.current_path == "Heater.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "x")
        assert await at.area.save_now()
        assert at.on_disk("Heater.md").startswith("x---")


@on_qt_loop
async def test_new_notes_get_names_that_are_free(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        assert await at.area.create_note() == "Untitled.md"
        assert await at.area.create_note() == "Untitled 1.md"
        assert at.area.current_page is not None
        assert at.area.current_page.editing
        assert await at.area.create_note("../out.md") is None
        assert at.area.current_page.banner.text()


@on_qt_loop
async def test_open_notes_come_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        at.area.restore(["Boiler.md", "Gone.md", "Budget.md"], 2)
        await until(lambda: at.area.current_path == "Budget.md" and len(at.area.pages) == 3)
