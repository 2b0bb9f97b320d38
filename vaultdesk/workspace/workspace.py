"""The workspace: constructs all services of one open vault, and closes them."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Self

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.budget import Budget, BudgetedProvider
from vaultdesk.agent.context.compaction import (
    Compaction,
    ContextMeter,
    PlannedRequest,
    compacted_beginning,
    context_window_of,
)
from vaultdesk.agent.context.context_attacher import ContextAttacher, taint_step
from vaultdesk.agent.context.context_reader import ContextFileFinder, ContextReader, ContextSelector
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.agent.instructions.agent_catalog import AgentCatalog
from vaultdesk.agent.instructions.project_catalog import ProjectCatalog
from vaultdesk.agent.instructions.quick_commands import QuickCommandCatalog
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog
from vaultdesk.agent.modes.mode_choice import ModeDefaults
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, new_id
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import IndexFailed, SettingsError, UsageError
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.platform.backups import database_version
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_schema import ModeName, PermissionRule, VaultSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.embeddings.embedder import Embedder, ServedModel
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.related import Related
from vaultdesk.index.search.common_words import CommonWordsUpdater
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.database import is_damage
from vaultdesk.privacy import ledger
from vaultdesk.privacy.disclosure_review import DisclosureRequest
from vaultdesk.privacy.egress_gate import DisclosureGate, EgressPolicy
from vaultdesk.privacy.embedding_gate import EmbeddingGate
from vaultdesk.privacy.known_notes import KnownNotes
from vaultdesk.privacy.leak_detector import LeakDetector
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.known_models import ModelKnowledge
from vaultdesk.providers.provider import Price, Provider
from vaultdesk.tools.plugin_tools import ToolsetRoom
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.tools.runtime.audit_log import AuditLog
from vaultdesk.tools.runtime.executor import MANUAL_CALL_CONTEXT, ToolExecutor
from vaultdesk.tools.runtime.policy import NotePrivacy, Permissions
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.tools.tool import ToolResult
from vaultdesk.vault.undo import UndoOutcome, redo, undo
from vaultdesk.vault.vault import Vault
from vaultdesk.web.web_client import WebClient
from vaultdesk.workspace.available_models import AvailableModels, ModelChoice, model_knowledge
from vaultdesk.workspace.chat_guards import ChatPrivacy, ChatTaint
from vaultdesk.workspace.chat_titles import ChatTitles, answering_model
from vaultdesk.workspace.chats import Chats, ChatServices
from vaultdesk.workspace.deny_all import DENY_ALL
from vaultdesk.workspace.embedders import EmbedderSettings, EmbeddingFollower
from vaultdesk.workspace.opened_vault import OpenedVault
from vaultdesk.workspace.passage_rewriter import PassageRewriter
from vaultdesk.workspace.private_notes import PrivateNoteTracker
from vaultdesk.workspace.toolbox import (
    LoadedToolsetResult,
    ToolServices,
    all_tools_of,
    register_toolsets,
    vault_tool_services,
    web_services,
)


def has_newer_data(place: Path) -> bool:
    """Tell whether the journal or the ledger in *place* is of a version this program does not know. Reads the disk."""
    from vaultdesk.vault.transactions import journal  # SQLite: who only reads a vault needs none before

    known = {"journal.sqlite": journal.VERSION, "ledger.sqlite": ledger.VERSION}
    return any(database_version(place / name) > version for name, version in known.items())


# The order of the steps before each request is told here. What stands before the first question comes last: what no
# longer fits is summed up first, and instructions are never part of a summary.


class QuestionPipeline:
    """Of one open vault."""

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        catalog: Catalog,
        found: tuple[Searcher, PassageSearch],
        privacy: NotePrivacy,
        agent: Callable[..., Agent],
    ) -> None:
        """*found* is what finds notes; *agent* makes the one that would be asked."""
        searcher, passages = found
        self._store = store
        self._catalog = catalog
        reader = ContextReader(
            vault, ContextFileFinder(vault, searcher), ContextSelector(searcher, passages, privacy), privacy
        )
        self.contexts = ContextAttacher(reader, vault.root, self._summed)
        self.mentions = MentionCompletion(vault, searcher)
        self.instructions = InstructionCatalog(vault, store)
        self.commands = QuickCommandCatalog(vault, store, searcher, self._model_problem)
        self.compaction = Compaction(self.window, self._compacts, self.instructions.tokens)
        self._agent = agent
        self.meter = ContextMeter(self._look, self.window, self._compacts)

    @property
    def parts(self) -> tuple[ContextAttacher, MentionCompletion, ContextMeter, QuickCommandCatalog, InstructionCatalog]:
        """What others ask by itself."""
        return self.contexts, self.mentions, self.meter, self.commands, self.instructions

    @asynccontextmanager
    async def living(self) -> AsyncIterator["QuestionPipeline"]:
        """Follow notes and settings until the block ends."""
        async with AsyncExitStack() as living:
            await living.enter_async_context(self.instructions)
            await living.enter_async_context(self.commands)
            yield self

    def prepared(self, agent: Agent, leash: AgentScope, taint: TaintTracker) -> Agent:
        """Return *agent*, on *leash*, with every step before its requests; *taint* learns which notes were given."""
        steps = (self.contexts.fill, taint_step(taint), self.compaction.fit, self.instructions.within(leash))
        return agent.preparing(*steps)

    def window(self, label: str) -> int:
        """Return how many tokens the model *label* takes at once; 0 where nobody knows."""
        try:
            standing = self._catalog.standing(label)
        except UsageError:
            return 0  # Taken away meanwhile; the request itself says so.
        return context_window_of(standing, self._store.settings.providers.get(label.partition("/")[0]))

    async def _look(
        self, conversation: Conversation, question: Question, model: str | None, profile: AgentProfile
    ) -> PlannedRequest:
        agent = self._agent(model, profile=profile)
        return PlannedRequest(await agent.request(conversation, question), agent.label)

    def _summed(self, conversation: Conversation, messages: Sequence[Message]) -> int:
        return compacted_beginning(conversation, messages).summed if self._compacts() else 0

    def _compacts(self) -> bool:
        return self._store.settings.chat.compact

    def _model_problem(self, model: str) -> str:
        try:
            self._catalog.standing(model)
        except UsageError as problem:
            return str(problem)
        return ""


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SharedStores:
    """What is kept for all vaults of a person."""

    models: ModelKnowledge
    spending: JsonStore


class Workspace:
    """One vault at work. Open it with `async with Workspace.open(...)`; leaving the block closes all it holds."""

    newer_records = False
    """Whether a newer program made the records of this vault; this one keeps its own beside them."""
    toolsets: tuple[LoadedToolsetResult, ...] = ()
    """What came of the toolsets of other packages that the settings allow."""

    def __init__(
        self,
        notes: OpenedVault,
        store: SettingsStore,
        credentials: Credentials,
        learned: SharedStores,
        web: WebClient | None = None,
    ) -> None:
        """Only joins; `open` also starts what lives."""
        place, vault = notes.place, notes.vault
        self.vault = vault
        self.store = store
        self.credentials = credentials
        self._seen = (store.settings, store.settings.vault_settings(vault.root))
        self.index, self.indexer, self.searcher = notes.index, notes.indexer, notes.searcher
        embedders = EmbedderSettings(lambda: store.settings.meaning, self._served)
        self.meaning = EmbeddingIndex(self.index, self.indexer, embedders.chosen, embedders.named, embedders.wishes)
        self.passages, self.related = PassageSearch(self.searcher, self.meaning), Related(self.searcher, self.meaning)
        self.audit, self.ledger = AuditLog(place / "audit.jsonl"), Ledger(place / "ledger.sqlite")
        self.known = KnownNotes(self.searcher, vault)
        self.privacy = PrivacyRules(self._settings, self.known, vault)
        self.clearance = EgressPolicy(self.privacy, self.ledger)
        hooks = replace(self.privacy.hooks, repeats=LeakDetector(self.searcher, self.privacy, vault).repeats)
        own = self._settings
        self.permissions = Permissions(lambda: own().rules, self._remember, lambda: own().preset, hooks)
        beside_notes = vault_tool_services(vault, self.searcher, lambda: store.settings, self.privacy.shown)
        self.vocabulary, self.timer, self.pomodoro_log, self.memory = beside_notes
        self.web = web_services(lambda: store.settings, credentials, web)
        beside = ToolServices(lambda: store.settings, self.indexer, self.timer, self.web)
        self.registry = ToolRegistry(all_tools_of(vault, self.searcher, self.passages, beside))
        self.catalog = Catalog(store, credentials, self._gate, learned.models)
        self.spending = Budget(learned.spending, lambda: store.settings.spending)
        self.agents = AgentCatalog(vault, store, self.registry, self._model_problem)
        found = (self.searcher, self.passages)
        side = QuestionPipeline(
            vault, store, self.catalog, found, self.permissions.privacy, partial(self.agent, DENY_ALL)
        )
        self.contexts, self.mentions, self.meter, self.commands, self.instructions = side.parts
        self._side = side
        self.projects = ProjectCatalog(vault, store, self.searcher, self.agents, self._model_problem)
        self._closing = AsyncExitStack()
        self._models = AvailableModels(self.catalog, store, credentials, self._closing)
        self._runners: dict[Approver, ToolExecutor] = {}
        self.finding, self.ignored_words, self.bookmarks = notes.finding, notes.ignored_words, notes.bookmarks
        asking = answering_model(self._models, self.spending, self._price)
        self.rewriting, self._chat_taint = PassageRewriter(asking), ChatTaint(self.registry)
        refuses = ChatPrivacy(self.privacy, self.known.called).refuses
        talked = (JsonStore(place / "drafts.json"), ChatTitles(asking), refuses)
        self.chats = Chats(ChatServices(vault, self.searcher, self.indexer, store, *talked))

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        root: Path,
        *,
        places: AppFolders,
        store: SettingsStore,
        credentials: Credentials,
        web: WebClient | None = None,
    ) -> "AsyncIterator[Self]":
        """Open the vault at *root*; its first scan begins at once. Raises `VaultUnavailable`, `IndexFailed`.

        *web* asks elsewhere than on the internet, for tests.
        """
        async with (
            OpenedVault.open(root, places=places, store=store) as notes,
            cls.around(notes, places=places, store=store, credentials=credentials, web=web) as workspace,
        ):
            yield workspace

    @classmethod
    @asynccontextmanager
    async def around(
        cls,
        notes: OpenedVault,
        *,
        places: AppFolders,
        store: SettingsStore,
        credentials: Credentials,
        web: WebClient | None = None,
    ) -> "AsyncIterator[Self]":
        """Make the vault of *notes*, which are open, live; its first scan begins at once. Raises as `open` does."""
        learned = SharedStores(model_knowledge(places), JsonStore(places.data / "spending.json"))
        await learned.models.load()
        self = cls(notes, store, credentials, learned, web)
        self.newer_records = await asyncio.to_thread(has_newer_data, notes.place)
        await self.spending.load()
        async with AsyncExitStack() as living:
            await living.enter_async_context(self.vault)
            await living.enter_async_context(self.indexer)
            living.push_async_callback(self.searcher.aclose)  # Before the index goes, which a question would open anew.
            await living.enter_async_context(CommonWordsUpdater(self.index, self.indexer))
            # Before the reading, which writes down what it sends.
            await living.enter_async_context(self.ledger)
            await living.enter_async_context(self.meaning)
            await living.enter_async_context(EmbeddingFollower(self.meaning, store, self.vault.root))
            living.push_async_callback(self.spending.aclose)
            await living.enter_async_context(self.agents)
            await living.enter_async_context(self.projects)
            await living.enter_async_context(self._side.living())
            await living.enter_async_context(self._closing)
            await living.enter_async_context(
                PrivateNoteTracker(self.known, self.privacy, self.indexer, store, self.vault)
            )
            await living.enter_async_context(self.pomodoro_log)
            room = ToolsetRoom(self.vault, self.searcher)
            self.toolsets = await register_toolsets(self.registry, store.settings.toolsets, room)
            await living.enter_async_context(self.chats)
            await notes.note_opened(store)
            yield self

    async def settled(self) -> None:
        """Wait until the first scan has found all notes and it is known which of them are private.

        Raises `IndexFailed` where the index is lost twice.
        """
        if (await self.indexer.settled()).phase == "failed":
            return
        try:
            await self.known.learn()
        except IndexFailed as problem:  # Another program may have thrown the file away for one of its own.
            if not is_damage(problem):
                raise
            await self.indexer.rescan()
            await self.known.learn()

    @property
    def tool_calling(self) -> bool:
        """Whether the person let assistants ask for tools in this vault."""
        return self.store.settings.vault_settings(self.vault.root).tool_calling

    def set_tool_calling(self, allowed: bool) -> None:
        """Switch tools on or off for this vault. Raises `SettingsError`."""
        root = self.vault.root
        self.store.change(lambda settings: settings.with_vault(root, tool_calling=allowed))

    def models(self) -> tuple[ModelChoice, ...]:
        """Return the models that can be chosen, from what was learned before: nobody is asked for it."""
        return self._models.choices()

    async def refresh_models(self) -> None:
        """Ask each provider whose list is older than a day, and look for servers that run here. Raises nothing."""
        await self._models.refresh()

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
        """Return an agent that asks *approver* and works as *profile*.

        *model* is `provider/name`, else the profile's, else the project's, else the one in the settings. *consent*
        offers tools whatever the vault's switch says: the person gave it for this run (CONTRACTS, Command line). *mode*
        holds where neither question nor conversation says, in the place of the settings; *project* is the note of the
        one it works in. Raises `UsageError` for an unknown model.
        """
        chat = self.store.settings.chat
        chosen = self._models.chosen(model or profile.model or self.projects.model_of(project) or chat.model)
        limits = Limits(rounds=chat.max_rounds, result_limit=chat.result_limit, effort=chat.effort)
        # A model that can use tools in no way is told that it sees no notes, not that it may look.
        able = self.catalog.standing(chosen.label).manner.way != "none"
        offered = consent or self.tool_calling
        provider = BudgetedProvider(
            chosen.provider, self.spending, lambda: self._price(chosen.label), profile.name, chosen.label
        )
        runner = self._runner(approver)
        agent = Agent(provider, chosen.model, runner, chosen.label, limits, offered)
        usually = ModeDefaults(lambda: mode or self.store.settings.chat.mode, project, self.projects)
        agent = self._side.prepared(agent.asked_in(usually, able=able), profile.leash, runner.taint)
        agent = agent.preparing(self._chat_taint.remembering(runner.taint))
        # After the conversation was made to fit: what is remembered is no part of it.
        agent = agent.preparing(self.memory.within(profile.leash))
        return agent.working_as(profile) if profile.name else agent

    async def preview(
        self,
        conversation: Conversation,
        question: Question | str,
        model: str | None = None,
        *,
        profile: AgentProfile = DEFAULT_PROFILE,
    ) -> DisclosureRequest:
        """Return what asking *question* in *conversation* would send now; nobody is asked, nothing is sent.

        Raises `UsageError` for an unknown model, `LedgerFailed`.
        """
        agent = self.agent(DENY_ALL, model, profile=profile)
        request, price = await agent.request(conversation, question), self._price(agent.label)
        return await self.clearance.preview(request, agent.destination, price)

    async def call(
        self, tool: str, arguments_json: str, approver: Approver, profile: AgentProfile = DEFAULT_PROFILE
    ) -> ToolResult:
        """Run one tool by the person's own act, as far as *profile* may go.

        Raises `UsageError` where the arguments are no JSON object.
        """
        try:
            arguments = json.loads(arguments_json)
        except ValueError as error:
            raise UsageError(f"The arguments are no JSON: {error}.", hint="""Try '{"query": "boiler"}'.""") from None
        if not isinstance(arguments, dict):
            raise UsageError("The arguments must be one JSON object.", hint="""Try '{"query": "boiler"}'.""")
        context = replace(
            MANUAL_CALL_CONTEXT, run_id=new_id("hand"), question=f"{tool}, called by you", leash=profile.leash
        )
        return await self._runner(approver).call(tool, arguments, context)

    async def undo(self, what: int | str, merged: bool = False) -> UndoOutcome:
        """Take back one change, or all of one answer; *merged* also where a note changed since and merges cleanly."""
        return await undo(self.vault, what, merged)

    async def redo(self, what: int | str, merged: bool = False) -> UndoOutcome:
        """Do again what was taken back."""
        return await redo(self.vault, what, merged)

    def _runner(self, approver: Approver) -> ToolExecutor:
        # One runner for each who is asked: the rate limit counts across that person's questions.
        runner = self._runners.get(approver)
        if runner is None:
            runner = self._runners[approver] = ToolExecutor(
                self.registry, self.permissions, approver, self.audit, self.vault
            )
            self._closing.push_async_callback(runner.aclose)
        return runner

    def _settings(self) -> VaultSettings:
        # Asked for every note of a list: looking the vault up each time took two seconds for 15,000 of them.
        tree = self.store.settings
        if self._seen[0] is not tree:
            self._seen = (tree, tree.vault_settings(self.vault.root))
        return self._seen[1]

    def _gate(self, provider: Provider, label: str) -> DisclosureGate:
        return DisclosureGate(provider, self.ledger, self.clearance, lambda: self._price(label))

    def _served(self, label: str) -> Embedder:
        """Return the embedding model *label* of a server, behind rules and ledger. Raises `UsageError`."""

        return self.catalog.embeddings(
            label, lambda source, known: ServedModel(EmbeddingGate(source, self.privacy, self.ledger, known), known)
        )

    def _price(self, label: str) -> Price | None:
        return self.catalog.standing(label).price

    def _model_problem(self, model: str) -> str:
        """Say why *model* cannot be asked; empty where it can."""
        try:
            self.catalog.standing(model)
        except UsageError as problem:
            return str(problem)
        return ""

    def _remember(self, rule: PermissionRule) -> None:
        root = self.vault.root
        try:
            self.store.change(lambda settings: settings.with_vault(root, rules=(*self._settings().rules, rule)))
        except SettingsError as problem:
            # The person's yes holds this once all the same; the store's own `problem` is what they are shown.
            log.info("A standing answer was not kept: %s", problem.title)
