"""Passage links: links among the notes of an answer, as if the hidden ones were not there."""

from collections.abc import Callable
from pathlib import Path

from tests.index.scene import filled
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.passage_links import links_between

NOTES = {
    "A.md": "[[B]] [[B]] [[Folder/C|c]] [[Nowhere]]", "B.md": "back to [[A]]", "Folder/C.md": "[[D]] [[C]]",
    "D.md": "", "Hidden/D.md": "", "Folder/D.md": "[[A]]",
}  # fmt: skip


def between(folder: Path, paths: list[str], sees: Callable[[str], bool] = lambda _: True) -> dict[str, int]:
    index = filled(folder / "index.sqlite", folder / "vault", NOTES)
    with index.reading() as db:
        found = dict(links_between(Haystack(), db, paths, sees))
    index.close()
    return found


def test_each_pair_counts_once_and_only_among_those_asked_about(tmp_path: Path) -> None:
    assert between(tmp_path, ["A.md", "B.md", "Folder/C.md"]) == {"A.md": 2, "B.md": 1, "Folder/C.md": 1}


def test_a_link_means_what_it_means_without_the_hidden_notes(tmp_path: Path) -> None:
    paths = ["Folder/C.md", "D.md", "Folder/D.md"]
    assert between(tmp_path / "all", paths) == {"Folder/C.md": 1, "D.md": 1}
    seen = between(tmp_path / "some", paths, lambda path: path != "D.md")
    assert seen == {"Folder/C.md": 1, "Folder/D.md": 1}


def test_a_note_alone_is_linked_with_nobody(tmp_path: Path) -> None:
    assert between(tmp_path, ["A.md"]) == between(tmp_path / "none", []) == {}
