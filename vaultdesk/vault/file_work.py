"""FileWork: what is done to one file of the vault on the disk, each a step that happens or does not. No journal.

Bytes are compared with what was promised right before a step; nothing is ever overwritten that was not promised.
Places are names on the way from the root, so that the vault's own trash, a hidden folder, can be reached from here.
"""

import errno
import os
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field

from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.vault import atomic_write
from vaultdesk.vault.atomic_write import TargetChanged
from vaultdesk.vault.attributes import Attributes, attributes_of
from vaultdesk.vault.disk_trouble import Doing
from vaultdesk.vault.folder import Folder, Root
from vaultdesk.vault.new_bytes import MAX_NOTE_BYTES
from vaultdesk.vault.note_path import NotePath, same_name_key, visible
from vaultdesk.vault.note_text import digest_of

Parts = Sequence[str]
"""Names on the way from the vault's root, the file's last."""


@dataclass(frozen=True, slots=True)
class FileFound:
    """A file as it lies on the disk."""

    data: bytes = field(repr=False)
    digest: str
    attributes: Attributes
    inode: int


class FileWork:
    """Work on files below *root*; *told* turns the system's errors into ours."""

    def __init__(self, root: Root, told: Callable[[NotePath, Doing], AbstractContextManager[None]]) -> None:
        self._root = root
        self._told = told

    def find(self, path: NotePath) -> FileFound | None:
        """Return the file at *path*; None where there is none. Raises what reading a note raises."""
        with self._told(path, "read"):
            return self.look(path.parts)

    def look(self, parts: Parts) -> FileFound | None:
        """Return the file at *parts*; None where there is none. Raises `OSError` for what is no plain file."""
        try:
            with self._root.open(parts[:-1]) as folder:
                descriptor = folder.open_file(parts[-1])
                try:
                    data = atomic_write.read_all(descriptor, MAX_NOTE_BYTES)
                    return FileFound(data, digest_of(data), attributes_of(descriptor), os.fstat(descriptor).st_ino)
                finally:
                    os.close(descriptor)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def missing_folders(self, path: NotePath, parts: Parts | None = None) -> tuple[str, ...]:
        """Return the folders above *parts* (by itself those of *path*) that are not there, outermost first.

        Raises `NoteConflict` where one is there in another spelling.
        """
        parts = parts or path.parts
        with self._told(path, "write"):
            for depth, part in enumerate(parts[:-1]):
                with self._root.open(parts[:depth]) as folder:
                    twin = _twin(folder, part)
                if twin is None:
                    return tuple("/".join(parts[: end + 1]) for end in range(depth, len(parts) - 1))
                if twin != part:
                    raise NoteConflict(
                        f"The folder is named “{visible(twin)}” here.",
                        hint=f"Use “{visible(twin)}” in the path.",
                        path=path.text,
                        found=twin,
                    )
        return ()

    def must_be_free(self, path: NotePath, but: Collection[str] = ()) -> None:
        """Raise `NoteConflict` where a file in the folder of *path* has its name, as any system compares names.

        The names *but* do not count.
        """
        with self._told(path, "write"), self._root.open(path.parts[:-1]) as folder:
            twin = _twin(folder, path.file_name, but)
        if twin is not None:
            raise NoteConflict(
                f"There is already a note “{visible(twin)}” here.",
                hint="Open that one, or choose another name.",
                path=path.text,
                found=twin,
            )

    def make_folders(self, path: NotePath, folders: Sequence[str]) -> None:
        """Make *folders*, outermost first, for *path*. Raises `NoteNotFound` where one more is missing."""
        with self._told(path, "write"):
            with self._root.open(()):
                pass  # Where the vault itself is gone, that is the thing to tell.
            for text in folders:
                parts = text.split("/")
                with self._root.open(parts[:-1]) as folder:
                    folder.make_folder(parts[-1])
            try:
                with self._root.open(path.parts[:-1]):
                    return
            except (FileNotFoundError, NotADirectoryError) as error:
                raise NoteNotFound(
                    f"There is no folder “{visible(path.parent_text)}”.", hint="Create it first.", path=path.text
                ) from error

    def create(self, path: NotePath, data: bytes, temporary: str = "", attributes: Attributes | None = None) -> int:
        """Make the file; return its time. Raises `NoteConflict` where something has its name."""
        self.must_be_free(path)
        with self._told(path, "write"), self._root.open(path.parts[:-1]) as folder:
            try:
                return atomic_write.write_new(folder, path.file_name, data, temporary, attributes)
            except FileExistsError as error:
                raise changed_since(path) from error

    def replace(
        self, path: NotePath, data: bytes, expected: str, temporary: str = "", attributes: Attributes | None = None
    ) -> int:
        """Replace the bytes of *expected*; return the file's time. It keeps its attributes unless others are given."""
        with self._told(path, "write"), self._root.open(path.parts[:-1]) as folder:
            try:
                return atomic_write.replace(folder, path.file_name, data, expected, temporary, attributes)
            except TargetChanged as error:
                raise changed_since(path) from error

    def move(self, path: NotePath, parts: Parts, new_parts: Parts, expected: str) -> None:
        """Give the file at *parts* the place *new_parts*, if its bytes are those of *expected*. Overwrites nothing.

        Errors are told of *path*.
        """
        with self._told(path, "write"), self._root.open(parts[:-1]) as source, self._root.open(new_parts[:-1]) as to:
            name, new_name = parts[-1], new_parts[-1]
            with source.lock():
                _must_be(source, name, expected, path)
                try:
                    if parts[:-1] == new_parts[:-1] and _is_same_file(source, name, new_name):
                        source.replace(new_name, name)  # Another case of the same name, on a disk that ignores case.
                    else:
                        source.move(name, to, new_name)
                except FileExistsError as error:
                    raise NoteConflict(
                        f"There is already a note “{visible(new_name)}” there.",
                        hint="Choose another name.",
                        path=path.text,
                    ) from error
            atomic_write.confirm(to)
            if parts[:-1] != new_parts[:-1]:
                atomic_write.confirm(source)

    def remove(self, path: NotePath, expected: str) -> None:
        """Remove the file, if its bytes are those of *expected*. The only copy then is in the journal."""
        with self._told(path, "write"), self._root.open(path.parts[:-1]) as folder:
            with folder.lock():
                _must_be(folder, path.file_name, expected, path)
                folder.remove(path.file_name)
            atomic_write.confirm(folder)

    def discard(self, parts: Parts, inode: int) -> None:
        """Remove the second name of a file, or an empty placeholder: what a crash left in the middle of a move."""
        with suppress(FileNotFoundError, NotADirectoryError), self._root.open(parts[:-1]) as folder:
            found = folder.stat(parts[-1])
            if found.st_ino == inode or found.st_size == 0:
                folder.remove(parts[-1])

    def sweep(self, parts: Parts, temporary: str) -> bool:
        """Remove the hidden neighbour *temporary* of *parts*; return whether it is gone."""
        if not temporary:
            return True
        try:
            with self._root.open(parts[:-1]) as folder:
                folder.remove(temporary)
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return True

    def remove_folders(self, folders: Sequence[str]) -> None:
        """Remove those of *folders* (outermost first) that are empty; others stay."""
        for text in reversed(folders):
            parts = text.split("/")
            with suppress(OSError), self._root.open(parts[:-1]) as folder:
                folder.remove_folder(parts[-1])

    def names_in(self, parts: Parts, path: NotePath) -> frozenset[str]:
        """Return the names in the folder at *parts*; none where there is no such folder. Errors are told of *path*."""
        with self._told(path, "read"):
            try:
                with self._root.open(parts) as folder, folder.entries() as entries:
                    return frozenset(entry.name for entry in entries)
            except (FileNotFoundError, NotADirectoryError):
                return frozenset()


def changed_since(path: NotePath) -> NoteConflict:
    """Return the error for a file whose bytes are not those that were promised."""
    return NoteConflict(
        f"“{visible(path.text)}” changed since it was read.",
        hint="Nothing was written. Look at the new text, then decide.",
        path=path.text,
    )


def _must_be(folder: Folder, name: str, expected: str, path: NotePath) -> None:
    try:
        atomic_write.compare(folder, name, expected)
    except TargetChanged as error:
        raise changed_since(path) from error


def _is_same_file(folder: Folder, name: str, new_name: str) -> bool:
    """Whether the disk takes *new_name* for *name*."""
    if same_name_key(name) != same_name_key(new_name):
        return False
    try:
        return os.path.samestat(folder.stat(name), folder.stat(new_name))
    except OSError as error:
        if error.errno == errno.ENOENT:
            return False
        raise


def _twin(folder: Folder, name: str, but: Collection[str] = ()) -> str | None:
    """Return the name in *folder* that some system takes for *name*, the exact one first; none of *but*."""
    key = same_name_key(name)
    with folder.entries() as entries:
        names = (entry.name for entry in entries)
        # Plain letters need no normal form; that makes a folder of 15,000 notes four times faster to look through.
        alike = sorted(n for n in names if (n.lower() if n.isascii() else same_name_key(n)) == key and n not in but)
    return name if name in alike else next(iter(alike), None)
