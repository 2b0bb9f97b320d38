"""Importers: conversations read from what other programs keep. Everything read here is data; nothing is written."""

from vaultdesk.chat.importers.formats import FORMATS, FormatName
from vaultdesk.chat.importers.imported import Imported

__all__ = ["FORMATS", "FormatName", "Imported"]
