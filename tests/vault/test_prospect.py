"""A unit's steps are checked against the vault as the earlier ones will leave it."""

from pathlib import Path

import pytest

from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.prospect import Prospect, lines_between
from vaultdesk.vault.step import Put, Remove, Shift
from vaultdesk.vault.trash import Trash

A, B = NotePath("a.md"), NotePath("x/b.md")
OLD, NEW = digest_of(b"old"), digest_of(b"new")


@pytest.fixture
def prospect(root: Path, files: VaultFiles) -> Prospect:
    (root / "a.md").write_bytes(b"old")
    return Prospect(files.work, Trash(root, files.work, lambda: "local"))


def test_planning_touches_nothing(root: Path, prospect: Prospect) -> None:
    prospect.plan(Put(A, b"new", OLD))
    prospect.plan(Shift(A, B, NEW))
    prospect.plan(Remove(B, NEW))
    assert [(found.name, found.read_bytes()) for found in root.iterdir()] == [("a.md", b"old")]


def test_later_steps_see_what_earlier_ones_leave(prospect: Prospect) -> None:
    prospect.plan(Put(A, b"new", OLD))
    with pytest.raises(NoteConflict):
        prospect.plan(Put(A, b"x", OLD))
    prospect.plan(Shift(A, B, NEW))
    with pytest.raises(NoteNotFound):
        prospect.plan(Remove(A, NEW))
    with pytest.raises(NoteConflict):
        prospect.plan(Put(B, b"x", None))
    prospect.plan(Put(A, b"again", None))
    found = prospect.file(B)
    assert found is not None
    assert found.data == b"new"


def test_the_journal_is_to_know_all_that_recovery_needs(prospect: Prospect) -> None:
    intent = prospect.plan(Put(A, b"new", OLD, unit="u", undoes=3)).intent
    assert intent is not None
    assert (intent.kind, intent.old_digest, intent.new_digest, intent.data) == ("modify", OLD, NEW, b"new")
    assert (intent.unit, intent.undoes, intent.kept_bytes) == ("u", 3, 3)
    assert intent.temporary.startswith(".vaultdesk-")
    intent = prospect.plan(Put(B, b"b", None)).intent
    assert intent is not None
    assert (intent.kind, intent.folders, intent.old_digest) == ("create", ("x",), "")
    intent = prospect.plan(Remove(A, NEW)).intent
    assert intent is not None
    assert (intent.kind, intent.new_path, intent.folders, intent.data) == ("delete", ".trash/a.md", (".trash",), None)


def test_what_is_so_already_needs_no_change(prospect: Prospect) -> None:
    assert prospect.plan(Put(A, b"old", OLD)).intent is None


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        (b"a\nb\n", b"a\nc\nd\n", (2, 1)),
        (b"", b"a", (1, 0)),
        (b"a\na\n", b"a\n", (0, 1)),
        (b"a\nb\n", b"b\na\n", (0, 0)),
    ],
)
def test_lines_are_counted_wherever_they_stand(old: bytes, new: bytes, counts: tuple[int, int]) -> None:
    assert lines_between(old, new) == counts
