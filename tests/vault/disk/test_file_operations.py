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

# Every number a disk can answer becomes a sentence.


@pytest.mark.parametrize(
    ("number", "doing", "kind", "words"),
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
def test_trouble_is_told_in_a_sentence_with_a_hint(
    number: int, doing: FileAccess, kind: type[VaultError], words: str
) -> None:
    error = as_vault_error(OSError(number, "x"), NotePath("a.md"), doing)
    assert type(error) is kind
    assert words in error.title
    assert error.title.endswith(".")
    assert error.hint
    assert error.facts["path"] == "a.md"


@pytest.mark.parametrize("number", [*errno.errorcode, None])
def test_every_known_number_has_a_sentence(number: int) -> None:
    for doing in ("read", "write"):
        assert as_vault_error(OSError(number, "x"), NotePath("a.md"), doing).hint


# Steps on the disk: each happens or does not, none overwrites what was not promised.

A, B = NotePath("a.md"), NotePath("f/b.md")
OLD = digest_of(b"old")

WAYS = [PortableRoot] if os.name == "nt" else [PosixRoot, PortableRoot]


@pytest.fixture(params=WAYS)
def work(request: pytest.FixtureRequest, root: Path) -> FileOperations:
    (root / "a.md").write_bytes(b"old")
    (root / "f").mkdir()
    return VaultFiles(root, request.param).operations


def tree(root: Path) -> dict[str, bytes | None]:
    return {found.relative_to(root).as_posix(): found.read_bytes() if found.is_file() else None
            for found in root.rglob("*")}  # fmt: skip


def move(work: FileOperations, path: NotePath, new: NotePath, digest: str = OLD) -> None:
    work.move(path, path.parts, new.parts, digest)


def test_a_file_moves_and_its_bytes_stay(root: Path, work: FileOperations) -> None:
    inode = (root / "a.md").stat().st_ino
    move(work, A, B)
    assert tree(root) == {"f": None, "f/b.md": b"old"}
    assert (root / "f" / "b.md").stat().st_ino == inode


def test_a_move_overwrites_nothing_and_the_usual_one_would(root: Path, work: FileOperations) -> None:
    (root / "f" / "b.md").write_bytes(b"theirs")
    with pytest.raises(NoteConflict, match="already"):
        move(work, A, B)
    assert tree(root) == {"a.md": b"old", "f": None, "f/b.md": b"theirs"}
    (root / "a.md").replace(root / "f" / "b.md")
    assert (root / "f" / "b.md").read_bytes() == b"old"


def test_a_changed_or_missing_file_is_neither_moved_nor_removed(root: Path, work: FileOperations) -> None:
    (root / "a.md").write_bytes(b"theirs")
    for step in (lambda: move(work, A, B), lambda: work.remove(A, OLD), lambda: work.replace(A, b"new", OLD)):
        with pytest.raises(NoteConflict):
            step()
    with pytest.raises(NoteNotFound):
        work.remove(B, OLD)
    assert tree(root) == {"a.md": b"theirs", "f": None}


@wine_lacks("a rename that changes only the case of a name")
def test_another_case_of_the_name_is_given(root: Path, work: FileOperations) -> None:
    move(work, A, NotePath("A.md"))
    assert [found.name for found in root.iterdir() if found.is_file()] == ["A.md"]


@pytest.mark.skipif(os.name == "nt", reason="drives the POSIX folder")
def test_another_case_is_given_on_a_disk_that_takes_both_for_one(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On such a disk the exclusive rename finds its own file in the way."""
    (root / "a.md").write_bytes(b"old")
    real = PosixFolder.stat

    def stat(folder: PosixFolder, name: str) -> os.stat_result:
        return real(folder, "a.md" if name == "A.md" else name)

    def refuse(folder: PosixFolder, name: str, to: PosixFolder, new_name: str) -> None:
        raise FileExistsError(17, "File exists", new_name)

    monkeypatch.setattr(PosixFolder, "stat", stat)
    monkeypatch.setattr(PosixFolder, "move", refuse)
    move(VaultFiles(root, PosixRoot).operations, A, NotePath("A.md"))
    assert [found.name for found in root.iterdir()] == ["A.md"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.timeout(5)
def test_links_pipes_and_folders_are_not_touched(root: Path, work: FileOperations) -> None:
    (root / "link.md").symlink_to("a.md")
    os.mkfifo(root / "pipe.md")
    (root / "folder.md").mkdir()
    (root / "out").symlink_to(root.parent / "outside")
    before = sorted(found.name for found in root.rglob("*"))
    for name in ("link.md", "pipe.md", "folder.md", "out/secret.md"):
        path = NotePath(name)
        acts: list[Callable[[], object]] = [
            lambda path=path: work.remove(path, OLD),
            lambda path=path: work.replace(path, b"mine", OLD),
            lambda path=path: move(work, path, NotePath("f/x.md")),
            lambda path=path: work.find(path),
        ]  # fmt: skip
        for act in acts:
            with pytest.raises(OutsideVault):
                act()
    with pytest.raises(VaultError):
        move(work, A, NotePath("out/a.md"))
    for name in ("pipe.md", "folder.md", "link.md"):
        with pytest.raises(NoteConflict):
            move(work, A, NotePath(name))
    assert sorted(found.name for found in root.rglob("*")) == before
    assert (root.parent / "outside" / "secret.md").read_text() == "SECRET"


def test_missing_folders_are_named_made_and_removed_again_where_empty(root: Path, work: FileOperations) -> None:
    path = NotePath("f/x/y/b.md")
    folders = work.missing_folders(path)
    assert folders == ("f/x", "f/x/y")
    work.make_folders(path, folders)
    assert work.missing_folders(path) == ()
    (root / "f" / "x" / "theirs.md").write_bytes(b"")
    work.remove_folders(folders)
    assert tree(root) == {"a.md": b"old", "f": None, "f/x": None, "f/x/theirs.md": b""}


def test_a_folder_that_nobody_names_is_not_made(work: FileOperations) -> None:
    with pytest.raises(NoteNotFound, match="folder"):
        work.make_folders(NotePath("no/b.md"), ())


def test_a_folder_in_another_spelling_is_told(work: FileOperations) -> None:
    with pytest.raises(NoteConflict, match="named “f”"):
        work.missing_folders(NotePath("F/b.md"))


def test_a_place_with_a_twin_is_not_free(work: FileOperations) -> None:
    with pytest.raises(NoteConflict):
        work.must_be_free(NotePath("A.md"))
    work.must_be_free(NotePath("A.md"), {"a.md"})
    work.must_be_free(NotePath("b.md"))


def test_only_second_names_and_placeholders_are_discarded(root: Path, work: FileOperations) -> None:
    inode = (root / "a.md").stat().st_ino
    (root / "f" / "same.md").hardlink_to(root / "a.md")
    (root / "f" / "empty.md").write_bytes(b"")
    (root / "f" / "other.md").write_bytes(b"other")
    for name in ("same.md", "empty.md", "other.md", "none.md"):
        work.remove_if_same(("f", name), inode)
    assert tree(root) == {"a.md": b"old", "f": None, "f/other.md": b"other"}


def test_sweeping_tells_whether_the_hidden_file_is_gone(root: Path, work: FileOperations) -> None:
    (root / "f" / ".t").write_bytes(b"")
    (root / "f" / ".folder").mkdir()
    assert [work.remove_temporary(B.parts, name) for name in (".t", ".t", "", ".folder")] == [True, True, True, False]
    assert work.remove_temporary(("no", "b.md"), ".t")


def test_names_of_a_folder_are_listed(work: FileOperations) -> None:
    assert work.names_in((), A) == {"a.md", "f"}
    assert work.names_in(("no",), A) == frozenset()
