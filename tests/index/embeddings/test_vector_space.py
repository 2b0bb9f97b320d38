"""Tests of index/embeddings/vector_space.py."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy
import pytest
from numpy.typing import NDArray

from tests.index.meaning.vector_memory import memory_of
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

# Vector space: exact or near-exact search of vectors, whether they are all in memory or read from the file.

Vectors = NDArray[numpy.float32]


def clustered(count: int, dimensions: int = 64, seed: int = 0) -> Vectors:
    """Unit vectors around a hundred centers, a distribution like that of passages."""
    random = numpy.random.default_rng(seed)
    centers = random.standard_normal((100, dimensions))
    rows = centers[random.integers(0, 100, count)] + 0.6 * random.standard_normal((count, dimensions))
    return (rows / numpy.linalg.norm(rows, axis=1, keepdims=True)).astype(numpy.float32)


def rows_of(vectors: Vectors, first: int = 1) -> list[StoredVector]:
    """Rows of notes with two passages each."""
    blobs = pack_vectors(vectors)
    return [
        StoredVector(first + number // 2, number % 2, number.to_bytes(4, "big"), blob)
        for number, blob in enumerate(blobs)
    ]


def no_fetch(keys: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
    raise AssertionError(f"{len(keys)} vectors were read from the file")


def filled(vectors: Vectors, memory_limit: int = spaces.MAX_VECTOR_BYTES) -> VectorSpace:
    rows = rows_of(vectors)
    space = VectorSpace(vectors.shape[1], [row.vector for row in rows[:200]], memory_limit)
    assert space.replace({row.note for row in rows}, rows) == []
    return space


def exact(vectors: Vectors, query: Vectors, count: int) -> list[tuple[int, int]]:
    rounded = vectors.astype(numpy.float16).astype(numpy.float32)
    center = rounded[:200].mean(axis=0)
    moved, direction = rounded - center, query - center
    similar = (moved / numpy.linalg.norm(moved, axis=1, keepdims=True)) @ direction
    return [(1 + number // 2, number % 2) for number in numpy.argsort(-similar, kind="stable")[:count].tolist()]


def test_a_small_space_is_searched_exactly() -> None:
    vectors = clustered(500)
    space = filled(vectors)
    matches = space.nearest(vectors[7], 10, no_fetch)
    assert [(match.note, match.nth) for match in matches] == exact(vectors, vectors[7], 10)
    assert matches[0].similarity == pytest.approx(1, abs=1e-3)
    assert len(space) == 500


def test_a_large_space_has_a_recall_of_at_least_99_percent() -> None:
    vectors = clustered(BLOCK_PASSAGES + 2_000, 128)
    space = filled(vectors)
    queries = clustered(40, 128, seed=0)
    correct = 0
    for query in queries:
        matches = {(match.note, match.nth) for match in space.nearest(query, 10, no_fetch)}
        correct += len(matches & set(exact(vectors, query, 10)))
    assert correct >= 0.99 * 400


def test_vectors_that_are_not_in_memory_are_read_from_the_file() -> None:
    vectors = clustered(600)
    stored = {(row.note, row.nth): row.vector for row in rows_of(vectors)}
    fetched: list[int] = []

    def fetch(keys: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        fetched.append(len(keys))
        return {key: stored[key] for key in keys if key != (1, 0)}

    space = filled(vectors, memory_limit=0)
    in_memory = filled(vectors)
    matches = space.nearest(vectors[9], 5, fetch)
    assert matches == in_memory.nearest(vectors[9], 5, no_fetch)
    assert fetched == [600]
    assert all((match.note, match.nth) != (1, 0) for match in space.nearest(vectors[0], 5, fetch))
    assert memory_of(space) < memory_of(in_memory) - 600 * 64 * 2


def test_replaced_passages_are_found_only_by_their_new_vectors() -> None:
    vectors = clustered(400)
    space = filled(vectors)
    others = clustered(2, seed=9)
    space.replace({5}, [row._replace(note=5) for row in rows_of(others)])
    matches = space.nearest(others[1], 1, no_fetch)
    assert (matches[0].note, matches[0].nth) == (5, 1)
    assert [(match.note, match.nth) for match in space.nearest(vectors[8], 1, no_fetch)] != [(5, 0)]
    assert len(space) == 400


def test_a_note_with_a_passage_that_was_added_twice_is_reported() -> None:
    vectors = clustered(40)
    space = filled(vectors)
    assert space.repeated_notes() == []
    space.replace((), rows_of(vectors[6:8], first=4))
    assert space.repeated_notes() == [4]
    space.replace({4}, rows_of(vectors[6:8], first=4))
    assert (space.repeated_notes(), len(space)) == ([], 40)


def test_memory_of_deleted_passages_is_reused() -> None:
    vectors = clustered(BLOCK_PASSAGES)
    space = filled(vectors)
    before = memory_of(space)
    for note in range(1, 200):
        space.replace({note}, [row._replace(note=note) for row in rows_of(vectors[2 * note - 2 : 2 * note])])
    assert (memory_of(space), len(space)) == (before, BLOCK_PASSAGES)
    space.replace(set(range(1, BLOCK_PASSAGES)), [])
    assert (len(space), space.nearest(vectors[0], 3, no_fetch)) == (0, [])


def test_a_search_can_be_limited_to_some_notes_or_exclude_one() -> None:
    vectors = clustered(3_000)
    space = filled(vectors)
    assert {match.note for match in space.nearest(vectors[0], 4, no_fetch, among={900, 901})} == {900, 901}
    assert 1 not in {match.note for match in space.nearest(vectors[0], 50, no_fetch, excluded_note=1)}
    assert space.nearest(vectors[0], 4, no_fetch, among=set()) == []


def test_vectors_with_a_common_direction_are_distinguished() -> None:
    """Vectors of many models share one direction; the sign bits are computed relative to their center."""
    vectors = clustered(4_000, 128) + 2 * clustered(1, 128, seed=4)
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    space = filled(vectors)
    correct = sum(
        len({(match.note, match.nth) for match in space.nearest(query, 10, no_fetch)} & set(exact(vectors, query, 10)))
        for query in vectors[:20]
    )
    assert correct >= 198


def test_a_number_of_dimensions_that_is_not_a_multiple_of_64_is_supported() -> None:
    vectors = clustered(300, 100)
    assert filled(vectors).nearest(vectors[3], 1, no_fetch)[0][:2] == (2, 1)


def test_damaged_vectors_are_left_out_and_reported() -> None:
    rows = rows_of(clustered(6))
    infinite = numpy.full(64, numpy.inf, dtype=numpy.float16).tobytes()
    rows[1], rows[2] = rows[1]._replace(vector=rows[1].vector[:-2]), rows[2]._replace(vector=bytes(128))
    rows[5] = rows[5]._replace(vector=infinite)
    space = VectorSpace(64)
    assert space.replace({1, 2, 3}, rows) == [rows[1].key, rows[2].key, rows[5].key]
    assert sorted((match.note, match.nth) for match in space.nearest(clustered(1)[0], 9, no_fetch)) == [
        (1, 0),
        (2, 1),
        (3, 0),
    ]


def test_packed_vectors_are_normalized_and_zero_or_infinite_ones_are_empty() -> None:
    rows = numpy.array([[3, 4], [0, 0], [numpy.nan, 1], [numpy.inf, 0], [1e38, 1e38]], dtype=numpy.float32)
    blobs = pack_vectors(rows)
    assert [len(blob) for blob in blobs] == [4, 0, 0, 0, 4]
    vectors, damaged = unpack_vectors(blobs, 2)
    assert damaged == [1, 2, 3]
    assert vectors == pytest.approx(numpy.array([[0.6, 0.8], [0.7071, 0.7071]]), abs=1e-3)


# Similar notes: pairs of nearly equal notes are found among all notes in small steps.

COUNT = 60


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    """Notes 0, 1 and 2 are similar, so are 30 and 31; all others are not."""
    index = scene_filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{number:02}.md": f"Text {number}." for number in range(COUNT)}
    )
    model = EmbeddingModelStore(index).register("m", "M").id
    PassageStore(index).rechunk(range(1, COUNT + 1), model)
    random = numpy.random.default_rng(1)
    vectors = random.standard_normal((COUNT, 64)).astype(numpy.float32)
    for copy, original in ((1, 0), (2, 0), (31, 30)):
        vectors[copy] = vectors[original] + 0.1 * copy / 31 * random.standard_normal(64)
    with index.reading() as db:
        keys = [key for (key,) in db.execute("SELECT key FROM passage ORDER BY note")]
    VectorStore(index).write(model, 64, list(zip(keys, pack_vectors(vectors), strict=True)))
    with closing(index):
        yield index


def similar_pairs(index: Index, min_similarity: float, limit: int) -> tuple[list[tuple[str, str, float]], int]:
    notes, steps = SimilarNotes(index, 1, min_similarity, limit), 1
    while notes.step():
        steps += 1
    return notes.best(), steps


@pytest.mark.parametrize("multiplications", [1, 20_000, 10**9])
def test_pairs_do_not_depend_on_the_size_of_the_steps(
    index: Index, multiplications: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_space, "STEP_MULTIPLICATIONS", multiplications)
    pairs, steps = similar_pairs(index, 0.92, 100)
    assert {pair[:2] for pair in pairs} == {
        ("00.md", "01.md"),
        ("00.md", "02.md"),
        ("01.md", "02.md"),
        ("30.md", "31.md"),
    }
    assert [pair[2] for pair in pairs] == sorted((pair[2] for pair in pairs), reverse=True)
    assert all(0.92 <= pair[2] <= 1 for pair in pairs)
    assert steps > COUNT or multiplications > 1


def test_the_most_similar_pairs_are_returned_up_to_the_limit(index: Index) -> None:
    all_pairs, _ = similar_pairs(index, 0.0, 100_000)
    assert len(all_pairs) > COUNT
    assert similar_pairs(index, 0.0, 7)[0] == all_pairs[:7]


def test_a_deleted_note_is_in_no_pair(index: Index) -> None:
    notes = SimilarNotes(index, 1, 0.92, 100)
    while notes.step():
        pass
    index.record_files([], ["00.md"])
    assert {pair[:2] for pair in notes.best()} == {("01.md", "02.md"), ("30.md", "31.md")}


def test_a_single_note_gives_no_pair(tmp_path: Path) -> None:
    with closing(scene_filled(tmp_path / "i.sqlite", tmp_path / "v", {"A.md": "x"})) as index:
        assert similar_pairs(index, 0.5, 9)[0] == []
