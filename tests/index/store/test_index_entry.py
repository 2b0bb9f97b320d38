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

# Indexed text is normalized and contains no passage marks; text that already is so is stored unchanged.

TEXTS = st.lists(
    st.sampled_from(["a", " ", "\n", "e\u0301", "é", "\u0344", "😀", MARK_OPEN, MARK_CLOSE, "\0", "\\", "ß"]),
    max_size=12,
).map("".join)


@given(TEXTS)
def test_indexed_text_is_normalized_and_contains_no_marks(text: str) -> None:
    indexed = indexed_text(text)
    assert unicodedata.is_normalized("NFC", indexed)
    assert not {MARK_OPEN, MARK_CLOSE, "\0"} & set(indexed)


def test_lone_surrogates_become_question_marks() -> None:
    assert indexed_text("a\ud800b") == "a?b"


@given(TEXTS, st.integers(0, 12), st.integers(0, 12))
def test_any_part_of_a_text_is_normalized_as_by_itself(text: str, start: int, end: int) -> None:
    assert text_normalizer(text)(text[start:end]) == indexed_text(text[start:end])


@given(TEXTS)
def test_text_recognized_as_normalized_is_normalized(text: str) -> None:
    assert is_indexed_text(text, text.encode()) == (indexed_text(text) == text)
    assert text_normalizer(text, 0, is_indexed_text(text, text.encode()))(text) == indexed_text(text)


def test_parts_of_a_text_with_escapes_in_its_frontmatter_are_normalized() -> None:
    assert text_normalizer('a: "\\u0301"\nbody', 11)("e\u0301") == "é"
    assert text_normalizer('a: "\\u0301"\nbody', 0)("e") == "e"


# Index entries.


def test_names_are_listed_without_duplicates() -> None:
    entry = IndexEntry("A/Note.md", "Note", "Note", 1, 1, "d", aliases=("Other", "Note"))
    assert entry.names == "Note\nOther"
