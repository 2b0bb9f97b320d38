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
from vaultdesk.vault.transactions import writer as sittings_module
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

# A person's saves of one note at one go are one change; what could be missed is kept.

A, B = NotePath("a.md"), NotePath("b.md")


def save(writer: Writer, origin: Origin, *texts: str, path: NotePath = A) -> None:
    """Save one text after the other, as an editor does."""
    file = writer._files.root / path.text
    for text in texts:
        edit = Rewrite(path, text, digest_of(file.read_bytes())) if file.exists() else Create(path, text)
        (outcome,) = writer.apply([edit], origin)
        assert outcome.result == "done"


def kept(journal: Journal) -> set[bytes]:
    return {journal.snapshot(file.name) for file in journal.snapshots.folder.iterdir()}


def test_saves_at_one_go_are_one_group_and_after_a_silence_another() -> None:
    now = [0.0]
    sittings = EditSessions(lambda: now[0])
    first = sittings.origin(A)
    now[0] += SESSION_GAP - 1
    assert sittings.origin(A) == first
    assert sittings.origin(B).group != first.group
    now[0] += SESSION_GAP + 1
    assert sittings.origin(A).group != first.group
    assert (first.title, first.agent, first.tool) == ("Edited by you", "", "")


def test_the_text_before_and_the_last_one_are_kept_and_nothing_between(
    root: Path, writer: Writer, journal: Journal
) -> None:
    (root / "a.md").write_text("before\n")
    save(writer, EditSessions().origin(A), "before\n1\n", "before\n1\n2\n", "before\n1\n2\n3\n")
    (entry,) = journal.changes()
    assert (entry.kind, entry.added, entry.removed, entry.state) == ("modify", 3, 0, "done")
    assert kept(journal) == {b"before\n"}
    assert entry.new_digest == digest_of((root / "a.md").read_bytes())


def test_a_chat_that_is_written_while_it_streams_folds_too(root: Path, writer: Writer, journal: Journal) -> None:
    save(writer, Origin(f"{CHAT_GROUP_PREFIX}chat_1:run_1"), "a\n", "a\nb\n", "a\nb\nc\n")
    save(writer, Origin(f"{CHAT_GROUP_PREFIX}chat_1:run_2"), "a\nb\nc\nd\n")
    assert [(entry.kind, entry.added) for entry in journal.changes()] == [("modify", 1), ("create", 3)]


def test_without_folding_every_save_would_be_kept(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    save(writer, Origin("run"), "before\n1\n", "before\n1\n2\n", "before\n1\n2\n3\n")
    assert (len(journal.changes()), len(kept(journal))) == (3, 3)


def test_a_new_note_and_its_first_saves_are_one_creation(writer: Writer, journal: Journal) -> None:
    save(writer, EditSessions().origin(A), "", "1\n", "1\n2\n")
    (entry,) = journal.changes()
    assert (entry.kind, entry.added, entry.old_digest) == ("create", 2, "")


def test_a_save_that_throws_much_away_keeps_the_text_before_it(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("short\n")
    long = "a long text that took an hour\n" * 50
    save(writer, EditSessions().origin(A), long, "oops\n", "oops!\n")
    assert kept(journal) == {b"short\n", long.encode()}
    assert len({entry.group for entry in journal.changes()}) == 1


def test_after_ten_minutes_the_text_so_far_is_kept(
    root: Path, writer: Writer, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "before\n1\n")
    monkeypatch.setattr(sittings_module, "MAX_FOLD_SECONDS", -1.0)
    save(writer, origin, "before\n1\n2\n")
    assert kept(journal) == {b"before\n", b"before\n1\n"}


def test_what_somebody_else_wrote_between_is_kept(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "before\n1\n")
    (root / "a.md").write_text("theirs, and longer\n")
    save(writer, origin, "theirs, and longer\n2\n")
    save(writer, Origin("run", agent="Librarian"), "theirs, and longer\n2\n3\n")
    save(writer, origin, "theirs, and longer\n2\n3\n4\n")
    assert len(journal.changes()) == 4
    assert b"theirs, and longer\n" in kept(journal)


def test_a_change_that_was_undone_is_not_built_on(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "1\n1\n1\n")
    (entry,) = journal.changes()
    save(writer, Origin("undo"), "before\n")
    save(writer, origin, "1\n1\n1\n")
    assert [one.id for one in journal.changes()] != [entry.id]
    assert len(journal.changes()) == 3


def test_a_damaged_text_from_before_does_not_stop_the_saving(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = EditSessions().origin(A)
    save(writer, origin, "before\n1\n")
    (journal.snapshots.folder / digest_of(b"before\n")).write_bytes(b"damage")
    save(writer, origin, "before\n1\n2\n")
    assert journal.snapshot(digest_of(b"before\n1\n")) == b"before\n1\n"


# Edits reach the disk through the journal, unit by unit; what cannot be done leaves everything as it was.

RUN = Origin("run", "Tidy up", "Librarian", "talk", "edit_note")
WRITER_A, WRITER_B, C = NotePath("a.md"), NotePath("f/b.md"), NotePath("new/deep/c.md")


@pytest.fixture
def notes(root: Path) -> dict[NotePath, str]:
    """Two notes; their digests."""
    (root / "f").mkdir()
    (root / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    (root / "f" / "b.md").write_bytes(b"b")
    return {WRITER_A: digest_of((root / "a.md").read_bytes()), WRITER_B: digest_of(b"b")}


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


def results(outcomes: Sequence[EditOutcome]) -> list[str]:
    return [outcome.result for outcome in outcomes]


def applied(writer: Writer, *edits: FileEdit, origin: Origin = RUN) -> list[str]:
    return results(writer.apply(edits, origin))


def test_each_kind_of_edit_is_done_and_written_down(
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


def test_a_deleted_note_goes_to_the_trash_with_a_snapshot(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    assert applied(writer, Delete(WRITER_B, notes[WRITER_B])) == ["done"]
    assert tree(root / ".trash") == {"f": None, "f/b.md": b"b"}
    (entry,) = journal.changes()
    assert (entry.kind, entry.new_path, journal.snapshot(entry.old_digest)) == ("delete", ".trash/f/b.md", b"b")


def test_a_refused_trash_deletes_nothing_and_the_snapshot_is_kept(
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


def test_of_a_unit_all_or_none_is_done(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    before = tree(root)
    edits = [
        Move(WRITER_B, C, notes[WRITER_B], unit="u"),
        Rewrite(WRITER_A, "x", "0" * 64, unit="u"),
        Create(NotePath("z.md"), "z"),
    ]
    assert applied(writer, *edits) == ["skipped", "conflict", "done"]
    assert tree(root) == {**before, "z.md": b"z"}
    assert [entry.path for entry in journal.changes()] == ["z.md"]


def test_a_unit_that_fails_in_the_middle_is_put_back_exactly(
    root: Path, files: VaultFiles, journal: Journal, notes: dict[NotePath, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check before saw nothing; the disk refuses the last of four."""
    (root / "a.md").chmod(0o640)
    before = tree(root)
    work = files.operations
    real = work.create

    def create(path: NotePath, *rest: object) -> int:
        if path == NotePath("new/z.md"):
            raise_full(path)
        return real(path, *rest)  # type: ignore[arg-type]

    def raise_full(path: NotePath) -> None:
        with work._translate_errors(path, "write"):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(work, "create", create)
    writer = Writer(files, journal, Trash(root, work, lambda: "local"))
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


def test_what_somebody_changed_meanwhile_is_not_put_back(
    root: Path, files: VaultFiles, journal: Journal, notes: dict[NotePath, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = files.operations

    def create(path: NotePath, *rest: object) -> int:
        (root / "a.md").write_bytes(b"theirs")
        with work._translate_errors(path, "write"):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(work, "create", create)
    writer = Writer(files, journal, Trash(root, work, lambda: "local"))
    edits = [Rewrite(WRITER_A, "x\n", notes[WRITER_A], unit="u"), Create(NotePath("y.md"), "y", unit="u")]
    outcomes = writer.apply(edits, RUN)
    assert results(outcomes) == ["done", "failed"]
    assert "changed since" in outcomes[0].problem
    assert (root / "a.md").read_bytes() == b"theirs"


def test_a_later_edit_may_expect_the_bytes_an_earlier_one_found(
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
    assert applied(writer, *edits) == ["done"] * 6
    assert (root / "new" / "deep" / "c.md").read_bytes() == b"\xef\xbb\xbfy\r\n"
    assert (root / ".trash" / "b.md").read_bytes() == b"2"


def test_a_place_that_a_unit_leaves_can_be_taken_by_it(root: Path, writer: Writer, notes: dict[NotePath, str]) -> None:
    edits = [
        Move(WRITER_A, NotePath("t.md"), notes[WRITER_A], unit="u"),
        Move(WRITER_B, WRITER_A, notes[WRITER_B], unit="u"),
        Move(NotePath("t.md"), WRITER_B, notes[WRITER_A], unit="u"),
    ]
    assert applied(writer, *edits) == ["done"] * 3
    assert (root / "a.md").read_bytes() == b"b"


def test_two_of_a_unit_cannot_have_one_name(root: Path, writer: Writer, notes: dict[NotePath, str]) -> None:
    before = tree(root)
    twins = [Create(NotePath("x/N.md"), "1", unit="u"), Create(NotePath("x/n.md"), "2", unit="u")]
    assert applied(writer, *twins) == ["skipped", "conflict"]
    assert tree(root) == before


def test_nothing_but_notes_and_canvases_is_changed(root: Path, writer: Writer) -> None:
    for name in ("x.canvas", "x.png"):
        (root / name).write_bytes(b"{}")
    canvas, picture = NotePath("x.canvas"), NotePath("x.png")
    digest = digest_of(b"{}")
    assert applied(writer, Rewrite(canvas, '{"n":1}', digest)) == ["done"]
    refused = [
        Create(NotePath("y.canvas"), ""), Move(canvas, NotePath("z.canvas"), digest), Delete(canvas, digest),
        Rewrite(picture, "x", digest), Delete(picture, digest), Move(picture, WRITER_A, digest),
        Move(NotePath("x.png"), NotePath("con.md"), digest),
    ]  # fmt: skip
    assert applied(writer, *refused) == ["failed"] * len(refused)
    assert tree(root) == {"x.canvas": b'{"n":1}', "x.png": b"{}"}


def test_the_same_text_again_changes_nothing(
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
    assert applied(writer, Create(C, "c")) == ["failed"]
    assert tree(root) == {}


def test_what_is_done_is_told_once_and_what_is_not_is_not(
    root: Path, files: VaultFiles, journal: Journal, notes: dict[NotePath, str]
) -> None:
    told: list[tuple[FileChange, ...]] = []
    writer = Writer(files, journal, Trash(root, files.operations, lambda: "none"), told.append)
    applied(
        writer,
        Create(C, ""),
        Rewrite(WRITER_A, "x", "0" * 64),
        Move(WRITER_B, NotePath("d.md"), notes[WRITER_B]),
        Delete(WRITER_A, notes[WRITER_A]),
    )
    applied(writer, Rewrite(WRITER_A, "x", "0" * 64))
    moved = FileChange("moved", NotePath("d.md"), WRITER_B)
    assert told == [(FileChange("created", C), moved, FileChange("deleted", WRITER_A))]


# Conflict copies


@pytest.mark.parametrize("tool", ["edit_note", ""])
def test_tools_do_not_write_where_a_conflict_copy_lies_and_the_person_may(
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


# Exact steps, as an undo needs them


def test_bytes_mode_and_attributes_are_restored_exactly(
    root: Path, writer: Writer, journal: Journal, notes: dict[NotePath, str]
) -> None:
    note = root / "a.md"
    note.chmod(0o604)
    if sys.platform == "linux":
        try:
            os.setxattr(note, "user.colour", b"red\0")
        except OSError:
            pytest.skip("this file system has no attributes")
    data, links = note.read_bytes(), note.stat().st_mode
    applied(writer, Rewrite(WRITER_A, "x\n", notes[WRITER_A]), Delete(WRITER_B, notes[WRITER_B]))
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
        assert note.stat().st_mode == links
    if sys.platform == "linux":
        assert {name: os.getxattr(note, name) for name in os.listxattr(note)} == {"user.colour": b"red\0"}
    assert [entry.undone_by for entry in journal.changes(group="run")] == [outcomes[1].change_id, outcomes[0].change_id]


def test_a_name_no_system_keeps_comes_back_too_and_made_folders_go(
    root: Path, writer: Writer, journal: Journal
) -> None:
    if os.name == "nt":
        pytest.skip("Windows cannot have that name")
    odd = NotePath("What?.md")
    (root / odd.text).write_bytes(b"odd")
    applied(writer, Move(odd, C, digest_of(b"odd")), Create(NotePath("x/y.md"), "y"))
    created, moved = journal.changes()
    steps = [
        MoveFile(C, odd, digest_of(b"odd"), folders=moved.folders),
        RemoveFile(NotePath("x/y.md"), created.new_digest, to_trash=False, folders=created.folders),
    ]
    assert [outcome.result for outcome in writer.restore(steps, Origin("undo"))] == ["done", "done"]
    assert tree(root) == {odd.text: b"odd"}


def test_attributes_alone_can_be_restored(root: Path, writer: Writer, notes: dict[NotePath, str]) -> None:
    if os.name == "nt":
        pytest.skip("Windows has one bit of mode")
    (outcome,) = writer.restore(
        [PutFile(WRITER_B, b"b", notes[WRITER_B], FileAttributes(0o600, os.getuid(), os.getgid()))], Origin("undo")
    )
    assert outcome.result == "done"
    assert stat.S_IMODE((root / "f" / "b.md").stat().st_mode) == 0o600


def test_a_unit_of_steps_is_all_or_none_too(root: Path, writer: Writer, notes: dict[NotePath, str]) -> None:
    before = tree(root)
    steps = [
        PutFile(WRITER_B, b"x", notes[WRITER_B], unit="u"),
        PutFile(WRITER_A, b"x", "0" * 64, unit="u"),
        MoveFile(WRITER_B, C, notes[WRITER_B]),
    ]
    assert [outcome.result for outcome in writer.restore(steps[:2], Origin("undo"))] == ["skipped", "conflict"]
    assert tree(root) == before


# Hostile trees


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_nothing_leaves_the_vault_while_a_folder_is_swapped_for_a_link(root: Path, writer: Writer) -> None:
    outside = root.parent / "outside"
    counted: Counter[str] = Counter()
    with swapping(root):
        (root / "real.md").write_bytes(b"real")
        for number in range(60):
            edits = [
                Create(NotePath(f"f/n{number}.md"), "mine"), Delete(NotePath("f/secret.md"), digest_of(b"SECRET")),
                Rewrite(NotePath("f/secret.md"), "mine", digest_of(b"SECRET")),
                Move(NotePath("real.md"), NotePath("f/real.md"), digest_of(b"real")),
                Move(NotePath("f/real.md"), NotePath("real.md"), digest_of(b"real")),
            ]  # fmt: skip
            counted.update(results(writer.apply(edits, RUN)))
    assert [found.name for found in outside.iterdir()] == ["secret.md"]
    assert (outside / "secret.md").read_bytes() == b"SECRET"
    assert counted["failed"] + counted["conflict"] > 0
    assert applied(writer, Create(NotePath("honest.md"), "")) == ["done"]


@pytest.mark.skipif(os.name == "nt", reason="special files of POSIX")
@pytest.mark.timeout(10)
def test_links_pipes_and_folders_named_like_notes_are_refused(root: Path, writer: Writer) -> None:
    (root / "link.md").symlink_to(root.parent / "outside" / "secret.md")
    (root / "out").symlink_to(root.parent / "outside")
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    secret = digest_of(b"SECRET")
    for name in ("link.md", "out/secret.md", "pipe.md", "folder.md"):
        path = NotePath(name)
        edits = [Rewrite(path, "x", secret), Delete(path, secret), Move(path, NotePath("n.md"), secret)]
        assert applied(writer, *edits) == ["failed"] * 3
        assert applied(writer, Create(path, "x"))[0] in ("failed", "conflict")
        assert applied(writer, Create(NotePath(f"{name}/x.md"), "x"))[0] in ("failed", "conflict", "done")
    assert (root.parent / "outside" / "secret.md").read_bytes() == b"SECRET"
    assert sorted(found.name for found in (root.parent / "outside").iterdir()) == ["secret.md"]


def test_the_way_by_paths_does_the_same(root: Path, journal: Journal) -> None:
    """As on Windows, which has no directory descriptors."""
    files = VaultFiles(root, PortableRoot)
    writer = Writer(files, journal, Trash(root, files.operations, lambda: "local"))
    (made,) = writer.apply([Create(WRITER_A, "1")], RUN)
    edits = [
        Rewrite(WRITER_A, "2", made.digest, "u"),
        Move(WRITER_A, C, made.digest, "u"),
        Move(C, NotePath("c.md"), made.digest),
    ]
    assert applied(writer, *edits) == ["done"] * 3
    assert applied(writer, Create(NotePath("C.md"), ""), Delete(NotePath("c.md"), digest_of(b"2"))) == [
        "conflict", "done"
    ]  # fmt: skip
    assert tree(root / ".trash") == {"c.md": b"2"}
