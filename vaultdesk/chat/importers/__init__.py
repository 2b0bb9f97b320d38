"""Importers: conversations read from the exports and notes of other programs."""

from vaultdesk.chat.importers.chat_files import FORMATS, FormatName
from vaultdesk.chat.importers.imported_chat import ImportedChat

__all__ = ["FORMATS", "FormatName", "ImportedChat"]
