"""What a cap leaves room for, and in which words it is told."""

import pytest

from vaultdesk.agent.caps import Meter, Notice, Spender, answer_within, notices, stopped
from vaultdesk.agent.estimate import Estimate
from vaultdesk.providers.provider import Price

WANTED = Estimate(1_000, 8_000)
PRICED = Spender(price=Price(input=1.0, output=10.0), model="work/m")
UNKNOWN = Spender(model="work/m")
LOCAL = Spender(free=True)


@pytest.mark.parametrize(
    ("meter", "spender", "answer"),
    [
        (Meter("day", "tokens", 20_000, 0), PRICED, 8_000),
        (Meter("day", "tokens", 20_000, 15_000), PRICED, 4_000),
        (Meter("day", "tokens", 20_000, 10_000, 5_000), LOCAL, 4_000),
        (Meter("day", "tokens", 20_000, 19_500), PRICED, -500),
        (Meter("day", "dollars", 1.0, 0.949), PRICED, 5_000),
        (Meter("day", "dollars", 1.0, 0.9999), PRICED, -90),
        (Meter("day", "dollars", 1.0, 1.0), LOCAL, 8_000),
        (Meter("day", "dollars", 1.0, 1.0), UNKNOWN, 8_000),
        (Meter("day", "dollars", 1.0, 0.9), Spender(price=Price(1.0, 0.0)), 8_000),
        (Meter("day", "dollars", 1.0, 1.0), Spender(price=Price(1.0, 0.0)), -1),
    ],
)
def test_an_answer_is_as_long_as_a_cap_leaves_room_for(meter: Meter, spender: Spender, answer: int) -> None:
    assert answer_within(meter, WANTED, spender) == pytest.approx(answer, abs=1)


def test_thoughts_take_their_share() -> None:
    assert answer_within(Meter("day", "tokens", 10_000, 0), Estimate(1_000, 8_000, 6_000), PRICED) == 3_000


def test_the_person_is_told_from_four_fifths_of_a_cap() -> None:
    below = Meter("day", "tokens", 20_000, 6_999)
    at = Meter("day", "tokens", 20_000, 7_000)

    assert notices([below], WANTED, WANTED, PRICED) == ()
    assert notices([at], WANTED, WANTED, PRICED) == (
        Notice("tokens day", "This question may use about 9,000 tokens; 13,000 of today's 20,000 tokens are left."),
    )


def test_money_is_told_in_money() -> None:
    told = notices([Meter("agent", "dollars", 0.1, 0.01)], WANTED, WANTED, PRICED)

    assert [notice.text for notice in told] == [
        "This question may use about $0.0810; $0.0900 of this agent's daily $0.10 are left."
    ]


def test_an_unknown_price_is_said_and_a_local_model_costs_nothing() -> None:
    meter = Meter("chat", "dollars", 1.0, 0.99)

    assert [notice.text for notice in notices([meter], WANTED, WANTED, UNKNOWN)] == [
        "The price of work/m is not known: it does not count for this chat's $1.00."
    ]
    assert notices([meter], WANTED, WANTED, LOCAL) == ()


def test_a_shorter_answer_is_said() -> None:
    told = notices([Meter("day", "tokens", 6_000, 0)], WANTED, Estimate(1_000, 5_000), PRICED)

    assert told[-1].text == "The answer may be at most 5,000 tokens long, to stay within your cap."


def test_a_stop_names_the_cap_and_where_it_is_changed() -> None:
    error = stopped(Meter("chat", "tokens", 20_000, 19_800), WANTED)

    assert str(error) == (
        "This question was not sent: it would pass your cap, 200 of this chat's 20,000 tokens left. It may use about"
        " 9,000 tokens. Change the cap in Settings, Limits, or start a new chat."
    )
    assert stopped(Meter("day", "dollars", 1.0, 2.0), WANTED).title.endswith("your cap, today's $1.00 used up")
