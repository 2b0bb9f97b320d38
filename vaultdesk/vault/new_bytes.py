"""New bytes: what a note's new text comes to on the disk, or why it cannot be written. Touches no disk."""

from vaultdesk.core.errors import NoteNotText, NoteNotWritten, NoteTooLarge
from vaultdesk.vault.note_path import NotePath, visible
from vaultdesk.vault.note_text import encode

MAX_NOTE_BYTES = 10_000_000
"""Bytes of the largest note that is read: two thousand pages. Larger files are data; they would freeze any view."""


def encodable(path: NotePath, text: str, old: bytes | None) -> bytes:
    """Return the bytes of *text*. Raises where they are no text, or more than would be read back."""
    try:
        data = encode(text, old)
    except UnicodeDecodeError as error:
        raise NoteNotText(
            f"“{visible(path.text)}” is not UTF-8 text and is not rewritten.",
            hint="Save it as UTF-8 in an editor.",
            path=path.text,
        ) from error
    except UnicodeEncodeError as error:
        raise NoteNotWritten(
            "The text has half a character in it and cannot be saved.",
            hint="Remove the broken character.",
            path=path.text,
            place=error.start,
        ) from error
    if len(data) > MAX_NOTE_BYTES:
        raise NoteTooLarge(
            f"The text is larger than {MAX_NOTE_BYTES // 1_000_000} MB and was not saved.",
            hint="Split it into smaller notes.",
            path=path.text,
        )
    if b"\0" in data:
        raise NoteNotWritten(
            "The text has a NUL character in it and cannot be saved.", hint="Remove the character.", path=path.text
        )
    return data
