"""Tests of ui/editor/plain_text_edit.py."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.plain_text_edit import (
    SpacedLayout,
    SpacedTextEdit,
)


@pytest.fixture
def field(qtbot: QtBot) -> QPlainTextEdit:
    widget = QPlainTextEdit()
    qtbot.addWidget(widget)
    widget.resize(300, 300)
    return widget


def height(field: QPlainTextEdit, block: int) -> float:
    return field.blockBoundingRect(field.document().findBlockByNumber(block)).height()


def test_lines_have_the_pitch_also_where_they_wrap(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one\n" + "many words " * 20 + "\nlast")
    field.show()
    wrapped = field.document().findBlockByNumber(1)
    assert height(field, 0) == 40
    assert height(field, 1) == 40 * wrapped.layout().lineCount()
    field.hide()


def test_a_changed_line_keeps_the_pitch(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one\ntwo\nthree")
    field.show()
    field.textCursor().insertText("words ")
    assert height(field, 0) == 40
    field.hide()


def test_a_line_higher_than_the_pitch_has_extra_space(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(2)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one")
    field.show()
    assert height(field, 0) > field.fontMetrics().height()
    field.hide()


def test_a_hebrew_paragraph_is_right_aligned_and_an_english_one_left_aligned(field: QPlainTextEdit) -> None:
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


def test_a_click_in_a_hebrew_line_is_at_the_letter_under_it(field: QPlainTextEdit) -> None:
    layout = SpacedLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("דוח")
    field.show()
    point = field.cursorRect(QTextCursor(field.document().firstBlock())).center()
    assert point.x() > field.viewport().width() - 20
    assert field.cursorForPosition(point).position() == 0
    field.hide()


def test_a_click_in_the_space_above_a_line_is_in_that_line(qtbot: QtBot) -> None:
    field = SpacedTextEdit()
    qtbot.addWidget(field)
    field.spaced_layout.set_pitch(60)
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
    assert field.nearest_line_point(between).y() > between.y()
    field.close()


def test_a_point_on_the_letters_is_its_own_nearest_line_point(qtbot: QtBot) -> None:
    field = SpacedTextEdit()
    qtbot.addWidget(field)
    field.spaced_layout.set_pitch(60)
    field.setPlainText("words")
    field.show()
    rect = field.blockBoundingGeometry(field.document().firstBlock()).translated(field.contentOffset())
    point = QPointF(20, rect.bottom() - 8)
    assert field.nearest_line_point(point) == point
    field.close()
