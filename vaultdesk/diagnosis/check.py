"""Checks: the result of one check, and the runner that performs many concurrently, each with a time limit."""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Phrase

CheckOutcome = Literal["ok", "warning", "failed"]
"""`warning`: the program works with limitations. `failed`: a main part of it does not work."""

CheckGroup = Literal["program", "folders", "window", "vault", "search", "models"]
"""The subject of a check; shown in this order."""

CHECK_GROUPS: tuple[CheckGroup, ...] = ("program", "folders", "window", "vault", "search", "models")

CheckRemedy = Literal["", "index", "providers", "web", "desktop"]
"""The action of the window's button: open the index page, where it can be rebuilt, or a page of the settings."""


class CheckTopic(Struct, frozen=True):
    """The subject of a check. Its id and name do not change, because scripts rely on them."""

    name: str
    id: str
    group: CheckGroup


class CheckResult(Struct, frozen=True):
    """The result of a check."""

    name: str
    outcome: CheckOutcome
    finding: Phrase
    """One or two sentences."""
    remedy: Phrase = NO_PHRASE
    """What to do; never empty unless the outcome is `ok`."""
    id: str = ""
    group: CheckGroup = "program"
    command: str = ""
    """A terminal command for the remedy, if there is one."""
    action: CheckRemedy = ""


def passed_check(topic: CheckTopic, finding: Phrase) -> CheckResult:
    """Return a result without a problem."""
    return CheckResult(topic.name, "ok", finding, id=topic.id, group=topic.group)


def limited_check(
    topic: CheckTopic, finding: Phrase, remedy: Phrase, command: str = "", action: CheckRemedy = ""
) -> CheckResult:
    """Return a result for a limitation."""
    return CheckResult(topic.name, "warning", finding, remedy, topic.id, topic.group, command, action)


def failed_check(
    topic: CheckTopic, finding: Phrase, remedy: Phrase, command: str = "", action: CheckRemedy = ""
) -> CheckResult:
    """Return a result for a main part that does not work."""
    return CheckResult(topic.name, "failed", finding, remedy, topic.id, topic.group, command, action)


log = logging.getLogger(__name__)

MAX_RUNNING_PROBES = 2
"""Maximum number of checks that run at the same time: all together leave the window's thread no time."""

PROBE_GRACE = 1.0
"""Seconds after which the next check starts although this one is unfinished: it is waiting for something."""

DEFAULT_PROBE_TIMEOUT = 15.0
"""Seconds. A disk on standby takes several to start."""


class CheckProbe(Struct, frozen=True):
    """A test with one or more results."""

    topic: CheckTopic
    """The topic of the result if it does not finish."""
    run: Callable[[], Sequence[CheckResult]]
    """Called in a separate thread."""
    limit: float = DEFAULT_PROBE_TIMEOUT
    """Seconds after which it is abandoned."""


class ProbeResult(NamedTuple):
    """The results of one probe."""

    number: int
    """Its index among the probes."""
    checks: Sequence[CheckResult]


async def run_probes(probes: Sequence[CheckProbe]) -> AsyncIterator[ProbeResult]:
    """Run all *probes*, a few at a time, and yield the results of each as it finishes.

    A blocked probe delays the others for `PROBE_GRACE` seconds, and is reported as blocked at its limit. Its thread is
    a daemon, which does not prevent the program from ending.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Queue[ProbeResult] = asyncio.Queue()
    pending = deque(enumerate(probes))
    grace_ends: dict[int, float] = {}
    deadlines: dict[int, float] = {}

    def report(result: ProbeResult) -> None:
        with suppress(RuntimeError):  # The loop has ended; the result is not needed.
            loop.call_soon_threadsafe(done.put_nowait, result)

    def start_probes() -> None:
        while pending and len(grace_ends) < MAX_RUNNING_PROBES:
            number, probe = pending.popleft()
            grace_ends[number], deadlines[number] = loop.time() + PROBE_GRACE, loop.time() + probe.limit
            name = f"check-{probe.topic.id}"
            threading.Thread(target=_run_probe, args=(number, probe, report), name=name, daemon=True).start()

    start_probes()
    while deadlines:
        try:
            async with asyncio.timeout_at(min([*deadlines.values(), *grace_ends.values()])):
                number, checks = await done.get()
        except TimeoutError:
            for number in [number for number, end in grace_ends.items() if end <= loop.time()]:
                del grace_ends[number]
            expired = [number for number, end in deadlines.items() if end <= loop.time()]
            results = [ProbeResult(number, [_timed_out(probes[number])]) for number in expired]
        else:
            grace_ends.pop(number, None)
            # A result after the limit is ignored.
            results = [ProbeResult(number, list(checks))] if number in deadlines else []
        for number, _ in results:
            del deadlines[number]
        start_probes()
        for result in results:
            yield result


async def run_all_probes(probes: Sequence[CheckProbe]) -> list[CheckResult]:
    """Run all *probes* and return the results, in their order."""
    results = {number: checks async for number, checks in run_probes(probes)}
    return [check for number in sorted(results) for check in results[number]]


def _run_probe(number: int, probe: CheckProbe, report: Callable[[ProbeResult], None]) -> None:
    try:
        report(ProbeResult(number, probe.run()))
    except Exception as error:  # one faulty check must not lose the other results; it is reported and logged
        log.error("A check failed: %s", probe.topic.id, exc_info=error)
        report(ProbeResult(number, [_failed(probe.topic, error)]))


def _timed_out(probe: CheckProbe) -> CheckResult:
    return limited_check(
        probe.topic,
        Phrase("No answer within {0} seconds.", f"{probe.limit:.0f}"),
        Phrase("A drive, a keyring or a server may not be responding. Check it, then run the check again."),
    )


def _failed(topic: CheckTopic, error: Exception) -> CheckResult:
    return failed_check(
        topic,
        Phrase("The check itself failed: {0}.", type(error).__name__),
        Phrase("The log has details. Please report it."),
    )
