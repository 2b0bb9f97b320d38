"""Rounds: when a call counts as understood."""

from pathlib import Path

import pytest

from tests.agent.modes.mode_table import mode_table
from tests.support.desk import YES, call, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.events import RunFinished
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.modes.rounds import all_understood, understood
from vaultdesk.chat.conversation import Conversation
from vaultdesk.tools.runtime.tool_results import cancelled_result, failed_result, result_part, unknown_tool_result
from vaultdesk.tools.tool import ToolResult

CALL = search("boiler")


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (ToolResult(success=True), True),
        (cancelled_result("no"), True),
        (failed_result("NOTE_NOT_FOUND", "There is none"), True),
        (failed_result("VALIDATION_FAILED", "query: is required"), False),
        (unknown_tool_result("x"), False),
    ],
)
def test_a_call_is_understood_whatever_came_of_it(result: ToolResult, expected: bool) -> None:
    assert understood(result_part(CALL, result)) == expected
    assert all_understood([result_part(CALL, ToolResult(success=True)), result_part(CALL, result)]) == expected


async def test_a_validation_error_is_read_and_corrected_within_the_rounds(tmp_path: Path) -> None:
    turns = [asks_for(call("vault_search", "c1", limit=99)), asks_for(search("boiler", "c2")), says("Found.")]
    async with mode_table(tmp_path, "agent", turns, YES, limits=Limits(rounds=2)) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))

        assert events[-1] == RunFinished("rounds")
        told = table.provider.requests[1].messages[-1].parts[0]
        assert told.kind == "tool_result"
        assert "query: is required" in told.content
        assert "limit:" in told.content
        assert conversation.messages[-1].text == "Found."
