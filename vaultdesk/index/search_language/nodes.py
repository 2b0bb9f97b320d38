"""Nodes: what a search expression is made of, as values. Understands no text and finds nothing."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Scope = Literal[
    "file", "path", "content", "tag", "line", "block", "section", "task", "task-todo", "task-done"
]  # fmt: skip
"""Where an operator looks: in a name, in the whole text, among the tags, or in one piece of the text at a time."""

Sign = Literal["<", "<=", ">", ">="]
"""How a property's value is compared."""


@dataclass(frozen=True, slots=True)
class Word:
    """Letters that stand there one after the other; as a tag, a tag or those below it; as a value, part of it."""

    text: str
    phrase: bool = False
    """Written in quotes: a property's value is then all of it, and nothing (`""`) fits everything."""
    prefix: bool = False
    """The last word while it is typed: ranking counts what begins like it too."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that RE2 takes."""

    source: str
    """As RE2 writes it."""
    written: str
    """As it was typed between the slashes."""


@dataclass(frozen=True, slots=True)
class Every:
    """All of these."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Without:
    """Not this."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class Within:
    """This, looked for in one place alone."""

    scope: Scope
    part: "Node"


@dataclass(frozen=True, slots=True)
class Cased:
    """This, with capitals as they are written, or whatever they are."""

    exactly: bool
    part: "Node"


@dataclass(frozen=True, slots=True)
class Compared:
    """A property's value that comes before or after another one; numbers, dates and words each by their own order."""

    sign: Sign
    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """A property that is there and has no value."""


@dataclass(frozen=True, slots=True)
class HasProperty:
    """A note with a property of that name and, where one is asked for, that value."""

    name: "Node"
    value: "Node | None" = None


Node: TypeAlias = Word | Pattern | Every | AnyOf | Without | Within | Cased | Compared | Nothing | HasProperty


def every(parts: list[Node]) -> Node | None:
    """Return all of *parts* together; None where there is none."""
    return Every(tuple(parts)) if len(parts) > 1 else next(iter(parts), None)


def any_of(parts: list[Node]) -> Node | None:
    """Return at least one of *parts*; None where there is none."""
    return AnyOf(tuple(parts)) if len(parts) > 1 else next(iter(parts), None)


def children(node: Node) -> tuple[Node, ...]:
    """Return what *node* is made of."""
    match node:
        case Every() | AnyOf():
            return node.parts
        case Without() | Within() | Cased():
            return (node.part,)
        case HasProperty():
            return (node.name,) if node.value is None else (node.name, node.value)
        case _:
            return ()
