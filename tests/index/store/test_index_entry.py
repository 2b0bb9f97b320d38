"""Tests of index/store/index_entry.py."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.store.index_entry import (
    MARK_CLOSE,
    MARK_OPEN,
    IndexEntry,
    indexed_text,
    is_indexed_text,
    text_normalizer,
)

# KeptText: composed, and free of the signs that mark what was found; whole texts that are so need no care.

TEXTS = st.lists(
    st.sampled_from(["a", " ", "\n", "e\u0301", "é", "\u0344", "😀", MARK_OPEN, MARK_CLOSE, "\0", "\\", "ß"]),
    max_size=12,
).map("".join)


@given(TEXTS)
def test_kept_text_is_composed_and_has_no_sign_of_ours(text: str) -> None:
    found = indexed_text(text)
    assert unicodedata.is_normalized("NFC", found)
    assert not {MARK_OPEN, MARK_CLOSE, "\0"} & set(found)


def test_half_characters_become_question_marks() -> None:
    assert indexed_text("a\ud800b") == "a?b"


@given(TEXTS, st.integers(0, 12), st.integers(0, 12))
def test_any_piece_is_kept_as_it_would_be_by_itself(text: str, start: int, end: int) -> None:
    assert text_normalizer(text)(text[start:end]) == indexed_text(text[start:end])


@given(TEXTS)
def test_what_is_kept_as_it_is_was_so_already(text: str) -> None:
    assert is_indexed_text(text, text.encode()) == (indexed_text(text) == text)
    assert text_normalizer(text, 0, is_indexed_text(text, text.encode()))(text) == indexed_text(text)


def test_pieces_of_a_text_with_escapes_in_its_head_are_looked_at() -> None:
    assert text_normalizer('a: "\\u0301"\nbody', 11)("e\u0301") == "é"
    assert text_normalizer('a: "\\u0301"\nbody', 0)("e") == "e"


# Entry: each of a note's names counts once.


def test_names_are_listed_once_each() -> None:
    entry = IndexEntry("A/Note.md", "Note", "Note", 1, 1, "d", aliases=("Other", "Note"))
    assert entry.names == "Note\nOther"
