"""KeptText: composed, and free of the signs that mark what was found; whole texts that are so need no care."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.kept_text import CLOSE, OPEN, is_kept, keeping, kept

TEXTS = st.lists(
    st.sampled_from(["a", " ", "\n", "e\u0301", "é", "\u0344", "😀", OPEN, CLOSE, "\0", "\\", "ß"]), max_size=12
).map("".join)


@given(TEXTS)
def test_kept_text_is_composed_and_has_no_sign_of_ours(text: str) -> None:
    found = kept(text)
    assert unicodedata.is_normalized("NFC", found)
    assert not {OPEN, CLOSE, "\0"} & set(found)


def test_half_characters_become_question_marks() -> None:
    assert kept("a\ud800b") == "a?b"


@given(TEXTS, st.integers(0, 12), st.integers(0, 12))
def test_any_piece_is_kept_as_it_would_be_by_itself(text: str, start: int, end: int) -> None:
    assert keeping(text)(text[start:end]) == kept(text[start:end])


@given(TEXTS)
def test_what_is_kept_as_it_is_was_so_already(text: str) -> None:
    assert is_kept(text, text.encode()) == (kept(text) == text)
    assert keeping(text, 0, is_kept(text, text.encode()))(text) == kept(text)


def test_pieces_of_a_text_with_escapes_in_its_head_are_looked_at() -> None:
    assert keeping('a: "\\u0301"\nbody', 11)("e\u0301") == "é"
    assert keeping('a: "\\u0301"\nbody', 0)("e") == "e"
