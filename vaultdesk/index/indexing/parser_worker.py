"""The parser process: it reads and parses the requested notes and sends them as messages framed with `marshal` on a
pipe."""

import gc
import marshal
import os
import signal
import sys
import threading
import time
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, cast

from msgspec import Struct

from vaultdesk.core.errors import NoteNotText, VaultUnavailable
from vaultdesk.index.indexing.vault_scan import FileDifference, excluded_among
from vaultdesk.index.store.index_entry import (
    MARK_CLOSE_BYTE,
    MARK_OPEN_BYTE,
    IndexEntry,
    indexed_text,
    is_indexed_text,
    may_be_chat,
)
from vaultdesk.vault.disk.vault_files import FileData, FolderReader, VaultFiles
from vaultdesk.vault.note_path import INDEXED_SUFFIXES, NotePath
from vaultdesk.vault.note_text import MAX_NOTE_BYTES, decode_note, decode_text, digest_of

if TYPE_CHECKING:
    from vaultdesk.vault.obsidian.vault_config import ExcludedFiles

# Plain tuples, lists, texts and numbers in `marshal` format: both ends are the same program, and nothing else reads or
# writes these pipes. Pickling the same values takes the reading end three times as long, with the interpreter lock
# held.

PARSE_NOTES_FLAG = "--parse-notes"
"""The only argument with which this program runs as a parser process."""

_FORMAT = 2
"""marshal's format without shared references: neither end stores a table of them."""


NOTE_OVERHEAD_BYTES = 2_000
"""Cost of writing a note in addition to its bytes, in equivalent bytes: its rows in all tables."""


def entry_weight(entry: IndexEntry) -> int:
    """Return the cost of writing *entry*, in bytes."""
    return entry.size + NOTE_OVERHEAD_BYTES


class TextBatch(Struct, frozen=True):
    """Notes that were read and not parsed yet: path and text in its indexed form, in UTF-8."""

    texts: tuple[tuple[str, bytes], ...]


class NoteBatch(Struct, frozen=True):
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


class UnchangedBatch(Struct, frozen=True):
    """Notes whose bytes have not changed: path, size and time."""

    files: tuple[tuple[str, int, int], ...]


class ScannedBatch(Struct, frozen=True):
    """Notes that will be parsed: path, size and time."""

    files: tuple[tuple[str, int, int], ...]


class ParserDone(Struct, frozen=True):
    """End of messages. The other side reads the requested notes for which no message was sent."""


ParserMessage: TypeAlias = TextBatch | NoteBatch | UnchangedBatch | ScannedBatch | ParserDone


class WholeVault(Struct, frozen=True):
    """Requests all notes of a vault, except those that Obsidian's *filters* exclude."""

    filters: tuple[str, ...]


ParseRequest: TypeAlias = Sequence[FileDifference] | WholeVault
"""The requested notes, in the order of the answers."""


def write_job(pipe: IO[bytes], root: str, request: ParseRequest, early_bytes: int) -> None:
    """Send the request for these notes, with up to *early_bytes* of their texts before any is parsed."""
    if isinstance(request, WholeVault):
        _write(pipe, (root, request.filters, None, early_bytes))
    else:
        _write(
            pipe,
            (
                root,
                (),
                [(difference.path.text, difference.size, difference.known_digest) for difference in request],
                early_bytes,
            ),
        )


class ParserInput(NamedTuple):
    """What a parser process is started for."""

    root: str
    """Folder of the vault."""
    request: ParseRequest
    early_bytes: int
    """Size of the texts to send before they are parsed."""


def read_job(pipe: IO[bytes]) -> ParserInput | None:
    """Return the job sent through *pipe*; None if the other end is closed."""
    data = cast("tuple[str, tuple[str, ...], list[tuple[str, int, str]] | None, int] | None", _read(pipe))
    if data is None:
        return None
    root, filters, listed, early_bytes = data
    if listed is None:
        return ParserInput(root, WholeVault(filters), early_bytes)
    request = [FileDifference(NotePath(path), size, digest) for path, size, digest in listed]
    return ParserInput(root, request, early_bytes)


def write_message(pipe: IO[bytes], message: ParserMessage) -> None:
    """Send *message*."""
    match message:
        case TextBatch(texts):
            _write(pipe, (0, texts))
        case NoteBatch(packed, weight):
            _write(pipe, (1, packed, weight))
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


_ROW_FIELDS = frozenset({"headings", "tags", "links", "properties", "inline"})
"""The entry's fields with rows. After unpacking they are bare tuples, not their classes: there are thirty a note,
and writing them into tables needs their order only.
"""


def _plain(entry: IndexEntry) -> tuple[object, ...]:
    pairs = zip(entry._fields, cast("tuple[Iterable[Iterable[object]], ...]", entry), strict=True)
    return tuple([tuple(map(tuple, value)) if name in _ROW_FIELDS else value for name, value in pairs])


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


# All texts are sent first, so that substring search covers them while the rest is still to be done; then the notes, in
# the requested order. Unusual notes are skipped: the other side reads them itself.

MAX_EARLY_BYTES = 100_000_000
"""Maximum text sent, and kept in memory at the other end, before it is parsed: twice a vault of 14,000 notes. The rest
is sent when it is parsed, and is read once instead of twice.
"""

MAX_HELD_BYTES = 2_000_000
"""Maximum text of the first notes that stays in memory here until it is parsed. The rest is read again, which costs
less than the memory.
"""

TEXT_BATCH_BYTES = 800_000
"""Text per message: for each the other side waits for its interpreter lock twice, and holds it for 0.5 ms."""

NOTE_BATCH_BYTES = 250_000
"""Parsed text per message: decoding it holds the window's interpreter lock for about 1 ms."""

STATES_PER_BATCH = 5_000
"""Notes per message with sizes and times: decoding it holds the window's interpreter lock for some 2 ms."""

LATEST_NOTES = 1_000
"""Most recently changed notes of a new vault, which are parsed first."""

NOTES_PER_COLLECTION = 2_000
"""Notes between two garbage collections: only a failed note leaves reference cycles."""


NoteStat: TypeAlias = tuple[NotePath, int, int]
"""A note with its size and time."""

COARSEST_FILE_TIME = 3.0
"""Maximum resolution of file times in seconds: FAT has steps of two."""


def parser_messages(root: str, request: ParseRequest, early_bytes: int = MAX_EARLY_BYTES) -> Iterator[ParserMessage]:
    """Read and parse the notes of *request*, and yield the messages about them."""
    # Notes are values without cycles; garbage collection would take a tenth of the time.
    gc.freeze()
    gc.disable()
    try:
        files = VaultFiles(Path(root))
        folders = list(files.names(INDEXED_SUFFIXES)) if isinstance(request, WholeVault) else []
    except VaultUnavailable:  # The other side gets the same error.
        yield ParserDone()
        return
    with FolderReader(files.folders) as reader:
        if isinstance(request, WholeVault):
            paths = [path for folder in folders for path in folder]
            if hidden := excluded_among(paths, _excluded_files(request.filters)):
                paths = [path for path in paths if path.text not in hidden]
            job = _ParserJob(reader)
            yield from job.texts(paths, early_bytes)
            states = job.states(paths)
            yield from _scanned_batches(states)
            differences: Sequence[FileDifference] = _latest_first(states)
        else:
            early, held = _first_within(request, early_bytes), _first_within(request, min(MAX_HELD_BYTES, early_bytes))
            job, differences = _ParserJob(reader, frozenset(difference.path.text for difference in held)), request
            yield from job.texts(difference.path for difference in sorted(early, key=attrgetter("path.parent_text")))
        yield from job.parsed(differences)
    yield ParserDone()


def _excluded_files(filters: Sequence[str]) -> "ExcludedFiles | None":
    if not filters:
        return None
    # Imported for vaults with filters only: this process starts sooner without it.
    from vaultdesk.vault.obsidian.vault_config import ExcludedFiles

    return ExcludedFiles(filters)


def _scanned_batches(states: Sequence[NoteStat]) -> Iterator[ParserMessage]:
    for start in range(0, len(states), STATES_PER_BATCH):
        yield ScannedBatch(
            tuple([(path.text, size, mtime_ns) for path, size, mtime_ns in states[start : start + STATES_PER_BATCH]])
        )


def _first_within(files: Sequence[FileDifference], max_bytes: int) -> Sequence[FileDifference]:
    """Return the first of these notes with no more than *max_bytes* bytes in total; none if that is 0."""
    if not max_bytes:
        return ()
    for number, file in enumerate(files):
        max_bytes -= file.size
        if max_bytes < 0:
            return files[:number]
    return files


def _latest_first(states: Sequence[NoteStat]) -> Sequence[FileDifference]:
    """Return these notes as unknown notes to read: the latest first, then all others in the given order.

    The latest are the most likely to be searched. The others are numbered in this order: each batch appends to the
    tables instead of changing pages all over them.
    """
    latest = nlargest(LATEST_NOTES, states, key=itemgetter(2))
    first = {path for path, _, _ in latest}
    others = (state for state in states if state[0] not in first)
    return [FileDifference(path, size, "") for path, size, _ in (*latest, *others)]


class _ParserJob:
    """The two passes of one job over the notes."""

    def __init__(self, reader: FolderReader, held_paths: frozenset[str] = frozenset()) -> None:
        self._reader = reader
        self._held_paths = held_paths
        """Notes held in memory from the first pass to the second."""
        self._held: dict[str, FileData] = {}
        self._early_versions: dict[str, int | str] = {}
        """Version of the bytes that were sent, to detect changes; 0 if they are held and so cannot differ."""
        self._states: dict[str, tuple[int, int]] = {}
        """Size and time of the notes read in the first pass."""

    def texts(self, paths: Iterable[NotePath], max_bytes: int = sys.maxsize) -> Iterator[ParserMessage]:
        """Read these notes up to *max_bytes* bytes, and yield their texts; none if that is 0."""
        if not max_bytes:
            return
        batch: list[tuple[str, bytes]] = []
        size = 0
        for path in paths:
            file_data = self._reader.read(path, MAX_NOTE_BYTES)
            if file_data is None:
                continue
            max_bytes -= file_data.stat.st_size
            if max_bytes < 0:
                break
            self._states[path.text] = (file_data.stat.st_size, file_data.stat.st_mtime_ns)
            if path.text in self._held_paths:
                self._held[path.text] = file_data
            if path.is_note and (text := self._text(path, file_data)) is not None:
                batch.append((path.text, text))
                size += len(text)
            if size > TEXT_BATCH_BYTES:
                yield TextBatch(tuple(batch))
                batch, size = [], 0
        if batch:
            yield TextBatch(tuple(batch))

    def states(self, paths: Iterable[NotePath]) -> list[NoteStat]:
        """Return size and time of these notes from when they were read, or from the disk for the others."""
        stats: list[NoteStat] = []
        for path in paths:
            state = self._states.get(path.text) or self._state_of(path)
            if state is not None:
                stats.append((path, *state))
        return stats

    def _state_of(self, path: NotePath) -> tuple[int, int] | None:
        state = self._reader.state(path)
        return None if state is None else (state.st_size, state.st_mtime_ns)

    def _text(self, path: NotePath, file_data: FileData) -> bytes | None:
        """Return the note's text in UTF-8 for substring search; None if the other side has to read it.

        Whether the index stores it in this form is checked later: testing for NFC takes as long as reading it.
        """
        data = file_data.data
        if may_be_chat(data):  # In a chat only the messages may be found.
            return None
        try:
            text = decode_text(path, data)
        except NoteNotText:
            return None
        self._early_versions[path.text] = 0 if path.text in self._held else _version(file_data)
        if MARK_OPEN_BYTE in data or MARK_CLOSE_BYTE in data:  # They would be mistaken for highlight marks.
            return indexed_text(text).encode()
        return text.encode() if b"\r" in data or data.startswith(BOM_UTF8) or data.endswith(b"\0") else data

    def parsed(self, files: Sequence[FileDifference]) -> Iterator[ParserMessage]:
        """Parse these notes in their order, and yield the results."""
        entries: list[IndexEntry] = []
        heads: list[int] = []
        size = 0
        for number, file in enumerate(files):
            result = self._parse(file)
            if isinstance(result, UnchangedBatch):
                yield result
            elif result is not None:
                head = self._head(result)
                heads.append(head)
                entries.append(result._replace(head="", body="") if head >= 0 else result)
                size += entry_weight(result)
            if size > NOTE_BATCH_BYTES:
                yield NoteBatch.of(entries, heads)
                entries, heads, size = [], [], 0
            if number % NOTES_PER_COLLECTION == 0:
                gc.collect()
        if entries:
            yield NoteBatch.of(entries, heads)

    def _parse(self, file: FileDifference) -> IndexEntry | UnchangedBatch | None:
        """Return the result for one note; None if the other side has to read it."""
        # Imported here, so that all texts are sent 0.05 s sooner.
        from vaultdesk.index.indexing.entry_builder import file_times_of, parse_entry

        path = file.path.text
        file_data = self._held.pop(path, None) or self._reader.read(file.path, MAX_NOTE_BYTES)
        if file_data is None:
            return None
        try:
            text = decode_note(file.path, file_data.data, file_data.stat.st_mtime_ns)
            if file.known_digest and text.digest == file.known_digest:
                return UnchangedBatch(((path, text.size, text.modified_ns),))
            is_plain = is_indexed_text(text.text, file_data.data)
            early_version = self._early_versions.get(path)
            if early_version is not None and not (
                is_plain and early_version in (0, _times(file_data.stat), text.digest)
            ):
                del self._early_versions[path]  # Indexed in another form, or changed in between.
            # A text that was sent contains no mark of a chat.
            maybe_chat = path not in self._early_versions
            return parse_entry(file.path, text, file_times_of(file_data.stat), is_plain, maybe_chat=maybe_chat)
        except Exception:  # noqa: BLE001 - raised and reported again when the note is read next
            return None

    def _head(self, result: IndexEntry) -> int:
        """Return the length in bytes of the head of the text sent before; -1 if none was sent or it differs."""
        return len(result.head.encode()) if result.path in self._early_versions else -1


def _version(file_data: FileData) -> int | str:
    """Return a version of a file's bytes: its times, or a digest if those may be too coarse."""
    stat = file_data.stat
    is_old = max(stat.st_mtime, stat.st_ctime) < time.time() - COARSEST_FILE_TIME
    return _times(stat) if is_old else digest_of(file_data.data)


def _times(stat: os.stat_result) -> int:
    return hash((stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino))


# The process ends when its input does, so with the process that started it. Imported by no other module.


def run_parser() -> int:
    """Do the one job, and return the process's exit code."""
    # Ctrl+C in a terminal reaches every process in it; this one ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output, input_ = sys.stdout.buffer, sys.stdin.buffer
    job = read_job(input_)
    if job is None:
        return 0
    threading.Thread(target=_exit_at_end_of_input, args=(input_.fileno(),), daemon=True, name="parser-life").start()
    try:
        for message in parser_messages(*job):
            write_message(output, message)
    except BrokenPipeError:  # The other end is closed.
        os._exit(0)
    return 0


def _exit_at_end_of_input(descriptor: int) -> None:
    """End this process as soon as its input ends. It has nothing to save."""
    # Not through the buffered reader, whose lock Python waits for at exit.
    os.read(descriptor, 1)
    os._exit(0)
