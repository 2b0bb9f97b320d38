"""Everything the index stores of one note, as values ready to be written; of a chat note the messages only."""

import unicodedata
from collections.abc import Callable, Iterable
from typing import AnyStr, Final, Literal, NamedTuple

from vaultdesk.core.phrases import Phrase, PhraseCodes, Sentences

NOTE_PROBLEMS: Final = PhraseCodes(
    {
        "utf-16": Phrase("“{0}” is written in UTF-16."),
        "zero-bytes": Phrase("“{0}” contains only zero bytes."),
        "not-utf-8": Phrase("“{0}” is not UTF-8 text."),
        "not-text": Phrase("“{0}” is not a text file."),
        "too-large": Phrase("“{0}” is larger than {1} MB."),
        "not-permitted": Phrase("“{0}” may not be read."),
        "disk-error": Phrase("“{0}” cannot be read from the disk."),
        "in-icloud": Phrase("“{0}” is in iCloud and not on this computer."),
        "placeholder": Phrase("Its text is not on this computer. It is downloaded when the note is opened."),
        "parser-error": Phrase("It could not be parsed ({0})."),
        "canvas-not-json": Phrase("It is not a canvas: its text is not valid JSON."),
        "not-a-canvas": Phrase("It is not a canvas."),
        "not-a-base": Phrase("It cannot be read as a base."),
        "save-as-utf-8": Phrase("Save it as UTF-8 in an editor."),
        "restore-backup": Phrase("Its text was lost, for example in a power failure. Restore it from a backup."),
        "other-kind": Phrase("It may be an image or another kind of file."),
        "split": Phrase("Split it into smaller notes."),
        "check-permissions": Phrase("Check the file's permissions."),
        "check-disk": Phrase("Check that the disk is connected and healthy, then try again."),
        "download": Phrase("Download it in the Finder, then open it again."),
        "yaml-line": Phrase("Line {0} is not valid YAML."),
        "yaml-line-reason": Phrase("Line {0} is not valid YAML: {1}."),
        "yaml-anchor": Phrase("Line {0} uses a YAML anchor or alias; those are not read."),
        "yaml-tag": Phrase("Line {0} uses a YAML tag; those are not read."),
        "yaml-name": Phrase("Line {0} has a placeholder or a list where a name should be."),
        "yaml-twice": Phrase("Line {0} sets “{1}” a second time."),
    }
)
"""The reasons why a note is not read, and the advice after them, as stored in the index."""


def encode_problem(problem: Phrase) -> str:
    """Return *problem* for storage: one line for each of its sentences, in the form of `NOTE_PROBLEMS`."""
    sentences = problem.values if isinstance(problem, Sentences) else (problem,)
    return "\n".join(" ".join(NOTE_PROBLEMS.encode(sentence).split("\n")) for sentence in sentences)


def decode_problem(stored: str) -> Phrase:
    """Return the phrase that `encode_problem` stored."""
    return Sentences(*map(NOTE_PROBLEMS.decode, stored.split("\n")))


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
    """Why its text could not be read, in the form of `encode_problem`; empty if it was."""
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

_BYTE_MARKS: Final = tuple(
    (character, tuple(mark for mark in CHAT_MARKS if character in mark)) for character in (b"<", b"*", b"!", b"-")
)
"""Characters of which each mark contains one, with these marks. Most notes do not contain all of the characters, and
one is searched in a tenth of the time of a mark.
"""

_TEXT_MARKS: Final = tuple(
    (character.decode(), tuple(mark.decode() for mark in marks)) for character, marks in _BYTE_MARKS
)


def may_be_chat(data: bytes) -> bool:
    """Whether the bytes of a note contain a mark of a chat."""
    return _contains_mark(data, _BYTE_MARKS)


def _contains_mark(text: AnyStr, marks_by_character: Iterable[tuple[AnyStr, tuple[AnyStr, ...]]]) -> bool:
    return any(character in text and any(map(text.__contains__, marks)) for character, marks in marks_by_character)


def chat_message_lines(text: str) -> str | None:
    """Return the messages of the chat note *text*, line by line, below its properties; None if it is not a chat."""
    if not _contains_mark(text, _TEXT_MARKS):
        return None
    # Imported for chats only: most notes are none, and the parser process starts sooner without it.
    from vaultdesk.chat.chat_text import chat_message_text

    return chat_message_text(text)
