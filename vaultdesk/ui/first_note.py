"""First note: which note is shown when a vault opens. Shows nothing itself."""

import asyncio
from pathlib import Path

from vaultdesk.core.errors import OutsideVault
from vaultdesk.core.settings.settings_store import is_welcome_vault
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

WELCOME = "Welcome.md"
"""The note that greets in the welcome vault."""


async def first_note(vault: Vault, kept: str) -> str | None:
    """Return the note that was open last where it is still there, else the greeting of the welcome vault."""
    if kept and await _is_there(vault, kept):
        return kept
    return WELCOME if await asyncio.to_thread(_greets, vault.root) else None


async def _is_there(vault: Vault, path: str) -> bool:
    try:
        return await vault.exists(NotePath.parse(path))
    except OutsideVault:
        return False  # a name that cannot be a note's: the state was edited by hand


def _greets(root: Path) -> bool:
    return is_welcome_vault(root) and (root / WELCOME).is_file()
