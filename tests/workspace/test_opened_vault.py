"""Tests of workspace/opened_vault.py."""

import json
from pathlib import Path

import pytest

from tests.workspace.bench import Bench
from vaultdesk.core.errors import IndexFailed, VaultUnavailable
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.vault.obsidian.vault_config import Bookmark
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.opened_vault import OpenedVault, VaultBookmarks
from vaultdesk.workspace.workspace import Workspace


@pytest.fixture
def bookmarks(tmp_path: Path) -> VaultBookmarks:
    (tmp_path / "settings").mkdir()
    return VaultBookmarks(tmp_path / "data" / "bookmarks.json", tmp_path / "settings")


def test_own_bookmarks_come_first_and_are_stored(bookmarks: VaultBookmarks, tmp_path: Path) -> None:
    obsidian = {"items": [{"type": "file", "path": "C.md"}]}
    (tmp_path / "settings/bookmarks.json").write_text(json.dumps(obsidian))
    assert bookmarks.toggle("B.md", folder=False)
    assert bookmarks.toggle("A", folder=True)
    reopened = VaultBookmarks(tmp_path / "data" / "bookmarks.json", tmp_path / "settings")
    assert reopened.read() == (
        Bookmark("file", "", "B.md", own=True),
        Bookmark("folder", "", "A", own=True),
        Bookmark("file", "", "C.md"),
    )
    assert not reopened.toggle("B.md", folder=False)
    assert [bookmark.target for bookmark in bookmarks.read()] == ["A", "C.md"]
    assert json.loads((tmp_path / "settings/bookmarks.json").read_text()) == obsidian


def test_bookmarks_follow_moved_files(bookmarks: VaultBookmarks) -> None:
    bookmarks.toggle("A.md", folder=False)
    bookmarks.toggle("B.md", folder=False)
    assert bookmarks.apply_moves({"A.md": "New/A.md"})
    assert not bookmarks.apply_moves({"other.md": "x.md"})
    assert [bookmark.target for bookmark in bookmarks.read()] == ["New/A.md", "B.md"]


def test_an_unreadable_bookmarks_file_is_kept_aside(bookmarks: VaultBookmarks, tmp_path: Path) -> None:
    file = tmp_path / "data" / "bookmarks.json"
    file.parent.mkdir()
    file.write_text("[" * 60)
    assert bookmarks.read() == ()
    bookmarks.toggle("A.md", folder=False)
    assert [bookmark.target for bookmark in bookmarks.read()] == ["A.md"]
    assert file.with_suffix(".unreadable").read_text() == "[" * 60


async def test_a_single_query_writes_the_settings_only_if_another_vault_was_opened_last(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    roots = [tmp_path / "a", tmp_path / "b"]
    for root in roots:
        root.mkdir()
    a, b = (OpenedVault(Vault(root, watch=False), tmp_path / "data", single_query=True) for root in roots)
    written = []
    for opened in (a, a, b, a):
        before = store.settings
        await opened.record_opened(store)
        written.append(store.settings != before)
    assert written == [True, False, True, True]
    assert store.settings.recent_vaults()[0] == a.vault.root


def test_opening_a_vault_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    opened = OpenedVault(Vault(tmp_path / "vault"), tmp_path / "data")

    assert len({id(opened.search_history), id(opened.tree_state), id(opened.ignored_words)}) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["vault"]
    assert list((tmp_path / "vault").iterdir()) == []


# The notes known to the index are available before the vault is compared or watched.


async def test_the_indexed_notes_are_listed_before_the_vault_is_compared(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        known = [note.path for note in await workspace.searcher.tree()]
    (bench.root / "Written meanwhile.md").write_text("New.\n")

    async with OpenedVault.open(bench.root, folders=bench.folders, store=bench.store) as notes:
        assert [note.path for note in await notes.searcher.tree()] == known
        with notes.indexer.events.subscribe() as events:
            opening = Workspace.start(
                notes, folders=bench.folders, store=bench.store, credentials=bench.credentials
            )  # fmt: skip
            async with opening as workspace:
                assert workspace.searcher is notes.searcher
                assert (await anext(events)).paths == ("Written meanwhile.md",)
                await workspace.indexer.settled()
                assert len(await notes.searcher.tree()) == len(known) + 1


async def test_a_vault_that_is_only_listed_releases_its_index(bench: Bench) -> None:
    async with OpenedVault.open(bench.root, folders=bench.folders, store=bench.store) as notes:
        assert await notes.searcher.tree() == []
    file = notes.index.file
    assert file.exists()
    assert not file.with_name(f"{file.name}-wal").exists(), "the index is still open"


async def test_a_missing_vault_and_an_unusable_data_folder_raise_errors(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(VaultUnavailable):
        async with OpenedVault.open(tmp_path / "gone", folders=bench.folders, store=bench.store):
            pass
    bench.folders.data.parent.mkdir(parents=True, exist_ok=True)
    bench.folders.data.write_text("a file where the folder should be")
    with pytest.raises(IndexFailed, match="search index cannot be created"):
        async with OpenedVault.open(bench.root, folders=bench.folders, store=bench.store):
            pass
