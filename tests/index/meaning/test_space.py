"""Space: the nearest vectors are found in memory, whatever comes and goes, whether held whole or not."""

from collections.abc import Sequence

import numpy
import pytest
from numpy.typing import NDArray

from vaultdesk.index.meaning import space as spaces
from vaultdesk.index.meaning.space import BLOCK, Space, packed, unpacked
from vaultdesk.index.meaning.vector_store import Row

Vectors = NDArray[numpy.float32]


def clustered(count: int, dimensions: int = 64, seed: int = 0) -> Vectors:
    """Unit vectors around some hundred centres, as passages lie."""
    random = numpy.random.default_rng(seed)
    centres = random.standard_normal((100, dimensions))
    rows = centres[random.integers(0, 100, count)] + 0.6 * random.standard_normal((count, dimensions))
    return (rows / numpy.linalg.norm(rows, axis=1, keepdims=True)).astype(numpy.float32)


def rows_of(vectors: Vectors, first: int = 1) -> list[Row]:
    """Two passages a note."""
    blobs = packed(vectors)
    return [Row(first + nth // 2, nth % 2, nth.to_bytes(4, "big"), blob) for nth, blob in enumerate(blobs)]


def no_fetch(places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
    raise AssertionError(f"{len(places)} vectors were asked of the file")


def filled(vectors: Vectors, held_bytes: int = spaces.HELD_BYTES) -> Space:
    rows = rows_of(vectors)
    space = Space(vectors.shape[1], [row.vector for row in rows[:200]], held_bytes)
    assert space.replace({row.note for row in rows}, rows) == []
    return space


def exact(vectors: Vectors, asked: Vectors, count: int) -> list[tuple[int, int]]:
    similar = vectors.astype(numpy.float16).astype(numpy.float32) @ asked
    return [(1 + nth // 2, nth % 2) for nth in numpy.argsort(-similar, kind="stable")[:count].tolist()]


def test_a_small_space_answers_exactly() -> None:
    vectors = clustered(500)
    space = filled(vectors)
    found = space.nearest(vectors[7], 10, no_fetch)
    assert [(one.note, one.nth) for one in found] == exact(vectors, vectors[7], 10)
    assert found[0].similarity == pytest.approx(1, abs=1e-3)
    assert len(space) == 500


def test_a_large_one_finds_at_least_99_of_100() -> None:
    vectors = clustered(BLOCK + 2_000, 128)
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
    vectors = clustered(BLOCK)
    space = filled(vectors)
    before = space.memory
    for note in range(1, 200):
        space.replace({note}, [row._replace(note=note) for row in rows_of(vectors[2 * note - 2 : 2 * note])])
    assert (space.memory, len(space)) == (before, BLOCK)
    space.replace(set(range(1, BLOCK)), [])
    assert (len(space), space.nearest(vectors[0], 3, no_fetch)) == (0, [])


def test_only_some_notes_or_all_but_one() -> None:
    vectors = clustered(3_000)
    space = filled(vectors)
    assert {one.note for one in space.nearest(vectors[0], 4, no_fetch, only={900, 901})} == {900, 901}
    assert 1 not in {one.note for one in space.nearest(vectors[0], 50, no_fetch, without=1)}
    assert space.nearest(vectors[0], 4, no_fetch, only=set()) == []


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
    space = Space(64)
    assert space.replace({1, 2, 3}, rows) == [rows[1].key, rows[2].key, rows[5].key]
    assert sorted((one.note, one.nth) for one in space.nearest(clustered(1)[0], 9, no_fetch)) == [
        (1, 0),
        (2, 1),
        (3, 0),
    ]


def test_vectors_are_kept_at_length_one_and_none_is_empty() -> None:
    rows = numpy.array([[3, 4], [0, 0], [numpy.nan, 1], [numpy.inf, 0], [1e38, 1e38]], dtype=numpy.float32)
    blobs = packed(rows)
    assert [len(blob) for blob in blobs] == [4, 0, 0, 0, 4]
    vectors, damaged = unpacked(blobs, 2)
    assert damaged == [1, 2, 3]
    assert vectors == pytest.approx(numpy.array([[0.6, 0.8], [0.7071, 0.7071]]), abs=1e-3)
