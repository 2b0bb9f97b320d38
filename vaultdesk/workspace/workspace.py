"""The workspace: constructs all services of one open vault, with the index lookups of its offline assistant, and
closes them."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Self

from msgspec import Struct

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.answer_modes import ModeDefaults
from vaultdesk.agent.budget import Budget, BudgetedProvider
from vaultdesk.agent.instructions.agents import AgentCatalog
from vaultdesk.agent.instructions.projects import ProjectCatalog
from vaultdesk.agent.instructions.vault_instructions import ChatNoteSettingsCatalog, MemoryLines
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits
from vaultdesk.agent.question import Question
from vaultdesk.chat import chat_store
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import new_id
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import IndexFailed, SettingsError, UsageError
from vaultdesk.core.feed import background_task
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.backups import database_version
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import EmbeddingSettings, ModeName, PermissionRule, Preset, VaultSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.index.embeddings.embedder import Embedder, ServedModel
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.index_results import VaultNames
from vaultdesk.index.related import Related
from vaultdesk.index.search.common_words import CommonWordsUpdater
from vaultdesk.index.search.lookups import count_notes, vault_names
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.question_terms import flatten_text, lookup_terms, split_words
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.database import is_damage
from vaultdesk.privacy import ledger
from vaultdesk.privacy.account import Account
from vaultdesk.privacy.disclosure_review import DisclosureRequest
from vaultdesk.privacy.egress_gate import DisclosureGate, EgressPolicy
from vaultdesk.privacy.embedding_gate import EmbeddingGate
from vaultdesk.privacy.known_notes import KnownNotes
from vaultdesk.privacy.leak_detector import LeakDetector
from vaultdesk.privacy.ledger import LEDGER_NAME, LedgerFiles
from vaultdesk.privacy.privacy_rules import PrivacyRules, PrivateNoteTracker
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog, ChosenModel
from vaultdesk.providers.known_models import ModelKnowledge
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.offline.quotes import WeighedQuestion, significant_terms, weighed_question
from vaultdesk.providers.provider import Price, Provider
from vaultdesk.tools.builtin.pomodoro import PomodoroLog, PomodoroTimer
from vaultdesk.tools.plugin_tools import ToolsetContext
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import DENY_ALL, Approver
from vaultdesk.tools.runtime.audit_log import AuditLog
from vaultdesk.tools.runtime.call_context import ReadVersions
from vaultdesk.tools.runtime.executor import MANUAL_CALL_CONTEXT, ConversationTracking, ToolExecutor
from vaultdesk.tools.runtime.policy import Permissions
from vaultdesk.tools.runtime.read_review import FirstUseDecision
from vaultdesk.tools.runtime.result_cache import ResultCache
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.tools.tool import ToolResult
from vaultdesk.vault.undo import UndoOutcome, redo, undo
from vaultdesk.web.web_client import WebClient
from vaultdesk.workspace.available_models import AvailableModels, ModelChoice, model_knowledge
from vaultdesk.workspace.chat_note_access import ChatNoteSources, ChatPrivacy, ChatTaint
from vaultdesk.workspace.chat_titles import ChatTitles
from vaultdesk.workspace.chats import Chats, ChatServices, StoredChatRecall
from vaultdesk.workspace.embedders import EmbedderSettings, EmbeddingFollower
from vaultdesk.workspace.opened_vault import OpenedVault
from vaultdesk.workspace.passage_rewriter import PassageRewriter
from vaultdesk.workspace.question_pipeline import QuestionPipeline
from vaultdesk.workspace.toolbox import (
    ToolServices,
    ToolsetReport,
    build_tools,
    register_toolsets,
    vocabulary_notes,
    web_services,
)

log = logging.getLogger(__name__)

_TEMPLATE_FOLDER = re.compile(r"(?:^|/)[^/]*(?:templat|vorlage|mod[eè]le|plantilla|模板)[^/]*/", re.IGNORECASE)


class IndexLookup:
    """Implements `VaultLookup` with the index of one vault."""

    def __init__(
        self, searcher: Searcher, embeddings: EmbeddingIndex | None, templates_folder: Callable[[], str]
    ) -> None:
        """*templates_folder* returns the folder of templates from the vault's settings; empty if none is set."""
        self._searcher = searcher
        self._embeddings = embeddings
        self._templates_folder = templates_folder

    async def names(self, question: str) -> VaultNames:
        """Return the tags, properties and folders, with the values of the properties named in *question*."""
        from vaultdesk.providers.offline.name_matching import find_form  # many patterns, which only questions need

        words = " ".join(split_words(flatten_text(question)))

        def is_named(name: str) -> bool:
            return find_form(words, name) is not None

        templates = self._templates_folder().strip("/")

        def has_templates(folder: str) -> bool:
            return folder.startswith(f"{templates}/") if templates else _TEMPLATE_FOLDER.search(folder) is not None

        spoken = question.lower().strip(" ?!.¿¡").split()
        phrases = {
            " ".join(spoken[start : start + count]) for count in (1, 2, 3) for start in range(len(spoken) - count + 1)
        }
        try:
            return await self._searcher.read_database(vault_names, is_named, phrases, has_templates)
        except IndexFailed as problem:  # The search that follows fails as well, and reports it.
            log.info("no names for a question: %s", problem.title)
            return VaultNames()

    async def question(self, text: str) -> WeighedQuestion:
        """Return the question *text* with the forms and the rarity of its words."""
        try:
            indexed = await self._searcher.read_database(lookup_terms, significant_terms(text))
            return weighed_question(text, indexed, await self._searcher.read_database(count_notes))
        except IndexFailed as problem:  # As above.
            log.info("no rarity of words for a question: %s", problem.title)
            return weighed_question(text)

    async def nearness(self, question: str, texts: Sequence[str]) -> list[float] | None:
        """Return the semantic similarity of each of *texts* to *question*; None if no model is available now."""
        return await self._embeddings.nearness(question, texts) if self._embeddings is not None else None


def has_newer_data(data_folder: Path) -> bool:
    """Whether the journal or the ledger in *data_folder* was written by a newer version. Reads the disk."""
    from vaultdesk.vault.transactions import journal  # SQLite: not needed for reading a vault

    known_versions = {
        "journal.sqlite": journal.VERSION,
        "ledger.sqlite": ledger.VERSION,
        "chats.sqlite": chat_store.VERSION,
    }
    return any(database_version(data_folder / name) > version for name, version in known_versions.items())


class SharedStores(Struct, frozen=True):
    """Stores shared by all vaults of a user."""

    models: ModelKnowledge
    spending: JsonStore
    ledgers: LedgerFiles


class Workspace:
    """One open vault with all its services: `async with Workspace.open(...)`. Leaving the block closes them."""

    has_newer_data = False
    """Whether a newer version of the program wrote records of this vault; this version then uses separate ones."""
    toolsets: tuple[ToolsetReport, ...] = ()
    """What was loaded from the toolsets of other packages that the settings allow."""

    def __init__(
        self,
        opened: OpenedVault,
        store: SettingsStore,
        credentials: Credentials,
        shared: SharedStores,
        web: WebClient | None = None,
    ) -> None:
        """Construct all services. `start` also runs them."""
        self.store = store
        self.credentials = credentials
        self.vault = opened.vault
        self._settings_cache = (store.settings, store.settings.vault_settings(self.vault.root))
        self._closing = AsyncExitStack()
        self._executors: dict[Approver, ToolExecutor] = {}
        self.translate: Callable[[Phrase], str] = str
        """Translates answers generated by the program to the user's language; set by the window."""
        self._create_search(opened)
        self._create_privacy(opened.data_folder, shared)
        self._create_tools(opened.data_folder, web)
        self._create_models(shared)
        self._create_agents()
        self._create_chats(opened.data_folder)

    def _create_search(self, opened: OpenedVault) -> None:
        self.index = opened.index
        self.indexer = opened.indexer
        self.searcher = opened.searcher
        embedders = EmbedderSettings(self._embedding_settings, self._served_embedder)
        self.embedding_index = EmbeddingIndex(
            self.index,
            self.indexer,
            embedders.configured,
            embedders.by_name,
            embedders.throttle_options,
            single_query=opened.single_query,
        )
        self.passage_search = PassageSearch(self.searcher, self.embedding_index)
        self.related = Related(self.searcher, self.embedding_index)
        self.bookmarks = opened.bookmarks
        self.search_history = opened.search_history
        self.ignored_words = opened.ignored_words

    def _create_privacy(self, data_folder: Path, shared: SharedStores) -> None:
        """Create the rules of what may leave this computer, and the records of what did."""
        self.known_notes = KnownNotes(self.searcher, self.vault)
        self.privacy = PrivacyRules(self._vault_settings, self.known_notes, self.vault)
        self.ledger = shared.ledgers.open(data_folder / LEDGER_NAME)
        self.account = Account(self.ledger, shared.ledgers)
        self.egress_policy = EgressPolicy(self.privacy, self.ledger)

    def _create_tools(self, data_folder: Path, web: WebClient | None) -> None:
        self.audit_log = AuditLog(data_folder / "audit.jsonl")
        leaks = LeakDetector(self.searcher, self.privacy, self.vault)
        self._index_lookup = IndexLookup(
            self.searcher, self.embedding_index, lambda: self.vault.settings.templates.folder
        )
        self.permissions = Permissions(
            self._permission_rules,
            self._remember_rule,
            self._permission_preset,
            replace(self.privacy.note_privacy, leaks=leaks.leaks),
        )
        self.vocabulary = vocabulary_notes(self.vault, self.searcher, self._current_settings)
        self.pomodoro_timer = PomodoroTimer()
        self.pomodoro_log = PomodoroLog(self.vault, self.pomodoro_timer, lambda: self.store.settings.pomodoro.log)
        self.memory = MemoryLines(self.vault, lambda: self.store.settings.memory.note, self.privacy.redact)
        self.web = web_services(self._current_settings, self.credentials, web, self.ledger)
        # Results for a model must never come from a part of the notes.
        complete = self.searcher.complete()
        self._complete_passages = PassageSearch(complete, self.embedding_index)
        self.registry = ToolRegistry(
            build_tools(
                self.vault,
                complete,
                self._complete_passages,
                ToolServices(
                    self._current_settings,
                    self.indexer,
                    self.pomodoro_timer,
                    self.web,
                    StoredChatRecall(lambda: self.chats),
                ),
            )
        )
        self.egress_policy.permissions = self.permissions
        self._first_use = FirstUseDecision(
            self.permissions, self.vault.root.name, lambda: self._vault_settings().tool_calling is None
        )
        self._tracking = ConversationTracking(
            TaintTracker(self.vault),
            ReadVersions(),
            self._first_use,
            self.egress_policy,
            ResultCache(lambda: (self.index.generation, self.index.pending_texts.version, self.store.settings)),
        )

    def _create_models(self, shared: SharedStores) -> None:
        self.catalog = Catalog(self.store, self.credentials, self._gate, shared.models, log=self.ledger)
        self.budget = Budget(shared.spending, lambda: self.store.settings.spending)
        self._available_models = AvailableModels(self.catalog, self.store, self.credentials, self._closing)
        self.passage_rewriter = PassageRewriter(
            self._answering_model, self.model_destination, self.models, self.privacy.note_privacy
        )

    def _create_agents(self) -> None:
        """Create the agents and the steps before their requests."""
        self.agents = AgentCatalog(self.vault, self.store, self.registry, self.catalog.model_problem)
        self.projects = ProjectCatalog(self.vault, self.store, self.searcher, self.agents, self.catalog.model_problem)
        self._pipeline = QuestionPipeline(
            self.vault,
            self.store,
            self.catalog,
            self.searcher,
            self._complete_passages,
            self.permissions.privacy,
            self._planning_agent,
        )
        self.context_attacher = self._pipeline.context_attacher
        self.mention_completion = self._pipeline.mention_completion
        self.context_meter = self._pipeline.context_meter
        self.quick_commands = self._pipeline.quick_commands
        self.instructions = self._pipeline.instructions

    def _create_chats(self, data_folder: Path) -> None:
        self.chat_note_settings = ChatNoteSettingsCatalog(self.vault, self.store, lambda chat: self.chats.note_of(chat))
        self._chat_taint = ChatTaint(self.registry)
        self._chat_note_sources = ChatNoteSources(
            self.privacy,
            lambda path: path in self.known_notes.paths(),
            lambda chat: self.chats.note_paths(chat),
            lambda chat: self.chats.note_of(chat),
        )
        self.chats = Chats(
            ChatServices(
                vault=self.vault,
                searcher=self.searcher,
                indexer=self.indexer,
                store=self.store,
                drafts=JsonStore(data_folder / "drafts.json"),
                titles=ChatTitles(self._answering_model, self._chat_note_sources.with_sources),
                refusal_reason=ChatPrivacy(self.privacy, self.known_notes.candidates).refusal_reason,
                file=data_folder / "chats.sqlite",
                records={
                    "taint": self._tracking.taint,
                    "read_versions": self._tracking.read_versions,
                    "permissions": self.permissions,
                    "disclosures": self.egress_policy.history,
                    "first_use": self._first_use,
                },
            )
        )

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        root: Path,
        *,
        folders: AppFolders,
        store: SettingsStore,
        credentials: Credentials,
        web: WebClient | None = None,
        single_query: bool = False,
    ) -> "AsyncIterator[Self]":
        """Open the vault at *root*; its first scan begins immediately. Raises `VaultUnavailable`, `IndexFailed`.

        *web* replaces the internet in tests; for *single_query* see `OpenedVault.open`.
        """
        async with (
            OpenedVault.open(root, folders=folders, store=store, single_query=single_query) as opened,
            cls.start(opened, folders=folders, store=store, credentials=credentials, web=web) as workspace,
        ):
            yield workspace

    @classmethod
    @asynccontextmanager
    async def start(
        cls,
        opened: OpenedVault,
        *,
        folders: AppFolders,
        store: SettingsStore,
        credentials: Credentials,
        web: WebClient | None = None,
        shown: asyncio.Event | None = None,
    ) -> "AsyncIterator[Self]":
        """Start all services for the *opened* vault; its first scan begins immediately. Raises as `open` does.

        *shown* is set once a window shows the vault: what takes long and is not seen in it waits for that.
        """
        shared = SharedStores(
            model_knowledge(folders), JsonStore(folders.data / "spending.json"), LedgerFiles(folders.data)
        )
        await shared.models.load()
        self = cls(opened, store, credentials, shared, web)
        self.has_newer_data = await asyncio.to_thread(has_newer_data, opened.data_folder)
        await self.budget.load()
        async with AsyncExitStack() as running:
            await running.enter_async_context(opened.running())
            if not opened.single_query:  # Its lists only help after many searches.
                await running.enter_async_context(CommonWordsUpdater(self.index, self.indexer))
            # Before the embedding index, which records in it what it sends.
            await running.enter_async_context(self.ledger)
            await running.enter_async_context(self.account)
            await running.enter_async_context(self.embedding_index)
            embedding_follower = EmbeddingFollower(self.embedding_index, store, self.vault.root)
            await running.enter_async_context(background_task(embedding_follower.follow(), "meaning-settings"))
            running.push_async_callback(self.budget.aclose)
            await running.enter_async_context(self.agents)
            await running.enter_async_context(self.projects)
            await running.enter_async_context(self._pipeline.running())
            await running.enter_async_context(self._closing)
            tracker = PrivateNoteTracker(self.known_notes, self.privacy, self.indexer, store, self.vault, shown)
            await running.enter_async_context(background_task(tracker.follow(), "private-notes"))
            await running.enter_async_context(self.pomodoro_log.following())
            self.toolsets = await register_toolsets(
                self.registry, store.settings.toolsets, ToolsetContext(self.vault, self.searcher, self.ledger)
            )
            await running.enter_async_context(self.chats)
            await opened.record_opened(store)
            yield self

    async def wait_until_indexed(self) -> None:
        """Wait until the first scan has found all notes and it is known which of them are private.

        Raises `IndexFailed` if the index is lost twice.
        """
        if (await self.indexer.settled()).phase == "failed":
            return
        try:
            self.index.integrity.require_in_place()
            await self.known_notes.catch_up()
        except IndexFailed as problem:  # Another program may have deleted the file to create its own.
            if not is_damage(problem):
                raise
            await self.indexer.rescan()
            await self.known_notes.catch_up()

    @property
    def tool_calling(self) -> bool:
        """Whether assistants are offered tools in this vault: unless the user switched them off.

        If nothing is set, the first call that reads notes requests approval.
        """
        return self.store.settings.vault_settings(self.vault.root).tool_calling is not False

    def models(self) -> tuple[ModelChoice, ...]:
        """Return the selectable models, from cached lists; sends no request."""
        return self._available_models.choices()

    def model_destination(self, model: str) -> Destination:
        """Return the destination of questions to *model* (`provider/name`). Sends no request. Raises `UsageError`."""
        return self.catalog.model_status(model).destination

    async def refresh_models(self) -> None:
        """Request the model list of each provider if it is older than a day, and look for local servers. Raises
        nothing.
        """
        await self._available_models.refresh()

    def agent(
        self,
        approver: Approver,
        model: str | None = None,
        *,
        profile: AgentProfile = DEFAULT_PROFILE,
        consent: bool = False,
        mode: ModeName | None = None,
        project: str = "",
    ) -> Agent:
        """Return an agent that requests approval from *approver* and works as *profile*.

        *model* is `provider/name`, else the profile's, else the project's, else the one in the settings. *consent*
        offers tools regardless of the vault's switch, because the user consented for this run
        (vaultdesk/workspace/README.md, "Consent on the command line"). *mode* applies if neither question nor
        conversation has one, instead of the setting; *project* is the note of the current project. Raises `UsageError`
        for an unknown model.
        """
        chat = self.store.settings.chat
        chosen = self._available_models.open_model(
            model or profile.model or self.projects.model_of(project) or chat.model
        )
        limits = Limits(rounds=chat.max_rounds, result_limit=chat.result_limit, effort=chat.effort)
        # A model without tool support is informed that it sees no notes, not that it may read them.
        status = self.catalog.model_status(chosen.label)
        supports_tools = status.tool_mode.mode != "none"
        offers_tools = consent or self.tool_calling
        base_provider = chosen.provider
        if isinstance(base_provider, OfflineAssistant):
            base_provider = base_provider.informed(self._index_lookup, self.translate)
        provider = BudgetedProvider(
            base_provider, self.budget, lambda: self._price(chosen.label), profile.name, chosen.label
        )
        executor = self._executor(approver)
        agent = Agent(provider, chosen.model, executor, chosen.label, limits, offers_tools)
        mode_defaults = ModeDefaults(lambda: mode or self.store.settings.chat.mode, project, self.projects)
        agent = agent.with_mode_defaults(mode_defaults, supports_tools=supports_tools)
        agent = agent.with_message_steps(self._chat_note_sources.message_step(executor.taint))
        agent = self._pipeline.prepare(agent, profile.agent_scope, executor.taint)
        agent = agent.with_model_facts(
            tool_mode=status.tool_mode.mode,
            context_window=lambda: self._pipeline.context_window(chosen.label),
            is_untested=(status.card is None or status.card.probed is None) and not self._sets_tools(chosen.label),
            model_info=lambda: self.catalog.model_status(chosen.label).info,
            refresh_facts=partial(self._refreshed_tool_mode, chosen.label),
            has_notes=lambda: bool(self.known_notes.paths()),
        )
        agent = agent.with_message_steps(self._chat_taint.taint_step(executor.taint))
        # After compaction, which must not include memories.
        agent = agent.with_message_steps(self.memory.message_step(profile.agent_scope))
        agent = agent.with_accepted_settings(self.chat_note_settings.accepted).with_language(self.translate)
        return agent.with_profile(profile) if profile.name else agent

    def _sets_tools(self, label: str) -> bool:
        """Return whether the user set the tool mode of the provider of the model *label*."""
        provider = self.store.settings.providers.get(label.partition("/")[0])
        return provider is not None and provider.tools != "auto"

    async def preview(
        self,
        conversation: Conversation,
        question: Question | str,
        model: str | None = None,
        *,
        profile: AgentProfile = DEFAULT_PROFILE,
    ) -> DisclosureRequest:
        """Return what asking *question* in *conversation* would send now; sends nothing.

        Raises `UsageError` for an unknown model, `LedgerFailed`.
        """
        agent = self.agent(DENY_ALL, model, profile=profile)
        request, price = await agent.request(conversation, question), self._price(agent.label)
        return await self.egress_policy.preview(request, agent.destination, price)

    async def call(
        self, tool: str, arguments_json: str, approver: Approver, profile: AgentProfile = DEFAULT_PROFILE
    ) -> ToolResult:
        """Run one tool for the user, within the scope of *profile*.

        Raises `UsageError` if the arguments are not a JSON object.
        """
        try:
            arguments = json.loads(arguments_json)
        except ValueError as error:
            raise UsageError(
                Phrase("The arguments are not valid JSON: {0}.", error), hint=Phrase("""Try '{"query": "boiler"}'.""")
            ) from None
        if not isinstance(arguments, dict):
            raise UsageError(
                Phrase("The arguments must be one JSON object."), hint=Phrase("""Try '{"query": "boiler"}'.""")
            )
        context = replace(
            MANUAL_CALL_CONTEXT,
            run_id=new_id("hand"),
            question=f"{tool}, called by you",
            agent_scope=profile.agent_scope,
        )
        return await self._executor(approver).call(tool, arguments, context)

    async def undo(self, target: int | str, merge: bool = False) -> UndoOutcome:
        """Undo one change, or all of one answer; *merge* also if a note changed since and merges without conflicts."""
        return await undo(self.vault, target, merge)

    async def redo(self, target: int | str, merge: bool = False) -> UndoOutcome:
        """Redo what was undone."""
        return await redo(self.vault, target, merge)

    def _executor(self, approver: Approver) -> ToolExecutor:
        # One executor per approver: the rate limit counts across that user's questions.
        executor = self._executors.get(approver)
        if executor is None:
            executor = self._executors[approver] = ToolExecutor(
                self.registry, self.permissions, approver, self.audit_log, self.vault, tracking=self._tracking
            )
            self._closing.push_async_callback(executor.aclose)
        return executor

    def _vault_settings(self) -> VaultSettings:
        # Called for every note of a list: looking the vault up each time took two seconds for 15,000 of them.
        settings = self.store.settings
        if self._settings_cache[0] is not settings:
            self._settings_cache = (settings, settings.vault_settings(self.vault.root))
        return self._settings_cache[1]

    def _current_settings(self) -> Settings:
        return self.store.settings

    def _embedding_settings(self) -> EmbeddingSettings:
        return self.store.settings.meaning

    def _permission_rules(self) -> tuple[PermissionRule, ...]:
        return self._vault_settings().rules

    def _permission_preset(self) -> Preset:
        return self._vault_settings().preset

    def _planning_agent(self, model: str | None, profile: AgentProfile) -> Agent:
        """Return an agent whose requests are only planned: its approver denies everything."""
        return self.agent(DENY_ALL, model, profile=profile)

    async def _refreshed_tool_mode(self, label: str) -> ToolMode:
        """Refresh outdated facts about the model *label*, and return its tool mode."""
        await self.catalog.refresh_facts(label)
        return self.catalog.model_status(label).tool_mode.mode

    def _gate(self, provider: Provider, label: str) -> DisclosureGate:
        return DisclosureGate(provider, self.ledger, self.egress_policy, lambda: self._price(label))

    def _served_embedder(self, label: str) -> Embedder:
        """Return the embedding model *label* of a server, subject to rules and ledger. Raises `UsageError`."""

        return self.catalog.embeddings(
            label, lambda source, known: ServedModel(EmbeddingGate(source, self.privacy, self.ledger, known), known)
        )

    def _answering_model(self, label: str) -> ChosenModel | None:
        """Return the model *label* within the spending caps; None for the offline assistant. Raises `UsageError`."""
        if label == OFFLINE_LABEL:
            return None
        chosen = self._available_models.open_model(label)
        provider = BudgetedProvider(chosen.provider, self.budget, lambda: self._price(label), "", label)
        return replace(chosen, provider=provider)

    def _price(self, label: str) -> Price | None:
        return self.catalog.model_status(label).price

    def _remember_rule(self, rule: PermissionRule) -> None:
        root = self.vault.root
        try:
            self.store.change(lambda settings: settings.with_vault(root, rules=(*self._vault_settings().rules, rule)))
        except SettingsError as problem:
            # The user's approval still holds this once; the store's own `problem` is shown to them.
            log.info("A permission rule was not saved: %s", problem.title)
