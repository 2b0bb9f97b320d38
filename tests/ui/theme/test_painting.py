"""Tests of ui/theme/painting.py."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultdesk.ui.theme.painting import (
    Index,
    box,
    chevron,
    dash,
    draw_upright_pixmap,
    draw_upright_text,
    is_mirrored,
    is_right_to_left,
    mirror_painting,
    mirrored_row,
    rounded_path,
    tick,
    unmirrored_point,
)

# Turned: what is drawn from the left stands at the other side where a window is read from the right, words upright.

WIDE, HIGH = 200, 20
ALL = QRect(0, 0, WIDE, HIGH)
LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
AT_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def inked(image: QImage) -> tuple[int, int]:
    """Return the first and the last column with something drawn."""
    columns = [x for x in range(WIDE) if any(image.pixelColor(x, y) != QColor("white") for y in range(HIGH))]
    return columns[0], columns[-1]


def drawn(direction: Qt.LayoutDirection, text: str = "", picture: QPixmap | None = None) -> QImage:
    image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setLayoutDirection(direction)
    mirror_painting(painter, ALL)
    assert is_mirrored(painter) == (direction == RIGHT)
    if text:
        draw_upright_text(painter, ALL.adjusted(10, 0, 0, 0), AT_LEFT, text)
    if picture is not None:
        draw_upright_pixmap(painter, QPoint(10, 2), picture)
    painter.end()
    return image


def test_words_begin_at_the_side_the_window_begins_at(qapp: QApplication) -> None:
    assert 10 <= inked(drawn(LEFT, "Boiler"))[0] < 16
    assert 184 < inked(drawn(RIGHT, "Boiler"))[1] <= 190


def test_words_are_upright_whatever_is_turned(qapp: QApplication) -> None:
    for direction in (LEFT, RIGHT):
        image = drawn(direction, "LLL.")
        first, last = inked(image)
        # The stem of an L stands at its left, and the full stop after it.
        assert dark(image, range(first, first + 3)) > 2 * dark(image, range(last - 2, last + 1)) > 0


def dark(image: QImage, columns: range) -> int:
    """Return how many points of *columns* are drawn on."""
    return sum(image.pixelColor(x, y).lightness() < 128 for x in columns for y in range(HIGH))


@pytest.mark.parametrize("direction", [LEFT, RIGHT])
def test_a_question_in_hebrew_ends_at_its_left(qapp: QApplication, direction: Qt.LayoutDirection) -> None:
    image = drawn(direction, "מ..")
    first, last = inked(image)
    letter, stops = dark(image, range(last - 5, last + 1)), dark(image, range(first, first + 6))
    assert letter > 2 * stops > 0


@pytest.mark.parametrize("direction", [LEFT, RIGHT])
def test_spaces_keep_words_apart_on_the_side_of_the_window(qapp: QApplication, direction: Qt.LayoutDirection) -> None:
    for text in ("דוח", "Boiler"):
        assert inked(drawn(direction, f"{text}    ")) == inked(drawn(direction, text))
        moved, plain = inked(drawn(direction, f"    {text}")), inked(drawn(direction, text))
        assert (moved[0] > plain[0] + 8) if direction == LEFT else (moved[1] < plain[1] - 8)


def test_a_picture_is_turned_in_place_only(qapp: QApplication) -> None:
    picture = QPixmap(12, 12)
    picture.fill(Qt.GlobalColor.red)
    painter = QPainter(picture)
    painter.fillRect(0, 0, 6, 12, Qt.GlobalColor.blue)
    painter.end()
    image = drawn(RIGHT, picture=picture)
    assert inked(image) == (178, 189)
    assert image.pixelColor(180, 6) == QColor(Qt.GlobalColor.blue)


@pytest.mark.parametrize(
    ("text", "from_right"), [("Boiler", False), ("מה?", True), ("12: المدفأة", True), ("", False), ("12", False)]
)
def test_the_first_letter_says_where_a_text_is_read_from(text: str, from_right: bool) -> None:
    assert is_right_to_left(text) is from_right
    assert is_right_to_left("12", otherwise=True)


class Delegate(QStyledItemDelegate):
    """Draws one stroke at the left."""

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.fillRect(QRect(0, 0, 5, HIGH), Qt.GlobalColor.black)


def test_a_row_is_turned_and_the_next_is_not_turned_twice(qapp: QApplication) -> None:
    option = QStyleOptionViewItem()
    option.rect = ALL
    option.direction = RIGHT
    for _ in range(2):
        image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        for _row in range(2):
            Delegate().paint(painter, option, QModelIndex())
        assert painter.transform().map(QPointF(3, 3)) == QPointF(3, 3)
        painter.end()
        assert inked(image) == (195, 199)


def test_a_press_means_what_was_drawn_there(qapp: QApplication) -> None:
    widget = QWidget()
    widget.resize(WIDE, HIGH)
    assert unmirrored_point(widget, QPoint(3, 4)) == QPoint(3, 4)
    widget.setLayoutDirection(RIGHT)
    assert unmirrored_point(widget, QPoint(3, 4)) == QPoint(196, 4)


# Strokes: the shapes stay inside what they are drawn into.

SIDE = 32


@pytest.fixture
def paper() -> QImage:
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def ink(image: QImage) -> set[tuple[int, int]]:
    """Return where something was drawn."""
    return {(x, y) for x in range(SIDE) for y in range(SIDE) if image.pixelColor(x, y) != QColor(Qt.GlobalColor.white)}


@pytest.mark.parametrize("direction", ["left", "right", "up", "down"])
def test_chevron_points_where_it_is_told(paper: QImage, direction: str) -> None:
    painter = QPainter(paper)
    chevron(painter, QRectF(0, 0, SIDE, SIDE), QColor("black"), direction)
    painter.end()
    drawn = ink(paper)
    middle = {x if direction in ("up", "down") else y for x, y in drawn}
    tip = {
        "left": min(drawn)[0],
        "right": max(drawn)[0],
        "up": min(y for _, y in drawn),
        "down": max(y for _, y in drawn),
    }

    assert SIDE // 2 in middle
    assert (tip[direction] < SIDE / 2) == (direction in ("left", "up"))


def test_box_keeps_its_line_inside(paper: QImage) -> None:
    painter = QPainter(paper)
    box(painter, QRectF(8, 8, 16, 16), 4, None, QColor("black"), 2.0)
    painter.end()

    assert {x for x, _ in ink(paper)} == set(range(8, 24))
    assert (16, 16) not in ink(paper)


def test_tick_and_dash_are_different_signs(paper: QImage) -> None:
    other = paper.copy()
    for image, draw in ((paper, tick), (other, dash)):
        painter = QPainter(image)
        draw(painter, QRectF(0, 0, SIDE, SIDE), QColor("black"))
        painter.end()

    assert ink(paper) != ink(other)
    assert {y for _, y in ink(other)} <= set(range(SIDE // 2 - 2, SIDE // 2 + 2))


def test_rounded_path_has_no_corner() -> None:
    path = rounded_path(QRectF(0, 0, 20, 20), 8)

    assert path.contains(QRectF(8, 8, 4, 4))
    assert not path.contains(QRectF(0, 0, 1, 1))
