"""Power: whether this computer runs on its battery, as far as the system tells. What nobody tells counts as mains."""

import ctypes
import subprocess
import sys
from pathlib import Path

LINUX_SUPPLIES = Path("/sys/class/power_supply")
"""Where Linux tells of every battery and plug."""

PATIENCE = 5
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
            ["/usr/bin/pmset", "-g", "batt"], capture_output=True, text=True, timeout=PATIENCE, check=False
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
