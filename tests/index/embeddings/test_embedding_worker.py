"""Tests of index/embeddings/embedding_worker.py."""

import asyncio
from pathlib import Path

import pytest

from tests.index.meaning.hashing import Hashing, meaning_at_work
from tests.index.scene import filled, lay
from vaultdesk.core.errors import MeaningFailed, ProviderUnreachable
from vaultdesk.index import Index
from vaultdesk.index.embeddings import embedding_worker
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.index.embeddings.embedding_store import EmbeddingModel, EmbeddingStore, UnembeddedPassage
from vaultdesk.index.embeddings.embedding_worker import (
    EmbedderChoice,
    EmbeddingBacklog,
    EmbeddingScheduler,
    EmbeddingState,
    EmbeddingWorker,
    NewestFirst,
)
from vaultdesk.index.embeddings.nearest_neighbours import NearestNeighbours
from vaultdesk.index.embeddings.passage_store import OutdatedNote
from vaultdesk.index.embeddings.throttle import Throttle, ThrottleOptions
from vaultdesk.index.index_events import NotesIndexed

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
    choice = EmbedderChoice(lambda: chosen[0], nobody)
    await choice.renew()
    chosen[0] = second
    assert await choice.renew() is first
    chosen[0] = third = Hashing("b")
    assert await choice.renew() is third
    assert first.closed == 1


async def test_one_that_still_answers_stays() -> None:
    first, second = Hashing("a"), Hashing("b")
    chosen = [first]
    choice = EmbedderChoice(lambda: chosen[0], nobody)
    await choice.renew()
    await choice.answer_with(OLD, first)
    chosen[0] = second
    await choice.renew()
    assert first.closed == 0
    await choice.answer_with(MINE, second)
    assert first.closed == 1


async def test_who_cannot_be_had_reads_for_nobody() -> None:
    first = Hashing("a")

    def chosen() -> Hashing:
        if choice.reader is None and first.closed == 0 and not begun:
            begun.append(1)
            return first
        raise MeaningFailed("Gone", absent=True)

    begun: list[int] = []
    choice = EmbedderChoice(chosen, nobody)
    await choice.renew()
    with pytest.raises(MeaningFailed):
        await choice.renew()
    assert (choice.reader, first.closed) == (None, 1)


def test_the_last_complete_model_that_can_be_had_answers_meanwhile() -> None:
    had = {"old": Hashing("old")}
    choice = EmbedderChoice(lambda: None, had.get)
    assert choice.older_of([OLD, OLDER, HALF], MINE) == (OLD, had["old"])
    assert choice.older_of([HALF], MINE) is None
    assert choice.older_of([OLDER], MINE) is None
    assert choice.older_of([OLD], EmbeddingModel(4, "mine", "Mine", 8, complete=True)) is None


def test_one_that_is_not_installed_any_more_does_not_answer() -> None:
    def named(name: str) -> Hashing:
        raise MeaningFailed("Gone", absent=True)

    assert EmbedderChoice(lambda: None, named).older_of([OLD], MINE) is None


async def test_resting_frees_each_once() -> None:
    both = Hashing("a")
    choice = EmbedderChoice(lambda: both, nobody)
    await choice.renew()
    await choice.answer_with(OLD, both)
    choice.in_use = True
    await choice.rest()
    assert (both.closed, choice.in_use) == (1, False)


# Backlog: newest notes come first, each once, and no text is read twice.


def wanted(*keys: str) -> list[UnembeddedPassage]:
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
    backlog.want(wanted("a", "b", "a", "c"))
    assert backlog.left == 3
    taken = backlog.take_texts(2)
    backlog.give_back(taken)
    assert [one.key for one in backlog.take_texts(9)] == [b"a", b"b", b"c"]


def test_what_was_read_and_not_written_is_not_read_again() -> None:
    backlog = EmbeddingBacklog()
    backlog.made[b"a"] = b"vector"
    backlog.want(wanted("a", "b"))
    assert [one.key for one in backlog.texts] == [b"b"]
    assert (backlog.take_made(), backlog.take_made()) == ([(b"a", b"vector")], [])


def test_another_model_begins_with_nothing() -> None:
    backlog = EmbeddingBacklog()
    backlog.want(wanted("a"))
    backlog.unread.push([OutdatedNote(1, 1)])
    backlog.made[b"b"] = b""
    backlog.forget_texts()
    assert (backlog.left, backlog.made) == (0, {})


def test_with_another_file_everything_is_looked_at_again() -> None:
    backlog = EmbeddingBacklog()
    backlog.choosing = backlog.comparing = backlog.counting = backlog.sweeping = False
    backlog.all_anew()
    assert backlog.choosing
    assert backlog.comparing
    assert backlog.counting
    assert backlog.sweeping


# Reading: one step after the other, in the order that serves whoever asks.

NOTES = {"A.md": "First.\n", "B.md": "Second.\n"}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)


async def test_it_chooses_counts_looks_cuts_and_reads_and_then_rests(index: Index) -> None:
    model = Hashing()
    choice, books = EmbedderChoice(lambda: model, lambda name: None), EmbeddingStore(index)
    neighbours = NearestNeighbours(index, lambda damage: None)
    reading = EmbeddingWorker(books, neighbours, choice, Throttle(ThrottleOptions), lambda: False)
    seen: list[tuple[str, int, int]] = []
    while await reading.step():
        seen.append((reading.state.phase, reading.state.done, reading.state.total))
    assert seen == [("waiting", 0, 0), ("waiting", 0, 0)]
    reading.backlog.held_back = False
    while await reading.step():
        seen.append((reading.state.phase, reading.state.done, reading.state.total))
    assert seen[2:] == [("waiting", 0, 0), ("waiting", 0, 0), ("reading", 2, 2)]
    assert (reading.state.phase, reading.state.passages, reading.untidy) == ("ready", 2, True)
    assert len(model.asked) == 2
    await reading.tidy(0)
    assert (model.closed, reading.untidy) == (1, False)
    await neighbours.aclose()
    await books.aclose()


async def test_states_are_told_once_each(index: Index) -> None:
    choice, books = EmbedderChoice(lambda: None, lambda name: None), EmbeddingStore(index)
    neighbours = NearestNeighbours(index, lambda damage: None)
    reading = EmbeddingWorker(books, neighbours, choice, Throttle(ThrottleOptions), lambda: False)
    with reading.progress.subscribe() as states:
        while await reading.step():
            pass
        reading.tell("off")
        assert (await anext(states)).phase == "off"
        reading.tell("paused", "Paused.")
        assert (await anext(states)).phase == "paused"
    await neighbours.aclose()
    await books.aclose()


# Background: it rests, tries again ever later, and looks at everything when much is told at once.


class Idle:
    """A reading that has nothing to do."""

    def __init__(self) -> None:
        self.backlog = EmbeddingBacklog()


def test_a_few_notes_are_looked_at_and_many_mean_all() -> None:
    backlog = Idle().backlog
    backlog.comparing = False
    reading = Idle()
    reading.backlog = backlog
    follower = EmbeddingScheduler(reading)  # type: ignore[arg-type] # only its backlog is used
    follower.told(NotesIndexed(("A.md",), ("B.md",)))
    assert (backlog.paths, backlog.removed, backlog.comparing) == (["A.md"], True, False)
    follower.told(NotesIndexed(tuple(f"{nth}.md" for nth in range(embedding_worker.MAX_TOLD_NOTES))))
    assert (backlog.paths, backlog.comparing) == ([], True)


async def test_a_server_that_is_away_is_asked_again_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_worker, "RETRY_FIRST", 0.01)
    root = lay(tmp_path / "vault", {"A.md": "Text.\n"})
    model = Hashing(problem=ProviderUnreachable("Away", trouble="network"))
    async with meaning_at_work(root, tmp_path / "index.sqlite", lambda: model) as at:
        assert (await at.meaning.settled()).phase == "failed"
        model.problem = None
        with at.meaning.progress.subscribe() as states:
            async with asyncio.timeout(10):
                while at.meaning.state.phase != "ready":
                    await anext(states)


async def test_settling_after_the_end_waits_for_nothing() -> None:
    follower = EmbeddingScheduler(Idle())  # type: ignore[arg-type] # nothing of it is used
    follower._ended = True
    await asyncio.wait_for(follower.settled(), 1)
