"""Completion of mentions typed after "@" or "[[": notes, headings, blocks, tags and folders.

Uses the index; a note is read only for its headings and blocks.
"""

import re
from typing import get_args

from msgspec import Struct

from vaultdesk.chat.messages import ContextItem, ContextKind
from vaultdesk.core.errors import VaultError
from vaultdesk.core.phrases import Phrase, counted
from vaultdesk.index.search.name_search import (
    MentionedName,
    MentionedNote,
    MentionTables,
    find_name_spans,
    find_scattered,
)
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.vault.markdown.markdown_scanner import Heading
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.vault import Vault

ALL_CONTEXT_KINDS: frozenset[ContextKind] = frozenset(get_args(ContextKind))
"""Everything that can be attached to a question."""

MAX_FOLDERS_AND_TAGS = 3
"""Maximum number of folders, and of tags, offered after the notes with a name: a word is usually the name of a note."""

MAX_SHOWN_DETAIL = 100

_BREAKS_MENTIONS = re.compile(r"[#|^:\[\]]|%%")
"""Characters that a heading may contain and a link to it may not (vaultdesk/vault/README.md, "Links")."""


class MentionCandidate(Struct, frozen=True):
    """One completion."""

    title: str
    detail: Phrase | str
    """Where it is, or how much."""
    item: ContextItem
    insert: str
    """Text of a link to it between the brackets; for a tag or folder its name."""
    match_ranges: tuple[tuple[int, int], ...] = ()
    """Ranges in `title` that match the typed text."""


class MentionCompletion:
    """Finds completions in one vault."""

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher
        self._tables = MentionTables()
        self._read_note: tuple[tuple[str, int, int], Note] | None = None
        """The note whose headings were requested last, with its path, size and time."""

    async def find(
        self, typed: str, kinds: frozenset[ContextKind] = ALL_CONTEXT_KINDS, limit: int = 20
    ) -> tuple[MentionCandidate, ...]:
        """Return completions of *typed*, the text after the sign; the best first. Raises `IndexFailed`.

        `Note#` offers headings, `Note#^` blocks, `#x` tags, `x/` folders; empty text the most recently changed notes.
        """
        if typed.startswith("#"):
            return await self._tags(typed[1:], limit) if "tag" in kinds else ()
        name, separator, part = typed.partition("#")
        if separator:
            return await self._parts(name, part, limit) if "note" in kinds else ()
        folders = await self._folders(typed, limit) if "folder" in kinds and typed.strip() else ()
        if typed.endswith("/") and folders:
            return folders
        notes = await self._notes(typed, limit) if "note" in kinds else ()
        tags = await self._tags(typed, MAX_FOLDERS_AND_TAGS) if "tag" in kinds and typed.strip() else ()
        others = (*folders[:MAX_FOLDERS_AND_TAGS], *tags)
        return (*notes[: max(limit - len(others), limit // 2)], *others)[:limit]

    async def _notes(self, typed: str, limit: int) -> tuple[MentionCandidate, ...]:
        found = await self._searcher.read_index(self._tables.notes, typed, limit)
        return tuple(map(_note_candidate, found))

    async def _tags(self, typed: str, limit: int) -> tuple[MentionCandidate, ...]:
        found = await self._searcher.read_database(self._tables.tags, typed, limit)
        return tuple(_named_candidate(tag, "tag", f"#{tag.name}") for tag in found)

    async def _folders(self, typed: str, limit: int) -> tuple[MentionCandidate, ...]:
        found = await self._searcher.read_index(self._tables.folders, typed, limit)
        return tuple(_named_candidate(folder, "folder", folder.name) for folder in found)

    async def _parts(self, name: str, part: str, limit: int) -> tuple[MentionCandidate, ...]:
        """Return the headings or blocks of the note *name*, best matches for *part* first."""
        try:
            mentioned = await self._note_path(name.strip())
            note = await self._note(mentioned) if mentioned is not None else None
        except VaultError:
            return ()
        if mentioned is None or note is None:
            return ()
        if part.startswith("^"):
            return _blocks(note, mentioned.link, part[1:].strip())[:limit]
        return _headings(note, mentioned.link, part.rpartition("#")[2].strip())[:limit]

    async def _note_path(self, name: str) -> MentionedNote | None:
        """Return the note that a link with *name* refers to; else the one whose name matches best."""
        path = await self._searcher.resolve(name) if name else None
        # Several are requested, because the linked note is looked up among those with the same name.
        is_allowed = None if path is None else {path}.__contains__
        typed = name if path is None else path.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
        found = await self._searcher.read_index(self._tables.notes, typed, 1, is_allowed)
        return found[0] if found and name else None

    async def _note(self, mentioned: MentionedNote) -> Note:
        path = NotePath.parse(mentioned.hit.path)
        state = await self._vault.state(path)
        key = (path.text, state.size, state.mtime_ns)
        if self._read_note is None or self._read_note[0] != key:
            self._read_note = (key, await self._vault.read_note(path))
        return self._read_note[1]


def _note_candidate(mentioned: MentionedNote) -> MentionCandidate:
    hit = mentioned.hit
    target = hit.path.removesuffix(NOTE_SUFFIX)
    insert = f"{mentioned.link}|{hit.alias}" if hit.alias and not _BREAKS_MENTIONS.search(hit.alias) else mentioned.link
    folder = hit.path.rpartition("/")[0]
    detail = f"{hit.name}, {folder}" if hit.alias and folder else hit.name if hit.alias else folder
    return MentionCandidate(hit.alias or hit.name, detail, ContextItem(kind="note", target=target), insert, hit.marks)


def _named_candidate(mentioned: MentionedName, kind: ContextKind, title: str) -> MentionCandidate:
    shift = len(title) - len(mentioned.name)
    marks = tuple((start + shift, end + shift) for start, end in mentioned.marks)
    return MentionCandidate(
        title,
        counted(mentioned.notes, "{0} note", "{0} notes"),
        ContextItem(kind=kind, target=mentioned.name),
        title,
        marks,
    )


def _headings(note: Note, link: str, typed: str) -> tuple[MentionCandidate, ...]:
    def mention(heading: Heading, marks: tuple[tuple[int, int], ...]) -> MentionCandidate:
        anchor = " ".join(_BREAKS_MENTIONS.sub(" ", heading.text).split())
        item = ContextItem(kind="note", target=f"{note.path.text.removesuffix(NOTE_SUFFIX)}#{anchor}")
        return MentionCandidate(
            heading.text, f"{'#' * heading.level} {note.path.name}", item, f"{link}#{anchor}", marks
        )

    shown = [heading for heading in note.headings if _BREAKS_MENTIONS.sub("", heading.text).strip()]
    matching = [(heading, _match_ranges(heading.text, typed)) for heading in shown]
    return tuple(mention(heading, marks) for heading, marks in matching if marks or not typed)


def _blocks(note: Note, link: str, typed: str) -> tuple[MentionCandidate, ...]:
    found: list[MentionCandidate] = []
    for block in note.blocks:
        start = note.text.rfind("\n", 0, block.start) + 1
        line = sanitize_line(note.text[start : block.start], MAX_SHOWN_DETAIL)
        marks = _match_ranges(block.id, typed)
        if typed and not marks and fold_to_base(typed) not in fold_to_base(line):
            continue
        item = ContextItem(kind="note", target=f"{note.path.text.removesuffix(NOTE_SUFFIX)}#^{block.id}")
        shifted = tuple((a + 1, b + 1) for a, b in marks)
        found.append(MentionCandidate(f"^{block.id}", line, item, f"{link}#^{block.id}", shifted))
    return tuple(found)


def _match_ranges(name: str, typed: str) -> tuple[tuple[int, int], ...]:
    folded = fold_to_base(typed)
    if not folded:
        return ()
    return find_name_spans(name, folded) or (find_scattered(name, folded.replace(" ", "")) if len(folded) > 1 else ())
