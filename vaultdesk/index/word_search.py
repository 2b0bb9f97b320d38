"""Word search: a query's words as FTS5 is to look for them, with conditions on notes as SQL. Runs nothing costly."""

import json
import sqlite3
from dataclasses import dataclass, field
from itertools import islice, product
from typing import assert_never

from vaultdesk.index import frequent_words
from vaultdesk.index.passage_words import words_in
from vaultdesk.index.query import Filter, Query, Term

MOST_SPELLINGS = 4
"""Ways one word is looked for: each `ss` may be a `ß`."""

HEAVY = 8_000
"""Notes with words of one beginning, added up, from which an unfinished word is heavy: 10 ms and more."""

HEAVY_QUICKLY = 4_000
"""The same for a quick answer."""

FINISHED = 1_000
"""Notes with just this word from which it is taken for finished: they fill every list before what begins like it."""


@dataclass(frozen=True, slots=True)
class Sought:
    """One thing that must be there."""

    match: str
    """In FTS5's language."""
    words: tuple[str, ...]
    """The words of the index it stands for, when it is just them; empty for a phrase or an unfinished word."""


@dataclass(frozen=True, slots=True)
class WordSearch:
    """Everything that is asked of a note."""

    sought: tuple[Sought, ...]
    without: str = ""
    """In FTS5's language: notes that fit it are left out."""
    where: str = ""
    """Conditions as SQL about `fts`, each with ` AND ` before it."""
    values: dict[str, object] = field(default_factory=dict)
    """What `where` names."""
    is_heavy: bool = False
    """Whether an unfinished word begins words of very many notes: even counting them takes long."""
    bounded: bool = False
    """Whether such a word stands for its commonest completions only."""

    @property
    def match(self) -> str:
        """All of it in FTS5's language."""
        wanted = " AND ".join(one.match for one in self.sought)
        return f"({wanted}) NOT ({self.without})" if self.without else wanted


def word_search(connection: sqlite3.Connection, query: Query, *, quick: bool = False) -> WordSearch:
    """Return *query* as it is looked for; a *quick* answer has the commonest completions of a heavy word only."""
    where, values = conditions(query, "fts.rowid")
    found = [_sought(connection, term, quick=quick) for term in query.words if term.match]
    is_heavy = any(heavy for _, heavy in found)
    sought = tuple(one for one, _ in found)
    return WordSearch(sought, query.without_match, where, values, is_heavy and not quick, is_heavy and quick)


def conditions(query: Query, note: str) -> tuple[str, dict[str, object]]:
    """Return the query's filters, and which notes it leaves out, as SQL about the number *note*; and its values."""
    where: list[str] = []
    values: dict[str, object] = {}
    for number, one in enumerate(query.filters):
        where.append(f" AND {'NOT ' if one.negated else ''}{_condition(one, note, f':filter{number}')}")
        values[f"filter{number}"] = one.key
    if query.unwanted:
        where.append(f" AND +{note} NOT IN (SELECT value FROM json_each(:unwanted))")  # noqa: S608 - our own words
        values["unwanted"] = json.dumps(list(query.unwanted))
    return "".join(where), values


def _condition(one: Filter, note: str, value: str) -> str:
    match one.kind:
        case "tag":
            # The nested ones too: after the tag and `/`, and before `0`, the character that follows `/`.
            below = f"(key > {value} || '/' AND key < {value} || '0')"
            # The sign before the number keeps the full text from being asked once for each tagged note.
            return f"(+{note} IN (SELECT note FROM tag WHERE key = {value} OR {below}))"  # noqa: S608 - our own words
        case "path" | "file":
            column = "path_key" if one.kind == "path" else "name_key"
            return f"((SELECT instr(this.{column}, {value}) FROM note AS this WHERE this.id = {note}) > 0)"  # noqa: S608 - our own words
        case _:
            assert_never(one.kind)


def _sought(connection: sqlite3.Connection, term: Term, *, quick: bool) -> tuple[Sought, bool]:
    """Return what is looked for, and whether it is heavy."""
    words = words_in(term.text)
    spellings = _spellings(connection, term)
    if len(words) != 1:
        return Sought(_either(term, spellings), ()), False
    word = words[0]
    if not term.prefix or frequent_words.holding(connection, word) >= FINISHED:
        alone = (word,) if len(spellings) == 1 else ()
        return Sought(_either(Term(term.text), spellings), alone), False
    common = frequent_words.completions(connection, word)
    is_heavy = sum(notes for _, notes in common) >= (HEAVY_QUICKLY if quick else HEAVY)
    if is_heavy and quick:
        chosen = tuple(completion for completion, _ in common[: frequent_words.COMPLETIONS])
        return Sought(_either(Term(word), tuple(dict.fromkeys((word, *chosen)))), chosen), True
    return Sought(_either(term, spellings), ()), is_heavy


def _either(term: Term, texts: tuple[str, ...]) -> str:
    matches = [Term(text, term.prefix).match for text in texts]
    return matches[0] if len(matches) == 1 else f"({' OR '.join(matches)})"


def _spellings(connection: sqlite3.Connection, term: Term) -> tuple[str, ...]:
    """Return the term and how else it is written in this vault: FTS5 takes `ß` and `ss` for different letters."""
    text = term.text.lower()
    pieces = text.replace("ß", "ss").split("ss")
    if len(pieces) == 1:
        return (term.text,)
    found = [term.text]
    for joints in islice(product(("ss", "ß"), repeat=len(pieces) - 1), MOST_SPELLINGS):
        other = "".join(piece + joint for piece, joint in zip(pieces, (*joints, ""), strict=True))
        if other != text and all(_is_known(connection, word, begins=term.prefix) for word in words_in(other)):
            found.append(other)
    return tuple(found)


def _is_known(connection: sqlite3.Connection, word: str, *, begins: bool) -> bool:
    end = f"{word}\U0010ffff" if begins else word
    sql = "SELECT 1 FROM temp.term WHERE term >= ? AND term <= ? LIMIT 1"
    return connection.execute(sql, (word, end)).fetchone() is not None
