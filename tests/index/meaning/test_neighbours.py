"""Neighbours: questions are answered off the loop, after all vectors were taken in, and damage is told."""

import threading
from pathlib import Path

import pytest

from tests.index.meaning.hashing import hashed
from tests.index.meaning.test_near_search import NOTES, read
from tests.index.scene import filled
from vaultdesk.index import Index
from vaultdesk.index.meaning import vector_store
from vaultdesk.index.meaning.model_store import ModelStore
from vaultdesk.index.meaning.near_search import Damage
from vaultdesk.index.meaning.neighbours import Neighbours


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    monkeypatch.setattr(vector_store, "NOTES_AT_ONCE", 1)
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    read(index)
    return index


async def test_a_question_waits_for_all_vectors_and_runs_in_its_thread(index: Index) -> None:
    told: list[Damage] = []
    neighbours = Neighbours(index, told.append)
    await neighbours.use(ModelStore(index).models()[0])
    names, found = await neighbours.ask(
        lambda near: (threading.current_thread().name, near.nearest(hashed("pears and plums"), 9, None))
    )
    assert (names, [one.path for one in found]) == ("meaning-search_0", ["B.md", "A.md", "C.md"])
    assert await neighbours.memory() > 0
    assert told == []
    await neighbours.aclose()


async def test_damage_is_told_to_the_loop(index: Index) -> None:
    told: list[Damage] = []
    with index.writing() as db:
        db.execute("UPDATE vector SET vector = X'00' WHERE key = (SELECT key FROM passage WHERE note = 2)")
    neighbours = Neighbours(index, told.append)
    await neighbours.use(ModelStore(index).models()[0])
    await neighbours.ask(lambda near: near.nearest(hashed("pears"), 9, None))
    assert [one.notes for one in told] == [{2}]
    await neighbours.aclose()


async def test_without_a_model_there_are_no_pairs(index: Index) -> None:
    neighbours = Neighbours(index, lambda damage: None)
    assert await neighbours.alike(0.0, 9) == []
    await neighbours.use(ModelStore(index).models()[0])
    assert [pair[:2] for pair in await neighbours.alike(0.3, 9)] == [("A.md", "B.md")]
    await neighbours.aclose()
