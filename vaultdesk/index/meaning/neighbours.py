"""Neighbours: the search by vectors for the loop: in a thread of its own, loaded with the first question."""

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from vaultdesk.index.index import Index
from vaultdesk.index.meaning.model_store import Model
from vaultdesk.index.meaning.near_search import Damage, NearSearch
from vaultdesk.index.meaning.work_thread import WorkThread

if TYPE_CHECKING:
    from vaultdesk.index.meaning.alike import AlikeNotes

T = TypeVar("T")


class Neighbours:
    """Belongs to the loop. Everything asked may raise `IndexFailed`."""

    def __init__(self, index: Index, tell_damage: Callable[[Damage], None]) -> None:
        self._index = index
        self._near = NearSearch(index)
        self._thread = WorkThread("meaning-search")
        self._tell_damage = tell_damage
        self._model: Model | None = None

    async def use(self, model: Model | None) -> None:
        """Answer from this model's vectors from now on; from none with None."""
        self._model = model
        await self._thread.do(partial(self._near.use, model))

    async def refresh(self, notes: Collection[int]) -> None:
        """Know these notes' passages as the file has them now."""
        await self._thread.do(partial(self._near.refresh, notes))

    async def ask(self, question: Callable[[NearSearch], T]) -> T:
        """Answer from all vectors; *question* runs in the thread."""

        def answer() -> tuple[T, Damage] | None:
            # The first time all vectors have to be taken in, which may last a second: others get their turn between.
            return None if self._near.load_some() else (question(self._near), self._near.damage())

        while (answered := await self._thread.do(answer)) is None:
            pass
        answer_found, damage = answered
        if damage.keys:
            self._tell_damage(damage)
        return answer_found

    async def alike(self, least: float, limit: int) -> list[tuple[str, str, float]]:
        """Return pairs of notes whose means are that near, the most alike first."""
        if self._model is None:
            return []
        model = self._model.id

        def begin() -> "AlikeNotes":
            # It imports numpy, which takes 75 ms and is for questions only: in this thread, and at the first of them.
            from vaultdesk.index.meaning.alike import AlikeNotes

            return AlikeNotes(self._index, model, least, limit)

        pairs = await self._thread.do(begin)
        while await self._thread.do(pairs.some):
            pass
        return await self._thread.do(pairs.best)

    async def memory(self) -> int:
        """Return how many bytes the vectors take."""
        return await self._thread.do(lambda: self._near.memory)

    async def aclose(self) -> None:
        """End the thread, and free the memory."""
        await self._thread.do(partial(self._near.use, None))
        await self._thread.aclose()
