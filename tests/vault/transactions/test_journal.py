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

# What the journal's values say by themselves.


def test_changes_are_kept_as_long_as_the_settings_say_by_themselves() -> None:
    settings = JournalSettings()
    assert Retention() == Retention(settings.days, settings.megabytes)


def test_only_what_nobody_has_said_the_end_of_is_open() -> None:
    assert OPEN_STATES == ("intended", "unconfirmed")


# A change is the same after it lay in a row.

ORIGIN = Origin("run", "a question", "Librarian", "talk", "edit_note")
INTENT = Intent(
    kind="move", path="a.md", new_path="b/ä.md", old_digest="1", new_digest="2", data=b"\0new", temporary=".t",
    folders=("b",), attributes=FileAttributes(0o640, 1, 2, (("user.x", b"\xff"),)), added=3, removed=4, kept_bytes=5,
    unit="u", undoes=6, folds_into=7,
)  # fmt: skip


def test_an_open_change_comes_back_whole() -> None:
    row = (9, *change_row(INTENT, ORIGIN, 1000.5))
    entry = entry_from_row(row)
    assert (entry.group, entry.title, entry.agent, entry.conversation_id, entry.tool) == (
        "run", "a question", "Librarian", "talk", "edit_note"
    )  # fmt: skip
    assert (entry.id, entry.time, entry.state) == (9, datetime.fromtimestamp(1000.5, UTC), "intended")
    assert open_change_from_row((*row, INTENT.data, INTENT.temporary, INTENT.folds_into)).intent == INTENT


def test_columns_and_values_agree() -> None:
    assert len(CHANGE_COLUMNS.split(",")) == len(change_row(INTENT, ORIGIN, 0.0)) == 20


# Earlier bytes are kept once, whole, and found again by their hash.


@pytest.fixture
def snapshots(tmp_path: Path) -> Snapshots:
    return Snapshots(tmp_path / "snapshots")


def test_what_is_kept_is_read_again(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    assert digest == digest_of(b"old")
    assert (snapshots.read(digest), snapshots.contains(digest)) == (b"old", True)
    assert [file.name for file in snapshots.folder.iterdir()] == [digest]


def test_what_is_kept_already_is_not_written_twice(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    before = (snapshots.folder / digest).stat()
    snapshots.save(b"old")
    assert (snapshots.folder / digest).stat() == before


def test_nothing_needs_no_file(snapshots: Snapshots) -> None:
    assert snapshots.read(digest_of(b"")) == b""
    assert snapshots.contains(digest_of(b""))
    assert not snapshots.contains("")


def test_a_damaged_or_missing_one_is_told(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    (snapshots.folder / digest).write_bytes(b"bad")
    with pytest.raises(JournalFailed, match="damaged"):
        snapshots.read(digest)
    with pytest.raises(JournalFailed):
        snapshots.read("0" * 64)


def test_a_cut_one_of_another_size_is_written_anew(snapshots: Snapshots) -> None:
    digest = snapshots.save(b"old")
    (snapshots.folder / digest).write_bytes(b"")
    snapshots.save(b"old")
    assert snapshots.read(digest) == b"old"


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_disk_that_fails_leaves_nothing_and_is_told(
    snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def fail(*args: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(JournalFailed, match="No space"):
        snapshots.save(b"old")
    monkeypatch.undo()
    assert list(snapshots.folder.iterdir()) == []


def test_tidying_removes_unfinished_ones_and_old_strays_only(snapshots: Snapshots) -> None:
    wanted, stray, fresh = (snapshots.save(data) for data in (b"wanted", b"stray", b"fresh"))
    (snapshots.folder / "half.tmp").write_bytes(b"half")
    for digest in (wanted, stray):
        os.utime(snapshots.folder / digest, (1, 1))
    assert snapshots.delete_unused({wanted}, older_than_days=1) == 2
    assert {file.name for file in snapshots.folder.iterdir()} == {wanted, fresh}


# Every change is written down before it is made, told afterwards, and forgotten in time - never an open one.

RUN = Origin("run", "What changed?", "Librarian", "talk", "edit_note")


def intent(path: str = "a.md", old: bytes = b"old", new: bytes = b"new", **more: object) -> Intent:
    wanted = {"kind": "modify", "path": path, "old_digest": digest_of(old), "new_digest": digest_of(new), "data": new}
    return Intent(**{**wanted, "temporary": ".t", "kept_bytes": len(old), **more})  # type: ignore[arg-type]


def done(journal: Journal, *intents: Intent, origin: Origin = RUN) -> tuple[int, ...]:
    """Write changes down as a writer does, with their snapshots."""
    ids = journal.begin(intents, origin)
    journal.finish(dict.fromkeys(ids, "done"))
    return ids


def entry(journal: Journal, change: int) -> JournalEntry:
    found = journal.change(change)
    assert found is not None
    return found


def test_looking_makes_no_file(journal: Journal) -> None:
    assert (journal.changes(), journal.open_changes(), journal.change(1)) == ((), (), None)
    assert not journal.folder.exists()


def test_a_change_is_open_until_its_end_is_told(journal: Journal) -> None:
    (change,) = journal.begin([intent(folders=("x",), unit="u")], RUN)
    (found,) = journal.open_changes()
    assert (found.id, found.group, found.intent.data, found.intent.temporary) == (change, "run", b"new", ".t")
    journal.finish({change: "unconfirmed"})
    assert [one.state for one in journal.open_changes()] == ["unconfirmed"]
    journal.finish({change: "done"})
    assert journal.open_changes() == ()
    told = entry(journal, change)
    assert (told.state, told.title, told.agent, told.tool, told.folders) == (
        "done", "What changed?", "Librarian", "edit_note", ("x",)
    )  # fmt: skip


def test_the_last_bytes_we_left_are_kept_for_a_merge_until_we_write_the_note_again(journal: Journal) -> None:
    done(journal, intent(old=b"one", new=b"two"))
    assert journal.snapshot(digest_of(b"two")) == b"two"
    done(journal, intent(old=b"foreign", new=b"three"))
    assert journal.snapshot(digest_of(b"two")) == b"two", "another program wrote between: nobody else has it"
    done(journal, intent(old=b"three", new=b"four"), intent("b.md", kind="delete", data=None, new_digest=""))
    with sqlite3.connect(journal.file) as database:
        kept = database.execute("SELECT data FROM intents ORDER BY change_id").fetchall()
    database.close()
    assert kept == [(b"two",), (b"four",)]


def test_what_was_not_done_leaves_no_bytes_in_the_journal(journal: Journal) -> None:
    ids = journal.begin([intent(), intent("b.md")], RUN)
    journal.finish({ids[0]: "failed", ids[1]: "conflict"})
    with sqlite3.connect(journal.file) as database:
        assert database.execute("SELECT count(*) FROM intents").fetchone() == (0,)
    database.close()


def test_changes_are_listed_newest_first_by_group_place_and_page(journal: Journal) -> None:
    first, second = done(journal, intent("a.md"), intent("b.md"))
    (third,) = done(journal, intent("a.md", kind="move", new_path="c.md"), origin=Origin("other"))
    assert [one.id for one in journal.changes()] == [third, second, first]
    assert [one.id for one in journal.changes(group="run")] == [second, first]
    assert [one.id for one in journal.changes(path="c.md")] == [third]
    assert [one.id for one in journal.changes(path="a.md")] == [third, first]
    assert [one.id for one in journal.changes(1, before=third)] == [second]


def test_what_an_undo_put_back_says_so_and_stands_again_when_that_is_undone(journal: Journal) -> None:
    (change,) = done(journal, intent())
    (undo,) = done(journal, intent(undoes=change))
    assert entry(journal, change).undone_by == undo
    (redo,) = done(journal, intent(undoes=undo))
    assert (entry(journal, change).undone_by, entry(journal, undo).undone_by) == (0, redo)
    (again,) = done(journal, intent(undoes=redo))
    assert [entry(journal, one).undone_by for one in (change, undo, redo)] == [undo, 0, again]


def test_an_undo_that_failed_undid_nothing(journal: Journal) -> None:
    (change,) = done(journal, intent())
    journal.finish(dict.fromkeys(journal.begin([intent(undoes=change)], RUN), "failed"))
    assert entry(journal, change).undone_by == 0


def test_a_saving_that_folds_becomes_a_part_of_the_change_before(journal: Journal) -> None:
    (first,) = done(journal, intent(old=b"1", new=b"2"))
    (second,) = journal.begin([intent(old=b"2", new=b"3", folds_into=first, added=7)], RUN)
    assert len(journal.changes()) == 2
    journal.finish({second: "done"})
    (whole,) = journal.changes()
    assert (whole.id, whole.old_digest, whole.new_digest, whole.added) == (first, digest_of(b"1"), digest_of(b"3"), 7)


def test_all_intents_are_written_down_or_none(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    done(journal, intent())
    broken = intent(path=None)
    with pytest.raises(JournalFailed):
        journal.begin([intent(), broken], RUN)
    assert len(journal.changes()) == 1


def test_a_file_that_is_no_database_is_told_and_left_alone(journal: Journal) -> None:
    journal.folder.mkdir()
    journal.file.write_bytes(b"no database at all" * 100)
    with pytest.raises(JournalFailed, match="cannot be used"):
        journal.begin([intent()], RUN)
    assert journal.file.read_bytes().startswith(b"no database")


def test_a_journal_of_a_newer_program_is_not_touched(journal: Journal) -> None:
    done(journal, intent())
    journal.close()
    back_up_database(journal.file, VERSION)
    with sqlite3.connect(journal.file) as database:
        database.execute("DROP TABLE intents")
        database.execute("PRAGMA user_version = 99")
    database.close()
    newer = journal.file.read_bytes()

    # What was done before the newer program came can still be undone, and what is done now as well.
    (before,) = journal.changes()
    done(journal, intent())
    assert [change.id for change in journal.changes()] == [before.id + 1, before.id]
    journal.close()
    assert journal.file.read_bytes() == newer
    with closing(Journal(journal.folder)) as opened:
        assert len(opened.changes()) == 2


def test_without_a_copy_of_before_the_journal_begins_anew_beside_the_newer_one(journal: Journal) -> None:
    done(journal, intent())
    journal.close()
    with sqlite3.connect(journal.file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()

    assert journal.changes() == ()
    done(journal, intent())
    assert len(journal.changes()) == 1
    assert database_version(journal.file) == 99


def test_the_snapshots_of_a_newer_program_are_not_tidied_away(journal: Journal) -> None:
    done(journal, intent())
    journal.close()
    with sqlite3.connect(journal.file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    digest = journal.snapshots.save(b"wanted by the newer journal alone")
    os.utime(journal.snapshots.folder / digest, (0, 0))

    journal.delete_old()
    assert journal.snapshots.contains(digest)


def test_tables_are_migrated_after_a_copy_of_them_was_made(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    done(journal, intent())
    journal.close()
    grow = ("ALTER TABLE changes ADD COLUMN future TEXT NOT NULL DEFAULT 'x'",)
    monkeypatch.setattr("vaultdesk.vault.transactions.journal.VERSION", VERSION + 1)
    monkeypatch.setattr("vaultdesk.vault.transactions.journal.MIGRATIONS", {VERSION: grow})

    assert len(journal.changes()) == 1
    assert database_version(journal.file) == VERSION + 1
    (copy,) = list_backups(journal.file)
    assert database_version(copy) == VERSION
    journal.close()

    def full(*_words: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vaultdesk.vault.transactions.journal.VERSION", VERSION + 2)
    monkeypatch.setattr("vaultdesk.core.platform.backups.back_up_database", full)
    with pytest.raises(JournalFailed, match="the disk is full"):
        journal.changes()
    assert database_version(journal.file) == VERSION + 1


def test_many_threads_may_use_one_journal(journal: Journal) -> None:
    troubles: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(20):
                done(journal, intent(f"{number}.md"))
                journal.changes(5)
        except BaseException as trouble:  # noqa: BLE001 - told below, not lost in the thread
            troubles.append(trouble)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (troubles, len(journal.changes(1000))) == ([], 80)


def test_it_is_read_while_another_process_could_write(journal: Journal) -> None:
    done(journal, intent())
    other = Journal(journal.folder)
    assert len(other.changes()) == 1
    done(journal, intent())
    assert len(other.changes()) == 2
    other.close()


# What is kept


def aged(journal: Journal, days: float) -> None:
    with sqlite3.connect(journal.file) as database:
        database.execute("UPDATE changes SET time = ?", (time.time() - days * 86_400,))
    database.close()


def kept(journal: Journal, data: bytes, group: str, **more: object) -> int:
    """Make a change with its snapshot."""
    journal.snapshots.save(data)
    (change,) = done(journal, intent(f"{group}.md", old=data, **more), origin=Origin(group))
    return change


def test_old_changes_are_forgotten_with_their_snapshots(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    kept(journal, b"gone", "g1")
    kept(journal, b"shared", "g2")
    aged(journal, 11)
    kept(journal, b"shared", "g3")
    assert journal.delete_old() == 2
    assert [one.group for one in journal.changes()] == ["g3"]
    assert not journal.snapshots.contains(digest_of(b"gone"))
    assert journal.snapshot(digest_of(b"shared")) == b"shared"
    journal.close()


def test_an_open_change_is_never_forgotten_nor_its_group(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(days=10))
    kept(journal, b"1", "g1")
    journal.begin([intent()], Origin("g1"))
    aged(journal, 100)
    assert journal.delete_old() == 0
    assert len(journal.changes()) == 2
    journal.close()


def test_beyond_the_room_the_oldest_groups_go_whole_and_the_last_one_stays(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "place", lambda: Retention(megabytes=1))
    for name in ("g1", "g2", "g3"):
        kept(journal, name.encode() * 200_000, name)
        kept(journal, name.encode() * 1_000, name)
    journal.delete_old()
    assert {one.group for one in journal.changes()} == {"g3", "g2"}
    assert len(list(journal.snapshots.folder.iterdir())) == 4
    kept(journal, b"x" * 2_000_000, "huge")
    journal.delete_old()
    assert [one.group for one in journal.changes()] == ["huge"]
    journal.close()


def test_a_long_running_program_is_told_when_to_look_again(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "CLEANUP_AFTER_CHANGES", 2)
    done(journal, intent())
    assert not journal.is_cleanup_due
    done(journal, intent())
    assert journal.is_cleanup_due
    journal.delete_old()
    assert not journal.is_cleanup_due
