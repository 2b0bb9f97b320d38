"""Passage search for a question: candidate notes, BM25 for each passage, and rank fusion with embeddings and links
between notes."""

import math
import re
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import chain, compress
from typing import NamedTuple

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.index.chunks import Chunk, ChunkedNote, load_chunked_notes
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.nearest_neighbors import NearPassage, PassageVisibility
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


class PassageQuery(Struct, frozen=True):
    """A question with its options."""

    text: str
    key_terms: tuple[str, ...] = ()
    """The most important words or short phrases; they weigh more than the words of `text`."""
    limit: int = 10
    """Maximum number of passages."""
    use_embeddings: bool = True
    scope: NoteScope = "notes"
    """Chats have no embeddings: passages in them are found by words."""
    may_leave_computer: bool = False
    """Whether `text` may be sent to an embedding model on a server: only if the user wrote it. Otherwise such a model
    is not used.
    """


class MatchReasons(Struct, frozen=True):
    """Why a passage was found."""

    word_rank: int | None
    """Its rank among the passages found by words, from 1; None if it was not found by words."""
    words: tuple[str, ...]
    """The words of the question that it contains, as written there."""
    embedding_rank: int | None
    """Its rank among the passages found by embeddings, from 1; None if it was not found by embeddings."""
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


NOTES_PER_STEP = 10
"""Notes read at a time: some 5 ms of the index's one reading thread, so that other queries run in between."""

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


class PassageSearch:
    """Answers questions with passages. Stateless.

    The passages of the candidate notes are ranked by words, and the nearest ones by embeddings if there are any. Unless
    both rankings have the same first passage, the best are ranked once more by their tokens. The rankings are fused.
    """

    def __init__(self, searcher: Searcher, embeddings: EmbeddingIndex | None) -> None:
        self._searcher = searcher
        self._embeddings = embeddings

    async def find(self, query: PassageQuery, is_visible: PassageVisibility | None = None) -> list[FoundPassage]:
        """Return the best passages of the notes that *is_visible* accepts, best first.

        *is_visible* takes a path; it is called in several threads, before anything is counted or limited. Raises
        `IndexFailed`.
        """
        is_visible = is_visible or (lambda _path: True)
        candidates = await self._find_candidates(query, is_visible)
        by_words = await self._rank_by_words(candidates)
        by_embeddings = await self._rank_by_embeddings(query, is_visible)
        notes = {passage.note.path: passage.note for passage in by_words}
        notes |= await self._load_notes([near.note for near in by_embeddings if near.path not in notes], is_visible)
        found = gather_evidence(by_words, by_embeddings, notes, candidates)
        if by_embeddings and not _have_same_first(found):
            await self._add_token_ranks(found, query.text, notes)
        best_paths = dict.fromkeys(path for _, (path, _) in fuse_rankings(found, notes, {}))
        links = await self._searcher.read_database(count_links_between, list(best_paths)[:LINKED_NOTES], is_visible)
        return [
            make_passage(notes[path], nth, score, found[path, nth], candidates, links[path])
            for score, (path, nth) in fuse_rankings(found, notes, links)[: max(0, query.limit)]
        ]

    async def _find_candidates(self, query: PassageQuery, is_visible: PassageVisibility) -> "PassageCandidates":
        question_terms = terms_of_question(query.text, query.key_terms)
        terms = await self._searcher.read_database(lookup_terms, question_terms)
        candidates = await self._searcher.read_database(find_passage_candidates, terms, query.scope, is_visible)
        if not candidates.needles:
            return candidates
        return await self._searcher.read_texts(with_substring_matches, candidates, query.scope, is_visible)

    async def _rank_by_words(self, candidates: "PassageCandidates") -> list["TermCounts"]:
        passages: list[TermCounts] = []
        for batch in _in_steps(candidates.notes):
            passages += await self._searcher.read_database(_count_terms_in, batch, candidates)
        ranking = rank_by_words(passages, candidates.terms, candidates.note_count)
        return [scored.passage for scored in ranking[:MAX_RANKED_PASSAGES]]

    async def _rank_by_embeddings(self, query: PassageQuery, is_visible: PassageVisibility) -> list[NearPassage]:
        if self._embeddings is None or not query.use_embeddings or query.scope == "chats":
            return []
        return await self._embeddings.nearest(
            query.text, MAX_NEAR_PASSAGES, is_visible, may_leave_computer=query.may_leave_computer
        )

    async def _load_notes(self, numbers: Iterable[int], is_visible: PassageVisibility) -> dict[str, ChunkedNote]:
        """Return those of these notes that exist and are visible, by path."""
        notes: dict[str, ChunkedNote] = {}
        for batch in _in_steps(tuple(dict.fromkeys(numbers))):
            loaded = await self._searcher.read_database(load_chunked_notes, batch)
            notes |= {note.path: note for note in loaded if is_visible(note.path)}
        return notes

    async def _add_token_ranks(
        self, found: Mapping["PassageKey", "PassageEvidence"], question: str, notes: Mapping[str, ChunkedNote]
    ) -> None:
        """Add to *found* the ranks of the best passages by the vectors of their tokens, if the model gives them."""
        assert self._embeddings is not None
        best = [passage.key for passage in fuse_rankings(found, notes, {})[:MAX_COMPARED_PASSAGES]]
        texts = [notes[path].chunks[nth].in_context(notes[path].title) for path, nth in best]
        similarities = await self._embeddings.passage_similarities(question, texts)
        if similarities is not None:
            ranking = sorted(zip(similarities, best, strict=True), key=lambda item: (-item[0], item[1]))
            for rank, (_, key) in enumerate(ranking, 1):
                found[key].token_rank = rank


def _in_steps(notes: Sequence[int]) -> Iterator[Sequence[int]]:
    return (notes[start : start + NOTES_PER_STEP] for start in range(0, len(notes), NOTES_PER_STEP))


def _count_terms_in(
    connection: sqlite3.Connection, notes: Sequence[int], candidates: "PassageCandidates"
) -> list["TermCounts"]:
    """Return the counts of the terms in each passage of these notes."""
    return [
        counts
        for note in load_chunked_notes(connection, notes)
        for counts in count_terms(note, candidates.terms, candidates.needles)
    ]


def _have_same_first(found: Mapping["PassageKey", "PassageEvidence"]) -> bool:
    """Return whether the rankings by words and by embeddings have the same first passage: a third one is not needed."""
    return any(evidence.word_rank == 1 and evidence.embedding_rank == 1 for evidence in found.values())


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
    """Their numbers, best first, those found by substrings last."""
    terms: tuple[IndexedTerm, ...]
    """The terms, with substring matches counted."""
    needles: frozenset[int]
    """Indices in `terms` of those that are also searched inside words."""
    note_count: int
    """Number of notes in the index."""


def find_passage_candidates(
    connection: sqlite3.Connection, terms: Sequence[IndexedTerm], scope: NoteScope, is_visible: PassageVisibility
) -> PassageCandidates:
    """Return the best notes for *terms*; hidden notes are not counted towards the limit."""
    note_count = int(connection.execute("SELECT count(*) FROM note").fetchone()[0])
    searched = distinctive_terms(terms, note_count)
    key_terms = [indexed for indexed in searched if indexed.term.is_key_term]
    notes: tuple[int, ...] = ()
    if 0 < len(key_terms) < len(searched):
        # Half of the candidates are for the key terms only: FTS5 has no weights of words.
        notes = _with_visible((), _notes_with(connection, key_terms, scope), is_visible, MAX_CANDIDATE_NOTES // 2)
    if searched:
        notes = _with_visible(notes, _notes_with(connection, searched, scope), is_visible, MAX_CANDIDATE_NOTES)
    needles = _needles(terms, found_few=len(notes) < FEW_CANDIDATES)
    return PassageCandidates(notes, tuple(terms), frozenset(needles), note_count)


def with_substring_matches(
    text_cache: TextCache,
    connection: sqlite3.Connection,
    candidates: PassageCandidates,
    scope: NoteScope,
    is_visible: PassageVisibility,
) -> PassageCandidates:
    """Return *candidates* plus the best of the notes that contain its needles as substrings, with their number."""
    terms = list(candidates.terms)
    scores: defaultdict[int, float] = defaultdict(float)
    for index in sorted(candidates.needles):
        indexed = terms[index]
        containing = text_cache.notes_containing(connection, [indexed.term.text])
        terms[index] = replace(indexed, notes=max(indexed.notes, len(containing)))
        weight = indexed.term.weight * bm25_idf(len(containing), candidates.note_count)
        for note in containing:
            scores[note] += weight
    best = sorted(scores, key=lambda note: (-scores[note], note))
    notes = _with_visible(candidates.notes, _notes_by_id(connection, best, scope), is_visible, MAX_CANDIDATE_NOTES)
    return replace(candidates, notes=notes, terms=tuple(terms))


def distinctive_terms(terms: Sequence[IndexedTerm], note_count: int) -> list[IndexedTerm]:
    """Return those of *terms* that FTS5 can find and that distinguish notes, key terms and then rare words first.

    The matches of all but the first are limited to `MAX_RANKED_HITS`. If no word distinguishes notes, all are used.
    """
    known = [indexed for indexed in terms if indexed.notes]
    rare = [
        indexed
        for indexed in known
        if not _is_common(indexed, note_count) and (indexed.term.is_key_term or not indexed.term.is_function)
    ]
    chosen: list[IndexedTerm] = []
    hits = 0
    for indexed in sorted(rare or known, key=lambda indexed: (not indexed.term.is_key_term, indexed.notes)):
        hits += indexed.notes
        if chosen and hits > MAX_RANKED_HITS:
            break
        chosen.append(indexed)
    return chosen


def _is_common(indexed: IndexedTerm, note_count: int) -> bool:
    """Return whether a term is in most of the notes; key terms and substrings never count as common."""
    return (
        note_count >= MIN_NOTES_FOR_COMMON
        and indexed.notes > COMMON_SHARE * note_count
        and not (indexed.term.is_key_term or indexed.term.is_substring)
    )


def _needles(terms: Sequence[IndexedTerm], *, found_few: bool) -> list[int]:
    """Return the indices of the terms to search as substrings; *found_few*: the words have few notes together."""
    substring_terms = [index for index, indexed in enumerate(terms) if indexed.term.is_substring]
    words = [
        index
        for index, indexed in enumerate(terms)
        if indexed.term.is_word
        and len(indexed.term.words[0]) >= MIN_NEEDLE_LENGTH
        and (found_few or (indexed.term.is_key_term and indexed.notes < FEW_CANDIDATES))
    ]
    return [*substring_terms, *sorted(words, key=lambda index: terms[index].notes)][:MAX_NEEDLES]


def _notes_with(
    connection: sqlite3.Connection, terms: Sequence[IndexedTerm], scope: NoteScope
) -> Iterator[tuple[int, str]]:
    """Return the numbers and paths of the notes that contain any of *terms*, best first by FTS5's BM25."""
    match = " OR ".join(map(_fts_expression, terms))
    sql = (
        "SELECT note.id, path FROM fts CROSS JOIN note ON note.id = fts.rowid"  # noqa: S608 - numbers
        f" WHERE fts MATCH ? AND {_is_result_sql(scope)} ORDER BY rank"
    )
    return connection.execute(sql, (match,))


def _fts_expression(indexed: IndexedTerm) -> str:
    """Return the FTS5 expression for a term. Its words contain only letters and digits, so no syntax."""
    phrase = [" ".join(indexed.term.words)] if indexed.term.is_phrase else []
    return " OR ".join(f'"{words}"' for words in (*phrase, *indexed.forms))


def _notes_by_id(connection: sqlite3.Connection, notes: Sequence[int], scope: NoteScope) -> Iterator[tuple[int, str]]:
    """Yield the numbers and paths of those of *notes* that may be results, in the same order."""
    sql = f"SELECT id, path FROM note WHERE id = ? AND {_is_result_sql(scope)}"  # noqa: S608 - numbers
    for note in notes:
        yield from connection.execute(sql, (note,))


def _is_result_sql(scope: NoteScope) -> str:
    """Return the condition for the notes of *scope* that may be results."""
    return f"{note_kinds_sql(scope)} AND excluded = 0"


def _with_visible(
    notes: Sequence[int], rows: Iterable[tuple[int, str]], is_visible: PassageVisibility, limit: int
) -> tuple[int, ...]:
    """Return *notes* and then the visible notes of *rows* that are not among them, until there are *limit*."""
    found = dict.fromkeys(notes)
    for note, path in rows:
        if len(found) >= limit:
            break
        if note not in found and is_visible(path):
            found[note] = None
    return tuple(found)


# Ranking by words: BM25 of each passage among those of the candidates.

SATURATION, LENGTH_NORMALIZATION = 1.2, 0.75
"""BM25's k1 and b, at their usual values: others gained less than half a point of recall."""

HEADING_WEIGHT, NAME_WEIGHT, PROPERTY_WEIGHT = 2.0, 2.0, 1.0
"""Weight of a word in a heading above, in the note's names or in its properties, relative to the text."""

_COMMON_PROPERTY = re.compile(r"(?m)^(?:tags?|alias(?:es)?|cssclass(?:es)?):")
"""Names of properties that most notes have and that do not describe their content."""

NOTE_WEIGHT = 0.5
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
    """Whether each term is in the text itself."""


def count_terms(note: ChunkedNote, terms: Sequence[IndexedTerm], needles: frozenset[int]) -> list[TermCounts]:
    """Return the passages of *note* that contain any term, in the text or in the names and headings above."""
    forms = {form for indexed in terms for form in indexed.forms}
    by_spelling = not forms.isdisjoint(note.spellings.split())
    count = partial(_count_in_text, terms=terms, needles=needles, by_spelling=by_spelling)
    in_names = count(note.names)
    in_properties = count(_COMMON_PROPERTY.sub("", note.properties))
    in_headings = {heading: count(heading) for heading in {chunk.heading for chunk in note.chunks}}
    passages: list[TermCounts] = []
    for chunk in note.chunks:
        in_text, in_heading = count(chunk.text), in_headings[chunk.heading]
        if in_text.found or in_heading.found or in_names.found or in_properties.found:
            columns = zip(in_text.counts, in_heading.counts, in_names.counts, in_properties.counts, strict=True)
            counts = tuple(
                text
                + HEADING_WEIGHT * min(1.0, heading)
                + NAME_WEIGHT * min(1.0, name)
                + PROPERTY_WEIGHT * min(1.0, value)
                for text, heading, name, value in columns
            )
            passages.append(TermCounts(note, chunk, in_text.length, counts, tuple(map(bool, in_text.counts))))
    return passages


class _TextCounts(NamedTuple):
    """The number of occurrences of each term in one text."""

    length: int
    """Number of words of the text."""
    counts: Sequence[float]
    """In the order of the terms; forms by their weights."""
    found: bool
    """Whether any term occurs."""


def _count_in_text(
    text: str, terms: Sequence[IndexedTerm], needles: frozenset[int], *, by_spelling: bool
) -> _TextCounts:
    """Return the counts in *text*; *by_spelling*: its note has words in other spellings of the terms."""
    flat, keys = flatten_text(text), spelling_keys(text) if by_spelling else ""
    counts = [0.0] * len(terms)
    # Most texts contain few of the words, not even as substrings: only the others are split into words.
    present = [
        index for index, indexed in enumerate(terms) if _may_contain(flat, indexed) or _may_contain(keys, indexed)
    ]
    if not present:
        return _TextCounts(len(flat.split()), counts, found=False)
    words = split_words(flat)
    word_counts, text_keys = Counter(words), frozenset(keys.split())
    for index in present:
        term, forms = terms[index].term, terms[index].forms
        count = sum(word_counts[form] * weight for form, weight in forms.items() if form in word_counts)
        if index in needles:
            count = flat.count(term.words[0]) or count
        elif term.is_phrase:
            count += _count_phrase(term, words)
        if not count:
            # In another spelling a word counts once, by its key.
            count = max((forms[key] for key in text_keys & forms.keys()), default=0.0)
        counts[index] = float(count)
    return _TextCounts(len(words), counts, found=any(counts))


def _may_contain(text: str, indexed: IndexedTerm) -> bool:
    return all(word in text for word in indexed.term.words) or any(form in text for form in indexed.forms)


def _count_phrase(phrase: QuestionTerm, words: Sequence[str]) -> int:
    """Return how often the words of *phrase* follow one another in *words*."""
    return f" {' '.join(words)} ".count(f" {' '.join(phrase.words)} ")


class ScoredCounts(NamedTuple):
    """A passage with its score by words, comparable within one ranking only."""

    score: float
    passage: TermCounts


def rank_by_words(passages: Sequence[TermCounts], terms: Sequence[IndexedTerm], note_count: int) -> list[ScoredCounts]:
    """Return *passages* with their BM25 scores, best first; *note_count* is the number of notes in the index."""
    if not passages:
        return []
    weights = _term_weights(passages, terms, note_count)
    note_scores = _score_notes(passages, weights)
    average_length = sum(passage.length for passage in passages) / len(passages) or 1.0
    ranking: list[ScoredCounts] = []
    for passage in passages:
        saturation = SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * passage.length / average_length)
        score = NOTE_WEIGHT * note_scores[passage.note.path] + _bm25(weights, passage.counts, saturation)
        ranking.append(ScoredCounts(score, passage))
    return sorted(ranking, key=lambda item: (-item.score, item.passage.note.path, item.passage.chunk.nth))


def _term_weights(passages: Sequence[TermCounts], terms: Sequence[IndexedTerm], note_count: int) -> list[float]:
    """Return the weights of the terms: by the question, and by their rarity in the notes or in the passages."""
    # Every daily note has a heading `Tasks`, which does not distinguish them, but selects one passage in each.
    passage_count = sum({passage.note.path: len(passage.note.chunks) for passage in passages}.values())
    containing = map(sum, zip(*(passage.in_text for passage in passages), strict=True))
    return [
        indexed.term.weight * max(bm25_idf(indexed.notes, note_count), bm25_idf(count, passage_count))
        for indexed, count in zip(terms, containing, strict=True)
    ]


def _score_notes(passages: Sequence[TermCounts], weights: Sequence[float]) -> dict[str, float]:
    """Return the score of each note as a whole, by path, since a passage depends on its context."""
    counts: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    for passage in passages:
        counts[passage.note.path].append(passage.counts)
    return {path: _bm25(weights, list(map(sum, zip(*rows, strict=True))), SATURATION) for path, rows in counts.items()}


def bm25_idf(containing: int, total: int) -> float:
    """Return BM25's inverse document frequency of a word that *containing* of *total* notes or passages contain."""
    return math.log(1 + (max(0, total - containing) + 0.5) / (containing + 0.5))


def _bm25(weights: Sequence[float], counts: Sequence[float], saturation: float) -> float:
    """Return the BM25 score for *counts*; *saturation* is k1, normalized by the text's length."""
    return sum(
        weight * count * (SATURATION + 1) / (count + saturation)
        for weight, count in zip(weights, counts, strict=True)
        if count
    )


# Fusion of the rankings by words, embeddings and tokens.

RANK_CONSTANT = 5
"""Reciprocal rank fusion's k. With the usual 60 a passage that both rankings have at rank thirty precedes the first of
either; with 5 the top ranks of each stay in front: 5 points of recall more on 500 questions.
"""

RANKING_WEIGHTS = WORD_WEIGHT, EMBEDDING_WEIGHT, TOKEN_WEIGHT = 1.0, 0.45, 0.6
"""Weights of the rankings by words, by embeddings and by tokens; the first for a passage that contains the whole
question. The best passages of the first two are ranked once more by the vectors of their tokens.
"""

COVERAGE_EXPONENT = 1.5
"""Reduces the weight of the ranking by words for a passage that contains only a part of the question. A question in
other words or in another language shares words with many notes by chance; there the embeddings decide.
"""

LINK_WEIGHT, RECENCY_WEIGHT = 0.03, 0.02
"""Weights of links among the best notes and of recent changes: they decide between equal passages."""

MAX_COUNTED_LINKS = 3
"""Number of links among the best notes from which more have no effect."""

RECENCY_HALF_LIFE = 182 * 86_400
"""Seconds after which a change counts half."""

PassageKey = tuple[str, int]
"""A passage: its note's path and its index."""


class PassageEvidence(Struct):
    """The ranks of a passage, from 1; None in a ranking that does not contain it."""

    word_rank: int | None = None
    embedding_rank: int | None = None
    similarity: float | None = None
    """Cosine similarity to the question, if it was found by embeddings."""
    token_rank: int | None = None
    """Its rank among the passages whose tokens were compared with those of the question."""
    coverage: float = 1.0
    """The share of the question that the passage and the names above it contain, weighted by rarity: 0 to 1."""

    @property
    def ranks(self) -> tuple[int | None, int | None, int | None]:
        """Its ranks in the order of `RANKING_WEIGHTS`."""
        return self.word_rank, self.embedding_rank, self.token_rank


def gather_evidence(
    by_words: Sequence[TermCounts],
    by_embeddings: Sequence[NearPassage],
    notes: Mapping[str, ChunkedNote],
    candidates: PassageCandidates,
) -> dict[PassageKey, PassageEvidence]:
    """Return the evidence for each passage; those *by_embeddings* are located by their positions in *notes*."""
    found = {
        (passage.note.path, passage.chunk.nth): PassageEvidence(word_rank=rank, coverage=coverage)
        for rank, (passage, coverage) in enumerate(zip(by_words, _coverages(by_words, candidates), strict=True), 1)
    }
    similarities: dict[PassageKey, float] = {}
    for neighbor in by_embeddings:
        note = notes.get(neighbor.path)
        chunk = note.chunk_containing(neighbor.start, neighbor.end) if note is not None else None
        if chunk is not None:  # Otherwise its note is gone or hidden since.
            similarities.setdefault((neighbor.path, chunk.nth), neighbor.similarity)
    for rank, (key, similarity) in enumerate(similarities.items(), 1):
        evidence = found.setdefault(key, PassageEvidence())
        evidence.embedding_rank, evidence.similarity = rank, similarity
    return found


def _coverages(passages: Sequence[TermCounts], candidates: PassageCandidates) -> Iterator[float]:
    """Yield the coverage of the question by each of *passages*; function words and phrases are left out."""
    weights = {
        index: indexed.term.weight * bm25_idf(indexed.notes, candidates.note_count)
        for index, indexed in enumerate(candidates.terms)
        if indexed.term.is_substring or (indexed.term.is_word and not indexed.term.is_function)
    }
    total = sum(weights.values())
    for passage in passages:
        contained = sum(weight * min(1.0, passage.counts[index]) for index, weight in weights.items())
        yield contained / total if total else 1.0


class ScoredPassage(NamedTuple):
    """A passage with its score, 0 to 1, comparable within one answer only."""

    score: float
    key: PassageKey


def fuse_rankings(
    found: Mapping[PassageKey, PassageEvidence], notes: Mapping[str, ChunkedNote], links: Mapping[str, int]
) -> list[ScoredPassage]:
    """Return the passages with their scores, best first; *links* counts links of notes, by path."""
    has_embeddings = any(evidence.embedding_rank is not None for evidence in found.values())
    is_used = [any(ranks) for ranks in zip(*(evidence.ranks for evidence in found.values()), strict=True)]
    max_score = sum(compress(RANKING_WEIGHTS, is_used)) / (RANK_CONSTANT + 1)
    now_ns = time.time_ns()
    ranking: list[ScoredPassage] = []
    for key, evidence in found.items():
        path, _ = key
        # Words alone are in the best order already.
        coverage = evidence.coverage if has_embeddings else 1.0
        score = (
            _rank_score(evidence.ranks, coverage) / max_score
            + LINK_WEIGHT * min(1.0, links.get(path, 0) / MAX_COUNTED_LINKS)
            + RECENCY_WEIGHT * recency_score(notes[path].mtime_ns, now_ns)
        )
        ranking.append(ScoredPassage(score / (1 + LINK_WEIGHT + RECENCY_WEIGHT), key))
    return sorted(ranking, key=lambda passage: (-passage.score, passage.key))


def _rank_score(ranks: Sequence[int | None], coverage: float) -> float:
    """Return the sum of the weighted reciprocal *ranks*; *coverage* reduces the weight of the one by words."""
    weights = (WORD_WEIGHT * math.pow(coverage, COVERAGE_EXPONENT), EMBEDDING_WEIGHT, TOKEN_WEIGHT)
    return sum(weight / (RANK_CONSTANT + rank) for weight, rank in zip(weights, ranks, strict=True) if rank is not None)


def recency_score(mtime_ns: int, now_ns: int) -> float:
    """Return 1 for a change just now, halved for each half year of age."""
    seconds = max(0.0, (now_ns - mtime_ns) / 1e9)
    return float(0.5 ** min(100.0, seconds / RECENCY_HALF_LIFE))


# Results: text, marks and match reasons of a passage.

MAX_PASSAGE_CHARACTERS = 6_000
"""Maximum length of a passage: 300 words are some 2,000 characters, but a word may be a page of code."""

MAX_PASSAGE_MARKS = 40
"""Maximum number of marks in a passage."""


def make_passage(
    note: ChunkedNote, nth: int, score: float, evidence: PassageEvidence, candidates: PassageCandidates, links: int = 0
) -> FoundPassage:
    """Return passage *nth* of *note* as a result."""
    chunk = note.chunks[nth]
    text = chunk.text[:MAX_PASSAGE_CHARACTERS]
    terms = _find_terms(text, candidates)
    return FoundPassage(
        path=note.path, title=note.title, heading=chunk.heading, text=text, marks=terms.marks,
        first_line=chunk.first_line, last_line=chunk.first_line + text.count("\n"), score=score,
        modified=local_time(note.mtime_ns), indexed=note.indexed,
        reasons=MatchReasons(
            word_rank=evidence.word_rank, words=terms.words, embedding_rank=evidence.embedding_rank,
            similarity=evidence.similarity, links=links, recency=recency_score(note.mtime_ns, time.time_ns()),
        ),
    )  # fmt: skip


class _FoundTerms(NamedTuple):
    """The terms of a question in a text."""

    marks: tuple[tuple[int, int], ...]
    """Their positions: (start, end), in order, not overlapping."""
    words: tuple[str, ...]
    """The terms, as written in the question."""


def _find_terms(text: str, candidates: PassageCandidates) -> _FoundTerms:
    """Return the terms in *text*, except the common ones."""
    word_positions: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for word, start, end in chain(word_spans(text), respelled_words(text)):
        word_positions[word].append((start, end))
    spans: list[tuple[int, int]] = []
    words: dict[str, None] = {}
    for index, indexed in enumerate(candidates.terms):
        if _is_common(indexed, candidates.note_count):
            continue
        term_spans = [span for form in indexed.forms for span in word_positions.get(form, ())]
        if index in candidates.needles:
            term_spans += find_spans(text, fold_query(indexed.term.text), MAX_PASSAGE_MARKS)
        is_phrase_found = indexed.term.is_phrase and _count_phrase(indexed.term, split_words(flatten_text(text)))
        if term_spans or is_phrase_found:
            words[indexed.term.text] = None
        spans += term_spans
    return _FoundTerms(tuple(_merge_spans(spans)[:MAX_PASSAGE_MARKS]), tuple(words))


def _merge_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return *spans* in order, with overlapping ones joined."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
