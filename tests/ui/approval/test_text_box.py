"""Text box: plain text, never changed, scrolled with every key one would try."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.approval.text_box import TextBox
from vaultdesk.ui.theme.theme import theme


class Host(QWidget):
    """Holds a box and hears the keys that it leaves over."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[int] = []
        self.box = TextBox("What the model would read")
        QVBoxLayout(self).addWidget(self.box)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's own name
        self.heard.append(event.key())


@pytest.fixture
def host(qtbot: QtBot) -> Host:
    made = Host()
    qtbot.addWidget(made)
    made.box.setPlainText("<b>no markup</b>\n" * 200)
    made.box.show_lines(5)
    made.resize(300, 300)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    return made


def test_markup_stays_text_and_typing_changes_nothing(host: Host) -> None:
    before = host.box.toPlainText()
    QTest.keyClicks(host.box, "abc")
    QTest.keyClick(host.box, Qt.Key.Key_Delete)
    assert host.box.toPlainText() == before
    assert before.startswith("<b>no markup</b>")


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End, Qt.Key.Key_Space])
def test_keys_scroll_down(host: Host, key: Qt.Key) -> None:
    QTest.keyClick(host.box, key)
    assert host.box.verticalScrollBar().value() > 0


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Home])
def test_keys_scroll_up(host: Host, key: Qt.Key) -> None:
    bar = host.box.verticalScrollBar()
    bar.setValue(bar.maximum())
    QTest.keyClick(host.box, key)
    assert bar.value() < bar.maximum()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
def test_enter_and_esc_are_left_to_the_question(host: Host, key: Qt.Key) -> None:
    QTest.keyClick(host.box, key)
    assert host.heard == [key]


def test_exactly_the_wanted_lines_are_in_sight(host: Host) -> None:
    above = host.box.document().documentMargin()
    # As far apart as they are drawn: the font's own spacing may be much less.
    first, second = (QTextCursor(host.box.document().findBlockByNumber(number)) for number in range(2))
    pitch = host.box.cursorRect(second).top() - host.box.cursorRect(first).top()
    assert (host.box.height() - above) // pitch == 5


def test_the_ring_is_there_with_the_keyboard_and_gone_without(host: Host) -> None:
    edge = (1, host.box.viewport().height() // 2)
    host.box.setFocus()
    assert host.box.viewport().grab().toImage().pixelColor(*edge) == theme().color("accent")
    host.box.clearFocus()
    assert host.box.viewport().grab().toImage().pixelColor(*edge) != theme().color("accent")


def test_tab_leaves_it(host: Host) -> None:
    other = TextBox("other")
    host.layout().addWidget(other)
    other.show()
    host.box.setFocus()
    QTest.keyClick(host.box, Qt.Key.Key_Tab)
    assert host.focusWidget() is other
