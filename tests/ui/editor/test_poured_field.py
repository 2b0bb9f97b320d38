from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor import poured_field as module
from vaultdesk.ui.editor.poured_field import AT_ONCE, PouredField

LINES = 60_000
BOOK = "".join(f"line {number} of a long book\n" for number in range(LINES)) + "the end"


@pytest.fixture
def field(qtbot: QtBot) -> PouredField:
    made = PouredField()
    qtbot.addWidget(made)
    made.resize(800, 400)
    made.show()
    return made


def all_there(field: PouredField) -> bool:
    return not field.pouring


def test_a_short_text_is_there_at_once(field: PouredField) -> None:
    field.pour("one\ntwo")
    assert not field.pouring
    assert field.toPlainText() == "one\ntwo"


def test_a_book_is_seen_at_once_and_all_there_by_and_by(field: PouredField, qtbot: QtBot) -> None:
    field.pour(BOOK)
    assert field.pouring
    assert 0 < field.document().characterCount() <= AT_ONCE + 1
    qtbot.waitUntil(lambda: all_there(field))
    assert field.toPlainText() == BOOK


def test_a_line_longer_than_a_piece_is_not_parted(field: PouredField, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 100)
    monkeypatch.setattr(module, "PIECE", 30)
    text = "x" * 145 + "\n\n\nend " + "y" * 70
    field.pour(text)
    assert field.pouring
    field.finish()
    assert field.toPlainText() == text


def test_finish_puts_the_rest_in_now(field: PouredField) -> None:
    field.pour(BOOK)
    field.finish()
    assert not field.pouring
    assert field.toPlainText() == BOOK


def test_another_text_takes_the_place_of_one_that_is_coming(field: PouredField, qtbot: QtBot) -> None:
    field.pour(BOOK)
    field.pour("short")
    qtbot.wait(20)
    assert field.toPlainText() == "short"
    assert not field.isReadOnly()


def test_what_is_typed_meanwhile_is_put_in_when_all_is_there(field: PouredField, qtbot: QtBot) -> None:
    field.pour(BOOK)
    QTest.keyClicks(field, "ab")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.pouring
    qtbot.waitUntil(lambda: all_there(field))
    assert field.toPlainText() == f"ab\n{BOOK}"


def test_nothing_is_typed_into_a_field_that_may_not_be_written(field: PouredField) -> None:
    field.setReadOnly(True)
    field.pour(BOOK)
    QTest.keyClicks(field, "ab")
    field.finish()
    assert field.isReadOnly()
    assert field.toPlainText() == BOOK


def test_nothing_that_was_put_in_can_be_undone_and_typing_can(field: PouredField) -> None:
    field.pour(BOOK)
    field.finish()
    assert not field.document().isUndoAvailable()
    QTest.keyClicks(field, "x")
    field.undo()
    assert field.toPlainText() == BOOK


def test_it_tells_of_its_text_at_the_beginning_and_at_the_end_only(field: PouredField) -> None:
    told: list[bool] = []
    field.textChanged.connect(lambda: told.append(field.quiet))
    field.pour(BOOK)
    field.finish()
    assert told == [True, True]


def test_who_waits_for_a_place_is_called_once_it_is_there(field: PouredField) -> None:
    called: list[int] = []
    field.pour(BOOK)
    field.when(lambda: field.blockCount() > LINES // 2, lambda: called.append(field.blockCount()))
    assert not called
    field.finish()
    assert len(called) == 1
    assert LINES // 2 < called[0] < LINES


def test_who_waits_for_a_place_that_never_comes_is_called_at_the_end(field: PouredField) -> None:
    called: list[int] = []
    field.pour(BOOK)
    field.when(lambda: False, lambda: called.append(field.blockCount()))
    field.finish()
    assert called == [LINES + 1]


def test_each_further_piece_is_put_in_within_what_stands_around_it(field: PouredField) -> None:
    sizes: list[int] = []

    @contextmanager
    def around() -> Iterator[None]:
        before = field.blockCount()
        yield
        sizes.append(field.blockCount() - before)

    field.around = around
    field.pour(BOOK)
    begun = field.blockCount()
    field.finish()
    assert len(sizes) > 3
    assert begun + sum(sizes) == LINES + 1
