"""The race: a folder is swapped for a link while notes in it are read and written (THREATS 2.2, S2)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from vaultdesk.errors import VaultError
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.note_path import NotePath

pytestmark = pytest.mark.skipif(os.name == "nt", reason="directory descriptors are POSIX")

ROUNDS = 1_500
"""Tries in each direction. Thousands more are in tests/benchmarks."""


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
    """A second process that puts a link to the outside in place of the folder `f`, and back, as fast as it can."""
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


def test_no_read_escapes_while_a_folder_is_swapped_for_a_link(root: Path, files: VaultFiles) -> None:
    path = NotePath("f/secret.md")
    seen: dict[str, int] = {}
    with swapping(root):
        for _ in range(ROUNDS):
            try:
                text = files.read_text(path).text
            except VaultError as error:
                text = type(error).__name__
            seen[text] = seen.get(text, 0) + 1
    assert "SECRET" not in seen
    assert seen.get("inside"), seen


def test_no_write_escapes_while_a_folder_is_swapped_for_a_link(root: Path, files: VaultFiles) -> None:
    written = 0
    with swapping(root):
        for number in range(ROUNDS // 5):
            try:
                files.write(NotePath(f"f/n{number}.md"), "mine", None, make_folders=False)
                written += 1
            except VaultError:
                continue
    assert [found.name for found in (root.parent / "outside").iterdir()] == ["secret.md"]
    assert (root.parent / "outside" / "secret.md").read_text() == "SECRET"
    assert written


def test_the_same_attack_gets_through_a_check_of_resolved_paths(root: Path) -> None:
    """The guard that is usually written leaks: so the tests above can fail."""
    leaks = 0
    with swapping(root):
        for _ in range(40_000):
            path = root / "f" / "secret.md"
            try:
                if path.resolve().is_relative_to(root):
                    leaks += path.read_text() == "SECRET"
            except OSError:
                continue
            if leaks:
                break
    assert leaks
