import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.providers.events import ModelEvent, Noticed, TextArrived, TurnEnded
from vaultdesk.providers.loading import loading_notice, told_while_silent

NOTICE = loading_notice("Ollama")


class Slow:
    """A stream that waits for `go` before its first word."""

    def __init__(self, *events: ModelEvent, error: Exception | None = None) -> None:
        self._events = events
        self._error = error
        self.go = asyncio.Event()
        self.ended = False

    async def stream(self) -> AsyncGenerator[ModelEvent, None]:
        try:
            await self.go.wait()
            for event in self._events:
                yield event
            if self._error is not None:
                raise self._error
        finally:
            self.ended = True


async def test_a_long_silence_is_told_once_and_the_answer_goes_on() -> None:
    slow = Slow(TextArrived("Hi"), TurnEnded("end"))
    seen = []

    async with asyncio.timeout(5), aclosing(told_while_silent(slow.stream(), NOTICE, 0.01)) as events:
        async for event in events:
            seen.append(event)
            slow.go.set()

    told = Noticed("Ollama is loading the model or reading a long chat; this can take a few minutes.")
    assert seen == [told, TextArrived("Hi"), TurnEnded("end")]


async def test_a_quick_answer_is_told_nothing_about() -> None:
    slow = Slow(TextArrived("Hi"))
    slow.go.set()

    assert [event async for event in told_while_silent(slow.stream(), NOTICE, 5)] == [TextArrived("Hi")]


async def test_a_stream_without_events_stays_one() -> None:
    slow = Slow()
    slow.go.set()

    assert [event async for event in told_while_silent(slow.stream(), NOTICE, 5)] == []


@pytest.mark.parametrize("words", [(), (TextArrived("Hi"),)])
async def test_an_error_comes_through_as_it_is(words: tuple[ModelEvent, ...]) -> None:
    slow = Slow(*words, error=ProviderUnreachable("Gone", trouble="network"))
    slow.go.set()

    with pytest.raises(ProviderUnreachable, match="Gone"):
        [event async for event in told_while_silent(slow.stream(), NOTICE, 5)]


@pytest.mark.parametrize("seconds", [0.01, 60])
async def test_stopping_in_the_silence_ends_the_stream_under_it(seconds: float) -> None:
    slow = Slow(TextArrived("Hi"))
    waiting = asyncio.Event()

    async def read() -> None:
        waiting.set()
        async with aclosing(told_while_silent(slow.stream(), NOTICE, seconds)) as events:
            async for _ in events:
                pass

    async with asyncio.timeout(5):
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(read())
            await waiting.wait()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()

    assert slow.ended


async def test_closing_after_the_notice_ends_the_stream_under_it() -> None:
    slow = Slow(TextArrived("Hi"))

    async with asyncio.timeout(5), aclosing(told_while_silent(slow.stream(), NOTICE, 0.01)) as events:
        assert await anext(events) == NOTICE

    assert slow.ended
