"""Typing turns: of what is typed into one field only the newest counts; what runs for an older one is stopped."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

T = TypeVar("T")

LOOK_EVERY = 20_000
"""Steps of SQLite between two looks at whether the answer is still wanted: about a millisecond."""


class TypingTurn:
    """One query of one field. Made on the loop; `is_over` may be read on any thread."""

    def __init__(self, running: asyncio.Lock) -> None:
        self.is_over = False
        """Whether a newer query took its place."""
        self._running = running
        self._ended = asyncio.Event()

    def end(self) -> None:
        """A newer query takes its place."""
        self.is_over = True
        self._ended.set()

    async def outlasts(self, seconds: float) -> bool:
        """Wait so long, or until a newer query comes; return whether none came."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()
        return not self.is_over

    @asynccontextmanager
    async def mine(self) -> AsyncIterator[bool]:
        """Wait until no other query of the field runs; False when a newer one came meanwhile."""
        async with self._running:
            yield not self.is_over

    def unless_over(self, connection: sqlite3.Connection, question: Callable[[], T]) -> T | None:
        """Return the answer to *question*, asked on *connection*; None when it was stopped because the turn is over."""
        # On this connection one question is asked at a time, so nobody else's can be stopped.
        connection.set_progress_handler(lambda: self.is_over, LOOK_EVERY)
        try:
            return None if self.is_over else question()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return None
        finally:
            connection.set_progress_handler(None, 0)


class TypingTurns:
    """The newest query of each field."""

    def __init__(self) -> None:
        self._newest: dict[str, TypingTurn] = {}
        self._running: dict[str, asyncio.Lock] = {}

    def take(self, channel: str) -> TypingTurn:
        """Begin the next query of the field *channel*; the one before is over."""
        before = self._newest.get(channel)
        if before is not None:
            before.end()
        turn = TypingTurn(self._running.setdefault(channel, asyncio.Lock()))
        self._newest[channel] = turn
        return turn
