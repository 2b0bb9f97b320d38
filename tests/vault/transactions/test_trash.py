"""Deleted notes are moved to the configured trash; if that fails, they stay."""

import errno
import os
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace

import pytest

from vaultdesk.core.errors import NoteConflict, NoteNotWritten, OutsideVault
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.obsidian.vault_config import TrashOption
from vaultdesk.vault.transactions import trash as trash_module
from vaultdesk.vault.transactions.journal import Retention
from vaultdesk.vault.transactions.trash import Trash, deletion_text

A = NotePath("f/a.md")
OLD = digest_of(b"old")


@pytest.fixture
def note(root: Path) -> Path:
    (root / "f").mkdir()
    (root / "f" / "a.md").write_bytes(b"old")
    return root / "f" / "a.md"


def test_without_a_trash_the_text_of_a_deletion_has_the_limits_of_undo() -> None:
    assert deletion_text("none", Retention(1, 20_000)) == (
        "removed from the disk; VaultDesk can undo it for 1 day, up to 20,000 MB of earlier versions"
    )
    assert deletion_text("none", Retention(30, 10)) == (
        "removed from the disk; VaultDesk can undo it for 30 days, up to 10 MB of earlier versions"
    )


def trash(files: VaultFiles, option: TrashOption, sent: list[Path] | None = None) -> Trash:
    def send(file: Path) -> None:
        if sent is None:
            raise OSError(errno.EACCES, "Permission denied")
        sent.append(file)
        file.unlink()

    return Trash(files.root, files.operations, lambda: option, send)


def test_the_trash_folder_of_the_vault_keeps_folders_and_never_overwrites(
    root: Path, files: VaultFiles, note: Path
) -> None:
    local_trash = trash(files, "local")
    trash_paths = []
    for text in (b"1", b"2", b"3"):
        note.write_bytes(text)
        trash_path = local_trash.path_for(A)
        files.operations.make_folders(A, files.operations.missing_folders(A, trash_path.split("/")))
        local_trash.put(A, digest_of(text), trash_path)
        trash_paths.append(trash_path)
    assert trash_paths == [".trash/f/a.md", ".trash/f/a 2.md", ".trash/f/a 3.md"]
    assert [(root / trash_path).read_bytes() for trash_path in trash_paths] == [b"1", b"2", b"3"]


def test_an_existing_trash_folder_is_used_in_its_own_spelling(root: Path, files: VaultFiles, note: Path) -> None:
    (root / ".trash" / "F").mkdir(parents=True)
    (root / ".trash" / "F" / "A.md").write_bytes(b"")
    assert trash(files, "local").path_for(A) == ".trash/F/a 2.md"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_trash_folder_that_is_a_link_outside_the_vault_is_refused(root: Path, files: VaultFiles, note: Path) -> None:
    (root / ".trash").symlink_to(root.parent / "outside")
    with pytest.raises(OutsideVault):
        trash(files, "local").path_for(A)
    assert note.read_bytes() == b"old"
    assert [found.name for found in (root.parent / "outside").iterdir()] == ["secret.md"]


def test_a_file_is_sent_to_the_system_trash(files: VaultFiles, note: Path) -> None:
    sent: list[Path] = []
    trash(files, "system", sent).put(A, OLD, "")
    assert sent == [note]


def test_a_note_refused_by_the_system_trash_stays_and_is_reported(files: VaultFiles, note: Path) -> None:
    with pytest.raises(NoteNotWritten, match="system's trash: Permission denied") as raised:
        trash(files, "system").put(A, OLD, "")
    assert "Nothing was deleted" in raised.value.hint
    assert note.read_bytes() == b"old"


def test_a_system_trash_that_does_nothing_is_detected(root: Path, files: VaultFiles, note: Path) -> None:
    no_op_trash = Trash(root, files.operations, lambda: "system", lambda file: None)
    with pytest.raises(NoteNotWritten, match="still exists"):
        no_op_trash.put(A, OLD, "")


@pytest.mark.parametrize("option", ["system", "none"])
def test_a_changed_note_is_not_deleted(files: VaultFiles, note: Path, option: TrashOption) -> None:
    note.write_bytes(b"theirs")
    with pytest.raises(NoteConflict):
        trash(files, option, []).put(A, OLD, "")
    assert note.read_bytes() == b"theirs"


def test_a_note_is_deleted_permanently_without_a_trash(files: VaultFiles, note: Path) -> None:
    trash(files, "none").put(A, OLD, "")
    assert not note.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into the trash of freedesktop.org")
def test_the_real_system_trash_receives_the_file(tmp_path: Path, root: Path, note: Path) -> None:
    """Runs in a separate process because send2trash reads the location of the trash only once."""
    script = "import sys; from pathlib import Path; from vaultdesk.vault.transactions.trash import send_to_system; "
    script += "send_to_system(Path(sys.argv[1]))"
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    subprocess.run([sys.executable, "-c", script, str(note)], env=environment, check=True, timeout=30)
    assert (tmp_path / "data" / "Trash" / "files" / "a.md").read_bytes() == b"old"
    assert not note.exists()


def test_a_path_too_long_for_the_recycle_bin_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """send2trash would fail where the disk has no short names, or delete the file permanently."""
    sent: list[str] = []
    monkeypatch.setattr("send2trash.send2trash", sent.append)
    monkeypatch.setattr(trash_module, "os", SimpleNamespace(name="nt"))
    longest = "C:\\" + "n" * 256
    trash_module.send_to_system(PureWindowsPath(longest))  # type: ignore[arg-type]
    with pytest.raises(OSError, match="too long for the Recycle Bin"):
        trash_module.send_to_system(PureWindowsPath(longest + "n"))  # type: ignore[arg-type]
    assert sent == [longest]
