"""Kept views: three stores beside the vault, none of which touches it by being made."""

from pathlib import Path

from vaultdesk.workspace.kept_views import kept_views


def test_making_them_writes_nothing(tmp_path: Path) -> None:
    finding, tree, _, _ = kept_views(tmp_path / "place", tmp_path / "vault" / ".obsidian")

    assert finding is not tree
    assert list(tmp_path.iterdir()) == []
