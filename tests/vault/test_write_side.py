"""What writing needs is made when first needed; one program at a time has it."""

import tempfile
from pathlib import Path

import pytest

from vaultdesk.core.errors import JournalFailed, VaultReadOnly
from vaultdesk.vault.edits import Create, Origin
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.journal_entry import Intent, Retention
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.write_side import WriteSide
from vaultdesk.vault.writer import Writer


def side(files: VaultFiles, place: Path | None) -> WriteSide:
    return WriteSide(files, place, Retention)


def writer(of: WriteSide) -> Writer:
    return of.writer(lambda: "none", lambda changes: None)


def test_the_second_is_read_only_until_the_first_lets_go(tmp_path: Path, files: VaultFiles) -> None:
    first, second = side(files, tmp_path / "p"), side(files, tmp_path / "p")
    assert not (tmp_path / "p").exists()
    assert writer(first) is writer(first)
    with pytest.raises(VaultReadOnly, match="Another VaultDesk"):
        writer(second)
    assert second.read_only.startswith("Another VaultDesk")
    first.close()
    writer(second)
    assert second.read_only == ""
    second.close()


def test_what_a_crash_left_open_is_ended_before_the_first_write(tmp_path: Path, files: VaultFiles) -> None:
    first = side(files, tmp_path / "p")
    writer(first).journal.begin([Intent("create", "a.md", new_digest="1", temporary=".t")], Origin("g"))
    (files.root / ".t").write_bytes(b"")
    first.close()
    second = side(files, tmp_path / "p")
    writer(second)
    assert [one.verdict for one in second.recovered] == ["not done"]
    assert list(files.root.iterdir()) == []
    second.close()


def test_a_journal_that_cannot_be_used_frees_the_lease(tmp_path: Path, files: VaultFiles) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "journal.sqlite").write_bytes(b"no database" * 100)
    broken = side(files, tmp_path / "p")
    with pytest.raises(JournalFailed):
        writer(broken)
    assert not broken._lease.held
    broken.close()


def test_without_a_place_all_is_gone_at_the_end(
    tmp_path: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    private = side(files, None)
    writer(private).apply([Create(NotePath("a.md"), "x")], Origin("g"))
    assert len(private.journal.changes()) == 1
    private.close()
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_long_run_forgets_what_is_old_meanwhile(
    tmp_path: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = side(files, tmp_path / "p")
    writer(made).apply([Create(NotePath("a.md"), "x")], Origin("g"))
    asked: list[bool] = []
    monkeypatch.setattr("vaultdesk.vault.journal.FORGET_AFTER", 1)
    monkeypatch.setattr(made.journal, "forget_old", lambda: asked.append(True))
    writer(made)
    assert asked == [True]
    made.close()
