"""Lists the notes, files and folders of a vault with size and modification time."""

import logging
import os
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from stat import S_ISREG
from typing import NamedTuple

from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.disk.conflict_copies import conflict_original
from vaultdesk.vault.disk.folder import Folder, FolderEntry, RootFolder
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, path_or_none, path_refusal, valid_paths_in

log = logging.getLogger(__name__)

MAX_FOLDER_DEPTH = 100
"""Folders inside folders. Real vaults stay under 20; a hostile one could nest without end."""


class FileState(NamedTuple):
    """What the disk says about a file without reading it: enough to tell whether it changed."""

    path: NotePath
    size: int
    """Bytes."""
    mtime_ns: int
    placeholder: bool = False
    """Whether a sync service keeps the content elsewhere: reading the file downloads it first."""

    @property
    def conflict_of(self) -> NotePath | None:
        """The note this is a sync program's conflict copy of, by its name; None for every other file."""
        return conflict_original(self.path)


def file_state_of(path: NotePath, found: os.stat_result) -> FileState:
    """Return *found* as the state of *path*."""
    return FileState(path, found.st_size, found.st_mtime_ns, is_placeholder(found))


_DATALESS = 0x40000000
"""`SF_DATALESS` of macOS (sys/stat.h): iCloud and other file providers."""

_RECALL = 0x00040000 | 0x00400000
"""`FILE_ATTRIBUTE_RECALL_ON_OPEN` and `FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS` of Windows: OneDrive and others."""

STUB_SUFFIX = ".icloud"
"""Ends the hidden file `.Name.md.icloud` that older iCloud leaves in the place of `Name.md`."""


def is_placeholder(found: os.stat_result) -> bool:
    """Whether *found* is of a file whose content is downloaded when it is read."""
    return bool(getattr(found, "st_flags", 0) & _DATALESS or getattr(found, "st_file_attributes", 0) & _RECALL)


def stub_name(name: str) -> str:
    """Return what older iCloud calls the file that stands for *name*."""
    return f".{name}{STUB_SUFFIX}"


def stands_for(name: str) -> str:
    """Return the name of the file that the hidden file *name* stands for; empty where it stands for none."""
    return name[1 : -len(STUB_SUFFIX)] if name.endswith(STUB_SUFFIX) and name[0] == "." else ""


StateLine = str
"""A file's path, size and time, with tabs between, which no path has in it.

One string: a database joins ten thousand of them in a third of the time it hands out rows in, and no collector of
garbage looks through them.
"""


def parse_state_line(sign: StateLine) -> FileState | None:
    """Return the state that *sign* stands for; None if its name is not allowed for a note."""
    text, size, mtime_ns = sign.rsplit("\t", 2)
    path = path_or_none(text)
    return None if path is None else FileState(path, int(size), int(mtime_ns))


def walk(
    root: RootFolder, suffixes: tuple[str, ...] = (NOTE_SUFFIX,), *, signs: list[StateLine] | None = None
) -> Iterator[FileState]:
    """Yield the state of every file whose name ends in one of *suffixes*: of every visible one where none is given.

    Where *signs* are wanted, most files are not yielded but put there, whatever their names hold: `parse_state_line`
    makes states of those that are to be looked at. Making a path and a state of each takes longer than asking the disk.
    Raises `VaultUnavailable` where the root cannot be listed, or not any more when all is done: then nothing is known.
    What cannot be listed further down is logged and left out; what vanishes meanwhile was not there.
    """
    with _available(root):
        with root.open(()) as top:
            found, folders = list_one_folder(top, "", suffixes, signs)
            yield from found
            yield from _below(top, folders, "", suffixes, signs)
        with root.open(()):
            pass  # Where a disk was pulled out in between, every folder after that seemed to be gone.


def walk_names(root: RootFolder, suffixes: tuple[str, ...] = (NOTE_SUFFIX,)) -> Iterator[list[NotePath]]:
    """Yield the paths of the files `walk` yields, folder by folder, as these list them.

    That takes a fourth of the time: the disk is not asked for the state of each. Raises `VaultUnavailable`.
    """
    with _available(root), root.open(()) as top:
        yield from _named(top, "", suffixes)


def walk_in(root: RootFolder, folder: Sequence[str], suffixes: tuple[str, ...] = (NOTE_SUFFIX,)) -> Iterator[FileState]:
    """Yield as `walk` does what lies in *folder*, its names from the root on, in NFC; no other folder is listed.

    Where the disk holds several spellings of a name, all are walked. Raises `VaultUnavailable`.
    """
    with _available(root), root.open(()) as top:
        yield from _walk_to(top, tuple(folder), "", suffixes)


@contextmanager
def _available(root: RootFolder) -> Iterator[None]:
    """Tell of a root that cannot be listed."""
    try:
        yield
    except OSError as error:
        raise VaultUnavailable(
            Phrase("The vault's folder cannot be read."),
            hint=Phrase("Check that it still exists and may be read."),
            reason=str(error),
        ) from error


@contextmanager
def _ignore_os_errors() -> Iterator[None]:
    """Leave out a folder that cannot be listed; one that vanished meanwhile was not there."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        log.info("left out a folder of the vault that cannot be listed: %s", error.strerror)


def _walk_to(folder: Folder, parts: tuple[str, ...], before: str, suffixes: tuple[str, ...]) -> Iterator[FileState]:
    """Yield what lies in the folder that *parts* leads to from here."""
    if not parts:
        found, folders = list_one_folder(folder, before, suffixes, None)
        yield from found
        yield from _below(folder, folders, before, suffixes, None)
        return
    with folder.entries() as entries:
        names = [entry.name for entry in entries if _leads_to(entry, parts[0])]
    for name in sorted(names):
        with _ignore_os_errors(), folder.below(name) as deeper:
            yield from _walk_to(deeper, parts[1:], f"{before}{name}/", suffixes)


def _leads_to(entry: FolderEntry, name: str) -> bool:
    if unicodedata.normalize("NFC", entry.name) != name or _is_hidden(entry.name) or not _may_be_entered(entry.name):
        return False
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False  # Vanished between the listing and the look.


def _below(
    folder: Folder, names: list[str], before: str, suffixes: tuple[str, ...], signs: list[StateLine] | None
) -> Iterator[FileState]:
    """Yield the notes or files of the folders *names*, and of all below them."""
    if before.count("/") >= MAX_FOLDER_DEPTH:
        return
    for name in sorted(names):
        with _ignore_os_errors(), folder.below(name) as deeper:
            here = f"{before}{name}/"
            found, folders = list_one_folder(deeper, here, suffixes, signs)
            yield from found
            yield from _below(deeper, folders, here, suffixes, signs)


def list_one_folder(
    folder: Folder, before: str, suffixes: tuple[str, ...], signs: list[StateLine] | None
) -> tuple[list[FileState], list[str]]:
    """Return the notes or files of one folder and the names of the folders in it that may be entered."""
    found: list[FileState] = []
    folders: list[str] = []
    with folder.entries() as entries:
        for entry in entries:
            name = entry.name
            if name[0] == "." and _is_hidden(name):
                if (inner := stands_for(name)).lower().endswith(suffixes):
                    found += _stub_state(entry, before + inner)
                continue
            try:
                if signs is not None and name.endswith(suffixes):
                    status = entry.stat(follow_symlinks=False)
                    if S_ISREG(status.st_mode) and not is_placeholder(status):
                        signs.append(f"{before}{name}\t{status.st_size}\t{status.st_mtime_ns}")
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
        yield valid_paths_in(before, files)
    if before.count("/") < MAX_FOLDER_DEPTH:
        for name in sorted(folders):
            with _ignore_os_errors(), folder.below(name) as deeper:
                yield from _named(deeper, f"{before}{name}/", suffixes)


def _file(entry: FolderEntry, text: str) -> FileState | None:
    if not entry.is_file(follow_symlinks=False):
        return None
    path = path_or_none(text)
    return None if path is None else file_state_of(path, entry.stat(follow_symlinks=False))


def _stub_state(entry: FolderEntry, text: str) -> list[FileState]:
    """Return the state of the file that the stub *entry* stands for; nothing where its name is not allowed."""
    try:
        state = _file(entry, text)
    except OSError:
        return []  # Downloaded meanwhile.
    return [] if state is None else [state._replace(size=0, placeholder=True)]


def _is_hidden(name: str) -> bool:
    return name[0] == "." and name[:2] != ".."


@lru_cache(10_000)
def _may_be_entered(name: str) -> bool:
    """Whether notes may lie in a folder of that name; the same names are met at every walk."""
    return path_or_none(name) is not None


# The walk yields files only; the file tree also shows folders that are still empty.


@dataclass(frozen=True, slots=True)
class ListedFile:
    """One visible file."""

    path: str
    size: int
    modified_ns: int


MAX_LEFT_OUT = 1_000
"""Names that are listed with their reason; a folder of another system can have any number."""


@dataclass(frozen=True, slots=True)
class LeftOutName:
    """A visible file or folder that this program leaves out, with all that is in it."""

    path: str
    reason: Phrase


@dataclass(frozen=True, slots=True)
class FolderListing:
    """What there is, by paths from the root, outer folders before inner ones."""

    folders: tuple[str, ...] = ()
    files: tuple[ListedFile, ...] = ()
    left_out: tuple[LeftOutName, ...] = ()

    def below(self, folder: str) -> "FolderListing":
        """Return what lies in *folder* at any depth, itself among the folders."""
        start = f"{folder}/"
        return FolderListing(
            tuple(path for path in self.folders if path == folder or path.startswith(start)),
            tuple(file for file in self.files if file.path.startswith(start)),
            tuple(name for name in self.left_out if name.path.startswith(start)),
        )


def list_folder(root: RootFolder, folder: str = "") -> FolderListing:
    """Return what is in *folder* and below; nothing where it cannot be listed. Hidden names are left out."""
    folders, files, left_out = [folder] if folder else [], list[ListedFile](), list[LeftOutName]()
    with suppress(OSError), root.open(folder.split("/") if folder else ()) as top:
        _gather(top, f"{folder}/" if folder else "", folders, files, left_out)
    return FolderListing(tuple(folders), tuple(files), tuple(left_out[:MAX_LEFT_OUT]))


def list_left_out(root: RootFolder) -> tuple[LeftOutName, ...]:
    """Return what `list_folder` leaves out, in a fourth of the time: no file is asked for its state."""
    left_out: list[LeftOutName] = []
    with suppress(OSError), root.open(()) as top:
        _gather(top, "", [], None, left_out)
    return tuple(left_out[:MAX_LEFT_OUT])


def _gather(
    folder: Folder, before: str, folders: list[str], files: list[ListedFile] | None, left_out: list[LeftOutName]
) -> None:
    """Gather what is in *folder* and below; without *files* only the folders and what is left out."""
    deeper: list[str] = []
    with folder.entries() as entries:
        for entry in entries:
            path = f"{before}{entry.name}"
            if entry.name.startswith("."):
                continue
            if why := path_refusal(path):
                left_out.append(LeftOutName(path, why))
                continue
            with suppress(OSError):  # Vanished between the listing and the look.
                if entry.is_dir(follow_symlinks=False):
                    deeper.append(entry.name)
                elif entry.is_file(follow_symlinks=False):
                    if files is not None:
                        state = entry.stat(follow_symlinks=False)
                        files.append(ListedFile(path, state.st_size, state.st_mtime_ns))
                else:
                    left_out.append(LeftOutName(path, Phrase("it is a link, or no regular file")))
    for name in sorted(deeper):
        path = f"{before}{name}"
        if before.count("/") >= MAX_FOLDER_DEPTH:
            left_out.append(LeftOutName(path, Phrase("it is more than {0} folders deep", MAX_FOLDER_DEPTH)))
            continue
        folders.append(path)
        try:
            with folder.below(name) as inner:
                _gather(inner, f"{path}/", folders, files, left_out)
        except (FileNotFoundError, NotADirectoryError):
            continue  # Vanished meanwhile.
        except OSError:
            left_out.append(LeftOutName(path, Phrase("it cannot be read")))
