"""Bench: one open workspace whose provider is a real one on a server of ours, and whole runs on it, gathered."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.journeys.program import KEY, KINDS
from tests.support.desk import Answer, Answers
from tests.support.talk import events_of
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
    """A workspace, who answers its approvals, and one conversation."""

    workspace: Workspace
    answers: Answers
    conversation: Conversation = field(default_factory=Conversation)

    async def ask(self, question: Question | str, model: str | None = None) -> list[RunEvent]:
        """Ask, and return every event; their grammar is checked."""
        agent = self.workspace.agent(self.answers, model, consent=True)
        return await events_of(agent.run(self.conversation, question))

    async def retry(self, model: str | None = None) -> list[RunEvent]:
        """Ask the last question again."""
        agent = self.workspace.agent(self.answers, model, consent=True)
        return await events_of(agent.retry(self.conversation))

    @property
    def said(self) -> list[tuple[str, str, bool]]:
        """Who said what, and whether it was cut; tool messages as the names of their results."""
        return [
            (message.role, message.text or ", ".join(part.name for part in message.parts if part.kind == "tool_result"),
             message.cut)
            for message in self.conversation.messages
        ]  # fmt: skip


def results_of(events: list[RunEvent]) -> list[ToolResult]:
    """Return what each call came to, in order."""
    return [event.result for event in events if isinstance(event, ToolFinished)]


def failure_of(events: list[RunEvent]) -> VaultDeskError:
    """Return what a run failed with."""
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

    *settings*: more of the provider's, or another `kind` than the wire's usual one. *web* finds sites elsewhere.
    """
    environment = {"VAULTDESK_HOME": str(folder / "home"), "JOURNEY_KEY": KEY}
    where = app_folders(environment)
    store = SettingsStore(where.settings_file)
    store.load()
    if server is not None:
        url = server if isinstance(server, str) else server.url
        usual = {"kind": KINDS[wire], "base_url": url, "api_key_env": "JOURNEY_KEY"}
        one = ProviderSettings.model_validate({**usual, **settings})
        store.change(lambda settings: settings.with_provider("work", one))
        store.set("chat.model", "work/scripted")
    root = write_vault(folder / "vault", notes)
    credentials = Credentials(environment)
    async with Workspace.open(root, folders=where, store=store, credentials=credentials, web=web) as workspace:
        await workspace.wait_until_indexed()
        yield Bench(workspace, Answers(*answers))
