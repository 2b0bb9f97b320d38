"""Tests of index/embeddings/embedding_worker.py."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.meaning.hashing import Hashing, embedding_scene, hashed
from tests.index.scene import filled
from tests.support.vaults import write_vault
from vaultdesk.core.errors import EmbeddingFailed, ProviderUnreachable
from vaultdesk.index import Index
from vaultdesk.index.embeddings import embedding_worker
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.index.embeddings.embedding_store import EmbeddingModel, EmbeddingStore, OutdatedNote, UnembeddedPassage
from vaultdesk.index.embeddings.embedding_worker import (
    EmbedderSelection,
    EmbeddingBacklog,
    EmbeddingState,
    EmbeddingWorker,
    NewestFirst,
)
from vaultdesk.index.embeddings.nearest_neighbors import NearestNeighbors
from vaultdesk.index.embeddings.throttle import Throttle, ThrottleOptions
from vaultdesk.index.index_state import NotesIndexed

# The initial state.


def test_the_initial_state_waits_for_the_scan() -> None:
    assert EmbeddingState() == EmbeddingState("waiting", 0, 0, "", "", 0, "")


# Selection of the embedder of passages and of queries, and which one may be unloaded.

OLD, OLDER = EmbeddingModel(1, "old", "Old", 8, complete=True), EmbeddingModel(2, "older", "Older", 8, complete=True)
INCOMPLETE, CURRENT = (
    EmbeddingModel(3, "half", "Half", 8, complete=False),
    EmbeddingModel(4, "mine", "Mine", 0, complete=False),
)


def no_embedder(name: str) -> None:
    return None


async def test_selecting_the_same_model_again_keeps_the_loaded_embedder() -> None:
    first, second = Hashing("a"), Hashing("a")
    chosen = [first]
    selection = EmbedderSelection(lambda: chosen[0], no_embedder)
    await selection.choose_again()
    chosen[0] = second
    assert await selection.choose_again() is first
    chosen[0] = third = Hashing("b")
    assert await selection.choose_again() is third
    assert first.closed == 1


async def test_an_embedder_used_for_queries_is_not_closed() -> None:
    first, second = Hashing("a"), Hashing("b")
    chosen = [first]
    selection = EmbedderSelection(lambda: chosen[0], no_embedder)
    await selection.choose_again()
    await selection.use_for_queries(OLD, first)
    chosen[0] = second
    await selection.choose_again()
    assert first.closed == 0
    await selection.use_for_queries(CURRENT, second)
    assert first.closed == 1


async def test_an_unavailable_embedder_is_not_used() -> None:
    first = Hashing("a")

    def chosen() -> Hashing:
        if selection.passage_embedder is None and first.closed == 0 and not returned:
            returned.append(1)
            return first
        raise EmbeddingFailed("Gone", absent=True)

    returned: list[int] = []
    selection = EmbedderSelection(chosen, no_embedder)
    await selection.choose_again()
    with pytest.raises(EmbeddingFailed):
        await selection.choose_again()
    assert (selection.passage_embedder, first.closed) == (None, 1)


def test_the_last_complete_available_model_answers_queries_meanwhile() -> None:
    embedders = {"old": Hashing("old")}
    selection = EmbedderSelection(lambda: None, embedders.get)
    assert selection.older_complete([OLD, OLDER, INCOMPLETE], CURRENT) == (OLD, embedders["old"])
    assert selection.older_complete([INCOMPLETE], CURRENT) is None
    assert selection.older_complete([OLDER], CURRENT) is None
    assert selection.older_complete([OLD], EmbeddingModel(4, "mine", "Mine", 8, complete=True)) is None


def test_a_model_that_is_no_longer_installed_does_not_answer_queries() -> None:
    def unavailable(name: str) -> Hashing:
        raise EmbeddingFailed("Gone", absent=True)

    assert EmbedderSelection(lambda: None, unavailable).older_complete([OLD], CURRENT) is None


async def test_unloading_closes_each_embedder_once() -> None:
    embedder = Hashing("a")
    selection = EmbedderSelection(lambda: embedder, no_embedder)
    await selection.choose_again()
    await selection.use_for_queries(OLD, embedder)
    selection.may_be_loaded = True
    await selection.unload()
    assert (embedder.closed, selection.may_be_loaded) == (1, False)


# Backlog: newest notes come first, each once, and no text is embedded twice.


def passages(*keys: str) -> list[UnembeddedPassage]:
    return [UnembeddedPassage(key.encode(), EmbeddingText(key)) for key in keys]


def test_newest_notes_come_first_without_duplicates() -> None:
    notes = NewestFirst()
    notes.push([OutdatedNote(5, 1), OutdatedNote(9, 2), OutdatedNote(7, 3)])
    notes.push([OutdatedNote(9, 2), OutdatedNote(8, 4)])
    assert (len(notes), notes.take(2)) == (4, [OutdatedNote(9, 2), OutdatedNote(8, 4)])
    notes.push([OutdatedNote(1, 2)])
    assert notes.take(9) == [OutdatedNote(7, 3), OutdatedNote(5, 1), OutdatedNote(1, 2)]
    notes.push([OutdatedNote(1, 1)])
    notes.clear()
    assert notes.take(1) == []


def test_a_text_is_queued_once_and_can_be_returned_to_the_queue() -> None:
    backlog = EmbeddingBacklog()
    backlog.add_texts(passages("a", "b", "a", "c"))
    assert len(backlog.texts) == 3
    taken = backlog.take_texts(2)
    backlog.return_texts(taken)
    assert [passage.key for passage in backlog.take_texts(9)] == [b"a", b"b", b"c"]


def test_embedded_texts_are_not_embedded_again_before_they_are_written() -> None:
    backlog = EmbeddingBacklog()
    backlog.unwritten[b"a"] = b"vector"
    backlog.add_texts(passages("a", "b"))
    assert [passage.key for passage in backlog.texts] == [b"b"]
    assert (backlog.take_unwritten(), backlog.take_unwritten()) == ([(b"a", b"vector")], [])


def test_clearing_texts_leaves_an_empty_backlog() -> None:
    backlog = EmbeddingBacklog()
    backlog.add_texts(passages("a"))
    backlog.unembedded.push([OutdatedNote(1, 1)])
    backlog.unwritten[b"b"] = b""
    backlog.clear_texts()
    assert (backlog.has_unembedded, backlog.unwritten) == (False, {})


def test_starting_over_checks_everything_again() -> None:
    backlog = EmbeddingBacklog()
    backlog.choose_model = backlog.compare_all = backlog.count = backlog.delete_unused = False
    backlog.start_over()
    assert backlog.choose_model
    assert backlog.compare_all
    assert backlog.count
    assert backlog.delete_unused


# Embedding in steps.

NOTES = {"A.md": "First.\n", "B.md": "Second.\n"}


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with closing(filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)) as index:
        yield index


async def test_the_worker_selects_counts_compares_chunks_and_embeds_and_then_unloads(index: Index) -> None:
    model = Hashing()
    selection, store = EmbedderSelection(lambda: model, lambda name: None), EmbeddingStore(index)
    neighbors = NearestNeighbors(index, lambda damage: None)
    worker = EmbeddingWorker(store, neighbors, selection, Throttle(ThrottleOptions), lambda: False)
    states: list[tuple[str, int, int]] = []
    while await worker.step():
        states.append((worker.state.phase, worker.state.done, worker.state.total))
    assert states == [("waiting", 0, 0), ("waiting", 0, 0)]
    worker._is_count_only = False
    while await worker.step():
        states.append((worker.state.phase, worker.state.done, worker.state.total))
    assert states[2:] == [("waiting", 0, 0), ("waiting", 0, 0), ("reading", 2, 2)]
    assert (worker.state.phase, worker.state.passages, worker.needs_clean_up) == ("ready", 2, True)
    assert len(model.embedded) == 2
    await worker.clean_up(0)
    assert (model.closed, worker.needs_clean_up) == (1, False)
    await neighbors.aclose()
    await store.aclose()


async def test_passages_embedded_by_another_process_are_counted_and_found(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_worker, "NOTES_PER_FETCH", 1)
    models, workers, all_neighbors = [Hashing(), Hashing()], [], []
    stores = [EmbeddingStore(index), EmbeddingStore(index)]
    for model, store in zip(models, stores, strict=True):
        neighbors, selection = (
            NearestNeighbors(index, lambda damage: None),
            EmbedderSelection(lambda model=model: model, lambda name: None),
        )
        worker = EmbeddingWorker(store, neighbors, selection, Throttle(ThrottleOptions), lambda: False)
        worker._is_count_only = False
        workers.append(worker)
        all_neighbors.append(neighbors)
    while not models[0].embedded:
        await workers[0].step()
    for worker in reversed(workers):
        while await worker.step():
            pass
        assert (worker.state.phase, worker.state.done, worker.state.total, worker.state.passages) == ("ready", 2, 2, 2)
    assert len(models[0].embedded) == 1
    assert len(await all_neighbors[0].nearest(hashed("First."), 2, None)) == 2
    for opened in (*all_neighbors, *stores):
        await opened.aclose()


async def test_each_state_is_published_once(index: Index) -> None:
    selection, store = EmbedderSelection(lambda: None, lambda name: None), EmbeddingStore(index)
    neighbors = NearestNeighbors(index, lambda damage: None)
    worker = EmbeddingWorker(store, neighbors, selection, Throttle(ThrottleOptions), lambda: False)
    with worker.progress.subscribe() as states:
        while await worker.step():
            pass
        worker.publish("off")
        assert (await anext(states)).phase == "off"
        worker.publish("paused", "Paused.")
        assert (await anext(states)).phase == "paused"
    await neighbors.aclose()
    await store.aclose()


# The background task: it unloads the model, retries with increasing delays, and compares all notes after many changes.


def idle_worker(index: Index) -> EmbeddingWorker:
    """A worker whose context was not entered."""
    selection, store = EmbedderSelection(lambda: None, lambda name: None), EmbeddingStore(index)
    neighbors = NearestNeighbors(index, lambda damage: None)
    return EmbeddingWorker(store, neighbors, selection, Throttle(ThrottleOptions), lambda: False)


def test_a_few_changed_notes_are_compared_and_after_many_changes_all(index: Index) -> None:
    worker = idle_worker(index)
    backlog = worker._backlog
    backlog.compare_all = False
    worker.notes_indexed(NotesIndexed(("A.md",), ("B.md",)))
    assert (backlog.changed_paths, backlog.find_removed, backlog.compare_all) == (["A.md"], True, False)
    worker.notes_indexed(NotesIndexed(tuple(f"{number}.md" for number in range(embedding_worker.MAX_CHANGED_PATHS))))
    assert (backlog.changed_paths, backlog.compare_all) == ([], True)


async def test_an_unreachable_server_is_retried_automatically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_worker, "RETRY_FIRST", 0.01)
    root = write_vault(tmp_path / "vault", {"A.md": "Text.\n"})
    model = Hashing(problem=ProviderUnreachable("Away", kind="network"))
    async with embedding_scene(root, tmp_path / "index.sqlite", lambda: model) as at:
        assert (await at.meaning.settled()).phase == "failed"
        model.problem = None
        with at.meaning.progress.subscribe() as states:
            async with asyncio.timeout(10):
                while at.meaning.state.phase != "ready":
                    await anext(states)


async def test_waiting_for_a_stopped_worker_returns_immediately(index: Index) -> None:
    worker = idle_worker(index)
    worker._has_ended = True
    await asyncio.wait_for(worker.settled(), 30)
