"""Toolbox: every tool there is, and how each gets what it needs. The one list of them."""

from typing import Any, Final

from vaultdesk.index.passage_search import PassageSearch
from vaultdesk.index.searcher import Searcher
from vaultdesk.tools.bulk import BulkUpdate
from vaultdesk.tools.daily import DailyNote
from vaultdesk.tools.edits import DeleteNote, EditNote, WriteNote
from vaultdesk.tools.finding import SearchNotes
from vaultdesk.tools.found import Found
from vaultdesk.tools.links import GetLinks, Graph
from vaultdesk.tools.listing import GetFileTree, ListNotes
from vaultdesk.tools.local_search import LocalSearch
from vaultdesk.tools.metadata import AddTags, RemoveTags, UpdateFrontmatter
from vaultdesk.tools.notes import FileRead
from vaultdesk.tools.query import QueryNotes
from vaultdesk.tools.reading import ReadNote
from vaultdesk.tools.renames import RenameNote
from vaultdesk.tools.search import VaultSearch
from vaultdesk.tools.templates import ApplyTemplate
from vaultdesk.tools.tool import Tool
from vaultdesk.vault.vault import Vault

TOOLS: Final[tuple[type[Tool[Any]], ...]] = (  # Any: each tool has parameters of its own
    VaultSearch, FileRead, ReadNote, SearchNotes, LocalSearch, ListNotes, GetFileTree, GetLinks, Graph, QueryNotes,
    WriteNote, EditNote, RenameNote, DeleteNote, UpdateFrontmatter, AddTags, RemoveTags, BulkUpdate, ApplyTemplate,
    DailyNote,
)  # fmt: skip
"""Every tool there is, in the order models are offered them: for listing them without a vault."""


def tools_of(
    vault: Vault, searcher: Searcher, passages: PassageSearch | None = None
) -> tuple[Tool[Any], ...]:  # Any: as above
    """Return every tool over one open vault, in the order of `TOOLS`; without *passages*, words alone find them."""
    found = Found()
    return (
        VaultSearch(searcher, found),
        FileRead(vault, found),
        ReadNote(vault, searcher, found),
        SearchNotes(searcher, found),
        LocalSearch(searcher, passages or PassageSearch(searcher, None), found),
        ListNotes(vault, searcher),
        GetFileTree(searcher),
        GetLinks(vault, searcher),
        Graph(searcher),
        QueryNotes(vault, searcher),
        WriteNote(),
        EditNote(searcher),
        RenameNote(searcher),
        DeleteNote(searcher),
        UpdateFrontmatter(searcher),
        AddTags(searcher),
        RemoveTags(searcher),
        BulkUpdate(searcher),
        ApplyTemplate(searcher),
        DailyNote(vault),
    )
