"""Chat: the model alone."""

from pathlib import Path

from tests.agent.modes.mode_table import mode_table, modes_in
from tests.support.desk import search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.events import RunFinished
from vaultdesk.agent.modes.chat import NO_TOOLS
from vaultdesk.chat.conversation import Conversation
from vaultdesk.tools.runtime.tool_events import ToolFinished


async def test_no_tool_is_named_and_it_is_told_that_it_sees_no_notes(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "chat", [says("Hello.")]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Hi"))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "cannot see the person's notes" in request.system
        assert "tool" not in request.system
        assert events[-1] == RunFinished("end")
        assert modes_in(conversation) == ["chat"]


async def test_a_call_all_the_same_is_refused_and_runs_nothing(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "chat", [asks_for(search("boiler", "c1")), says("I cannot.")]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "Search"))

        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.error is not None
        assert (finished.result.error.code, finished.result.error.message) == ("PERMISSION_DENIED", NO_TOOLS)
        assert table.desk.answers.requests == []
        assert conversation.messages[-1].text == "I cannot."
