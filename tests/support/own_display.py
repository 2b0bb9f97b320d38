"""Own display: a separate X display, session bus and accessibility bus for a program in its own process.

Needs Xvfb, dbus-daemon and at-spi2-core; `missing()` names the packages that are not installed.
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
"""Programs, each with its Debian package."""

END = 10.0
"""Seconds in which a program must end after SIGTERM."""


def missing() -> str:
    """Return the missing packages as a reason to skip a test; empty if all are installed."""
    paths = {
        "Xvfb": shutil.which("Xvfb"),
        "dbus-daemon": shutil.which("dbus-daemon"),
        "at-spi-bus-launcher": _launcher(),
    }
    missing_packages = [PACKAGES[name] for name, path in paths.items() if path is None]
    return f"needs the packages {' '.join(missing_packages)}" if missing_packages else ""


@contextmanager
def own_display(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a program on a separate display and buses, whose files are in *folder*."""
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
    """Run *command* for the duration of the block, then terminate its process group."""
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
    """Start a display with a number chosen by the server; return the number."""
    read, write = os.pipe()
    # Without -noreset it resets when its last client disconnects, and a client connecting then finds no display.
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]
    process = subprocess.Popen(
        command, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    running.callback(_end, process)
    os.close(write)
    with os.fdopen(read) as output:
        return int(output.readline())


def _session_bus(running: ExitStack, environment: dict[str, str]) -> str:
    place = Path(environment["XDG_RUNTIME_DIR"], "bus")  # The usual path of a session bus.
    process = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={place}"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    running.callback(_end, process)
    assert process.stdout is not None
    with process.stdout as output:
        return output.readline().decode().strip()


def _launcher() -> str | None:
    return next((path for path in LAUNCHERS if os.access(path, os.X_OK)), None)
