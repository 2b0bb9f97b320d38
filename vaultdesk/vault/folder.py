"""Folder: one open folder of the vault and what may be done in it. Two kinds: posix_folder.py, portable_folder.py."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol


class Entry(Protocol):
    """One name in a folder, as the system lists it."""

    @property
    def name(self) -> str:
        """The bare name."""

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        """Whether it is a folder."""

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        """Whether it is a regular file."""

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        """Size and times."""


class Folder(Protocol):
    """An open folder. Names are single names of `NotePath`s; no call follows a link. Errors are `OSError`."""

    def entries(self) -> AbstractContextManager[Iterator[Entry]]:
        """List what is in it."""

    def below(self, name: str) -> "AbstractContextManager[Folder]":
        """Open the folder *name* in this one, a folder and no link."""

    def open_file(self, name: str) -> int:
        """Open the regular file *name* for reading. Raises `OSError` (ELOOP, EINVAL) for a link or a special file."""

    def stat(self, name: str) -> os.stat_result:
        """Return the state of the regular file *name*; the same errors as `open_file`."""

    def create(self, name: str, mode: int) -> int:
        """Create *name* for writing, with *mode* less the user's mask; it must not exist."""

    def replace(self, name: str, by: str) -> None:
        """Rename *by* over *name*, in one step."""

    def publish(self, temporary: str, name: str) -> None:
        """Give *temporary* its *name* only if nothing has it; raises FileExistsError."""

    def move(self, name: str, to: "Folder", new_name: str) -> None:
        """Give the file *name* the *new_name* in *to*, a folder of the same kind; raises FileExistsError."""

    def remove(self, name: str) -> None:
        """Remove the file *name*."""

    def make_folder(self, name: str) -> None:
        """Create the folder *name* in this one, where there is none."""

    def remove_folder(self, name: str) -> None:
        """Remove the folder *name*; raises `OSError` where something is in it."""

    def lock(self) -> AbstractContextManager[None]:
        """Keep other writers of this program out of the folder for a moment; in other processes too, where possible."""

    def sync(self) -> None:
        """Wait until the disk holds the names as they are now."""


class Root(Protocol):
    """The vault's root: opens its folders."""

    def open(self, parts: Sequence[str]) -> AbstractContextManager[Folder]:
        """Open the folder at *parts*, each a folder and no link. Raises `OSError`."""
