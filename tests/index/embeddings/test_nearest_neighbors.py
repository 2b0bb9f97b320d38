"""Tests of index/embeddings/nearest_neighbors.py."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy
import pytest

from tests.index.meaning.hashing import hashed
from tests.index.meaning.vector_memory import search_memory
from tests.index.scene import entry, filled
from tests.support.vaults import write_vault
from vaultdesk.index import Index
from vaultdesk.index.embeddings import embedding_store
from vaultdesk.index.embeddings.embedding_store import EmbeddingModel, EmbeddingModelStore, PassageStore, VectorStore
from vaultdesk.index.embeddings.nearest_neighbors import (
    DamagedVectors,
    NearestNeighbors,
    NearPassage,
    PassageLocator,
    VectorSearch,
    combine_passage_matches,
)
from vaultdesk.index.embeddings.vector_space import VectorMatch, pack_vectors
from vaultdesk.index.store.index_entry import ScannedFile

# A found passage.


def test_equal_passages_compare_equal() -> None:
    passage = NearPassage(1, 0, "A.md", "Heat", 1, 3, 0, 40, 0.5)
    assert passage == NearPassage(1, 0, "A.md", "Heat", 1, 3, 0, 40, 0.5)


# Locating passages: only passages of current notes have a location, and only visible notes are returned.

FOUND = [VectorMatch(note, 0, 1 - note / 10) for note in (1, 2, 3, 4)]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{name}.md": f"# {name}\nText.\n" for name in "ABC"}
    )
    PassageStore(index).rechunk([1, 2, 3], 1)
    with closing(index):
        yield index


def test_a_match_is_returned_with_its_location(index: Index) -> None:
    assert PassageLocator(index).locate(FOUND[:1], 9, None) == [NearPassage(1, 0, "A.md", "A", 1, 2, 0, 9, 0.9)]


def test_deleted_changed_excluded_and_invisible_notes_are_left_out(index: Index, tmp_path: Path) -> None:
    locator = PassageLocator(index)
    assert [passage.path for passage in locator.locate(FOUND, 9, None)] == ["A.md", "B.md", "C.md"]
    assert [passage.path for passage in locator.locate(FOUND, 2, None)] == ["A.md", "B.md"]
    assert [passage.path for passage in locator.locate(FOUND, 9, lambda path: path != "B.md")] == ["A.md", "C.md"]
    write_vault(tmp_path / "vault", {"A.md": "Changed.\n"})
    index.apply([entry(tmp_path / "vault", "A.md")])
    index.record_files([ScannedFile("B.md", 1, 1, excluded=True)])
    assert [passage.path for passage in locator.locate(FOUND, 9, None)] == ["C.md"]


def test_visible_notes_are_selected_by_path(index: Index) -> None:
    assert PassageLocator(index).visible_notes(lambda path: path > "A.md") == {2, 3}


# Combining the matches of all passages of a note, so that text that all notes share does not decide.

BODY = [VectorMatch(1, 0, 0.7), VectorMatch(2, 0, 0.3), VectorMatch(3, 0, 0.2)]
FOOTER = [VectorMatch(2, 5, 0.99), VectorMatch(3, 5, 0.98), VectorMatch(1, 5, 0.97)]


def test_a_passage_that_all_notes_share_does_not_decide() -> None:
    matches = combine_passage_matches([BODY, FOOTER])
    assert [(match.note, match.nth) for match in matches] == [(1, 0), (2, 5), (3, 5)]
    assert [round(match.similarity, 3) for match in matches] == [0.835, 0.645, 0.59]


def test_a_note_that_is_missing_from_the_matches_of_a_passage_counts_as_the_last() -> None:
    matches = combine_passage_matches(
        [[VectorMatch(1, 0, 0.9), VectorMatch(1, 1, 0.8), VectorMatch(2, 0, 0.5)], [VectorMatch(2, 1, 0.6)], []]
    )
    assert [(match.note, round(match.similarity, 3)) for match in matches] == [(1, 0.75), (2, 0.55)]


# Vector search: results come from stored vectors, and only from passages of current notes.

NOTES = {"A.md": "apples and pears\n", "B.md": "pears and plums\n", "C.md": "engines and oil\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def near_search_index(tmp_path: Path, root: Path) -> Iterator[Index]:
    index = filled(tmp_path / "index.sqlite", root, NOTES)
    embed_notes(index)
    with closing(index):
        yield index


def embed_notes(index: Index) -> None:
    model = EmbeddingModelStore(index).register("m", "M").id
    store = VectorStore(index)
    with index.reading() as db:
        notes = [note for (note,) in db.execute("SELECT id FROM note WHERE excluded = 0")]
    PassageStore(index).rechunk(notes, model)

    passages = store.unembedded_passages(model, notes)
    vectors = numpy.array([hashed(passage.text.text) for passage in passages], dtype=numpy.float32)
    if passages:
        store.write(
            model, 256, [(passage.key, blob) for passage, blob in zip(passages, pack_vectors(vectors), strict=True)]
        )


def loaded_search(index: Index, *, keeps_vectors: bool = True) -> VectorSearch:
    search = VectorSearch(index, keeps_vectors=keeps_vectors)
    search.use_model(EmbeddingModelStore(index).models()[0])
    while search.load_step():
        pass
    return search


def paths(search: VectorSearch, text: str, limit: int = 9) -> list[str]:
    return [passage.path for passage in search.nearest(hashed(text), limit, None)]


def test_nothing_is_found_before_vectors_are_loaded(near_search_index: Index) -> None:
    search = VectorSearch(near_search_index)
    assert (search.load_step(), search.nearest(hashed("pears"), 3, None), search_memory(search)) == (False, [], 0)
    search.use_model(EmbeddingModel(99, "none", "None", 0, complete=False))
    assert (search.load_step(), search.nearest(hashed("pears"), 3, None)) == (False, [])


def test_a_changed_note_is_not_found_before_it_is_chunked_again(near_search_index: Index, root: Path) -> None:
    search = loaded_search(near_search_index)
    assert paths(search, "apples and pears")[0] == "A.md"
    write_vault(root, {"A.md": "quite something else\n"})
    near_search_index.apply([entry(root, "A.md")])
    assert paths(search, "apples and pears") == ["B.md", "C.md"]
    embed_notes(near_search_index)
    search.refresh([1])
    assert paths(search, "quite something else")[0] == "A.md"


def test_a_note_reloaded_while_others_are_not_loaded_is_found_once_with_its_new_text(
    near_search_index: Index, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_store, "PASSAGES_PER_RANGE", 1)
    for steps in range(4):
        search = VectorSearch(near_search_index)
        search.use_model(EmbeddingModelStore(near_search_index).models()[0])
        for _ in range(steps):
            search.load_step()
        write_vault(root, {"A.md": f"quite something else {steps}\n"})
        near_search_index.apply([entry(root, "A.md")])
        embed_notes(near_search_index)
        search.refresh([1])
        while search.load_step():
            pass
        assert sorted(paths(search, f"quite something else {steps}")) == ["A.md", "B.md", "C.md"]
        assert search.nearest(hashed(f"a\nquite something else {steps}\n"), 1, None)[0].path == "A.md"


def test_a_note_changed_by_another_process_between_two_steps_is_found_once(
    near_search_index: Index, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_store, "PASSAGES_PER_RANGE", 1)
    found_by_key_order = set[bool]()
    for number in range(12):
        write_vault(root, {"A.md": f"apples and pears {number}\n"})
        near_search_index.apply([entry(root, "A.md")])
        embed_notes(near_search_index)
        before = _key_of(near_search_index, 1)
        search = VectorSearch(near_search_index)
        search.use_model(EmbeddingModelStore(near_search_index).models()[0])
        while search.load_step() and not paths(search, "apples and pears").count("A.md"):
            pass
        write_vault(root, {"A.md": f"plums and engines {number}\n"})
        near_search_index.apply([entry(root, "A.md")])
        embed_notes(near_search_index)
        found_by_key_order.add(_key_of(near_search_index, 1)[0] >> 6 > before[0] >> 6)
        while search.load_step():
            pass
        assert sorted(paths(search, "plums and engines")) == ["A.md", "B.md", "C.md"]
    assert found_by_key_order == {True, False}


def _key_of(index: Index, note: int) -> bytes:
    with index.reading() as db:
        return bytes(db.execute("SELECT key FROM passage WHERE note = ?", (note,)).fetchone()[0])


def test_vectors_that_are_not_in_memory_are_read_from_the_file(near_search_index: Index) -> None:
    in_memory = loaded_search(near_search_index)
    expected = in_memory.nearest(hashed("pears and plums"), 3, None)
    search = loaded_search(near_search_index, keeps_vectors=False)
    assert search_memory(search) < search_memory(in_memory) / 2
    passages = search.nearest(hashed("pears and plums"), 3, None)
    assert [passage.path for passage in passages] == [passage.path for passage in expected]
    assert [passage.similarity for passage in passages] == pytest.approx([passage.similarity for passage in expected])
    assert [passage.path for passage in search.near_note("B.md", 1, None)] == ["A.md"]


def test_a_rebuilt_index_file_is_loaded_again(near_search_index: Index, root: Path) -> None:
    search = loaded_search(near_search_index)
    near_search_index.rebuild()
    assert search.nearest(hashed("pears"), 3, None) == []
    write_vault(root, {"C.md": "pears and pears\n"})
    near_search_index.apply([entry(root, "C.md")])
    embed_notes(near_search_index)
    search.refresh([1])
    while search.load_step():
        pass
    assert paths(search, "pears") == ["C.md"]


def test_a_query_vector_of_another_length_finds_nothing(near_search_index: Index) -> None:
    assert loaded_search(near_search_index).nearest(hashed("pears", 64), 3, None) == []
    assert loaded_search(near_search_index).nearest(hashed("pears"), 0, None) == []


def test_damage_is_reported_once(near_search_index: Index) -> None:
    with near_search_index.writing() as db:
        db.execute("UPDATE vector SET vector = X'00' WHERE key = (SELECT key FROM passage WHERE note = 1)")
    search = loaded_search(near_search_index)
    assert paths(search, "apples and pears") == ["B.md", "C.md"]
    assert search.take_damage().notes == {1}
    assert search.take_damage().keys == set()


def test_a_shared_ending_does_not_outweigh_the_text_of_a_note(tmp_path: Path) -> None:
    end = "\n# Links\n" + "see also the list of all pages here " * 15
    parts = {
        "Apples": ("apples grow on trees ", "pears grow near them ", "plums are picked late ", "all fruit is cooked "),
        "Pears": ("pears grow on trees ", "plums grow near them ", "apples are picked late ", "all fruit is baked "),
        "Engines": ("engines burn oil ", "wheels carry loads ", "steel rusts in rain ", "brakes squeal loudly "),
    }
    notes = {
        f"{name}.md": "".join(f"# Part {number}\n{text * 30}\n" for number, text in enumerate(texts)) + end
        for name, texts in parts.items()
    }
    with closing(filled(tmp_path / "i.sqlite", tmp_path / "v", notes)) as index:
        embed_notes(index)
        passages = loaded_search(index).near_note("Apples.md", 9, None)
    assert [passage.path for passage in passages] == ["Pears.md", "Engines.md"]
    assert passages[0].heading.startswith("Part")


# Nearest neighbors: searches run in a worker thread after all vectors were loaded, and damage is reported.


@pytest.fixture
def neighbors_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    monkeypatch.setattr(embedding_store, "NOTES_PER_STEP", 1)
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    embed_notes(index)
    with closing(index):
        yield index


async def test_a_search_waits_for_all_vectors_and_runs_in_its_thread(neighbors_index: Index) -> None:
    reported: list[DamagedVectors] = []
    neighbors = NearestNeighbors(neighbors_index, reported.append)
    await neighbors.use_model(EmbeddingModelStore(neighbors_index).models()[0])
    threads: set[str] = set()

    def is_visible(path: str) -> bool:
        threads.add(threading.current_thread().name)
        return True

    passages = await neighbors.nearest(hashed("pears and plums"), 9, is_visible)
    assert (threads, [passage.path for passage in passages]) == ({"meaning-search_0"}, ["B.md", "A.md", "C.md"])
    assert reported == []
    await neighbors.aclose()


async def test_damage_is_reported_to_the_event_loop(neighbors_index: Index) -> None:
    reported: list[DamagedVectors] = []
    with neighbors_index.writing() as db:
        db.execute("UPDATE vector SET vector = X'00' WHERE key = (SELECT key FROM passage WHERE note = 2)")
    neighbors = NearestNeighbors(neighbors_index, reported.append)
    await neighbors.use_model(EmbeddingModelStore(neighbors_index).models()[0])
    await neighbors.nearest(hashed("pears"), 9, None)
    assert [damage.notes for damage in reported] == [{2}]
    await neighbors.aclose()


async def test_without_a_model_there_are_no_pairs(neighbors_index: Index) -> None:
    neighbors = NearestNeighbors(neighbors_index, lambda damage: None)
    assert await neighbors.similar_notes(0.0, 9) == []
    await neighbors.use_model(EmbeddingModelStore(neighbors_index).models()[0])
    assert [pair[:2] for pair in await neighbors.similar_notes(0.3, 9)] == [("A.md", "B.md")]
    await neighbors.aclose()
