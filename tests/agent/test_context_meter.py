"""How full a window is: what would be sent against what fits."""

from dataclasses import replace

import pytest

from tests.agent.test_compaction import Bench, long_talk
from vaultdesk.agent.context_meter import ContextMeter, Fill, Wanted
from vaultdesk.agent.context_window import ENDLESS
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Checkpoint, Conversation
from vaultdesk.providers.provider import ModelRequest


async def look(conversation: Conversation, question: Question, model: str | None, _profile: AgentProfile) -> Wanted:
    request = ModelRequest("m", "", (*conversation.messages, question.message()))
    return Wanted(request, model or "test/m")


@pytest.mark.parametrize(
    ("letters", "window", "fill"),
    [
        (400, 1_000, Fill(100, 1_000)),
        (3_200, 1_000, Fill(800, 1_000, near=True)),
        (3_196, 1_000, Fill(799, 1_000)),
        (3_200, 0, Fill(800, 0)),
        (3_200, ENDLESS, Fill(800, 0)),
    ],
)
async def test_a_window_is_nearly_full_from_four_fifths_on(letters: int, window: int, fill: Fill) -> None:
    meter = ContextMeter(look, lambda _: window, lambda: True)
    assert await meter.measure(Conversation(), "x" * letters) == fill


async def test_what_is_summed_up_is_counted() -> None:
    conversation = Bench().conversation
    conversation.extend(long_talk(3))
    conversation.checkpoints = (Checkpoint(conversation.messages[3].id, "S", conversation.created),)
    measured = await ContextMeter(look, lambda _: 0, lambda: True).measure(conversation, Question("?"))

    assert measured.summed_up == 4
    off = await ContextMeter(look, lambda _: 0, lambda: False).measure(conversation, Question("?"))
    assert off == replace(measured, summed_up=0)
