"""Focus ring: seen where the keyboard went, not where the mouse clicked."""

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFocusFrame, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.buttons import IconButton, PlainButton
from vaultdesk.ui.theme.theme import Theme


class Form(QWidget):
    """Two buttons and a field."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 20)
        self.first, self.second = PlainButton("First"), PlainButton("Second")
        self.field = QLineEdit()
        self.icon = IconButton("copy", "Copy")
        for widget in (self.first, self.second, self.field, self.icon):
            column.addWidget(widget)

    def ring_at(self, widget: QWidget) -> bool:
        """Tell whether accent is drawn just outside the widget's left edge."""
        QApplication.processEvents()
        image = self.grab().toImage()
        spot = widget.mapTo(self, QPoint(-3, widget.height() // 2))
        return image.pixelColor(spot) == self.accent

    accent = QColor()


@pytest.fixture
def form(qtbot: QtBot, dressed: Theme) -> Form:
    made = Form()
    made.accent = dressed.color("accent")
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.setFocus()
    return made


def test_tab_puts_the_ring_on_the_next_button(form: Form) -> None:
    form.first.setFocus(Qt.FocusReason.TabFocusReason)
    assert form.ring_at(form.first)

    QTest.keyClick(form.first, Qt.Key.Key_Tab)

    assert form.ring_at(form.second)
    assert not form.ring_at(form.first)


def test_a_click_draws_no_ring(form: Form) -> None:
    QTest.mousePress(form.second, Qt.MouseButton.LeftButton)

    assert form.second.hasFocus()
    assert not form.ring_at(form.second)
    QTest.mouseRelease(form.second, Qt.MouseButton.LeftButton)


def test_focus_given_by_the_program_wears_the_ring(form: Form) -> None:
    """A dialog gives the keyboard to its safe button: that must be seen, even after the click that opened it."""
    form.second.setFocus(Qt.FocusReason.OtherFocusReason)

    assert form.ring_at(form.second)


def test_a_field_shows_its_focus_by_its_border_not_by_a_ring(form: Form) -> None:
    form.field.setFocus(Qt.FocusReason.TabFocusReason)

    assert not form.ring_at(form.field)
    image = form.grab().toImage()
    edge = form.field.mapTo(form, QPoint(0, form.field.height() // 2))
    assert image.pixelColor(edge) == form.accent
    assert image.pixelColor(edge + QPoint(1, 0)) == form.accent


def test_the_ring_survives_the_window_it_was_in(qtbot: QtBot, dressed: Theme, form: Form) -> None:
    gone = Form()
    gone.show()
    gone.activateWindow()
    qtbot.waitUntil(gone.isActiveWindow)
    gone.first.setFocus(Qt.FocusReason.TabFocusReason)
    assert gone.findChild(QFocusFrame) is not None
    shiboken6.delete(gone)

    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow)
    form.icon.setFocus(Qt.FocusReason.TabFocusReason)

    assert form.ring_at(form.icon)
