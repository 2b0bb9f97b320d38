"""Semantic search: passages of notes are embedded in the background, and queries find the nearest passages."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Self

from vaultdesk.core.errors import IndexFailed, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.embeddings.embedder import Embedder, EmbeddingPurpose, EmbeddingText
from vaultdesk.index.embeddings.embedding_store import EmbeddingStore
from vaultdesk.index.embeddings.embedding_worker import (
    ChosenEmbedder,
    EmbedderSelection,
    EmbeddingState,
    EmbeddingWorker,
    NamedEmbedder,
)
from vaultdesk.index.embeddings.nearest_neighbors import (
    DamagedVectors,
    NearestNeighbors,
    NearPassage,
    PassageVisibility,
)
from vaultdesk.index.embeddings.throttle import Throttle, ThrottleOptions, on_battery
from vaultdesk.index.index_results import SimilarPair
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.store.index_file import Index

log = logging.getLogger(__name__)


class EmbeddingIndex:
    """`async with EmbeddingIndex(...)` inside the indexer's block: embeds and answers until the block ends.

    Searches may raise `IndexFailed`, as the searcher's do, and find nothing if there are no vectors. *is_visible*
    decides by the path whether a note may be found, and is called in the search thread.
    """

    def __init__(
        self,
        index: Index,
        indexer: Indexer,
        chosen: ChosenEmbedder,
        by_name: NamedEmbedder = lambda name: None,
        options: Callable[[], ThrottleOptions] = ThrottleOptions,
        battery: Callable[[], bool] = on_battery,
        *,
        single_query: bool = False,
    ) -> None:
        """*battery* may block; it is called in a thread. *single_query*: only one search is expected."""
        self._indexer = indexer
        self._store = EmbeddingStore(index)
        self._throttle = Throttle(options)
        self._selection = EmbedderSelection(chosen, by_name)
        self._neighbors = NearestNeighbors(index, self._vectors_damaged, keeps_vectors=not single_query)
        self._worker = EmbeddingWorker(self._store, self._neighbors, self._selection, self._throttle, battery)
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="embeddings")
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._task is not None
        self._task.cancel()
        try:
            with suppress(asyncio.CancelledError):
                await self._task
        finally:
            await self._selection.unload()
            with suppress(IndexFailed):  # These passages are embedded again.
                await self._worker.write_vectors()
            await self._neighbors.aclose()
            await self._store.aclose()

    @property
    def state(self) -> EmbeddingState:
        """Progress of background embedding."""
        return self._worker.state

    @property
    def progress(self) -> Feed[EmbeddingState]:
        """Publishes every new state."""
        return self._worker.progress

    @property
    def ready(self) -> bool:
        """Whether `nearest` can answer from at least some vectors."""
        return self._selection.query_embedder is not None and self.state.passages > 0

    async def nearest(
        self,
        text: str,
        limit: int = 50,
        is_visible: PassageVisibility | None = None,
        *,
        may_leave_computer: bool = False,
    ) -> list[NearPassage]:
        """Return the passages nearest to *text*, best first; empty if no model can embed it now.

        *may_leave_computer* is whether *text* may be sent to a model on a server; if not, such a model is not used.
        """
        embedder = self._selection.query_embedder
        if embedder is None or not self.ready or not text.strip():
            return []
        if not (may_leave_computer or embedder.is_local):
            return []
        self._worker.query_started()
        with self._throttle.searching():
            try:
                query = EmbeddingText(text, may_leave_computer=may_leave_computer)
                vectors = await embedder.embed([query], "query")
            except IndexFailed:
                raise
            except VaultDeskError as error:
                log.info("a query was not embedded: %s (%s)", error, error.facts.get("why", ""))
                return []
            if not vectors.any():  # The text was refused.
                return []
            return await self._neighbors.nearest(vectors[0], limit, is_visible)

    async def nearness(self, text: str, others: Sequence[str]) -> list[float] | None:
        """Return how near in meaning each of *others* is to the query *text*, on the model's `SimilarityScale`.

        None if no model with a scale runs on this computer. Nothing is stored, and nothing is sent to a server.
        """
        embedder = self._selection.query_embedder or self._selection.passage_embedder
        scale = embedder.similarity_scale if embedder is not None else None
        # All of them as queries: both are single sentences.
        similarities = await self._similarities(embedder, text, others, "query") if scale is not None else None
        return (
            None
            if similarities is None or scale is None
            else [scale.nearness(similarity) for similarity in similarities]
        )

    async def passage_similarities(self, text: str, passages: Sequence[str]) -> list[float] | None:
        """Return for each of *passages* how well its tokens match those of the query *text*, at most 1.

        This tells passages apart more exactly than their vectors, but takes 10 to 60 ms for each. None if the model
        gives no vectors of tokens. Nothing is stored, and nothing is sent to a server.
        """
        return await self._similarities(self._selection.query_embedder, text, passages, "passage")

    async def _similarities(
        self, embedder: Embedder | None, text: str, others: Sequence[str], purpose: EmbeddingPurpose
    ) -> list[float] | None:
        if embedder is None or not embedder.is_local or not others or not text.strip():
            return None
        self._worker.query_started()
        with self._throttle.searching():
            try:
                query_tokens = await embedder.embed_tokens([text], "query")
                text_tokens = await embedder.embed_tokens(others, purpose) if query_tokens else None
            except IndexFailed:
                raise
            except VaultDeskError as error:
                log.info("texts were not compared: %s (%s)", error, error.facts.get("why", ""))
                return None
        return [query_tokens[0].similarity(tokens) for tokens in text_tokens] if query_tokens and text_tokens else None

    async def near_note(
        self, path: str, limit: int = 20, is_visible: PassageVisibility | None = None
    ) -> list[NearPassage]:
        """Return one passage of each of the other notes nearest to the one at *path*. Needs no model."""
        with self._throttle.searching():
            return await self._neighbors.near_note(path, limit, is_visible)

    async def similar_notes(self, min_similarity: float = 0.92, limit: int = 200) -> list[SimilarPair]:
        """Return pairs of notes whose mean vectors are at least this similar, best first. Other searches can run in
        between.
        """
        return await self._neighbors.similar_notes(min_similarity, limit)

    async def counted(self) -> EmbeddingState:
        """Wait until the number of searchable passages is known, and return the state. Nothing is embedded for this."""
        await self._worker.counted.wait()
        return self.state

    async def settled(self) -> EmbeddingState:
        """Wait until all passages known now are embedded or embedding has failed."""
        await self._worker.settled()
        return self.state

    def pause(self) -> None:
        """Pause embedding until `resume` or until the program ends. Searches still work."""
        self._throttle.pause()
        self._worker.wake()

    def resume(self) -> None:
        """End the pause, as far as the settings and the power allow."""
        self._throttle.resume()
        self._worker.wake()

    def settings_changed(self) -> None:
        """Apply changed settings: another model may be chosen, or other throttle options."""
        self._worker.model_changed()

    def privacy_rules_changed(self) -> None:
        """Retry passages that were not allowed to leave this computer."""
        self._worker.retry_refused()

    def _vectors_damaged(self, damage: DamagedVectors) -> None:
        self._worker.vectors_damaged(damage)

    async def _run(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._follow_commits())
                tasks.create_task(self._follow_scans())
                await self._indexer.settled()
                await self._worker.run()
        except Exception:  # A bug must be reported instead of leaving a window waiting; it is raised again.
            log.exception("background embedding stopped")
            self._worker.publish(
                "failed", Phrase("Indexing for search by meaning stopped because of an error in VaultDesk.")
            )
            self._worker.counted.set()
            raise

    async def _follow_commits(self) -> None:
        with self._indexer.events.subscribe() as commits:
            async for event in commits:
                self._worker.notes_indexed(event)

    async def _follow_scans(self) -> None:
        with self._indexer.progress.subscribe() as states:
            self._throttle.index_state_changed(self._indexer.state)
            async for state in states:
                self._throttle.index_state_changed(state)
                self._worker.wake()
