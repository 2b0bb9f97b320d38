"""Catalog of all notes by number, with names and aliases in a form that is scanned as one text."""

import json
import re
import sqlite3
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import merge
from typing import NamedTuple, TypeAlias

from msgspec import Struct, field

from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR, TextBuffer
from vaultdesk.index.text_folding import fold_to_base, spelling_key, strip_accents
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import same_name_key

# Sorted in display order, names before aliases and short before long, so that a scan may stop when it has enough.
# Immutable.

WORD_EDGES = (" ", "-", "_", ".", ",", "(", "[", "'", "’", "–", "—", "+", "&", "@", "=", "!")
"""Characters before a word of a name."""

_WORD = re.compile(r"\w+")
_WORD_START = re.compile(r"(?<![0-9A-Za-z])\S|(?<=[a-z])[A-Z]")


class NameKeys:
    """Names, then aliases, in order. Queries return indices into both."""

    def __init__(self, note_names: Iterable[tuple[int, str, tuple[str, ...], str]]) -> None:
        """Read each note's number, name, aliases and path."""
        rows = sorted(note_names, key=lambda row: len(row[1]))
        others = sorted(
            ((note, alias) for note, _, aliases, _ in rows for alias in aliases), key=lambda row: len(row[1])
        )
        self.notes = [row[0] for row in rows] + [note for note, _ in others]
        """The note, by index."""
        self.display_names = [row[1] for row in rows] + [alias for _, alias in others]
        """The name or alias as written, by index."""
        self.name_count = len(rows)
        """Number of names; later indices are aliases."""
        self._names_text = TextBuffer(list(map(_key, self.display_names)))
        self._paths = TextBuffer([_key(row[3]) for row in rows])

    def equal_to(self, text: str) -> Iterator[int]:
        """Yield those equal to *text*."""
        return self._names_text.at_edge(TEXT_SEPARATOR + text.encode() + TEXT_SEPARATOR)

    def starting_with(self, text: str) -> Iterator[int]:
        """Yield those that begin with *text*."""
        return self._names_text.at_edge(TEXT_SEPARATOR + text.encode())

    def with_word_starting(self, text: str) -> Iterator[int]:
        """Yield those of which a later word begins with *text*."""
        return merge(*(self._names_text.slots((edge + text).encode()) for edge in WORD_EDGES))

    def containing(self, parts: Iterable[str]) -> Iterator[int]:
        """Yield those that contain all of *parts*."""
        return _slots_containing(self._names_text, parts)

    def with_spelling(self, key: str) -> Iterator[int]:
        """Yield those whose spelling key contains *key*."""
        yield from self._spellings.slots(key.encode())

    @cached_property
    def _spellings(self) -> TextBuffer:
        return TextBuffer([_encode(spelling_key(name)) for name in self.display_names])

    def contains(self, slot: int, part: str) -> bool:
        """Whether the one at this index contains *part*."""
        return self._names_text.first(slot, part.encode()) >= 0

    def with_path_containing(self, parts: Iterable[str]) -> Iterator[int]:
        """Yield the names whose note's path contains all of *parts*."""
        return _slots_containing(self._paths, parts)

    def with_word(self, letter: str) -> tuple[TextBuffer, Sequence[int]]:
        """Return the names (without aliases) with a word beginning with *letter*, without accents but with case, and
        their indices.

        A superset: a letter after one of another script counts as a word's beginning, too.
        """
        return self._by_letter.get(letter) or (TextBuffer([]), ())

    @cached_property
    def _by_letter(self) -> dict[str, tuple[TextBuffer, Sequence[int]]]:
        # A scan for scattered letters then reads a tenth of all names; there is one at each keystroke.
        slots_by_letter: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        plain = [strip_accents(name) for name in self.display_names[: self.name_count]]
        for slot, name in enumerate(plain):
            for letter in set(_WORD_START.findall(name)):
                slots_by_letter[letter.lower()].append(slot)
        unique_slots = {letter: list(dict.fromkeys(slots)) for letter, slots in slots_by_letter.items()}
        return {
            letter: (TextBuffer([_encode(plain[n]) for n in slots]), slots) for letter, slots in unique_slots.items()
        }

    @cached_property
    def words(self) -> dict[str, list[str]]:
        """Return all their words, each once, by first letter."""
        found: dict[str, list[str]] = {}
        for word in dict.fromkeys(_WORD.findall(self._names_text.joined.decode())):
            found.setdefault(word[0], []).append(word)
        return found


def _key(text: str) -> bytes:
    return _encode(fold_to_base(text))


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace").replace(TEXT_SEPARATOR, b" ")


def _slots_containing(buffer: TextBuffer, parts: Iterable[str]) -> Iterator[int]:
    longest, *others = sorted((part.encode() for part in parts), key=len, reverse=True)
    return (slot for slot in buffer.slots(longest) if all(buffer.first(slot, other) >= 0 for other in others))


CATALOG_STEP = 500
"""Notes read from the file at a time."""

NOTES_PER_VALUE = 2_000
"""Notes per value of the query's result: decoding it holds the interpreter lock for some 4 ms."""


class CatalogEntry(NamedTuple):
    """One note for searching."""

    note: int
    path: str
    name: str
    aliases: tuple[str, ...]
    excluded: bool
    kind: str = "note"
    """As `index_entry.NoteKind`."""
    mtime_ns: int = 0
    revision: int = 0

    # Computed on demand: stored, they would double the memory of a note's names.

    @property
    def key(self) -> str:
        """The name, casefolded."""
        return self.name.lower() if self.name.isascii() else same_name_key(self.name)

    @property
    def path_key(self) -> str:
        """The path, casefolded."""
        return self.path.lower() if self.path.isascii() else same_name_key(self.path)


class CatalogChanges(Struct):
    """Result of a refresh."""

    is_new_file: bool = False
    """Whether it is another file, whose numbers mean other notes: all earlier data is invalid."""
    changed: list[CatalogEntry] = field(default_factory=list)
    removed: list[CatalogEntry] = field(default_factory=list)


class NoteCatalog:
    """Names of all notes, by number. Belongs to one thread; call `refresh` before queries."""

    def __init__(self) -> None:
        self.by_note: dict[int, CatalogEntry] = {}
        """Read-only."""
        self._connection: sqlite3.Connection | None = None
        self._version = -1
        self._last_revision = -1
        self._last_note = 0
        self._names: NoteNames | None = None
        self._key_buffer: tuple[TextBuffer, list[int]] | None = None
        self._aliases: tuple[TextBuffer, list[int]] | None = None
        self._keys: NameKeys | None = None
        self._chat_keys: NameKeys | None = None
        self._chats: frozenset[int] | None = None

    def refresh(self, connection: sqlite3.Connection) -> CatalogChanges:
        """Read the notes committed since the last query."""
        changes = CatalogChanges()
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if connection is self._connection and version == self._version:
            return changes
        if connection is not self._connection:
            changes.is_new_file = True
            self.by_note, self._names, self._last_revision, self._last_note = {}, None, -1, 0
            self._reset_names()
        if not self.by_note:
            self._load_all(connection, changes)
        else:
            new = connection.execute(
                "SELECT id FROM note INDEXED BY note_revision WHERE revision > ?"
                " UNION SELECT id FROM note WHERE id > ? ORDER BY id",
                (self._last_revision, self._last_note),
            )
            self._load(connection, [note for (note,) in new], changes)
        if connection.execute("SELECT count(*) FROM note").fetchone()[0] != len(self.by_note):
            self._compare(connection, changes)
        self._last_revision, self._last_note = connection.execute(
            "SELECT coalesce(max(revision), -1), coalesce(max(id), 0) FROM note"
        ).fetchone()
        self._connection, self._version = connection, version
        return changes

    def names(self) -> NoteNames:
        """Every note's path, including excluded ones, for resolving links."""
        if self._names is None:
            self._names = NoteNames(entry.path for entry in self.by_note.values())
        return self._names

    def notes_with_name(self, needle: bytes) -> set[int]:
        """Return the notes, without excluded ones, whose folded name contains *needle*."""
        if self._key_buffer is None:
            included = [entry for entry in self.by_note.values() if not entry.excluded]
            self._key_buffer = (
                TextBuffer([entry.key.encode() for entry in included]),
                [entry.note for entry in included],
            )
        buffer, notes = self._key_buffer
        return {notes[slot] for slot in buffer.slots(needle)}

    def notes_with_name_or_alias(self, needle: bytes) -> set[int]:
        """Return the notes, without excluded ones, of which the folded name or an alias contains *needle*."""
        return self.notes_with_name(needle) | self._notes_with_alias(needle)

    def notes_with_unaccented_name(self, needle: str) -> set[int]:
        """As `notes_with_name_or_alias`, ignoring accents on both sides."""
        keys = self.name_keys()
        return {keys.notes[slot] for slot in keys.containing([fold_to_base(needle)])}

    def name_keys(self) -> NameKeys:
        """The names and aliases to search while typing, in display order."""
        if self._keys is None:
            self._keys = NameKeys(
                (entry.note, entry.name, entry.aliases, entry.path)
                for entry in self.by_note.values()
                if not entry.excluded and entry.kind == "note"
            )
        return self._keys

    def chat_name_keys(self) -> NameKeys:
        """As `name_keys`, for chats."""
        if self._chat_keys is None:
            chats = (self.by_note[note] for note in self.chats())
            self._chat_keys = NameKeys(
                (chat.note, chat.name, chat.aliases, chat.path) for chat in chats if not chat.excluded
            )
        return self._chat_keys

    def chats(self) -> frozenset[int]:
        """Return the notes that are chats."""
        if self._chats is None:
            self._chats = frozenset(note for note, entry in self.by_note.items() if entry.kind == "chat")
        return self._chats

    def _notes_with_alias(self, needle: bytes) -> set[int]:
        if self._aliases is None:
            pairs = [(alias, entry.note) for entry in self.by_note.values() if not entry.excluded
                     for alias in entry.aliases]  # fmt: skip
            buffer = TextBuffer([same_name_key(alias).encode() for alias, _ in pairs])
            self._aliases = (buffer, [note for _, note in pairs])
        buffer, notes = self._aliases
        return {notes[slot] for slot in buffer.slots(needle)}

    def _compare(self, connection: sqlite3.Connection, changes: CatalogChanges) -> None:
        """Compare all notes after a removal, since revisions may have been reused."""
        revisions: dict[int, int] = dict(connection.execute("SELECT id, revision FROM note INDEXED BY note_revision"))
        for note in self.by_note.keys() - revisions.keys():
            entry = self.by_note.pop(note)
            changes.removed.append(entry)
            self._reset_names()
            if self._names is not None:
                self._names.discard(entry.path)
        self._load(
            connection,
            [note for note, revision in revisions.items() if self.by_note.get(note, _NO_ENTRY).revision != revision],
            changes,
        )

    def _load_all(self, connection: sqlite3.Connection, changes: CatalogChanges) -> None:
        """Load all notes into an empty catalog: half the time of `_load`, as the first query waits for it."""
        # Many rows as one value: at each row the interpreter lock is released, and awaited if another thread is busy.
        sql = (
            f"SELECT json_group_array(json_array({_COLUMNS})) FROM"  # noqa: S608 - fixed identifiers
            f" (SELECT {_COLUMNS} FROM note WHERE id > ? ORDER BY id LIMIT ?)"
        )
        aliases = _aliases(connection)
        last = 0
        while rows := json.loads(connection.execute(sql, (last, NOTES_PER_VALUE)).fetchone()[0]):
            entries = [_entry(row, aliases) for row in rows]
            self.by_note.update((entry.note, entry) for entry in entries)
            changes.changed += entries
            last = entries[-1].note
        self._names = None
        self._reset_names()

    def _load(self, connection: sqlite3.Connection, notes: list[int], changes: CatalogChanges) -> None:
        for entry in load_entries(connection, notes):
            self._add(entry, changes)

    def _add(self, entry: CatalogEntry, changes: CatalogChanges) -> None:
        previous = self.by_note.get(entry.note)
        if previous is None or _name_fields(previous) != _name_fields(entry):
            self._reset_names()
            if self._names is not None:
                if previous is not None:
                    self._names.discard(previous.path)
                self._names.add(entry.path)
        self.by_note[entry.note] = entry
        changes.changed.append(entry)

    def _reset_names(self) -> None:
        """Drop everything derived from the names, to be computed again on demand."""
        self._key_buffer = self._aliases = self._keys = self._chat_keys = self._chats = None


def load_entries(connection: sqlite3.Connection, notes: list[int]) -> Iterator[CatalogEntry]:
    """Yield the entries of these notes in the file."""
    for batch in in_steps(notes):
        aliases = _aliases(connection, f" WHERE note IN ({sql_number_list(batch)})")
        sql = f"SELECT {_COLUMNS} FROM note WHERE id IN ({sql_number_list(batch)})"  # noqa: S608 - numbers
        for row in connection.execute(sql):
            yield _entry(row, aliases)


_COLUMNS = "id, path, name, excluded, kind, mtime_ns, revision"
_Row: TypeAlias = tuple[int, str, str, int, str, int, int]


def _aliases(connection: sqlite3.Connection, where: str = "") -> dict[int, tuple[str, ...]]:
    """Return the aliases of the notes that have some, in their order."""
    found: dict[int, list[str]] = {}
    sql = f"SELECT note, alias FROM alias{where} ORDER BY note, nth"  # noqa: S608 - fixed identifiers
    for note, alias in connection.execute(sql):
        found.setdefault(note, []).append(alias)
    return {note: tuple(names) for note, names in found.items()}


def _entry(row: _Row, aliases: Mapping[int, tuple[str, ...]]) -> CatalogEntry:
    note, path, name, excluded, kind, mtime_ns, revision = row
    return CatalogEntry(note, path, name, aliases.get(note, ()), excluded != 0, sys.intern(kind), mtime_ns, revision)


_NO_ENTRY = CatalogEntry(0, "", "", (), excluded=True, revision=-1)


def _name_fields(entry: CatalogEntry) -> tuple[str, tuple[str, ...], bool, str]:
    return (entry.path, entry.aliases, entry.excluded, entry.kind)


def in_steps(notes: list[int]) -> Iterator[list[int]]:
    """Yield *notes* in groups."""
    return (notes[start : start + CATALOG_STEP] for start in range(0, len(notes), CATALOG_STEP))


def sql_number_list(notes: list[int]) -> str:
    return ",".join(map(str, notes))
