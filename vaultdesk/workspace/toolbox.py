"""Toolbox: every tool there is, and how each gets what it needs. The one list of them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.ask_user import AskUser
from vaultdesk.tools.bulk import BulkUpdate
from vaultdesk.tools.clock import GetCurrentTime
from vaultdesk.tools.daily import DailyNote
from vaultdesk.tools.edits import DeleteNote, EditNote, WriteNote
from vaultdesk.tools.finding import SearchNotes
from vaultdesk.tools.found import Found
from vaultdesk.tools.indexing import IndexVault
from vaultdesk.tools.links import GetLinks, Graph
from vaultdesk.tools.listing import GetFileTree, ListNotes
from vaultdesk.tools.local_search import LocalSearch
from vaultdesk.tools.memory import Remember
from vaultdesk.tools.metadata import AddTags, RemoveTags, UpdateFrontmatter
from vaultdesk.tools.notes import FileRead
from vaultdesk.tools.pomodoro import Pomodoro
from vaultdesk.tools.pomodoro_timer import PomodoroTimer
from vaultdesk.tools.query import QueryNotes
from vaultdesk.tools.reading import ReadNote
from vaultdesk.tools.recall import Recall
from vaultdesk.tools.renames import RenameNote
from vaultdesk.tools.search import VaultSearch
from vaultdesk.tools.templates import ApplyTemplate
from vaultdesk.tools.tool import AnyTool, Tool
from vaultdesk.tools.vocabulary import AddVocabulary
from vaultdesk.tools.vocabulary_notes import VocabularyNotes
from vaultdesk.tools.web_page import FetchPage
from vaultdesk.tools.web_search import WebSearchTool
from vaultdesk.tools.youtube import YoutubeTranscription
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
    found = Found()
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
