"""Tests of index/text_cache/note_catalog.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.index.scene import entry, filled
from tests.support.vaults import write_vault
from vaultdesk.index.store.index_entry import ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache import note_catalog as note_catalog_module
from vaultdesk.index.text_cache.note_catalog import CatalogChanges, NameKeys, NoteCatalog, in_steps, sql_number_list

# Name keys: names and aliases by kind of match, in display order.

KEYS = NameKeys(
    [
        (1, "Old plan", ("Planning",), "Work/Old plan.md"),
        (2, "Plan", (), "Plan.md"),
        (3, "Garden-Plan", ("Über",), "Home/Garden-Plan.md"),
        (4, "Explanation", (), "Explanation.md"),
        (5, "", ("a\0b",), "Home/.md"),
    ]
)


def _display_names(slots: Iterator[int]) -> list[str]:
    return [KEYS.display_names[slot] for slot in slots]


def test_names_come_before_aliases_and_short_names_before_long_ones() -> None:
    assert KEYS.display_names == ["", "Plan", "Old plan", "Garden-Plan", "Explanation", "a\0b", "Über", "Planning"]
    assert KEYS.name_count == 5
    assert [KEYS.notes[slot] for slot in range(KEYS.name_count, len(KEYS.display_names))] == [5, 3, 1]


def test_each_kind_of_match_has_its_own_method() -> None:
    assert _display_names(KEYS.equal_to("plan")) == ["Plan"]
    assert _display_names(KEYS.starting_with("plan")) == ["Plan", "Planning"]
    assert _display_names(KEYS.with_word_starting("plan")) == ["Old plan", "Garden-Plan"]
    assert _display_names(KEYS.containing(["plan"])) == ["Plan", "Old plan", "Garden-Plan", "Explanation", "Planning"]
    assert _display_names(KEYS.containing(["plan", "g"])) == ["Garden-Plan", "Planning"]
    assert _display_names(KEYS.containing(["uber"])) == ["Über"]
    assert KEYS.contains(1, "lan")
    assert not KEYS.contains(1, "old")
    assert _display_names(KEYS.with_path_containing(["home", "plan"])) == ["Garden-Plan"]


def test_names_are_found_by_the_first_letters_of_their_words_including_camel_case() -> None:
    def names_with_word(letter: str) -> list[tuple[bytes, str]]:
        buffer, positions = KEYS.with_word(letter)
        return [(buffer.text(slot), KEYS.display_names[position]) for slot, position in enumerate(positions)]

    assert names_with_word("p") == [(b"Plan", "Plan"), (b"Old plan", "Old plan"), (b"Garden-Plan", "Garden-Plan")]
    assert names_with_word("o") == [(b"Old plan", "Old plan")]
    assert names_with_word("l") == []
    camel_case = NameKeys([(1, "readMe Überall", (), "x.md")])
    assert [len(camel_case.with_word(letter)[1]) for letter in "rmue"] == [1, 1, 1, 0]


def test_each_word_is_listed_once() -> None:
    assert {letter: sorted(words) for letter, words in KEYS.words.items()} == {
        "a": ["a"], "b": ["b"], "e": ["explanation"], "g": ["garden"], "o": ["old"], "p": ["plan", "planning"],
        "u": ["uber"],
    }  # fmt: skip


def test_without_names_nothing_matches() -> None:
    empty = NameKeys([])
    assert [*empty.equal_to("a"), *empty.starting_with("a"), *empty.with_word_starting("a")] == []
    assert [*empty.containing(["a"]), *empty.with_path_containing(["a"])] == []
    assert empty.words == {}


# Note catalogs are refreshed incrementally, and derived tables are rebuilt only if names change.


def _refreshed(catalog: NoteCatalog, index: Index) -> CatalogChanges:
    with index.reading() as connection:
        return catalog.refresh(connection)


def _paths(catalog: NoteCatalog, notes: set[int]) -> set[str]:
    return {catalog.by_note[note].path for note in notes}


def test_a_refresh_returns_changed_and_removed_notes(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "", "B.md": "", "C.md": ""})
    catalog = NoteCatalog()
    first = _refreshed(catalog, index)
    assert (first.is_new_file, len(first.changed), first.removed) == (True, 3, [])
    assert _refreshed(catalog, index) == CatalogChanges()
    write_vault(root, {"B.md": "new", "D.md": ""})
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


def test_loading_all_notes_gives_the_same_catalog_as_loading_in_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {f"{number} “ü”.md": f"---\naliases: [A{number}, B]\n---\n" for number in range(7)} | {
        "Board.canvas": "{}",
        "Old.md": "",
    }
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, dict(list(notes.items())[:1]))
    incremental = NoteCatalog()
    _refreshed(incremental, index)
    write_vault(root, notes)
    index.apply([entry(root, path) for path in list(notes)[1:]])
    index.record_files([ScannedFile("Old.md", 1, 1, excluded=True)])
    _refreshed(incremental, index)
    monkeypatch.setattr(note_catalog_module, "NOTES_PER_VALUE", 2)
    complete = NoteCatalog()
    assert len(_refreshed(complete, index).changed) == len(notes)
    assert complete.by_note == incremental.by_note
    assert {entry.kind for entry in complete.by_note.values()} == {"note", "canvas"}
    assert [entry.path for entry in complete.by_note.values() if entry.excluded] == ["Old.md"]
    index.close()


def test_names_and_aliases_are_found_in_folded_form_except_those_of_excluded_notes(tmp_path: Path) -> None:
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
    assert "Old.md" in catalog.names(), "links to it are still resolved"
    index.close()


def test_a_change_of_the_text_alone_retains_the_name_keys(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one"})
    catalog = NoteCatalog()
    _refreshed(catalog, index)
    keys = catalog.name_keys()
    write_vault(root, {"A.md": "two"})
    index.apply([entry(root, "A.md")])
    _refreshed(catalog, index)
    assert catalog.name_keys() is keys
    write_vault(root, {"A.md": "---\naliases: [Other]\n---\n"})
    index.apply([entry(root, "A.md")])
    _refreshed(catalog, index)
    assert catalog.name_keys().display_names == ["A", "Other"]
    index.close()


def test_ids_are_queried_in_groups() -> None:
    assert [len(group) for group in in_steps(list(range(1_200)))] == [500, 500, 200]
    assert sql_number_list([1, 2]) == "1,2"
