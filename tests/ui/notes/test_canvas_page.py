"""Tests of ui/notes/canvas_page.py."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from tests.support.growth import check_growth, check_linear
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.notes.canvas_scene import CANVAS, GROUP, LINK, MISSING, NOTE, PICTURE, TEXT, write_canvas_vault
from vaultdesk.ui.notes.block_list_page import BlockListPage
from vaultdesk.ui.notes.canvas_cards import CardContent, parse_canvas
from vaultdesk.ui.notes.canvas_page import (
    CanvasPage,
    CanvasView,
    anchor,
    card_title,
    color_of,
    draw_arrows,
    draw_frame,
    draw_plain_cards,
)
from vaultdesk.ui.theme.color_tokens import DARK_CONTRAST
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.vault import Vault

# Drawing of cards: colors, frames, arrows and titles.


def test_an_arrow_begins_at_the_middle_of_its_side() -> None:
    card = parse_canvas(CANVAS).cards[TEXT]

    assert anchor(card, "top") == QPointF(140, 0)
    assert anchor(card, "right") == QPointF(280, 100)


def test_canvas_colors_are_colors_of_the_theme() -> None:
    roles = ("danger", "orange", "warning", "success", "accent", "code_word", "outline", "")
    light = [color_of(role, "control").name() for role in roles]
    theme().use_tokens(DARK_CONTRAST)
    dark = [color_of(role, "control").name() for role in roles]

    assert len(set(light)) == len(roles)
    assert not set(light) & set(dark)


def test_frames_arrows_and_plain_cards_are_painted() -> None:
    board = parse_canvas(CANVAS)
    draw_functions: tuple[Callable[[QPainter], None], ...] = (
        lambda painter: draw_frame(painter, board.cards[TEXT], 1.0, current=True),
        lambda painter: draw_arrows(painter, board.arrows, board.cards, 1.0),
        lambda painter: draw_plain_cards(painter, board, range(len(board.cards))),
    )
    for draw in draw_functions:
        image = QImage(700, 400, QImage.Format.Format_RGB32)
        image.fill(QColor("magenta"))
        painter = QPainter(image)
        draw(painter)
        painter.end()
        assert any(image.pixelColor(x, y) != QColor("magenta") for x in range(0, 700, 2) for y in range(0, 400, 2))


def test_the_title_of_a_file_card_is_its_name_and_heading() -> None:
    assert card_title(parse_canvas(CANVAS).cards[NOTE]) == "Boiler › Result"


# CanvasView: keyboard navigation, opening of cards, hit testing and hostile canvases.


def canvas_view(canvas: str = CANVAS) -> CanvasView:
    view = CanvasView("House")
    view.resize(1200, 800)
    view.show_canvas(parse_canvas(canvas))
    return view


def test_arrow_keys_visit_the_cards_in_reading_order_and_enter_opens_one() -> None:
    view = canvas_view()
    opened: list[object] = []
    visited: list[object] = []
    view.opened.connect(opened.append)
    for _ in range(7):
        QTest.keyClick(view, Qt.Key.Key_Down)
        visited.append(view.current)
    assert visited == [GROUP, PICTURE, TEXT, NOTE, LINK, MISSING, MISSING]
    assert "Gone.md" in view.accessibleDescription()
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert opened == [LINK]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.current is None


def test_a_click_selects_the_card_above_its_group_and_a_double_click_opens_it() -> None:
    view = canvas_view()
    opened: list[object] = []
    view.opened.connect(opened.append)
    position = view.viewport_state.to_view(view.canvas.cards[NOTE].center)
    view.clicked_at(QPointF(*position))
    assert view.current == NOTE
    view.opened_at(QPointF(*position))
    assert opened == [NOTE]
    view.clicked_at(QPointF(*view.viewport_state.to_view((-20, 340))))
    assert view.current == GROUP


def test_clicking_a_link_in_a_card_requests_its_note() -> None:
    view = canvas_view()
    requested: list[object] = []
    view.target_requested.connect(requested.append)
    view.zoom_to(TEXT)
    view.grab()
    card = view.canvas.cards[TEXT]
    for y in range(int(card.y), int(card.y + card.height), 4):
        view.clicked_at(QPointF(*view.viewport_state.to_view((card.x + 24, y))))
        if requested:
            break
    assert requested == ["Boiler"]


def test_cards_are_painted_at_every_zoom_factor() -> None:
    view = canvas_view()
    view.add_contents({NOTE: CardContent("A pump."), MISSING: CardContent(missing=True)})
    for factor in (1.0, 0.3, 0.1, 30.0):
        view.zoom(factor)
        assert not view.grab().isNull()


def test_scattered_cards_are_painted_in_linear_time_and_few_of_them_at_a_large_zoom_factor() -> None:
    def scattered(count: int) -> CanvasView:
        nodes = [
            {"id": str(n), "type": "text", "text": "word " * 50, "x": (n * 7919) % 90_000,
             "y": 10**9 if n % 1000 == 0 else n * 20, "width": 200, "height": 100} for n in range(count)
        ]  # fmt: skip
        edges = [{"fromNode": str(n % count), "toNode": str((n * 31 + 1) % count)} for n in range(9 * count // 5)]
        return canvas_view(json.dumps({"nodes": nodes, "edges": edges}))

    check_linear(CanvasView.grab, scattered, 3_200)
    few, many = scattered(400), scattered(3_200)
    few.zoom_to(17)
    many.zoom_to(17)
    check_growth(CanvasView.grab, few, many, 8)


# CanvasPage: reloading of the file, states of broken and empty files, signals for what is opened.


def page_of(folder: Path, canvas: str = CANVAS) -> CanvasPage:
    write_canvas_vault(folder, canvas)
    vault = Vault(folder, watch=False)
    page = CanvasPage(vault, "House.canvas", lambda: BlockListPage(vault, "House.canvas"))
    page.resize(900, 600)
    return page


@on_qt_loop
async def test_notes_open_at_their_heading_and_addresses_are_emitted(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    opened: list[object] = []
    requested: list[object] = []
    page.open_requested.connect(lambda *arguments: opened.append(arguments))
    page.web_requested.connect(requested.append)
    page.check_file()
    await until(lambda: MISSING in page.view.contents)
    for index in (NOTE, LINK, TEXT):
        page.view.opened.emit(index)
    page.view.target_requested.emit("Budget#Costs")
    assert opened == [("Boiler.md", "Result"), ("Budget", "Costs")]
    assert requested == ["https://example.org"]


@on_qt_loop
async def test_the_card_that_contains_the_searched_words_is_selected(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    page.show_passage("decision")
    page.check_file()
    await until(lambda: page.view.current == TEXT)


@on_qt_loop
async def test_a_broken_canvas_is_shown_as_a_list_and_an_empty_or_missing_one_as_an_error(tmp_path: Path) -> None:
    page = page_of(tmp_path, "{broken")
    page.check_file()
    await until(lambda: page.body.currentWidget() is page.list)
    assert not page.as_list.isEnabled()
    (tmp_path / "House.canvas").write_text("", encoding="utf-8")
    page.check_file()
    await until(page.as_list.isEnabled)
    page.as_list.setChecked(False)
    assert page.body.currentWidget() is page.error_state
    (tmp_path / "House.canvas").unlink()
    page.check_file()
    await until(lambda: page.text is None)
    assert page.body.currentWidget() is page.error_state


@on_qt_loop
async def test_a_change_of_the_file_is_shown_after_a_check(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    page.check_file()
    await until(lambda: len(page.view.canvas.cards) == 6)
    (tmp_path / "House.canvas").write_text('{"nodes": [{"type": "text", "text": "new"}]}', encoding="utf-8")
    page.check_file()
    await until(lambda: [card.text for card in page.view.canvas.cards] == ["new"])
