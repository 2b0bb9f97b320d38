"""Import order: what is imported behind the painted window, what is waited for first coming first. Reads no file."""

import asyncio
import importlib
import threading
from collections.abc import Sequence

FIRST = ("vaultdesk.workspace.notes_side", "vaultdesk.ui.files.first_files")
"""What lists the notes of a vault: a quarter of a second in a thread after the first paint."""

HEAVY = ("vaultdesk.workspace.workspace", "vaultdesk.ui.vault_views")
"""All else that works with a vault and shows it: it takes longer, and the notes can be looked through meanwhile."""

LATER = ("vaultdesk.ui.preferences", "vaultdesk.ui.importing.import_dialog", "vaultdesk.providers.offline_wishes")
"""What is opened now and then; imported in a thread too, but once the vault can be used."""

_turn = threading.Lock()


async def import_first() -> None:
    """Import what lists the notes of a vault."""
    await asyncio.to_thread(import_in_turn, FIRST)


async def import_rest() -> None:
    """Import what opens a vault. Whoever wants one asks for it: what is imported already costs nothing."""
    await asyncio.to_thread(import_in_turn, HEAVY)


def import_in_turn(modules: Sequence[str]) -> None:
    """Import *modules*; for a thread. Two threads that import one package at a time can meet it half made."""
    with _turn:
        for module in modules:
            importlib.import_module(module)
