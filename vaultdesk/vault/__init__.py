"""The vault: a folder of Markdown files that the user owns. Only this package reads and writes them."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.vault.disk.vault_files import VaultFiles
    from vaultdesk.vault.markdown.note import Note, parse_note
    from vaultdesk.vault.note_path import NotePath
    from vaultdesk.vault.vault import Vault
    from vaultdesk.vault.vault_changes import VaultChanged

__all__ = ["Note", "NotePath", "Vault", "VaultChanged", "VaultFiles", "parse_note"]

_MODULES = {
    "Note": "markdown.note",
    "NotePath": "note_path",
    "Vault": "vault",
    "VaultChanged": "vault_changes",
    "VaultFiles": "disk.vault_files",
    "parse_note": "markdown.note",
}


def __getattr__(name: str) -> object:
    """Import a name on first use: the process that parses notes needs no event loop."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
