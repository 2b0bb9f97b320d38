"""A chat dock over a temporary vault with the real index, tools, runner and agent, and a scripted provider."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import MemoryChats
from tests.support.qt_loop import until
from tests.support.scripted_provider import ScriptedProvider, ScriptedTurn, ScriptStep
from tests.support.tool_env import ListAsker
from tests.support.vault_settings import set_tool_calling
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError
from vaultdesk.core.feed import Feed
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.capabilities import ToolModeChoice
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import CallReady, CallStarted, ModelInfo, Provider, TextArrived, TurnEnded
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.chat.pending_cards import WaitingCards
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.workspace import Workspace

REMOTE = Destination("Anthropic", "api.anthropic.com", local=False)
LOCAL = Destination("Offline assistant", "", local=True)
OTHER = Destination("Other", "api.other.example", local=False)
YES = ApprovalDecision(approved=True)
NO = ApprovalDecision(approved=False)

NOTES = {
    "Projects/House/Boiler.md": "# Boiler\n\nThe boiler leaks. We chose a heat pump.\n",
    "Projects/House/Budget.md": "# Budget\n\nThe heat pump costs 18,400.\n",
    "Daily/2026-11-20.md": "Called the fitter about the boiler.\n",
}

Answer = ApprovalDecision | Callable[[ApprovalRequest], ApprovalDecision]


def streamed_text(*chunks: str) -> list[ScriptStep]:
    """Return a turn that only streams text."""
    return [*(TextArrived(chunk) for chunk in chunks), TurnEnded("end")]


def asks(*calls: ToolCallPart, words: str = "") -> list[ScriptStep]:
    """Return a turn that calls tools."""
    text_steps: list[ScriptStep] = [TextArrived(words)] if words else []
    call_steps: list[ScriptStep] = [
        step for call in calls for step in (CallStarted(call.id, call.name), CallReady(call))
    ]
    return [*text_steps, *call_steps, TurnEnded("tool_calls")]


def call(name: str, call_id: str = "call_1", **arguments: JsonValue) -> ToolCallPart:
    """Return a call as a provider delivers it."""
    return ToolCallPart(id=call_id, name=name, arguments_json=json.dumps(arguments), arguments=arguments)


def read(*paths: str, call_id: str = "call_1") -> ToolCallPart:
    """Return a call of file_read."""
    return call("file_read", call_id, file_paths=list(paths))


def search(query: str, call_id: str = "call_1") -> ToolCallPart:
    """Return a call of vault_search."""
    return call("vault_search", call_id, query=query)


class Answers(ListAsker):
    """An approver that answers in the given order; the last answer is used for all further requests."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers) or [YES]
        self.requests: list[ApprovalRequest] = []

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.requests.append(request)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return answer if isinstance(answer, ApprovalDecision) else answer(request)


class ScriptedCatalog:
    """Stands in for the provider catalog: one scripted model, and a second that identifies itself."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self.requested_labels: list[str] = []
        self.changes: Feed[None] = Feed()
        self.infos: dict[str, ModelInfo] = {}
        self.tool_modes: dict[str, ToolModeChoice] = {}
        self.refreshed: list[str] = []
        self.listings = 0
        """How many times the models were listed."""

    def provider(self, label: str) -> ChosenModel:
        self.requested_labels.append(label)
        if label.startswith("other"):
            return ChosenModel(ScriptedProvider([streamed_text("The other one answers.")]), "one", "other/one")
        return ChosenModel(self._provider, "scripted", "offline/offline")

    def provider_names(self) -> tuple[str, ...]:
        return ("other",)

    def cached_models(self, name: str) -> tuple[ModelInfo, ...]:
        self.listings += 1
        return tuple(info for label, info in self.infos.items() if label.startswith(f"{name}/"))

    def model_status(self, label: str) -> ModelStatus:
        name, _, model = label.partition("/")
        if name not in ("offline", "other"):
            raise UsageError(f"There is no provider {name}")
        label = f"{name}/{model or 'one'}"
        tool_mode = self.tool_modes.get(label, ToolModeChoice("native", "It has tools of its own."))
        title, destination = (
            ("Offline assistant", self._provider.destination) if name == "offline" else ("Other", OTHER)
        )
        return ModelStatus(label, label.partition("/")[2], title, destination, tool_mode, self.infos.get(label), None)

    async def refresh_facts(self, label: str) -> None:
        """Do nothing: the facts of the models are given."""

    async def discover_servers(self) -> tuple[()]:
        return ()

    async def models(self, name: str) -> tuple[ModelInfo, ...]:
        self.refreshed.append(name)
        return self.cached_models(name)


@dataclass
class ChatEnv:
    """A chat dock under test, with its workspace, approver and provider."""

    dock: ChatDock
    workspace: Workspace
    answers: Answers
    provider: ScriptedProvider
    catalog: ScriptedCatalog

    def type(self, text: str) -> None:
        """Type *text* into the composer."""
        QTest.keyClicks(self.dock.composer.field, text)

    def enter(self) -> None:
        """Press Enter in the composer."""
        QTest.keyClick(self.dock.composer.field, Qt.Key.Key_Return)

    def escape(self) -> None:
        """Press Esc in the composer."""
        QTest.keyClick(self.dock.composer.field, Qt.Key.Key_Escape)

    def go_to(self, position: int) -> None:
        """Show the open conversation at *position*."""
        self.dock._conversations.show_conversation(self.dock.conversations[position])

    async def open(self, path: str) -> ConversationController:
        """Open the chat saved in the note at *path*, and wait until its last exchanges are built."""
        controller = await self.dock.library.open(path)
        assert controller is not None, self.dock.notice.text()
        await until(lambda: len(self.exchanges) >= min(3, len(controller.exchanges)))
        return controller

    async def ask(self, text: str) -> ExchangeView:
        """Ask *text* and wait until the answer is finished."""
        before = len(self.exchanges)
        self.type(text)
        self.enter()
        # The question is queued while the previous answer is being saved.
        await until(lambda: len(self.exchanges) > before and self.exchanges[-1].is_finished)
        QApplication.sendPostedEvents()  # Qt shows a widget added to a layout in the next loop iteration.
        return self.exchanges[-1]

    @property
    def exchanges(self) -> tuple[ExchangeView, ...]:
        """Views of the shown exchanges, oldest first."""
        return self.dock.transcript.views


@asynccontextmanager
async def open_chat(
    folder: Path,
    turns: Sequence[ScriptedTurn],
    *answers: Answer,
    to: Destination = LOCAL,
    tools: bool = True,
    make_approver: Callable[[WaitingCards], Approver] | None = None,
    chats: MemoryChats | None = None,
) -> AsyncIterator[ChatEnv]:
    """Open a chat dock on a vault of `NOTES` whose provider plays *turns*."""
    root = folder / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    folders = AppFolders(*(folder / name for name in ("settings", "data", "cache", "logs")))
    store = SettingsStore(folders.settings_file)
    store.load()
    async with Workspace.open(root, folders=folders, store=store, credentials=Credentials({})) as workspace:
        await workspace.indexer.settled()
        set_tool_calling(workspace, tools)
        provider = ScriptedProvider(turns, destination=to)
        catalog = workspace.catalog = workspace._available_models._catalog = ScriptedCatalog(provider)
        if chats is not None:
            workspace.chats = chats  # type: ignore[assignment]  # stores chats in memory
        else:
            workspace.chats.set_save_mode("off")
        approver = Answers(*answers)
        dock = ChatDock(workspace, make_approver or (lambda _cards: approver))
        dock.resize(theme().px(400), theme().px(760))
        dock.show()
        try:
            yield ChatEnv(dock, workspace, approver, provider, catalog)
        finally:
            await bridge.cancel_all()
            dock.hide()
            dock.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
