"""Caps held: across chats at once, days, windows, and a disk that takes nothing."""

import asyncio
from datetime import date, timedelta
from pathlib import Path

import pytest

from vaultdesk.agent.caps import Meter, Spender
from vaultdesk.agent.estimate import Estimate
from vaultdesk.agent.spending import Spending
from vaultdesk.agent.spending_book import Used
from vaultdesk.core.errors import SpendingStopped
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.settings.settings_schema import SpendingCaps
from vaultdesk.providers.provider import Price

ONE = Spender("chat_1", "Librarian", Price(1.0, 10.0), model="work/m")
OTHER = Spender("chat_2", "", Price(1.0, 10.0), model="work/m")
WANTED = Estimate(1_000, 4_000)


class Calendar:
    def __init__(self) -> None:
        self.day = date(2026, 11, 20)

    def __call__(self) -> date:
        return self.day


async def used(spending: Spending, spender: Spender, tokens: int, dollars: float = 0.0) -> None:
    told = await spending.before(Estimate(0, 0), spender)
    await spending.settle(told.reserved, Used(tokens=tokens, dollars=dollars))


@pytest.mark.parametrize(
    ("caps", "spender", "scope"),
    [
        (SpendingCaps(day_tokens=10_000), OTHER, "day"),
        (SpendingCaps(chat_tokens=10_000), ONE, "chat"),
        (SpendingCaps(agent_tokens=10_000), Spender("chat_9", "Librarian"), "agent"),
        (SpendingCaps(day_dollars=1.0), OTHER, "day"),
        (SpendingCaps(chat_dollars=1.0), ONE, "chat"),
        (SpendingCaps(agent_dollars=1.0), Spender("chat_9", "Librarian", Price(1.0, 10.0)), "agent"),
    ],
)
async def test_each_cap_stops_what_would_pass_it(caps: SpendingCaps, spender: Spender, scope: str) -> None:
    spending = Spending(JsonStore(), lambda: caps)
    await used(spending, ONE, 9_990, 0.999)

    with pytest.raises(SpendingStopped) as stop:
        await spending.before(WANTED, spender)
    assert stop.value.facts["scope"] == scope
    assert spending.standing().meters == spending.standing().meters
    await spending.aclose()


async def test_another_chat_and_another_agent_have_their_own() -> None:
    spending = Spending(JsonStore(), lambda: SpendingCaps(chat_tokens=10_000, agent_tokens=10_000))
    await used(spending, ONE, 9_999)

    assert (await spending.before(WANTED, OTHER)).output_tokens == 4_000
    await spending.aclose()


async def test_without_caps_nothing_is_stopped_and_everything_is_counted() -> None:
    spending = Spending(JsonStore())
    await used(spending, ONE, 1_000_000, 50.0)

    told = await spending.before(WANTED, ONE)
    assert (told.output_tokens, told.notices) == (4_000, ())
    assert spending.standing("chat_1").today == spending.standing("chat_1").chat == Used(tokens=1_000_000, dollars=50.0)
    await spending.aclose()


async def test_an_answer_is_shortened_to_what_is_left_and_told() -> None:
    spending = Spending(JsonStore(), lambda: SpendingCaps(day_tokens=10_000))
    await used(spending, ONE, 7_000)

    told = await spending.before(WANTED, ONE)
    assert told.output_tokens == 2_000
    assert [notice.text for notice in told.notices] == [
        "This question may use about 3,000 tokens; 3,000 of today's 10,000 tokens are left.",
        "The answer may be at most 2,000 tokens long, to stay within your cap.",
    ]
    await spending.aclose()


async def test_many_chats_at_once_cannot_pass_a_cap_together() -> None:
    spending = Spending(JsonStore(), lambda: SpendingCaps(day_tokens=20_000))

    tries = [spending.before(WANTED, Spender(f"chat_{number}")) for number in range(50)]
    results = await asyncio.gather(*tries, return_exceptions=True)

    granted = [told for told in results if not isinstance(told, BaseException)]
    assert len(granted) == 4
    assert all(isinstance(result, SpendingStopped) for result in results if result not in granted)
    for told in granted:
        await spending.settle(told.reserved, Used(tokens=5_000))
    assert spending.standing().today.tokens == 20_000
    await spending.aclose()


async def test_without_reserving_they_would() -> None:
    """The common way, a look at what was used so far, lets all fifty through: what the test above can fail at."""
    spending = Spending(JsonStore(), lambda: SpendingCaps(day_tokens=20_000))

    async def looks_first(number: int) -> None:
        told = await spending.before(WANTED, Spender(f"chat_{number}"))
        spending._reserved.remove(told.reserved)

    results = await asyncio.gather(*(looks_first(number) for number in range(50)), return_exceptions=True)
    assert results == [None] * 50
    await spending.aclose()


async def test_what_was_reserved_and_not_used_is_given_back() -> None:
    spending = Spending(JsonStore(), lambda: SpendingCaps(day_tokens=6_000))
    told = await spending.before(WANTED, ONE)
    with pytest.raises(SpendingStopped):
        await spending.before(WANTED, OTHER)
    await spending.settle(told.reserved, Used(tokens=200))
    await spending.settle(told.reserved, Used(tokens=200))

    assert spending.standing().meters == (Meter("day", "tokens", 6_000, 200, 0),)
    assert (await spending.before(WANTED, OTHER)).output_tokens == 4_000
    await spending.aclose()


async def test_a_new_day_begins_at_nothing_a_chat_does_not() -> None:
    calendar = Calendar()
    spending = Spending(JsonStore(), lambda: SpendingCaps(day_tokens=10_000, chat_tokens=100_000), calendar)
    await used(spending, ONE, 9_999)
    calendar.day += timedelta(1)

    state = spending.standing("chat_1", "Librarian")
    assert [(meter.scope, meter.used, meter.left) for meter in state.meters] == [
        ("day", 0, 10_000), ("chat", 9_999, 90_001),
    ]  # fmt: skip
    assert state.meters[1].share == pytest.approx(0.09999)
    await spending.aclose()


async def test_two_windows_share_one_book(tmp_path: Path) -> None:
    caps = SpendingCaps(day_tokens=10_000)
    first = Spending(JsonStore(tmp_path / "spending.json"), lambda: caps)
    second = Spending(JsonStore(tmp_path / "spending.json"), lambda: caps)
    for _ in range(3):
        await used(first, ONE, 1_500)
        await used(second, OTHER, 1_500)

    with pytest.raises(SpendingStopped):
        await first.before(Estimate(1_000, 4_000), ONE)
    await second.load()
    await first.load()
    assert first.standing().today.tokens == second.standing().today.tokens == 9_000
    await first.aclose()
    await second.aclose()


async def test_uses_that_end_together_are_all_written(tmp_path: Path) -> None:
    spending = Spending(JsonStore(tmp_path / "spending.json"))
    told = [await spending.before(WANTED, Spender(f"chat_{number}")) for number in range(20)]
    await asyncio.gather(*(spending.settle(one.reserved, Used(tokens=10)) for one in told))
    await spending.aclose()

    again = Spending(JsonStore(tmp_path / "spending.json"))
    await again.load()
    assert again.standing().today.tokens == 200
    await again.aclose()


async def test_a_use_is_kept_where_whoever_waited_for_it_was_cancelled(tmp_path: Path) -> None:
    spending = Spending(JsonStore(tmp_path / "spending.json"))
    told = await spending.before(WANTED, ONE)
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(spending.settle(told.reserved, Used(tokens=10)))
        await asyncio.sleep(0)
        task.cancel()
    await spending.aclose()

    assert JsonStore(tmp_path / "spending.json").get("spent") is not None
    assert spending.standing().today.tokens == 10


async def test_a_disk_that_takes_nothing_does_not_lift_a_cap(tmp_path: Path) -> None:
    (tmp_path / "spending.json").mkdir()
    spending = Spending(JsonStore(tmp_path / "spending.json"), lambda: SpendingCaps(day_tokens=10_000))
    await used(spending, ONE, 6_000)
    await used(spending, ONE, 3_500)

    with pytest.raises(SpendingStopped):
        await spending.before(WANTED, ONE)
    assert spending.standing().today.tokens == 9_500
    await spending.aclose()


async def test_a_use_is_published(tmp_path: Path) -> None:
    spending = Spending(JsonStore())
    with spending.changes.subscribe() as changes:
        await used(spending, ONE, 10)
        async with asyncio.timeout(5):
            await anext(changes)
    await spending.aclose()
