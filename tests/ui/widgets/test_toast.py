"""Tests of ui/widgets/toast.py."""

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.toast import TOAST_DURATION_MS, Toast

# Notice: at the bottom of its window, with the way back, and gone by itself.


def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(800, 600)
    qtbot.addWidget(made)
    made.show()
    return made


def test_notice_stays_at_the_bottom_centre(qtbot: QtBot) -> None:
    under = window(qtbot)
    notice = Toast(under, "Moved “Old quotes” to the bin", "Undo", lambda: None)
    under.resize(600, 500)
    QApplication.processEvents()

    assert abs(notice.geometry().center().x() - 300) <= 1
    assert 400 < notice.geometry().bottom() < 500


def test_action_is_done_once_and_closes_it(qtbot: QtBot) -> None:
    under = window(qtbot)
    done: list[int] = []
    notice = Toast(under, "Moved", "Undo", lambda: done.append(1))
    undo = next(button for button in notice.findChildren(QToolButton) if button.text() == "Undo")

    qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
    QApplication.sendPostedEvents(None, 52)

    assert done == [1]
    assert under.findChildren(Toast) == []


def test_notice_goes_after_its_time_but_not_under_the_pointer(qtbot: QtBot) -> None:
    under = window(qtbot)
    notice = Toast(under, "Moved")
    clock = notice.findChild(QTimer)
    assert clock is not None
    assert clock.interval() == TOAST_DURATION_MS

    QApplication.sendEvent(notice, QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1)))
    assert not clock.isActive()
    QApplication.sendEvent(notice, QEvent(QEvent.Type.Leave))
    assert clock.isActive()
    clock.timeout.emit()
    QApplication.sendPostedEvents(None, 52)

    assert under.findChildren(Toast) == []
