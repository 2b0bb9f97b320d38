"""Reads one note and builds its index entry, including inline fields and file times."""

import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from vaultdesk.core.errors import NoteNotFound, NoteUnreadable, OutsideVault, VaultError, VaultUnavailable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.index.indexing.canvas_text import ExtractedText, base_text, canvas_text
from vaultdesk.index.store.index_entry import (
    PLACEHOLDER,
    HeadingRow,
    IndexEntry,
    LinkRow,
    PropertyValueRow,
    ScannedFile,
    TagRow,
    chat_message_lines,
    encode_problem,
    indexed_text,
    kind_of,
    text_normalizer,
)
from vaultdesk.index.text_folding import spelling_keys
from vaultdesk.vault.disk.folder import PortableRoot, PosixRoot, RootFolder
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.markdown.link_syntax import Link
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.note_text import NoteText

log = logging.getLogger(__name__)

NANOSECONDS = 1_000_000_000


class FileTimes(NamedTuple):
    """File times that bound when a file was created, in nanoseconds since 1970."""

    birth_ns: int = 0
    """Birth time from the file system; 0 if Python does not provide it, as on Linux."""
    oldest_ns: int = 0
    """The earlier of modification time and status change time."""


def read_file_times(files: VaultFiles, path: NotePath) -> FileTimes:
    """Return the file times of *path*; zeros if it is not a regular file."""
    root: RootFolder = PosixRoot(files.root) if os.stat in os.supports_dir_fd else PortableRoot(files.root)
    try:
        with root.open(path.parts[:-1]) as folder:
            return file_times_of(folder.stat(path.file_name))
    except OSError:
        return FileTimes()


def file_times_of(stat: os.stat_result) -> FileTimes:
    # Before Python 3.12 Windows has the birth time only in `ctime`, which has another meaning on other systems.
    seconds = getattr(stat, "st_birthtime", stat.st_ctime if os.name == "nt" else 0.0)
    birth_ns = getattr(stat, "st_birthtime_ns", round(seconds * NANOSECONDS))
    return FileTimes(birth_ns, min(stat.st_ctime_ns, stat.st_mtime_ns))


# Hand-written, each line is scanned a bounded number of times. Fields of a task belong to the task, not to the note.

MAX_LINE_LENGTH = 32_768
"""Maximum length of a scanned line in characters, as in Dataview."""

MAX_INLINE_FIELDS = 2_000
"""Maximum number of fields of one note: more is data, and each uses memory as long as the vault is open."""

_BRACKETS = {"[": "]", "(": ")"}
_BRACKET = re.compile(r"[\[\]()]")
_ESCAPED_OR_BRACKET = re.compile(r"\\.|[\[\]()]")
_KEY_IN_BRACKET = re.compile(r"[\[(][^\[\]():]*+(?::(?!:)[^\[\]():]*+)*+::")
_ITEM = re.compile(r"[ \t>]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++(\[.\][ \t])?")
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")


def inline_fields(body: str) -> Iterator[tuple[str, JsonValue]]:
    """Yield the inline fields of *body*, a note's text after its properties, in their order."""
    count = 0
    for line in _lines_with_separator(body):
        for field in _fields_of_line(line) if len(line) <= MAX_LINE_LENGTH else ():
            yield field
            count += 1
            if count == MAX_INLINE_FIELDS:
                return


def _lines_with_separator(body: str) -> Iterator[str]:
    """Yield the lines outside fenced code that contain `::`."""
    if "::" not in body:
        return
    # Imported for notes with inline fields only: the parser process starts sooner without it.
    from vaultdesk.vault.markdown.sections import fenced_blocks

    lines, start = body.split("\n"), 0
    for block in fenced_blocks(lines):
        yield from (line for line in lines[start : block.first] if "::" in line)
        start = block.end
    yield from (line for line in lines[start:] if "::" in line)


def inline_value(text: str) -> JsonValue:
    """Return the parsed value: null, number, boolean, list, else text."""
    text = text.strip()
    if not text:
        return None
    if text in ("true", "True", "false", "False"):
        return text.lower() == "true"
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    items = _split_at_commas(text)
    # A text with commas stays a text: Dataview makes a list only of quoted texts, links, numbers and similar values.
    if len(items) > 1 and all(_is_literal(item) for item in items):
        return [inline_value(item) for item in items]
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        return text[1:-1]
    return text


def _fields_of_line(line: str) -> Iterator[tuple[str, JsonValue]]:
    item = _ITEM.match(line)
    if item is not None and item[1]:
        return
    text = line[item.end() :] if item else line.strip()
    bracketed = list(_bracketed_fields(text))
    for key, value in bracketed:
        yield key, inline_value(value)
    if not bracketed:
        before, _, after = text.partition("::")
        key = _line_key(before)
        if key:
            yield key, inline_value(after)


def _bracketed_fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield `[key:: value]` and `(key:: value)`, from left to right, without nested ones."""
    if _KEY_IN_BRACKET.search(text) is None:  # Nearly every line.
        return
    positions = [found.start() for found in _BRACKET.finditer(text)]
    closing = _closing_brackets(text)
    next_start, separator = 0, -1
    for position, next_position in pairwise([*positions, len(text)]):
        end = closing.get(position)
        if position < next_start or end is None:
            continue
        if separator <= position:
            separator = text.find("::", position + 1)
            if separator < 0:
                return
        # A key contains no bracket.
        if separator < next_position and separator < end and (key := _clean_key(text[position + 1 : separator])):
            yield key, text[separator + 2 : end]
            next_start = end + 1


def _closing_brackets(text: str) -> dict[int, int]:
    """Return the index of the closing bracket for each matched opening bracket of the same kind; escaped ones are
    ignored.
    """
    closing: dict[int, int] = {}
    opened: dict[str, list[int]] = {"]": [], ")": []}
    for found in _ESCAPED_OR_BRACKET.finditer(text):
        bracket = found[0]
        if bracket in _BRACKETS:
            opened[_BRACKETS[bracket]].append(found.start())
        elif opened.get(bracket):
            closing[opened[bracket].pop()] = found.start()
    return closing


def _line_key(key: str) -> str:
    """Return the key of a full-line field, without the characters before its first letter and the markup after it."""
    key = key.strip().rstrip("_*~`")
    start = next((index for index, character in enumerate(key) if character.isalnum() or character == "_"), len(key))
    key = key[start:]
    # Letters, digits, blanks and joiners only: a sentence with a colon in it is not a key.
    return _clean_key(key) if all(c.isalnum() or c.isspace() or c in "_/-" for c in key) else ""


def _clean_key(key: str) -> str:
    return " ".join(key.split()).strip("_*~` ")


def _split_at_commas(text: str) -> list[str]:
    """Return *text* split at the commas outside quotes and links."""
    if "," not in text:
        return [text]
    items, start, quoted, depth = [], 0, False, 0
    for index, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif not quoted and character in "[]":
            depth += 1 if character == "[" else -1
        elif character == "," and not quoted and depth <= 0:
            items.append(text[start:index].strip())
            start = index + 1
    return [*items, text[start:].strip()]


def _is_literal(text: str) -> bool:
    """Whether *text* is a literal: quoted, a link, a tag, a number, a checkbox, a date."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        return True
    if text.startswith(("[[", "![[")) and text.endswith("]]"):
        return True
    if text.startswith("#") and len(text) > 1 and " " not in text:
        return True
    return (bool(_NUMBER.match(text)) and not any(c.isspace() for c in text)) or text in ("true", "false", "null")


_BLANK_OR_NOT = bytes(ord(" " if chr(code).isspace() and code < 128 else "!") for code in range(256))
_WIDE_BLANKS = (b"\xe2", b"\xe3", b"\xc2", b"\xe1")
"""First UTF-8 bytes of the blanks beyond ASCII."""


_JSON = json.JSONEncoder(ensure_ascii=False).encode

UNREAD = "unread"
"""Stored instead of the digest of a note that stays unreadable until its file changes: too large, or not text."""


class BuildResult(Struct, frozen=True):
    """Result of reading one note: one of the two, or neither if there is no such note."""

    entry: IndexEntry | None = None
    touched: ScannedFile | None = None
    """The bytes are the ones already indexed; only the time is new."""


def link_key(target: str) -> str:
    """Return the key under which links and note names are matched: the last name without `.md`, NFC and casefolded."""
    if "/" in target:
        target = target.rstrip("/").rpartition("/")[2]
    return same_name_key(target).removesuffix(".md")


def build_entry(files: VaultFiles, path: NotePath, known_digest: str = "") -> BuildResult:
    """Read and parse the note at *path*."""
    try:
        text = files.read_text(path)
    except (NoteNotFound, OutsideVault):  # Deleted, or replaced by a link or a special file.
        return BuildResult()
    except VaultUnavailable:  # The whole vault is unavailable, as with an unplugged drive.
        raise
    except VaultError as error:
        return _unreadable(files, path, error)
    if known_digest and text.digest == known_digest:
        return BuildResult(touched=ScannedFile(path.text, text.size, text.modified_ns))
    return BuildResult(entry=_entry_or_problem(path, text, read_file_times(files, path)))


def placeholder_entry(state: FileState) -> IndexEntry:
    """Return the entry of a placeholder, which has only a name."""
    name = state.path.name
    problem = encode_problem(Phrase("Its text is not on this computer. It is downloaded when the note is opened."))
    return IndexEntry(state.path.text, name, name, state.size, state.mtime_ns, PLACEHOLDER, problem=problem)


def parse_entry(
    path: NotePath, text: NoteText, times: FileTimes, is_plain: bool | None = None, *, maybe_chat: bool = True
) -> IndexEntry:
    """Return the entry of the note at *path* with the given *text*. Parser bugs propagate as exceptions.

    *is_plain* is the result of `is_indexed_text` for the text, if it is already known; *maybe_chat* is that of
    `may_be_chat`.
    """
    match kind_of(path.text):
        case "canvas":
            return _extracted_entry(path, text, canvas_text(text.text), times)
        case "base":
            return _extracted_entry(path, text, base_text(text.text), times)
        case _:
            messages = chat_message_lines(text.text) if maybe_chat else None
            if messages is None:
                return _entry(path, text, parse_note(path, text.text), times, is_plain)
            # Links are taken from the whole note, since all of them are updated when a note is renamed.
            links = _links(text.text, parse_note(path, text.text).links, indexed_text)
            entry = _entry(path, replace(text, text=messages), parse_note(path, messages), times, None)
            return entry._replace(kind="chat", links=links, inline=())


def _entry_or_problem(path: NotePath, text: NoteText, times: FileTimes) -> IndexEntry:
    try:
        return parse_entry(path, text, times)
    except Exception as error:  # a note that breaks the parser must not stop indexing of the vault
        log.exception("a note could not be understood", extra={"length": len(text.text)})
        return IndexEntry(
            path.text, path.name, path.name, text.size, text.modified_ns, text.digest, birth_ns=times.birth_ns,
            oldest_ns=times.oldest_ns,
            problem=encode_problem(Phrase("It could not be parsed ({0}).", type(error).__name__)),
        )  # fmt: skip


def _unreadable(files: VaultFiles, path: NotePath, problem: VaultError) -> BuildResult:
    try:
        state = files.state(path)
    except VaultUnavailable:
        raise
    except VaultError:
        return BuildResult()
    # Permissions can change without changing the file's time, so such a note is tried again at each scan.
    digest = "" if isinstance(problem, NoteUnreadable) else UNREAD
    stored = encode_problem(problem.message)
    return BuildResult(
        entry=IndexEntry(path.text, path.name, path.name, state.size, state.mtime_ns, digest, problem=stored)
    )


def _entry(path: NotePath, text: NoteText, note: Note, times: FileTimes, is_plain: bool | None) -> IndexEntry:
    source, start = text.text, note.body_start
    normalize, name = text_normalizer(source, start, is_plain), path.name
    title = normalize(note.title) or name
    aliases = tuple([normalize(alias) for alias in note.aliases])
    head, body = normalize(source[:start]), normalize(source[start:])
    return IndexEntry(
        path=path.text,
        name=name,
        title=title,
        size=text.size,
        mtime_ns=text.modified_ns,
        digest=text.digest,
        head=head,
        body=body,
        words=count_words(body),
        birth_ns=times.birth_ns,
        oldest_ns=times.oldest_ns,
        aliases=aliases,
        headings=tuple([HeadingRow(line, level, normalize(heading)) for level, heading, line, _ in note.headings]),
        tags=tuple([TagRow(same_name_key(tag), normalize(tag)) for tag in note.tags]),
        links=_links(source, note.links, normalize),
        properties=_rows(note.properties.items()),
        # Comments are private: a query must not disclose them (vaultdesk/vault/README.md, "Markdown the parser leaves
        # alone").
        inline=_rows(inline_fields(without_comments(body))) if "::" in body else (),
        doubtful=bool(note.property_problem) or (not start and body.lstrip("\ufeff \t\r\n").startswith("---")),
        spellings=spelling_keys("\n".join((name, title, *aliases, head, body))),
    )


def _extracted_entry(path: NotePath, text: NoteText, extracted: ExtractedText, times: FileTimes) -> IndexEntry:
    """Return the entry of a file that is not a note, from the text extracted from it."""
    body = indexed_text(extracted.body)
    tags: dict[str, str] = {}
    for tag in extracted.tags:
        tags.setdefault(tag.casefold(), tag)
    return IndexEntry(
        path=path.text,
        name=path.name,
        title=path.name,
        size=text.size,
        mtime_ns=text.modified_ns,
        digest=text.digest,
        body=body,
        words=count_words(body),
        birth_ns=times.birth_ns,
        oldest_ns=times.oldest_ns,
        problem=encode_problem(extracted.problem),
        headings=tuple(
            [HeadingRow(line, level, indexed_text(heading)) for level, heading, line, _ in extracted.headings]
        ),
        tags=tuple([TagRow(same_name_key(tag), indexed_text(tag)) for tag in tags.values()]),
        links=_links(extracted.body, extracted.links, indexed_text),
        spellings=spelling_keys(f"{path.name}\n{body}"),
    )


def count_words(text: str) -> int:
    """Return the number of words in *text*: the positions where a non-blank follows a blank or the start."""
    data = (" " + text).encode()
    if not text.isascii() and any(map(data.__contains__, _WIDE_BLANKS)):
        return len(text.split())
    return data.translate(_BLANK_OR_NOT).count(b" !")


def _rows(values: Iterable[tuple[str, JsonValue]]) -> tuple[PropertyValueRow, ...]:
    return tuple([PropertyValueRow(indexed_text(name), indexed_text(_JSON(value))) for name, value in values])


def _links(text: str, links: Sequence[Link], normalize: Callable[[str], str]) -> tuple[LinkRow, ...]:
    """Return the links to other notes, each with its line."""
    rows: list[LinkRow] = []
    line, counted_to = 1, 0
    for kind, target, subpath, _, embed, external, start, *_ in links:
        if external or not target:
            continue
        if start >= counted_to:
            line += text.count("\n", counted_to, start)
            counted_to = start
        if kind == "markdown":  # Its characters may be percent-encoded, in any order.
            target, subpath = indexed_text(target), indexed_text(subpath)
        else:
            target, subpath = normalize(target), normalize(subpath)
        rows.append(LinkRow(link_key(target), target, subpath, line, embed))
    return tuple(rows)
