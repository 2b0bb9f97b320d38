"""Typing turns: the newest query of a field wins, what runs for an older one is stopped, others are left alone."""

import asyncio
import sqlite3
import threading
from contextlib import closing

import pytest

from vaultdesk.index.typing_turns import TypingTurn, TypingTurns

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def test_a_newer_turn_ends_the_one_before_in_its_field_only() -> None:
    turns = TypingTurns()
    first, other, second = turns.take("a"), turns.take("b"), turns.take("a")
    assert (first.is_over, other.is_over, second.is_over) == (True, False, False)


async def test_one_query_of_a_field_runs_at_a_time() -> None:
    turns = TypingTurns()
    first = turns.take("a")
    async with first.mine() as is_mine:
        assert is_mine
        second = turns.take("a")
        waiting = asyncio.ensure_future(second.mine().__aenter__())
        await asyncio.sleep(0)
        assert not waiting.done()
        third = turns.take("a")
    assert await waiting is False, "a third one came while it waited"
    assert not third.is_over


def test_what_runs_is_stopped_when_the_turn_is_over() -> None:
    turn = TypingTurn(asyncio.Lock())
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as connection:
        running = threading.Event()

        def question() -> int:
            running.set()
            return int(connection.execute(ENDLESS).fetchone()[0])

        answers: list[int | None] = []
        thread = threading.Thread(target=lambda: answers.append(turn.unless_over(connection, question)))
        thread.start()
        assert running.wait(10)
        turn.is_over = True
        thread.join(10)
        assert answers == [None]
        assert connection.execute("SELECT 1").fetchone() == (1,), "the connection goes on, nobody else is stopped"


async def test_a_turn_outlasts_a_pause_unless_a_newer_query_comes() -> None:
    turns = TypingTurns()
    first = turns.take("a")
    assert await first.outlasts(0.001)
    waiting = asyncio.ensure_future(first.outlasts(60))
    await asyncio.sleep(0)
    turns.take("a")
    async with asyncio.timeout(5):
        assert await waiting is False


def test_a_turn_that_is_over_asks_nothing() -> None:
    turn = TypingTurn(asyncio.Lock())
    turn.is_over = True
    with closing(sqlite3.connect(":memory:")) as connection:
        assert turn.unless_over(connection, lambda: pytest.fail("it was asked")) is None


def test_other_failures_are_not_swallowed() -> None:
    with closing(sqlite3.connect(":memory:")) as connection, pytest.raises(sqlite3.OperationalError):
        TypingTurn(asyncio.Lock()).unless_over(connection, lambda: connection.execute("SELECT x FROM nowhere"))
