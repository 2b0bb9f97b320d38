"""What only the way by paths has: it checks where the system says a path leads."""

import os
from pathlib import Path

import pytest

from vaultdesk.vault.portable_folder import PortableRoot, is_link


def test_a_stream_of_a_file_is_refused(root: Path) -> None:
    (root / "x.md").write_text("")
    with PortableRoot(root).open(()) as folder:
        with pytest.raises(OSError, match="stream"):
            folder.open_file("x.md:s")
        with pytest.raises(OSError, match="stream"):
            folder.create("x.md:s", 0o600)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_that_became_a_link_is_noticed(root: Path) -> None:
    (root / "f").mkdir()
    (root / "f" / "secret.md").write_text("inside")
    with PortableRoot(root).open(("f",)) as folder:
        (root / "f").rename(root / "g")
        (root / "f").symlink_to(root.parent / "outside")
        with pytest.raises(OSError, match="not where it says"):
            folder.open_file("secret.md")
        with pytest.raises(OSError, match="not where it says"):
            folder.create("new.md", 0o600)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_told_from_files(root: Path) -> None:
    (root / "x.md").write_text("")
    (root / "l.md").symlink_to("x.md")
    assert is_link((root / "l.md").lstat())
    assert not is_link((root / "x.md").lstat())
