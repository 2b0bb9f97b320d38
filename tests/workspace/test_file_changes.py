"""Moving, deleting and restoring notes, folders and attachments in a real vault with its index."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from tests.support.wine import wine_lacks
from vaultdesk.core.errors import NoteConflict, NoteNotFound, NoteTooLarge, VaultReadOnly
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.note_text import MAX_NOTE_BYTES
from vaultdesk.vault.undo import last_group, undo
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.file_changes import FileChanges, rules_after_folder_move

NOTES = {
    ".obsidian/app.json": '{"trashOption": "local"}',
    "Boiler.md": "See [[Budget]], [it](House/Budget.md) and ![[House/plan.png]].\n",
    "House/Budget.md": "Of [[Boiler]].\n",
    "House/plan.png": "not really a picture",
    "House/Deep/Walls.md": "![](../plan.png) [[House/Budget|money]]\n",
    "Board.canvas": '{"nodes":[{"id":"1","type":"file","file":"House/Budget.md"}],"edges":[]}',
}


@dataclass
class VaultFixture:
    root: Path
    vault: Vault
    changes: FileChanges

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def everything(self) -> dict[str, str]:
        files = (path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.read_text(encoding="utf-8") for path in files}


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[VaultFixture]:
    root = tmp_path / "vault"
    root.mkdir()
    write_vault(root, NOTES)
    (root / "House" / "Empty").mkdir()
    index = Index(tmp_path / "index.sqlite")
    async with (
        Vault(root, watch=False, data_folder=tmp_path) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        yield VaultFixture(root, vault, FileChanges(vault, searcher))


async def test_a_folder_is_moved_with_its_attachments_and_links_are_repaired(opened: VaultFixture) -> None:
    before = opened.everything()
    result = await opened.changes.move({"House": "Area/Home"}, "Moved “House”")
    assert opened.text("Boiler.md") == "See [[Budget]], [it](Area/Home/Budget.md) and ![[Area/Home/plan.png]].\n"
    assert opened.text("Area/Home/Deep/Walls.md") == "![](../plan.png) [[Area/Home/Budget|money]]\n"
    assert '"Area/Home/Budget.md"' in opened.text("Board.canvas")
    assert (opened.root / "Area/Home/Empty").is_dir()
    assert not (opened.root / "House").exists()
    assert (result.repaired_links, result.unrepairable_links) == (4, 0)
    last = await last_group(opened.vault)
    assert last is not None
    assert (last.group, last.title) == (result.group, "Moved “House”")
    assert (await undo(opened.vault, result.group)).done
    assert opened.everything() == before


async def test_a_renamed_picture_stays_embedded(opened: VaultFixture) -> None:
    await opened.changes.move({"House/plan.png": "House/Ground plan.png"}, "Renamed")
    assert "![[House/Ground plan.png]]" in opened.text("Boiler.md")
    assert "![](../Ground%20plan.png)" in opened.text("House/Deep/Walls.md")


@wine_lacks("a rename that changes only the case of a name")
async def test_a_folder_can_be_renamed_in_case_only(opened: VaultFixture) -> None:
    with opened.vault.changes.subscribe() as vault_changes:
        result = await opened.changes.move({"House": "house"}, "Renamed")
        published = await anext(aiter(vault_changes))
    assert (result.group, result.moved["House/Budget.md"]) == ("", "house/Budget.md")
    assert (opened.root / "house/Budget.md").is_file()
    assert "House" not in [entry.name for entry in opened.root.iterdir()]
    assert "house/Budget.md" in [change.path.text for change in published.changes]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ({"House": "House/Deep/House"}, "into itself"),
        ({"House/Deep": "boiler.md"}, "already exists"),
        ({"House/Budget.md": "boiler.md"}, "already a note"),
        ({"Boiler.md": "New/x.md", "House/Budget.md": "New/X.md"}, "same name"),
    ],
)
async def test_an_impossible_move_is_refused_and_nothing_is_changed(
    opened: VaultFixture, moves: dict[str, str], reason: str
) -> None:
    before = opened.everything()
    with pytest.raises(NoteConflict, match=reason):
        await opened.changes.move(moves, "Moved")
    assert opened.everything() == before


async def test_a_missing_file_is_named(opened: VaultFixture) -> None:
    (opened.root / "Boiler.md").unlink()
    with pytest.raises(NoteNotFound, match="Boiler"):
        await opened.changes.move({"Boiler.md": "New.md"}, "Renamed")


async def test_a_deleted_folder_is_in_the_trash_and_can_be_restored(opened: VaultFixture) -> None:
    before = opened.everything()
    result = await opened.changes.delete(["House"], "Deleted “House”")
    assert not (opened.root / "House").exists()
    assert (opened.root / ".trash/House/plan.png").is_file()
    assert (await undo(opened.vault, result.group)).done
    assert opened.everything() == before


async def test_a_file_too_large_to_restore_is_not_deleted(opened: VaultFixture) -> None:
    (opened.root / "House/film.mp4").write_bytes(b"x" * (MAX_NOTE_BYTES + 2))
    with pytest.raises(NoteTooLarge, match=r"film\.mp4"):
        await opened.changes.delete(["House"], "Deleted")
    assert (opened.root / "House/Budget.md").is_file()
    await opened.changes.move({"House/film.mp4": "film.mp4"}, "Moved")
    assert (opened.root / "film.mp4").stat().st_size == MAX_NOTE_BYTES + 2


async def test_files_and_folders_are_created_without_overwriting_others(opened: VaultFixture) -> None:
    result = await opened.changes.add({"New/a.png": b"\x00\x01", "New/b.md": b"text"}, "Added")
    assert (opened.root / "New/a.png").read_bytes() == b"\x00\x01"
    with pytest.raises(NoteConflict):
        await opened.changes.add({"New/A.png": b""}, "Added")
    assert (await undo(opened.vault, result.group)).done
    assert not (opened.root / "New").exists()
    await opened.changes.make_folder("One/Two")
    assert (opened.root / "One/Two").is_dir()
    with pytest.raises(NoteConflict):
        await opened.changes.make_folder("one/Two")
    await opened.changes.set_folders(["One/Two", "Three"], ["One/Two"])
    assert (opened.root / "Three").is_dir()
    assert not (opened.root / "One/Two").exists()


async def test_a_read_only_vault_refuses_changes(opened: VaultFixture, tmp_path: Path) -> None:
    assert await opened.vault.claim_write_access()
    async with Vault(opened.root, watch=False, data_folder=tmp_path) as second:
        index = Index(tmp_path / "second.sqlite")
        async with Searcher(index) as searcher:
            with pytest.raises(VaultReadOnly):
                await FileChanges(second, searcher).make_folder("New")


def test_privacy_rules_follow_a_moved_folder() -> None:
    rules = [
        PrivacyRule(kind="folder", value="Personal", answer="never"),
        PrivacyRule(kind="folder", value="Personal/Health", answer="ask"),
        PrivacyRule(kind="tag", value="private", answer="local"),
    ]
    after = rules_after_folder_move(rules, {"Personal": "Area/Own", "Boiler.md": "x.md"})
    assert [(rule.value, rule.answer) for rule in after[3:]] == [("Area/Own", "never"), ("Area/Own/Health", "ask")]
    assert rules_after_folder_move(after, {"Personal": "Area/Own"}) == after
