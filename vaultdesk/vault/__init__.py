"""The vault: the folder of Markdown files the user owns; this room alone reads or writes them."""

from vaultdesk.vault.changes import VaultChanged
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

__all__ = ["Note", "NotePath", "Vault", "VaultChanged", "VaultFiles", "parse_note"]
