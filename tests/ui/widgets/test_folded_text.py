"""Tests of ui/widgets/folded_text.py."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.review.numbered_text import NumberedText
from vaultdesk.ui.review.text_box import TextBox

TEXT = "start\n" + "\n" * 3_000 + "payload"


def box(qtbot: QtBot) -> TextBox:
    made = NumberedText(8, "Arguments")
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    made.show_text(TEXT)
    return made


def test_t14_blank_lines_before_the_payload_do_not_push_it_out_of_sight(qtbot: QtBot) -> None:
    made = box(qtbot)

    assert made.toPlainText() == "start\n⋯ 3000 blank lines\npayload"
    assert made.verticalScrollBar().maximum() == 0
    assert [made.folds.line_number(block) for block in range(3)] == [1, 2, 3002]
    assert "Space" in made.accessibleDescription()


def test_t14_a_fold_opens_by_space_and_by_a_click_on_it(qtbot: QtBot) -> None:
    by_key, by_click = box(qtbot), box(qtbot)
    by_key.setFocus()
    QTest.keyClick(by_key, Qt.Key.Key_Space)
    assert by_key.toPlainText() == TEXT

    block = by_click.document().findBlockByNumber(1)
    area = by_click.blockBoundingGeometry(block).translated(by_click.contentOffset())
    QTest.mouseClick(by_click.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, round(area.center().y())))
    assert by_click.toPlainText() == TEXT
    assert not by_click.folds.has_folds


def test_a_click_beside_a_fold_opens_nothing(qtbot: QtBot) -> None:
    made = box(qtbot)
    block = made.document().findBlockByNumber(2)
    area = made.blockBoundingGeometry(block).translated(made.contentOffset())
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, round(area.center().y())))

    assert made.folds.has_folds
