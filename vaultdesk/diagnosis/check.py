"""Checks: the result of one check, and the runner that performs many at once, each with a time limit."""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from vaultdesk.core.phrases import NO_PHRASE, Phrase

CheckOutcome = Literal["ok", "warning", "failed"]
"""`warning`: the program works, with something less. `failed`: a main part of it cannot."""

CheckGroup = Literal["program", "folders", "window", "vault", "search", "models"]
"""What a check has to do with; in this order they are read."""

CHECK_GROUPS: tuple[CheckGroup, ...] = ("program", "folders", "window", "vault", "search", "models")

CheckRemedy = Literal["", "index", "providers", "web", "desktop"]
"""What the window can do about it: show the page of the index, where it is built again, or one of the settings."""


@dataclass(frozen=True, slots=True)
class CheckTopic:
    """What is tried. Its id and its name stay as they are: scripts rely on them."""

    name: str
    id: str = field(kw_only=True)
    group: CheckGroup = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What came of it."""

    name: str
    outcome: CheckOutcome
    finding: Phrase
    """One or two sentences."""
    remedy: Phrase = NO_PHRASE
    """What to do; never empty where the outcome is not `ok`."""
    id: str = ""
    group: CheckGroup = "program"
    command: str = ""
    """What to type in a terminal for the remedy, where there is such a thing."""
    act: CheckRemedy = ""


def passed_check(topic: CheckTopic, finding: Phrase) -> CheckResult:
    """Return that all is as it should be."""
    return CheckResult(topic.name, "ok", finding, id=topic.id, group=topic.group)


def limited_check(
    topic: CheckTopic, finding: Phrase, remedy: Phrase, command: str = "", act: CheckRemedy = ""
) -> CheckResult:
    """Return that the program works with something less."""
    return CheckResult(topic.name, "warning", finding, remedy, topic.id, topic.group, command, act)


def failed_check(
    topic: CheckTopic, finding: Phrase, remedy: Phrase, command: str = "", act: CheckRemedy = ""
) -> CheckResult:
    """Return that a main part cannot work."""
    return CheckResult(topic.name, "failed", finding, remedy, topic.id, topic.group, command, act)


log = logging.getLogger(__name__)

MAX_RUNNING_PROBES = 2
"""Checks under way at a time: with all of them at once the window's own thread hardly had its turn."""

PROBE_GRACE = 1.0
"""Seconds after which one that has not answered no longer keeps the next from beginning: it waits for something."""

DEFAULT_PROBE_TIMEOUT = 15.0
"""Seconds; a disk that was asleep takes some."""


@dataclass(frozen=True, slots=True)
class CheckProbe:
    """One thing to try; it may find out several."""

    topic: CheckTopic
    """What is said of it where it does not come back."""
    run: Callable[[], Sequence[CheckResult]]
    """Called in a thread of its own."""
    limit: float = DEFAULT_PROBE_TIMEOUT
    """Seconds after which it is left alone."""


class ProbeResult(NamedTuple):
    """What one probe found."""

    number: int
    """Its place among the probes."""
    checks: Sequence[CheckResult]


async def run_probes(probes: Sequence[CheckProbe]) -> AsyncIterator[ProbeResult]:
    """Try all *probes*, a few at a time, and yield what each found, the quickest first.

    What hangs makes room for the others after a second, and is told as such when its limit is over; its thread is a
    daemon, which keeps no program from ending.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Queue[ProbeResult] = asyncio.Queue()
    left = deque(enumerate(probes))
    young: dict[int, float] = {}
    limits: dict[int, float] = {}

    def report(found: ProbeResult) -> None:
        with suppress(RuntimeError):  # The loop ended meanwhile: nobody waits for it.
            loop.call_soon_threadsafe(done.put_nowait, found)

    def begin_some() -> None:
        while left and len(young) < MAX_RUNNING_PROBES:
            number, probe = left.popleft()
            young[number], limits[number] = loop.time() + PROBE_GRACE, loop.time() + probe.limit
            name = f"check-{probe.topic.id}"
            threading.Thread(target=_run_probe, args=(number, probe, report), name=name, daemon=True).start()

    begin_some()
    while limits:
        try:
            async with asyncio.timeout_at(min([*limits.values(), *young.values()])):
                number, checks = await done.get()
        except TimeoutError:
            for old in [number for number, until in young.items() if until <= loop.time()]:
                del young[old]
            late = [number for number, until in limits.items() if until <= loop.time()]
            found = [ProbeResult(number, [_hung(probes[number])]) for number in late]
        else:
            young.pop(number, None)
            # Nothing is made of an answer that comes after its limit.
            found = [ProbeResult(number, list(checks))] if number in limits else []
        for number, _ in found:
            del limits[number]
        begin_some()
        for one in found:
            yield one


async def run_all_probes(probes: Sequence[CheckProbe]) -> list[CheckResult]:
    """Try all *probes* and return what was found, in their order."""
    found = {number: checks async for number, checks in run_probes(probes)}
    return [check for number in sorted(found) for check in found[number]]


def _run_probe(number: int, probe: CheckProbe, report: Callable[[ProbeResult], None]) -> None:
    try:
        report(ProbeResult(number, probe.run()))
    except Exception as fault:  # one fault of ours must not take the other findings along; it is told and logged
        log.error("A check failed: %s", probe.topic.id, exc_info=fault)
        report(ProbeResult(number, [_failed(probe.topic, fault)]))


def _hung(probe: CheckProbe) -> CheckResult:
    return limited_check(
        probe.topic,
        Phrase("No answer within {0} seconds.", f"{probe.limit:.0f}"),
        Phrase("A drive, a keyring or a server may hang. See to it and check again."),
    )


def _failed(topic: CheckTopic, error: Exception) -> CheckResult:
    return failed_check(
        topic,
        Phrase("The check itself failed: {0}.", type(error).__name__),
        Phrase("The log says more. Please report it."),
    )
