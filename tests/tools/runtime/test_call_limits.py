"""The sliding minute."""

from tests.support.desk import Clock
from vaultdesk.tools.runtime.call_limits import RateCounter, RateLimiter


def test_the_limit_slides_with_the_minute() -> None:
    clock = Clock()
    rate = RateCounter(2, clock)
    assert rate.wait_seconds() == 0
    clock.now += 30
    assert rate.wait_seconds() == 0
    clock.now += 29
    assert rate.wait_seconds() > 0
    clock.now += 62
    assert rate.wait_seconds() == 0


def test_a_model_that_hammers_keeps_itself_out() -> None:
    clock = Clock()
    rate = RateCounter(3, clock)
    waits = []
    for _ in range(10):
        waits.append(rate.wait_seconds())
        clock.now += 10
    assert waits[:3] == [0, 0, 0]
    assert all(waits[3:])


def test_the_wait_that_is_told_is_long_enough() -> None:
    clock = Clock()
    rate = RateCounter(3, clock)
    for _ in range(3):
        rate.wait_seconds()
        clock.now += 5
    wait = rate.wait_seconds()
    clock.now += wait
    assert rate.wait_seconds() == 0


def test_each_agent_has_its_own_rate_and_a_new_limit_forgets_nothing() -> None:
    clock = Clock()
    rates = RateLimiter(clock)
    assert [bool(rates.wait_seconds("Writer", 2)) for _ in range(3)] == [False, False, True]
    assert rates.wait_seconds("Reader", 2) == 0
    assert rates.wait_seconds("Writer", 3) > 0
    assert rates.wait_seconds("Writer", 5) == 0
    assert rates.wait_seconds("Nobody", 0) > 0
