"""Reads, finds, lists and writes the files of one vault on disk; synchronous, for any thread."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct

from vaultdesk.core.errors import (
    NoteNotConfirmed,
    NoteNotFound,
    NoteTooLarge,
    NoteUnreadable,
    VaultError,
    VaultUnavailable,
)
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.vault.disk import atomic_write
from vaultdesk.vault.disk.atomic_write import read_all
from vaultdesk.vault.disk.file_operations import FileAccess, FileOperations, as_vault_error, note_changed_error
from vaultdesk.vault.disk.folder import Folder, PortableRoot, PosixRoot, RootFolder
from vaultdesk.vault.disk.vault_listing import (
    FileState,
    StateLine,
    conflict_original,
    file_state_of,
    is_placeholder,
    stub_name,
    walk,
    walk_in,
    walk_names,
)
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.vault.note_text import MAX_NOTE_BYTES, FileIdentity, NoteText, decode_note, digest_of, encode_note

# As safe as `VaultFiles.read`, which opens every folder of the path again for each file, but faster; it does not report
# why a file cannot be read, which `VaultFiles` does.


class FileData(Struct, frozen=True):
    """The bytes of a file, and its status when it was opened."""

    data: bytes
    stat: os.stat_result


class FolderReader:
    """Reads many files; `with FolderReader(root) as reader`. Request the files of one folder consecutively."""

    def __init__(self, root: RootFolder) -> None:
        self._root = root
        self._opened = ExitStack()
        self._folder: Folder | None = None
        self._folder_path = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def read(self, path: NotePath, limit: int) -> FileData | None:
        """Return the file at *path*; None if it cannot be read, is not a regular file, or exceeds *limit* bytes.

        A placeholder of a sync service is not read, because that would download it, and a vault may have thousands.
        """
        try:
            folder = self._folder_of(path)
            descriptor = folder.open_file(path.file_name)
            try:
                status = os.fstat(descriptor)
                if is_placeholder(status):
                    return None
                data = read_all(descriptor, limit, status.st_size) if status.st_size <= limit else None
            finally:
                os.close(descriptor)
        except OSError:
            return None
        return None if data is None or len(data) > limit else FileData(data, status)

    def state(self, path: NotePath) -> os.stat_result | None:
        """Return the status of the file at *path*; None if it is unavailable or the file is not a regular one."""
        try:
            return self._folder_of(path).stat(path.file_name)
        except OSError:
            return None

    def _folder_of(self, path: NotePath) -> Folder:
        folder_path = path.parent_text
        if self._folder is None or folder_path != self._folder_path:
            self._opened.close()
            self._folder = None
            self._folder = self._opened.enter_context(self._root.open(path.parts[:-1]))
            self._folder_path = folder_path
        return self._folder


# The disk-level part of the path checks (vaultdesk/vault/README.md, "Links on disk"): no link is followed, only regular
# files are opened, and a write replaces a file atomically or not at all. Markdown is handled in note.py.


class NoteBytes(Struct, frozen=True):
    """The bytes of a file and its status when they were read."""

    data: bytes
    state: FileState
    inode: int


class VaultFiles:
    """The files of the vault at *root*. Nothing stays open between calls."""

    def __init__(self, root: Path, opener: Callable[[Path], RootFolder] | None = None) -> None:
        """Raises `VaultUnavailable` if *root* is not a folder that can be listed.

        *opener* opens folders; by default the safest method of this system.
        """
        self.root = _checked_root(root)
        by_descriptors = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
        self._root: RootFolder = (opener or (PosixRoot if by_descriptors else PortableRoot))(self.root)
        self.operations = FileOperations(self._root, self._translate_errors)

    @property
    def folders(self) -> RootFolder:
        """The opener of its folders, for callers that read very many files."""
        return self._root

    def walk(
        self, state_lines: list[StateLine] | None = None, suffixes: tuple[str, ...] = (NOTE_SUFFIX,)
    ) -> Iterator[FileState]:
        """Yield every note except in hidden folders and behind links; with other *suffixes*, files with those suffixes.

        If *state_lines* is given, most files are appended there instead.
        """
        return walk(self._root, suffixes, state_lines=state_lines)

    def names(self, suffixes: tuple[str, ...] = (NOTE_SUFFIX,)) -> Iterator[list[NotePath]]:
        """Yield the paths of the files that `walk` yields, folder by folder; faster, because no file status is read."""
        return walk_names(self._root, suffixes)

    def walk_in(self, folder: Sequence[str]) -> Iterator[FileState]:
        """Yield every note of *folder*, given by its names in NFC; nothing if there is no such folder. Lists no other
        one.
        """
        return walk_in(self._root, folder)

    def walk_all(self) -> Iterator[FileState]:
        """Yield every visible file, including attachments and canvases; hidden folders and links are left out."""
        return walk(self._root, ())

    def state(self, path: NotePath) -> FileState:
        """Return the status of *path*. Raises `NoteNotFound`, `OutsideVault`, `NoteUnreadable`."""
        with self._translate_errors(path, "read"), self._root.open(path.parts[:-1]) as folder:
            return file_state_of(path, folder.stat(path.file_name))

    def read(self, path: NotePath, limit: int = MAX_NOTE_BYTES) -> NoteBytes:
        """Return the bytes of *path*. Raises `NoteTooLarge` over *limit* bytes, and what `state` raises."""
        with self._translate_errors(path, "read"), self._root.open(path.parts[:-1]) as folder:
            descriptor = folder.open_file(path.file_name)
            try:
                status = os.fstat(descriptor)
                data = atomic_write.read_all(descriptor, limit, status.st_size) if status.st_size <= limit else b""
            finally:
                os.close(descriptor)
        if max(status.st_size, len(data)) > limit:
            raise NoteTooLarge(
                Phrase("“{0}” is larger than {1} MB.", printable(path.text), limit // 1000000),
                hint=Phrase("Split it into smaller notes."),
                path=path.text,
                size=status.st_size,
            )
        return NoteBytes(data, file_state_of(path, status), status.st_ino)

    def read_text(self, path: NotePath, limit: int = MAX_NOTE_BYTES) -> NoteText:
        """Return the text of *path*. Raises `NoteNotText`, and what `read` raises."""
        found = self.read(path, limit)
        return decode_note(path, found.data, found.state.mtime_ns, found.inode)

    def find(self, path: NotePath) -> NotePath | None:
        """Return the file that *path* refers to, in the spelling on disk; None if there is none.

        The exact spelling has priority; otherwise the only file whose name differs in case or normalization.
        """
        spelled: list[str] = []
        for part in path.parts:
            name = self._name_like(spelled, part, path)
            if name is None:
                return None
            spelled.append(name)
        return NotePath("/".join(spelled))

    def identity(self, path: NotePath) -> FileIdentity:
        """Return the identity of the file at *path*. Raises what `state` raises."""
        with self._translate_errors(path, "read"), self._root.open(path.parts[:-1]) as folder:
            return _identity(folder.stat(path.file_name))

    def find_moved(self, identity: FileIdentity) -> NotePath | None:
        """Return the path of the note with this identity; None if there is none. Lists the whole vault.

        A conflict copy is none: a synchronization program renamed it to put another version in its place. Raises
        `VaultUnavailable`.
        """
        with FolderReader(self._root) as reader:
            for path in (path for paths in self.names() for path in paths):
                status = reader.state(path)
                if status is not None and _identity(status) == identity:
                    return path if conflict_original(path) is None else None
        return None

    def for_writing(self, path: NotePath) -> NotePath:
        """Return the path of a new note at *path*. Raises `NoteNotWritten` for a name that some system does not allow.

        Existing folders may have any name.
        """
        depth = len(path.parts) - 1
        while depth:
            try:
                with self._root.open(path.parts[:depth]):
                    break
            except OSError:
                depth -= 1
        return path.for_writing(depth)

    def write(self, path: NotePath, text: str, expected_digest: str | None, *, make_folders: bool = True) -> NoteText:
        r"""Replace the note's text, or create it if *expected_digest* is None. Atomic, but without a journal entry.

        *text* has `\n` line ends; the file keeps its line ends and byte order mark. Raises `NoteConflict` if the note
        is not the expected one, `NoteNotWritten` if the disk refuses, `NoteNotConfirmed` if it did not confirm the
        write.
        """
        if expected_digest is None:
            path = self.for_writing(path)
            data = encode_note(path, text, None)
            self.operations.make_folders(path, self.operations.missing_folders(path) if make_folders else ())
            return self.written_text(path, data, self.operations.create(path, data))
        old = self.read(path).data
        if digest_of(old) != expected_digest:
            raise note_changed_error(path)
        data = encode_note(path, text, old)
        return self.written_text(path, data, self.operations.replace(path, data, expected_digest))

    def written_text(self, path: NotePath, data: bytes, modified_ns: int) -> NoteText:
        """Return the text of *path*, which was written with *data* and this modification time.

        Its inode number is unknown if another program has moved, deleted or changed the file since.
        """
        note = decode_note(path, data, modified_ns)
        try:
            found = self.identity(path)
        except VaultError:
            return note
        is_unchanged = (found.size, found.modified_ns) == (note.size, note.modified_ns)
        return replace(note, inode=found.inode) if is_unchanged else note

    def _name_like(self, spelled: Sequence[str], part: str, path: NotePath) -> str | None:
        """Return the name in the folder *spelled* that *part* refers to."""
        try:
            with self._translate_errors(path, "read"), self._root.open(spelled) as folder, folder.entries() as entries:
                key = same_name_key(part)
                matches = [entry.name for entry in entries if same_name_key(entry.name) == key]
        except NoteNotFound:
            return None
        if part in matches:
            return part
        return matches[0] if len(matches) == 1 else None

    def _is_stub(self, path: NotePath) -> bool:
        return os.path.lexists(self.root.joinpath(*path.parts[:-1], stub_name(path.file_name)))

    @contextmanager
    def _translate_errors(self, path: NotePath, access: FileAccess) -> Iterator[None]:
        """Translate system errors to `VaultError`s; a missing vault is reported before anything else."""
        try:
            yield
        except atomic_write.NotConfirmed as error:
            raise NoteNotConfirmed(
                Phrase("“{0}” was saved, but the disk did not confirm it.", printable(path.text)),
                hint=Phrase("Check the disk before you switch the computer off."),
                path=path.text,
            ) from error
        except OSError as error:
            if not self.root.is_dir():
                raise _missing_vault_error(self.root, error) from error
            if isinstance(error, FileNotFoundError) and self._is_stub(path):
                raise NoteUnreadable(
                    Phrase("“{0}” is in iCloud and not on this computer.", printable(path.text)),
                    hint=Phrase("Download it in the Finder, then open it again."),
                    path=path.text,
                ) from error
            raise as_vault_error(error, path, access) from error


def _identity(status: os.stat_result) -> FileIdentity:
    return FileIdentity(status.st_ino, status.st_size, status.st_mtime_ns)


def _missing_vault_error(root: Path, error: OSError) -> VaultUnavailable:
    return VaultUnavailable(
        Phrase("The folder of the vault no longer exists."),
        hint=Phrase("Check that its disk is connected."),
        path=str(root),
        reason=str(error),
    )


def _checked_root(root: Path) -> Path:
    """Return *root* resolved. Raises `VaultUnavailable` if it is not a folder that can be listed."""
    try:
        resolved = root.expanduser().resolve(strict=True)
        if not resolved.is_dir():
            raise VaultUnavailable(
                Phrase("“{0}” is a file, not a folder.", printable(root.name)),
                hint=Phrase("Open the folder that holds your notes."),
                path=str(root),
            )
        with os.scandir(resolved):
            return resolved
    except (FileNotFoundError, NotADirectoryError) as error:
        raise VaultUnavailable(
            Phrase("There is no folder “{0}”.", printable(str(root))),
            hint=Phrase("Check the path, or open another folder."),
            path=str(root),
        ) from error
    except (OSError, RuntimeError) as error:
        raise VaultUnavailable(
            Phrase("The folder “{0}” cannot be opened.", printable(str(root))),
            hint=Phrase("Check that you may read it."),
            path=str(root),
            reason=str(error),
        ) from error
