"""CardDrawing: frames, arrows and labels where they belong."""

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.ui.canvas.scene import CANVAS, NOTE, TEXT
from vaultdesk.ui.canvas.board_file import board_file
from vaultdesk.ui.canvas.card_drawing import anchor, color_of, draw_arrows, draw_crowd, draw_frame, title_of
from vaultdesk.ui.theme.color_tokens import DARK_CONTRAST
from vaultdesk.ui.theme.theme import theme


def test_an_arrow_begins_at_the_middle_of_its_side() -> None:
    card = board_file(CANVAS).cards[TEXT]

    assert anchor(card, "top") == QPointF(140, 0)
    assert anchor(card, "right") == QPointF(280, 100)


def test_every_colour_of_a_canvas_is_one_of_the_theme() -> None:
    roles = ("danger", "orange", "warning", "success", "accent", "code_word", "outline", "")
    light = [color_of(role, "control").name() for role in roles]
    theme().wear(DARK_CONTRAST)
    dark = [color_of(role, "control").name() for role in roles]

    assert len(set(light)) == len(roles)
    assert not set(light) & set(dark)


def test_frames_arrows_and_crowds_leave_ink() -> None:
    board = board_file(CANVAS)
    drawn: tuple[Callable[[QPainter], None], ...] = (
        lambda painter: draw_frame(painter, board.cards[TEXT], 1.0, current=True),
        lambda painter: draw_arrows(painter, board.arrows, board.cards, 1.0),
        lambda painter: draw_crowd(painter, board, range(len(board.cards))),
    )
    for draw in drawn:
        image = QImage(700, 400, QImage.Format.Format_RGB32)
        image.fill(QColor("magenta"))
        painter = QPainter(image)
        draw(painter)
        painter.end()
        assert any(image.pixelColor(x, y) != QColor("magenta") for x in range(0, 700, 2) for y in range(0, 400, 2))


def test_a_file_is_called_by_its_name_and_part() -> None:
    assert title_of(board_file(CANVAS).cards[NOTE]) == "Boiler › Result"
