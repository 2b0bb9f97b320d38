"""Expression: a search that was understood: its tree, what of it could not be used, and when a plain query says it all.

Understands no text (parsing.py) and finds nothing (evaluation.py).
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from vaultdesk.index.query import MAX_TERMS, Filter, FilterKind, Query, Term
from vaultdesk.index.search_language.explanation import Explanation, explained
from vaultdesk.index.search_language.nodes import (
    AnyOf,
    Cased,
    Every,
    Node,
    Within,
    Without,
    Word,
    children,
)
from vaultdesk.vault.note_path import same_name_key

FEW_LETTERS = 3
"""A word with signs in it and fewer letters than this, such as `c++`, is found by its signs, not as a word `c`."""

_OF_SENTENCES = frozenset(".,;:!?…'’‘\"“”„«»-‐–—")
"""Signs at a phrase's ends that may come with a sentence: where it stands without them it is found all the same."""

_FILTERS: dict[str, FilterKind] = {"tag": "tag", "path": "path", "file": "file"}


@dataclass(frozen=True)
class Expression:
    """What somebody asked."""

    text: str
    """As it was typed."""
    root: Node | None
    problem: str = ""
    """What could not be used, in a sentence; the rest is still searched."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked, or nothing yet."""
        return self.root is None

    @property
    def words(self) -> tuple[str, ...]:
        """The words and phrases that are wanted in the text, each once, for ranking and marks."""
        return tuple(dict.fromkeys(word.text for word in _wanted(self.root)))

    def describe(self) -> tuple[Explanation, ...]:
        """Return the search in pieces, outermost first, for a window to put into words."""
        return explained(self.root)

    def plain(self) -> Query | None:
        """Return the same as a query of words and conditions on the whole note; None where it takes more than that."""
        words: list[Term] = []
        without: list[Term] = []
        filters: list[Filter] = []
        for part in _parts(self.root):
            negated = isinstance(part, Without)
            inner = part.part if isinstance(part, Without) else part
            if isinstance(inner, Word) and _is_plain(inner):
                (without if negated else words).append(Term(inner.text.strip(), prefix=inner.prefix and not negated))
            elif (condition := _filter(inner, negated=negated)) is not None:
                filters.append(condition)
            else:
                return None
        return Query(tuple(words[:MAX_TERMS]), tuple(without[:MAX_TERMS]), tuple(filters[:MAX_TERMS]))


def _parts(root: Node | None) -> tuple[Node, ...]:
    if root is None:
        return ()
    return root.parts if isinstance(root, Every) else (root,)


def _is_plain(word: Word) -> bool:
    """Whether the search by words finds what is meant: `#tag`, `c++` and `"$100"` stand there letter by letter only."""
    said = word.text.strip()
    if said.startswith("#") or (word.phrase and said and (_is_sign(said[0]) or _is_sign(said[-1]))):
        return False
    letters = sum(map(str.isalnum, said))
    return letters >= FEW_LETTERS or letters == len(said)


def _is_sign(character: str) -> bool:
    """Whether somebody who puts this at an end of a phrase means it: the search by words would leave it out."""
    return unicodedata.category(character)[0] in "PS" and character not in _OF_SENTENCES


def _filter(node: Node, *, negated: bool) -> Filter | None:
    """Return what a single word after `tag:`, `path:` or `file:` asks of a note; None for anything else."""
    if not (isinstance(node, Within) and node.scope in _FILTERS and isinstance(node.part, Word)):
        return None
    kind, said = _FILTERS[node.scope], node.part.text
    key = tag_key(said) if kind == "tag" else same_name_key(said)
    # Names are kept without their ending; what may mean the ending is compared with the whole name of the file.
    if not key or (kind == "file" and "." in said):
        return None
    return Filter(kind, key, negated)


def tag_key(said: str) -> str:
    """Return the tag that *said* means, as tags are compared."""
    return same_name_key(said.strip().lstrip("#").strip("/"))


def _wanted(node: Node | None) -> Iterator[Word]:
    """Yield the words below *node* that a fitting text may hold, leaving out what is looked for elsewhere."""
    match node:
        case Word() if node.text.strip():
            yield node
        case Every() | AnyOf() | Cased():
            for part in children(node):
                yield from _wanted(part)
        case Within() if node.scope not in _FILTERS:
            yield from _wanted(node.part)
        case _:
            return
