"""Tests of agent/token_usage.py."""

from datetime import date, timedelta

import pytest
from pydantic import JsonValue

from vaultdesk.agent.token_usage import (
    AGENTS_KEPT,
    CHATS_KEPT,
    DAYS_KEPT,
    IMAGE_TOKENS,
    MESSAGE_TOKENS,
    TOOLS_TOKENS,
    DayUsage,
    RequestEstimate,
    UsageAmount,
    UsageBook,
    estimate_request,
    read_usage_book,
)
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.providers.provider import ModelRequest, Price, ToolSpec

# The book of what was used up.

DAY = date(2026, 11, 20)
TEN = UsageAmount(tokens=10, dollars=0.5)


def test_a_use_counts_for_its_day_its_chat_and_its_agent() -> None:
    book = (
        UsageBook()
        .with_usage(DAY, "chat_1", "Librarian", TEN)
        .with_usage(DAY, "chat_2", "", UsageAmount(tokens=1, unpriced=1))
    )

    assert book.day(DAY) == DayUsage(all=UsageAmount(tokens=11, dollars=0.5, unpriced=1), agents={"Librarian": TEN})
    assert (book.chat("chat_1"), book.chat("chat_2"), book.chat("chat_3")) == (
        TEN,
        UsageAmount(tokens=1, unpriced=1),
        UsageAmount(),
    )


def test_another_day_begins_at_nothing_but_a_chat_goes_on() -> None:
    book = (
        UsageBook()
        .with_usage(DAY, "chat_1", "Librarian", TEN)
        .with_usage(DAY + timedelta(1), "chat_1", "Librarian", TEN)
    )

    assert book.day(DAY + timedelta(1)).all == TEN
    assert book.chat("chat_1").tokens == 20


def test_what_is_kept_is_read_back() -> None:
    book = UsageBook().with_usage(DAY, "chat_1", "Librarian", TEN)

    assert read_usage_book(book.as_fact()) == book


@pytest.mark.parametrize("fact", [None, 7, "x", [], {"days": {"2026-11-20": {"all": {"tokens": -5}}}}, {"chats": 1}])
def test_what_cannot_be_read_is_begun_anew(fact: JsonValue) -> None:
    assert read_usage_book(fact) == UsageBook()


def test_old_days_old_chats_and_endless_agents_are_not_kept() -> None:
    book = UsageBook()
    for number in range(CHATS_KEPT + 5):
        book = book.with_usage(DAY + timedelta(number % (DAYS_KEPT + 5)), f"chat_{number}", f"Agent {number}", TEN)
    for number in range(AGENTS_KEPT + 5):
        book = book.with_usage(DAY + timedelta(100), "chat_5", f"Agent {number}", TEN)

    assert len(book.days) == DAYS_KEPT
    assert len(book.chats) == CHATS_KEPT
    assert "chat_0" not in book.chats
    assert list(book.chats)[-1] == "chat_5"
    assert len(book.day(DAY + timedelta(100)).agents) == AGENTS_KEPT
    assert book.day(DAY + timedelta(100)).all.tokens == 10 * (AGENTS_KEPT + 5)


# What a request may use up, before it is sent.

PRICE = Price(input=3.0, output=15.0)


def test_everything_that_is_sent_is_counted() -> None:
    call = ToolCallPart(id="c", name="find", arguments_json='{"a": 1}' + "x" * 27)
    messages = (
        user_message("q" * 400, (ImagePart(media_type="image/png", data="AAAA"),)),
        Message(role="assistant", parts=(ReasoningPart(text="r" * 4_000), TextPart(text="t" * 40), call)),
        Message(role="tool", parts=(ToolResultPart(call_id="c", name="find", content="n" * 4_000),)),
    )
    request = ModelRequest("m", "s" * 40, messages, (ToolSpec("abc", "d" * 26, {"type": "object"}),), 100)

    counted = estimate_request(request)
    tool = '{"type": "function", "function": {"name": "abc", "description": "%s", "parameters": {"type": "object"}}}'
    texts = ("s" * 40, tool % ("d" * 26), "q" * 400, "t" * 40, f"find {call.arguments_json}", "n" * 4_000)
    marks = MESSAGE_TOKENS * 4 + TOOLS_TOKENS
    assert counted == RequestEstimate(sum(map(text_tokens, texts)) + marks + IMAGE_TOKENS, 100)
    assert counted.tokens == counted.input_tokens + 100


def test_thoughts_that_a_vendor_counts_beside_the_answer_are_counted_too() -> None:
    request = ModelRequest("claude-sonnet-4-5", "", (user_message("Hi"),), effort="medium", max_output_tokens=1_000)

    assert estimate_request(request).reasoning_tokens == 6_144
    assert estimate_request(request).output_tokens == 7_144


def test_an_estimate_costs_what_its_model_costs() -> None:
    counted = RequestEstimate(1_000, 2_000)

    assert counted.usage(PRICE, free=False) == UsageAmount(tokens=3_000, dollars=0.033)
    assert counted.usage(None, free=False) == UsageAmount(tokens=3_000, unpriced=3_000)
    assert counted.usage(None, free=True) == UsageAmount(tokens=3_000)
