"""Moving, copying, adding and deleting files of the vault by user action, as undoable change groups.

Each action is one group of the journal: applied completely or not at all, and undone as one. Links that a move would
break are updated with it, including those to attachments. Shows no dialogs; messages to the user are the window's task.
"""

import asyncio
import os
import secrets
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from vaultdesk.core.errors import NameTaken, NoteTooLarge
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.rename_tool import linking_notes
from vaultdesk.vault.disk.atomic_write import temporary_name
from vaultdesk.vault.markdown.link_repair import Renaming
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import CANVAS_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.vault.note_text import MAX_NOTE_BYTES
from vaultdesk.vault.transactions.file_edits import FileStep, MoveFile, Origin, PutFile, RemoveFile
from vaultdesk.vault.transactions.relocation import (
    LinkRepairs,
    Relocation,
    current_digests,
    is_folder,
    must_be_free,
    plan_link_repairs,
    plan_relocation,
)
from vaultdesk.vault.transactions.writer import Writer
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

COPY_CHUNK_BYTES = 1_000_000
"""Bytes of a large file copied in one step."""


class FileChangeResult(Struct, frozen=True):
    """Result of an action."""

    group: str
    """The group to undo; empty if the journal has no entry: only folders were changed."""
    moved: Mapping[str, str]
    """New paths by old paths; empty for deleted files."""
    repaired_links: int = 0
    """Number of updated links."""
    unrepairable_links: int = 0
    """Number of links whose target no link text can express any more."""
    folders: Mapping[str, str] = field(default_factory=dict)
    """New paths of folders by old paths, outer ones first: the journal does not record empty folders."""
    kept_folders: tuple[str, ...] = ()
    """Folders that were not removed, because they contain hidden files."""


class FileChanges:
    """Actions on the files of *vault*. Raises `VaultError` if nothing could be done; then nothing is changed."""

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def move(self, moves: Mapping[str, str], title: str) -> FileChangeResult:
        """Move files and folders; *moves* maps old to new paths. Links are updated."""
        relocation = await asyncio.to_thread(plan_relocation, self._vault.files, moves)
        renamed_in_place = {
            old: new for old, new in moves.items() if old != new and same_name_key(old) == same_name_key(new)
        }
        case_changes = {old: new for old, new in renamed_in_place.items() if old in relocation.folders}
        if case_changes:
            # For links, names that differ in case only are equal; and file by file the folder's own name would
            # conflict.
            return await self._change_case(case_changes, relocation)
        return await self._move(relocation, title)

    async def delete(self, paths: Sequence[str], title: str) -> FileChangeResult:
        """Delete files and folders with their content, as set in Obsidian."""
        relocation = await asyncio.to_thread(plan_relocation, self._vault.files, dict.fromkeys(paths, ""))
        if relocation.largest_bytes > MAX_NOTE_BYTES:
            raise NoteTooLarge(
                Phrase("“{0}” is larger than {1} MB.", printable(relocation.largest), MAX_NOTE_BYTES // 1000000),
                hint=Phrase("Deleting it here could not be undone; delete it in the file manager."),
                path=relocation.largest,
            )
        group = _group()
        digests = await asyncio.to_thread(current_digests, self._vault.files, relocation.files)
        steps: list[FileStep] = [RemoveFile(NotePath(old), digests[old], unit=group) for old in relocation.files]
        kept_folders = await self._apply(steps, Origin(group, title), relocation)
        return FileChangeResult(
            group if steps else "", relocation.files, folders=relocation.folders, kept_folders=kept_folders
        )

    async def add(self, files: Mapping[str, bytes], title: str) -> FileChangeResult:
        """Create new files, and the folders they need."""
        group = _group()
        steps: list[FileStep] = [PutFile(NotePath(path), data, None, unit=group) for path, data in files.items()]
        await self._apply(steps, Origin(group, title), Relocation({}, {}))
        return FileChangeResult(group, {path: path for path in files})

    async def add_large(self, path: str, source: Path) -> None:
        """Copy a file that is too large for the journal, completely or not at all. Raises `OSError` too."""

        def work(_writer: Writer) -> None:
            note_path, files = NotePath(path), self._vault.files
            files.operations.make_folders(note_path, files.operations.missing_folders(note_path))
            must_be_free(files, path)
            temporary = temporary_name()
            with files.folders.open(note_path.parts[:-1]) as folder, source.open("rb") as data:
                try:
                    with os.fdopen(folder.create(temporary, 0o600), "wb") as copy:
                        shutil.copyfileobj(data, copy, COPY_CHUNK_BYTES)
                    folder.publish(temporary, note_path.file_name)
                except BaseException:
                    with suppress(OSError):
                        folder.remove(temporary)
                    raise

        await self._vault.run_on_writer(work)

    async def read(self, path: str) -> bytes:
        """Return the bytes of a file. Raises `NoteNotFound`, `NoteTooLarge`."""
        return (await asyncio.to_thread(self._vault.files.read, NotePath(path))).data

    async def make_folder(self, path: str) -> None:
        """Create an empty folder. Raises `NoteConflict` if the name is taken."""

        def work(_writer: Writer) -> None:
            must_be_free(self._vault.files, path)
            self._make_folder(path)

        await self._vault.run_on_writer(work)

    async def set_folders(self, create: Iterable[str], remove: Iterable[str]) -> None:
        """Create missing folders, and remove empty ones, given with outer ones first."""

        def work(_writer: Writer) -> None:
            for path in create:
                self._make_folder(path)
            self._vault.files.operations.remove_folders(tuple(remove))

        await self._vault.run_on_writer(work)

    async def _change_case(self, folders: Mapping[str, str], relocation: Relocation) -> FileChangeResult:
        files = self._vault.files

        def work(_writer: Writer) -> None:
            for old, new in folders.items():
                *parent, name = old.split("/")
                if new.rpartition("/")[2] in files.operations.names_in(parent, NotePath(old)):
                    raise NameTaken(
                        Phrase("A file or folder named “{0}” already exists.", printable(new)),
                        hint=Phrase("Choose another name."),
                    )
                with files.folders.open(parent) as folder:
                    folder.replace(new.rpartition("/")[2], name)

        await self._vault.run_on_writer(work)
        moved = tuple(FileChange("moved", NotePath(new), NotePath(old)) for old, new in relocation.files.items())
        self._vault.changes.publish(VaultChanged(moved, rescan=True))
        return FileChangeResult("", relocation.files)

    async def _move(self, relocation: Relocation, title: str) -> FileChangeResult:
        group = unit = _group()
        digests = await asyncio.to_thread(current_digests, self._vault.files, relocation.files)
        moves = [
            MoveFile(NotePath(old), NotePath(new), digests[old], unit=unit) for old, new in relocation.files.items()
        ]
        repairs = await self._repairs(relocation.files, unit)
        kept_folders = await self._apply([*moves, *repairs.steps], Origin(group, title), relocation)
        return FileChangeResult(
            group if moves else "", relocation.files, repairs.links, repairs.lost, relocation.folders, kept_folders
        )

    async def _repairs(self, moves: Mapping[str, str], unit: str) -> LinkRepairs:
        if not moves:
            return LinkRepairs()
        files = self._vault.files
        states = await asyncio.to_thread(lambda: list(files.walk_all()))
        names = await asyncio.to_thread(lambda: NoteNames(state.path.text for state in states))
        settings = self._vault.settings
        renaming = Renaming(names, moves, settings.link_format, keeps_paths=not settings.is_obsidian)
        linking = await linking_notes(self._searcher, states, renaming)
        sources = [
            state.path
            for state in states
            if state.path.text in linking
            or state.path.suffix == CANVAS_SUFFIX
            or (state.path.is_note and state.path.text in moves)
        ]
        return await asyncio.to_thread(plan_link_repairs, files, sources, renaming, unit)

    async def _apply(self, steps: Sequence[FileStep], origin: Origin, relocation: Relocation) -> tuple[str, ...]:
        """Apply *steps* and folder changes; return the folders that stay. Raises the reason if nothing was done."""

        def work(writer: Writer) -> tuple[str, ...]:
            for outcome in writer.restore(steps, origin):
                if outcome.error is not None and not outcome.in_place and outcome.result != "skipped":
                    raise outcome.error
            for folder in relocation.folders.values():
                if folder:
                    self._make_folder(folder)
            self._vault.files.operations.remove_folders(tuple(relocation.folders))
            return tuple(folder for folder in relocation.folders if is_folder(self._vault.files, folder))

        return await self._vault.run_on_writer(work)

    def _make_folder(self, path: str) -> None:
        operations = self._vault.files.operations
        # The folder itself is a parent of a name inside it.
        inner = NotePath(f"{path}/x")
        operations.make_folders(inner, operations.missing_folders(inner))


def rules_after_folder_move(rules: Iterable[PrivacyRule], moves: Mapping[str, str]) -> tuple[PrivacyRule, ...]:
    """Return privacy *rules* extended to the new paths of moved folders, so that private notes stay private.

    The rule for the old path stays, as for a note: an undo needs it.
    """
    existing = tuple(rules)
    folder_keys = {same_name_key(rule.value.strip("/")) for rule in existing if rule.kind == "folder"}
    added: list[PrivacyRule] = []
    for old, new in moves.items():
        key = same_name_key(old)
        for rule in existing:
            folder = rule.value.strip("/")
            is_inside = same_name_key(folder) == key or same_name_key(folder).startswith(f"{key}/")
            moved_folder = new + folder[len(old) :]
            if rule.kind == "folder" and folder and is_inside and same_name_key(moved_folder) not in folder_keys:
                added.append(rule.model_copy(update={"value": moved_folder}))
    return (*existing, *added)


def _group() -> str:
    return f"files:{secrets.token_hex(8)}"
