"""Result values of the index: hits, snippets, names, links and counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from vaultdesk.core.phrases import NO_PHRASE, Phrase


@dataclass(frozen=True)
class Hit:
    """One note found by a ranked search, best first."""

    path: str
    title: str
    heading: str
    """The heading the passage stands under; empty above the first one."""
    snippet: str
    """The best passage on one line, Markdown's signs taken off. Never markup."""
    marks: tuple[tuple[int, int], ...]
    """Where the searched words stand in `snippet`: (start, end), in order, not overlapping."""
    score: float
    """Higher is better; comparable within one answer only."""
    modified: datetime
    line: int = 1
    """The passage's line in the note, counted from 1."""
    title_marks: tuple[tuple[int, int], ...] = ()
    """Where the searched words stand in `title`, as `marks`."""
    kind: Literal["note", "chat", "canvas", "base"] = "note"
    indexed: datetime | None = None
    """When the index last took this note's text in."""


@dataclass(frozen=True, slots=True)
class NotePassage:
    """A piece of a note that has what was asked, on one line."""

    text: str
    marks: tuple[tuple[int, int], ...]
    line: int
    """Counted from 1."""
    heading: str


@dataclass(frozen=True, slots=True)
class NotePassages:
    """The pieces of one note."""

    count: int
    """How many there are; none where the note was found by its name, its tags or the like."""
    passages: tuple[NotePassage, ...]
    """The best of them in their order; where there are none, the note's beginning."""


@dataclass(frozen=True)
class Hits:
    """One answer to a ranked search."""

    hits: list[Hit]
    """Best first."""
    exact: bool = True
    """Whether these are the best there are; an answer on the way to that says False."""
    problem: Phrase = NO_PHRASE
    """One plain sentence when something of the query could not be understood; the rest was searched."""
    total: int | None = None
    """How many notes fit, where that is known without further work."""
    passages: Mapping[str, NotePassages] = field(default_factory=dict)
    """By path, of the notes seen first: only where they were asked for. No hit has a passage of its own then."""


@dataclass(frozen=True)
class SubstringHit:
    """One note that holds a text letter by letter, ignoring case (vaultdesk/index/README.md, "Substring search")."""

    path: str
    basename: str
    matches: int
    preview: str


@dataclass(frozen=True)
class NameHit:
    """One note whose name, alias or path fits what was typed."""

    path: str
    name: str
    alias: str
    """The alias that fitted, when the name did not."""
    marks: tuple[tuple[int, int], ...]
    """Where the typed letters stand in `alias or name`; empty when only the folder fitted."""
    modified: datetime


class NoteSummary(NamedTuple):
    """One note as the browser lists it. Its times are in UTC: a place of its own for each of them costs too much."""

    path: str
    name: str
    title: str
    size: int
    modified: datetime
    problem: str = ""
    """Why its text could not be read; such a note is listed but only found by its name."""
    excluded: bool = False
    """Among the vault's own excluded files: listed, but never read for the index and never a search result."""
    indexed: datetime | None = None
    """When the index last took its text in; None where it has not."""
    is_chat: bool = False
    """A conversation: listed among the files, counted nowhere among the notes."""


class NoteHead(NamedTuple):
    """Tags and properties of a note or chat, its properties still as the index keeps them."""

    path: str
    path_key: str
    """Composed and casefolded."""
    is_read: bool
    """Whether its text is in the index."""
    is_unread: bool
    """Whether its text is still to be read: else it cannot be, or is left out."""
    is_uncertain: bool
    """Whether its text is excluded from the index, or its head looks like properties and is none that can be read."""
    tag_keys: tuple[str, ...]
    """Composed and casefolded, without `#`."""
    properties: str
    """A JSON object; empty for none."""


@dataclass(frozen=True)
class TagCount:
    """A tag without `#`, in the spelling met first, and how many notes carry it."""

    tag: str
    notes: int


@dataclass(frozen=True)
class Backlink:
    """A link in another note that leads here."""

    path: str
    title: str
    line: int
    """The link's line in that note, counted from 1; 1 for one in a property."""
    context: str
    """That line's text; the name and the value of a property."""


@dataclass(frozen=True)
class OutgoingLink:
    """A link in a note to another one; `path` is None when no note answers to it."""

    target: str
    subpath: str
    path: str | None
    line: int
    embed: bool = False


@dataclass(frozen=True)
class IndexCounts:
    """The index in numbers."""

    notes: int
    unread: int
    """Known by name, text still to be read."""
    problems: int
    excluded: int
    words: int
    tags: int
    links: int
    bytes: int
    """Size of the index on disk."""


@dataclass(frozen=True, slots=True)
class VaultNames:
    """What notes are filed under."""

    tags: tuple[str, ...] = ()
    """With the tags above nested ones."""
    properties: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """Of notes and of other folders; not the root."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of those properties that were asked for: texts, items of lists, numbers."""
    templates: tuple[str, ...] = ()
    """Paths of templates."""
