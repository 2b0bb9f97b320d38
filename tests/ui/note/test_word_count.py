from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note import word_count
from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.ui.note.word_count import WordCount, words_of


def test_properties_are_no_words() -> None:
    assert words_of("---\ntags: [house, heating]\n---\nThe boiler leaks.\n") == 3
    assert words_of("") == 0


def test_the_words_are_counted_once_the_typing_pauses(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    counted: list[object] = []
    count = WordCount(editor, editor)
    count.counted.connect(counted.append)
    QTest.keyClicks(editor, "one two three")
    assert counted == []
    qtbot.waitUntil(lambda: counted == [3], timeout=5_000)


def test_a_book_is_not_counted_at_each_pause(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    counted: list[object] = []
    WordCount(editor, editor).counted.connect(counted.append)
    editor.set_text("word " * (word_count.LARGE // 4))
    QTest.keyClicks(editor, "x")
    qtbot.waitUntil(lambda: counted == [None], timeout=5_000)
