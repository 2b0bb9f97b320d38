"""Content related to an open note: notes and passages, unlinked mentions and likely duplicates."""

import hashlib
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal, TypeVar

from vaultdesk.core.errors import OutsideVault
from vaultdesk.index.chunks import load_chunked_note
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.nearest_neighbours import NearPassage
from vaultdesk.index.link_graph import Network
from vaultdesk.index.search.passage_search import (
    RANK_CONSTANT,
    FoundPassage,
    PassageCandidates,
    PassageEvidence,
    PassageQuery,
    PassageSearch,
    make_passage,
)
from vaultdesk.index.search.question_terms import flatten_text, split_words
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.search_query import fold_query, storable_path, storable_text
from vaultdesk.index.text_cache.text_cache import CatalogEntry, TextCache, find_spans
from vaultdesk.index.text_folding import UNSPACED
from vaultdesk.vault.disk.vault_listing import conflict_original
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.note_path import NotePath, same_name_key

__all__ = ["DuplicatePair", "Related", "RelatedNote", "UnlinkedMention"]


# Uses the index only: no request to a model, and nothing leaves this computer.

MIN_SIMILARITY = 0.35
"""Cosine below which two passages have no recognizable relation."""

MAX_CITED = 200
"""Number of links above which a note is ignored as a source of citations: a list of all notes relates no two of
them.
"""

COMMON_TAG_SHARE = 0.2
"""Share of the notes above which a tag is ignored as too common."""

WEIGHTS = {"meaning": 1.5, "links": 1.0, "cites": 1.0, "tags": 0.5}
"""Weight of each reason: embeddings find unlinked notes; a shared tag is weak evidence."""

RelatedReasons = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note related to the one asked about."""

    path: str
    title: str
    score: float
    """0 to 1, comparable within one answer only."""
    why: RelatedReasons
    """The reasons `meaning`, `links`, `cites`, `tags`. With `links`, one links to the other already."""
    heading: str
    """The headings above its nearest passage; empty if it was not found by embeddings."""
    first_line: int


def related_notes(network: Network, path: str, near: Sequence[NearPassage], limit: int) -> list[RelatedNote]:
    """Return the notes related to the one at *path*: those without a link to it first, then by score."""
    if network.known(path) is None:
        return []
    best: dict[str, NearPassage] = {}
    for passage in near:
        if passage.similarity >= MIN_SIMILARITY and network.facts(passage.path) is not None:
            best.setdefault(passage.path, passage)
    linked = dict.fromkeys([*network.out(path), *sorted(network.into(path))])
    shares: dict[str, Mapping[str, float]] = {
        "meaning": {one: passage.similarity for one, passage in best.items()},
        "links": _by_links(network, path, linked),
        "cites": _by_citations(network, path),
        "tags": _by_tags(network, path),
    }
    whole = sum(WEIGHTS.values()) / (RANK_CONSTANT + 1)
    worth: dict[str, float] = {}
    why: dict[str, list[str]] = {}
    for reason, share in shares.items():
        others = sorted((-value, other) for other, value in share.items() if other != path)
        for rank, (_, other) in enumerate(others, 1):
            worth[other] = worth.get(other, 0.0) + WEIGHTS[reason] / (RANK_CONSTANT + rank) / whole
            why.setdefault(other, []).append(reason)
    ordered = sorted(worth, key=lambda other: (other in linked, -worth[other], other))[: max(0, limit)]
    return [_made(network, other, worth[other], tuple(why[other]), best.get(other)) for other in ordered]


def _by_links(network: Network, path: str, linked: Mapping[str, None]) -> dict[str, float]:
    """Return the notes linked with the one at *path*; links in both directions count twice."""
    out, into = set(network.out(path)), set(network.into(path))
    return {other: float((other in out) + (other in into)) for other in linked}


def _by_citations(network: Network, path: str) -> dict[str, float]:
    """Return the notes that share link targets or linking notes with this one, weighted by rarity."""
    found: dict[str, float] = {}
    groups = [network.into(cited) for cited in network.out(path)] + [
        network.out(citing) for citing in network.into(path)
    ]
    for others in groups:
        if len(others) <= MAX_CITED:
            for other in others:
                found[other] = found.get(other, 0.0) + 1 / log(2 + len(others))
    return {other: share for other, share in found.items() if other != path and network.facts(other) is not None}


def _by_tags(network: Network, path: str) -> dict[str, float]:
    """Return the notes that share tags with the one at *path*, by how rare those are."""
    own = network.known(path)
    keys = set(own.tag_keys) if own is not None else set()
    if not keys:
        return {}
    known = 0
    sharing: dict[str, list[str]] = {}
    for note in network.notes():
        known += 1
        for key in keys.intersection(note.tag_keys):
            sharing.setdefault(key, []).append(note.path)
    found: dict[str, float] = {}
    for paths in sharing.values():
        if 1 < len(paths) <= max(5, COMMON_TAG_SHARE * known):
            for other in paths:
                found[other] = found.get(other, 0.0) + log(1 + known / len(paths))
    found.pop(path, None)
    return found


def _made(network: Network, path: str, score: float, why: RelatedReasons, near: NearPassage | None) -> RelatedNote:
    facts = network.facts(path)
    assert facts is not None
    return RelatedNote(
        path, facts.title, score, why, near.heading if near is not None else "", near.first_line if near else 1
    )


# A position is a mention if a link could be inserted there, so not in code, comments, links or tags.

MIN_NAME_LENGTH = 3
"""Minimum length of a name in letters; two in scripts without spaces between words."""

MAX_MENTIONING_NOTES = 300
"""Maximum number of notes read for one name, most recently changed first: a note called `Note` occurs in every other
one.
"""

MAX_MENTIONS_IN_NOTE = 50
"""Maximum number of positions checked in one note."""

MAX_LINE_LENGTH = 400
"""Maximum number of characters shown of a line; some notes have a whole chapter in one."""

CHARACTERS_BEFORE_MARK = 120
"""Characters before the first mark of a line that is cut."""


@dataclass(frozen=True, slots=True)
class UnlinkedMention:
    """A line of another note that names a note without linking to it there."""

    path: str
    title: str
    line: int
    """Counted from 1."""
    text: str
    """The line as written, at most 400 characters."""
    marks: tuple[tuple[int, int], ...]
    """Positions of the name in `text`."""
    name: str
    """The matched name or alias, as the note itself writes it."""


def mentionable_names(connection: sqlite3.Connection, path: str) -> list[str]:
    """Return the names of the note at *path*, each once, the longest first; too short names are left out."""
    row = connection.execute("SELECT id, name FROM note WHERE path = ?", (storable_path(path),)).fetchone()
    if row is None:
        return []
    aliases = connection.execute("SELECT alias FROM alias WHERE note = ? ORDER BY nth", (row[0],))
    names = {
        fold_query(storable_text(name)): storable_text(name) for name in (row[1], *(alias for (alias,) in aliases))
    }
    return sorted((name for name in names.values() if _is_long_enough(name)), key=len, reverse=True)


def notes_naming(text_cache: TextCache, connection: sqlite3.Connection, path: str, names: Sequence[str]) -> list[int]:
    """Return the notes that contain one of *names* literally, most recently changed first, up to the limit."""
    found = set[int]().union(*(text_cache.notes_containing(connection, [name]) for name in names))
    sql = "SELECT mtime_ns FROM note WHERE id = ? AND path != ? AND excluded = 0 AND kind = 'note'"
    times = ((connection.execute(sql, (note, storable_path(path))).fetchone(), note) for note in found)
    newest_first = sorted(((row[0], note) for row, note in times if row), reverse=True)
    return [note for _, note in newest_first[:MAX_MENTIONING_NOTES]]


def mentions_in(connection: sqlite3.Connection, notes: Sequence[int], names: Sequence[str]) -> list[UnlinkedMention]:
    """Return the lines of *notes* that mention one of *names* outside of links, code, comments and properties."""
    found: list[UnlinkedMention] = []
    for note in notes:
        row = connection.execute(
            "SELECT path, title, properties, body FROM note JOIN text ON text.id = note.id WHERE note.id = ?", (note,)
        ).fetchone()
        if row is not None:
            path, title, head, body = row
            found += _in_note(path, title, head + body, len(head), names)
    return found


def _in_note(path: str, title: str, text: str, start: int, names: Sequence[str]) -> Iterator[UnlinkedMention]:
    lines: dict[int, list[tuple[int, int, str]]] = {}
    for first, last, name in _linkable(text, start, _places(text, start, names)):
        lines.setdefault(text.rfind("\n", 0, first) + 1, []).append((first, last, name))
    for line_start, places in lines.items():
        line_end = text.find("\n", line_start)
        line = text[line_start : line_end if line_end >= 0 else len(text)]
        offset = line_start + len(line) - len(line.lstrip())
        if len(line) > MAX_LINE_LENGTH:
            offset = max(offset, places[0][0] - CHARACTERS_BEFORE_MARK)
        shown = text[offset : line_start + len(line)][:MAX_LINE_LENGTH].rstrip()
        marks = tuple((a - offset, b - offset) for a, b, _ in places if b - offset <= len(shown))
        yield UnlinkedMention(path, title, text.count("\n", 0, line_start) + 1, shown, marks, places[0][2])


def _places(text: str, start: int, names: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return the positions of whole *names* in the text after its properties, in order; a longer name wins over a
    shorter one inside it.
    """
    found: list[tuple[int, int, str]] = []
    for name in names:
        for first, last in find_spans(text, fold_query(name), MAX_MENTIONS_IN_NOTE):
            inside = any(a < last and first < b for a, b, _ in found)
            if first >= start and not inside and _stands_alone(text, first, last):
                found.append((first, last, name))
    return sorted(found)[:MAX_MENTIONS_IN_NOTE]


def _linkable(text: str, start: int, places: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return those of *places* at which a link could be inserted."""
    if not places:
        return []
    now = scan(text, start)
    taken = [(link.start, link.end) for link in now.links]
    taken += [(begin, begin + 1 + len(tag)) for tag, begin in zip(now.tags, now.tag_starts, strict=True)]
    free = [one for one in places if not any(a < one[1] and one[0] < b for a, b in taken)]
    pieces: list[str] = []
    expected: dict[int, tuple[int, int, str]] = {}
    place = length = 0
    for one in free:
        before = text[place : one[0]]
        expected[length + len(before)] = one
        pieces += [before, "[[x]]"]
        length += len(before) + len("[[x]]")
        place = one[1]
    linked = scan("".join([*pieces, text[place:]]), start)
    return [expected[link.start] for link in linked.links if link.start in expected]


def _stands_alone(text: str, first: int, last: int) -> bool:
    """Whether the match is a whole word; in scripts without spaces letters may adjoin it."""
    return not (
        _is_joined(text[first - 1 : first] if first else "", text[first : first + 1])
        or _is_joined(text[last : last + 1], text[last - 1 : last])
    )


def _is_joined(outside: str, inside: str) -> bool:
    return bool(outside) and (outside.isalnum() or outside == "_") and inside.isalnum() and not UNSPACED.match(inside)


def _is_long_enough(name: str) -> bool:
    letters = sum(map(str.isalnum, name))
    return letters >= MIN_NAME_LENGTH or (letters == MIN_NAME_LENGTH - 1 and UNSPACED.search(name) is not None)


MIN_WORDS = 5
"""Minimum number of words of a text that can equal another: notes that are empty or have a heading only are not
duplicates.
"""

MIN_SHARED_WORDS = 0.5
"""Minimum share of common words for two notes if only their names suggest a copy."""

_COPY = re.compile(
    r"(?: - |[ _-])?(?:\((?:copy|kopie|copie|copia)(?: \d{1,3})?\)|(?:copy|kopie|copie|copia)(?: \d{1,3}| \(\d{1,3}\))?"
    r"|\(\d{1,3}\)| \d{1,3})\Z",
    re.IGNORECASE,
)
# `Note (copy)`, `Note copy 2`, `Note - Copy (2)`, `Note (1)`, `Note 1`: written by file managers and sync programs.


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two notes that are likely the same."""

    first: str
    second: str
    similarity: float
    """1 for equal text; else the cosine of their embeddings, or the share of common words."""
    why: Literal["same text", "meaning", "name"]


def text_digests(connection: sqlite3.Connection, notes: Sequence[int]) -> dict[str, bytes]:
    """Return a digest of each note's text without blanks, case and properties; short texts have none."""
    listed = ",".join(map(str, notes))
    sql = (
        "SELECT path, body FROM note JOIN text ON text.id = note.id"  # noqa: S608 - numbers
        f" WHERE note.id IN ({listed}) AND excluded = 0 AND kind = 'note' AND words >= {MIN_WORDS}"
    )
    return {path: _mark(body) for path, body in connection.execute(sql)}


def equal_texts(marks: dict[str, bytes]) -> list[DuplicatePair]:
    """Return the pairs of notes with equal text: each with the first by name, which may be the original."""
    groups: dict[bytes, list[str]] = {}
    for path in sorted(marks, key=lambda path: (len(path), path)):
        groups.setdefault(marks[path], []).append(path)
    return [DuplicatePair(first, other, 1.0, "same text") for first, *others in groups.values() for other in others]


def copies_by_name(paths: Iterable[str]) -> list[tuple[str, str]]:
    """Return each note whose name marks it as a copy, after the original in the same folder."""
    known = {same_name_key(path): path for path in paths}
    found: list[tuple[str, str]] = []
    for path in known.values():
        original = known.get(same_name_key(_original(path)))
        if original is not None and original != path:
            found.append((original, path))
    return sorted(found)


def shared_words(connection: sqlite3.Connection, first: str, second: str) -> float:
    """Return the share of words that the two notes have in common."""
    sql = "SELECT body FROM note JOIN text ON text.id = note.id WHERE path = ?"
    texts = [connection.execute(sql, (path,)).fetchone() for path in (first, second)]
    one, two = ({*split_words(flatten_text(row[0]))} if row is not None else set[str]() for row in texts)
    return len(one & two) / len(one | two) if one and two else 0.0


def without_known(pairs: Iterable[DuplicatePair], known: Collection[DuplicatePair]) -> list[DuplicatePair]:
    """Return those of *twins* that are not in *known*, in either order of the pair."""
    told = {frozenset((one.first, one.second)) for one in known}
    return [one for one in pairs if frozenset((one.first, one.second)) not in told]


def _mark(body: str) -> bytes:
    return hashlib.blake2b(" ".join(body.casefold().split()).encode(), digest_size=16).digest()


def _original(path: str) -> str:
    """Return the path of the note that *path*, by its name, is a copy of; *path* itself if it is none."""
    try:
        note = NotePath(path)
    except OutsideVault:
        return path
    original = conflict_original(note)
    if original is not None:
        return original.text
    stem = _COPY.sub("", note.name)
    return f"{path.removesuffix(note.file_name)}{stem}.md" if stem and stem != note.name else path


# Computed from the index and its vectors only: no request to a model, and nothing leaves this computer.

T = TypeVar("T")

NEAR_PASSAGES = 60
"""Passages fetched by embedding: several may be of one note."""

MENTIONED_A_STEP, MARKED_A_STEP, COMPARED_A_STEP = 20, 500, 20
"""Notes processed in one step of the index's thread: some 10 ms each."""

NO_CANDIDATES = PassageCandidates((), (), frozenset(), 0)


class Related:
    """Finds related content for the open note. Stateless."""

    def __init__(self, searcher: Searcher, embeddings: EmbeddingIndex | None) -> None:
        self._searcher = searcher
        self._embeddings = embeddings

    async def notes(self, path: str, limit: int = 20) -> list[RelatedNote]:
        """Return the notes related to the one at *path*, those without a link to it first; empty if it is unknown."""
        ready = self._embeddings is not None and self._embeddings.ready
        near = await self._embeddings.near_note(path, NEAR_PASSAGES) if ready and self._embeddings is not None else []
        return await self._searcher.read_network(related_notes, path, near, limit)

    async def passages(self, path: str, line: int, limit: int = 10) -> list[FoundPassage]:
        """Return passages of other notes about the text on *line*: by embeddings, or by words if those are not
        ready.
        """
        if self._embeddings is None or not self._embeddings.ready:
            return await self._by_words(path, line, limit)
        found: list[FoundPassage] = []
        for rank, near in enumerate(await self._embeddings.near_passage(path, line, limit), 1):
            note = await self._searcher.read_database(load_chunked_note, near.path)
            chunk = note.holding(near.start, near.end) if note is not None else None
            if note is not None and chunk is not None:
                evidence = PassageEvidence(embedding_rank=rank, similarity=near.similarity)
                found.append(make_passage(note, chunk.nth, max(0.0, near.similarity), evidence, NO_CANDIDATES))
        return found

    async def mentions(self, path: str, limit: int = 100) -> list[UnlinkedMention]:
        """Return the mentions in other notes of the one at *path*, or an alias of it, without a link there."""
        names = await self._searcher.read_database(mentionable_names, path)
        if not names:
            return []
        notes = await self._searcher.read_texts(notes_naming, path, names)
        found: list[UnlinkedMention] = []
        for some in _steps(notes, MENTIONED_A_STEP):
            found += await self._searcher.read_database(mentions_in, some, names)
            if len(found) >= limit:
                break
        return found[: max(0, limit)]

    async def duplicates(self, limit: int = 200) -> list[DuplicatePair]:
        """Return notes that are likely the same: equal text first, then by name, then by embeddings."""
        entries = await self._searcher.read_index(_searchable_notes)
        marks: dict[str, bytes] = {}
        for some in _steps([entry.note for entry in entries], MARKED_A_STEP):
            marks |= await self._searcher.read_database(text_digests, some)
        found = equal_texts(marks)
        paths = {entry.path for entry in entries}
        found += without_known(await self._by_name(copies_by_name(paths), limit), found)
        if self._embeddings is not None and self._embeddings.ready:
            alike = await self._embeddings.similar_notes(limit=limit)
            twins = [DuplicatePair(min(a, b), max(a, b), near, "meaning") for a, b, near in alike if {a, b} <= paths]
            found += without_known(twins, found)
        return found[: max(0, limit)]

    async def _by_words(self, path: str, line: int, limit: int) -> list[FoundPassage]:
        note = await self._searcher.read_database(load_chunked_note, path)
        chunk = note.on_line(line) if note is not None else None
        if chunk is None:
            return []
        search = PassageSearch(self._searcher, None)
        return await search.find(PassageQuery(chunk.in_context(""), limit=limit), lambda other: other != path)

    async def _by_name(self, pairs: Sequence[tuple[str, str]], limit: int) -> list[DuplicatePair]:
        found: list[DuplicatePair] = []
        for some in _steps(pairs, COMPARED_A_STEP):
            shares = await self._searcher.read_database(_shares_of_words, some)
            found += [
                DuplicatePair(*pair, share, "name")
                for pair, share in zip(some, shares, strict=True)
                if share >= MIN_SHARED_WORDS
            ]
            if len(found) >= limit:
                break
        return found


def _steps(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _searchable_notes(text_cache: TextCache, connection: sqlite3.Connection) -> list[CatalogEntry]:
    return [entry for entry in text_cache.entries(connection) if not entry.excluded and entry.kind == "note"]


def _shares_of_words(connection: sqlite3.Connection, pairs: Sequence[tuple[str, str]]) -> list[float]:
    return [shared_words(connection, *pair) for pair in pairs]
