from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import desk
from vaultdesk.ui.canvas.canvas_page import CanvasPage
from vaultdesk.ui.note.board_page import BoardPage

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
        await until(lambda: page.view.board.cards)
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
        assert isinstance(canvas.list, BoardPage)
        canvas.list.open_requested.emit("Budget")
        await until(lambda: at.area.current_path == "Budget.md")
        assert isinstance(at.area.boards.show("Notes.base"), BoardPage)
