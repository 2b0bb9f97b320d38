"""Walk: every note of a vault, or every file, with its size and time. Follows no link, enters no hidden folder."""

import logging
import os
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from stat import S_ISREG
from typing import NamedTuple

from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.vault.conflict_copies import conflict_of
from vaultdesk.vault.folder import Entry, Folder, Root
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, path_or_none, paths_in

log = logging.getLogger(__name__)

MAX_DEPTH = 100
"""Folders inside folders. Real vaults stay under 20; a hostile one could nest without end."""


class FileState(NamedTuple):
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


Sign = str
"""A file's path, size and time, with tabs between, which no path has in it.

One string: a database joins ten thousand of them in a third of the time it hands out rows in, and no collector of
garbage looks through them.
"""


def signed(sign: Sign) -> FileState | None:
    """Return the state that *sign* stands for, without a number; None where the file may be no note by its name."""
    text, size, mtime_ns = sign.rsplit("\t", 2)
    path = path_or_none(text)
    return None if path is None else FileState(path, int(size), int(mtime_ns))


def walk(
    root: Root, suffixes: tuple[str, ...] = (NOTE_SUFFIX,), *, signs: list[Sign] | None = None
) -> Iterator[FileState]:
    """Yield the state of every file whose name ends in one of *suffixes*: of every visible one where none is given.

    Where *signs* are wanted, most files are not yielded but put there, whatever their names hold: `signed` makes
    states of those that are to be looked at. Making a path and a state of each takes longer than asking the disk.
    Raises `VaultUnavailable` where the root cannot be listed, or not any more when all is done: then nothing is known.
    What cannot be listed further down is logged and left out; what vanishes meanwhile was not there.
    """
    with _available(root):
        with root.open(()) as top:
            found, folders = _list(top, "", suffixes, signs)
            yield from found
            yield from _below(top, folders, "", suffixes, signs)
        with root.open(()):
            pass  # Where a disk was pulled out in between, every folder after that seemed to be gone.


def names(root: Root, suffixes: tuple[str, ...] = (NOTE_SUFFIX,)) -> Iterator[list[NotePath]]:
    """Yield the paths of the files `walk` yields, folder by folder, as these list them.

    That takes a fourth of the time: the disk is not asked for the state of each. Raises `VaultUnavailable`.
    """
    with _available(root), root.open(()) as top:
        yield from _named(top, "", suffixes)


def walk_in(root: Root, folder: Sequence[str], suffixes: tuple[str, ...] = (NOTE_SUFFIX,)) -> Iterator[FileState]:
    """Yield as `walk` does what lies in *folder*, its names from the root on, in NFC; no other folder is listed.

    Where the disk holds several spellings of a name, all are walked. Raises `VaultUnavailable`.
    """
    with _available(root), root.open(()) as top:
        yield from _down(top, tuple(folder), "", suffixes)


@contextmanager
def _available(root: Root) -> Iterator[None]:
    """Tell of a root that cannot be listed."""
    try:
        yield
    except OSError as error:
        raise VaultUnavailable(
            "The vault's folder cannot be read.",
            hint="Check that it still exists and may be read.",
            reason=str(error),
        ) from error


@contextmanager
def _quietly() -> Iterator[None]:
    """Leave out a folder that cannot be listed; one that vanished meanwhile was not there."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        log.info("left out a folder of the vault that cannot be listed: %s", error.strerror)


def _down(folder: Folder, way: tuple[str, ...], before: str, suffixes: tuple[str, ...]) -> Iterator[FileState]:
    """Yield what lies in the folder that *way* leads to from here."""
    if not way:
        found, folders = _list(folder, before, suffixes, None)
        yield from found
        yield from _below(folder, folders, before, suffixes, None)
        return
    with folder.entries() as entries:
        names = [entry.name for entry in entries if _leads_to(entry, way[0])]
    for name in sorted(names):
        with _quietly(), folder.below(name) as deeper:
            yield from _down(deeper, way[1:], f"{before}{name}/", suffixes)


def _leads_to(entry: Entry, name: str) -> bool:
    if unicodedata.normalize("NFC", entry.name) != name or _is_hidden(entry.name) or not _may_be_entered(entry.name):
        return False
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False  # Vanished between the listing and the look.


def _below(
    folder: Folder, names: list[str], before: str, suffixes: tuple[str, ...], signs: list[Sign] | None
) -> Iterator[FileState]:
    """Yield the notes or files of the folders *names*, and of all below them."""
    if before.count("/") >= MAX_DEPTH:
        return
    for name in sorted(names):
        with _quietly(), folder.below(name) as deeper:
            here = f"{before}{name}/"
            found, folders = _list(deeper, here, suffixes, signs)
            yield from found
            yield from _below(deeper, folders, here, suffixes, signs)


def _list(
    folder: Folder, before: str, suffixes: tuple[str, ...], signs: list[Sign] | None
) -> tuple[list[FileState], list[str]]:
    """Return the notes or files of one folder and the names of the folders in it that may be entered."""
    found: list[FileState] = []
    folders: list[str] = []
    with folder.entries() as entries:
        for entry in entries:
            name = entry.name
            if name[0] == "." and _is_hidden(name):
                continue
            try:
                if signs is not None and name.endswith(suffixes):
                    seen = entry.stat(follow_symlinks=False)
                    if S_ISREG(seen.st_mode):
                        signs.append(f"{before}{name}\t{seen.st_size}\t{seen.st_mtime_ns}")
                        continue
                if entry.is_dir(follow_symlinks=False):
                    if _may_be_entered(name):
                        folders.append(name)
                elif not suffixes or name.lower().endswith(suffixes):
                    state = _file(entry, before + name)
                    if state is not None:
                        found.append(state)
            except OSError:
                continue  # Vanished between the listing and the look: it was not there.
    return found, folders


def _named(folder: Folder, before: str, suffixes: tuple[str, ...]) -> Iterator[list[NotePath]]:
    """Yield the files of one folder, then those of each below it."""
    files: list[str] = []
    folders: list[str] = []
    with folder.entries() as entries:
        for entry in entries:
            name = entry.name
            if name[0] == "." and _is_hidden(name):
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    if _may_be_entered(name):
                        folders.append(name)
                elif name.lower().endswith(suffixes) and entry.is_file(follow_symlinks=False):
                    files.append(name)
            except OSError:
                continue  # Vanished between the listing and the look: it was not there.
    if files:
        yield paths_in(before, files)
    if before.count("/") < MAX_DEPTH:
        for name in sorted(folders):
            with _quietly(), folder.below(name) as deeper:
                yield from _named(deeper, f"{before}{name}/", suffixes)


def _file(entry: Entry, text: str) -> FileState | None:
    if not entry.is_file(follow_symlinks=False):
        return None
    path = path_or_none(text)
    return None if path is None else state_of(path, entry.stat(follow_symlinks=False))


def _is_hidden(name: str) -> bool:
    return name[0] == "." and name[:2] != ".."


@lru_cache(10_000)
def _may_be_entered(name: str) -> bool:
    """Whether notes may lie in a folder of that name; the same names are met at every walk."""
    return path_or_none(name) is not None
