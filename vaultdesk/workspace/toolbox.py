"""Toolbox: every tool there is, and how each gets what it needs. The one list of them."""

from typing import Any, Final

from vaultdesk.index.searcher import Searcher
from vaultdesk.tools.found import Found
from vaultdesk.tools.notes import FileRead
from vaultdesk.tools.search import VaultSearch
from vaultdesk.tools.tool import Tool
from vaultdesk.vault.vault import Vault

TOOLS: Final[tuple[type[Tool[Any]], ...]] = (VaultSearch, FileRead)  # Any: each tool has parameters of its own
"""Every tool there is, for listing them without a vault."""


def tools_of(vault: Vault, searcher: Searcher) -> tuple[Tool[Any], ...]:  # Any: as above
    """Return every tool over one open vault, in the order models are offered them."""
    found = Found()
    return (VaultSearch(searcher, found), FileRead(vault, found))
