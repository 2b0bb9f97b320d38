"""Loop guard: the same call again and again in one conversation is stopped. Counts; stops nothing itself."""

import hashlib
import json
from collections import deque
from collections.abc import Callable, Mapping

from pydantic import JsonValue

WINDOW = 30.0
"""Seconds in which repeats count: a model that is stuck asks again within a few."""

MOST = 2
"""Equal calls in the window that go on; the one after them is stopped. Twice is a check, three times is a loop."""

FORGOTTEN_AFTER = 4096
"""Kinds of calls remembered before those outside the window are swept out."""


class LoopGuard:
    """Remembers the last half minute of calls."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def count(self, conversation_id: str, tool: str, arguments: Mapping[str, JsonValue]) -> bool:
        """Count one call; return whether it is one too many. A stopped call counts too.

        Calls outside a conversation are the person's own acts and never a loop.
        """
        if not conversation_id:
            return False
        now = self._clock()
        if len(self._times) > FORGOTTEN_AFTER:
            self._times = {key: times for key, times in self._times.items() if times[-1] > now - WINDOW}
        same = json.dumps([conversation_id, tool, arguments], sort_keys=True)
        times = self._times.setdefault(hashlib.sha256(same.encode("utf-8", "surrogatepass")).hexdigest(), deque())
        while times and times[0] <= now - WINDOW:
            times.popleft()
        times.append(now)
        while len(times) > MOST + 1:
            times.popleft()
        return len(times) > MOST
