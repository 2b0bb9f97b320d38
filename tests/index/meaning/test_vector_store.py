"""Vector store: what lacks a vector is known, vectors are kept by what was read, and go when nobody needs them."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index import Index
from vaultdesk.index.meaning import vector_store
from vaultdesk.index.meaning.embedder import EmbeddingText
from vaultdesk.index.meaning.model_store import ModelStore
from vaultdesk.index.meaning.passage_store import PassageStore
from vaultdesk.index.meaning.passage_text import in_context, key_of
from vaultdesk.index.meaning.tally import Tally
from vaultdesk.index.meaning.vector_store import VectorStore, Wanted

TEXT = "---\ntitle: Same\n---\n# Same\nThe same text.\n"
NOTES = {"A.md": TEXT, "B/Copy.md": TEXT, "C.md": "Other.\n"}
SAME, OTHER = in_context("Same", "Same", "# Same\nThe same text."), in_context("C", "", "Other.")


@pytest.fixture
def index(tmp_path: Path) -> Index:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    PassageStore(index).cut([1, 2, 3], ModelStore(index).enter("m", "M").id)
    return index


def all_lacking(store: VectorStore) -> tuple[set[int], Tally]:
    found, tally, after = store.lacking(1)
    while after:
        more, counted, after = store.lacking(1, after)
        found, tally = found + more, tally + counted
    return {one.note for one in found}, tally


def count(index: Index) -> int:
    with index.reading() as db:
        return int(db.execute("SELECT count(*) FROM vector").fetchone()[0])


def test_what_is_to_be_read_comes_with_where_it_stands(index: Index) -> None:
    wanted = VectorStore(index).wanted(1, [1, 3])
    assert wanted == [
        Wanted(key_of(SAME), EmbeddingText(SAME, "A.md", "Same", 4, 5)),
        Wanted(key_of(OTHER), EmbeddingText(OTHER, "C.md", "", 1, 1)),
    ]


def test_the_same_text_twice_is_one_vector_for_both(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_store, "NOTES_AT_ONCE", 1)
    store = VectorStore(index)
    assert all_lacking(store) == ({1, 2, 3}, Tally(3))
    kept = store.put(1, 2, [(key_of(SAME), b"abcd")])
    assert (kept.notes, kept.change) == ({1, 2}, Tally(0, 2, 2))
    assert all_lacking(store) == ({3}, Tally(3, 2, 2))
    assert [(row.note, row.nth, row.vector) for row in store.rows(1, [1, 2, 3])] == [(1, 0, b"abcd"), (2, 0, b"abcd")]
    assert store.put(1, 2, [(key_of(SAME), b"efgh")]).change == Tally()


def test_what_was_refused_counts_as_done_and_is_found_by_nobody(index: Index) -> None:
    store = VectorStore(index)
    assert store.put(1, 0, [(key_of(OTHER), b"")]).change == Tally(0, 1, 0)
    assert (store.wanted(1, [3]), store.rows(1, [3]), store.sample(1, 9)) == ([], [], [])
    ModelStore(index).drop_refused(1)
    assert len(store.wanted(1, [3])) == 1


def test_a_vector_for_a_passage_that_is_gone_is_not_kept(index: Index) -> None:
    store = VectorStore(index)
    assert store.put(1, 2, [(b"nobody's", b"abcd")]).change == Tally()
    assert count(index) == 0


def test_a_note_that_changed_since_it_was_cut_is_not_read(index: Index) -> None:
    with index.writing() as db:
        db.execute("UPDATE text SET body = 'Changed.' WHERE id = 3")
    assert VectorStore(index).wanted(1, [3]) == []


def test_pages_reach_every_vector(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_store, "NOTES_AT_ONCE", 2)
    store = VectorStore(index)
    store.put(1, 2, [(key_of(SAME), b"abcd"), (key_of(OTHER), b"efgh")])
    first, rows = store.next_rows(1, 0)
    second, more = store.next_rows(1, first[-1])
    assert (first, second, store.next_rows(1, second[-1])) == ([1, 2], [3], ([], []))
    assert [(row.note, row.vector) for row in rows + more] == [(1, b"abcd"), (2, b"abcd"), (3, b"efgh")]
    assert sorted(store.sample(1, 9)) == [b"abcd", b"efgh"]


def test_vectors_without_a_passage_go_and_the_others_stay(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_store, "VECTORS_AT_ONCE", 1)
    store, passages = VectorStore(index), PassageStore(index)
    store.put(1, 2, [(key_of(SAME), b"abcd"), (key_of(OTHER), b"efgh")])
    passages.remove([1], 1)
    store.drop_loose([key_of(SAME)])
    assert count(index) == 2
    passages.remove([2, 3], 1)
    store.drop_loose([key_of(SAME)])
    assert count(index) == 1
    after = b""
    while after := store.sweep(1, after):
        pass
    assert count(index) == 0


def test_a_damaged_one_can_be_dropped(index: Index) -> None:
    store = VectorStore(index)
    store.put(1, 2, [(key_of(OTHER), b"efgh")])
    store.drop(1, [key_of(OTHER)])
    assert [one.key for one in store.wanted(1, [3])] == [key_of(OTHER)]
