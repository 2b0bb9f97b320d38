"""Mailbox: what codex says about one thread, waiting to be read. Knows no process and no meaning."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from pydantic import JsonValue

Said: TypeAlias = dict[str, JsonValue]
"""One message of the protocol, as an object."""

MAX_WAITING = 50_000
"""Messages that may wait: more than any answer has; a flood nobody reads must not fill memory."""


class Mailbox:
    """Messages in order; one reader."""

    def __init__(self) -> None:
        self._waiting: deque[Said] = deque()
        self._news = asyncio.Event()
        self.closed = False
        """True once nothing more can come."""
        self._watcher: Callable[[Said], None] | None = None

    def put(self, message: Said) -> bool:
        """Add *message*; False where it is one too many."""
        if len(self._waiting) >= MAX_WAITING:
            return False
        self._waiting.append(message)
        self._news.set()
        if self._watcher is not None:
            self._watcher(message)
        return True

    def watch_with(self, watcher: Callable[[Said], None] | None) -> None:
        """Have *watcher* told of each message that waits or comes, while nobody reads; None ends that."""
        self._watcher = watcher
        if watcher is not None:
            for message in tuple(self._waiting):
                watcher(message)

    def close(self) -> None:
        """Say that nothing more comes; what waits can still be read."""
        self.closed = True
        self._news.set()

    async def next(self) -> Said | None:
        """Return the next message; None once the box is closed and empty."""
        while not self._waiting:
            if self.closed:
                return None
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()
