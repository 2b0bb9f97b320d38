"""Questions to a model about a vault: the answer with token counts, tool calls, sources and notices."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.tool_env import ListAsker
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
    """Approves read calls only."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        return ApprovalDecision(approved=all(call.effect == "read" for call in request.calls))


@dataclass
class AskedModel:
    """Result of one question."""

    answer: str = ""
    notices: list[str] = field(default_factory=list)
    prompts: list[int] = field(default_factory=list)
    """Tokens of each prompt, as the server reported them while processing it."""
    totals: list[int] = field(default_factory=list)
    """Tokens of prompt and answer, for each completed answer."""
    calls: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    """Paths of the source notes in the conversation."""
    stop: str = ""
    """Why the last turn ended."""
    error: str = ""
    stopped: bool = False


@asynccontextmanager
async def workspace_with_model(
    vault: Path, home: Path, settings: ProviderSettings, environment: Mapping[str, str]
) -> AsyncIterator[Workspace]:
    """Open *vault* with one provider configured by *settings*; program data is stored in *home*."""
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
    """Ask *question* and approve reads; cancel the run after *stop_after* text events."""
    conversation, result, text_events, is_new_prompt = Conversation(), AskedModel(), 0, True
    label = f"{PROVIDER}/{workspace.store.settings.providers[PROVIDER].model}"
    agent = workspace.agent(ReadsApproved(), label, consent=True, mode=mode, project=project)
    async with agent.run(conversation, Question(question)) as run:
        async for event in run:
            match event:
                case TextArrived():
                    text_events += 1
                    if text_events == stop_after:
                        run.cancel()
                case Noticed(message):
                    result.notices.append(str(message))
                case PromptProgress(read_tokens, total_tokens):
                    # The first event of a prompt reports how much of it was cached from the previous one.
                    if is_new_prompt:
                        result.prompts.append(total_tokens)
                    is_new_prompt = read_tokens >= total_tokens
                case UsageReported():
                    result.totals.append(event.input_tokens + event.output_tokens)
                case CallReady(call):
                    result.calls.append(call.name)
                case RunFinished(stop):
                    result.stop = stop
                case RunFailed(error):
                    result.error = str(error)
                case RunCancelled():
                    result.stopped = True
                case _:
                    pass
    last = conversation.messages[-1]
    result.answer = last.text if last.role == "assistant" else ""
    result.sources = [source.path for message in conversation.messages for source in message.sources]
    return result
