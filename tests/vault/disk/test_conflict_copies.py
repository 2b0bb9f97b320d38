"""Copies of sync programs are known by names that people do not give."""

from pathlib import Path

import pytest

from vaultdesk.vault.disk.conflict_copies import ConflictCopy, conflict_copies_of, conflict_original
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

COPIES = {
    "Plan.sync-conflict-20240101-120000-ABCDEF2.md": "Plan.md",
    "a/b/Plan.sync-conflict-20150605-120000.md": "a/b/Plan.md",
    "Plan (Anna's conflicted copy 2024-01-31).md": "Plan.md",
    "Plan (conflicted copy 2024-01-31 123456).md": "Plan.md",
    "Plan (Conflicted copy laptop 202401311234).md": "Plan.md",
    "Plan (In Konflikt stehende Kopie von Anna 2024-01-31).md": "Plan.md",
    "Plan (Copie en conflit de Anna 2024-01-31).md": "Plan.md",
    "Plan (Copia en conflicto de Anna 2024-01-31).md": "Plan.md",
    "Plan_conflict-20240131-123456.md": "Plan.md",
    "Plan (SFConflict anna@example.com 2024-05-20-11-20-10).md": "Plan.md",
    "Plan-DESKTOP-AB12CD3.md": "Plan.md",
    "Plan-LAPTOP-AB12CD3E-2.md": "Plan.md",
    "Board.sync-conflict-20240101-120000-ABCDEF2.canvas": "Board.canvas",
    "Plan (b).sync-conflict-20240101-120000-ABCDEF2.md": "Plan (b).md",
}

HONEST = [
    "Plan.md",
    "Plan 2.md",
    "Plan (2).md",
    "Conflict.md",
    "Conflict 2024-01-31.md",
    "On conflicted copies.md",
    "Plan (conflicted copy).md",
    "Conflicts (2024-01-31).md",
    "merge-conflict-notes.md",
    "Review-DESKTOP.md",
    "Setup-desktop-pc.md",
    ".sync-conflict-20240101-120000-ABCDEF2.md"[1:],
    "Plan.sync-conflict-20240101-120000-ABCDEF2.png",
    "Plan.sync-conflict-20240101-120000-ABCDEF2 and what to do.md",
]


@pytest.mark.parametrize(("copy", "original"), COPIES.items())
def test_a_copy_is_known_with_its_original(copy: str, original: str) -> None:
    assert conflict_original(NotePath(copy)) == NotePath(original)


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_is_no_copy(name: str) -> None:
    assert conflict_original(NotePath(name)) is None


def test_the_copies_of_a_note_are_found_among_its_neighbours() -> None:
    names = ["Plan.md", "plan.sync-conflict-20240101-120000-ABCDEF2.md", "Other_conflict-20240131-123456.md", ".hid"]
    assert conflict_copies_of(NotePath("x/Plan.md"), names) == (NotePath(f"x/{names[1]}"),)


@pytest.mark.timeout(5)
def test_hostile_names_are_looked_at_in_no_time() -> None:
    for name in ("(conflicted copy " * 14, "-DESKTOP-" * 27, "x (" + "0" * 200 + " conflicted copy"):
        for _ in range(1_000):
            conflict_original(NotePath(f"{name}x.md"))


async def test_a_vault_lists_its_conflicts(root: Path) -> None:
    for name in ("Plan.md", "Plan.sync-conflict-20240101-120000-ABCDEF2.md"):
        (root / name).write_text("x")
    async with Vault(root, watch=False) as vault:
        copy = NotePath("Plan.sync-conflict-20240101-120000-ABCDEF2.md")
        assert await vault.conflicts() == (ConflictCopy(copy, NotePath("Plan.md")),)
        (state,) = [state for state in vault.files.walk() if state.conflict_of is not None]
        assert state.path == copy
