from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.airy_field import AiryField


def test_a_press_in_the_air_above_a_line_means_the_line(qtbot: QtBot) -> None:
    field = AiryField()
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
    field = AiryField()
    qtbot.addWidget(field)
    field.airy.set_pitch(60)
    field.setPlainText("words")
    field.show()
    rect = field.blockBoundingGeometry(field.document().firstBlock()).translated(field.contentOffset())
    at = QPointF(20, rect.bottom() - 8)
    assert field.line_meant(at) == at
    field.close()
