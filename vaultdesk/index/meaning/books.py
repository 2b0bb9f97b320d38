"""Books: what reading keeps in the index's file, done in a thread of its own. Decides nothing; see reading.py."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from vaultdesk.index.index import Index
from vaultdesk.index.meaning.model_store import Model, ModelStore
from vaultdesk.index.meaning.passage_store import Due, PassageStore, Turned
from vaultdesk.index.meaning.tally import Tally
from vaultdesk.index.meaning.vector_store import Kept, VectorStore, Wanted
from vaultdesk.index.meaning.work_thread import WorkThread

T = TypeVar("T")

LOOSE_AT_ONCE = 200
"""Vectors asked in one step whether a passage still has them."""


class Books:
    """Belongs to the loop; every step is a few milliseconds of the index's connections."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._thread = WorkThread("meaning-write")
        self._passages = PassageStore(index)
        self._vectors = VectorStore(index)
        self._models = ModelStore(index)
        self._connection: sqlite3.Connection | None = None

    async def do(self, work: Callable[[], T]) -> T:
        """Have something else done in this thread."""
        return await self._thread.do(work)

    async def aclose(self) -> None:
        """End the thread."""
        await self._thread.aclose()

    async def is_new_file(self) -> bool:
        """Tell whether the index's file is another one than when this was asked last."""
        before = self._connection
        self._connection = await self._thread.do(self._present)
        return before is not self._connection

    async def compare(self) -> tuple[list[Due], list[int]]:
        """Return every note whose passages are not those of its text, and those that are no more to be read."""
        due, after = await self._thread.do(self._passages.due)
        while after:
            more, after = await self._thread.do(partial(self._passages.due, after))
            due += more
        return due, await self.gone()

    async def gone(self) -> list[int]:
        """Return every note with passages that is no more, or no more to be read."""
        found, after = await self._thread.do(self._passages.gone)
        while after:
            more, after = await self._thread.do(partial(self._passages.gone, after))
            found += more
        return found

    async def look_at(self, paths: Sequence[str]) -> tuple[list[Due], list[int]]:
        """Return the same two for the notes at *paths*."""
        due = await self._thread.do(partial(self._passages.due_among, paths))
        return due, await self._thread.do(partial(self._passages.gone_among, paths))

    async def cut(self, notes: Sequence[int], model: int) -> Turned:
        """Cut these notes anew."""
        return await self._thread.do(partial(self._passages.cut, notes, model))

    async def remove(self, notes: Sequence[int], model: int) -> Turned:
        """Forget the passages of these notes."""
        return await self._thread.do(partial(self._passages.remove, notes, model))

    async def lacking(self, model: int) -> tuple[list[Due], Tally]:
        """Return every note with a passage that model has not read, and the numbers of all."""
        found, tally, after = await self._thread.do(partial(self._vectors.lacking, model))
        while after:
            more, counted, after = await self._thread.do(partial(self._vectors.lacking, model, after))
            found, tally = found + more, tally + counted
        return found, tally

    async def wanted(self, model: int, notes: Sequence[int]) -> list[Wanted]:
        """Return the passages of these notes that model has not read."""
        return await self._thread.do(partial(self._vectors.wanted, model, notes))

    async def put(self, model: Model, dimensions: int, made: Sequence[tuple[bytes, bytes]]) -> Kept:
        """Keep these vectors."""
        return await self._thread.do(partial(self._vectors.put, model.id, dimensions, made))

    async def drop(self, model: int, keys: Iterable[bytes]) -> None:
        """Delete vectors that are damaged."""
        await self._thread.do(partial(self._vectors.drop, model, keys))

    async def drop_loose(self, keys: Iterable[bytes]) -> None:
        """Delete those of these vectors that belong to no passage."""
        waiting = list(keys)
        for start in range(0, len(waiting), LOOSE_AT_ONCE):
            await self._thread.do(partial(self._vectors.drop_loose, waiting[start : start + LOOSE_AT_ONCE]))

    async def sweep(self, model: int) -> None:
        """Delete every vector of that model that belongs to no passage."""
        after = b""
        while after := await self._thread.do(partial(self._vectors.sweep, model, after)):
            continue

    async def enter(self, name: str, title: str) -> tuple[Model, list[Model]]:
        """Return the model of that name, known from now on, and all others."""
        mine = await self._thread.do(partial(self._models.enter, name, title))
        return mine, [one for one in await self._thread.do(self._models.models) if one.id != mine.id]

    async def complete(self, model: int) -> None:
        """Know that this model has read everything."""
        await self._thread.do(partial(self._models.complete, model))

    async def drop_model(self, model: int) -> None:
        """Delete a model with all its vectors."""
        while await self._thread.do(partial(self._models.drop_some, model)):
            pass

    async def drop_refused(self, model: int) -> None:
        """Have everything that was refused asked again."""
        await self._thread.do(partial(self._models.drop_refused, model))

    def _present(self) -> sqlite3.Connection:
        with self._index.reading() as db:
            return db
