"""Run changes: what an answer changed is counted as people count."""

from pathlib import Path

import pytest

from vaultdesk.ui.undo.run_changes import RunChanges, applied_words, button_words, read_changes
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Create, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.undo import undo
from vaultdesk.vault.vault import Vault

RUN = Origin("run_1", "Tidy up")


@pytest.mark.parametrize(
    ("changes", "button", "notice"),
    [
        (RunChanges("g", 1), "Undo 1 change", "1 change applied."),
        (RunChanges("g", 4), "Undo 4 changes", "4 changes applied."),
        (RunChanges("g", 3, 1), "Undo 3 changes", "3 changes applied, links repaired in 1 note."),
        (RunChanges("g", 3, 4), "Undo 3 changes", "3 changes applied, links repaired in 4 notes."),
        (RunChanges("g", 2, undone=2), "Undo 2 changes", "2 changes applied."),
        (RunChanges("g", undone=3), "Redo", "0 changes applied."),
    ],
)
def test_words_follow_the_count(changes: RunChanges, button: str, notice: str) -> None:
    assert (button_words(changes), applied_words(changes)) == (button, notice)


async def test_a_rename_counts_once_with_its_links_beside(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("[[a]]\n", encoding="utf-8")
    async with Vault(tmp_path, watch=False) as vault:
        assert not await read_changes(vault, "run_1")
        first, linking = await vault.read(NotePath("a.md")), await vault.read(NotePath("b.md"))
        edits: list[FileEdit] = [
            Move(NotePath("a.md"), NotePath("c.md"), first.digest, "rename"),
            Rewrite(NotePath("b.md"), "[[c]]\n", linking.digest, "rename"),
            Create(NotePath("d.md"), "new\n"),
        ]
        await vault.apply(edits, RUN)
        assert await read_changes(vault, "run_1") == RunChanges("run_1", 2, 1)

        await undo(vault, "run_1")
        changes = await read_changes(vault, "run_1")
        assert (changes.standing, changes.undone, changes.offers_redo) == (0, 2, True)
