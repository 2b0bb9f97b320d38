"""Tests of index/embeddings/embedding_worker.py."""

import asyncio
from pathlib import Path

import pytest

from tests.index.meaning.hashing import Hashing, meaning_at_work
from tests.index.scene import filled, lay
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
from vaultdesk.index.embeddings.nearest_neighbours import NearestNeighbours
from vaultdesk.index.embeddings.throttle import Throttle, ThrottleOptions
from vaultdesk.index.index_state import NotesIndexed

# Meaning state: what holds before anything is known.


def test_at_first_it_waits_for_the_scan() -> None:
    assert EmbeddingState() == EmbeddingState("waiting", 0, 0, "", "", 0, "")


# Choice: who reads, who answers meanwhile, and who may leave memory.

OLD, OLDER = EmbeddingModel(1, "old", "Old", 8, complete=True), EmbeddingModel(2, "older", "Older", 8, complete=True)
HALF, MINE = EmbeddingModel(3, "half", "Half", 8, complete=False), EmbeddingModel(4, "mine", "Mine", 0, complete=False)


def nobody(name: str) -> None:
    return None


async def test_the_same_choice_keeps_the_one_in_memory() -> None:
    first, second = Hashing("a"), Hashing("a")
    chosen = [first]
    selection = EmbedderSelection(lambda: chosen[0], nobody)
    await selection.choose_again()
    chosen[0] = second
    assert await selection.choose_again() is first
    chosen[0] = third = Hashing("b")
    assert await selection.choose_again() is third
    assert first.closed == 1


async def test_one_that_still_answers_stays() -> None:
    first, second = Hashing("a"), Hashing("b")
    chosen = [first]
    selection = EmbedderSelection(lambda: chosen[0], nobody)
    await selection.choose_again()
    await selection.use_for_queries(OLD, first)
    chosen[0] = second
    await selection.choose_again()
    assert first.closed == 0
    await selection.use_for_queries(MINE, second)
    assert first.closed == 1


async def test_who_cannot_be_had_reads_for_nobody() -> None:
    first = Hashing("a")

    def chosen() -> Hashing:
        if selection.passage_embedder is None and first.closed == 0 and not begun:
            begun.append(1)
            return first
        raise EmbeddingFailed("Gone", absent=True)

    begun: list[int] = []
    selection = EmbedderSelection(chosen, nobody)
    await selection.choose_again()
    with pytest.raises(EmbeddingFailed):
        await selection.choose_again()
    assert (selection.passage_embedder, first.closed) == (None, 1)


def test_the_last_complete_model_that_can_be_had_answers_meanwhile() -> None:
    had = {"old": Hashing("old")}
    selection = EmbedderSelection(lambda: None, had.get)
    assert selection.older_complete([OLD, OLDER, HALF], MINE) == (OLD, had["old"])
    assert selection.older_complete([HALF], MINE) is None
    assert selection.older_complete([OLDER], MINE) is None
    assert selection.older_complete([OLD], EmbeddingModel(4, "mine", "Mine", 8, complete=True)) is None


def test_one_that_is_not_installed_any_more_does_not_answer() -> None:
    def named(name: str) -> Hashing:
        raise EmbeddingFailed("Gone", absent=True)

    assert EmbedderSelection(lambda: None, named).older_complete([OLD], MINE) is None


async def test_resting_frees_each_once() -> None:
    both = Hashing("a")
    selection = EmbedderSelection(lambda: both, nobody)
    await selection.choose_again()
    await selection.use_for_queries(OLD, both)
    selection.may_be_loaded = True
    await selection.unload()
    assert (both.closed, selection.may_be_loaded) == (1, False)


# Backlog: newest notes come first, each once, and no text is read twice.


def passages(*keys: str) -> list[UnembeddedPassage]:
    return [UnembeddedPassage(key.encode(), EmbeddingText(key)) for key in keys]


def test_newest_notes_come_first_and_once() -> None:
    notes = NewestFirst()
    notes.push([OutdatedNote(5, 1), OutdatedNote(9, 2), OutdatedNote(7, 3)])
    notes.push([OutdatedNote(9, 2), OutdatedNote(8, 4)])
    assert (len(notes), notes.take(2)) == (4, [OutdatedNote(9, 2), OutdatedNote(8, 4)])
    notes.push([OutdatedNote(1, 2)])
    assert notes.take(9) == [OutdatedNote(7, 3), OutdatedNote(5, 1), OutdatedNote(1, 2)]
    notes.push([OutdatedNote(1, 1)])
    notes.clear()
    assert notes.take(1) == []


def test_a_text_waits_once_and_comes_back_where_it_could_not_be_read() -> None:
    backlog = EmbeddingBacklog()
    backlog.add_texts(passages("a", "b", "a", "c"))
    assert len(backlog.texts) == 3
    taken = backlog.take_texts(2)
    backlog.return_texts(taken)
    assert [one.key for one in backlog.take_texts(9)] == [b"a", b"b", b"c"]


def test_what_was_read_and_not_written_is_not_read_again() -> None:
    backlog = EmbeddingBacklog()
    backlog.unwritten[b"a"] = b"vector"
    backlog.add_texts(passages("a", "b"))
    assert [one.key for one in backlog.texts] == [b"b"]
    assert (backlog.take_unwritten(), backlog.take_unwritten()) == ([(b"a", b"vector")], [])


def test_another_model_begins_with_nothing() -> None:
    backlog = EmbeddingBacklog()
    backlog.add_texts(passages("a"))
    backlog.unembedded.push([OutdatedNote(1, 1)])
    backlog.unwritten[b"b"] = b""
    backlog.clear_texts()
    assert (backlog.has_unembedded, backlog.unwritten) == (False, {})


def test_with_another_file_everything_is_looked_at_again() -> None:
    backlog = EmbeddingBacklog()
    backlog.choose_model = backlog.compare_all = backlog.count = backlog.delete_unused = False
    backlog.start_over()
    assert backlog.choose_model
    assert backlog.compare_all
    assert backlog.count
    assert backlog.delete_unused


# Reading: one step after the other, in the order that serves whoever asks.

NOTES = {"A.md": "First.\n", "B.md": "Second.\n"}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)


async def test_it_chooses_counts_looks_cuts_and_reads_and_then_rests(index: Index) -> None:
    model = Hashing()
    selection, store = EmbedderSelection(lambda: model, lambda name: None), EmbeddingStore(index)
    neighbours = NearestNeighbours(index, lambda damage: None)
    worker = EmbeddingWorker(store, neighbours, selection, Throttle(ThrottleOptions), lambda: False)
    seen: list[tuple[str, int, int]] = []
    while await worker.step():
        seen.append((worker.state.phase, worker.state.done, worker.state.total))
    assert seen == [("waiting", 0, 0), ("waiting", 0, 0)]
    worker._is_count_only = False
    while await worker.step():
        seen.append((worker.state.phase, worker.state.done, worker.state.total))
    assert seen[2:] == [("waiting", 0, 0), ("waiting", 0, 0), ("reading", 2, 2)]
    assert (worker.state.phase, worker.state.passages, worker.needs_clean_up) == ("ready", 2, True)
    assert len(model.embedded) == 2
    await worker.clean_up(0)
    assert (model.closed, worker.needs_clean_up) == (1, False)
    await neighbours.aclose()
    await store.aclose()


async def test_states_are_told_once_each(index: Index) -> None:
    selection, store = EmbedderSelection(lambda: None, lambda name: None), EmbeddingStore(index)
    neighbours = NearestNeighbours(index, lambda damage: None)
    worker = EmbeddingWorker(store, neighbours, selection, Throttle(ThrottleOptions), lambda: False)
    with worker.progress.subscribe() as states:
        while await worker.step():
            pass
        worker.publish("off")
        assert (await anext(states)).phase == "off"
        worker.publish("paused", "Paused.")
        assert (await anext(states)).phase == "paused"
    await neighbours.aclose()
    await store.aclose()


# Background: it rests, tries again ever later, and looks at everything when much is told at once.


def idle_worker(index: Index) -> EmbeddingWorker:
    """A worker whose block was not entered."""
    selection, store = EmbedderSelection(lambda: None, lambda name: None), EmbeddingStore(index)
    neighbours = NearestNeighbours(index, lambda damage: None)
    return EmbeddingWorker(store, neighbours, selection, Throttle(ThrottleOptions), lambda: False)


def test_a_few_notes_are_looked_at_and_many_mean_all(index: Index) -> None:
    worker = idle_worker(index)
    backlog = worker._backlog
    backlog.compare_all = False
    worker.notes_indexed(NotesIndexed(("A.md",), ("B.md",)))
    assert (backlog.changed_paths, backlog.find_removed, backlog.compare_all) == (["A.md"], True, False)
    worker.notes_indexed(NotesIndexed(tuple(f"{nth}.md" for nth in range(embedding_worker.MAX_CHANGED_PATHS))))
    assert (backlog.changed_paths, backlog.compare_all) == ([], True)


async def test_a_server_that_is_away_is_asked_again_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_worker, "RETRY_FIRST", 0.01)
    root = lay(tmp_path / "vault", {"A.md": "Text.\n"})
    model = Hashing(problem=ProviderUnreachable("Away", kind="network"))
    async with meaning_at_work(root, tmp_path / "index.sqlite", lambda: model) as at:
        assert (await at.meaning.settled()).phase == "failed"
        model.problem = None
        with at.meaning.progress.subscribe() as states:
            async with asyncio.timeout(10):
                while at.meaning.state.phase != "ready":
                    await anext(states)


async def test_settling_after_the_end_waits_for_nothing(index: Index) -> None:
    worker = idle_worker(index)
    worker._has_ended = True
    await asyncio.wait_for(worker.settled(), 1)
