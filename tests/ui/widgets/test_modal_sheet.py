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

# Dimmer: covers the window exactly as long as a dialog is open.


def test_dimmer_covers_the_window_until_the_last_dialog_has_finished(qtbot: QtBot) -> None:
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


def test_dimmer_pending_deletion_holds_no_reference_to_the_window() -> None:
    window = QWidget()
    window.show()
    dialog = QDialog(window)
    dimmer = Dimmer(window)
    dimmer.dim_behind(dialog)
    dialog.reject()
    window_reference = weakref.ref(window)

    del window, dialog

    # A window referenced only by the dimmer would be deleted by it and delete it a second time, which crashes.
    assert window_reference() is None
    assert not shiboken6.isValid(dimmer)


# Modal sheet: geometry, blocked input, and closing.


@pytest.fixture
def parent_window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    window.resize(1280, 800)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
    return window


def open_sheet(window: QWidget, width: int = 520, height: int | None = None) -> ModalSheet:
    sheet = ModalSheet(window, width, height)
    for text in ("One", "Two"):
        sheet.body.addWidget(QPushButton(text))
    sheet.open()
    return sheet


def test_sheet_is_a_child_widget_with_the_accessible_role_dialog(parent_window: QWidget) -> None:
    sheet = open_sheet(parent_window)
    assert (sheet.isWindow(), sheet.window()) == (False, parent_window)
    assert QAccessible.queryAccessibleInterface(sheet).role() == QAccessible.Role.Dialog


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 800), (700, 500), (360, 300)])
def test_sheet_covers_the_window_and_its_panel_stays_inside(parent_window: QWidget, size: tuple[int, int]) -> None:
    sheet = open_sheet(parent_window, 720, 2_000)
    parent_window.resize(*size)
    QApplication.processEvents()
    assert sheet.geometry() == parent_window.rect()
    assert parent_window.rect().contains(sheet.panel.geometry())
    if size[1] >= 800:
        assert sheet.panel.height() == size[1] - 2 * theme().px(SHEET_MARGIN)
        assert sheet.panel.width() == theme().px(720)
    else:
        assert sheet.panel.width() <= size[0] - theme().px(NARROW_MARGIN)


def test_sheet_without_a_height_fits_its_contents_and_grows_with_them(qtbot: QtBot, parent_window: QWidget) -> None:
    sheet = open_sheet(parent_window)
    before = sheet.panel.height()
    assert before < 200
    tall = QWidget()
    tall.setFixedHeight(300)
    sheet.body.addWidget(tall)
    qtbot.waitUntil(lambda: sheet.panel.height() >= before + 300, timeout=30_000)


def test_tab_cycles_inside_the_sheet(parent_window: QWidget) -> None:
    outside = QLineEdit(parent_window)
    outside.show()
    sheet = open_sheet(parent_window)
    first, second = sheet.findChildren(QPushButton)
    first.setFocus()
    for expected in (second, first, second):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected


def test_upper_sheet_retains_the_focus(qtbot: QtBot, parent_window: QWidget) -> None:
    below, above = open_sheet(parent_window), open_sheet(parent_window, 400)
    button = above.findChildren(QPushButton)[0]
    button.setFocus()
    QApplication.processEvents()
    assert button.hasFocus()
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert (above.isVisible(), below.isVisible()) == (False, True)


def test_drops_on_the_sheet_are_ignored(parent_window: QWidget) -> None:
    sheet = open_sheet(parent_window)
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data = QMimeData()
    enter = QDragEnterEvent(QPointF(10, 10).toPoint(), copy, data, left, none)
    QApplication.sendEvent(sheet, enter)
    move = QDragMoveEvent(QPointF(10, 10).toPoint(), copy, data, left, none)
    QApplication.sendEvent(sheet, move)
    assert (enter.isAccepted(), move.isAccepted()) == (True, False)


def test_sheet_finishes_once_and_restores_the_focus(parent_window: QWidget) -> None:
    field = QLineEdit(parent_window)
    field.show()
    field.setFocus()
    sheet = open_sheet(parent_window)
    results: list[int] = []
    sheet.finished.connect(results.append)
    sheet.findChildren(QPushButton)[0].setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert (results, field.hasFocus()) == ([0], True)
