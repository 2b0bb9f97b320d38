"""Models that are asked about a vault: the answer to one question with the tokens of each request and the notices."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.desk import ListAsker
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunCancelled, RunFailed, RunFinished
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_schema import ModeName, ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers.provider import CallReady, Noticed, PromptProgress, TextArrived, UsageReported
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.workspace import Workspace

PROVIDER = "small"
"""The name of the provider in the settings."""


class ReadsApproved(ListAsker):
    """Approves what only reads."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        return ApprovalDecision(approved=all(call.effect == "read" for call in request.calls))


@dataclass
class AskedModel:
    """What came of one question."""

    answer: str = ""
    notices: list[str] = field(default_factory=list)
    prompts: list[int] = field(default_factory=list)
    """Tokens of each prompt, as the server counted them while it read them."""
    totals: list[int] = field(default_factory=list)
    """Tokens of prompt and answer, for each answer that came to its end."""
    calls: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    """Paths of the notes the conversation carries."""
    stop: str = ""
    """Why the last turn ended."""
    error: str = ""
    stopped: bool = False


@asynccontextmanager
async def workspace_with_model(
    vault: Path, home: Path, settings: ProviderSettings, environment: Mapping[str, str]
) -> AsyncIterator[Workspace]:
    """Open *vault* with one provider of *settings*; its records are kept in *home*."""
    folders = app_folders({"VAULTDESK_HOME": str(home)})
    store = SettingsStore(folders.settings_file)
    store.load()
    store.change(lambda tree: tree.with_provider(PROVIDER, settings))
    async with Workspace.open(vault, folders=folders, store=store, credentials=Credentials(environment)) as workspace:
        await workspace.wait_until_indexed()
        yield workspace


async def ask_model(
    workspace: Workspace, question: str, mode: ModeName, *, stop_after: int | None = None, project: str = ""
) -> AskedModel:
    """Ask *question* and approve reads; with *stop_after* stop after so many pieces of text."""
    conversation, asked, pieces, is_new_prompt = Conversation(), AskedModel(), 0, True
    label = f"{PROVIDER}/{workspace.store.settings.providers[PROVIDER].model}"
    agent = workspace.agent(ReadsApproved(), label, consent=True, mode=mode, project=project)
    async with agent.run(conversation, Question(question)) as run:
        async for event in run:
            match event:
                case TextArrived():
                    pieces += 1
                    if pieces == stop_after:
                        run.cancel()
                case Noticed(message):
                    asked.notices.append(str(message))
                case PromptProgress(read_tokens, total_tokens):
                    # The first one of a prompt says how much of it was known from the prompt before.
                    if is_new_prompt:
                        asked.prompts.append(total_tokens)
                    is_new_prompt = read_tokens >= total_tokens
                case UsageReported():
                    asked.totals.append(event.input_tokens + event.output_tokens)
                case CallReady(call):
                    asked.calls.append(call.name)
                case RunFinished(stop):
                    asked.stop = stop
                case RunFailed(error):
                    asked.error = str(error)
                case RunCancelled():
                    asked.stopped = True
                case _:
                    pass
    last = conversation.messages[-1]
    asked.answer = last.text if last.role == "assistant" else ""
    asked.sources = [source.path for message in conversation.messages for source in message.sources]
    return asked
