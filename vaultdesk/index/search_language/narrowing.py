"""Narrowing: which notes may fit an expression and which surely do, before any text is looked at by itself.

Every answer is two sets: the notes that may fit, and among them those that surely do. Only what lies between has to
be looked at (matching.py).
"""

import sqlite3
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from vaultdesk.index.haystack import Haystack, Straw
from vaultdesk.index.search_language.matching import Facts
from vaultdesk.index.search_language.nodes import (
    AnyOf,
    Cased,
    Every,
    HasProperty,
    Node,
    Pattern,
    Within,
    Without,
    Word,
)
from vaultdesk.index.search_language.page import file_name
from vaultdesk.index.search_language.patterns import compiled, literals
from vaultdesk.vault.note_path import same_name_key

FEW = 200
"""Notes that are looked at one by one rather than searching all of them for a word."""

EMPTY_BOX = "[ ]"
"""What every task still to be done has in it."""

Notes = frozenset[int]


class Likely(NamedTuple):
    """What is known before texts are looked at."""

    possible: Notes
    certain: Notes


class Narrowing:
    """One question to the haystack and what was looked up for it."""

    def __init__(self, haystack: Haystack, connection: sqlite3.Connection, facts: Facts) -> None:
        self._haystack = haystack
        self._connection = connection
        self._facts = facts
        self._straws = {straw.note: straw for straw in haystack.straws(connection) if not straw.excluded}
        self._known: dict[tuple[str, ...], Notes] = {}

    def of(self, root: Node) -> Likely:
        """Return what is likely of *root*; excluded notes never are."""
        return self._of(root, "note", frozenset(self._straws), exactly=False)

    def _of(self, node: Node, place: str, among: Notes, *, exactly: bool) -> Likely:
        """Narrow *among*. The *place* is `piece` where only one line, block or the like of the text is looked at."""
        match node:
            case Word():
                return self._word(node, place, among, exactly=exactly)
            case Pattern():
                return self._pattern(node, place, among, exactly=exactly)
            case Every():
                return self._every(node.parts, place, among, exactly=exactly)
            case AnyOf():
                found = [self._of(part, place, among, exactly=exactly) for part in node.parts]
                return Likely(
                    frozenset().union(*(one.possible for one in found)),
                    frozenset().union(*(one.certain for one in found)),
                )
            case Without():
                inner = self._of(node.part, place, among, exactly=exactly)
                return Likely(among - inner.certain, among - inner.possible)
            case Cased():
                return self._of(node.part, place, among, exactly=node.exactly)
            case HasProperty():
                return _sure(among & self._facts[node, exactly])
            case Within():
                return self._within(node, place, among, exactly=exactly)
            case _:
                return _sure(frozenset())

    def _every(self, parts: Sequence[Node], place: str, among: Notes, *, exactly: bool) -> Likely:
        certain = among
        # What is known from tables first: the fewer notes are left, the less is searched for words.
        for part in sorted(parts, key=_costs):
            found = self._of(part, place, among, exactly=exactly)
            among, certain = found.possible, certain & found.certain
        return Likely(among, certain)

    def _within(self, node: Within, place: str, among: Notes, *, exactly: bool) -> Likely:
        match node.scope:
            case "tag":
                return _sure(among & self._facts[node, exactly])
            case "file" | "path":
                return self._of(node.part, node.scope, among, exactly=exactly)
            case "content":
                return self._of(node.part, place if place == "piece" else "text", among, exactly=exactly)
            case "line" | "block" | "section" if isinstance(node.part, Word) and place != "piece":
                # A word alone stands in a line, block or section wherever it stands.
                return (
                    self._of(node.part, "text", among, exactly=exactly)
                    if _is_one_line(node.part)
                    else self._piece(node, among, exactly=exactly)
                )
            case _:
                return self._piece(node, among, exactly=exactly)

    def _piece(self, node: Within, among: Notes, *, exactly: bool) -> Likely:
        if node.scope == "task-todo" and len(among) > FEW:
            among &= self._holding((EMPTY_BOX,))
        return Likely(self._of(node.part, "piece", among, exactly=exactly).possible, frozenset())

    def _word(self, word: Word, place: str, among: Notes, *, exactly: bool) -> Likely:
        said = word.text
        if not said and place != "piece":
            return _sure(among)
        if place in ("file", "path"):
            return _sure(self._named(said, place, among, exactly=exactly))
        if not said or len(among) <= FEW:
            return Likely(among, frozenset())
        possible = among & self._holding((said,))
        if place == "piece" or exactly:
            return Likely(possible, frozenset())
        if place == "note":
            return _sure(possible)
        key = same_name_key(said)
        return Likely(possible, frozenset(note for note in possible if not _names_hold(self._straws[note], key)))

    def _pattern(self, pattern: Pattern, place: str, among: Notes, *, exactly: bool) -> Likely:
        if place in ("file", "path"):
            ready = compiled(pattern.source, exactly=exactly)
            paths = ((note, self._straws[note].path) for note in among)
            named = ((note, path if place == "path" else path.rpartition("/")[2]) for note, path in paths)
            return _sure(
                frozenset(note for note, name in named if ready and ready.search(name.encode("utf-8", "replace")))
            )
        letters = literals(pattern.source)
        if letters and len(among) > FEW:
            among &= self._holding(letters)
        return Likely(among, frozenset())

    def _holding(self, needles: tuple[str, ...]) -> Notes:
        """Return the notes with all of *needles* in name, alias or text, whatever their case."""
        if needles not in self._known:
            self._known[needles] = frozenset(self._haystack.holding(self._connection, needles))
        return self._known[needles]

    def _named(self, said: str, place: str, among: Notes, *, exactly: bool) -> Notes:
        """Return those of *among* whose file's name or path holds *said*."""
        wanted = said if exactly else same_name_key(said)
        paths = ((note, self._straws[note].path if exactly else self._straws[note].path_key) for note in among)
        named = ((note, path if place == "path" else file_name(path, said)) for note, path in paths)
        return frozenset(note for note, name in named if wanted in name)


def _sure(notes: AbstractSet[int]) -> Likely:
    return Likely(frozenset(notes), frozenset(notes))


def _names_hold(straw: Straw, key: str) -> bool:
    return key in straw.key or any(key in same_name_key(alias) for alias in straw.aliases)


def _is_one_line(word: Word) -> bool:
    return "\n" not in word.text and bool(word.text.strip())


def _costs(node: Node) -> int:
    """Return a small number for what tables and names tell, a large one for what takes a look at many texts."""
    match node:
        case HasProperty() | Within(scope="tag" | "file" | "path"):
            return 0
        case Word():
            return 1
        case Without() | Cased():
            return _costs(node.part) + 1
        case Pattern():
            return 4
        case _:
            return 3
