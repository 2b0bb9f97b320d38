"""Every visible file of a vault, not only its notes."""

import os
from pathlib import Path

import pytest

from vaultdesk.vault.every_file import every_file
from vaultdesk.vault.files import VaultFiles


def test_every_visible_file_is_listed(root: Path, files: VaultFiles) -> None:
    for path in ("a.md", "b/c.md", "b/pic.PNG", "b/map.canvas", ".obsidian/app.json", ".trash/x.md", ".hidden.md"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    found = {state.path.text: state.size for state in every_file(files)}
    assert found == {"a.md": 1, "b/c.md": 1, "b/pic.PNG": 1, "b/map.canvas": 1}


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_links_are_not_followed(root: Path, files: VaultFiles) -> None:
    (root / "out").symlink_to(root.parent / "outside")
    (root / "secret.md").symlink_to(root.parent / "outside" / "secret.md")
    assert list(every_file(files)) == []
