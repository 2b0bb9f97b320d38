"""A provider within caps: told, shortened or stopped before a byte is sent; what it used is kept however it ends."""

from contextlib import aclosing

import pytest

from tests.support.desk import REMOTE
from vaultdesk.agent.capped import Capped
from vaultdesk.agent.spending import Spending
from vaultdesk.agent.spending_book import Used
from vaultdesk.chat.messages import Message, TextPart, ToolResultPart, user_message
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import ProviderUnreachable, SpendingStopped
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.settings.settings_schema import SpendingCaps
from vaultdesk.providers.model_events import ModelEvent, Noticed, TextArrived, TurnEnded, UsageReported
from vaultdesk.providers.provider import ModelRequest, Price
from vaultdesk.providers.scripted_provider import SCRIPTED, HangStep, ScriptedProvider, ScriptedTurn

QUESTION = ModelRequest("m", "", (user_message("q" * 400),), max_output_tokens=1_000, conversation_id="chat_1")
PRICE = Price(1.0, 10.0)
ANSWER: list[ModelEvent] = [TextArrived("Yes."), UsageReported(90, 20), TurnEnded("end")]


class Purse:
    def __init__(
        self, caps: SpendingCaps, *turns: ScriptedTurn, price: Price | None = PRICE, to: Destination = REMOTE
    ) -> None:
        self.spending = Spending(JsonStore(), lambda: caps)
        self.provider = ScriptedProvider(turns, destination=to)
        self.capped = Capped(self.provider, self.spending, lambda: price, "Librarian", "work/m")

    async def ask(self, request: ModelRequest = QUESTION) -> list[ModelEvent]:
        async with aclosing(self.capped.stream(request)) as events:
            return [event async for event in events]

    @property
    def used(self) -> Used:
        return self.spending.standing().today


async def test_what_a_model_reports_is_what_counts() -> None:
    purse = Purse(SpendingCaps(), ANSWER)

    assert await purse.ask() == ANSWER
    assert purse.used == Used(tokens=110, dollars=0.00029)
    assert purse.spending.standing("chat_1").chat == purse.used


async def test_the_providers_own_word_on_the_cost_is_taken() -> None:
    purse = Purse(SpendingCaps(), [UsageReported(90, 20, cost=0.7), TurnEnded("end")])
    await purse.ask()

    assert purse.used == Used(tokens=110, dollars=0.7)


async def test_a_model_on_this_computer_counts_in_tokens_alone() -> None:
    purse = Purse(SpendingCaps(day_dollars=0.000001), ANSWER, to=SCRIPTED)
    await purse.ask()

    assert purse.used == Used(tokens=110)


async def test_an_unknown_price_is_told_and_counts_in_tokens() -> None:
    purse = Purse(SpendingCaps(day_dollars=1.0), ANSWER, price=None)

    assert (await purse.ask())[0] == Noticed("The price of work/m is not known: it does not count for today's $1.00.")
    assert purse.used == Used(tokens=110, unpriced=110)


async def test_a_request_over_a_cap_is_never_sent() -> None:
    purse = Purse(SpendingCaps(day_tokens=500), ANSWER)

    with pytest.raises(SpendingStopped, match="was not sent"):
        await purse.ask()
    assert purse.provider.requests == []
    assert purse.used == Used()


async def test_a_long_answer_is_asked_for_as_long_as_is_left() -> None:
    purse = Purse(SpendingCaps(day_tokens=800), ANSWER)
    events = await purse.ask()

    assert purse.provider.requests[0].max_output_tokens == 700
    assert isinstance(events[0], Noticed)
    assert "800 of today's 800 tokens are left" in events[0].message


async def test_the_model_that_was_asked_is_never_another() -> None:
    purse = Purse(SpendingCaps(day_tokens=800), ANSWER)
    await purse.ask()

    assert purse.provider.requests[0].model == "m"


async def test_what_is_told_once_is_not_told_again_for_each_round_of_tools() -> None:
    purse = Purse(SpendingCaps(day_tokens=2_000), ANSWER, ANSWER, ANSWER)
    result = Message(role="tool", parts=(ToolResultPart(call_id="c", name="x", content="y"),))
    answer = Message(role="assistant", parts=(TextPart(text="z"),))
    round_two = ModelRequest("m", "", (*QUESTION.messages, answer, result), (), 1_700, "chat_1")

    asked = ModelRequest("m", "", QUESTION.messages, (), 1_700, "chat_1")
    told = [[e for e in await purse.ask(request) if isinstance(e, Noticed)] for request in (asked, round_two, asked)]

    assert [len(notices) for notices in told] == [1, 0, 2], "the next question is told anew"


async def test_a_request_nobody_answered_costs_nothing() -> None:
    purse = Purse(SpendingCaps(), ProviderUnreachable("Down", trouble="network"))

    with pytest.raises(ProviderUnreachable):
        await purse.ask()
    assert purse.used == Used()
    assert purse.spending._reserved == []


async def test_an_answer_that_broke_off_counts_as_far_as_it_came() -> None:
    begun: ScriptedTurn = [
        UsageReported(90, 1), TextArrived("x" * 400), ProviderUnreachable("Gone", trouble="network"),
    ]  # fmt: skip
    purse = Purse(SpendingCaps(), begun)

    with pytest.raises(ProviderUnreachable):
        await purse.ask()
    assert purse.used.tokens == 90 + 100


async def test_an_answer_without_a_report_counts_as_it_was_estimated() -> None:
    purse = Purse(SpendingCaps(), [TextArrived("x" * 400), TurnEnded("end")])
    await purse.ask()

    assert purse.used.tokens == 100 + 100


async def test_a_stopped_answer_is_counted_and_gives_back_what_it_reserved() -> None:
    purse = Purse(SpendingCaps(), [UsageReported(90, 1), TextArrived("x" * 40), HangStep()])

    async with aclosing(purse.capped.stream(QUESTION)) as events:
        async for event in events:
            if isinstance(event, TextArrived):
                break
    assert purse.used.tokens == 100
    assert purse.spending._reserved == []
