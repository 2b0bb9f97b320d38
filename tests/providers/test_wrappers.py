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


async def test_a_wrapper_delegates_what_it_does_not_change() -> None:
    inner = ScriptedProvider([])
    wrapper = ProviderWrapper(inner)

    assert wrapper.destination == inner.destination
    assert await wrapper.models() == (ModelInfo("scripted"),)
    await wrapper.aclose()
    assert inner.closed


ANSWER = (TextArrived("Hi"), TurnEnded("end"))


def busy(retry_after: float | None = None) -> ProviderUnreachable:
    return ProviderUnreachable("Work is busy", kind="overloaded", retry_after=retry_after)


class RecordedWaits(list[float]):
    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def retry_wrapper(*turns: ScriptedTurn) -> tuple[RetryWrapper, ScriptedProvider, RecordedWaits]:
    inner, waits = ScriptedProvider(turns), RecordedWaits()
    return RetryWrapper(inner, wait=waits), inner, waits


async def test_a_request_is_tried_three_times_with_notices() -> None:
    provider, inner, waits = retry_wrapper(busy(), busy(), ANSWER)

    outcome = await ask(provider)

    assert outcome.events == [
        Noticed("Work is busy. Retrying in 1 s (1 of 2)."),
        Noticed("Work is busy. Retrying in 3 s (2 of 2)."),
        *ANSWER,
    ]
    assert waits == [1.0, 3.0]
    assert len(inner.requests) == 3


async def test_a_request_fails_after_three_tries() -> None:
    provider, inner, waits = retry_wrapper(busy(), busy(), busy(), ANSWER)

    outcome = await ask(provider)

    assert isinstance(outcome.error, ProviderUnreachable)
    assert (len(inner.requests), waits) == (3, [1.0, 3.0])


async def test_retry_after_of_the_server_is_respected() -> None:
    provider, _, waits = retry_wrapper(busy(retry_after=7), ANSWER)

    assert (await ask(provider)).text == "Hi"
    assert waits == [7]


async def test_a_long_retry_after_is_not_waited_for() -> None:
    provider, inner, waits = retry_wrapper(busy(retry_after=MAX_RETRY_DELAY + 1), ANSWER)

    outcome = await ask(provider)

    assert outcome.error is not None
    assert (len(inner.requests), waits) == (1, [])


async def test_a_request_is_not_retried_after_its_first_text() -> None:
    provider, inner, waits = retry_wrapper((TextArrived("Hal"), busy()), ANSWER)

    outcome = await ask(provider)

    assert outcome.text == "Hal"
    assert isinstance(outcome.error, ProviderUnreachable)
    assert (len(inner.requests), waits) == (1, [])


async def test_permanent_errors_are_not_retried() -> None:
    errors: tuple[ProviderError, ...] = (
        ProviderRefused("No", kind="auth"),
        ProviderBroken("Odd", kind="protocol"),
    )
    for error in errors:
        provider, inner, waits = retry_wrapper(error, ANSWER)

        assert (await ask(provider)).error is error
        assert (len(inner.requests), waits) == (1, [])


async def test_the_retry_wrapper_delegates_and_closes_the_inner_provider() -> None:
    provider, inner, _ = retry_wrapper(ANSWER)

    assert provider.destination == inner.destination
    assert await provider.models() == await inner.models()
    await provider.aclose()
    assert inner.closed


async def test_closing_the_stream_of_the_retry_wrapper_is_possible() -> None:
    provider, _, _ = retry_wrapper(ANSWER)
    stream = provider.stream(request())

    assert await anext(stream) == TextArrived("Hi")
    await stream.aclose()


async def test_a_request_is_retried_after_a_notice() -> None:
    loading = Noticed("The box is loading the model.")
    provider, _, waits = retry_wrapper([loading, busy()], ANSWER)

    assert (await ask(provider)).text == "Hi"
    assert waits == [1.0]


async def test_the_non_streaming_wrapper_changes_only_streaming() -> None:
    inner = ScriptedProvider([[TextArrived("Hi"), TurnEnded("end")]])
    model_request = request()
    outcome = await ask(NonStreamingWrapper(inner), model_request)

    assert outcome.text == "Hi"
    assert inner.requests[0].streamed is False
    assert inner.requests[0].messages == model_request.messages


NOTICE = loading_notice("Ollama")


class SlowStream:
    """A stream that waits for `go` before its first event."""

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


async def test_a_long_silence_causes_one_notice_and_the_answer_continues() -> None:
    slow_stream = SlowStream(TextArrived("Hi"), TurnEnded("end"))
    received = []

    async with asyncio.timeout(5), aclosing(notice_while_silent(slow_stream.stream(), NOTICE, 0.01)) as events:
        async for event in events:
            received.append(event)
            slow_stream.go.set()

    notice = Noticed("Ollama is loading the model or reading a long chat; this can take a few minutes.")
    assert received == [notice, TextArrived("Hi"), TurnEnded("end")]


async def test_a_fast_answer_causes_no_notice() -> None:
    slow_stream = SlowStream(TextArrived("Hi"))
    slow_stream.go.set()

    assert [event async for event in notice_while_silent(slow_stream.stream(), NOTICE, 5)] == [TextArrived("Hi")]


async def test_a_stream_without_events_stays_empty() -> None:
    slow_stream = SlowStream()
    slow_stream.go.set()

    assert [event async for event in notice_while_silent(slow_stream.stream(), NOTICE, 5)] == []


@pytest.mark.parametrize("before_error", [(), (TextArrived("Hi"),)])
async def test_an_error_is_passed_on_unchanged(before_error: tuple[ModelEvent, ...]) -> None:
    slow_stream = SlowStream(*before_error, error=ProviderUnreachable("Gone", kind="network"))
    slow_stream.go.set()

    with pytest.raises(ProviderUnreachable, match="Gone"):
        [event async for event in notice_while_silent(slow_stream.stream(), NOTICE, 5)]


@pytest.mark.parametrize("seconds", [0.01, 60])
async def test_cancelling_during_silence_ends_the_inner_stream(seconds: float) -> None:
    slow_stream = SlowStream(TextArrived("Hi"))
    waiting = asyncio.Event()

    async def read() -> None:
        waiting.set()
        async with aclosing(notice_while_silent(slow_stream.stream(), NOTICE, seconds)) as events:
            async for _ in events:
                pass

    async with asyncio.timeout(5):
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(read())
            await waiting.wait()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()

    assert slow_stream.ended


async def test_closing_after_the_notice_ends_the_inner_stream() -> None:
    slow_stream = SlowStream(TextArrived("Hi"))

    async with asyncio.timeout(5), aclosing(notice_while_silent(slow_stream.stream(), NOTICE, 0.01)) as events:
        assert await anext(events) == NOTICE

    assert slow_stream.ended


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
def test_the_cost_includes_input_cached_input_and_output(usage: UsageReported, price: Price, cost: float) -> None:
    assert cost_of(usage, price) == pytest.approx(cost)


async def test_the_cost_is_added_to_the_usage_only() -> None:
    turn = [TextArrived("Hi"), UsageReported(100, 10), TurnEnded("end")]
    outcome = await ask(CostWrapper(ScriptedProvider([turn]), lambda: PRICE))

    assert outcome.events == [TextArrived("Hi"), UsageReported(100, 10, cost=0.00045), TurnEnded("end")]


async def test_a_cost_reported_by_the_provider_is_retained() -> None:
    turn = [UsageReported(100, 10, cost=0.5), TurnEnded("end")]

    assert (await ask(CostWrapper(ScriptedProvider([turn]), lambda: PRICE))).events == turn


async def test_without_a_price_no_cost_is_added() -> None:
    turn = [UsageReported(100, 10), TurnEnded("end")]

    assert (await ask(CostWrapper(ScriptedProvider([turn]), lambda: None))).events == turn


NO_SYSTEM = ProviderRefused("No.", kind="bad_request", code=NO_SYSTEM_ROLE_CODE)


async def must_not_record() -> None:
    raise AssertionError("a refusal was recorded")


async def test_m13_a_refused_system_message_is_moved_into_the_first_question_and_recorded() -> None:
    inner = ScriptedProvider([[NO_SYSTEM], [TextArrived("ok"), TurnEnded("end")], [TurnEnded("end")]])
    recorded: list[bool] = []

    async def record() -> None:
        recorded.append(True)

    provider = SystemRoleFallback(inner, lambda: bool(recorded), record)
    model_request = request(user_message("Hello"), Message(role="assistant", parts=(TextPart(text="Hi"),)))
    outcome = await ask(provider, model_request)
    await ask(provider, model_request)

    merged_parts = (TextPart(text="Be brief."), TextPart(text="Hello"))
    assert (outcome.text, recorded) == ("ok", [True])
    assert [sent.system for sent in inner.requests] == ["Be brief.", "", ""]
    assert [sent.messages[0].parts for sent in inner.requests[1:]] == [merged_parts, merged_parts]
    assert inner.requests[1].messages[1:] == model_request.messages[1:]


async def test_m13_the_system_text_becomes_the_first_question_if_there_is_none() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    answer = Message(role="assistant", parts=(TextPart(text="Hi"),))
    await ask(SystemRoleFallback(inner, lambda: True, must_not_record), request(answer))

    assert [message.text for message in inner.requests[0].messages] == ["Be brief.", "Hi"]


async def test_m13_other_refusals_and_requests_without_a_system_text_are_passed_on() -> None:
    other = ScriptedProvider([[ProviderRefused("No.", kind="bad_request")]])
    no_system = ScriptedProvider([[NO_SYSTEM]])

    assert (await ask(SystemRoleFallback(other, lambda: False, must_not_record))).error is not None
    without_system_text = request(system="")
    assert (
        await ask(SystemRoleFallback(no_system, lambda: False, must_not_record), without_system_text)
    ).error is NO_SYSTEM


IMAGE = ImagePart(media_type="image/png", data="AAAA", name="boiler.png")


async def test_a_model_with_vision_gets_the_image() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    model_request = request(user_message("What is it?", (IMAGE,)))
    outcome = await ask(VisionFallback(inner, lambda: False), model_request)

    assert inner.requests == [model_request]
    assert outcome.events == [TurnEnded("end")]


async def test_without_vision_the_image_is_replaced_by_text_with_a_notice() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    outcome = await ask(VisionFallback(inner, lambda: True), request(user_message("What is it?", (IMAGE,))))

    assert inner.requests[0].messages[0].parts == (
        TextPart(text="[A picture was left out: boiler.png]"),
        TextPart(text="What is it?"),
    )
    assert outcome.events[0] == Noticed("scripted cannot see pictures, so they were left out.")


async def test_a_question_without_an_image_is_unchanged() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    outcome = await ask(VisionFallback(inner, lambda: True), request())

    assert inner.requests == [request(*inner.requests[0].messages)]
    assert outcome.events == [TurnEnded("end")]


async def test_an_image_of_an_earlier_question_is_replaced_without_a_notice() -> None:
    inner = ScriptedProvider([[TurnEnded("end")]])
    messages = (user_message("What is it?", (IMAGE,)), user_message("And why?"))
    outcome = await ask(VisionFallback(inner, lambda: True), request(*messages))

    assert [len(message.images) for message in inner.requests[0].messages] == [0, 0]
    assert outcome.events == [TurnEnded("end")]


async def test_a_refused_image_is_omitted_and_the_request_is_repeated() -> None:
    refusal = ProviderRefused("This model sees no pictures", kind="bad_request", code="no_images")
    inner = ScriptedProvider([refusal, [TurnEnded("end")]])
    recorded: list[bool] = []

    async def record() -> None:
        recorded.append(True)

    outcome = await ask(VisionFallback(inner, lambda: False, record), request(user_message("What is it?", (IMAGE,))))

    assert outcome.error is None
    assert recorded == [True]
    assert [len(sent.messages[0].images) for sent in inner.requests] == [1, 0]


async def test_the_vision_fallback_passes_on_other_refusals() -> None:
    refusal = ProviderRefused("No key", kind="auth")
    inner = ScriptedProvider([refusal])

    assert (await ask(VisionFallback(inner, lambda: False), request(user_message("What?", (IMAGE,))))).error is refusal


LOCAL_DESTINATION = Destination("Ollama", "127.0.0.1:11434", local=True)
CLOUD_DESTINATION = Destination("Ollama", "ollama.com", local=False)


class ForwardingServer:
    """A server on this computer that forwards the questions to some models."""

    destination = LOCAL_DESTINATION

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


class RecordingGate:
    """Records the destinations of the requests that passed."""

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
        raise AssertionError("a list contains no note text")

    async def aclose(self) -> None:
        await self.provider.aclose()


def forwarding(server: ForwardingServer, known_host: str = "") -> tuple[CloudForwarding, RecordingGate]:
    gates: list[RecordingGate] = []

    def waiting(provider: Provider) -> Provider:
        gates.append(RecordingGate(provider))
        return gates[-1]

    return CloudForwarding(server, server.forwarding_host, known_host, waiting), gates[0]


async def test_a_forwarded_question_passes_the_gate_with_its_real_destination() -> None:
    provider, waiting = forwarding(ForwardingServer(scripted="ollama.com"))
    assert provider.destination == LOCAL_DESTINATION

    outcome = await ask(provider, request())

    assert (outcome.text, outcome.stop) == ("Hello", "end")
    assert waiting.passed == [CLOUD_DESTINATION]
    assert provider.destination == CLOUD_DESTINATION


async def test_a_question_that_is_not_forwarded_passes_the_gate_as_local() -> None:
    provider, waiting = forwarding(ForwardingServer(), known_host="ollama.com")
    assert provider.destination == CLOUD_DESTINATION

    assert (await ask(provider, request())).stop == "end"
    assert waiting.passed == [LOCAL_DESTINATION]
    assert provider.destination == LOCAL_DESTINATION


async def test_cloud_forwarding_delegates_everything_else() -> None:
    server = ForwardingServer()
    provider, _ = forwarding(server)

    assert isinstance(server, CloudHost)
    assert await provider.models() == (ModelInfo("a"),)
    await provider.aclose()
    assert server.closed


# Loading wait

LOADING = ProviderUnreachable("It is loading", kind="overloaded", reason="model_loading")
GREETING = (TextArrived("Hi"), TurnEnded("end"))


class ManualClock:
    """A clock that advances only in `wait`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


def loading_wait(*turns: ScriptedTurn) -> tuple[LoadingWait, ManualClock, ScriptedProvider]:
    clock, inner = ManualClock(), ScriptedProvider(turns)
    return LoadingWait(inner, wait=clock.wait, clock=clock), clock, inner


async def test_r4_a_loading_model_is_waited_for_with_one_notice() -> None:
    provider, clock, _ = loading_wait(*[LOADING] * 40, GREETING)

    outcome = await ask(provider)

    assert outcome.text == "Hi"
    assert [event.message for event in outcome.events if isinstance(event, Noticed)] == [
        "Scripted provider is loading the model. The question is sent as soon as it is ready."
    ]
    assert clock.waits == [2.0] * 40


async def test_r4_waiting_for_a_loading_model_is_limited() -> None:
    provider, clock, inner = loading_wait(*[LOADING] * 1000)

    outcome = await ask(provider)

    assert outcome.error is LOADING
    assert LOADING_LIMIT - 4 <= clock.now <= LOADING_LIMIT
    assert len(inner.requests) < 200


async def test_r4_other_errors_are_not_waited_for() -> None:
    busy = ProviderUnreachable("It is busy", kind="overloaded")
    provider, clock, _ = loading_wait(busy)
    partial, _, _ = loading_wait((TextArrived("Well"), LOADING))

    assert (await ask(provider)).error is busy
    assert clock.waits == []
    assert (await ask(partial)).error is LOADING, "a partial answer was requested again"


async def test_r4_the_loading_error_of_llama_cpp_is_recognized() -> None:
    clock = ManualClock()
    async with WireServer(openai=[loading(), loading(), Turn("Hi")]) as server:
        inner = chat(server.url)
        outcome = await ask(LoadingWait(inner, wait=clock.wait, clock=clock), request())
        await inner.aclose()

    assert (outcome.text, outcome.error, clock.waits) == ("Hi", None, [2.0, 2.0])


async def test_r4_waiting_can_be_cancelled() -> None:
    waiting = asyncio.Event()

    async def wait(_: float) -> None:
        waiting.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(ask(LoadingWait(ScriptedProvider([LOADING]), wait=wait)))
    await waiting.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
