"""Diff text: what goes and what comes is told by more than colour."""

from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from vaultdesk.ui.rewrite.diff_text import DiffText
from vaultdesk.ui.rewrite.word_diff import word_diff


def test_what_goes_is_struck_and_what_comes_is_underlined(qtbot: QtBot) -> None:
    text = DiffText("Diff")
    qtbot.addWidget(text)
    text.show_diff(word_diff("one old word", "one new word"))
    cursor = QTextCursor(text.document())
    looks = {}
    for word in ("one", "old", "new"):
        cursor = text.document().find(word)
        shape = cursor.charFormat()
        looks[word] = (shape.fontStrikeOut(), shape.fontUnderline())

    assert looks == {"one": (False, False), "old": (True, False), "new": (False, True)}
    assert text.isReadOnly()
