"""Two-stage ranking of notes: candidates from FTS5, then BM25 with recency, links, names and partial matches."""

import json
import math
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from heapq import nlargest
from itertools import combinations, islice
from operator import itemgetter
from typing import assert_never

from msgspec import Struct, field

from vaultdesk.core.values import replace
from vaultdesk.index.search.question_terms import (
    flatten_text,
    is_any_indexed,
    known_halves,
    known_joins,
    split_words,
)
from vaultdesk.index.search_query import Filter, PlainQuery, Term
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.store.index_tables import BM25_RANK
from vaultdesk.index.text_cache import word_statistics
from vaultdesk.index.text_folding import respelled
from vaultdesk.vault.note_path import same_name_key

#     score = words x (1 + recency + links) x (NAME_PREFIX_BOOST if the name begins with the query)
#     and if the name, title or an alias is equal to the query: + the best score among the others
#
# `words` is the BM25 of FTS5 with the weights of `BM25_RANK`: 12 for the names (file name, title, aliases) and 4 for
# headings, since they state a note's subject, 1 for properties and text. The rest is a factor, because BM25 has no
# scale: for a word in most notes it is a millionth of its value for a rare one.

WORD_SCORE_SQL = f"-{BM25_RANK.replace('bm25(', 'bm25(fts, ')}"
"""The first factor as SQL: higher is better."""

RECENCY_GAIN = 0.1
"""Gain of a note changed just now: enough to decide between nearly equal scores, never more."""

HALF_LIFE_DAYS = 180
"""Days after which half of that is left: notes are written for years, and a season separates current from old."""

LINK_GAIN = 0.1
"""Gain of a note that `MAX_LINKING_NOTES` others link to; logarithmic, as the first links are the most significant."""

MAX_LINKING_NOTES = 256
"""Number of linking notes from which more have no effect."""

NAME_PREFIX_BOOST = 1.25
"""`boil` means `Boiler` rather than `Old boiler`: users who know the name type its beginning."""

MAX_NAME_PREFIX_MATCHES = 200
"""Maximum number of names with the prefix that are examined; two letters match thousands."""

_DAY_NS = 86_400 * 10**9

_LINK_GAINS = tuple(
    LINK_GAIN * math.log2(1 + links) / math.log2(1 + MAX_LINKING_NOTES) for links in range(MAX_LINKING_NOTES + 1)
)
"""Gain by number of linking notes."""


class RankedNote(Struct, frozen=True):
    """A candidate with its score: the higher, the better."""

    note: int
    path: str
    score: float


def score_boost(mtime_ns: int, links: int, now_ns: int) -> float:
    """Return the factor of time and links for a note's score: from 1 to 1 + RECENCY_GAIN + LINK_GAIN."""
    age = max(0.0, (now_ns - mtime_ns) / _DAY_NS / HALF_LIFE_DAYS)
    # Long before 2**-64 nothing is left of it; an invalid time would overflow the exponent.
    return 1 + RECENCY_GAIN * 2 ** -min(age, 64) + _LINK_GAINS[min(links, MAX_LINKING_NOTES)]


class NamedNotes(Struct, frozen=True):
    """The notes whose names match the query."""

    exact: frozenset[int]
    """File name, title or an alias is equal to it."""
    prefixed: frozenset[int]
    """The file name begins with it."""

    @property
    def all(self) -> frozenset[int]:
        """The union of both."""
        return self.exact | self.prefixed


def find_named_notes(connection: sqlite3.Connection, name: str, scope: NoteScope = "notes") -> NamedNotes:
    """Return the notes of *scope* whose names match *name*."""
    where = scope_condition(connection, scope, "id")
    found = _notes_named(connection, name), _notes_with_prefix(connection, name)
    if where:
        listed = ",".join(map(str, {*found[0], *found[1]}))
        sql = f"SELECT id FROM note WHERE id IN ({listed}){where}"  # noqa: S608 - fixed identifiers
        within = {note for (note,) in connection.execute(sql)}
        return NamedNotes(*(frozenset(within.intersection(notes)) for notes in found))
    return NamedNotes(frozenset(found[0]), frozenset(found[1]))


def order_by_rank(
    connection: sqlite3.Connection,
    scores: Mapping[int, float],
    names: NamedNotes,
    limit: int,
    is_visible: Callable[[str], bool] | None = None,
) -> list[RankedNote]:
    """Return the best *limit* of these notes with their scores by words, or all visible ones if they are fewer."""
    now_ns = time.time_ns()
    chosen = scores.keys() if is_visible is not None else _possible_best(scores, names, limit)
    sql = f"SELECT id, path, name_key, mtime_ns FROM note WHERE id IN ({','.join(map(str, chosen))})"  # noqa: S608 - numbers
    rows = [row for row in connection.execute(sql) if is_visible is None or is_visible(row[1])]
    links = count_linking_notes(connection, {name for _, _, name, _ in rows})
    found: list[tuple[float, str, int]] = []
    for note, path, name, mtime_ns in rows:
        score = scores[note] * score_boost(mtime_ns, links.get(name, 0), now_ns)
        found.append((score * NAME_PREFIX_BOOST if note in names.prefixed else score, path, note))
    if names.exact and found:
        best = max(found)[0]
        found = [(score + best if note in names.exact else score, path, note) for score, path, note in found]
    found.sort(key=lambda item: (-item[0], item[1]))
    return [RankedNote(note, path, score) for score, path, note in found[:limit]]


def _possible_best(scores: Mapping[int, float], names: NamedNotes, limit: int) -> Collection[int]:
    """Return the notes that names, time and links may move into the best *limit*."""
    if len(scores) <= limit:
        return scores.keys()
    threshold = nlargest(limit, scores.values())[-1] / (1 + RECENCY_GAIN + LINK_GAIN)
    return {note for note, score in scores.items() if score >= threshold} | (names.all & scores.keys())


def count_linking_notes(connection: sqlite3.Connection, names: Collection[str]) -> dict[str, int]:
    """Return the number of notes, `MAX_LINKING_NOTES` at most, with a link that may mean a note of such a name.

    *names* are keys without `.md`; those without links are left out.
    """
    # Of a hub's thousands of links only as many are read as have an effect.
    counting_sql = "SELECT count(*) FROM (SELECT DISTINCT note FROM link WHERE key = value LIMIT ?)"
    sql = f"SELECT value, ({counting_sql}) FROM json_each(?)"  # noqa: S608 - fixed identifiers
    counted = connection.execute(sql, (MAX_LINKING_NOTES, json.dumps(list(names))))
    return {name: links for name, links in counted if links}


def _notes_named(connection: sqlite3.Connection, name: str) -> list[int]:
    """Return the notes with exactly this *name*: file name, title or alias, ignoring case."""
    key = same_name_key(name)
    if not key:
        return []
    # SQLite ignores case for ASCII letters only; for others, the common spellings of names are queried.
    spellings = list(dict.fromkeys((name, key, name.lower(), name.upper(), name.title(), name.capitalize())))
    placeholders = ",".join("?" * len(spellings))
    found = {note for (note,) in connection.execute("SELECT id FROM note WHERE name_key = ?", (key,))}
    for column, table, number in (("title", "note", "id"), ("alias", "alias", "note")):
        sql = f"SELECT {number} FROM {table} WHERE {column} COLLATE NOCASE IN ({placeholders})"  # noqa: S608 - constants
        found.update(note for (note,) in connection.execute(sql, spellings))
    return sorted(found)


def _notes_with_prefix(connection: sqlite3.Connection, name: str) -> list[int]:
    """Return notes whose file name begins with *name*, the first by name."""
    key = same_name_key(name)
    if not key:
        return []
    sql = "SELECT id FROM note WHERE name_key >= ? AND name_key < ? ORDER BY name_key LIMIT ?"
    return [note for (note,) in connection.execute(sql, (key, f"{key}\U0010ffff", MAX_NAME_PREFIX_MATCHES))]


MAX_SPELLINGS = 4
"""Maximum number of splits of one word into two that are searched."""

MIN_SPLIT_LENGTH = 5
"""Minimum length of a word that is split: shorter ones are not looked up while typing."""

HEAVY_PREFIX_NOTES = 8_000
"""Summed number of notes for all completions of a prefix from which an unfinished word is slow: 10 ms and more."""

HEAVY_PREFIX_NOTES_QUICK = 4_000
"""The same for a quick answer."""

FINISHED_WORD_NOTES = 1_000
"""Number of notes with exactly this word from which it is treated as finished: they fill every list before longer
words.
"""


class FtsTerm(Struct, frozen=True):
    """One required term."""

    match: str
    """In FTS5 syntax."""
    words: tuple[str, ...]
    """The indexed words it is equivalent to; empty for a phrase or an unfinished word."""


class FtsQuery(Struct, frozen=True):
    """A complete full-text query."""

    terms: tuple[FtsTerm, ...]
    excluded: str = ""
    """In FTS5 syntax: matching notes are left out."""
    where: str = ""
    """Conditions as SQL about `fts`, each preceded by ` AND `."""
    values: dict[str, object] = field(default_factory=dict)
    """The parameters of `where`."""
    is_filtered: bool = False
    """Whether `where` does more than exclude chats: the lists of best notes do not consider that."""
    is_heavy: bool = False
    """Whether an unfinished word has completions in very many notes: even counting them is slow."""
    bounded: bool = False
    """Whether such a word was replaced by its most common completions."""

    @property
    def match(self) -> str:
        """The query in FTS5 syntax."""
        required = " AND ".join(term.match for term in self.terms)
        return f"({required}) NOT ({self.excluded})" if self.excluded else required


def build_fts_query(connection: sqlite3.Connection, plain_query: PlainQuery, *, quick: bool = False) -> FtsQuery:
    """Return the full-text query for *plain_query*; a *quick* one has only the most common completions of a heavy
    word.
    """
    where, values = filter_conditions(connection, plain_query, "fts.rowid")
    is_filtered = bool(plain_query.filters or plain_query.excluded_notes) or plain_query.scope != "notes"
    words = [term for term in plain_query.words if term.match]
    joins = known_joins(connection, [split_words(term.text.lower()) for term in words])
    built = [
        _fts_term(connection, term, list(term_joins), quick=quick)
        for term, term_joins in zip(words, joins, strict=True)
    ]
    terms, is_heavy = tuple(term for term, _ in built), any(heavy for _, heavy in built)
    excluded = plain_query.excluded_match
    return FtsQuery(terms, excluded, where, values, is_filtered, is_heavy and not quick, is_heavy and quick)


def filter_conditions(
    connection: sqlite3.Connection, plain_query: PlainQuery, note: str
) -> tuple[str, dict[str, object]]:
    """Return the query's filters and exclusions as SQL about the number *note*, and its parameters."""
    where: list[str] = [scope_condition(connection, plain_query.scope, note)]
    values: dict[str, object] = {}
    for number, note_filter in enumerate(plain_query.filters):
        where.append(f" AND {'NOT ' if note_filter.negated else ''}{_condition(note_filter, note, f':filter{number}')}")
        values[f"filter{number}"] = note_filter.key
    if plain_query.excluded_notes:
        where.append(f" AND +{note} NOT IN (SELECT value FROM json_each(:excluded_notes))")  # noqa: S608 - fixed identifiers
        values["excluded_notes"] = json.dumps(list(plain_query.excluded_notes))
    return "".join(where), values


def scope_condition(connection: sqlite3.Connection, scope: NoteScope, note: str) -> str:
    """Return the condition that the number *note* is in *scope*; empty if the vault has no chats to leave out."""
    match scope:
        case "notes":
            if connection.execute("SELECT 1 FROM note WHERE kind = 'chat' LIMIT 1").fetchone() is None:
                return ""
            return f" AND +{note} NOT IN (SELECT id FROM note WHERE kind = 'chat')"  # noqa: S608 - fixed identifiers
        case "chats":
            return f" AND +{note} IN (SELECT id FROM note WHERE kind = 'chat')"  # noqa: S608 - fixed identifiers
        case "all":
            return ""


def _condition(note_filter: Filter, note: str, value: str) -> str:
    match note_filter.kind:
        case "tag":
            # Including nested tags: after the tag and `/`, and before `0`, the character that follows `/`.
            below = f"(key > {value} || '/' AND key < {value} || '0')"
            # The unary plus keeps SQLite from querying the full text once for each tagged note.
            return f"(+{note} IN (SELECT note FROM tag WHERE key = {value} OR {below}))"  # noqa: S608 - constants
        case "path" | "file":
            column = "path_key" if note_filter.kind == "path" else "name_key"
            return f"((SELECT instr(this.{column}, {value}) FROM note AS this WHERE this.id = {note}) > 0)"  # noqa: S608 - constants
        case _:
            assert_never(note_filter.kind)


def _fts_term(connection: sqlite3.Connection, term: Term, joins: Sequence[str], *, quick: bool) -> tuple[FtsTerm, bool]:
    """Return the FTS5 term, and whether it is heavy."""
    words = split_words(term.text)
    spellings = _spellings(connection, term, joins)
    if len(words) != 1:
        return FtsTerm(_any_of(term, spellings), ()), False
    word = words[0]
    if not term.prefix or word_statistics.count_notes_with_word(connection, word) >= FINISHED_WORD_NOTES:
        single_words = tuple(dict.fromkeys((flatten_text(word), respelled(word)))) if len(spellings) == 1 else ()
        return FtsTerm(_any_of(replace(term, prefix=False) if term.prefix else term, spellings), single_words), False
    common = word_statistics.completions(connection, word)
    is_heavy = sum(notes for _, notes in common) >= (HEAVY_PREFIX_NOTES_QUICK if quick else HEAVY_PREFIX_NOTES)
    if is_heavy and quick:
        chosen = tuple(completion for completion, _ in common[: word_statistics.MAX_COMPLETIONS])
        return FtsTerm(_any_of(Term(word), tuple(dict.fromkeys((word, *chosen)))), chosen), True
    return FtsTerm(_any_of(term, spellings), ()), is_heavy


def _any_of(term: Term, texts: tuple[str, ...]) -> str:
    matches = [term.match if text == term.text else Term(text, term.prefix).match for text in texts]
    return matches[0] if len(matches) == 1 else f"({' OR '.join(matches)})"


def _spellings(connection: sqlite3.Connection, term: Term, joins: Sequence[str]) -> tuple[str, ...]:
    """Return the term and its other spellings in this vault: joined with a neighboring word, or as two words."""
    words = split_words(term.text.lower())
    if (
        len(words) == 1
        and len(words[0]) >= MIN_SPLIT_LENGTH
        and not joins
        and not _is_known(connection, words[0], begins=term.prefix)
    ):
        halves = known_halves(connection, words[0], partial(_is_known, connection, begins=term.prefix))
        joins = [f"{first} {second}" for first, second in halves[:MAX_SPELLINGS]]
    return (term.text, *joins)


def _is_known(connection: sqlite3.Connection, word: str, *, begins: bool) -> bool:
    if not begins and word.isascii():
        return is_any_indexed(connection, (word,))  # In half of the time.
    end = f"{word}\U0010ffff" if begins else word
    # Its first position is read in a seventh of the time in which the notes with a common word are counted.
    sql = "SELECT 1 FROM temp.term_position WHERE term >= ? AND term <= ? LIMIT 1"
    return connection.execute(sql, (word, end)).fetchone() is not None


# FTS5 takes 0.03 microseconds to tell whether a note has the words and 0.7 to score it (100,000 notes with a common
# word: 3 and 75 ms). So everything is scored while that is fast; beyond, only notes that may be among the best are:
# those listed in advance for each of the words, those changed since, and those with a matching name.

MAX_SCORED_NOTES = 4_000
"""Maximum number of notes scored for the final answer without lists: some 5 ms."""

MAX_SCORED_NOTES_ALL_WORDS = 4_000
"""The same for several words, divided by their number: their lists have fewer notes in common."""

MAX_SCORED_NOTES_QUICK = 4_000
"""The same for an answer while typing: some 3 ms."""

LISTED_SHARE = 2
"""Divisor: at least `limit // LISTED_SHARE` of the listed notes must match, or all notes are scored."""


class ScoredNotes(Struct, frozen=True):
    """Notes with their scores by words, in no order."""

    scores: dict[int, float]
    total: int | None
    """Number of matching notes, if they were counted."""
    exact: bool = True
    """Whether the best are among them, as far as can be determined without scoring all."""

    @property
    def is_all(self) -> bool:
        """Whether no other note matches."""
        return self.total is not None and len(self.scores) >= self.total


def find_candidates(
    connection: sqlite3.Connection,
    fts_query: FtsQuery,
    limit: int,
    named_notes: Collection[int] = (),
    *,
    quick: bool = False,
) -> ScoredNotes:
    """Return at least *limit* of the best notes by words, or all matches; and the matches in *named_notes*."""
    if fts_query.bounded and (completed := _score_completions(connection, fts_query, limit, named_notes)) is not None:
        return completed
    max_scored = (
        MAX_SCORED_NOTES_QUICK if quick else min(MAX_SCORED_NOTES, MAX_SCORED_NOTES_ALL_WORDS // len(fts_query.terms))
    )
    total = count_matches(connection, fts_query, max_scored)
    exact = not fts_query.bounded
    if (total is None or total > max_scored) and not fts_query.is_filtered:
        listed = _listed_notes(connection, fts_query)
        if listed is not None:
            found = score_among(connection, fts_query, listed.union(named_notes))
        elif quick:
            found, exact = _by_headings(connection, fts_query, named_notes), False
        else:
            found = {}
        if len(found) >= limit // LISTED_SHARE:
            best = nlargest(limit, found.items(), key=lambda item: item[1])
            return ScoredNotes(dict(best) | {note: found[note] for note in named_notes if note in found}, total, exact)
    found = (
        _score_all_and_named(connection, fts_query, limit, named_notes)
        if fts_query.is_heavy
        else score_all(connection, fts_query, limit)
    )
    is_all = len(found) < limit
    missing = () if is_all else set(named_notes).difference(found)
    named_scores = score_among(connection, fts_query, missing) if missing and not fts_query.is_heavy else {}
    return ScoredNotes(found | named_scores, len(found) if is_all else total, not fts_query.bounded)


def count_matches(connection: sqlite3.Connection, fts_query: FtsQuery, max_counted: int) -> int | None:
    """Return the number of matching notes; None if there are many and counting is not cheap."""
    if fts_query.is_heavy:
        return None
    # Counting takes 3 ms among 100,000 notes for one word, three times as long for several.
    limit = -1 if len(fts_query.terms) == 1 else max_counted + 1
    sql = f"SELECT count(*) FROM (SELECT 1 FROM fts WHERE fts MATCH :match{fts_query.where} LIMIT :most)"  # noqa: S608 - constants
    total = int(connection.execute(sql, {"match": fts_query.match, "most": limit} | fts_query.values).fetchone()[0])
    return None if total == limit else total


def score_all(connection: sqlite3.Connection, fts_query: FtsQuery, limit: int) -> dict[int, float]:
    """Return the best notes by words of all matches."""
    # FTS5's own order by rank sorts every row with all its columns; this keeps the best only, and takes 0.6 of the
    # time.
    sql = f"SELECT fts.rowid, {WORD_SCORE_SQL} AS words FROM fts WHERE fts MATCH :match{fts_query.where} ORDER BY words DESC LIMIT :most"  # noqa: S608, E501 - fixed identifiers
    return dict(connection.execute(sql, {"match": fts_query.match, "most": limit} | fts_query.values))


def _score_all_and_named(
    connection: sqlite3.Connection, fts_query: FtsQuery, limit: int, named_notes: Collection[int]
) -> dict[int, float]:
    """As `score_all`, plus the matches in *named_notes*. They are determined once: that is slower than scoring."""
    scored_notes = (
        f"SELECT fts.rowid AS note, {WORD_SCORE_SQL} AS words FROM fts WHERE fts MATCH :match{fts_query.where}"  # noqa: S608 - constants
    )
    listed = ",".join(map(str, named_notes))
    sql = (
        f"WITH scored AS MATERIALIZED ({scored_notes}) SELECT * FROM scored WHERE note IN ({listed})"  # noqa: S608 - constants
        " UNION ALL SELECT * FROM (SELECT * FROM scored ORDER BY words DESC LIMIT :most)"
    )
    return dict(connection.execute(sql, {"match": fts_query.match, "most": limit} | fts_query.values))


def score_among(connection: sqlite3.Connection, fts_query: FtsQuery, notes: Collection[int]) -> dict[int, float]:
    """Return the scores of those of *notes* that match, in one pass over the full-text index."""
    if not notes:
        return {}
    first, last = min(notes), max(notes)
    selected = bytearray(last - first + 1)
    for note in notes:
        selected[note - first] = 1
    # A byte array indexed by number is faster than a list, and does not make SQLite query the full text once per
    # number.
    sql = (
        f"SELECT fts.rowid, {WORD_SCORE_SQL} FROM fts WHERE fts MATCH :match AND fts.rowid BETWEEN :first AND :last"  # noqa: S608 - constants
        f" AND substr(:wanted, fts.rowid - :first + 1, 1) = x'01'{fts_query.where}"
    )
    parameters = {"match": fts_query.match, "wanted": selected, "first": first, "last": last}
    return dict(connection.execute(sql, parameters | fts_query.values))


def _by_headings(connection: sqlite3.Connection, fts_query: FtsQuery, named_notes: Collection[int]) -> dict[int, float]:
    """Return notes with the words in names and headings, which have the highest weights."""
    narrow = " AND ".join(f"{{names headings}}: {term.match}" for term in fts_query.terms)
    sql = f"SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rowid DESC LIMIT {MAX_SCORED_NOTES_QUICK}"  # noqa: S608 - a number
    return score_among(connection, fts_query, {*named_notes, *(note for (note,) in connection.execute(sql, (narrow,)))})


def _score_completions(
    connection: sqlite3.Connection, fts_query: FtsQuery, limit: int, named_notes: Collection[int]
) -> ScoredNotes | None:
    """Return the result from the lists for one unfinished word; None if they do not suffice or there is none."""
    if len(fts_query.terms) > 1 or fts_query.excluded or fts_query.is_filtered:
        return None
    found: dict[int, float] = {}
    for listed in (word_statistics.best_notes(connection, word) for word in fts_query.terms[0].words):
        if listed is not None:
            for note, score in zip(listed.notes, listed.scores, strict=True):
                if note not in listed.changed:
                    found[note] = max(score, found.get(note, 0.0))
    if len(found) < limit:
        return None
    best = dict(nlargest(limit, found.items(), key=itemgetter(1)))
    # A name with this prefix ranks with the best text.
    return ScoredNotes(best | dict.fromkeys(named_notes, max(best.values())), None, exact=False)


def _listed_notes(connection: sqlite3.Connection, fts_query: FtsQuery) -> set[int] | None:
    """Return the notes that may be among the best, by the lists of the words; None if one has no list."""
    found: set[int] = set()
    for terms in fts_query.terms:
        lists = [word_statistics.best_notes(connection, word) for word in terms.words]
        known = [listed for listed in lists if listed is not None]
        if not known or (len(known) < len(lists) and not fts_query.bounded):
            return None
        for listed in known:
            found.update(listed.notes, listed.changed)
    return found


SCORE_PER_WORD = 1_000.0
"""Score for each additional matching word: more than any BM25 score."""

CANDIDATES = 400
"""Maximum number of notes, those with the most words, that are scored; of more with equal counts, the last in the
index.
"""

MAX_RARE_WORDS = 6
"""Number of the rarest words used to find notes: there are 20 combinations of three of them."""

MAX_COMBINED_WORDS = 3
"""Number of words up to which each combination is queried and scored separately: there are seven."""

MAX_WEIGHED_MATCHES = 20_000
"""Maximum number of text matches that are scored by words; of more, the order is by time and links."""


def as_terms(words: Iterable[str]) -> list[Term]:
    """Return words and phrases as terms."""
    return [term for term in map(Term, words) if term.match]


def partial_scores(
    connection: sqlite3.Connection, plain_query: PlainQuery, conditions: FtsQuery, limit: int = CANDIDATES
) -> dict[int, float]:
    """Return the notes with most of the words, at most *limit*, with their scores."""
    terms = build_fts_query(connection, plain_query).terms
    if len(terms) <= MAX_COMBINED_WORDS:
        found = _score_combinations(connection, terms, conditions)
    else:
        notes = _notes_with_most_words(connection, _distinctive(connection, terms, conditions), conditions)
        found = _sum_word_scores(connection, terms, notes)
    return dict(nlargest(limit, found.items(), key=lambda item: (item[1], item[0])))


def partial_scores_of(
    connection: sqlite3.Connection, plain_query: PlainQuery, notes: Collection[int]
) -> dict[int, float]:
    """Return the scores of those of *notes* that contain any of the words."""
    terms = build_fts_query(connection, plain_query).terms
    return _sum_word_scores(connection, terms, notes) if terms and len(notes) <= MAX_WEIGHED_MATCHES else {}


def _distinctive(connection: sqlite3.Connection, terms: Sequence[FtsTerm], conditions: FtsQuery) -> Sequence[FtsTerm]:
    """Return the words used to find notes: very common ones are ignored here, but count for those found."""
    if len(terms) <= MAX_RARE_WORDS:
        return terms
    counts = [count_matches(connection, replace(conditions, terms=(term,)), 0) or 0 for term in terms]
    rarest = sorted((count, nth) for nth, count in enumerate(counts) if count)[:MAX_RARE_WORDS]
    return [terms[nth] for _, nth in rarest]


def _notes_with_most_words(connection: sqlite3.Connection, terms: Sequence[FtsTerm], conditions: FtsQuery) -> list[int]:
    """Return the notes with the most of these words: with all, with all but one, and so on up to the limit.

    FTS5 finds the notes with two of three words in a fraction of a millisecond; reading the matches of each word takes
    ten.
    """
    found: dict[int, None] = {}
    sql = f"SELECT fts.rowid FROM fts WHERE fts MATCH :match{conditions.where} ORDER BY fts.rowid DESC LIMIT :most"  # noqa: S608 - constants
    for word_count in range(len(terms), 0, -1):
        groups = (" AND ".join(term.match for term in group) for group in combinations(terms, word_count))
        fts_query = replace(conditions, terms=(FtsTerm(" OR ".join(f"({group})" for group in groups), ()),))
        rows = connection.execute(sql, {"match": fts_query.match, "most": CANDIDATES} | fts_query.values)
        found.update((note, None) for (note,) in rows)
        if len(found) >= CANDIDATES:
            break
    return list(found)[:CANDIDATES]


def _score_combinations(
    connection: sqlite3.Connection, terms: Sequence[FtsTerm], conditions: FtsQuery
) -> dict[int, float]:
    """Return the notes with the most of these words, scored; the same number as for `_notes_with_most_words`.

    A note first found by a combination of two words has exactly these, so its score for them is its final score.
    """
    found: dict[int, float] = {}
    sql = f"SELECT fts.rowid, {WORD_SCORE_SQL} FROM fts WHERE fts MATCH :match{conditions.where} ORDER BY fts.rowid DESC LIMIT :most"  # noqa: S608, E501 - fixed identifiers
    for word_count in range(len(terms), 0, -1):
        groups = [" AND ".join(term.match for term in group) for group in combinations(terms, word_count)]
        # All notes with any single word are found with one query.
        matches = [" OR ".join(groups)] if word_count == 1 else groups
        tier: dict[int, float] = {}
        for match in matches:
            fts_query = replace(conditions, terms=(FtsTerm(f"({match})", ()),))
            tier.update(connection.execute(sql, {"match": fts_query.match, "most": CANDIDATES} | fts_query.values))
        for note in nlargest(CANDIDATES, tier):
            found.setdefault(note, SCORE_PER_WORD * word_count + tier[note])
        if len(found) >= CANDIDATES:
            break
    return dict(islice(found.items(), CANDIDATES))


def _sum_word_scores(
    connection: sqlite3.Connection, terms: tuple[FtsTerm, ...], notes: Collection[int]
) -> dict[int, float]:
    found: dict[int, float] = {}
    for term in terms:
        for note, score in score_among(connection, FtsQuery((term,)), notes).items():
            found[note] = found.get(note, 0.0) + SCORE_PER_WORD + score
    return found
