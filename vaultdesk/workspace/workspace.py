"""Workspace: one open vault with everything needed to work in it. The one place where the rooms are joined."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Self

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.budget import Budget, BudgetedProvider
from vaultdesk.agent.instructions.agent_catalog import AgentCatalog
from vaultdesk.agent.instructions.project_catalog import ProjectCatalog
from vaultdesk.agent.modes.mode_choice import ModeDefaults
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import new_id
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import IndexFailed, SettingsError, UsageError
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_schema import ModeName, PermissionRule, VaultSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.embeddings.embedder import Embedder, ServedModel
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.related import Related
from vaultdesk.index.search.common_words import CommonWordsUpdater
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.store.database import is_damage
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
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.tools.runtime.audit_log import AuditLog
from vaultdesk.tools.runtime.executor import MANUAL_CALL_CONTEXT, ToolExecutor
from vaultdesk.tools.runtime.policy import Permissions
from vaultdesk.tools.tool import ToolResult
from vaultdesk.vault.undo import UndoOutcome, redo, undo
from vaultdesk.web.web_client import WebClient
from vaultdesk.workspace.asides import asides
from vaultdesk.workspace.chat_privacy import ChatPrivacy
from vaultdesk.workspace.chat_saving import ChatPlaces
from vaultdesk.workspace.chat_taint import ChatTaint
from vaultdesk.workspace.chat_titles import ChatTitles, whoever_answered
from vaultdesk.workspace.chats import Chats
from vaultdesk.workspace.meaning import Embedders, FollowedMeaning
from vaultdesk.workspace.models import ModelChoice, Models, model_knowledge
from vaultdesk.workspace.newer_records import made_by_newer
from vaultdesk.workspace.nobody import NOBODY
from vaultdesk.workspace.notes_side import NotesSide
from vaultdesk.workspace.packages import BroughtIn, bring_in
from vaultdesk.workspace.private_notes import PrivateNotes
from vaultdesk.workspace.question_side import QuestionSide
from vaultdesk.workspace.rewriting import Rewriting
from vaultdesk.workspace.toolbox import Beside, tools_of
from vaultdesk.workspace.web_side import web_side

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Learned:
    """What is kept for all vaults of a person."""

    models: ModelKnowledge
    spending: JsonStore


class Workspace:
    """One vault at work. Open it with `async with Workspace.open(...)`; leaving the block closes all it holds."""

    newer_records = False
    """Whether a newer program made the records of this vault; this one keeps its own beside them."""
    toolsets: tuple[BroughtIn, ...] = ()
    """What came of the toolsets of other packages that the settings allow."""

    def __init__(
        self,
        notes: NotesSide,
        store: SettingsStore,
        credentials: Credentials,
        learned: Learned,
        web: WebClient | None = None,
    ) -> None:
        """Only joins; `open` also starts what lives."""
        place, vault = notes.place, notes.vault
        self.vault = vault
        self.store = store
        self.credentials = credentials
        self._seen = (store.settings, store.settings.vault_settings(vault.root))
        self.index, self.indexer, self.searcher = notes.index, notes.indexer, notes.searcher
        embedders = Embedders(lambda: store.settings.meaning, self._served)
        self.meaning = EmbeddingIndex(self.index, self.indexer, embedders.chosen, embedders.named, embedders.wishes)
        self.passages, self.related = PassageSearch(self.searcher, self.meaning), Related(self.searcher, self.meaning)
        self.audit, self.ledger = AuditLog(place / "audit.jsonl"), Ledger(place / "ledger.sqlite")
        self.known = KnownNotes(self.searcher, vault)
        self.privacy = PrivacyRules(self._settings, self.known, vault)
        self.clearance = EgressPolicy(self.privacy, self.ledger)
        hooks = replace(self.privacy.hooks, repeats=LeakDetector(self.searcher, self.privacy, vault).repeats)
        own = self._settings
        self.permissions = Permissions(lambda: own().rules, self._remember, lambda: own().preset, hooks)
        beside_notes = asides(vault, self.searcher, lambda: store.settings, self.privacy.shown)
        self.vocabulary, self.timer, self.pomodoro_log, self.memory = beside_notes
        self.web = web_side(lambda: store.settings, credentials, web)
        beside = Beside(lambda: store.settings, self.indexer, self.timer, self.web)
        self.registry = ToolRegistry(tools_of(vault, self.searcher, self.passages, beside))
        self.catalog = Catalog(store, credentials, self._gate, learned.models)
        self.spending = Budget(learned.spending, lambda: store.settings.spending)
        self.agents = AgentCatalog(vault, store, self.registry, self._model_problem)
        found = (self.searcher, self.passages)
        side = QuestionSide(vault, store, self.catalog, found, self.permissions.privacy, partial(self.agent, NOBODY))
        self.contexts, self.mentions, self.meter, self.commands, self.instructions = side.parts
        self._side = side
        self.projects = ProjectCatalog(vault, store, self.searcher, self.agents, self._model_problem)
        self._closing = AsyncExitStack()
        self._models = Models(self.catalog, store, credentials, self._closing)
        self._runners: dict[Approver, ToolExecutor] = {}
        self.finding, self.ignored_words, self.bookmarks = notes.finding, notes.ignored_words, notes.bookmarks
        asking = whoever_answered(self._models, self.spending, self._price)
        self.rewriting, self._chat_taint = Rewriting(asking), ChatTaint(self.registry)
        refuses = ChatPrivacy(self.privacy, self.known.called).refuses
        talked = (JsonStore(place / "drafts.json"), ChatTitles(asking), refuses)
        self.chats = Chats(ChatPlaces(vault, self.searcher, self.indexer, store, *talked))

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
            NotesSide.open(root, places=places, store=store) as notes,
            cls.around(notes, places=places, store=store, credentials=credentials, web=web) as workspace,
        ):
            yield workspace

    @classmethod
    @asynccontextmanager
    async def around(
        cls,
        notes: NotesSide,
        *,
        places: AppFolders,
        store: SettingsStore,
        credentials: Credentials,
        web: WebClient | None = None,
    ) -> "AsyncIterator[Self]":
        """Make the vault of *notes*, which are open, live; its first scan begins at once. Raises as `open` does."""
        learned = Learned(model_knowledge(places), JsonStore(places.data / "spending.json"))
        await learned.models.load()
        self = cls(notes, store, credentials, learned, web)
        self.newer_records = await asyncio.to_thread(made_by_newer, notes.place)
        await self.spending.load()
        async with AsyncExitStack() as living:
            await living.enter_async_context(self.vault)
            await living.enter_async_context(self.indexer)
            living.push_async_callback(self.searcher.aclose)  # Before the index goes, which a question would open anew.
            await living.enter_async_context(CommonWordsUpdater(self.index, self.indexer))
            # Before the reading, which writes down what it sends.
            await living.enter_async_context(self.ledger)
            await living.enter_async_context(self.meaning)
            await living.enter_async_context(FollowedMeaning(self.meaning, store, self.vault.root))
            living.push_async_callback(self.spending.aclose)
            await living.enter_async_context(self.agents)
            await living.enter_async_context(self.projects)
            await living.enter_async_context(self._side.living())
            await living.enter_async_context(self._closing)
            await living.enter_async_context(PrivateNotes(self.known, self.privacy, self.indexer, store, self.vault))
            await living.enter_async_context(self.pomodoro_log)
            room = ToolsetRoom(self.vault, self.searcher)
            self.toolsets = await bring_in(self.registry, store.settings.toolsets, room)
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
        agent = self.agent(NOBODY, model, profile=profile)
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
