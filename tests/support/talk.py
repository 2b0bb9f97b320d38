"""Talk: scripted model turns, and complete runs collected with a check of their event grammar."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.run_grammar import check_run_grammar
from tests.support.scripted_provider import ScriptedProvider, ScriptedTurn
from tests.support.tool_env import REMOTE, Answer, ToolEnv, open_tool_env
from vaultdesk.agent.agent import DEFAULT_LIMITS, Agent
from vaultdesk.agent.profile import Limits
from vaultdesk.agent.run import Run, RunEvent
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.providers.provider import CallReady, ModelEvent, TextArrived, TurnEnded
from vaultdesk.tools.tool import AnyTool


def text_turn(text: str) -> list[ModelEvent]:
    """Return a turn that answers with *text*."""
    return [TextArrived(text), TurnEnded("end")]


def asks_for(*calls: ToolCallPart, words: str = "") -> list[ModelEvent]:
    """Return a turn with tool calls."""
    text_events: list[ModelEvent] = [TextArrived(words)] if words else []
    return [*text_events, *(CallReady(call) for call in calls), TurnEnded("tool_calls")]


class Table:
    """A tool environment and an agent."""

    def __init__(self, env: ToolEnv, provider: ScriptedProvider, agent: Agent) -> None:
        self.env = env
        self.provider = provider
        self.agent = agent


@asynccontextmanager
async def open_table(
    folder: Path,
    turns: Sequence[ScriptedTurn],
    *answers: Answer,
    limits: Limits = DEFAULT_LIMITS,
    tools_offered: bool = True,
    tools: Sequence[AnyTool] = (),
) -> AsyncIterator[Table]:
    """Open an environment with an agent whose provider plays *turns*."""
    async with open_tool_env(folder, *answers, tools=tools) as env:
        provider = ScriptedProvider(turns, destination=REMOTE)
        agent = Agent(provider, "scripted", env.runner, "test/scripted", limits, tools_offered)
        yield Table(env, provider, agent)


async def events_of(run: Run) -> list[RunEvent]:
    """Read *run* to its end and check its grammar."""
    async with run:
        events = [event async for event in run]
    check_run_grammar(events)
    return events
