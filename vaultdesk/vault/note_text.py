"""Decodes the bytes of a note to text and encodes them back, keeping byte order mark, line endings and padding."""

import hashlib
from typing import Literal, NamedTuple

from msgspec import Struct

from vaultdesk.core.errors import NoteNotText, NoteNotWritten, NoteTooLarge
from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.note_path import NotePath, printable

Newline = Literal["\n", "\r\n", "mixed"]
"""The line ends of a note. A note without line ends counts as `\n`."""

_BOM = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class FileIdentity(NamedTuple):
    """Identifies a file that was not changed, also after a rename or a move within the vault; a copy has another one.

    The inode number alone does not suffice: file systems give that of a deleted file to the next new one.
    """

    inode: int
    size: int
    """Bytes."""
    modified_ns: int


class NoteText(Struct, frozen=True):
    """The text of a note and the digest of its bytes. `text` has `\n` line ends whatever the file has."""

    text: str
    digest: str
    """SHA-256 of the file's bytes, in hex, against which a later write is checked."""
    size: int
    """Bytes."""
    modified_ns: int
    had_bom: bool
    newline: Newline
    inode: int = 0
    """Inode number of the file; 0 if unknown."""

    @property
    def identity(self) -> FileIdentity | None:
        """The identity of the file; None if unknown."""
        return FileIdentity(self.inode, self.size, self.modified_ns) if self.inode else None


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of *data*, in hex."""
    return hashlib.sha256(data).hexdigest()


def decode_note(path: NotePath, data: bytes, modified_ns: int, inode: int = 0) -> NoteText:
    """Decode *data*, the bytes of *path*. Raises `NoteNotText` if it is not UTF-8 text."""
    return NoteText(
        text=decode_text(path, data),
        digest=digest_of(data),
        size=len(data),
        modified_ns=modified_ns,
        had_bom=data.startswith(_BOM),
        newline=line_ending_of(data.decode("utf-8")) if b"\r" in data else "\n",
        inode=inode,
    )


def decode_text(path: NotePath, data: bytes) -> str:
    r"""Return the text in *data*, with `\n` line ends. Raises `NoteNotText` if it is not UTF-8 text."""
    if data.startswith(_UTF16_MARKS):
        raise NoteNotText(
            Phrase("“{0}” is written in UTF-16.", printable(path.text)),
            hint=Phrase("Save it as UTF-8 in an editor."),
            path=path.text,
        )
    padding = padding_of(data)
    if padding:
        data = data[: -len(padding)]
        if not data:
            raise NoteNotText(
                Phrase("“{0}” contains only zero bytes.", printable(path.text)),
                hint=Phrase("Its text was lost, for example in a power failure. Restore it from a backup."),
                path=path.text,
            )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if padding or b"\0" in data:
            raise _not_text(path) from error
        raise NoteNotText(
            Phrase("“{0}” is not UTF-8 text.", printable(path.text)),
            hint=Phrase("Save it as UTF-8 in an editor."),
            path=path.text,
            byte=error.start,
        ) from error
    if b"\0" in data:
        raise _not_text(path)
    if data.startswith(_BOM):
        text = text[1:]
    return text.replace("\r\n", "\n") if b"\r" in data else text


def _not_text(path: NotePath) -> NoteNotText:
    return NoteNotText(
        Phrase("“{0}” is not a text file.", printable(path.text)),
        hint=Phrase("It may be an image or another kind of file."),
        path=path.text,
    )


def padding_of(data: bytes) -> bytes:
    """Return the NUL bytes at the end of *data*. A power failure or a sync program may pad a file with them; they are
    not part of its text, and a change preserves them.
    """
    return data[len(data.rstrip(b"\0")) :] if data.endswith(b"\0") else b""


def encode_text(text: str, old: bytes | None = None) -> bytes:
    """Return the bytes of *text* (with `\n` line ends), with the line ends, byte order mark and padding of *old*."""
    if old is None:
        return text.encode("utf-8")
    had_bom = old.startswith(_BOM)
    padding = padding_of(old)
    before = old[len(_BOM) if had_bom else 0 : len(old) - len(padding)].decode("utf-8")
    newline = line_ending_of(before)
    if newline == "\r\n":
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    elif newline == "mixed":
        text = _with_ends_of(before, text.replace("\r\n", "\n"))
    return (_BOM if had_bom else b"") + text.encode("utf-8") + padding


def line_ending_of(text: str) -> Newline:
    crlf_count = text.count("\r\n")
    if not crlf_count:
        return "\n"
    return "\r\n" if text.count("\n") == crlf_count else "mixed"


def _with_ends_of(before: str, text: str) -> str:
    """Give each line of *text* the line end it had in *before*; a new line gets the more frequent one.

    Lines at the same index from the start or the end keep theirs; of the others, those whose text had only one kind of
    line end before.
    """
    old = before.split("\n")
    new = text.split("\n")
    is_crlf = [line.endswith("\r") for line in old[:-1]]
    bare = [line.removesuffix("\r") for line in old[:-1]]
    ends: list[bool | None] = [None] * (len(new) - 1)
    head = 0
    while head < min(len(bare), len(ends)) and bare[head] == new[head]:
        ends[head] = is_crlf[head]
        head += 1
    tail = 1
    while tail <= min(len(bare), len(ends)) - head and bare[-tail] == new[len(ends) - tail]:
        ends[-tail] = is_crlf[-tail]
        tail += 1
    known: dict[str, bool] = {}
    ambiguous: set[str] = set()
    for line, line_is_crlf in zip(bare, is_crlf, strict=True):
        if known.setdefault(line, line_is_crlf) != line_is_crlf:
            ambiguous.add(line)
    most_frequent = sum(is_crlf) * 2 >= len(is_crlf)
    for index, end in enumerate(ends):
        if end is None:
            line = new[index]
            ends[index] = most_frequent if line in ambiguous else known.get(line, most_frequent)
    joined = [f"{line}\r\n" if end else f"{line}\n" for line, end in zip(new, ends, strict=False)]
    return "".join(joined) + new[-1]


MAX_NOTE_BYTES = 10_000_000
"""Maximum number of bytes of a note that is read: two thousand pages. Larger files are data and would block any
view.
"""


def encode_note(path: NotePath, text: str, old: bytes | None) -> bytes:
    """Return the bytes of *text*. Raises if it cannot be encoded, or exceeds the size that can be read back."""
    try:
        data = encode_text(text, old)
    except UnicodeDecodeError as error:
        raise NoteNotText(
            Phrase("“{0}” is not UTF-8 text and was not changed.", printable(path.text)),
            hint=Phrase("Save it as UTF-8 in an editor."),
            path=path.text,
        ) from error
    except UnicodeEncodeError as error:
        raise NoteNotWritten(
            Phrase("The text contains an incomplete character and cannot be saved."),
            hint=Phrase("Remove that character."),
            path=path.text,
            place=error.start,
        ) from error
    if len(data) > MAX_NOTE_BYTES:
        raise NoteTooLarge(
            Phrase("The text is larger than {0} MB and was not saved.", MAX_NOTE_BYTES // 1000000),
            hint=Phrase("Split it into smaller notes."),
            path=path.text,
        )
    if "\0" in text:
        raise NoteNotWritten(
            Phrase("The text contains a NUL character and cannot be saved."),
            hint=Phrase("Remove the character."),
            path=path.text,
        )
    return data
