"""Visited notes, saved searches and open tags of a vault, kept outside the vault.

Kept beside the index, outside the vault. Reads and writes in threads; forgets nothing that was told since.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue
from PySide6.QtCore import QObject, Signal

from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui import bridge

MAX_VISITED = 40
"""Notes kept that were opened last."""

MAX_SAVED_SEARCHES = 200
"""Searches kept by name."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search that was kept by name."""

    name: str
    query: str


class BrowsingHistory(QObject):
    """Lives as long as the vault is open."""

    changed = Signal()
    """What is kept was read, or another search is kept."""

    def __init__(self, store: JsonStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._writing = asyncio.Lock()
        self.visited: tuple[str, ...] = ()
        """Notes, the one opened last first."""
        self.saved: tuple[SavedSearch, ...] = ()
        self.open_tags: tuple[str, ...] = ()
        self.tag_order = "name"
        self._loaded = False
        self._pending: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """Read what was kept; what was told meanwhile stays."""
        await asyncio.to_thread(self._store.load)
        told, self._loaded = (self.visited, self.saved, self.open_tags), True
        visited, saved = _texts(self._store.get("visited")), _searches(self._store.get("saved"))
        self.visited = tuple(dict.fromkeys((*self.visited, *visited)))[:MAX_VISITED]
        known = {one.query for one in self.saved}
        self.saved = (*self.saved, *(one for one in saved if one.query not in known))[:MAX_SAVED_SEARCHES]
        if not self.open_tags:
            self.open_tags = tuple(_texts(self._store.get("tags")))
            self.tag_order = "count" if self._store.get("tag_order") == "count" else "name"
        if any(told):
            self._save_all()
        self.changed.emit()

    async def settle(self) -> None:
        """Wait until all that was told is written."""
        await asyncio.gather(*self._pending, return_exceptions=True)

    def visit(self, path: str) -> None:
        """The note at *path* was opened."""
        if self.visited[:1] != (path,):
            self.visited = (path, *(one for one in self.visited if one != path))[:MAX_VISITED]
            self._save("visited", list(self.visited))

    def moved(self, old: str, new: str) -> None:
        """The note at *old* is at *new* now."""
        if old in self.visited:
            self.visited = tuple(dict.fromkeys(new if one == old else one for one in self.visited))
            self._save("visited", list(self.visited))

    def is_saved(self, query: str) -> bool:
        """Return whether *query* is among the saved searches."""
        return any(one.query == query for one in self.saved)

    def save(self, query: str, name: str = "") -> None:
        """Keep *query*, or call it *name* where it is kept."""
        others = [one for one in self.saved if one.query != query]
        place = next((nth for nth, one in enumerate(self.saved) if one.query == query), len(others))
        self._set_saved([*others[:place], SavedSearch(name.strip() or query, query), *others[place:]])

    def remove(self, query: str) -> None:
        """Keep *query* no longer."""
        self._set_saved([one for one in self.saved if one.query != query])

    def save_tags(self, opened: Sequence[str], order: str) -> None:
        """Remember which tags are open, and in which order they stand."""
        self.open_tags, self.tag_order = tuple(opened), order
        self._save("tags", list(opened))
        self._save("tag_order", order)

    def _set_saved(self, saved: Sequence[SavedSearch]) -> None:
        self.saved = tuple(saved)[:MAX_SAVED_SEARCHES]
        self._save("saved", [[one.name, one.query] for one in self.saved])
        self.changed.emit()

    def _save_all(self) -> None:
        self._save("visited", list(self.visited))
        self._save("saved", [[one.name, one.query] for one in self.saved])
        self._save("tags", list(self.open_tags))
        self._save("tag_order", self.tag_order)

    def _save(self, name: str, value: JsonValue) -> None:
        if self._loaded:  # What is told before all was read would take the place of what is kept.
            task = bridge.start(self._write(name, value), owner=self)
            self._pending.add(task)
            task.add_done_callback(self._pending.discard)

    async def _write(self, name: str, value: JsonValue) -> None:
        async with self._writing:  # One after the other: the newest is written last.
            await asyncio.to_thread(self._store.put, name, value)


def _texts(kept: JsonValue) -> list[str]:
    return [one for one in kept if isinstance(one, str)] if isinstance(kept, list) else []


def _searches(kept: JsonValue) -> list[SavedSearch]:
    pairs = [_texts(one) for one in kept] if isinstance(kept, list) else []
    return [SavedSearch(*pair) for pair in pairs if len(pair) == 2 and pair[1].strip()]
