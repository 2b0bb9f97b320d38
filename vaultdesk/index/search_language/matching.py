"""Matching: whether one note fits an expression, and where in its text. Which notes to look at is narrowing.py's.

Inside `line:`, `block:`, `section:` and `task:` all of what is asked must fit one and the same piece of the text; what
asks for a tag, a property or a name asks the note, wherever it stands.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

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
from vaultdesk.index.search_language.page import Page, Where
from vaultdesk.index.search_language.pieces import Kind, Span

Facts = Mapping[tuple[Node, bool], Set[int]]
"""The notes that fit a property, or what is asked of a tag, with capitals counting or not: looked up beforehand."""


@dataclass(frozen=True, slots=True)
class Match:
    """A page beside what is known of all notes."""

    page: Page
    facts: Facts

    def fits(self, root: Node) -> bool:
        """Whether the note is what *root* asks for."""
        return self._fits(root, Where())

    def places(self, root: Node) -> tuple[Span, ...]:
        """Return where in its text the note has what *root* asks for, in order, none over another."""
        found: list[Span] = []
        for start, end in sorted(set(self._places(root, Where()))):
            if not found or start >= found[-1][1]:
                found.append((start, end))
        return tuple(found)

    def _fits(self, node: Node, where: Where) -> bool:
        match node:
            case Word():
                return not node.text or self.page.has_word(node.text, where)
            case Pattern():
                return self.page.has_pattern(node, where)
            case Every():
                return all(self._fits(part, where) for part in node.parts)
            case AnyOf():
                return any(self._fits(part, where) for part in node.parts)
            case Without():
                return not self._fits(node.part, where)
            case Cased():
                return self._fits(node.part, replace(where, exactly=node.exactly))
            case HasProperty():
                return self.page.note in self.facts[node, where.exactly]
            case Within():
                return self._fits_within(node, where)
            case _:  # What only a property's value can be.
                return False

    def _fits_within(self, node: Within, where: Where) -> bool:
        match node.scope:
            case "tag":
                return self.page.note in self.facts[node, where.exactly]
            case "file" | "path":
                return self._fits(node.part, replace(where, place=node.scope))
            case "content":
                return self._fits(node.part, self.page.text_of(where))
            case _:
                return any(True for _ in self._fitting(node, node.scope, where))

    def _fitting(self, node: Within, kind: Kind, where: Where) -> Iterator[Where]:
        """Yield the pieces of *kind* in what is looked at that fit by themselves."""
        word = required(node.part)
        pieces = self.page.pieces(kind, where, word.text if word is not None else "")
        return (piece for piece in pieces if self._fits(node.part, piece))

    def _places(self, node: Node, where: Where) -> Iterator[Span]:
        match node:
            case Word() if node.text and where.place in ("note", "text"):
                yield from self.page.word_places(node.text, where)
            case Pattern() if where.place in ("note", "text"):
                yield from self.page.pattern_places(node, where)
            case Every():
                for part in node.parts:
                    yield from self._places(part, where)
            case AnyOf():
                for part in node.parts:
                    if self._fits(part, where):
                        yield from self._places(part, where)
            case Cased():
                yield from self._places(node.part, replace(where, exactly=node.exactly))
            case Within():
                yield from self._places_within(node, where)
            case _:
                return

    def _places_within(self, node: Within, where: Where) -> Iterator[Span]:
        match node.scope:
            case "content":
                yield from self._places(node.part, self.page.text_of(where))
            case "file" | "path" | "tag":
                return
            case _:
                for piece in self._fitting(node, node.scope, where):
                    # A piece without any word of the search in it, as of `task:""`, is found as a whole.
                    yield from list(self._places(node.part, piece)) or [(piece.start, piece.end)]


def required(node: Node) -> Word | None:
    """Return a word that stands in every text that fits *node*; None where there is none."""
    match node:
        case Word() if node.text:
            return node
        case Every():
            words = (required(part) for part in node.parts)
            return max((word for word in words if word is not None), key=lambda word: len(word.text), default=None)
        case Cased() | Within(scope="content" | "line" | "block" | "section" | "task" | "task-todo" | "task-done"):
            return required(node.part)
        case _:
            return None
