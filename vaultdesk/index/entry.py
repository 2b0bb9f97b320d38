"""Entry: all that the index keeps of one note, ready to be written. Made by intake.py; stores nothing itself."""

from typing import Literal, NamedTuple

NoteKind = Literal["note", "canvas", "base"]
"""What a file is to the index: canvases and bases are found by their text and are in no list of notes."""


def kind_of(path: str) -> NoteKind:
    """Return what the file at *path* is, by its ending."""
    if path.endswith(".md"):  # Nearly all of them.
        return "note"
    ending = path.rpartition(".")[2].lower()
    return "canvas" if ending == "canvas" else "base" if ending == "base" else "note"


class LinkRow(NamedTuple):
    """A link to another note: where it leads as it was written, and where it stands."""

    key: str
    """The target's last name without folder and `.md`, composed and casefolded: finds who may link to a note."""
    target: str
    subpath: str
    line: int
    embed: bool


class HeadingRow(NamedTuple):
    """A heading and its line."""

    line: int
    level: int
    heading: str


class TagRow(NamedTuple):
    """A tag without `#`: casefolded, and as written."""

    key: str
    tag: str


class PropertyRow(NamedTuple):
    """A property's name and its value as JSON."""

    name: str
    value: str


class Stored(NamedTuple):
    """What the last scan left of a note, to tell a changed one by."""

    size: int
    mtime_ns: int
    digest: str
    excluded: bool


class Sighting(NamedTuple):
    """A note as the walk over the vault saw it: known by name, not read."""

    path: str
    size: int
    mtime_ns: int
    excluded: bool = False


class Entry(NamedTuple):
    """One note read and understood; with a `problem`, only its name is known."""

    path: str
    name: str
    title: str
    size: int
    mtime_ns: int
    digest: str
    """Of the bytes on disk; empty to try again at the next scan."""
    head: str = ""
    """The properties' lines, as written."""
    body: str = ""
    """What follows them; `head + body` is the whole note."""
    words: int = 0
    born_ns: int = 0
    """The disk's birth time; 0 where there is none."""
    oldest_ns: int = 0
    """The earlier of the file's other times."""
    problem: str = ""
    doubtful: bool = False
    """Whether its head looks like properties and cannot be read as such: who asks for those must look at the note."""
    aliases: tuple[str, ...] = ()
    headings: tuple[HeadingRow, ...] = ()
    tags: tuple[TagRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    properties: tuple[PropertyRow, ...] = ()
    inline: tuple[PropertyRow, ...] = ()
    """Fields written in the text, in its order; a name may stand there several times."""

    @property
    def names(self) -> str:
        """What the note is called, each name once, for the search by words."""
        return "\n".join(dict.fromkeys((self.name, self.title, *self.aliases)))
