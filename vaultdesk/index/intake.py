"""Intake: reads one note and turns what it says into an `Entry`. Touches no database."""

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from vaultdesk.errors import NoteNotFound, NoteUnreadable, OutsideVault, VaultError, VaultUnavailable
from vaultdesk.index.birth import birth
from vaultdesk.index.entry import Entry, HeadingRow, LinkRow, PropertyRow, Sighting, TagRow
from vaultdesk.index.inline_fields import inline_fields
from vaultdesk.index.passage import CLOSE, OPEN
from vaultdesk.index.query import plain
from vaultdesk.vault.comments import without_comments
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.frontmatter import JsonValue
from vaultdesk.vault.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.note_text import NoteText

log = logging.getLogger(__name__)

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
    return same_name_key(target.rstrip("/").rpartition("/")[2]).removesuffix(".md")


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
    try:
        entry = _entry(path, text, parse_note(path, text.text))
    except Exception as error:  # one note that trips the parser must not cost the whole vault its search
        log.exception("a note could not be understood", extra={"length": len(text.text)})
        entry = _nameless(path, text, f"It could not be understood ({type(error).__name__}).")
    return Taken(entry=replace(entry, **birth(files, path)._asdict()))


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


def _nameless(path: NotePath, text: NoteText, problem: str) -> Entry:
    return Entry(path.text, path.name, path.name, text.size, text.modified_ns, text.digest, problem=problem)


def _entry(path: NotePath, text: NoteText, note: Note) -> Entry:
    body = _kept(text.text[note.body_start :])
    return Entry(
        path=path.text,
        name=path.name,
        title=_kept(note.title) or path.name,
        size=text.size,
        mtime_ns=text.modified_ns,
        digest=text.digest,
        head=_kept(text.text[: note.body_start]),
        body=body,
        words=len(body.split()),
        aliases=tuple(map(_kept, note.aliases)),
        headings=tuple(HeadingRow(heading.line, heading.level, _kept(heading.text)) for heading in note.headings),
        tags=tuple(TagRow(same_name_key(tag), _kept(tag)) for tag in note.tags),
        links=_links(text.text, note),
        properties=_rows(note.properties.items()),
        # A comment is a private remark: a query must not tell what it says (OBSIDIAN E.4).
        inline=_rows(inline_fields(without_comments(body))),
        doubtful=bool(note.property_problem)
        or (not note.body_start and body.lstrip("\ufeff \t\r\n").startswith("---")),
    )


def _rows(values: Iterable[tuple[str, JsonValue]]) -> tuple[PropertyRow, ...]:
    return tuple(PropertyRow(_kept(name), _kept(json.dumps(value, ensure_ascii=False))) for name, value in values)


def _kept(text: str) -> str:
    """*text* as the index keeps it: composed, and without the two control characters that passage.py marks with."""
    composed = plain(text)
    if OPEN in composed or CLOSE in composed:
        return composed.replace(OPEN, "\ufffd").replace(CLOSE, "\ufffd")
    return composed


def _links(text: str, note: Note) -> tuple[LinkRow, ...]:
    """The links to other notes, each with its line."""
    rows: list[LinkRow] = []
    line, counted = 1, 0
    for link in note.links:
        if link.external or not link.target:
            continue
        if link.start >= counted:
            line += text.count("\n", counted, link.start)
            counted = link.start
        target = _kept(link.target)
        rows.append(LinkRow(link_key(target), target, _kept(link.subpath), line, link.embed))
    return tuple(rows)
