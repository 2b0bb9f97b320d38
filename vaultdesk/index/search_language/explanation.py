"""Explanation: a search expression taken apart for a window to say in plain words. Holds no sentences of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from vaultdesk.index.search_language.nodes import (
    AnyOf,
    Cased,
    Compared,
    Every,
    HasProperty,
    Node,
    Nothing,
    Pattern,
    Sign,
    Within,
    Without,
    Word,
)


class Says(StrEnum):
    """What one piece of a search says. Those that lead others in stand right before them, one level higher."""

    WORD = "word"
    PHRASE = "phrase"
    PATTERN = "pattern"
    ANYTHING = "anything"
    """An empty phrase: everything of that kind."""
    ALL_OF = "all of"
    ANY_OF = "any of"
    NOT = "not"
    FILE = "file"
    PATH = "path"
    CONTENT = "content"
    TAG = "tag"
    LINE = "line"
    BLOCK = "block"
    SECTION = "section"
    TASK = "task"
    TASK_TODO = "task-todo"
    TASK_DONE = "task-done"
    MATCH_CASE = "match-case"
    IGNORE_CASE = "ignore-case"
    PROPERTY = "property"
    """Leads in the property's name and, where there is one, `VALUE`."""
    VALUE = "value"
    EMPTY = "empty"
    BELOW = "below"
    AT_MOST = "at most"
    ABOVE = "above"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True)
class Explanation:
    """One piece."""

    says: Says
    text: str = ""
    """The word, phrase, pattern or value, as it was typed."""
    depth: int = 0
    """How many pieces lead it in."""


_COMPARISONS: dict[Sign, Says] = {"<": Says.BELOW, "<=": Says.AT_MOST, ">": Says.ABOVE, ">=": Says.AT_LEAST}


def explained(node: Node | None) -> tuple[Explanation, ...]:
    """Return *node* in pieces, each before those it leads in."""
    return tuple(_pieces(node, 0)) if node is not None else ()


def _pieces(node: Node, depth: int) -> Iterator[Explanation]:
    match node:
        case Word():
            yield Explanation(_of_word(node), node.text, depth)
        case Pattern():
            yield Explanation(Says.PATTERN, node.written, depth)
        case Compared():
            yield Explanation(_COMPARISONS[node.sign], node.text, depth)
        case Nothing():
            yield Explanation(Says.EMPTY, depth=depth)
        case Every() | AnyOf():
            yield Explanation(Says.ALL_OF if isinstance(node, Every) else Says.ANY_OF, depth=depth)
            for part in node.parts:
                yield from _pieces(part, depth + 1)
        case Without():
            yield Explanation(Says.NOT, depth=depth)
            yield from _pieces(node.part, depth + 1)
        case Within():
            yield Explanation(Says(node.scope), depth=depth)
            yield from _pieces(node.part, depth + 1)
        case Cased():
            yield Explanation(Says.MATCH_CASE if node.exactly else Says.IGNORE_CASE, depth=depth)
            yield from _pieces(node.part, depth + 1)
        case HasProperty():
            yield Explanation(Says.PROPERTY, depth=depth)
            yield from _pieces(node.name, depth + 1)
            if node.value is not None:
                yield Explanation(Says.VALUE, depth=depth + 1)
                yield from _pieces(node.value, depth + 2)
        case _:
            assert_never(node)


def _of_word(word: Word) -> Says:
    if not word.text:
        return Says.ANYTHING
    return Says.PHRASE if word.phrase else Says.WORD
