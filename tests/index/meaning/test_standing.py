"""Standing: only passages of notes as they are now stand anywhere, and only what may be seen is told."""

from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.index import Index
from vaultdesk.index.entry import Sighting
from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.meaning.passage_store import PassageStore
from vaultdesk.index.meaning.space import Found
from vaultdesk.index.meaning.standing import Standing

FOUND = [Found(note, 0, 1 - note / 10) for note in (1, 2, 3, 4)]


@pytest.fixture
def index(tmp_path: Path) -> Index:
    index = filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{name}.md": f"# {name}\nText.\n" for name in "ABC"}
    )
    PassageStore(index).cut([1, 2, 3], 1)
    return index


def test_each_is_told_with_its_place(index: Index) -> None:
    assert Standing(index).near(FOUND[:1], 9, None) == [NearPassage(1, 0, "A.md", "A", 1, 2, 0, 9, 0.9)]


def test_what_is_gone_changed_hidden_or_not_to_be_seen_is_left_out(index: Index, tmp_path: Path) -> None:
    standing = Standing(index)
    assert [one.path for one in standing.near(FOUND, 9, None)] == ["A.md", "B.md", "C.md"]
    assert [one.path for one in standing.near(FOUND, 2, None)] == ["A.md", "B.md"]
    assert [one.path for one in standing.near(FOUND, 9, lambda path: path != "B.md")] == ["A.md", "C.md"]
    lay(tmp_path / "vault", {"A.md": "Changed.\n"})
    index.apply([entry(tmp_path / "vault", "A.md")])
    index.sight([Sighting("B.md", 1, 1, excluded=True)])
    assert [one.path for one in standing.near(FOUND, 9, None)] == ["C.md"]


def test_the_notes_that_may_be_seen(index: Index) -> None:
    assert Standing(index).seen(lambda path: path > "A.md") == {2, 3}
