"""Agent mode: the loop, and plus where calling tools fails."""

from pathlib import Path

from tests.agent.modes.mode_table import calls_in, mode_table, modes_in, noticed
from tests.support.desk import YES, call, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.events import RunFailed, RunFinished
from vaultdesk.agent.modes.agent_mode import UNREAD
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.model_events import ModelEvent, TextArrived

ANSWER = "You chose a heat pump [[Projects/House/Boiler]]."
REFUSED = ProviderRefused("It has no tools.", hint="", trouble="no_tools")
GOES_ON = "Going on with Plus: what is needed is looked up first, then answered."


def unreadable(call_id: str) -> ToolCallPart:
    return ToolCallPart(id=call_id, name="vault_search", arguments_json="{que", problem="it breaks off")


async def test_tools_that_are_refused_lead_to_plus_by_text_and_that_is_told_once(tmp_path: Path) -> None:
    written = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    async with mode_table(tmp_path, "agent", [REFUSED, says(written), says(ANSWER)], YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == [f"It has no tools. {GOES_ON}"]
        assert modes_in(conversation) == ["plus", "plus"]
        assert [len(request.tools) for request in table.provider.requests] == [3, 0, 0]
        assert "Do not answer yet" in table.provider.requests[1].system
        assert (conversation.messages[-1].text, events[-1]) == (ANSWER, RunFinished("end"))


async def test_calls_that_can_never_be_read_lead_to_plus(tmp_path: Path) -> None:
    unread = [asks_for(unreadable("c1")), asks_for(call("nothing", "c2")), asks_for(call("vault_search", "c3"))]
    turns = [*unread, asks_for(search("boiler", "c4")), says(ANSWER)]
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == [f"{UNREAD}. {GOES_ON}"]
        assert modes_in(conversation) == ["agent"] * 3 + ["plus"] * 2
        assert conversation.messages[-1].text == ANSWER


async def test_a_call_that_is_corrected_in_time_leads_nowhere_else(tmp_path: Path) -> None:
    turns = [asks_for(unreadable("c1")), asks_for(call("vault_search", "c2")), asks_for(search("boiler", "c3")),
             asks_for(call("vault_search", "c4")), says(ANSWER)]  # fmt: skip
    async with mode_table(tmp_path, "agent", turns, YES) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        assert noticed(events) == []
        assert modes_in(conversation) == ["agent"] * 5
        assert len(calls_in(conversation)) == 4


async def test_a_refusal_after_words_or_without_tools_fails_the_run(tmp_path: Path) -> None:
    begun: list[ModelEvent] = [TextArrived("So")]
    async with mode_table(tmp_path, "agent", [[*begun, REFUSED]], YES) as table:
        assert (await events_of(table.agent.run(Conversation(), "What?")))[-1] == RunFailed(REFUSED)
    async with mode_table(tmp_path / "b", "agent", [REFUSED], YES, tools_offered=False) as table:
        assert (await events_of(table.agent.run(Conversation(), "What?")))[-1] == RunFailed(REFUSED)


async def test_plus_that_fails_too_fails_the_run(tmp_path: Path) -> None:
    broken = ProviderRefused("The key is wrong", hint="", trouble="auth")
    async with mode_table(tmp_path, "agent", [REFUSED, broken], YES) as table:
        events = await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        assert events[-1] == RunFailed(broken)
        assert len(noticed(events)) == 1


async def test_a_model_that_can_call_nothing_is_told_that_it_sees_nothing(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says("I see nothing.")], YES, able=False) as table:
        await events_of(table.agent.run(Conversation(), "What about the boiler?"))

        (request,) = table.provider.requests
        assert request.tools == ()
        assert "cannot see the person's notes" in request.system
