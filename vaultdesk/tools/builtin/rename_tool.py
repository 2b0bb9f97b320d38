"""Rename tool: `rename_note`, staged together with every link that has to be updated."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from pydantic import Field, JsonValue

from vaultdesk.core.errors import NoteNotFound, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase, counted
from vaultdesk.index.indexing.entry_builder import link_key
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.metadata_tools import rewrite_text
from vaultdesk.tools.builtin.name_resolver import MAX_STEP_NAME, new_note_path, note_name, resolve_note
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ChangingTool, Effect, Parameters, ToolFailure, Visibility
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.markdown.link_repair import (
    Renaming,
    RepairedText,
    repair_canvas_links,
    repair_links,
)
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import CANVAS_SUFFIX, NotePath
from vaultdesk.vault.staging import StagedNote, StagingArea

# Linking notes are found in the index. A file whose current state may not be indexed is read itself: one that changed
# since it was indexed, is excluded from search, is staged by the same batch, or is a canvas.

READ_DIGEST_LENGTH = 64
"""Length of the digest of a note that was indexed; another length means that it was not."""


class RenameOutcome(Struct, frozen=True):
    """Result of a rename."""

    links: int = 0
    """Number of links that are rewritten."""
    files: int = 0
    """Number of files that contain them."""
    lost: int = 0
    """Links that will have no or another target, because no link text can express the right one."""
    unread: int = 0
    """Files that could not be read, so that links in them were not updated."""


async def stage_rename(
    staging: StagingArea, searcher: Searcher, old: NotePath, new: NotePath, visibility: Visibility
) -> RenameOutcome:
    """Stage the move of one note and its link updates as one unit; see `stage_renames`."""
    return await stage_renames(staging, searcher, {old: new}, visibility)


async def stage_renames(
    staging: StagingArea, searcher: Searcher, moves: Mapping[NotePath, NotePath], visibility: Visibility
) -> RenameOutcome:
    """Stage *moves* and all link updates as one unit. The paths are those returned by `find` and `new_note_path`.

    Raises `ToolFailure`: `PERMISSION_DENIED` if a file outside *visibility* would have to change, `CONFLICT` if the
    files belong to several other renames. Raises what `StagingArea.move` raises.
    """
    states, names = await asyncio.to_thread(_files, staging.vault.files, staging.notes)
    settings = staging.vault.settings
    new_paths = {old.text: new.text for old, new in moves.items()}
    renaming = Renaming(names, new_paths, settings.link_format, keeps_paths=not settings.is_obsidian)
    linking = await linking_notes(searcher, states, renaming)
    sources = _sources(staging, states, linking, moves)
    texts: dict[NotePath, RepairedText] = {}
    lost_links = unread = 0
    for source in sources:
        try:
            repaired = await _repaired(staging, source, renaming)
        except NoteNotFound:
            continue  # Deleted since the walk, or moved by an earlier call.
        except VaultError:
            unread += source.text in linking
            continue
        lost_links += repaired.lost
        if repaired.count:
            texts[source] = repaired
    # A hidden file must not be changed; and a partial rename would break its links (vaultdesk/tools/README.md,
    # "Built-in tools").
    if not all(visibility.sees(source.text) for source in texts if source not in moves):
        raise ToolFailure(
            "PERMISSION_DENIED",
            "Notes outside the folders that may be changed link to it, and their links would break. It was not "
            "renamed.",
        )
    with staging.unit(_unit(staging, [*moves, *texts])):
        for old, new in moves.items():
            await staging.move(old, new)
        for source, repaired in texts.items():
            repairs = _repairs(staging, source, repaired.count)
            reason = counted(repairs, "repairs {0} link to the new name", "repairs {0} links to the new name")
            await staging.rewrite(
                moves.get(source, source), repaired.text, reason if repairs else NO_PHRASE, repaired_links=repairs
            )
    return RenameOutcome(sum(repaired.count for repaired in texts.values()), len(texts), lost_links, unread)


def _files(files: VaultFiles, staged: Sequence[StagedNote]) -> tuple[Sequence[FileState], NoteNames]:
    """Return every file on disk, and all names including staged changes."""
    states = list(files.walk_all())
    names = NoteNames(state.path.text for state in states)
    for note in staged:
        if note.old_path is not None and (note.deleted or note.path != note.old_path):
            names.discard(note.old_path.text)
    for note in staged:
        if not note.deleted:
            names.add(note.path.text)
    return states, names


async def linking_notes(searcher: Searcher, states: Sequence[FileState], renaming: Renaming) -> frozenset[str]:
    """Return the notes whose links may change their meaning: those that link to a moved file or to its new namesakes,
    and those whose current state is not indexed.
    """
    linked_paths = set(renaming.moves)
    for new in renaming.moves.values():
        linked_paths.update(renaming.before.ending_in(new.rpartition("/")[2]))

    # In the index, which contains notes only, a link to an image is unresolved: it is found by the image's name.
    attachment_keys = {link_key(path) for path in renaming.moves if not NotePath(path).is_indexed}

    def read_table(table: NoteTable) -> frozenset[str]:
        found = {source for path in linked_paths for source in table.links.incoming(path)}
        if attachment_keys:
            missing = table.links.missing.items()
            found.update(
                note for note, targets in missing if any(link_key(target) in attachment_keys for target in targets)
            )
        return frozenset(found | set(_unindexed_notes(states, table)))

    return await searcher.read_note_table(read_table)


def _unindexed_notes(states: Sequence[FileState], table: NoteTable) -> Iterator[str]:
    """Yield the notes whose current links are not in the index."""
    for state in states:
        if state.path.is_note:
            known = table.known(state.path.text)
            same = known is not None and (known.size, known.modified_ns) == (state.size, state.mtime_ns)
            if known is None or not same or known.excluded or known.problem or len(known.digest) != READ_DIGEST_LENGTH:
                yield state.path.text


def _sources(
    staging: StagingArea, states: Sequence[FileState], linking: frozenset[str], moves: Mapping[NotePath, NotePath]
) -> list[NotePath]:
    """Return every file whose links have to be checked, with its staged path."""
    staged = [note.path for note in staging.notes if not note.deleted]
    on_disk = (state.path for state in states if state.path.text in linking or state.path.suffix == CANVAS_SUFFIX)
    return list(dict.fromkeys((*moves, *staged, *sorted(on_disk))))


async def _repaired(staging: StagingArea, source: NotePath, renaming: Renaming) -> RepairedText:
    text = await staging.read(source)
    repair = repair_canvas_links if source.suffix == CANVAS_SUFFIX else repair_links
    return await rewrite_text(text, lambda text: repair(text, source, renaming))


def _unit(staging: StagingArea, files: Sequence[NotePath]) -> str:
    """Return the unit for *files*: one that some of them belong to already, since a file can belong to one only."""
    units = {note.unit for note in staging.notes if note.path in files and note.unit}
    if len(units) > 1:
        raise ToolFailure(
            "CONFLICT",
            "The same notes link to several of the notes that are renamed here. Rename this one in the next answer.",
        )
    return units.pop() if units else f"rename {files[0].text} ({staging.call})"


def _repairs(staging: StagingArea, source: NotePath, count: int) -> int:
    """Return the number of links repaired in the file, with *count* more; 0 if it also changes for another reason."""
    staged = next((note for note in staging.notes if note.path == source), None)
    if staged is None:
        return count
    return 0 if not staged.repaired_links and staged.text != staged.old_text else staged.repaired_links + count


class RenameNoteParameters(Parameters):
    """Parameters of `rename_note`."""

    path: str = Field(
        min_length=1,
        max_length=1000,
        description="The note's path from the vault's root, or its name where only one has it; .md may be left out.",
    )
    new_path: str = Field(
        min_length=1,
        max_length=1000,
        description=(
            "Its full new path from the vault's root, folders included; .md may be left out. Missing folders are "
            "created. A path that ends in / keeps the note's name."
        ),
    )


class RenameNote(ChangingTool[RenameNoteParameters]):
    """Moves a note and updates every link to it (vaultdesk/vault/README.md, "Links")."""

    name: ClassVar[str] = "rename_note"
    path_parameters: ClassVar[tuple[str, ...]] = ("path", "new_path")
    display_name: ClassVar[Phrase] = Phrase("Rename a note")
    purpose: ClassVar[Phrase] = Phrase("renames or moves a note and repairs the links to it.")
    description: ClassVar[str] = (
        "Rename a note or move it to another folder. Links to it are repaired everywhere: in the text and the "
        "properties of other notes, in embeds and on canvases; so never edit them yourself. To move many notes at once "
        "use bulk_update."
    )
    brief: ClassVar[str] = "Rename or move a note; links to it are repaired."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = RenameNoteParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Projects/Boiler.md", "new_path": "Projects/Heating system.md"},
        {"path": "Inbox/Call with Ada", "new_path": "Meetings/"},
    )

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def plan(self, arguments: RenameNoteParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage the move and the updated links as one unit."""
        old = await resolve_note(arguments.path, staging, visibility, self._searcher)
        new_path = arguments.new_path
        new = await new_note_path(
            f"{new_path}{old.file_name}" if new_path.endswith("/") else new_path, staging, visibility
        )
        if new == old:
            raise ToolFailure(
                "VALIDATION_FAILED", f"new_path: “{sanitize_line(new.text, 120)}” is already the path of the note."
            )
        outcome = await stage_rename(staging, self._searcher, old, new, visibility)
        data: dict[str, JsonValue] = {
            "path": new.text,
            "old_path": old.text,
            "action": "renamed",
            "links_repaired": outcome.links,
            "files_with_links": outcome.files,
        }
        if outcome.lost or outcome.unread:
            data["links_left"] = " ".join(unrepaired_links(outcome))
        return data

    def summary(self, arguments: RenameNoteParameters) -> str:
        """Return the old and the new name."""
        return f"{_name(arguments.path)} → {_name(arguments.new_path)}"

    def action(self, arguments: RenameNoteParameters) -> Phrase:
        return Phrase("Rename")


def unrepaired_links(outcome: RenameOutcome) -> Iterator[str]:
    """Yield the problems with links that could not be updated, as sentences."""
    if outcome.lost == 1:
        yield "1 link cannot express the new name and stays as it is."
    elif outcome.lost:
        yield f"{outcome.lost} links cannot express the new name and stay as they are."
    if outcome.unread == 1:
        yield "1 file could not be read, so links in it were not repaired."
    elif outcome.unread:
        yield f"{outcome.unread} files could not be read, so links in them were not repaired."


def _name(path: str) -> str:
    """Return the last name of *path*; for a folder, the whole path."""
    return sanitize_line(path, MAX_STEP_NAME) if path.endswith("/") else note_name(path)
