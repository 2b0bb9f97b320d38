"""Tests of vault/transactions/writer.py."""

import os
import stat
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.vault.disk.test_folder_swap_race import swapping
from vaultdesk.vault.disk.atomic_write import FileAttributes
from vaultdesk.vault.disk.folder import PortableRoot
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions import writer as writer_module
from vaultdesk.vault.transactions.file_edits import (
    Create,
    Delete,
    EditOutcome,
    FileEdit,
    Move,
    MoveFile,
    Origin,
    PutFile,
    RemoveFile,
    Rewrite,
)
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.writer import CHAT_GROUP_PREFIX, SESSION_GAP, EditSessions, Writer
from vaultdesk.vault.vault_changes import FileChange

# Saves of one note in an edit session are one change; text that would be lost is stored.

A, B = NotePath("a.md"), NotePath("b.md")


def save(writer: Writer, origin: Origin, *texts: str, path: NotePath = A) -> None:
    """Save *texts* in order, as an editor does."""
    file = writer._files.root / path.text
    for text in texts:
        edit = Rewrite(path, text, digest_of(file.read_bytes())) if file.exists() else Create(path, text)
        (outcome,) = writer.apply([edit], origin)
        assert outcome.result == "done"


def stored_snapshots(journal: Journal) -> set[bytes]:
    return {journal.snapshot(file.name) for file in journal.snapshots.folder.iterdir()}


def test_saves_in_a_session_are_one_group_and_after_a_pause_another() -> None:
    now = [0.0]
    sessions = EditSessions(lambda: now[0])
    first = sessions.origin(A)
    now[0] += SESSION_GAP - 1
    assert sessions.origin(A) == first
    assert sessions.origin(B).group != first.group
    now[0] += SESSION_GAP + 1
    assert sessions.origin(A).group != first.group
    assert (first.title, first.agent, first.tool) == ("Edited by you", "", "")


def test_a_session_stores_the_text_before_it_and_no_intermediate_texts(
    root: Path, writer: Writer, journal: Journal
) -> None:
    (root / "a.md").write_text("before\n")
    save(writer, EditSessions().origin(A), "before\n1\n", "before\n1\n2\n", "before\n1\n2\n3\n")
    (entry,) = journal.changes()
    assert (entry.kind, entry.added, entry.removed, entry.state) == ("modify", 3, 0, "done")
    assert stored_snapshots(journal) == {b"before\n"}
    assert entry.new_digest == digest_of((root / "a.md").read_bytes())


def test_saves_of_a_streaming_chat_are_folded(root: Path, writer: Writer, journal: Journal) -> None:
    save(writer, Origin(f"{CHAT_GROUP_PREFIX}chat_1:run_1"), "a\n", "a\nb\n", "a\nb\nc\n")
    save(writer, Origin(f"{CHAT_GROUP_PREFIX}chat_1:run_2"), "a\nb\nc\nd\n")
    assert [(entry.kind, entry.added) for entry in journal.changes()] == [("modify", 1), ("create", 3)]


def test_saves_outside_a_session_are_all_stored(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    save(writer, Origin("run"), "before\n1\n", "before\n1\n2\n", "before\n1\n2\n3\n")
    assert (len(journal.changes()), len(stored_snapshots(journal))) == (3, 3)


def test_creating_a_note_and_its_first_saves_are_one_creation(writer: Writer, journal: Journal) -> None:
    save(writer, EditSessions().origin(A), "", "1\n", "1\n2\n")
    (entry,) = journal.changes()
    assert (entry.kind, entry.added, entry.old_digest) == ("create", 2, "")


def test_a_save_that_removes_much_text_stores_the_text_before_it(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("short\n")
    long = "a long text that took an hour\n" * 50
    save(writer, EditSessions().origin(A), long, "oops\n", "oops!\n")
    assert stored_snapshots(journal) == {b"short\n", long.encode()}
    assert len({entry.group for entry in journal.changes()}) == 1


def test_the_text_so_far_is_stored_after_ten_minutes(
    root: Path, writer: Writer, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "before\n1\n")
    monkeypatch.setattr(writer_module, "MAX_FOLD_SECONDS", -1.0)
    save(writer, origin, "before\n1\n2\n")
    assert stored_snapshots(journal) == {b"before\n", b"before\n1\n"}


def test_text_written_in_between_by_another_program_is_stored(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "before\n1\n")
    (root / "a.md").write_text("theirs, and longer\n")
    save(writer, origin, "theirs, and longer\n2\n")
    save(writer, Origin("run", agent="Librarian"), "theirs, and longer\n2\n3\n")
    save(writer, origin, "theirs, and longer\n2\n3\n4\n")
    assert len(journal.changes()) == 4
    assert b"theirs, and longer\n" in stored_snapshots(journal)


def test_a_save_is_not_folded_into_an_undone_change(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "1\n1\n1\n")
    (entry,) = journal.changes()
    save(writer, Origin("undo"), "before\n")
    save(writer, origin, "1\n1\n1\n")
    assert [change.id for change in journal.changes()] != [entry.id]
    assert len(journal.changes()) == 3


def test_a_damaged_snapshot_does_not_prevent_a_save(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "before\n1\n")
    (journal.snapshots.folder / digest_of(b"before\n")).write_bytes(b"damage")
    save(writer, origin, "before\n1\n2\n")
    assert journal.snapshot(digest_of(b"before\n1\n")) == b"before\n1\n"


# Edits are written through the journal, one unit at a time; a failed unit leaves everything unchanged.

RUN = Origin("run", "Tidy up", "Librarian", "talk", "edit_note")
WRITER_A, WRITER_B, C = NotePath("a.md"), NotePath("f/b.md"), NotePath("new/deep/c.md")


@pytest.fixture
def notes(root: Path) -> dict[NotePath, str]:
    """Create two notes and return their digests."""
    (root / "f").mkdir()
    (root / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    (root / "f" / "b.md").write_bytes(b"b")
    return {WRITER_A: digest_of((root / "a.md").read_bytes()), WRITER_B: digest_of(b"b")}


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


def results(outcomes: Sequence[EditOutcome]) -> list[str]:
    return [outcome.result for outcome in outcomes]


def apply_edits(writer: Writer, *edits: FileEdit, origin: Origin = RUN) -> list[str]:
    return results(writer.apply(edits, origin))


def test_each_kind_of_edit_is_applied_and_recorded(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    outcomes = writer.apply(
        [
            Create(C, "c\n"),
            Rewrite(WRITER_A, "one\n2\n", notes[WRITER_A]),
            Move(WRITER_B, NotePath("f/d.md"), notes[WRITER_B]),
        ],
        RUN,
    )
    assert results(outcomes) == ["done"] * 3
    assert tree(root) == {
        "a.md": b"\xef\xbb\xbfone\r\n2\r\n", "f": None, "f/d.md": b"b", "new": None, "new/deep": None,
        "new/deep/c.md": b"c\n",
    }  # fmt: skip
    moved, modified, created = journal.changes()
    assert (created.kind, created.path, created.folders, created.added) == ("create", C.text, ("new", "new/deep"), 1)
    assert (modified.kind, modified.added, modified.removed, modified.state) == ("modify", 1, 1, "done")
    assert (moved.kind, moved.path, moved.new_path, moved.new_digest) == ("move", "f/b.md", "f/d.md", notes[WRITER_B])
    assert journal.snapshot(modified.old_digest) == b"\xef\xbb\xbfone\r\ntwo\r\n"
    assert [outcome.change_id for outcome in outcomes] == [created.id, modified.id, moved.id]
    assert outcomes[1].digest == modified.new_digest == digest_of((root / "a.md").read_bytes())


def test_a_deleted_note_is_moved_to_the_trash_with_a_snapshot(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    assert apply_edits(writer, Delete(WRITER_B, notes[WRITER_B])) == ["done"]
    assert tree(root / ".trash") == {"f": None, "f/b.md": b"b"}
    (entry,) = journal.changes()
    assert (entry.kind, entry.new_path, journal.snapshot(entry.old_digest)) == ("delete", ".trash/f/b.md", b"b")


def test_a_refused_deletion_deletes_nothing_and_stores_the_snapshot(
    root: Path, files: VaultFiles, journal: Journal, notes: dict[NotePath, str]
) -> None:
    def send(file: Path) -> None:
        raise OSError(13, "Permission denied")

    writer = Writer(files, journal, Trash(root, files.operations, lambda: "system", send))
    (outcome,) = writer.apply([Delete(WRITER_B, notes[WRITER_B])], RUN)
    assert (outcome.result, (root / "f" / "b.md").read_bytes()) == ("failed", b"b")
    assert "Nothing was deleted" in outcome.problem
    assert journal.snapshot(notes[WRITER_B]) == b"b"
    assert [entry.state for entry in journal.changes()] == ["failed"]


def test_edits_without_a_unit_are_independent(root: Path, writer: Writer, notes: dict[NotePath, str]) -> None:
    edits = [
        Rewrite(WRITER_A, "x", "0" * 64),
        Rewrite(WRITER_B, "x", notes[WRITER_B]),
        Delete(NotePath("no.md"), "0" * 64),
    ]
    outcomes = writer.apply(edits, RUN)
    assert results(outcomes) == ["conflict", "done", "conflict"]
    assert "changed since" in outcomes[0].problem
    assert "There is no note" in outcomes[2].problem
    assert (root / "f" / "b.md").read_bytes() == b"x"


def test_a_unit_is_applied_completely_or_not_at_all(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    before = tree(root)
    edits = [
        Move(WRITER_B, C, notes[WRITER_B], unit="u"),
        Rewrite(WRITER_A, "x", "0" * 64, unit="u"),
        Create(NotePath("z.md"), "z"),
    ]
    assert apply_edits(writer, *edits) == ["skipped", "conflict", "done"]
    assert tree(root) == {**before, "z.md": b"z"}
    assert [entry.path for entry in journal.changes()] == ["z.md"]


def test_a_unit_that_fails_in_the_middle_is_rolled_back_exactly(
    root: Path, files: VaultFiles, journal: Journal, notes: dict[NotePath, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The preceding check passes; the disk refuses the fourth step."""
    (root / "a.md").chmod(0o640)
    before = tree(root)
    operations = files.operations
    real_create = operations.create

    def create(path: NotePath, *rest: object) -> int:
        if path == NotePath("new/z.md"):
            raise_disk_full(path)
        return real_create(path, *rest)  # type: ignore[arg-type]

    def raise_disk_full(path: NotePath) -> None:
        with operations._translate_errors(path, "write"):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(operations, "create", create)
    writer = Writer(files, journal, Trash(root, operations, lambda: "local"))
    edits = [
        Rewrite(WRITER_A, "x\n", notes[WRITER_A], unit="u"),
        Move(WRITER_B, C, notes[WRITER_B], unit="u"),
        Create(NotePath("y.md"), "y", unit="u"),
        Create(NotePath("new/z.md"), "z", unit="u"),
        Delete(C, notes[WRITER_B], unit="u"),
    ]
    outcomes = writer.apply(edits, RUN)
    assert results(outcomes) == ["skipped", "skipped", "skipped", "failed", "skipped"]
    assert "full" in outcomes[3].problem
    assert tree(root) == before
    assert stat.S_IMODE((root / "a.md").stat().st_mode) == 0o640 or os.name == "nt"
    assert {entry.state for entry in journal.changes()} == {"failed"}
    assert journal.open_changes() == ()


def test_concurrent_changes_by_another_program_are_not_rolled_back(
    root: Path, files: VaultFiles, journal: Journal, notes: dict[NotePath, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    operations = files.operations

    def create(path: NotePath, *rest: object) -> int:
        (root / "a.md").write_bytes(b"theirs")
        with operations._translate_errors(path, "write"):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(operations, "create", create)
    writer = Writer(files, journal, Trash(root, operations, lambda: "local"))
    edits = [Rewrite(WRITER_A, "x\n", notes[WRITER_A], unit="u"), Create(NotePath("y.md"), "y", unit="u")]
    outcomes = writer.apply(edits, RUN)
    assert results(outcomes) == ["done", "failed"]
    assert "changed since" in outcomes[0].problem
    assert (root / "a.md").read_bytes() == b"theirs"


def test_a_later_edit_may_expect_the_digest_before_an_earlier_one(
    root: Path, writer: Writer, notes: dict[NotePath, str]
) -> None:
    edits = [
        Rewrite(WRITER_A, "x\n", notes[WRITER_A], unit="u"),
        Move(WRITER_A, C, notes[WRITER_A], unit="u"),
        Rewrite(C, "y\n", notes[WRITER_A], unit="u"),
        Move(WRITER_B, NotePath("b.md"), notes[WRITER_B]),
        Rewrite(NotePath("b.md"), "2", notes[WRITER_B]),
        Delete(NotePath("b.md"), notes[WRITER_B]),
    ]
    assert apply_edits(writer, *edits) == ["done"] * 6
    assert (root / "new" / "deep" / "c.md").read_bytes() == b"\xef\xbb\xbfy\r\n"
    assert (root / ".trash" / "b.md").read_bytes() == b"2"


def test_a_path_freed_by_a_unit_can_be_reused_in_it(root: Path, writer: Writer, notes: dict[NotePath, str]) -> None:
    edits = [
        Move(WRITER_A, NotePath("t.md"), notes[WRITER_A], unit="u"),
        Move(WRITER_B, WRITER_A, notes[WRITER_B], unit="u"),
        Move(NotePath("t.md"), WRITER_B, notes[WRITER_A], unit="u"),
    ]
    assert apply_edits(writer, *edits) == ["done"] * 3
    assert (root / "a.md").read_bytes() == b"b"


def test_two_edits_of_a_unit_cannot_create_the_same_name(
    root: Path, writer: Writer, notes: dict[NotePath, str]
) -> None:
    before = tree(root)
    edits = [Create(NotePath("x/N.md"), "1", unit="u"), Create(NotePath("x/n.md"), "2", unit="u")]
    assert apply_edits(writer, *edits) == ["skipped", "conflict"]
    assert tree(root) == before


def test_only_notes_and_existing_canvases_are_changed(root: Path, writer: Writer) -> None:
    for name in ("x.canvas", "x.png"):
        (root / name).write_bytes(b"{}")
    canvas, picture = NotePath("x.canvas"), NotePath("x.png")
    digest = digest_of(b"{}")
    assert apply_edits(writer, Rewrite(canvas, '{"n":1}', digest)) == ["done"]
    refused_edits = [
        Create(NotePath("y.canvas"), ""), Move(canvas, NotePath("z.canvas"), digest), Delete(canvas, digest),
        Rewrite(picture, "x", digest), Delete(picture, digest), Move(picture, WRITER_A, digest),
        Move(NotePath("x.png"), NotePath("con.md"), digest),
    ]  # fmt: skip
    assert apply_edits(writer, *refused_edits) == ["failed"] * len(refused_edits)
    assert tree(root) == {"x.canvas": b'{"n":1}', "x.png": b"{}"}


def test_rewriting_the_same_text_changes_nothing(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    before = (root / "f" / "b.md").stat()
    (outcome,) = writer.apply([Rewrite(WRITER_B, "b", notes[WRITER_B])], RUN)
    assert (outcome.result, outcome.digest, outcome.change_id) == ("done", notes[WRITER_B], 0)
    assert (root / "f" / "b.md").stat() == before
    assert journal.changes() == ()


def test_a_failed_creation_leaves_no_folders(root: Path, files: VaultFiles, writer: Writer,
                                             monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    def create(path: NotePath, *rest: object) -> int:
        with files.operations._translate_errors(path, "write"):
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(files.operations, "create", create)
    assert apply_edits(writer, Create(C, "c")) == ["failed"]
    assert tree(root) == {}


def test_applied_edits_are_published_once_and_refused_ones_are_not(
    root: Path, files: VaultFiles, journal: Journal, notes: dict[NotePath, str]
) -> None:
    published: list[tuple[FileChange, ...]] = []
    writer = Writer(files, journal, Trash(root, files.operations, lambda: "none"), published.append)
    apply_edits(
        writer,
        Create(C, ""),
        Rewrite(WRITER_A, "x", "0" * 64),
        Move(WRITER_B, NotePath("d.md"), notes[WRITER_B]),
        Delete(WRITER_A, notes[WRITER_A]),
    )
    apply_edits(writer, Rewrite(WRITER_A, "x", "0" * 64))
    moved = FileChange("moved", NotePath("d.md"), WRITER_B)
    assert published == [(FileChange("created", C), moved, FileChange("deleted", WRITER_A))]


# Conflict copies.


@pytest.mark.parametrize("tool", ["edit_note", ""])
def test_tools_do_not_write_notes_with_a_conflict_copy_and_the_user_may(
    root: Path, writer: Writer, notes: dict[NotePath, str], tool: str
) -> None:
    copy = NotePath("a.sync-conflict-20240101-120000-ABCDEF2.md")
    (root / copy.text).write_bytes(b"copy")
    edits = [
        Rewrite(WRITER_A, "x\n", notes[WRITER_A]),
        Move(WRITER_B, NotePath("A.md"), notes[WRITER_B]),
        Rewrite(copy, "x", digest_of(b"copy")),
        Rewrite(WRITER_B, "x", notes[WRITER_B]),
    ]
    outcomes = writer.apply(edits, Origin("g", tool=tool))
    if tool:
        assert results(outcomes) == ["conflict", "conflict", "conflict", "done"]
        assert all(copy.text in outcome.problem for outcome in outcomes[:3])
        assert (root / "a.md").read_bytes().startswith(b"\xef\xbb\xbfone")
    else:
        assert results(outcomes) == ["done", "conflict", "done", "done"]


# Exact steps, as needed by an undo.


def test_bytes_mode_and_extended_attributes_are_restored_exactly(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    note = root / "a.md"
    note.chmod(0o604)
    if sys.platform == "linux":
        try:
            os.setxattr(note, "user.colour", b"red\0")
        except OSError:
            pytest.skip("this file system has no attributes")
    data, mode = note.read_bytes(), note.stat().st_mode
    apply_edits(writer, Rewrite(WRITER_A, "x\n", notes[WRITER_A]), Delete(WRITER_B, notes[WRITER_B]))
    deleted, modified = journal.changes()
    note.chmod(0o600)
    if sys.platform == "linux":
        os.removexattr(note, "user.colour")
        os.setxattr(note, "user.else", b"1")
    steps = [
        PutFile(
            WRITER_A,
            journal.snapshot(modified.old_digest),
            modified.new_digest,
            modified.attributes,
            undoes=modified.id,
        ),
        PutFile(WRITER_B, journal.snapshot(deleted.old_digest), None, deleted.attributes, undoes=deleted.id),
    ]
    outcomes = writer.restore(steps, Origin("undo", "Undo of Tidy up"))
    assert [(outcome.result, outcome.error) for outcome in outcomes] == [("done", None)] * 2
    assert (note.read_bytes(), (root / "f" / "b.md").read_bytes()) == (data, b"b")
    if os.name != "nt":
        assert note.stat().st_mode == mode
    if sys.platform == "linux":
        assert {name: os.getxattr(note, name) for name in os.listxattr(note)} == {"user.colour": b"red\0"}
    assert [entry.undone_by for entry in journal.changes(group="run")] == [outcomes[1].change_id, outcomes[0].change_id]


def test_a_non_portable_name_is_restored_and_created_folders_are_removed(
    root: Path, writer: Writer, journal: Journal
) -> None:
    if os.name == "nt":
        pytest.skip("Windows cannot have that name")
    odd = NotePath("What?.md")
    (root / odd.text).write_bytes(b"odd")
    apply_edits(writer, Move(odd, C, digest_of(b"odd")), Create(NotePath("x/y.md"), "y"))
    created, moved = journal.changes()
    steps = [
        MoveFile(C, odd, digest_of(b"odd"), folders=moved.folders),
        RemoveFile(NotePath("x/y.md"), created.new_digest, to_trash=False, folders=created.folders),
    ]
    assert [outcome.result for outcome in writer.restore(steps, Origin("undo"))] == ["done", "done"]
    assert tree(root) == {odd.text: b"odd"}


def test_attributes_can_be_restored_without_changing_the_bytes(
    root: Path, writer: Writer, notes: dict[NotePath, str]
) -> None:
    if os.name == "nt":
        pytest.skip("Windows has one bit of mode")
    (outcome,) = writer.restore(
        [PutFile(WRITER_B, b"b", notes[WRITER_B], FileAttributes(0o600, os.getuid(), os.getgid()))], Origin("undo")
    )
    assert outcome.result == "done"
    assert stat.S_IMODE((root / "f" / "b.md").stat().st_mode) == 0o600


def test_a_unit_of_steps_is_applied_completely_or_not_at_all(
    root: Path, writer: Writer, notes: dict[NotePath, str]
) -> None:
    before = tree(root)
    steps = [
        PutFile(WRITER_B, b"x", notes[WRITER_B], unit="u"),
        PutFile(WRITER_A, b"x", "0" * 64, unit="u"),
        MoveFile(WRITER_B, C, notes[WRITER_B]),
    ]
    assert [outcome.result for outcome in writer.restore(steps[:2], Origin("undo"))] == ["skipped", "conflict"]
    assert tree(root) == before


# Hostile folder trees.


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_nothing_is_written_outside_while_a_folder_is_swapped_for_a_link(root: Path, writer: Writer) -> None:
    outside = root.parent / "outside"
    result_counts: Counter[str] = Counter()
    with swapping(root):
        (root / "real.md").write_bytes(b"real")
        for number in range(60):
            edits = [
                Create(NotePath(f"f/n{number}.md"), "mine"), Delete(NotePath("f/secret.md"), digest_of(b"SECRET")),
                Rewrite(NotePath("f/secret.md"), "mine", digest_of(b"SECRET")),
                Move(NotePath("real.md"), NotePath("f/real.md"), digest_of(b"real")),
                Move(NotePath("f/real.md"), NotePath("real.md"), digest_of(b"real")),
            ]  # fmt: skip
            result_counts.update(results(writer.apply(edits, RUN)))
    assert [found.name for found in outside.iterdir()] == ["secret.md"]
    assert (outside / "secret.md").read_bytes() == b"SECRET"
    assert result_counts["failed"] + result_counts["conflict"] > 0
    assert apply_edits(writer, Create(NotePath("honest.md"), "")) == ["done"]


@pytest.mark.skipif(os.name == "nt", reason="special files of POSIX")
def test_links_pipes_and_folders_named_like_notes_are_refused(root: Path, writer: Writer) -> None:
    (root / "link.md").symlink_to(root.parent / "outside" / "secret.md")
    (root / "out").symlink_to(root.parent / "outside")
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    secret = digest_of(b"SECRET")
    for name in ("link.md", "out/secret.md", "pipe.md", "folder.md"):
        path = NotePath(name)
        edits = [Rewrite(path, "x", secret), Delete(path, secret), Move(path, NotePath("n.md"), secret)]
        assert apply_edits(writer, *edits) == ["failed"] * 3
        assert apply_edits(writer, Create(path, "x"))[0] in ("failed", "conflict")
        assert apply_edits(writer, Create(NotePath(f"{name}/x.md"), "x"))[0] in ("failed", "conflict", "done")
    assert (root.parent / "outside" / "secret.md").read_bytes() == b"SECRET"
    assert sorted(found.name for found in (root.parent / "outside").iterdir()) == ["secret.md"]


def test_path_based_access_gives_the_same_results(root: Path, journal: Journal) -> None:
    """Path-based access is used on Windows, which has no directory descriptors."""
    files = VaultFiles(root, PortableRoot)
    writer = Writer(files, journal, Trash(root, files.operations, lambda: "local"))
    (created,) = writer.apply([Create(WRITER_A, "1")], RUN)
    edits = [
        Rewrite(WRITER_A, "2", created.digest, "u"),
        Move(WRITER_A, C, created.digest, "u"),
        Move(C, NotePath("c.md"), created.digest),
    ]
    assert apply_edits(writer, *edits) == ["done"] * 3
    assert apply_edits(writer, Create(NotePath("C.md"), ""), Delete(NotePath("c.md"), digest_of(b"2"))) == [
        "conflict", "done"
    ]  # fmt: skip
    assert tree(root / ".trash") == {"c.md": b"2"}
