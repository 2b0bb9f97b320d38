import pytest

from tests.providers.asking import ask
from vaultdesk.providers.events import TextArrived, TurnEnded, UsageReported
from vaultdesk.providers.priced import Priced, cost_of
from vaultdesk.providers.provider import Price
from vaultdesk.providers.scripted import ScriptedProvider

PRICE = Price(input=3.0, output=15.0, cached=0.3)


@pytest.mark.parametrize(
    ("usage", "price", "cost"),
    [
        (UsageReported(1_000_000, 0), PRICE, 3.0),
        (UsageReported(0, 1_000_000), PRICE, 15.0),
        (UsageReported(1_000_000, 0, cached_tokens=500_000), PRICE, 1.65),
        (UsageReported(1_000_000, 0, cached_tokens=500_000), Price(3.0, 15.0), 3.0),
        (UsageReported(10, 0, cached_tokens=20), Price(3.0, 15.0, 0.0), 0.0),
    ],
)
def test_the_cost_is_input_cached_input_and_output(usage: UsageReported, price: Price, cost: float) -> None:
    assert cost_of(usage, price) == pytest.approx(cost)


async def test_the_cost_is_put_to_the_usage_and_the_rest_passes() -> None:
    turn = [TextArrived("Hi"), UsageReported(100, 10), TurnEnded("end")]
    outcome = await ask(Priced(ScriptedProvider([turn]), lambda: PRICE))

    assert outcome.events == [TextArrived("Hi"), UsageReported(100, 10, cost=0.00045), TurnEnded("end")]


async def test_what_the_provider_says_itself_stands() -> None:
    turn = [UsageReported(100, 10, cost=0.5), TurnEnded("end")]

    assert (await ask(Priced(ScriptedProvider([turn]), lambda: PRICE))).events == turn


async def test_without_a_price_nothing_is_claimed() -> None:
    turn = [UsageReported(100, 10), TurnEnded("end")]

    assert (await ask(Priced(ScriptedProvider([turn]), lambda: None))).events == turn
