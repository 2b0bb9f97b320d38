"""Tests of agent/request_preparation.py."""

from pathlib import Path

import pytest

from tests.support.scripted_provider import ScriptedProvider
from tests.support.talk import events_of, open_table, text_turn
from vaultdesk.agent.request_preparation import ASSUMED_WINDOW, MIN_RESULT_CHARACTERS, PendingRequest, RequestBudget
from vaultdesk.agent.run import RunFailed
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import UsageError
from vaultdesk.providers.provider import ModelRequest, Noticed, ToolSpec
from vaultdesk.providers.tool_emulation.emulation import ToolEmulation

# Request budget.

TOOL = ToolSpec("read_note", "Read one note.", {"type": "object", "properties": {"path": {"type": "string"}}})


def test_a_budget_is_measured_on_the_request() -> None:
    with_tools = RequestBudget.of(ModelRequest("m", "Be brief.", (), (TOOL,), max_output_tokens=500), 4_096)
    without = RequestBudget.of(ModelRequest("m", "Be brief.", (), (), max_output_tokens=500), 4_096)
    assert (without.tools, without.system) == (0, with_tools.system)
    assert with_tools.tools > 20
    assert with_tools.messages == without.messages - with_tools.tools
    assert with_tools.answer == 500


def test_emulated_tools_are_counted_as_tools() -> None:
    request = ModelRequest("m", "Be brief.", (), (TOOL,), max_output_tokens=500)
    sent = ToolEmulation(ScriptedProvider([]), mode="sentinel").prepared_request(request)
    by_text, native = RequestBudget.of(request, 4_096, sent), RequestBudget.of(request, 4_096)
    assert by_text.system == native.system
    assert by_text.tools > native.tools + 50


@pytest.mark.parametrize("window", [2_048, 4_096, 8_192, 131_072])
def test_all_parts_and_a_quarter_for_the_answer_fit_the_window(window: int) -> None:
    budget = RequestBudget(window, system=100, tools=300, instructions=50, answer=8_192)
    assert budget.fixed == 450
    assert budget.fixed + budget.messages + min(8_192, window // 4) <= window


def test_a_prompt_that_fills_the_window_leaves_no_tokens_for_messages() -> None:
    assert RequestBudget(2_048, system=1_900, answer=8_192).messages == 0


def test_an_unknown_window_is_assumed_and_does_not_limit_the_answer() -> None:
    budget = RequestBudget(answer=8_192)
    assert 0.6 * ASSUMED_WINDOW < budget.messages < ASSUMED_WINDOW
    assert budget.answer_limit(100_000) == 8_192
    assert budget.result_characters(3, 60_000) == 60_000


@pytest.mark.parametrize(("prompt", "expected"), [(500, 3_268), (3_500, 268), (3_700, 256), (9_000, 256)])
def test_r5_an_answer_is_limited_to_the_rest_of_the_window(prompt: int, expected: int) -> None:
    assert RequestBudget(4_096, answer=8_192).answer_limit(prompt) == expected


def test_an_answer_is_limited_to_the_requested_length() -> None:
    assert RequestBudget(131_072, answer=600).answer_limit(1_000) == 600


def test_results_share_the_tokens_of_the_messages() -> None:
    budget = RequestBudget(8_192, system=400, tools=400, answer=8_192)
    one, four = budget.result_characters(1, 60_000), budget.result_characters(4, 60_000)
    assert 4 * four <= one < 3 * budget.messages
    assert RequestBudget(2_048, system=900, answer=8_192).result_characters(9, 60_000) == MIN_RESULT_CHARACTERS
    assert RequestBudget(1_000_000, answer=8_192).result_characters(1, 60_000) == 60_000


# Message steps change the sent messages and not the conversation.


async def upper_case_step(pending: PendingRequest) -> tuple[Message, ...]:
    pending.emit(Noticed("Louder."))
    return tuple(
        message.model_copy(update={"parts": (TextPart(text=message.text.upper()),)}) for message in pending.messages
    )


async def append_step(pending: PendingRequest) -> tuple[Message, ...]:
    return (*pending.messages, user_message(f"{len(pending.conversation.messages)} for {pending.label}"))


async def test_message_steps_are_applied_in_order_to_the_sent_messages_only(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("Hello.")]) as table:
        conversation = Conversation()
        agent = table.agent.with_message_steps(upper_case_step).with_message_steps(append_step)
        preview = await agent.request(conversation, "hi")
        events = await events_of(agent.run(conversation, "hi"))
        sent = [message.text for message in table.provider.requests[-1].messages]

        assert sent == ["HI", f"1 for {agent.label}"]
        assert [message.text for message in preview.messages] == ["HI", f"0 for {agent.label}"]
        assert [message.text for message in conversation.messages] == ["hi", "Hello."]
        assert Noticed("Louder.") in events


async def test_a_failed_message_step_prevents_sending(tmp_path: Path) -> None:
    async def refuse(_pending: PendingRequest) -> tuple[Message, ...]:
        raise UsageError("The note is gone", hint="Take it away.")

    async with open_table(tmp_path, []) as table:
        events = await events_of(table.agent.with_message_steps(refuse).run(Conversation(), "hi"))

        assert isinstance(events[-1], RunFailed)
        assert not table.provider.requests


@pytest.mark.parametrize("hidden", [True, False])
async def test_a_hidden_text_part_is_not_sent(tmp_path: Path, hidden: bool) -> None:
    async with open_table(tmp_path, []) as table:
        conversation = Conversation()
        parts = (TextPart(text="Why?"), TextPart(text=" Ask Mia.", hidden=hidden))
        conversation.append(Message(role="user", parts=parts))
        request = await table.agent.request(conversation, "")

        assert [message.text for message in request.messages] == ["Why?" if hidden else "Why? Ask Mia."]
