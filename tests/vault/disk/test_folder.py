"""Tests of vault/disk/folder.py."""

import errno
import os
import socket
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.wine import wine_lacks
from vaultdesk.vault.disk import folder as folder_module
from vaultdesk.vault.disk.folder import (
    PortableFolder,
    PortableRoot,
    PosixRoot,
    RootFolder,
    extended_path,
    is_link,
    retry_while_held,
)

# Contract of both kinds of folder.

ROOT_FOLDERS = [PortableRoot] if os.name == "nt" else [PosixRoot, PortableRoot]


@pytest.fixture(params=ROOT_FOLDERS)
def opener(request: pytest.FixtureRequest, root: Path) -> RootFolder:
    return request.param(root)


def read(opener: RootFolder, *parts: str) -> bytes:
    with opener.open(parts[:-1]) as folder:
        descriptor = folder.open_file(parts[-1])
        try:
            return os.read(descriptor, 100)
        finally:
            os.close(descriptor)


def test_a_regular_file_is_read_with_its_state(opener: RootFolder, root: Path) -> None:
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "b" / "x.md").write_text("hello")
    assert read(opener, "a", "b", "x.md") == b"hello"
    with opener.open(("a", "b")) as folder:
        assert folder.stat("x.md").st_size == 5


@pytest.mark.skipif(os.name == "nt", reason="links and special files of POSIX")
@pytest.mark.parametrize(
    "kind",
    ["file link", "dangling", "chain", "loop", "inner link", "root link", "fifo", "socket", "folder", "device link"],
)
def test_a_file_that_is_not_regular_is_refused_without_blocking(opener: RootFolder, root: Path, kind: str) -> None:
    target = root / "x.md"
    (root / "real.md").write_text("real")
    match kind:
        case "file link":
            target.symlink_to(root.parent / "outside" / "secret.md")
        case "dangling":
            target.symlink_to(root / "nothing.md")
        case "chain":
            (root / "y.md").symlink_to(root.parent / "outside" / "secret.md")
            target.symlink_to(root / "y.md")
        case "loop":
            target.symlink_to(target)
        case "inner link":
            target.symlink_to(root / "real.md")
        case "root link":
            target.symlink_to("/")
        case "fifo":
            os.mkfifo(target)
        case "socket":
            server = socket.socket(socket.AF_UNIX)
            working_folder = Path.cwd()
            os.chdir(root)  # The address of a socket is limited to 108 bytes.
            server.bind("x.md")
            os.chdir(working_folder)
            server.close()
        case "folder":
            target.mkdir()
        case _:
            target.symlink_to("/dev/zero")
    with pytest.raises(OSError):  # noqa: PT011 - the error number depends on the kind
        read(opener, "x.md")
    with opener.open(()) as folder, pytest.raises(OSError):  # noqa: PT011 - the same
        folder.stat("x.md")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("target", ["../outside", "/", "real", "../outside/missing"])
def test_a_linked_folder_is_not_entered(opener: RootFolder, root: Path, target: str) -> None:
    (root / "real").mkdir()
    (root / "real" / "secret.md").write_text("inside")
    (root / "linked").symlink_to(target)
    with pytest.raises(OSError):  # noqa: PT011 - ELOOP, or ENOENT where it dangles
        read(opener, "linked", "secret.md")
    with pytest.raises(OSError), opener.open(("linked", "deeper")):  # noqa: PT011 - the same
        pass


def test_files_are_created_published_replaced_and_removed(opener: RootFolder, root: Path) -> None:
    with opener.open(()) as folder:
        folder.make_folder("sub")
        folder.make_folder("sub")
    with opener.open(("sub",)) as folder:
        for name in ("t1", "t2", "t3"):
            os.close(folder.create(name, 0o600))
        (root / "sub" / "t1").write_text("one")
        (root / "sub" / "t3").write_text("three")
        folder.publish("t1", "x.md")
        with pytest.raises(FileExistsError):
            folder.publish("t2", "x.md")
        assert (root / "sub" / "x.md").read_text() == "one"
        folder.replace("x.md", "t3")
        folder.remove("t2")
        folder.sync()
        with pytest.raises(FileExistsError):
            folder.create("x.md", 0o600)
        with folder.entries() as entries:
            assert [entry.name for entry in entries] == ["x.md"]
    assert (root / "sub" / "x.md").read_text() == "three"


def test_a_file_within_the_path_is_not_a_folder(opener: RootFolder, root: Path) -> None:
    (root / "x.md").write_text("")
    with pytest.raises(NotADirectoryError):
        read(opener, "x.md", "y.md")


# Retried rename: a refused rename is retried for a while on Windows; elsewhere a refusal is final.


@pytest.mark.parametrize(("system", "expected_attempts"), [("nt", 3), ("posix", 1)])
def test_a_refused_rename_is_retried_on_windows_only(
    monkeypatch: pytest.MonkeyPatch, system: str, expected_attempts: int
) -> None:
    monkeypatch.setattr(os, "name", system)
    monkeypatch.setattr("vaultdesk.vault.disk.folder.HELD_PAUSE", 0.001)
    attempts: list[int] = []

    def rename() -> None:
        attempts.append(1)
        if len(attempts) < 3:
            raise PermissionError

    if system == "nt":
        retry_while_held(rename)
    else:
        with pytest.raises(PermissionError):
            retry_while_held(rename)
    assert len(attempts) == expected_attempts


def test_retries_end_after_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")

    def rename() -> None:
        raise PermissionError

    with pytest.raises(PermissionError):
        retry_while_held(rename, -1.0)


def test_a_read_refused_by_windows_during_a_rename_is_retried(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "x.md").write_bytes(b"new")
    real_open, refusals = os.open, [1, 2]

    def opened(path: os.PathLike[str] | str, *arguments: int) -> int:
        if os.fspath(path).endswith("x.md") and refusals:
            refusals.pop()
            raise PermissionError(errno.EACCES, "Permission denied")
        return real_open(path, *arguments)

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(folder_module, "os", SimpleNamespace(**{**vars(os), "name": "nt", "open": opened}))
    monkeypatch.setattr(folder_module, "extended_path", lambda path: path)
    assert read(PortableRoot(root), "x.md") == b"new"
    assert refusals == []


@pytest.mark.parametrize("refusal", [errno.EACCES, errno.ENOTEMPTY])
def test_a_folder_held_by_another_program_on_windows_is_removed_later(
    root: Path, monkeypatch: pytest.MonkeyPatch, refusal: int
) -> None:
    (root / "House").mkdir()
    remove, refusals = Path.rmdir, [1, 2]

    def removed(path: Path) -> None:
        if refusals:
            refusals.pop()
            raise OSError(refusal, "refused")
        remove(path)

    with PortableRoot(root).open(()) as folder, monkeypatch.context() as patch:
        patch.setattr(Path, "rmdir", removed)
        patch.setattr(folder_module, "os", SimpleNamespace(**{**vars(os), "name": "nt"}))
        folder.remove_folder("House")
    assert not (root / "House").exists()


def test_a_folder_with_other_files_is_not_removed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "House").mkdir()
    (root / "House" / "theirs.md").write_text("kept")
    monkeypatch.setattr(folder_module, "DELETE_PENDING_SECONDS", 0.0)
    with PortableRoot(root).open(()) as folder, pytest.raises(OSError, match="not empty"):
        folder.remove_folder("House")
    assert (root / "House" / "theirs.md").read_text() == "kept"


# Path-based access checks the resolved path.


def test_alternate_data_streams_are_refused(root: Path) -> None:
    (root / "x.md").write_text("")
    with PortableRoot(root).open(()) as folder:
        with pytest.raises(OSError, match="stream"):
            folder.open_file("x.md:s")
        with pytest.raises(OSError, match="stream"):
            folder.create("x.md:s", 0o600)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_replaced_by_a_link_is_detected(root: Path) -> None:
    (root / "f").mkdir()
    (root / "f" / "secret.md").write_text("inside")
    with PortableRoot(root).open(("f",)) as folder:
        (root / "f").rename(root / "g")
        (root / "f").symlink_to(root.parent / "outside")
        with pytest.raises(OSError, match="reached through a link"):
            folder.open_file("secret.md")
        with pytest.raises(OSError, match="reached through a link"):
            folder.create("new.md", 0o600)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_distinguished_from_files(root: Path) -> None:
    (root / "x.md").write_text("")
    (root / "l.md").symlink_to("x.md")
    assert is_link((root / "l.md").lstat())
    assert not is_link((root / "x.md").lstat())


def ignore_case(monkeypatch: pytest.MonkeyPatch, root: Path, real: str) -> None:
    """Make every spelling of *real* in *root* resolve to it, as on a case-insensitive disk."""
    resolve, resolved = os.path.realpath, str(extended_path(root / real))

    def realpath(path: os.PathLike[str] | str) -> str:
        text = os.fspath(path)
        return resolved if text.casefold() == resolved.casefold() else resolve(text)

    monkeypatch.setattr(os.path, "realpath", realpath)


def test_another_spelling_on_a_case_insensitive_disk_is_not_reported_as_a_link(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "todo.md").write_text("x")
    ignore_case(monkeypatch, root, "Todo.md")
    with PortableRoot(root).open(()) as folder, pytest.raises(FileNotFoundError, match="spelled differently"):
        folder.stat("todo.md")


def test_a_file_replaced_while_it_is_opened_is_opened_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "x.md").write_text("old")
    real_open, replacements = os.open, ["new"]

    def opened(path: os.PathLike[str] | str, *arguments: int) -> int:
        if os.fspath(path) == str(extended_path(root / "x.md")) and replacements:
            (root / "other").write_text(replacements.pop())
            (root / "other").replace(root / "x.md")
        return real_open(path, *arguments)

    monkeypatch.setattr(os, "open", opened)
    assert read(PortableRoot(root), "x.md") == b"new"

    replacements += ["1", "2", "3"]
    with pytest.raises(OSError, match="was replaced each time") as raised:
        read(PortableRoot(root), "x.md")
    assert raised.value.errno == errno.ESTALE


def test_a_file_with_the_read_only_attribute_of_windows_is_removed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = root / "copy.md"
    file.write_text("x")
    file.chmod(0o444)
    unlink = Path.unlink

    def refuse_read_only(path: Path) -> None:
        if not path.stat().st_mode & stat.S_IWRITE:
            raise PermissionError(errno.EACCES, "read-only")
        unlink(path)

    monkeypatch.setattr(Path, "unlink", refuse_read_only)
    with PortableRoot(root).open(()) as folder:
        if os.name != "nt":
            with pytest.raises(PermissionError):
                folder.remove("copy.md")  # Not an attribute of other systems, whose modes are respected.
            monkeypatch.setattr(folder_module.os, "name", "nt")
        folder.remove("copy.md")
    monkeypatch.undo()
    assert not file.exists()


WRITER = """
import sys
from pathlib import Path
from vaultdesk.vault.disk.folder import PortableRoot
with PortableRoot(Path(sys.argv[1])).open(()) as folder, folder.lock():
    print("locked", flush=True)
    sys.stdin.readline()
    Path(sys.argv[1], "first").touch()
"""


def test_two_processes_do_not_write_simultaneously_where_folders_cannot_be_locked(root: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with PortableRoot(root).open(()) as folder, ThreadPoolExecutor(1) as threads:
            waiting = threads.submit(lambda: holds_first(folder, root))
            other.stdin.write("\n")
            other.stdin.flush()
            assert waiting.result()


def holds_first(folder: PortableFolder, root: Path) -> bool:
    with folder.lock():
        return (root / "first").exists()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (r"C:\Notes", r"\\?\C:\Notes"),
        (r"\\server\share\Notes", r"\\?\UNC\server\share\Notes"),
        (r"\\?\C:\Notes", r"\\?\C:\Notes"),
        (r"\\?\UNC\server\share\N", r"\\?\UNC\server\share\N"),
    ],
)
def test_paths_on_windows_use_the_extended_form(path: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: Any = PureWindowsPath(path)
    assert extended_path(given) == given or os.name == "nt", "other systems have no extended form"
    monkeypatch.setattr(folder_module, "os", SimpleNamespace(name="nt"))
    assert str(extended_path(given)) == expected


@wine_lacks("final paths of more than 260 characters")
def test_a_note_at_a_path_of_more_than_260_characters_is_written_listed_and_removed(root: Path) -> None:
    parts = tuple(f"{number} {'long ' * 9}folder" for number in range(6))
    opener = PortableRoot(root)
    for depth in range(len(parts)):
        with opener.open(parts[:depth]) as folder:
            folder.make_folder(parts[depth])
    assert len(str(root.joinpath(*parts))) > 300
    with opener.open(parts) as folder:
        descriptor = folder.create("x.tmp", 0o600)
        os.write(descriptor, b"text")
        os.close(descriptor)
        folder.publish("x.tmp", "x.md")
        with folder.entries() as entries:
            assert [entry.name for entry in entries] == ["x.md"]
        assert folder.stat("x.md").st_size == 4
    assert read(opener, *parts, "x.md") == b"text"
    with opener.open(parts) as folder:
        folder.remove("x.md")
    for depth in reversed(range(len(parts))):
        with opener.open(parts[:depth]) as folder:
            folder.remove_folder(parts[depth])
