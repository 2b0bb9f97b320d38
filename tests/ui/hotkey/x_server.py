"""X server: an Xvfb of a test's own, and keys pressed on it as by a person. Skips where either is not installed."""

import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

WAIT = 10.0
"""Seconds an Xvfb may take to say its number, or to end."""


@contextmanager
def x_server() -> Iterator[str]:
    """Run one; it chooses a free number itself and tells it."""
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    problem_changed, tells = os.pipe()
    command = ["Xvfb", "-displayfd", str(tells), "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(tells,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(tells)
    try:
        with os.fdopen(problem_changed) as line:
            ready, _, _ = select.select([line], [], [], WAIT)
            number = line.readline().strip() if ready else ""
        assert number, "Xvfb was not ready in time"
        yield f":{number}"
    finally:
        ended(server)


def ended(process: "subprocess.Popen[Any]") -> None:
    """End *process*, and wait for that only so long."""
    process.terminate()
    try:
        process.wait(WAIT)
    except subprocess.TimeoutExpired:
        process.kill()


def press(display: str, keys: str) -> None:
    """Press and release *keys*, as `ctrl+alt+space`, through the server's own test extension."""
    subprocess.run(["xdotool", "key", keys], env={**os.environ, "DISPLAY": display}, check=True, timeout=WAIT)


def hold(display: str, *keys: str, seconds: float) -> None:
    """Hold *keys* down for so long: the server repeats the last one after two thirds of a second."""
    words = [*(word for key in keys for word in ("keydown", key)), "sleep", str(seconds)]
    words += [word for key in reversed(keys) for word in ("keyup", key)]
    subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": display}, check=True, timeout=WAIT)
