"""Own display: an X display, a session bus and its accessibility bus of our own, for a program that is really started.

Needs Xvfb, dbus-daemon and at-spi2-core; `missing()` names what is not here.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")

PACKAGES = {"Xvfb": "xvfb", "dbus-daemon": "dbus-daemon", "at-spi-bus-launcher": "at-spi2-core"}
"""What is started, and Debian's package of it."""

END = 10.0
"""Seconds a program has to end when it is told to."""


def missing() -> str:
    """Return which packages are lacking, as a reason to leave a test out; empty where all is here."""
    found = {
        "Xvfb": shutil.which("Xvfb"),
        "dbus-daemon": shutil.which("dbus-daemon"),
        "at-spi-bus-launcher": _launcher(),
    }
    lacking = [PACKAGES[name] for name, path in found.items() if path is None]
    return f"needs the packages {' '.join(lacking)}" if lacking else ""


@contextmanager
def own_display(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a program on a display and buses of its own; *folder* is theirs."""
    runtime = folder / "run"
    runtime.mkdir(mode=0o700, parents=True)
    environment = {
        **{key: value for key, value in os.environ.items() if key not in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM")},
        "XDG_RUNTIME_DIR": str(runtime),
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "NO_AT_BRIDGE": "0",
    }
    with ExitStack() as running:
        environment["DISPLAY"] = f":{_display(running)}"
        environment["DBUS_SESSION_BUS_ADDRESS"] = _session_bus(running, environment)
        launcher = _launcher()
        assert launcher is not None
        running.enter_context(started([launcher, "--launch-immediately"], environment))
        yield environment


@contextmanager
def started(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run *command* for the block; it is ended after it, with everything it started."""
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(END)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _display(running: ExitStack) -> int:
    """Start a display with a number that the server itself finds free."""
    read, write = os.pipe()
    # Without -noreset it begins anew when its last client leaves, and whoever comes that moment finds no display.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]
    process = subprocess.Popen(
        command, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    running.callback(_end, process)
    os.close(write)
    with os.fdopen(read) as told:
        return int(told.readline())


def _session_bus(running: ExitStack, environment: dict[str, str]) -> str:
    place = Path(environment["XDG_RUNTIME_DIR"], "bus")  # where a session's is on every desktop
    process = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={place}"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    running.callback(_end, process)
    assert process.stdout is not None
    with process.stdout as told:
        return told.readline().decode().strip()


def _launcher() -> str | None:
    return next((path for path in LAUNCHERS if os.access(path, os.X_OK)), None)
