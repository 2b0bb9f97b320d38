"""Searcher: questions to the index, answered off the loop's thread. Changes nothing; never waits for a scan."""

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

from vaultdesk.index import excerpts, graph, letters, names, ranked, rows
from vaultdesk.index.excerpts import Excerpt, Holding
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index
from vaultdesk.index.note_facts import NoteFacts
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.query import parse
from vaultdesk.index.results import Backlink, Hit, IndexCounts, NameHit, NoteRow, OutgoingLink, SubstringHit, TagCount

T = TypeVar("T")


class Searcher:
    """Answers from the index as it is this moment, in one thread of its own: `async with Searcher(index)`.

    Everything asked may raise `IndexFailed`; what the index's owner then mends, the next question finds mended.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._haystack = Haystack()
        self._table = NoteTable(self._haystack)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="index-search")
        self._typing: dict[str, tuple[object, asyncio.Lock]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        last = asyncio.get_running_loop().run_in_executor(self._thread, _nothing)
        self._thread.shutdown(wait=False)
        await last

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

    async def facts(self, path: str) -> NoteFacts | None:
        """What is known of the note at *path*; None when the index knows none."""
        return await self.over_facts(lambda table: table.facts.get(path))

    async def facts_of(self, paths: Sequence[str]) -> dict[str, NoteFacts]:
        """What is known of these notes; those the index does not know are left out."""
        return await self.over_facts(lambda table: {path: table.facts[path] for path in paths if path in table.facts})

    async def all_facts(self) -> dict[str, NoteFacts]:
        """What is known of every note, by path: a copy; `Indexer.events` tells what changes after it."""
        return await self.over_facts(lambda table: dict(table.facts))

    async def over_facts(self, question: Callable[[NoteTable], T]) -> T:
        """Ask the table of all notes' facts and links as of the last commit; *question* runs in this thread."""

        def answer(db: sqlite3.Connection) -> T:
            self._table.refresh(db)
            return question(self._table)

        return await self._ask(answer)

    async def counts(self) -> IndexCounts:
        """The index in numbers."""
        return await self._ask(rows.counts)

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question)

    def _answer(self, question: Callable[[sqlite3.Connection], T]) -> T:
        with self._index.reading() as connection:
            return question(connection)


def _nothing() -> None:
    """Runs when everything before it has run."""
