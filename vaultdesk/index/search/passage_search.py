"""Hybrid passage search for a question: candidate notes, BM25 per passage, and rank fusion with embeddings and links
between notes."""

import re
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from math import log
from typing import NamedTuple, TypeVar

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.index.chunks import Chunk, ChunkedNote, load_chunked_notes
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.nearest_neighbors import NearPassage
from vaultdesk.index.search.backlinks import count_links_between
from vaultdesk.index.search.lookups import local_time
from vaultdesk.index.search.question_terms import (
    IndexedTerm,
    QuestionTerm,
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

T = TypeVar("T")

PassageFilter = Callable[[str], bool]
"""Whether the note at a path is visible to the reader."""

# Candidates: the notes whose passages are ranked.

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


class PassageCandidates(Struct, frozen=True):
    """The candidate notes and the terms to find in them."""

    notes: tuple[int, ...]
    indexed_terms: tuple[IndexedTerm, ...]
    """The terms, with substring matches counted."""
    needles: frozenset[int]
    """Indices in `indexed_terms` of terms that are also searched inside words."""
    note_count: int
    """Number of notes in the index."""

    def is_distinctive(self, indexed_term: IndexedTerm) -> bool:
        """Whether *indexed_term* distinguishes notes: a word that most of them contain does not."""
        return (
            indexed_term.term.is_key_term
            or indexed_term.term.is_substring
            or not _is_common(indexed_term.notes, self.note_count)
        )


def distinctive_terms(indexed_terms: Sequence[IndexedTerm], notes: int) -> list[IndexedTerm]:
    """Return the *indexed_terms* that FTS5 can find and that distinguish notes, key terms and then rare words first.

    The matches of all but the first are limited to `MAX_RANKED_HITS`; a key term is never too common.
    """
    known = [term for term in indexed_terms if term.notes]
    rare = [
        term for term in known if term.term.is_key_term or not (_is_common(term.notes, notes) or term.term.is_function)
    ]
    chosen: list[IndexedTerm] = []
    hits = 0
    for term in sorted(rare or known, key=lambda term: (not term.term.is_key_term, term.notes)):
        hits += term.notes
        if chosen and hits > MAX_RANKED_HITS:
            break
        chosen.append(term)
    return chosen


def find_passage_candidates(
    connection: sqlite3.Connection, indexed_terms: Sequence[IndexedTerm], scope: NoteScope, is_visible: PassageFilter
) -> PassageCandidates:
    """Return the best notes for *indexed_terms*; hidden notes are not counted towards the limit."""
    note_count = int(connection.execute("SELECT count(*) FROM note").fetchone()[0])
    terms = distinctive_terms(indexed_terms, note_count)
    key_terms = [term for term in terms if term.term.is_key_term]
    found: dict[int, None] = {}
    if 0 < len(key_terms) < len(terms):
        # Half of the candidates are for the key terms only: FTS5 has no weights of words.
        _add_visible(found, _notes_with(connection, key_terms, scope), is_visible, MAX_CANDIDATE_NOTES // 2)
    if terms:
        _add_visible(found, _notes_with(connection, terms, scope), is_visible, MAX_CANDIDATE_NOTES)
    needles = _needles(indexed_terms, found_few=len(found) < FEW_CANDIDATES)
    return PassageCandidates(tuple(found), tuple(indexed_terms), frozenset(needles), note_count)


def with_substring_matches(
    text_cache: TextCache,
    connection: sqlite3.Connection,
    candidates: PassageCandidates,
    scope: NoteScope,
    is_visible: PassageFilter,
) -> PassageCandidates:
    """Return *candidates* plus the best of the notes that contain its needles as substrings, with their number."""
    indexed_terms, found = list(candidates.indexed_terms), dict.fromkeys(candidates.notes)
    scores: defaultdict[int, float] = defaultdict(float)
    for index in sorted(candidates.needles):
        indexed_term = indexed_terms[index]
        containing = text_cache.notes_containing(connection, [indexed_term.term.text])
        indexed_terms[index] = replace(indexed_term, notes=max(indexed_term.notes, len(containing)))
        weight = indexed_term.term.weight * bm25_rarity(len(containing), candidates.note_count)
        for note in containing:
            scores[note] += weight
    best = sorted(scores, key=lambda note: (-scores[note], note))
    _add_visible(found, _notes_by_id(connection, best, scope), is_visible, MAX_CANDIDATE_NOTES)
    return replace(candidates, notes=tuple(found), indexed_terms=tuple(indexed_terms))


def bm25_rarity(containing: int, notes: int) -> float:
    """Return BM25's inverse document frequency of a word that *containing* of *notes* contain."""
    return log(1 + (max(0, notes - containing) + 0.5) / (containing + 0.5))


def _is_common(containing: int, notes: int) -> bool:
    return notes >= MIN_NOTES_FOR_COMMON and containing > COMMON_SHARE * notes


def _needles(indexed_terms: Sequence[IndexedTerm], *, found_few: bool) -> list[int]:
    """Return the indices of the terms to search as substrings."""
    substring_terms = [index for index, indexed_term in enumerate(indexed_terms) if indexed_term.term.is_substring]
    words = [
        index
        for index, indexed_term in enumerate(indexed_terms)
        if indexed_term.term.is_word
        and len(indexed_term.term.words[0]) >= MIN_NEEDLE_LENGTH
        and (found_few or (indexed_term.term.is_key_term and indexed_term.notes < FEW_CANDIDATES))
    ]
    return [*substring_terms, *sorted(words, key=lambda index: indexed_terms[index].notes)][:MAX_NEEDLES]


class _NoteRow(NamedTuple):
    """A note of the index."""

    id: int
    path: str


def _notes_with(connection: sqlite3.Connection, terms: Sequence[IndexedTerm], scope: NoteScope) -> Iterator[_NoteRow]:
    """Yield the notes that contain any of *terms*, best first by FTS5's BM25."""
    match = " OR ".join(map(_fts_expression, terms))
    sql = (
        "SELECT note.id, path FROM fts CROSS JOIN note ON note.id = fts.rowid"  # noqa: S608 - numbers
        f" WHERE fts MATCH ? AND {_may_be_result(scope)} ORDER BY rank"
    )
    return map(_NoteRow._make, connection.execute(sql, (match,)))


def _fts_expression(indexed_term: IndexedTerm) -> str:
    """Return the FTS5 expression for a term. Its words contain only letters and digits, so no syntax."""
    phrase = [" ".join(indexed_term.term.words)] if indexed_term.term.is_phrase else []
    return " OR ".join(f'"{words}"' for words in (*phrase, *indexed_term.forms))


def _notes_by_id(connection: sqlite3.Connection, notes: Sequence[int], scope: NoteScope) -> Iterator[_NoteRow]:
    """Yield those of *notes* that may be results, in the same order."""
    sql = f"SELECT path FROM note WHERE id = ? AND {_may_be_result(scope)}"  # noqa: S608 - numbers
    for note in notes:
        row = connection.execute(sql, (note,)).fetchone()
        if row is not None:
            yield _NoteRow(note, row[0])


def _may_be_result(scope: NoteScope) -> str:
    return f"{note_kinds_sql(scope)} AND excluded = 0"


def _add_visible(found: dict[int, None], rows: Iterator[_NoteRow], is_visible: PassageFilter, limit: int) -> None:
    """Add the visible notes of *rows* to *found* until it has *limit* notes."""
    for note in rows:
        if len(found) >= limit:
            break
        if note.id not in found and is_visible(note.path):
            found[note.id] = None


# Ranking by words: BM25 of each passage among those of the candidates.


SATURATION, LENGTH_NORMALIZATION = 1.2, 0.75
"""BM25's k1 and b, at their usual values: others gained less than half a point of recall."""

IN_HEADING, IN_NAME, IN_PROPERTIES = 2.0, 2.0, 1.0
"""Weight of a word in a heading above, in the note's names or in its properties, relative to the text."""

_LIST_PROPERTY = re.compile(r"(?m)^(?:tags?|alias(?:es)?|cssclass(?:es)?):")
"""Names of properties that most notes have and that do not describe their content."""

NOTE_SHARE = 0.5
"""Weight of the whole note's words in a passage's score. From 0 to 0.25: 5 points of recall and 2 of MRR on real
notes.
"""


class TermCounts(Struct):
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
    forms = {form for indexed_term in indexed_terms for form in indexed_term.forms}
    by_spelling = not forms.isdisjoint(note.spellings.split())
    count = partial(_count_in, indexed_terms=indexed_terms, needles=needles, by_spelling=by_spelling)
    in_names = count(note.names)
    in_properties = count(_LIST_PROPERTY.sub("", note.properties))
    result: list[TermCounts] = []
    heading, in_heading = "", count("")
    for chunk in note.chunks:
        if chunk.heading != heading:
            heading, in_heading = chunk.heading, count(chunk.heading)
        in_text = count(chunk.text)
        if in_text.found or in_heading.found or in_names.found or in_properties.found:
            columns = zip(in_text.counts, in_heading.counts, in_names.counts, in_properties.counts, strict=True)
            counts = tuple(
                text + IN_HEADING * min(1.0, above) + IN_NAME * min(1.0, name) + IN_PROPERTIES * min(1.0, value)
                for text, above, name, value in columns
            )
            result.append(TermCounts(note, chunk, in_text.length, counts, tuple(map(bool, in_text.counts))))
    return result


class _TextCounts(NamedTuple):
    """The number of occurrences of each term in one text."""

    length: int
    """Number of words of the text."""
    counts: Sequence[float]
    """In the order of the terms; forms by their weights."""
    found: bool
    """Whether any term occurs."""


def _count_in(
    text: str, indexed_terms: Sequence[IndexedTerm], needles: frozenset[int], *, by_spelling: bool
) -> _TextCounts:
    """Return the counts in *text*; *by_spelling*: its note has words in other spellings of the terms."""
    low, keys = flatten_text(text), spelling_keys(text) if by_spelling else ""
    counts = [0.0] * len(indexed_terms)
    # Most texts contain few of the words, not even as substrings: only the others are split into words.
    present = [
        index
        for index, indexed_term in enumerate(indexed_terms)
        if _may_contain(low, indexed_term) or _may_contain(keys, indexed_term)
    ]
    if not present:
        return _TextCounts(len(low.split()), counts, found=False)
    words = split_words(low)
    word_counts, text_keys = Counter(words), frozenset(keys.split())
    for index in present:
        term, forms = indexed_terms[index].term, indexed_terms[index].forms
        count = sum(word_counts[form] * weight for form, weight in forms.items() if form in word_counts)
        if index in needles:
            count = low.count(term.words[0]) or count
        elif term.is_phrase:
            count += _count_phrase(term, words)
        if not count:
            # In another spelling a word counts once, by its key.
            count = max((forms[key] for key in text_keys & forms.keys()), default=0.0)
        counts[index] = float(count)
    return _TextCounts(len(words), counts, found=any(counts))


def _may_contain(text: str, indexed_term: IndexedTerm) -> bool:
    return all(word in text for word in indexed_term.term.words) or any(form in text for form in indexed_term.forms)


def _count_phrase(phrase: QuestionTerm, words: Sequence[str]) -> int:
    """Return how often the words of *phrase* follow one another in *words*."""
    return f" {' '.join(words)} ".count(f" {' '.join(phrase.words)} ")


class ScoredCounts(NamedTuple):
    """A passage with its score by words, comparable within one ranking only."""

    score: float
    counts: TermCounts


def rank_by_words(
    passages: Sequence[TermCounts], indexed_terms: Sequence[IndexedTerm], notes: int
) -> list[ScoredCounts]:
    """Return *passages* with their BM25 scores, best first; *notes* is the total number of notes."""
    if not passages:
        return []
    average_length = sum(passage.length for passage in passages) / len(passages) or 1.0
    passage_count = sum({passage.note.path: len(passage.note.chunks) for passage in passages}.values())
    weights: list[float] = []
    for index, indexed_term in enumerate(indexed_terms):
        # Every daily note has a heading `Tasks`, which does not distinguish them, but selects one passage in each.
        containing = sum(passage.in_text[index] for passage in passages)
        rarity = max(bm25_rarity(indexed_term.notes, notes), bm25_rarity(containing, passage_count))
        weights.append(indexed_term.term.weight * rarity)
    note_scores = _score_notes(passages, weights)
    scored: list[ScoredCounts] = []
    for passage in passages:
        dampening = SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * passage.length / average_length)
        own_score = _bm25(weights, passage.counts, dampening)
        scored.append(ScoredCounts(NOTE_SHARE * note_scores[passage.note.path] + own_score, passage))
    return sorted(scored, key=lambda item: (-item.score, item.counts.note.path, item.counts.chunk.nth))


def _score_notes(passages: Sequence[TermCounts], weights: Sequence[float]) -> dict[str, float]:
    """Return the score of each note as a whole, since a passage depends on its context."""
    counts: dict[str, list[float]] = {}
    for passage in passages:
        sums = counts.setdefault(passage.note.path, [0.0] * len(weights))
        for index, count in enumerate(passage.counts):
            sums[index] += count
    return {path: _bm25(weights, sums, SATURATION) for path, sums in counts.items()}


def _bm25(weights: Sequence[float], counts: Sequence[float], dampening: float) -> float:
    """Return the BM25 score for *counts*; *dampening* is k1, normalized by the text's length."""
    return sum(
        weight * count * (SATURATION + 1) / (count + dampening)
        for weight, count in zip(weights, counts, strict=True)
        if count
    )


# Fusion of the rankings by words, embeddings and tokens.

RANK_CONSTANT = 5
"""Reciprocal rank fusion's k. With the usual 60 a passage that both rankings have at rank thirty precedes the first of
either; with 5 the top ranks of each stay in front: 5 points of recall more on 500 questions.
"""

RANKING_WEIGHTS = (1.0, 0.45, 0.6)
"""Weights of the rankings by words, by embeddings and by tokens; the first for a passage that contains the whole
question. The best passages of the first two are ranked once more by the vectors of their tokens.
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


class PassageEvidence(Struct):
    """The rankings that found a passage."""

    word_rank: int | None = None
    embedding_rank: int | None = None
    similarity: float | None = None
    token_rank: int | None = None
    """Its rank among the passages whose tokens were compared with those of the question, from 1."""
    coverage: float = 1.0
    """The share of the question that the passage and the names above it contain, weighted by rarity."""

    @property
    def ranks(self) -> tuple[int | None, int | None, int | None]:
        """Its ranks by words, by embeddings and by tokens."""
        return self.word_rank, self.embedding_rank, self.token_rank


def gather_evidence(
    by_words: Sequence[TermCounts],
    by_embeddings: Sequence[NearPassage],
    notes: Mapping[str, ChunkedNote],
    candidates: PassageCandidates,
) -> dict[PassageKey, PassageEvidence]:
    """Return the evidence for each passage; those *by_embeddings* are located by their positions in *notes*."""
    found: dict[PassageKey, PassageEvidence] = {}
    rarity = _content_rarity(candidates)
    for rank, passage in enumerate(by_words, 1):
        evidence = PassageEvidence(word_rank=rank, coverage=_coverage(passage, rarity))
        found[passage.note.path, passage.chunk.nth] = evidence
    rank = 0
    for neighbor in by_embeddings:
        note = notes.get(neighbor.path)
        chunk = note.chunk_containing(neighbor.start, neighbor.end) if note is not None else None
        if chunk is None:
            continue  # Its note is gone or hidden since.
        evidence = found.setdefault((neighbor.path, chunk.nth), PassageEvidence())
        if evidence.embedding_rank is None:
            rank += 1
            evidence.embedding_rank, evidence.similarity = rank, neighbor.similarity
    return found


def _content_rarity(candidates: PassageCandidates) -> dict[int, float]:
    """Return the rarity of each word of the question, by index; function words and phrases are left out."""
    return {
        index: indexed_term.term.weight * bm25_rarity(indexed_term.notes, candidates.note_count)
        for index, indexed_term in enumerate(candidates.indexed_terms)
        if indexed_term.term.is_substring or (indexed_term.term.is_word and not indexed_term.term.is_function)
    }


def _coverage(passage: TermCounts, rarity: Mapping[int, float]) -> float:
    total = sum(rarity.values())
    return sum(weight * min(1.0, passage.counts[index]) for index, weight in rarity.items()) / total if total else 1.0


class ScoredPassage(NamedTuple):
    """A passage with its score, 0 to 1, comparable within one answer only."""

    score: float
    key: PassageKey


def fuse_rankings(
    found: Mapping[PassageKey, PassageEvidence], notes: Mapping[str, ChunkedNote], links: Mapping[str, int]
) -> list[ScoredPassage]:
    """Return the passages with their scores, best first; *links* counts links of notes, by path."""
    used_weights = (
        weight
        for number, weight in enumerate(RANKING_WEIGHTS)
        if any(evidence.ranks[number] is not None for evidence in found.values())
    )
    max_score = sum(used_weights) / (RANK_CONSTANT + 1)
    by_embedding = any(evidence.embedding_rank is not None for evidence in found.values())
    now_ns = time.time_ns()
    scored: list[ScoredPassage] = []
    for key, evidence in found.items():
        path, _ = key
        # Words alone are in the best order already.
        word_share = evidence.coverage**COVERAGE_EXPONENT if by_embedding else 1.0
        score = (
            sum(part / max_score for part in _weighted_ranks(evidence, word_share))
            + BY_LINKS * min(1.0, links.get(path, 0) / MAX_COUNTED_LINKS)
            + BY_RECENCY * recency_score(notes[path].mtime_ns, now_ns)
        )
        scored.append(ScoredPassage(score / (1 + BY_LINKS + BY_RECENCY), key))
    return sorted(scored, key=lambda passage: (-passage.score, passage.key))


def _weighted_ranks(evidence: PassageEvidence, word_share: float) -> Iterator[float]:
    """Yield the weighted reciprocal rank in each ranking; *word_share* reduces the weight of the one by words."""
    by_words, *others = RANKING_WEIGHTS
    for weight, rank in zip((word_share * by_words, *others), evidence.ranks, strict=True):
        if rank is not None:
            yield weight / (RANK_CONSTANT + rank)


def recency_score(mtime_ns: int, now_ns: int) -> float:
    """Return 1 for a change just now, halved for each half year of age."""
    seconds = max(0.0, (now_ns - mtime_ns) / 1e9)
    return float(0.5 ** min(100.0, seconds / RECENCY_HALF_LIFE))


# Results.


class MatchReasons(Struct, frozen=True):
    """Why a passage was found."""

    word_rank: int | None
    """Its rank among the passages found by words, from 1; None if it was not found by words."""
    words: tuple[str, ...]
    """The words of the question that it contains, as written there."""
    embedding_rank: int | None
    """Its rank among the passages found by embeddings, from 1."""
    similarity: float | None
    """Cosine similarity to the question: 1 for the same meaning, 0 for nothing in common."""
    links: int
    """Links between its note and the other best notes, in either direction."""
    recency: float
    """1 for a note changed just now, halved for each half year of age."""


class FoundPassage(Struct, frozen=True):
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
    terms = _find_distinctive_terms(text, candidates)
    return FoundPassage(
        path=note.path, title=note.title, heading=chunk.heading, text=text, marks=terms.marks,
        first_line=chunk.first_line, last_line=chunk.first_line + text.count("\n"), score=score,
        modified=local_time(note.mtime_ns), indexed=note.indexed,
        reasons=MatchReasons(
            word_rank=found.word_rank, words=terms.words, embedding_rank=found.embedding_rank,
            similarity=found.similarity, links=links, recency=recency_score(note.mtime_ns, time.time_ns()),
        ),
    )  # fmt: skip


class _FoundTerms(NamedTuple):
    """The distinctive terms in a text."""

    marks: tuple[tuple[int, int], ...]
    """Their positions: (start, end), in order, not overlapping."""
    words: tuple[str, ...]
    """The terms, as written in the question."""


def _find_distinctive_terms(text: str, candidates: PassageCandidates) -> _FoundTerms:
    distinctive = [
        (index, indexed_term)
        for index, indexed_term in enumerate(candidates.indexed_terms)
        if candidates.is_distinctive(indexed_term)
    ]
    forms: dict[str, set[int]] = {}
    for index, indexed_term in distinctive:
        for form in indexed_term.forms:
            forms.setdefault(form, set()).add(index)
    spans: list[tuple[int, int]] = []
    present: set[int] = set()
    for word, start, end in chain(word_spans(text), respelled_words(text)):
        if word in forms:
            spans.append((start, end))
            present |= forms[word]
    for index, indexed_term in distinctive:
        if index in candidates.needles:
            inside = find_spans(text, fold_query(indexed_term.term.text), MAX_PASSAGE_MARKS)
            spans += inside
            present |= {index} if inside else set()
        elif indexed_term.term.is_phrase and _count_phrase(indexed_term.term, split_words(flatten_text(text))):
            present.add(index)
    words = dict.fromkeys(indexed_term.term.text for index, indexed_term in distinctive if index in present)
    return _FoundTerms(_merge_spans(sorted(spans)), tuple(words))


def _merge_spans(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged[:MAX_PASSAGE_MARKS])


# The search. Works without embeddings too. The index is read in short steps, so that other queries run in between.

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


class PassageQuery(Struct, frozen=True):
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
        is_visible = is_visible or (lambda _path: True)
        candidates, by_words = await self._rank_by_words(query, is_visible)
        by_embeddings = await self._rank_by_embeddings(query, is_visible)
        notes = {passage.note.path: passage.note for passage in by_words}
        unloaded = [passage.note for passage in by_embeddings if passage.path not in notes]
        await self._load_chunks(unloaded, notes, is_visible)
        found = gather_evidence(by_words, by_embeddings, notes, candidates)
        if by_embeddings and not _have_same_first(found):
            await self._rank_by_tokens(query, found, notes)
        top = list(dict.fromkeys(passage.key[0] for passage in fuse_rankings(found, notes, {})))[:LINKED_NOTES]
        links = await self._searcher.read_database(count_links_between, top, is_visible)
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
        for batch in _steps(candidates.notes):
            passages += await self._searcher.read_database(_count_terms_in, batch, candidates)
        best = rank_by_words(passages, candidates.indexed_terms, candidates.note_count)
        return candidates, [ranked.counts for ranked in best[:MAX_RANKED_PASSAGES]]

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
        best = [passage.key for passage in fuse_rankings(found, notes, {})[:MAX_COMPARED_PASSAGES]]
        texts = [notes[path].chunks[nth].in_context(notes[path].title) for path, nth in best]
        similarities = await self._embeddings.passage_similarities(query.text, texts)
        if similarities is not None:
            ranked = sorted(zip(similarities, best, strict=True), key=lambda item: (-item[0], item[1]))
            for rank, (_, key) in enumerate(ranked, 1):
                found[key].token_rank = rank

    async def _load_chunks(
        self, missing: Sequence[int], notes: dict[str, ChunkedNote], is_visible: PassageFilter
    ) -> None:
        """Load and chunk these notes too, as far as they are visible."""
        for batch in _steps(list(dict.fromkeys(missing))):
            loaded = await self._searcher.read_database(load_chunked_notes, batch)
            notes.update((note.path, note) for note in loaded if is_visible(note.path))


def _have_same_first(found: Mapping[PassageKey, PassageEvidence]) -> bool:
    """Return whether the rankings by words and by embeddings have the same first passage: a third one is not needed."""
    return any(evidence.word_rank == 1 and evidence.embedding_rank == 1 for evidence in found.values())


def _steps(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + NOTES_PER_STEP] for start in range(0, len(items), NOTES_PER_STEP)]


def _count_terms_in(
    connection: sqlite3.Connection, notes: Sequence[int], candidates: PassageCandidates
) -> list[TermCounts]:
    """Return the counts of the terms in each passage of these notes."""
    return [
        counts
        for note in load_chunked_notes(connection, notes)
        for counts in count_terms(note, candidates.indexed_terms, candidates.needles)
    ]
