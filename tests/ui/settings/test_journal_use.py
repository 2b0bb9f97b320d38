"""Journal use: what is kept is counted; a journal that cannot be read says why."""

from pathlib import Path

from vaultdesk.ui.settings.journal_use import journal_use
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.vault import Vault


def test_a_new_journal_keeps_nothing_and_is_not_made_by_looking(tmp_path: Path) -> None:
    use = journal_use(Journal(tmp_path / "data"))
    assert (use.changes, use.oldest, use.megabytes, use.problem) == (0, None, 0.0, "")
    assert not (tmp_path / "data").exists()


async def test_changes_and_their_earlier_versions_are_counted(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "A.md").write_text("x" * 200_000, encoding="utf-8")
    async with Vault(root, watch=False, place=tmp_path / "data") as vault:
        note = await vault.read(NotePath.parse("A.md"))
        await vault.write(NotePath.parse("A.md"), "y", note.digest)
        use = journal_use(vault.journal)
    assert (use.changes, use.oldest is not None) == (1, True)
    assert 0.19 < use.megabytes < 0.3


def test_a_journal_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no database at all, and long enough to be looked at as one" * 20)
    assert journal_use(Journal(tmp_path)).problem
