"""Ranked search for a typed query, and its hits: snippet, heading and line of each, and all other positions in a
note."""

import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from heapq import nlargest
from typing import Literal, NamedTuple, cast

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import Hit, Hits, NotePassage, NotePassages
from vaultdesk.index.query_syntax.query_evaluation import MatchedNotes, find_matched_notes, match_spans
from vaultdesk.index.search import ranking, snippet
from vaultdesk.index.search.lookups import local_time
from vaultdesk.index.search.ranking import (
    FtsQuery,
    NamedNotes,
    RankedNote,
    ScoredNotes,
    build_fts_query,
    filter_conditions,
    find_candidates,
)
from vaultdesk.index.search.snippet import Snippet, WordMatcher, WordSpan
from vaultdesk.index.search_query import Expression, PlainQuery, storable_path, storable_text
from vaultdesk.index.store.index_entry import is_in_scope
from vaultdesk.index.text_cache.packed_text import TEXT_SEPARATOR
from vaultdesk.index.text_cache.text_cache import StoredTexts, TextCache
from vaultdesk.index.text_folding import UNSPACED, fold_needle

# First the notes with all words; then those that contain them as substrings, inside longer words or in Chinese or
# Japanese; if there is neither, those with most of the words. A query that is more than words and conditions on notes
# is evaluated by `query_evaluation` and only ranked here.

RANKED_NOTES = 100
"""Number of notes ranked by words that are reordered by time, links and names; twice the limit if that is more."""

QUICK_HITS = 20
"""Hits of a preliminary answer: more than a window shows at a time."""

MAX_RANKED_NOTES = 100_000
"""Number of best notes among which visible ones are searched."""

MAX_SUBSTRING_NOTES = 400
"""Maximum number of notes found by substring that are ranked; of more, the most recently changed."""

SHORT_WORD_LENGTH = 2
"""Length up to which an excluded word applies to whole words only."""

MIN_SCORE = 0.001
"""Score of a note without any of the words, so that time and links have an effect."""


class VisibleHits(Struct, frozen=True):
    """How much of an answer is shown before scrolling: only these get passages, several per note."""

    notes: int
    passages: int
    """Passages per note."""


class SearchOptions(Struct, frozen=True):
    """Options of a search."""

    is_visible: Callable[[str], bool] | None = None
    """Only notes whose path it accepts are found."""
    quick: bool = False
    """Whether a fast answer is preferred to the best one."""
    visible_hits: VisibleHits | None = None
    """None: each hit has the best passage of its note."""


class SearchContext(Struct, frozen=True):
    """What a search reads, and its options."""

    text_cache: TextCache
    connection: sqlite3.Connection
    options: SearchOptions = SearchOptions()
    stored_texts: StoredTexts | None = None
    """Replaces the text cache for substring search, if the cache is not to be filled."""

    @property
    def substring_source(self) -> "TextCache | StoredTexts":
        """The source for substring search."""
        return self.stored_texts or self.text_cache


def search(context: SearchContext, expression: Expression, limit: int, matched: MatchedNotes | None = None) -> Hits:
    """Return the best notes for *expression*; *matched* are its matches, if already determined."""
    if expression.is_empty or limit < 1:
        return Hits([], problem=expression.problem)
    plain_query = expression.as_plain_query()
    if plain_query is not None and plain_query.excluded:
        plain_query = replace(plain_query, excluded_notes=_notes_with_excluded_words(context, plain_query))
    if plain_query is None:
        matched = matched or find_matched_notes(context.text_cache, context.connection, expression)
        found = _search_matched(context, expression, limit, matched)
    elif not plain_query.words:
        found = _search_filters(context, plain_query, limit)
    elif plain_query.needs_substrings:
        names = ranking.find_named_notes(context.connection, _words_text(plain_query), plain_query.scope)
        found = _search_substrings(context, plain_query, limit, names, Hits([], total=0), ())
    else:
        found = _search_words(context, plain_query, limit)
    if context.options.visible_hits is not None and found.hits:
        visible_paths = [hit.path for hit in found.hits[: context.options.visible_hits.notes]]
        passages_per_note = context.options.visible_hits.passages
        passages = note_passages(context.text_cache, context.connection, visible_paths, expression, passages_per_note)
        found = replace(found, passages=passages)
    return replace(found, problem=expression.problem or found.problem)


def _search_words(context: SearchContext, plain_query: PlainQuery, limit: int) -> Hits:
    names = ranking.find_named_notes(context.connection, _words_text(plain_query), plain_query.scope)
    ranked, scored = _rank_by_words(context, plain_query, limit, names)
    show_all = not context.options.quick or (scored.exact and context.options.visible_hits is not None)
    shown = ranked if show_all else ranked[:QUICK_HITS]
    hits = _hits(context, shown, WordMatcher(plain_query.words))
    is_exact = scored.exact and len(shown) == len(ranked)
    found = Hits(hits, exact=is_exact, total=None if context.options.is_visible else scored.total)
    if len(ranked) >= limit:
        return found
    if not scored.exact:
        return found
    return _search_substrings(context, plain_query, limit, names, found, scored.scores)


def _rank_by_words(
    context: SearchContext, plain_query: PlainQuery, limit: int, names: NamedNotes
) -> tuple[list[RankedNote], ScoredNotes]:
    """Return the notes ranked by words, at least *limit* visible ones if there are so many."""
    fts_query = build_fts_query(context.connection, plain_query, quick=context.options.quick)
    candidate_limit = max(RANKED_NOTES, 2 * limit)
    while True:
        scored = find_candidates(context.connection, fts_query, candidate_limit, names.all, quick=context.options.quick)
        ranked = ranking.order_by_rank(context.connection, scored.scores, names, limit, context.options.is_visible)
        if len(ranked) >= limit or scored.is_all or context.options.quick or candidate_limit > MAX_RANKED_NOTES:
            return ranked, scored
        candidate_limit *= 8  # Most of the best ones may be hidden.


def _search_substrings(
    context: SearchContext,
    plain_query: PlainQuery,
    limit: int,
    names: NamedNotes,
    found: Hits,
    known: Collection[int],
) -> Hits:
    """Return *found*, whose notes are *known*, with those added that contain the words as substrings."""
    missing = limit - len(found.hits)

    def rank(notes: Collection[int]) -> tuple[list[RankedNote], int]:
        scores, count = _substring_matches(context, plain_query, set(notes).difference(known))
        return ranking.order_by_rank(context.connection, scores, names, missing, context.options.is_visible), count

    # Names with all words rank before all other matches: if they suffice, no text has to be searched.
    ranked, count = rank(_notes_named(context, plain_query) | names.exact)
    total = None
    if len(ranked) < missing:
        if context.options.quick:  # Scanning all texts is not quick; the final answer does it.
            return replace(found, exact=False)
        ranked, count = rank(context.substring_source.notes_containing(context.connection, plain_query.needles))
        total = None if found.total is None else found.total + count
    max_score = found.hits[-1].score if found.hits else 1.0
    rescored = [replace(ranked_note, score=max_score / (2 + index)) for index, ranked_note in enumerate(ranked)]
    hits = found.hits + _hits(context, rescored, WordMatcher(plain_query.words))
    return (
        Hits(hits, total=total)
        if hits or len(plain_query.words) < 2
        else _partial_matches(context, plain_query, limit, names)
    )


def _notes_named(context: SearchContext, plain_query: PlainQuery) -> set[int]:
    """Return the notes with all of the words in their names, as substrings."""
    needles = (fold_needle(storable_text(needle)) for needle in plain_query.needles)
    return set.intersection(
        *(context.substring_source.notes_with_name(context.connection, needle) for needle in needles)
    )


def _notes_with_excluded_words(context: SearchContext, plain_query: PlainQuery) -> frozenset[int]:
    """Return the notes that contain an excluded word as a substring, by the same rule as for required ones.

    A word of one or two letters is excluded as a whole word only: it is inside nearly every other word, and a prefix of
    each longer one being typed.
    """
    needles = [
        term.text for term in plain_query.excluded if len(term.text) > SHORT_WORD_LENGTH or UNSPACED.search(term.text)
    ]
    return frozenset().union(
        *(context.substring_source.notes_containing(context.connection, [needle]) for needle in needles)
    )


def _substring_matches(
    context: SearchContext, plain_query: PlainQuery, notes: Collection[int]
) -> tuple[dict[int, float], int]:
    """Return those of *notes* that meet the conditions, the newest if there are many, and their number.

    A match of all words in the name counts twice.
    """
    where, values = _note_conditions(context, plain_query)
    if where:
        sql = f"SELECT id FROM note WHERE id IN ({','.join(map(str, notes))}){where}"  # noqa: S608 - fixed identifiers
        notes = [note for (note,) in context.connection.execute(sql, values)]
    entries = context.substring_source.visible_entries(context.connection, notes)
    newest = nlargest(MAX_SUBSTRING_NOTES, entries, key=lambda entry: entry.mtime_ns)
    scores = {
        entry.note: 2.0 if all(needle in entry.key for needle in plain_query.needles) else 1.0 for entry in newest
    }
    return scores, len(entries)


def _partial_matches(context: SearchContext, plain_query: PlainQuery, limit: int, names: NamedNotes) -> Hits:
    """Return the notes with most of the words, if none has all of them."""
    where, values = filter_conditions(context.connection, plain_query, "fts.rowid")
    scores = ranking.partial_scores(
        context.connection,
        plain_query,
        FtsQuery((), plain_query.excluded_match, where, values),
        ranking.CANDIDATES if context.options.is_visible else max(RANKED_NOTES, 2 * limit),
    )
    ranked = ranking.order_by_rank(context.connection, scores, names, limit, context.options.is_visible)
    hits = _hits(context, ranked, WordMatcher(plain_query.words))
    return Hits(hits, problem=Phrase("No note has all of these words. These have most of them.") if hits else NO_PHRASE)


def _search_filters(context: SearchContext, plain_query: PlainQuery, limit: int) -> Hits:
    """Return the notes that meet the conditions of a query without words, most recently changed first."""
    where, values = _note_conditions(context, plain_query)
    sql = f"SELECT id, path FROM note WHERE excluded = 0{where} ORDER BY mtime_ns DESC, path"  # noqa: S608 - constants
    rows = context.connection.execute(sql, values).fetchall()
    return _in_given_order(
        context,
        [(note, path) for note, path in rows if context.options.is_visible is None or context.options.is_visible(path)],
        limit,
    )


def _in_given_order(context: SearchContext, rows: Sequence[tuple[int, str]], limit: int) -> Hits:
    ranked = [RankedNote(note, path, 1.0 / (1 + index)) for index, (note, path) in enumerate(rows[:limit])]
    return Hits(_hits(context, ranked, WordMatcher(())), total=len(rows))


def _search_matched(context: SearchContext, expression: Expression, limit: int, matched: MatchedNotes) -> Hits:
    """Rank the matching notes by the words of the query, then by time and links."""
    words = PlainQuery(tuple(ranking.as_terms(expression.words)))
    by_words = ranking.partial_scores_of(context.connection, words, matched.notes)
    # A note without any of the words is still ranked among similar ones.
    scores = {note: MIN_SCORE + by_words.get(note, 0.0) for note in matched.notes}
    names = ranking.find_named_notes(context.connection, " ".join(expression.words), expression.scope)
    ranked = ranking.order_by_rank(context.connection, scores, names, limit, context.options.is_visible)
    matcher = WordMatcher(words.words)
    if context.options.visible_hits is None:
        notes = [ranked_note.note for ranked_note in ranked]
        spans = match_spans(context.text_cache, context.connection, expression, notes)
        hits = make_hits(context.connection, ranked, matcher, spans)
    else:
        hits = _hits(context, ranked, matcher)
    return Hits(hits, total=len(scores) if matched.complete and not context.options.is_visible else None)


def _hits(context: SearchContext, ranked: Sequence[RankedNote], matcher: WordMatcher) -> list[Hit]:
    """Return the hits of notes that were found by words and names."""
    make = make_hits if context.options.visible_hits is None else make_bare_hits
    return make(context.connection, ranked, matcher)


def _note_conditions(context: SearchContext, plain_query: PlainQuery) -> tuple[str, dict[str, object]]:
    """Return the conditions and excluded words as SQL about `note`, and its parameters."""
    where, values = filter_conditions(context.connection, plain_query, "note.id")
    if plain_query.excluded_match:
        where += " AND note.id NOT IN (SELECT rowid FROM fts WHERE fts MATCH :excluded)"
        values["excluded"] = plain_query.excluded_match
    return where, values


def _words_text(plain_query: PlainQuery) -> str:
    """Return the required words as they may appear in a name."""
    return " ".join(term.text for term in plain_query.words)


# The data for all hits is read with two queries, whatever their number. Does not rank.

NOTES_PER_QUERY = 500
"""Notes per statement."""

_NOTE = (
    "SELECT note.id, path, title, mtime_ns, kind, indexed_at, coalesce(properties, ''), coalesce(body, '')"
    " FROM note LEFT JOIN text ON text.id = note.id WHERE note.id IN"
)


class _Passage(NamedTuple):
    """The passage shown of a note."""

    snippet: Snippet
    line: int
    """Its line in the note, counted from 1."""
    heading: str
    """The heading above it; empty above the first one."""


_NO_PASSAGE = _Passage(Snippet("", ()), 1, "")

HitKind = Literal["note", "chat", "canvas", "base"]
"""Defined once: `Literal` is evaluated again wherever it occurs in a function."""


class _LoadedNote(Struct, frozen=True):
    """A note as read for an answer."""

    path: str
    title: str
    mtime_ns: int
    kind: str
    indexed_at: float
    head: str
    body: str
    headings: Sequence[tuple[int, str]]


def make_hits(
    connection: sqlite3.Connection,
    ranked: Sequence[RankedNote],
    matcher: WordMatcher,
    spans: Mapping[int, Sequence[tuple[int, int]]] | None = None,
) -> list[Hit]:
    """Return the hits of these notes in their order; *spans* are the known positions in head and body."""
    hits: list[Hit] = []
    for start in range(0, len(ranked), NOTES_PER_QUERY):
        batch = ranked[start : start + NOTES_PER_QUERY]
        notes = _load_notes(connection, batch)
        for ranked_note in batch:
            if ranked_note.note in notes:
                note_spans = [WordSpan(*span, 0) for span in (spans or {}).get(ranked_note.note, ())]
                hits.append(_hit(notes[ranked_note.note], ranked_note.score, matcher, note_spans))
    return hits


def make_bare_hits(connection: sqlite3.Connection, ranked: Sequence[RankedNote], matcher: WordMatcher) -> list[Hit]:
    """As `make_hits`, without passages: no text is read."""
    sql = f"SELECT id, path, title, mtime_ns, kind, indexed_at FROM note WHERE id IN {_id_list(ranked)}"  # noqa: S608 - numbers
    notes_by_id = {
        note: _LoadedNote(path, title, mtime_ns, kind, indexed_at, "", "", ())
        for note, path, title, mtime_ns, kind, indexed_at in connection.execute(sql)
    }
    return [
        _with_best_passage(
            note, ranked_note.score, _NO_PASSAGE, matcher.words(note.title) or matcher.substrings(note.title)
        )
        for ranked_note in ranked
        if (note := notes_by_id.get(ranked_note.note)) is not None
    ]


def make_passages(
    connection: sqlite3.Connection,
    notes: Sequence[int],
    matcher: WordMatcher,
    spans: Mapping[int, Sequence[tuple[int, int]]],
    limit: int,
) -> dict[int, NotePassages]:
    """Return the matching passages of each of *notes*: all are counted, the *limit* best returned in text order."""
    notes_by_id = _load_notes(connection, [RankedNote(note, "", 0.0) for note in notes])
    return {
        note: _matching_passages(loaded, matcher, [WordSpan(*span, 0) for span in spans.get(note, ())], limit)
        for note, loaded in notes_by_id.items()
    }


def _load_notes(connection: sqlite3.Connection, ranked: Sequence[RankedNote]) -> dict[int, _LoadedNote]:
    listed = _id_list(ranked)
    headings: dict[int, list[tuple[int, str]]] = {}
    sql = f"SELECT note, line, heading FROM heading WHERE note IN {listed} ORDER BY note, nth"  # noqa: S608 - numbers
    for note, line, heading in connection.execute(sql):
        headings.setdefault(note, []).append((line, heading))
    rows = connection.execute(f"{_NOTE} {listed}")
    return {
        note: _LoadedNote(path, title, mtime_ns, kind, indexed_at, head, body, headings.get(note, ()))
        for note, path, title, mtime_ns, kind, indexed_at, head, body in rows
    }


def _id_list(ranked: Sequence[RankedNote]) -> str:
    return f"({','.join(str(ranked_note.note) for ranked_note in ranked)})"


def _hit(note: _LoadedNote, score: float, matcher: WordMatcher, spans: Sequence[WordSpan]) -> Hit:
    in_title = matcher.words(note.title)
    if spans:
        best = _best_passage_of(note.head + note.body, spans, note.headings, 0)
        return _with_best_passage(note, score, best, in_title or matcher.substrings(note.title))
    matches = _find_in(note, matcher, has_title_words=bool(in_title))
    if not matches.spans:
        best = _Passage(snippet.opening_snippet(note.body), note.head.count("\n") + 1, "")
    elif matches.in_body:
        best = _best_passage_of(note.body, matches.spans, note.headings, note.head.count("\n"))
    else:
        best = _best_passage_of(note.head, matches.spans, (), 0)
    if not in_title and matches.is_respelled:
        in_title = matcher.spellings(note.title)
    return _with_best_passage(note, score, best, in_title or matcher.substrings(note.title))


def _with_best_passage(note: _LoadedNote, score: float, best: _Passage, in_title: Sequence[WordSpan]) -> Hit:
    return Hit(
        path=note.path, title=note.title, heading=best.heading, snippet=best.snippet.text, marks=best.snippet.marks,
        score=score, modified=local_time(note.mtime_ns), line=best.line,
        title_marks=tuple((span.start, span.end) for span in in_title),
        kind=cast("HitKind", note.kind), indexed=_indexed(note.indexed_at),
    )  # fmt: skip


def _indexed(seconds: float) -> datetime | None:
    return local_time(int(seconds * 1e9)) if seconds else None


class _NoteMatches(NamedTuple):
    """Positions of the searched words in one part of a note."""

    spans: Sequence[WordSpan]
    in_body: bool
    """In the body, else in the properties before it."""
    is_respelled: bool
    """Spelled differently from the query."""


def _find_in(note: _LoadedNote, matcher: WordMatcher, *, has_title_words: bool) -> _NoteMatches:
    """Return the most exact positions in the note; the body takes precedence over the properties, as it is more
    informative.

    A note that *has_title_words* was found by its name in the query's spelling: no other spelling is searched.
    """
    for find in (matcher.words, matcher.substrings) if has_title_words else matcher.finders:
        if spans := find(note.body):
            return _NoteMatches(spans, True, find == matcher.spellings)
        if spans := find(note.head):
            return _NoteMatches(spans, False, find == matcher.spellings)
    return _NoteMatches((), True, False)


def _matching_passages(note: _LoadedNote, matcher: WordMatcher, spans: Sequence[WordSpan], limit: int) -> NotePassages:
    text, headings, lines_before = note.head + note.body, note.headings, 0
    if not spans:
        spans, in_body, _ = _find_in(note, matcher, has_title_words=bool(matcher.words(note.title)))
        if in_body:
            text, lines_before = note.body, note.head.count("\n")
        else:
            text, headings = note.head, ()
    if not spans:
        opening, line = snippet.opening_snippet(note.body), note.head.count("\n") + 1
        return NotePassages(0, (NotePassage(opening.text, opening.marks, line, ""),) if opening.text else ())
    lines = _lines(text, spans, lines_before + 1)
    heading_lines = [line for line, _ in headings]
    sections = [bisect_right(heading_lines, line) for line in lines]
    starts: list[int] = []
    for nth, span in enumerate(spans):
        if (
            not starts
            or sections[nth] != sections[nth - 1]
            or span.start > spans[starts[-1]].start + snippet.SNIPPET_AFTER
        ):
            starts.append(nth)
    ends = [*starts[1:], len(spans)]
    # The passage with most different words is better than the first one.
    word_counts = [len({span.term for span in spans[first:end]}) for first, end in zip(starts, ends, strict=True)]
    best = sorted(sorted(range(len(starts)), key=lambda nth: (-word_counts[nth], nth))[:limit])
    passages: list[NotePassage] = []
    for nth in best:
        first, section = starts[nth], sections[starts[nth]]
        start = _after_line(text, spans[first].start, lines[first] - heading_lines[section - 1]) if section else 0
        excerpt = snippet.snippet_around(text, spans[first : ends[nth]], start)
        heading = headings[section - 1][1] if section else ""
        passages.append(NotePassage(excerpt.text, excerpt.marks, lines[first], heading))
    return NotePassages(len(starts), tuple(passages))


def _best_passage_of(
    text: str, spans: Sequence[WordSpan], headings: Sequence[tuple[int, str]], lines_before: int
) -> _Passage:
    """Return the best passage of *text*, which starts after *lines_before* lines of the note."""
    lines = _lines(text, spans, lines_before + 1)
    heading_lines = [line for line, _ in headings]
    sections = [bisect_right(heading_lines, line) for line in lines]
    first = snippet.best_start(spans, sections)
    line, section = lines[first], sections[first]
    start = _after_line(text, spans[first].start, line - heading_lines[section - 1]) if section else 0
    heading = headings[section - 1][1] if section else ""
    return _Passage(snippet.snippet_around(text, spans[first:], start), line, heading)


def _lines(text: str, spans: Sequence[WordSpan], first: int) -> list[int]:
    """Return the line of each position; *first* is the number of the text's first line."""
    lines: list[int] = []
    count, at = text.count, 0
    for start, _, _ in spans:
        first += count("\n", at, start)
        at = start
        lines.append(first)
    return lines


def _after_line(text: str, position: int, lines: int) -> int:
    """Return the start of the line after the one *lines* above *position*; 0 if that is far away.

    The heading is shown separately and not repeated in the passage, and the text above it belongs to another section.
    """
    if not lines:
        return text.rfind("\n", 0, position) + 1
    lower_bound = max(0, position - snippet.SNIPPET_BEFORE - 1)
    for _ in range(lines):
        end = text.rfind("\n", lower_bound, position)
        if end < 0:
            return 0
        position = end
    return position + 1


PASSAGE_NOTES_PER_QUERY = 200
"""Notes per statement."""


def note_passages(
    text_cache: TextCache, connection: sqlite3.Connection, paths: Sequence[str], expression: Expression, limit: int
) -> dict[str, NotePassages]:
    """Return up to *limit* passages of each of the first `PASSAGE_NOTES_PER_QUERY` *paths*, which *expression* found.

    Missing notes are left out. Takes about 0.2 ms for a note of usual length: pass few at a time.
    """
    batch = list(paths[:PASSAGE_NOTES_PER_QUERY])
    sql = f"SELECT id, path FROM note WHERE path IN ({','.join('?' * len(batch))})"  # noqa: S608 - placeholders only
    paths_by_note: dict[int, str] = dict(connection.execute(sql, [storable_path(path) for path in batch]))
    plain_query = expression.as_plain_query()
    matcher = WordMatcher(plain_query.words if plain_query is not None else ranking.as_terms(expression.words))
    notes = list(paths_by_note)
    spans = match_spans(text_cache, connection, expression, notes) if plain_query is None else {}
    found = make_passages(connection, notes, matcher, spans, limit)
    return {paths_by_note[note]: passages for note, passages in found.items()}


EXCERPT_BEFORE, EXCERPT_AFTER = 100, 200
"""Characters around the first match."""

EXCERPT_START = 200
"""Characters from the text's start, if there is no search text or only the name matched."""


class NoteOccurrences(Struct, frozen=True):
    """A note that matches the query."""

    path: str
    in_name: bool
    """Whether the name contains all terms."""
    count: int
    """Number of occurrences of the words in the text."""


class TextExcerpt(Struct, frozen=True):
    """A part of a note's text as written."""

    text: str
    """With `...` where it was cut."""
    characters: int
    """Number of characters taken from the note."""
    heading: str
    """The heading above it; empty above the first one."""
    first_line: int
    last_line: int


def count_occurrences(
    text_cache: TextCache, connection: sqlite3.Connection, expression: Expression, matched: MatchedNotes
) -> list[NoteOccurrences]:
    """Return the notes that match *expression*, with the number of occurrences of its words; every note for an empty
    expression.
    """
    entries = [
        entry
        for entry in text_cache.entries(connection)
        if not entry.excluded and is_in_scope(entry.kind, expression.scope)
    ]
    if expression.problem or expression.root is not None:  # A query that could not be parsed must not match everything.
        entries = [entry for entry in entries if entry.note in matched.notes]
    needles = [needle for needle in map(fold_needle, expression.words) if TEXT_SEPARATOR not in needle]
    notes_by_needle = [text_cache.notes_with_name(connection, needle) for needle in needles]
    counts = text_cache.counts(connection, needles, matched.notes) if needles else []
    return [
        NoteOccurrences(
            entry.path,
            all(entry.note in notes for notes in notes_by_needle),
            sum(count.get(entry.note, 0) for count in counts) or sum(map(entry.key.encode().count, needles)),
        )
        for entry in entries
    ]


def make_excerpts(
    text_cache: TextCache, connection: sqlite3.Connection, paths: Sequence[str], expression: Expression
) -> dict[str, TextExcerpt]:
    """Return an excerpt of each note around the first match of *expression*; missing notes are left out."""
    sql = (
        "SELECT note.id, coalesce(properties, ''), coalesce(body, '') FROM note LEFT JOIN text"
        " ON text.id = note.id WHERE path = ?"
    )
    rows = {path: connection.execute(sql, (storable_path(path),)).fetchone() for path in paths}
    found = match_spans(text_cache, connection, expression, [row[0] for row in rows.values() if row is not None])
    return {path: _excerpt(connection, row, found.get(row[0], ())) for path, row in rows.items() if row is not None}


def _excerpt(
    connection: sqlite3.Connection, row: tuple[int, str, str], spans: Sequence[tuple[int, int]]
) -> TextExcerpt:
    note, head, body = row
    text = head + body
    spans = [span for span in spans if span[1] <= len(text)]  # Without those of a text that waits for its commit.
    start, end = len(head), min(len(text), len(head) + EXCERPT_START)
    if spans:
        # The body takes precedence over the properties, as it is more informative.
        first = min(spans, key=lambda span: (span[0] < len(head), span[0]))
        start, end = max(0, first[0] - EXCERPT_BEFORE), min(len(text), first[1] + EXCERPT_AFTER)
        if first[0] >= len(head):
            start = max(start, len(head))
    excerpt = text[start:end]
    line = text.count("\n", 0, start) + 1
    heading = connection.execute(
        "SELECT heading FROM heading WHERE note = ? AND line <= ? ORDER BY line DESC LIMIT 1", (note, line)
    ).fetchone()
    cut_before, cut_after = start > (0 if start < len(head) else len(head)), end < len(text)
    return TextExcerpt(
        f"{'...' if cut_before else ''}{excerpt}{'...' if cut_after else ''}",
        len(excerpt),
        heading[0] if heading else "",
        line,
        line + excerpt.rstrip("\n").count("\n"),
    )
