"""Tests of ui/widgets/modal_sheet.py."""

import weakref

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDragMoveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.modal_sheet import NARROW_MARGIN, SHEET_MARGIN, Dimmer, ModalSheet

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


# The sheet: where it stands in its window, what it keeps from the window, and how it ends.


@pytest.fixture
def parent_window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    made.resize(1280, 800)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    return made


def sheet_of(window: QWidget, width: int = 520, height: int | None = None) -> ModalSheet:
    sheet = ModalSheet(window, width, height)
    for words in ("One", "Two"):
        sheet.body.addWidget(QPushButton(words))
    sheet.open()
    return sheet


def test_it_is_no_window_and_a_dialog_for_a_screen_reader(parent_window: QWidget) -> None:
    sheet = sheet_of(parent_window)
    assert (sheet.isWindow(), sheet.window()) == (False, parent_window)
    assert QAccessible.queryAccessibleInterface(sheet).role() == QAccessible.Role.Dialog


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 800), (700, 500), (360, 300)])
def test_it_covers_the_window_and_its_panel_stays_inside(parent_window: QWidget, size: tuple[int, int]) -> None:
    sheet = sheet_of(parent_window, 720, 2_000)
    parent_window.resize(*size)
    QApplication.processEvents()
    assert sheet.geometry() == parent_window.rect()
    assert parent_window.rect().contains(sheet.panel.geometry())
    if size[1] >= 800:
        assert sheet.panel.height() == size[1] - 2 * theme().px(SHEET_MARGIN)
        assert sheet.panel.width() == theme().px(720)
    else:
        assert sheet.panel.width() <= size[0] - theme().px(NARROW_MARGIN)


def test_without_a_height_it_is_as_high_as_its_contents_and_grows_with_them(
    qtbot: QtBot, parent_window: QWidget
) -> None:
    sheet = sheet_of(parent_window)
    before = sheet.panel.height()
    assert before < 200
    tall = QWidget()
    tall.setFixedHeight(300)
    sheet.body.addWidget(tall)
    qtbot.waitUntil(lambda: sheet.panel.height() >= before + 300, timeout=5000)


def test_tab_goes_round_inside(parent_window: QWidget) -> None:
    outside = QLineEdit(parent_window)
    outside.show()
    sheet = sheet_of(parent_window)
    first, second = sheet.findChildren(QPushButton)
    first.setFocus()
    for expected in (second, first, second):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected


def test_a_sheet_over_a_sheet_keeps_the_focus(qtbot: QtBot, parent_window: QWidget) -> None:
    below, above = sheet_of(parent_window), sheet_of(parent_window, 400)
    button = above.findChildren(QPushButton)[0]
    button.setFocus()
    QApplication.processEvents()
    assert button.hasFocus()
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert (above.isVisible(), below.isVisible()) == (False, True)


def test_what_is_dragged_over_it_is_dropped_nowhere(parent_window: QWidget) -> None:
    sheet = sheet_of(parent_window)
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data = QMimeData()
    enter = QDragEnterEvent(QPointF(10, 10).toPoint(), copy, data, left, none)
    QApplication.sendEvent(sheet, enter)
    move = QDragMoveEvent(QPointF(10, 10).toPoint(), copy, data, left, none)
    QApplication.sendEvent(sheet, move)
    assert (enter.isAccepted(), move.isAccepted()) == (True, False)


def test_it_ends_once_and_gives_the_keyboard_back(parent_window: QWidget) -> None:
    field = QLineEdit(parent_window)
    field.show()
    field.setFocus()
    sheet = sheet_of(parent_window)
    ends: list[int] = []
    sheet.finished.connect(ends.append)
    sheet.findChildren(QPushButton)[0].setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert (ends, field.hasFocus()) == ([0], True)
