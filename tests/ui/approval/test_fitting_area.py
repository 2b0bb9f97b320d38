"""Fitting area: no higher than its contents, no higher than its limit, and reachable where it scrolls."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.approval.fitting_area import FittingArea
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel

MOST = 100


class Scene(QWidget):
    """An area over an empty rest, as a request's head over its files."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.label = PlainLabel(words, wrap=True)
        contents = QWidget()
        QVBoxLayout(contents).addWidget(self.label)
        self.area = FittingArea(contents, MOST, "What is asked")
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
    assert made.area.height() < theme().step(MOST)
    assert made.area.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_many_words_scroll_with_the_keyboard(qtbot: QtBot) -> None:
    made = scene(qtbot, "word " * 2000)
    bar = made.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=5000)
    assert made.area.height() == theme().step(MOST)
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
    made.label.setMinimumHeight(theme().step(60))
    qtbot.waitUntil(lambda: made.area.height() >= theme().step(60), timeout=5000)
    assert made.area.verticalScrollBar().maximum() == 0
