"""Alike: pairs of notes that say nearly the same are found among all, in small steps."""

from pathlib import Path

import numpy
import pytest

from tests.index.scene import filled
from vaultdesk.index import Index
from vaultdesk.index.meaning import alike
from vaultdesk.index.meaning.alike import AlikeNotes
from vaultdesk.index.meaning.model_store import ModelStore
from vaultdesk.index.meaning.passage_store import PassageStore
from vaultdesk.index.meaning.space import packed
from vaultdesk.index.meaning.vector_store import VectorStore

COUNT = 60


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """Notes 0, 1 and 2 lie together, 30 and 31 too; all others alone."""
    index = filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{nth:02}.md": f"Text {nth}." for nth in range(COUNT)}
    )
    model = ModelStore(index).enter("m", "M").id
    PassageStore(index).cut(range(1, COUNT + 1), model)
    random = numpy.random.default_rng(1)
    vectors = random.standard_normal((COUNT, 64)).astype(numpy.float32)
    for copy, of in ((1, 0), (2, 0), (31, 30)):
        vectors[copy] = vectors[of] + 0.1 * copy / 31 * random.standard_normal(64)
    with index.reading() as db:
        keys = [key for (key,) in db.execute("SELECT key FROM passage ORDER BY note")]
    VectorStore(index).put(model, 64, list(zip(keys, packed(vectors), strict=True)))
    return index


def found(index: Index, least: float, limit: int) -> tuple[list[tuple[str, str, float]], int]:
    notes, steps = AlikeNotes(index, 1, least, limit), 1
    while notes.some():
        steps += 1
    return notes.best(), steps


@pytest.mark.parametrize("work", [1, 20_000, 10**9])
def test_pairs_are_found_however_small_the_steps_are(index: Index, work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike, "STEP_WORK", work)
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
    notes = AlikeNotes(index, 1, 0.92, 100)
    while notes.some():
        pass
    index.sight([], ["00.md"])
    assert {pair[:2] for pair in notes.best()} == {("01.md", "02.md"), ("30.md", "31.md")}


def test_one_note_is_no_pair(tmp_path: Path) -> None:
    assert found(filled(tmp_path / "i.sqlite", tmp_path / "v", {"A.md": "x"}), 0.5, 9)[0] == []
