"""FolderReader reads many files in sequence, and none that `VaultFiles.read` would refuse."""

import os
import sys
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.vault.disk.vault_files import FolderReader, VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import MAX_NOTE_BYTES


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault", {"A.md": "one", "Sub/B.md": "two", "Sub/C.md": "three"})


def _read(root: Path, *paths: str, limit: int = MAX_NOTE_BYTES) -> list[bytes | None]:
    with FolderReader(VaultFiles(root).folders) as reader:
        found = [reader.read(NotePath(path), limit) for path in paths]
    return [file.data if file is not None else None for file in found]


def test_files_of_any_folders_are_read_in_any_order(root: Path) -> None:
    assert _read(root, "Sub/B.md", "A.md", "Sub/C.md", "Sub/B.md") == [b"two", b"one", b"three", b"two"]


def test_modification_time_and_size_are_those_of_the_opened_file(root: Path) -> None:
    os.utime(root / "A.md", ns=(1, 5_000_000_000))
    with FolderReader(VaultFiles(root).folders) as reader:
        found = reader.read(NotePath("A.md"), 100)
    assert found is not None
    assert (found.stat.st_size, found.stat.st_mtime_ns) == (3, 5_000_000_000)


def test_state_is_read_without_the_content(root: Path) -> None:
    os.utime(root / "Sub/B.md", ns=(1, 5_000_000_000))
    with FolderReader(VaultFiles(root).folders) as reader:
        found = [reader.state(NotePath(path)) for path in ("Sub/B.md", "Gone.md", "None/Gone.md", "Sub")]
    assert [(state.st_size, state.st_mtime_ns) if state is not None else None for state in found] == [
        (3, 5_000_000_000), None, None, None,
    ]  # fmt: skip


def test_a_missing_or_too_large_file_gives_none_and_the_next_one_is_read(root: Path) -> None:
    assert _read(root, "No.md", "None/No.md", "Sub/C.md", "A.md", limit=3) == [None, None, None, b"one"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a special permission there")
def test_links_to_files_and_folders_are_not_followed(root: Path, tmp_path: Path) -> None:
    outside = write_vault(tmp_path / "outside", {"Secret.md": "secret"})
    (root / "Link.md").symlink_to(outside / "Secret.md")
    (root / "Folder").symlink_to(outside)
    assert _read(root, "Link.md", "Folder/Secret.md", "A.md") == [None, None, b"one"]


@pytest.mark.skipif(sys.platform == "win32", reason="an open folder cannot be renamed there")
def test_an_open_folder_swapped_for_a_link_does_not_lead_outside(root: Path, tmp_path: Path) -> None:
    outside = write_vault(tmp_path / "outside", {"B.md": "secret", "C.md": "secret"})
    with FolderReader(VaultFiles(root).folders) as reader:
        first = reader.read(NotePath("Sub/B.md"), 100)
        (root / "Sub").rename(root / "Old")
        (root / "Sub").symlink_to(outside)
        second = reader.read(NotePath("Sub/C.md"), 100)
        elsewhere = reader.read(NotePath("A.md"), 100)
        third = reader.read(NotePath("Sub/C.md"), 100)
    assert [file.data if file is not None else None for file in (first, second, elsewhere, third)] == [
        b"two",
        b"three",
        b"one",
        None,
    ]
