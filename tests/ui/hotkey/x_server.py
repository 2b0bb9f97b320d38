"""X server: an Xvfb of a test's own, and keys pressed on it as by a person. Skips where either is not installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

WAIT = 10.0
"""Seconds an Xvfb may take to say its number."""


@contextmanager
def x_server() -> Iterator[str]:
    """Run one; it chooses a free number itself and tells it."""
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    told, tells = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(tells), "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(tells,),
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(tells)
        try:
            with os.fdopen(told) as line:
                number = line.readline().strip()
            assert number, "Xvfb ended before it was ready"
            yield f":{number}"
        finally:
            server.terminate()


def press(display: str, keys: str) -> None:
    """Press and release *keys*, as `ctrl+alt+space`, through the server's own test extension."""
    subprocess.run(["xdotool", "key", keys], env={**os.environ, "DISPLAY": display}, check=True, timeout=WAIT)
