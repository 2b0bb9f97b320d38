"""ParserWork: what a parser process does: reads the notes it is asked for, then understands them. Opens no index.

First all texts are handed over, so that letters in them are found while the rest is still to be done; then the notes,
in the order they were asked for. Whatever is not as usual is not told of: the other side looks at it itself.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from vaultdesk.errors import VaultError
from vaultdesk.index.birth import Birth, birth_of
from vaultdesk.index.entry import Entry
from vaultdesk.index.intake import understood
from vaultdesk.index.kept_text import keeping
from vaultdesk.index.parser_wire import Done, Message, Notes, Same, Texts, weight
from vaultdesk.index.scan import Difference
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.folder_reader import FolderReader, FoundFile
from vaultdesk.vault.new_bytes import MAX_NOTE_BYTES
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText, decode

TOLD_BYTES = 300_000_000
"""Text told, and held at the other end, before it is understood: what is beyond is found when its turn comes."""

HELD_BYTES = 32_000_000
"""Text held here until its turn comes, which comes first. The rest is read again: that takes less than the memory."""

PIECE_BYTES = 250_000
"""Text, or text understood, in one message: taking it in holds the window's interpreter lock for about 1 ms."""

SWEEP_AFTER = 2_000
"""Notes between two looks for garbage that holds itself: only a failed note leaves any."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A note that was read."""

    path: NotePath
    born: Birth
    modified_ns: int
    data: bytes
    """Empty where the text is kept."""
    kept: NoteText | None
    """Where it takes no more memory than the bytes do: one emoji makes a text four times as large."""

    def text(self) -> NoteText:
        """Return what the note says. Raises `NoteNotText`."""
        return self.kept or decode(self.path, self.data, self.modified_ns)


def messages(root: str, wanted: Sequence[Difference], told_bytes: int = TOLD_BYTES) -> Iterator[Message]:
    """Do the work, and yield what there is to say."""
    # Notes are values and hold nothing that holds them; looking for garbage would take a tenth of the time.
    gc.freeze()
    gc.disable()
    with FolderReader(VaultFiles(Path(root)).folders) as reader:
        told, kept = _first(wanted, told_bytes), _first(wanted, min(HELD_BYTES, told_bytes))
        work = _Work(reader, frozenset(one.path.text for one in kept))
        yield from work.texts(sorted(told, key=attrgetter("path.parent_text")))
        yield from work.understood(wanted)
    yield Done()


def _first(wanted: Sequence[Difference], most: int) -> Sequence[Difference]:
    """Return the first of these notes, as many as have no more than so many bytes."""
    for number, one in enumerate(wanted):
        most -= one.size
        if most < 0:
            return wanted[:number]
    return wanted


class _Work:
    """One job's two rounds over the notes."""

    def __init__(self, reader: FolderReader, kept: frozenset[str]) -> None:
        self._reader = reader
        self._kept = kept
        """Notes that are held from the first round to the second."""
        self._held: dict[str, _Held] = {}
        self._told: dict[str, str] = {}
        """Of the notes whose text was told: the digest of what it was."""

    def texts(self, wanted: Iterable[Difference]) -> Iterator[Message]:
        """Read these notes, and tell their texts."""
        piece: list[tuple[str, str]] = []
        size = 0
        for one in wanted:
            path = one.path.text
            found = _held(one.path, self._reader.read(one.path, MAX_NOTE_BYTES))
            if found is None:
                continue
            if path in self._kept:
                self._held[path] = found
            if one.path.is_note:
                text = found.text()
                piece.append((path, keeping(text.text)(text.text)))
                self._told[path] = text.digest
                size += one.size
            if size > PIECE_BYTES:
                yield Texts(tuple(piece))
                piece, size = [], 0
        if piece:
            yield Texts(tuple(piece))

    def understood(self, wanted: Sequence[Difference]) -> Iterator[Message]:
        """Understand these notes in their order, and tell what they say."""
        entries: list[Entry] = []
        heads: list[int] = []
        size = 0
        for number, one in enumerate(wanted):
            taken = self._taken(one)
            if isinstance(taken, Same):
                yield taken
            elif taken is not None:
                head = self._head(taken)
                heads.append(head)
                entries.append(taken._replace(head="", body="") if head >= 0 else taken)
                size += weight(taken)
            if size > PIECE_BYTES:
                yield Notes.of(entries, heads)
                entries, heads, size = [], [], 0
            if number % SWEEP_AFTER == 0:
                gc.collect()
        if entries:
            yield Notes.of(entries, heads)

    def _taken(self, one: Difference) -> Entry | Same | None:
        """Return what came of one note; None where the other side has to look at it."""
        early = self._held.pop(one.path.text, None)
        found = early or _held(one.path, self._reader.read(one.path, MAX_NOTE_BYTES))
        if found is None:
            return None
        try:
            text = found.text()
            if one.known_digest and text.digest == one.known_digest:
                return Same(((one.path.text, text.size, text.modified_ns),))
            return understood(one.path, text, found.born)
        except Exception:  # noqa: BLE001 - it comes again where this note is looked at next, and is told there
            return None

    def _head(self, taken: Entry) -> int:
        """Return how long the head of the text is that was told before; -1 where none was, or it is another by now."""
        return len(taken.head) if self._told.get(taken.path) == taken.digest else -1


def _held(path: NotePath, found: FoundFile | None) -> _Held | None:
    """Return what was read; None where the other side has to look at it."""
    if found is None:
        return None
    modified_ns, born = found.stat.st_mtime_ns, birth_of(found.stat)
    try:
        text = decode(path, found.data, modified_ns)
    except VaultError:
        return None
    if text.text.isascii():
        return _Held(path, born, modified_ns, b"", text)
    return _Held(path, born, modified_ns, found.data, None)
