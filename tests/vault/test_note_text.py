"""Tests of vault/note_text.py."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.core.errors import NoteNotText, NoteNotWritten, NoteTooLarge
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import (
    MAX_NOTE_BYTES,
    NoteText,
    decode_note,
    decode_text,
    encode_note,
    encode_text,
    line_ending_of,
)

# Bytes to text and back: nothing changes except what was edited.

PATH = NotePath("a.md")


def test_plain_text_is_read_with_its_digest() -> None:
    data = "Grüße\n".encode()
    assert decode_note(PATH, data, 5) == NoteText(
        "Grüße\n", hashlib.sha256(data).hexdigest(), len(data), 5, False, "\n"
    )


def test_byte_order_mark_and_windows_line_endings_are_reported_and_not_in_the_text() -> None:
    note = decode_note(PATH, b"\xef\xbb\xbfa\r\nb\r\n", 0)
    assert (note.text, note.had_bom, note.newline) == ("a\nb\n", True, "\r\n")


@given(st.lists(st.sampled_from(["\ufeff", "\r\n", "\n", "\r", "a", "é"])).map("".join))
def test_decode_text_gives_the_same_text_as_decode_note(text: str) -> None:
    data = text.encode()
    assert (
        decode_text(PATH, data) == decode_note(PATH, data, 0).text == text.removeprefix("\ufeff").replace("\r\n", "\n")
    )


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"\xff\xfea\0b\0", "UTF-16"),
        (b"\xfe\xff\0a", "UTF-16"),
        (b"caf\xe9", "not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not a text file"),
        (b"a\0b", "not a text file"),
        (b"a\0b\0\0", "not a text file"),
        (b"\xe9\0\0", "not a text file"),
        (b"\0\0\0", "only zero bytes"),
        (b"\xed\xa0\x80", "not UTF-8"),
    ],
)
def test_a_file_that_is_not_utf8_text_is_refused_with_its_kind(data: bytes, word: str) -> None:
    with pytest.raises(NoteNotText, match=word) as raised:
        decode_note(PATH, data, 0)
    assert raised.value.hint


def test_new_text_takes_the_byte_order_mark_and_line_endings_of_the_old_bytes() -> None:
    assert encode_text("a\nc\n", b"\xef\xbb\xbfa\r\nb\r\n") == b"\xef\xbb\xbfa\r\nc\r\n"
    assert encode_text("a\n", None) == b"a\n"
    assert encode_text("a\r\nb\r\n", b"x\r\n") == b"a\r\nb\r\n"


def test_zero_bytes_at_the_end_are_not_text_and_preserved() -> None:
    data = b"a\r\nb\0\0"
    note = decode_note(PATH, data, 0)
    assert (note.text, note.newline, note.size) == ("a\nb", "\r\n", 6)
    assert encode_note(PATH, "a\nb\nc", data) == b"a\r\nb\r\nc\0\0"


def test_mixed_line_endings_stay_with_their_lines() -> None:
    old = b"one\r\ntwo\nthree\r\nfour\n"
    assert line_ending_of(old.decode()) == "mixed"
    assert encode_text("one\nTWO\nthree\nfour\nfive\n", old) == b"one\r\nTWO\r\nthree\r\nfour\nfive\r\n"
    assert encode_text("new\none\ntwo\nthree\nfour\n", old) == b"new\r\none\r\ntwo\nthree\r\nfour\n"
    assert encode_text("two\nfour\n", old) == b"two\nfour\n"


@given(
    st.lists(st.tuples(st.text(alphabet="ab é", max_size=3), st.sampled_from(["\n", "\r\n"])), max_size=8),
    st.booleans(),
    st.sampled_from([0, 3]),
)
def test_saving_an_unchanged_note_changes_no_byte(lines: list[tuple[str, str]], bom: bool, padding: int) -> None:
    data = (b"\xef\xbb\xbf" if bom else b"") + "".join(text + end for text, end in lines).encode()
    data += b"\0" * padding if data else b""
    assert encode_text(decode_note(PATH, data, 0).text, data) == data


@given(st.text(alphabet="ab\n", max_size=20), st.text(alphabet="ab\n\r", max_size=20))
def test_saved_text_is_read_back(new: str, old: str) -> None:
    assert decode_note(PATH, encode_text(new, old.encode()), 0).text.replace("\r\n", "\n") == new


# The bytes a text is stored as, or the error that prevents writing it.

A = NotePath("a.md")


def test_encode_note_keeps_the_byte_order_mark_and_line_endings_of_the_old_bytes() -> None:
    assert encode_note(A, "a\nb\n", b"\xef\xbb\xbfx\r\n") == b"\xef\xbb\xbfa\r\nb\r\n"
    assert encode_note(A, "a\n", None) == b"a\n"


@pytest.mark.parametrize(
    ("text", "old", "error"),
    [
        ("a", b"caf\xe9", NoteNotText),
        ("\ud800", None, NoteNotWritten),
        ("a\0", None, NoteNotWritten),
        ("x" * (MAX_NOTE_BYTES + 1), None, NoteTooLarge),
    ],
)
def test_text_that_cannot_be_a_note_is_refused(text: str, old: bytes | None, error: type[Exception]) -> None:
    with pytest.raises(error):
        encode_note(A, text, old)
