"""Reads of the index that must cover all notes: they wait for an index that is being filled."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.worker_thread import WorkerThread
from vaultdesk.index.store.database import is_damage
from vaultdesk.index.store.index_file import Index

P = ParamSpec("P")
T = TypeVar("T")

INDEX_PATIENCE = 10.0
"""Seconds to wait for an index that is being filled; a tool may take three times as long."""


class CompleteReads:
    """Runs reads of the index in a thread once it contains all notes, and again if one found damage that was
    repaired.
    """

    def __init__(self, thread: WorkerThread, index: Index, patience: float) -> None:
        self._thread, self._index, self._patience = thread, index, patience

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call *function* in the thread. Raises `IndexFailed` if the index is still being filled after the wait."""
        await self._wait()
        try:
            return await self._thread.run(function, *args, **kwargs)
        except IndexFailed as problem:
            if not is_damage(problem):
                raise
        await self._wait()
        return await self._thread.run(function, *args, **kwargs)

    async def aclose(self) -> None:
        """Do nothing: the thread is closed by its owner."""

    async def _wait(self) -> None:
        try:
            await self._thread.run(self._index.ensure_open)
        except IndexFailed as problem:
            if not is_damage(problem):
                raise
        if await self._index.completion.wait(self._patience) == "filling":
            raise IndexFailed(
                Phrase("The search index is being made anew, so an answer would be incomplete."),
                hint=Phrase("Ask again in a moment."),
                file=self._index.file,
                damaged=False,
            )
