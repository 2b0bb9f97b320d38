"""What a request may use up, before it is sent."""

import pytest

from vaultdesk.agent.estimate import IMAGE_TOKENS, Estimate, estimate, tokens_of
from vaultdesk.agent.spending_book import Used
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers.provider import ModelRequest, Price, ToolSpec

PRICE = Price(input=3.0, output=15.0)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("Öl", 1), ("привет мир", 5), ("笔记" * 4, 6)]
)
def test_text_is_about_four_bytes_a_token(text: str, tokens: int) -> None:
    assert tokens_of(text) == tokens


def test_everything_that_is_sent_is_counted() -> None:
    call = ToolCallPart(id="c", name="find", arguments_json='{"a": 1}' + "x" * 27)
    messages = (
        user_message("q" * 400, (ImagePart(media_type="image/png", data="AAAA"),)),
        Message(role="assistant", parts=(ReasoningPart(text="r" * 4_000), TextPart(text="t" * 40), call)),
        Message(role="tool", parts=(ToolResultPart(call_id="c", name="find", content="n" * 4_000),)),
    )
    request = ModelRequest("m", "s" * 40, messages, (ToolSpec("abc", "d" * 26, {"type": "object"}),), 100)

    counted = estimate(request)
    assert counted == Estimate(10 + 13 + 100 + IMAGE_TOKENS + 10 + 10 + 1_000, 100)
    assert counted.tokens == counted.input_tokens + 100


def test_thoughts_that_a_vendor_counts_beside_the_answer_are_counted_too() -> None:
    request = ModelRequest("claude-sonnet-4-5", "", (user_message("Hi"),), effort="medium", max_output_tokens=1_000)

    assert estimate(request).thought_tokens == 6_144
    assert estimate(request).output_tokens == 7_144


def test_an_estimate_costs_what_its_model_costs() -> None:
    counted = Estimate(1_000, 2_000)

    assert counted.used(PRICE, free=False) == Used(tokens=3_000, dollars=0.033)
    assert counted.used(None, free=False) == Used(tokens=3_000, unpriced=3_000)
    assert counted.used(None, free=True) == Used(tokens=3_000)
