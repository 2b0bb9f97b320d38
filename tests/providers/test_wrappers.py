"""Tests of providers/wrappers.py."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from tests.providers.asking import ask, request
from tests.providers.chatting import chat
from tests.support.scripted_provider import ScriptedProvider, ScriptedTurn
from tests.support.wire import Turn, WireServer
from tests.support.wire_llama_cpp import loading
from vaultdesk.chat.messages import ImagePart, Message, TextPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.error_causes import NO_SYSTEM_ROLE_CODE
from vaultdesk.providers.provider import (
    ModelEvent,
    ModelInfo,
    ModelRequest,
    Noticed,
    Price,
    Provider,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.wrappers import (
    LOADING_LIMIT,
    MAX_RETRY_DELAY,
    CloudForwarding,
    CloudHost,
    CostWrapper,
    LoadingWait,
    NonStreamingWrapper,
    ProviderWrapper,
    RetryWrapper,
    SystemRoleFallback,
    VisionFallback,
    cost_of,
    loading_notice,
    notice_while_silent,
)


async def test_what_a_wrapper_does_not_change_is_the_wrapped_ones() -> None:
    inner = ScriptedProvider([])
    wrapper = ProviderWrapper(inner)

    assert wrapper.destination == inner.destination
    assert await wrapper.models() == (ModelInfo("scripted"),)
    await wrapper.aclose()
    assert inner.closed


ANSWER = (TextArrived("Hi"), TurnEnded("end"))


def busy(retry_after: float | None = None) -> ProviderUnreachable:
    return ProviderUnreachable("Work is busy", kind="overloaded", retry_after=retry_after)


class Waits(list[float]):
    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def retrying(*turns: ScriptedTurn) -> tuple[RetryWrapper, ScriptedProvider, Waits]:
    inner, waits = ScriptedProvider(turns), Waits()
    return RetryWrapper(inner, wait=waits), inner, waits


async def test_it_asks_three_times_and_says_so() -> None:
    provider, inner, waits = retrying(busy(), busy(), ANSWER)

    came = await ask(provider)

    assert came.events == [
        Noticed("Work is busy. Retrying in 1 s (1 of 2)."),
        Noticed("Work is busy. Retrying in 3 s (2 of 2)."),
        *ANSWER,
    ]
    assert waits == [1.0, 3.0]
    assert len(inner.requests) == 3


async def test_after_three_times_it_gives_up() -> None:
    provider, inner, waits = retrying(busy(), busy(), busy(), ANSWER)

    came = await ask(provider)

    assert isinstance(came.error, ProviderUnreachable)
    assert (len(inner.requests), waits) == (3, [1.0, 3.0])


async def test_the_servers_own_wish_counts() -> None:
    provider, _, waits = retrying(busy(retry_after=7), ANSWER)

    assert (await ask(provider)).text == "Hi"
    assert waits == [7]


async def test_a_long_wish_is_left_to_the_person() -> None:
    provider, inner, waits = retrying(busy(retry_after=MAX_RETRY_DELAY + 1), ANSWER)

    came = await ask(provider)

    assert came.error is not None
    assert (len(inner.requests), waits) == (1, [])


async def test_nothing_is_ever_said_twice() -> None:
    provider, inner, waits = retrying((TextArrived("Hal"), busy()), ANSWER)

    came = await ask(provider)

    assert came.text == "Hal"
    assert isinstance(came.error, ProviderUnreachable)
    assert (len(inner.requests), waits) == (1, [])


async def test_what_asking_again_cannot_mend_is_not_asked_again() -> None:
    errors: tuple[ProviderError, ...] = (
        ProviderRefused("No", kind="auth"),
        ProviderBroken("Odd", kind="protocol"),
    )
    for error in errors:
        provider, inner, waits = retrying(error, ANSWER)

        assert (await ask(provider)).error is error
        assert (len(inner.requests), waits) == (1, [])


async def test_it_looks_like_what_it_wraps_and_closes_it() -> None:
    provider, inner, _ = retrying(ANSWER)

    assert provider.destination == inner.destination
    assert await provider.models() == await inner.models()
    await provider.aclose()
    assert inner.closed


async def test_stopping_stops_what_it_wraps() -> None:
    provider, _, _ = retrying(ANSWER)
    stream = provider.stream(request())

    assert await anext(stream) == TextArrived("Hi")
    await stream.aclose()


async def test_a_notice_of_a_loading_model_does_not_end_the_patience() -> None:
    loading = Noticed("The box is loading the model.")
    provider, _, waits = retrying([loading, busy()], ANSWER)

    assert (await ask(provider)).text == "Hi"
    assert waits == [1.0]


async def test_the_answer_is_asked_for_whole_and_nothing_else_changes() -> None:
    inner = ScriptedProvider([[TextArrived("Hi"), TurnEnded("end")]])
    asked = request()
    outcome = await ask(NonStreamingWrapper(inner), asked)

    assert outcome.text == "Hi"
    assert inner.requests[0].streamed is False
    assert inner.requests[0].messages == asked.messages


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

    async with asyncio.timeout(5), aclosing(notice_while_silent(slow.stream(), NOTICE, 0.01)) as events:
        async for event in events:
            seen.append(event)
            slow.go.set()

    told = Noticed("Ollama is loading the model or reading a long chat; this can take a few minutes.")
    assert seen == [told, TextArrived("Hi"), TurnEnded("end")]


async def test_a_quick_answer_is_told_nothing_about() -> None:
    slow = Slow(TextArrived("Hi"))
    slow.go.set()

    assert [event async for event in notice_while_silent(slow.stream(), NOTICE, 5)] == [TextArrived("Hi")]


async def test_a_stream_without_events_stays_one() -> None:
    slow = Slow()
    slow.go.set()

    assert [event async for event in notice_while_silent(slow.stream(), NOTICE, 5)] == []


@pytest.mark.parametrize("words", [(), (TextArrived("Hi"),)])
async def test_an_error_comes_through_as_it_is(words: tuple[ModelEvent, ...]) -> None:
    slow = Slow(*words, error=ProviderUnreachable("Gone", kind="network"))
    slow.go.set()

    with pytest.raises(ProviderUnreachable, match="Gone"):
        [event async for event in notice_while_silent(slow.stream(), NOTICE, 5)]


@pytest.mark.parametrize("seconds", [0.01, 60])
async def test_stopping_in_the_silence_ends_the_stream_under_it(seconds: float) -> None:
    slow = Slow(TextArrived("Hi"))
    waiting = asyncio.Event()

    async def read() -> None:
        waiting.set()
        async with aclosing(notice_while_silent(slow.stream(), NOTICE, seconds)) as events:
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

    async with asyncio.timeout(5), aclosing(notice_while_silent(slow.stream(), NOTICE, 0.01)) as events:
        assert await anext(events) == NOTICE

    assert slow.ended


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
    outcome = await ask(CostWrapper(ScriptedProvider([turn]), lambda: PRICE))

    assert outcome.events == [TextArrived("Hi"), UsageReported(100, 10, cost=0.00045), TurnEnded("end")]


async def test_what_the_provider_says_itself_stands() -> None:
    turn = [UsageReported(100, 10, cost=0.5), TurnEnded("end")]

    assert (await ask(CostWrapper(ScriptedProvider([turn]), lambda: PRICE))).events == turn


async def test_without_a_price_nothing_is_claimed() -> None:
    turn = [UsageReported(100, 10), TurnEnded("end")]

    assert (await ask(CostWrapper(ScriptedProvider([turn]), lambda: None))).events == turn


NO_SYSTEM = ProviderRefused("No.", kind="bad_request", code=NO_SYSTEM_ROLE_CODE)


async def nothing_is_learnt() -> None:
    raise AssertionError("nothing was to be learnt")


async def test_m13_a_refused_system_message_goes_into_the_first_question_and_that_is_remembered() -> None:
    inner = ScriptedProvider([[NO_SYSTEM], [TextArrived("ok"), TurnEnded("end")], [TurnEnded("end")]])
    known: list[bool] = []

    async def record() -> None:
        known.append(True)

    provider = SystemRoleFallback(inner, lambda: bool(known), record)
    asked = request(user_message("Hello"), Message(role="assistant", parts=(TextPart(text="Hi"),)))
    outcome = await ask(provider, asked)
    await ask(provider, asked)

    folded = (TextPart(text="Be brief."), TextPart(text="Hello"))
    assert (outcome.text, known) == ("ok", [True])
    assert [one.system for one in inner.requests] == ["Be brief.", "", ""]
    assert [one.messages[0].parts for one in inner.requests[1:]] == [folded, folded]
    assert inner.requests[1].messages[1:] == asked.messages[1:]


async def test_m13_without_a_question_at_the_beginning_the_system_text_is_one() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    answer = Message(role="assistant", parts=(TextPart(text="Hi"),))
    await ask(SystemRoleFallback(inner, lambda: True, nothing_is_learnt), request(answer))

    assert [message.text for message in inner.requests[0].messages] == ["Be brief.", "Hi"]


async def test_m13_other_refusals_and_requests_without_a_system_text_are_handed_on() -> None:
    other = ScriptedProvider([[ProviderRefused("No.", kind="bad_request")]])
    bare = ScriptedProvider([[NO_SYSTEM]])

    assert (await ask(SystemRoleFallback(other, lambda: False, nothing_is_learnt))).error is not None
    without = request(system="")
    assert (await ask(SystemRoleFallback(bare, lambda: False, nothing_is_learnt), without)).error is NO_SYSTEM


PICTURE = ImagePart(media_type="image/png", data="AAAA", name="boiler.png")


async def test_a_model_that_sees_is_shown_the_picture() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    asked = request(user_message("What is it?", (PICTURE,)))
    outcome = await ask(VisionFallback(inner, lambda: False), asked)

    assert inner.requests == [asked]
    assert outcome.events == [TurnEnded("end")]


async def test_a_blind_model_is_told_that_there_was_one_and_so_is_the_person() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    outcome = await ask(VisionFallback(inner, lambda: True), request(user_message("What is it?", (PICTURE,))))

    assert inner.requests[0].messages[0].parts == (
        TextPart(text="[A picture was left out: boiler.png]"),
        TextPart(text="What is it?"),
    )
    assert outcome.events[0] == Noticed("scripted cannot see pictures, so they were left out.")


async def test_a_question_without_a_picture_passes_untouched() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    outcome = await ask(VisionFallback(inner, lambda: True), request())

    assert inner.requests == [request(*inner.requests[0].messages)]
    assert outcome.events == [TurnEnded("end")]


async def test_a_refused_picture_is_left_out_and_the_question_goes_through() -> None:
    refusal = ProviderRefused("This model sees no pictures", kind="bad_request", code="no_images")
    inner = ScriptedProvider([refusal, [TurnEnded("end")]])
    learned: list[bool] = []

    async def learn() -> None:
        learned.append(True)

    outcome = await ask(VisionFallback(inner, lambda: False, learn), request(user_message("What is it?", (PICTURE,))))

    assert outcome.error is None
    assert learned == [True]
    assert [len(asked.messages[0].images) for asked in inner.requests] == [1, 0]


async def test_any_other_refusal_is_the_persons_to_see() -> None:
    refusal = ProviderRefused("No key", kind="auth")
    inner = ScriptedProvider([refusal])

    assert (
        await ask(VisionFallback(inner, lambda: False), request(user_message("What?", (PICTURE,))))
    ).error is refusal


HERE = Destination("Ollama", "127.0.0.1:11434", local=True)
CLOUD = Destination("Ollama", "ollama.com", local=False)


class Server:
    """A server on this computer, which hands some models' questions on."""

    destination = HERE

    def __init__(self, **hosts: str) -> None:
        self.hosts = hosts
        self.closed = False

    async def forwarding_host(self, model: str) -> str:
        return self.hosts.get(model, "")

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        yield TextArrived("Hello")
        yield TurnEnded("end")

    async def models(self) -> tuple[ModelInfo, ...]:
        return (ModelInfo("a"),)

    async def aclose(self) -> None:
        self.closed = True


class Gate:
    """Notes where to it let something go."""

    passed: list[Destination]

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.destination = provider.destination
        self.passed = []

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        self.passed.append(self.provider.destination)
        async for event in self.provider.stream(request):
            yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        raise AssertionError("a list carries no note text")

    async def aclose(self) -> None:
        await self.provider.aclose()


def onward(server: Server, known: str = "") -> tuple[CloudForwarding, Gate]:
    gates: list[Gate] = []

    def gate(provider: Provider) -> Provider:
        gates.append(Gate(provider))
        return gates[-1]

    return CloudForwarding(server, server.forwarding_host, known, gate), gates[0]


async def test_what_a_server_here_hands_on_passes_the_gate_with_the_name_of_who_gets_it() -> None:
    provider, gate = onward(Server(scripted="ollama.com"))
    assert provider.destination == HERE

    outcome = await ask(provider, request())

    assert (outcome.text, outcome.stop) == ("Hello", "end")
    assert gate.passed == [CLOUD]
    assert provider.destination == CLOUD


async def test_what_stays_on_this_computer_passes_it_as_such() -> None:
    provider, gate = onward(Server(), known="ollama.com")
    assert provider.destination == CLOUD

    assert (await ask(provider, request())).stop == "end"
    assert gate.passed == [HERE]
    assert provider.destination == HERE


async def test_all_else_is_the_servers_own() -> None:
    server = Server()
    provider, _ = onward(server)

    assert isinstance(server, CloudHost)
    assert await provider.models() == (ModelInfo("a"),)
    await provider.aclose()
    assert server.closed


# Loading wait.

LOADING = ProviderUnreachable("It is loading", kind="overloaded", reason="model_loading")
GREETING = (TextArrived("Hi"), TurnEnded("end"))


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
    provider, clock, _ = waiting(*[LOADING] * 40, GREETING)

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
