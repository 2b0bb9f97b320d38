"""Strokes: the shapes stay inside what they are drawn into."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from vaultdesk.ui.theme.primitives import box, chevron, dash, rounded_path, tick

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
