"""Found: which search found which note lately, so that a reading can say why a note was picked. Kept in memory only."""

from collections import OrderedDict
from collections.abc import Iterable

REMEMBERED = 500
"""Notes remembered: ten full searches; older reasons help nobody."""


class Found:
    """What the searches of this session found; shared by the searching and the reading tool of one vault."""

    def __init__(self) -> None:
        self._queries: OrderedDict[str, str] = OrderedDict()

    def note(self, query: str, paths: Iterable[str]) -> None:
        """Remember that *query* found the notes at *paths*."""
        for path in paths:
            self._queries[path] = query
            self._queries.move_to_end(path)
        while len(self._queries) > REMEMBERED:
            self._queries.popitem(last=False)

    def query(self, path: str) -> str | None:
        """Return the latest query that found *path*."""
        return self._queries.get(path)
