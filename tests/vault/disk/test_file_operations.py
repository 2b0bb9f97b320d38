"""Tests of vault/disk/file_operations.py."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.wine import wine_lacks
from vaultdesk.core.errors import NoteConflict, NoteNotFound, NoteNotWritten, NoteUnreadable, OutsideVault, VaultError
from vaultdesk.vault.disk.file_operations import FileAccess, FileOperations, as_vault_error
from vaultdesk.vault.disk.folder import PortableRoot, PosixFolder, PosixRoot
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of

# Every error number of the system is translated to a message.


@pytest.mark.parametrize(
    ("number", "access", "kind", "words"),
    [
        (errno.ENOENT, "read", NoteNotFound, "no note"),
        (errno.ENOTDIR, "write", NoteNotFound, "no note"),
        (errno.ENAMETOOLONG, "read", NoteNotFound, "no note"),
        (errno.ELOOP, "read", OutsideVault, "link"),
        (errno.EINVAL, "write", OutsideVault, "regular"),
        (errno.EACCES, "read", NoteUnreadable, "may not be read"),
        (errno.EIO, "read", NoteUnreadable, "disk"),
        (errno.ENOSPC, "write", NoteNotWritten, "full"),
        (errno.EDQUOT, "write", NoteNotWritten, "full"),
        (errno.EACCES, "write", NoteNotWritten, "not allowed"),
        (errno.EROFS, "write", NoteNotWritten, "read-only"),
        (errno.EFBIG, "write", NoteNotWritten, "larger"),
        (errno.EBUSY, "write", NoteNotWritten, "another program"),
        (errno.ESTALE, "write", NoteConflict, "changed"),
        (errno.EIO, "write", NoteNotWritten, "error"),
    ],
)
def test_an_os_error_is_translated_to_a_message_with_a_hint(
    number: int, access: FileAccess, kind: type[VaultError], words: str
) -> None:
    error = as_vault_error(OSError(number, "x"), NotePath("a.md"), access)
    assert type(error) is kind
    assert words in error.title
    assert error.title.endswith(".")
    assert error.hint
    assert error.facts["path"] == "a.md"


@pytest.mark.parametrize("number", [*errno.errorcode, None])
def test_every_known_error_number_has_a_message(number: int) -> None:
    for access in ("read", "write"):
        assert as_vault_error(OSError(number, "x"), NotePath("a.md"), access).hint


# File operations: each succeeds or changes nothing, and none overwrites a file with another digest.

A, B = NotePath("a.md"), NotePath("f/b.md")
OLD = digest_of(b"old")

ROOT_FOLDERS = [PortableRoot] if os.name == "nt" else [PosixRoot, PortableRoot]


@pytest.fixture(params=ROOT_FOLDERS)
def operations(request: pytest.FixtureRequest, root: Path) -> FileOperations:
    (root / "a.md").write_bytes(b"old")
    (root / "f").mkdir()
    return VaultFiles(root, request.param).operations


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


def move(operations: FileOperations, path: NotePath, new: NotePath, digest: str = OLD) -> None:
    operations.move(path, path.parts, new.parts, digest)


def test_a_moved_file_keeps_its_bytes_and_inode(root: Path, operations: FileOperations) -> None:
    inode = (root / "a.md").stat().st_ino
    move(operations, A, B)
    assert tree(root) == {"f": None, "f/b.md": b"old"}
    assert (root / "f" / "b.md").stat().st_ino == inode


def test_a_move_overwrites_nothing_unlike_a_plain_rename(root: Path, operations: FileOperations) -> None:
    (root / "f" / "b.md").write_bytes(b"theirs")
    with pytest.raises(NoteConflict, match="already"):
        move(operations, A, B)
    assert tree(root) == {"a.md": b"old", "f": None, "f/b.md": b"theirs"}
    (root / "a.md").replace(root / "f" / "b.md")
    assert (root / "f" / "b.md").read_bytes() == b"old"


def test_a_changed_or_missing_file_is_neither_moved_nor_removed(root: Path, operations: FileOperations) -> None:
    (root / "a.md").write_bytes(b"theirs")
    for step in (
        lambda: move(operations, A, B),
        lambda: operations.remove(A, OLD),
        lambda: operations.replace(A, b"new", OLD),
    ):
        with pytest.raises(NoteConflict):
            step()
    with pytest.raises(NoteNotFound):
        operations.remove(B, OLD)
    assert tree(root) == {"a.md": b"theirs", "f": None}


@wine_lacks("a rename that changes only the case of a name")
def test_a_file_can_be_renamed_in_case_only(root: Path, operations: FileOperations) -> None:
    move(operations, A, NotePath("A.md"))
    assert [found.name for found in root.iterdir() if found.is_file()] == ["A.md"]


@pytest.mark.skipif(os.name == "nt", reason="drives the POSIX folder")
def test_a_file_can_be_renamed_in_case_only_on_a_case_insensitive_disk(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On such a disk the exclusive rename fails because the target is the file itself."""
    (root / "a.md").write_bytes(b"old")
    real_stat = PosixFolder.stat

    def stat(folder: PosixFolder, name: str) -> os.stat_result:
        return real_stat(folder, "a.md" if name == "A.md" else name)

    def refuse(folder: PosixFolder, name: str, to: PosixFolder, new_name: str) -> None:
        raise FileExistsError(17, "File exists", new_name)

    monkeypatch.setattr(PosixFolder, "stat", stat)
    monkeypatch.setattr(PosixFolder, "move", refuse)
    move(VaultFiles(root, PosixRoot).operations, A, NotePath("A.md"))
    assert [found.name for found in root.iterdir()] == ["A.md"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_pipes_and_folders_are_not_changed(root: Path, operations: FileOperations) -> None:
    (root / "link.md").symlink_to("a.md")
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    (root / "out").symlink_to(root.parent / "outside")
    before = sorted(found.name for found in root.rglob("*"))
    for name in ("link.md", "pipe.md", "folder.md", "out/secret.md"):
        path = NotePath(name)
        actions: list[Callable[[], object]] = [
            lambda path=path: operations.remove(path, OLD),
            lambda path=path: operations.replace(path, b"mine", OLD),
            lambda path=path: move(operations, path, NotePath("f/x.md")),
            lambda path=path: operations.find(path),
        ]  # fmt: skip
        for action in actions:
            with pytest.raises(OutsideVault):
                action()
    with pytest.raises(VaultError):
        move(operations, A, NotePath("out/a.md"))
    for name in ("pipe.md", "folder.md", "link.md"):
        with pytest.raises(NoteConflict):
            move(operations, A, NotePath(name))
    assert sorted(found.name for found in root.rglob("*")) == before
    assert (root.parent / "outside" / "secret.md").read_text() == "SECRET"


def test_missing_folders_are_listed_created_and_removed_if_empty(root: Path, operations: FileOperations) -> None:
    path = NotePath("f/x/y/b.md")
    folders = operations.missing_folders(path)
    assert folders == ("f/x", "f/x/y")
    operations.make_folders(path, folders)
    assert operations.missing_folders(path) == ()
    (root / "f" / "x" / "theirs.md").write_bytes(b"")
    operations.remove_folders(folders)
    assert tree(root) == {"a.md": b"old", "f": None, "f/x": None, "f/x/theirs.md": b""}


def test_a_folder_that_was_not_requested_is_not_created(operations: FileOperations) -> None:
    with pytest.raises(NoteNotFound, match="folder"):
        operations.make_folders(NotePath("no/b.md"), ())


def test_a_folder_in_another_spelling_is_a_conflict(operations: FileOperations) -> None:
    with pytest.raises(NoteConflict, match="named “f”"):
        operations.missing_folders(NotePath("F/b.md"))


def test_a_path_that_differs_only_in_case_is_not_free(operations: FileOperations) -> None:
    with pytest.raises(NoteConflict):
        operations.must_be_free(NotePath("A.md"))
    operations.must_be_free(NotePath("A.md"), {"a.md"})
    operations.must_be_free(NotePath("b.md"))


def test_only_hard_links_of_the_file_and_empty_placeholders_are_removed(root: Path, operations: FileOperations) -> None:
    inode = (root / "a.md").stat().st_ino
    (root / "f" / "same.md").hardlink_to(root / "a.md")
    (root / "f" / "empty.md").write_bytes(b"")
    (root / "f" / "other.md").write_bytes(b"other")
    for name in ("same.md", "empty.md", "other.md", "none.md"):
        operations.remove_if_same(("f", name), inode)
    assert tree(root) == {"a.md": b"old", "f": None, "f/other.md": b"other"}


def test_remove_temporary_reports_whether_the_file_is_gone(root: Path, operations: FileOperations) -> None:
    (root / "f" / ".t").write_bytes(b"")
    (root / "f" / ".folder").mkdir()
    assert [operations.remove_temporary(B.parts, name) for name in (".t", ".t", "", ".folder")] == [
        True,
        True,
        True,
        False,
    ]
    assert operations.remove_temporary(("no", "b.md"), ".t")


def test_names_in_a_folder_are_listed(operations: FileOperations) -> None:
    assert operations.names_in((), A) == {"a.md", "f"}
    assert operations.names_in(("no",), A) == frozenset()
