"""The vault: the folder of Markdown files the user owns; this room alone reads or writes them."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.vault.changes import VaultChanged
    from vaultdesk.vault.files import VaultFiles
    from vaultdesk.vault.note import Note, parse_note
    from vaultdesk.vault.note_path import NotePath
    from vaultdesk.vault.vault import Vault

__all__ = ["Note", "NotePath", "Vault", "VaultChanged", "VaultFiles", "parse_note"]

_HOMES = {
    "Note": "note", "NotePath": "note_path", "Vault": "vault", "VaultChanged": "changes", "VaultFiles": "files",
    "parse_note": "note",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Import what is asked for only then: the process that parses notes needs no event loop."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
