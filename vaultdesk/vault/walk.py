"""Walk: every note of a vault, or every file, with its size and time. Follows no link, enters no hidden folder."""

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass

from vaultdesk.errors import OutsideVault, VaultUnavailable
from vaultdesk.vault.conflict_copies import conflict_of
from vaultdesk.vault.folder import Entry, Root
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, visible

log = logging.getLogger(__name__)

MAX_DEPTH = 100
"""Folders inside folders. Real vaults stay under 20; a hostile one could nest without end."""


@dataclass(frozen=True, slots=True)
class FileState:
    """What the disk says about a file without reading it: enough to tell whether it changed."""

    path: NotePath
    size: int
    """Bytes."""
    mtime_ns: int
    inode: int = 0
    """The file's number on its disk, to recognise it after a rename; 0 where the system gives none."""

    @property
    def conflict_of(self) -> NotePath | None:
        """The note this is a sync program's conflict copy of, by its name; None for every other file."""
        return conflict_of(self.path)


def state_of(path: NotePath, found: os.stat_result) -> FileState:
    """Return *found* as the state of *path*."""
    return FileState(path, found.st_size, found.st_mtime_ns, found.st_ino)


def walk(root: Root, *, all_files: bool = False) -> Iterator[FileState]:
    """Yield the state of every note; of every visible file where *all_files* is asked for.

    Raises `VaultUnavailable` where the root cannot be listed.
    What cannot be listed further down is logged and left out; what vanishes meanwhile was not there.
    """
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        parts = waiting.pop()
        try:
            found, folders = _list(root, parts, all_files)
        except OSError as error:
            if not parts:
                raise VaultUnavailable(
                    "The vault's folder cannot be read.",
                    hint="Check that it still exists and may be read.",
                    reason=str(error),
                ) from error
            if not isinstance(error, FileNotFoundError | NotADirectoryError):
                log.info("left out a folder of the vault that cannot be listed: %s", error.strerror)
            continue
        yield from found
        if len(parts) < MAX_DEPTH:
            waiting.extend((*parts, name) for name in sorted(folders, reverse=True))


def _list(root: Root, parts: tuple[str, ...], all_files: bool) -> tuple[list[FileState], list[str]]:
    """Return the notes or files of one folder and the names of the folders in it that may be entered."""
    before = "".join(f"{part}/" for part in parts)
    found: list[FileState] = []
    folders: list[str] = []
    with root.open(parts) as folder, folder.entries() as entries:
        for entry in entries:
            name = entry.name
            if name[0] == "." and name[:2] != "..":
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    if _allowed(name) is not None:
                        folders.append(name)
                elif all_files or name[-3:].lower() == NOTE_SUFFIX:
                    state = _file(entry, before + name)
                    if state is not None and (all_files or state.path.is_note):
                        found.append(state)
            except OSError:
                continue  # Vanished between the listing and the look: it was not there.
    return found, folders


def _file(entry: Entry, text: str) -> FileState | None:
    if not entry.is_file(follow_symlinks=False):
        return None
    path = _allowed(text)
    return None if path is None else state_of(path, entry.stat(follow_symlinks=False))


def _allowed(text: str) -> NotePath | None:
    """Return *text* as a path; None for a name that stays outside, such as one with control characters."""
    try:
        return NotePath(text)
    except OutsideVault:
        log.debug("left out a name: %s", visible(text))
        return None
