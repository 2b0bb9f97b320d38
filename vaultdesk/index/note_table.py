"""In-memory table of the properties, tags, times and resolved links of all notes."""

import json
import sqlite3
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from msgspec import Struct, field

from vaultdesk.core.local_time import timestamp_of
from vaultdesk.index.index_results import TagCount
from vaultdesk.index.indexing.entry_builder import link_key
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

CREATED_NAMES = ("created", "date created")
"""Properties with the creation time of a note, used if the file system has none; compared without case."""

CACHED_DATES = 8_192
"""Number of parsed dates cached: a daily note a day for twenty years."""


class NoteFacts(Struct, frozen=True):
    """The data of one note that filters use. Of an excluded note only name and file: its text is never read."""

    path: str
    name: str
    """The file name without `.md`."""
    title: str
    size: int
    """Bytes."""
    modified_ns: int
    created_ns: int
    """Creation time (see `created_of`), in nanoseconds since 1970."""
    path_key: str = ""
    """The path in NFC and casefolded, used to sort lists."""
    words: int = 0
    tags: tuple[str, ...] = ()
    """Without `#`, as written, properties first."""
    tag_keys: tuple[str, ...] = ()
    """The same in NFC and casefolded, used to compare tags."""
    properties: Mapping[str, JsonValue] = field(default_factory=dict)
    """The frontmatter, in its order. Shared: read-only."""
    inline: Mapping[str, JsonValue] = field(default_factory=dict)
    """Inline fields of the text (vaultdesk/index/README.md, "Inline fields"): a name written several times has a
    list.
    """
    aliases: tuple[str, ...] = ()
    excluded: bool = False
    """Among the vault's excluded files."""
    problem: str = ""
    """Why its text could not be read, as the index stores it; then only its file is known."""
    doubtful: bool = False
    """Whether its head looks like properties but cannot be parsed."""
    digest: str = ""
    """SHA-256 of the bytes these facts were read from; not a digest if they were not read."""

    @property
    def folder(self) -> str:
        """The folder's path; empty for the root."""
        return self.path.rpartition("/")[0]


def created_of(birth_ns: int, oldest_ns: int, properties: Mapping[str, JsonValue]) -> int:
    """Return the creation time of a note.

    The file system's birth time if Python provides it (macOS, Windows); else the property `created` or `date created`
    if it is a date; else the earlier of the file's two times, which copying and syncing may both have changed.
    """
    if birth_ns:
        return birth_ns
    for name in CREATED_NAMES:
        for key, value in properties.items():
            if key.casefold() == name and isinstance(value, str):
                created = date_ns(value)
                if created is not None:
                    return created
    return oldest_ns


@lru_cache(CACHED_DATES)
def date_ns(text: str) -> int | None:
    """Return an ISO date or time in nanoseconds, a naive one taken as local; None if *text* is neither."""
    # Python also accepts "20260101" and week dates, which in notes are numbers and words.
    if len(text) < len("2026-01-01") or text[4:5] != "-" or text[7:8] != "-":
        return None
    try:
        return round(timestamp_of(datetime.fromisoformat(text.strip())) * 1_000_000) * 1_000
    except (ValueError, OverflowError, OSError):
        return None


MAX_TUPLE_VALUES = 8
"""Number of values up to which they are stored as a tuple, as a set takes three times as much; more are a set for fast
lookup.
"""


class Multimap:
    """Maps a key to several values, each once."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[str, ...] | set[str]] = {}

    def add(self, key: str, value: str) -> None:
        """Add *value* under *key*."""
        values = self._values.get(key, ())
        if isinstance(values, set):
            values.add(value)
        elif value not in values:
            self._values[key] = (*values, value) if len(values) < MAX_TUPLE_VALUES else {*values, value}

    def discard(self, key: str, value: str) -> None:
        """Remove *value* from *key*."""
        values = self._values.get(key, ())
        if isinstance(values, set):
            values.discard(value)
            remaining: tuple[str, ...] | set[str] = values if len(values) > MAX_TUPLE_VALUES else tuple(values)
        else:
            remaining = tuple(other for other in values if other != value)
        if remaining:
            self._values[key] = remaining
        else:
            self._values.pop(key, None)

    def under(self, key: str) -> Collection[str]:
        """Return the values of *key*. Read-only, and valid until the next change."""
        return self._values.get(key, ())


# The target of a link depends on the names in the vault: a new `House/Boiler.md` may become the target of existing
# links. So each link is filed under the last name it may mean, and only links of an added or removed name are resolved
# again.


class LinkTable:
    """The links between notes. Belongs to one thread; call `settle` before queries."""

    def __init__(self) -> None:
        self._targets: dict[str, tuple[str, ...]] = {}
        self._resolved: dict[str, tuple[str | None, ...]] = {}
        self.outgoing: dict[str, tuple[str, ...]] = {}
        """By note: the other notes it links to, each once. Read-only."""
        self.missing: dict[str, tuple[str, ...]] = {}
        """By note, if there are any: the missing link targets. Read-only."""
        self._into = Multimap()
        """By note: the notes that link to it."""
        self._sources_by_name = Multimap()
        """By last name: the notes with a link that may mean a note of this name."""
        self._unresolved: set[str] = set()

    def put(self, path: str, targets: Iterable[tuple[str, str]]) -> None:
        """Set the links of the note at *path*: each target once, with its key, in the note's order."""
        self._remove_links(path)
        keys_by_target = dict(targets)
        self._targets[path] = tuple(keys_by_target)
        for target, key in keys_by_target.items():
            for name_key in _possible_names(target, key):
                self._sources_by_name.add(name_key, path)
        self._unresolved.add(path)

    def drop(self, path: str) -> None:
        """Remove the links of the note at *path*."""
        self._remove_links(path)
        self._unresolved.discard(path)

    def renamed(self, path: str) -> None:
        """Record that a note at this path was added or removed: links that may mean it have to be resolved again."""
        self._unresolved.update(self._sources_by_name.under(link_key(path)))

    def resolve_pending(self, names: NoteNames, limit: int = sys.maxsize) -> bool:
        """Resolve the links of up to *limit* unresolved notes with the current names. Return whether none is left."""
        known: dict[tuple[str, str], str | None] = {}
        batch = list(islice(self._unresolved, limit))
        for path in batch:
            folder = path.rpartition("/")[0]
            found: list[str | None] = []
            for target in self._targets.get(path, ()):
                # Besides the names, only the source's folder decides the target of a link.
                cache_key = (target, folder)
                if cache_key not in known:
                    known[cache_key] = _resolve(target, path, names)
                found.append(known[cache_key])
            self._remove_source(path)
            resolved = tuple(found)
            others = tuple(other for other in dict.fromkeys(found) if other is not None and other != path)
            self._resolved[path] = resolved
            # Nearly always the same, so that one tuple serves for both.
            self.outgoing[path] = resolved if others == resolved else others  # type: ignore[assignment] # equal to others
            if None in found:
                pairs = zip(self._targets[path], found, strict=True)
                self.missing[path] = tuple(target for target, other in pairs if other is None)
            for target_path in found:
                if target_path is not None:
                    self._into.add(target_path, path)
        self._unresolved.difference_update(batch)
        return not self._unresolved

    def of(self, path: str) -> Iterable[tuple[str, str | None]]:
        """Return the links of a note: the written target, and the note it resolves to; None if there is none."""
        return zip(self._targets.get(path, ()), self._resolved.get(path, ()), strict=True)

    def incoming(self, path: str) -> Set[str]:
        """Return the notes with a link to the one at *path*, including itself if it has one. Read-only."""
        return frozenset(self._into.under(path))

    def _remove_links(self, path: str) -> None:
        self._remove_source(path)
        for target in self._targets.pop(path, ()):
            for name_key in _possible_names(target, link_key(target)):
                self._sources_by_name.discard(name_key, path)

    def _remove_source(self, path: str) -> None:
        self.outgoing.pop(path, None)
        self.missing.pop(path, None)
        for target_path in self._resolved.pop(path, ()):
            if target_path is not None:
                self._into.discard(target_path, path)


def _resolve(target: str, source: str, names: NoteNames) -> str | None:
    """As `link_resolution.resolve_link`, but faster for a bare name with at most one file, since no order is needed."""
    if target and "/" not in target and not target.startswith("."):
        for name in (target, target + NOTE_SUFFIX):
            matches = names.ending_in(name)
            if len(matches) > 1:
                break
            if matches:
                return matches[0]
        else:
            return None
    return link_resolution.resolve_link(target, source, names)


def _possible_names(target: str, key: str) -> set[str]:
    """Return the last names *target* may mean: for `[[a.md]]` this is `a.md`, and `a.md.md` if there is no such
    note.
    """
    return {key, link_key(target + NOTE_SUFFIX)} if target[-3:].lower() == NOTE_SUFFIX else {key}


# A few milliseconds for 15,000 notes; the same in SQL over properties takes many times as long.

NOTES_PER_READ = 500
"""Notes read from the file at a time."""

MAX_SHARED_VALUE = 500
"""Maximum length of a value shared between notes: tags, states and names occur in many notes, sentences in one."""

_NOTE = "SELECT id, title, size, born_ns, oldest_ns, words, problem, doubtful, digest FROM note WHERE id IN"
_OF_NOTES = (
    "SELECT note, tag, key FROM tag",
    "SELECT note, name, value FROM property",
    "SELECT note, name, value FROM inline",
    "SELECT note, target, key FROM (SELECT * FROM link UNION ALL SELECT * FROM chat_link)",
)


def _chat_folders(notes: Iterable[str], chats: Iterable[str]) -> frozenset[str]:
    """Return the keys of the folders that contain more *chats* than *notes*, both given by path."""
    counts: Counter[str] = Counter()
    for paths, change in ((chats, 1), (notes, -1)):
        for path in paths:
            folder = path.rpartition("/")[0]
            while folder:
                counts[folder] += change
                folder = folder.rpartition("/")[0]
    return frozenset(same_name_key(folder) for folder, surplus in counts.items() if surplus > 0)


_NONE: dict[str, JsonValue] = {}
"""The properties of every note without any. Read-only, as all of them are."""


class NoteBody(NamedTuple):
    """The text of a note after its properties."""

    path: str
    head_lines: int
    """Number of lines of the properties."""
    text: str


class NoteTable:
    """Facts and links of all notes. Belongs to the search thread; each use refreshes it first."""

    def __init__(self, text_cache: TextCache) -> None:
        self.facts: Mapping[str, NoteFacts] = {}
        """By path, including excluded ones; without chats. Read-only."""
        self.chats: Mapping[str, NoteFacts] = {}
        """The same for chats."""
        self.links = LinkTable()
        self.names = NoteNames()
        """Every note's path, including excluded ones, for resolving links."""
        self._text_cache = text_cache
        self._connection: sqlite3.Connection | None = None
        self._version = -1
        self._revisions: dict[int, int] = {}
        self._pending_version = -1
        """Version up to which pending changes were determined."""
        self._pending: dict[int, int] = {}
        """Pending changes: notes with their revisions."""
        self._paths: dict[int, str] = {}
        self._facts: dict[str, NoteFacts] = {}
        self._chat_facts: dict[str, NoteFacts] = {}
        self._chat_folders: frozenset[str] | None = None
        self._spellings: dict[str, dict[str, None]] = {}
        self._dataview_spellings: dict[str, dict[str, None]] = {}
        self._known: set[str] = set()
        self._embeds: tuple[int, Mapping[str, tuple[str, ...]]] | None = None
        """The embeds of notes, with the version they were read in."""

    @property
    def only_notes(self) -> bool:
        """Whether there is no canvas, base or chat, so that every link target is a note."""
        return len(self._paths) == len(self._facts)

    def facts_of(self, paths: Sequence[str]) -> dict[str, NoteFacts]:
        """Return the facts of these notes and chats; unknown ones are left out."""
        found = ((path, self.known(path)) for path in paths)
        return {path: facts for path, facts in found if facts is not None}

    def known(self, path: str) -> NoteFacts | None:
        """Return the facts of the note or chat at *path*."""
        return self.facts.get(path) or self.chats.get(path)

    def is_chat_folder(self, folder: str) -> bool:
        """Whether *folder* with its subfolders contains more chats than other notes.

        A query about such a folder includes its chats; the vault's root is never one.
        """
        if not self.chats or not folder.strip("/"):
            return False
        if self._chat_folders is None:
            self._chat_folders = _chat_folders(self.facts, self.chats)
        return same_name_key(folder.strip("/")) in self._chat_folders

    def all_facts(self) -> dict[str, NoteFacts]:
        """Return a copy of the facts of all notes and chats, by path."""
        return {**self.facts, **self.chats}

    def refresh(self, connection: sqlite3.Connection, limit: int = sys.maxsize) -> bool:
        """Read the notes committed since the last query, at most *limit* of them; return whether those were all."""
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if connection is self._connection and version == self._version:
            return True
        if connection is not self._connection:  # Perhaps another file, whose numbers mean other notes.
            self.links, self._revisions, self._paths, self._facts, self._chat_facts = LinkTable(), {}, {}, {}, {}
            self._connection, self._version, self._pending_version = connection, -1, -1
        self.names = self._text_cache.names(connection)
        if version != self._pending_version:
            self._find_changes(connection)
            self._pending_version = version
        due = list(islice(self._pending, limit))
        for start in range(0, len(due), NOTES_PER_READ):
            batch = due[start : start + NOTES_PER_READ]
            self._load(connection, batch)
            self._revisions.update((note, self._pending.pop(note)) for note in batch)
        if self._pending:
            return False
        if not self.links.resolve_pending(self.names, limit):
            return False
        self._version, self.facts, self.chats, self._chat_folders = version, self._facts, self._chat_facts, None
        return True

    def embeds(self) -> Mapping[str, tuple[str, ...]]:
        """Return the embeds of each note, as written and in its order. Read from the index once for each version."""
        if self._embeds is None or self._embeds[0] != self._version:
            assert self._connection is not None
            found: dict[str, dict[str, None]] = {}
            rows = self._connection.execute("SELECT note, target FROM link WHERE embed ORDER BY note, nth")
            for note, target in rows:
                if note in self._paths:
                    found.setdefault(self._paths[note], {})[target] = None
            self._embeds = self._version, {path: tuple(targets) for path, targets in found.items()}
        return self._embeds[1]

    def bodies(self, paths: Collection[str], pattern: str) -> Iterator[NoteBody]:
        """Yield the texts of those of *paths* whose text matches *pattern* of SQL's LIKE."""
        assert self._connection is not None
        path_set = paths if isinstance(paths, Set) else frozenset(paths)
        for note, head, body in self._connection.execute(
            "SELECT id, properties, body FROM text WHERE body LIKE ?", (pattern,)
        ):
            path = self._paths.get(note, "")
            if path in path_set:
                yield NoteBody(path, head.count("\n"), body)

    def spellings(self, name: str, *, as_dataview: bool = False) -> tuple[str, ...]:
        """Return the spellings of the property *name* in this vault, itself first: names are compared without case.

        With *as_dataview*, `due-date` is also `Due Date`, as in Dataview.
        """
        same = self._spellings.get(name.casefold(), {})
        normalized = self._dataview_spellings.get(_dataview_key(name), {}) if as_dataview else {}
        return tuple({name: None, **same, **normalized})

    def _find_changes(self, connection: sqlite3.Connection) -> None:
        """Determine which notes were removed, and which have to be read."""
        revisions: dict[int, int] = dict(connection.execute("SELECT id, revision FROM note INDEXED BY note_revision"))
        for removed in self._revisions.keys() - revisions.keys():
            del self._revisions[removed]
            path = self._paths.pop(removed)
            self._facts.pop(path, None)
            self._chat_facts.pop(path, None)
            self.links.drop(path)
            self.links.renamed(path)
        self._pending = {
            note: revision for note, revision in revisions.items() if self._revisions.get(note) != revision
        }

    def _load(self, connection: sqlite3.Connection, notes: list[int]) -> None:
        listed = f"({','.join(map(str, notes))})"
        tags, properties, inline, links = (_grouped(connection, sql, listed) for sql in _OF_NOTES)
        for row in connection.execute(f"{_NOTE} {listed}"):
            note, title, size, birth_ns, oldest_ns, words, problem, doubtful, digest = row
            entry = self._text_cache.get(note)  # Its texts are shared, so that each note's are in memory once.
            frontmatter = {
                self._record_spelling(key): _value(value) for key, value in properties.get(note, ())
            } or _NONE
            if entry.kind in ("note", "chat"):
                table, other_table = self._facts, self._chat_facts
                if entry.kind == "chat":
                    table, other_table = other_table, table
                other_table.pop(entry.path, None)
                table[entry.path] = NoteFacts(
                    path=entry.path, path_key=entry.path_key, name=entry.name,
                    title=entry.name if title == entry.name else title, size=size, modified_ns=entry.mtime_ns,
                    created_ns=created_of(birth_ns, oldest_ns or entry.mtime_ns, frontmatter), words=words,
                    tags=tuple(sys.intern(tag) for tag, _ in tags.get(note, ())),
                    tag_keys=tuple(sys.intern(key) for _, key in tags.get(note, ())),
                    properties=frontmatter, inline=self._merge_fields(inline.get(note, ())) or _NONE,
                    aliases=entry.aliases, excluded=entry.excluded, problem=problem, doubtful=bool(doubtful),
                    digest=digest,
                )  # fmt: skip
            if note not in self._paths:
                self._paths[note] = entry.path
                self.links.renamed(entry.path)
            self.links.put(entry.path, ((sys.intern(target), key) for target, key in links.get(note, ())))

    def _record_spelling(self, name: str) -> str:
        name = sys.intern(name)
        if name not in self._known:
            self._known.add(name)
            self._spellings.setdefault(name.casefold(), {})[name] = None
            self._dataview_spellings.setdefault(_dataview_key(name), {})[name] = None
        return name

    def _merge_fields(self, fields: Iterable[tuple[str, str]]) -> dict[str, JsonValue]:
        """Return inline fields by name; the values of repeated names as a list."""
        values_by_name: dict[str, list[JsonValue]] = {}
        for name, value in fields:
            values_by_name.setdefault(self._record_spelling(name), []).append(_value(value))
        return {
            name: values[0] if len(values) == 1 else list(_flatten(values)) for name, values in values_by_name.items()
        }


def _grouped(connection: sqlite3.Connection, sql: str, listed: str) -> dict[int, list[tuple[str, str]]]:
    found: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for note, first, second in connection.execute(f"{sql} WHERE note IN {listed} ORDER BY note, nth"):
        found[note].append((first, second))
    return found


def _value(text: str) -> JsonValue:
    value: JsonValue = json.loads(text)
    return [_shared(item) for item in value] if isinstance(value, list) else _shared(value)


def _shared(value: JsonValue) -> JsonValue:
    """Return *value*; a short text as the one object shared by all notes with it."""
    return sys.intern(value) if isinstance(value, str) and len(value) < MAX_SHARED_VALUE else value


def _dataview_key(name: str) -> str:
    """Return the normalized name as in Dataview: lower case, with joiners for blanks."""
    return "-".join(name.casefold().split())


def _flatten(values: list[JsonValue]) -> Iterator[JsonValue]:
    for value in values:
        if isinstance(value, list):
            yield from value
        else:
            yield value


MAX_TAG_DEPTH = 40
"""Maximum number of levels of a tag; deeper levels count for the level above."""


def tag_counts(table: NoteTable) -> list[TagCount]:
    """Return all tags including parents of nested tags, by name; a note counts once for each."""
    counts: Counter[str] = Counter()
    spellings: dict[str, str] = {}
    # Most notes share their tags with others, so the result for a set of them is cached.
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for facts in table.facts.values():
        if facts.excluded or not facts.tag_keys:
            continue
        levels = known.get(facts.tag_keys)
        if levels is None:
            levels_by_key: dict[str, str] = {}
            for tag, key in zip(facts.tags, facts.tag_keys, strict=True):
                _add_levels(levels_by_key, tag, key)
            for key, tag in levels_by_key.items():
                spellings.setdefault(key, tag)
            levels = known[facts.tag_keys] = tuple(levels_by_key)
        counts.update(levels)
    return [TagCount(spellings[key], counts[key]) for key in sorted(counts)]


def _add_levels(levels: dict[str, str], tag: str, key: str) -> None:
    parts, keys = tag.split("/")[:MAX_TAG_DEPTH], key.split("/")[:MAX_TAG_DEPTH]
    for end in range(1, len(keys) + 1):
        levels.setdefault("/".join(keys[:end]), "/".join(parts[:end]))
