"""Tests of ui/chat/composer/question_field.py."""

import base64
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QImage, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from vaultdesk.ui.chat.composer.composer import Composer
from vaultdesk.ui.chat.composer.question_field import (
    MAX_FIELD_LINES,
    MAX_IMAGE_SIDE,
    MAX_LINE_LENGTH,
    MAX_PASTE_LENGTH,
    QuestionField,
    broken_lines,
    files_in,
    image_in,
    image_part,
    is_attachable,
)

# Line breaks.


def test_lines_are_broken_at_a_space_where_there_is_one() -> None:
    text = "word " * 1_000
    assert all(len(line) <= MAX_LINE_LENGTH for line in broken_lines(text).split("\n"))
    assert broken_lines(text).replace("\n", "") == text


# Laid beside.


def picture(wide: int, high: int) -> QImage:
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    return image


def test_files_of_this_computer_go_beside_and_addresses_do_not(tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.md")), QUrl("https://example.org/b")])
    assert files_in(data) == (tmp_path / "a.md",)
    assert is_attachable(data)
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/b")])
    assert not is_attachable(web)


def test_a_picture_alone_goes_beside_and_words_with_their_picture_are_words() -> None:
    alone, text = QMimeData(), QMimeData()
    alone.setImageData(picture(3, 3))
    text.setImageData(picture(3, 3))
    text.setText("copied words")
    assert is_attachable(alone)
    assert image_in(alone) is not None
    assert not is_attachable(text)
    assert image_in(text) is None


def test_a_large_picture_is_sent_as_large_as_it_is_looked_at() -> None:
    part = image_part(picture(2 * MAX_IMAGE_SIDE, 100), "Pasted picture")
    image = QImage.fromData(base64.b64decode(part.data))
    assert (image.width(), image.height()) == (MAX_IMAGE_SIDE, 50)
    assert (part.media_type, part.name) == ("image/png", "Pasted picture")
    small = QImage.fromData(base64.b64decode(image_part(picture(20, 10), "").data))
    assert (small.width(), small.height()) == (20, 10)


# Question box.

SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown_box() -> QuestionField:
    box = QuestionField()
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
    assert (four - one, most - one) == (3 * line, (MAX_FIELD_LINES - 1) * line)
    assert box.verticalScrollBar().maximum() > 0


def test_a_pasted_endless_line_is_broken_and_an_endless_text_refused() -> None:
    box, refused = shown_box(), []
    box.paste_refused.connect(lambda: refused.append(True))
    data = QMimeData()
    data.setText("x" * (3 * MAX_LINE_LENGTH))
    box.insertFromMimeData(data)
    assert [len(line) for line in box.toPlainText().split("\n")] == [MAX_LINE_LENGTH] * 3
    data.setText("y" * (MAX_PASTE_LENGTH + 1))
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
    box, emitted = shown_box(), []
    box.escaped.connect(lambda: emitted.append("esc"))
    box.page_requested.connect(lambda direction: emitted.append(f"page {direction}"))
    box.jump_requested.connect(lambda direction: emitted.append(f"jump {direction}"))
    box.recall_requested.connect(lambda: emitted.append("recall"))
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    QTest.keyClick(box, Qt.Key.Key_PageUp)
    QTest.keyClick(box, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClicks(box, "x")
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert emitted == ["recall", "esc", "page -1", "jump 1"]


def test_a_dragged_folder_falls_through_to_what_is_around_the_box_and_words_do_not(tmp_path: Path) -> None:
    class Around(QWidget):
        def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - the name is that of Qt
            taken.append(event.mimeData().urls())
            event.acceptProposedAction()

    taken: list[list[QUrl]] = []
    around = Around()
    around.setAcceptDrops(True)
    box = QuestionField(around)
    around.show()
    folder, text = QMimeData(), QMimeData()
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    text.setText("words")
    left = Qt.MouseButton.LeftButton
    for data in (folder, text):
        copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(box.viewport(), QDragEnterEvent(QPoint(2, 2), copy, data, left, none))
    assert taken == [folder.urls()]
    assert (box.canInsertFromMimeData(folder), box.canInsertFromMimeData(text)) == (False, True)


def test_home_and_end_are_handed_on_where_nothing_is_typed() -> None:
    box = shown_box()
    emitted: list[int] = []
    box.edge_requested.connect(emitted.append)
    QTest.keyClick(box, Qt.Key.Key_Home)
    QTest.keyClick(box, Qt.Key.Key_End)
    QTest.keyClicks(box, "words")
    QTest.keyClick(box, Qt.Key.Key_Home)
    assert emitted == [-1, 1]
    assert box.textCursor().position() == 0


def test_the_large_box_takes_the_room_there_is_and_the_small_one_that_of_its_text() -> None:
    box = shown_box()
    small = box.height()
    box.set_max_height(400)
    box.set_expanded(True)
    assert 400 - small <= box.height() <= 400 + small
    box.set_expanded(False)
    assert box.height() == small


# Large button.


def test_it_is_offered_once_a_question_is_long_and_leads_back() -> None:
    composer = Composer()
    composer.resize(400, 160)
    composer.show()
    composer.field.set_max_height(300)
    large, before = composer.expand_button, composer.field.height()
    assert large.isHidden()
    composer.set_text("one\ntwo\nthree\nfour\nfive")
    assert not large.isHidden()
    large.click()
    assert composer.field.height() > 250
    assert large.accessibleName() == "Smaller box"
    composer.set_text("short")
    assert not large.isHidden(), "a large box can always be made small"
    large.click()
    assert (composer.field.height(), large.isHidden()) == (before, True)


def test_its_tooltip_shows_the_keys_that_are_bound() -> None:
    composer = Composer()
    composer.expand_button.set_keys("Shift+Esc")
    assert "Shift+Esc" in composer.expand_button.toolTip()
