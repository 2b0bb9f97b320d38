"""Tests of ui/widgets/toast.py."""

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.toast import TOAST_DURATION_MS, Toast

# Toast: at the bottom of its window, with an undo action, closed by a timer.


def show_window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    widget.resize(800, 600)
    qtbot.addWidget(widget)
    widget.show()
    return widget


def test_toast_stays_at_the_bottom_center(qtbot: QtBot) -> None:
    parent = show_window(qtbot)
    toast = Toast(parent, "Moved “Old quotes” to the bin", "Undo", lambda: None)
    parent.resize(600, 500)
    QApplication.processEvents()

    assert abs(toast.geometry().center().x() - 300) <= 1
    assert 400 < toast.geometry().bottom() < 500


def test_a_short_message_beside_a_long_action_is_on_one_line(qtbot: QtBot) -> None:
    parent = show_window(qtbot)
    toast = Toast(parent, "2 Änderungen angewendet.", "Alle rückgängig machen", lambda: None)
    label = toast.findChildren(PlainLabel)[0]

    assert label.height() < 2 * label.fontMetrics().height()
    assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())


def test_action_runs_once_and_closes_the_toast(qtbot: QtBot) -> None:
    parent = show_window(qtbot)
    calls: list[int] = []
    toast = Toast(parent, "Moved", "Undo", lambda: calls.append(1))
    undo = next(button for button in toast.findChildren(QToolButton) if button.text() == "Undo")

    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    QApplication.sendPostedEvents(None, 52)

    assert calls == [1]
    assert parent.findChildren(Toast) == []


def test_toast_closes_after_its_duration_but_not_under_the_pointer(qtbot: QtBot) -> None:
    parent = show_window(qtbot)
    toast = Toast(parent, "Moved")
    timer = toast.findChild(QTimer)
    assert timer is not None
    assert timer.interval() == TOAST_DURATION_MS

    QApplication.sendEvent(toast, QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1)))
    assert not timer.isActive()
    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))
    assert timer.isActive()
    timer.timeout.emit()
    QApplication.sendPostedEvents(None, 52)

    assert parent.findChildren(Toast) == []
