"""Query of words and note filters, with every term safe for FTS5.

`query_syntax` parses what is typed; this is the result if the query has only words and conditions.
"""

import unicodedata
from dataclasses import dataclass
from typing import Literal

from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.text_folding import UNSPACED, fold
from vaultdesk.index.word_spelling import respelled

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

    @property
    def match(self) -> str:
        """The term and its spelling key in FTS5 syntax, quoted so that nothing in them is syntax.

        Empty if it contains no letter.
        """
        if not any(map(str.isalnum, self.text)):
            return ""
        spellings = dict.fromkeys((self.text, respelled(self.text)))
        found = ['"' + text.replace('"', '""') + '"' for text in spellings]
        if self.prefix:
            # The complete word counts in addition to the prefix, so that notes with exactly it come first.
            found = [match for quoted in found for match in (quoted, f"{quoted}*")]
        return found[0] if len(found) == 1 else f"({' OR '.join(found)})"


@dataclass(frozen=True)
class Filter:
    """A condition on the note."""

    kind: FilterKind
    key: str
    negated: bool = False


@dataclass(frozen=True)
class PlainQuery:
    """A parsed search."""

    words: tuple[Term, ...] = ()
    without: tuple[Term, ...] = ()
    filters: tuple[Filter, ...] = ()
    scope: NoteScope = "notes"
    """Kinds of notes searched."""
    unwanted: frozenset[int] = frozenset()
    """Notes that contain one of `without` as a substring, if that was looked up."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is searched for."""
        return not (self.words or self.without or self.filters) and self.scope == "notes"

    @property
    def match(self) -> str:
        """The words in FTS5 syntax; empty if it can find none of them."""
        return " AND ".join(filter(None, (term.match for term in self.words)))

    @property
    def without_match(self) -> str:
        """The excluded words in FTS5 syntax; empty if there are none."""
        return " OR ".join(filter(None, (term.match for term in self.without)))

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
