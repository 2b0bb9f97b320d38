"""Tests of providers/self_hosted/sent_prompt.py."""

from dataclasses import replace

import pytest

from tests.providers.asking import ask
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.chat.messages import ToolCallPart, user_message
from vaultdesk.core.errors import ProviderRefused
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
ASKED = ModelRequest("scripted", "You answer from notes. " * 20, (user_message("What about the boiler?"),), TOOLS)
SENT = SentPrompt.of(ASKED)
WORDS, ALL = SENT.message_tokens, SENT.message_tokens + SENT.tool_tokens


@pytest.mark.parametrize(
    ("read", "lost"),
    [
        (WORDS, True),
        (WORDS + 40, True),  # the marks of the template
        (ALL, False),
        (int(ALL * 0.8), False),  # a vocabulary with longer tokens
        (int(WORDS * 0.2), False),  # only what was not cached
        (0, False),  # it does not say
    ],
)
def test_r3_a_prompt_as_short_as_its_words_has_lost_its_tools(read: int, lost: bool) -> None:
    assert SENT.lost_tools(read) is lost


def test_r3_few_tools_and_none_prove_nothing() -> None:
    few = SentPrompt(0, message_tokens=300, tool_tokens=100)
    none = SentPrompt.of(ModelRequest("m", "s", ASKED.messages, TOOLS, tool_choice=ToolChoice("none")))

    assert not few.lost_tools(300)
    assert none.tool_tokens == 0


class Guarded:
    """A guard around a script, with what it recorded."""

    def __init__(self, *turns: tuple[ModelEvent, ...], known: bool = False) -> None:
        self.recorded = 0
        self.guard = LostToolsGuard(ScriptedProvider(turns), lambda: known, self._record)

    async def _record(self) -> None:
        self.recorded += 1


async def test_r3_an_answer_made_without_tools_is_refused() -> None:
    guarded = Guarded((TextArrived("The pump costs $20,000."), UsageReported(WORDS, 9), TurnEnded("end")))

    came = await ask(guarded.guard, ASKED)

    assert isinstance(came.error, ProviderRefused)
    assert (came.error.kind, came.error.facts["reason"]) == ("no_tools", LOST_TOOLS)
    assert came.events == [TextArrived("The pump costs $20,000.")]
    assert guarded.recorded == 1


async def test_r3_the_length_that_is_told_first_is_enough() -> None:
    guarded = Guarded((PromptProgress(0, WORDS), PromptProgress(WORDS, WORDS), TextArrived("No."), TurnEnded("end")))

    came = await ask(guarded.guard, ASKED)

    assert (came.events, came.error is not None, guarded.recorded) == ([], True, 1)


async def test_r3_once_the_tools_arrived_a_short_prompt_proves_nothing() -> None:
    first = (PromptProgress(0, ALL), TextArrived("Let me see."), UsageReported(ALL, 9), TurnEnded("end"))
    second = (ReasoningArrived("Hm."), TextArrived("Yes."), UsageReported(WORDS, 9), TurnEnded("end"))
    guarded = Guarded(first, second)

    assert (await ask(guarded.guard, ASKED)).events == list(first)
    assert (await ask(guarded.guard, ASKED)).events == list(second)
    assert guarded.recorded == 0


async def test_r3_a_call_proves_that_they_did() -> None:
    call = ToolCallPart(id="c", name="tool_1", arguments_json="{}", arguments={})
    turn = (TextArrived("Let me see."), CallStarted("c", "tool_1"), UsageReported(WORDS, 9), CallReady(call),
            TurnEnded("tool_calls"))  # fmt: skip

    assert (await ask(Guarded(turn).guard, ASKED)).events == list(turn)


@pytest.mark.parametrize("asked", [ASKED, replace(ASKED, tools=())])
async def test_r3_a_model_that_is_known_to_have_tools_is_not_doubted_and_none_without_them(asked: ModelRequest) -> None:
    turn = (TextArrived("No."), UsageReported(WORDS, 9), TurnEnded("end"))

    assert (await ask(Guarded(turn, known=bool(asked.tools)).guard, asked)).events == list(turn)
