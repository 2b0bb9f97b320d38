"""Tests of index/embeddings/nearest_neighbours.py."""

import threading
from pathlib import Path

import numpy
import pytest

from tests.index.meaning.hashing import hashed
from tests.index.scene import entry, filled, lay
from vaultdesk.index import Index
from vaultdesk.index.embeddings import embedding_store, vector_space
from vaultdesk.index.embeddings.embedding_store import EmbeddingModel, EmbeddingModelStore, PassageStore, VectorStore
from vaultdesk.index.embeddings.nearest_neighbours import (
    DamagedVectors,
    NearestNeighbours,
    NearPassage,
    PassageLocator,
    VectorSearch,
    combine_passage_matches,
)
from vaultdesk.index.embeddings.vector_space import VectorMatch, pack_vectors
from vaultdesk.index.store.index_entry import ScannedFile

# Near: a passage that was found.


def test_the_same_passage_is_equal_to_itself() -> None:
    one = NearPassage(1, 0, "A.md", "Heat", 1, 3, 0, 40, 0.5)
    assert one == NearPassage(1, 0, "A.md", "Heat", 1, 3, 0, 40, 0.5)


# Standing: only passages of notes as they are now stand anywhere, and only what may be seen is told.

FOUND = [VectorMatch(note, 0, 1 - note / 10) for note in (1, 2, 3, 4)]


@pytest.fixture
def index(tmp_path: Path) -> Index:
    index = filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{name}.md": f"# {name}\nText.\n" for name in "ABC"}
    )
    PassageStore(index).rechunk([1, 2, 3], 1)
    return index


def test_each_is_told_with_its_place(index: Index) -> None:
    assert PassageLocator(index).locate(FOUND[:1], 9, None) == [NearPassage(1, 0, "A.md", "A", 1, 2, 0, 9, 0.9)]


def test_what_is_gone_changed_hidden_or_not_to_be_seen_is_left_out(index: Index, tmp_path: Path) -> None:
    locator = PassageLocator(index)
    assert [one.path for one in locator.locate(FOUND, 9, None)] == ["A.md", "B.md", "C.md"]
    assert [one.path for one in locator.locate(FOUND, 2, None)] == ["A.md", "B.md"]
    assert [one.path for one in locator.locate(FOUND, 9, lambda path: path != "B.md")] == ["A.md", "C.md"]
    lay(tmp_path / "vault", {"A.md": "Changed.\n"})
    index.apply([entry(tmp_path / "vault", "A.md")])
    index.record_files([ScannedFile("B.md", 1, 1, excluded=True)])
    assert [one.path for one in locator.locate(FOUND, 9, None)] == ["C.md"]


def test_the_notes_that_may_be_seen(index: Index) -> None:
    assert PassageLocator(index).visible_notes(lambda path: path > "A.md") == {2, 3}


# As a whole: a note is as near as all it says, not as the one line that every note has.

BODY = [VectorMatch(1, 0, 0.7), VectorMatch(2, 0, 0.3), VectorMatch(3, 0, 0.2)]
FOOTER = [VectorMatch(2, 5, 0.99), VectorMatch(3, 5, 0.98), VectorMatch(1, 5, 0.97)]


def test_what_every_note_has_counts_for_none_of_them() -> None:
    found = combine_passage_matches([BODY, FOOTER])
    assert [(one.note, one.nth) for one in found] == [(1, 0), (2, 5), (3, 5)]
    assert [round(one.similarity, 3) for one in found] == [0.835, 0.645, 0.59]


def test_a_note_that_is_not_among_the_nearest_counts_as_the_last_of_them() -> None:
    found = combine_passage_matches(
        [[VectorMatch(1, 0, 0.9), VectorMatch(1, 1, 0.8), VectorMatch(2, 0, 0.5)], [VectorMatch(2, 1, 0.6)], []]
    )
    assert [(one.note, round(one.similarity, 3)) for one in found] == [(1, 0.75), (2, 0.55)]


# Near search: answers from stored vectors, only with passages of notes as they are now.

NOTES = {"A.md": "apples and pears\n", "B.md": "pears and plums\n", "C.md": "engines and oil\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def near_search_index(tmp_path: Path, root: Path) -> Index:
    index = filled(tmp_path / "index.sqlite", root, NOTES)
    read(index)
    return index


def read(index: Index) -> None:
    model = EmbeddingModelStore(index).register("m", "M").id
    store = VectorStore(index)
    with index.reading() as db:
        notes = [note for (note,) in db.execute("SELECT id FROM note WHERE excluded = 0")]
    PassageStore(index).rechunk(notes, model)

    passages = store.unembedded_passages(model, notes)
    vectors = numpy.array([hashed(one.text.text) for one in passages], dtype=numpy.float32)
    if passages:
        store.write(model, 256, [(one.key, blob) for one, blob in zip(passages, pack_vectors(vectors), strict=True)])


def searching(index: Index) -> VectorSearch:
    near = VectorSearch(index)
    near.use_model(EmbeddingModelStore(index).models()[0])
    while near.load_step():
        pass
    return near


def paths(near: VectorSearch, text: str, limit: int = 9) -> list[str]:
    return [one.path for one in near.nearest(hashed(text), limit, None)]


def test_it_knows_nothing_before_its_vectors_were_loaded(near_search_index: Index) -> None:
    near = VectorSearch(near_search_index)
    assert (near.load_step(), near.nearest(hashed("pears"), 3, None), near.memory) == (False, [], 0)
    near.use_model(EmbeddingModel(99, "none", "None", 0, complete=False))
    assert (near.load_step(), near.nearest(hashed("pears"), 3, None)) == (False, [])


def test_a_note_that_changed_and_was_not_cut_again_is_not_found(near_search_index: Index, root: Path) -> None:
    near = searching(near_search_index)
    assert paths(near, "apples and pears")[0] == "A.md"
    lay(root, {"A.md": "quite something else\n"})
    near_search_index.apply([entry(root, "A.md")])
    assert paths(near, "apples and pears") == ["B.md", "C.md"]
    read(near_search_index)
    near.refresh([1])
    assert paths(near, "quite something else")[0] == "A.md"


def test_what_is_not_held_in_memory_is_read_from_the_file(
    near_search_index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = searching(near_search_index).nearest(hashed("pears and plums"), 3, None)
    monkeypatch.setattr(vector_space.VectorSpace.__init__, "__defaults__", ((), 0))
    near = searching(near_search_index)
    found = near.nearest(hashed("pears and plums"), 3, None)
    assert [one.path for one in found] == [one.path for one in whole]
    assert [one.similarity for one in found] == pytest.approx([one.similarity for one in whole])
    assert [one.path for one in near.near_note("B.md", 1, None)] == ["A.md"]


def test_another_file_in_its_place_is_loaded_anew(near_search_index: Index, root: Path) -> None:
    near = searching(near_search_index)
    near_search_index.rebuild()
    assert near.nearest(hashed("pears"), 3, None) == []
    lay(root, {"C.md": "pears and pears\n"})
    near_search_index.apply([entry(root, "C.md")])
    read(near_search_index)
    near.refresh([1])
    while near.load_step():
        pass
    assert paths(near, "pears") == ["C.md"]


def test_a_question_of_another_length_finds_nothing(near_search_index: Index) -> None:
    assert searching(near_search_index).nearest(hashed("pears", 64), 3, None) == []
    assert searching(near_search_index).nearest(hashed("pears"), 0, None) == []


def test_the_passage_of_a_line_is_the_last_one_that_begins_before_it(tmp_path: Path) -> None:
    first, second = "# One\n" + "apples pears " * 60, "# Two\n" + "engines oil " * 60
    index = filled(tmp_path / "i.sqlite", tmp_path / "v", {"Long.md": f"{first}\n\n\n{second}\n"} | NOTES)
    read(index)
    near = searching(index)
    found = {line: [one.path for one in near.near_passage("Long.md", line, 1, None)] for line in (0, 1, 4, 5, 6, 900)}
    assert found == {0: ["A.md"], 1: ["A.md"], 4: ["A.md"], 5: ["C.md"], 6: ["C.md"], 900: ["C.md"]}


def test_damage_is_told_once(near_search_index: Index) -> None:
    with near_search_index.writing() as db:
        db.execute("UPDATE vector SET vector = X'00' WHERE key = (SELECT key FROM passage WHERE note = 1)")
    near = searching(near_search_index)
    assert paths(near, "apples and pears") == ["B.md", "C.md"]
    assert near.take_damage().notes == {1}
    assert near.take_damage().keys == set()


def test_what_every_note_ends_with_does_not_outdo_what_a_note_says(tmp_path: Path) -> None:
    end = "\n# Links\n" + "see also the list of all pages here " * 15
    parts = {
        "Apples": ("apples grow on trees ", "pears grow near them ", "plums are picked late ", "all fruit is cooked "),
        "Pears": ("pears grow on trees ", "plums grow near them ", "apples are picked late ", "all fruit is baked "),
        "Engines": ("engines burn oil ", "wheels carry loads ", "steel rusts in rain ", "brakes squeal loudly "),
    }
    notes = {
        f"{name}.md": "".join(f"# Part {nth}\n{text * 30}\n" for nth, text in enumerate(texts)) + end
        for name, texts in parts.items()
    }
    index = filled(tmp_path / "i.sqlite", tmp_path / "v", notes)
    read(index)
    found = searching(index).near_note("Apples.md", 9, None)
    assert [one.path for one in found] == ["Pears.md", "Engines.md"]
    assert found[0].heading.startswith("Part")


# Neighbours: questions are answered off the loop, after all vectors were taken in, and damage is told.


@pytest.fixture
def neighbours_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    monkeypatch.setattr(embedding_store, "NOTES_PER_STEP", 1)
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    read(index)
    return index


async def test_a_question_waits_for_all_vectors_and_runs_in_its_thread(neighbours_index: Index) -> None:
    told: list[DamagedVectors] = []
    neighbours = NearestNeighbours(neighbours_index, told.append)
    await neighbours.use_model(EmbeddingModelStore(neighbours_index).models()[0])
    threads: set[str] = set()

    def is_visible(path: str) -> bool:
        threads.add(threading.current_thread().name)
        return True

    found = await neighbours.nearest(hashed("pears and plums"), 9, is_visible)
    assert (threads, [one.path for one in found]) == ({"meaning-search_0"}, ["B.md", "A.md", "C.md"])
    assert await neighbours.memory() > 0
    assert told == []
    await neighbours.aclose()


async def test_damage_is_told_to_the_loop(neighbours_index: Index) -> None:
    told: list[DamagedVectors] = []
    with neighbours_index.writing() as db:
        db.execute("UPDATE vector SET vector = X'00' WHERE key = (SELECT key FROM passage WHERE note = 2)")
    neighbours = NearestNeighbours(neighbours_index, told.append)
    await neighbours.use_model(EmbeddingModelStore(neighbours_index).models()[0])
    await neighbours.nearest(hashed("pears"), 9, None)
    assert [one.notes for one in told] == [{2}]
    await neighbours.aclose()


async def test_without_a_model_there_are_no_pairs(neighbours_index: Index) -> None:
    neighbours = NearestNeighbours(neighbours_index, lambda damage: None)
    assert await neighbours.similar_notes(0.0, 9) == []
    await neighbours.use_model(EmbeddingModelStore(neighbours_index).models()[0])
    assert [pair[:2] for pair in await neighbours.similar_notes(0.3, 9)] == [("A.md", "B.md")]
    await neighbours.aclose()
