"""Messages between the program and its parser process, framed with `marshal` on a pipe.

Plain tuples, lists, texts and numbers in `marshal` format: both ends are the same program, and nothing else reads or
writes these pipes. Pickling the same values takes the reading end three times as long, with the interpreter lock held.
"""

import marshal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, Self, TypeAlias, cast

from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.index.store.index_entry import IndexEntry
from vaultdesk.vault.note_path import NotePath

PARSE_NOTES_FLAG = "--parse-notes"
"""The only argument with which this program runs as a parser process."""

_FORMAT = 2
"""marshal's format without shared references: neither end stores a table of them."""


NOTE_OVERHEAD_BYTES = 2_000
"""Cost of writing a note in addition to its bytes, in equivalent bytes: its rows in all tables."""


def entry_weight(entry: IndexEntry) -> int:
    """Return the cost of writing *entry*, in bytes."""
    return entry.size + NOTE_OVERHEAD_BYTES


@dataclass(frozen=True, slots=True)
class TextBatch:
    """Notes that were read and not parsed yet: path and text in its indexed form, in UTF-8."""

    texts: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True)
class NoteBatch:
    """Parsed notes, packed: unpacked in parts, so that they are never all in memory."""

    packed: bytes
    weight: int
    """Cost of writing them, in bytes."""

    @classmethod
    def of(cls, entries: Sequence[IndexEntry], heads: Sequence[int]) -> Self:
        """Pack *entries*, without head and body if *heads* gives the length of the head of a text sent before.

        In bytes; -1 if the entry contains its own text.
        """
        return cls(_packed((tuple(map(_plain, entries)), tuple(heads))), sum(map(entry_weight, entries)))

    def unpacked(self) -> Iterator[tuple[IndexEntry, int]]:
        """Yield each entry, and the length of its head or -1."""
        entries, heads = marshal.loads(self.packed)  # noqa: S302 - written by this program's child process
        return zip((IndexEntry(*fields) for fields in entries), heads, strict=True)


@dataclass(frozen=True, slots=True)
class UnchangedBatch:
    """Notes whose bytes have not changed: path, size and time."""

    files: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class ScannedBatch:
    """Notes that will be parsed: path, size and time."""

    files: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class ParserDone:
    """End of messages. Requested notes without a message could not be read by the process and are left to the other
    side.
    """


ParserMessage: TypeAlias = TextBatch | NoteBatch | UnchangedBatch | ScannedBatch | ParserDone


@dataclass(frozen=True, slots=True)
class WholeVault:
    """Requests all notes of a vault, except those that Obsidian's *filters* exclude."""

    filters: tuple[str, ...]


ParseRequest: TypeAlias = Sequence[FileDifference] | WholeVault
"""The requested notes, in the order of the answers."""


def write_job(pipe: IO[bytes], root: str, request: ParseRequest) -> None:
    """Send the request for these notes."""
    if isinstance(request, WholeVault):
        _write(pipe, (root, request.filters, None))
    else:
        _write(pipe, (root, (), [(one.path.text, one.size, one.known_digest) for one in request]))


def read_job(pipe: IO[bytes]) -> tuple[str, ParseRequest] | None:
    """Return the vault's root and the requested notes; None if the other end is closed."""
    data = cast("tuple[str, tuple[str, ...], list[tuple[str, int, str]] | None] | None", _read(pipe))
    if data is None:
        return None
    root, filters, listed = data
    if listed is None:
        return root, WholeVault(filters)
    return root, [FileDifference(NotePath(path), size, digest) for path, size, digest in listed]


def write_message(pipe: IO[bytes], message: ParserMessage) -> None:
    """Send *message*."""
    match message:
        case TextBatch(texts):
            _write(pipe, (0, texts))
        case NoteBatch(packed, weighed):
            _write(pipe, (1, packed, weighed))
        case UnchangedBatch(files):
            _write(pipe, (2, files))
        case ScannedBatch(files):
            _write(pipe, (3, files))
        case ParserDone():
            _write(pipe, (4,))


def read_frame(pipe: IO[bytes]) -> bytes:
    """Return the bytes of the next message; empty if the other end is closed. Blocks."""
    head = pipe.read(4)
    if len(head) < 4:
        return b""
    length = int.from_bytes(head, "big")
    frame = pipe.read(length)
    return frame if len(frame) == length else b""


def parse_message(frame: bytes) -> ParserMessage:
    """Return the decoded *frame*."""
    kind, *data = marshal.loads(frame)  # noqa: S302 - written by this program's child process
    match kind:
        case 0:
            return TextBatch(*data)
        case 1:
            return NoteBatch(*data)
        case 2:
            return UnchangedBatch(*data)
        case 3:
            return ScannedBatch(*data)
        case _:
            return ParserDone()


_ROWS = frozenset({"headings", "tags", "links", "properties", "inline"})
"""The entry's fields that hold rows. After unpacking they are bare tuples, not their classes: there are thirty a note,
and writing them into tables needs their order only.
"""


def _plain(entry: IndexEntry) -> tuple[object, ...]:
    pairs = zip(entry._fields, cast("tuple[Iterable[Iterable[object]], ...]", entry), strict=True)
    return tuple([tuple(map(tuple, value)) if name in _ROWS else value for name, value in pairs])


def _write(pipe: IO[bytes], data: object) -> None:
    frame = _packed(data)
    pipe.write(len(frame).to_bytes(4, "big"))
    pipe.write(frame)
    pipe.flush()


def _packed(data: object) -> bytes:
    return marshal.dumps(cast("Any", data), _FORMAT)  # Any: the type marshal accepts has no public name


def _read(pipe: IO[bytes]) -> object:
    frame = read_frame(pipe)
    return marshal.loads(frame) if frame else None  # noqa: S302 - the other end is this program
