"""Panel: a wish is told once it is whole, and nothing can be taken before it was written."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.rewrite.panel import RewritePanel
from vaultdesk.ui.rewrite.word_diff import word_diff


@pytest.fixture
def panel(qtbot: QtBot) -> RewritePanel:
    editor = QPlainTextEdit("The old boiler leaks.")
    qtbot.addWidget(editor)
    editor.resize(700, 400)
    return RewritePanel(editor)


def test_enter_asks_for_what_was_typed_and_nothing_for_nothing(qtbot: QtBot, panel: RewritePanel) -> None:
    asked: list[str] = []
    panel.asked.connect(asked.append)
    qtbot.keyClick(panel.wish, Qt.Key.Key_Return)
    qtbot.keyClicks(panel.wish, "shorter ")
    qtbot.keyClick(panel.wish, Qt.Key.Key_Return)

    assert asked == ["shorter"]


def test_new_words_can_be_taken_only_when_all_of_them_came(panel: RewritePanel) -> None:
    able = [panel.replace.isEnabled()]
    panel.show_writing(word_diff("The old", "The new"))
    able.append(panel.replace.isEnabled())
    panel.show_written(word_diff("The old boiler leaks.", "The new boiler leaks."))
    able.append(panel.replace.isEnabled())
    panel.show_written(word_diff("The same", "The same"))
    able.append(panel.replace.isEnabled())

    assert able[1:] == [False, True, False]


def test_it_stays_inside_a_small_editor(qtbot: QtBot) -> None:
    editor = QPlainTextEdit("\n".join(["line"] * 60))
    qtbot.addWidget(editor)
    editor.resize(360, 260)
    editor.show()
    editor.moveCursor(editor.textCursor().MoveOperation.End)
    panel = RewritePanel(editor)

    assert panel.width() <= 360
    assert 0 <= panel.y() <= 260


def test_esc_leaves(qtbot: QtBot, panel: RewritePanel) -> None:
    with qtbot.waitSignal(panel.left):
        qtbot.keyClick(panel, Qt.Key.Key_Escape)
