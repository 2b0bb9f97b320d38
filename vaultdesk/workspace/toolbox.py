"""Toolbox: every tool there is, and how each gets what it needs. The one list of them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.ask_user import AskUser
from vaultdesk.tools.builtin.bulk_tool import BulkUpdate
from vaultdesk.tools.builtin.daily_tools import ApplyTemplate, DailyNote, GetCurrentTime
from vaultdesk.tools.builtin.edit_tools import DeleteNote, EditNote, WriteNote
from vaultdesk.tools.builtin.file_read import FileRead
from vaultdesk.tools.builtin.link_tools import GetLinks, Graph
from vaultdesk.tools.builtin.listing_tools import GetFileTree, ListNotes
from vaultdesk.tools.builtin.memory_tools import Recall, Remember
from vaultdesk.tools.builtin.metadata_tools import AddTags, RemoveTags, UpdateFrontmatter
from vaultdesk.tools.builtin.pomodoro import Pomodoro, PomodoroTimer
from vaultdesk.tools.builtin.query_tool import QueryNotes
from vaultdesk.tools.builtin.read_note import ReadNote
from vaultdesk.tools.builtin.rename_tool import RenameNote
from vaultdesk.tools.builtin.search_tools import IndexVault, LocalSearch, SearchNotes, SearchProvenance, VaultSearch
from vaultdesk.tools.builtin.vocabulary_notes import AddVocabulary, VocabularyNotes
from vaultdesk.tools.builtin.web_tools import FetchPage, WebSearchTool, YoutubeTranscription
from vaultdesk.tools.tool import AnyTool, Tool
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.web_side import WebSide

TOOLS: Final[tuple[type[Tool[Any]], ...]] = (  # Any: each tool has parameters of its own
    VaultSearch, FileRead, ReadNote, SearchNotes, LocalSearch, ListNotes, GetFileTree, GetLinks, Graph, QueryNotes,
    WriteNote, EditNote, RenameNote, DeleteNote, UpdateFrontmatter, AddTags, RemoveTags, BulkUpdate, ApplyTemplate,
    DailyNote, AddVocabulary, GetCurrentTime, Pomodoro, Remember, Recall, IndexVault, AskUser,
    WebSearchTool, FetchPage, YoutubeTranscription,
)  # fmt: skip
"""Every tool there is, in the order models are offered them: for listing them without a vault."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What some tools need beside the vault and its index."""

    settings: Callable[[], Settings] = Settings
    """The settings at that moment."""
    indexer: Indexer | None = None
    """Without one, nothing can be indexed anew."""
    timer: PomodoroTimer = field(default_factory=PomodoroTimer)
    web: WebSide | None = None
    """Without it, nothing goes out to the web."""


def vocabulary_of(vault: Vault, searcher: Searcher, settings: Callable[[], Settings]) -> VocabularyNotes:
    """Return the vocabulary of one open vault."""
    return VocabularyNotes(vault, searcher, lambda: settings().vocabulary.folder)


def tools_of(
    vault: Vault, searcher: Searcher, passages: PassageSearch | None = None, beside: Beside | None = None
) -> tuple[Tool[Any], ...]:  # Any: as above
    """Return every tool over one open vault, in the order of `TOOLS`; without *passages*, words alone find them.

    Those that need what *beside* does not have are left out.
    """
    found = SearchProvenance()
    passages = passages or PassageSearch(searcher, None)
    beside = beside or Beside()
    settings = beside.settings
    return (
        VaultSearch(searcher, found),
        FileRead(vault, found),
        ReadNote(vault, searcher, found),
        SearchNotes(searcher, found),
        LocalSearch(searcher, passages, found),
        ListNotes(vault, searcher),
        GetFileTree(searcher),
        GetLinks(vault, searcher),
        Graph(vault, searcher),
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
        AddVocabulary(vocabulary_of(vault, searcher, settings)),
        GetCurrentTime(),
        Pomodoro(beside.timer),
        Remember(lambda: settings().memory),
        Recall(vault, searcher, passages, settings),
        *([IndexVault(beside.indexer, searcher)] if beside.indexer is not None else []),
        AskUser(),
        *_online(beside.web),
    )


def _online(web: WebSide | None) -> list[AnyTool]:
    return [WebSearchTool(web.search), FetchPage(web.pages), YoutubeTranscription(web.transcripts)] if web else []
