"""Search by meaning: embeds notes in the background and answers with the nearest passages."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from vaultdesk.core.errors import IndexFailed, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.index.embeddings.embedding_store import EmbeddingStore
from vaultdesk.index.embeddings.embedding_worker import (
    ChosenEmbedder,
    EmbedderChoice,
    EmbeddingScheduler,
    EmbeddingState,
    EmbeddingWorker,
    NamedEmbedder,
)
from vaultdesk.index.embeddings.nearest_neighbours import NearestNeighbours, NearPassage, PassageVisibility
from vaultdesk.index.embeddings.throttle import Throttle, ThrottleOptions, on_battery
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.store.index_file import Index

log = logging.getLogger(__name__)


class EmbeddingIndex:
    """`async with Meaning(...)`: reads in the background and answers until the block ends; inside the indexer's block.

    Every question may raise `IndexFailed`, as the searcher's do, and answers nothing where there are no vectors. *sees*
    tells by its path whether a note may be found, and is called in another thread than the loop's.
    """

    def __init__(
        self,
        index: Index,
        indexer: Indexer,
        embedder: ChosenEmbedder,
        named: NamedEmbedder = lambda name: None,
        wishes: Callable[[], ThrottleOptions] = ThrottleOptions,
        battery: Callable[[], bool] = on_battery,
    ) -> None:
        """*embedder* is the one by the settings, *named* an earlier one, *wishes* when reading is to wait."""
        self._indexer = indexer
        self._books = EmbeddingStore(index)
        self._pace = Throttle(wishes)
        self._choice = EmbedderChoice(embedder, named)
        self._neighbours = NearestNeighbours(index, lambda damage: self._background.mend(damage))
        self._reading = EmbeddingWorker(self._books, self._neighbours, self._choice, self._pace, battery)
        self._background = EmbeddingScheduler(self._reading)
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="meaning")
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._task is not None
        self._task.cancel()
        try:
            with suppress(asyncio.CancelledError):
                await self._task
        finally:
            await self._choice.rest()
            with suppress(IndexFailed):  # it is read again then
                await self._reading.keep()
            await self._neighbours.aclose()
            await self._books.aclose()

    @property
    def state(self) -> EmbeddingState:
        """Where the reading stands."""
        return self._reading.state

    @property
    def progress(self) -> Feed[EmbeddingState]:
        """Tells every new state."""
        return self._reading.progress

    @property
    def ready(self) -> bool:
        """Whether `nearest` can answer from at least some vectors."""
        return self._choice.answerer is not None and self.state.passages > 0

    async def nearest(self, text: str, limit: int = 50, sees: PassageVisibility | None = None) -> list[NearPassage]:
        """Return the passages nearest to *text*, best first; none where no model can read it now."""
        embedder = self._choice.answerer
        if embedder is None or not self.ready or not text.strip():
            return []
        if not self._choice.in_use:
            # The model leaves memory some minutes after the last question: the background has to know of this one.
            self._choice.in_use = True
            self._background.wake()
        with self._pace.asking():
            try:
                vectors = await embedder.embed([EmbeddingText(text)], "query")
            except IndexFailed:
                raise
            except VaultDeskError as problem:
                log.info("a question was not searched by meaning: %s (%s)", problem, problem.facts.get("why", ""))
                return []
            if not vectors.any():  # It was refused.
                return []
            return await self._neighbours.ask(lambda near: near.nearest(vectors[0], limit, sees))

    async def near_note(self, path: str, limit: int = 20, sees: PassageVisibility | None = None) -> list[NearPassage]:
        """Return one passage of each of the nearest other notes, by how near they are as a whole. No model is asked."""
        with self._pace.asking():
            return await self._neighbours.ask(lambda near: near.near_note(path, limit, sees))

    async def near_passage(
        self, path: str, line: int, limit: int = 10, sees: PassageVisibility | None = None
    ) -> list[NearPassage]:
        """Return passages of other notes nearest to the one of this note that holds *line*. No model is asked."""
        with self._pace.asking():
            return await self._neighbours.ask(lambda near: near.near_passage(path, line, limit, sees))

    async def alike_notes(self, least: float = 0.92, limit: int = 200) -> list[tuple[str, str, float]]:
        """Return pairs of notes whose mean vectors are that near, best first. Other questions come in between."""
        return await self._neighbours.alike(least, limit)

    async def settled(self) -> EmbeddingState:
        """Wait until everything known now has its vector, or it cannot go on."""
        await self._background.settled()
        return self.state

    def pause(self) -> None:
        """Have reading wait until `resume`, or the program's end. Questions are answered all the same."""
        self._pace.pause()
        self._background.wake()

    def resume(self) -> None:
        """Let reading go on, as far as the settings and the power allow."""
        self._pace.resume()
        self._background.wake()

    def renew(self) -> None:
        """Look again at what is chosen: the model, or when reading waits."""
        self._background.renew()

    def rules_changed(self) -> None:
        """Ask again for passages that were not to leave this computer: perhaps now they may."""
        self._background.ask_refused()

    async def _run(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._follow_commits())
                tasks.create_task(self._follow_scans())
                await self._indexer.settled()
                await self._background.run()
        except Exception:  # a fault of ours must be seen, not leave a window waiting; it is raised again
            log.exception("reading for meaning stopped")
            self._reading.tell("failed", "Reading for meaning stopped by a fault of this program.")
            raise

    async def _follow_commits(self) -> None:
        with self._indexer.events.subscribe() as commits:
            async for event in commits:
                self._background.told(event)

    async def _follow_scans(self) -> None:
        with self._indexer.progress.subscribe() as states:
            self._pace.follow(self._indexer.state)
            async for state in states:
                self._pace.follow(state)
                self._background.wake()
