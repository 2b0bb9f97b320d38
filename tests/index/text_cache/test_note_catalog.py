"""Tests of index/text_cache/note_catalog.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.index.store.index_entry import ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import note_catalog as note_catalog_module
from vaultdesk.index.text_cache.note_catalog import CatalogChanges, NameKeys, NoteCatalog, in_steps, sql_number_list

# NameKeys: names and aliases by how they fit, in the order they are shown.

KEYS = NameKeys(
    [
        (1, "Old plan", ("Planning",), "Work/Old plan.md"),
        (2, "Plan", (), "Plan.md"),
        (3, "Garden-Plan", ("Über",), "Home/Garden-Plan.md"),
        (4, "Explanation", (), "Explanation.md"),
        (5, "", ("a\0b",), "Home/.md"),
    ]
)


def _shown(slots: Iterator[int]) -> list[str]:
    return [KEYS.display_names[slot] for slot in slots]


def test_names_come_before_aliases_and_the_short_before_the_long() -> None:
    assert KEYS.display_names == ["", "Plan", "Old plan", "Garden-Plan", "Explanation", "a\0b", "Über", "Planning"]
    assert KEYS.name_count == 5
    assert [KEYS.notes[slot] for slot in range(KEYS.name_count, len(KEYS.display_names))] == [5, 3, 1]


def test_each_way_to_fit_has_its_own_question() -> None:
    assert _shown(KEYS.equal_to("plan")) == ["Plan"]
    assert _shown(KEYS.starting_with("plan")) == ["Plan", "Planning"]
    assert _shown(KEYS.with_word_starting("plan")) == ["Old plan", "Garden-Plan"]
    assert _shown(KEYS.containing(["plan"])) == ["Plan", "Old plan", "Garden-Plan", "Explanation", "Planning"]
    assert _shown(KEYS.containing(["plan", "g"])) == ["Garden-Plan", "Planning"]
    assert _shown(KEYS.containing(["uber"])) == ["Über"]
    assert KEYS.contains(1, "lan")
    assert not KEYS.contains(1, "old")
    assert _shown(KEYS.with_path_containing(["home", "plan"])) == ["Garden-Plan"]


def test_names_are_found_by_the_beginnings_of_their_words_with_their_capitals() -> None:
    def begun(letter: str) -> list[tuple[bytes, str]]:
        run, places = KEYS.with_word(letter)
        return [(run.text(slot), KEYS.display_names[place]) for slot, place in enumerate(places)]

    assert begun("p") == [(b"Plan", "Plan"), (b"Old plan", "Old plan"), (b"Garden-Plan", "Garden-Plan")]
    assert begun("o") == [(b"Old plan", "Old plan")]
    assert begun("l") == []
    humps = NameKeys([(1, "readMe Überall", (), "x.md")])
    assert [len(humps.with_word(letter)[1]) for letter in "rmue"] == [1, 1, 1, 0]


def test_every_word_is_there_once() -> None:
    assert {letter: sorted(words) for letter, words in KEYS.words.items()} == {
        "a": ["a"], "b": ["b"], "e": ["explanation"], "g": ["garden"], "o": ["old"], "p": ["plan", "planning"],
        "u": ["uber"],
    }  # fmt: skip


def test_without_names_nothing_fits() -> None:
    none = NameKeys([])
    assert [*none.equal_to("a"), *none.starting_with("a"), *none.with_word_starting("a")] == []
    assert [*none.containing(["a"]), *none.with_path_containing(["a"])] == []
    assert none.words == {}


# Note catalog: names follow the index by what changed, and what is made of them is made anew only when they do.


def _refreshed(catalog: NoteCatalog, index: Index) -> CatalogChanges:
    with index.reading() as connection:
        return catalog.refresh(connection)


def _paths(catalog: NoteCatalog, notes: set[int]) -> set[str]:
    return {catalog.by_note[note].path for note in notes}


def test_a_refresh_tells_what_changed_and_what_is_gone(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "", "B.md": "", "C.md": ""})
    catalog = NoteCatalog()
    first = _refreshed(catalog, index)
    assert (first.is_new_file, len(first.changed), first.removed) == (True, 3, [])
    assert _refreshed(catalog, index) == CatalogChanges()
    lay(root, {"B.md": "new", "D.md": ""})
    index.apply([entry(root, "B.md"), entry(root, "D.md")], removed=["A.md"])
    second = _refreshed(catalog, index)
    assert second.is_new_file is False
    assert {entry.path for entry in second.changed} == {"B.md", "D.md"}
    assert [entry.path for entry in second.removed] == ["A.md"]
    assert {entry.path for entry in catalog.by_note.values()} == {"B.md", "C.md", "D.md"}
    index.apply([], [ScannedFile("C.md", 5, 77)])
    third = _refreshed(catalog, index)
    assert [(entry.path, entry.mtime_ns) for entry in third.changed] == [("C.md", 77)]
    index.close()


def test_all_at_once_is_what_it_is_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = {f"{number} “ü”.md": f"---\naliases: [A{number}, B]\n---\n" for number in range(7)} | {
        "Board.canvas": "{}",
        "Old.md": "",
    }
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, dict(list(notes.items())[:1]))
    step_by_step = NoteCatalog()
    _refreshed(step_by_step, index)
    lay(root, notes)
    index.apply([entry(root, path) for path in list(notes)[1:]])
    index.record_files([ScannedFile("Old.md", 1, 1, excluded=True)])
    _refreshed(step_by_step, index)
    monkeypatch.setattr(note_catalog_module, "NOTES_PER_VALUE", 2)
    at_once = NoteCatalog()
    assert len(_refreshed(at_once, index).changed) == len(notes)
    assert at_once.by_note == step_by_step.by_note
    assert {entry.kind for entry in at_once.by_note.values()} == {"note", "canvas"}
    assert [entry.path for entry in at_once.by_note.values() if entry.excluded] == ["Old.md"]
    index.close()


def test_names_and_aliases_are_found_folded_and_those_of_excluded_notes_are_not(tmp_path: Path) -> None:
    notes = {"Straße.md": "---\naliases: [Weg, Pfad]\n---\n", "Old.md": "", "Müller.md": ""}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    catalog = NoteCatalog()
    _refreshed(catalog, index)
    assert _paths(catalog, catalog.notes_with_name(b"strasse")) == {"Straße.md"}
    assert catalog.notes_with_name(b"weg") == set()
    assert _paths(catalog, catalog.notes_with_name_or_alias(b"weg")) == {"Straße.md"}
    assert _paths(catalog, catalog.notes_with_unaccented_name("MULLER")) == {"Müller.md"}
    assert _paths(catalog, catalog.notes_with_name_or_alias(b"old")) == {"Old.md"}
    index.record_files([ScannedFile("Old.md", 1, 1, excluded=True)])
    _refreshed(catalog, index)
    assert catalog.notes_with_name_or_alias(b"old") == catalog.notes_with_unaccented_name("old") == set()
    assert "Old.md" in catalog.names(), "links lead to it all the same"
    index.close()


def test_a_note_whose_text_alone_changed_leaves_what_is_made_of_the_names(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one"})
    catalog = NoteCatalog()
    _refreshed(catalog, index)
    keys = catalog.name_keys()
    lay(root, {"A.md": "two"})
    index.apply([entry(root, "A.md")])
    _refreshed(catalog, index)
    assert catalog.name_keys() is keys
    lay(root, {"A.md": "---\naliases: [Other]\n---\n"})
    index.apply([entry(root, "A.md")])
    _refreshed(catalog, index)
    assert catalog.name_keys().display_names == ["A", "Other"]
    index.close()


def test_numbers_are_asked_for_a_few_at_a_time() -> None:
    assert [len(some) for some in in_steps(list(range(1_200)))] == [500, 500, 200]
    assert sql_number_list([1, 2]) == "1,2"
