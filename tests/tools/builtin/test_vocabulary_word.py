"""Words to learn: compared without case and accents, and named so that every system keeps their notes."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.tools.builtin.vocabulary_word import (
    MAX_WORD_CHARACTERS,
    VocabularyWord,
    read_word,
    word_file_name,
    word_key,
    word_note,
)
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NotePath

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nuances", "nuances"), ("résumé", "Resume"), ("STRASSE", "Straße"), ("cafe\u0301", "café"),
        ("look  up", "Look up"), ("ﬁne", "fine"), ("Łódź", "lodz"), ("naïve", "NAIVE"),
    ],
)  # fmt: skip
def test_case_and_accents_do_not_tell_words_apart(one: str, other: str) -> None:
    assert word_key(one) == word_key(other)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("nuance", "nuances"), ("lead", "read")])
def test_other_words_are_others(one: str, other: str) -> None:
    assert word_key(one) != word_key(other)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("nuances", "nuances.md"), ("c'est la vie!", "c'est la vie!.md"), ("and/or", "and or.md"), ("C#", "C.md"),
        ("what?", "what.md"), ("CON", "CON (word).md"), ("...", "Word.md"), ("[[x]]", "x.md"), ("a: b", "a b.md"),
        (".hidden", "hidden.md"), ("a\u202eb", "ab.md"), ("100 %", "100.md"), ("..\\..\\x", "x.md"), ("~", "~.md"),
    ],
)  # fmt: skip
def test_a_word_gives_a_plain_name(word: str, name: str) -> None:
    assert word_file_name(word) == name


@given(st.text(min_size=1, max_size=MAX_WORD_CHARACTERS), st.integers(1, 100))
def test_every_word_gives_a_name_that_every_system_keeps(word: str, nth: int) -> None:
    name = word_file_name(word, nth)
    assert "/" not in name
    path = NotePath(f"Vocabulary/{name}").for_writing()
    assert path.parent_text == "Vocabulary"
    assert len(name.encode()) < 200


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=MAX_WORD_CHARACTERS),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n"), max_size=300),
)
def test_what_is_written_is_read_again(word: str, meaning: str) -> None:
    word, meaning = " ".join(word.split()), meaning.strip()
    text = word_note(word, meaning, "chat", TODAY)
    head = read_frontmatter(text)
    assert not head.problem
    assert list(head.properties) == ["word", "meaning", "added", "source", "last_reviewed"]
    again = read_word(NotePath("Vocabulary/x.md"), head.properties)
    if word:
        assert again.word == word
    assert (again.meaning, again.added, again.source) == (meaning, "2026-11-22", "chat")


def test_a_note_made_by_hand_is_the_word_of_its_name() -> None:
    assert read_word(NotePath("Vocabulary/Serendipity.md"), {}) == VocabularyWord(
        "Vocabulary/Serendipity.md", "Serendipity"
    )
    made = read_word(NotePath("V/x.md"), {"Word": "1984", "MEANING": 3, "last_reviewed": "2026-11-01"})
    assert (made.word, made.meaning) == ("1984", "3")
    assert made.review.last_reviewed == datetime(2026, 11, 1).astimezone(UTC)
