"""Scan: what counts as different, and how work is cut."""

from vaultdesk.index.entry import Sighting, Stored
from vaultdesk.index.scan import Difference, Plan, batches, compare, hidden_among
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles


def _state(path: str, size: int = 1, mtime_ns: int = 1) -> FileState:
    return FileState(NotePath(path), size, mtime_ns)


def test_only_new_changed_unread_and_gone_notes_are_different() -> None:
    stored = {
        "same.md": Stored(1, 1, "d", False),
        "grown.md": Stored(1, 1, "d", False),
        "later.md": Stored(1, 1, "e", False),
        "unread.md": Stored(1, 1, "", False),
        "gone.md": Stored(1, 1, "d", False),
    }
    walk = [_state("same.md"), _state("grown.md", size=2), _state("later.md", mtime_ns=2), _state("unread.md"),
            _state("new.md", mtime_ns=9)]  # fmt: skip
    assert compare(walk, stored, ExcludedFiles()) == Plan(
        sightings=(Sighting("new.md", 1, 9),),
        removed=("gone.md",),
        different=(
            Difference(NotePath("new.md"), 1, ""),
            Difference(NotePath("later.md"), 1, "e"),
            Difference(NotePath("grown.md"), 2, "d"),
            Difference(NotePath("unread.md"), 1, ""),
        ),
    )


def test_excluded_notes_are_sighted_once_and_never_read() -> None:
    filters = ExcludedFiles(["Private/"])
    walk = [_state("Private/a.md")]
    plan = compare(walk, {"Private/a.md": Stored(1, 1, "d", False)}, filters)
    assert plan == Plan((Sighting("Private/a.md", 1, 1, excluded=True),), (), ())
    assert compare(walk, {"Private/a.md": Stored(1, 1, "x", True)}, filters) == Plan((), (), ())
    assert compare(walk, {"Private/a.md": Stored(1, 1, "x", True)}, ExcludedFiles()) == Plan(
        (Sighting("Private/a.md", 1, 1),), (), (Difference(NotePath("Private/a.md"), 1, ""),)
    )


def test_hidden_ones_are_told_among_many() -> None:
    paths = list(map(NotePath, ["a.md", "Conflict.md", "D/b.sync-CONFLICT-20261120-101500-ABCDEFG.md", "Old/c.md"]))
    assert hidden_among(paths, ExcludedFiles(())) == {"D/b.sync-CONFLICT-20261120-101500-ABCDEFG.md"}
    assert hidden_among(paths[:1], ExcludedFiles(())) == frozenset()
    assert hidden_among(paths[:1] + paths[3:], ExcludedFiles(("Old/",))) == {"Old/c.md"}


def test_batches_are_bounded_by_number_and_by_size() -> None:
    small = [Difference(NotePath(f"{number}.md"), 10, "") for number in range(450)]
    assert [len(batch) for batch in batches(small)] == [200, 200, 50]
    large = [Difference(NotePath(f"{number}.md"), 600_000, "") for number in range(3)]
    assert [len(batch) for batch in batches(large)] == [1, 1, 1]
    assert list(batches([])) == []
