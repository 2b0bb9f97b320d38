"""Ranked search for what is typed: all words first, then substrings, then partial matches.

First the notes with all words; then those that contain them as substrings, inside longer words or in Chinese or
Japanese; if there is neither, those with most of the words. A query that is more than words and conditions on notes is
evaluated by `query_evaluation` and only ranked here.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.index_results import Hit, Hits
from vaultdesk.index.query_syntax.expression import Expression
from vaultdesk.index.query_syntax.query_evaluation import MatchedNotes, find_matched_notes, match_places
from vaultdesk.index.search import hits as hits_module
from vaultdesk.index.search import ranking
from vaultdesk.index.search.hits import note_passages
from vaultdesk.index.search.ranking import (
    FtsQuery,
    NamedNotes,
    RankedNote,
    ScoredNotes,
    build_fts_query,
    filter_conditions,
    find_candidates,
)
from vaultdesk.index.search.snippet import WordMatcher
from vaultdesk.index.search_query import PlainQuery, storable_text
from vaultdesk.index.text_cache.stored_texts import StoredTexts
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.index.text_folding import UNSPACED, fold_needle

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


@dataclass(frozen=True, slots=True)
class VisibleHits:
    """How much of an answer is shown before scrolling: only these get passages, several per note."""

    notes: int
    passages: int
    """Passages per note."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Options of a search."""

    is_visible: Callable[[str], bool] | None = None
    """Only notes whose path it accepts are found."""
    quick: bool = False
    """Whether a fast answer is preferred to the best one."""
    visible_hits: VisibleHits | None = None
    """None: each hit has the best passage of its note."""


@dataclass(frozen=True, slots=True)
class SearchContext:
    """What a search reads, and its options."""

    text_cache: TextCache
    connection: sqlite3.Connection
    options: SearchOptions = SearchOptions()
    stored_texts: StoredTexts | None = None
    """Replaces the text cache for substring search, if the cache is not to be filled."""

    @property
    def letters(self) -> "TextCache | StoredTexts":
        """The source for substring search."""
        return self.stored_texts or self.text_cache


def search(context: SearchContext, expression: Expression, limit: int, matched: MatchedNotes | None = None) -> Hits:
    """Return the best notes for *expression*; *matched* are its matches, if already determined."""
    if expression.is_empty or limit < 1:
        return Hits([], problem=expression.problem)
    plain_query = expression.as_plain_query()
    if plain_query is not None and plain_query.without:
        plain_query = replace(plain_query, unwanted=_notes_with_unwanted_words(context, plain_query))
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
        of_each = context.options.visible_hits.passages
        pieces = note_passages(context.text_cache, context.connection, visible_paths, expression, of_each)
        found = replace(found, passages=pieces)
    return replace(found, problem=expression.problem or found.problem)


def _search_words(context: SearchContext, plain_query: PlainQuery, limit: int) -> Hits:
    names = ranking.find_named_notes(context.connection, _words_text(plain_query), plain_query.scope)
    ranked, scored = _ranked(context, plain_query, limit, names)
    whole = not context.options.quick or (scored.exact and context.options.visible_hits is not None)
    shown = ranked if whole else ranked[:QUICK_HITS]
    hits = _hits(context, shown, WordMatcher(plain_query.words))
    is_exact = scored.exact and len(shown) == len(ranked)
    found = Hits(hits, exact=is_exact, total=None if context.options.is_visible else scored.total)
    if len(ranked) >= limit:
        return found
    if not scored.exact:
        return found
    return _search_substrings(context, plain_query, limit, names, found, scored.scores)


def _ranked(
    context: SearchContext, plain_query: PlainQuery, limit: int, names: NamedNotes
) -> tuple[list[RankedNote], ScoredNotes]:
    """Return the notes ranked by words, at least *limit* visible ones if there are so many."""
    fts_query = build_fts_query(context.connection, plain_query, quick=context.options.quick)
    most = max(RANKED_NOTES, 2 * limit)
    while True:
        scored = find_candidates(context.connection, fts_query, most, names.all, quick=context.options.quick)
        ranked = ranking.order_by_rank(context.connection, scored.scores, names, limit, context.options.is_visible)
        if len(ranked) >= limit or scored.is_all or context.options.quick or most > MAX_RANKED_NOTES:
            return ranked, scored
        most *= 8  # Most of the best ones may be hidden.


def _search_substrings(
    context: SearchContext,
    plain_query: PlainQuery,
    limit: int,
    names: NamedNotes,
    found: Hits,
    already: Collection[int],
) -> Hits:
    """Add to *found*, whose notes are *already* known, those that contain the words as substrings."""
    wanted = limit - len(found.hits)

    def ordered(notes: Collection[int]) -> tuple[list[RankedNote], int]:
        scores, many = _substring_matches(context, plain_query, set(notes).difference(already))
        return ranking.order_by_rank(context.connection, scores, names, wanted, context.options.is_visible), many

    # Names with all words rank before all other matches: if they suffice, no text has to be searched.
    ranked, many = ordered(_notes_named(context, plain_query) | names.exactly)
    total = None
    if len(ranked) < wanted:
        if context.options.quick:  # Scanning all texts is not quick; the final answer does it.
            return replace(found, exact=False)
        ranked, many = ordered(context.letters.notes_containing(context.connection, plain_query.needles))
        total = None if found.total is None else found.total + many
    below = found.hits[-1].score if found.hits else 1.0
    placed = [replace(one, score=below / (2 + place)) for place, one in enumerate(ranked)]
    hits = found.hits + _hits(context, placed, WordMatcher(plain_query.words))
    return (
        Hits(hits, total=total)
        if hits or len(plain_query.words) < 2
        else _partial_matches(context, plain_query, limit, names)
    )


def _notes_named(context: SearchContext, plain_query: PlainQuery) -> set[int]:
    """Return the notes with all of the words in their names, as substrings."""
    needles = (fold_needle(storable_text(needle)) for needle in plain_query.needles)
    return set.intersection(*(context.letters.notes_named(context.connection, needle) for needle in needles))


def _notes_with_unwanted_words(context: SearchContext, plain_query: PlainQuery) -> frozenset[int]:
    """Return the notes that contain an excluded word as a substring, by the same rule as for wanted ones.

    A word of one or two letters is excluded as a whole word only: it is inside nearly every other word, and a prefix of
    each longer one being typed.
    """
    needles = [
        term.text for term in plain_query.without if len(term.text) > SHORT_WORD_LENGTH or UNSPACED.search(term.text)
    ]
    return frozenset().union(*(context.letters.notes_containing(context.connection, [needle]) for needle in needles))


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
    met = context.letters.visible_entries(context.connection, notes)
    newest = nlargest(MAX_SUBSTRING_NOTES, met, key=lambda entry: entry.mtime_ns)
    return {one.note: 2.0 if all(needle in one.key for needle in plain_query.needles) else 1.0 for one in newest}, len(
        met
    )


def _partial_matches(context: SearchContext, plain_query: PlainQuery, limit: int, names: NamedNotes) -> Hits:
    """Return the notes with most of the words, if none has all of them."""
    where, values = filter_conditions(context.connection, plain_query, "fts.rowid")
    scores = ranking.partial_scores(
        context.connection,
        plain_query,
        FtsQuery((), plain_query.without_match, where, values),
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
    ranked = [RankedNote(note, path, 1.0 / (1 + place)) for place, (note, path) in enumerate(rows[:limit])]
    return Hits(_hits(context, ranked, WordMatcher(())), total=len(rows))


def _search_matched(context: SearchContext, expression: Expression, limit: int, matched: MatchedNotes) -> Hits:
    """Rank the matching notes by the words of the query, then by time and links."""
    words = PlainQuery(tuple(ranking.as_terms(expression.words)))
    by_words = ranking.partial_scores_of(context.connection, words, matched.notes)
    # A note without any of the words is still ranked among similar ones.
    scores = {note: MIN_SCORE + by_words.get(note, 0.0) for note in matched.notes}
    names = ranking.find_named_notes(context.connection, " ".join(expression.words), expression.scope)
    ranked = ranking.order_by_rank(context.connection, scores, names, limit, context.options.is_visible)
    marks = WordMatcher(words.words)
    if context.options.visible_hits is None:
        spans = match_places(context.text_cache, context.connection, expression, [one.note for one in ranked])
        hits = hits_module.make_hits(context.connection, ranked, marks, spans)
    else:
        hits = _hits(context, ranked, marks)
    return Hits(hits, total=len(scores) if matched.complete and not context.options.is_visible else None)


def _hits(context: SearchContext, ranked: Sequence[RankedNote], marks: WordMatcher) -> list[Hit]:
    """Return the hits of notes that were found by words and names."""
    make = hits_module.make_hits if context.options.visible_hits is None else hits_module.make_bare_hits
    return make(context.connection, ranked, marks)


def _note_conditions(context: SearchContext, plain_query: PlainQuery) -> tuple[str, dict[str, object]]:
    """Return the conditions and excluded words as SQL about `note`, and its parameters."""
    where, values = filter_conditions(context.connection, plain_query, "note.id")
    if plain_query.without_match:
        where += " AND note.id NOT IN (SELECT rowid FROM fts WHERE fts MATCH :without)"
        values["without"] = plain_query.without_match
    return where, values


def _words_text(plain_query: PlainQuery) -> str:
    """Return the wanted words as they may appear in a name."""
    return " ".join(term.text for term in plain_query.words)
