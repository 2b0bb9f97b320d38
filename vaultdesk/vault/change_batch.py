"""ChangeBatch: what the disk told, gathered until it is silent, then handed on as few changes. Knows no watchdog."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from vaultdesk.core.errors import OutsideVault
from vaultdesk.vault.changes import Change, VaultChanged, fold
from vaultdesk.vault.note_path import NotePath

SILENCE = 0.05
"""Seconds without events before a batch is handed on: a save is three events within 2 ms (PERFORMANCE 5). What an
editor does 50-100 ms after it makes a second batch, and a note that is looked at twice costs a millisecond."""

LONGEST_WAIT = 1.0
"""Seconds a change waits at most, so that a program that writes all the time cannot hide what it does."""

MAX_EVENTS = 200
"""Events worth following one by one; beyond, comparing the whole vault (54 ms at 14,000 notes) is cheaper and sure."""


@dataclass(frozen=True, slots=True)
class DiskEvent:
    """One thing a watcher saw; paths from the vault's root with `/`, unchecked."""

    kind: Literal["created", "modified", "deleted", "moved"]
    path: str
    new_path: str = ""
    folder: bool = False


class ChangeBatch:
    """Gathers events on the loop's thread and publishes them after a silence."""

    def __init__(self, publish: Callable[[VaultChanged], None]) -> None:
        self._publish = publish
        self._changes: list[Change] = []
        self._rescan = False
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0

    def take(self, events: Iterable[DiskEvent], *, rescan: bool = False) -> None:
        """Add *events*; *rescan* where some were lost."""
        before = len(self._changes)
        for event in events:
            if event.folder:
                rescan = rescan or _visible_folder(event)
            elif len(self._changes) <= MAX_EVENTS:
                self._changes.extend(changes_of(event))
        if rescan or len(self._changes) > MAX_EVENTS:
            self._rescan = True
        if self._rescan or len(self._changes) > before:
            self._wait()

    def close(self) -> None:
        """Forget what waits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._timer is None:
            self._deadline = now + LONGEST_WAIT
        else:
            self._timer.cancel()
        self._timer = loop.call_at(min(now + SILENCE, self._deadline), self._hand_on)

    def _hand_on(self) -> None:
        self._timer = None
        changes = fold(self._changes[:MAX_EVENTS])
        rescan, self._rescan = self._rescan, False
        self._changes.clear()
        if changes or rescan:
            self._publish(VaultChanged(changes, rescan))


def changes_of(event: DiskEvent) -> Iterator[Change]:
    """Yield what *event* did to notes; nothing for what is hidden, outside or no note."""
    path, new_path = _note(event.path), _note(event.new_path)
    if event.kind != "moved":
        if path is not None:
            yield Change(event.kind, path)
    elif path is not None and new_path is not None:
        yield Change("moved", new_path, path)
    elif path is not None:
        yield Change("deleted", path)
    elif new_path is not None:
        # A hidden neighbour renamed over the note: how every careful program saves.
        yield Change("modified", new_path)


def _visible_folder(event: DiskEvent) -> bool:
    return any(_path(text) is not None for text in (event.path, event.new_path))


def _note(text: str) -> NotePath | None:
    path = _path(text)
    return path if path is not None and path.is_indexed else None


def _path(text: str) -> NotePath | None:
    try:
        return NotePath(text)
    except OutsideVault:
        return None
