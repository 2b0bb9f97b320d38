"""Pace: when reading for meaning waits: for who asks, for a scan, for the person's wish, on battery. Reads nothing."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from vaultdesk.index.events import IndexState

POWER_EVERY = 60.0
"""Seconds between two looks at whether there is mains power."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person chose."""

    paused: bool = False
    on_battery: bool = False
    """Whether reading goes on without mains power."""


class Pace:
    """Belongs to the loop."""

    def __init__(self, wishes: Callable[[], Wishes]) -> None:
        self._wishes = wishes
        self._asking = 0
        self._scanning = False
        self._paused = False
        self._on_battery = False
        self._looked = -POWER_EVERY
        self._free = asyncio.Event()
        self._free.set()
        self.asked = time.monotonic()
        """When the last question was."""

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Have reading wait as long as the block lasts: somebody asks."""
        self._asking += 1
        self._settle()
        try:
            yield
        finally:
            self._asking -= 1
            self.asked = time.monotonic()
            self._settle()

    def follow(self, state: IndexState) -> None:
        """Have reading wait as long as notes are being scanned."""
        self._scanning = state.phase == "scanning"
        self._settle()

    async def turn(self) -> None:
        """Wait until nobody asks and nothing is scanned."""
        await self._free.wait()

    def pause(self) -> None:
        """Have reading wait until `resume`."""
        self._paused = True

    def resume(self) -> None:
        """Let it go on, as far as nothing else speaks against it."""
        self._paused = False

    @property
    def power_unknown(self) -> bool:
        """Whether it is time to look at the power again, and would change anything."""
        return not self._wishes().on_battery and time.monotonic() - self._looked >= POWER_EVERY

    def tell_power(self, on_battery: bool) -> None:
        """Know whether mains power is missing."""
        self._on_battery, self._looked = on_battery, time.monotonic()

    @property
    def why(self) -> str:
        """Why reading is paused, as a sentence; empty where it is not."""
        wishes = self._wishes()
        if self._paused or wishes.paused:
            return "Paused."
        if self._on_battery and not wishes.on_battery:
            return "Paused on battery."
        return ""

    def _settle(self) -> None:
        if self._asking or self._scanning:
            self._free.clear()
        else:
            self._free.set()
