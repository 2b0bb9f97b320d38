"""A name is given in one step, and only if nothing has it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultdesk.vault.disk.folder import rename_exclusive

pytestmark = pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="a call of Linux and macOS")


@pytest.fixture
def folder(root: Path) -> Iterator[int]:
    descriptor = os.open(root, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def test_a_free_name_is_given(root: Path, folder: int) -> None:
    (root / "Äpfel.md").write_text("x")
    assert rename_exclusive(folder, "Äpfel.md", folder, "b.md")
    assert [file.name for file in root.iterdir()] == ["b.md"]


def test_a_taken_name_is_refused_and_the_usual_rename_overwrites(root: Path, folder: int) -> None:
    (root / "a.md").write_text("mine")
    (root / "b.md").write_text("theirs")
    with pytest.raises(FileExistsError):
        rename_exclusive(folder, "a.md", folder, "b.md")
    assert (root / "b.md").read_text() == "theirs"
    (root / "a.md").rename(root / "b.md")
    assert (root / "b.md").read_text() == "mine"


def test_a_missing_file_is_told(folder: int) -> None:
    with pytest.raises(FileNotFoundError):
        rename_exclusive(folder, "a.md", folder, "b.md")
