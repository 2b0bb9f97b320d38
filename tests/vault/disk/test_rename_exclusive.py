"""An exclusive rename is atomic and fails if the target exists."""

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


def test_a_file_is_renamed_to_a_free_name(root: Path, folder: int) -> None:
    (root / "Äpfel.md").write_text("x")
    assert rename_exclusive(folder, "Äpfel.md", folder, "b.md")
    assert [file.name for file in root.iterdir()] == ["b.md"]


def test_an_existing_target_is_refused_unlike_by_a_plain_rename(root: Path, folder: int) -> None:
    (root / "a.md").write_text("mine")
    (root / "b.md").write_text("theirs")
    with pytest.raises(FileExistsError):
        rename_exclusive(folder, "a.md", folder, "b.md")
    assert (root / "b.md").read_text() == "theirs"
    (root / "a.md").rename(root / "b.md")
    assert (root / "b.md").read_text() == "mine"


def test_a_missing_file_raises_file_not_found(folder: int) -> None:
    with pytest.raises(FileNotFoundError):
        rename_exclusive(folder, "a.md", folder, "b.md")
