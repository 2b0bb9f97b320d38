"""Bookmarks of a vault: those of Obsidian, read-only, and the user's own.

Methods that access the disk block: do not call them on the loop.
"""

import json
import logging
import threading
from collections.abc import Mapping
from pathlib import Path

from vaultdesk.core.platform.program_file import replace_file_bytes
from vaultdesk.vault.obsidian.vault_config import Bookmark, read_bookmarks

MAX_BOOKMARKS_BYTES = 5_000_000
"""Maximum number of bytes read."""

_EMPTY_FILE_BYTES = 40
"""Maximum size in bytes of a file without bookmarks."""

log = logging.getLogger(__name__)


class VaultBookmarks:
    """The user's own bookmarks are files and folders, in the order they were added. Thread-safe."""

    def __init__(self, file: Path, settings_folder: Path) -> None:
        self._file = file
        self.settings_folder = settings_folder
        """The folder of Obsidian's bookmarks."""
        self._lock = threading.Lock()

    def read(self) -> tuple[Bookmark, ...]:
        """Return the user's own bookmarks, then Obsidian's."""
        with self._lock:
            own = self._read_own()
        return (*(_bookmark(path, kind) for path, kind in own.items()), *read_bookmarks(self.settings_folder))

    def toggle(self, path: str, *, folder: bool) -> bool:
        """Add or remove the bookmark of the file or folder at *path*; return whether it is bookmarked now. Raises
        OSError.
        """
        with self._lock:
            own = self._read_own()
            marked = own.pop(path, "") == ""
            if marked:
                own[path] = "folder" if folder else "file"
            self._write(own)
            return marked

    def apply_moves(self, moves: Mapping[str, str]) -> bool:
        """Update the bookmarks of moved files and folders; return whether any changed. Raises OSError."""
        with self._lock:
            before = self._read_own()
            after = {moves.get(path, path): kind for path, kind in before.items()}
            if after != before:
                self._write(after)
            return after != before

    def _read_own(self) -> dict[str, str]:
        try:
            with self._file.open("rb") as file:
                kept = json.loads(file.read(MAX_BOOKMARKS_BYTES))
            return {str(one["path"]): str(one["kind"]) for one in kept["bookmarks"]}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError, TypeError, KeyError) as problem:
            log.info("the bookmarks in %s cannot be read: %s", self._file, type(problem).__name__)
            return {}

    def _write(self, own: Mapping[str, str]) -> None:
        kept = [{"path": path, "kind": kind} for path, kind in own.items()]
        if not self._read_own() and self._file.exists() and self._file.stat().st_size > _EMPTY_FILE_BYTES:
            # An invalid file is renamed, so that nothing is lost.
            self._file.replace(self._file.with_suffix(".unreadable"))
        replace_file_bytes(self._file, json.dumps({"bookmarks": kept}, indent=1).encode())


def _bookmark(path: str, kind: str) -> Bookmark:
    return Bookmark("folder" if kind == "folder" else "file", "", path, own=True)
