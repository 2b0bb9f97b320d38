"""Vault scans: which files differ, and how they are split into batches."""

from vaultdesk.index.indexing.vault_scan import (
    FileDifference,
    ScanPlan,
    compare_files,
    excluded_among,
    split_into_batches,
)
from vaultdesk.index.store.index_entry import ScannedFile, StoredState
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles


def _state(path: str, size: int = 1, mtime_ns: int = 1) -> FileState:
    return FileState(NotePath(path), size, mtime_ns)


def test_only_new_changed_unread_and_deleted_notes_are_different() -> None:
    stored = {
        "same.md": StoredState(1, 1, "d", False),
        "grown.md": StoredState(1, 1, "d", False),
        "later.md": StoredState(1, 1, "e", False),
        "unread.md": StoredState(1, 1, "", False),
        "gone.md": StoredState(1, 1, "d", False),
    }
    walk = [_state("same.md"), _state("grown.md", size=2), _state("later.md", mtime_ns=2), _state("unread.md"),
            _state("new.md", mtime_ns=9)]  # fmt: skip
    assert compare_files(walk, stored, ExcludedFiles()) == ScanPlan(
        scanned=(ScannedFile("new.md", 1, 9),),
        removed=("gone.md",),
        different=(
            FileDifference(NotePath("new.md"), 1, ""),
            FileDifference(NotePath("later.md"), 1, "e"),
            FileDifference(NotePath("grown.md"), 2, "d"),
            FileDifference(NotePath("unread.md"), 1, ""),
        ),
    )


def test_excluded_notes_are_recorded_once_and_never_read() -> None:
    filters = ExcludedFiles(["Private/"])
    walk = [_state("Private/a.md")]
    plan = compare_files(walk, {"Private/a.md": StoredState(1, 1, "d", False)}, filters)
    assert plan == ScanPlan((ScannedFile("Private/a.md", 1, 1, excluded=True),), (), ())
    assert compare_files(walk, {"Private/a.md": StoredState(1, 1, "x", True)}, filters) == ScanPlan((), (), ())
    assert compare_files(walk, {"Private/a.md": StoredState(1, 1, "x", True)}, ExcludedFiles()) == ScanPlan(
        (ScannedFile("Private/a.md", 1, 1),), (), (FileDifference(NotePath("Private/a.md"), 1, ""),)
    )


def test_excluded_paths_are_selected() -> None:
    paths = list(map(NotePath, ["a.md", "Conflict.md", "D/b.sync-CONFLICT-20261120-101500-ABCDEFG.md", "Old/c.md"]))
    assert excluded_among(paths, ExcludedFiles(())) == {"D/b.sync-CONFLICT-20261120-101500-ABCDEFG.md"}
    assert excluded_among(paths[:1], ExcludedFiles(())) == frozenset()
    assert excluded_among(paths[:1] + paths[3:], ExcludedFiles(("Old/",))) == {"Old/c.md"}


def test_batches_are_bounded_by_number_and_by_size() -> None:
    small = [FileDifference(NotePath(f"{number}.md"), 10, "") for number in range(450)]
    assert [len(batch) for batch in split_into_batches(small)] == [200, 200, 50]
    large = [FileDifference(NotePath(f"{number}.md"), 600_000, "") for number in range(3)]
    assert [len(batch) for batch in split_into_batches(large)] == [1, 1, 1]
    assert list(split_into_batches([])) == []
