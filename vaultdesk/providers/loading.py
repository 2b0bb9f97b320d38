"""Loading: a first silence that is told. A local server may load a model for minutes before it says its first word.

Asks nobody and polls nothing: it only waits for what the stream under it brings first (PROTOCOLS 3.5, 3.6).
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from vaultdesk.providers.events import ModelEvent, Noticed

SILENCE = 10.0
"""Seconds without a word before a person is told why: a model in memory answers in two or three."""


def loading_notice(name: str) -> Noticed:
    """Return what a person is told while *name* says nothing yet."""
    return Noticed(f"{name} is loading the model or reading a long chat; this can take a few minutes.")


async def told_while_silent(
    stream: AsyncGenerator[ModelEvent, None], notice: Noticed, seconds: float = SILENCE
) -> AsyncGenerator[ModelEvent, None]:
    """Hand on *stream*; where its first event takes longer than *seconds*, *notice* comes before it, once."""
    async with aclosing(stream) as events:
        # Owned here and ended below: the read under it cannot be stopped and taken up again, so it must go on by itself
        # while the notice is handed out.
        first = asyncio.create_task(_first(events), name="first word")
        try:
            await asyncio.wait({first}, timeout=seconds)
            if not first.done():
                yield notice
            event = await first
        finally:
            first.cancel()
            await asyncio.wait({first})
            if not first.cancelled():
                first.exception()  # seen: whoever stopped meanwhile does not want to hear of it
        if event is not None:
            yield event
            async for event in events:
                yield event


async def _first(events: AsyncGenerator[ModelEvent, None]) -> ModelEvent | None:
    return await anext(events, None)
