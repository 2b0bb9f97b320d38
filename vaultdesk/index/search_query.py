"""Query of words and note filters, with every term safe for FTS5.

`query_syntax` parses what is typed; this is the result where it asks for no more than words and conditions.
"""

import unicodedata
from dataclasses import dataclass
from typing import Literal

from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.text_folding import UNSPACED, fold
from vaultdesk.index.word_spelling import respelled

MAX_CHARACTERS = 1_000
"""How much of a query is looked at: a pasted page is not a search, and each word costs time."""

MAX_TERMS = 24
"""How many words of a query count."""

FilterKind = Literal["tag", "path", "file"]


@dataclass(frozen=True)
class Term:
    """One word or quoted phrase."""

    text: str
    prefix: bool = False
    """The last word while it is being typed: what begins like it fits too."""

    @property
    def match(self) -> str:
        """The term and its spelling key in FTS5's language, quoted so that nothing in them is syntax.

        Empty when it has no letter.
        """
        if not any(map(str.isalnum, self.text)):
            return ""
        spellings = dict.fromkeys((self.text, respelled(self.text)))
        found = ['"' + text.replace('"', '""') + '"' for text in spellings]
        if self.prefix:
            # The finished word counts beside the unfinished one, so that notes with exactly it come first.
            found = [match for quoted in found for match in (quoted, f"{quoted}*")]
        return found[0] if len(found) == 1 else f"({' OR '.join(found)})"


@dataclass(frozen=True)
class Filter:
    """A condition on the note, not on its words."""

    kind: FilterKind
    key: str
    negated: bool = False


@dataclass(frozen=True)
class PlainQuery:
    """A search, understood."""

    words: tuple[Term, ...] = ()
    without: tuple[Term, ...] = ()
    filters: tuple[Filter, ...] = ()
    scope: NoteScope = "notes"
    """Of which notes it is."""
    unwanted: frozenset[int] = frozenset()
    """Notes that hold one of `without` letter by letter, inside longer words too, where that was looked up."""

    @property
    def is_empty(self) -> bool:
        """Nothing was asked."""
        return not (self.words or self.without or self.filters) and self.scope == "notes"

    @property
    def match(self) -> str:
        """The words in FTS5's language; empty when it can find none of them."""
        return " AND ".join(filter(None, (term.match for term in self.words)))

    @property
    def without_match(self) -> str:
        """The unwanted words in FTS5's language; empty when there are none."""
        return " OR ".join(filter(None, (term.match for term in self.without)))

    @property
    def needles(self) -> tuple[str, ...]:
        """The words letter by letter, for the search that knows no words."""
        return tuple(fold_query(term.text) for term in self.words)

    @property
    def needs_substrings(self) -> bool:
        """Whether a word is of a script without spaces, or has no letter at all: FTS5 would not find it."""
        return any(UNSPACED.search(term.text) or not term.match for term in self.words)


def storable_text(text: str) -> str:
    """*text* as a database can take it: composed, no NUL, no half characters."""
    return (
        text.replace("\0", " ")
        if text.isascii()
        else unicodedata.normalize("NFC", storable_path(text)).replace("\0", " ")
    )


def storable_path(path: str) -> str:
    """*path* in the very letters it has, so that it is found as it is on disk; half characters are on none."""
    return path.encode("utf-8", "replace").decode("utf-8")


def fold_query(text: str) -> str:
    """*text* as it is compared letter by letter. The text must be composed already."""
    return fold(text)
