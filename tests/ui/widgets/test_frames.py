"""Tests of ui/widgets/frames.py."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.theme.theme import Theme, theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import SHADOW_EXTENT, Card, PopupFrame, SeparatorLine, WindowShadow
from vaultdesk.ui.widgets.labels import PlainLabel

# Card: a surface with a border, plain or dashed.


@pytest.mark.parametrize("dashed", [False, True])
def test_card_paints_a_surface_around_its_content(qtbot: QtBot, app_theme: Theme, dashed: bool) -> None:
    card = Card(dashed=dashed)
    card.content.addWidget(PlainLabel("inside"))
    qtbot.addWidget(card)
    image = drawn(card)

    assert has(image, app_theme.color("surface"))
    assert card.height() >= 2 * app_theme.px(16)


def test_border_color_can_be_replaced(qtbot: QtBot, app_theme: Theme) -> None:
    card = Card()
    card.content.addWidget(PlainLabel("inside"))
    qtbot.addWidget(card)

    card.set_line("danger")

    assert has(drawn(card), app_theme.color("danger"))


def test_separator_is_one_pixel_of_border_color(qtbot: QtBot, app_theme: Theme) -> None:
    rule = SeparatorLine()
    qtbot.addWidget(rule)

    assert rule.height() == 1
    assert rule.grab().toImage().pixelColor(5, 0) == app_theme.color("border")


# Popup frame: opens above or below inside the window, fits its view to the space, and closes by Escape.


class Popup(PopupFrame):
    """A frame around one view."""

    def __init__(self, anchor: QWidget) -> None:
        super().__init__(anchor, 400)
        self.view = QWidget()
        QVBoxLayout(self).addWidget(self.view)


def open_popup(
    position: QPoint, height: int, *, upwards: bool = False, width: int = 700
) -> tuple[QWidget, PlainButton, Popup]:
    window = QWidget()
    window.resize(width, 500)
    button = PlainButton("Choose", parent=window)
    button.move(position)
    window.show()
    popup = Popup(button)
    popup.place(popup.view, height, upwards=upwards)
    popup.show()
    return window, button, popup


def test_popup_opens_on_the_side_with_more_space_inside_the_window() -> None:
    window, button, popup = open_popup(QPoint(650, 20), 200)
    assert popup.y() > button.mapToGlobal(QPoint(0, button.height())).y()
    assert popup.frameGeometry().right() <= window.mapToGlobal(QPoint(window.width(), 0)).x()
    popup.close()
    _window, button, popup = open_popup(QPoint(20, 450), 200)
    assert popup.geometry().bottom() < button.mapToGlobal(QPoint(0, 0)).y()
    popup.close()


def test_popup_opened_upwards_stays_above_and_limits_its_view() -> None:
    window, button, popup = open_popup(QPoint(20, 250), 900, upwards=True)
    assert popup.geometry().bottom() < button.mapToGlobal(QPoint(0, 0)).y()
    assert popup.y() >= window.mapToGlobal(QPoint(0, 0)).y()
    assert popup.view.height() < 250
    popup.close()


def test_popup_is_narrower_in_a_narrow_window() -> None:
    window, _button, popup = open_popup(QPoint(20, 20), 100, width=300)
    assert popup.width() < window.width()
    popup.close()


def test_page_keys_are_forwarded_and_escape_closes() -> None:
    _window, _button, popup = open_popup(QPoint(20, 20), 100)
    pages: list[int] = []
    popup.paged.connect(pages.append)
    QTest.keyClick(popup, Qt.Key.Key_PageDown)
    QTest.keyClick(popup, Qt.Key.Key_PageUp)
    assert pages == [1, -1]
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()


# Window shadow: checked by its pixels.


def shadow_image(shadow: WindowShadow, body: QRect, ratio: float = 1.0) -> QImage:
    image = QImage(400, 300, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    shadow.draw(painter, body, 10, ratio)
    painter.end()
    return image


def test_shadow_is_darkest_at_the_edge_and_fades_out(qapp: object) -> None:
    body = QRect(100, 80, 200, 120)
    image = shadow_image(WindowShadow(), body)
    below = [image.pixelColor(200, body.bottom() + distance).alpha() for distance in (2, 12, 24, 36)]
    assert below == sorted(below, reverse=True)
    assert below[0] > 15
    assert below[-1] < 6
    assert image.pixelColor(200, body.top() - theme().px(SHADOW_EXTENT)).alpha() == 0
    assert image.pixelColor(20, 20).alpha() == 0


def test_shadow_is_symmetric_and_uniform_along_an_edge(qapp: object) -> None:
    image = shadow_image(WindowShadow(), QRect(100, 80, 200, 120))
    left = [image.pixelColor(100 - distance, 150).alpha() for distance in (3, 9, 15)]
    right = [image.pixelColor(299 + distance, 150).alpha() for distance in (3, 9, 15)]
    assert left == right
    assert len({image.pixelColor(x, 205).alpha() for x in range(160, 240, 10)}) == 1


def test_shadow_is_repainted_for_another_theme_or_pixel_ratio(qapp: object) -> None:
    shadow, body = WindowShadow(), QRect(100, 80, 200, 120)
    light = shadow_image(shadow, body).pixelColor(200, 205).alpha()
    theme().set_choice("dark")
    shadow.forget()
    assert shadow_image(shadow, body).pixelColor(200, 205).alpha() > light
    assert shadow_image(shadow, body, 2.0).pixelColor(200, 205).alpha() > light
