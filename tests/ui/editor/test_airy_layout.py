import pytest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.airy_layout import AiryLayout


@pytest.fixture
def field(qtbot: QtBot) -> QPlainTextEdit:
    made = QPlainTextEdit()
    qtbot.addWidget(made)
    made.resize(300, 300)
    return made


def height(field: QPlainTextEdit, block: int) -> float:
    return field.blockBoundingRect(field.document().findBlockByNumber(block)).height()


def test_lines_stand_a_pitch_apart_also_where_they_wrap(field: QPlainTextEdit) -> None:
    layout = AiryLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one\n" + "many words " * 20 + "\nlast")
    field.show()
    wrapped = field.document().findBlockByNumber(1)
    assert height(field, 0) == 40
    assert height(field, 1) == 40 * wrapped.layout().lineCount()
    field.hide()


def test_a_changed_line_is_set_apart_again(field: QPlainTextEdit) -> None:
    layout = AiryLayout(field.document())
    layout.set_pitch(40)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one\ntwo\nthree")
    field.show()
    field.textCursor().insertText("words ")
    assert height(field, 0) == 40
    field.hide()


def test_a_line_higher_than_the_pitch_has_air_too(field: QPlainTextEdit) -> None:
    layout = AiryLayout(field.document())
    layout.set_pitch(2)
    field.document().setDocumentLayout(layout)
    field.setPlainText("one")
    field.show()
    assert height(field, 0) > field.fontMetrics().height()
    field.hide()
