"""Tests of ui/review/text_box.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.review.text_box import FittedScrollArea, TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel

# Text box: plain text, never changed, scrolled with every key one would try.


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


# Fitting area: no higher than its contents, no higher than its limit, and reachable where it scrolls.

MOST = 100


class Scene(QWidget):
    """An area over an empty rest, as a request's head over its files."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.label = PlainLabel(words, wrap=True)
        contents = QWidget()
        QVBoxLayout(contents).addWidget(self.label)
        self.area = FittedScrollArea(contents, MOST, "What is asked")
        column = QVBoxLayout(self)
        column.addWidget(self.area)
        column.addWidget(QWidget(), 1)


def scene(qtbot: QtBot, words: str) -> Scene:
    made = Scene(words)
    qtbot.addWidget(made)
    made.resize(400, 600)
    made.show()
    return made


def test_a_few_words_need_no_scrolling_and_no_stop_of_tab(qtbot: QtBot) -> None:
    made = scene(qtbot, "A few words.")
    qtbot.waitUntil(lambda: made.area.verticalScrollBar().maximum() == 0, timeout=5000)
    assert made.area.height() < theme().px(MOST)
    assert made.area.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_many_words_scroll_with_the_keyboard(qtbot: QtBot) -> None:
    made = scene(qtbot, "word " * 2000)
    bar = made.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=5000)
    assert made.area.height() == theme().px(MOST)
    assert made.area.focusPolicy() == Qt.FocusPolicy.StrongFocus
    QTest.keyClick(made.area, Qt.Key.Key_PageDown)
    assert bar.value() > 0


def test_it_grows_and_shrinks_with_its_words(qtbot: QtBot) -> None:
    made = scene(qtbot, "A few words.")
    low = made.area.height()
    made.label.setText("words " * 60)
    qtbot.waitUntil(lambda: made.area.height() > low, timeout=5000)
    made.label.setText("A few words.")
    qtbot.waitUntil(lambda: made.area.height() == low, timeout=5000)


def test_narrower_is_higher_so_that_nothing_is_hidden(qtbot: QtBot) -> None:
    made = scene(qtbot, "words " * 14)
    wide = made.area.height()
    made.resize(220, 600)
    qtbot.waitUntil(lambda: made.area.height() > wide, timeout=5000)
    qtbot.waitUntil(lambda: made.area.verticalScrollBar().maximum() == 0, timeout=5000)


def test_it_is_never_lower_than_what_is_in_it_can_be(qtbot: QtBot) -> None:
    made = scene(qtbot, "A few words.")
    made.label.setMinimumHeight(theme().px(60))
    qtbot.waitUntil(lambda: made.area.height() >= theme().px(60), timeout=5000)
    assert made.area.verticalScrollBar().maximum() == 0
