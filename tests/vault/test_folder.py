"""What both kinds of folder promise."""

import os
import socket
from pathlib import Path

import pytest

from vaultdesk.vault.folder import Root
from vaultdesk.vault.portable_folder import PortableRoot
from vaultdesk.vault.posix_folder import PosixRoot

KINDS = [PortableRoot] if os.name == "nt" else [PosixRoot, PortableRoot]


@pytest.fixture(params=KINDS)
def opener(request: pytest.FixtureRequest, root: Path) -> Root:
    return request.param(root)


def read(opener: Root, *parts: str) -> bytes:
    with opener.open(parts[:-1]) as folder:
        descriptor = folder.open_file(parts[-1])
        try:
            return os.read(descriptor, 100)
        finally:
            os.close(descriptor)


def test_a_plain_file_is_read_and_its_state_known(opener: Root, root: Path) -> None:
    (root / "a" / "b").mkdir(parents=True)
    (root / "a" / "b" / "x.md").write_text("hello")
    assert read(opener, "a", "b", "x.md") == b"hello"
    with opener.open(("a", "b")) as folder:
        assert folder.stat("x.md").st_size == 5


@pytest.mark.skipif(os.name == "nt", reason="links and special files of POSIX")
@pytest.mark.timeout(5)
@pytest.mark.parametrize(
    "kind",
    ["file link", "dangling", "chain", "loop", "inner link", "root link", "fifo", "socket", "folder", "device link"],
)
def test_what_is_no_plain_file_is_refused_at_once(opener: Root, root: Path, kind: str) -> None:
    place = root / "x.md"
    (root / "real.md").write_text("real")
    match kind:
        case "file link":
            place.symlink_to(root.parent / "outside" / "secret.md")
        case "dangling":
            place.symlink_to(root / "nothing.md")
        case "chain":
            (root / "y.md").symlink_to(root.parent / "outside" / "secret.md")
            place.symlink_to(root / "y.md")
        case "loop":
            place.symlink_to(place)
        case "inner link":
            place.symlink_to(root / "real.md")
        case "root link":
            place.symlink_to("/")
        case "fifo":
            os.mkfifo(place)
        case "socket":
            server = socket.socket(socket.AF_UNIX)
            here = Path.cwd()
            os.chdir(root)  # The address of a socket may have 108 bytes only.
            server.bind("x.md")
            os.chdir(here)
            server.close()
        case "folder":
            place.mkdir()
        case _:
            place.symlink_to("/dev/zero")
    with pytest.raises(OSError):  # noqa: PT011 - which number it is differs with the kind
        read(opener, "x.md")
    with opener.open(()) as folder, pytest.raises(OSError):  # noqa: PT011 - the same
        folder.stat("x.md")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("target", ["../outside", "/", "real", "../outside/missing"])
def test_a_linked_folder_is_not_entered(opener: Root, root: Path, target: str) -> None:
    (root / "real").mkdir()
    (root / "real" / "secret.md").write_text("inside")
    (root / "linked").symlink_to(target)
    with pytest.raises(OSError):  # noqa: PT011 - ELOOP, or ENOENT where it dangles
        read(opener, "linked", "secret.md")
    with pytest.raises(OSError), opener.open(("linked", "deeper")):  # noqa: PT011 - the same
        pass


def test_creating_publishing_and_replacing(opener: Root, root: Path) -> None:
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


def test_a_file_on_the_way_is_no_folder(opener: Root, root: Path) -> None:
    (root / "x.md").write_text("")
    with pytest.raises(NotADirectoryError):
        read(opener, "x.md", "y.md")
