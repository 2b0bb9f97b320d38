"""Bytes to text and back: nothing that was not asked for changes."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.core.errors import NoteNotText
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText, decode, encode, newline_of, text_of

PATH = NotePath("a.md")


def test_plain_text_is_read_with_its_digest() -> None:
    data = "Grüße\n".encode()
    assert decode(PATH, data, 5) == NoteText("Grüße\n", hashlib.sha256(data).hexdigest(), len(data), 5, False, "\n")


def test_mark_and_windows_line_ends_are_reported_and_not_in_the_text() -> None:
    read = decode(PATH, b"\xef\xbb\xbfa\r\nb\r\n", 0)
    assert (read.text, read.had_bom, read.newline) == ("a\nb\n", True, "\r\n")


@given(st.lists(st.sampled_from(["\ufeff", "\r\n", "\n", "\r", "a", "é"])).map("".join))
def test_the_text_alone_is_the_same(text: str) -> None:
    data = text.encode()
    assert text_of(PATH, data) == decode(PATH, data, 0).text == text.removeprefix("\ufeff").replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"\xff\xfea\0b\0", "UTF-16"),
        (b"\xfe\xff\0a", "UTF-16"),
        (b"caf\xe9", "not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not a text file"),
        (b"a\0b", "not a text file"),
        (b"\xed\xa0\x80", "not UTF-8"),
    ],
)
def test_what_is_no_text_is_said_to_be_what_it_is(data: bytes, word: str) -> None:
    with pytest.raises(NoteNotText, match=word) as told:
        decode(PATH, data, 0)
    assert told.value.hint


def test_new_text_takes_the_mark_and_line_ends_of_the_old() -> None:
    assert encode("a\nc\n", b"\xef\xbb\xbfa\r\nb\r\n") == b"\xef\xbb\xbfa\r\nc\r\n"
    assert encode("a\n", None) == b"a\n"
    assert encode("a\r\nb\r\n", b"x\r\n") == b"a\r\nb\r\n"


def test_mixed_line_ends_stay_with_their_lines() -> None:
    old = b"one\r\ntwo\nthree\r\nfour\n"
    assert newline_of(old.decode()) == "mixed"
    assert encode("one\nTWO\nthree\nfour\nfive\n", old) == b"one\r\nTWO\r\nthree\r\nfour\nfive\r\n"
    assert encode("new\none\ntwo\nthree\nfour\n", old) == b"new\r\none\r\ntwo\nthree\r\nfour\n"
    assert encode("two\nfour\n", old) == b"two\nfour\n"


@given(
    st.lists(st.tuples(st.text(alphabet="ab é", max_size=3), st.sampled_from(["\n", "\r\n"])), max_size=8),
    st.booleans(),
)
def test_saving_what_was_read_changes_no_byte(lines: list[tuple[str, str]], mark: bool) -> None:
    data = (b"\xef\xbb\xbf" if mark else b"") + "".join(text + end for text, end in lines).encode()
    assert encode(decode(PATH, data, 0).text, data) == data


@given(st.text(alphabet="ab\n", max_size=20), st.text(alphabet="ab\n\r", max_size=20))
def test_what_is_saved_is_read_back(new: str, old: str) -> None:
    assert decode(PATH, encode(new, old.encode()), 0).text.replace("\r\n", "\n") == new
