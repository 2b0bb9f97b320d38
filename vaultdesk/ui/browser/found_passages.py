"""FoundPassages: asks for the passages of found notes, those in sight first, few at a time. Shows nothing."""

from collections.abc import AsyncGenerator, Mapping, Sequence

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Hit, NotePassages
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search.hits import note_passages
from vaultdesk.index.search.ranked_search import VisibleHits
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.browser.found_rows import SHOWN
from vaultdesk.ui.browser.nothing_found import MOST_COUNTED, CountedPart
from vaultdesk.ui.browser.query_parts import query_parts

IN_SIGHT, AT_ONCE = 12, 30
"""Notes of which the passages come with an answer, and after that at a time."""

SIGHT = VisibleHits(IN_SIGHT, SHOWN)
"""What an answer is to have at once."""

ALIKE = 3
"""Notes with names like the words that nothing was found for."""

FEWEST_LETTERS = 4
"""Letters that a name is looked for by: to fewer much would be alike."""

MOST = 100
"""Passages of one note that are listed."""

Known = Mapping[str, NotePassages]


class FoundPassages:
    """Answers for one search pane."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def first(self, query: str, hits: Sequence[Hit], known: Known) -> Known:
        """Return *known* with the passages of those notes that are seen first. Raises `IndexFailed`."""
        unknown = [hit.path for hit in hits[:IN_SIGHT] if hit.path not in known]
        return {**known, **await self._of(query, unknown, SHOWN)}

    async def others(self, query: str, hits: Sequence[Hit], known: Known) -> AsyncGenerator[Known, None]:
        """Yield those of the notes that are not *known*, some at a time. Raises `IndexFailed`."""
        unknown = [hit.path for hit in hits if hit.path not in known]
        for start in range(0, len(unknown), AT_ONCE):
            yield await self._of(query, unknown[start : start + AT_ONCE], SHOWN)

    async def whole(self, query: str, path: str) -> Known:
        """Return all passages of one note; none where the index fails, which the next search says."""
        try:
            return await self._of(query, [path], MOST)
        except VaultDeskError:
            return {}

    async def instead(self, query: str) -> tuple[list[CountedPart], list[Hit]]:
        """Return what may help where no note fits *query*: how many have each part, and notes called something like it.

        Nothing where the index fails, which the next search says.
        """
        return await self.counted(query), await self._called_alike(query)

    async def _called_alike(self, query: str) -> list[Hit]:
        asked = parse_query(query).plain()
        if asked is None or asked.without or asked.filters:
            return []  # Who limits a search does not look for a name.
        said = " ".join(word.text for word in asked.words)
        if len(said) < FEWEST_LETTERS:
            return []
        try:
            named = await self._searcher.names(said, ALIKE)
        except VaultDeskError:
            return []
        return [Hit(one.path, one.alias or one.name, "", "", (), 0.0, one.modified) for one in named]

    async def counted(self, query: str) -> list[CountedPart]:
        """Return how many notes fit each part of *query* by itself; nothing where there are not several parts."""
        parts = [part for part in query_parts(query) if not part.text.startswith("-")][:MOST_COUNTED]
        if len(parts) < 2:
            return []
        try:
            return [CountedPart(part, await self._notes_with(part.text)) for part in parts]
        except VaultDeskError:
            return []

    async def _notes_with(self, text: str) -> int:
        found = await self._searcher.find(text, 1)
        if found.total is not None and not found.problem:
            return found.total
        return len(await self._searcher.holding(text))

    async def _of(self, query: str, paths: Sequence[str], most: int) -> Known:
        if not paths:
            return {}
        asked = parse_query(query, typing=True)
        return await self._searcher.over_index(lambda haystack, db: note_passages(haystack, db, paths, asked, most))
