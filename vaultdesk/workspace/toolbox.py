"""The tools of an open vault: built-in tools, toolsets of other packages, and the services they need."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct, field

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.transmission import TransmissionLog
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.ask_user import AskUser
from vaultdesk.tools.builtin.bulk_tool import BulkUpdate
from vaultdesk.tools.builtin.daily_tools import ApplyTemplate, DailyNote, GetCurrentTime
from vaultdesk.tools.builtin.edit_tools import DeleteNote, EditNote, WriteNote
from vaultdesk.tools.builtin.find_tools import FindTools
from vaultdesk.tools.builtin.link_tools import GetLinks, Graph
from vaultdesk.tools.builtin.listing_tools import GetFileTree, ListNotes
from vaultdesk.tools.builtin.memory_tools import Recall, RecalledChats, Remember
from vaultdesk.tools.builtin.metadata_tools import AddTags, RemoveTags, UpdateFrontmatter
from vaultdesk.tools.builtin.pomodoro import Pomodoro, PomodoroTimer
from vaultdesk.tools.builtin.query_tools import QueryBase, QueryNotes
from vaultdesk.tools.builtin.read_tools import FileRead, ReadNote
from vaultdesk.tools.builtin.rename_tool import RenameNote
from vaultdesk.tools.builtin.search_tools import IndexVault, LocalSearch, SearchNotes, SearchProvenance, VaultSearch
from vaultdesk.tools.builtin.vocabulary_notes import AddVocabulary, VocabularyNotes
from vaultdesk.tools.builtin.web_tools import FetchPage, WebSearchTool, YoutubeTranscription
from vaultdesk.tools.plugin_tools import ToolsetContext, error_text, load_toolsets
from vaultdesk.tools.registry import DuplicateTool, ToolRegistry
from vaultdesk.tools.tool import AnyTool, Tool
from vaultdesk.vault.vault import Vault
from vaultdesk.web.page_fetcher import PageFetcher
from vaultdesk.web.ssrf_guard import SsrfGuard
from vaultdesk.web.web_client import WebClient
from vaultdesk.web.web_search import WebSearch
from vaultdesk.web.youtube_transcripts import TranscriptFetcher


class WebServices(Struct, frozen=True):
    """Services that reach the internet."""

    search: WebSearch
    pages: PageFetcher
    transcripts: TranscriptFetcher


def web_services(
    settings: Callable[[], Settings],
    credentials: Credentials,
    client: WebClient | None = None,
    log: TransmissionLog | None = None,
) -> WebServices:
    """Return the web services for the current settings; *log* records each request.

    *client* replaces the internet in tests.
    """
    client = client or WebClient(SsrfGuard(), log=log)
    client.log = client.log or log
    search = WebSearch(lambda: settings().web, credentials, log)
    return WebServices(search, PageFetcher(client), TranscriptFetcher(client))


TOOLS: Final[tuple[type[Tool[Any]], ...]] = (  # Any: each tool has parameters of its own
    VaultSearch, FileRead, ReadNote, SearchNotes, LocalSearch, ListNotes, GetFileTree, GetLinks, Graph, QueryNotes,
    QueryBase, WriteNote, EditNote, RenameNote, DeleteNote, UpdateFrontmatter, AddTags, RemoveTags, BulkUpdate,
    ApplyTemplate, DailyNote, AddVocabulary, GetCurrentTime, Pomodoro, Remember, Recall, IndexVault, AskUser,
    WebSearchTool, FetchPage, YoutubeTranscription, FindTools,
)  # fmt: skip
"""Every tool, in the order of offers to models: for listing them without a vault."""

TOOL_NAMES: Final = frozenset(name for tool in TOOLS for name in (tool.name, *tool.aliases))
"""The names and aliases of every tool, which no tool of a toolset may have."""


class ToolServices(Struct, frozen=True):
    """Dependencies of some tools besides the vault and its index."""

    settings: Callable[[], Settings] = Settings
    """Returns the current settings."""
    indexer: Indexer | None = None
    """Without it, nothing can be indexed again."""
    timer: PomodoroTimer = field(default_factory=PomodoroTimer)
    web: WebServices | None = None
    """Without it, nothing is sent to the web."""
    saved_chats: RecalledChats | None = None
    """Without it, only chats that are notes are searched."""


def vocabulary_notes(vault: Vault, searcher: Searcher, settings: Callable[[], Settings]) -> VocabularyNotes:
    """Return the vocabulary of one open vault."""
    return VocabularyNotes(vault, searcher, lambda: settings().vocabulary.folder)


def build_tools(
    vault: Vault, searcher: Searcher, passages: PassageSearch | None = None, services: ToolServices | None = None
) -> tuple[Tool[Any], ...]:  # Any: as above
    """Return every tool for one open vault, in the order of `TOOLS`; without *passages*, passages are found by words
    only.

    Tools that need a missing service are left out.
    """
    provenance = SearchProvenance()
    passages = passages or PassageSearch(searcher, None)
    services = services or ToolServices()
    settings = services.settings
    return (
        VaultSearch(searcher, provenance),
        FileRead(vault, provenance),
        ReadNote(vault, searcher, provenance),
        SearchNotes(searcher, provenance, lambda: vault.settings.daily),
        LocalSearch(searcher, passages, provenance, lambda: vault.settings.daily),
        ListNotes(vault, searcher),
        GetFileTree(searcher),
        GetLinks(vault, searcher),
        Graph(vault, searcher),
        QueryNotes(vault, searcher),
        QueryBase(vault, searcher),
        WriteNote(),
        EditNote(searcher),
        RenameNote(searcher),
        DeleteNote(searcher),
        UpdateFrontmatter(searcher),
        AddTags(searcher),
        RemoveTags(searcher),
        BulkUpdate(searcher, lambda: vault.settings.daily),
        ApplyTemplate(searcher),
        DailyNote(vault),
        AddVocabulary(vocabulary_notes(vault, searcher, settings)),
        GetCurrentTime(),
        Pomodoro(services.timer),
        Remember(lambda: settings().memory),
        Recall(vault, searcher, passages, settings, services.saved_chats),
        *([IndexVault(services.indexer, searcher)] if services.indexer is not None else []),
        AskUser(),
        *_web_tools(services.web),
        FindTools(),
    )


def _web_tools(web: WebServices | None) -> list[AnyTool]:
    return [WebSearchTool(web.search), FetchPage(web.pages), YoutubeTranscription(web.transcripts)] if web else []


class ToolsetReport(Struct, frozen=True):
    """What was loaded from one allowed toolset."""

    name: str
    origin: str
    """The package and its version; empty if it is not installed."""
    tools: tuple[str, ...]
    """Names of the tools that are offered."""
    problems: tuple[Phrase, ...]
    """What cannot be used, and why."""


async def register_toolsets(
    registry: ToolRegistry, allowed: Sequence[str], context: ToolsetContext
) -> tuple[ToolsetReport, ...]:
    """Register the tools of the *allowed* toolsets in *registry*. Raises nothing; problems are reported."""
    if not allowed:
        return ()
    known_names = {name for tool in registry.tools for name in (tool.name, *tool.aliases)}
    # Off the loop: importing another package may take any time.
    loaded = await asyncio.to_thread(load_toolsets, tuple(allowed), known_names)
    reports = []
    for toolset in loaded:
        tools, problems = toolset.tools(context)
        registered = []
        for tool in tools:
            try:
                registry.register(tool)
            except DuplicateTool as error:
                reason = Phrase("the name {0} is taken.", error.name)
                problems = (*problems, Phrase("{0}: {1}", toolset.name, reason))
            except ValueError as error:
                reason = Phrase("{0} cannot be created ({1}).", tool.name, error_text(error))
                problems = (*problems, Phrase("{0}: {1}", toolset.name, reason))
            else:
                registered.append(tool.name)
        origin = str(toolset.origin) if toolset.origin is not None else ""
        reports.append(ToolsetReport(toolset.name, origin, tuple(registered), (*toolset.problems, *problems)))
    return tuple(reports)
