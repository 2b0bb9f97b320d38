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


def test_long_lines_are_broken_at_spaces() -> None:
    text = "word " * 1_000
    assert all(len(line) <= MAX_LINE_LENGTH for line in broken_lines(text).split("\n"))
    assert broken_lines(text).replace("\n", "") == text


# Attachments.


def red_image(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    return image


def test_local_files_are_attachable_and_urls_are_not(tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.md")), QUrl("https://example.org/b")])
    assert files_in(data) == (tmp_path / "a.md",)
    assert is_attachable(data)
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/b")])
    assert not is_attachable(web)


def test_picture_alone_is_attached_and_text_with_a_picture_is_text() -> None:
    image_data, text_data = QMimeData(), QMimeData()
    image_data.setImageData(red_image(3, 3))
    text_data.setImageData(red_image(3, 3))
    text_data.setText("copied words")
    assert is_attachable(image_data)
    assert image_in(image_data) is not None
    assert not is_attachable(text_data)
    assert image_in(text_data) is None


def test_large_picture_is_scaled_down() -> None:
    part = image_part(red_image(2 * MAX_IMAGE_SIDE, 100), "Pasted picture")
    image = QImage.fromData(base64.b64decode(part.data))
    assert (image.width(), image.height()) == (MAX_IMAGE_SIDE, 50)
    assert (part.media_type, part.name) == ("image/png", "Pasted picture")
    small = QImage.fromData(base64.b64decode(image_part(red_image(20, 10), "").data))
    assert (small.width(), small.height()) == (20, 10)


# Question field.

SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown_field() -> QuestionField:
    field = QuestionField()
    field.resize(300, 30)
    field.show()
    return field


def test_enter_sends_and_shift_enter_breaks_the_line() -> None:
    field, sent = shown_field(), []
    field.entered.connect(lambda: sent.append(field.toPlainText()))
    QTest.keyClicks(field, "one")
    QTest.keyClick(field, Qt.Key.Key_Return, SHIFT)
    QTest.keyClicks(field, "two")
    assert sent == []
    QTest.keyClick(field, Qt.Key.Key_Enter)
    assert sent == ["one\ntwo"]


def test_enter_is_passed_to_the_input_method_during_composition() -> None:
    field, sent = shown_field(), []
    field.entered.connect(lambda: sent.append(True))
    QApplication.sendEvent(field, QInputMethodEvent("にほ", []))
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sent == []
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QApplication.sendEvent(field, commit)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sent == [True]


def test_field_grows_to_eight_lines_and_then_scrolls() -> None:
    field = shown_field()
    one_line = field.height()
    field.setPlainText("\n".join("abcd"))
    four_lines = field.height()
    field.setPlainText("\n" * 40)
    max_height = field.height()
    line = field.fontMetrics().lineSpacing()
    assert (four_lines - one_line, max_height - one_line) == (3 * line, (MAX_FIELD_LINES - 1) * line)
    assert field.verticalScrollBar().maximum() > 0


def test_pasted_overlong_line_is_broken_and_an_overlong_text_is_rejected() -> None:
    field, refused = shown_field(), []
    field.paste_refused.connect(lambda: refused.append(True))
    data = QMimeData()
    data.setText("x" * (3 * MAX_LINE_LENGTH))
    field.insertFromMimeData(data)
    assert [len(line) for line in field.toPlainText().split("\n")] == [MAX_LINE_LENGTH] * 3
    data.setText("y" * (MAX_PASTE_LENGTH + 1))
    field.insertFromMimeData(data)
    assert refused == [True]
    assert "y" not in field.toPlainText()


def test_pasted_markup_stays_text() -> None:
    field = shown_field()
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("<b>bold</b>")
    field.insertFromMimeData(data)
    assert field.toPlainText() == "<b>bold</b>"


def test_esc_page_keys_and_up_are_emitted() -> None:
    field, emitted = shown_field(), []
    field.escaped.connect(lambda: emitted.append("esc"))
    field.page_requested.connect(lambda direction: emitted.append(f"page {direction}"))
    field.jump_requested.connect(lambda direction: emitted.append(f"jump {direction}"))
    field.recall_requested.connect(lambda: emitted.append("recall"))
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    QTest.keyClick(field, Qt.Key.Key_PageUp)
    QTest.keyClick(field, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClicks(field, "x")
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert emitted == ["recall", "esc", "page -1", "jump 1"]


def test_dragged_folder_is_passed_to_the_parent_and_text_is_not(tmp_path: Path) -> None:
    class Parent(QWidget):
        def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - the name is that of Qt
            dropped.append(event.mimeData().urls())
            event.acceptProposedAction()

    dropped: list[list[QUrl]] = []
    parent = Parent()
    parent.setAcceptDrops(True)
    field = QuestionField(parent)
    parent.show()
    folder, text = QMimeData(), QMimeData()
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    text.setText("words")
    button = Qt.MouseButton.LeftButton
    for data in (folder, text):
        copy, modifiers = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(field.viewport(), QDragEnterEvent(QPoint(2, 2), copy, data, button, modifiers))
    assert dropped == [folder.urls()]
    assert (field.canInsertFromMimeData(folder), field.canInsertFromMimeData(text)) == (False, True)


def test_home_and_end_are_emitted_while_the_field_is_empty() -> None:
    field = shown_field()
    emitted: list[int] = []
    field.edge_requested.connect(emitted.append)
    QTest.keyClick(field, Qt.Key.Key_Home)
    QTest.keyClick(field, Qt.Key.Key_End)
    QTest.keyClicks(field, "words")
    QTest.keyClick(field, Qt.Key.Key_Home)
    assert emitted == [-1, 1]
    assert field.textCursor().position() == 0


def test_expanded_field_uses_the_maximum_height_and_collapses_to_its_text() -> None:
    field = shown_field()
    small = field.height()
    field.set_max_height(400)
    field.set_expanded(True)
    assert 400 - small <= field.height() <= 400 + small
    field.set_expanded(False)
    assert field.height() == small


# Expand button.


def test_expand_button_is_offered_for_a_long_question_and_toggles() -> None:
    composer = Composer()
    composer.resize(400, 160)
    composer.show()
    composer.field.set_max_height(300)
    button, before = composer.expand_button, composer.field.height()
    assert button.isHidden()
    composer.set_text("one\ntwo\nthree\nfour\nfive")
    assert not button.isHidden()
    button.click()
    assert composer.field.height() > 250
    assert button.accessibleName() == "Smaller box"
    composer.set_text("short")
    assert not button.isHidden(), "an expanded field can always be collapsed"
    button.click()
    assert (composer.field.height(), button.isHidden()) == (before, True)


def test_tooltip_shows_the_bound_keys() -> None:
    composer = Composer()
    composer.expand_button.set_keys("Shift+Esc")
    assert "Shift+Esc" in composer.expand_button.toolTip()
