"""Core words: known sentences are said in the window's language, gaps kept; everything else is shown as it came."""

import pytest

from vaultdesk.ui.core_words import CoreWords, pattern_of

GERMAN = {
    "The note is not there any more": "Die Notiz ist nicht mehr da",
    "Search for it.": "Suchen Sie danach.",
}
GAPPED = {"There is no folder at {0}": "Unter {0} ist kein Ordner", "{0} has {1} notes.": "{1} Notizen sind in {0}."}


@pytest.fixture
def words() -> CoreWords:
    return CoreWords(GERMAN, list(GAPPED.items()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The note is not there any more", "Die Notiz ist nicht mehr da"),
        ("The note is not there any more. Search for it.", "Die Notiz ist nicht mehr da. Suchen Sie danach."),
        ("There is no folder at /my notes/a.b", "Unter /my notes/a.b ist kein Ordner"),
        ("There is no folder at /a. Search for it.", "Unter /a ist kein Ordner. Suchen Sie danach."),
        ("Garden has 3 notes.", "3 Notizen sind in Garden."),
        ("A sentence of a note.", "A sentence of a note."),
        ("", ""),
        ("x" * 5_000, "x" * 5_000),
    ],
)
def test_a_sentence_is_said_in_the_language_where_it_is_known(words: CoreWords, text: str, said: str) -> None:
    assert words.said(text) == said


def test_signs_of_patterns_in_a_sentence_are_only_signs() -> None:
    assert pattern_of("Is {0} (new)?").fullmatch("Is a+b (new)?")
    assert not pattern_of("Is {0} (new)?").fullmatch("Is a new")


def test_a_sentence_ends_as_its_writing_does() -> None:
    words = CoreWords({"The note is gone": "笔记不见了", "Search for it.": "请查找。"})

    assert words.said("The note is gone.") == "笔记不见了。"
    assert words.said("The note is gone. Search for it.") == "笔记不见了。请查找。"
