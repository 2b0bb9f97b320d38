"""Hybrid passage search for a question, by words, embeddings and links between notes."""

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import TypeVar

from vaultdesk.index.chunks import ChunkedNote, load_chunked_notes
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.nearest_neighbours import NearPassage
from vaultdesk.index.indexing.entry_builder import link_key
from vaultdesk.index.link_graph import VisibleNames
from vaultdesk.index.search.lookups import local_time
from vaultdesk.index.search.passage_ranking import (
    PassageCandidates,
    PassageEvidence,
    PassageFilter,
    TermCounts,
    count_terms,
    find_passage_candidates,
    fuse_rankings,
    gather_evidence,
    rank_by_words,
    recency_score,
    with_substring_matches,
)
from vaultdesk.index.search.question_terms import (
    IndexedTerm,
    flatten_text,
    lookup_terms,
    split_words,
    terms_of_question,
    word_spans,
)
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.search_query import fold_query
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.text_cache.substring_search import find_spans
from vaultdesk.index.word_spelling import respelled_words
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NOTE_SUFFIX


@dataclass(frozen=True, slots=True)
class MatchReasons:
    """Why a passage was found."""

    word_rank: int | None
    """Its rank among the passages found by words, from 1; None if it was not found by words."""
    words: tuple[str, ...]
    """The words of the question that it contains, as asked."""
    embedding_rank: int | None
    """Its rank among the passages found by embeddings, from 1."""
    similarity: float | None
    """Cosine similarity to the question: 1 for the same meaning, 0 for nothing in common."""
    links: int
    """Links between its note and the other best notes, in either direction."""
    recency: float
    """1 for a note changed just now, halved for each half year of age."""


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """One passage; answers list them best first."""

    path: str
    title: str
    heading: str
    """The headings above it, outermost first, joined with `›`; empty above the first one."""
    text: str
    """Markdown as written in the note, at most 300 words."""
    marks: tuple[tuple[int, int], ...]
    """Positions of the question's words in `text`: (start, end), in order, not overlapping."""
    first_line: int
    last_line: int
    score: float
    """0 to 1, comparable within one answer only."""
    modified: datetime
    indexed: datetime | None
    """When the text of this note was last indexed."""
    reasons: MatchReasons


def count_links_between(
    connection: sqlite3.Connection, paths: Sequence[str], is_visible: Callable[[str], bool]
) -> Counter[str]:
    """Return, for each of *paths*, the number of links between it and the others, in either direction.

    Links are resolved among the notes that *is_visible* accepts.
    """
    if len(paths) < 2:
        return Counter()
    wanted = set(paths)
    keys = set(map(link_key, paths))
    sql = (
        "SELECT DISTINCT path, target FROM link JOIN note ON note.id = link.note"  # noqa: S608 - placeholders only
        f" WHERE path IN ({_marks(wanted)}) AND key IN ({_marks(keys)})"
    )
    links = connection.execute(sql, (*wanted, *keys)).fetchall()
    names = VisibleNames(NoteNames(_paths_named(connection, keys)), is_visible)
    pairs: set[tuple[str, str]] = set()
    for source, target in links:
        found = link_resolution.resolve_link(target, source, names)
        if found is not None and found != source and found in wanted:
            pairs.add((min(source, found), max(source, found)))
    return Counter(path for pair in pairs for path in pair)


def _paths_named(connection: sqlite3.Connection, keys: set[str]) -> list[str]:
    """Return the paths of all files that a link with one of *keys* may mean: by the last name, with or without `.md`.

    These are enough to resolve the links; the names of all notes take much longer to load.
    """
    named = keys | {key + NOTE_SUFFIX for key in keys} | {key.rpartition(".")[0] for key in keys}
    sql = f"SELECT path FROM note WHERE name_key IN ({_marks(named)})"  # noqa: S608 - placeholders only
    return [path for (path,) in connection.execute(sql, tuple(named))]


def _marks(values: set[str]) -> str:
    return ",".join("?" * len(values))


MAX_PASSAGE_CHARACTERS = 6_000
"""Maximum length of a passage: 300 words are some 2,000 characters, but a word may be a page of code."""

MAX_PASSAGE_MARKS = 40
"""Maximum number of marks in a passage."""


def make_passage(
    note: ChunkedNote, nth: int, score: float, found: PassageEvidence, candidates: PassageCandidates, links: int = 0
) -> FoundPassage:
    """Return passage *nth* of *note* as a result."""
    chunk = note.chunks[nth]
    text = chunk.text[:MAX_PASSAGE_CHARACTERS]
    marks, words = find_sought(text, candidates)
    return FoundPassage(
        path=note.path, title=note.title, heading=chunk.heading, text=text, marks=marks,
        first_line=chunk.first_line, last_line=chunk.first_line + text.count("\n"), score=score,
        modified=local_time(note.mtime_ns), indexed=note.indexed,
        reasons=MatchReasons(
            word_rank=found.word_rank, words=words, embedding_rank=found.embedding_rank, similarity=found.similarity,
            links=links, recency=recency_score(note.mtime_ns, time.time_ns()),
        ),
    )  # fmt: skip


def find_sought(text: str, candidates: PassageCandidates) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Return the positions in *text* of the distinctive terms of *candidates*, and the terms found, as asked."""
    distinctive = [(place, one) for place, one in enumerate(candidates.indexed_terms) if candidates.is_distinctive(one)]
    forms: dict[str, set[int]] = {}
    for place, one in distinctive:
        for form in one.forms:
            forms.setdefault(form, set()).add(place)
    places: list[tuple[int, int]] = []
    present: set[int] = set()
    for word, start, end in chain(word_spans(text), respelled_words(text)):
        if word in forms:
            places.append((start, end))
            present |= forms[word]
    for place, one in distinctive:
        if place in candidates.needles:
            inside = find_spans(text, fold_query(one.term.text), MAX_PASSAGE_MARKS)
            places += inside
            present |= {place} if inside else set()
        elif len(one.term.words) > 1 and _is_phrase(one, text):
            present.add(place)
    words = dict.fromkeys(one.term.text for place, one in distinctive if place in present)
    return _joined(sorted(places)), tuple(words)


def _is_phrase(one: IndexedTerm, text: str) -> bool:
    return f" {' '.join(one.term.words)} " in f" {' '.join(split_words(flatten_text(text)))} "


def _joined(places: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in places:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined[:MAX_PASSAGE_MARKS])


# Works without embeddings too. The index is read in short steps, so that other queries run in between.

T = TypeVar("T")

NOTES_PER_STEP = 10
"""Notes chunked and counted at a time: some 5 ms of the index's one reading thread."""

MAX_RANKED_PASSAGES = 100
"""Maximum number of passages ranked by words: a lower one cannot reach the first ten."""

MAX_NEAR_PASSAGES = 50
"""Passages requested from the embedding search."""

LINKED_NOTES = 20
"""Number of best notes among which links are counted."""


@dataclass(frozen=True, slots=True)
class PassageQuery:
    """A question with its options."""

    text: str
    salient_terms: tuple[str, ...] = ()
    """The most important words or short phrases; they weigh more than the words of `text`."""
    limit: int = 10
    use_embeddings: bool = True
    scope: NoteScope = "notes"
    """Chats have no embeddings: passages in them are found by words."""


class PassageSearch:
    """Answers questions with passages. Stateless."""

    def __init__(self, searcher: Searcher, embeddings: EmbeddingIndex | None) -> None:
        self._searcher = searcher
        self._embeddings = embeddings

    async def find(self, query: PassageQuery, is_visible: PassageFilter | None = None) -> list[FoundPassage]:
        """Return the best passages of the notes that *is_visible* accepts, best first.

        *is_visible* is called in the index's thread, before anything is counted or limited.
        """
        sees = is_visible or _everything
        candidates, by_word = await self._rank_by_words(query, sees)
        near = await self._rank_by_embeddings(query, sees)
        notes = {one.note.path: one.note for one in by_word}
        await self._load_chunks([one.note for one in near if one.path not in notes], notes, sees)
        found = gather_evidence(by_word, near, notes, candidates)
        top = list(dict.fromkeys(path for _, (path, _) in fuse_rankings(found, notes, {})))[:LINKED_NOTES]
        links = await self._searcher.read_database(count_links_between, top, sees)
        return [
            make_passage(notes[path], nth, score, found[path, nth], candidates, links[path])
            for score, (path, nth) in fuse_rankings(found, notes, links)[: max(0, query.limit)]
        ]

    async def _rank_by_words(
        self, query: PassageQuery, is_visible: PassageFilter
    ) -> tuple[PassageCandidates, list[TermCounts]]:
        terms = terms_of_question(query.text, query.salient_terms)
        known = await self._searcher.read_database(lookup_terms, terms)
        candidates = await self._searcher.read_database(find_passage_candidates, known, query.scope, is_visible)
        if candidates.needles:
            candidates = await self._searcher.read_texts(with_substring_matches, candidates, query.scope, is_visible)
        passages: list[TermCounts] = []
        for some in _steps(candidates.notes):
            passages += await self._searcher.read_database(_count_terms_in, some, candidates)
        best = rank_by_words(passages, candidates.indexed_terms, candidates.known)
        return candidates, [passage for _, passage in best[:MAX_RANKED_PASSAGES]]

    async def _rank_by_embeddings(self, query: PassageQuery, is_visible: PassageFilter) -> list[NearPassage]:
        if self._embeddings is None or not query.use_embeddings or not self._embeddings.ready:
            return []
        if query.scope == "chats":
            return []
        return await self._embeddings.nearest(query.text, MAX_NEAR_PASSAGES, is_visible)

    async def _load_chunks(
        self, missing: Sequence[int], notes: dict[str, ChunkedNote], is_visible: PassageFilter
    ) -> None:
        """Load and chunk these notes too, as far as they are visible."""
        for some in _steps(list(dict.fromkeys(missing))):
            cut = await self._searcher.read_database(load_chunked_notes, some)
            notes.update((note.path, note) for note in cut if is_visible(note.path))


def _steps(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + NOTES_PER_STEP] for start in range(0, len(items), NOTES_PER_STEP)]


def _everything(path: str) -> bool:
    return True


def _count_terms_in(
    connection: sqlite3.Connection, notes: Sequence[int], candidates: PassageCandidates
) -> list[TermCounts]:
    """Return the counts of the terms in each passage of these notes."""
    return [
        counts
        for note in load_chunked_notes(connection, notes)
        for counts in count_terms(note, candidates.indexed_terms, candidates.needles)
    ]
