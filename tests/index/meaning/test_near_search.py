"""Near search: answers from stored vectors, only with passages of notes as they are now."""

from pathlib import Path

import numpy
import pytest

from tests.index.meaning.hashing import hashed
from tests.index.scene import entry, filled, lay
from vaultdesk.index import Index
from vaultdesk.index.meaning import space
from vaultdesk.index.meaning.model_store import Model, ModelStore
from vaultdesk.index.meaning.near_search import NearSearch
from vaultdesk.index.meaning.passage_store import PassageStore
from vaultdesk.index.meaning.space import packed
from vaultdesk.index.meaning.vector_store import VectorStore

NOTES = {"A.md": "apples and pears\n", "B.md": "pears and plums\n", "C.md": "engines and oil\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def index(tmp_path: Path, root: Path) -> Index:
    index = filled(tmp_path / "index.sqlite", root, NOTES)
    read(index)
    return index


def read(index: Index) -> None:
    model = ModelStore(index).enter("m", "M").id
    store = VectorStore(index)
    with index.reading() as db:
        notes = [note for (note,) in db.execute("SELECT id FROM note WHERE excluded = 0")]
    PassageStore(index).cut(notes, model)

    wanted = store.wanted(model, notes)
    vectors = numpy.array([hashed(one.text.text) for one in wanted], dtype=numpy.float32)
    if wanted:
        store.put(model, 256, [(one.key, blob) for one, blob in zip(wanted, packed(vectors), strict=True)])


def searching(index: Index) -> NearSearch:
    near = NearSearch(index)
    near.use(ModelStore(index).models()[0])
    while near.load_some():
        pass
    return near


def paths(near: NearSearch, text: str, limit: int = 9) -> list[str]:
    return [one.path for one in near.nearest(hashed(text), limit, None)]


def test_it_knows_nothing_before_its_vectors_were_loaded(index: Index) -> None:
    near = NearSearch(index)
    assert (near.load_some(), near.nearest(hashed("pears"), 3, None), near.memory) == (False, [], 0)
    near.use(Model(99, "none", "None", 0, complete=False))
    assert (near.load_some(), near.nearest(hashed("pears"), 3, None)) == (False, [])


def test_a_note_that_changed_and_was_not_cut_again_is_not_found(index: Index, root: Path) -> None:
    near = searching(index)
    assert paths(near, "apples and pears")[0] == "A.md"
    lay(root, {"A.md": "quite something else\n"})
    index.apply([entry(root, "A.md")])
    assert paths(near, "apples and pears") == ["B.md", "C.md"]
    read(index)
    near.refresh([1])
    assert paths(near, "quite something else")[0] == "A.md"


def test_what_is_not_held_in_memory_is_read_from_the_file(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = searching(index).nearest(hashed("pears and plums"), 3, None)
    monkeypatch.setattr(space.Space.__init__, "__defaults__", ((), 0))
    near = searching(index)
    found = near.nearest(hashed("pears and plums"), 3, None)
    assert [one.path for one in found] == [one.path for one in whole]
    assert [one.similarity for one in found] == pytest.approx([one.similarity for one in whole])
    assert [one.path for one in near.near_note("B.md", 1, None)] == ["A.md"]


def test_another_file_in_its_place_is_loaded_anew(index: Index, root: Path) -> None:
    near = searching(index)
    index.rebuild()
    assert near.nearest(hashed("pears"), 3, None) == []
    lay(root, {"C.md": "pears and pears\n"})
    index.apply([entry(root, "C.md")])
    read(index)
    near.refresh([1])
    while near.load_some():
        pass
    assert paths(near, "pears") == ["C.md"]


def test_a_question_of_another_length_finds_nothing(index: Index) -> None:
    assert searching(index).nearest(hashed("pears", 64), 3, None) == []
    assert searching(index).nearest(hashed("pears"), 0, None) == []


def test_the_passage_of_a_line_is_the_last_one_that_begins_before_it(tmp_path: Path) -> None:
    first, second = "# One\n" + "apples pears " * 60, "# Two\n" + "engines oil " * 60
    index = filled(tmp_path / "i.sqlite", tmp_path / "v", {"Long.md": f"{first}\n\n\n{second}\n"} | NOTES)
    read(index)
    near = searching(index)
    found = {line: [one.path for one in near.near_passage("Long.md", line, 1, None)] for line in (0, 1, 4, 5, 6, 900)}
    assert found == {0: ["A.md"], 1: ["A.md"], 4: ["A.md"], 5: ["C.md"], 6: ["C.md"], 900: ["C.md"]}


def test_damage_is_told_once(index: Index) -> None:
    with index.writing() as db:
        db.execute("UPDATE vector SET vector = X'00' WHERE key = (SELECT key FROM passage WHERE note = 1)")
    near = searching(index)
    assert paths(near, "apples and pears") == ["B.md", "C.md"]
    assert near.damage().notes == {1}
    assert near.damage().keys == set()


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
