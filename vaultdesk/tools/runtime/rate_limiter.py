"""Rate limiter of tool calls: the requests of each agent, counted over a sliding minute."""

from collections import deque
from collections.abc import Callable

RATE_WINDOW = 60.0
"""Seconds over which calls are counted."""


class RateCounter:
    """A sliding count of requests."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self.most = most
        self._clock = clock
        self._times: deque[float] = deque()

    def count(self) -> float:
        """Count one request; return 0 where it may go on, else the seconds until the next one may."""
        now = self._clock()
        while self._times and self._times[0] <= now - RATE_WINDOW:
            self._times.popleft()
        over = len(self._times) - self.most
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

    def count(self, agent: str, most: int) -> float:
        """Count one request of *agent*, who may make *most* a minute; return the seconds it has to wait, else 0."""
        rate = self._rates.setdefault(agent, RateCounter(most, self._clock))
        rate.most = most  # Its profile may have been changed since: what was counted stays counted.
        return rate.count()
