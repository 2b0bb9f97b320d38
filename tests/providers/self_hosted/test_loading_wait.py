"""Tests of providers/self_hosted/loading_wait.py."""

import asyncio

import pytest

from tests.providers.asking import ask, request
from tests.providers.chatting import chat
from tests.support.wire import Turn, WireServer
from tests.support.wire_llama_cpp import loading
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.providers.model_events import Noticed, TextArrived, TurnEnded
from vaultdesk.providers.scripted_provider import ScriptedProvider, ScriptedTurn
from vaultdesk.providers.self_hosted.loading_wait import LOADING_LIMIT, LoadingWait

LOADING = ProviderUnreachable("It is loading", kind="overloaded", reason="model_loading")
ANSWER = (TextArrived("Hi"), TurnEnded("end"))


class Clock:
    """Time that passes only where somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


def waiting(*turns: ScriptedTurn) -> tuple[LoadingWait, Clock, ScriptedProvider]:
    clock, script = Clock(), ScriptedProvider(turns)
    return LoadingWait(script, wait=clock.wait, clock=clock), clock, script


async def test_r4_a_model_that_loads_is_waited_for_and_told_once() -> None:
    provider, clock, _ = waiting(*[LOADING] * 40, ANSWER)

    came = await ask(provider)

    assert came.text == "Hi"
    assert [event.message for event in came.events if isinstance(event, Noticed)] == [
        "Scripted provider is loading the model. The question is sent as soon as it is ready."
    ]
    assert clock.waits == [2.0] * 40


async def test_r4_it_is_not_waited_for_for_ever() -> None:
    provider, clock, script = waiting(*[LOADING] * 1000)

    came = await ask(provider)

    assert came.error is LOADING
    assert LOADING_LIMIT - 4 <= clock.now <= LOADING_LIMIT
    assert len(script.requests) < 200


async def test_r4_other_trouble_is_not_waited_for() -> None:
    busy = ProviderUnreachable("It is busy", kind="overloaded")
    provider, clock, _ = waiting(busy)
    begun, _, _ = waiting((TextArrived("Well"), LOADING))

    assert (await ask(provider)).error is busy
    assert clock.waits == []
    assert (await ask(begun)).error is LOADING, "some of the answer came: it is not asked for again"


async def test_r4_what_llama_cpp_says_while_it_loads_is_understood() -> None:
    clock = Clock()
    async with WireServer(openai=[loading(), loading(), Turn("Hi")]) as server:
        inner = chat(server.url)
        came = await ask(LoadingWait(inner, wait=clock.wait, clock=clock), request())
        await inner.aclose()

    assert (came.text, came.error, clock.waits) == ("Hi", None, [2.0, 2.0])


async def test_r4_waiting_can_be_stopped() -> None:
    gate = asyncio.Event()

    async def wait(_: float) -> None:
        gate.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(ask(LoadingWait(ScriptedProvider([LOADING]), wait=wait)))
    await gate.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
