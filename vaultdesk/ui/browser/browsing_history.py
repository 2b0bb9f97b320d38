"""Visited notes, saved searches and open tags of a vault, stored next to its index outside the vault."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct
from pydantic import JsonValue
from PySide6.QtCore import QObject, Signal

from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.ui import bridge

MAX_VISITED = 40
"""Number of most recently opened notes stored."""

MAX_SAVED_SEARCHES = 200
"""Maximum number of saved searches."""


class SavedSearch(Struct, frozen=True):
    """A search saved by name."""

    name: str
    query: str


class BrowsingHistory(QObject):
    """Browsing history of one vault, read and written in threads. Exists as long as the vault is open."""

    changed = Signal()
    """The stored data was loaded, or the saved searches changed."""

    def __init__(self, store: JsonStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._write_lock = asyncio.Lock()
        self.visited: tuple[str, ...] = ()
        """Notes, the most recent first."""
        self.saved: tuple[SavedSearch, ...] = ()
        self.open_tags: tuple[str, ...] = ()
        self.tag_order = "name"
        self._loaded = False
        self._pending: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """Load the stored data; entries added in the meantime are kept."""
        await asyncio.to_thread(self._store.load)
        had_entries, self._loaded = (self.visited, self.saved, self.open_tags), True
        visited, saved = _texts(self._store.get("visited")), _searches(self._store.get("saved"))
        self.visited = tuple(dict.fromkeys((*self.visited, *visited)))[:MAX_VISITED]
        known_queries = {search.query for search in self.saved}
        self.saved = (*self.saved, *(search for search in saved if search.query not in known_queries))[
            :MAX_SAVED_SEARCHES
        ]
        if not self.open_tags:
            self.open_tags = tuple(_texts(self._store.get("tags")))
            self.tag_order = "count" if self._store.get("tag_order") == "count" else "name"
        if any(had_entries):
            self._save_all()
        self.changed.emit()

    async def settle(self) -> None:
        """Wait until all changes are written."""
        await asyncio.gather(*self._pending, return_exceptions=True)

    def visit(self, path: str) -> None:
        """Add the opened note at *path*."""
        if self.visited[:1] != (path,):
            self.visited = (path, *(visited for visited in self.visited if visited != path))[:MAX_VISITED]
            self._save("visited", list(self.visited))

    def moved(self, old: str, new: str) -> None:
        """Replace the path *old* by *new*."""
        if old in self.visited:
            self.visited = tuple(dict.fromkeys(new if visited == old else visited for visited in self.visited))
            self._save("visited", list(self.visited))

    def is_saved(self, query: str) -> bool:
        """Return whether *query* is among the saved searches."""
        return any(search.query == query for search in self.saved)

    def save(self, query: str, name: str = "") -> None:
        """Save *query*, or rename it to *name* if it is saved."""
        remaining = [search for search in self.saved if search.query != query]
        index = next((position for position, search in enumerate(self.saved) if search.query == query), len(remaining))
        self._set_saved([*remaining[:index], SavedSearch(name.strip() or query, query), *remaining[index:]])

    def remove(self, query: str) -> None:
        """Remove *query* from the saved searches."""
        self._set_saved([search for search in self.saved if search.query != query])

    def save_tags(self, opened: Sequence[str], order: str) -> None:
        """Store which tags are open, and their sort order."""
        self.open_tags, self.tag_order = tuple(opened), order
        self._save("tags", list(opened))
        self._save("tag_order", order)

    def _set_saved(self, saved: Sequence[SavedSearch]) -> None:
        self.saved = tuple(saved)[:MAX_SAVED_SEARCHES]
        self._save("saved", [[search.name, search.query] for search in self.saved])
        self.changed.emit()

    def _save_all(self) -> None:
        self._save("visited", list(self.visited))
        self._save("saved", [[search.name, search.query] for search in self.saved])
        self._save("tags", list(self.open_tags))
        self._save("tag_order", self.tag_order)

    def _save(self, name: str, value: JsonValue) -> None:
        if self._loaded:  # Before everything is loaded, saving would overwrite the stored data.
            task = bridge.start(self._write(name, value), owner=self)
            self._pending.add(task)
            task.add_done_callback(self._pending.discard)

    async def _write(self, name: str, value: JsonValue) -> None:
        async with self._write_lock:  # Serialized, so that the newest state is written last.
            await asyncio.to_thread(self._store.put, name, value)


def _texts(value: JsonValue) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _searches(value: JsonValue) -> list[SavedSearch]:
    pairs = [_texts(item) for item in value] if isinstance(value, list) else []
    return [SavedSearch(*pair) for pair in pairs if len(pair) == 2 and pair[1].strip()]
