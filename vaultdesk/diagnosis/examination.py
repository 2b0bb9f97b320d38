"""Examination: tries many things side by side, each with its own limit of time. Knows nothing of what is tried."""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from vaultdesk.diagnosis.check import Check, Topic, broken, lacking

log = logging.getLogger(__name__)

AT_ONCE = 2
"""Checks under way at a time: with all of them at once the window's own thread hardly had its turn."""

GRACE = 1.0
"""Seconds after which one that has not answered no longer keeps the next from beginning: it waits for something."""

USUAL_LIMIT = 15.0
"""Seconds; a disk that was asleep takes some."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing to try; it may find out several."""

    topic: Topic
    """What is said of it where it does not come back."""
    run: Callable[[], Sequence[Check]]
    """Called in a thread of its own."""
    limit: float = USUAL_LIMIT
    """Seconds after which it is left alone."""


Found = tuple[int, Sequence[Check]]
"""The number of a probe, and what it found."""


async def examined(probes: Sequence[Probe]) -> AsyncIterator[Found]:
    """Try all *probes*, a few at a time, and yield what each found, the quickest first.

    What hangs makes room for the others after a second, and is told as such when its limit is over; its thread is a
    daemon, which keeps no program from ending.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Queue[Found] = asyncio.Queue()
    left = deque(enumerate(probes))
    young: dict[int, float] = {}
    limits: dict[int, float] = {}

    def tell(found: Found) -> None:
        with suppress(RuntimeError):  # The loop ended meanwhile: nobody waits for it.
            loop.call_soon_threadsafe(done.put_nowait, found)

    def begin_some() -> None:
        while left and len(young) < AT_ONCE:
            number, probe = left.popleft()
            young[number], limits[number] = loop.time() + GRACE, loop.time() + probe.limit
            name = f"check-{probe.topic.id}"
            threading.Thread(target=_try, args=(number, probe, tell), name=name, daemon=True).start()

    begin_some()
    while limits:
        try:
            async with asyncio.timeout_at(min([*limits.values(), *young.values()])):
                number, checks = await done.get()
        except TimeoutError:
            for old in [number for number, until in young.items() if until <= loop.time()]:
                del young[old]
            late = [number for number, until in limits.items() if until <= loop.time()]
            found = [(number, [_hung(probes[number])]) for number in late]
        else:
            young.pop(number, None)
            # Nothing is made of an answer that comes after its limit.
            found = [(number, list(checks))] if number in limits else []
        for number, _ in found:
            del limits[number]
        begin_some()
        for one in found:
            yield one


async def all_found(probes: Sequence[Probe]) -> list[Check]:
    """Try all *probes* and return what was found, in their order."""
    found = {number: checks async for number, checks in examined(probes)}
    return [check for number in sorted(found) for check in found[number]]


def _try(number: int, probe: Probe, tell: Callable[[Found], None]) -> None:
    try:
        tell((number, probe.run()))
    except Exception as fault:  # one fault of ours must not take the other findings along; it is told and logged
        log.error("A check failed: %s", probe.topic.id, exc_info=fault)
        tell((number, [_failed(probe.topic, fault)]))


def _hung(probe: Probe) -> Check:
    return lacking(
        probe.topic,
        f"No answer within {probe.limit:.0f} seconds.",
        "A drive, a keyring or a server may hang. See to it and check again.",
    )


def _failed(topic: Topic, fault: Exception) -> Check:
    return broken(topic, f"The check itself failed: {type(fault).__name__}.", "The log says more. Please report it.")
