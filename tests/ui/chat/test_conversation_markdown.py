"""Tests of conversation_markdown.py."""

from tests.support.chats import led
from tests.ui.chat.scenes import answered, begun, finish, start_call
from vaultdesk.agent.run import RunCancelled
from vaultdesk.chat.messages import Source
from vaultdesk.providers.model_events import ReasoningArrived, TextArrived
from vaultdesk.tools.tool import ToolResult
from vaultdesk.ui.chat.conversation_markdown import conversation_markdown
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges


def test_questions_steps_and_answers_stand_in_their_order_without_the_thinking() -> None:
    stopped = begun("And then?")
    stopped.apply(ReasoningArrived("secret"))
    call = start_call(stopped, "vault_search", query="boiler")
    finish(stopped, call, ToolResult(success=True, data=[]), Source(path="a.md"))
    stopped.apply(TextArrived("Half"))
    stopped.apply(RunCancelled())
    assert conversation_markdown("Title", [answered("Why?", "**Because.**"), stopped]) == (
        "# Title\n\n## You\n\nWhy?\n\n## scripted/one\n\n**Because.**\n\n"
        "## You\n\nAnd then?\n\n## scripted/one\n\n"
        "- Searched notes “boiler” (nothing found · 0.2 s)\n\nHalf\n\n*Stopped*\n"
    )


def test_a_conversation_that_was_read_back_tells_what_was_cut() -> None:
    kept = led("Pump", "Cost?", "It co")
    kept.replace(kept.messages[1].model_copy(update={"cut": True}))
    told = conversation_markdown("Pump", kept_exchanges([kept.messages[1], *kept.messages]))
    assert told.split("\n\n")[:4] == ["# Pump", "## Assistant", "It co", "*Cut off*"]
    assert told.rstrip().endswith("## You\n\nCost?\n\n## work/one\n\nIt co\n\n*Cut off*")
