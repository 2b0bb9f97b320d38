"""Tests of index/indexing/index_updater.py."""

import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from tests.index.test_damage import notes
from tests.support.vaults import write_vault
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.indexing import parser_process
from vaultdesk.index.indexing.index_updater import IndexUpdater, VaultComparison
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.indexing.parser_process import MIN_BULK_NOTES
from vaultdesk.index.indexing.vault_scan import FileDifference, ScanPlan, compare_files
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store import database
from vaultdesk.index.store.index_entry import PLACEHOLDER, StoredState
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.disk import vault_files, vault_listing
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import MAX_FOLDER_DEPTH, FileState
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles
from vaultdesk.vault.vault import Vault

# Revalidation: what it plans is what a comparison of everything would, and nothing is made where nothing changed.

HIDING = ExcludedFiles(["garden/Hidden"])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = notes() | {"boiler/Note 0.sync-conflict-20240101-120000.md": "a copy that sync left"}
    return lay(tmp_path / "vault", made)


@pytest.fixture
async def index(root: Path, tmp_path: Path) -> AsyncIterator[Index]:
    async with at_work(root, tmp_path / "index.sqlite"):
        pass
    one = Index(tmp_path / "index.sqlite")
    one.open()
    yield one
    one.close()


def plans(root: Path, index: Index, excluded: ExcludedFiles) -> tuple[ScanPlan, ScanPlan]:
    """The quick plan and the one of a whole comparison."""
    files = VaultFiles(root)
    return VaultComparison(files, index).compare(excluded), compare_files(files.walk(), index.stored(), excluded)


def same(quick: ScanPlan, whole: ScanPlan) -> bool:
    return (set(quick.scanned), set(quick.removed), set(quick.different)) == (
        set(whole.scanned), set(whole.removed), set(whole.different),
    )  # fmt: skip


def test_where_nothing_changed_nothing_is_to_be_done(root: Path, index: Index) -> None:
    quick, whole = plans(root, index, HIDING)
    assert quick == whole == ScanPlan((), (), ())


@pytest.mark.parametrize("excluded", [HIDING, ExcludedFiles(), ExcludedFiles(["boiler/", "/Note [0-9]$/"])])
def test_the_plan_is_that_of_a_whole_comparison(root: Path, index: Index, excluded: ExcludedFiles) -> None:
    lay(root, {"Ärger/Note 1.md": "changed", "New.md": "new", "New folder/Other.md": "new"})
    (root / "boiler" / "Note 3.md").unlink()
    (root / "boiler" / "Note 6.md").rename(root / "Moved.md")
    os.utime(root / "heat pump" / "Note 5.md", ns=(1, 1))
    (root / "heat pump" / "Note 2.md").unlink()
    (root / "heat pump" / "Note 2.md").symlink_to(root / "New.md")
    quick, whole = plans(root, index, excluded)
    assert same(quick, whole)
    assert len(quick.removed) >= 3


def test_other_filters_than_at_the_last_comparison_hide_and_show(root: Path, index: Index) -> None:
    again = VaultComparison(VaultFiles(root), index)
    assert again.compare(HIDING) == ScanPlan((), (), ())
    shown = again.compare(ExcludedFiles())
    assert [one.path.text for one in shown.different] == ["garden/Hidden.md"]
    hidden = again.compare(ExcludedFiles(["garden/"]))
    assert {seen.path for seen in hidden.scanned} == {path for path in index.stored() if path.startswith("garden/")
                                                        and path != "garden/Hidden.md"}  # fmt: skip


def test_a_note_still_to_be_read_is_planned_again(root: Path, index: Index) -> None:
    with index.writing() as connection:
        connection.execute("UPDATE note SET digest = '' WHERE path = 'Ärger/Note 1.md'")
    quick, whole = plans(root, index, HIDING)
    assert same(quick, whole)
    assert [one.path.text for one in quick.different] == ["Ärger/Note 1.md"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_that_no_note_may_have_makes_no_work(root: Path, index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "bell\x07.md").write_text("x")

    def everything(*_: object) -> dict[str, StoredState]:
        raise AssertionError("the whole index was asked for")

    monkeypatch.setattr(Index, "stored", everything)
    assert VaultComparison(VaultFiles(root), index).compare(HIDING) == ScanPlan((), (), ())


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody remove a file in use")
def test_a_lost_index_is_told_as_such(root: Path, index: Index) -> None:
    files = VaultFiles(root)
    database.discard_file(index.file)
    with pytest.raises(IndexFailed):
        VaultComparison(files, index).compare(HIDING)


def test_a_hidden_note_whose_path_is_none_is_gone(root: Path, index: Index) -> None:
    with index.writing() as connection:
        connection.execute("UPDATE note SET path = '../out.md' WHERE path LIKE '%sync-conflict%'")
    quick, whole = plans(root, index, HIDING)
    assert same(quick, whole)
    assert quick.removed == ("../out.md",)


# Upkeep: what the disk says now counts, whatever was told; a stop keeps what was read.


def _updater(tmp_path: Path) -> tuple[IndexUpdater, Index, Path]:
    root = lay(tmp_path / "vault", {"A.md": "one", "B.md": "two"})
    index = Index(tmp_path / "index.sqlite")
    return IndexUpdater(Vault(root, watch=False), index), index, root


def test_looking_at_notes_follows_the_disk(tmp_path: Path) -> None:
    updater, index, root = _updater(tmp_path)
    paths = [NotePath("A.md"), NotePath("B.md"), NotePath("Never.md")]
    assert updater.update_paths(paths) == NotesIndexed(("A.md", "B.md"))
    assert updater.update_paths(paths[:1]) == NotesIndexed(("A.md",))
    (root / "A.md").unlink()
    assert updater.update_paths(paths) == NotesIndexed(("B.md",), ("A.md",))
    assert set(index.stored()) == {"B.md"}
    index.close()


def test_comparing_finds_nothing_after_everything_was_looked_at(tmp_path: Path) -> None:
    updater, index, _ = _updater(tmp_path)
    updater.update_paths([NotePath("A.md"), NotePath("B.md")])
    plan = updater.compare()
    assert (plan.scanned, plan.removed, plan.different) == ((), (), ())
    index.close()


def test_notes_that_were_found_are_known_by_name_and_told_of_once(tmp_path: Path) -> None:
    updater, index, root = _updater(tmp_path)
    updater.compare()
    assert sorted(updater.record_found().paths) == ["A.md", "B.md"]
    assert updater.record_found() == NotesIndexed(())
    assert set(index.stored()) == {"A.md", "B.md"}
    (root / "A.md").unlink()
    updater.compare()
    updater.release_plan()
    assert updater.record_found() == NotesIndexed(())
    updater.compare()
    assert updater.record_found() == NotesIndexed((), ("A.md",))
    index.close()


def test_the_notes_of_a_new_vault_are_listed_and_read_before_they_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number:04}.md" for number in range(MIN_BULK_NOTES)]
    root = lay(tmp_path / "vault", {**dict.fromkeys(names, "text"), "Old.md": "hidden words", "Bad.md": b"\xff\xfe\0"})
    lay(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Old.md"]}'})
    monkeypatch.setattr(parser_process, "FIRST_BATCH", 10_000)
    index = Index(tmp_path / "index.sqlite")
    updater = IndexUpdater(Vault(root, watch=False), index)
    assert updater.list_names() == (NotesIndexed((*names, "Bad.md", "Old.md")), MIN_BULK_NOTES + 1)
    assert [row.path for row in index.provisional_names.rows() if row.excluded] == ["Old.md"]
    deadline = time.monotonic() + 30
    while len(index.pending_texts.texts()) < len(names):
        assert time.monotonic() < deadline
    assert index.pending_texts.texts().keys() == set(names)
    assert updater.record_found() == NotesIndexed(("Old.md",))
    steps = updater.read_found(())
    told = list(next(steps).paths)
    # The others are not read yet, and what the disk says of them is known.
    assert {(one.size, bool(one.digest)) for path, one in index.stored().items() if path in names} == {
        (4, True), (4, False)
    }  # fmt: skip
    told += [path for step in steps for path in step.paths]
    assert set(told) == set(names)
    assert index.pending_texts.texts() == {}
    assert updater.list_names() == (NotesIndexed(()), 0)
    plan = updater.compare()
    assert [one.path.text for one in plan.different] == ["Bad.md"]
    assert [(one.path, one.size, one.excluded) for one in plan.scanned] == [("Old.md", 12, True)]
    updater.stop_bulk()
    index.close()


def test_a_look_at_a_note_goes_as_deep_as_a_comparison(tmp_path: Path) -> None:
    updater, index, root = _updater(tmp_path)
    notes = ["d/" * depth + "Deep.md" for depth in (MAX_FOLDER_DEPTH, MAX_FOLDER_DEPTH + 1)]
    lay(root, dict.fromkeys(notes, "deep"))
    assert updater.update_paths(list(map(NotePath, notes))) == NotesIndexed((notes[0],))
    assert notes[0] not in {one.path.text for one in updater.compare().different}
    assert notes[1] not in {one.path for one in updater.compare().scanned}
    index.close()


def test_a_stopped_step_reads_no_further(tmp_path: Path) -> None:
    updater, index, _ = _updater(tmp_path)
    updater.stop()
    assert updater.read([FileDifference(NotePath("A.md"), 3, "")]) == NotesIndexed(())
    assert index.stored() == {}
    index.close()


async def test_a_new_vault_whose_process_dies_at_once_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    names = [f"{number:04}.md" for number in range(MIN_BULK_NOTES)]
    root = lay(tmp_path / "vault", dict.fromkeys(names, "text of a note"))
    monkeypatch.setattr(parser_process, "own_command", lambda _flag: [sys.executable, "-c", "raise SystemExit(3)"])
    index = Index(tmp_path / "index.sqlite")
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        assert (await indexer.settled()).phase == "ready"
        assert (await searcher.counts()).unread == 0
        assert {row.size for row in await searcher.tree()} == {14}
        assert len(await searcher.search("note", 1_000)) == MIN_BULK_NOTES
    assert "ended early" in caplog.text
    caplog.clear()


async def test_a_conflict_copy_is_known_by_name_and_found_by_no_search(tmp_path: Path) -> None:
    copy = "Plan.sync-conflict-20261120-101500-ABCDEFG.md"
    root = write_vault(tmp_path / "vault", {"Plan.md": "the boiler\n", copy: "the boiler, twice\n"})
    async with (
        Vault(root) as vault,
        Indexer(vault, index := Index(tmp_path / "index.sqlite")) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        assert [row.path for row in await searcher.tree()] == ["Plan.md", copy]
        assert [hit.path for hit in await searcher.search("boiler")] == ["Plan.md"]
        (root / "Other (conflicted copy 2026-11-20).md").write_text("the boiler\n")
        await indexer.rescan()
        assert [hit.path for hit in await searcher.search("boiler")] == ["Plan.md"]


def test_files_excluded_while_the_vault_is_open_are_followed_at_the_next_scan(tmp_path: Path) -> None:
    updater, index, root = _updater(tmp_path)
    updater.update_paths([NotePath("A.md"), NotePath("B.md")])
    lay(root, {".obsidian/app.json": '{"userIgnoreFilters": ["A.md"]}'})
    plan = updater.compare()
    assert [(seen.path, seen.excluded) for seen in plan.scanned] == [("A.md", True)]
    index.record_files(plan.scanned, plan.removed)
    assert updater.update_paths([NotePath("A.md")]) == NotesIndexed(("A.md",))
    assert index.stored()["A.md"].excluded
    lay(root, {".obsidian/app.json": "{}"})
    assert [one.path.text for one in updater.compare().different] == ["A.md"]
    index.close()


# Placeholders of sync services: known by name, and read once they are downloaded.


async def test_a_placeholder_is_known_by_name_and_read_once_it_is_downloaded(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away, kept = {"garden/Away.md", "garden/Kept.md"}, root / "garden" / "Kept.md"
    offline = True
    read: list[str] = []
    real_read = VaultFiles.read_text

    def is_placeholder(found: os.stat_result) -> bool:
        return offline and found.st_size == len(b"Compost keeps warm.\n")

    def read_text(self: VaultFiles, path: NotePath, *given: int) -> NoteText:
        read.append(path.text)
        return real_read(self, path, *given)

    kept.parent.mkdir(exist_ok=True)
    kept.write_bytes(b"Compost keeps cool.\n")
    async with at_work(root, tmp_path / "index.sqlite"):  # Its text is read before the service takes it away.
        pass
    for module in (vault_listing, vault_files):
        monkeypatch.setattr(module, "is_placeholder", is_placeholder)
    monkeypatch.setattr(VaultFiles, "read_text", read_text)
    (root / "garden" / "Away.md").write_bytes(b"Compost keeps warm.\n")
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert not away & set(read)
        assert [hit.path for hit in await scene.searcher.search("warm")] == []
        assert [hit.path for hit in await scene.searcher.search("cool")] == ["garden/Kept.md"]
        assert "garden/Away.md" in scene.index.stored()
    offline = False
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert away & set(read) == {"garden/Away.md"}
        assert [hit.path for hit in await scene.searcher.search("warm")] == ["garden/Away.md"]


def test_a_placeholder_s_state_decides_whether_it_is_looked_at_again() -> None:
    away, here = FileState(NotePath("a.md"), 5, 7, placeholder=True), FileState(NotePath("a.md"), 5, 7)
    for state, digest, current in (
        (away, PLACEHOLDER, True), (away, "d", True), (away, "", False), (here, PLACEHOLDER, False), (here, "d", True),
    ):  # fmt: skip
        stored = {"a.md": StoredState(5, 7, digest, excluded=False)}
        different = compare_files([state], stored, ExcludedFiles([])).different
        assert (different == ()) is current
        if not current:
            assert (different[0].placeholder is not None) is state.placeholder


async def test_an_unchanged_vault_is_known_by_its_listing_and_each_change_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = lay(tmp_path / "vault", {"A.md": "alpha", "Folder/B.md": "beta", "Odd.MD": "gamma"})
    file = tmp_path / "index.sqlite"

    async def found(query: str) -> list[str]:
        async with at_work(root, file) as scene:
            return sorted(hit.path for hit in await scene.searcher.search(query))

    assert await found("alpha") == ["A.md"]
    assert await found("alpha") == ["A.md"]  # Nothing is to be done: the listing is kept.
    with monkeypatch.context() as patched:
        patched.setattr(VaultComparison, "_known", None)
        assert await found("alpha") == ["A.md"]
    (root / "Folder/B.md").write_text("alpha, too")
    assert await found("alpha") == ["A.md", "Folder/B.md"]
    (root / "A.md").rename(root / "C.md")
    assert await found("alpha") == ["C.md", "Folder/B.md"]
    assert await found("alpha") == ["C.md", "Folder/B.md"]
    lay(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Folder/"]}'})
    assert await found("alpha") == ["C.md"]
    assert await found("alpha") == ["C.md"]
    (root / "C.md").unlink()
    assert await found("alpha") == []
