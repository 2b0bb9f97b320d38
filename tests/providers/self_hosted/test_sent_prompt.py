"""Tests of providers/self_hosted/sent_prompt.py."""

import pytest

from tests.providers.asking import ask
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.chat.messages import ToolCallPart, user_message
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    ModelEvent,
    ModelRequest,
    PromptProgress,
    ReasoningArrived,
    TextArrived,
    ToolChoice,
    ToolSpec,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.self_hosted.sent_prompt import LOST_TOOLS, LostToolsGuard, SentPrompt

TOOLS = tuple(
    ToolSpec(f"tool_{n}", "Does something with notes. " * 8, {"type": "object", "properties": {}}) for n in range(12)
)
REQUEST = ModelRequest("scripted", "You answer from notes. " * 20, (user_message("What about the boiler?"),), TOOLS)
SENT = SentPrompt.of(REQUEST)
MESSAGE_TOKENS, ALL_TOKENS = SENT.message_tokens, SENT.message_tokens + SENT.tool_tokens


@pytest.mark.parametrize(
    ("reported_tokens", "lost"),
    [
        (MESSAGE_TOKENS, True),
        (MESSAGE_TOKENS + 40, True),  # the tokens of the template
        (ALL_TOKENS, False),
        (int(ALL_TOKENS * 0.8), False),  # a vocabulary with longer tokens
        (int(MESSAGE_TOKENS * 0.2), False),  # only the part that was not cached
        (0, False),  # not reported
    ],
)
def test_r3_a_prompt_as_short_as_its_messages_has_lost_its_tools(reported_tokens: int, lost: bool) -> None:
    assert SENT.lost_tools(reported_tokens) is lost


def test_r3_lost_tools_cannot_be_detected_with_few_tools() -> None:
    few = SentPrompt(0, message_tokens=300, tool_tokens=100)
    none = SentPrompt.of(ModelRequest("m", "s", REQUEST.messages, TOOLS, tool_choice=ToolChoice("none")))

    assert not few.lost_tools(300)
    assert none.tool_tokens == 0


class GuardedScript:
    """A guard around a script, with what it recorded."""

    def __init__(self, *turns: tuple[ModelEvent, ...], known_to_have_tools: bool = False) -> None:
        self.recorded = 0
        self.guard = LostToolsGuard(ScriptedProvider(turns), lambda: known_to_have_tools, self._record)

    async def _record(self) -> None:
        self.recorded += 1


async def test_r3_an_answer_generated_without_tools_is_refused() -> None:
    guarded = GuardedScript(
        (TextArrived("The pump costs $20,000."), UsageReported(MESSAGE_TOKENS, 9), TurnEnded("end"))
    )

    outcome = await ask(guarded.guard, REQUEST)

    assert isinstance(outcome.error, ProviderRefused)
    assert (outcome.error.kind, outcome.error.facts["reason"]) == ("no_tools", LOST_TOOLS)
    assert outcome.events == [TextArrived("The pump costs $20,000.")]
    assert guarded.recorded == 1


async def test_r3_the_length_in_the_prompt_progress_is_sufficient() -> None:
    guarded = GuardedScript(
        (
            PromptProgress(0, MESSAGE_TOKENS),
            PromptProgress(MESSAGE_TOKENS, MESSAGE_TOKENS),
            TextArrived("No."),
            TurnEnded("end"),
        )
    )

    outcome = await ask(guarded.guard, REQUEST)

    assert (outcome.events, outcome.error is not None, guarded.recorded) == ([], True, 1)


async def test_r3_after_the_tools_arrived_once_a_short_prompt_is_accepted() -> None:
    first = (PromptProgress(0, ALL_TOKENS), TextArrived("Let me see."), UsageReported(ALL_TOKENS, 9), TurnEnded("end"))
    second = (ReasoningArrived("Hm."), TextArrived("Yes."), UsageReported(MESSAGE_TOKENS, 9), TurnEnded("end"))
    guarded = GuardedScript(first, second)

    assert (await ask(guarded.guard, REQUEST)).events == list(first)
    assert (await ask(guarded.guard, REQUEST)).events == list(second)
    assert guarded.recorded == 0


async def test_r3_a_call_proves_that_the_tools_arrived() -> None:
    call = ToolCallPart(id="c", name="tool_1", arguments_json="{}", arguments={})
    turn = (TextArrived("Let me see."), CallStarted("c", "tool_1"), UsageReported(MESSAGE_TOKENS, 9), CallReady(call),
            TurnEnded("tool_calls"))  # fmt: skip

    assert (await ask(GuardedScript(turn).guard, REQUEST)).events == list(turn)


@pytest.mark.parametrize("model_request", [REQUEST, replace(REQUEST, tools=())])
async def test_r3_models_known_to_get_tools_and_requests_without_tools_are_not_checked(
    model_request: ModelRequest,
) -> None:
    turn = (TextArrived("No."), UsageReported(MESSAGE_TOKENS, 9), TurnEnded("end"))

    assert (
        await ask(GuardedScript(turn, known_to_have_tools=bool(model_request.tools)).guard, model_request)
    ).events == list(turn)
