"""Each kind of change can be taken off the disk again, exactly; what somebody changed since stays."""

from pathlib import Path

import pytest

from vaultdesk.core.errors import NoteConflict
from vaultdesk.vault.edits import Create, Delete, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import Intent
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.obsidian import TrashOption
from vaultdesk.vault.put_back import put_back
from vaultdesk.vault.trash import Trash
from vaultdesk.vault.writer import Writer

A = NotePath("a.md")
OLD = digest_of(b"old")


def done(files: VaultFiles, journal: Journal, edit: FileEdit, option: TrashOption) -> Intent:
    """Do *edit*; return what the journal was told before."""
    begun: list[Intent] = []
    real = journal.begin
    journal.begin = lambda intents, origin: (begun.extend(intents), real(intents, origin))[1]  # type: ignore[method-assign]
    Writer(files, journal, Trash(files.root, files.work, lambda: option)).apply([edit], Origin("g"))
    return begun[0]


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


@pytest.mark.parametrize("option", ["local", "none"])
@pytest.mark.parametrize(
    "edit",
    [Rewrite(A, "new", OLD), Move(A, NotePath("x/y/b.md"), OLD), Delete(A, OLD), Create(NotePath("x/c.md"), "c")],
)
def test_a_change_is_put_back(root: Path, files: VaultFiles, journal: Journal, edit: FileEdit,
                              option: TrashOption) -> None:  # fmt: skip
    (root / "a.md").write_bytes(b"old")
    (root / "a.md").chmod(0o640)
    before, state = tree(root), (root / "a.md").stat().st_mode
    intent = done(files, journal, edit, option)
    assert tree(root) != before
    put_back(files.work, journal, intent)
    assert (tree(root), (root / "a.md").stat().st_mode) == (before, state)


def test_what_somebody_changed_since_stays(root: Path, files: VaultFiles, journal: Journal) -> None:
    (root / "a.md").write_bytes(b"old")
    intent = done(files, journal, Rewrite(A, "new", OLD), "none")
    (root / "a.md").write_bytes(b"theirs")
    with pytest.raises(NoteConflict):
        put_back(files.work, journal, intent)
    assert tree(root) == {"a.md": b"theirs"}
