"""Race: a folder is swapped for a link while notes in it are read and written
(vaultdesk/vault/README.md, "Links on disk")."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.disk.folder import PosixRoot
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath

pytestmark = pytest.mark.skipif(os.name == "nt", reason="directory descriptors are POSIX")

ROUNDS = 1_500
"""Attempts of each kind. tests/benchmarks/bench_vault_races.py makes thousands more and counts the results."""


SWAPPER = """
import os, sys
root, outside = sys.argv[1:]
folder, aside = os.path.join(root, "f"), os.path.join(root, "g")
print("ready", flush=True)
while True:
    os.rename(folder, aside)
    os.symlink(outside, folder)
    os.unlink(folder)
    os.rename(aside, folder)
"""


@contextmanager
def swapping(root: Path) -> Iterator[None]:
    """Run a process that continuously replaces the folder `f` by a link to the outside and restores it."""
    (root / "f").mkdir()
    (root / "f" / "secret.md").write_text("inside")
    command = [sys.executable, "-c", SWAPPER, str(root), str(root.parent / "outside")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        try:
            assert child.stdout is not None
            child.stdout.readline()
            yield
        finally:
            child.kill()


def swap(root: Path) -> None:
    """Replace the folder by a link once."""
    (root / "f").rename(root / "g")
    (root / "f").symlink_to(root.parent / "outside")


@pytest.fixture
def folder(root: Path) -> Path:
    (root / "f").mkdir()
    (root / "f" / "secret.md").write_text("inside")
    return root / "f"


def test_a_folder_swapped_after_opening_is_still_the_checked_one(root: Path, folder: Path) -> None:
    with PosixRoot(root).open(("f",)) as opened:
        swap(root)
        descriptor = opened.open_file("secret.md")
        assert os.read(descriptor, 10) == b"inside"
        os.close(descriptor)
        os.close(opened.create("new.md", 0o600))
        opened.replace("secret.md", "new.md")
    assert [found.name for found in (root.parent / "outside").iterdir()] == ["secret.md"]
    assert (root.parent / "outside" / "secret.md").read_text() == "SECRET"
    assert (root / "g" / "secret.md").read_text() == ""


def test_the_same_swap_bypasses_a_check_of_resolved_paths(root: Path, folder: Path) -> None:
    """A check of the resolved path is vulnerable, which shows that the test above can fail."""
    path = folder / "secret.md"
    assert path.resolve().is_relative_to(root)
    swap(root)
    assert path.read_text() == "SECRET"


def test_no_read_leaves_the_vault_while_a_folder_is_swapped(root: Path, files: VaultFiles) -> None:
    path = NotePath("f/secret.md")
    seen: set[str] = set()
    with swapping(root):
        for _ in range(ROUNDS):
            try:
                seen.add(files.read_text(path).text)
            except VaultError as error:
                seen.add(type(error).__name__)
    assert seen <= {"inside", "NoteNotFound", "OutsideVault"}


def test_no_write_leaves_the_vault_while_a_folder_is_swapped(root: Path, files: VaultFiles) -> None:
    with swapping(root):
        for number in range(ROUNDS // 5):
            with suppress(VaultError):
                files.write(NotePath(f"f/n{number}.md"), "mine", None, make_folders=False)
    assert [found.name for found in (root.parent / "outside").iterdir()] == ["secret.md"]
    assert (root.parent / "outside" / "secret.md").read_text() == "SECRET"
