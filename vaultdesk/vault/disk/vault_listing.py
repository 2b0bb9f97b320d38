"""Lists the notes, files and folders of a vault with size and time, and recognizes conflict copies by name."""

import logging
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from stat import S_ISREG
from typing import NamedTuple

from msgspec import Struct

from vaultdesk.core.errors import OutsideVault, VaultUnavailable
from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.disk.folder import Folder, FolderEntry, RootFolder
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, path_or_none, path_refusal, same_name_key, valid_paths_in

# Only unambiguous names count: `Plan 2.md`, iCloud's form, is an ordinary note in half of all vaults.

_COPIED_SUFFIXES = (".md", ".canvas")

_CONFLICT_WORDS = re.compile(r"conflict|konflikt|conflit|conflicto|desktop-|laptop-", re.IGNORECASE)
_CONFLICT_SUBSTRINGS = ("onfli", "top-")
# Nearly every name has none of these words, and a walk checks 15,000 names: the pattern takes six times as long as a
# search for the two substrings, one of which each word contains.

_CONFLICT_MARKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Syncthing: the time and the device's short id.
        r"\.sync-conflict-\d{8}-\d{6}(?:-[a-z2-7]{7})?",
        # Dropbox, Nextcloud, Obsidian Sync, Insync: in brackets, with a date; Dropbox in the system's language.
        r" ?\([^()]{0,80}(?:conflicted copy|in konflikt stehende kopie|copie en conflit|copia en conflicto)"
        r"[^()]{0,80}[0-9]{4}-?[0-9]{2}[^()]{0,40}\)",
        # ownCloud and old Nextcloud.
        r"_conflict-\d{8}-\d{6}",
        # Seafile: who and when.
        r" ?\(SFConflict [^()]{1,120}\)",
        # OneDrive: the default name of a Windows computer; a name that the user chose is not a reliable sign.
        r"-(?:DESKTOP-[A-Z0-9]{7}|LAPTOP-[A-Z0-9]{8})(?:-\d{1,3})?",
    )
)


def conflict_original(path: NotePath) -> NotePath | None:
    """Return the note of which *path*, judged by its name, is a conflict copy; None for any other file."""
    if not may_be_conflict_copy(path.text):
        return None
    if path.suffix not in _COPIED_SUFFIXES or _CONFLICT_WORDS.search(path.file_name) is None:
        return None
    ending = path.file_name[len(path.name) :]
    for mark in _CONFLICT_MARKS:
        # The mark precedes the suffix; the rest is the name of the note.
        for found in mark.finditer(path.name):
            if found.end() == len(path.name) and found.start() > 0:
                prefix = f"{path.parent_text}/" if path.parent_text else ""
                try:
                    return NotePath(f"{prefix}{path.name[: found.start()]}{ending}")
                except OutsideVault:
                    return None
    return None


def may_be_conflict_copy(names: str) -> bool:
    """Whether one of these concatenated names may be that of a conflict copy; False is certain."""
    lowered = names.lower()
    return _CONFLICT_SUBSTRINGS[0] in lowered or _CONFLICT_SUBSTRINGS[1] in lowered


def conflict_copies_of(path: NotePath, names: Iterable[str]) -> tuple[NotePath, ...]:
    """Return the conflict copies of *path* among the *names* of its folder."""
    prefix = f"{path.parent_text}/" if path.parent_text else ""
    copies: list[NotePath] = []
    for name in sorted(names):
        if _CONFLICT_WORDS.search(name) is None:
            continue
        try:
            copy = NotePath(prefix + name)
        except OutsideVault:
            continue
        original = conflict_original(copy)
        if original is not None and same_name_key(original.text) == path.key:
            copies.append(copy)
    return tuple(copies)


log = logging.getLogger(__name__)

MAX_FOLDER_DEPTH = 100
"""Maximum depth of folders. Real vaults have fewer than 20 levels; a malicious one could be nested without limit."""


class FileState(NamedTuple):
    """The status of a file that has not been read: enough to detect a change."""

    path: NotePath
    size: int
    """Bytes."""
    mtime_ns: int
    placeholder: bool = False
    """Whether a sync service stores the content elsewhere: reading the file downloads it first."""

    @property
    def conflict_of(self) -> NotePath | None:
        """The note of which this is a conflict copy, judged by its name; None for every other file."""
        return conflict_original(self.path)


def file_state_of(path: NotePath, status: os.stat_result) -> FileState:
    """Return *status* as the state of *path*."""
    return FileState(path, status.st_size, status.st_mtime_ns, is_placeholder(status))


_DATALESS = 0x40000000
"""`SF_DATALESS` of macOS (sys/stat.h): iCloud and other file providers."""

_RECALL = 0x00040000 | 0x00400000
"""`FILE_ATTRIBUTE_RECALL_ON_OPEN` and `FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS` of Windows: OneDrive and others."""

STUB_SUFFIX = ".icloud"
"""Suffix of the hidden file `.Name.md.icloud` that older iCloud versions put in place of `Name.md`."""


def is_placeholder(status: os.stat_result) -> bool:
    """Whether *status* describes a file whose content is downloaded when it is read."""
    return bool(getattr(status, "st_flags", 0) & _DATALESS or getattr(status, "st_file_attributes", 0) & _RECALL)


def stub_name(name: str) -> str:
    """Return the name of the stub that older iCloud versions create for *name*."""
    return f".{name}{STUB_SUFFIX}"


def stub_target(name: str) -> str:
    """Return the file name that the stub *name* represents; empty if it is not a stub."""
    return name[1 : -len(STUB_SUFFIX)] if name.endswith(STUB_SUFFIX) and name[0] == "." else ""


StateLine = str
"""Path, size and time of a file, separated by tabs, which no path contains.

As single strings, a database joins ten thousand of them in a third of the time it takes to return rows, and the garbage
collector need not traverse them.
"""


def parse_state_line(line: StateLine) -> FileState | None:
    """Return the state encoded in *line*; None if its name is not allowed for a note."""
    text, size, mtime_ns = line.rsplit("\t", 2)
    path = path_or_none(text)
    return None if path is None else FileState(path, int(size), int(mtime_ns))


def walk(
    root: RootFolder, suffixes: tuple[str, ...] = (NOTE_SUFFIX,), *, state_lines: list[StateLine] | None = None
) -> Iterator[FileState]:
    """Yield the state of every file whose name ends in one of *suffixes*, or of every visible file if none is given.

    If *state_lines* is given, most files are appended there instead, without checking their names: `parse_state_line`
    converts those that are needed. Creating a path and a state object for each file takes longer than reading its
    status. Raises `VaultUnavailable` if the root cannot be listed, even if only at the end, because the result is then
    incomplete. Folders below that cannot be listed are logged and left out; files removed in the meantime are ignored.
    """
    with _translate_root_errors(root):
        with root.open(()) as top:
            found, folders = list_one_folder(top, "", suffixes, state_lines)
            yield from found
            yield from _walk_below(top, folders, "", suffixes, state_lines)
        with root.open(()):
            pass  # After a disk is removed, every remaining folder appears to be missing.


def walk_names(root: RootFolder, suffixes: tuple[str, ...] = (NOTE_SUFFIX,)) -> Iterator[list[NotePath]]:
    """Yield the paths of the files `walk` yields, folder by folder.

    This takes a quarter of the time, because no file status is read. Raises `VaultUnavailable`.
    """
    with _translate_root_errors(root), root.open(()) as top:
        yield from _names_below(top, "", suffixes)


def walk_in(root: RootFolder, folder: Sequence[str]) -> Iterator[FileState]:
    """Yield, as `walk` does, the notes of *folder*, given by its names from the root in NFC; no other folder is listed.

    If the disk has several spellings of a name, all are included. Raises `VaultUnavailable`.
    """
    with _translate_root_errors(root), root.open(()) as top:
        yield from _walk_to(top, tuple(folder), "", (NOTE_SUFFIX,))


@contextmanager
def _translate_root_errors(root: RootFolder) -> Iterator[None]:
    """Raise `VaultUnavailable` for a root that cannot be listed."""
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
    """Skip a folder that cannot be listed or was removed in the meantime."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        log.info("left out a folder of the vault that cannot be listed: %s", error.strerror)


def _walk_to(folder: Folder, parts: tuple[str, ...], prefix: str, suffixes: tuple[str, ...]) -> Iterator[FileState]:
    """Yield the files in the folder at *parts* below *folder*."""
    if not parts:
        found, folders = list_one_folder(folder, prefix, suffixes, None)
        yield from found
        yield from _walk_below(folder, folders, prefix, suffixes, None)
        return
    with folder.entries() as entries:
        names = [entry.name for entry in entries if _is_folder_named(entry, parts[0])]
    for name in sorted(names):
        with _ignore_os_errors(), folder.below(name) as deeper:
            yield from _walk_to(deeper, parts[1:], f"{prefix}{name}/", suffixes)


def _is_folder_named(entry: FolderEntry, name: str) -> bool:
    if unicodedata.normalize("NFC", entry.name) != name or _is_hidden(entry.name) or not _may_be_entered(entry.name):
        return False
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False  # Removed after the listing.


def _walk_below(
    folder: Folder, names: list[str], prefix: str, suffixes: tuple[str, ...], state_lines: list[StateLine] | None
) -> Iterator[FileState]:
    """Yield the files of the folders *names* and of all below them."""
    if prefix.count("/") >= MAX_FOLDER_DEPTH:
        return
    for name in sorted(names):
        with _ignore_os_errors(), folder.below(name) as deeper:
            folder_prefix = f"{prefix}{name}/"
            found, folders = list_one_folder(deeper, folder_prefix, suffixes, state_lines)
            yield from found
            yield from _walk_below(deeper, folders, folder_prefix, suffixes, state_lines)


def list_one_folder(
    folder: Folder, prefix: str, suffixes: tuple[str, ...], state_lines: list[StateLine] | None
) -> tuple[list[FileState], list[str]]:
    """Return the files of one folder and the names of its subfolders that may be entered."""
    found: list[FileState] = []
    folders: list[str] = []
    with folder.entries() as entries:
        for entry in entries:
            name = entry.name
            if name[0] == "." and _is_hidden(name):
                if (target := stub_target(name)).lower().endswith(suffixes):
                    found += _stub_state(entry, prefix + target)
                continue
            try:
                if state_lines is not None and name.endswith(suffixes):
                    status = entry.stat(follow_symlinks=False)
                    if S_ISREG(status.st_mode) and not is_placeholder(status):
                        state_lines.append(f"{prefix}{name}\t{status.st_size}\t{status.st_mtime_ns}")
                        continue
                if entry.is_dir(follow_symlinks=False):
                    if _may_be_entered(name):
                        folders.append(name)
                elif not suffixes or name.lower().endswith(suffixes):
                    state = _file_state(entry, prefix + name)
                    if state is not None:
                        found.append(state)
            except OSError:
                continue  # Removed after the listing.
    return found, folders


def _names_below(folder: Folder, prefix: str, suffixes: tuple[str, ...]) -> Iterator[list[NotePath]]:
    """Yield the files of one folder, then those of each subfolder."""
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
                continue  # Removed after the listing.
    if files:
        yield valid_paths_in(prefix, files)
    if prefix.count("/") < MAX_FOLDER_DEPTH:
        for name in sorted(folders):
            with _ignore_os_errors(), folder.below(name) as deeper:
                yield from _names_below(deeper, f"{prefix}{name}/", suffixes)


def _file_state(entry: FolderEntry, text: str) -> FileState | None:
    if not entry.is_file(follow_symlinks=False):
        return None
    path = path_or_none(text)
    return None if path is None else file_state_of(path, entry.stat(follow_symlinks=False))


def _stub_state(entry: FolderEntry, text: str) -> list[FileState]:
    """Return the state of the file that the stub *entry* represents; empty if its name is not allowed."""
    try:
        state = _file_state(entry, text)
    except OSError:
        return []  # Downloaded in the meantime.
    return [] if state is None else [state._replace(size=0, placeholder=True)]


def _is_hidden(name: str) -> bool:
    return name[0] == "." and name[:2] != ".."


@lru_cache(10_000)
def _may_be_entered(name: str) -> bool:
    """Whether notes may be in a folder of that name; cached, because each walk asks for the same names."""
    return path_or_none(name) is not None


# The walk yields files only; the file tree also shows empty folders.


class ListedFile(Struct, frozen=True):
    """One visible file."""

    path: str
    size: int
    modified_ns: int


MAX_LEFT_OUT = 1_000
"""Maximum number of names listed with their reason."""


class LeftOutName(Struct, frozen=True):
    """A visible file or folder that this program leaves out, with everything in it."""

    path: str
    reason: Phrase


class FolderListing(Struct, frozen=True):
    """Files and folders by paths from the root, outer folders before inner ones."""

    folders: tuple[str, ...] = ()
    files: tuple[ListedFile, ...] = ()
    left_out: tuple[LeftOutName, ...] = ()

    def below(self, folder: str) -> "FolderListing":
        """Return everything in *folder* at any depth, including the folder itself."""
        prefix = f"{folder}/"
        return FolderListing(
            tuple(path for path in self.folders if path == folder or path.startswith(prefix)),
            tuple(file for file in self.files if file.path.startswith(prefix)),
            tuple(name for name in self.left_out if name.path.startswith(prefix)),
        )


def list_folder(root: RootFolder, folder: str = "") -> FolderListing:
    """Return everything below *folder*; empty if it cannot be listed. Hidden names are left out."""
    folders, files, left_out = [folder] if folder else [], list[ListedFile](), list[LeftOutName]()
    with suppress(OSError), root.open(folder.split("/") if folder else ()) as top:
        _gather(top, f"{folder}/" if folder else "", folders, files, left_out)
    return FolderListing(tuple(folders), tuple(files), tuple(left_out[:MAX_LEFT_OUT]))


def list_left_out(root: RootFolder) -> tuple[LeftOutName, ...]:
    """Return what `list_folder` leaves out, in a quarter of the time, because no file status is read."""
    left_out: list[LeftOutName] = []
    with suppress(OSError), root.open(()) as top:
        _gather(top, "", [], None, left_out)
    return tuple(left_out[:MAX_LEFT_OUT])


def _gather(
    folder: Folder, prefix: str, folders: list[str], files: list[ListedFile] | None, left_out: list[LeftOutName]
) -> None:
    """Collect everything in *folder* and below; without *files*, only folders and what is left out."""
    subfolders: list[str] = []
    with folder.entries() as entries:
        for entry in entries:
            path = f"{prefix}{entry.name}"
            if entry.name.startswith("."):
                continue
            if reason := path_refusal(path):
                left_out.append(LeftOutName(path, reason))
                continue
            with suppress(OSError):  # Removed after the listing.
                if entry.is_dir(follow_symlinks=False):
                    subfolders.append(entry.name)
                elif entry.is_file(follow_symlinks=False):
                    if files is not None:
                        state = entry.stat(follow_symlinks=False)
                        files.append(ListedFile(path, state.st_size, state.st_mtime_ns))
                else:
                    left_out.append(LeftOutName(path, Phrase("it is a link, or no regular file")))
    for name in sorted(subfolders):
        path = f"{prefix}{name}"
        if prefix.count("/") >= MAX_FOLDER_DEPTH:
            left_out.append(LeftOutName(path, Phrase("it is more than {0} folders deep", MAX_FOLDER_DEPTH)))
            continue
        folders.append(path)
        try:
            with folder.below(name) as inner:
                _gather(inner, f"{path}/", folders, files, left_out)
        except (FileNotFoundError, NotADirectoryError):
            continue  # Removed in the meantime.
        except OSError:
            left_out.append(LeftOutName(path, Phrase("it cannot be read")))
