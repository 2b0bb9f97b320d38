"""Tests of index/embeddings/vector_space.py."""

from collections.abc import Sequence
from pathlib import Path

import numpy
import pytest
from numpy.typing import NDArray

from tests.index.scene import filled as scene_filled
from vaultdesk.index import Index
from vaultdesk.index.embeddings import vector_space
from vaultdesk.index.embeddings import vector_space as spaces
from vaultdesk.index.embeddings.embedding_store import EmbeddingModelStore, PassageStore, StoredVector, VectorStore
from vaultdesk.index.embeddings.vector_space import (
    BLOCK_PASSAGES,
    SimilarNotes,
    VectorSpace,
    pack_vectors,
    unpack_vectors,
)

# Space: the nearest vectors are found in memory, whatever comes and goes, whether held whole or not.

Vectors = NDArray[numpy.float32]


def clustered(count: int, dimensions: int = 64, seed: int = 0) -> Vectors:
    """Unit vectors around some hundred centres, as passages lie."""
    random = numpy.random.default_rng(seed)
    centres = random.standard_normal((100, dimensions))
    rows = centres[random.integers(0, 100, count)] + 0.6 * random.standard_normal((count, dimensions))
    return (rows / numpy.linalg.norm(rows, axis=1, keepdims=True)).astype(numpy.float32)


def rows_of(vectors: Vectors, first: int = 1) -> list[StoredVector]:
    """Two passages a note."""
    blobs = pack_vectors(vectors)
    return [StoredVector(first + nth // 2, nth % 2, nth.to_bytes(4, "big"), blob) for nth, blob in enumerate(blobs)]


def no_fetch(places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
    raise AssertionError(f"{len(places)} vectors were asked of the file")


def filled(vectors: Vectors, held_bytes: int = spaces.MAX_VECTOR_BYTES) -> VectorSpace:
    rows = rows_of(vectors)
    space = VectorSpace(vectors.shape[1], [row.vector for row in rows[:200]], held_bytes)
    assert space.replace({row.note for row in rows}, rows) == []
    return space


def exact(vectors: Vectors, asked: Vectors, count: int) -> list[tuple[int, int]]:
    kept = vectors.astype(numpy.float16).astype(numpy.float32)
    centre = kept[:200].mean(axis=0)
    moved, direction = kept - centre, asked - centre
    similar = (moved / numpy.linalg.norm(moved, axis=1, keepdims=True)) @ direction
    return [(1 + nth // 2, nth % 2) for nth in numpy.argsort(-similar, kind="stable")[:count].tolist()]


def test_a_small_space_answers_exactly() -> None:
    vectors = clustered(500)
    space = filled(vectors)
    found = space.nearest(vectors[7], 10, no_fetch)
    assert [(one.note, one.nth) for one in found] == exact(vectors, vectors[7], 10)
    assert found[0].similarity == pytest.approx(1, abs=1e-3)
    assert len(space) == 500


def test_a_large_one_finds_at_least_99_of_100() -> None:
    vectors = clustered(BLOCK_PASSAGES + 2_000, 128)
    space = filled(vectors)
    asked = clustered(40, 128, seed=0)
    right = 0
    for one in asked:
        found = {(hit.note, hit.nth) for hit in space.nearest(one, 10, no_fetch)}
        right += len(found & set(exact(vectors, one, 10)))
    assert right >= 0.99 * 400


def test_what_is_not_held_is_asked_of_the_file() -> None:
    vectors = clustered(600)
    kept = {(row.note, row.nth): row.vector for row in rows_of(vectors)}
    asked: list[int] = []

    def fetch(places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        asked.append(len(places))
        return {place: kept[place] for place in places if place != (1, 0)}

    space = filled(vectors, held_bytes=0)
    held = filled(vectors)
    found = space.nearest(vectors[9], 5, fetch)
    assert found == held.nearest(vectors[9], 5, no_fetch)
    assert asked == [600]
    assert all((one.note, one.nth) != (1, 0) for one in space.nearest(vectors[0], 5, fetch))
    assert space.memory < held.memory - 600 * 64 * 2


def test_replaced_passages_are_found_by_their_new_vectors_only() -> None:
    vectors = clustered(400)
    space = filled(vectors)
    others = clustered(2, seed=9)
    space.replace({5}, [row._replace(note=5) for row in rows_of(others)])
    found = space.nearest(others[1], 1, no_fetch)
    assert (found[0].note, found[0].nth) == (5, 1)
    assert [(one.note, one.nth) for one in space.nearest(vectors[8], 1, no_fetch)] != [(5, 0)]
    assert len(space) == 400


def test_places_of_what_is_gone_are_used_again() -> None:
    vectors = clustered(BLOCK_PASSAGES)
    space = filled(vectors)
    before = space.memory
    for note in range(1, 200):
        space.replace({note}, [row._replace(note=note) for row in rows_of(vectors[2 * note - 2 : 2 * note])])
    assert (space.memory, len(space)) == (before, BLOCK_PASSAGES)
    space.replace(set(range(1, BLOCK_PASSAGES)), [])
    assert (len(space), space.nearest(vectors[0], 3, no_fetch)) == (0, [])


def test_only_some_notes_or_all_but_one() -> None:
    vectors = clustered(3_000)
    space = filled(vectors)
    assert {one.note for one in space.nearest(vectors[0], 4, no_fetch, among={900, 901})} == {900, 901}
    assert 1 not in {one.note for one in space.nearest(vectors[0], 50, no_fetch, excluded_note=1)}
    assert space.nearest(vectors[0], 4, no_fetch, among=set()) == []


def test_vectors_that_all_point_one_way_are_told_apart() -> None:
    """Many models' vectors share one direction; the bits are taken around their centre."""
    vectors = clustered(4_000, 128) + 2 * clustered(1, 128, seed=4)
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    space = filled(vectors)
    right = sum(
        len({(hit.note, hit.nth) for hit in space.nearest(one, 10, no_fetch)} & set(exact(vectors, one, 10)))
        for one in vectors[:20]
    )
    assert right >= 198


def test_dimensions_that_fill_no_word() -> None:
    vectors = clustered(300, 100)
    assert filled(vectors).nearest(vectors[3], 1, no_fetch)[0][:2] == (2, 1)


def test_a_damaged_vector_is_left_out_and_told() -> None:
    rows = rows_of(clustered(6))
    infinite = numpy.full(64, numpy.inf, dtype=numpy.float16).tobytes()
    rows[1], rows[2] = rows[1]._replace(vector=rows[1].vector[:-2]), rows[2]._replace(vector=bytes(128))
    rows[5] = rows[5]._replace(vector=infinite)
    space = VectorSpace(64)
    assert space.replace({1, 2, 3}, rows) == [rows[1].key, rows[2].key, rows[5].key]
    assert sorted((one.note, one.nth) for one in space.nearest(clustered(1)[0], 9, no_fetch)) == [
        (1, 0),
        (2, 1),
        (3, 0),
    ]


def test_vectors_are_kept_at_length_one_and_none_is_empty() -> None:
    rows = numpy.array([[3, 4], [0, 0], [numpy.nan, 1], [numpy.inf, 0], [1e38, 1e38]], dtype=numpy.float32)
    blobs = pack_vectors(rows)
    assert [len(blob) for blob in blobs] == [4, 0, 0, 0, 4]
    vectors, damaged = unpack_vectors(blobs, 2)
    assert damaged == [1, 2, 3]
    assert vectors == pytest.approx(numpy.array([[0.6, 0.8], [0.7071, 0.7071]]), abs=1e-3)


# Alike: pairs of notes that say nearly the same are found among all, in small steps.

COUNT = 60


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """Notes 0, 1 and 2 lie together, 30 and 31 too; all others alone."""
    index = scene_filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{nth:02}.md": f"Text {nth}." for nth in range(COUNT)}
    )
    model = EmbeddingModelStore(index).register("m", "M").id
    PassageStore(index).rechunk(range(1, COUNT + 1), model)
    random = numpy.random.default_rng(1)
    vectors = random.standard_normal((COUNT, 64)).astype(numpy.float32)
    for copy, of in ((1, 0), (2, 0), (31, 30)):
        vectors[copy] = vectors[of] + 0.1 * copy / 31 * random.standard_normal(64)
    with index.reading() as db:
        keys = [key for (key,) in db.execute("SELECT key FROM passage ORDER BY note")]
    VectorStore(index).write(model, 64, list(zip(keys, pack_vectors(vectors), strict=True)))
    return index


def found(index: Index, least: float, limit: int) -> tuple[list[tuple[str, str, float]], int]:
    notes, steps = SimilarNotes(index, 1, least, limit), 1
    while notes.step():
        steps += 1
    return notes.best(), steps


@pytest.mark.parametrize("work", [1, 20_000, 10**9])
def test_pairs_are_found_however_small_the_steps_are(index: Index, work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_space, "STEP_MULTIPLICATIONS", work)
    pairs, steps = found(index, 0.92, 100)
    assert {pair[:2] for pair in pairs} == {
        ("00.md", "01.md"),
        ("00.md", "02.md"),
        ("01.md", "02.md"),
        ("30.md", "31.md"),
    }
    assert [pair[2] for pair in pairs] == sorted((pair[2] for pair in pairs), reverse=True)
    assert all(0.92 <= pair[2] <= 1 for pair in pairs)
    assert steps > COUNT or work > 1


def test_the_best_are_kept_where_there_are_many(index: Index) -> None:
    every, _ = found(index, 0.0, 100_000)
    assert len(every) > COUNT
    assert found(index, 0.0, 7)[0] == every[:7]


def test_a_note_that_is_gone_is_in_no_pair(index: Index) -> None:
    notes = SimilarNotes(index, 1, 0.92, 100)
    while notes.step():
        pass
    index.record_files([], ["00.md"])
    assert {pair[:2] for pair in notes.best()} == {("01.md", "02.md"), ("30.md", "31.md")}


def test_one_note_is_no_pair(tmp_path: Path) -> None:
    assert found(scene_filled(tmp_path / "i.sqlite", tmp_path / "v", {"A.md": "x"}), 0.5, 9)[0] == []
