"""Throttle of background embedding: it waits for searches, scans, the user's choice and mains power."""

import asyncio
import ctypes
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from vaultdesk.index.index_events import IndexState

LINUX_SUPPLIES = Path("/sys/class/power_supply")
"""Where Linux tells of every battery and plug."""

PMSET_TIMEOUT = 5
"""Seconds macOS may take to answer; it needs a few hundredths."""


def on_battery() -> bool:
    """Tell whether mains power is missing. May take some hundredths of a second; raises nothing."""
    if sys.platform == "darwin":
        return _macos_on_battery()
    if sys.platform == "win32":
        return _windows_on_battery()
    return linux_on_battery(LINUX_SUPPLIES)


def linux_on_battery(supplies: Path) -> bool:
    """Read the supplies below *supplies*: on battery is who has no plug in use, and a battery that gets emptier."""
    discharging = False
    try:
        found = sorted(supplies.iterdir())
    except OSError:
        return False
    for supply in found:
        kind = _word(supply / "type")
        if kind in ("Mains", "USB", "Wireless") and _word(supply / "online") == "1":
            return False
        # A mouse or a headset has a battery, too: their scope is Device.
        if kind == "Battery" and _word(supply / "scope") != "Device":
            discharging = discharging or _word(supply / "status") == "Discharging"
    return discharging


def macos_says_battery(said: str) -> bool:
    """Understand what `pmset -g batt` answers."""
    return "'Battery Power'" in said


def _macos_on_battery() -> bool:
    try:
        asked = subprocess.run(
            ["/usr/bin/pmset", "-g", "batt"], capture_output=True, text=True, timeout=PMSET_TIMEOUT, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return macos_says_battery(asked.stdout)


class _WindowsPower(ctypes.Structure):
    _fields_ = [
        ("line", ctypes.c_ubyte),
        ("battery", ctypes.c_ubyte),
        ("percent", ctypes.c_ubyte),
        ("saver", ctypes.c_ubyte),
        ("seconds", ctypes.c_ulong),
        ("full_seconds", ctypes.c_ulong),
    ]


def _windows_on_battery() -> bool:
    status = _WindowsPower()
    try:
        told = getattr(ctypes, "windll").kernel32.GetSystemPowerStatus(ctypes.byref(status))  # noqa: B009 - there on Windows only
    except (AttributeError, OSError):
        return False
    return bool(told) and status.line == 0


def _word(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


POWER_CHECK_INTERVAL = 60.0
"""Seconds between two looks at whether there is mains power."""


@dataclass(frozen=True, slots=True)
class ThrottleOptions:
    """What the person chose."""

    paused: bool = False
    on_battery: bool = False
    """Whether reading goes on without mains power."""


class Throttle:
    """Belongs to the loop."""

    def __init__(self, wishes: Callable[[], ThrottleOptions]) -> None:
        self._wishes = wishes
        self._asking = 0
        self._scanning = False
        self._paused = False
        self._on_battery = False
        self._looked = -POWER_CHECK_INTERVAL
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
        return not self._wishes().on_battery and time.monotonic() - self._looked >= POWER_CHECK_INTERVAL

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
