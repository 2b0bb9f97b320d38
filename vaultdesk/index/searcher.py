"""Searcher: every question to the index: words, names, links, lists. Changes nothing; never waits for a scan."""

import sqlite3
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence

from vaultdesk.index import excerpts, graph, letters, names, ranked, rows
from vaultdesk.index.excerpts import Excerpt, Holding
from vaultdesk.index.index import Index
from vaultdesk.index.index_reader import IndexReader
from vaultdesk.index.ranked import Asking, Sight
from vaultdesk.index.results import (
    Backlink,
    Hit,
    Hits,
    IndexCounts,
    NameHit,
    NoteRow,
    OutgoingLink,
    SubstringHit,
    TagCount,
)
from vaultdesk.index.search_language.evaluation import Evaluation, Held
from vaultdesk.index.search_language.expression import Expression
from vaultdesk.index.search_language.parsing import understand
from vaultdesk.index.typing_turns import TypingTurn, TypingTurns

PAUSE = 0.15
"""Seconds without a newer query before notes that fill a window are put in their best order: as long as a quick typist
takes from key to key."""


class Searcher(IndexReader):
    """Answers from the index as it is this moment: `async with Searcher(index)`."""

    def __init__(self, index: Index) -> None:
        super().__init__(index)
        self._turns = TypingTurns()

    async def search(self, query: str, limit: int = 20, sees: Callable[[str], bool] | None = None) -> list[Hit]:
        """The best notes for what a person typed, best first; with *sees* only those whose path it lets through."""
        return (await self.find(query, limit, sees)).hits

    async def find(self, query: str, limit: int = 20, sees: Callable[[str], bool] | None = None) -> Hits:
        """As `search`, with what is to be said about the answer."""
        found = await self._find(understand(query), limit, lambda db: Asking(self._haystack, db, sees))
        assert found is not None, "nobody stops a search that is not typed"
        return found

    async def search_typing(
        self,
        query: str,
        limit: int = 20,
        channel: str = "",
        sees: Callable[[str], bool] | None = None,
        sight: Sight | None = None,
    ) -> AsyncGenerator[Hits, None]:
        """For a field that is typed in: a quick answer where the best would be slow, then the best one.

        Nothing more comes once a newer query of *channel* was asked. With *sight* the passages of the notes seen first
        come with the answer, and no others.
        """
        asked = understand(query, typing=True)
        turn = self._turns.take(channel)
        for quick in (True, False):

            def asking(db: sqlite3.Connection, quick: bool = quick) -> Asking:
                return Asking(self._haystack, db, sees, quick, sight)

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
        asking: Callable[[sqlite3.Connection], Asking],
        turn: TypingTurn | None = None,
    ) -> Hits | None:
        """Answer in steps; None when the turn is over meanwhile."""
        fitting: Held | None = None
        query = asked.plain()
        if not asked.is_empty and query is None:
            fitting = await self._fitting(asked, turn)
            if fitting is None:
                return None
        elif query is not None and query.without and not await self._filled(turn):
            return None

        def answer(db: sqlite3.Connection) -> Hits | None:
            if turn is None:
                return ranked.search(asking(db), asked, limit, fitting)
            return turn.unless_over(db, lambda: ranked.search(asking(db), asked, limit, fitting))

        return await self._ask(answer)

    async def _is_wanted_in_full(self, found: Hits, turn: TypingTurn) -> bool:
        """Prepare for the best answer after a quick one; whether nobody has typed on meanwhile."""
        if len(found.hits) >= ranked.AT_FIRST:
            # Who types on does not want the best order of what was asked a letter before.
            return await turn.outlasts(PAUSE)
        return await self._filled(turn)  # Letters will be looked for.

    async def _fitting(self, asked: Expression, turn: TypingTurn | None = None) -> Held | None:
        """Return the notes that fit, found in steps; None when the turn is over meanwhile."""
        evaluation = Evaluation(self._haystack, asked)
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
        return await self.over_texts(lambda haystack, db: letters.substring(haystack, db, query, limit, sees))

    async def names(self, query: str, limit: int = 50, sees: Callable[[str], bool] | None = None) -> list[NameHit]:
        """Notes by name, alias or path, a few letters being enough; without any, those changed last."""
        return await self._ask(lambda db: names.find_names(self._haystack, db, query, limit, sees))

    async def tree(self) -> list[NoteRow]:
        """Every note, by path."""
        walked = self._index.walked
        return await self._ask(lambda db: walked.rows() or rows.tree(db))

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
        """Every note that fits *query* letter by letter, by Obsidian's meaning; all where it asks nothing."""
        asked = understand(query)
        fitting = await self._fitting(asked)
        assert fitting is not None, "nobody stops a search that is not typed"
        return await self._ask(lambda db: excerpts.holding(self._haystack, db, asked, fitting))

    async def excerpts(self, paths: Sequence[str], query: str = "") -> dict[str, Excerpt]:
        """A piece of each of these notes around what *query* looks for; its beginning where nothing is."""
        asked = understand(query)
        return await self._ask(lambda db: excerpts.excerpts(self._haystack, db, paths, asked))

    async def resolve(self, linkpath: str, source: str = "") -> str | None:
        """The path of the note that a link in *source* means; None when there is none."""
        return await self._ask(lambda db: graph.resolve(self._haystack, db, linkpath, source))

    async def candidates(self, linkpath: str) -> list[str]:
        """Every note whose path ends in *linkpath*, `.md` left out or not, the shortest path first."""
        return await self._ask(lambda db: graph.candidates(self._haystack, db, linkpath))

    async def counts(self) -> IndexCounts:
        """The index in numbers."""
        return await self._ask(rows.counts)
