"""First note: where one left off, and the greeting of the welcome vault."""

from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.resources import welcome_vault
from vaultdesk.ui.first_note import WELCOME, first_note
from vaultdesk.vault.vault import Vault


@pytest.mark.parametrize(
    ("kept", "shown"),
    [("Budget.md", "Budget.md"), ("Gone.md", None), ("", None), ("../Budget.md", None), ("/etc/hosts", None)],
)
async def test_the_note_left_open_comes_back_if_it_is_there(tmp_path: Path, kept: str, shown: str | None) -> None:
    async with Vault(write_vault(tmp_path / "vault"), watch=False) as vault:
        assert await first_note(vault, kept) == shown


async def test_the_welcome_vault_greets(home: Path) -> None:
    root = welcome_vault(app_folders())
    async with Vault(root, watch=False) as vault:
        assert await first_note(vault, "") == WELCOME
        assert await first_note(vault, "Daily/2026-11-20.md") == "Daily/2026-11-20.md"
    (root / WELCOME).unlink()
    async with Vault(root, watch=False) as vault:
        assert await first_note(vault, "") is None
