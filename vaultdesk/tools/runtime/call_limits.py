"""Limits on how often calls run: calls per minute of each agent, and equal calls of one conversation."""

import hashlib
import json
from collections import deque
from collections.abc import Callable, Mapping

from pydantic import JsonValue

MAX_CALLS_PER_ANSWER = 20
"""Maximum number of executed calls of one answer; each further one is refused."""

LOOP_WINDOW = 30.0
"""Seconds in which repeats count: a model in a loop repeats a call within a few."""

MAX_EQUAL_CALLS = 2
"""Maximum number of equal calls in the window; further ones are refused. Two are a check, three are a loop."""

MAX_REMEMBERED_CALLS = 4096
"""Number of remembered calls from which old ones are removed."""


class LoopGuard:
    """Detects repeated calls in a time window."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: dict[tuple[str, bool, str], deque[float]] = {}
        """Times of calls, by conversation, whether they read notes, and the hash of tool and arguments."""

    def is_repeated(
        self, conversation_id: str, tool: str, arguments: Mapping[str, JsonValue], *, reads: bool = False
    ) -> bool:
        """Count one call; return whether it exceeds the limit. A refused call counts too.

        Calls outside a conversation are user actions and never a loop.
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
        """Undo the count of a reading call that was answered with its earlier result."""
        self._times.pop(_call_key(conversation_id, tool, arguments, reads=True), None)

    def forget_reads(self, conversation_id: str) -> None:
        """Reset the counts of a conversation's reading calls: after changes of notes, equal calls have other
        results.
        """
        self._times = {key: times for key, times in self._times.items() if key[:2] != (conversation_id, True)}


def _call_key(
    conversation_id: str, tool: str, arguments: Mapping[str, JsonValue], reads: bool
) -> tuple[str, bool, str]:
    same = json.dumps([tool, arguments], sort_keys=True)
    return conversation_id, reads, hashlib.sha256(same.encode("utf-8", "surrogatepass")).hexdigest()


RATE_WINDOW = 60.0
"""Seconds over which calls are counted."""


class RateCounter:
    """Sliding-window rate counter."""

    def __init__(self, limit: int, clock: Callable[[], float]) -> None:
        self.limit = limit
        self._clock = clock
        self._times: deque[float] = deque()

    def wait_seconds(self) -> float:
        """Count one request; return 0 if it may continue, else the seconds to wait."""
        now = self._clock()
        while self._times and self._times[0] <= now - RATE_WINDOW:
            self._times.popleft()
        over = len(self._times) - self.limit
        # Requests over the limit count too, so a model that keeps calling stays blocked.
        self._times.append(now)
        if over < 0:
            return 0.0
        return self._times[over + 1] + RATE_WINDOW - now if over + 1 < len(self._times) else RATE_WINDOW


class RateLimiter:
    """Rate limits of all agents, independent of each other."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rates: dict[str, RateCounter] = {}

    def wait_seconds(self, agent: str, limit: int) -> float:
        """Count one request of *agent*, limited to *limit* per minute; return the seconds to wait, else 0."""
        rate = self._rates.setdefault(agent, RateCounter(limit, self._clock))
        rate.limit = limit  # Its profile may have changed; the earlier count stays valid.
        return rate.wait_seconds()
