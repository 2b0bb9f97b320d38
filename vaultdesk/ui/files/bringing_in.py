"""Bringing in: files and folders of this computer copied into the vault, as many as can be, with one way back."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.errors import OutsideVault
from vaultdesk.ui.facts import number
from vaultdesk.ui.files.file_acts import FileActs
from vaultdesk.ui.files.file_words import added_words, free_name
from vaultdesk.vault.note_path import NotePath, same_name_key, unportable_reason
from vaultdesk.vault.note_text import MAX_NOTE_BYTES
from vaultdesk.workspace.file_changes import FileChangeResult

MOST_FILES = 2_000
"""Files of one drop: more are a vault of their own, and not dropped by mistake."""


@dataclass
class Gathered:
    """What was dropped, by the path each file will have."""

    small: dict[str, bytes] = field(default_factory=dict)
    large: dict[str, Path] = field(default_factory=dict)
    left_out: int = 0
    """Hidden files, links, and names that not every system keeps."""


def gather(files: Sequence[Path], folder: str, taken: Collection[str]) -> Gathered:
    """Read *files*, and folders with all that is in them, to be put into *folder* under free names. Waits for disks."""
    found = Gathered()
    names = set(taken)
    for file in files:
        name = free_name(file.name, names)
        names.add(same_name_key(name))
        _take(file, f"{folder}/{name}" if folder else name, found)
    return found


async def bring_in(acts: FileActs, files: Sequence[Path], folder: str, taken: Collection[str]) -> None:
    """Copy *files* into *folder* of the vault; *taken* are the keys of the names there."""
    found = await asyncio.to_thread(gather, files, folder, taken)
    title = _tr("Copied {count} files into the vault").format(count=number(len(found.small) + len(found.large)))

    async def add() -> FileChangeResult:
        acted = await acts.changes.add(found.small, title) if found.small else FileChangeResult("", {})
        for path, source in found.large.items():
            await acts.changes.add_large(path, source)
        return FileChangeResult(acted.group, {**acted.moves, **{path: path for path in found.large}})

    def words(acted: FileChangeResult) -> str:
        if not acted.moves:
            return _tr("Nothing was copied: hidden files, links and unusual names are left out.")
        told = added_words(acted, folder)
        if found.large and found.small:
            told += " " + _tr("Undo leaves the ones over 10 MB.")
        if found.left_out:
            told += " " + _tr("{count} were left out.").format(count=number(found.left_out))
        return told

    await acts.act(add, words, count=len(found.small) + len(found.large))


def _take(file: Path, path: str, found: Gathered) -> None:
    try:
        if file.is_symlink() or file.name.startswith(".") or unportable_reason(path.rpartition("/")[2]):
            found.left_out += 1
        elif file.is_dir():
            for entry in sorted(file.iterdir()):
                _take(entry, f"{path}/{entry.name}", found)
        elif len(found.small) + len(found.large) >= MOST_FILES or not file.is_file():
            found.left_out += 1
        elif file.stat().st_size > MAX_NOTE_BYTES:
            NotePath(path)
            found.large[path] = file
        else:
            NotePath(path)
            found.small[path] = file.read_bytes()
    except (OSError, OutsideVault):
        found.left_out += 1


def _tr(text: str) -> str:
    return QCoreApplication.translate("BringingIn", text)
