"""FolderReader: reads very many files one after the other, the folder of the last one kept open. Writes nothing.

As safe as `VaultFiles.read`, which opens every folder on the way anew for each file; only quicker, and it does not say
why a file cannot be read: whoever wants to know asks `VaultFiles`.
"""

import os
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from vaultdesk.vault.atomic_write import read_all
from vaultdesk.vault.folder import Folder, Root
from vaultdesk.vault.note_path import NotePath


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file's bytes, and what the disk said of it when it was opened."""

    data: bytes
    stat: os.stat_result


class FolderReader:
    """`with FolderReader(root) as reader`: ask for the files of one folder together."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self._opened = ExitStack()
        self._folder: Folder | None = None
        self._place = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def read(self, path: NotePath, limit: int) -> FoundFile | None:
        """Return the file at *path*; None where it cannot be read, is no plain file, or has more than *limit* bytes."""
        try:
            folder = self._folder_of(path)
            descriptor = folder.open_file(path.file_name)
            try:
                found = os.fstat(descriptor)
                data = read_all(descriptor, limit, found.st_size) if found.st_size <= limit else None
            finally:
                os.close(descriptor)
        except OSError:
            return None
        return None if data is None or len(data) > limit else FoundFile(data, found)

    def state(self, path: NotePath) -> os.stat_result | None:
        """Return what the disk says of the file at *path*; None where it cannot be asked or is no plain file."""
        try:
            return self._folder_of(path).stat(path.file_name)
        except OSError:
            return None

    def _folder_of(self, path: NotePath) -> Folder:
        place = path.parent_text
        if self._folder is None or place != self._place:
            self._opened.close()
            self._folder = None
            self._folder = self._opened.enter_context(self._root.open(path.parts[:-1]))
            self._place = place
        return self._folder
