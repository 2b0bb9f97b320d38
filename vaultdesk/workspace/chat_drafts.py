"""ChatDrafts: what was typed and not sent yet, by conversation, kept outside the vault. Never blocks who types.

They are written when somebody stops typing and when the vault is closed; a crash loses the last half second.
"""

import asyncio

from pydantic import JsonValue

from vaultdesk.core.json_store import JsonStore
from vaultdesk.workspace.chat_desk import ChatDesk

PAUSE = 0.5
"""Seconds without a change after which drafts are written: somebody is typing until then."""

LONGEST = 1_000_000
"""Characters of a draft that are kept."""


class ChatDrafts:
    """The drafts of one vault."""

    def __init__(self, store: JsonStore, desk: ChatDesk) -> None:
        self._store = store
        self._desk = desk
        self._typed: dict[str, str] = {}
        """What was typed since the vault was opened."""
        self._unwritten: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def get(self, key: str) -> str:
        """Return the draft of a conversation; empty where there is none."""
        if key in self._typed:
            return self._typed[key]
        kept: JsonValue = self._store.get(key)
        return kept if isinstance(kept, str) else ""

    def set(self, key: str, text: str) -> None:
        """Keep *text*; an empty one forgets it."""
        if self.get(key) == text:
            return
        self._typed[key] = text[:LONGEST]
        self._unwritten.add(key)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(PAUSE, self._write)

    async def load(self) -> None:
        """Read what is kept."""
        await self._desk.off_loop(self._store.load)

    async def save(self) -> None:
        """Write what is not written yet."""
        self._write()
        await self._desk.off_loop(_nothing)

    def _write(self) -> None:
        """Have what is not written yet written, in the thread of chats."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        changed = {key: self._typed[key] for key in self._unwritten}
        self._unwritten.clear()

        def write() -> None:
            for key, text in changed.items():
                self._store.put(key, text or None)

        if changed:
            self._desk.later(write)


def _nothing() -> None:
    """Runs when everything before it has run."""
