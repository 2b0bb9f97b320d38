"""Tests of index/embeddings/embedding_store.py."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.scene import entry, filled
from tests.support.growth import check_linear, repeated
from tests.support.vaults import write_vault
from vaultdesk.core.values import replace
from vaultdesk.index import Index
from vaultdesk.index.embeddings import embedding_store
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.index.embeddings.embedding_store import (
    MAX_EMBEDDED_CHARACTERS,
    EmbeddingModel,
    EmbeddingModelStore,
    EmbeddingStore,
    PassageCounts,
    PassageStore,
    UnembeddedPassage,
    VectorStore,
    excluded_spans,
    passage_key,
    passage_text,
    text_in_context,
)
from vaultdesk.index.store.index_entry import ScannedFile

# Vector store: unembedded passages are known, vectors are keyed by their text, and unused vectors are deleted.

TEXT = "---\ntitle: Same\n---\n# Same\nThe same text.\n"
NOTES = {"A.md": TEXT, "B/Copy.md": TEXT, "C.md": "Other.\n"}
SAME, OTHER = text_in_context("Same", "Same", "# Same\nThe same text."), text_in_context("C", "", "Other.")


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)
    PassageStore(index).rechunk([1, 2, 3], EmbeddingModelStore(index).register("m", "M").id)
    with closing(index):
        yield index


def all_unembedded(store: VectorStore) -> tuple[set[int], PassageCounts]:
    notes, counts, after = store.unembedded_notes(1)
    while after:
        next_notes, next_counts, after = store.unembedded_notes(1, after)
        notes, counts = notes + next_notes, counts + next_counts
    return {outdated.note for outdated in notes}, counts


def count(index: Index) -> int:
    with index.reading() as db:
        return int(db.execute("SELECT count(*) FROM vector").fetchone()[0])


def test_unembedded_passages_are_returned_with_their_location(index: Index) -> None:
    unembedded = VectorStore(index).unembedded_passages(1, [1, 3])
    assert unembedded == [
        UnembeddedPassage(passage_key(SAME), EmbeddingText(SAME, "A.md", "Same", 4, 5)),
        UnembeddedPassage(passage_key(OTHER), EmbeddingText(OTHER, "C.md", "", 1, 1)),
    ]


def test_notes_with_the_same_text_share_one_vector(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_store, "NOTES_PER_STEP", 1)
    store = VectorStore(index)
    assert all_unembedded(store) == ({1, 2, 3}, PassageCounts(3))
    written = store.write(1, 2, [(passage_key(SAME), b"abcd")])
    assert (written.notes, written.count_change) == ({1, 2}, PassageCounts(0, 2, 2))
    assert all_unembedded(store) == ({3}, PassageCounts(3, 2, 2))
    assert [(row.note, row.nth, row.vector) for row in store.vectors_of(1, [1, 2, 3])] == [
        (1, 0, b"abcd"),
        (2, 0, b"abcd"),
    ]
    assert store.write(1, 2, [(passage_key(SAME), b"efgh")]).count_change == PassageCounts()


def test_refused_passages_count_as_done_and_are_not_found(index: Index) -> None:
    store = VectorStore(index)
    assert store.write(1, 0, [(passage_key(OTHER), b"")]).count_change == PassageCounts(0, 1, 0)
    assert (store.unembedded_passages(1, [3]), store.vectors_of(1, [3]), store.sample(1, 9)) == ([], [], [])
    EmbeddingModelStore(index).delete_refused(1)
    assert len(store.unembedded_passages(1, [3])) == 1


def test_a_vector_of_an_unknown_passage_is_not_stored(index: Index) -> None:
    store = VectorStore(index)
    assert store.write(1, 2, [(b"nobody's", b"abcd")]).count_change == PassageCounts()
    assert count(index) == 0


def test_a_note_that_changed_after_chunking_is_not_embedded(index: Index) -> None:
    with index.writing() as db:
        db.execute("UPDATE text SET body = 'Changed.' WHERE id = 3")
    assert VectorStore(index).unembedded_passages(1, [3]) == []


def test_paging_reaches_every_vector(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_store, "NOTES_PER_STEP", 2)
    store = VectorStore(index)
    store.write(1, 2, [(passage_key(SAME), b"abcd"), (passage_key(OTHER), b"efgh")])
    first, rows = store.next_vectors(1, 0)
    second, more = store.next_vectors(1, first[-1])
    assert (first, second, store.next_vectors(1, second[-1])) == ([1, 2], [3], ([], []))
    assert [(row.note, row.vector) for row in rows + more] == [(1, b"abcd"), (2, b"abcd"), (3, b"efgh")]
    assert sorted(store.sample(1, 9)) == [b"abcd", b"efgh"]


def test_the_ranges_of_keys_reach_every_vector_once(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    store = VectorStore(index)
    assert len(store.key_ranges()) == 1
    monkeypatch.setattr(embedding_store, "PASSAGES_PER_RANGE", 1)
    store.write(1, 2, [(passage_key(SAME), b"abcd"), (passage_key(OTHER), b"")])
    ranges = store.key_ranges()
    assert len(ranges) == 3
    rows = [row for keys in ranges for row in store.vectors_in(1, keys)]
    assert sorted((row.note, row.nth, row.key, row.vector) for row in rows) == [
        (1, 0, passage_key(SAME), b"abcd"),
        (2, 0, passage_key(SAME), b"abcd"),
    ]
    assert sum((store.counts_in(1, keys) for keys in ranges), PassageCounts()) == PassageCounts(3, 3, 2)
    assert sum((store.counts_in(2, keys) for keys in ranges), PassageCounts()) == PassageCounts(3)


def test_the_last_range_contains_the_greatest_key_and_the_first_the_least(index: Index) -> None:
    with index.writing() as db:
        db.execute("UPDATE passage SET key = ? WHERE note = 1", (b"\xff" * 16,))
        db.execute("UPDATE passage SET key = ? WHERE note = 2", (bytes(16),))
    store = VectorStore(index)
    store.write(1, 2, [(b"\xff" * 16, b"abcd"), (bytes(16), b"efgh")])
    rows = [row for keys in store.key_ranges() for row in store.vectors_in(1, keys)]
    assert [(row.note, row.vector) for row in rows] == [(2, b"efgh"), (1, b"abcd")]


def test_orphaned_vectors_are_deleted_and_others_are_not(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_store, "VECTORS_PER_STEP", 1)
    store, passages = VectorStore(index), PassageStore(index)
    store.write(1, 2, [(passage_key(SAME), b"abcd"), (passage_key(OTHER), b"efgh")])
    passages.remove([1], 1)
    store.delete_orphans([passage_key(SAME)])
    assert count(index) == 2
    passages.remove([2, 3], 1)
    store.delete_orphans([passage_key(SAME)])
    assert count(index) == 1
    after = b""
    while after := store.delete_next_orphans(1, after):
        pass
    assert count(index) == 0


def test_a_damaged_vector_can_be_deleted(index: Index) -> None:
    store = VectorStore(index)
    store.write(1, 2, [(passage_key(OTHER), b"efgh")])
    store.delete(1, [passage_key(OTHER)])
    assert [passage.key for passage in store.unembedded_passages(1, [3])] == [passage_key(OTHER)]


# Model store: models are identified by name, and deleted with all their vectors in steps.


@pytest.fixture
def model_store_index(tmp_path: Path) -> Iterator[Index]:
    with closing(filled(tmp_path / "index.sqlite", tmp_path / "vault", {})) as index:
        yield index


def test_a_model_is_registered_once_and_can_be_marked_complete(model_store_index: Index) -> None:
    store = EmbeddingModelStore(model_store_index)
    assert store.register("a", "A") == EmbeddingModel(1, "a", "A", 0, complete=False)
    store.register("b", "B")
    store.mark_complete(1)
    assert store.register("a", "Another title") == EmbeddingModel(1, "a", "A", 0, complete=True)
    assert [model.name for model in store.models()] == ["a", "b"]


def test_a_model_is_deleted_in_steps_without_affecting_others(
    model_store_index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_store, "VECTORS_PER_DELETION", 2)
    store = EmbeddingModelStore(model_store_index)
    store.register("a", "A")
    store.register("b", "B")
    with model_store_index.writing() as db:
        db.executemany(
            "INSERT INTO vector VALUES (?, ?, ?)", [(model, bytes([key]), b"x") for model in (1, 2) for key in range(3)]
        )
    steps = 1
    while store.delete_step(1):
        steps += 1
    assert steps == 3
    assert [remaining.name for remaining in store.models()] == ["b"]
    with model_store_index.reading() as db:
        assert db.execute("SELECT model, count(*) FROM vector").fetchall() == [(2, 3)]
    assert store.register("a", "A").id == 3


# Embedding store: every step runs in one worker thread, page by page.

STORE_NOTES = {f"N{nth}.md": f"Text {nth}.\n" for nth in range(7)}


@pytest.fixture
def store_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    for module, name in (
        (embedding_store, "NOTES_COMPARED"),
        (embedding_store, "NOTES_PER_STEP"),
        (embedding_store, "VECTORS_PER_STEP"),
    ):
        monkeypatch.setattr(module, name, 2)
    with closing(filled(tmp_path / "index.sqlite", tmp_path / "vault", STORE_NOTES)) as index:
        yield index


async def test_all_pages_are_processed(store_index: Index, tmp_path: Path) -> None:
    store = EmbeddingStore(store_index)
    model, others = await store.register("m", "M")
    outdated, removed = await store.outdated_notes(), await store.removed_notes()
    assert (sorted(note.note for note in outdated), removed, others) == (list(range(1, 8)), [], [])
    await store.run(store.passages.rechunk, [note.note for note in outdated], model.id)
    unembedded_notes, counts = await store.unembedded_notes(model)
    assert (sorted(note.note for note in unembedded_notes), counts) == (list(range(1, 8)), PassageCounts(7))
    unembedded = await store.run(store.vectors.unembedded_passages, model.id, range(1, 8))
    await store.run(store.vectors.write, model.id, 2, [(passage.key, b"abcd") for passage in unembedded])
    store_index.record_files([], ["N0.md", "N6.md"])
    write_vault(tmp_path / "vault", {"N3.md": "Changed.\n"})
    store_index.apply([entry(tmp_path / "vault", "N3.md")])
    assert [note.note for note in await store.run(store.passages.outdated_among, ["N3.md", "N4.md"])] == [4]
    assert await store.removed_notes() == [1, 7]
    removal = await store.run(store.passages.remove, [1, 7], model.id)
    await store.delete_orphans(removal.orphan_keys)
    await store.delete_all_orphans(model.id)
    assert (await store.unembedded_notes(model))[1] == PassageCounts(5, 5, 5)
    complete = replace(model, complete=True)
    assert await store.unembedded_notes(complete) == ([], PassageCounts(5, 5, 5))
    await store.run(store.passages.rechunk, [4], model.id)
    unembedded_notes, counts = await store.unembedded_notes(complete)
    assert ([note.note for note in unembedded_notes], counts) == ([4], PassageCounts(5, 4, 4))
    _, others = await store.register("other", "Other")
    assert [other.name for other in others] == ["m"]
    await store.delete_model(model.id)
    assert (await store.register("other", "Other"))[1] == []
    await store.aclose()


async def test_work_runs_in_a_thread_of_the_store_and_a_new_file_is_detected(store_index: Index) -> None:
    store = EmbeddingStore(store_index)
    assert await store.run(lambda: threading.current_thread().name) == "meaning-write_0"
    assert await store.is_new_file()
    assert not await store.is_new_file()
    store_index.rebuild()
    assert await store.is_new_file()
    await store.aclose()


# Passage counts can be added and subtracted.


def test_counts_are_added_and_subtracted() -> None:
    assert PassageCounts(5, 3, 2) + PassageCounts(1, 1, 0) - PassageCounts(2, 1, 1) == PassageCounts(4, 3, 1)


# Passage text: the text for the model, without comments, queries and markup.


def embedded_text(text: str, body_start: int = 0) -> str:
    return passage_text(text, (body_start, len(text)), excluded_spans(text, body_start))


@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_the_text_for_the_model_contains_no_markup(text: str, expected: str) -> None:
    assert embedded_text(text) == expected


def test_properties_are_not_part_of_a_passage() -> None:
    text = "---\na: 1\n---\nBody."
    assert embedded_text(text, len(text) - 5) == "Body."


def test_a_comment_that_begins_in_one_passage_is_excluded_from_the_next() -> None:
    text = "One. %%hidden\nstill hidden%% Two."
    hidden = excluded_spans(text, 0)
    middle = text.index("still")
    assert (passage_text(text, (0, middle), hidden), passage_text(text, (middle, len(text)), hidden)) == (
        "One.",
        "Two.",
    )


def test_a_long_passage_is_truncated() -> None:
    assert len(embedded_text("word " * 100_000)) == MAX_EMBEDDED_CHARACTERS


def test_the_note_name_and_headings_precede_the_text_and_are_part_of_the_key() -> None:
    text = text_in_context("Home", "Heating › Boiler", "Old.")
    assert text == "Home › Heating › Boiler\nOld."
    assert text_in_context("Home", "", "Old.") == "Home\nOld."
    assert passage_key(text) != passage_key(text_in_context("House", "Heating › Boiler", "Old."))
    assert (len(passage_key(text)), passage_key(text)) == (16, passage_key(text))
    assert passage_key("half \ud800")


@pytest.mark.parametrize(
    "unit", ["[[", "[[a|", "](", "`" * 3 + "query\n", "> ", "-=|", "%%", "![[", "http://", "~~~tasks\n"]
)
def test_hostile_text_is_processed_in_linear_time(unit: str) -> None:
    check_linear(embedded_text, repeated(unit), 40_000)


# Passage store: outdated notes are known after every change, and passages have correct locations.

NOTES_TO_EMBED = {
    "A.md": "---\ntags: x\n---\n# Head\nThe text of A.\n",
    "B.md": "Only %%hidden%% B.\n",
    "C.md": "%%all of it%%\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def indexed_notes(tmp_path: Path, root: Path) -> Iterator[Index]:
    with closing(filled(tmp_path / "index.sqlite", root, NOTES_TO_EMBED)) as index:
        yield index


def note_ids(index: Index) -> dict[str, int]:
    with index.reading() as db:
        return dict(db.execute("SELECT path, id FROM note"))


def all_outdated(store: PassageStore) -> set[int]:
    notes, after = store.outdated()
    while after:
        next_notes, after = store.outdated(after)
        notes += next_notes
    return {outdated.note for outdated in notes}


def change(index: Index, root: Path, notes: dict[str, str]) -> None:
    write_vault(root, notes)
    index.apply([entry(root, path) for path in notes])


def test_passages_have_offsets_and_lines_of_the_whole_note(indexed_notes: Index) -> None:
    store, ids = PassageStore(indexed_notes), note_ids(indexed_notes)
    rechunked = store.rechunk(list(ids.values()), 1)
    assert (sorted(rechunked.notes), rechunked.count_change, rechunked.orphan_keys) == (
        sorted(ids.values()),
        PassageCounts(2),
        set(),
    )
    with indexed_notes.reading() as db:
        rows = db.execute("SELECT note, nth, heading, first_line, last_line, start, finish FROM passage").fetchall()
    locations = {(note, nth): rest for note, nth, *rest in rows}
    text = NOTES_TO_EMBED["A.md"]
    assert locations == {
        (ids["A.md"], 0): ["Head", 4, 5, text.index("# Head"), len(text) - 1],
        (ids["B.md"], 0): ["", 1, 1, 0, len(NOTES_TO_EMBED["B.md"]) - 1],
    }


def test_a_note_is_outdated_until_its_current_text_was_chunked(
    indexed_notes: Index, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_store, "NOTES_COMPARED", 2)
    store, ids = PassageStore(indexed_notes), note_ids(indexed_notes)
    assert all_outdated(store) == set(ids.values())
    store.rechunk(list(ids.values()), 1)
    assert all_outdated(store) == set()
    change(indexed_notes, root, {"B.md": "Another B.\n"})
    assert all_outdated(store) == {ids["B.md"]}
    assert [outdated.note for outdated in store.outdated_among(["A.md", "B.md", "Nowhere.md"])] == [ids["B.md"]]
    store.rechunk([ids["B.md"]], 1)
    assert store.outdated_among(["B.md"]) == []


def test_deleted_and_excluded_notes_are_returned_as_removed(indexed_notes: Index, root: Path) -> None:
    store, ids = PassageStore(indexed_notes), note_ids(indexed_notes)
    store.rechunk(list(ids.values()), 1)
    assert store.removed()[0] == []
    indexed_notes.record_files([ScannedFile("B.md", 1, 1, excluded=True)], ["A.md"])
    removed, after = store.removed()
    assert sorted(removed) == [ids["A.md"], ids["B.md"]]
    assert store.removed(after) == ([], 0)
    assert store.removed_among(["A.md", "B.md", "C.md"]) == [ids["B.md"]]
    assert ids["B.md"] not in all_outdated(store)
    assert store.remove(removed, 1).count_change == PassageCounts(-2)
    assert store.removed()[0] == []


def test_a_note_known_only_by_name_is_not_chunked(indexed_notes: Index) -> None:
    indexed_notes.record_files([ScannedFile("New.md", 1, 1)])
    store = PassageStore(indexed_notes)
    assert note_ids(indexed_notes)["New.md"] not in all_outdated(store)
    assert store.rechunk([note_ids(indexed_notes)["New.md"], 999], 1).notes == []


def test_canvases_and_bases_are_not_embedded(indexed_notes: Index) -> None:
    with indexed_notes.writing() as db:
        db.execute("UPDATE note SET kind = 'canvas' WHERE path = 'A.md'")
    assert note_ids(indexed_notes)["A.md"] not in all_outdated(PassageStore(indexed_notes))


def test_counts_are_updated_and_orphaned_keys_are_returned(indexed_notes: Index, root: Path) -> None:
    store, vectors, ids = (
        PassageStore(indexed_notes),
        VectorStore(indexed_notes),
        note_ids(indexed_notes),
    )
    model = EmbeddingModelStore(indexed_notes).register("m", "M").id
    store.rechunk(list(ids.values()), model)
    passages = vectors.unembedded_passages(model, list(ids.values()))
    vectors.write(model, 2, [(passage.key, b"1234") for passage in passages])
    change(indexed_notes, root, {"A.md": "# Head\nQuite another text.\n"})
    rechunked = store.rechunk([ids["A.md"]], model)
    assert rechunked.count_change == PassageCounts(0, -1, -1)
    assert rechunked.orphan_keys == {next(passage.key for passage in passages if passage.text.path == "A.md")}
    assert store.remove([ids["B.md"]], model).count_change == PassageCounts(-1, -1, -1)
