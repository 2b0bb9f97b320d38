"""Tests of index/indexing/index_updater.py."""

import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.index.scene import at_work
from tests.index.test_damage import notes
from tests.support.vaults import write_vault
from tests.support.wine import wine_lacks
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

# Quick comparison: its plan equals that of a full comparison, and without changes nothing is planned.

EXCLUDING_FILTERS = ExcludedFiles(["garden/Hidden"])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    vault_notes = notes() | {"boiler/Note 0.sync-conflict-20240101-120000.md": "a copy that sync left"}
    return write_vault(tmp_path / "vault", vault_notes)


@pytest.fixture
async def index(root: Path, tmp_path: Path) -> AsyncIterator[Index]:
    async with at_work(root, tmp_path / "index.sqlite"):
        pass
    opened_index = Index(tmp_path / "index.sqlite")
    opened_index.open()
    yield opened_index
    opened_index.close()


def plans(root: Path, index: Index, excluded: ExcludedFiles) -> tuple[ScanPlan, ScanPlan]:
    """Return the plans of a quick and of a full comparison."""
    files = VaultFiles(root)
    return VaultComparison(files, index).compare(excluded), compare_files(files.walk(), index.stored(), excluded)


def same_plan(quick: ScanPlan, full: ScanPlan) -> bool:
    return (set(quick.scanned), set(quick.removed), set(quick.different)) == (
        set(full.scanned), set(full.removed), set(full.different),
    )  # fmt: skip


def test_without_changes_nothing_is_planned(root: Path, index: Index) -> None:
    quick, full = plans(root, index, EXCLUDING_FILTERS)
    assert quick == full == ScanPlan((), (), ())


@pytest.mark.parametrize("excluded", [EXCLUDING_FILTERS, ExcludedFiles(), ExcludedFiles(["boiler/", "/Note [0-9]$/"])])
def test_the_quick_plan_equals_that_of_a_full_comparison(root: Path, index: Index, excluded: ExcludedFiles) -> None:
    write_vault(root, {"Ärger/Note 1.md": "changed", "New.md": "new", "New folder/Other.md": "new"})
    (root / "boiler" / "Note 3.md").unlink()
    (root / "boiler" / "Note 6.md").rename(root / "Moved.md")
    os.utime(root / "heat pump" / "Note 5.md", ns=(1, 1))
    (root / "heat pump" / "Note 2.md").unlink()
    (root / "heat pump" / "Note 2.md").symlink_to(root / "New.md")
    quick, full = plans(root, index, excluded)
    assert same_plan(quick, full)
    assert len(quick.removed) >= 3


def test_changed_filters_exclude_and_include_notes(root: Path, index: Index) -> None:
    comparison = VaultComparison(VaultFiles(root), index)
    assert comparison.compare(EXCLUDING_FILTERS) == ScanPlan((), (), ())
    included = comparison.compare(ExcludedFiles())
    assert [difference.path.text for difference in included.different] == ["garden/Hidden.md"]
    excluded_again = comparison.compare(ExcludedFiles(["garden/"]))
    expected = {path for path in index.stored() if path.startswith("garden/") and path != "garden/Hidden.md"}
    assert {scanned.path for scanned in excluded_again.scanned} == expected


def test_a_note_that_was_not_read_is_planned_again(root: Path, index: Index) -> None:
    with index.writing() as connection:
        connection.execute("UPDATE note SET digest = '' WHERE path = 'Ärger/Note 1.md'")
    quick, full = plans(root, index, EXCLUDING_FILTERS)
    assert same_plan(quick, full)
    assert [difference.path.text for difference in quick.different] == ["Ärger/Note 1.md"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_an_invalid_note_name_causes_no_full_comparison(
    root: Path, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "bell\x07.md").write_text("x")

    def fail(*_: object) -> dict[str, StoredState]:
        raise AssertionError("the whole index was read")

    monkeypatch.setattr(Index, "stored", fail)
    assert VaultComparison(VaultFiles(root), index).compare(EXCLUDING_FILTERS) == ScanPlan((), (), ())


@pytest.mark.skipif(os.name == "nt", reason="Windows does not remove a file in use")
def test_a_lost_index_raises(root: Path, index: Index) -> None:
    files = VaultFiles(root)
    database.discard_file(index.file)
    with pytest.raises(IndexFailed):
        VaultComparison(files, index).compare(EXCLUDING_FILTERS)


def test_an_excluded_note_with_an_invalid_path_is_removed(root: Path, index: Index) -> None:
    with index.writing() as connection:
        connection.execute("UPDATE note SET path = '../out.md' WHERE path LIKE '%sync-conflict%'")
    quick, full = plans(root, index, EXCLUDING_FILTERS)
    assert same_plan(quick, full)
    assert quick.removed == ("../out.md",)


# Updating: the current state of the disk decides; a stop retains what was read.


def _updater(tmp_path: Path) -> tuple[IndexUpdater, Index, Path]:
    root = write_vault(tmp_path / "vault", {"A.md": "one", "B.md": "two"})
    index = Index(tmp_path / "index.sqlite")
    return IndexUpdater(Vault(root, watch=False), index), index, root


def test_updating_paths_follows_the_disk(tmp_path: Path) -> None:
    updater, index, root = _updater(tmp_path)
    paths = [NotePath("A.md"), NotePath("B.md"), NotePath("Never.md")]
    assert updater.update_paths(paths) == NotesIndexed(("A.md", "B.md"))
    assert updater.update_paths(paths[:1]) == NotesIndexed(("A.md",))
    (root / "A.md").unlink()
    assert updater.update_paths(paths) == NotesIndexed(("B.md",), ("A.md",))
    assert set(index.stored()) == {"B.md"}
    index.close()


def test_a_comparison_after_updating_all_paths_finds_nothing(tmp_path: Path) -> None:
    updater, index, _ = _updater(tmp_path)
    updater.update_paths([NotePath("A.md"), NotePath("B.md")])
    plan = updater.compare()
    assert (plan.scanned, plan.removed, plan.different) == ((), (), ())
    index.close()


def test_found_notes_are_recorded_by_name_and_published_once(tmp_path: Path) -> None:
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


def test_notes_of_a_new_vault_are_listed_and_read_before_the_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number:04}.md" for number in range(MIN_BULK_NOTES)]
    root = write_vault(
        tmp_path / "vault", {**dict.fromkeys(names, "text"), "Old.md": "hidden words", "Bad.md": b"\xff\xfe\0"}
    )
    write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Old.md"]}'})
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
    published = list(next(steps).paths)
    # The other notes are not read yet, but their sizes are known.
    assert {(item.size, bool(item.digest)) for path, item in index.stored().items() if path in names} == {
        (4, True), (4, False)
    }  # fmt: skip
    published += [path for step in steps for path in step.paths]
    assert set(published) == set(names)
    assert index.pending_texts.texts() == {}
    assert updater.list_names() == (NotesIndexed(()), 0)
    plan = updater.compare()
    assert [item.path.text for item in plan.different] == ["Bad.md"]
    assert [(item.path, item.size, item.excluded) for item in plan.scanned] == [("Old.md", 12, True)]
    updater.stop_bulk()
    index.close()


@wine_lacks("final paths of more than 260 characters")
def test_updating_paths_has_the_same_depth_limit_as_a_comparison(tmp_path: Path) -> None:
    updater, index, root = _updater(tmp_path)
    notes = ["d/" * depth + "Deep.md" for depth in (MAX_FOLDER_DEPTH, MAX_FOLDER_DEPTH + 1)]
    write_vault(root, dict.fromkeys(notes, "deep"))
    assert updater.update_paths(list(map(NotePath, notes))) == NotesIndexed((notes[0],))
    assert notes[0] not in {item.path.text for item in updater.compare().different}
    assert notes[1] not in {item.path for item in updater.compare().scanned}
    index.close()


def test_a_stopped_updater_reads_nothing(tmp_path: Path) -> None:
    updater, index, _ = _updater(tmp_path)
    updater.stop()
    assert updater.read([FileDifference(NotePath("A.md"), 3, "")]) == NotesIndexed(())
    assert index.stored() == {}
    index.close()


async def test_a_new_vault_is_indexed_even_if_the_parser_process_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    names = [f"{number:04}.md" for number in range(MIN_BULK_NOTES)]
    root = write_vault(tmp_path / "vault", dict.fromkeys(names, "text of a note"))
    monkeypatch.setattr(parser_process, "own_command", lambda _flag: [sys.executable, "-c", "raise SystemExit(3)"])
    index = Index(tmp_path / "index.sqlite")
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        assert (await indexer.settled()).phase == "ready"
        assert (await searcher.counts()).unread == 0
        assert {row.size for row in await searcher.tree()} == {14}
        assert len(await searcher.search("note", 1_000)) == MIN_BULK_NOTES
    assert "ended early" in caplog.text
    caplog.clear()


async def test_a_sync_conflict_copy_is_listed_but_not_found(tmp_path: Path) -> None:
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


def test_files_excluded_while_the_vault_is_open_are_excluded_at_the_next_scan(tmp_path: Path) -> None:
    updater, index, root = _updater(tmp_path)
    updater.update_paths([NotePath("A.md"), NotePath("B.md")])
    write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["A.md"]}'})
    plan = updater.compare()
    assert [(scanned.path, scanned.excluded) for scanned in plan.scanned] == [("A.md", True)]
    index.record_files(plan.scanned, plan.removed)
    assert updater.update_paths([NotePath("A.md")]) == NotesIndexed(("A.md",))
    assert index.stored()["A.md"].excluded
    write_vault(root, {".obsidian/app.json": "{}"})
    assert [difference.path.text for difference in updater.compare().different] == ["A.md"]
    index.close()


# Placeholders of sync services: listed by name, and read after they are downloaded.


async def test_a_placeholder_is_listed_by_name_and_read_after_its_download(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placeholders, indexed_before = {"garden/Away.md", "garden/Kept.md"}, root / "garden" / "Kept.md"
    offline = True
    read_paths: list[str] = []
    real_read = VaultFiles.read_text

    def is_placeholder(status: os.stat_result) -> bool:
        return offline and status.st_size == len(b"Compost keeps warm.\n")

    def read_text(self: VaultFiles, path: NotePath, *limits: int) -> NoteText:
        read_paths.append(path.text)
        return real_read(self, path, *limits)

    indexed_before.parent.mkdir(exist_ok=True)
    indexed_before.write_bytes(b"Compost keeps cool.\n")
    async with at_work(root, tmp_path / "index.sqlite"):  # Read before the service replaces it with a placeholder.
        pass
    for module in (vault_listing, vault_files):
        monkeypatch.setattr(module, "is_placeholder", is_placeholder)
    monkeypatch.setattr(VaultFiles, "read_text", read_text)
    (root / "garden" / "Away.md").write_bytes(b"Compost keeps warm.\n")
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert not placeholders & set(read_paths)
        assert [hit.path for hit in await scene.searcher.search("warm")] == []
        assert [hit.path for hit in await scene.searcher.search("cool")] == ["garden/Kept.md"]
        assert "garden/Away.md" in scene.index.stored()
    offline = False
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert placeholders & set(read_paths) == {"garden/Away.md"}
        assert [hit.path for hit in await scene.searcher.search("warm")] == ["garden/Away.md"]


def test_the_placeholder_state_decides_whether_a_file_is_read_again() -> None:
    placeholder, present = FileState(NotePath("a.md"), 5, 7, placeholder=True), FileState(NotePath("a.md"), 5, 7)
    for state, digest, current in (
        (placeholder, PLACEHOLDER, True), (placeholder, "d", True), (placeholder, "", False),
        (present, PLACEHOLDER, False), (present, "d", True),
    ):  # fmt: skip
        stored = {"a.md": StoredState(5, 7, digest, excluded=False)}
        different = compare_files([state], stored, ExcludedFiles([])).different
        assert (different == ()) is current
        if not current:
            assert (different[0].placeholder is not None) is state.placeholder


async def test_an_unchanged_vault_is_recognized_by_its_listing_and_each_change_is_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_vault(tmp_path / "vault", {"A.md": "alpha", "Folder/B.md": "beta", "Odd.MD": "gamma"})
    file = tmp_path / "index.sqlite"

    async def search(query: str) -> list[str]:
        async with at_work(root, file) as scene:
            return sorted(hit.path for hit in await scene.searcher.search(query))

    assert await search("alpha") == ["A.md"]
    assert await search("alpha") == ["A.md"]  # Nothing to do, so the listing is stored.
    with monkeypatch.context() as patched:
        patched.setattr(VaultComparison, "_known", None)
        assert await search("alpha") == ["A.md"]
    (root / "Folder/B.md").write_text("alpha, too")
    assert await search("alpha") == ["A.md", "Folder/B.md"]
    (root / "A.md").rename(root / "C.md")
    assert await search("alpha") == ["C.md", "Folder/B.md"]
    assert await search("alpha") == ["C.md", "Folder/B.md"]
    write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Folder/"]}'})
    assert await search("alpha") == ["C.md"]
    assert await search("alpha") == ["C.md"]
    (root / "C.md").unlink()
    assert await search("alpha") == []
