"""Tests of shadow.py: by the pixels that come out."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from vaultdesk.ui.quick_ask.shadow import SOFT, Shadow
from vaultdesk.ui.theme.theme import theme


def drawn(shadow: Shadow, body: QRect, ratio: float = 1.0) -> QImage:
    image = QImage(400, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    shadow.draw(painter, body, 10, ratio)
    painter.end()
    return image


def test_it_is_darkest_at_the_edge_and_nothing_far_out(qapp: object) -> None:
    body = QRect(100, 80, 200, 120)
    image = drawn(Shadow(), body)
    below = [image.pixelColor(200, body.bottom() + away).alpha() for away in (2, 12, 24, 36)]
    assert below == sorted(below, reverse=True)
    assert below[0] > 15
    assert below[-1] < 6
    assert image.pixelColor(200, body.top() - theme().step(SOFT)).alpha() == 0
    assert image.pixelColor(20, 20).alpha() == 0


def test_it_is_the_same_on_both_sides_and_along_an_edge(qapp: object) -> None:
    image = drawn(Shadow(), QRect(100, 80, 200, 120))
    left = [image.pixelColor(100 - away, 150).alpha() for away in (3, 9, 15)]
    right = [image.pixelColor(299 + away, 150).alpha() for away in (3, 9, 15)]
    assert left == right
    assert len({image.pixelColor(x, 205).alpha() for x in range(160, 240, 10)}) == 1


def test_it_is_painted_anew_where_the_theme_or_the_screen_is_another(qapp: object) -> None:
    shadow, body = Shadow(), QRect(100, 80, 200, 120)
    light = drawn(shadow, body).pixelColor(200, 205).alpha()
    theme().set_choice("dark")
    shadow.forget()
    assert drawn(shadow, body).pixelColor(200, 205).alpha() > light
    assert drawn(shadow, body, 2.0).pixelColor(200, 205).alpha() > light
