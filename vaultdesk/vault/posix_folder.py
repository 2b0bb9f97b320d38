"""Folders by directory descriptors: no name is ever resolved twice, so no link can be slipped in. POSIX only.

`Path.resolve().is_relative_to()` leaked 172 of 8,000 reads while a folder was swapped for a link; this way none did
(THREATS 0.8).
"""

import errno
import os
import stat
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from vaultdesk.vault.exclusive_rename import rename_exclusive
from vaultdesk.vault.folder import Entry, Folder

if sys.platform != "win32":
    import fcntl

_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
# Without O_NONBLOCK the open of a FIFO waits for a writer for ever.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)

_NO_HARD_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)
"""How file systems without hard links (FAT, exFAT, some network shares) refuse one."""


class PosixFolder:
    """One folder, held open by its descriptor."""

    def __init__(self, descriptor: int, parts: Sequence[str] = ()) -> None:
        self._fd = descriptor
        self._parts = tuple(parts)

    @contextmanager
    def entries(self) -> Iterator[Iterator[Entry]]:
        """List what is in it."""
        with os.scandir(self._fd) as found:
            yield found

    @contextmanager
    def below(self, name: str) -> "Iterator[PosixFolder]":
        """Open the folder *name* in this one."""
        descriptor = _open_below(self._fd, name)
        try:
            yield PosixFolder(descriptor, (*self._parts, name))
        finally:
            os.close(descriptor)

    def open_file(self, name: str) -> int:
        """Open the regular file *name* for reading."""
        descriptor = os.open(name, _READ, dir_fd=self._fd)
        try:
            _must_be_regular(os.fstat(descriptor), name)
            if sys.platform == "darwin":
                _must_be_spelled(descriptor, (*self._parts, name))
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def stat(self, name: str) -> os.stat_result:
        """Return the state of the regular file *name*."""
        found = os.stat(name, dir_fd=self._fd, follow_symlinks=False)
        _must_be_regular(found, name)
        return found

    def create(self, name: str, mode: int) -> int:
        """Create *name* for writing."""
        return os.open(name, _NEW, mode, dir_fd=self._fd)

    def replace(self, name: str, by: str) -> None:
        """Rename *by* over *name*."""
        os.rename(by, name, src_dir_fd=self._fd, dst_dir_fd=self._fd)

    def publish(self, temporary: str, name: str) -> None:
        """Give *temporary* its *name* only if nothing has it."""
        self.move(temporary, self, name)

    def move(self, name: str, to: Folder, new_name: str) -> None:
        """Give the file *name* the *new_name* in *to*; in one step where the system can."""
        assert isinstance(to, PosixFolder)
        if rename_exclusive(self._fd, name, to._fd, new_name):
            return
        try:
            os.link(name, new_name, src_dir_fd=self._fd, dst_dir_fd=to._fd, follow_symlinks=False)
        except OSError as error:
            if error.errno not in _NO_HARD_LINKS:
                raise
            # The name is taken first, empty, so that nothing can be overwritten; then filled in one step.
            taken = os.open(new_name, _NEW, 0o600, dir_fd=to._fd)
            try:
                os.close(taken)
                os.rename(name, new_name, src_dir_fd=self._fd, dst_dir_fd=to._fd)
            except OSError:
                to.remove(new_name)
                raise
            return
        try:
            self.remove(name)
        except OSError:
            to.remove(new_name)
            raise

    def remove(self, name: str) -> None:
        """Remove the file *name*."""
        os.unlink(name, dir_fd=self._fd)

    def make_folder(self, name: str) -> None:
        """Create the folder *name*, where there is none."""
        try:
            os.mkdir(name, 0o777, dir_fd=self._fd)
        except FileExistsError:
            return
        os.fsync(self._fd)

    def remove_folder(self, name: str) -> None:
        """Remove the folder *name*, if it is empty."""
        os.rmdir(name, dir_fd=self._fd)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other writers of this program out, in every process; the kernel lets go if we die."""
        # Some network shares know no locks; then the window is as wide as for other programs.
        if sys.platform != "win32":
            with suppress(OSError):
                fcntl.flock(self._fd, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if sys.platform != "win32":
                with suppress(OSError):
                    fcntl.flock(self._fd, fcntl.LOCK_UN)

    def sync(self) -> None:
        """Wait until the disk holds the names."""
        os.fsync(self._fd)


class PosixRoot:
    """The vault's root, opened anew for each use: nothing is held, so the disk can be taken out."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @contextmanager
    def open(self, parts: Sequence[str]) -> Iterator[PosixFolder]:
        """Open the folder at *parts* by walking down from the root."""
        descriptor = os.open(self._root, os.O_RDONLY | _FOLDER)
        try:
            for part in parts:
                deeper = _open_below(descriptor, part)
                os.close(descriptor)
                descriptor = deeper
            yield PosixFolder(descriptor, parts)
        finally:
            os.close(descriptor)


def _must_be_regular(found: os.stat_result, name: str) -> None:
    """Refuse whatever is no plain file: a link, a folder named like a note, a FIFO, a socket, a device."""
    if stat.S_ISREG(found.st_mode):
        return
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, "is a link", name)
    raise OSError(errno.EINVAL, "is not a regular file", name)


def _open_below(descriptor: int, name: str) -> int:
    """Open the folder *name*. Systems differ in what they call a link here; we call it ELOOP."""
    try:
        return os.open(name, os.O_RDONLY | _FOLDER, dir_fd=descriptor)
    except NotADirectoryError:
        if stat.S_ISLNK(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode):
            raise OSError(errno.ELOOP, "is a link", name) from None
        raise


def _must_be_spelled(descriptor: int, parts: Sequence[str]) -> None:
    """Refuse another spelling of the file on a disk that ignores case: rules are kept by the true name."""
    if sys.platform == "darwin":
        real = fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1024)).rstrip(b"\0").decode("utf-8")
        if unicodedata.normalize("NFC", real).split("/")[-len(parts) :] != [
            unicodedata.normalize("NFC", part) for part in parts
        ]:
            raise FileNotFoundError(errno.ENOENT, "is spelled differently", parts[-1])
