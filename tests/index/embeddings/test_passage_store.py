"""Tests of index/embeddings/passage_store.py."""

import time
from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.index import Index
from vaultdesk.index.embeddings import passage_store
from vaultdesk.index.embeddings.embedding_store import EmbeddingModelStore, VectorStore
from vaultdesk.index.embeddings.passage_store import (
    MAX_EMBEDDED_CHARACTERS,
    PassageCounts,
    PassageStore,
    excluded_spans,
    passage_key,
    passage_text,
    text_in_context,
)
from vaultdesk.index.store.index_entry import ScannedFile

# Tally: numbers of passages add up.


def test_what_changed_is_added_and_taken_away() -> None:
    assert PassageCounts(5, 3, 2) + PassageCounts(1, 1, 0) - PassageCounts(2, 1, 1) == PassageCounts(4, 3, 1)


# Passage text: a model is given what is meant, and nothing that is nobody's business.


def given(text: str, body_start: int = 0) -> str:
    return passage_text(text, (body_start, len(text)), excluded_spans(text, body_start))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("See [[Boiler|the boiler]] and [[Garden/Roses]].", "See the boiler and Garden/Roses."),
        ("![[plan.png]] A plan.", "A plan."),
        ("Read [this](https://example.org/a?b=c) now.", "Read [this] now."),
        ("At https://example.org/very/long or not.", "At or not."),
        ("A\n\n---\n\nB", "A\nB"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n| 1 | 2 |"),
        ("x " + "A" * 200 + " y", "x y"),
        ("Open. %%secret%% End.", "Open. End."),
        ("Open.\n\n%%\nsecret\nlines\n%%\n\nEnd.", "Open.\nEnd."),
        ("Never ends.\n\n%%\nsecret", "Never ends."),
        ("`%% code %%` stays.", "`%% code %%` stays."),
        ("A\n```dataview\nLIST\n```\nB", "A\nB"),
        ("A\n~~~~dataviewjs\nx\n~~~\ny\n~~~~\nB", "A\nB"),
        ("A\n> ```tasks\n> not done\n> ```\nB", "A\nB"),
        ("A\n```query\nnever closed", "A"),
        ("A\n```python\nprint(1)\n```\nB", "A\npython\nprint(1)\nB"),
        ("%%all%%", ""),
        ("***", ""),
        ("Was that it... yes", "Was that it... yes"),
    ],
)
def test_what_a_model_is_given(text: str, wanted: str) -> None:
    assert given(text) == wanted


def test_properties_are_no_part_of_the_passages() -> None:
    text = "---\na: 1\n---\nBody."
    assert given(text, len(text) - 5) == "Body."


def test_a_comment_that_begins_in_one_passage_is_hidden_in_the_next_one_too() -> None:
    text = "One. %%hidden\nstill hidden%% Two."
    hidden = excluded_spans(text, 0)
    middle = text.index("still")
    assert (passage_text(text, (0, middle), hidden), passage_text(text, (middle, len(text)), hidden)) == (
        "One.",
        "Two.",
    )


def test_a_passage_without_words_between_is_cut() -> None:
    assert len(given("word " * 100_000)) == MAX_EMBEDDED_CHARACTERS


def test_its_names_stand_before_it_and_are_part_of_the_key() -> None:
    text = text_in_context("Home", "Heating › Boiler", "Old.")
    assert text == "Home › Heating › Boiler\nOld."
    assert text_in_context("Home", "", "Old.") == "Home\nOld."
    assert passage_key(text) != passage_key(text_in_context("House", "Heating › Boiler", "Old."))
    assert (len(passage_key(text)), passage_key(text)) == (16, passage_key(text))
    assert passage_key("half \ud800")


@pytest.mark.parametrize(
    "piece", ["[[", "[[a|", "](", "`" * 3 + "query\n", "> ", "-=|", "%%", "![[", "http://", "~~~tasks\n"]
)
def test_hostile_text_costs_no_more_than_honest_text(piece: str) -> None:
    def seconds(times: int) -> float:
        text = piece * (times // len(piece))
        start = time.process_time()
        given(text)
        return time.process_time() - start

    # The best of some: other work on the machine only adds.
    assert min(seconds(80_000) for _ in range(3)) < 40 * max(seconds(10_000), 0.002)


# Passage store: which notes are to be cut is known after every change, and their passages stand where they should.

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
    found, after = store.outdated()
    while after:
        more, after = store.outdated(after)
        found += more
    return {one.note for one in found}


def change(index: Index, root: Path, notes: dict[str, str]) -> None:
    lay(root, notes)
    index.apply([entry(root, path) for path in notes])


def test_passages_stand_in_the_whole_note_with_their_lines(index: Index) -> None:
    store, known = PassageStore(index), numbers(index)
    turned = store.rechunk(list(known.values()), 1)
    assert (sorted(turned.notes), turned.count_change, turned.orphan_keys) == (
        sorted(known.values()),
        PassageCounts(2),
        set(),
    )
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
    store.rechunk(list(known.values()), 1)
    assert all_due(store) == set()
    change(index, root, {"B.md": "Another B.\n"})
    assert all_due(store) == {known["B.md"]}
    assert [one.note for one in store.outdated_among(["A.md", "B.md", "Nowhere.md"])] == [known["B.md"]]
    store.rechunk([known["B.md"]], 1)
    assert store.outdated_among(["B.md"]) == []


def test_notes_that_are_gone_excluded_or_unreadable_are_told(index: Index, root: Path) -> None:
    store, known = PassageStore(index), numbers(index)
    store.rechunk(list(known.values()), 1)
    assert store.removed()[0] == []
    index.record_files([ScannedFile("B.md", 1, 1, excluded=True)], ["A.md"])
    gone, after = store.removed()
    assert sorted(gone) == [known["A.md"], known["B.md"]]
    assert store.removed(after) == ([], 0)
    assert store.removed_among(["A.md", "B.md", "C.md"]) == [known["B.md"]]
    assert known["B.md"] not in all_due(store)
    assert store.remove(gone, 1).count_change == PassageCounts(-2)
    assert store.removed()[0] == []


def test_a_note_only_known_by_name_is_not_cut(index: Index) -> None:
    index.record_files([ScannedFile("New.md", 1, 1)])
    store = PassageStore(index)
    assert numbers(index)["New.md"] not in all_due(store)
    assert store.rechunk([numbers(index)["New.md"], 999], 1).notes == []


def test_canvases_and_bases_are_not_read_for_their_meaning(index: Index) -> None:
    with index.writing() as db:
        db.execute("UPDATE note SET kind = 'canvas' WHERE path = 'A.md'")
    assert numbers(index)["A.md"] not in all_due(PassageStore(index))


def test_numbers_follow_and_keys_that_lost_their_passage_are_told(index: Index, root: Path) -> None:
    store, vectors, known = PassageStore(index), VectorStore(index), numbers(index)
    model = EmbeddingModelStore(index).register("m", "M").id
    store.rechunk(list(known.values()), model)
    wanted = vectors.unembedded_passages(model, list(known.values()))
    vectors.write(model, 2, [(one.key, b"1234") for one in wanted])
    change(index, root, {"A.md": "# Head\nQuite another text.\n"})
    turned = store.rechunk([known["A.md"]], model)
    assert turned.count_change == PassageCounts(0, -1, -1)
    assert turned.orphan_keys == {next(one.key for one in wanted if one.text.path == "A.md")}
    assert store.remove([known["B.md"]], model).count_change == PassageCounts(-1, -1, -1)
