"""Limits on how often calls run: calls a minute of each agent, and equal calls of one conversation."""

import hashlib
import json
from collections import deque
from collections.abc import Callable, Mapping

from pydantic import JsonValue

MAX_CALLS_PER_ANSWER = 20
"""Calls of one answer that are carried out; each one after them is refused by itself."""

LOOP_WINDOW = 30.0
"""Seconds in which repeats count: a model that is stuck asks again within a few."""

MAX_EQUAL_CALLS = 2
"""Equal calls in the window that go on; the one after them is stopped. Twice is a check, three times is a loop."""

MAX_REMEMBERED_CALLS = 4096
"""Kinds of calls remembered before those outside the window are swept out."""


class LoopGuard:
    """Remembers the last half minute of calls."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: dict[tuple[str, bool, str], deque[float]] = {}
        """When a call was made, by conversation, whether it reads notes, and the hash of its tool and arguments."""

    def is_repeated(
        self, conversation_id: str, tool: str, arguments: Mapping[str, JsonValue], *, reads: bool = False
    ) -> bool:
        """Count one call; return whether it is one too many. A stopped call counts too.

        Calls outside a conversation are the person's own acts and never a loop.
        """
        if not conversation_id:
            return False
        now = self._clock()
        if len(self._times) > MAX_REMEMBERED_CALLS:
            self._times = {key: times for key, times in self._times.items() if times[-1] > now - LOOP_WINDOW}
        times = self._times.setdefault(_call_key(conversation_id, tool, arguments, reads), deque())
        while times and times[0] <= now - LOOP_WINDOW:
            times.popleft()
        times.append(now)
        while len(times) > MAX_EQUAL_CALLS + 1:
            times.popleft()
        return len(times) > MAX_EQUAL_CALLS

    def forget_call(self, conversation_id: str, tool: str, arguments: Mapping[str, JsonValue]) -> None:
        """Count a reading call no more: it was given its earlier result and not carried out."""
        self._times.pop(_call_key(conversation_id, tool, arguments, reads=True), None)

    def forget_reads(self, conversation_id: str) -> None:
        """Count the reading calls of a conversation anew: notes were changed, and equal calls have other results."""
        self._times = {key: times for key, times in self._times.items() if key[:2] != (conversation_id, True)}


def _call_key(
    conversation_id: str, tool: str, arguments: Mapping[str, JsonValue], reads: bool
) -> tuple[str, bool, str]:
    same = json.dumps([tool, arguments], sort_keys=True)
    return conversation_id, reads, hashlib.sha256(same.encode("utf-8", "surrogatepass")).hexdigest()


RATE_WINDOW = 60.0
"""Seconds over which calls are counted."""


class RateCounter:
    """A sliding count of requests."""

    def __init__(self, limit: int, clock: Callable[[], float]) -> None:
        self.limit = limit
        self._clock = clock
        self._times: deque[float] = deque()

    def wait_seconds(self) -> float:
        """Count one request; return 0 where it may go on, else the seconds until the next one may."""
        now = self._clock()
        while self._times and self._times[0] <= now - RATE_WINDOW:
            self._times.popleft()
        over = len(self._times) - self.limit
        # The newest ones decide: requests over the limit count too, so a model that hammers keeps itself out.
        self._times.append(now)
        if over < 0:
            return 0.0
        return self._times[over + 1] + RATE_WINDOW - now if over + 1 < len(self._times) else RATE_WINDOW


class RateLimiter:
    """The rates of all agents, each its own: one that hammers keeps out nobody else."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rates: dict[str, RateCounter] = {}

    def wait_seconds(self, agent: str, limit: int) -> float:
        """Count one request of *agent*, who may make *limit* a minute; return the seconds it has to wait, else 0."""
        rate = self._rates.setdefault(agent, RateCounter(limit, self._clock))
        rate.limit = limit  # Its profile may have been changed since: what was counted stays counted.
        return rate.wait_seconds()
