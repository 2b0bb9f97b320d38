import time
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.theme.theme import Theme

TEXT = "---\nstatus: x\n---\n# Head\n[[Link]] #tag `code`\n```\nin code\n```\nplain\n"


@pytest.fixture
def editor(qtbot: QtBot) -> Iterator[NoteEditor]:
    made = NoteEditor()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    yield made
    made.close()


def colours(editor: NoteEditor, line: int) -> list[str]:
    formats = editor.document().findBlockByNumber(line).layout().formats()
    return [found.format.foreground().color().name() for found in formats]


def go_on(editor: NoteEditor, until_line: int) -> None:
    """Let idle work be done until *until_line* has colours; a test that waits in vain ends."""
    end = time.monotonic() + 30
    while not colours(editor, until_line) and time.monotonic() < end:
        QApplication.processEvents()


def test_each_kind_of_line_has_its_colour(editor: NoteEditor, dressed: Theme) -> None:
    editor.set_text(TEXT)
    muted, text2, accent = (dressed.color(role).name() for role in ("muted", "text2", "accent"))
    assert colours(editor, 1) == [muted, text2]
    assert editor.document().findBlockByNumber(3).layout().formats()[0].format.fontWeight() > 500
    assert colours(editor, 4)[:4] == [muted, accent, muted, accent]
    assert colours(editor, 6) == [text2]
    assert colours(editor, 8) == []


def test_a_fence_colours_what_follows_and_undo_takes_it_back(editor: NoteEditor, dressed: Theme) -> None:
    editor.set_text("one\n# two\nthree")
    cursor = editor.textCursor()
    cursor.insertText("```\n")
    assert colours(editor, 2) == [dressed.color("text2").name()]
    editor.undo()
    assert colours(editor, 0) == []
    assert colours(editor, 1) != [dressed.color("text2").name()]


def test_a_rule_at_the_beginning_without_an_end_is_no_property(editor: NoteEditor, dressed: Theme) -> None:
    editor.set_text("---\nplain words\n")
    assert colours(editor, 1) == []


def test_what_was_opened_far_above_is_known_in_sight(editor: NoteEditor, dressed: Theme) -> None:
    editor.set_text("```\n" + "code\n" * 3_000)
    editor.verticalScrollBar().setValue(2_900)
    go_on(editor, 2_910)
    assert colours(editor, 2_910) == [dressed.color("text2").name()]
    assert colours(editor, 1_000) == []


def test_links_that_lead_nowhere_look_so_once_that_is_known(editor: NoteEditor, dressed: Theme) -> None:
    lost: set[str] = set()
    editor.colours.set_known(lambda name: name not in lost)
    editor.set_text("[[Gone]]")
    assert dressed.color("accent").name() in colours(editor, 0)
    lost.add("Gone")
    editor.colours.refresh()
    assert dressed.color("accent").name() not in colours(editor, 0)


def test_colours_follow_the_theme(editor: NoteEditor, dressed: Theme) -> None:
    editor.set_text("#tag")
    dressed.set_choice("dark")
    assert colours(editor, 0) == [dressed.color("accent").name()]


def test_an_emoji_moves_no_colour(editor: NoteEditor, dressed: Theme) -> None:
    editor.set_text("😀 #tag")
    (found,) = editor.document().findBlockByNumber(0).layout().formats()
    assert (found.start, found.length) == (3, 4)


def test_a_large_note_is_typed_into_without_a_stall(editor: NoteEditor) -> None:
    editor.set_text("## Head [[Link]] **bold** words\n\n" * 60_000)
    cursor = QTextCursor(editor.document())
    best = min(_seconds(cursor) for _ in range(20))
    assert best < 0.02


def _seconds(cursor: QTextCursor) -> float:
    began = time.perf_counter()
    cursor.insertText("a")
    return time.perf_counter() - began


def test_what_a_book_opens_in_its_beginning_is_known_at_its_end(editor: NoteEditor, dressed: Theme) -> None:
    lines = 40_000
    editor.set_text("```\n" + "words in a long block of code\n" * lines + "```\n# Head\n")
    assert editor.loading
    editor.finish_loading()
    editor.show_line(lines + 2)
    block, head = (editor.document().findBlockByNumber(line) for line in (lines, lines + 2))

    def kinds(line: QTextBlock) -> set[str]:
        return {span.kind for span in editor.colours.spans_of(line)}

    end = time.monotonic() + 30
    # Either line may be the last of one turn's work.
    while kinds(block) != {"codeblock"} or "codeblock" in kinds(head):
        QApplication.processEvents()
        assert time.monotonic() < end
