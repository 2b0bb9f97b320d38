from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import desk
from vaultdesk.ui.note.board_page import BlockCard, BoardPage

CANVAS = '{"nodes": [{"type": "file", "file": "Boiler.md", "x": 0, "y": 0}]}'


@on_qt_loop
async def test_a_canvas_gets_one_tab_and_its_notes_open_beside_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        at.area.open("House.canvas")
        at.area.open("House.canvas", True, passage="Boiler")
        pages = [at.area.page_at(number) for number in range(at.area.tabs.count())]
        assert [type(page) for page in pages] == [BoardPage]
        assert at.area.current_path is None
        page = pages[0]
        assert isinstance(page, BoardPage)
        await until(lambda: page.findChildren(BlockCard))
        page.open_requested.emit("Boiler.md")
        await until(lambda: at.area.current_path == "Boiler.md")
        page.open_requested.emit("Gone.md")
        await until(lambda: at.area.current_path == "Gone.md")
        assert at.area.open_notes() == ["Gone.md"]


@on_qt_loop
async def test_a_note_opened_from_a_canvas_gets_the_keyboard(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        (at.root / "House.canvas").write_text(CANVAS, encoding="utf-8")
        at.area.activateWindow()
        at.area.open("House.canvas")
        board = at.area.page_at(0)
        assert isinstance(board, BoardPage)
        await until(board.area.hasFocus)
        page = await at.area.show_note("Boiler.md")
        await until(page.reader.hasFocus)
