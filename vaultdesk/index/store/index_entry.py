"""Everything the index stores of one note, as values ready to be written."""

import unicodedata
from collections.abc import Callable
from typing import Literal, NamedTuple

MARK_OPEN, MARK_CLOSE = "\x02", "\x03"
"""Around what was found, where a passage is made (render_plan.py). No kept text has them."""

MARK_OPEN_BYTE, MARK_CLOSE_BYTE = MARK_OPEN.encode(), MARK_CLOSE.encode()


def indexed_text(text: str) -> str:
    """Return *text* as the index keeps it."""
    if not text.isascii():
        # Half characters are in no note, but a property may say one by its number.
        text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    text = text.replace("\0", " ")
    if MARK_OPEN in text or MARK_CLOSE in text:
        return text.replace(MARK_OPEN, "\ufffd").replace(MARK_CLOSE, "\ufffd")
    return text


def is_indexed_text(text: str, data: bytes) -> bool:
    """Whether the index keeps *text*, which is *data* as UTF-8 but perhaps for line ends, as it is."""
    # Bytes are looked through at memory speed. Text beyond Latin is not: half of each letter passes for a sign.
    if MARK_OPEN_BYTE in data or MARK_CLOSE_BYTE in data or b"\0" in data:
        return False
    return text.isascii() or unicodedata.is_normalized("NFC", text)


def text_normalizer(text: str, head: int = 0, is_plain: bool | None = None) -> Callable[[str], str]:
    """Return what makes a piece of *text* what the index keeps of it: nothing, where all of it is so already.

    A piece of composed text is composed. Only what is written as an escape, in the first *head* characters, can differ.
    *is_plain* is what `is_indexed_text` says of *text*, where somebody has asked already.
    """
    if is_plain is None:
        is_plain = is_indexed_text(text, text.encode("utf-8", "replace"))
    return str if is_plain and text.find("\\", 0, head) < 0 else indexed_text


NoteKind = Literal["note", "chat", "canvas", "base"]
"""What a file is to the index: canvases and bases are found by their text and are in no list of notes; chats are kept
as what was said in them and count as notes nowhere unless chats are asked for (`NoteScope`)."""

NoteScope = Literal["notes", "chats", "all"]
"""Of which notes a question is. Canvases and bases are found with the notes by what finds them at all."""


def is_in_scope(kind: str, scope: NoteScope) -> bool:
    """Whether a file of this *kind* may be an answer to a question of *scope*."""
    return scope == "all" or (kind == "chat") == (scope == "chats")


def note_kinds_sql(scope: NoteScope) -> str:
    """Return the condition in SQL on `note.kind` for notes of *scope*, canvases and bases left out."""
    match scope:
        case "notes":
            return "kind = 'note'"
        case "chats":
            return "kind = 'chat'"
        case "all":
            return "kind IN ('note', 'chat')"


def kind_of(path: str) -> NoteKind:
    """Return what the file at *path* is, by its ending; whether a note is a chat is known once it is read."""
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


class PropertyValueRow(NamedTuple):
    """A property's name and its value as JSON."""

    name: str
    value: str


class StoredState(NamedTuple):
    """What the last scan left of a note, to tell a changed one by."""

    size: int
    mtime_ns: int
    digest: str
    excluded: bool


class ScannedFile(NamedTuple):
    """A note as the walk over the vault saw it: known by name, not read."""

    path: str
    size: int
    mtime_ns: int
    excluded: bool = False


PLACEHOLDER = "placeholder"
"""Stands for the digest of a note whose content a sync service keeps elsewhere until it is opened."""


class IndexEntry(NamedTuple):
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
    properties: tuple[PropertyValueRow, ...] = ()
    inline: tuple[PropertyValueRow, ...] = ()
    """Fields written in the text, in its order; a name may stand there several times."""
    kind: NoteKind = "note"
    """For a file that is no note its kind comes from its path (`kind_of`)."""
    spellings: str = ""
    """Spelling keys of its names and text, where they differ from the words (word_spelling.py)."""

    @property
    def names(self) -> str:
        """What the note is called, each name once, for the search by words."""
        return "\n".join(dict.fromkeys((self.name, self.title, *self.aliases)))
