"""Tests of ui/widgets/overlays.py."""

import weakref

import shiboken6
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QDialog, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.overlays import SHOWN_FOR, Dimmer, Toast

# Dimmer: over the window as long as a dialog waits, and not a moment longer.


def test_veil_covers_the_window_until_the_last_dialog_has_finished(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(300, 200)
    qtbot.addWidget(window)
    window.show()
    first, second = QDialog(window), QDialog(window)
    dimmer = Dimmer(window)
    dimmer.dim_behind(first)
    dimmer.dim_behind(second)
    window.resize(400, 300)
    QApplication.processEvents()
    assert dimmer.geometry() == window.rect()

    first.reject()
    assert dimmer.isVisible()
    second.done(1)
    QApplication.sendPostedEvents(None, 52)

    assert window.findChildren(Dimmer) == []


def test_a_veil_that_is_about_to_be_deleted_keeps_no_window() -> None:
    window = QWidget()
    window.show()
    dialog = QDialog(window)
    dimmer = Dimmer(window)
    dimmer.dim_behind(dialog)
    dialog.reject()
    alive = weakref.ref(window)

    del window, dialog

    # Kept by nothing but the veil, it would be deleted by it, and delete it once more: that ends the program.
    assert alive() is None
    assert not shiboken6.isValid(dimmer)


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
    assert clock.interval() == SHOWN_FOR

    QApplication.sendEvent(notice, QEnterEvent(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1)))
    assert not clock.isActive()
    QApplication.sendEvent(notice, QEvent(QEvent.Type.Leave))
    assert clock.isActive()
    clock.timeout.emit()
    QApplication.sendPostedEvents(None, 52)

    assert under.findChildren(Toast) == []
