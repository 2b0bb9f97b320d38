"""Folders opened without following links: by directory descriptors on POSIX, by checked paths elsewhere."""

import errno
import hashlib
import os
import stat
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

from vaultdesk.core.platform.program_file import FileLocked, lock_file
from vaultdesk.vault.note_path import may_be_short_name, same_name_key


class FolderEntry(Protocol):
    """One entry of a folder, as the system lists it."""

    @property
    def name(self) -> str:
        """The name without a path."""

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        """Whether it is a folder."""

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        """Whether it is a regular file."""

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        """Size and times."""


class Folder(Protocol):
    """An open folder. Names are single components of `NotePath`s; no call follows a link. Errors are `OSError`."""

    def entries(self) -> AbstractContextManager[Iterator[FolderEntry]]:
        """List the entries."""

    def below(self, name: str) -> "AbstractContextManager[Folder]":
        """Open the subfolder *name*, which is not a link."""

    def open_file(self, name: str) -> int:
        """Open the regular file *name* for reading. Raises `OSError` (ELOOP, EINVAL) for a link or a special file."""

    def stat(self, name: str) -> os.stat_result:
        """Return the status of the regular file *name*; the same errors as `open_file`."""

    def create(self, name: str, mode: int) -> int:
        """Create *name* for writing, with *mode* less the umask; it must not exist."""

    def replace(self, name: str, by: str) -> None:
        """Rename *by* to *name* atomically, replacing it."""

    def publish(self, temporary: str, name: str) -> None:
        """Rename *temporary* to *name*; raises FileExistsError if the name is taken."""

    def move(self, name: str, to: "Folder", new_name: str) -> None:
        """Move the file *name* to *new_name* in *to*, a folder of the same class; raises FileExistsError."""

    def remove(self, name: str) -> None:
        """Remove the file *name*."""

    def make_folder(self, name: str) -> None:
        """Create the subfolder *name* if it does not exist."""

    def remove_folder(self, name: str) -> None:
        """Remove the subfolder *name*; raises `OSError` if it is not empty."""

    def lock(self) -> AbstractContextManager[None]:
        """Exclude other writers of this program from the folder; those in other processes too, where possible."""

    def sync(self) -> None:
        """Flush the current entries to disk."""


class RootFolder(Protocol):
    """The vault's root, which opens its folders."""

    def open(self, parts: Sequence[str]) -> AbstractContextManager[Folder]:
        """Open the folder at *parts*, none of which is a link. Raises `OSError`."""


_NO_REPLACE = 1
"""`RENAME_NOREPLACE` of Linux (linux/fs.h)."""

_EXCLUSIVE = 4
"""`RENAME_EXCL` of macOS (sys/stdio.h)."""

_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
"""Errors of kernels and file systems without this call."""


@cache
def _exclusive_rename() -> Callable[[int, bytes, int, bytes], int] | None:
    """Return the system's function, which returns an error number or 0; None if it has none."""
    if sys.platform == "win32":
        return None
    import ctypes  # Takes 3 ms, and only a write needs it.

    name, flag = ("renameatx_np", _EXCLUSIVE) if sys.platform == "darwin" else ("renameat2", _NO_REPLACE)
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if function is None:
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]

    def call(source: int, name: bytes, target: int, new_name: bytes) -> int:
        return 0 if function(source, name, target, new_name, flag) == 0 else ctypes.get_errno()

    return call


def rename_exclusive(source: int, name: str, target: int, new_name: str) -> bool:
    """Rename *name* in the folder *source* to *new_name* in the folder *target*; return False if unsupported.

    Raises FileExistsError if the name is taken, and OSError.
    """
    rename = _exclusive_rename()
    number = errno.ENOSYS if rename is None else rename(source, os.fsencode(name), target, os.fsencode(new_name))
    if number in _UNSUPPORTED:
        return False
    if number:
        raise OSError(number, os.strerror(number), new_name)
    return True


# `Path.resolve().is_relative_to()` let 172 of 8,000 reads escape while a folder was replaced by a link; this method let
# none (vaultdesk/vault/README.md, "Links on disk").

if sys.platform != "win32":
    import fcntl

_FOLDER_FLAGS = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
# Without O_NONBLOCK, opening a FIFO blocks until a writer opens it.
_CREATE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)

_NO_HARD_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)
"""Errors of file systems without hard links (FAT, exFAT, some network shares)."""


class PosixFolder:
    """One folder, held open by its descriptor."""

    def __init__(self, descriptor: int, parts: Sequence[str] = ()) -> None:
        self._fd = descriptor
        self._parts = tuple(parts)

    @contextmanager
    def entries(self) -> Iterator[Iterator[FolderEntry]]:
        with os.scandir(self._fd) as found:
            yield found

    @contextmanager
    def below(self, name: str) -> "Iterator[PosixFolder]":
        descriptor = _open_below(self._fd, name)
        try:
            yield PosixFolder(descriptor, (*self._parts, name))
        finally:
            os.close(descriptor)

    def open_file(self, name: str) -> int:
        _require_listed(self._fd, name)
        descriptor = os.open(name, _READ_FLAGS, dir_fd=self._fd)
        try:
            _require_regular(os.fstat(descriptor), name)
            if sys.platform == "darwin":
                _require_spelling(descriptor, (*self._parts, name))
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def stat(self, name: str) -> os.stat_result:
        _require_listed(self._fd, name)
        status = os.stat(name, dir_fd=self._fd, follow_symlinks=False)
        _require_regular(status, name)
        return status

    def create(self, name: str, mode: int) -> int:
        return os.open(name, _CREATE_FLAGS, mode, dir_fd=self._fd)

    def replace(self, name: str, by: str) -> None:
        os.rename(by, name, src_dir_fd=self._fd, dst_dir_fd=self._fd)

    def publish(self, temporary: str, name: str) -> None:
        self.move(temporary, self, name)

    def move(self, name: str, to: Folder, new_name: str) -> None:
        """Move the file *name* to *new_name* in *to*; atomically where the system supports it."""
        assert isinstance(to, PosixFolder)
        if rename_exclusive(self._fd, name, to._fd, new_name):
            return
        try:
            os.link(name, new_name, src_dir_fd=self._fd, dst_dir_fd=to._fd, follow_symlinks=False)
        except OSError as error:
            if error.errno not in _NO_HARD_LINKS:
                raise
            # The name is first reserved by an empty file, so that nothing can be overwritten, and then replaced
            # atomically.
            reserved = os.open(new_name, _CREATE_FLAGS, 0o600, dir_fd=to._fd)
            try:
                os.close(reserved)
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
        os.unlink(name, dir_fd=self._fd)

    def make_folder(self, name: str) -> None:
        try:
            os.mkdir(name, 0o777, dir_fd=self._fd)
        except FileExistsError:
            return
        os.fsync(self._fd)

    def remove_folder(self, name: str) -> None:
        os.rmdir(name, dir_fd=self._fd)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Exclude other writers of this program in every process; the kernel releases the lock if the process dies."""
        # Some network shares have no locks; concurrent writes are then possible, as with other programs.
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
        os.fsync(self._fd)


class PosixRoot:
    """The vault's root, opened for each use: no descriptor stays open, so the disk can be unmounted."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @contextmanager
    def open(self, parts: Sequence[str]) -> Iterator[PosixFolder]:
        """Open the folder at *parts* by descending from the root."""
        descriptor = os.open(self._root, os.O_RDONLY | _FOLDER_FLAGS)
        try:
            for part in parts:
                deeper = _open_below(descriptor, part)
                os.close(descriptor)
                descriptor = deeper
            yield PosixFolder(descriptor, parts)
        finally:
            os.close(descriptor)


def _require_regular(status: os.stat_result, name: str) -> None:
    """Raise OSError unless *status* is a regular file: links, folders, FIFOs, sockets and devices are refused."""
    if stat.S_ISREG(status.st_mode):
        return
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "is a link", name)
    raise OSError(errno.EINVAL, "is not a regular file", name)


def _open_below(descriptor: int, name: str) -> int:
    """Open the folder *name*. Systems report different errors for a link here; this raises ELOOP."""
    _require_listed(descriptor, name)
    try:
        return os.open(name, os.O_RDONLY | _FOLDER_FLAGS, dir_fd=descriptor)
    except NotADirectoryError:
        if stat.S_ISLNK(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode):
            raise OSError(errno.ELOOP, "is a link", name) from None
        raise


def _require_listed(descriptor: int, name: str) -> None:
    """Refuse a short (8.3) name of another file: Windows file systems accept it on every system."""
    if may_be_short_name(name) and name not in os.listdir(descriptor):
        raise FileNotFoundError(errno.ENOENT, "is not a name in the folder", name)


def _require_spelling(descriptor: int, parts: Sequence[str]) -> None:
    """Refuse another spelling of a name on a case-insensitive disk: permission rules apply to the real name."""
    if sys.platform == "darwin":
        real = fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1024)).rstrip(b"\0").decode("utf-8")
        if unicodedata.normalize("NFC", real).split("/")[-len(parts) :] != [
            unicodedata.normalize("NFC", part) for part in parts
        ]:
            raise FileNotFoundError(errno.ENOENT, "is spelled differently", parts[-1])


HELD_SECONDS = 2.0
"""Seconds for which a rename or removal is retried: virus scanners and sync tools briefly hold a new file open
(vaultdesk/vault/README.md, "Write path").
"""

HELD_FOR_READING_SECONDS = 0.3
"""Seconds for which opening for reading is retried. Windows refuses it during another program's rename over the file,
and with the same error if the file may not be read at all.
"""

DELETE_PENDING_SECONDS = 0.3
"""Seconds for which the removal of a folder that is not empty is retried on Windows: a file or folder that was deleted
in it stays there until every program has closed it.
"""

HELD_PAUSE = 0.02
"""Seconds between two attempts."""

T = TypeVar("T")


def _is_permission_error(error: OSError) -> bool:
    return isinstance(error, PermissionError)


def retry_while_held(
    operation: Callable[[], T],
    seconds: float = HELD_SECONDS,
    *,
    is_held: Callable[[OSError], bool] = _is_permission_error,
) -> T:
    """Return the result of *operation*, retried on Windows while another program holds the file open.

    *is_held* returns whether an error means that.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return operation()
        except OSError as error:
            if os.name != "nt" or not is_held(error) or time.monotonic() > until:
                raise
            # Windows has no event for a released file; this is a thread of the vault, never that of the window.
            threading.Event().wait(HELD_PAUSE)


# A replacement between check and opening is detected by the second check, not prevented; POSIX uses descriptors.

_LINK_TAGS = (
    getattr(stat, "IO_REPARSE_TAG_SYMLINK", 0xA000000C),
    getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", 0xA0000003),
)
"""Reparse points that refer to another location. A cloud drive's placeholder is also one, but refers to itself."""


OPEN_ATTEMPTS = 3
"""Attempts to open a file that another program replaces at the same time."""

LOCK_FOLDER = "vaultdesk-locks"
"""Folder for locks between processes, in the system's folder for temporary files."""

_PROCESS_LOCK = threading.Lock()
"""Lock between threads of this process, so that they need not poll the file lock."""


EXTENDED_PREFIX = "\\\\?\\"
"""Prefix of paths of up to 32,767 characters on Windows. Others are limited to 259, unless the program's manifest and a
system policy allow more.
"""


def extended_path(path: Path) -> Path:
    """Return the absolute *path* in the form without a length limit on Windows; unchanged on other systems."""
    text = str(path)
    if os.name != "nt" or text.startswith(EXTENDED_PREFIX):
        return path
    if text.startswith("\\\\"):
        return type(path)(f"{EXTENDED_PREFIX}UNC\\{text[2:]}")
    return type(path)(f"{EXTENDED_PREFIX}{text}")


class PortableFolder:
    """One folder, identified by its path. *root* is the vault's resolved root."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._folder = folder

    @contextmanager
    def entries(self) -> Iterator[Iterator[FolderEntry]]:
        with os.scandir(self._folder) as found:
            yield found

    @contextmanager
    def below(self, name: str) -> "Iterator[PortableFolder]":
        with PortableRoot(self._root).open((*self._folder.relative_to(self._root).parts, name)) as folder:
            yield folder

    def open_file(self, name: str) -> int:
        path = self._path_of(name)
        for _ in range(OPEN_ATTEMPTS):
            descriptor = retry_while_held(lambda: _open_real(path), HELD_FOR_READING_SECONDS)
            if descriptor is not None:
                return descriptor
        raise OSError(errno.ESTALE, "was replaced each time it was opened", name)

    def stat(self, name: str) -> os.stat_result:
        path = self._path_of(name)
        status = _regular_file_status(path)
        _require_real_path(path)
        return status

    def create(self, name: str, mode: int) -> int:
        _require_real_path(self._folder)
        return os.open(self._path_of(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)

    def replace(self, name: str, by: str) -> None:
        retry_while_held(lambda: self._path_of(by).replace(self._path_of(name)))

    def publish(self, temporary: str, name: str) -> None:
        self.move(temporary, self, name)

    def move(self, name: str, to: Folder, new_name: str) -> None:
        assert isinstance(to, PortableFolder)
        _require_real_path(to._folder)
        source, target = self._path_of(name), to._path_of(new_name)
        _require_real_path(source)
        if os.name == "nt":  # A rename never overwrites there.
            retry_while_held(lambda: source.rename(target))
            return
        target.hardlink_to(source)
        try:
            source.unlink()
        except OSError:
            target.unlink()
            raise

    def remove(self, name: str) -> None:
        """Remove the file *name*, even if Windows refuses because of its read-only attribute."""
        path = self._path_of(name)
        mode = path.lstat().st_mode
        read_only = os.name == "nt" and not mode & stat.S_IWRITE
        if read_only:
            path.chmod(stat.S_IWRITE)
        try:
            retry_while_held(path.unlink)
        except OSError:
            if read_only:
                path.chmod(mode)
            raise

    def make_folder(self, name: str) -> None:
        _require_real_path(self._folder)
        self._path_of(name).mkdir(exist_ok=True)

    def remove_folder(self, name: str) -> None:
        path = self._path_of(name)
        _require_real_path(path)
        pending_until = time.monotonic() + DELETE_PENDING_SECONDS

        def is_held(error: OSError) -> bool:
            may_be_pending = error.errno == errno.ENOTEMPTY and time.monotonic() < pending_until
            return may_be_pending or _is_permission_error(error)

        retry_while_held(path.rmdir, is_held=is_held)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Exclude other writers in all processes of this program.

        Windows cannot lock a folder, so the lock is a file among the temporary files, named by a hash of the root.
        """
        # Imported here, so that a process that only reads starts some milliseconds sooner.
        import tempfile

        locks = Path(tempfile.gettempdir(), LOCK_FOLDER)
        locks.mkdir(exist_ok=True)
        key = hashlib.sha256(os.fsencode(os.path.normcase(self._root))).hexdigest()[:32]
        try:
            with _PROCESS_LOCK, lock_file(locks / key):
                yield
        except FileLocked as error:
            raise OSError(errno.EBUSY, "is being changed by another program", str(self._folder)) from error

    def sync(self) -> None:
        """Do nothing: Windows cannot sync a folder, and NTFS journals its entries."""

    def _path_of(self, name: str) -> Path:
        if ":" in name:  # x.md:s is an alternate data stream of x.md.
            raise OSError(errno.EINVAL, "names a stream", name)
        return self._folder / name


class PortableRoot:
    """The vault's root, by its resolved path."""

    def __init__(self, root: Path) -> None:
        self._root = extended_path(root)

    @contextmanager
    def open(self, parts: Sequence[str]) -> Iterator[PortableFolder]:
        folder = self._root
        for part in parts:
            folder = folder / part
            status = folder.lstat()
            if is_link(status):
                raise OSError(errno.ELOOP, "is a link", part)
            if not stat.S_ISDIR(status.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, "is not a folder", part)
        _require_real_path(folder)
        yield PortableFolder(self._root, folder)


def is_link(status: os.stat_result) -> bool:
    """Whether *status* is a symbolic link or a junction."""
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) in _LINK_TAGS


def _regular_file_status(path: Path) -> os.stat_result:
    status = path.lstat()
    if is_link(status):
        raise OSError(errno.ELOOP, "is a link", path.name)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "is not a regular file", path.name)
    return status


def _open_real(path: Path) -> int | None:
    """Open the regular file at *path*, without following links; None if it was replaced in the meantime."""
    before = _regular_file_status(path)
    _require_real_path(path)
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        _require_real_path(path)
        if os.path.samestat(os.fstat(descriptor), before):
            return descriptor
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None


def _require_real_path(path: Path) -> None:
    """Raise OSError if the system resolves *path* to another path.

    FileNotFoundError if only the spelling differs, on a file system that ignores case: rules apply to the real name.
    ELOOP for a symbolic link in the path and for a short (8.3) name.
    """
    real = Path(os.path.realpath(path))
    if real.parts == path.parts:
        return
    if [same_name_key(part) for part in real.parts] == [same_name_key(part) for part in path.parts]:
        raise FileNotFoundError(errno.ENOENT, "is spelled differently", path.name)
    raise OSError(errno.ELOOP, "is reached through a link", path.name)
