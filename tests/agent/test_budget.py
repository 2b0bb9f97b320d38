"""Tests of agent/budget.py."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.support.plain_tokens import four_letters_a_token
from tests.support.scripted_provider import SCRIPTED, HangStep, ScriptedProvider, ScriptedTurn
from tests.support.tool_env import REMOTE
from vaultdesk.agent.budget import (
    Budget,
    BudgetedProvider,
    BudgetNotice,
    CapMeter,
    Spender,
    answer_tokens_within,
    budget_notices,
    cap_exceeded_error,
)
from vaultdesk.agent.token_usage import RequestEstimate, UsageAmount
from vaultdesk.chat.messages import Message, TextPart, ToolResultPart, user_message
from vaultdesk.core.errors import BudgetExceeded, ProviderUnreachable
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import SpendingLimits
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.provider import ModelEvent, ModelRequest, Noticed, Price, TextArrived, TurnEnded, UsageReported


@pytest.fixture(scope="module", autouse=True)
def plain_tokens() -> Iterator[None]:
    """Count tokens by length, because these tests calculate with token counts."""
    with four_letters_a_token():
        yield


# Answer length within a cap, and the notices about it.

ESTIMATE = RequestEstimate(1_000, 8_000)
PRICED = Spender(price=Price(input=1.0, output=10.0), model="work/m")
UNKNOWN = Spender(model="work/m")
LOCAL = Spender(free=True)


@pytest.mark.parametrize(
    ("meter", "spender", "answer"),
    [
        (CapMeter("day", "tokens", 20_000, 0), PRICED, 8_000),
        (CapMeter("day", "tokens", 20_000, 15_000), PRICED, 4_000),
        (CapMeter("day", "tokens", 20_000, 10_000, 5_000), LOCAL, 4_000),
        (CapMeter("day", "tokens", 20_000, 19_500), PRICED, -500),
        (CapMeter("day", "dollars", 1.0, 0.949), PRICED, 5_000),
        (CapMeter("day", "dollars", 1.0, 0.9999), PRICED, -90),
        (CapMeter("day", "dollars", 1.0, 1.0), LOCAL, 8_000),
        (CapMeter("day", "dollars", 1.0, 1.0), UNKNOWN, 8_000),
        (CapMeter("day", "dollars", 1.0, 0.9), Spender(price=Price(1.0, 0.0)), 8_000),
        (CapMeter("day", "dollars", 1.0, 1.0), Spender(price=Price(1.0, 0.0)), -1),
    ],
)
def test_answer_length_is_limited_by_the_remaining_cap(meter: CapMeter, spender: Spender, answer: int) -> None:
    assert answer_tokens_within(meter, ESTIMATE, spender) == pytest.approx(answer, abs=1)


def test_reasoning_tokens_reduce_the_answer_length() -> None:
    assert (
        answer_tokens_within(CapMeter("day", "tokens", 10_000, 0), RequestEstimate(1_000, 8_000, 6_000), PRICED)
        == 3_000
    )


def test_a_notice_is_shown_from_80_percent_of_a_cap() -> None:
    below = CapMeter("day", "tokens", 20_000, 6_999)
    at = CapMeter("day", "tokens", 20_000, 7_000)

    assert budget_notices([below], ESTIMATE, ESTIMATE, PRICED) == ()
    assert budget_notices([at], ESTIMATE, ESTIMATE, PRICED) == (
        BudgetNotice(
            "tokens day", "This question may use about 9,000 tokens; 13,000 of today's 20,000 tokens are left."
        ),
    )


def test_a_notice_about_a_cost_cap_uses_dollars() -> None:
    notices = budget_notices([CapMeter("agent", "dollars", 0.1, 0.01)], ESTIMATE, ESTIMATE, PRICED)

    assert [notice.text for notice in notices] == [
        "This question may use about $0.0810; $0.0900 of this agent's daily $0.10 are left."
    ]


def test_an_unknown_price_is_reported_and_a_local_model_is_free() -> None:
    meter = CapMeter("chat", "dollars", 1.0, 0.99)

    assert [notice.text for notice in budget_notices([meter], ESTIMATE, ESTIMATE, UNKNOWN)] == [
        "The price of work/m is not known: it is not counted for this chat's $1.00."
    ]
    assert budget_notices([meter], ESTIMATE, ESTIMATE, LOCAL) == ()


def test_a_shortened_answer_is_reported() -> None:
    notices = budget_notices([CapMeter("day", "tokens", 6_000, 0)], ESTIMATE, RequestEstimate(1_000, 5_000), PRICED)

    assert notices[-1].text == "The answer may be at most 5,000 tokens long, to stay within your limit."


def test_the_error_names_the_cap_and_where_to_change_it() -> None:
    error = cap_exceeded_error(CapMeter("chat", "tokens", 20_000, 19_800), ESTIMATE)

    assert str(error) == (
        "This question was not sent: it would exceed your limit, 200 of this chat's 20,000 tokens left. It may use "
        "about 9,000 tokens. Change the limit in Settings, Limits, or start a new chat."
    )
    assert cap_exceeded_error(CapMeter("day", "dollars", 1.0, 2.0), ESTIMATE).title.endswith(
        "your limit, today's $1.00 used up"
    )


# Enforcement of caps: concurrent chats, days, windows, and a read-only disk.

ONE = Spender("chat_1", "Librarian", Price(1.0, 10.0), model="work/m")
OTHER = Spender("chat_2", "", Price(1.0, 10.0), model="work/m")
SPENDING_ESTIMATE = RequestEstimate(1_000, 4_000)


class Calendar:
    def __init__(self) -> None:
        self.day = date(2026, 11, 20)

    def __call__(self) -> date:
        return self.day


async def spend(spending: Budget, spender: Spender, tokens: int, dollars: float = 0.0) -> None:
    allowance = await spending.reserve(RequestEstimate(0, 0), spender)
    await spending.settle(allowance.reservation, UsageAmount(tokens=tokens, dollars=dollars))


@pytest.mark.parametrize(
    ("caps", "spender", "scope"),
    [
        (SpendingLimits(day_tokens=10_000), OTHER, "day"),
        (SpendingLimits(chat_tokens=10_000), ONE, "chat"),
        (SpendingLimits(agent_tokens=10_000), Spender("chat_9", "Librarian"), "agent"),
        (SpendingLimits(day_dollars=1.0), OTHER, "day"),
        (SpendingLimits(chat_dollars=1.0), ONE, "chat"),
        (SpendingLimits(agent_dollars=1.0), Spender("chat_9", "Librarian", Price(1.0, 10.0)), "agent"),
    ],
)
async def test_each_cap_stops_a_request_that_would_exceed_it(
    caps: SpendingLimits, spender: Spender, scope: str
) -> None:
    spending = Budget(JsonStore(), lambda: caps)
    await spend(spending, ONE, 9_990, 0.999)

    with pytest.raises(BudgetExceeded) as raised:
        await spending.reserve(SPENDING_ESTIMATE, spender)
    assert raised.value.facts["scope"] == scope
    assert spending.state().meters == spending.state().meters
    await spending.aclose()


async def test_caps_of_other_chats_and_agents_are_separate() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(chat_tokens=10_000, agent_tokens=10_000))
    await spend(spending, ONE, 9_999)

    assert (await spending.reserve(SPENDING_ESTIMATE, OTHER)).output_tokens == 4_000
    await spending.aclose()


async def test_without_caps_nothing_is_stopped_and_everything_is_counted() -> None:
    spending = Budget(JsonStore())
    await spend(spending, ONE, 1_000_000, 50.0)

    allowance = await spending.reserve(SPENDING_ESTIMATE, ONE)
    assert (allowance.output_tokens, allowance.notices) == (4_000, ())
    assert spending.state("chat_1").today == UsageAmount(tokens=1_000_000, dollars=50.0)
    await spending.aclose()


async def test_an_answer_is_shortened_to_the_rest_of_the_cap_with_a_notice() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=10_000))
    await spend(spending, ONE, 7_000)

    allowance = await spending.reserve(SPENDING_ESTIMATE, ONE)
    assert allowance.output_tokens == 2_000
    assert [notice.text for notice in allowance.notices] == [
        "This question may use about 3,000 tokens; 3,000 of today's 10,000 tokens are left.",
        "The answer may be at most 2,000 tokens long, to stay within your limit.",
    ]
    await spending.aclose()


async def test_concurrent_chats_cannot_exceed_a_cap_together() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=20_000))

    reservations = [spending.reserve(SPENDING_ESTIMATE, Spender(f"chat_{number}")) for number in range(50)]
    results = await asyncio.gather(*reservations, return_exceptions=True)

    granted = [allowance for allowance in results if not isinstance(allowance, BaseException)]
    assert len(granted) == 4
    assert all(isinstance(result, BudgetExceeded) for result in results if result not in granted)
    for allowance in granted:
        await spending.settle(allowance.reservation, UsageAmount(tokens=5_000))
    assert spending.state().today.tokens == 20_000
    await spending.aclose()


async def test_without_reservations_concurrent_chats_exceed_the_cap() -> None:
    """Checking only the usage so far allows all fifty requests, which shows that the test above can fail."""
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=20_000))

    async def reserve_and_release(number: int) -> None:
        allowance = await spending.reserve(SPENDING_ESTIMATE, Spender(f"chat_{number}"))
        spending._reservations.remove(allowance.reservation)

    results = await asyncio.gather(*(reserve_and_release(number) for number in range(50)), return_exceptions=True)
    assert results == [None] * 50
    await spending.aclose()


async def test_unused_reservations_are_released() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=6_000))
    allowance = await spending.reserve(SPENDING_ESTIMATE, ONE)
    with pytest.raises(BudgetExceeded):
        await spending.reserve(SPENDING_ESTIMATE, OTHER)
    await spending.settle(allowance.reservation, UsageAmount(tokens=200))
    await spending.settle(allowance.reservation, UsageAmount(tokens=200))

    assert spending.state().meters == (CapMeter("day", "tokens", 6_000, 200, 0),)
    assert (await spending.reserve(SPENDING_ESTIMATE, OTHER)).output_tokens == 4_000
    await spending.aclose()


async def test_usage_of_a_day_starts_at_zero_and_usage_of_a_chat_continues() -> None:
    calendar = Calendar()
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=10_000, chat_tokens=100_000), calendar)
    await spend(spending, ONE, 9_999)
    calendar.day += timedelta(1)

    state = spending.state("chat_1", "Librarian")
    assert [(meter.scope, meter.used, meter.remaining) for meter in state.meters] == [
        ("day", 0, 10_000), ("chat", 9_999, 90_001),
    ]  # fmt: skip
    assert state.meters[1].share == pytest.approx(0.09999)
    await spending.aclose()


async def test_two_windows_share_the_usage_file(tmp_path: Path) -> None:
    caps = SpendingLimits(day_tokens=10_000)
    first = Budget(JsonStore(tmp_path / "spending.json"), lambda: caps)
    second = Budget(JsonStore(tmp_path / "spending.json"), lambda: caps)
    for _ in range(3):
        await spend(first, ONE, 1_500)
        await spend(second, OTHER, 1_500)

    with pytest.raises(BudgetExceeded):
        await first.reserve(RequestEstimate(1_000, 4_000), ONE)
    await second.load()
    await first.load()
    assert first.state().today.tokens == second.state().today.tokens == 9_000
    await first.aclose()
    await second.aclose()


async def test_concurrent_settlements_are_all_stored(tmp_path: Path) -> None:
    spending = Budget(JsonStore(tmp_path / "spending.json"))
    allowances = [await spending.reserve(SPENDING_ESTIMATE, Spender(f"chat_{number}")) for number in range(20)]
    await asyncio.gather(*(spending.settle(allowance.reservation, UsageAmount(tokens=10)) for allowance in allowances))
    await spending.aclose()

    again = Budget(JsonStore(tmp_path / "spending.json"))
    await again.load()
    assert again.state().today.tokens == 200
    await again.aclose()


async def test_usage_is_stored_if_the_waiting_task_is_cancelled(tmp_path: Path) -> None:
    spending = Budget(JsonStore(tmp_path / "spending.json"))
    allowance = await spending.reserve(SPENDING_ESTIMATE, ONE)
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(spending.settle(allowance.reservation, UsageAmount(tokens=10)))
        await asyncio.sleep(0)
        task.cancel()
    await spending.aclose()

    assert JsonStore(tmp_path / "spending.json").get("spent") is not None
    assert spending.state().today.tokens == 10


async def test_a_read_only_disk_does_not_lift_a_cap(tmp_path: Path) -> None:
    (tmp_path / "spending.json").mkdir()
    spending = Budget(JsonStore(tmp_path / "spending.json"), lambda: SpendingLimits(day_tokens=10_000))
    await spend(spending, ONE, 6_000)
    await spend(spending, ONE, 3_500)

    with pytest.raises(BudgetExceeded):
        await spending.reserve(SPENDING_ESTIMATE, ONE)
    assert spending.state().today.tokens == 9_500
    await spending.aclose()


async def test_usage_changes_are_published(tmp_path: Path) -> None:
    spending = Budget(JsonStore())
    with spending.changes.subscribe() as changes:
        await spend(spending, ONE, 10)
        async with asyncio.timeout(5):
            await anext(changes)
    await spending.aclose()


# A provider within caps: notices, shortening and refusal before sending; usage is stored however the answer ends.

QUESTION = ModelRequest("m", "", (user_message("q" * 400),), max_output_tokens=1_000, conversation_id="chat_1")
PRICE = Price(1.0, 10.0)
ANSWER: list[ModelEvent] = [TextArrived("Yes."), UsageReported(90, 20), TurnEnded("end")]


class CappedModel:
    def __init__(
        self, caps: SpendingLimits, *turns: ScriptedTurn, price: Price | None = PRICE, to: Destination = REMOTE
    ) -> None:
        self.spending = Budget(JsonStore(), lambda: caps)
        self.provider = ScriptedProvider(turns, destination=to)
        self.capped = BudgetedProvider(self.provider, self.spending, lambda: price, "Librarian", "work/m")

    async def ask(self, request: ModelRequest = QUESTION) -> list[ModelEvent]:
        async with aclosing(self.capped.stream(request)) as events:
            return [event async for event in events]

    @property
    def usage(self) -> UsageAmount:
        return self.spending.state().today


async def test_reported_usage_is_counted() -> None:
    capped = CappedModel(SpendingLimits(), ANSWER)

    assert await capped.ask() == ANSWER
    assert capped.usage == UsageAmount(tokens=110, dollars=0.00029)
    assert capped.spending.state("chat_1").today == capped.usage


async def test_the_cost_reported_by_the_provider_is_used() -> None:
    capped = CappedModel(SpendingLimits(), [UsageReported(90, 20, cost=0.7), TurnEnded("end")])
    await capped.ask()

    assert capped.usage == UsageAmount(tokens=110, dollars=0.7)


async def test_usage_of_a_local_model_is_counted_in_tokens_only() -> None:
    capped = CappedModel(SpendingLimits(day_dollars=0.000001), ANSWER, to=SCRIPTED)
    await capped.ask()

    assert capped.usage == UsageAmount(tokens=110)


async def test_usage_with_an_unknown_price_is_reported_and_counted_in_tokens() -> None:
    capped = CappedModel(SpendingLimits(day_dollars=1.0), ANSWER, price=None)

    assert (await capped.ask())[0] == Noticed("The price of work/m is not known: it is not counted for today's $1.00.")
    assert capped.usage == UsageAmount(tokens=110, unpriced=110)


async def test_a_request_over_a_cap_is_not_sent() -> None:
    capped = CappedModel(SpendingLimits(day_tokens=500), ANSWER)

    with pytest.raises(BudgetExceeded, match="was not sent"):
        await capped.ask()
    assert capped.provider.requests == []
    assert capped.usage == UsageAmount()


async def test_a_long_answer_is_limited_to_the_rest_of_the_cap() -> None:
    capped = CappedModel(SpendingLimits(day_tokens=800), ANSWER)
    events = await capped.ask()

    assert capped.provider.requests[0].max_output_tokens == 700
    assert isinstance(events[0], Noticed)
    assert "800 of today's 800 tokens are left" in events[0].message


async def test_the_requested_model_is_never_replaced() -> None:
    capped = CappedModel(SpendingLimits(day_tokens=800), ANSWER)
    await capped.ask()

    assert capped.provider.requests[0].model == "m"


async def test_a_notice_is_not_repeated_in_each_tool_round() -> None:
    capped = CappedModel(SpendingLimits(day_tokens=2_000), ANSWER, ANSWER, ANSWER)
    result = Message(role="tool", parts=(ToolResultPart(call_id="c", name="x", content="y"),))
    answer = Message(role="assistant", parts=(TextPart(text="z"),))
    round_two = ModelRequest("m", "", (*QUESTION.messages, answer, result), (), 1_700, "chat_1")

    first_round = ModelRequest("m", "", QUESTION.messages, (), 1_700, "chat_1")
    notices_by_request = [
        [e for e in await capped.ask(request) if isinstance(e, Noticed)]
        for request in (first_round, round_two, first_round)
    ]

    assert [len(notices) for notices in notices_by_request] == [1, 0, 2], "the next question is reported again"


async def test_a_failed_request_costs_nothing() -> None:
    capped = CappedModel(SpendingLimits(), ProviderUnreachable("Down", kind="network"))

    with pytest.raises(ProviderUnreachable):
        await capped.ask()
    assert capped.usage == UsageAmount()
    assert capped.spending._reservations == []


async def test_an_interrupted_answer_is_counted_as_far_as_received() -> None:
    interrupted: ScriptedTurn = [
        UsageReported(90, 1), TextArrived("x" * 400), ProviderUnreachable("Gone", kind="network"),
    ]  # fmt: skip
    capped = CappedModel(SpendingLimits(), interrupted)

    with pytest.raises(ProviderUnreachable):
        await capped.ask()
    assert capped.usage.tokens == 90 + 100


async def test_an_answer_without_usage_report_is_counted_by_estimate() -> None:
    capped = CappedModel(SpendingLimits(), [TextArrived("x" * 400), TurnEnded("end")])
    await capped.ask()

    assert capped.usage.tokens == 100 + 100


async def test_a_cancelled_answer_is_counted_and_releases_its_reservation() -> None:
    capped = CappedModel(SpendingLimits(), [UsageReported(90, 1), TextArrived("x" * 40), HangStep()])

    async with aclosing(capped.capped.stream(QUESTION)) as events:
        async for event in events:
            if isinstance(event, TextArrived):
                break
    assert capped.usage.tokens == 100
    assert capped.spending._reservations == []


async def test_t6_the_offline_assistant_is_exempt_from_caps_and_uses_nothing() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=1, chat_tokens=1, agent_tokens=1))
    capped = BudgetedProvider(OfflineAssistant(), spending, agent="Librarian", model="offline/offline")

    async with aclosing(capped.stream(QUESTION)) as events:
        received = [event async for event in events]

    assert isinstance(received[-1], TurnEnded)
    assert not any(isinstance(event, Noticed) for event in received)
    assert [meter.used for meter in spending.state("chat_1", "Librarian").meters] == [0, 0, 0]
    assert spending.state("chat_1").today == UsageAmount()
