"""Result values of the index: hits, snippets, names, links and counts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple

from msgspec import Struct, field

from vaultdesk.core.phrases import NO_PHRASE, Phrase


class Hit(Struct, frozen=True):
    """One note found by a ranked search, best first."""

    path: str
    title: str
    heading: str
    """The heading above the passage; empty above the first one."""
    snippet: str
    """The best passage on one line, without Markdown syntax. Never markup."""
    marks: tuple[tuple[int, int], ...]
    """Positions of the searched words in `snippet`: (start, end), in order, not overlapping."""
    score: float
    """Higher is better; comparable within one answer only."""
    modified: datetime
    line: int = 1
    """The passage's line in the note, counted from 1."""
    title_marks: tuple[tuple[int, int], ...] = ()
    """Positions of the searched words in `title`, as in `marks`."""
    kind: Literal["note", "chat", "canvas", "base"] = "note"
    indexed: datetime | None = None
    """When the text of this note was last indexed."""


class NotePassage(Struct, frozen=True):
    """A passage of a note that matches the query, on one line."""

    text: str
    marks: tuple[tuple[int, int], ...]
    line: int
    """Counted from 1."""
    heading: str


class NotePassages(Struct, frozen=True):
    """The matching passages of one note."""

    count: int
    """Total number; 0 if the note was found by its name, tags or similar."""
    passages: tuple[NotePassage, ...]
    """The best passages in text order; without any, the beginning of the note."""


class Hits(Struct, frozen=True):
    """One answer to a ranked search."""

    hits: list[Hit]
    """Best first."""
    exact: bool = True
    """Whether these are the best hits; a preliminary answer says False."""
    problem: Phrase = NO_PHRASE
    """One plain sentence if a part of the query could not be understood; the rest was searched."""
    total: int | None = None
    """Number of matching notes, if it is known without further work."""
    passages: Mapping[str, NotePassages] = field(default_factory=dict)
    """Passages of the first notes, by path; only on request. Then no hit has a passage of its own."""


class SubstringHit(Struct, frozen=True):
    """One note that contains a text literally, ignoring case (vaultdesk/index/README.md, "Substring search")."""

    path: str
    basename: str
    matches: int
    preview: str


class NameHit(Struct, frozen=True):
    """One note whose name, alias or path matches the typed text."""

    path: str
    name: str
    alias: str
    """The alias that matched, if the name did not."""
    marks: tuple[tuple[int, int], ...]
    """Positions of the typed letters in `alias or name`; empty if only the folder matched."""
    modified: datetime


class NoteSummary(NamedTuple):
    """One note as the browser lists it. Times are in UTC: a time zone object for each of them costs too much."""

    path: str
    name: str
    title: str
    size: int
    modified: datetime
    problem: Phrase = NO_PHRASE
    """Why its text could not be read; such a note is listed but only found by its name."""
    excluded: bool = False
    """Among the vault's excluded files: listed, but never read for the index and never a search result."""
    indexed: datetime | None = None
    """When its text was last indexed; None if it was not."""
    is_chat: bool = False
    """A conversation: listed among the files, never counted among the notes."""


class NoteHead(NamedTuple):
    """Tags and properties of a note or chat; the properties in the form the index stores."""

    path: str
    path_key: str
    """Normalized (NFC) and casefolded."""
    is_read: bool
    """Whether its text is in the index."""
    is_unread: bool
    """Whether its text is still to be read; otherwise it cannot be read or is excluded."""
    is_uncertain: bool
    """Whether its text is excluded from the index, or its head looks like properties but cannot be parsed."""
    tag_keys: tuple[str, ...]
    """Normalized (NFC) and casefolded, without `#`."""
    properties: str
    """A JSON object; empty for none."""


class TagCount(Struct, frozen=True):
    """A tag without `#`, in the first spelling found, and the number of notes with it."""

    tag: str
    notes: int


class Backlink(Struct, frozen=True):
    """A link in another note to this one."""

    path: str
    title: str
    line: int
    """The link's line in that note, counted from 1; 1 for a link in a property."""
    context: str
    """The text of that line; for a property its name and value."""


class OutgoingLink(Struct, frozen=True):
    """A link in a note to another one; `path` is None if it resolves to no note."""

    target: str
    subpath: str
    path: str | None
    line: int
    embed: bool = False


class IndexCounts(Struct, frozen=True):
    """Counts and size of the index."""

    notes: int
    unread: int
    """Notes known by name whose text is not read yet."""
    excluded: int
    words: int
    tags: int
    links: int
    bytes: int
    """Size of the index on disk."""


class IndexStatus(NamedTuple):
    """Numbers of notes in the index, for its state."""

    notes: int
    problems: int
    """Notes that could not be read."""
    last_indexed: datetime | None
    """When a note was last written to the index."""


class SimilarPair(NamedTuple):
    """Two notes with similar mean vectors."""

    first: str
    """Path of the first note by name."""
    second: str
    similarity: float
    """Cosine of the mean vectors, at most 1."""


class VaultNames(Struct, frozen=True):
    """Tags, folders, property values and templates in use."""

    tags: tuple[str, ...] = ()
    """Including the parents of nested tags."""
    properties: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """Folders of notes and other folders; not the root."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of the requested properties: texts, items of lists, numbers."""
    templates: tuple[str, ...] = ()
    """Paths of the templates."""


COMPLETED_NAMES = (
    "completion", "completion date", "completed", "completed on", "date completed", "erledigt am", "abgeschlossen am",
    "date de fin", "fecha de finalizacion", "完成日期",
)  # fmt: skip
"""Names of the field of a task and of properties with the date of completion, in lower case without accents."""
