"""Search queries as values: words and note filters that are safe for FTS5, and the expression of a query with
operators."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.text_folding import UNSPACED, fold, respelled
from vaultdesk.vault.note_path import same_name_key

# `query_syntax` parses the typed text; a `PlainQuery` is the result if it has only words and conditions.

MAX_CHARACTERS = 1_000
"""Maximum number of characters used of a query: a pasted page is not a search, and each word costs time."""

MAX_TERMS = 24
"""Maximum number of words of a query."""

FilterKind = Literal["tag", "path", "file"]


@dataclass(frozen=True)
class Term:
    """One word or quoted phrase."""

    text: str
    prefix: bool = False
    """The last word while it is being typed: words that begin with it also match."""

    @cached_property
    def match(self) -> str:
        """The term and its spelling key in FTS5 syntax, quoted so that nothing in them is syntax.

        Empty if it contains no letter.
        """
        if not any(map(str.isalnum, self.text)):
            return ""
        spellings = dict.fromkeys((self.text, respelled(self.text)))
        matches = ['"' + text.replace('"', '""') + '"' for text in spellings]
        if self.prefix:
            # The complete word counts in addition to the prefix, so that notes with exactly it come first.
            matches = [match for quoted in matches for match in (quoted, f"{quoted}*")]
        return matches[0] if len(matches) == 1 else f"({' OR '.join(matches)})"


class Filter(Struct, frozen=True):
    """A condition on the note."""

    kind: FilterKind
    key: str
    negated: bool = False


class PlainQuery(Struct, frozen=True):
    """A parsed search."""

    words: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    filters: tuple[Filter, ...] = ()
    scope: NoteScope = "notes"
    """Kinds of notes searched."""
    excluded_notes: frozenset[int] = frozenset()
    """Notes that contain one of `excluded` as a substring, if that was looked up."""

    @property
    def match(self) -> str:
        """The words in FTS5 syntax; empty if it can find none of them."""
        return " AND ".join(filter(None, (term.match for term in self.words)))

    @property
    def excluded_match(self) -> str:
        """The excluded words in FTS5 syntax; empty if there are none."""
        return " OR ".join(filter(None, (term.match for term in self.excluded)))

    @property
    def needles(self) -> tuple[str, ...]:
        """The words for substring search."""
        return tuple(fold_query(term.text) for term in self.words)

    @property
    def needs_substrings(self) -> bool:
        """Whether a word is in a script without spaces, or has no letter at all: FTS5 would not find it."""
        return any(UNSPACED.search(term.text) or not term.match for term in self.words)


def storable_text(text: str) -> str:
    """Return *text* in a form a database accepts: NFC, no NUL, no unpaired surrogates."""
    return (
        text.replace("\0", " ")
        if text.isascii()
        else unicodedata.normalize("NFC", storable_path(text)).replace("\0", " ")
    )


def storable_path(path: str) -> str:
    """Return *path* unchanged except for unpaired surrogates, which no path on disk contains."""
    return path.encode("utf-8", "replace").decode("utf-8")


def fold_query(text: str) -> str:
    """Return *text* folded for substring search. The text must be in NFC already."""
    return fold(text)


SearchScope = Literal[
    "file", "path", "content", "tag", "line", "block", "section", "task", "task-todo", "task-done"
]  # fmt: skip
"""Where an operator searches: in a name, in the whole text, in the tags, or in one region of the text at a time."""

ComparisonSign = Literal["<", "<=", ">", ">="]
"""How a property's value is compared."""


class SearchWord(Struct, frozen=True):
    """A sequence of letters. As a tag it also means nested tags; as a value, a part of it."""

    text: str
    phrase: bool = False
    """Written in quotes: a property's value must be equal to it, and `""` matches everything."""
    prefix: bool = False
    """The last word while it is typed: ranking also counts words that begin with it."""


class Pattern(Struct, frozen=True):
    """A regular expression in RE2 syntax."""

    source: str
    """In RE2 syntax."""
    written: str
    """As typed between the slashes."""


class AllOf(Struct, frozen=True):
    """All nodes must match."""

    nodes: tuple["QueryNode", ...]


class AnyOf(Struct, frozen=True):
    """At least one node must match."""

    nodes: tuple["QueryNode", ...]


class Negation(Struct, frozen=True):
    """The node must not match."""

    node: "QueryNode"


class Within(Struct, frozen=True):
    """The node, restricted to one scope."""

    scope: SearchScope
    node: "QueryNode"


class MatchCase(Struct, frozen=True):
    """The node, with or without case sensitivity."""

    case_sensitive: bool
    node: "QueryNode"


class ValueComparison(Struct, frozen=True):
    """A property value before or after another one; numbers, dates and words each in their own order."""

    sign: ComparisonSign
    text: str


class NoValue(Struct, frozen=True):
    """A property without a value."""


class HasProperty(Struct, frozen=True):
    """A note with a property of that name and, if given, that value."""

    name: "QueryNode"
    value: "QueryNode | None" = None


QueryNode: TypeAlias = (
    SearchWord | Pattern | AllOf | AnyOf | Negation | Within | MatchCase | ValueComparison | NoValue | HasProperty
)


def all_of(nodes: list[QueryNode]) -> QueryNode | None:
    """Return the conjunction of *nodes*; None if there are none."""
    return AllOf(tuple(nodes)) if len(nodes) > 1 else next(iter(nodes), None)


def any_of(nodes: list[QueryNode]) -> QueryNode | None:
    """Return the disjunction of *nodes*; None if there are none."""
    return AnyOf(tuple(nodes)) if len(nodes) > 1 else next(iter(nodes), None)


def children(node: QueryNode) -> tuple[QueryNode, ...]:
    """Return the direct children of *node*."""
    match node:
        case AllOf() | AnyOf():
            return node.nodes
        case Negation() | Within() | MatchCase():
            return (node.node,)
        case HasProperty():
            return (node.name,) if node.value is None else (node.name, node.value)
        case _:
            return ()


FEW_LETTERS = 3
"""A word that contains symbols and fewer letters than this, such as `c++`, is found with its symbols, not as a word
`c`.
"""

_SENTENCE_PUNCTUATION = frozenset(".,;:!?…'’‘\"“”„«»-‐–—")
"""Punctuation at a phrase's ends that may belong to the sentence: the phrase is also found without it."""

_FILTERS: dict[str, FilterKind] = {"tag": "tag", "path": "path", "file": "file"}


class Expression(Struct, frozen=True):
    """A parsed search."""

    text: str
    """As typed."""
    root: QueryNode | None
    problem: Phrase = NO_PHRASE
    """What could not be used, in a sentence; the rest is still searched."""
    scope: NoteScope = "notes"
    """Kinds of notes searched: chats are found only on request."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is searched for yet. A search for chats only is not empty: it finds all chats."""
        return self.root is None and self.scope != "chats"

    @property
    def words(self) -> tuple[str, ...]:
        """The words and phrases to find in the text, each once, for ranking and highlighting."""
        return tuple(dict.fromkeys(word.text for word in _searched_words(self.root)))

    def as_plain_query(self) -> PlainQuery | None:
        """Return the equivalent query of words and conditions on the whole note; None if there is none."""
        words: list[Term] = []
        excluded: list[Term] = []
        filters: list[Filter] = []
        for node in _top_nodes(self.root):
            negated = isinstance(node, Negation)
            inner = node.node if isinstance(node, Negation) else node
            if isinstance(inner, SearchWord) and _is_plain(inner):
                (excluded if negated else words).append(Term(inner.text.strip(), prefix=inner.prefix and not negated))
            elif (condition := _filter(inner, negated=negated)) is not None:
                filters.append(condition)
            else:
                return None
        return PlainQuery(tuple(words[:MAX_TERMS]), tuple(excluded[:MAX_TERMS]), tuple(filters[:MAX_TERMS]), self.scope)


def _top_nodes(root: QueryNode | None) -> tuple[QueryNode, ...]:
    if root is None:
        return ()
    return root.nodes if isinstance(root, AllOf) else (root,)


def _is_plain(word: SearchWord) -> bool:
    """Whether full-text search can find the word: `#tag`, `c++` and `"$100"` are found literally only."""
    text = word.text.strip()
    if text.startswith("#") or (word.phrase and text and (_is_significant(text[0]) or _is_significant(text[-1]))):
        return False
    letters = sum(map(str.isalnum, text))
    return letters >= FEW_LETTERS or letters == len(text)


def _is_significant(character: str) -> bool:
    """Whether the character at an end of a phrase is significant: full-text search would ignore it."""
    return unicodedata.category(character)[0] in "PS" and character not in _SENTENCE_PUNCTUATION


def _filter(node: QueryNode, *, negated: bool) -> Filter | None:
    """Return the filter for a single word after `tag:`, `path:` or `file:`; None for anything else."""
    if not (isinstance(node, Within) and node.scope in _FILTERS and isinstance(node.node, SearchWord)):
        return None
    kind, text = _FILTERS[node.scope], node.node.text
    key = tag_key(text) if kind == "tag" else same_name_key(text)
    # Names are stored without their suffix; a term that may include it is compared with the full file name.
    if not key or (kind == "file" and "." in text):
        return None
    return Filter(kind, key, negated)


def tag_key(tag: str) -> str:
    """Return *tag* in the form in which tags are compared."""
    return same_name_key(tag.strip().lstrip("#").strip("/"))


def _searched_words(node: QueryNode | None) -> Iterator[SearchWord]:
    """Yield the words below *node* that a matching text may contain, without those searched for elsewhere."""
    match node:
        case SearchWord() if node.text.strip():
            yield node
        case AllOf() | AnyOf() | MatchCase():
            for child in children(node):
                yield from _searched_words(child)
        case Within() if node.scope not in _FILTERS:
            yield from _searched_words(node.node)
        case _:
            return
