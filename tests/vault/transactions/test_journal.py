"""Tests of vault/transactions/journal.py."""

import errno
import os
import sqlite3
import threading
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultdesk.core.errors import JournalFailed
from vaultdesk.core.platform.backups import back_up_database, database_version, list_backups
from vaultdesk.core.settings.settings_schema import JournalSettings
from vaultdesk.vault.disk.atomic_write import FileAttributes
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions import journal as journal_module
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.transactions.journal import (
    CHANGE_COLUMNS,
    OPEN_STATES,
    VERSION,
    Intent,
    Journal,
    JournalEntry,
    Retention,
    Snapshots,
    change_row,
    entry_from_row,
    open_change_from_row,
)

# Default values.


def test_default_retention_equals_the_default_settings() -> None:
    settings = JournalSettings()
    assert Retention() == Retention(settings.days, settings.megabytes)


def test_open_states_are_intended_and_unconfirmed() -> None:
    assert OPEN_STATES == ("intended", "unconfirmed")


# A change is stored in a database row and restored unchanged.

ORIGIN = Origin("run", "a question", "Librarian", "talk", "edit_note")
INTENT = Intent(
    kind="move", path="a.md", new_path="b/ä.md", old_digest="1", new_digest="2", data=b"\0new", temporary=".t",
    folders=("b",), attributes=FileAttributes(0o640, 1, 2, (("user.x", b"\xff"),)), added=3, removed=4, kept_bytes=5,
    unit="u", undoes=6, folds_into=7,
)  # fmt: skip


def test_an_open_change_is_restored_from_its_row() -> None:
    row = (9, *change_row(INTENT, ORIGIN, 1000.5))
    entry = entry_from_row(row)
    assert (entry.group, entry.title, entry.agent, entry.conversation_id, entry.tool) == (
        "run", "a question", "Librarian", "talk", "edit_note"
    )  # fmt: skip
    assert (entry.id, entry.time, entry.state) == (9, datetime.fromtimestamp(1000.5, UTC), "intended")
    assert open_change_from_row((*row, INTENT.data, INTENT.temporary, INTENT.folds_into)).intent == INTENT


def test_rows_have_one_value_for_each_column() -> None:
    assert len(CHANGE_COLUMNS.split(",")) == len(change_row(INTENT, ORIGIN, 0.0)) == 20


# Snapshots: earlier file contents are stored once and found by their digest.


@pytest.fixture
def snapshots(tmp_path: Path) -> Snapshots:
    return Snapshots(tmp_path / "snapshots")


def test_a_saved_snapshot_is_read_back(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    assert digest == digest_of(b"old")
    assert (snapshots.read(digest), snapshots.contains(digest)) == (b"old", True)
    assert [file.name for file in snapshots.folder.iterdir()] == [digest]


def test_a_stored_snapshot_is_not_written_again(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    before = (snapshots.folder / digest).stat()
    snapshots.save(b"old")
    assert (snapshots.folder / digest).stat() == before


def test_an_empty_snapshot_needs_no_file(snapshots: Snapshots) -> None:
    assert snapshots.read(digest_of(b"")) == b""
    assert snapshots.contains(digest_of(b""))
    assert not snapshots.contains("")


def test_a_damaged_or_missing_snapshot_is_reported(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    (snapshots.folder / digest).write_bytes(b"bad")
    with pytest.raises(JournalFailed, match="damaged"):
        snapshots.read(digest)
    with pytest.raises(JournalFailed):
        snapshots.read("0" * 64)


def test_a_truncated_snapshot_is_rewritten(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    (snapshots.folder / digest).write_bytes(b"")
    snapshots.save(b"old")
    assert snapshots.read(digest) == b"old"


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_failed_snapshot_write_leaves_no_file_and_is_reported(
    snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def fail(*args: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(JournalFailed, match="No space"):
        snapshots.save(b"old")
    monkeypatch.undo()
    assert list(snapshots.folder.iterdir()) == []


def test_delete_unused_removes_only_temporary_and_old_unreferenced_snapshots(snapshots: Snapshots) -> None:
    referenced, stray, fresh = (snapshots.save(data) for data in (b"wanted", b"stray", b"fresh"))
    (snapshots.folder / "half.tmp").write_bytes(b"half")
    for digest in (referenced, stray):
        os.utime(snapshots.folder / digest, (1, 1))
    assert snapshots.delete_unused({referenced}, older_than_days=1) == 2
    assert {file.name for file in snapshots.folder.iterdir()} == {referenced, fresh}


# Changes are recorded before they are made, finished afterwards, and deleted after the retention; open ones never.

RUN = Origin("run", "What changed?", "Librarian", "talk", "edit_note")


def intent(path: str = "a.md", old: bytes = b"old", new: bytes = b"new", **more: object) -> Intent:
    values = {"kind": "modify", "path": path, "old_digest": digest_of(old), "new_digest": digest_of(new), "data": new}
    return Intent(**{**values, "temporary": ".t", "kept_bytes": len(old), **more})  # type: ignore[arg-type]


def record_done(journal: Journal, *intents: Intent, origin: Origin = RUN) -> tuple[int, ...]:
    """Record finished changes as a writer does."""
    ids = journal.begin(intents, origin)
    journal.finish(dict.fromkeys(ids, "done"))
    return ids


def entry(journal: Journal, change: int) -> JournalEntry:
    found = journal.change(change)
    assert found is not None
    return found


def test_reading_an_empty_journal_creates_no_file(journal: Journal) -> None:
    assert (journal.changes(), journal.open_changes(), journal.change(1)) == ((), (), None)
    assert not journal.folder.exists()


def test_a_change_is_open_until_it_is_finished(journal: Journal) -> None:
    (change,) = journal.begin([intent(folders=("x",), unit="u")], RUN)
    (found,) = journal.open_changes()
    assert (found.id, found.group, found.intent.data, found.intent.temporary) == (change, "run", b"new", ".t")
    journal.finish({change: "unconfirmed"})
    assert [open_change.state for open_change in journal.open_changes()] == ["unconfirmed"]
    journal.finish({change: "done"})
    assert journal.open_changes() == ()
    finished = entry(journal, change)
    assert (finished.state, finished.title, finished.agent, finished.tool, finished.folders) == (
        "done", "What changed?", "Librarian", "edit_note", ("x",)
    )  # fmt: skip


def test_our_last_bytes_are_stored_for_a_merge_until_the_next_write(journal: Journal) -> None:
    record_done(journal, intent(old=b"one", new=b"two"))
    assert journal.snapshot(digest_of(b"two")) == b"two"
    record_done(journal, intent(old=b"foreign", new=b"three"))
    assert journal.snapshot(digest_of(b"two")) == b"two", "another program wrote in between, so no other copy exists"
    record_done(journal, intent(old=b"three", new=b"four"), intent("b.md", kind="delete", data=None, new_digest=""))
    with sqlite3.connect(journal.file) as database:
        stored = database.execute("SELECT data FROM intents ORDER BY change_id").fetchall()
    database.close()
    assert stored == [(b"two",), (b"four",)]


def test_failed_changes_leave_no_bytes_in_the_journal(journal: Journal) -> None:
    ids = journal.begin([intent(), intent("b.md")], RUN)
    journal.finish({ids[0]: "failed", ids[1]: "conflict"})
    with sqlite3.connect(journal.file) as database:
        assert database.execute("SELECT count(*) FROM intents").fetchone() == (0,)
    database.close()


def test_changes_are_listed_newest_first_by_group_path_and_page(journal: Journal) -> None:
    first, second = record_done(journal, intent("a.md"), intent("b.md"))
    (third,) = record_done(journal, intent("a.md", kind="move", new_path="c.md"), origin=Origin("other"))
    assert [change.id for change in journal.changes()] == [third, second, first]
    assert [change.id for change in journal.changes(group="run")] == [second, first]
    assert [change.id for change in journal.changes(path="c.md")] == [third]
    assert [change.id for change in journal.changes(path="a.md")] == [third, first]
    assert [change.id for change in journal.changes(1, before=third)] == [second]


def test_undone_by_follows_undo_and_redo(journal: Journal) -> None:
    (change,) = record_done(journal, intent())
    (undo,) = record_done(journal, intent(undoes=change))
    assert entry(journal, change).undone_by == undo
    (redo,) = record_done(journal, intent(undoes=undo))
    assert (entry(journal, change).undone_by, entry(journal, undo).undone_by) == (0, redo)
    (again,) = record_done(journal, intent(undoes=redo))
    assert [entry(journal, change_id).undone_by for change_id in (change, undo, redo)] == [undo, 0, again]


def test_a_failed_undo_does_not_mark_the_change_as_undone(journal: Journal) -> None:
    (change,) = record_done(journal, intent())
    journal.finish(dict.fromkeys(journal.begin([intent(undoes=change)], RUN), "failed"))
    assert entry(journal, change).undone_by == 0


def test_a_folded_save_is_merged_into_the_previous_change(journal: Journal) -> None:
    (first,) = record_done(journal, intent(old=b"1", new=b"2"))
    (second,) = journal.begin([intent(old=b"2", new=b"3", folds_into=first, added=7)], RUN)
    assert len(journal.changes()) == 2
    journal.finish({second: "done"})
    (merged,) = journal.changes()
    assert (merged.id, merged.old_digest, merged.new_digest, merged.added) == (
        first,
        digest_of(b"1"),
        digest_of(b"3"),
        7,
    )


def test_all_intents_are_recorded_or_none(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    record_done(journal, intent())
    broken = intent(path=None)
    with pytest.raises(JournalFailed):
        journal.begin([intent(), broken], RUN)
    assert len(journal.changes()) == 1


def test_a_file_that_is_no_database_is_reported_and_unchanged(journal: Journal) -> None:
    journal.folder.mkdir()
    journal.file.write_bytes(b"no database at all" * 100)
    with pytest.raises(JournalFailed, match="cannot be used"):
        journal.begin([intent()], RUN)
    assert journal.file.read_bytes().startswith(b"no database")


def test_a_journal_of_a_newer_version_is_unchanged_and_its_backup_is_used(journal: Journal) -> None:
    record_done(journal, intent())
    journal.close()
    back_up_database(journal.file, VERSION)
    with sqlite3.connect(journal.file) as database:
        database.execute("DROP TABLE intents")
        database.execute("PRAGMA user_version = 99")
    database.close()
    newer = journal.file.read_bytes()

    # Changes from before the upgrade can still be undone, and new ones as well.
    (before,) = journal.changes()
    record_done(journal, intent())
    assert [change.id for change in journal.changes()] == [before.id + 1, before.id]
    journal.close()
    assert journal.file.read_bytes() == newer
    with closing(Journal(journal.folder)) as opened:
        assert len(opened.changes()) == 2


def test_a_new_journal_is_created_beside_a_newer_one_without_backup(journal: Journal) -> None:
    record_done(journal, intent())
    journal.close()
    with sqlite3.connect(journal.file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()

    assert journal.changes() == ()
    record_done(journal, intent())
    assert len(journal.changes()) == 1
    assert database_version(journal.file) == 99


def test_snapshots_of_a_newer_version_are_not_deleted(journal: Journal) -> None:
    record_done(journal, intent())
    journal.close()
    with sqlite3.connect(journal.file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    digest = journal.snapshots.save(b"wanted by the newer journal alone")
    os.utime(journal.snapshots.folder / digest, (0, 0))

    journal.delete_old()
    assert journal.snapshots.contains(digest)


def test_tables_are_migrated_after_a_backup(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    record_done(journal, intent())
    journal.close()
    migration = ("ALTER TABLE changes ADD COLUMN future TEXT NOT NULL DEFAULT 'x'",)
    monkeypatch.setattr("vaultdesk.vault.transactions.journal.VERSION", VERSION + 1)
    monkeypatch.setattr("vaultdesk.vault.transactions.journal.MIGRATIONS", {VERSION: migration})

    assert len(journal.changes()) == 1
    assert database_version(journal.file) == VERSION + 1
    (copy,) = list_backups(journal.file)
    assert database_version(copy) == VERSION
    journal.close()

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vaultdesk.vault.transactions.journal.VERSION", VERSION + 2)
    monkeypatch.setattr("vaultdesk.core.platform.backups.back_up_database", full)
    with pytest.raises(JournalFailed, match="the disk is full"):
        journal.changes()
    assert database_version(journal.file) == VERSION + 1


def test_a_journal_can_be_used_by_several_threads(journal: Journal) -> None:
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(20):
                record_done(journal, intent(f"{number}.md"))
                journal.changes(5)
        except BaseException as error:  # noqa: BLE001 - compared below, not lost in the thread
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (errors, len(journal.changes(1000))) == ([], 80)


def test_a_second_journal_object_sees_later_changes(journal: Journal) -> None:
    record_done(journal, intent())
    other = Journal(journal.folder)
    assert len(other.changes()) == 1
    record_done(journal, intent())
    assert len(other.changes()) == 2
    other.close()


# Retention.


def set_age(journal: Journal, days: float) -> None:
    with sqlite3.connect(journal.file) as database:
        database.execute("UPDATE changes SET time = ?", (time.time() - days * 86_400,))
    database.close()


def set_ages(journal: Journal, **days: float) -> None:
    """Set the age of each group in *days*; a negative one is in the future."""
    now = time.time()
    with sqlite3.connect(journal.file) as database:
        for group, age in days.items():
            database.execute('UPDATE changes SET time = ? WHERE "group" = ?', (now - age * 86_400, group))
    database.close()


def groups(journal: Journal) -> list[str]:
    return [change.group for change in journal.changes()]


def record_with_snapshot(journal: Journal, data: bytes, group: str, **more: object) -> int:
    """Record a change with its snapshot."""
    journal.snapshots.save(data)
    (change,) = record_done(journal, intent(f"{group}.md", old=data, **more), origin=Origin(group))
    return change


def test_old_changes_are_deleted_with_their_snapshots(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    record_with_snapshot(journal, b"gone", "g1")
    record_with_snapshot(journal, b"shared", "g2")
    record_with_snapshot(journal, b"shared", "g3")
    record_done(journal, intent(), origin=Origin("g4"))
    set_ages(journal, g1=13, g2=13, g3=2, g4=0)
    assert journal.delete_old() == 2
    assert [change.group for change in journal.changes()] == ["g4", "g3"]
    assert not journal.snapshots.contains(digest_of(b"gone"))
    assert journal.snapshot(digest_of(b"shared")) == b"shared"
    journal.close()


def test_an_open_change_and_its_group_are_never_deleted(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    record_with_snapshot(journal, b"1", "g1")
    journal.begin([intent()], Origin("g1"))
    set_age(journal, 100)
    assert journal.delete_old() == 0
    assert len(journal.changes()) == 2
    journal.close()


def test_the_oldest_groups_are_deleted_above_the_size_limit_except_the_last_one(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(megabytes=1))
    for name in ("g1", "g2", "g3"):
        record_with_snapshot(journal, name.encode() * 200_000, name)
        record_with_snapshot(journal, name.encode() * 1_000, name)
    journal.delete_old()
    assert {change.group for change in journal.changes()} == {"g3", "g2"}
    assert len(list(journal.snapshots.folder.iterdir())) == 4
    record_with_snapshot(journal, b"x" * 2_000_000, "huge")
    journal.delete_old()
    assert [change.group for change in journal.changes()] == ["huge"]
    journal.close()


def test_creations_and_deletions_are_deleted_with_their_snapshots(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    journal.snapshots.save(b"deleted")
    record_done(journal, intent("a.md", kind="create", old_digest="", kept_bytes=0), origin=Origin("created"))
    record_done(
        journal, intent("b.md", kind="delete", old=b"deleted", new_digest="", data=None), origin=Origin("deleted")
    )
    for name in ("g1", "g2"):
        record_done(journal, intent(), origin=Origin(name))
    set_ages(journal, created=20, deleted=20, g1=2, g2=0)
    assert journal.delete_old() == 2
    assert groups(journal) == ["g2", "g1"]
    assert list(journal.snapshots.folder.iterdir()) == []
    journal.close()


@pytest.mark.parametrize("name", ["", ".", "..", "../journal.sqlite", "a" * 63, "A" * 64, "a" * 64 + "\n"])
def test_only_a_digest_names_a_snapshot_to_delete(snapshots: Snapshots, name: str) -> None:
    digest = snapshots.save(b"old")
    with pytest.raises(ValueError, match="not a digest"):
        snapshots.delete(name)
    assert [file.name for file in snapshots.folder.iterdir()] == [digest]
    assert snapshots.delete(digest)
    assert not snapshots.contains(digest)


def test_a_snapshot_that_cannot_be_removed_is_logged_and_the_others_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    for name in ("g1", "g2", "g3", "g4"):
        record_with_snapshot(journal, name.encode(), name)
    set_ages(journal, g1=20, g2=20, g3=2, g4=0)
    held = journal.snapshots.folder / digest_of(b"g1")
    stray = journal.snapshots.folder / f"stray{journal_module._TEMPORARY_SUFFIX}"
    stray.write_bytes(b"")
    unlink = Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path in (held, stray):
            raise PermissionError(errno.EACCES, "held by another program")
        unlink(path, missing_ok=missing_ok)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", refuse)
        assert journal.delete_old() == 2
    assert not journal.snapshots.contains(digest_of(b"g2"))
    assert held.exists()
    assert caplog.text.count("held by another program") == 2
    caplog.clear()
    os.utime(held, (0, 0))
    journal.delete_old()
    assert sorted(file.name for file in journal.snapshots.folder.iterdir()) == sorted(map(digest_of, (b"g3", b"g4")))
    journal.close()


# The clock of the computer may be wrong.


@pytest.mark.parametrize("days", [183, 11 * 365], ids=["unused for half a year", "a clock that is years ahead"])
def test_the_history_stays_if_all_changes_are_older_than_the_limit(tmp_path: Path, days: float) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    for name in ("g1", "g2", "g3"):
        record_with_snapshot(journal, name.encode(), name)
    set_ages(journal, g1=days + 8, g2=days + 4, g3=days)
    assert journal.delete_old() == 0
    assert journal.snapshot(digest_of(b"g1")) == b"g1"
    # A change that is recorded by the same clock does not confirm it.
    record_with_snapshot(journal, b"g4", "g4")
    assert journal.delete_old() == 0
    # One that is recorded days later does.
    set_ages(journal, g4=2)
    record_with_snapshot(journal, b"g5", "g5")
    assert journal.delete_old() == 3
    assert groups(journal) == ["g5", "g4"]
    journal.close()


def test_changes_recorded_by_a_clock_that_was_ahead_are_deleted_with_their_neighbors(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    for name in ("g1", "ahead", "g2", "g3", "g4"):
        record_with_snapshot(journal, name.encode(), name)
    set_ages(journal, g1=30, ahead=-3650, g2=12, g3=2, g4=0)
    assert journal.delete_old() == 1
    assert groups(journal) == ["g4", "g3", "g2", "ahead"]
    set_ages(journal, g2=20)
    assert journal.delete_old() == 2
    assert groups(journal) == ["g4", "g3"]
    journal.close()


def test_the_history_stays_if_all_its_times_are_in_the_future(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    for name in ("g1", "g2"):
        record_with_snapshot(journal, name.encode(), name)
    set_ages(journal, g1=-3650, g2=-3700)
    assert journal.delete_old() == 0
    for name in ("g3", "g4"):
        record_with_snapshot(journal, name.encode(), name)
    set_ages(journal, g3=20, g4=2)
    record_with_snapshot(journal, b"g5", "g5")
    assert journal.delete_old() == 3
    assert groups(journal) == ["g5", "g4"]
    journal.close()


def test_a_change_recorded_by_a_clock_that_was_behind_is_as_old_as_the_one_before_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    for name in ("g1", "behind", "g2"):
        record_with_snapshot(journal, name.encode(), name)
    set_ages(journal, g1=3, behind=20_000, g2=0)
    assert journal.delete_old() == 0
    assert groups(journal) == ["g2", "behind", "g1"]
    journal.close()


@pytest.mark.parametrize(
    ("times", "now", "expected"),
    [
        ((), 10.0, []),
        ((1.0, 2.0, 3.0), 10.0, [1.0, 2.0, 3.0]),
        ((1.0, 90.0, 3.0), 10.0, [1.0, 3.0, 3.0]),
        ((1.0, 90.0), 10.0, [1.0, 10.0]),
        ((5.0, 0.0, 7.0), 10.0, [5.0, 5.0, 7.0]),
        ((90.0, 0.0), 10.0, [0.0, 0.0]),
        ((1e18, 2e18), 0.0, [0.0, 0.0]),
    ],
)
def test_times_that_contradict_the_order_of_changes_or_the_clock_are_corrected(
    times: tuple[float, ...], now: float, expected: list[float]
) -> None:
    assert journal_module.plausible_times(times, now) == expected


def test_cleanup_is_due_after_a_number_of_changes(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "CLEANUP_AFTER_CHANGES", 2)
    record_done(journal, intent())
    assert not journal.is_cleanup_due
    record_done(journal, intent())
    assert journal.is_cleanup_due
    journal.delete_old()
    assert not journal.is_cleanup_due
