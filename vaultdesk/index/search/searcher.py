"""All read access to the index, in a separate thread: searches that a newer query cancels, and reads that wait for
an index being filled."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from copy import copy
from typing import Concatenate, ParamSpec, Self, TypeVar

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.core.worker_thread import WorkerThread
from vaultdesk.index.index_results import (
    Backlink,
    Hit,
    Hits,
    IndexCounts,
    NameHit,
    NoteHead,
    NoteSummary,
    OutgoingLink,
    SubstringHit,
    TagCount,
)
from vaultdesk.index.index_state import IndexCompletion
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.query_syntax.query_evaluation import MatchedNotes, QueryEvaluation
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import backlinks, lookups, name_search, ranked_search
from vaultdesk.index.search.ranked_search import NoteOccurrences, SearchContext, SearchOptions, TextExcerpt, VisibleHits
from vaultdesk.index.search_query import Expression
from vaultdesk.index.store.database import is_damage
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import text_cache
from vaultdesk.index.text_cache.text_cache import MAX_CACHED_BYTES, StoredTexts, TextCache

P = ParamSpec("P")
T = TypeVar("T")

INDEX_TIMEOUT = 10.0
"""Seconds to wait for an index that is being filled; a tool may take three times as long."""


class CompleteReads:
    """Runs reads of the index in a thread once it contains all notes, and again if one found damage that was
    repaired.
    """

    def __init__(self, thread: WorkerThread, index: Index, timeout: float) -> None:
        self._thread, self._index, self._timeout = thread, index, timeout

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call *function* in the thread. Raises `IndexFailed` if the index is still being filled after the wait."""
        await self._wait()
        try:
            return await self._thread.run(function, *args, **kwargs)
        except IndexFailed as error:
            if not is_damage(error):
                raise
        await self._wait()
        return await self._thread.run(function, *args, **kwargs)

    async def aclose(self) -> None:
        """Do nothing: the thread is closed by its owner."""

    async def _wait(self) -> None:
        try:
            await self._thread.run(self._index.ensure_open)
        except IndexFailed as error:
            if not is_damage(error):
                raise
        if await self._index.completion.wait(self._timeout) == "filling":
            raise IndexFailed(
                Phrase("The search index is being rebuilt, so an answer would be incomplete."),
                hint=Phrase("Ask again in a moment."),
                file=self._index.file,
                damaged=False,
            )


CANCEL_CHECK_STEPS = 20_000
"""SQLite instructions between two checks whether the search was superseded: about a millisecond."""

TYPING_PAUSE = 0.15
"""Seconds without a newer query before the final order of a full window is computed: the interval between keys of a
fast typist.
"""

TABLE_STEP_NOTES = 500
"""Notes loaded into the note table in one step: some 0.04 s, for which other calls may have to wait."""

CACHE_STEP_BYTES = 16_000_000
"""Bytes of text loaded into the text cache in one step: some 0.05 s."""


class TypedQuery:
    """One query of a search field. Created on the loop; `is_superseded` may be read on any thread."""

    def __init__(self, query_lock: asyncio.Lock) -> None:
        self.is_superseded = False
        """Whether a newer query of the field was typed."""
        self._query_lock = query_lock
        self._superseded = asyncio.Event()

    def supersede(self) -> None:
        """Mark the query as replaced by a newer one."""
        self.is_superseded = True
        self._superseded.set()

    async def stays_newest(self, seconds: float) -> bool:
        """Wait for *seconds*, or until a newer query is typed; return whether none was."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._superseded.wait()
        return not self.is_superseded

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[bool]:
        """Wait until no other query of the field runs; False if a newer one was typed in between."""
        async with self._query_lock:
            yield not self.is_superseded

    def run(
        self, connection: sqlite3.Connection, search: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """Call *search*, which uses *connection*; None if it was cancelled because a newer query was typed."""
        # One search at a time runs on this connection, so no other one can be cancelled.
        connection.set_progress_handler(self._check_superseded, CANCEL_CHECK_STEPS)
        try:
            return None if self.is_superseded else search(*args, **kwargs)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return None
        finally:
            connection.set_progress_handler(None, 0)

    def _check_superseded(self) -> bool:
        """Called by SQLite; True interrupts the statement."""
        return self.is_superseded


class TypedQueries:
    """The newest query of each search field."""

    def __init__(self) -> None:
        self._newest: dict[str, TypedQuery] = {}
        self._query_lock: dict[str, asyncio.Lock] = {}

    def start(self, channel: str) -> TypedQuery:
        """Return a new query of the field *channel*, which supersedes the previous one."""
        previous = self._newest.get(channel)
        if previous is not None:
            previous.supersede()
        typed = TypedQuery(self._query_lock.setdefault(channel, asyncio.Lock()))
        self._newest[channel] = typed
        return typed


class Searcher:
    """`async with Searcher(index)`: answers from the current state of the index, in a separate thread.

    Every method may raise `IndexFailed`. Once the index's owner has repaired the file, the next call succeeds. A search
    goes through `search_typing` or `find`, `_find`, and `ranked_search.search` in the thread.
    """

    def __init__(self, index: Index, *, keeps_texts: bool = True) -> None:
        """Without *keeps_texts* each query reads the file: suitable for a command with a single query."""
        self._index = index
        self._text_cache = TextCache(MAX_CACHED_BYTES if keeps_texts else 0, index.pending_texts)
        self._stored_texts = None if keeps_texts else StoredTexts()
        self._table = NoteTable(self._text_cache)
        self._thread: WorkerThread | CompleteReads = WorkerThread("index-search")
        self._typed = TypedQueries()
        self._is_open = True

    @property
    def completion(self) -> IndexCompletion:
        """Whether the index contains all notes."""
        return self._index.completion

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    def complete(self, timeout: float = INDEX_TIMEOUT) -> "Searcher":
        """Return a searcher on the same thread that never answers from a part of the notes: for results given to a
        model.

        It waits up to *timeout* seconds for an index that is being filled, and raises `IndexFailed` after that.
        """
        assert isinstance(self._thread, WorkerThread)
        searcher = copy(self)
        searcher._thread = CompleteReads(self._thread, self._index, timeout)
        return searcher

    async def aclose(self) -> None:
        """Finish the pending calls, and end the thread. A second call does nothing."""
        if self._is_open:
            self._is_open = False
            await self._thread.aclose()

    # Search by words, names and substrings.

    async def search(self, query: str, limit: int = 20, is_visible: Callable[[str], bool] | None = None) -> list[Hit]:
        """Return the best notes for *query*, best first; with *is_visible* only those whose path it accepts."""
        return (await self.find(query, limit, is_visible)).hits

    async def find(
        self,
        query: str,
        limit: int = 20,
        is_visible: Callable[[str], bool] | None = None,
        scope: NoteScope | None = None,
    ) -> Hits:
        """As `search`, with details about the answer; *scope* overrides that of the query."""
        expression = parse_query(query)
        if scope is not None:
            expression = replace(expression, scope=scope)
        hits = await self._find(expression, limit, SearchOptions(is_visible))
        assert hits is not None, "only a typed query is superseded"
        return hits

    async def search_typing(
        self,
        query: str,
        limit: int = 20,
        channel: str = "",
        is_visible: Callable[[str], bool] | None = None,
        visible_hits: VisibleHits | None = None,
    ) -> AsyncGenerator[Hits, None]:
        """Search while *query* is being typed: yield a quick answer if the best one would be slow, then the best.

        Nothing is yielded once a newer query of *channel* was typed. With *visible_hits* only the notes that are shown
        first have passages.
        """
        expression = parse_query(query, typing=True)
        typed = self._typed.start(channel)
        for quick in (True, False):
            options = SearchOptions(is_visible, quick, visible_hits)
            async with typed.exclusive() as is_newest:
                hits = await self._find(expression, limit, options, typed) if is_newest else None
            if hits is None or typed.is_superseded:
                return
            if hits.exact or hits.hits:
                yield hits
            if hits.exact or not await self._is_best_answer_wanted(hits, typed):
                return

    async def _find(
        self, expression: Expression, limit: int, options: SearchOptions, typed: TypedQuery | None = None
    ) -> Hits | None:
        """Evaluate *expression* in steps, and rank the notes; None if *typed* is superseded in between."""
        matched: MatchedNotes | None = None
        plain_query = expression.as_plain_query()
        if not expression.is_empty and plain_query is None:
            matched = await self._match(expression, typed)
            if matched is None:
                return None
        elif plain_query is not None and plain_query.excluded and not await self._fill_cache(typed):
            return None
        return await self._thread.run(self._rank, expression, limit, options, matched, typed)

    def _rank(
        self,
        expression: Expression,
        limit: int,
        options: SearchOptions,
        matched: MatchedNotes | None,
        typed: TypedQuery | None,
    ) -> Hits | None:
        """In the thread: rank the notes for *expression*."""
        with self._index.reading() as connection:
            context = SearchContext(self._text_cache, connection, options, self._stored_texts)
            if typed is None:
                return ranked_search.search(context, expression, limit, matched)
            return typed.run(connection, ranked_search.search, context, expression, limit, matched)

    async def _is_best_answer_wanted(self, hits: Hits, typed: TypedQuery) -> bool:
        """After a quick answer, prepare for the best one; False if a newer query was typed in between."""
        if len(hits.hits) >= ranked_search.QUICK_HITS:
            # If the user continues typing, the final order for the previous query is not needed.
            return await typed.stays_newest(TYPING_PAUSE)
        return await self._fill_cache(typed)  # Substrings will be searched.

    async def _match(self, expression: Expression, typed: TypedQuery | None = None) -> MatchedNotes | None:
        """Return the notes that match, found in steps; None if *typed* is superseded in between."""
        evaluation = QueryEvaluation(self._text_cache, expression)
        while (matched := await self.read_database(evaluation.advance)) is None:
            if typed is not None and typed.is_superseded:
                return None
        return matched

    async def _fill_cache(self, typed: TypedQuery | None) -> bool:
        """Load all texts into the cache, in steps; False if *typed* is superseded."""
        source = self._stored_texts or self._text_cache
        while not await self.read_database(source.fill, CACHE_STEP_BYTES):
            if typed is not None and typed.is_superseded:
                return False
        return typed is None or not typed.is_superseded

    async def substring(
        self,
        query: str,
        limit: int = 10,
        is_visible: Callable[[str], bool] | None = None,
        scope: NoteScope = "notes",
    ) -> list[SubstringHit]:
        """Return 1 to 50 notes of *scope* that contain *query* literally, names first.

        With *is_visible* only those whose path it accepts; it is called in the search thread.
        """
        return await self.read_texts(text_cache.search_substring, query, limit, is_visible, scope)

    async def names(
        self, query: str, limit: int = 50, is_visible: Callable[[str], bool] | None = None
    ) -> list[NameHit]:
        """Return notes by name, alias or path, of which a few letters suffice; for an empty query the most recently
        changed.
        """
        return await self.read_index(name_search.find_names, query, limit, is_visible)

    async def occurrences(self, query: str, scope: NoteScope | None = None) -> list[NoteOccurrences]:
        """Return every note that matches *query* by the rules of Obsidian's search; all notes for an empty one.

        *scope* overrides that of the query.
        """
        expression = parse_query(query)
        if scope is not None:
            expression = replace(expression, scope=scope)
        matched = await self._match(expression)
        assert matched is not None, "only a typed query is superseded"
        return await self.read_index(ranked_search.count_occurrences, expression, matched)

    async def excerpts(self, paths: Sequence[str], query: str = "") -> dict[str, TextExcerpt]:
        """Return an excerpt of each of these notes around the first match of *query*, else its beginning."""
        return await self.read_index(ranked_search.make_excerpts, paths, parse_query(query))

    # Notes, tags and links.

    async def tree(self) -> list[NoteSummary]:
        """Return every note and chat, by path."""
        return await self._thread.run(self._list_notes)

    def _list_notes(self) -> list[NoteSummary]:
        with self._index.reading() as connection:
            return self._index.provisional_names.rows() or lookups.list_notes(connection)

    async def note(self, path: str) -> NoteSummary | None:
        """Return the note or chat at *path*; None if it is not in the index."""
        return await self.read_database(lookups.find_note, path)

    async def tags(self) -> list[TagCount]:
        """Return every tag with its number of notes."""
        return await self.read_database(lookups.list_tags)

    async def unreadable(self) -> dict[str, Phrase]:
        """Return every note whose text could not be read, by path, with the reason."""
        return await self.read_database(lookups.list_unreadable)

    async def counts(self) -> IndexCounts:
        """Return counts and size of the index."""
        return await self.read_database(lookups.count_index)

    async def backlinks(self, path: str) -> list[Backlink]:
        """Return the links in other notes that lead to *path*."""
        return await self.read_index(backlinks.backlinks_to, path)

    async def outgoing(self, path: str) -> list[OutgoingLink]:
        """Return the links in the note at *path*, in their order."""
        return await self.read_index(backlinks.outgoing_links, path)

    async def lines_linking(self, targets_by_source: Mapping[str, Collection[str]]) -> list[Backlink]:
        """Return the lines of these notes that contain the given links, as written there."""
        return await self.read_database(backlinks.lines_linking, targets_by_source)

    async def resolve(self, linkpath: str, source: str = "") -> str | None:
        """Return the path of the note that a link in *source* resolves to; None if there is none."""
        return await self.read_index(backlinks.resolve_in_index, linkpath, source)

    async def candidates(self, linkpath: str) -> list[str]:
        """Return every note whose path ends in *linkpath*, with or without `.md`, the shortest path first."""
        return await self.read_index(backlinks.paths_ending_in, linkpath)

    async def facts(self, path: str) -> NoteFacts | None:
        """Return the facts of the note or chat at *path*; None if it is not in the index."""
        return (await self.facts_of([path])).get(path)

    async def facts_of(self, paths: Sequence[str]) -> dict[str, NoteFacts]:
        """Return the facts of these notes and chats; unknown ones are left out."""
        return await self.read_note_table(NoteTable.facts_of, paths)

    async def heads(self) -> list[NoteHead]:
        """Return tags and properties of every note and chat. They are read in steps: other calls run in between."""
        found: list[NoteHead] = []
        last = 0
        while (step := await self.read_database(lookups.heads_after, last))[1]:
            last = step[0]
            found += step[1]
        return found

    async def heads_of(self, paths: Sequence[str]) -> list[NoteHead]:
        """Return tags and properties of these notes and chats; unknown ones are left out."""
        return await self.read_database(lookups.heads_of, paths)

    async def chats_with_property(self, name: str, paths: Collection[str] | None = None) -> dict[str, int]:
        """Return the chats that have the property *name*, each with its file's time; with *paths* only those."""
        return await self.read_database(lookups.chats_with_property, name, paths)

    # Functions of other packages that read the index, called in the search thread.

    async def read_database(
        self, function: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call *function* with the tables as of the last commit. It should be short."""
        return await self._thread.run(self._read_database, function, *args, **kwargs)

    async def read_index(
        self, function: Callable[Concatenate[TextCache, sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """As `read_database`, with the names and texts in memory."""
        return await self._thread.run(self._read_with_cache, function, *args, **kwargs)

    async def read_texts(
        self, function: Callable[Concatenate[TextCache, sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """As `read_index`, once every text is in the cache. It is filled in steps: other calls run in between."""
        while (answer := await self._thread.run(self._fill_or_read, function, *args, **kwargs)) is None:
            continue
        return answer[0]

    async def read_note_table(
        self, function: Callable[Concatenate[NoteTable, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call *function* with the table of all notes' facts and links as of the last commit."""
        # The first call loads all notes, which may take seconds: other calls run in between.
        while (answer := await self._thread.run(self._refresh_or_read, function, *args, **kwargs)) is None:
            continue
        return answer[0]

    async def read_network(
        self, function: Callable[Concatenate[Network, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call *function* with the links between all notes, none hidden: for display to the vault's owner."""
        return await self.read_note_table(_with_network, function, *args, **kwargs)

    def _read_database(
        self, function: Callable[Concatenate[sqlite3.Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        with self._index.reading() as connection:
            return function(connection, *args, **kwargs)

    def _read_with_cache(
        self,
        function: Callable[Concatenate[TextCache, sqlite3.Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        with self._index.reading() as connection:
            return function(self._text_cache, connection, *args, **kwargs)

    def _fill_or_read(
        self,
        function: Callable[Concatenate[TextCache, sqlite3.Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> tuple[T] | None:
        with self._index.reading() as connection:
            if not self._text_cache.fill(connection, CACHE_STEP_BYTES):
                return None
            return (function(self._text_cache, connection, *args, **kwargs),)

    def _refresh_or_read(
        self, function: Callable[Concatenate[NoteTable, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> tuple[T] | None:
        with self._index.reading() as connection:
            if not self._table.refresh(connection, TABLE_STEP_NOTES):
                return None
            return (function(self._table, *args, **kwargs),)


def _with_network(
    table: NoteTable, function: Callable[Concatenate[Network, P], T], /, *args: P.args, **kwargs: P.kwargs
) -> T:
    return function(Network(table, _is_anything_visible), *args, **kwargs)


def _is_anything_visible(path: str) -> bool:
    return True
