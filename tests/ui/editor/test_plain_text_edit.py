"""Tests of ui/editor/plain_text_edit.py."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor import plain_text_edit as module
from vaultdesk.ui.editor.plain_text_edit import (
    AT_ONCE,
    ChunkedTextEdit,
    SpacedLayout,
    SpacedTextEdit,
    python_length,
    utf16_length,
)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("plain", 5), ("é", 1), ("😀", 2), ("a😀b", 4)])
def test_an_emoji_has_two_of_qts_characters(text: str, count: int) -> None:
    assert utf16_length(text) == count
    assert python_length(text, count) == len(text)


def test_a_place_between_emojis_is_found() -> None:
    assert python_length("😀😀x", 4) == 2


@pytest.fixture
def field(qtbot: QtBot) -> QPlainTextEdit:
    made = QPlainTextEdit()
    qtbot.addWidget(made)
    made.resize(300, 300)
    return made


def height(field: QPlainTextEdit, block: int) -> float:
    return field.blockBoundingRect(field.document().findBlockByNumber(block)).height()


def test_lines_stand_a_pitch_apart_also_where_they_wrap(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one\n" + "many words " * 20 + "\nlast")
    field.show()
    wrapped = field.document().findBlockByNumber(1)
    assert height(field, 0) == 40
    assert height(field, 1) == 40 * wrapped.layout().lineCount()
    field.hide()


def test_a_changed_line_is_set_apart_again(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one\ntwo\nthree")
    field.show()
    field.textCursor().insertText("words ")
    assert height(field, 0) == 40
    field.hide()


def test_a_line_higher_than_the_pitch_has_air_too(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(2)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one")
    field.show()
    assert height(field, 0) > field.fontMetrics().height()
    field.hide()


def test_a_hebrew_paragraph_stands_at_the_right_and_an_english_one_at_the_left(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("# דוח\nword\n" + "דוח אובדן חום " * 12)
    field.show()
    starts = []
    for number in range(3):
        block = field.document().findBlockByNumber(number)
        field.blockBoundingRect(block)
        line = block.layout().lineAt(0)
        starts.append((line.x() > 10, round(line.x() + line.naturalTextWidth()) >= round(line.width())))
    assert starts[0] == (True, True)
    assert starts[1] == (False, False)
    wrapped = field.document().findBlockByNumber(2).layout()
    ends = {round(line.x() + line.naturalTextWidth()) for line in map(wrapped.lineAt, range(wrapped.lineCount()))}
    assert len(ends) == 1
    field.hide()


def test_a_press_in_a_hebrew_line_means_the_letter_under_it(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("דוח")
    field.show()
    place = field.cursorRect(QTextCursor(field.document().firstBlock())).center()
    assert place.x() > field.viewport().width() - 20
    assert field.cursorForPosition(place).position() == 0
    field.hide()


def test_a_press_in_the_air_above_a_line_means_the_line(qtbot: QtBot) -> None:
    field = SpacedTextEdit()
    qtbot.addWidget(field)
    field.airy.set_pitch(60)
    field.setPlainText("first words here\n" + "wrapped words " * 20)
    field.resize(300, 400)
    field.show()
    x = field.fontMetrics().horizontalAdvance("first wor")
    for block in (0, 1):
        line = field.document().findBlockByNumber(block)
        rect = field.blockBoundingGeometry(line).translated(field.contentOffset())
        QTest.mouseClick(field.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, int(rect.top()) + 3))
        assert field.textCursor().blockNumber() == block
        assert 4 < field.textCursor().positionInBlock() < 14
    between = QPointF(x, rect.top() + 63)
    assert field.line_meant(between).y() > between.y()
    field.close()


def test_a_press_on_the_letters_stays_where_it_is(qtbot: QtBot) -> None:
    field = SpacedTextEdit()
    qtbot.addWidget(field)
    field.airy.set_pitch(60)
    field.setPlainText("words")
    field.show()
    rect = field.blockBoundingGeometry(field.document().firstBlock()).translated(field.contentOffset())
    at = QPointF(20, rect.bottom() - 8)
    assert field.line_meant(at) == at
    field.close()


LINES = 60_000
BOOK = "".join(f"line {number} of a long book\n" for number in range(LINES)) + "the end"


@pytest.fixture
def poured_field_field(qtbot: QtBot) -> ChunkedTextEdit:
    made = ChunkedTextEdit()
    qtbot.addWidget(made)
    made.resize(800, 400)
    made.show()
    return made


def all_there(field: ChunkedTextEdit) -> bool:
    return not field.pouring


def test_a_short_text_is_there_at_once(poured_field_field: ChunkedTextEdit) -> None:
    poured_field_field.pour("one\ntwo")
    assert not poured_field_field.pouring
    assert poured_field_field.toPlainText() == "one\ntwo"


def test_a_book_is_seen_at_once_and_all_there_by_and_by(poured_field_field: ChunkedTextEdit, qtbot: QtBot) -> None:
    poured_field_field.pour(BOOK)
    assert poured_field_field.pouring
    assert 0 < poured_field_field.document().characterCount() <= AT_ONCE + 1
    qtbot.waitUntil(lambda: all_there(poured_field_field))
    assert poured_field_field.toPlainText() == BOOK


def test_a_line_longer_than_a_piece_is_not_parted(
    poured_field_field: ChunkedTextEdit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 100)
    monkeypatch.setattr(module, "PIECE", 30)
    text = "x" * 145 + "\n\n\nend " + "y" * 70
    poured_field_field.pour(text)
    assert poured_field_field.pouring
    poured_field_field.finish()
    assert poured_field_field.toPlainText() == text


def test_finish_puts_the_rest_in_now(poured_field_field: ChunkedTextEdit) -> None:
    poured_field_field.pour(BOOK)
    poured_field_field.finish()
    assert not poured_field_field.pouring
    assert poured_field_field.toPlainText() == BOOK


def test_another_text_takes_the_place_of_one_that_is_coming(poured_field_field: ChunkedTextEdit, qtbot: QtBot) -> None:
    poured_field_field.pour(BOOK)
    poured_field_field.pour("short")
    qtbot.wait(20)
    assert poured_field_field.toPlainText() == "short"
    assert not poured_field_field.isReadOnly()


def test_what_is_typed_meanwhile_is_put_in_when_all_is_there(poured_field_field: ChunkedTextEdit, qtbot: QtBot) -> None:
    poured_field_field.pour(BOOK)
    QTest.keyClicks(poured_field_field, "ab")
    QTest.keyClick(poured_field_field, Qt.Key.Key_Return)
    assert poured_field_field.pouring
    qtbot.waitUntil(lambda: all_there(poured_field_field))
    assert poured_field_field.toPlainText() == f"ab\n{BOOK}"


def test_nothing_is_typed_into_a_field_that_may_not_be_written(poured_field_field: ChunkedTextEdit) -> None:
    poured_field_field.setReadOnly(True)
    poured_field_field.pour(BOOK)
    QTest.keyClicks(poured_field_field, "ab")
    poured_field_field.finish()
    assert poured_field_field.isReadOnly()
    assert poured_field_field.toPlainText() == BOOK


def test_nothing_that_was_put_in_can_be_undone_and_typing_can(poured_field_field: ChunkedTextEdit) -> None:
    poured_field_field.pour(BOOK)
    poured_field_field.finish()
    assert not poured_field_field.document().isUndoAvailable()
    QTest.keyClicks(poured_field_field, "x")
    poured_field_field.undo()
    assert poured_field_field.toPlainText() == BOOK


def test_it_tells_of_its_text_at_the_beginning_and_at_the_end_only(poured_field_field: ChunkedTextEdit) -> None:
    told: list[bool] = []
    poured_field_field.textChanged.connect(lambda: told.append(poured_field_field.quiet))
    poured_field_field.pour(BOOK)
    poured_field_field.finish()
    assert told == [True, True]


def test_who_waits_for_a_place_is_called_once_it_is_there(poured_field_field: ChunkedTextEdit) -> None:
    called: list[int] = []
    poured_field_field.pour(BOOK)
    poured_field_field.when(
        lambda: poured_field_field.blockCount() > LINES // 2, lambda: called.append(poured_field_field.blockCount())
    )
    assert not called
    poured_field_field.finish()
    assert len(called) == 1
    assert LINES // 2 < called[0] < LINES


def test_who_waits_for_a_place_that_never_comes_is_called_at_the_end(poured_field_field: ChunkedTextEdit) -> None:
    called: list[int] = []
    poured_field_field.pour(BOOK)
    poured_field_field.when(lambda: False, lambda: called.append(poured_field_field.blockCount()))
    poured_field_field.finish()
    assert called == [LINES + 1]


def test_each_further_piece_is_put_in_within_what_stands_around_it(poured_field_field: ChunkedTextEdit) -> None:
    sizes: list[int] = []

    @contextmanager
    def around() -> Iterator[None]:
        before = poured_field_field.blockCount()
        yield
        sizes.append(poured_field_field.blockCount() - before)

    poured_field_field.around = around
    poured_field_field.pour(BOOK)
    begun = poured_field_field.blockCount()
    poured_field_field.finish()
    assert len(sizes) > 3
    assert begun + sum(sizes) == LINES + 1
