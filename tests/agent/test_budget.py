"""Tests of agent/budget.py."""

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.support.desk import REMOTE
from tests.support.plain_tokens import four_letters_a_token
from tests.support.scripted_provider import SCRIPTED, HangStep, ScriptedProvider, ScriptedTurn
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
    """These tests do sums of tokens."""
    with four_letters_a_token():
        yield


# What a cap leaves room for, and in which words it is told.

WANTED = RequestEstimate(1_000, 8_000)
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
def test_an_answer_is_as_long_as_a_cap_leaves_room_for(meter: CapMeter, spender: Spender, answer: int) -> None:
    assert answer_tokens_within(meter, WANTED, spender) == pytest.approx(answer, abs=1)


def test_thoughts_take_their_share() -> None:
    assert (
        answer_tokens_within(CapMeter("day", "tokens", 10_000, 0), RequestEstimate(1_000, 8_000, 6_000), PRICED)
        == 3_000
    )


def test_the_person_is_told_from_four_fifths_of_a_cap() -> None:
    below = CapMeter("day", "tokens", 20_000, 6_999)
    at = CapMeter("day", "tokens", 20_000, 7_000)

    assert budget_notices([below], WANTED, WANTED, PRICED) == ()
    assert budget_notices([at], WANTED, WANTED, PRICED) == (
        BudgetNotice(
            "tokens day", "This question may use about 9,000 tokens; 13,000 of today's 20,000 tokens are left."
        ),
    )


def test_money_is_told_in_money() -> None:
    told = budget_notices([CapMeter("agent", "dollars", 0.1, 0.01)], WANTED, WANTED, PRICED)

    assert [notice.text for notice in told] == [
        "This question may use about $0.0810; $0.0900 of this agent's daily $0.10 are left."
    ]


def test_an_unknown_price_is_said_and_a_local_model_costs_nothing() -> None:
    meter = CapMeter("chat", "dollars", 1.0, 0.99)

    assert [notice.text for notice in budget_notices([meter], WANTED, WANTED, UNKNOWN)] == [
        "The price of work/m is not known: it is not counted for this chat's $1.00."
    ]
    assert budget_notices([meter], WANTED, WANTED, LOCAL) == ()


def test_a_shorter_answer_is_said() -> None:
    told = budget_notices([CapMeter("day", "tokens", 6_000, 0)], WANTED, RequestEstimate(1_000, 5_000), PRICED)

    assert told[-1].text == "The answer may be at most 5,000 tokens long, to stay within your limit."


def test_a_stop_names_the_cap_and_where_it_is_changed() -> None:
    error = cap_exceeded_error(CapMeter("chat", "tokens", 20_000, 19_800), WANTED)

    assert str(error) == (
        "This question was not sent: it would exceed your limit, 200 of this chat's 20,000 tokens left. It may use "
        "about 9,000 tokens. Change the limit in Settings, Limits, or start a new chat."
    )
    assert cap_exceeded_error(CapMeter("day", "dollars", 1.0, 2.0), WANTED).title.endswith(
        "your limit, today's $1.00 used up"
    )


# Caps held: across chats at once, days, windows, and a disk that takes nothing.

ONE = Spender("chat_1", "Librarian", Price(1.0, 10.0), model="work/m")
OTHER = Spender("chat_2", "", Price(1.0, 10.0), model="work/m")
SPENDING_WANTED = RequestEstimate(1_000, 4_000)


class Calendar:
    def __init__(self) -> None:
        self.day = date(2026, 11, 20)

    def __call__(self) -> date:
        return self.day


async def used(spending: Budget, spender: Spender, tokens: int, dollars: float = 0.0) -> None:
    told = await spending.reserve(RequestEstimate(0, 0), spender)
    await spending.settle(told.reservation, UsageAmount(tokens=tokens, dollars=dollars))


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
async def test_each_cap_stops_what_would_pass_it(caps: SpendingLimits, spender: Spender, scope: str) -> None:
    spending = Budget(JsonStore(), lambda: caps)
    await used(spending, ONE, 9_990, 0.999)

    with pytest.raises(BudgetExceeded) as stop:
        await spending.reserve(SPENDING_WANTED, spender)
    assert stop.value.facts["scope"] == scope
    assert spending.state().meters == spending.state().meters
    await spending.aclose()


async def test_another_chat_and_another_agent_have_their_own() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(chat_tokens=10_000, agent_tokens=10_000))
    await used(spending, ONE, 9_999)

    assert (await spending.reserve(SPENDING_WANTED, OTHER)).output_tokens == 4_000
    await spending.aclose()


async def test_without_caps_nothing_is_stopped_and_everything_is_counted() -> None:
    spending = Budget(JsonStore())
    await used(spending, ONE, 1_000_000, 50.0)

    told = await spending.reserve(SPENDING_WANTED, ONE)
    assert (told.output_tokens, told.notices) == (4_000, ())
    assert (
        spending.state("chat_1").today == spending.state("chat_1").chat == UsageAmount(tokens=1_000_000, dollars=50.0)
    )
    await spending.aclose()


async def test_an_answer_is_shortened_to_what_is_left_and_told() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=10_000))
    await used(spending, ONE, 7_000)

    told = await spending.reserve(SPENDING_WANTED, ONE)
    assert told.output_tokens == 2_000
    assert [notice.text for notice in told.notices] == [
        "This question may use about 3,000 tokens; 3,000 of today's 10,000 tokens are left.",
        "The answer may be at most 2,000 tokens long, to stay within your limit.",
    ]
    await spending.aclose()


async def test_many_chats_at_once_cannot_pass_a_cap_together() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=20_000))

    tries = [spending.reserve(SPENDING_WANTED, Spender(f"chat_{number}")) for number in range(50)]
    results = await asyncio.gather(*tries, return_exceptions=True)

    granted = [told for told in results if not isinstance(told, BaseException)]
    assert len(granted) == 4
    assert all(isinstance(result, BudgetExceeded) for result in results if result not in granted)
    for told in granted:
        await spending.settle(told.reservation, UsageAmount(tokens=5_000))
    assert spending.state().today.tokens == 20_000
    await spending.aclose()


async def test_without_reserving_they_would() -> None:
    """The common way, a look at what was used so far, lets all fifty through: what the test above can fail at."""
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=20_000))

    async def looks_first(number: int) -> None:
        told = await spending.reserve(SPENDING_WANTED, Spender(f"chat_{number}"))
        spending._reservations.remove(told.reservation)

    results = await asyncio.gather(*(looks_first(number) for number in range(50)), return_exceptions=True)
    assert results == [None] * 50
    await spending.aclose()


async def test_what_was_reserved_and_not_used_is_given_back() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=6_000))
    told = await spending.reserve(SPENDING_WANTED, ONE)
    with pytest.raises(BudgetExceeded):
        await spending.reserve(SPENDING_WANTED, OTHER)
    await spending.settle(told.reservation, UsageAmount(tokens=200))
    await spending.settle(told.reservation, UsageAmount(tokens=200))

    assert spending.state().meters == (CapMeter("day", "tokens", 6_000, 200, 0),)
    assert (await spending.reserve(SPENDING_WANTED, OTHER)).output_tokens == 4_000
    await spending.aclose()


async def test_a_new_day_begins_at_nothing_a_chat_does_not() -> None:
    calendar = Calendar()
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=10_000, chat_tokens=100_000), calendar)
    await used(spending, ONE, 9_999)
    calendar.day += timedelta(1)

    state = spending.state("chat_1", "Librarian")
    assert [(meter.scope, meter.used, meter.remaining) for meter in state.meters] == [
        ("day", 0, 10_000), ("chat", 9_999, 90_001),
    ]  # fmt: skip
    assert state.meters[1].share == pytest.approx(0.09999)
    await spending.aclose()


async def test_two_windows_share_one_book(tmp_path: Path) -> None:
    caps = SpendingLimits(day_tokens=10_000)
    first = Budget(JsonStore(tmp_path / "spending.json"), lambda: caps)
    second = Budget(JsonStore(tmp_path / "spending.json"), lambda: caps)
    for _ in range(3):
        await used(first, ONE, 1_500)
        await used(second, OTHER, 1_500)

    with pytest.raises(BudgetExceeded):
        await first.reserve(RequestEstimate(1_000, 4_000), ONE)
    await second.load()
    await first.load()
    assert first.state().today.tokens == second.state().today.tokens == 9_000
    await first.aclose()
    await second.aclose()


async def test_uses_that_end_together_are_all_written(tmp_path: Path) -> None:
    spending = Budget(JsonStore(tmp_path / "spending.json"))
    told = [await spending.reserve(SPENDING_WANTED, Spender(f"chat_{number}")) for number in range(20)]
    await asyncio.gather(*(spending.settle(one.reservation, UsageAmount(tokens=10)) for one in told))
    await spending.aclose()

    again = Budget(JsonStore(tmp_path / "spending.json"))
    await again.load()
    assert again.state().today.tokens == 200
    await again.aclose()


async def test_a_use_is_kept_where_whoever_waited_for_it_was_cancelled(tmp_path: Path) -> None:
    spending = Budget(JsonStore(tmp_path / "spending.json"))
    told = await spending.reserve(SPENDING_WANTED, ONE)
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(spending.settle(told.reservation, UsageAmount(tokens=10)))
        await asyncio.sleep(0)
        task.cancel()
    await spending.aclose()

    assert JsonStore(tmp_path / "spending.json").get("spent") is not None
    assert spending.state().today.tokens == 10


async def test_a_disk_that_takes_nothing_does_not_lift_a_cap(tmp_path: Path) -> None:
    (tmp_path / "spending.json").mkdir()
    spending = Budget(JsonStore(tmp_path / "spending.json"), lambda: SpendingLimits(day_tokens=10_000))
    await used(spending, ONE, 6_000)
    await used(spending, ONE, 3_500)

    with pytest.raises(BudgetExceeded):
        await spending.reserve(SPENDING_WANTED, ONE)
    assert spending.state().today.tokens == 9_500
    await spending.aclose()


async def test_a_use_is_published(tmp_path: Path) -> None:
    spending = Budget(JsonStore())
    with spending.changes.subscribe() as changes:
        await used(spending, ONE, 10)
        async with asyncio.timeout(5):
            await anext(changes)
    await spending.aclose()


# A provider within caps: told, shortened or stopped before a byte is sent; what it used is kept however it ends.

QUESTION = ModelRequest("m", "", (user_message("q" * 400),), max_output_tokens=1_000, conversation_id="chat_1")
PRICE = Price(1.0, 10.0)
ANSWER: list[ModelEvent] = [TextArrived("Yes."), UsageReported(90, 20), TurnEnded("end")]


class Purse:
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
    def used(self) -> UsageAmount:
        return self.spending.state().today


async def test_what_a_model_reports_is_what_counts() -> None:
    purse = Purse(SpendingLimits(), ANSWER)

    assert await purse.ask() == ANSWER
    assert purse.used == UsageAmount(tokens=110, dollars=0.00029)
    assert purse.spending.state("chat_1").chat == purse.used


async def test_the_providers_own_word_on_the_cost_is_taken() -> None:
    purse = Purse(SpendingLimits(), [UsageReported(90, 20, cost=0.7), TurnEnded("end")])
    await purse.ask()

    assert purse.used == UsageAmount(tokens=110, dollars=0.7)


async def test_a_model_on_this_computer_counts_in_tokens_alone() -> None:
    purse = Purse(SpendingLimits(day_dollars=0.000001), ANSWER, to=SCRIPTED)
    await purse.ask()

    assert purse.used == UsageAmount(tokens=110)


async def test_an_unknown_price_is_told_and_counts_in_tokens() -> None:
    purse = Purse(SpendingLimits(day_dollars=1.0), ANSWER, price=None)

    assert (await purse.ask())[0] == Noticed("The price of work/m is not known: it is not counted for today's $1.00.")
    assert purse.used == UsageAmount(tokens=110, unpriced=110)


async def test_a_request_over_a_cap_is_never_sent() -> None:
    purse = Purse(SpendingLimits(day_tokens=500), ANSWER)

    with pytest.raises(BudgetExceeded, match="was not sent"):
        await purse.ask()
    assert purse.provider.requests == []
    assert purse.used == UsageAmount()


async def test_a_long_answer_is_asked_for_as_long_as_is_left() -> None:
    purse = Purse(SpendingLimits(day_tokens=800), ANSWER)
    events = await purse.ask()

    assert purse.provider.requests[0].max_output_tokens == 700
    assert isinstance(events[0], Noticed)
    assert "800 of today's 800 tokens are left" in events[0].message


async def test_the_model_that_was_asked_is_never_another() -> None:
    purse = Purse(SpendingLimits(day_tokens=800), ANSWER)
    await purse.ask()

    assert purse.provider.requests[0].model == "m"


async def test_what_is_told_once_is_not_told_again_for_each_round_of_tools() -> None:
    purse = Purse(SpendingLimits(day_tokens=2_000), ANSWER, ANSWER, ANSWER)
    result = Message(role="tool", parts=(ToolResultPart(call_id="c", name="x", content="y"),))
    answer = Message(role="assistant", parts=(TextPart(text="z"),))
    round_two = ModelRequest("m", "", (*QUESTION.messages, answer, result), (), 1_700, "chat_1")

    asked = ModelRequest("m", "", QUESTION.messages, (), 1_700, "chat_1")
    told = [[e for e in await purse.ask(request) if isinstance(e, Noticed)] for request in (asked, round_two, asked)]

    assert [len(notices) for notices in told] == [1, 0, 2], "the next question is told anew"


async def test_a_request_nobody_answered_costs_nothing() -> None:
    purse = Purse(SpendingLimits(), ProviderUnreachable("Down", kind="network"))

    with pytest.raises(ProviderUnreachable):
        await purse.ask()
    assert purse.used == UsageAmount()
    assert purse.spending._reservations == []


async def test_an_answer_that_broke_off_counts_as_far_as_it_came() -> None:
    begun: ScriptedTurn = [
        UsageReported(90, 1), TextArrived("x" * 400), ProviderUnreachable("Gone", kind="network"),
    ]  # fmt: skip
    purse = Purse(SpendingLimits(), begun)

    with pytest.raises(ProviderUnreachable):
        await purse.ask()
    assert purse.used.tokens == 90 + 100


async def test_an_answer_without_a_report_counts_as_it_was_estimated() -> None:
    purse = Purse(SpendingLimits(), [TextArrived("x" * 400), TurnEnded("end")])
    await purse.ask()

    assert purse.used.tokens == 100 + 100


async def test_a_stopped_answer_is_counted_and_gives_back_what_it_reserved() -> None:
    purse = Purse(SpendingLimits(), [UsageReported(90, 1), TextArrived("x" * 40), HangStep()])

    async with aclosing(purse.capped.stream(QUESTION)) as events:
        async for event in events:
            if isinstance(event, TextArrived):
                break
    assert purse.used.tokens == 100
    assert purse.spending._reservations == []


async def test_t6_no_cap_is_about_the_offline_assistant_and_it_uses_nothing_up() -> None:
    spending = Budget(JsonStore(), lambda: SpendingLimits(day_tokens=1, chat_tokens=1, agent_tokens=1))
    capped = BudgetedProvider(OfflineAssistant(), spending, agent="Librarian", model="offline/offline")

    async with aclosing(capped.stream(QUESTION)) as events:
        told = [event async for event in events]

    assert isinstance(told[-1], TurnEnded)
    assert not any(isinstance(event, Noticed) for event in told)
    assert [meter.used for meter in spending.state("chat_1", "Librarian").meters] == [0, 0, 0]
    assert spending.state("chat_1").today == UsageAmount()
