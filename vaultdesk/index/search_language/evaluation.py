"""Evaluation: which notes fit a search expression, exactly by Obsidian's meaning. Ranks nothing; see ranked.py.

What tables, names and a search for letters tell is asked first (narrowing.py); the texts of the notes still in doubt
are then looked at one by one (matching.py), a bounded number at a time.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.search_language.expression import Expression
from vaultdesk.index.search_language.facts import facts
from vaultdesk.index.search_language.matching import Facts, Match
from vaultdesk.index.search_language.narrowing import Narrowing
from vaultdesk.index.search_language.nodes import Node
from vaultdesk.index.search_language.pages import asks_for_letters, pages
from vaultdesk.index.search_language.pieces import Span

STEP = 200
"""Notes looked at in one step: some 10 ms, so that other questions come in between."""

FILLED = 8_000_000
"""Bytes of text taken into memory in one step, where that was not done yet."""


@dataclass(frozen=True)
class Held:
    """The notes that fit; `places` tells where, for those that are shown."""

    notes: dict[int, tuple[Span, ...]]
    """By number. The spans are left empty: finding them costs a look at every text, and a list shows few."""
    complete: bool = True
    """False where so many were asked for at most and there may be more."""


def held(haystack: Haystack, connection: sqlite3.Connection, expression: Expression, most: int | None = None) -> Held:
    """Return every note that fits *expression*, or the *most* changed last of them; none where nothing is asked."""
    evaluation = Evaluation(haystack, expression, most)
    while (found := evaluation.advance(connection)) is None:
        pass
    return found


def places(
    haystack: Haystack, connection: sqlite3.Connection, expression: Expression, notes: Sequence[int]
) -> dict[int, tuple[Span, ...]]:
    """Return where in the text of each of *notes* (of those that fit) it has what is asked, in order."""
    root = expression.root
    if root is None or not asks_for_letters(root):
        return dict.fromkeys(notes, ())
    known = facts(connection, root)
    shown = pages(haystack, connection, notes, root, as_written=True)
    return {page.note: Match(page, known).places(root) for page in shown}


class Evaluation:
    """One expression's notes, found in steps: call `advance` until it answers."""

    def __init__(self, haystack: Haystack, expression: Expression, most: int | None = None) -> None:
        self._haystack = haystack
        self._root = expression.root
        self._most = most
        self._connection: sqlite3.Connection | None = None
        self._facts: Facts = {}
        self._waiting: list[int] = []
        self._certain: frozenset[int] = frozenset()
        self._found: dict[int, tuple[Span, ...]] = {}

    def advance(self, connection: sqlite3.Connection) -> Held | None:
        """Take one step of some 10 ms; None where more are needed. Notes that change meanwhile may be missed."""
        if self._root is None:
            return Held({})
        if asks_for_letters(self._root) and not self._haystack.fill(connection, FILLED):
            return None
        if connection is not self._connection:  # The first step, or another file, whose numbers mean other notes.
            self._begin(connection, self._root)
            return None if self._waiting else Held(self._found)
        taken, self._waiting = self._waiting[:STEP], self._waiting[STEP:]
        doubtful = [note for note in taken if note not in self._certain]
        looked_at = pages(self._haystack, connection, doubtful, self._root, as_written=False)
        fitting = {page.note for page in looked_at if Match(page, self._facts).fits(self._root)}
        for nth, note in enumerate(taken):
            if note in self._certain or note in fitting:
                self._found[note] = ()
                if len(self._found) == self._most:
                    return Held(self._found, complete=not self._waiting and nth == len(taken) - 1)
        return None if self._waiting else Held(self._found)

    def _begin(self, connection: sqlite3.Connection, root: Node) -> None:
        self._connection = connection
        self._facts = facts(connection, root)
        likely = Narrowing(self._haystack, connection, self._facts).of(root)
        if self._most is None:
            self._found = dict.fromkeys(likely.certain, ())
            self._certain, self._waiting = frozenset(), sorted(likely.possible - likely.certain)
        else:
            newest = connection.execute("SELECT id FROM note WHERE excluded = 0 ORDER BY mtime_ns DESC, path")
            self._found, self._certain = {}, likely.certain
            self._waiting = [note for (note,) in newest.fetchall() if note in likely.possible]
