"""Detection of a usable display, done before Qt is imported because Qt aborts the process without one."""

import _socket  # `socket` without its enums and selectors, which would delay the first window
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from vaultdesk.core.phrases import NO_PHRASE, Phrase

X_PORT = 6000
"""TCP port of X display 0; display N listens at 6000 + N."""
X_TIMEOUT = 2.0
"""Seconds to wait for a remote X display."""


def display_problem(environment: Mapping[str, str] = os.environ) -> Phrase:
    """Return why no window can be shown here, as a sentence; empty if one can."""
    if sys.platform in ("win32", "darwin"):
        return NO_PHRASE
    platform = environment.get("QT_QPA_PLATFORM", "")
    if platform and not platform.startswith(("xcb", "wayland")):
        return NO_PHRASE  # offscreen, vnc and similar platforms need no display
    if _wayland_socket(environment) or _x_display(environment):
        return NO_PHRASE
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return Phrase("The display this terminal names does not answer.")
    return Phrase("No display can be reached from this terminal.")


def _wayland_socket(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY")
    if not name:
        return False
    path = Path(environment.get("XDG_RUNTIME_DIR", "/run")) / name
    return _local_answers(str(path))


def _x_display(environment: Mapping[str, str]) -> bool:
    found = re.fullmatch(r"(?P<host>[^:]*):(?P<number>\d{1,5})(\.\d+)?", environment.get("DISPLAY", ""))
    if not found:
        return False
    number = int(found["number"])
    if found["host"] in ("", "unix"):
        # A display in another mount namespace offers only the abstract socket.
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - the location that X defines
        return _local_answers(path) or _local_answers(f"\0{path}")
    return _answers(_socket.AF_INET, (found["host"], X_PORT + number))


def _local_answers(address: str) -> bool:
    if sys.platform == "win32":
        return False  # Its Python has no such sockets.
    return _answers(_socket.AF_UNIX, address)


def _answers(family: int, address: str | tuple[str, int]) -> bool:
    probe = _socket.socket(family, _socket.SOCK_STREAM)
    try:
        probe.settimeout(X_TIMEOUT)
        probe.connect(address)
    except OSError:
        return False
    finally:
        probe.close()
    return True
