"""Reading: one step after the other, in the order that serves whoever asks."""

from pathlib import Path

import pytest

from tests.index.meaning.hashing import Hashing
from tests.index.scene import filled
from vaultdesk.index import Index
from vaultdesk.index.meaning.books import Books
from vaultdesk.index.meaning.choice import Choice
from vaultdesk.index.meaning.neighbours import Neighbours
from vaultdesk.index.meaning.pace import Pace, Wishes
from vaultdesk.index.meaning.reading import Reading

NOTES = {"A.md": "First.\n", "B.md": "Second.\n"}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)


async def test_it_chooses_counts_looks_cuts_and_reads_and_then_rests(index: Index) -> None:
    model = Hashing()
    choice, books = Choice(lambda: model, lambda name: None), Books(index)
    neighbours = Neighbours(index, lambda damage: None)
    reading = Reading(books, neighbours, choice, Pace(Wishes), lambda: False)
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
    choice, books = Choice(lambda: None, lambda name: None), Books(index)
    neighbours = Neighbours(index, lambda damage: None)
    reading = Reading(books, neighbours, choice, Pace(Wishes), lambda: False)
    with reading.progress.subscribe() as states:
        while await reading.step():
            pass
        reading.tell("off")
        assert (await anext(states)).phase == "off"
        reading.tell("paused", "Paused.")
        assert (await anext(states)).phase == "paused"
    await neighbours.aclose()
    await books.aclose()
