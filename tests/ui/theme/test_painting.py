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
    row_background,
    tick,
    unmirrored_point,
)

# Mirroring: painting is mirrored in right-to-left layouts, but text stays upright.

WIDTH, HEIGHT = 200, 20
AREA = QRect(0, 0, WIDTH, HEIGHT)
LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
AT_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def painted_columns(image: QImage) -> tuple[int, int]:
    """Return the first and the last painted column."""
    columns = [x for x in range(WIDTH) if any(image.pixelColor(x, y) != QColor("white") for y in range(HEIGHT))]
    return columns[0], columns[-1]


def render(direction: Qt.LayoutDirection, text: str = "", picture: QPixmap | None = None) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setLayoutDirection(direction)
    mirror_painting(painter, AREA)
    assert is_mirrored(painter) == (direction == RIGHT)
    if text:
        draw_upright_text(painter, AREA.adjusted(10, 0, 0, 0), AT_LEFT, text)
    if picture is not None:
        draw_upright_pixmap(painter, QPoint(10, 2), picture)
    painter.end()
    return image


def test_text_starts_at_the_leading_edge(qapp: QApplication) -> None:
    assert 10 <= painted_columns(render(LEFT, "Boiler"))[0] < 16
    assert 184 < painted_columns(render(RIGHT, "Boiler"))[1] <= 190


def test_text_is_upright_when_mirrored(qapp: QApplication) -> None:
    for direction in (LEFT, RIGHT):
        image = render(direction, "LLL.")
        first, last = painted_columns(image)
        # The stem of an L is at its left, and the full stop follows it.
        assert dark_pixels(image, range(first, first + 3)) > 2 * dark_pixels(image, range(last - 2, last + 1)) > 0


def dark_pixels(image: QImage, columns: range) -> int:
    """Return the number of dark pixels in *columns*."""
    return sum(image.pixelColor(x, y).lightness() < 128 for x in columns for y in range(HEIGHT))


@pytest.mark.parametrize("direction", [LEFT, RIGHT])
def test_hebrew_text_ends_at_its_left(qapp: QApplication, direction: Qt.LayoutDirection) -> None:
    image = render(direction, "מ..")
    first, last = painted_columns(image)
    letter, stops = dark_pixels(image, range(last - 5, last + 1)), dark_pixels(image, range(first, first + 6))
    assert letter > 2 * stops > 0


@pytest.mark.parametrize("direction", [LEFT, RIGHT])
def test_leading_spaces_indent_from_the_leading_edge(qapp: QApplication, direction: Qt.LayoutDirection) -> None:
    for text in ("דוח", "Boiler"):
        assert painted_columns(render(direction, f"{text}    ")) == painted_columns(render(direction, text))
        moved, plain = painted_columns(render(direction, f"    {text}")), painted_columns(render(direction, text))
        assert (moved[0] > plain[0] + 8) if direction == LEFT else (moved[1] < plain[1] - 8)


def test_a_pixmap_is_moved_but_not_mirrored(qapp: QApplication) -> None:
    picture = QPixmap(12, 12)
    picture.fill(Qt.GlobalColor.red)
    painter = QPainter(picture)
    painter.fillRect(0, 0, 6, 12, Qt.GlobalColor.blue)
    painter.end()
    image = render(RIGHT, picture=picture)
    assert painted_columns(image) == (178, 189)
    assert image.pixelColor(180, 6) == QColor(Qt.GlobalColor.blue)


@pytest.mark.parametrize(
    ("text", "from_right"), [("Boiler", False), ("מה?", True), ("12: المدفأة", True), ("", False), ("12", False)]
)
def test_the_first_letter_determines_the_text_direction(text: str, from_right: bool) -> None:
    assert is_right_to_left(text) is from_right
    assert is_right_to_left("12", otherwise=True)


class Delegate(QStyledItemDelegate):
    """Paints one bar at the left."""

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.fillRect(QRect(0, 0, 5, HEIGHT), Qt.GlobalColor.black)


def test_each_row_is_mirrored_once(qapp: QApplication) -> None:
    option = QStyleOptionViewItem()
    option.rect = AREA
    option.direction = RIGHT
    for _ in range(2):
        image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        for _row in range(2):
            Delegate().paint(painter, option, QModelIndex())
        assert painter.transform().map(QPointF(3, 3)) == QPointF(3, 3)
        painter.end()
        assert painted_columns(image) == (195, 199)


def test_a_point_is_mapped_to_unmirrored_coordinates(qapp: QApplication) -> None:
    widget = QWidget()
    widget.resize(WIDTH, HEIGHT)
    assert unmirrored_point(widget, QPoint(3, 4)) == QPoint(3, 4)
    widget.setLayoutDirection(RIGHT)
    assert unmirrored_point(widget, QPoint(3, 4)) == QPoint(196, 4)


# Shapes: they stay inside their rectangle.

SIDE = 32


@pytest.fixture
def canvas() -> QImage:
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def painted_pixels(image: QImage) -> set[tuple[int, int]]:
    """Return the painted pixels."""
    return {(x, y) for x in range(SIDE) for y in range(SIDE) if image.pixelColor(x, y) != QColor(Qt.GlobalColor.white)}


@pytest.mark.parametrize("direction", ["left", "right", "up", "down"])
def test_a_chevron_points_in_its_direction(canvas: QImage, direction: str) -> None:
    painter = QPainter(canvas)
    chevron(painter, QRectF(0, 0, SIDE, SIDE), QColor("black"), direction)
    painter.end()
    pixels = painted_pixels(canvas)
    middle = {x if direction in ("up", "down") else y for x, y in pixels}
    tip = {
        "left": min(pixels)[0],
        "right": max(pixels)[0],
        "up": min(y for _, y in pixels),
        "down": max(y for _, y in pixels),
    }

    assert SIDE // 2 in middle
    assert (tip[direction] < SIDE / 2) == (direction in ("left", "up"))


def test_the_border_of_a_box_is_inside_it(canvas: QImage) -> None:
    painter = QPainter(canvas)
    box(painter, QRectF(8, 8, 16, 16), 4, None, QColor("black"), 2.0)
    painter.end()

    assert {x for x, _ in painted_pixels(canvas)} == set(range(8, 24))
    assert (16, 16) not in painted_pixels(canvas)


def test_tick_and_dash_are_different(canvas: QImage) -> None:
    other = canvas.copy()
    for image, draw in ((canvas, tick), (other, dash)):
        painter = QPainter(image)
        draw(painter, QRectF(0, 0, SIDE, SIDE), QColor("black"))
        painter.end()

    assert painted_pixels(canvas) != painted_pixels(other)
    assert {y for _, y in painted_pixels(other)} <= set(range(SIDE // 2 - 2, SIDE // 2 + 2))


def test_a_rounded_path_has_no_corners() -> None:
    path = rounded_path(QRectF(0, 0, 20, 20), 8)

    assert path.contains(QRectF(8, 8, 4, 4))
    assert not path.contains(QRectF(0, 0, 1, 1))


@pytest.mark.parametrize(("ratio", "area"), [(1.0, (0, 10, 80, 20)), (1.5, (0, 11, 80, 18)), (2.0, (0, 10, 80, 20))])
def test_the_background_of_a_row_leaves_out_pixels_shared_with_its_neighbors(
    ratio: float, area: tuple[int, int, int, int]
) -> None:
    assert row_background(QRect(0, 10, 80, 20), ratio) == QRect(*area)
