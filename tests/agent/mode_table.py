"""Fixture: an environment with passage search, and an agent whose questions use one mode."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tests.support.scripted_provider import ScriptedTurn
from tests.support.talk import Table, open_table
from tests.support.tool_env import Answer
from vaultdesk.agent.agent import DEFAULT_LIMITS, Agent
from vaultdesk.agent.answer_modes import ModeDefaults
from vaultdesk.agent.profile import Limits
from vaultdesk.agent.run import RunEvent
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.providers.capabilities import ToolModeChoice
from vaultdesk.providers.provider import Noticed
from vaultdesk.providers.provider_assembly import providers_by_tool_mode
from vaultdesk.providers.tool_emulation.emulation import AdaptiveTools
from vaultdesk.providers.tool_emulation.text_transcript import TAG_FRAMING
from vaultdesk.tools.builtin.search_tools import LocalSearch
from vaultdesk.tools.tool import AnyTool


@asynccontextmanager
async def mode_table(
    folder: Path,
    mode: str,
    turns: Sequence[ScriptedTurn],
    *answers: Answer,
    defaults: ModeDefaults | None = None,
    limits: Limits = DEFAULT_LIMITS,
    tools_offered: bool = True,
    supports_tools: bool = True,
    tools: Sequence[AnyTool] = (),
) -> AsyncIterator[Table]:
    """Open an agent whose provider plays *turns* and whose default mode is *mode*."""
    with closing(Index(folder / "data" / "index.sqlite")) as index:
        async with (
            open_table(folder, turns, *answers, limits=limits, tools_offered=tools_offered, tools=tools) as table,
            Searcher(index) as searcher,
        ):
            table.env.registry.register(LocalSearch(searcher, PassageSearch(searcher, None)))
            by_mode = providers_by_tool_mode(table.provider, framing=TAG_FRAMING)
            agent = Agent(
                AdaptiveTools(by_mode, _native, None),
                "scripted",
                table.env.runner,
                "test/scripted",
                limits,
                tools_offered,
            )
            table.agent = agent.with_mode_defaults(
                defaults or ModeDefaults(lambda: mode), supports_tools=supports_tools
            )
            yield table


async def _native() -> ToolModeChoice:
    return ToolModeChoice("native", "It is set so.")


def notices_in(events: Sequence[RunEvent]) -> list[str]:
    """Return the notices shown to the user during the run."""
    return [event.message for event in events if isinstance(event, Noticed)]


def calls_in(conversation: Conversation) -> list[ToolCallPart]:
    """Return all tool calls of *conversation*, in order."""
    return [call for message in conversation.messages for call in message.tool_calls]


def modes_in(conversation: Conversation) -> list[str]:
    """Return the mode of each answer."""
    return [message.mode for message in conversation.messages if message.role == "assistant"]
