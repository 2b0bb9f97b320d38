"""CanvasPage: the file as it is now; a broken or empty one says so; what is opened is told."""

from pathlib import Path

from PySide6.QtWidgets import QLabel

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.canvas.scene import CANVAS, LINK, MISSING, NOTE, TEXT, house
from vaultdesk.ui.canvas.canvas_page import CanvasPage


def page_of(folder: Path, canvas: str = CANVAS) -> CanvasPage:
    page = CanvasPage(house(folder, canvas), "House.canvas", lambda: QLabel("list"))
    page.resize(900, 600)
    return page


@on_qt_loop
async def test_notes_open_at_their_part_and_addresses_are_told(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    opened: list[object] = []
    asked: list[object] = []
    page.open_requested.connect(lambda *status: opened.append(status))
    page.web_requested.connect(asked.append)
    page.reload()
    await until(lambda: MISSING in page.view.contents)
    for place in (NOTE, LINK, TEXT):
        page.view.opened.emit(place)
    page.view.target_requested.emit("Budget#Costs")
    assert opened == [("Boiler.md", "Result"), ("Budget", "Costs")]
    assert asked == ["https://example.org"]


@on_qt_loop
async def test_the_card_with_the_words_that_were_found_is_shown(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    page.show_passage("decision")
    page.reload()
    await until(lambda: page.view.current == TEXT)


@on_qt_loop
async def test_a_broken_canvas_is_its_list_and_an_empty_or_missing_one_says_so(tmp_path: Path) -> None:
    page = page_of(tmp_path, "{broken")
    page.reload()
    await until(lambda: page.body.currentWidget() is page.list)
    assert not page.as_list.isEnabled()
    (tmp_path / "House.canvas").write_text("", encoding="utf-8")
    page.reload()
    await until(page.as_list.isEnabled)
    page.as_list.setChecked(False)
    assert page.body.currentWidget() is page.error_state
    (tmp_path / "House.canvas").unlink()
    page.reload()
    await until(lambda: page._text is None)
    assert page.body.currentWidget() is page.error_state


@on_qt_loop
async def test_what_is_written_meanwhile_is_shown(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    page.reload()
    await until(lambda: len(page.view.board.cards) == 6)
    (tmp_path / "House.canvas").write_text('{"nodes": [{"type": "text", "text": "new"}]}', encoding="utf-8")
    page.reload()
    await until(lambda: [card.text for card in page.view.board.cards] == ["new"])
