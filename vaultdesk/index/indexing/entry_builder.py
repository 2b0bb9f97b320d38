"""Reads one note and builds its index entry, inline fields and file times included."""

import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from vaultdesk.core.errors import NoteNotFound, NoteUnreadable, OutsideVault, VaultError, VaultUnavailable
from vaultdesk.index.indexing.canvas_text import ExtractedText, base_text, canvas_text
from vaultdesk.index.indexing.chat_notes import said_in_chat
from vaultdesk.index.store.index_entry import (
    PLACEHOLDER,
    HeadingRow,
    IndexEntry,
    LinkRow,
    PropertyValueRow,
    ScannedFile,
    TagRow,
    indexed_text,
    kind_of,
    text_normalizer,
)
from vaultdesk.index.word_spelling import spelling_keys
from vaultdesk.vault.disk.folder import PortableRoot, PosixRoot, RootFolder
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.markdown.link_syntax import Link
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.note_text import NoteText

NANOSECONDS = 1_000_000_000


class FileTimes(NamedTuple):
    """What a file's times say about its beginning, in nanoseconds since 1970."""

    born_ns: int = 0
    """The disk's own birth time; 0 where Python does not give it, as on Linux."""
    oldest_ns: int = 0
    """The earlier of the times of its last change and of the last change of its entry."""


def read_file_times(files: VaultFiles, path: NotePath) -> FileTimes:
    """Return what the disk says of the file at *path*; nothing where it is gone or no plain file any more."""
    root: RootFolder = PosixRoot(files.root) if os.stat in os.supports_dir_fd else PortableRoot(files.root)
    try:
        with root.open(path.parts[:-1]) as folder:
            return file_times_of(folder.stat(path.file_name))
    except OSError:
        return FileTimes()


def file_times_of(found: os.stat_result) -> FileTimes:
    """Return what *found* says."""
    # Windows before Python 3.12 has the birth time only in its `ctime`, which means another thing everywhere else.
    seconds = getattr(found, "st_birthtime", found.st_ctime if os.name == "nt" else 0.0)
    born_ns = getattr(found, "st_birthtime_ns", round(seconds * NANOSECONDS))
    return FileTimes(born_ns, min(found.st_ctime_ns, found.st_mtime_ns))


# Hand-written, each line looked at a bounded number of times. Fields of a task belong to the task, not to the note.

MAX_LINE_LENGTH = 32_768
"""Characters of a line that is looked at, as in Dataview."""

MAX_INLINE_FIELDS = 2_000
"""Fields one note may have: more is data, and each costs memory as long as the vault is open."""

_BRACKETS = {"[": "]", "(": ")"}
_BRACKET = re.compile(r"[\[\]()]")
_ESCAPED_OR_BRACKET = re.compile(r"\\.|[\[\]()]")
_FENCE_MARK = re.compile("```|~~~")
_FENCE = re.compile(r"[ \t>]*+(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)?(`{3,}+|~{3,}+)")
_KEY_IN_BRACKET = re.compile(r"[\[(][^\[\]():]*+(?::(?!:)[^\[\]():]*+)*+::")
_ITEM = re.compile(r"[ \t>]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++(\[.\][ \t])?")
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")


def inline_fields(body: str) -> Iterator[tuple[str, JsonValue]]:
    """Yield the fields that *body*, a note's text after its properties, gives the note, in their order."""
    found = 0
    for line in _lines_with_separator(body):
        for field in _of_line(line) if len(line) <= MAX_LINE_LENGTH else ():
            yield field
            found += 1
            if found == MAX_INLINE_FIELDS:
                return


def _lines_with_separator(body: str) -> Iterator[str]:
    """Yield the lines outside fenced code that have `::`."""
    for start, end in _outside_fences(body):
        place = body.find("::", start, end)
        while place >= 0:
            line_end = body.find("\n", place, end)
            line_end = end if line_end < 0 else line_end
            yield body[max(start, body.rfind("\n", start, place) + 1) : line_end]
            place = body.find("::", line_end, end)


def _outside_fences(body: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of *body* between fenced code: where each begins and ends."""
    fence, start = "", 0
    mark = _FENCE_MARK.search(body)
    while mark is not None:
        line, end = body.rfind("\n", 0, mark.start()) + 1, body.find("\n", mark.start())
        end = len(body) if end < 0 else end
        opening = _FENCE.match(body, line, end)
        if opening is not None and not fence:
            yield start, line
            fence = opening[1]
        elif opening is not None and opening[1].startswith(fence) and not body[opening.end() : end].strip():
            fence, start = "", end
        mark = _FENCE_MARK.search(body, end)
    if not fence:
        yield start, len(body)


def inline_value(text: str) -> JsonValue:
    """Return what the written value is: nothing, a number, a checkbox, a list, else text."""
    text = text.strip()
    if not text:
        return None
    if text in ("true", "True", "false", "False"):
        return text.lower() == "true"
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    pieces = _pieces(text)
    # A text with commas in it stays a text: Dataview makes a list only of quoted texts, links, numbers and the like.
    if len(pieces) > 1 and all(_is_atom(piece) for piece in pieces):
        return [inline_value(piece) for piece in pieces]
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        return text[1:-1]
    return text


def _of_line(line: str) -> Iterator[tuple[str, JsonValue]]:
    item = _ITEM.match(line)
    if item is not None and item[1]:
        return
    text = line[item.end() :] if item else line.strip()
    bracketed = list(_bracketed(text))
    for key, value in bracketed:
        yield key, inline_value(value)
    if not bracketed:
        before, _, after = text.partition("::")
        key = _bare(before)
        if key:
            yield key, inline_value(after)


def _bracketed(text: str) -> Iterator[tuple[str, str]]:
    """Yield `[key:: value]` and `(key:: value)`, from left to right, none inside another."""
    if _KEY_IN_BRACKET.search(text) is None:  # Nearly every line.
        return
    places = [found.start() for found in _BRACKET.finditer(text)]
    closing = _closing(text)
    after, separator = 0, -1
    for place, next_place in pairwise([*places, len(text)]):
        end = closing.get(place)
        if place < after or end is None:
            continue
        if separator <= place:
            separator = text.find("::", place + 1)
            if separator < 0:
                return
        # A key has no bracket in it.
        if separator < next_place and separator < end and (key := _clean(text[place + 1 : separator])):
            yield key, text[separator + 2 : end]
            after = end + 1


def _closing(text: str) -> dict[int, int]:
    """Return where each bracket closes that does, those of a kind nested; an escaped one is none."""
    closing: dict[int, int] = {}
    opened: dict[str, list[int]] = {"]": [], ")": []}
    for found in _ESCAPED_OR_BRACKET.finditer(text):
        sign = found[0]
        if sign in _BRACKETS:
            opened[_BRACKETS[sign]].append(found.start())
        elif opened.get(sign):
            closing[opened[sign].pop()] = found.start()
    return closing


def _bare(key: str) -> str:
    """Return the key of a whole line: what stands before its first letter is dropped, and the marks after it."""
    key = key.strip().rstrip("_*~`")
    start = next((place for place, character in enumerate(key) if character.isalnum() or character == "_"), len(key))
    key = key[start:]
    # Nothing but letters, digits, blanks and joiners: a sentence with a colon in it is no key.
    return _clean(key) if all(c.isalnum() or c.isspace() or c in "_/-" for c in key) else ""


def _clean(key: str) -> str:
    return " ".join(key.split()).strip("_*~` ")


def _pieces(text: str) -> list[str]:
    """Return *text* cut at the commas outside quotes and links."""
    if "," not in text:
        return [text]
    pieces, start, quoted, depth = [], 0, False, 0
    for place, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif not quoted and character in "[]":
            depth += 1 if character == "[" else -1
        elif character == "," and not quoted and depth <= 0:
            pieces.append(text[start:place].strip())
            start = place + 1
    return [*pieces, text[start:].strip()]


def _is_atom(piece: str) -> bool:
    """Whether *piece* is a value by itself: quoted, a link, a tag, a number, a checkbox, a date."""
    if len(piece) > 1 and piece[0] == piece[-1] == '"':
        return True
    if piece.startswith(("[[", "![[")) and piece.endswith("]]"):
        return True
    if piece.startswith("#") and len(piece) > 1 and " " not in piece:
        return True
    return (bool(_NUMBER.match(piece)) and not any(c.isspace() for c in piece)) or piece in ("true", "false", "null")


log = logging.getLogger(__name__)

_BLANK_OR_NOT = bytes(ord(" " if chr(code).isspace() and code < 128 else "!") for code in range(256))
_WIDE_BLANKS = (b"\xe2", b"\xe3", b"\xc2", b"\xe1")
"""What each blank beyond ASCII begins with, in UTF-8."""


_JSON = json.JSONEncoder(ensure_ascii=False).encode

UNREAD = "unread"
"""Stands for the digest of a note that will stay unreadable until its file changes: too large, not text."""


@dataclass(frozen=True)
class BuildResult:
    """What came of looking at one note: exactly one of the three, or none when it is gone."""

    entry: IndexEntry | None = None
    touched: ScannedFile | None = None
    """The bytes are those the index already holds; only the time is new."""


def link_key(target: str) -> str:
    """What a link's target and a note's name have in common: the last name without `.md`, composed and casefolded."""
    if "/" in target:
        target = target.rstrip("/").rpartition("/")[2]
    return same_name_key(target).removesuffix(".md")


def build_entry(files: VaultFiles, path: NotePath, known_digest: str = "") -> BuildResult:
    """Read and understand the note at *path*."""
    try:
        text = files.read_text(path)
    except (NoteNotFound, OutsideVault):  # Gone, or a link or a special file took its place.
        return BuildResult()
    except VaultUnavailable:  # The whole vault is away, as with a drive pulled out: no note of it is gone for that.
        raise
    except VaultError as problem:
        return _unreadable(files, path, problem)
    if known_digest and text.digest == known_digest:
        return BuildResult(touched=ScannedFile(path.text, text.size, text.modified_ns))
    return BuildResult(entry=_understood_or_not(path, text, read_file_times(files, path)))


def placeholder_entry(state: FileState) -> IndexEntry:
    """Return what is known of a placeholder: its name."""
    name, problem = state.path.name, "Its text is not on this computer. It is downloaded when the note is opened."
    return IndexEntry(state.path.text, name, name, state.size, state.mtime_ns, PLACEHOLDER, problem=problem)


def parse_entry(path: NotePath, text: NoteText, born: FileTimes, is_plain: bool | None = None) -> IndexEntry:
    """Return what the note at *path* says, its *text* being read already. May raise what a fault of ours raises.

    *is_plain* is what `is_kept` says of the text, where somebody has asked already.
    """
    match kind_of(path.text):
        case "canvas":
            return _made_entry(path, text, canvas_text(text.text), born)
        case "base":
            return _made_entry(path, text, base_text(text.text), born)
        case _:
            said = said_in_chat(text.text)
            if said is None:
                return _entry(path, text, parse_note(path, text.text), born, is_plain)
            # Its links are those of the whole note: what leads to a note that is renamed is repaired there, too.
            links = _links(text.text, parse_note(path, text.text).links, indexed_text)
            entry = _entry(path, replace(text, text=said), parse_note(path, said), born, None)
            return entry._replace(kind="chat", links=links, inline=())


def _understood_or_not(path: NotePath, text: NoteText, born: FileTimes) -> IndexEntry:
    try:
        return parse_entry(path, text, born)
    except Exception as error:  # one note that trips the parser must not cost the whole vault its search
        log.exception("a note could not be understood", extra={"length": len(text.text)})
        return IndexEntry(
            path.text, path.name, path.name, text.size, text.modified_ns, text.digest, born_ns=born.born_ns,
            oldest_ns=born.oldest_ns, problem=f"It could not be understood ({type(error).__name__}).",
        )  # fmt: skip


def _unreadable(files: VaultFiles, path: NotePath, problem: VaultError) -> BuildResult:
    try:
        state = files.state(path)
    except VaultUnavailable:
        raise
    except VaultError:
        return BuildResult()
    # Rights may come back without the file's time changing, so such a note is tried again at each scan.
    digest = "" if isinstance(problem, NoteUnreadable) else UNREAD
    return BuildResult(
        entry=IndexEntry(path.text, path.name, path.name, state.size, state.mtime_ns, digest, problem=str(problem))
    )


def _entry(path: NotePath, text: NoteText, note: Note, born: FileTimes, is_plain: bool | None) -> IndexEntry:
    whole, start = text.text, note.body_start
    keep, name = text_normalizer(whole, start, is_plain), path.name
    body = keep(whole[start:])
    entry = IndexEntry(
        path=path.text,
        name=name,
        title=keep(note.title) or name,
        size=text.size,
        mtime_ns=text.modified_ns,
        digest=text.digest,
        head=keep(whole[:start]),
        body=body,
        words=count_words(body),
        born_ns=born.born_ns,
        oldest_ns=born.oldest_ns,
        aliases=tuple([keep(alias) for alias in note.aliases]),
        headings=tuple([HeadingRow(line, level, keep(heading)) for level, heading, line, _ in note.headings]),
        tags=tuple([TagRow(same_name_key(tag), keep(tag)) for tag in note.tags]),
        links=_links(whole, note.links, keep),
        properties=_rows(note.properties.items()),
        # A comment is a private remark: a query must not tell what it says
        # (vaultdesk/vault/README.md, "Markdown the parser leaves alone").
        inline=_rows(inline_fields(without_comments(body))) if "::" in body else (),
        doubtful=bool(note.property_problem) or (not start and body.lstrip("\ufeff \t\r\n").startswith("---")),
    )
    return _with_spellings(entry)


def _with_spellings(entry: IndexEntry) -> IndexEntry:
    return entry._replace(spellings=spelling_keys(f"{entry.names}\n{entry.head}{entry.body}"))


def _made_entry(path: NotePath, text: NoteText, made: ExtractedText, born: FileTimes) -> IndexEntry:
    """Return the entry of a file that is no note, of the text that was made of it."""
    body = indexed_text(made.body)
    tags: dict[str, str] = {}
    for tag in made.tags:
        tags.setdefault(tag.casefold(), tag)
    entry = IndexEntry(
        path=path.text,
        name=path.name,
        title=path.name,
        size=text.size,
        mtime_ns=text.modified_ns,
        digest=text.digest,
        body=body,
        words=count_words(body),
        born_ns=born.born_ns,
        oldest_ns=born.oldest_ns,
        problem=made.problem,
        headings=tuple([HeadingRow(line, level, indexed_text(heading)) for level, heading, line, _ in made.headings]),
        tags=tuple([TagRow(same_name_key(tag), indexed_text(tag)) for tag in tags.values()]),
        links=_links(made.body, made.links, indexed_text),
    )
    return _with_spellings(entry)


def count_words(text: str) -> int:
    """Return how many words *text* has: as many as it has places where a blank is followed by none."""
    written = (" " + text).encode()
    if not text.isascii() and any(map(written.__contains__, _WIDE_BLANKS)):
        return len(text.split())
    return written.translate(_BLANK_OR_NOT).count(b" !")


def _rows(values: Iterable[tuple[str, JsonValue]]) -> tuple[PropertyValueRow, ...]:
    return tuple([PropertyValueRow(indexed_text(name), indexed_text(_JSON(value))) for name, value in values])


def _links(text: str, links: Sequence[Link], keep: Callable[[str], str]) -> tuple[LinkRow, ...]:
    """The links to other notes, each with its line."""
    rows: list[LinkRow] = []
    line, counted = 1, 0
    for kind, target, subpath, _, embed, external, start, *_ in links:
        if external or not target:
            continue
        if start >= counted:
            line += text.count("\n", counted, start)
            counted = start
        if kind == "markdown":  # Its signs may be written as numbers, in any order.
            target, subpath = indexed_text(target), indexed_text(subpath)
        else:
            target, subpath = keep(target), keep(subpath)
        rows.append(LinkRow(link_key(target), target, subpath, line, embed))
    return tuple(rows)
