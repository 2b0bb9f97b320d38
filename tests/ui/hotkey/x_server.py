"""A private Xvfb server and key presses on it. Skips where Xvfb or xdotool is not installed."""

import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

WAIT = 10.0
"""Seconds Xvfb may take to report its display number, or to terminate."""


@contextmanager
def x_server() -> Iterator[str]:
    """Run Xvfb and yield its display; it chooses a free number itself."""
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(write_end,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as line:
            ready, _, _ = select.select([line], [], [], WAIT)
            number = line.readline().strip() if ready else ""
        assert number, "Xvfb was not ready in time"
        yield f":{number}"
    finally:
        terminate(server)


def terminate(process: "subprocess.Popen[Any]") -> None:
    """Terminate *process*, or kill it after a timeout."""
    process.terminate()
    try:
        process.wait(WAIT)
    except subprocess.TimeoutExpired:
        process.kill()


def press(display: str, keys: str) -> None:
    """Press and release *keys*, as `ctrl+alt+space`, through the server's own test extension."""
    subprocess.run(["xdotool", "key", keys], env={**os.environ, "DISPLAY": display}, check=True, timeout=WAIT)


def hold(display: str, *keys: str, seconds: float) -> None:
    """Hold *keys* down for *seconds*: the server repeats the last one after two thirds of a second."""
    arguments = [*(argument for key in keys for argument in ("keydown", key)), "sleep", str(seconds)]
    arguments += [argument for key in reversed(keys) for argument in ("keyup", key)]
    subprocess.run(["xdotool", *arguments], env={**os.environ, "DISPLAY": display}, check=True, timeout=WAIT)
