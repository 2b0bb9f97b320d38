"""Intake: reads one note and turns what it says into an `Entry`. Touches no database."""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from vaultdesk.core.errors import NoteNotFound, NoteUnreadable, OutsideVault, VaultError, VaultUnavailable
from vaultdesk.index.base_text import base_text
from vaultdesk.index.birth import Birth, birth
from vaultdesk.index.canvas_text import MadeText, canvas_text
from vaultdesk.index.entry import Entry, HeadingRow, LinkRow, PropertyRow, Sighting, TagRow, kind_of
from vaultdesk.index.inline_fields import inline_fields
from vaultdesk.index.kept_text import keeping, kept
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.markdown.link_syntax import Link
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.note_text import NoteText

log = logging.getLogger(__name__)

_BLANK_OR_NOT = bytes(ord(" " if chr(code).isspace() and code < 128 else "!") for code in range(256))
_WIDE_BLANKS = (b"\xe2", b"\xe3", b"\xc2", b"\xe1")
"""What each blank beyond ASCII begins with, in UTF-8."""


_JSON = json.JSONEncoder(ensure_ascii=False).encode

UNREAD = "unread"
"""Stands for the digest of a note that will stay unreadable until its file changes: too large, not text."""


@dataclass(frozen=True)
class Taken:
    """What came of looking at one note: exactly one of the three, or none when it is gone."""

    entry: Entry | None = None
    touched: Sighting | None = None
    """The bytes are those the index already holds; only the time is new."""


def link_key(target: str) -> str:
    """What a link's target and a note's name have in common: the last name without `.md`, composed and casefolded."""
    if "/" in target:
        target = target.rstrip("/").rpartition("/")[2]
    return same_name_key(target).removesuffix(".md")


def take_in(files: VaultFiles, path: NotePath, known_digest: str = "") -> Taken:
    """Read and understand the note at *path*."""
    try:
        text = files.read_text(path)
    except (NoteNotFound, OutsideVault):  # Gone, or a link or a special file took its place.
        return Taken()
    except VaultUnavailable:  # The whole vault is away, as with a drive pulled out: no note of it is gone for that.
        raise
    except VaultError as problem:
        return _unreadable(files, path, problem)
    if known_digest and text.digest == known_digest:
        return Taken(touched=Sighting(path.text, text.size, text.modified_ns))
    return Taken(entry=_understood_or_not(path, text, birth(files, path)))


def understood(path: NotePath, text: NoteText, born: Birth, is_plain: bool | None = None) -> Entry:
    """Return what the note at *path* says, its *text* being read already. May raise what a fault of ours raises.

    *is_plain* is what `is_kept` says of the text, where somebody has asked already.
    """
    match kind_of(path.text):
        case "canvas":
            return _made_entry(path, text, canvas_text(text.text), born)
        case "base":
            return _made_entry(path, text, base_text(text.text), born)
        case _:
            return _entry(path, text, parse_note(path, text.text), born, is_plain)


def _understood_or_not(path: NotePath, text: NoteText, born: Birth) -> Entry:
    try:
        return understood(path, text, born)
    except Exception as error:  # one note that trips the parser must not cost the whole vault its search
        log.exception("a note could not be understood", extra={"length": len(text.text)})
        return Entry(
            path.text, path.name, path.name, text.size, text.modified_ns, text.digest, born_ns=born.born_ns,
            oldest_ns=born.oldest_ns, problem=f"It could not be understood ({type(error).__name__}).",
        )  # fmt: skip


def _unreadable(files: VaultFiles, path: NotePath, problem: VaultError) -> Taken:
    try:
        state = files.state(path)
    except VaultUnavailable:
        raise
    except VaultError:
        return Taken()
    # Rights may come back without the file's time changing, so such a note is tried again at each scan.
    digest = "" if isinstance(problem, NoteUnreadable) else UNREAD
    return Taken(entry=Entry(path.text, path.name, path.name, state.size, state.mtime_ns, digest, problem=str(problem)))


def _entry(path: NotePath, text: NoteText, note: Note, born: Birth, is_plain: bool | None) -> Entry:
    whole, start = text.text, note.body_start
    keep, name = keeping(whole, start, is_plain), path.name
    body = keep(whole[start:])
    return Entry(
        path=path.text,
        name=name,
        title=keep(note.title) or name,
        size=text.size,
        mtime_ns=text.modified_ns,
        digest=text.digest,
        head=keep(whole[:start]),
        body=body,
        words=_words(body),
        born_ns=born.born_ns,
        oldest_ns=born.oldest_ns,
        aliases=tuple([keep(alias) for alias in note.aliases]),
        headings=tuple([HeadingRow(line, level, keep(heading)) for level, heading, line, _ in note.headings]),
        tags=tuple([TagRow(same_name_key(tag), keep(tag)) for tag in note.tags]),
        links=_links(whole, note.links, keep),
        properties=_rows(note.properties.items()),
        # A comment is a private remark: a query must not tell what it says (OBSIDIAN E.4).
        inline=_rows(inline_fields(without_comments(body))) if "::" in body else (),
        doubtful=bool(note.property_problem) or (not start and body.lstrip("\ufeff \t\r\n").startswith("---")),
    )


def _made_entry(path: NotePath, text: NoteText, made: MadeText, born: Birth) -> Entry:
    """Return the entry of a file that is no note, of the text that was made of it."""
    body = kept(made.body)
    tags: dict[str, str] = {}
    for tag in made.tags:
        tags.setdefault(tag.casefold(), tag)
    return Entry(
        path=path.text,
        name=path.name,
        title=path.name,
        size=text.size,
        mtime_ns=text.modified_ns,
        digest=text.digest,
        body=body,
        words=_words(body),
        born_ns=born.born_ns,
        oldest_ns=born.oldest_ns,
        problem=made.problem,
        headings=tuple([HeadingRow(line, level, kept(heading)) for level, heading, line, _ in made.headings]),
        tags=tuple([TagRow(same_name_key(tag), kept(tag)) for tag in tags.values()]),
        links=_links(made.body, made.links, kept),
    )


def _words(text: str) -> int:
    """Return how many words *text* has: as many as it has places where a blank is followed by none."""
    written = (" " + text).encode()
    if not text.isascii() and any(map(written.__contains__, _WIDE_BLANKS)):
        return len(text.split())
    return written.translate(_BLANK_OR_NOT).count(b" !")


def _rows(values: Iterable[tuple[str, JsonValue]]) -> tuple[PropertyRow, ...]:
    return tuple([PropertyRow(kept(name), kept(_JSON(value))) for name, value in values])


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
            target, subpath = kept(target), kept(subpath)
        else:
            target, subpath = keep(target), keep(subpath)
        rows.append(LinkRow(link_key(target), target, subpath, line, embed))
    return tuple(rows)
