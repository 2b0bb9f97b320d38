"""The searcher: all read access to the index, in a thread of its own; superseded keystrokes are cancelled."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Self, TypeVar

from vaultdesk.index.index_results import (
    Backlink,
    Hit,
    Hits,
    IndexCounts,
    NameHit,
    NoteSummary,
    OutgoingLink,
    SubstringHit,
    TagCount,
)
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.query_syntax.expression import Expression
from vaultdesk.index.query_syntax.query_evaluation import MatchedNotes, QueryEvaluation
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import backlinks, hits, lookups, name_search, ranked_search
from vaultdesk.index.search.hits import NoteOccurrences, TextExcerpt
from vaultdesk.index.search.ranked_search import SearchContext, VisibleHits
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import substring_search
from vaultdesk.index.text_cache.text_cache import TextCache

T = TypeVar("T")

CANCEL_CHECK_STEPS = 20_000
"""Steps of SQLite between two looks at whether the answer is still wanted: about a millisecond."""


class TypedQuery:
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
        connection.set_progress_handler(lambda: self.is_over, CANCEL_CHECK_STEPS)
        try:
            return None if self.is_over else question()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return None
        finally:
            connection.set_progress_handler(None, 0)


class TypedQueries:
    """The newest query of each field."""

    def __init__(self) -> None:
        self._newest: dict[str, TypedQuery] = {}
        self._running: dict[str, asyncio.Lock] = {}

    def take(self, channel: str) -> TypedQuery:
        """Begin the next query of the field *channel*; the one before is over."""
        before = self._newest.get(channel)
        if before is not None:
            before.end()
        turn = TypedQuery(self._running.setdefault(channel, asyncio.Lock()))
        self._newest[channel] = turn
        return turn


AT_ONCE = 500
"""Notes taken into the table at a time: some 0.04 s, for which the tree or somebody who types may have to wait."""


FILLED_AT_ONCE = 16_000_000
"""Bytes of notes' text taken into memory at a time: some 0.05 s."""


class IndexReader:
    """Answers from the index as it is this moment, off the loop's thread, in one thread of its own.

    Everything asked may raise `IndexFailed`; what the index's owner then mends, the next question finds mended.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._haystack = TextCache(early=index.early)
        self._table = NoteTable(self._haystack)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="index-search")
        self._open = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Answer what was asked, and nothing after it; asked again, it does nothing."""
        if self._open:
            self._open = False
            last = asyncio.get_running_loop().run_in_executor(self._thread, _nothing)
            self._thread.shutdown(wait=False)
            await last

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

        def answer(db: sqlite3.Connection) -> tuple[T] | None:
            # The first time all notes have to be taken in, which may last seconds: other questions come in between.
            return (question(self._table),) if self._table.refresh(db, AT_ONCE) else None

        while (answered := await self._ask(answer)) is None:
            pass
        return answered[0]

    async def over_network(self, question: Callable[[Network], T]) -> T:
        """Ask the links between all notes, none hidden: for what the vault's owner looks at. See link_graph.py."""
        return await self.over_facts(lambda table: question(Network(table, lambda _: True)))

    async def over_index(self, question: Callable[[TextCache, sqlite3.Connection], T]) -> T:
        """Ask names, texts and tables as of the last commit; *question* runs in this thread, and should be short."""
        return await self._ask(lambda db: question(self._haystack, db))

    async def over_texts(self, question: Callable[[TextCache, sqlite3.Connection], T]) -> T:
        """As `over_index`, once every note's text is in memory, which is not waited for by other questions."""

        def answer(db: sqlite3.Connection) -> tuple[T] | None:
            filled = self._haystack.fill(db, FILLED_AT_ONCE)
            return (question(self._haystack, db),) if filled else None

        while (answered := await self._ask(answer)) is None:
            pass
        return answered[0]

    async def _filled(self, turn: TypedQuery | None) -> bool:
        """Have all texts in memory, newer queries coming in between the first time; False when the turn is over."""
        while not await self._ask(lambda db: self._haystack.fill(db, FILLED_AT_ONCE)):
            if turn is not None and turn.is_over:
                return False
        return turn is None or not turn.is_over

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, question)

    def _answer(self, question: Callable[[sqlite3.Connection], T]) -> T:
        with self._index.reading() as connection:
            return question(connection)


def _nothing() -> None:
    """Runs when everything before it has run."""


TYPING_PAUSE = 0.15
"""Seconds without a newer query before notes that fill a window are put in their best order: as long as a quick typist
takes from key to key."""


class Searcher(IndexReader):
    """Answers from the index as it is this moment: `async with Searcher(index)`."""

    def __init__(self, index: Index) -> None:
        super().__init__(index)
        self._turns = TypedQueries()

    async def search(self, query: str, limit: int = 20, sees: Callable[[str], bool] | None = None) -> list[Hit]:
        """The best notes for what a person typed, best first; with *sees* only those whose path it lets through."""
        return (await self.find(query, limit, sees)).hits

    async def find(self, query: str, limit: int = 20, sees: Callable[[str], bool] | None = None) -> Hits:
        """As `search`, with what is to be said about the answer."""
        found = await self._find(parse_query(query), limit, lambda db: SearchContext(self._haystack, db, sees))
        assert found is not None, "nobody stops a search that is not typed"
        return found

    async def search_typing(
        self,
        query: str,
        limit: int = 20,
        channel: str = "",
        sees: Callable[[str], bool] | None = None,
        sight: VisibleHits | None = None,
    ) -> AsyncGenerator[Hits, None]:
        """For a field that is typed in: a quick answer where the best would be slow, then the best one.

        Nothing more comes once a newer query of *channel* was asked. With *sight* the passages of the notes seen first
        come with the answer, and no others.
        """
        asked = parse_query(query, typing=True)
        turn = self._turns.take(channel)
        for quick in (True, False):

            def asking(db: sqlite3.Connection, quick: bool = quick) -> SearchContext:
                return SearchContext(self._haystack, db, sees, quick, sight)

            async with turn.mine() as is_mine:
                found = await self._find(asked, limit, asking, turn) if is_mine else None
            if found is None or turn.is_over:
                return
            if found.exact or found.hits:
                yield found
            if found.exact or not await self._is_wanted_in_full(found, turn):
                return

    async def _find(
        self,
        asked: Expression,
        limit: int,
        asking: Callable[[sqlite3.Connection], SearchContext],
        turn: TypedQuery | None = None,
    ) -> Hits | None:
        """Answer in steps; None when the turn is over meanwhile."""
        fitting: MatchedNotes | None = None
        query = asked.plain()
        if not asked.is_empty and query is None:
            fitting = await self._fitting(asked, turn)
            if fitting is None:
                return None
        elif query is not None and query.without and not await self._filled(turn):
            return None

        def answer(db: sqlite3.Connection) -> Hits | None:
            if turn is None:
                return ranked_search.search(asking(db), asked, limit, fitting)
            return turn.unless_over(db, lambda: ranked_search.search(asking(db), asked, limit, fitting))

        return await self._ask(answer)

    async def _is_wanted_in_full(self, found: Hits, turn: TypedQuery) -> bool:
        """Prepare for the best answer after a quick one; whether nobody has typed on meanwhile."""
        if len(found.hits) >= ranked_search.AT_FIRST:
            # Who types on does not want the best order of what was asked a letter before.
            return await turn.outlasts(TYPING_PAUSE)
        return await self._filled(turn)  # Letters will be looked for.

    async def _fitting(self, asked: Expression, turn: TypedQuery | None = None) -> MatchedNotes | None:
        """Return the notes that fit, found in steps; None when the turn is over meanwhile."""
        evaluation = QueryEvaluation(self._haystack, asked)
        while (found := await self._ask(evaluation.advance)) is None:
            if turn is not None and turn.is_over:
                return None
        return found

    async def substring(
        self, query: str, limit: int = 10, sees: Callable[[str], bool] | None = None
    ) -> list[SubstringHit]:
        """Notes that hold *query* letter by letter, names first (CONTRACTS, vault_search); 1 to 50 of them.

        With *sees* only those whose path it lets through; it is asked in this searcher's thread.
        """
        return await self.over_texts(
            lambda haystack, db: substring_search.search_substring(haystack, db, query, limit, sees)
        )

    async def names(self, query: str, limit: int = 50, sees: Callable[[str], bool] | None = None) -> list[NameHit]:
        """Notes by name, alias or path, a few letters being enough; without any, those changed last."""
        return await self._ask(lambda db: name_search.find_names(self._haystack, db, query, limit, sees))

    async def tree(self) -> list[NoteSummary]:
        """Every note, by path."""
        walked = self._index.walked
        return await self._ask(lambda db: walked.rows() or lookups.list_notes(db))

    async def note(self, path: str) -> NoteSummary | None:
        """The note at *path*; None when the index knows none."""
        return await self._ask(lambda db: lookups.find_note(db, path))

    async def tags(self) -> list[TagCount]:
        """Every tag with how many notes carry it."""
        return await self._ask(lookups.list_tags)

    async def backlinks(self, path: str) -> list[Backlink]:
        """The links in other notes that lead to *path*."""
        return await self._ask(lambda db: backlinks.backlinks_to(self._haystack, db, path))

    async def outgoing(self, path: str) -> list[OutgoingLink]:
        """The links in the note at *path*, in their order."""
        return await self._ask(lambda db: backlinks.outgoing_links(self._haystack, db, path))

    async def lines_linking(self, wanted: Mapping[str, Collection[str]]) -> list[Backlink]:
        """The lines on which these notes have these links, as they are written there."""
        return await self._ask(lambda db: backlinks.lines_linking(db, wanted))

    async def holding(self, query: str) -> list[NoteOccurrences]:
        """Every note that fits *query* letter by letter, by Obsidian's meaning; all where it asks nothing."""
        asked = parse_query(query)
        fitting = await self._fitting(asked)
        assert fitting is not None, "nobody stops a search that is not typed"
        return await self._ask(lambda db: hits.count_occurrences(self._haystack, db, asked, fitting))

    async def excerpts(self, paths: Sequence[str], query: str = "") -> dict[str, TextExcerpt]:
        """A piece of each of these notes around what *query* looks for; its beginning where nothing is."""
        asked = parse_query(query)
        return await self._ask(lambda db: hits.make_excerpts(self._haystack, db, paths, asked))

    async def resolve(self, linkpath: str, source: str = "") -> str | None:
        """The path of the note that a link in *source* means; None when there is none."""
        return await self._ask(lambda db: backlinks.resolve_in_index(self._haystack, db, linkpath, source))

    async def candidates(self, linkpath: str) -> list[str]:
        """Every note whose path ends in *linkpath*, `.md` left out or not, the shortest path first."""
        return await self._ask(lambda db: backlinks.paths_ending_in(self._haystack, db, linkpath))

    async def counts(self) -> IndexCounts:
        """The index in numbers."""
        return await self._ask(lookups.count_index)
