"""Searcher: every question to the index: words, names, links, lists. Changes nothing; never waits for a scan."""

import asyncio
from collections.abc import Collection, Mapping, Sequence

from vaultdesk.index import excerpts, graph, letters, names, ranked, rows
from vaultdesk.index.excerpts import Excerpt, Holding
from vaultdesk.index.index import Index
from vaultdesk.index.index_reader import IndexReader
from vaultdesk.index.query import parse
from vaultdesk.index.results import Backlink, Hit, IndexCounts, NameHit, NoteRow, OutgoingLink, SubstringHit, TagCount


class Searcher(IndexReader):
    """Answers from the index as it is this moment: `async with Searcher(index)`."""

    def __init__(self, index: Index) -> None:
        super().__init__(index)
        self._typing: dict[str, tuple[object, asyncio.Lock]] = {}

    async def search(self, query: str, limit: int = 20) -> list[Hit]:
        """The best notes for what a person typed (the language of query.py), best first."""
        asked = parse(query)
        return await self._ask(lambda db: ranked.search(self._haystack, db, asked, limit))

    async def search_newest(self, query: str, limit: int = 20, channel: str = "") -> list[Hit] | None:
        """As `search`, for a field that is being typed in: None when a newer query of *channel* took its place."""
        turn = self._typing[channel][1] if channel in self._typing else asyncio.Lock()
        mine = object()
        self._typing[channel] = (mine, turn)
        async with turn:
            if self._typing[channel][0] is not mine:
                return None
            return await self.search(query, limit)

    async def substring(self, query: str, limit: int = 10) -> list[SubstringHit]:
        """Notes that hold *query* letter by letter, names first (CONTRACTS, vault_search); 1 to 50 of them."""
        return await self._ask(lambda db: letters.substring(self._haystack, db, query, limit))

    async def names(self, query: str, limit: int = 50) -> list[NameHit]:
        """Notes by name, alias or path, a few letters being enough; without any, those changed last."""
        return await self._ask(lambda db: names.find_names(self._haystack, db, query, limit))

    async def tree(self) -> list[NoteRow]:
        """Every note, by path."""
        return await self._ask(rows.tree)

    async def note(self, path: str) -> NoteRow | None:
        """The note at *path*; None when the index knows none."""
        return await self._ask(lambda db: rows.note(db, path))

    async def tags(self) -> list[TagCount]:
        """Every tag with how many notes carry it."""
        return await self._ask(rows.tags)

    async def backlinks(self, path: str) -> list[Backlink]:
        """The links in other notes that lead to *path*."""
        return await self._ask(lambda db: graph.backlinks(self._haystack, db, path))

    async def outgoing(self, path: str) -> list[OutgoingLink]:
        """The links in the note at *path*, in their order."""
        return await self._ask(lambda db: graph.outgoing(self._haystack, db, path))

    async def lines_linking(self, wanted: Mapping[str, Collection[str]]) -> list[Backlink]:
        """The lines on which these notes have these links, as they are written there."""
        return await self._ask(lambda db: graph.lines_linking(db, wanted))

    async def holding(self, query: str) -> list[Holding]:
        """Every note that has each word of *query* in its name or text, letter by letter, ignoring case."""
        asked = parse(query)
        return await self._ask(lambda db: excerpts.holding(self._haystack, db, asked))

    async def excerpts(self, paths: Sequence[str], query: str = "") -> dict[str, Excerpt]:
        """A piece of each of these notes around what *query* looks for; its beginning where nothing is."""
        asked = parse(query)
        return await self._ask(lambda db: excerpts.excerpts(db, paths, asked))

    async def resolve(self, linkpath: str, source: str = "") -> str | None:
        """The path of the note that a link in *source* means; None when there is none."""
        return await self._ask(lambda db: graph.resolve(self._haystack, db, linkpath, source))

    async def candidates(self, linkpath: str) -> list[str]:
        """Every note whose path ends in *linkpath*, `.md` left out or not, the shortest path first."""
        return await self._ask(lambda db: graph.candidates(self._haystack, db, linkpath))

    async def counts(self) -> IndexCounts:
        """The index in numbers."""
        return await self._ask(rows.counts)
