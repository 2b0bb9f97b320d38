"""Tests of ui/widgets/frames.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card, PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel

# Card: a surface with a border, plain or dashed.


@pytest.mark.parametrize("dashed", [False, True])
def test_card_is_a_surface_around_its_content(qtbot: QtBot, dressed: Theme, dashed: bool) -> None:
    card = Card(dashed=dashed)
    card.content.addWidget(PlainLabel("inside"))
    qtbot.addWidget(card)
    image = drawn(card)

    assert has(image, dressed.color("surface"))
    assert card.height() >= 2 * dressed.px(16)


def test_border_can_change(qtbot: QtBot, dressed: Theme) -> None:
    card = Card()
    card.content.addWidget(PlainLabel("inside"))
    qtbot.addWidget(card)

    card.set_line("danger")

    assert has(drawn(card), dressed.color("danger"))


def test_rule_is_one_pixel_of_border(qtbot: QtBot, dressed: Theme) -> None:
    rule = SeparatorLine()
    qtbot.addWidget(rule)

    assert rule.height() == 1
    assert rule.grab().toImage().pixelColor(5, 0) == dressed.color("border")


# Popup frame: it stands inside the window, above or below, gives its list the room there is, and closes at Esc.


class Popup(PopupFrame):
    """A frame around one view."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over, 400)
        self.view = QWidget()
        self.pages: list[int] = []
        QVBoxLayout(self).addWidget(self.view)

    def page(self, way: int) -> None:
        self.pages.append(way)


def opened(at: QPoint, high: int, *, upwards: bool = False, width: int = 700) -> tuple[QWidget, PlainButton, Popup]:
    window = QWidget()
    window.resize(width, 500)
    button = PlainButton("Choose", parent=window)
    button.move(at)
    window.show()
    popup = Popup(button)
    popup.place(popup.view, high, upwards=upwards)
    popup.show()
    return window, button, popup


def test_it_opens_on_the_side_that_has_the_room_and_inside_the_window() -> None:
    window, button, popup = opened(QPoint(650, 20), 200)
    assert popup.y() > button.mapToGlobal(QPoint(0, button.height())).y()
    assert popup.frameGeometry().right() <= window.mapToGlobal(QPoint(window.width(), 0)).x()
    popup.close()
    _window, button, popup = opened(QPoint(20, 450), 200)
    assert popup.geometry().bottom() < button.mapToGlobal(QPoint(0, 0)).y()
    popup.close()


def test_upwards_it_stays_above_and_its_view_gets_what_room_there_is() -> None:
    window, button, popup = opened(QPoint(20, 250), 900, upwards=True)
    assert popup.geometry().bottom() < button.mapToGlobal(QPoint(0, 0)).y()
    assert popup.y() >= window.mapToGlobal(QPoint(0, 0)).y()
    assert popup.view.height() < 250
    popup.close()


def test_in_a_narrow_window_it_is_narrower() -> None:
    window, _button, popup = opened(QPoint(20, 20), 100, width=300)
    assert popup.width() < window.width()
    popup.close()


def test_pages_go_to_the_list_and_esc_closes() -> None:
    _window, _button, popup = opened(QPoint(20, 20), 100)
    QTest.keyClick(popup, Qt.Key.Key_PageDown)
    QTest.keyClick(popup, Qt.Key.Key_PageUp)
    assert popup.pages == [1, -1]
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()
