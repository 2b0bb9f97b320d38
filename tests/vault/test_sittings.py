"""A person's saves of one note at one go are one change; what could be missed is kept."""

from pathlib import Path

import pytest

from vaultdesk.vault import sittings as sittings_module
from vaultdesk.vault.edits import Create, Origin, Rewrite
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.sittings import CHAT, SILENCE, Sittings
from vaultdesk.vault.writer import Writer

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
    sittings = Sittings(lambda: now[0])
    first = sittings.origin(A)
    now[0] += SILENCE - 1
    assert sittings.origin(A) == first
    assert sittings.origin(B).group != first.group
    now[0] += SILENCE + 1
    assert sittings.origin(A).group != first.group
    assert (first.title, first.agent, first.tool) == ("Edited by you", "", "")


def test_the_text_before_and_the_last_one_are_kept_and_nothing_between(
    root: Path, writer: Writer, journal: Journal
) -> None:
    (root / "a.md").write_text("before\n")
    save(writer, Sittings().origin(A), "before\n1\n", "before\n1\n2\n", "before\n1\n2\n3\n")
    (entry,) = journal.changes()
    assert (entry.kind, entry.added, entry.removed, entry.state) == ("modify", 3, 0, "done")
    assert kept(journal) == {b"before\n"}
    assert entry.new_digest == digest_of((root / "a.md").read_bytes())


def test_a_chat_that_is_written_while_it_streams_folds_too(root: Path, writer: Writer, journal: Journal) -> None:
    save(writer, Origin(f"{CHAT}chat_1:run_1"), "a\n", "a\nb\n", "a\nb\nc\n")
    save(writer, Origin(f"{CHAT}chat_1:run_2"), "a\nb\nc\nd\n")
    assert [(entry.kind, entry.added) for entry in journal.changes()] == [("modify", 1), ("create", 3)]


def test_without_folding_every_save_would_be_kept(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    save(writer, Origin("run"), "before\n1\n", "before\n1\n2\n", "before\n1\n2\n3\n")
    assert (len(journal.changes()), len(kept(journal))) == (3, 3)


def test_a_new_note_and_its_first_saves_are_one_creation(writer: Writer, journal: Journal) -> None:
    save(writer, Sittings().origin(A), "", "1\n", "1\n2\n")
    (entry,) = journal.changes()
    assert (entry.kind, entry.added, entry.old_digest) == ("create", 2, "")


def test_a_save_that_throws_much_away_keeps_the_text_before_it(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("short\n")
    long = "a long text that took an hour\n" * 50
    save(writer, Sittings().origin(A), long, "oops\n", "oops!\n")
    assert kept(journal) == {b"short\n", long.encode()}
    assert len({entry.group for entry in journal.changes()}) == 1


def test_after_ten_minutes_the_text_so_far_is_kept(
    root: Path, writer: Writer, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.md").write_text("before\n")
    origin = Sittings().origin(A)
    save(writer, origin, "before\n1\n")
    monkeypatch.setattr(sittings_module, "LONGEST_FOLD", -1.0)
    save(writer, origin, "before\n1\n2\n")
    assert kept(journal) == {b"before\n", b"before\n1\n"}


def test_what_somebody_else_wrote_between_is_kept(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = Sittings().origin(A)
    save(writer, origin, "before\n1\n")
    (root / "a.md").write_text("theirs, and longer\n")
    save(writer, origin, "theirs, and longer\n2\n")
    save(writer, Origin("run", agent="Librarian"), "theirs, and longer\n2\n3\n")
    save(writer, origin, "theirs, and longer\n2\n3\n4\n")
    assert len(journal.changes()) == 4
    assert b"theirs, and longer\n" in kept(journal)


def test_a_change_that_was_undone_is_not_built_on(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = Sittings().origin(A)
    save(writer, origin, "1\n1\n1\n")
    (entry,) = journal.changes()
    save(writer, Origin("undo"), "before\n")
    save(writer, origin, "1\n1\n1\n")
    assert [one.id for one in journal.changes()] != [entry.id]
    assert len(journal.changes()) == 3


def test_a_damaged_text_from_before_does_not_stop_the_saving(root: Path, writer: Writer, journal: Journal) -> None:
    (root / "a.md").write_text("before\n")
    origin = Sittings().origin(A)
    save(writer, origin, "before\n1\n")
    (journal.snapshots.folder / digest_of(b"before\n")).write_bytes(b"damage")
    save(writer, origin, "before\n1\n2\n")
    assert journal.snapshot(digest_of(b"before\n1\n")) == b"before\n1\n"
