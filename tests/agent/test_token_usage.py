"""Tests of agent/token_usage.py."""

import asyncio
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
    count_in_slices,
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

# The usage book.

DAY = date(2026, 11, 20)
TEN = UsageAmount(tokens=10, dollars=0.5)


def test_usage_is_counted_for_its_day_chat_and_agent() -> None:
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


def test_usage_of_a_new_day_starts_at_zero_and_usage_of_a_chat_continues() -> None:
    book = (
        UsageBook()
        .with_usage(DAY, "chat_1", "Librarian", TEN)
        .with_usage(DAY + timedelta(1), "chat_1", "Librarian", TEN)
    )

    assert book.day(DAY + timedelta(1)).all == TEN
    assert book.chat("chat_1").tokens == 20


def test_a_usage_book_is_stored_and_read_back() -> None:
    book = UsageBook().with_usage(DAY, "chat_1", "Librarian", TEN)

    assert read_usage_book(book.as_fact()) == book


@pytest.mark.parametrize("fact", [None, 7, "x", [], {"days": {"2026-11-20": {"all": {"tokens": -5}}}}, {"chats": 1}])
def test_an_invalid_usage_book_is_replaced_by_an_empty_one(fact: JsonValue) -> None:
    assert read_usage_book(fact) == UsageBook()


def test_old_days_chats_and_excess_agents_are_dropped() -> None:
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


# Estimated usage of a request.

PRICE = Price(input=3.0, output=15.0)


def test_everything_sent_is_counted() -> None:
    call = ToolCallPart(id="c", name="find", arguments_json='{"a": 1}' + "x" * 27)
    messages = (
        user_message("q" * 400, (ImagePart(media_type="image/png", data="AAAA"),)),
        Message(role="assistant", parts=(ReasoningPart(text="r" * 4_000), TextPart(text="t" * 40), call)),
        Message(role="tool", parts=(ToolResultPart(call_id="c", name="find", content="n" * 4_000),)),
    )
    request = ModelRequest("m", "s" * 40, messages, (ToolSpec("abc", "d" * 26, {"type": "object"}),), 100)

    estimate = estimate_request(request)
    tool = '{"type": "function", "function": {"name": "abc", "description": "%s", "parameters": {"type": "object"}}}'
    texts = ("s" * 40, tool % ("d" * 26), "q" * 400, "t" * 40, f"find {call.arguments_json}", "n" * 4_000)
    overhead = MESSAGE_TOKENS * 4 + TOOLS_TOKENS
    assert estimate == RequestEstimate(sum(map(text_tokens, texts)) + overhead + IMAGE_TOKENS, 100)
    assert estimate.tokens == estimate.input_tokens + 100


def test_reasoning_tokens_counted_by_a_vendor_are_included() -> None:
    request = ModelRequest("claude-sonnet-4-5", "", (user_message("Hi"),), effort="medium", max_output_tokens=1_000)

    assert estimate_request(request).reasoning_tokens == 6_144
    assert estimate_request(request).output_tokens == 7_144


def test_an_estimate_is_priced_by_its_model() -> None:
    estimate = RequestEstimate(1_000, 2_000)

    assert estimate.usage(PRICE, free=False) == UsageAmount(tokens=3_000, dollars=0.033)
    assert estimate.usage(None, free=False) == UsageAmount(tokens=3_000, unpriced=3_000)
    assert estimate.usage(None, free=True) == UsageAmount(tokens=3_000)


async def test_counting_a_long_conversation_lets_other_tasks_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.agent.token_usage.COUNTING_SLICE", -1.0)
    steps: list[int] = []

    async def other() -> None:
        for step in range(3):
            steps.append(step)
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    await count_in_slices([user_message(f"Question {number}") for number in range(3)])

    assert steps == [0, 1, 2]
    await task
