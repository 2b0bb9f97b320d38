"""Notes, folders and attachments moved, deleted and brought back, on a real vault with its index."""

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
class Place:
    root: Path
    vault: Vault
    changes: FileChanges

    def says(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def everything(self) -> dict[str, str]:
        files = (path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.read_text(encoding="utf-8") for path in files}


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
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
        yield Place(root, vault, FileChanges(vault, searcher))


async def test_a_folder_moves_with_its_attachments_and_every_link_follows(place: Place) -> None:
    before = place.everything()
    acted = await place.changes.move({"House": "Area/Home"}, "Moved “House”")
    assert place.says("Boiler.md") == "See [[Budget]], [it](Area/Home/Budget.md) and ![[Area/Home/plan.png]].\n"
    assert place.says("Area/Home/Deep/Walls.md") == "![](../plan.png) [[Area/Home/Budget|money]]\n"
    assert '"Area/Home/Budget.md"' in place.says("Board.canvas")
    assert (place.root / "Area/Home/Empty").is_dir()
    assert not (place.root / "House").exists()
    assert (acted.repaired_links, acted.unrepairable_links) == (4, 0)
    last = await last_group(place.vault)
    assert last is not None
    assert (last.group, last.title) == (acted.group, "Moved “House”")
    assert (await undo(place.vault, acted.group)).done
    assert place.everything() == before


async def test_a_picture_that_is_renamed_stays_embedded(place: Place) -> None:
    await place.changes.move({"House/plan.png": "House/Ground plan.png"}, "Renamed")
    assert "![[House/Ground plan.png]]" in place.says("Boiler.md")
    assert "![](../Ground%20plan.png)" in place.says("House/Deep/Walls.md")


@wine_lacks("a rename that changes only the case of a name")
async def test_only_the_case_of_a_folder_can_be_changed(place: Place) -> None:
    with place.vault.changes.subscribe() as told:
        acted = await place.changes.move({"House": "house"}, "Renamed")
        news = await anext(aiter(told))
    assert (acted.group, acted.moved["House/Budget.md"]) == ("", "house/Budget.md")
    assert (place.root / "house/Budget.md").is_file()
    assert "House" not in [entry.name for entry in place.root.iterdir()]
    assert "house/Budget.md" in [change.path.text for change in news.changes]


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ({"House": "House/Deep/House"}, "into itself"),
        ({"House/Deep": "boiler.md"}, "already exists"),
        ({"House/Budget.md": "boiler.md"}, "already a note"),
        ({"Boiler.md": "New/x.md", "House/Budget.md": "New/X.md"}, "same name"),
    ],
)
async def test_what_cannot_be_is_said_and_nothing_is_changed(place: Place, moves: dict[str, str], why: str) -> None:
    before = place.everything()
    with pytest.raises(NoteConflict, match=why):
        await place.changes.move(moves, "Moved")
    assert place.everything() == before


async def test_a_file_that_vanished_is_named(place: Place) -> None:
    (place.root / "Boiler.md").unlink()
    with pytest.raises(NoteNotFound, match="Boiler"):
        await place.changes.move({"Boiler.md": "New.md"}, "Renamed")


async def test_a_deleted_folder_is_in_the_trash_and_comes_back(place: Place) -> None:
    before = place.everything()
    acted = await place.changes.delete(["House"], "Deleted “House”")
    assert not (place.root / "House").exists()
    assert (place.root / ".trash/House/plan.png").is_file()
    assert (await undo(place.vault, acted.group)).done
    assert place.everything() == before


async def test_what_could_not_be_brought_back_is_not_deleted(place: Place) -> None:
    (place.root / "House/film.mp4").write_bytes(b"x" * (MAX_NOTE_BYTES + 2))
    with pytest.raises(NoteTooLarge, match=r"film\.mp4"):
        await place.changes.delete(["House"], "Deleted")
    assert (place.root / "House/Budget.md").is_file()
    await place.changes.move({"House/film.mp4": "film.mp4"}, "Moved")
    assert (place.root / "film.mp4").stat().st_size == MAX_NOTE_BYTES + 2


async def test_files_and_folders_are_made_and_never_over_others(place: Place) -> None:
    acted = await place.changes.add({"New/a.png": b"\x00\x01", "New/b.md": b"text"}, "Added")
    assert (place.root / "New/a.png").read_bytes() == b"\x00\x01"
    with pytest.raises(NoteConflict):
        await place.changes.add({"New/A.png": b""}, "Added")
    assert (await undo(place.vault, acted.group)).done
    assert not (place.root / "New").exists()
    await place.changes.make_folder("One/Two")
    assert (place.root / "One/Two").is_dir()
    with pytest.raises(NoteConflict):
        await place.changes.make_folder("one/Two")
    await place.changes.set_folders(["One/Two", "Three"], ["One/Two"])
    assert (place.root / "Three").is_dir()
    assert not (place.root / "One/Two").exists()


async def test_who_may_not_write_is_told_so(place: Place, tmp_path: Path) -> None:
    assert await place.vault.claim_write_access()
    async with Vault(place.root, watch=False, data_folder=tmp_path) as second:
        index = Index(tmp_path / "second.sqlite")
        async with Searcher(index) as searcher:
            with pytest.raises(VaultReadOnly):
                await FileChanges(second, searcher).make_folder("New")


def test_privacy_goes_with_its_folder() -> None:
    rules = [
        PrivacyRule(kind="folder", value="Personal", answer="never"),
        PrivacyRule(kind="folder", value="Personal/Health", answer="ask"),
        PrivacyRule(kind="tag", value="private", answer="local"),
    ]
    after = rules_after_folder_move(rules, {"Personal": "Area/Own", "Boiler.md": "x.md"})
    assert [(rule.value, rule.answer) for rule in after[3:]] == [("Area/Own", "never"), ("Area/Own/Health", "ask")]
    assert rules_after_folder_move(after, {"Personal": "Area/Own"}) == after
