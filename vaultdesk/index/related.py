"""Content related to an open note: notes and passages, unlinked mentions and likely duplicates."""

import hashlib
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from vaultdesk.core.errors import OutsideVault
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.nearest_neighbors import NearPassage
from vaultdesk.index.link_graph import Network
from vaultdesk.index.search.passage_search import (
    RANK_CONSTANT,
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

T = TypeVar("T")


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


class RelatedNote(Struct, frozen=True):
    """A note related to another one."""

    path: str
    title: str
    reasons: RelatedReasons
    """The reasons `meaning`, `links`, `cites`, `tags`. With `links`, one links to the other already."""
    heading: str
    """The headings above its nearest passage; empty if it was not found by embeddings."""


def related_notes(network: Network, path: str, similar: Sequence[NearPassage], limit: int) -> list[RelatedNote]:
    """Return the notes related to the one at *path*: those without a link to it first, then by score."""
    if network.known(path) is None:
        return []
    best: dict[str, NearPassage] = {}
    for passage in similar:
        if passage.similarity >= MIN_SIMILARITY and network.facts(passage.path) is not None:
            best.setdefault(passage.path, passage)
    linked = dict.fromkeys([*network.outgoing(path), *sorted(network.incoming(path))])
    scores_by_reason: dict[str, Mapping[str, float]] = {
        "meaning": {other_path: passage.similarity for other_path, passage in best.items()},
        "links": _by_links(network, path, linked),
        "cites": _by_citations(network, path),
        "tags": _by_tags(network, path),
    }
    scores: dict[str, float] = {}
    reasons: dict[str, list[str]] = {}
    for reason, scores_of_reason in scores_by_reason.items():
        others = sorted((-value, other) for other, value in scores_of_reason.items() if other != path)
        for rank, (_, other) in enumerate(others, 1):
            scores[other] = scores.get(other, 0.0) + WEIGHTS[reason] / (RANK_CONSTANT + rank)
            reasons.setdefault(other, []).append(reason)
    ordered = sorted(scores, key=lambda other: (other in linked, -scores[other], other))[: max(0, limit)]
    return [_related_note(network, other, tuple(reasons[other]), best.get(other)) for other in ordered]


def _by_links(network: Network, path: str, linked: Mapping[str, None]) -> dict[str, float]:
    """Return the notes linked with the one at *path*; links in both directions count twice."""
    out, into = set(network.outgoing(path)), set(network.incoming(path))
    return {other: float((other in out) + (other in into)) for other in linked}


def _by_citations(network: Network, path: str) -> dict[str, float]:
    """Return the notes that share link targets or linking notes with this one, weighted by rarity."""
    scores: dict[str, float] = {}
    groups = [network.incoming(cited) for cited in network.outgoing(path)] + [
        network.outgoing(citing) for citing in network.incoming(path)
    ]
    for others in groups:
        if len(others) <= MAX_CITED:
            for other in others:
                scores[other] = scores.get(other, 0.0) + 1 / log(2 + len(others))
    return {other: score for other, score in scores.items() if other != path and network.facts(other) is not None}


def _by_tags(network: Network, path: str) -> dict[str, float]:
    """Return the notes that share tags with the one at *path*, by how rare those are."""
    facts = network.known(path)
    keys = set(facts.tag_keys) if facts is not None else set()
    if not keys:
        return {}
    note_count = 0
    paths_by_tag: dict[str, list[str]] = {}
    for note in network.notes():
        note_count += 1
        for key in keys.intersection(note.tag_keys):
            paths_by_tag.setdefault(key, []).append(note.path)
    scores: dict[str, float] = {}
    for paths in paths_by_tag.values():
        if 1 < len(paths) <= max(5, COMMON_TAG_SHARE * note_count):
            for other in paths:
                scores[other] = scores.get(other, 0.0) + log(1 + note_count / len(paths))
    scores.pop(path, None)
    return scores


def _related_note(network: Network, path: str, reasons: RelatedReasons, passage: NearPassage | None) -> RelatedNote:
    facts = network.facts(path)
    assert facts is not None
    return RelatedNote(path, facts.title, reasons, passage.heading if passage else "")


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


class UnlinkedMention(Struct, frozen=True):
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
    """Return the names of the note at *path*, each once, the longest first, without those below the minimum length."""
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
            found += _mentions_in_note(path, title, head + body, len(head), names)
    return found


class _NameSpan(NamedTuple):
    """Position of a name in the text of a note."""

    start: int
    end: int
    name: str


def _mentions_in_note(
    path: str, title: str, text: str, body_start: int, names: Sequence[str]
) -> Iterator[UnlinkedMention]:
    lines: dict[int, list[_NameSpan]] = {}
    for span in _linkable_spans(text, body_start, _find_names(text, body_start, names)):
        lines.setdefault(text.rfind("\n", 0, span.start) + 1, []).append(span)
    for line_start, spans in lines.items():
        line_end = text.find("\n", line_start)
        line = text[line_start : line_end if line_end >= 0 else len(text)]
        offset = line_start + len(line) - len(line.lstrip())
        if len(line) > MAX_LINE_LENGTH:
            offset = max(offset, spans[0].start - CHARACTERS_BEFORE_MARK)
        excerpt = text[offset : line_start + len(line)][:MAX_LINE_LENGTH].rstrip()
        marks = tuple((span.start - offset, span.end - offset) for span in spans if span.end - offset <= len(excerpt))
        yield UnlinkedMention(path, title, text.count("\n", 0, line_start) + 1, excerpt, marks, spans[0].name)


def _find_names(text: str, body_start: int, names: Sequence[str]) -> list[_NameSpan]:
    """Return the positions of whole *names* in the text after its properties, in order; a longer name wins over a
    shorter one inside it.
    """
    found: list[_NameSpan] = []
    for name in names:
        for start, end in find_spans(text, fold_query(name), MAX_MENTIONS_IN_NOTE):
            overlaps = any(other.start < end and start < other.end for other in found)
            if start >= body_start and not overlaps and _is_whole_word(text, start, end):
                found.append(_NameSpan(start, end, name))
    return sorted(found)[:MAX_MENTIONS_IN_NOTE]


def _linkable_spans(text: str, body_start: int, spans: Sequence[_NameSpan]) -> list[_NameSpan]:
    """Return those of *spans* at which a link could be inserted."""
    if not spans:
        return []
    scanned = scan(text, body_start)
    occupied = [(link.start, link.end) for link in scanned.links]
    occupied += [
        (tag_start, tag_start + 1 + len(tag)) for tag, tag_start in zip(scanned.tags, scanned.tag_starts, strict=True)
    ]
    spans_to_try = [span for span in spans if not any(start < span.end and span.start < end for start, end in occupied)]
    parts: list[str] = []
    expected: dict[int, _NameSpan] = {}
    position = length = 0
    for span in spans_to_try:
        before = text[position : span.start]
        expected[length + len(before)] = span
        parts += [before, "[[x]]"]
        length += len(before) + len("[[x]]")
        position = span.end
    linked = scan("".join([*parts, text[position:]]), body_start)
    return [expected[link.start] for link in linked.links if link.start in expected]


def _is_whole_word(text: str, first: int, last: int) -> bool:
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


class DuplicatePair(Struct, frozen=True):
    """Two notes that are likely the same."""

    first: str
    second: str
    similarity: float
    """1 for equal text; else the cosine of their embeddings, or the share of common words."""
    reason: Literal["same text", "meaning", "name"]


def text_digests(connection: sqlite3.Connection, notes: Sequence[int]) -> dict[str, bytes]:
    """Return a digest of each note's text without blanks, case and properties; short texts have none."""
    listed = ",".join(map(str, notes))
    sql = (
        "SELECT path, body FROM note JOIN text ON text.id = note.id"  # noqa: S608 - numbers
        f" WHERE note.id IN ({listed}) AND excluded = 0 AND kind = 'note' AND words >= {MIN_WORDS}"
    )
    return {path: _text_digest(body) for path, body in connection.execute(sql)}


def equal_texts(digests: dict[str, bytes]) -> list[DuplicatePair]:
    """Return the pairs of notes with equal text: each with the first by name, which may be the original."""
    groups: dict[bytes, list[str]] = {}
    for path in sorted(digests, key=lambda path: (len(path), path)):
        groups.setdefault(digests[path], []).append(path)
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
    first_words, second_words = (
        {*split_words(flatten_text(row[0]))} if row is not None else set[str]() for row in texts
    )
    return len(first_words & second_words) / len(first_words | second_words) if first_words and second_words else 0.0


def without_known(pairs: Iterable[DuplicatePair], known: Collection[DuplicatePair]) -> list[DuplicatePair]:
    """Return those of *pairs* that are not in *known*, in either order of the pair."""
    known_pairs = {frozenset((pair.first, pair.second)) for pair in known}
    return [pair for pair in pairs if frozenset((pair.first, pair.second)) not in known_pairs]


def _text_digest(body: str) -> bytes:
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

NEAR_PASSAGES = 60
"""Passages fetched by embedding: several may be of one note."""

MENTION_NOTES_PER_STEP, DIGEST_NOTES_PER_STEP, COMPARED_PAIRS_PER_STEP = 20, 500, 20
"""Notes processed in one step of the index's thread: some 10 ms each."""


class Related:
    """Finds related content for the open note. Stateless."""

    def __init__(self, searcher: Searcher, embeddings: EmbeddingIndex | None) -> None:
        self._searcher = searcher
        self._embeddings = embeddings

    async def notes(self, path: str, limit: int = 20) -> list[RelatedNote]:
        """Return the notes related to the one at *path*, those without a link to it first; empty if it is unknown."""
        ready = self._embeddings is not None and self._embeddings.ready
        similar = (
            await self._embeddings.near_note(path, NEAR_PASSAGES) if ready and self._embeddings is not None else []
        )
        return await self._searcher.read_network(related_notes, path, similar, limit)

    async def mentions(self, path: str, limit: int = 100) -> list[UnlinkedMention]:
        """Return the mentions in other notes of the one at *path*, or an alias of it, without a link there."""
        names = await self._searcher.read_database(mentionable_names, path)
        if not names:
            return []
        notes = await self._searcher.read_texts(notes_naming, path, names)
        found: list[UnlinkedMention] = []
        for batch in _steps(notes, MENTION_NOTES_PER_STEP):
            found += await self._searcher.read_database(mentions_in, batch, names)
            if len(found) >= limit:
                break
        return found[: max(0, limit)]

    async def duplicates(self, limit: int = 200) -> list[DuplicatePair]:
        """Return notes that are likely the same: equal text first, then by name, then by embeddings."""
        entries = await self._searcher.read_index(_searchable_notes)
        digests: dict[str, bytes] = {}
        for batch in _steps([entry.note for entry in entries], DIGEST_NOTES_PER_STEP):
            digests |= await self._searcher.read_database(text_digests, batch)
        found = equal_texts(digests)
        paths = {entry.path for entry in entries}
        found += without_known(await self._by_name(copies_by_name(paths), limit), found)
        if self._embeddings is not None and self._embeddings.ready:
            similar_notes = [
                DuplicatePair(pair.first, pair.second, pair.similarity, "meaning")
                for pair in await self._embeddings.similar_notes(limit=limit)
                if {pair.first, pair.second} <= paths
            ]
            found += without_known(similar_notes, found)
        return found[: max(0, limit)]

    async def _by_name(self, pairs: Sequence[tuple[str, str]], limit: int) -> list[DuplicatePair]:
        found: list[DuplicatePair] = []
        for batch in _steps(pairs, COMPARED_PAIRS_PER_STEP):
            shares = await self._searcher.read_database(_shares_of_words, batch)
            found += [
                DuplicatePair(*pair, share, "name")
                for pair, share in zip(batch, shares, strict=True)
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
