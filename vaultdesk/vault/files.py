"""VaultFiles: the notes of one vault on disk; reads, finds, lists and writes them. Synchronous, for any thread.

The disk half of the security border (THREATS 2.2): no link is followed, only plain files are opened, a write replaces
a file in one step or not at all. Knows no Markdown; see note.py.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from vaultdesk.errors import (
    NoteConflict,
    NoteNotConfirmed,
    NoteNotFound,
    NoteNotText,
    NoteNotWritten,
    NoteTooLarge,
    VaultUnavailable,
)
from vaultdesk.vault import atomic_write
from vaultdesk.vault.disk_trouble import Doing, as_vault_error
from vaultdesk.vault.folder import Folder, Root
from vaultdesk.vault.note_path import NotePath, same_name_key, visible
from vaultdesk.vault.note_text import NoteText, decode, digest_of, encode
from vaultdesk.vault.portable_folder import PortableRoot
from vaultdesk.vault.posix_folder import PosixRoot
from vaultdesk.vault.walk import FileState, state_of, walk

MAX_NOTE_BYTES = 10_000_000
"""Bytes of the largest note that is read: two thousand pages. Larger files are data; they would freeze any view."""


@dataclass(frozen=True, slots=True)
class NoteBytes:
    """A file's bytes and the state they were read in."""

    data: bytes
    state: FileState


class VaultFiles:
    """The files of the vault at *root*. Holds nothing open between calls."""

    def __init__(self, root: Path, opener: Callable[[Path], Root] | None = None) -> None:
        """Raises `VaultUnavailable` where *root* is no folder that may be listed.

        *opener* says how folders are opened; by itself the safest way this system has.
        """
        self.root = _checked_root(root)
        by_descriptors = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
        self._root: Root = (opener or (PosixRoot if by_descriptors else PortableRoot))(self.root)

    def walk(self) -> Iterator[FileState]:
        """Yield every note; hidden folders and links are left out."""
        return walk(self._root)

    def state(self, path: NotePath) -> FileState:
        """Return what the disk says about *path*. Raises `NoteNotFound`, `OutsideVault`, `NoteUnreadable`."""
        with self._told(path, "read"), self._root.open(path.parts[:-1]) as folder:
            return state_of(path, folder.stat(path.file_name))

    def read(self, path: NotePath, limit: int = MAX_NOTE_BYTES) -> NoteBytes:
        """Return the bytes of *path*. Raises `NoteTooLarge` over *limit* bytes, and what `state` raises."""
        with self._told(path, "read"), self._root.open(path.parts[:-1]) as folder:
            descriptor = folder.open_file(path.file_name)
            try:
                found = os.fstat(descriptor)
                data = atomic_write.read_all(descriptor, limit) if found.st_size <= limit else b""
            finally:
                os.close(descriptor)
        if max(found.st_size, len(data)) > limit:
            raise NoteTooLarge(
                f"“{visible(path.text)}” is larger than {limit // 1_000_000} MB.",
                hint="Split it into smaller notes.",
                path=path.text,
                size=found.st_size,
            )
        return NoteBytes(data, state_of(path, found))

    def read_text(self, path: NotePath, limit: int = MAX_NOTE_BYTES) -> NoteText:
        """Return the text of *path*. Raises `NoteNotText`, and what `read` raises."""
        found = self.read(path, limit)
        return decode(path, found.data, found.state.mtime_ns)

    def find(self, path: NotePath) -> NotePath | None:
        """Return the file that *path* means, in the disk's own spelling; None where there is none.

        The exact spelling wins; else the one file whose name differs in case or in composed letters only.
        """
        spelled: list[str] = []
        for part in path.parts:
            name = self._name_like(spelled, part, path)
            if name is None:
                return None
            spelled.append(name)
        return NotePath("/".join(spelled))

    def write(self, path: NotePath, text: str, expected_digest: str | None, *, make_folders: bool = True) -> NoteText:
        r"""Replace the note's text, or create it where *expected_digest* is None; all or nothing.

        *text* has `\n` line ends; the file keeps its own, and its mark. Raises `NoteConflict` where the note is not
        what was expected, `NoteNotWritten` where the disk refuses, `NoteNotConfirmed` where it did not confirm.
        """
        if expected_digest is None:
            return self._create(path.for_writing(), _encodable(path, text, None), make_folders)
        old = self.read(path).data
        if digest_of(old) != expected_digest:
            raise _conflict(path)
        data = _encodable(path, text, old)
        with self._told(path, "write"), self._root.open(path.parts[:-1]) as folder:
            try:
                modified_ns = atomic_write.replace(folder, path.file_name, data, expected_digest, MAX_NOTE_BYTES)
            except atomic_write.TargetChanged as error:
                raise _conflict(path) from error
        return decode(path, data, modified_ns)

    def _create(self, path: NotePath, data: bytes, make_folders: bool) -> NoteText:
        with self._told(path, "write"):
            self._prepare_folders(path, make_folders)
            with self._root.open(path.parts[:-1]) as folder:
                twin = _twin(folder, path.file_name)
                if twin is not None:
                    raise NoteConflict(
                        f"There is already a note “{visible(twin)}” here.",
                        hint="Open that one, or choose another name.",
                        path=path.text,
                        found=twin,
                    )
                try:
                    modified_ns = atomic_write.write_new(folder, path.file_name, data)
                except FileExistsError as error:
                    raise _conflict(path) from error
        return decode(path, data, modified_ns)

    def _prepare_folders(self, path: NotePath, make: bool) -> None:
        """See that the note's folder is there, in this spelling; make it where allowed."""
        for depth, part in enumerate(path.parts[:-1]):
            with self._root.open(path.parts[:depth]) as folder:
                twin = _twin(folder, part)
                if twin is None and make:
                    folder.make_folder(part)
                elif twin is None:
                    raise NoteNotFound(
                        f"There is no folder “{visible(path.parent_text)}”.", hint="Create it first.", path=path.text
                    )
                elif twin != part:
                    raise NoteConflict(
                        f"The folder is named “{visible(twin)}” here.",
                        hint=f"Use “{visible(twin)}” in the path.",
                        path=path.text,
                        found=twin,
                    )

    def _name_like(self, spelled: Sequence[str], part: str, path: NotePath) -> str | None:
        """Return the name in the folder *spelled* that *part* means."""
        try:
            with self._told(path, "read"), self._root.open(spelled) as folder, folder.entries() as entries:
                key = same_name_key(part)
                alike = [entry.name for entry in entries if same_name_key(entry.name) == key]
        except NoteNotFound:
            return None
        if part in alike:
            return part
        return alike[0] if len(alike) == 1 else None

    @contextmanager
    def _told(self, path: NotePath, doing: Doing) -> Iterator[None]:
        """Turn the system's errors into ours; first of all, say so where the whole vault is gone."""
        try:
            yield
        except atomic_write.NotConfirmed as error:
            raise NoteNotConfirmed(
                f"“{visible(path.text)}” was saved, but the disk did not confirm it.",
                hint="Check the disk before you switch the computer off.",
                path=path.text,
            ) from error
        except OSError as error:
            if not self.root.is_dir():
                raise _gone(self.root, error) from error
            raise as_vault_error(error, path, doing) from error


def _twin(folder: Folder, name: str) -> str | None:
    """Return the name in *folder* that some system takes for *name*; the exact one first."""
    key = same_name_key(name)
    with folder.entries() as entries:
        alike = sorted(entry.name for entry in entries if same_name_key(entry.name) == key)
    return name if name in alike else next(iter(alike), None)


def _encodable(path: NotePath, text: str, old: bytes | None) -> bytes:
    """Return the bytes of *text*. Raises where they are no text, or more than would be read back."""
    try:
        data = encode(text, old)
    except UnicodeDecodeError as error:
        raise NoteNotText(
            f"“{visible(path.text)}” is not UTF-8 text and is not rewritten.",
            hint="Save it as UTF-8 in an editor.",
            path=path.text,
        ) from error
    except UnicodeEncodeError as error:
        raise NoteNotWritten(
            "The text has half a character in it and cannot be saved.",
            hint="Remove the broken character.",
            path=path.text,
            place=error.start,
        ) from error
    if len(data) > MAX_NOTE_BYTES:
        raise NoteTooLarge(
            f"The text is larger than {MAX_NOTE_BYTES // 1_000_000} MB and was not saved.",
            hint="Split it into smaller notes.",
            path=path.text,
        )
    if b"\0" in data:
        raise NoteNotWritten(
            "The text has a NUL character in it and cannot be saved.", hint="Remove the character.", path=path.text
        )
    return data


def _conflict(path: NotePath) -> NoteConflict:
    return NoteConflict(
        f"“{visible(path.text)}” changed since it was read.",
        hint="Nothing was written. Look at the new text, then decide.",
        path=path.text,
    )


def _gone(root: Path, error: OSError) -> VaultUnavailable:
    return VaultUnavailable(
        "The vault's folder is not there any more.",
        hint="Check that its disk is connected.",
        path=str(root),
        reason=str(error),
    )


def _checked_root(root: Path) -> Path:
    """Return *root* resolved. Raises `VaultUnavailable` where it is no folder that may be listed."""
    try:
        resolved = root.expanduser().resolve(strict=True)
        if not resolved.is_dir():
            raise VaultUnavailable(
                f"“{visible(root.name)}” is a file, not a folder.",
                hint="Open the folder that holds your notes.",
                path=str(root),
            )
        with os.scandir(resolved):
            return resolved
    except (FileNotFoundError, NotADirectoryError) as error:
        raise VaultUnavailable(
            f"There is no folder “{visible(str(root))}”.",
            hint="Check the path, or open another folder.",
            path=str(root),
        ) from error
    except (OSError, RuntimeError) as error:
        raise VaultUnavailable(
            f"The folder “{visible(str(root))}” cannot be opened.",
            hint="Check that you may read it.",
            path=str(root),
            reason=str(error),
        ) from error
