"""Wrappers around a provider: retry, non-streaming, waiting for a loading model, cost, vision fallback, forwarding."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Protocol, runtime_checkable

from vaultdesk.chat.messages import ImagePart, Message, TextPart
from vaultdesk.core.errors import ProviderRefused, ProviderUnreachable
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.providers.error_causes import NO_IMAGES_CODE, NO_SYSTEM_ROLE_CODE
from vaultdesk.providers.provider import (
    ModelEvent,
    ModelInfo,
    ModelRequest,
    Noticed,
    Price,
    Provider,
    UsageReported,
    is_part_of_answer,
)


class ProviderWrapper:
    """Base of wrappers that passes everything on unchanged."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider

    @property
    def destination(self) -> Destination:
        """Destination of requests."""
        return self._provider.destination

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the models; sends no note text. Raises `ProviderError`."""
        return await self._provider.models()

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        await self._provider.aclose()


RETRY_DELAYS = (1.0, 3.0)
"""Seconds before the second and the third try: a busy server recovers in about that time, and the user still waits."""

MAX_RETRY_DELAY = 30.0
"""Maximum seconds a server may ask to wait; for a longer time the user should decide (vaultdesk/providers/README.md,
"Pitfalls", 26).
"""


MAX_RETRIED_TRY = 60.0
"""Seconds. A try that took longer is not repeated: a local model that is silent for so long is reading the prompt, and
would read it again from its beginning."""


class RetryWrapper(ProviderWrapper):
    """Repeats requests to *provider* after connection failures."""

    def __init__(
        self,
        provider: Provider,
        *,
        delays: tuple[float, ...] | None = None,
        max_wait: float = MAX_RETRY_DELAY,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*delays* default to `RETRY_DELAYS`."""
        super().__init__(provider)
        self._delays = RETRY_DELAYS if delays is None else delays
        self._max_wait = max_wait
        self._wait = wait
        self._clock = clock

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer; retry if the provider cannot be reached and has sent nothing. Raises `ProviderError`."""
        for attempt, usual_delay in enumerate([*self._delays, None], start=1):
            begun, started = False, self._clock()
            try:
                async with aclosing(self._provider.stream(request)) as events:
                    async for event in events:
                        # A notice (a model is being loaded) is not part of the answer.
                        begun = begun or is_part_of_answer(event)
                        yield event
                return
            except ProviderUnreachable as error:
                delay = usual_delay if error.retry_after is None else error.retry_after
                waited_long = self._clock() - started > MAX_RETRIED_TRY
                if begun or waited_long or usual_delay is None or delay is None or delay > self._max_wait:
                    raise
                retry_text = Phrase("Retrying in {0} s ({1} of {2}).", max(1, round(delay)), attempt, len(self._delays))
                notice = Sentences(error.title, retry_text)
            yield Noticed(notice)
            await self._wait(delay)


class NonStreamingWrapper(ProviderWrapper):
    """Wraps a provider; the events are the same, but all at the end."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Request the whole answer at once. Raises `ProviderError`."""
        async with aclosing(self._provider.stream(replace(request, streamed=False))) as events:
            async for event in events:
                yield event


# The notice needs no request and no polling: it is emitted if the first event of the stream is late.

LOADING_NOTICE_DELAY = 10.0
"""Seconds of silence before a notice is shown: a model in memory answers in two or three."""


def loading_notice(name: str) -> Noticed:
    """Return the notice shown while *name* sends nothing yet."""
    return Noticed(Phrase("{0} is loading the model or reading a long chat; this can take a few minutes.", name))


async def notice_while_silent(
    stream: AsyncGenerator[ModelEvent, None], notice: Noticed, seconds: float = LOADING_NOTICE_DELAY
) -> AsyncGenerator[ModelEvent, None]:
    """Pass on *stream*; if its first event takes longer than *seconds*, *notice* is emitted before it, once."""
    async with aclosing(stream) as events:
        # Owned here and ended below: the read cannot be resumed, so it continues while the notice is emitted.
        first = asyncio.create_task(_next_event(events), name="first event")
        try:
            await asyncio.wait({first}, timeout=seconds)
            if not first.done():
                yield notice
            event = await first
        finally:
            first.cancel()
            await asyncio.wait({first})
            if not first.cancelled():
                first.exception()  # marked as retrieved: the caller has stopped since
        if event is not None:
            yield event
            async for event in events:
                yield event


async def _next_event(events: AsyncGenerator[ModelEvent, None]) -> ModelEvent | None:
    return await anext(events, None)


def cost_of(usage: UsageReported, price: Price) -> float:
    """Return the US dollars of *usage*: cached input at its own price if there is one."""
    cached = min(usage.cached_tokens, usage.input_tokens)
    cached_price = price.input if price.cached is None else price.cached
    uncached = usage.input_tokens - cached
    return (uncached * price.input + cached * cached_price + usage.output_tokens * price.output) / 1_000_000


class CostWrapper(ProviderWrapper):
    """Wraps *provider*; *price* returns the price of its model, or None."""

    def __init__(self, provider: Provider, price: Callable[[], Price | None]) -> None:
        super().__init__(provider)
        self._price = price

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer, with the cost added to the usage. Raises `ProviderError`."""
        async with aclosing(self._provider.stream(request)) as events:
            async for event in events:
                if isinstance(event, UsageReported) and event.cost is None and (price := self._price()) is not None:
                    event = replace(event, cost=cost_of(event, price))
                yield event


class _Attempt:
    """One request that a model may refuse for a reason that another request avoids."""

    def __init__(self, provider: Provider, request: ModelRequest, code: str) -> None:
        """*code* is that of the refusal (error_causes.py); empty for none."""
        self._provider = provider
        self._request = request
        self._code = code
        self.is_refused = False
        """Whether it was refused for that reason, before any part of an answer."""

    async def stream(self) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer; end without one after that refusal. Raises `ProviderError` for all others."""
        begun = False
        try:
            async with aclosing(self._provider.stream(self._request)) as events:
                async for event in events:
                    begun = begun or is_part_of_answer(event)
                    yield event
        except ProviderRefused as refusal:
            if begun or not self._code or refusal.facts.get("code") != self._code:
                raise
            self.is_refused = True


class VisionFallback(ProviderWrapper):
    """Wraps *provider*; asks again without images if the model does not accept them."""

    def __init__(
        self,
        provider: Provider,
        lacks_vision: Callable[[], bool],
        record_no_vision: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """*lacks_vision* returns whether the model is known to accept no images; *record_no_vision* saves that."""
        super().__init__(provider)
        self._lacks_vision = lacks_vision
        self._record_no_vision = record_no_vision

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer, without images if they would be refused, or after a refusal. Raises `ProviderError`."""
        has_images = any(message.images for message in request.messages)
        notify = bool(request.messages) and bool(request.messages[-1].images)
        if not has_images or not self._lacks_vision():
            attempt = _Attempt(self._provider, request, NO_IMAGES_CODE if has_images else "")
            async with aclosing(attempt.stream()) as events:
                async for event in events:
                    yield event
            if not attempt.is_refused:
                return
            notify = True
            if self._record_no_vision is not None:
                await self._record_no_vision()
        without_images = replace(request, messages=tuple(_without_images(message) for message in request.messages))
        if notify:  # Not again with every round and question that follows.
            yield Noticed(Phrase("{0} cannot see pictures, so they were left out.", request.model))
        async with aclosing(self._provider.stream(without_images)) as events:
            async for event in events:
                yield event


def _without_images(message: Message) -> Message:
    parts = tuple(
        TextPart(text=f"[A picture was left out: {part.name or 'unnamed'}]") if isinstance(part, ImagePart) else part
        for part in message.parts
    )
    return message.model_copy(update={"parts": parts})


class SystemRoleFallback(ProviderWrapper):
    """Wraps *provider*; moves the system text into the first question if the model does not accept a system message."""

    def __init__(
        self,
        provider: Provider,
        lacks_system_role: Callable[[], bool],
        record_no_system_role: Callable[[], Awaitable[None]],
    ) -> None:
        """*lacks_system_role* returns whether the model is known to refuse one; *record_no_system_role* stores that."""
        super().__init__(provider)
        self._lacks_system_role = lacks_system_role
        self._record_no_system_role = record_no_system_role

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer, without a system message if it is or was refused. Raises `ProviderError`."""
        if request.system.strip() and not self._lacks_system_role():
            attempt = _Attempt(self._provider, request, NO_SYSTEM_ROLE_CODE)
            async with aclosing(attempt.stream()) as events:
                async for event in events:
                    yield event
            if not attempt.is_refused:
                return
            await self._record_no_system_role()
        async with aclosing(self._provider.stream(_with_folded_system(request))) as events:
            async for event in events:
                yield event


def _with_folded_system(request: ModelRequest) -> ModelRequest:
    """Return *request* with its system text at the beginning of the first question."""
    if not request.system.strip():
        return request
    instructions = TextPart(text=request.system)
    first, *later_messages = request.messages or (Message(role="user", parts=()),)
    if first.role == "user":
        messages = (first.model_copy(update={"parts": (instructions, *first.parts)}), *later_messages)
    else:
        messages = (Message(role="user", parts=(instructions,)), first, *later_messages)
    return replace(request, system="", messages=messages)


# Ollama forwards questions to the models of its cloud: its address is this computer's, but the model runs elsewhere.


@runtime_checkable
class CloudHost(Protocol):
    """A provider that may forward questions to another host."""

    async def forwarding_host(self, model: str) -> str:
        """Return the host to which it forwards questions to *model*; empty if it answers itself. Raises nothing."""
        ...

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        ...


class ForwardedProvider(ProviderWrapper):
    """Wraps *provider*; its destination is the final one of its questions."""

    def __init__(self, provider: Provider, elsewhere: Callable[[], str]) -> None:
        """*elsewhere* returns the host to which a local server forwards questions; empty if it answers itself."""
        super().__init__(provider)
        self._elsewhere = elsewhere

    @property
    def destination(self) -> Destination:
        """The final destination of requests."""
        direct = super().destination
        elsewhere = self._elsewhere() if direct.local else ""
        return Destination(direct.name, elsewhere, local=False) if elsewhere else direct

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer. Raises `ProviderError`."""
        return self._provider.stream(request)


class CloudForwarding(ProviderWrapper):
    """Wraps *provider*; reports to the gate the host that actually runs the model."""

    def __init__(
        self,
        provider: Provider,
        forwarding_host: Callable[[str], Awaitable[str]],
        known_host: str,
        gate: Callable[[Provider], Provider],
        extra_hosts: Sequence[CloudHost] = (),
    ) -> None:
        """*forwarding_host* finds the host that runs a model, *known_host* is the one known so far; *gate* wraps the
        provider, and *extra_hosts* are closed with it."""
        self._elsewhere = known_host
        forwarded = ForwardedProvider(provider, lambda: self._elsewhere)
        super().__init__(forwarded)
        self._forwarding_host = forwarding_host
        self._gated_provider = gate(forwarded)
        self._extra_hosts = extra_hosts

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer through the gate, with the actual host of the model. Raises `ProviderError`."""
        self._elsewhere = await self._forwarding_host(request.model)
        async with aclosing(self._gated_provider.stream(request)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        await super().aclose()
        for host in self._extra_hosts:
            await host.aclose()


LOADING_LIMIT = 300.0
"""Maximum seconds to wait. A large model on a slow disk loads for minutes; after a longer time it has likely failed."""

LOADING_INTERVAL = 2.0
"""Seconds between two tries. A refusal while loading is cheap."""

MODEL_LOADING = "model_loading"
"""The `reason` of the error while a server is loading the model (error_causes.py)."""


class LoadingWait(ProviderWrapper):
    """Wraps *provider*; repeats a request until the model is loaded, at most for *limit* seconds."""

    def __init__(
        self,
        provider: Provider,
        *,
        limit: float = LOADING_LIMIT,
        interval: float = LOADING_INTERVAL,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(provider)
        self._limit = limit
        self._interval = interval
        self._wait = wait
        self._clock = clock

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer; repeat the request while the server reports that it is loading. Raises `ProviderError`."""
        started = self._clock()
        notified = False
        while True:
            begun = False
            try:
                async with aclosing(self._provider.stream(request)) as events:
                    async for event in events:
                        begun = begun or is_part_of_answer(event)
                        yield event
                return
            except ProviderUnreachable as error:
                loading = error.facts.get("reason") == MODEL_LOADING
                delay = max(self._interval, min(error.retry_after or 0.0, self._limit))
                if begun or not loading or self._clock() - started + delay > self._limit:
                    raise
            if not notified:
                notified = True
                yield Noticed(
                    Phrase(
                        "{0} is loading the model. The question is sent as soon as it is ready.", self.destination.name
                    )
                )
            await self._wait(delay)
