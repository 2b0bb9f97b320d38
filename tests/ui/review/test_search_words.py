"""The words of a search: a sentence that becomes a field, and Enter there searches again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.review.search_words import SearchWords


@pytest.fixture
def line(qtbot: QtBot) -> SearchWords:
    made = SearchWords("heating decision")
    qtbot.addWidget(made)
    made.resize(560, 60)
    made.show()
    return made


def submitted(line: SearchWords) -> list[str]:
    told: list[str] = []
    line.submitted.connect(told.append)
    return told


def test_t2_the_sentence_names_the_words_and_says_that_they_can_be_changed(line: SearchWords) -> None:
    sentence = line.sentence
    assert sentence.accessibleName() == "Found for “heating decision”. The model reads them to answer your question."
    assert sentence.accessibleDescription() == "Press to search with other words"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Space])
def test_a_key_turns_the_words_into_a_field(qtbot: QtBot, line: SearchWords, key: Qt.Key) -> None:
    QTest.keyClick(line.sentence, key)
    assert (line.is_editing, line.field.text()) == (True, "heating decision")


def test_a_click_turns_the_words_into_a_field_and_a_letter_begins_anew(line: SearchWords) -> None:
    QTest.mouseClick(line.sentence, Qt.MouseButton.LeftButton)
    assert line.is_editing
    QTest.keyClick(line.field.edit, Qt.Key.Key_Escape)
    assert not line.is_editing
    QTest.keyClick(line.sentence, Qt.Key.Key_N)
    assert (line.is_editing, line.field.text()) == (True, "n")


def test_enter_and_the_link_search_with_other_words_alone(line: SearchWords) -> None:
    told = submitted(line)
    line.edit()
    line.field.set_text("  ")
    QTest.keyClick(line.field.edit, Qt.Key.Key_Return)
    assert (told, line.is_editing) == ([], False)
    line.edit("noise")
    line.search_button.click()
    line.edit("quotes ")
    QTest.keyClick(line.field.edit, Qt.Key.Key_Return)
    assert told == ["noise", "quotes"]


def test_hostile_words_are_shown_letter_by_letter(qtbot: QtBot) -> None:
    made = SearchWords("a\u202e{words} <b> **x**\nnew")
    qtbot.addWidget(made)
    assert made.sentence.text().startswith("Found for “a<U+202E>{words} <b> **x** new”.")
