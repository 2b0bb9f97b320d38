"""Tests of tools/runtime/call_limits.py."""

from tests.support.tool_env import Clock
from vaultdesk.tools.runtime.call_limits import RateCounter, RateLimiter


def test_the_limit_applies_to_a_sliding_minute() -> None:
    clock = Clock()
    counter = RateCounter(2, clock)
    assert counter.wait_seconds() == 0
    clock.now += 30
    assert counter.wait_seconds() == 0
    clock.now += 29
    assert counter.wait_seconds() > 0
    clock.now += 62
    assert counter.wait_seconds() == 0


def test_rejected_calls_extend_the_wait() -> None:
    clock = Clock()
    counter = RateCounter(3, clock)
    results = []
    for _ in range(10):
        results.append(counter.wait_seconds())
        clock.now += 10
    assert results[:3] == [0, 0, 0]
    assert all(results[3:])


def test_the_reported_wait_is_sufficient() -> None:
    clock = Clock()
    counter = RateCounter(3, clock)
    for _ in range(3):
        counter.wait_seconds()
        clock.now += 5
    wait = counter.wait_seconds()
    clock.now += wait
    assert counter.wait_seconds() == 0


def test_each_agent_has_its_own_rate_and_a_new_limit_keeps_the_history() -> None:
    clock = Clock()
    limiter = RateLimiter(clock)
    assert [bool(limiter.wait_seconds("Writer", 2)) for _ in range(3)] == [False, False, True]
    assert limiter.wait_seconds("Reader", 2) == 0
    assert limiter.wait_seconds("Writer", 3) > 0
    assert limiter.wait_seconds("Writer", 5) == 0
    assert limiter.wait_seconds("Nobody", 0) > 0
