"""Dimmer: over the window as long as a dialog waits, and not a moment longer."""

import weakref

import shiboken6
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.dimmer import Dimmer


def test_veil_covers_the_window_until_the_last_dialog_has_finished(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(300, 200)
    qtbot.addWidget(window)
    window.show()
    first, second = QDialog(window), QDialog(window)
    dimmer = Dimmer(window)
    dimmer.dim_for(first)
    dimmer.dim_for(second)
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
    dimmer.dim_for(dialog)
    dialog.reject()
    alive = weakref.ref(window)

    del window, dialog

    # Kept by nothing but the veil, it would be deleted by it, and delete it once more: that ends the program.
    assert alive() is None
    assert not shiboken6.isValid(dimmer)
