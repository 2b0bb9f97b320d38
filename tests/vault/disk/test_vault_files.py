"""Reading, finding and writing notes: errors are reported and no data is lost."""

import hashlib
import os
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.support.wine import fewer, slower
from vaultdesk.core.errors import (
    NoteConflict,
    NoteNotConfirmed,
    NoteNotFound,
    NoteNotText,
    NoteNotWritten,
    NoteTooLarge,
    NoteUnreadable,
    OutsideVault,
    VaultUnavailable,
)
from vaultdesk.vault.disk.folder import PortableRoot, PosixFolder, PosixRoot
from vaultdesk.vault.disk.vault_files import MAX_NOTE_BYTES, VaultFiles
from vaultdesk.vault.note_path import NotePath

A = NotePath("a.md")
NFD = unicodedata.normalize("NFD", "Café.md")
NFC = unicodedata.normalize("NFC", "Café.md")

ROOT_FOLDERS = [PortableRoot] if os.name == "nt" else [PosixRoot, PortableRoot]


@pytest.fixture(params=ROOT_FOLDERS)
def files(request: pytest.FixtureRequest, root: Path) -> VaultFiles:
    return VaultFiles(root, request.param)


def listing(root: Path) -> dict[str, bytes]:
    return {str(found.relative_to(root)): found.read_bytes() for found in root.rglob("*") if found.is_file()}


def test_a_note_is_read_with_its_digest_and_state(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_bytes(b"hello\r\n")
    note = files.read_text(A)
    assert (note.text, note.size, note.newline) == ("hello\n", 7, "\r\n")
    assert files.read(A).data == b"hello\r\n"
    assert files.read(A).state == files.state(A)


def test_a_missing_note_raises_note_not_found(files: VaultFiles) -> None:
    for path in (A, NotePath("no/folder/a.md"), NotePath("x" * 300 + ".md")):
        with pytest.raises(NoteNotFound):
            files.read_text(path)
        with pytest.raises(NoteNotFound):
            files.state(path)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("target", ["../outside/secret.md", "nothing.md", "real.md"])
def test_a_link_is_neither_read_nor_written(root: Path, files: VaultFiles, target: str) -> None:
    (root / "real.md").write_text("real")
    (root / "a.md").symlink_to(target)
    with pytest.raises(OutsideVault, match="link"):
        files.read_text(A)
    with pytest.raises(OutsideVault, match="link"):
        files.write(A, "mine", "0" * 64)
    with pytest.raises(NoteConflict):
        files.write(A, "mine", None)
    assert (root.parent / "outside" / "secret.md").read_text() == "SECRET"
    assert (root / "real.md").read_text() == "real"
    assert not (root / "nothing.md").exists()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_nothing_is_created_behind_a_linked_folder(root: Path, files: VaultFiles) -> None:
    (root / "f").symlink_to(root.parent / "outside")
    for path in (NotePath("f/new.md"), NotePath("f/deep/new.md")):
        with pytest.raises(OutsideVault):
            files.write(path, "mine", None)
    assert [found.name for found in (root.parent / "outside").iterdir()] == ["secret.md"]


@pytest.mark.skipif(os.name == "nt", reason="special files of POSIX")
def test_special_files_and_folders_named_like_notes_are_refused_without_blocking(root: Path, files: VaultFiles) -> None:
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    for name in ("pipe.md", "folder.md"):
        with pytest.raises(OutsideVault, match="regular"):
            files.read_text(NotePath(name))
        with pytest.raises(OutsideVault, match="regular"):
            files.write(NotePath(name), "x", "0" * 64)


def test_an_oversized_note_is_refused_without_being_read(root: Path, files: VaultFiles) -> None:
    with (root / "a.md").open("wb") as huge:
        huge.truncate(MAX_NOTE_BYTES * 50)
    with pytest.raises(NoteTooLarge, match="10 MB") as raised:
        files.read_text(A)
    assert raised.value.hint
    with pytest.raises(NoteTooLarge):
        files.write(NotePath("b.md"), "x" * (MAX_NOTE_BYTES + 1), None)


def test_a_note_that_grows_during_the_read_is_limited(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_bytes(b"x" * 101)
    with pytest.raises(NoteTooLarge):
        files.read(A, limit=100)
    assert len(files.read(A, limit=101).data) == 101


@pytest.mark.parametrize("data", [b"\xff\xfea\0", b"caf\xe9", b"\x89PNG\0"])
def test_a_file_that_is_not_text_is_neither_read_nor_rewritten(root: Path, files: VaultFiles, data: bytes) -> None:
    (root / "a.md").write_bytes(data)
    with pytest.raises(NoteNotText):
        files.read_text(A)
    digest = hashlib.sha256(data).hexdigest()
    with pytest.raises((NoteNotText, NoteNotWritten)):
        files.write(A, "mine", digest)
    assert (root / "a.md").read_bytes() == data


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_note_without_read_permission_is_reported(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_text("x")
    (root / "a.md").chmod(0)
    with pytest.raises(NoteUnreadable):
        files.read_text(A)


def test_writing_with_the_current_digest_replaces_the_note(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_bytes(b"\xef\xbb\xbfold\r\n")
    note = files.read_text(A)
    written = files.write(A, "new\n", note.digest)
    assert listing(root) == {"a.md": b"\xef\xbb\xbfnew\r\n"}
    assert written == files.read_text(A)


def test_a_note_changed_since_it_was_read_is_a_conflict(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_text("old")
    digest = files.read_text(A).digest
    (root / "a.md").write_text("theirs")
    with pytest.raises(NoteConflict) as raised:
        files.write(A, "mine", digest)
    assert "Nothing was written" in raised.value.hint
    assert listing(root) == {"a.md": b"theirs"}


def test_a_note_deleted_since_it_was_read_is_not_created_again(root: Path, files: VaultFiles) -> None:
    with pytest.raises(NoteNotFound):
        files.write(A, "mine", "0" * 64)
    assert listing(root) == {}


def test_missing_folders_of_a_new_note_are_created(root: Path, files: VaultFiles) -> None:
    files.write(NotePath("x/y/a.md"), "hi\n", None)
    assert listing(root) == {str(Path("x/y/a.md")): b"hi\n"}
    with pytest.raises(NoteNotFound, match="folder"):
        files.write(NotePath("z/a.md"), "hi\n", None, make_folders=False)
    assert not (root / "z").exists()


def test_non_portable_name_is_refused_for_a_new_note(root: Path, files: VaultFiles) -> None:
    for name in ("con.md", "ab:c.md", "x.html", "\u202ex.md", "a/trailing /x.md"):
        with pytest.raises(NoteNotWritten):
            files.write(NotePath(name), "x", None)
    assert listing(root) == {}


@pytest.mark.parametrize(
    ("existing", "requested"),
    [("Note.md", "note.md"), (NFD, NFC), (NFC, NFD), ("Straße.md", "STRASSE.md"), ("note.MD", "note.md")],
)
def test_a_name_that_differs_only_in_case_or_normalization_is_found_and_gets_no_second_file(
    root: Path, files: VaultFiles, existing: str, requested: str
) -> None:
    (root / existing).write_text("theirs")
    with pytest.raises(NoteConflict) as raised:
        files.write(NotePath(requested), "mine", None)
    assert raised.value.facts["found"] == existing
    assert listing(root) == {existing: b"theirs"}
    assert files.find(NotePath(requested)) == NotePath(existing)


def test_a_folder_that_differs_only_in_case_is_not_created_again(root: Path, files: VaultFiles) -> None:
    (root / "Projects").mkdir()
    with pytest.raises(NoteConflict, match="Projects"):
        files.write(NotePath("projects/a.md"), "mine", None)
    assert [found.name for found in root.iterdir()] == ["Projects"]


@pytest.mark.skipif(sys.platform != "linux", reason="needs a case-sensitive disk")
def test_find_prefers_the_exact_spelling_and_ignores_ambiguous_names(root: Path, files: VaultFiles) -> None:
    for name in ("Note.md", "NOTE.md"):
        (root / name).write_text(name)
    assert files.find(NotePath("Note.md")) == NotePath("Note.md")
    assert files.find(NotePath("note.md")) is None
    assert files.find(NotePath("x/note.md")) is None
    with pytest.raises(NoteNotFound):
        files.read(NotePath("note.md"))


def test_a_moved_file_is_found_and_a_copy_is_not(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_text("text", encoding="utf-8")
    identity = files.read_text(A).identity
    assert identity is not None
    assert identity == files.identity(A)
    copied = shutil.copy2(root / "a.md", root / "A copy.md")
    (root / "sub").mkdir()
    (root / "a.md").rename(root / "sub/b.md")
    assert files.find_moved(identity) == NotePath("sub/b.md")
    conflict = (root / "sub/b.md").rename(root / "sub/b.sync-conflict-20260101-120000-ABCDEFG.md")
    assert files.find_moved(identity) is None
    conflict.rename(root / "sub/b.md")
    (root / "sub/b.md").unlink()
    assert Path(copied).stat().st_mtime_ns == identity.modified_ns
    assert files.find_moved(identity) is None


def test_a_new_file_with_the_inode_number_of_a_deleted_one_is_another_file(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_text("text", encoding="utf-8")
    identity = files.identity(A)
    (root / "b.md").write_text("text", encoding="utf-8")
    os.utime(root / "b.md", ns=(identity.modified_ns, identity.modified_ns + 1_000_000_000))
    reused = files.identity(NotePath("b.md"))._replace(modified_ns=identity.modified_ns)
    assert files.find_moved(reused) is None


def test_a_surrogate_and_a_nul_character_are_refused(root: Path, files: VaultFiles) -> None:
    for text in ("\ud800", "a\0b"):
        with pytest.raises(NoteNotWritten):
            files.write(A, text, None)
    assert listing(root) == {}


@pytest.mark.skipif(os.name == "nt", reason="drives the POSIX folder")
def test_a_failed_sync_is_reported_as_unconfirmed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sync(folder: PosixFolder) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(PosixFolder, "sync", sync)
    with pytest.raises(NoteNotConfirmed):
        VaultFiles(root, PosixRoot).write(A, "mine", None)
    assert listing(root) == {"a.md": b"mine"}


@pytest.mark.parametrize("kind", ["missing", "file"])
def test_a_root_that_is_no_folder_is_reported(root: Path, kind: str) -> None:
    if kind == "file":
        (root / "missing").write_text("x")
    with pytest.raises(VaultUnavailable) as raised:
        VaultFiles(root / "missing")
    assert raised.value.hint


def test_a_removed_vault_folder_raises_vault_unavailable(root: Path, files: VaultFiles) -> None:
    (root / "a.md").write_text("x")
    root.rename(root.parent / "elsewhere")
    with pytest.raises(VaultUnavailable):
        files.read_text(A)
    with pytest.raises(VaultUnavailable):
        files.write(A, "x", None)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_the_root_may_be_reached_through_a_link(root: Path) -> None:
    (root / "a.md").write_text("x")
    (root.parent / "link").symlink_to(root)
    assert VaultFiles(root.parent / "link").read_text(A).text == "x"


WRITER = """
import sys
from pathlib import Path
from vaultdesk.core.errors import NoteConflict
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
root, rounds = Path(sys.argv[1]), int(sys.argv[2])
files, path = VaultFiles(root), NotePath("a.md")
written = conflicts = 0
while written < rounds:
    note = files.read_text(path)
    try:
        files.write(path, str(int(note.text) + 1), note.digest)
        written += 1
    except NoteConflict:
        conflicts += 1
print(conflicts)
"""


def test_concurrent_increments_by_two_processes_lose_no_update(root: Path) -> None:
    """Each process increments the number in the note by compare-and-swap."""
    rounds = fewer(150)
    (root / "a.md").write_text("0")
    command = [sys.executable, "-c", WRITER, str(root), str(rounds)]
    with subprocess.Popen(command) as first, subprocess.Popen(command) as second:
        assert (first.wait(slower(50)), second.wait(slower(50))) == (0, 0)
    total = int((root / "a.md").read_text())
    assert [found.name for found in root.iterdir()] == ["a.md"]
    assert total == 2 * rounds


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_leaves_the_note_unchanged(root: Path) -> None:
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(root)], check=False).returncode:
        pytest.skip("mounting is not permitted here")
    try:
        files = VaultFiles(root)
        first = files.write(A, "x" * 100_000, None)
        (root / "filler").write_bytes(b"y" * 100_000)
        with pytest.raises(NoteNotWritten, match="full") as raised:
            files.write(A, "z" * 120_000, first.digest)
        assert "unchanged" in raised.value.hint
        with pytest.raises(NoteNotWritten, match="full"):
            files.write(NotePath("b.md"), "z" * 120_000, None)
        assert files.read_text(A) == first
        assert sorted(found.name for found in root.iterdir()) == ["a.md", "filler"]
    finally:
        subprocess.run(["umount", str(root)], check=True)


@pytest.mark.skipif(os.name == "nt", reason="limits of POSIX")
def test_a_file_size_limit_leaves_the_note_unchanged(root: Path) -> None:
    """The same without root privileges: the system refuses the write in the middle."""
    script = """
import resource, signal, sys
from pathlib import Path
from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
files, path = VaultFiles(Path(sys.argv[1])), NotePath("a.md")
note = files.read_text(path)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    files.write(path, "z" * 60_000, note.digest)
except NoteNotWritten as error:
    print(error.title)
"""
    (root / "a.md").write_text("old")
    process = subprocess.run(
        [sys.executable, "-c", script, str(root)], capture_output=True, text=True, timeout=30, check=True
    )
    assert "not saved" in process.stdout
    assert listing(root) == {"a.md": b"old"}
