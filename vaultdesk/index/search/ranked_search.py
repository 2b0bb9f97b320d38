"""Ranked search for what is typed: all words first, then substrings, then partial matches.

First the notes with all words; then those that hold them letter by letter, inside longer words, in Chinese or Japanese;
where there is neither, those with most of the words. What asks for more than words and conditions on notes is found
by search_language/ and only put in order here.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

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
from vaultdesk.index.search_query import UNSPACED, Query, storable_text
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.index.text_folding import fold_needle

WEIGHED = 100
"""Notes by words that time, links and names may still put into another order; twice the list where it is long."""

AT_FIRST = 20
"""Hits of an answer on the way to the best one: more than a window shows at a time."""

MOST_WEIGHED = 100_000
"""Of so many best notes those that may be seen are looked for."""

NEWEST = 400
"""Notes found letter by letter that are put in order: of more, those changed last."""

SHORT_WORD = 2
"""Letters up to which an unwanted word is left out as a word only."""

LEAST_SCORE = 0.001
"""What a note has by words that has none of them: time and links multiply it."""


@dataclass(frozen=True, slots=True)
class VisibleHits:
    """What of an answer is seen before anybody scrolls: passages are made of that alone, several of a note."""

    notes: int
    passages: int
    """Of each of these notes."""


@dataclass(frozen=True, slots=True)
class SearchContext:
    """Where an answer comes from, and who asks."""

    haystack: TextCache
    connection: sqlite3.Connection
    sees: Callable[[str], bool] | None = None
    """Only notes whose path it lets through are found."""
    quick: bool = False
    """Whether a good answer now is wanted rather than the best one."""
    sight: VisibleHits | None = None
    """None: each hit has the best passage of its note."""


def search(asking: SearchContext, expression: Expression, limit: int, fitting: MatchedNotes | None = None) -> Hits:
    """Return the best notes for *expression*; *fitting* are those that fit, where that was found out already."""
    if expression.is_empty or limit < 1:
        return Hits([], problem=expression.problem)
    query = expression.plain()
    if query is not None and query.without:
        query = replace(query, unwanted=_unwanted(asking, query))
    if query is None:
        fitting = fitting or find_matched_notes(asking.haystack, asking.connection, expression)
        found = _by_operators(asking, expression, limit, fitting)
    elif not query.words:
        found = _newest(asking, query, limit)
    elif query.needs_letters:
        names = ranking.find_named_notes(asking.connection, _said(query))
        found = _by_letters(asking, query, limit, names, Hits([], total=0), ())
    else:
        found = _by_words(asking, query, limit)
    if asking.sight is not None and found.hits:
        seen = [hit.path for hit in found.hits[: asking.sight.notes]]
        of_each = asking.sight.passages
        pieces = note_passages(asking.haystack, asking.connection, seen, expression, of_each)
        found = replace(found, passages=pieces)
    return replace(found, problem=expression.problem or found.problem)


def _by_words(asking: SearchContext, query: Query, limit: int) -> Hits:
    names = ranking.find_named_notes(asking.connection, _said(query))
    ranked, scored = _ranked(asking, query, limit, names)
    whole = not asking.quick or (scored.exact and asking.sight is not None)
    shown = ranked if whole else ranked[:AT_FIRST]
    hits = _hits(asking, shown, WordMatcher(query.words))
    is_exact = scored.exact and len(shown) == len(ranked)
    found = Hits(hits, exact=is_exact, total=None if asking.sees else scored.total)
    if len(ranked) >= limit:
        return found
    if not scored.exact:
        return found
    return _by_letters(asking, query, limit, names, found, scored.scores)


def _ranked(asking: SearchContext, query: Query, limit: int, names: NamedNotes) -> tuple[list[RankedNote], ScoredNotes]:
    """Return the best notes by words in their order, *limit* of them where there are so many that may be seen."""
    asked = build_fts_query(asking.connection, query, quick=asking.quick)
    most = max(WEIGHED, 2 * limit)
    while True:
        scored = find_candidates(asking.connection, asked, most, names.all, quick=asking.quick)
        ranked = ranking.order_by_rank(asking.connection, scored.scores, names, limit, asking.sees)
        if len(ranked) >= limit or scored.is_all or asking.quick or most > MOST_WEIGHED:
            return ranked, scored
        most *= 8  # Most of the best may not be seen.


def _by_letters(
    asking: SearchContext, query: Query, limit: int, names: NamedNotes, found: Hits, already: Collection[int]
) -> Hits:
    """Add to *found*, whose notes are *already* known, those that hold the words letter by letter."""
    wanted = limit - len(found.hits)

    def ordered(notes: Collection[int]) -> tuple[list[RankedNote], int]:
        scores, many = _in_letters(asking, query, set(notes).difference(already))
        return ranking.order_by_rank(asking.connection, scores, names, wanted, asking.sees), many

    # Who has all of it in the name comes before all others: where they are enough, no text needs a look.
    ranked, many = ordered(_in_names(asking, query) | names.exactly)
    total = None
    if len(ranked) < wanted:
        if asking.quick:  # A look at all texts is not quick: it follows.
            return replace(found, exact=False)
        ranked, many = ordered(asking.haystack.holding(asking.connection, query.needles))
        total = None if found.total is None else found.total + many
    below = found.hits[-1].score if found.hits else 1.0
    placed = [replace(one, score=below / (2 + place)) for place, one in enumerate(ranked)]
    hits = found.hits + _hits(asking, placed, WordMatcher(query.words))
    return Hits(hits, total=total) if hits or len(query.words) < 2 else _with_some(asking, query, limit, names)


def _in_names(asking: SearchContext, query: Query) -> set[int]:
    """Return the notes with all of the words in their names, letter by letter."""
    needles = (fold_needle(storable_text(needle)) for needle in query.needles)
    return set.intersection(*(asking.haystack.named(asking.connection, needle) for needle in needles))


def _unwanted(asking: SearchContext, query: Query) -> frozenset[int]:
    """Return the notes that hold an unwanted word letter by letter, as a wanted one is found: no note is both.

    A word of one or two letters is left to the search by words: it stands inside nearly every other, and is on the way
    to each longer one that is typed.
    """
    needles = [term.text for term in query.without if len(term.text) > SHORT_WORD or UNSPACED.search(term.text)]
    return frozenset().union(*(asking.haystack.holding(asking.connection, [needle]) for needle in needles))


def _in_letters(asking: SearchContext, query: Query, notes: Collection[int]) -> tuple[dict[int, float], int]:
    """Return those of *notes* that meet the conditions, the newest of many, and how many do.

    Who has all of it in the name counts twice.
    """
    where, values = _about_notes(query)
    if where:
        sql = f"SELECT id FROM note WHERE id IN ({','.join(map(str, notes))}){where}"  # noqa: S608 - our own words
        notes = [note for (note,) in asking.connection.execute(sql, values)]
    met = asking.haystack.shown(notes)
    newest = nlargest(NEWEST, met, key=lambda straw: straw.mtime_ns)
    return {one.note: 2.0 if all(needle in one.key for needle in query.needles) else 1.0 for one in newest}, len(met)


def _with_some(asking: SearchContext, query: Query, limit: int, names: NamedNotes) -> Hits:
    """Return the notes with most of the words, where none has all of them."""
    where, values = filter_conditions(query, "fts.rowid")
    scores = ranking.partial_scores(
        asking.connection,
        query,
        FtsQuery((), query.without_match, where, values),
        ranking.CANDIDATES if asking.sees else max(WEIGHED, 2 * limit),
    )
    ranked = ranking.order_by_rank(asking.connection, scores, names, limit, asking.sees)
    hits = _hits(asking, ranked, WordMatcher(query.words))
    return Hits(hits, problem="No note has all of these words. These have most of them." if hits else "")


def _newest(asking: SearchContext, query: Query, limit: int) -> Hits:
    """Only conditions were asked, no words: the notes that meet them, changed last first."""
    where, values = _about_notes(query)
    sql = f"SELECT id, path FROM note WHERE excluded = 0{where} ORDER BY mtime_ns DESC, path"  # noqa: S608 - our own words
    rows = asking.connection.execute(sql, values).fetchall()
    return _as_listed(asking, [(note, path) for note, path in rows if asking.sees is None or asking.sees(path)], limit)


def _as_listed(asking: SearchContext, rows: Sequence[tuple[int, str]], limit: int) -> Hits:
    ranked = [RankedNote(note, path, 1.0 / (1 + place)) for place, (note, path) in enumerate(rows[:limit])]
    return Hits(_hits(asking, ranked, WordMatcher(())), total=len(rows))


def _by_operators(asking: SearchContext, expression: Expression, limit: int, fitting: MatchedNotes) -> Hits:
    """Put the notes that fit in order: by the words asked for, then by time and links."""
    words = Query(tuple(ranking.as_terms(expression.words)))
    by_words = ranking.partial_scores_of(asking.connection, words, fitting.notes)
    # What has none of the words still has a place among the others like it.
    scores = {note: LEAST_SCORE + by_words.get(note, 0.0) for note in fitting.notes}
    names = ranking.find_named_notes(asking.connection, " ".join(expression.words))
    ranked = ranking.order_by_rank(asking.connection, scores, names, limit, asking.sees)
    marks = WordMatcher(words.words)
    if asking.sight is None:
        spans = match_places(asking.haystack, asking.connection, expression, [one.note for one in ranked])
        hits = hits_module.make_hits(asking.connection, ranked, marks, spans)
    else:
        hits = _hits(asking, ranked, marks)
    return Hits(hits, total=len(scores) if fitting.complete and not asking.sees else None)


def _hits(asking: SearchContext, ranked: Sequence[RankedNote], marks: WordMatcher) -> list[Hit]:
    """Return the hits of notes that were found by words and names."""
    make = hits_module.make_hits if asking.sight is None else hits_module.make_bare_hits
    return make(asking.connection, ranked, marks)


def _about_notes(query: Query) -> tuple[str, dict[str, object]]:
    """Return the conditions and unwanted words as SQL about `note`, and the values it names."""
    where, values = filter_conditions(query, "note.id")
    if query.without_match:
        where += " AND note.id NOT IN (SELECT rowid FROM fts WHERE fts MATCH :without)"
        values["without"] = query.without_match
    return where, values


def _said(query: Query) -> str:
    """Return the wanted words as they may stand in a name."""
    return " ".join(term.text for term in query.words)
