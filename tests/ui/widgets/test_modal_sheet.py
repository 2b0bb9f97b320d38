"""The sheet: where it stands in its window, what it keeps from the window, and how it ends."""

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDragMoveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.modal_sheet import NARROW_MARGIN, SHEET_MARGIN, ModalSheet


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
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


def test_it_is_no_window_and_a_dialog_for_a_screen_reader(window: QWidget) -> None:
    sheet = sheet_of(window)
    assert (sheet.isWindow(), sheet.window()) == (False, window)
    assert QAccessible.queryAccessibleInterface(sheet).role() == QAccessible.Role.Dialog


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 800), (700, 500), (360, 300)])
def test_it_covers_the_window_and_its_panel_stays_inside(window: QWidget, size: tuple[int, int]) -> None:
    sheet = sheet_of(window, 720, 2_000)
    window.resize(*size)
    QApplication.processEvents()
    assert sheet.geometry() == window.rect()
    assert window.rect().contains(sheet.panel.geometry())
    if size[1] >= 800:
        assert sheet.panel.height() == size[1] - 2 * theme().px(SHEET_MARGIN)
        assert sheet.panel.width() == theme().px(720)
    else:
        assert sheet.panel.width() <= size[0] - theme().px(NARROW_MARGIN)


def test_without_a_height_it_is_as_high_as_its_contents_and_grows_with_them(qtbot: QtBot, window: QWidget) -> None:
    sheet = sheet_of(window)
    before = sheet.panel.height()
    assert before < 200
    tall = QWidget()
    tall.setFixedHeight(300)
    sheet.body.addWidget(tall)
    qtbot.waitUntil(lambda: sheet.panel.height() >= before + 300, timeout=5000)


def test_tab_goes_round_inside(window: QWidget) -> None:
    outside = QLineEdit(window)
    outside.show()
    sheet = sheet_of(window)
    first, second = sheet.findChildren(QPushButton)
    first.setFocus()
    for expected in (second, first, second):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected


def test_a_sheet_over_a_sheet_keeps_the_focus(qtbot: QtBot, window: QWidget) -> None:
    below, above = sheet_of(window), sheet_of(window, 400)
    button = above.findChildren(QPushButton)[0]
    button.setFocus()
    QApplication.processEvents()
    assert button.hasFocus()
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert (above.isVisible(), below.isVisible()) == (False, True)


def test_what_is_dragged_over_it_is_dropped_nowhere(window: QWidget) -> None:
    sheet = sheet_of(window)
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data = QMimeData()
    enter = QDragEnterEvent(QPointF(10, 10).toPoint(), copy, data, left, none)
    QApplication.sendEvent(sheet, enter)
    move = QDragMoveEvent(QPointF(10, 10).toPoint(), copy, data, left, none)
    QApplication.sendEvent(sheet, move)
    assert (enter.isAccepted(), move.isAccepted()) == (True, False)


def test_it_ends_once_and_gives_the_keyboard_back(window: QWidget) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    sheet = sheet_of(window)
    ends: list[int] = []
    sheet.finished.connect(ends.append)
    sheet.findChildren(QPushButton)[0].setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert (ends, field.hasFocus()) == ([0], True)
