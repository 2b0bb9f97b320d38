"""Bench: an open workspace whose provider talks to a scripted server, and the events of complete runs on it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.journeys.program import KEY, KINDS
from tests.support.talk import events_of
from tests.support.tool_env import Answer, Answers
from tests.support.vaults import HEATING, write_vault
from tests.support.wire import WireServer
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunEvent, RunFailed
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.tool import ToolResult
from vaultdesk.web.web_client import WebClient
from vaultdesk.workspace import Workspace


@dataclass
class Bench:
    """A workspace, the answers to its approvals, and one conversation."""

    workspace: Workspace
    answers: Answers
    conversation: Conversation = field(default_factory=Conversation)

    async def ask(self, question: Question | str, model: str | None = None) -> list[RunEvent]:
        """Ask *question* and return every event; their order is checked."""
        agent = self.workspace.agent(self.answers, model, consent=True)
        return await events_of(agent.run(self.conversation, question))

    async def retry(self, model: str | None = None) -> list[RunEvent]:
        """Ask the last question again."""
        agent = self.workspace.agent(self.answers, model, consent=True)
        return await events_of(agent.retry(self.conversation))

    @property
    def transcript(self) -> list[tuple[str, str, bool]]:
        """Role, text and truncation flag of each message; a tool message has the names of its results as its text."""
        return [
            (message.role, message.text or ", ".join(part.name for part in message.parts if part.kind == "tool_result"),
             message.cut)
            for message in self.conversation.messages
        ]  # fmt: skip


def results_of(events: list[RunEvent]) -> list[ToolResult]:
    """Return the result of each call, in order."""
    return [event.result for event in events if isinstance(event, ToolFinished)]


def failure_of(events: list[RunEvent]) -> VaultDeskError:
    """Return the error of a failed run."""
    last = events[-1]
    assert isinstance(last, RunFailed), last
    return last.error


@asynccontextmanager
async def open_bench(
    folder: Path,
    server: WireServer | str | None = None,
    *answers: Answer,
    wire: str = "openai",
    notes: Mapping[str, str] = HEATING,
    web: WebClient | None = None,
    **settings: object,
) -> AsyncIterator[Bench]:
    """Open a workspace on *notes* below *folder*; *server* (or the address of one) is its provider and model.

    *settings* are further fields of the provider, or another `kind` than the default of *wire*. *web* is the client
        of the web tools.
    """
    environment = {"VAULTDESK_HOME": str(folder / "home"), "JOURNEY_KEY": KEY}
    app_paths = app_folders(environment)
    store = SettingsStore(app_paths.settings_file)
    store.load()
    if server is not None:
        url = server if isinstance(server, str) else server.url
        defaults = {"kind": KINDS[wire], "base_url": url, "api_key_env": "JOURNEY_KEY"}
        provider = ProviderSettings.model_validate({**defaults, **settings})
        store.change(lambda settings: settings.with_provider("work", provider))
        store.set("chat.model", "work/scripted")
    root = write_vault(folder / "vault", notes)
    credentials = Credentials(environment)
    async with Workspace.open(root, folders=app_paths, store=store, credentials=credentials, web=web) as workspace:
        await workspace.wait_until_indexed()
        yield Bench(workspace, Answers(*answers))
