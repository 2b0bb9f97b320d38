"""Folders by paths, for systems without directory descriptors (Windows). Checks before and after each opening.

A swap between check and opening is noticed by the second check, not prevented; POSIX uses posix_folder.py.
"""

import errno
import os
import stat
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from vaultdesk.vault.folder import Entry, Folder
from vaultdesk.vault.patient_rename import patiently

_LINK_TAGS = (
    getattr(stat, "IO_REPARSE_TAG_SYMLINK", 0xA000000C),
    getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", 0xA0000003),
)
"""Reparse points that lead elsewhere. A cloud drive's placeholder is one too, but leads to itself."""


_ONE_WRITER = threading.Lock()


class PortableFolder:
    """One folder, by its path. *root* is the vault's root, fully resolved."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._folder = folder

    @contextmanager
    def entries(self) -> Iterator[Iterator[Entry]]:
        """List what is in it."""
        with os.scandir(self._folder) as found:
            yield found

    @contextmanager
    def below(self, name: str) -> "Iterator[PortableFolder]":
        """Open the folder *name* in this one."""
        with PortableRoot(self._root).open((*self._folder.relative_to(self._root).parts, name)) as folder:
            yield folder

    def open_file(self, name: str) -> int:
        """Open the regular file *name* for reading."""
        path = self._own(name)
        before = _regular(path)
        _must_be_real(path)
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            opened = os.fstat(descriptor)
            if not stat.S_ISREG(opened.st_mode) or not os.path.samestat(opened, before):
                raise OSError(errno.ELOOP, "was replaced while it was opened", name)
            _must_be_real(path)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def stat(self, name: str) -> os.stat_result:
        """Return the state of the regular file *name*."""
        path = self._own(name)
        found = _regular(path)
        _must_be_real(path)
        return found

    def create(self, name: str, mode: int) -> int:
        """Create *name* for writing."""
        _must_be_real(self._folder)
        return os.open(self._own(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)

    def replace(self, name: str, by: str) -> None:
        """Rename *by* over *name*."""
        patiently(lambda: self._own(by).replace(self._own(name)))

    def publish(self, temporary: str, name: str) -> None:
        """Give *temporary* its *name* only if nothing has it."""
        self.move(temporary, self, name)

    def move(self, name: str, to: Folder, new_name: str) -> None:
        """Give the file *name* the *new_name* in *to*, only if nothing has it."""
        assert isinstance(to, PortableFolder)
        _must_be_real(to._folder)
        source, target = self._own(name), to._own(new_name)
        _must_be_real(source)
        if os.name == "nt":  # A rename never overwrites there.
            patiently(lambda: source.rename(target))
            return
        target.hardlink_to(source)
        try:
            source.unlink()
        except OSError:
            target.unlink()
            raise

    def remove(self, name: str) -> None:
        """Remove the file *name*."""
        self._own(name).unlink()

    def make_folder(self, name: str) -> None:
        """Create the folder *name*, where there is none."""
        _must_be_real(self._folder)
        self._own(name).mkdir(exist_ok=True)

    def remove_folder(self, name: str) -> None:
        """Remove the folder *name*, if it is empty."""
        _must_be_real(self._own(name))
        self._own(name).rmdir()

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other threads of this process out."""
        with _ONE_WRITER:
            yield

    def sync(self) -> None:
        """Do nothing: Windows keeps no way to sync a folder, and NTFS journals its names."""

    def _own(self, name: str) -> Path:
        if ":" in name:  # x.md:s is a stream of x.md.
            raise OSError(errno.EINVAL, "names a stream", name)
        return self._folder / name


class PortableRoot:
    """The vault's root, by its resolved path."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @contextmanager
    def open(self, parts: Sequence[str]) -> Iterator[PortableFolder]:
        """Open the folder at *parts*."""
        folder = self._root
        for part in parts:
            folder = folder / part
            found = folder.lstat()
            if is_link(found):
                raise OSError(errno.ELOOP, "is a link", part)
            if not stat.S_ISDIR(found.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, "is not a folder", part)
        _must_be_real(folder)
        yield PortableFolder(self._root, folder)


def is_link(found: os.stat_result) -> bool:
    """Whether *found* is a symbolic link or a junction."""
    return stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) in _LINK_TAGS


def _regular(path: Path) -> os.stat_result:
    found = path.lstat()
    if is_link(found):
        raise OSError(errno.ELOOP, "is a link", path.name)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "is not a regular file", path.name)
    return found


def _must_be_real(path: Path) -> None:
    """Refuse a path the system resolves to another one: a link on the way, a short name, another spelling."""
    if Path(os.path.realpath(path)).parts != path.parts:
        raise OSError(errno.ELOOP, "is not where it says", path.name)
