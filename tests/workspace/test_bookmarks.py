import json
from pathlib import Path

import pytest

from vaultdesk.vault.obsidian.vault_config import Bookmark
from vaultdesk.workspace.bookmarks import VaultBookmarks


@pytest.fixture
def shelf(tmp_path: Path) -> VaultBookmarks:
    (tmp_path / "settings").mkdir()
    return VaultBookmarks(tmp_path / "data" / "bookmarks.json", tmp_path / "settings")


def test_own_bookmarks_come_first_and_are_kept(shelf: VaultBookmarks, tmp_path: Path) -> None:
    obsidian = {"items": [{"type": "file", "path": "C.md"}]}
    (tmp_path / "settings/bookmarks.json").write_text(json.dumps(obsidian))
    assert shelf.toggle("B.md", folder=False)
    assert shelf.toggle("A", folder=True)
    again = VaultBookmarks(tmp_path / "data" / "bookmarks.json", tmp_path / "settings")
    assert again.read() == (
        Bookmark("file", "", "B.md", own=True),
        Bookmark("folder", "", "A", own=True),
        Bookmark("file", "", "C.md"),
    )
    assert not again.toggle("B.md", folder=False)
    assert [one.target for one in shelf.read()] == ["A", "C.md"]
    assert json.loads((tmp_path / "settings/bookmarks.json").read_text()) == obsidian


def test_bookmarks_follow_what_was_moved(shelf: VaultBookmarks) -> None:
    shelf.toggle("A.md", folder=False)
    shelf.toggle("B.md", folder=False)
    assert shelf.apply_moves({"A.md": "New/A.md"})
    assert not shelf.apply_moves({"other.md": "x.md"})
    assert [one.target for one in shelf.read()] == ["New/A.md", "B.md"]


def test_a_file_that_cannot_be_understood_is_kept_aside(shelf: VaultBookmarks, tmp_path: Path) -> None:
    file = tmp_path / "data" / "bookmarks.json"
    file.parent.mkdir()
    file.write_text("[" * 60)
    assert shelf.read() == ()
    shelf.toggle("A.md", folder=False)
    assert [one.target for one in shelf.read()] == ["A.md"]
    assert file.with_suffix(".unreadable").read_text() == "[" * 60
