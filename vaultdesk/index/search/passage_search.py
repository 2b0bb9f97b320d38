"""Hybrid passage search for a question: candidate notes, BM25 per passage, and rank fusion with embeddings and links
between notes."""

import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from math import log
from typing import TypeVar

from vaultdesk.index.chunks import Chunk, ChunkedNote, load_chunked_notes
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.nearest_neighbours import NearPassage
from vaultdesk.index.indexing.entry_builder import link_key
from vaultdesk.index.link_graph import VisibleNames
from vaultdesk.index.search.lookups import local_time
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
from vaultdesk.index.store.index_entry import NoteScope, note_kinds_sql
from vaultdesk.index.text_cache.text_cache import TextCache, find_spans
from vaultdesk.index.text_folding import respelled_words, spelling_keys
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NOTE_SUFFIX

PassageFilter = Callable[[str], bool]
"""Whether the note at a path is visible to the reader."""

MAX_CANDIDATE_NOTES = 40
"""Notes whose passages are ranked: chunking and counting them takes some 20 ms. 30 and 100 found as much."""

MAX_RANKED_HITS = 12_000
"""Maximum number of matches requested from FTS5, summed over the words: it ranks each in 1 to 2 µs."""

COMMON_SHARE = 0.5
"""Share of the notes above which a word is ignored, whatever its language, if there are others."""

MIN_NOTES_FOR_COMMON = 30
"""Minimum number of notes for this rule: half of five notes may well be about the same subject."""

FEW_CANDIDATES = 5
"""Number of notes below which words are also searched as substrings: inside compounds, and in other forms."""

MIN_NEEDLE_LENGTH = 4
"""Minimum length of a word searched inside others: shorter ones match too often by chance."""

MAX_NEEDLES = 8
"""Maximum number of words searched as substrings: each scans all texts, some 5 ms for 14,000 notes."""


@dataclass(frozen=True, slots=True)
class PassageCandidates:
    """The candidate notes and the terms to find in them."""

    notes: tuple[int, ...]
    indexed_terms: tuple[IndexedTerm, ...]
    """The terms, with substring matches counted."""
    needles: frozenset[int]
    """Indices in `wanted` of terms that are also searched inside words."""
    known: int
    """Number of notes in the index."""

    def is_distinctive(self, one: IndexedTerm) -> bool:
        """Whether *one* distinguishes notes: not a word that most of them contain."""
        return one.term.is_key_term or one.term.is_substring or not _is_common(one.notes, self.known)


def _may_be_result(scope: NoteScope) -> str:
    return f"{note_kinds_sql(scope)} AND excluded = 0"


def distinctive_terms(indexed_terms: Sequence[IndexedTerm], notes: int) -> list[IndexedTerm]:
    """Return the *indexed_terms* that FTS5 can find and that distinguish notes, salient terms and then rare words
    first.

    Limited to what it can rank in time, but always the first; a salient term is never too common.
    """
    known = [one for one in indexed_terms if one.notes]
    rare = [one for one in known if one.term.is_key_term or not (_is_common(one.notes, notes) or one.term.is_function)]
    kept: list[IndexedTerm] = []
    held = 0
    for one in sorted(rare or known, key=lambda one: (not one.term.is_key_term, one.notes)):
        held += one.notes
        if kept and held > MAX_RANKED_HITS:
            break
        kept.append(one)
    return kept


def find_passage_candidates(
    connection: sqlite3.Connection, indexed_terms: Sequence[IndexedTerm], scope: NoteScope, is_visible: PassageFilter
) -> PassageCandidates:
    """Return the best notes for *indexed_terms*; hidden notes are not counted towards the limit."""
    known = int(connection.execute("SELECT count(*) FROM note").fetchone()[0])
    terms = distinctive_terms(indexed_terms, known)
    found: dict[int, None] = {}
    for some in ([one for one in terms if one.term.is_key_term], terms):
        if some and len(found) < MAX_CANDIDATE_NOTES:
            # Half of the candidates are for the salient terms only: FTS5 has no weights of words.
            limit = MAX_CANDIDATE_NOTES // 2 if some is not terms and len(some) < len(terms) else MAX_CANDIDATE_NOTES
            _take(found, _by_words(connection, some, scope), is_visible, limit)
    needles = _needles(indexed_terms, few=len(found) < FEW_CANDIDATES)
    return PassageCandidates(tuple(found), tuple(indexed_terms), frozenset(needles), known)


def with_substring_matches(
    text_cache: TextCache,
    connection: sqlite3.Connection,
    candidates: PassageCandidates,
    scope: NoteScope,
    is_visible: PassageFilter,
) -> PassageCandidates:
    """Return *candidates* plus the best of the notes that contain its needles as substrings, with their number."""
    indexed_terms, found = list(candidates.indexed_terms), dict.fromkeys(candidates.notes)
    scores: dict[int, float] = {}
    for place in sorted(candidates.needles):
        one = indexed_terms[place]
        holding = text_cache.notes_containing(connection, [one.term.text])
        indexed_terms[place] = IndexedTerm(one.term, one.forms, max(one.notes, len(holding)))
        worth = one.term.weight * bm25_rarity(len(holding), candidates.known)
        for note in holding:
            scores[note] = scores.get(note, 0.0) + worth
    best = sorted(scores, key=lambda note: (-scores[note], note))
    _take(found, _seen_in(connection, best, scope), is_visible, MAX_CANDIDATE_NOTES)
    return PassageCandidates(tuple(found), tuple(indexed_terms), candidates.needles, candidates.known)


def bm25_rarity(holding: int, notes: int) -> float:
    """Return BM25's inverse document frequency of a word that *holding* of *notes* contain."""
    return log(1 + (max(0, notes - holding) + 0.5) / (holding + 0.5))


def _is_common(holding: int, notes: int) -> bool:
    return notes >= MIN_NOTES_FOR_COMMON and holding > COMMON_SHARE * notes


def _needles(indexed_terms: Sequence[IndexedTerm], *, few: bool) -> list[int]:
    """Return the indices of the terms to search as substrings."""
    substring_terms = [place for place, one in enumerate(indexed_terms) if one.term.is_substring]
    words = [
        place
        for place, one in enumerate(indexed_terms)
        if len(one.term.words) == 1
        and not one.term.is_substring
        and len(one.term.words[0]) >= MIN_NEEDLE_LENGTH
        and (few or (one.term.is_key_term and one.notes < FEW_CANDIDATES))
    ]
    return [*substring_terms, *sorted(words, key=lambda place: indexed_terms[place].notes)][:MAX_NEEDLES]


def _by_words(
    connection: sqlite3.Connection, terms: Sequence[IndexedTerm], scope: NoteScope
) -> Iterator[tuple[int, str]]:
    match = " OR ".join(_quoted(one) for one in terms)
    sql = (
        "SELECT note.id, path FROM fts CROSS JOIN note ON note.id = fts.rowid"  # noqa: S608 - numbers
        f" WHERE fts MATCH ? AND {_may_be_result(scope)} ORDER BY rank"
    )
    return iter(connection.execute(sql, (match,)))


def _quoted(one: IndexedTerm) -> str:
    """Return the words as an FTS5 phrase. They contain only letters and digits, so no syntax."""
    phrases = [" ".join(one.term.words), *one.forms] if len(one.term.words) > 1 else list(one.forms)
    return " OR ".join(f'"{phrase}"' for phrase in phrases)


def _seen_in(connection: sqlite3.Connection, notes: Sequence[int], scope: NoteScope) -> Iterator[tuple[int, str]]:
    sql = f"SELECT path FROM note WHERE id = ? AND {_may_be_result(scope)}"  # noqa: S608 - numbers
    for note in notes:
        row = connection.execute(sql, (note,)).fetchone()
        if row is not None:
            yield note, row[0]


def _take(found: dict[int, None], rows: Iterator[tuple[int, str]], is_visible: PassageFilter, limit: int) -> None:
    for note, path in rows:
        if len(found) >= limit:
            break
        if note not in found and is_visible(path):
            found[note] = None


SATURATION, LENGTH = 1.2, 0.75
"""BM25's k1 and b, at their usual values: others gained less than half a point of recall."""

IN_HEADING, IN_NAME, IN_PROPERTIES = 2.0, 2.0, 1.0
"""Weight of a word in a heading above, in the note's names or in its properties, relative to the text."""

_LIST_PROPERTY = re.compile(r"(?m)^(?:tags?|alias(?:es)?|cssclass(?:es)?):")
"""Names of properties that most notes have and that do not describe their content."""

NOTE_SHARE = 0.5
"""Weight of the whole note's words in a passage's score. From 0 to 0.25: 5 points of recall and 2 of MRR on real
notes.
"""


@dataclass(slots=True)
class TermCounts:
    """A passage with the number of occurrences of each term."""

    note: ChunkedNote
    chunk: Chunk
    length: int
    """Number of words of its text."""
    counts: tuple[float, ...]
    """In the order of the terms; forms, heading and names by their weights."""
    in_text: tuple[bool, ...]


def count_terms(note: ChunkedNote, indexed_terms: Sequence[IndexedTerm], needles: frozenset[int]) -> list[TermCounts]:
    """Return the passages of *note* that contain any term, in the text or in the names and headings above."""
    forms = {form for one in indexed_terms for form in one.forms}
    respelled = not forms.isdisjoint(note.spellings.split())
    count = partial(_Count, indexed_terms=indexed_terms, needles=needles, respelled=respelled)
    in_names = count(note.names)
    in_properties = count(_LIST_PROPERTY.sub("", note.properties))
    found: list[TermCounts] = []
    heading, in_heading = "", count("")
    for chunk in note.chunks:
        if chunk.heading != heading:
            heading, in_heading = chunk.heading, count(chunk.heading)
        own = count(chunk.text)
        if own.any or in_heading.any or in_names.any or in_properties.any:
            counts = tuple(
                text + IN_HEADING * min(1.0, above) + IN_NAME * min(1.0, name) + IN_PROPERTIES * min(1.0, value)
                for text, above, name, value in zip(
                    own.counts, in_heading.counts, in_names.counts, in_properties.counts, strict=True
                )
            )
            found.append(TermCounts(note, chunk, own.length, counts, tuple(map(bool, own.counts))))
    return found


class _Count:
    """Counts the occurrences of each term in one text."""

    def __init__(
        self, text: str, indexed_terms: Sequence[IndexedTerm], needles: frozenset[int], *, respelled: bool
    ) -> None:
        low, keys = flatten_text(text), spelling_keys(text) if respelled else ""
        self.counts = [0.0] * len(indexed_terms)
        # Most texts contain few of the words, not even as substrings: only the others are split into words.
        present = [
            place for place, one in enumerate(indexed_terms) if _may_contain(low, one) or _may_contain(keys, one)
        ]
        if not present:
            self.length, self.any = len(low.split()), False
            return
        words = split_words(low)
        have, own_keys = Counter(words), frozenset(keys.split())
        self.length = len(words)
        for place in present:
            one = indexed_terms[place]
            counted = sum(have[form] * share for form, share in one.forms.items() if form in have)
            if place in needles:
                counted = float(low.count(one.term.words[0])) or counted
            elif len(one.term.words) > 1:
                counted += float(f" {' '.join(words)} ".count(f" {' '.join(one.term.words)} "))
            # A word in another spelling: its key counts if the word itself does not.
            self.counts[place] = counted or max(map(one.forms.__getitem__, own_keys & one.forms.keys()), default=0.0)
        self.any = any(self.counts)


def _may_contain(low: str, one: IndexedTerm) -> bool:
    return all(word in low for word in one.term.words) or any(form in low for form in one.forms)


def rank_by_words(
    passages: Sequence[TermCounts], indexed_terms: Sequence[IndexedTerm], notes: int
) -> list[tuple[float, TermCounts]]:
    """Return *passages* with their BM25 scores, best first; *notes* is the total number of notes."""
    if not passages:
        return []
    usual = sum(one.length for one in passages) / len(passages) or 1.0
    looked_at = sum({one.note.path: len(one.note.chunks) for one in passages}.values())
    worth = [
        one.term.weight * max(bm25_rarity(one.notes, notes), _rarity_here(place, passages, looked_at))
        for place, one in enumerate(indexed_terms)
    ]
    around = _by_note(passages, worth)
    scored = [
        (
            NOTE_SHARE * around[passage.note.path]
            + _score(worth, passage.counts, SATURATION * (1 - LENGTH + LENGTH * passage.length / usual)),
            passage,
        )
        for passage in passages
    ]
    scored.sort(key=lambda one: (-one[0], one[1].note.path, one[1].chunk.nth))
    return scored


def _rarity_here(place: int, passages: Sequence[TermCounts], looked_at: int) -> float:
    """Return how rare a term is among the passages of the candidate notes.

    Every daily note has a heading `Tasks`, which does not distinguish them, but selects one passage in each.
    """
    return bm25_rarity(sum(passage.in_text[place] for passage in passages), looked_at)


def _by_note(passages: Sequence[TermCounts], weights: Sequence[float]) -> dict[str, float]:
    """Return the score of each note as a whole, since a passage depends on its context."""
    counts: dict[str, list[float]] = {}
    for passage in passages:
        sums = counts.setdefault(passage.note.path, [0.0] * len(weights))
        for place, count in enumerate(passage.counts):
            sums[place] += count
    return {path: _score(weights, sums, SATURATION) for path, sums in counts.items()}


def _score(weights: Sequence[float], counts: Sequence[float], dampening: float) -> float:
    return sum(
        value * count * (SATURATION + 1) / (count + dampening)
        for value, count in zip(weights, counts, strict=True)
        if count
    )


RANK_CONSTANT = 5
"""Reciprocal rank fusion's k. With the usual 60 a passage that both rankings have at rank thirty precedes the first of
either; with 5 the top ranks of each stay in front: 5 points of recall more on 500 questions.
"""

BY_WORDS, BY_EMBEDDING, BY_TOKENS = 1.0, 0.45, 0.6
"""Weights of the rankings; the one by words for a passage that contains the whole question. The best passages of these
two are ranked once more by the vectors of their tokens.
"""

COVERAGE_EXPONENT = 1.5
"""Reduces the weight of the ranking by words for a passage that contains only a part of the question. A question in
other words or in another language shares words with many notes by chance; there the embeddings decide.
"""

BY_LINKS, BY_RECENCY = 0.03, 0.02
"""Weights of links among the best notes and of recent changes: they decide between equal passages."""

MAX_COUNTED_LINKS = 3
"""Number of links among the best notes from which more have no effect."""

RECENCY_HALF_LIFE = 182 * 86_400
"""Seconds after which a change counts half."""

PassageKey = tuple[str, int]
"""A passage: its note's path and its index."""


@dataclass(slots=True)
class PassageEvidence:
    """The rankings that found a passage."""

    word_rank: int | None = None
    embedding_rank: int | None = None
    similarity: float | None = None
    token_rank: int | None = None
    """Its rank among the passages whose tokens were compared with those of the question, from 1."""
    coverage: float = 1.0
    """The share of the question that the passage and the names above it contain, weighted by rarity."""


def gather_evidence(
    by_word: Sequence[TermCounts],
    near: Sequence[NearPassage],
    notes: Mapping[str, ChunkedNote],
    candidates: PassageCandidates,
) -> dict[PassageKey, PassageEvidence]:
    """Return the evidence for each passage; *near* ones are located by their positions in *notes*."""
    found: dict[PassageKey, PassageEvidence] = {}
    rarity = _content_rarity(candidates)
    for rank, one in enumerate(by_word, 1):
        evidence = PassageEvidence(word_rank=rank, coverage=_coverage(one, rarity))
        found[one.note.path, one.chunk.nth] = evidence
    rank = 0
    for near_one in near:
        note = notes.get(near_one.path)
        chunk = note.holding(near_one.start, near_one.end) if note is not None else None
        if chunk is None:
            continue  # Its note is gone or hidden since.
        evidence = found.setdefault((near_one.path, chunk.nth), PassageEvidence())
        if evidence.embedding_rank is None:
            rank += 1
            evidence.embedding_rank, evidence.similarity = rank, near_one.similarity
    return found


def _content_rarity(candidates: PassageCandidates) -> dict[int, float]:
    """Return the rarity of each word of the question, by index; function words and phrases are left out."""
    return {
        place: one.term.weight * bm25_rarity(one.notes, candidates.known)
        for place, one in enumerate(candidates.indexed_terms)
        if not one.term.is_function and (one.term.is_substring or len(one.term.words) == 1)
    }


def _coverage(passage: TermCounts, rarity: Mapping[int, float]) -> float:
    whole = sum(rarity.values())
    return sum(worth * min(1.0, passage.counts[place]) for place, worth in rarity.items()) / whole if whole else 1.0


def fuse_rankings(
    found: Mapping[PassageKey, PassageEvidence], notes: Mapping[str, ChunkedNote], links: Mapping[str, int]
) -> list[tuple[float, PassageKey]]:
    """Return the passages with their scores, 0 to 1, best first."""
    by_embedding = any(one.embedding_rank is not None for one in found.values())
    by_words = any(one.word_rank is not None for one in found.values())
    by_tokens = any(one.token_rank is not None for one in found.values())
    whole = (BY_WORDS * by_words + BY_EMBEDDING * by_embedding + BY_TOKENS * by_tokens) / (RANK_CONSTANT + 1)
    worth = dict.fromkeys(found, 0.0)
    for place, one in found.items():
        if one.word_rank is not None:
            # Words alone are in the best order already.
            share = one.coverage**COVERAGE_EXPONENT if by_embedding else 1.0
            worth[place] += share * BY_WORDS / (RANK_CONSTANT + one.word_rank) / whole
        if one.embedding_rank is not None:
            worth[place] += BY_EMBEDDING / (RANK_CONSTANT + one.embedding_rank) / whole
        if one.token_rank is not None:
            worth[place] += BY_TOKENS / (RANK_CONSTANT + one.token_rank) / whole
    now_ns = time.time_ns()
    scored = [
        (
            (
                value
                + BY_LINKS * min(1.0, links.get(place[0], 0) / MAX_COUNTED_LINKS)
                + BY_RECENCY * recency_score(notes[place[0]].mtime_ns, now_ns)
            )
            / (1 + BY_LINKS + BY_RECENCY),
            place,
        )
        for place, value in worth.items()
    ]
    return sorted(scored, key=lambda one: (-one[0], one[1]))


def recency_score(mtime_ns: int, now_ns: int) -> float:
    """Return 1 for a change just now, halved for each half year of age."""
    seconds = max(0.0, (now_ns - mtime_ns) / 1e9)
    return float(0.5 ** min(100.0, seconds / RECENCY_HALF_LIFE))


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
    marks, words = find_distinctive_terms(text, candidates)
    return FoundPassage(
        path=note.path, title=note.title, heading=chunk.heading, text=text, marks=marks,
        first_line=chunk.first_line, last_line=chunk.first_line + text.count("\n"), score=score,
        modified=local_time(note.mtime_ns), indexed=note.indexed,
        reasons=MatchReasons(
            word_rank=found.word_rank, words=words, embedding_rank=found.embedding_rank, similarity=found.similarity,
            links=links, recency=recency_score(note.mtime_ns, time.time_ns()),
        ),
    )  # fmt: skip


def find_distinctive_terms(
    text: str, candidates: PassageCandidates
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
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

MAX_COMPARED_PASSAGES = 12
"""Maximum number of passages whose tokens are compared with those of the question: each takes 10 to 60 ms. With 20 the
right note is first in 1 % more of the questions.
"""

LINKED_NOTES = 20
"""Number of best notes among which links are counted."""


@dataclass(frozen=True, slots=True)
class PassageQuery:
    """A question with its options."""

    text: str
    key_terms: tuple[str, ...] = ()
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
        if near and not _agree(found):
            await self._rank_by_tokens(query, found, notes)
        top = list(dict.fromkeys(path for _, (path, _) in fuse_rankings(found, notes, {})))[:LINKED_NOTES]
        links = await self._searcher.read_database(count_links_between, top, sees)
        return [
            make_passage(notes[path], nth, score, found[path, nth], candidates, links[path])
            for score, (path, nth) in fuse_rankings(found, notes, links)[: max(0, query.limit)]
        ]

    async def _rank_by_words(
        self, query: PassageQuery, is_visible: PassageFilter
    ) -> tuple[PassageCandidates, list[TermCounts]]:
        terms = terms_of_question(query.text, query.key_terms)
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

    async def _rank_by_tokens(
        self, query: PassageQuery, found: Mapping[PassageKey, PassageEvidence], notes: Mapping[str, ChunkedNote]
    ) -> None:
        """Rank the best passages of *found* by the vectors of their tokens, if the model gives them."""
        assert self._embeddings is not None
        best = [place for _, place in fuse_rankings(found, notes, {})[:MAX_COMPARED_PASSAGES]]
        texts = [notes[path].chunks[nth].in_context(notes[path].title) for path, nth in best]
        similarities = await self._embeddings.passage_similarities(query.text, texts)
        if similarities is not None:
            ranked = sorted(zip(similarities, best, strict=True), key=lambda one: (-one[0], one[1]))
            for rank, (_, place) in enumerate(ranked, 1):
                found[place].token_rank = rank

    async def _load_chunks(
        self, missing: Sequence[int], notes: dict[str, ChunkedNote], is_visible: PassageFilter
    ) -> None:
        """Load and chunk these notes too, as far as they are visible."""
        for some in _steps(list(dict.fromkeys(missing))):
            cut = await self._searcher.read_database(load_chunked_notes, some)
            notes.update((note.path, note) for note in cut if is_visible(note.path))


def _agree(found: Mapping[PassageKey, PassageEvidence]) -> bool:
    """Return whether the rankings by words and by embeddings have the same first passage: a third one is not needed."""
    return any(one.word_rank == 1 and one.embedding_rank == 1 for one in found.values())


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
