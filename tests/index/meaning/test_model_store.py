"""Model store: models are known by their names, and go with all their vectors, some at a time."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index import Index
from vaultdesk.index.meaning import model_store
from vaultdesk.index.meaning.model_store import Model, ModelStore


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return filled(tmp_path / "index.sqlite", tmp_path / "vault", {})


def test_a_model_is_entered_once_and_may_be_complete(index: Index) -> None:
    store = ModelStore(index)
    assert store.enter("a", "A") == Model(1, "a", "A", 0, complete=False)
    store.enter("b", "B")
    store.complete(1)
    assert store.enter("a", "Another title") == Model(1, "a", "A", 0, complete=True)
    assert [one.name for one in store.models()] == ["a", "b"]


def test_a_model_goes_in_steps_and_no_other_with_it(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_store, "VECTORS_AT_ONCE", 2)
    store = ModelStore(index)
    store.enter("a", "A")
    store.enter("b", "B")
    with index.writing() as db:
        db.executemany(
            "INSERT INTO vector VALUES (?, ?, ?)", [(model, bytes([nth]), b"x") for model in (1, 2) for nth in range(3)]
        )
    steps = 1
    while store.drop_some(1):
        steps += 1
    assert steps == 3
    assert [one.name for one in store.models()] == ["b"]
    with index.reading() as db:
        assert db.execute("SELECT model, count(*) FROM vector").fetchall() == [(2, 3)]
    assert store.enter("a", "A").id == 3
