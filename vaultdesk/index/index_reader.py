"""IndexReader: one thread on the index and what it holds in memory. The questions are searcher.py's."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index
from vaultdesk.index.network import Network
from vaultdesk.index.note_facts import NoteFacts
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.typing_turns import TypingTurn

T = TypeVar("T")

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
        self._haystack = Haystack(early=index.early)
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
        """Ask the links between all notes, none hidden: for what the vault's owner looks at. See graph_questions.py."""
        return await self.over_facts(lambda table: question(Network(table, lambda _: True)))

    async def over_index(self, question: Callable[[Haystack, sqlite3.Connection], T]) -> T:
        """Ask names, texts and tables as of the last commit; *question* runs in this thread, and should be short."""
        return await self._ask(lambda db: question(self._haystack, db))

    async def over_texts(self, question: Callable[[Haystack, sqlite3.Connection], T]) -> T:
        """As `over_index`, once every note's text is in memory, which is not waited for by other questions."""

        def answer(db: sqlite3.Connection) -> tuple[T] | None:
            filled = self._haystack.fill(db, FILLED_AT_ONCE)
            return (question(self._haystack, db),) if filled else None

        while (answered := await self._ask(answer)) is None:
            pass
        return answered[0]

    async def _filled(self, turn: TypingTurn | None) -> bool:
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
