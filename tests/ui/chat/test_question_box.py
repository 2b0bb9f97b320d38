"""Tests of question_box.py."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.ui.chat.line_breaks import LONGEST_LINE
from vaultdesk.ui.chat.question_box import LONGEST_PASTE, MOST_LINES, QuestionBox

SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown_box() -> QuestionBox:
    box = QuestionBox()
    box.resize(300, 30)
    box.show()
    return box


def test_enter_sends_and_shift_enter_breaks_the_line() -> None:
    box, sent = shown_box(), []
    box.entered.connect(lambda: sent.append(box.toPlainText()))
    QTest.keyClicks(box, "one")
    QTest.keyClick(box, Qt.Key.Key_Return, SHIFT)
    QTest.keyClicks(box, "two")
    assert sent == []
    QTest.keyClick(box, Qt.Key.Key_Enter)
    assert sent == ["one\ntwo"]


def test_enter_belongs_to_the_input_method_while_a_word_is_composed() -> None:
    box, sent = shown_box(), []
    box.entered.connect(lambda: sent.append(True))
    QApplication.sendEvent(box, QInputMethodEvent("にほ", []))
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert sent == []
    done = QInputMethodEvent("", [])
    done.setCommitString("日本")
    QApplication.sendEvent(box, done)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert sent == [True]


def test_the_box_grows_to_eight_lines_and_then_scrolls() -> None:
    box = shown_box()
    one = box.height()
    box.setPlainText("\n".join("abcd"))
    four = box.height()
    box.setPlainText("\n" * 40)
    most = box.height()
    line = box.fontMetrics().lineSpacing()
    assert (four - one, most - one) == (3 * line, (MOST_LINES - 1) * line)
    assert box.verticalScrollBar().maximum() > 0


def test_a_pasted_endless_line_is_broken_and_an_endless_text_refused() -> None:
    box, refused = shown_box(), []
    box.paste_refused.connect(lambda: refused.append(True))
    data = QMimeData()
    data.setText("x" * (3 * LONGEST_LINE))
    box.insertFromMimeData(data)
    assert [len(line) for line in box.toPlainText().split("\n")] == [LONGEST_LINE] * 3
    data.setText("y" * (LONGEST_PASTE + 1))
    box.insertFromMimeData(data)
    assert refused == [True]
    assert "y" not in box.toPlainText()


def test_pasted_markup_stays_text() -> None:
    box = shown_box()
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("<b>bold</b>")
    box.insertFromMimeData(data)
    assert box.toPlainText() == "<b>bold</b>"


def test_esc_paging_and_up_are_handed_on() -> None:
    box, told = shown_box(), []
    box.escaped.connect(lambda: told.append("esc"))
    box.paged.connect(lambda direction: told.append(f"page {direction}"))
    box.jumped.connect(lambda direction: told.append(f"jump {direction}"))
    box.recalled.connect(lambda: told.append("recall"))
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    QTest.keyClick(box, Qt.Key.Key_PageUp)
    QTest.keyClick(box, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClicks(box, "x")
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert told == ["recall", "esc", "page -1", "jump 1"]


def test_a_dragged_folder_falls_through_to_what_is_around_the_box_and_words_do_not(tmp_path: Path) -> None:
    class Around(QWidget):
        def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - the name is that of Qt
            taken.append(event.mimeData().urls())
            event.acceptProposedAction()

    taken: list[list[QUrl]] = []
    around = Around()
    around.setAcceptDrops(True)
    box = QuestionBox(around)
    around.show()
    folder, words = QMimeData(), QMimeData()
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    words.setText("words")
    left = Qt.MouseButton.LeftButton
    for data in (folder, words):
        copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(box.viewport(), QDragEnterEvent(QPoint(2, 2), copy, data, left, none))
    assert taken == [folder.urls()]
    assert (box.canInsertFromMimeData(folder), box.canInsertFromMimeData(words)) == (False, True)


def test_home_and_end_are_handed_on_where_nothing_is_typed() -> None:
    box = shown_box()
    told: list[int] = []
    box.edged.connect(told.append)
    QTest.keyClick(box, Qt.Key.Key_Home)
    QTest.keyClick(box, Qt.Key.Key_End)
    QTest.keyClicks(box, "words")
    QTest.keyClick(box, Qt.Key.Key_Home)
    assert told == [-1, 1]
    assert box.textCursor().position() == 0


def test_the_large_box_takes_the_room_there_is_and_the_small_one_that_of_its_text() -> None:
    box = shown_box()
    small = box.height()
    box.set_room(400)
    box.set_expanded(True)
    assert 400 - small <= box.height() <= 400 + small
    box.set_expanded(False)
    assert box.height() == small
