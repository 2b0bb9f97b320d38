"""Passage store: which notes are to be cut is known after every change, and their passages stand where they should."""

from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.index import Index
from vaultdesk.index.entry import Sighting
from vaultdesk.index.meaning import passage_store
from vaultdesk.index.meaning.model_store import ModelStore
from vaultdesk.index.meaning.passage_store import PassageStore
from vaultdesk.index.meaning.tally import Tally
from vaultdesk.index.meaning.vector_store import VectorStore

NOTES = {
    "A.md": "---\ntags: x\n---\n# Head\nThe text of A.\n",
    "B.md": "Only %%hidden%% B.\n",
    "C.md": "%%all of it%%\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def index(tmp_path: Path, root: Path) -> Index:
    return filled(tmp_path / "index.sqlite", root, NOTES)


def numbers(index: Index) -> dict[str, int]:
    with index.reading() as db:
        return dict(db.execute("SELECT path, id FROM note"))


def all_due(store: PassageStore) -> set[int]:
    found, after = store.due()
    while after:
        more, after = store.due(after)
        found += more
    return {one.note for one in found}


def change(index: Index, root: Path, notes: dict[str, str]) -> None:
    lay(root, notes)
    index.apply([entry(root, path) for path in notes])


def test_passages_stand_in_the_whole_note_with_their_lines(index: Index) -> None:
    store, known = PassageStore(index), numbers(index)
    turned = store.cut(list(known.values()), 1)
    assert (sorted(turned.notes), turned.change, turned.loose) == (sorted(known.values()), Tally(2), set())
    with index.reading() as db:
        rows = db.execute("SELECT note, nth, heading, first_line, last_line, start, finish FROM passage").fetchall()
    places = {(note, nth): rest for note, nth, *rest in rows}
    text = NOTES["A.md"]
    assert places == {
        (known["A.md"], 0): ["Head", 4, 5, text.index("# Head"), len(text) - 1],
        (known["B.md"], 0): ["", 1, 1, 0, len(NOTES["B.md"]) - 1],
    }


def test_a_note_is_due_until_it_was_cut_as_it_is(index: Index, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_store, "NOTES_COMPARED", 2)
    store, known = PassageStore(index), numbers(index)
    assert all_due(store) == set(known.values())
    store.cut(list(known.values()), 1)
    assert all_due(store) == set()
    change(index, root, {"B.md": "Another B.\n"})
    assert all_due(store) == {known["B.md"]}
    assert [one.note for one in store.due_among(["A.md", "B.md", "Nowhere.md"])] == [known["B.md"]]
    store.cut([known["B.md"]], 1)
    assert store.due_among(["B.md"]) == []


def test_notes_that_are_gone_excluded_or_unreadable_are_told(index: Index, root: Path) -> None:
    store, known = PassageStore(index), numbers(index)
    store.cut(list(known.values()), 1)
    assert store.gone()[0] == []
    index.sight([Sighting("B.md", 1, 1, excluded=True)], ["A.md"])
    gone, after = store.gone()
    assert sorted(gone) == [known["A.md"], known["B.md"]]
    assert store.gone(after) == ([], 0)
    assert store.gone_among(["A.md", "B.md", "C.md"]) == [known["B.md"]]
    assert known["B.md"] not in all_due(store)
    assert store.remove(gone, 1).change == Tally(-2)
    assert store.gone()[0] == []


def test_a_note_only_known_by_name_is_not_cut(index: Index) -> None:
    index.sight([Sighting("New.md", 1, 1)])
    store = PassageStore(index)
    assert numbers(index)["New.md"] not in all_due(store)
    assert store.cut([numbers(index)["New.md"], 999], 1).notes == []


def test_canvases_and_bases_are_not_read_for_their_meaning(index: Index) -> None:
    with index.writing() as db:
        db.execute("UPDATE note SET kind = 'canvas' WHERE path = 'A.md'")
    assert numbers(index)["A.md"] not in all_due(PassageStore(index))


def test_numbers_follow_and_keys_that_lost_their_passage_are_told(index: Index, root: Path) -> None:
    store, vectors, known = PassageStore(index), VectorStore(index), numbers(index)
    model = ModelStore(index).enter("m", "M").id
    store.cut(list(known.values()), model)
    wanted = vectors.wanted(model, list(known.values()))
    vectors.put(model, 2, [(one.key, b"1234") for one in wanted])
    change(index, root, {"A.md": "# Head\nQuite another text.\n"})
    turned = store.cut([known["A.md"]], model)
    assert turned.change == Tally(0, -1, -1)
    assert turned.loose == {next(one.key for one in wanted if one.text.path == "A.md")}
    assert store.remove([known["B.md"]], model).change == Tally(-1, -1, -1)
