"""Haystack: what it holds follows the index, also beyond the memory it may take."""

from pathlib import Path

from tests.index.scene import entry, filled, lay
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index


def _texts(haystack: Haystack, index: Index) -> dict[str, str]:
    with index.reading() as connection:
        return {straw.path: text.decode() for straw, text in haystack.texts(connection)}


def test_it_follows_changes_and_removals(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "ONE", "B.md": "TWO"})
    haystack = Haystack()
    assert _texts(haystack, index) == {"A.md": "one", "B.md": "two"}
    lay(root, {"A.md": "Three", "C.md": "FOUR"})
    index.apply([entry(root, "A.md"), entry(root, "C.md")], gone=["B.md"])
    assert _texts(haystack, index) == {"A.md": "three", "C.md": "four"}
    with index.reading() as connection:
        names = haystack.names(connection)
        assert "C.md" in names
        assert "B.md" not in names
    index.close()


def test_beyond_its_memory_it_reads_from_the_index(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "x" * 60, "B.md": "y" * 60, "C.md": "z"})
    haystack = Haystack(held_bytes=100)
    for _ in range(2):
        assert _texts(haystack, index) == {"A.md": "x" * 60, "B.md": "y" * 60, "C.md": "z"}
        with index.reading() as connection:
            held = [straw.path for straw in haystack.straws(connection) if straw.text is not None]
        assert held == ["A.md", "C.md"]
    index.close()


def test_after_a_rebuild_it_starts_over(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one", "B.md": "two"})
    haystack = Haystack()
    assert len(_texts(haystack, index)) == 2
    index.rebuild()
    index.apply([entry(root, "B.md")])
    assert _texts(haystack, index) == {"B.md": "two"}
    index.close()
