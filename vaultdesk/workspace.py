"""Workspace: one open vault with everything needed to work in it. The one place where the rooms are joined."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.limits import Limits
from vaultdesk.credentials import Credentials
from vaultdesk.errors import IndexFailed, ProviderError, SettingsError, UsageError
from vaultdesk.index.index import Index
from vaultdesk.index.indexer import Indexer
from vaultdesk.index.searcher import Searcher
from vaultdesk.json_store import JsonStore
from vaultdesk.paths import Places, vault_places
from vaultdesk.privacy.gate import DisclosureGate
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.providers.capabilities import ToolWay
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog, ChosenModel
from vaultdesk.providers.knowledge import ModelKnowledge
from vaultdesk.providers.known_model import Standing
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.settings import PermissionRule, ProviderSettings, SettingsStore
from vaultdesk.tools.approvals import Approver
from vaultdesk.tools.audit import Audit
from vaultdesk.tools.found import Found
from vaultdesk.tools.notes import FileRead
from vaultdesk.tools.permissions import Permissions
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runner import ToolRunner
from vaultdesk.tools.search import VaultSearch
from vaultdesk.tools.tool import Tool, ToolResult
from vaultdesk.vault.vault import Vault

log = logging.getLogger(__name__)

TOOLS: Final[tuple[type[Tool[Any]], ...]] = (VaultSearch, FileRead)  # Any: each tool has parameters of its own
"""Every tool there is, for listing them without a vault."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A provider that is kept from one question to the next, and what it was put together from."""

    settings: ProviderSettings | None
    keys: int
    chosen: ChosenModel


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One entry of the model picker."""

    label: str
    """`provider/name`, as settings write it."""
    title: str
    """For people: `Anthropic · claude-sonnet-4-5`."""
    local: bool
    """True where nothing leaves this computer."""
    provider: str = ""
    """The provider's name for people, under which its models are grouped."""
    way: ToolWay = "native"
    """How it is given tools."""
    why: str = ""
    """Why so, as one sentence for people."""
    sees: bool | None = None
    """Whether it can be shown pictures; None where nobody says."""
    thinks: bool | None = None
    context: int = 0
    """Tokens of its window; 0 where nobody says."""
    price: str = ""
    """What it costs, in words; empty where nobody says."""


def model_knowledge(places: Places) -> ModelKnowledge:
    """Return what was learned of models: lists may be thrown away with the cache, cards stay with the data."""
    return ModelKnowledge(JsonStore(places.cache / "model-lists.json"), JsonStore(places.data / "model-cards.json"))


class Workspace:
    """One vault at work. Open it with `async with Workspace.open(...)`; leaving the block closes all it holds."""

    def __init__(
        self,
        vault: Vault,
        place: Path,
        store: SettingsStore,
        credentials: Credentials,
        knowledge: ModelKnowledge | None = None,
    ) -> None:
        """Only joins; `open` also starts what lives. *place* is the vault's own folder in the data place."""
        self.vault = vault
        self.store = store
        self.credentials = credentials
        self.index = Index(place / "index.sqlite")
        self.indexer = Indexer(vault, self.index)
        self.searcher = Searcher(self.index)
        self.audit = Audit(place / "audit.jsonl")
        self.ledger = Ledger(place / "ledger.sqlite")
        self.permissions = Permissions(self._rules, self._remember)
        found = Found()
        self.registry = ToolRegistry((VaultSearch(self.searcher, found), FileRead(vault, found)))
        self.catalog = Catalog(
            store, credentials, lambda provider, _label: DisclosureGate(provider, self.ledger), knowledge
        )
        self._closing = AsyncExitStack()
        self._open: dict[str, _Open] = {}
        self._runners: dict[Approver, ToolRunner] = {}

    @classmethod
    @asynccontextmanager
    async def open(
        cls, root: Path, *, places: Places, store: SettingsStore, credentials: Credentials
    ) -> "AsyncIterator[Workspace]":
        """Open the vault at *root*; its first scan begins at once. Raises `VaultUnavailable`, `IndexFailed`."""
        vault = Vault(root)
        place = vault_places(places, vault.root)
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise IndexFailed(
                f"There is no place for the search index: {error.strerror or error}.",
                hint=f"Check {places.data}. Your notes are untouched.",
                path=str(place),
            ) from error
        knowledge = model_knowledge(places)
        await knowledge.load()
        self = cls(vault, place, store, credentials, knowledge)
        async with AsyncExitStack() as living:
            await living.enter_async_context(vault)
            await living.enter_async_context(self.indexer)
            await living.enter_async_context(self.searcher)
            await living.enter_async_context(self.ledger)
            await living.enter_async_context(self._closing)
            self._note_opened()
            yield self

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
        choices: dict[str, ModelChoice] = {}
        named = [f"{name}/{info.id}" for name in self.catalog.names() for info in self._listed(name)]
        for label in (self.store.settings.chat.model, OFFLINE_LABEL, *self.catalog.names(), *named):
            try:
                choice = _choice(self.catalog.standing(label))
            except UsageError:
                continue  # A provider without an address or a model yet; Settings says so.
            choices.setdefault(choice.label, choice)
        return tuple(choices.values())

    async def refresh_models(self) -> None:
        """Ask each provider whose list is older than a day, and look for servers that run here. Raises nothing."""
        await self.catalog.found()
        async with asyncio.TaskGroup() as asking:
            for name in self.catalog.names():
                asking.create_task(self._refresh(name))

    def agent(self, approver: Approver, model: str | None = None, *, consent: bool = False) -> Agent:
        """Return an agent that asks *approver*.

        *model* is `provider/name`, else the one in the settings. *consent* offers tools whatever the vault's switch
        says: the person gave it for this run (CONTRACTS, Command line). Raises `UsageError` for an unknown model.
        """
        chat = self.store.settings.chat
        chosen = self._chosen(model or chat.model)
        limits = Limits(rounds=chat.max_rounds, result_limit=chat.result_limit, effort=chat.effort)
        # A model that can use tools in no way is told that it sees no notes, not that it may look.
        usable = self.catalog.standing(chosen.label).manner.way != "none"
        offered = usable and (consent or self.tool_calling)
        return Agent(chosen.provider, chosen.model, self._runner(approver), chosen.label, limits, offered)

    async def call(self, tool: str, arguments_json: str, approver: Approver) -> ToolResult:
        """Run one tool by the person's own act. Raises `UsageError` where the arguments are no JSON object."""
        try:
            arguments = json.loads(arguments_json)
        except ValueError as error:
            raise UsageError(f"The arguments are no JSON: {error}.", hint="""Try '{"query": "boiler"}'.""") from None
        if not isinstance(arguments, dict):
            raise UsageError("The arguments must be one JSON object.", hint="""Try '{"query": "boiler"}'.""")
        return await self._runner(approver).call(tool, arguments)

    async def _refresh(self, name: str) -> None:
        try:
            await self.catalog.models(name)
        except (UsageError, ProviderError) as problem:
            log.info("The models of %s could not be listed: %s", name, problem.title)

    def _listed(self, name: str) -> tuple[ModelInfo, ...]:
        try:
            return self.catalog.listed(name)
        except UsageError:
            return ()

    def _chosen(self, label: str) -> ChosenModel:
        """Return the provider of the question before, with its connections and what it learned, where nothing changed.

        One that is replaced may still be answering: it is closed with the vault.
        """
        name = label.strip().partition("/")[0]
        settings, keys = self.store.settings.providers.get(name), self.credentials.edition
        held = self._open.get(label)
        if held is not None and (held.settings, held.keys) == (settings, keys):
            return held.chosen
        chosen = self.catalog.provider(label)
        self._closing.push_async_callback(chosen.provider.aclose)
        self._open[label] = _Open(settings, keys, chosen)
        return chosen

    def _runner(self, approver: Approver) -> ToolRunner:
        # One runner for each who is asked: the rate limit counts across that person's questions.
        runner = self._runners.get(approver)
        if runner is None:
            runner = self._runners[approver] = ToolRunner(self.registry, self.permissions, approver, self.audit)
            self._closing.push_async_callback(runner.aclose)
        return runner

    def _rules(self) -> Sequence[PermissionRule]:
        return self.store.settings.vault_settings(self.vault.root).rules

    def _remember(self, rule: PermissionRule) -> None:
        root = self.vault.root
        try:
            self.store.change(lambda settings: settings.with_vault(root, rules=(*self._rules(), rule)))
        except SettingsError as problem:
            # The person's yes holds this once all the same; the store's own `problem` is what they are shown.
            log.info("A standing answer was not kept: %s", problem.title)

    def _note_opened(self) -> None:
        now, root = datetime.now(UTC).replace(microsecond=0), self.vault.root
        try:
            self.store.change(lambda settings: settings.with_vault(root, opened=now))
        except SettingsError as problem:
            # Only the list of recent vaults misses it; the store's own `problem` is what the person is shown.
            log.info("The opening of the vault was not noted: %s", problem.title)


def _choice(standing: Standing) -> ModelChoice:
    info, card = standing.info, standing.card
    seen = card.images if card is not None else None
    offline = standing.label == OFFLINE_LABEL
    return ModelChoice(
        label=standing.label,
        title=standing.title if offline else f"{standing.title} · {standing.model}",
        local=standing.local,
        provider=standing.title,
        way=standing.manner.way,
        why=standing.manner.why,
        sees=seen if seen is not None or info is None else info.images,
        thinks=info.reasoning if info else None,
        context=(info.context if info else 0) or (card.context if card else 0),
        price=standing.price.words if standing.price else "",
    )
