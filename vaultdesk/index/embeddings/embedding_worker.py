"""Background embedding of passages: a state machine of small resumable steps, with retries after errors."""

import asyncio
import heapq
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from vaultdesk.core.errors import EmbeddingFailed, IndexFailed, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.values import replace
from vaultdesk.index.embeddings.embedder import Embedder
from vaultdesk.index.embeddings.embedding_store import (
    ChunkingResult,
    EmbeddingModel,
    EmbeddingStore,
    OutdatedNote,
    PassageCounts,
    UnembeddedPassage,
)
from vaultdesk.index.embeddings.nearest_neighbors import DamagedVectors, NearestNeighbors
from vaultdesk.index.embeddings.throttle import POWER_CHECK_INTERVAL, Throttle
from vaultdesk.index.index_state import NotesIndexed

if TYPE_CHECKING:
    from vaultdesk.index.embeddings.embedder import Vectors

log = logging.getLogger(__name__)

NOTES_PER_CHUNKING = 40
"""Notes chunked in one step: some 30 ms."""

NOTES_PER_FETCH = 8
"""Notes whose passages are fetched together for embedding."""

VECTORS_PER_WRITE = 256
"""Vectors written together: at most seven seconds of work are lost when the program is killed."""

MAX_WRITE_DELAY = 20.0
"""Seconds after which a smaller number of vectors is written."""

START_DELAY = 10.0
"""Seconds after the first scan until chunking and embedding start: a window is painted by then, and a command in a
terminal has ended without loading a model.
"""

MAX_CHANGED_PATHS = 500
"""Number of changed notes from which comparing all notes is faster than checking each one."""

UNLOAD_AFTER = 300.0
"""Seconds without work and without a search after which the model is unloaded."""

RETRY_FIRST, RETRY_LAST = 60.0, 1_800.0
"""Seconds until a failed model is tried again, doubled with each failure."""

EmbeddingPhase = Literal["off", "absent", "waiting", "reading", "paused", "ready", "failed"]
"""`off`: switched off. `absent`: the model or its runtime is not installed. `waiting`: before the first scan has ended.
`reading`: passages are being embedded. `paused`: by the user, or on battery. `failed`: see `reason`.
"""


class EmbeddingState(Struct, frozen=True):
    """Progress of background embedding. `done` of `total` count the vault's passages."""

    phase: EmbeddingPhase = "waiting"
    done: int = 0
    total: int = 0
    model: str = ""
    """The model's title."""
    reason: Phrase = NO_PHRASE
    """The reason for the user; set for `absent`, `paused` and `failed`."""
    passages: int = 0
    """Number of passages that can be found now."""
    older_model: str = ""
    """Title of the model that answers queries until `model` has embedded everything."""


ChosenEmbedder = Callable[[], Embedder | None]
"""Return the embedder chosen in the settings; None if switched off. Raises `EmbeddingFailed` with `absent` if not
installed.
"""

NamedEmbedder = Callable[[str], Embedder | None]
"""Return the previously used embedder with this `Embedder.name`; None if it is not available."""


class EmbedderSelection:
    """The embedder for passages and the one for queries, which differ while a new model embeds the vault.

    Belongs to the event loop.
    """

    def __init__(self, chosen: ChosenEmbedder, by_name: NamedEmbedder) -> None:
        self._chosen, self._by_name = chosen, by_name
        self.passage_embedder: Embedder | None = None
        self.query_embedder: Embedder | None = None
        self.query_model: EmbeddingModel | None = None
        """The model of `query_embedder`: its vectors are searched."""
        self.may_be_loaded = False
        """Whether one of the embedders may have its model in memory."""

    async def choose_again(self) -> Embedder | None:
        """Select the passage embedder that is chosen in the settings. Raises `VaultDeskError`; then there is none."""
        previous, self.passage_embedder = self.passage_embedder, None
        try:
            chosen = self._chosen()
            # If the same model is chosen, the embedder that may have it in memory is reused.
            is_same = previous is not None and chosen is not None and previous.name == chosen.name
            self.passage_embedder = previous if is_same else chosen
        finally:
            if previous is not None and previous is not self.passage_embedder and previous is not self.query_embedder:
                await previous.aclose()
        return self.passage_embedder

    def older_complete(
        self, models: Sequence[EmbeddingModel], current: EmbeddingModel
    ) -> tuple[EmbeddingModel, Embedder] | None:
        """Return the newest complete model, with its embedder, that can answer queries until *current* is complete."""
        if current.complete:
            return None
        for model in reversed([model for model in models if model.complete and model.id != current.id]):
            embedder = self._embedder_named(model.name)
            if embedder is not None:
                return model, embedder
        return None

    async def use_for_queries(self, model: EmbeddingModel | None, embedder: Embedder | None) -> None:
        """Answer queries with this model from now on."""
        previous, self.query_embedder, self.query_model = self.query_embedder, embedder, model
        if previous is not None and previous is not embedder and previous is not self.passage_embedder:
            await previous.aclose()

    async def unload(self) -> None:
        """Free the models' memory; the next use loads them again."""
        self.may_be_loaded = False
        embedders = (self.passage_embedder, self.query_embedder)
        for embedder in {id(embedder): embedder for embedder in embedders if embedder is not None}.values():
            await embedder.aclose()

    def _embedder_named(self, name: str) -> Embedder | None:
        for embedder in (self.query_embedder, self.passage_embedder):
            if embedder is not None and embedder.name == name:
                return embedder
        try:
            return self._by_name(name)
        except EmbeddingFailed:
            return None


class NewestFirst:
    """Queue of unique notes, the most recently changed first."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._notes: set[int] = set()

    def __len__(self) -> int:
        return len(self._heap)

    def push(self, notes: Iterable[OutdatedNote]) -> None:
        """Add those of *notes* that are not in the queue."""
        for outdated in notes:
            if outdated.note not in self._notes:
                self._notes.add(outdated.note)
                heapq.heappush(self._heap, (-outdated.modified_ns, outdated.note))

    def take(self, count: int) -> list[OutdatedNote]:
        """Remove and return up to *count* notes, newest first."""
        popped = [heapq.heappop(self._heap) for _ in range(min(count, len(self._heap)))]
        self._notes.difference_update(note for _, note in popped)
        return [OutdatedNote(-modified, note) for modified, note in popped]

    def clear(self) -> None:
        """Remove all notes."""
        self._heap.clear()
        self._notes.clear()


class EmbeddingBacklog:
    """Work that `EmbeddingWorker` still has to do. Only the worker changes it."""

    def __init__(self) -> None:
        self.choose_model = self.compare_all = self.count = self.delete_unused = True
        """Due: choosing the model, comparing all notes with their passages, counting passages without a vector, and
        deleting vectors that no passage uses.
        """
        self.find_removed = False
        """Due: finding passages of deleted notes."""
        self.retry_refused = False
        """Due: embedding passages that were refused before."""
        self.changed_paths: list[str] = []
        """Notes that the index wrote, not compared yet."""
        self.unchunked = NewestFirst()
        self.unembedded = NewestFirst()
        self.texts: deque[UnembeddedPassage] = deque()
        """The next passages to embed."""
        self.unwritten: dict[bytes, bytes] = {}
        """Vectors by their keys, not written yet."""
        self.orphan_keys: set[bytes] = set()
        """Keys of vectors that lost a passage."""
        self.damaged_keys: set[bytes] = set()
        """Keys of vectors that cannot be read."""

    @property
    def has_unembedded(self) -> bool:
        """Whether passages are left to embed."""
        return bool(self.unembedded) or bool(self.texts)

    def start_over(self) -> None:
        """Mark everything as due again, because the index file was replaced."""
        self.choose_model = self.compare_all = self.count = self.delete_unused = True

    def add_texts(self, passages: Sequence[UnembeddedPassage]) -> None:
        """Add passages to embed, each once."""
        known = {passage.key for passage in self.texts} | self.unwritten.keys()
        for passage in passages:
            if passage.key not in known:
                known.add(passage.key)
                self.texts.append(passage)

    def take_texts(self, count: int) -> list[UnembeddedPassage]:
        """Remove and return up to *count* passages."""
        return [self.texts.popleft() for _ in range(min(count, len(self.texts)))]

    def return_texts(self, passages: Sequence[UnembeddedPassage]) -> None:
        """Put passages back that could not be embedded."""
        self.texts.extendleft(reversed(passages))

    def take_unwritten(self) -> list[tuple[bytes, bytes]]:
        """Remove and return the vectors to be written."""
        vectors, self.unwritten = list(self.unwritten.items()), {}
        return vectors

    def clear_texts(self) -> None:
        """Drop passages and vectors, because another model embeds from now on or everything is counted again."""
        self.unembedded.clear()
        self.texts.clear()
        self.unwritten.clear()


class EmbeddingWorker:
    """Embeds the vault's passages in the background, and owns all state of it. Belongs to the event loop.

    Each step is committed separately, so the worker can be stopped at any moment and resumes where it was. The next
    step is the first that is due: choose the model, compare notes with their passages, chunk notes, count passages
    without a vector, embed, and at the end delete unused models and vectors (`step`).
    """

    def __init__(
        self,
        store: EmbeddingStore,
        neighbors: NearestNeighbors,
        selection: EmbedderSelection,
        throttle: Throttle,
        on_battery: Callable[[], bool],
    ) -> None:
        """*on_battery* may block; it is called in the store's thread."""
        self.state = EmbeddingState()
        self.progress: Feed[EmbeddingState] = Feed()
        """Publishes every new state."""
        self._store, self._neighbors, self._selection, self._throttle = store, neighbors, selection, throttle
        self._on_battery = on_battery
        self._backlog = EmbeddingBacklog()
        self._is_count_only = True
        """Until the start delay is over nothing is chunked or embedded, so that a single command does not wait for
        it.
        """
        self._model: EmbeddingModel | None = None
        self._other_models: list[EmbeddingModel] = []
        self._counts = PassageCounts()
        self._older_searchable = 0
        """Passages that the older model can find, while it answers queries."""
        self._unavailable_model = NO_PHRASE
        """The reason, if the model that embedded the vault before is not available."""
        self._written_at = time.monotonic()
        self._last_embedding_succeeded = True
        self._retry_delay = RETRY_FIRST
        self._wake, self._idle = asyncio.Event(), asyncio.Event()
        self.counted = asyncio.Event()
        """Set once it is known which model answers queries and how many passages have vectors."""
        self._has_ended = False

    # Notifications from the rest of the program.

    def wake(self) -> None:
        """Check for work now."""
        self._idle.clear()
        self._wake.set()

    def model_changed(self) -> None:
        """Choose the model again: the settings changed."""
        self._backlog.choose_model = True
        self._retry_delay = RETRY_FIRST
        self.wake()

    def retry_refused(self) -> None:
        """Embed refused passages again."""
        self._backlog.retry_refused = True
        self.wake()

    def notes_indexed(self, event: NotesIndexed) -> None:
        """Handle a commit of the index."""
        backlog = self._backlog
        backlog.changed_paths += event.paths
        backlog.find_removed = backlog.find_removed or bool(event.removed)
        if len(backlog.changed_paths) > MAX_CHANGED_PATHS:
            backlog.compare_all = True
            backlog.changed_paths.clear()
        self.wake()

    def vectors_damaged(self, damage: DamagedVectors) -> None:
        """Recompute damaged vectors."""
        self._backlog.damaged_keys |= damage.keys
        self.wake()

    def query_started(self) -> None:
        """Record that a query loads the model, which is unloaded some minutes after the last query."""
        if not self._selection.may_be_loaded:
            self._selection.may_be_loaded = True
            self.wake()

    async def settled(self) -> None:
        """Wait until all passages known now are embedded or embedding has failed."""
        if not self._has_ended:
            self._backlog.compare_all, self._is_count_only = True, False
            self.wake()
            await self._idle.wait()

    # The loop: work until nothing is due, then wait for a wake-up or a timeout.

    async def run(self) -> None:
        """Process the backlog until cancelled."""
        start = time.monotonic() + START_DELAY
        try:
            while True:
                self._wake.clear()
                wait = await self._work()
                self.counted.set()
                if self._wake.is_set():
                    continue
                if not self._is_count_only:
                    self._idle.set()
                elif wait is None:
                    wait = max(0.0, start - time.monotonic())
                try:
                    async with asyncio.timeout(wait):
                        await self._wake.wait()
                except TimeoutError:
                    self._is_count_only = self._is_count_only and time.monotonic() < start
                    with suppress(IndexFailed):  # The next round reports it.
                        await self.clean_up(UNLOAD_AFTER)
        finally:
            self._has_ended = True
            self._idle.set()
            self.counted.set()

    async def _work(self) -> float | None:
        """Do all steps that are due. Return the seconds until the next check, or None to wait for a wake-up."""
        try:
            while await self.step():
                if self._last_embedding_succeeded:
                    self._retry_delay = RETRY_FIRST
        except IndexFailed as error:
            # The index's owner repairs the file, which replaces it.
            self._backlog.start_over()
            self.publish("failed", error.message)
            return RETRY_FIRST
        except VaultDeskError as error:
            log.info("embedding waits: %s (%s)", error, error.facts.get("why", ""))
            with suppress(IndexFailed):  # The next round reports it.
                await self.write_vectors()
            if error.facts.get("absent") is True:
                self.publish("absent", error.message)
                return None
            self.publish("failed", error.message)
            wait, self._retry_delay = self._retry_delay, min(2 * self._retry_delay, RETRY_LAST)
            return wait
        if self.state.phase == "paused":
            return POWER_CHECK_INTERVAL
        return UNLOAD_AFTER if self.needs_clean_up and not self._is_count_only else None

    async def step(self) -> bool:
        """Do the first step that is due. False if nothing is due or nothing may be done now."""
        await self._throttle.wait_until_free()
        backlog = self._backlog
        if await self._store.is_new_file():
            backlog.start_over()
            backlog.clear_texts()
        if backlog.choose_model:
            await self._choose_model()
            return True
        model, embedder = self._model, self._selection.passage_embedder
        if model is None or embedder is None:
            return False
        if self._is_count_only:
            return await self._count_first(model)
        if backlog.compare_all or backlog.find_removed or backlog.changed_paths:
            await self._compare(model)
        elif backlog.unchunked:
            await self._chunk(model)
        elif backlog.retry_refused or backlog.count or backlog.damaged_keys:
            await self._count(model)
        elif not backlog.has_unembedded:
            await self._finish(model, embedder)
            return False
        elif await self._is_paused():
            await self.write_vectors()
            self.publish("paused", self._throttle.pause_reason)
            return False
        else:
            await self._embed(model, embedder)
        return True

    # The steps, in their order.

    async def _choose_model(self) -> None:
        """Select the model chosen in the settings, and the one that answers queries."""
        with suppress(IndexFailed):  # In a replaced file no passage waits for these vectors.
            await self.write_vectors()
        self._backlog.choose_model = False
        previous, self._model = self._model, None
        embedder = None
        try:
            embedder = await self._selection.choose_again()
        finally:
            if embedder is None:
                self._backlog.clear_texts()
                self._counts = PassageCounts()
                await self._selection.use_for_queries(None, None)
                await self._neighbors.use_model(None)
        if embedder is None:
            self.publish("off")
            return
        model, self._other_models = await self._store.register(embedder.name, embedder.title)
        if previous is None or previous.id != model.id:
            self._backlog.compare_all = self._backlog.count = self._backlog.delete_unused = True
            self._backlog.clear_texts()
        self._model = model
        await self._choose_query_model(model, embedder)

    async def _choose_query_model(self, model: EmbeddingModel, embedder: Embedder) -> None:
        """Answer queries with an older complete model, if there is one, until *model* is complete."""
        older = self._selection.older_complete(self._other_models, model)
        query_model, query_embedder = older or (model, embedder)
        unavailable = [
            other.title for other in self._other_models if other.complete and not model.complete and not older
        ]
        self._unavailable_model = (
            Phrase("The model {0}, which indexed the notes before, is no longer available.", unavailable[-1])
            if unavailable
            else NO_PHRASE
        )
        self._older_searchable = (await self._store.counts(query_model.id)).searchable if older else 0
        await self._selection.use_for_queries(query_model, query_embedder)
        await self._neighbors.use_model(query_model)

    async def _count_first(self, model: EmbeddingModel) -> bool:
        """Count what can be found before anything else is done. False once it is counted."""
        if not self._backlog.count:
            return False
        await self._count(model)
        self.publish("waiting" if self._backlog.has_unembedded or not self._counts.total else "ready")
        return True

    async def _compare(self, model: EmbeddingModel) -> None:
        """Find the notes to be chunked, and remove the passages of deleted notes."""
        backlog, passages = self._backlog, self._store.passages
        paths, compare_all, find_removed = backlog.changed_paths, backlog.compare_all, backlog.find_removed
        backlog.changed_paths, backlog.compare_all, backlog.find_removed = [], False, False
        if compare_all:
            outdated, removed = await self._store.outdated_notes(), await self._store.removed_notes()
        else:
            outdated = await self._store.run(passages.outdated_among, paths)
            removed = await self._store.run(passages.removed_among, paths)
            removed += await self._store.removed_notes() if find_removed else []
        backlog.unchunked.push(outdated)
        for start in range(0, len(removed), NOTES_PER_CHUNKING):
            notes = removed[start : start + NOTES_PER_CHUNKING]
            await self._passages_changed(await self._store.run(passages.remove, notes, model.id))

    async def _chunk(self, model: EmbeddingModel) -> None:
        """Split the next notes into passages."""
        outdated = self._backlog.unchunked.take(NOTES_PER_CHUNKING)
        notes = [entry.note for entry in outdated]
        await self._passages_changed(await self._store.run(self._store.passages.rechunk, notes, model.id))
        self._backlog.unembedded.push(outdated)

    async def _passages_changed(self, result: ChunkingResult) -> None:
        self._counts = self._counts + result.count_change
        self._backlog.orphan_keys |= result.orphan_keys
        await self._neighbors.refresh(result.notes)

    async def _count(self, model: EmbeddingModel) -> None:
        """Delete the vectors that are to be computed again, and count passages without a vector."""
        backlog = self._backlog
        retry_refused, damaged = backlog.retry_refused, backlog.damaged_keys
        backlog.retry_refused, backlog.damaged_keys, backlog.count = False, set(), False
        if retry_refused:
            await self._store.run(self._store.models.delete_refused, model.id)
        if damaged and self._selection.query_model is not None:
            await self._store.run(self._store.vectors.delete, self._selection.query_model.id, damaged)
        unembedded, self._counts = await self._store.unembedded_notes(model)
        backlog.unembedded.push(unembedded)

    async def _is_paused(self) -> bool:
        if self._throttle.is_power_check_due:
            self._throttle.set_power(on_battery=await self._store.run(self._on_battery))
        return bool(self._throttle.pause_reason)

    async def _embed(self, model: EmbeddingModel, embedder: Embedder) -> None:
        """Embed the next passages; write the vectors once there are enough of them."""
        backlog = self._backlog
        if not backlog.texts:
            notes = [outdated.note for outdated in backlog.unembedded.take(NOTES_PER_FETCH)]
            backlog.add_texts(await self._store.run(self._store.vectors.unembedded_passages, model.id, notes))
        passages = backlog.take_texts(max(1, embedder.batch_size))
        if not passages:
            return
        self.publish("reading", self._unavailable_model)
        self._selection.may_be_loaded = True
        self._last_embedding_succeeded = False
        try:
            vectors = await embedder.embed([passage.text for passage in passages], "passage")
        except BaseException:
            backlog.return_texts(passages)
            raise
        self._last_embedding_succeeded = True
        # If all passages were refused, the rows do not show the model's dimensions.
        if model.dimensions not in (0, vectors.shape[1]) and vectors.any():
            log.warning("%s has other dimensions than before: everything is embedded again", model.title)
            await self._store.delete_model(model.id)
            self._model, backlog.choose_model = None, True
            return
        packed = await self._store.run(_pack, vectors)
        backlog.unwritten.update(zip((passage.key for passage in passages), packed, strict=True))
        is_write_overdue = time.monotonic() - self._written_at > MAX_WRITE_DELAY
        if len(backlog.unwritten) >= VECTORS_PER_WRITE or is_write_overdue:
            await self.write_vectors()
        self.publish("reading", self._unavailable_model)

    async def _finish(self, model: EmbeddingModel, embedder: Embedder) -> None:
        """After everything is embedded, answer queries with this model, and delete other models and unused vectors."""
        await self.write_vectors()
        # Another process, such as `vaultdesk index` while the window is open, may have embedded passages of this vault.
        is_stale = self._counts.done < self._counts.total
        if is_stale:
            self._counts = await self._store.counts(model.id)
        if is_stale or not model.complete:
            await self._store.run(self._store.models.mark_complete, model.id)
            model = self._model = replace(self._model or model, complete=True)
            self._unavailable_model = NO_PHRASE
            await self._selection.use_for_queries(model, embedder)
            await self._neighbors.use_model(model)
        others, self._other_models = self._other_models, []
        for other in others:
            await self._store.delete_model(other.id)
        if self._backlog.delete_unused:
            self._backlog.delete_unused = False
            await self._store.delete_all_orphans(model.id)
        self.publish("ready")

    # Shared by several steps.

    async def write_vectors(self) -> None:
        """Write the vectors computed since the last write."""
        model, vectors = self._model, self._backlog.take_unwritten()
        self._written_at = time.monotonic()
        if model is None or not vectors:
            return
        dimensions = next((len(vector) // 2 for _, vector in vectors if vector), 0)
        result = await self._store.run(self._store.vectors.write, model.id, dimensions, vectors)
        self._counts = self._counts + result.count_change
        if not model.dimensions:
            self._model = replace(model, dimensions=dimensions)
        if self._selection.query_model is not None and self._selection.query_model.id == model.id:
            await self._neighbors.refresh(result.notes)

    @property
    def needs_clean_up(self) -> bool:
        """Whether a model may be in memory, or vectors may have lost their passages."""
        return self._selection.may_be_loaded or bool(self._backlog.orphan_keys)

    async def clean_up(self, unload_after: float) -> None:
        """Delete orphaned vectors, and unload the models *unload_after* seconds after the last search."""
        if time.monotonic() - self._throttle.last_search >= unload_after:
            await self._selection.unload()
        # With a delay: the passages of a renamed note return under its new name and keep their vectors.
        orphans, self._backlog.orphan_keys = self._backlog.orphan_keys, set()
        await self._store.delete_orphans(orphans)

    def publish(self, phase: EmbeddingPhase, reason: Phrase = NO_PHRASE) -> None:
        """Publish the state if it has changed."""
        embedder, query_model = self._selection.passage_embedder, self._selection.query_model
        is_older = query_model is not None and self._model is not None and query_model.id != self._model.id
        state = EmbeddingState(
            phase,
            done=min(self._counts.total, self._counts.done + len(self._backlog.unwritten)),
            total=self._counts.total,
            model=embedder.title if embedder is not None else "",
            reason=reason,
            passages=self._older_searchable if is_older else self._counts.searchable,
            older_model=query_model.title if is_older and query_model is not None else "",
        )
        if state != self.state:
            self.state = state
            self.progress.publish(state)


def _pack(vectors: "Vectors") -> list[bytes]:
    # Runs in a thread: even if numpy is loaded, this is the first import of the vector code.
    from vaultdesk.index.embeddings.vector_space import pack_vectors

    return pack_vectors(vectors)
