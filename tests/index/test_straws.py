"""Straws: names follow the index by what changed, and what is made of them is made anew only when they do."""

from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.index import straws as straws_module
from vaultdesk.index.entry import Sighting
from vaultdesk.index.index import Index
from vaultdesk.index.straws import Changes, Straws, listed, steps


def _refreshed(straws: Straws, index: Index) -> Changes:
    with index.reading() as connection:
        return straws.refresh(connection)


def _paths(straws: Straws, notes: set[int]) -> set[str]:
    return {straws.by_note[note].path for note in notes}


def test_a_refresh_tells_what_changed_and_what_is_gone(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "", "B.md": "", "C.md": ""})
    straws = Straws()
    first = _refreshed(straws, index)
    assert (first.all_new, len(first.changed), first.gone) == (True, 3, [])
    assert _refreshed(straws, index) == Changes()
    lay(root, {"B.md": "new", "D.md": ""})
    index.apply([entry(root, "B.md"), entry(root, "D.md")], gone=["A.md"])
    second = _refreshed(straws, index)
    assert second.all_new is False
    assert {straw.path for straw in second.changed} == {"B.md", "D.md"}
    assert [straw.path for straw in second.gone] == ["A.md"]
    assert {straw.path for straw in straws.by_note.values()} == {"B.md", "C.md", "D.md"}
    index.apply([], [Sighting("C.md", 5, 77)])
    third = _refreshed(straws, index)
    assert [(straw.path, straw.mtime_ns) for straw in third.changed] == [("C.md", 77)]
    index.close()


def test_all_at_once_is_what_it_is_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = {f"{number} “ü”.md": f"---\naliases: [A{number}, B]\n---\n" for number in range(7)} | {
        "Board.canvas": "{}",
        "Old.md": "",
    }
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, dict(list(notes.items())[:1]))
    step_by_step = Straws()
    _refreshed(step_by_step, index)
    lay(root, notes)
    index.apply([entry(root, path) for path in list(notes)[1:]])
    index.sight([Sighting("Old.md", 1, 1, excluded=True)])
    _refreshed(step_by_step, index)
    monkeypatch.setattr(straws_module, "AT_ONCE", 2)
    at_once = Straws()
    assert len(_refreshed(at_once, index).changed) == len(notes)
    assert at_once.by_note == step_by_step.by_note
    assert {straw.kind for straw in at_once.by_note.values()} == {"note", "canvas"}
    assert [straw.path for straw in at_once.by_note.values() if straw.excluded] == ["Old.md"]
    index.close()


def test_names_and_aliases_are_found_folded_and_those_of_excluded_notes_are_not(tmp_path: Path) -> None:
    notes = {"Straße.md": "---\naliases: [Weg, Pfad]\n---\n", "Old.md": "", "Müller.md": ""}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    straws = Straws()
    _refreshed(straws, index)
    assert _paths(straws, straws.named(b"strasse")) == {"Straße.md"}
    assert straws.named(b"weg") == set()
    assert _paths(straws, straws.called(b"weg")) == {"Straße.md"}
    assert _paths(straws, straws.called_without_accents("MULLER")) == {"Müller.md"}
    assert _paths(straws, straws.called(b"old")) == {"Old.md"}
    index.sight([Sighting("Old.md", 1, 1, excluded=True)])
    _refreshed(straws, index)
    assert straws.called(b"old") == straws.called_without_accents("old") == set()
    assert "Old.md" in straws.names(), "links lead to it all the same"
    index.close()


def test_a_note_whose_text_alone_changed_leaves_what_is_made_of_the_names(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one"})
    straws = Straws()
    _refreshed(straws, index)
    keys = straws.keys()
    lay(root, {"A.md": "two"})
    index.apply([entry(root, "A.md")])
    _refreshed(straws, index)
    assert straws.keys() is keys
    lay(root, {"A.md": "---\naliases: [Other]\n---\n"})
    index.apply([entry(root, "A.md")])
    _refreshed(straws, index)
    assert straws.keys().shown == ["A", "Other"]
    index.close()


def test_numbers_are_asked_for_a_few_at_a_time() -> None:
    assert [len(some) for some in steps(list(range(1_200)))] == [500, 500, 200]
    assert listed([1, 2]) == "1,2"
