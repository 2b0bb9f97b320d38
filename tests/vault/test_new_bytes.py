"""What a text comes to on the disk, or why it is not written."""

import pytest

from vaultdesk.core.errors import NoteNotText, NoteNotWritten, NoteTooLarge
from vaultdesk.vault.new_bytes import MAX_NOTE_BYTES, encodable
from vaultdesk.vault.note_path import NotePath

A = NotePath("a.md")


def test_mark_and_line_ends_of_the_old_bytes_stay() -> None:
    assert encodable(A, "a\nb\n", b"\xef\xbb\xbfx\r\n") == b"\xef\xbb\xbfa\r\nb\r\n"
    assert encodable(A, "a\n", None) == b"a\n"


@pytest.mark.parametrize(
    ("text", "old", "error"),
    [
        ("a", b"caf\xe9", NoteNotText),
        ("\ud800", None, NoteNotWritten),
        ("a\0", None, NoteNotWritten),
        ("x" * (MAX_NOTE_BYTES + 1), None, NoteTooLarge),
    ],
)
def test_what_is_no_note_is_refused(text: str, old: bytes | None, error: type[Exception]) -> None:
    with pytest.raises(error):
        encodable(A, text, old)
