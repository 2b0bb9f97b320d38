"""Throttle of background embedding: it waits for searches and scans, and pauses by user choice, settings or on
battery."""

import asyncio
import ctypes
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.index_state import IndexState

LINUX_SUPPLIES = Path("/sys/class/power_supply")
"""Where Linux lists batteries and power supplies."""

PMSET_TIMEOUT = 5
"""Seconds macOS may take to answer; it usually takes a few hundredths."""


def on_battery() -> bool:
    """Return whether the computer runs on battery. Blocks for some hundredths of a second; raises nothing."""
    if sys.platform == "darwin":
        return _macos_on_battery()
    if sys.platform == "win32":
        return _windows_on_battery()
    return linux_on_battery(LINUX_SUPPLIES)


def linux_on_battery(supplies: Path) -> bool:
    """Return whether, of the supplies below *supplies*, none is plugged in and a battery is discharging."""
    discharging = False
    try:
        entries = sorted(supplies.iterdir())
    except OSError:
        return False
    for supply in entries:
        kind = _read_word(supply / "type")
        if kind in ("Mains", "USB", "Wireless") and _read_word(supply / "online") == "1":
            return False
        # A mouse or a headset has a battery, too; its scope is Device.
        if kind == "Battery" and _read_word(supply / "scope") != "Device":
            discharging = discharging or _read_word(supply / "status") == "Discharging"
    return discharging


def macos_reports_battery(output: str) -> bool:
    """Return whether the output of `pmset -g batt` reports battery power."""
    return "'Battery Power'" in output


def _macos_on_battery() -> bool:
    try:
        result = subprocess.run(
            ["/usr/bin/pmset", "-g", "batt"], capture_output=True, text=True, timeout=PMSET_TIMEOUT, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return macos_reports_battery(result.stdout)


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
        succeeded = getattr(ctypes, "windll").kernel32.GetSystemPowerStatus(ctypes.byref(status))  # noqa: B009 - Windows only
    except (AttributeError, OSError):
        return False
    return bool(succeeded) and status.line == 0


def _read_word(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


POWER_CHECK_INTERVAL = 60.0
"""Seconds between two checks for mains power."""


class ThrottleOptions(Struct, frozen=True):
    """Options chosen by the user."""

    paused: bool = False
    on_battery: bool = False
    """Whether embedding continues without mains power."""


class Throttle:
    """Decides when background embedding waits. Belongs to the event loop.

    It waits during searches and scans (`wait_until_free`), and is paused by the user, the settings or on battery
    (`pause_reason`).
    """

    def __init__(self, options: Callable[[], ThrottleOptions]) -> None:
        self._options = options
        self._searches = 0
        self._scanning = False
        self._paused = False
        self._on_battery = False
        self._power_checked_at = -POWER_CHECK_INTERVAL
        self._free = asyncio.Event()
        self._free.set()
        self.last_search = time.monotonic()
        """When the last search ended, on the monotonic clock."""

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Suspend embedding while the block runs."""
        self._searches += 1
        self._update()
        try:
            yield
        finally:
            self._searches -= 1
            self.last_search = time.monotonic()
            self._update()

    def index_state_changed(self, state: IndexState) -> None:
        """Suspend embedding while notes are being scanned."""
        self._scanning = state.phase == "scanning"
        self._update()

    async def wait_until_free(self) -> None:
        """Wait until no search and no scan is running."""
        await self._free.wait()

    def pause(self) -> None:
        """Pause embedding until `resume`."""
        self._paused = True

    def resume(self) -> None:
        """End the pause; the settings and the battery may still keep embedding paused."""
        self._paused = False

    @property
    def is_power_check_due(self) -> bool:
        """Whether the power has to be checked again and the result can matter."""
        return not self._options().on_battery and time.monotonic() - self._power_checked_at >= POWER_CHECK_INTERVAL

    def set_power(self, *, on_battery: bool) -> None:
        """Record the result of a power check."""
        self._on_battery, self._power_checked_at = on_battery, time.monotonic()

    @property
    def pause_reason(self) -> Phrase:
        """The reason for a pause, as a sentence; empty if embedding is not paused."""
        options = self._options()
        if self._paused or options.paused:
            return Phrase("Paused.")
        if self._on_battery and not options.on_battery:
            return Phrase("Paused on battery.")
        return NO_PHRASE

    def _update(self) -> None:
        if self._searches or self._scanning:
            self._free.clear()
        else:
            self._free.set()
