"""Everything the index stores of one note, as values ready to be written; of a chat note the messages only."""

import unicodedata
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

MARK_OPEN, MARK_CLOSE = "\x02", "\x03"
"""Control characters around matches while a passage is made (snippet.py). No indexed text contains them."""

MARK_OPEN_BYTE, MARK_CLOSE_BYTE = MARK_OPEN.encode(), MARK_CLOSE.encode()


def indexed_text(text: str) -> str:
    """Return *text* in its indexed form."""
    if not text.isascii():
        # Notes contain no unpaired surrogates, but a property may contain one as an escape.
        text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    text = text.replace("\0", " ")
    if MARK_OPEN in text or MARK_CLOSE in text:
        return text.replace(MARK_OPEN, "\ufffd").replace(MARK_CLOSE, "\ufffd")
    return text


def is_indexed_text(text: str, data: bytes) -> bool:
    """Whether *text* is stored unchanged; *data* is the same in UTF-8, except perhaps for line ends."""
    # Bytes are scanned at memory speed, but only for Latin text: in other scripts a byte of a letter may equal a mark.
    if MARK_OPEN_BYTE in data or MARK_CLOSE_BYTE in data or b"\0" in data:
        return False
    return text.isascii() or unicodedata.is_normalized("NFC", text)


def text_normalizer(text: str, head: int = 0, is_plain: bool | None = None) -> Callable[[str], str]:
    """Return a function that converts a part of *text* to its indexed form; the identity if all of it is in that form.

    A part of NFC text is NFC. Only what is written as an escape, in the first *head* characters, can differ.
    *is_plain* is the result of `is_indexed_text` for *text*, if it is already known.
    """
    if is_plain is None:
        is_plain = is_indexed_text(text, text.encode("utf-8", "replace"))
    return str if is_plain and text.find("\\", 0, head) < 0 else indexed_text


NoteKind = Literal["note", "chat", "canvas", "base"]
"""Kind of an indexed file: canvases and bases are found by their text and are in no list of notes; of chats only the
messages are indexed, and they do not count as notes unless chats are requested (`NoteScope`).
"""

NoteScope = Literal["notes", "chats", "all"]
"""Kinds of notes a query covers. Canvases and bases are found with the notes by queries that find them at all."""


def is_in_scope(kind: str, scope: NoteScope) -> bool:
    """Whether a file of this *kind* may be a result for *scope*."""
    return scope == "all" or (kind == "chat") == (scope == "chats")


def note_kinds_sql(scope: NoteScope) -> str:
    """Return the SQL condition on `note.kind` for notes of *scope*, without canvases and bases."""
    match scope:
        case "notes":
            return "kind = 'note'"
        case "chats":
            return "kind = 'chat'"
        case "all":
            return "kind IN ('note', 'chat')"


def kind_of(path: str) -> NoteKind:
    """Return the kind of the file at *path* by its suffix; whether a note is a chat is known once it is read."""
    if path.endswith(".md"):  # Nearly all of them.
        return "note"
    ending = path.rpartition(".")[2].lower()
    return "canvas" if ending == "canvas" else "base" if ending == "base" else "note"


class LinkRow(NamedTuple):
    """A link to another note: its target as written, and its position."""

    key: str
    """The target's last name without folder and `.md`, NFC and casefolded: used to find links to a note."""
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
    """The state of a note at the last scan, to detect changes."""

    size: int
    mtime_ns: int
    digest: str
    excluded: bool


class ScannedFile(NamedTuple):
    """A note found by the walk over the vault: known by name, not read."""

    path: str
    size: int
    mtime_ns: int
    excluded: bool = False


PLACEHOLDER = "placeholder"
"""Stored instead of the digest of a note whose content is not on this disk until it is opened."""


class IndexEntry(NamedTuple):
    """One parsed note; with a `problem`, only its name is known."""

    path: str
    name: str
    title: str
    size: int
    mtime_ns: int
    digest: str
    """Digest of the bytes on disk; empty to try again at the next scan."""
    head: str = ""
    """The lines of the properties, as written."""
    body: str = ""
    """The text after them; `head + body` is the whole note."""
    words: int = 0
    birth_ns: int = 0
    """The file system's birth time; 0 if there is none."""
    oldest_ns: int = 0
    """The earlier of the file's other times."""
    problem: str = ""
    doubtful: bool = False
    """Whether its head looks like properties but cannot be parsed, so that queries about properties must read the
    note.
    """
    aliases: tuple[str, ...] = ()
    headings: tuple[HeadingRow, ...] = ()
    tags: tuple[TagRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    properties: tuple[PropertyValueRow, ...] = ()
    inline: tuple[PropertyValueRow, ...] = ()
    """Inline fields of the text, in order; a name may occur several times."""
    kind: NoteKind = "note"
    """For a file that is not a note, its kind by its path (`kind_of`)."""
    spellings: str = ""
    """Spelling keys of its names and text if they differ from the words (text_folding.py)."""

    @property
    def names(self) -> str:
        """The note's names, each once, for full-text search."""
        return "\n".join(dict.fromkeys((self.name, self.title, *self.aliases)))


CHAT_MARKS: Final = (
    b"vaultdesk-chat", b'<hr class="__chatgpt_plugin">', b"**user**:", b"**ai**:", b"[!user]", b"[!assistant]",
    b"[!plan]",
)  # fmt: skip
"""Every chat note contains one of these, and few other notes do; without one the note's format is not examined."""

_TEXT_MARKS: Final = tuple(mark.decode() for mark in CHAT_MARKS)


def may_be_chat(data: bytes) -> bool:
    """Whether the bytes of a note contain a mark of a chat."""
    return any(map(data.__contains__, CHAT_MARKS))


def chat_message_lines(text: str) -> str | None:
    """Return the messages of the chat note *text*, line by line, below its properties; None if it is not a chat."""
    if not any(map(text.__contains__, _TEXT_MARKS)):
        return None
    # Imported for chats only: most notes are none, and the parser process starts sooner without it.
    from vaultdesk.chat.chat_text import chat_message_text

    return chat_message_text(text)
