from PySide6.QtGui import QTextCursor, QTextDocument

from vaultdesk.ui.editor.wrapping import is_address, link, selected_line, toggle, wrap


def selecting(document: QTextDocument, text: str, words: str) -> QTextCursor:
    document.setPlainText(text)
    cursor = QTextCursor(document)
    cursor.setPosition(text.index(words))
    cursor.setPosition(text.index(words) + len(words), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def test_signs_come_and_go_around_what_is_selected() -> None:
    document = QTextDocument()
    cursor = toggle(selecting(document, "one two three", "two"), "**")
    assert (document.toPlainText(), cursor.selectedText()) == ("one **two** three", "two")
    cursor = toggle(cursor, "**")
    assert (document.toPlainText(), cursor.selectedText()) == ("one two three", "two")


def test_without_a_selection_the_word_at_the_cursor_is_meant() -> None:
    document = QTextDocument("one two")
    toggle(QTextCursor(document), "*")
    assert document.toPlainText() == "*one* two"


def test_wrapping_is_one_step_of_undo() -> None:
    document = QTextDocument()
    wrap(selecting(document, "words", "words"), "(", ")")
    assert document.toPlainText() == "(words)"
    document.undo()
    assert document.toPlainText() == "words"


def test_a_link_is_made_of_words_or_of_an_address() -> None:
    document = QTextDocument()
    cursor = link(selecting(document, "see this", "this"))
    assert (document.toPlainText(), cursor.position()) == ("see [this]()", 11)
    cursor = link(selecting(document, "see https://a.b", "https://a.b"))
    assert (document.toPlainText(), cursor.position()) == ("see [](https://a.b)", 5)
    link(selecting(document, "see this", "this"), "https://a.b")
    assert document.toPlainText() == "see [this](https://a.b)"


def test_only_one_whole_address_is_one() -> None:
    assert is_address(" https://a.b/c?d=e ")
    assert not is_address("see https://a.b")
    assert not is_address("javascript:alert(1)")


def test_words_over_several_lines_are_no_line() -> None:
    assert selected_line(selecting(QTextDocument(), "a\nb", "a\nb")) == ""
