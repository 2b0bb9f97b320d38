"""WriteLease: which program may write to a vault. Held by one at a time; the system lets go of it if that one dies."""

import json
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.errors import JournalFailed
from vaultdesk.core.platform.atomic_file import replace_file_bytes

if TYPE_CHECKING:
    from filelock import BaseFileLock


class WriteLease:
    """The lease on *file*, which lies outside the vault. Two of these in one process exclude each other too."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock: BaseFileLock | None = None

    @property
    def held(self) -> bool:
        """Whether this one may write."""
        return self._lock is not None and self._lock.is_locked

    def take(self) -> bool:
        """Take the lease if nobody has it; return whether it is held. Never waits. Raises `JournalFailed`."""
        if self.held:
            return True
        # Takes 15 ms, and who only reads never needs it. A lock of a thread would be lost between the vault's threads.
        from filelock import FileLock, Timeout

        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = FileLock(self._file, thread_local=False, is_singleton=False)
            lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError as error:
            raise JournalFailed(
                f"The vault cannot be opened for writing: {error.strerror or error}.",
                hint="Check the disk where VaultDesk keeps its data.",
                path=str(self._file),
            ) from error
        self._lock = lock
        with suppress(OSError):  # Only for the sentence others read; the lock itself is held.
            replace_file_bytes(self._card, json.dumps({"process": os.getpid(), "host": socket.gethostname()}).encode())
        return True

    def release(self) -> None:
        """Let go."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def why_not(self) -> str:
        """Say for people who has it."""
        who = ""
        with suppress(OSError, ValueError, AttributeError):
            who = f" (process {int(json.loads(self._card.read_bytes()).get('process'))})"
        return f"Another VaultDesk{who} has this vault open, so it can only be read here."

    @property
    def _card(self) -> Path:
        """Where the holder leaves who it is; the lock's own file cannot be read on Windows while it is held."""
        return self._file.with_suffix(".json")
