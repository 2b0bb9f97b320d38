#!/usr/bin/env python3
"""Dev: sets the project up in its own .venv, then starts VaultDesk or runs everything that guards it.

    python3 packaging/dev.py run [ARGS]     start `vaultdesk ARGS`
    python3 packaging/dev.py test [ARGS]    ruff, strict types, import contracts, then `pytest ARGS`
    python3 packaging/dev.py test --campaigns [ARGS]
                                            the same with whole campaigns instead of samples (hours; run nightly)

Standard library only. What is installed is what packaging/requirements.lock names, and again only when that file or
pyproject.toml changed. Benchmarks are left out of `test` unless ARGS name them. Campaigns are long generated tests:
kill -9 at many moments, mutation fuzzing, screens in all languages; `test` runs a thin sample of each.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "packaging" / "requirements.lock"
STAMP = VENV / "vaultdesk-setup.json"

OLDEST, NEWEST = (3, 11), (3, 13)
"""The Pythons that are supported; qasync breaks on 3.14."""

OFFSCREEN = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
}
"""Libraries Qt needs to be loaded at all, with the Debian package of each."""

XCB = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
"""What it needs besides to show a window."""

RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}
"""Packages that Ubuntu 24.04, Debian 13 and later call otherwise."""

OTHER_SYSTEMS = {
    "dnf": "dnf install mesa-libEGL mesa-libGL glib2 dbus-libs libxkbcommon libxkbcommon-x11 fontconfig "
    "xcb-util-cursor xcb-util-wm xcb-util-keysyms libxcb",
    "pacman": "pacman -S --needed libglvnd glib2 dbus libxkbcommon libxkbcommon-x11 fontconfig "
    "xcb-util-cursor xcb-util-wm xcb-util-keysyms libxcb",
}
"""The same for other families of Linux, by the command that installs packages there."""


class SetUpFailed(Exception):
    """The project cannot be set up here; the message says what to do."""


def main(arguments: list[str]) -> int:
    """Run one of the two commands and return its exit code."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    if command not in ("run", "test"):
        problem = f"There is no command {command!r}" if command else "A command is missing"
        print(f"dev.py: {problem}; use `dev.py run [ARGS]` or `dev.py test [ARGS]`.", file=sys.stderr)
        return 2
    try:
        if not supported(sys.version_info[:2]):
            return with_supported_python(arguments)
        return run(rest) if command == "run" else test(rest)
    except SetUpFailed as failed:
        print(f"dev.py: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


# --- the two commands -------------------------------------------------------------------------------------------------


def run(arguments: list[str]) -> int:
    """Set up, then become `vaultdesk ARGUMENTS`; without a display that lands in the terminal chat by itself."""
    set_up("runtime")
    missing = missing_libraries({**OFFSCREEN, **XCB})
    if missing and not install_libraries(missing) and window_requested(arguments):
        return 1
    # -P: a folder called vaultdesk where the command is typed must not be taken for the program.
    command = [str(venv_python()), "-P", "-m", "vaultdesk", *arguments]
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted: signals and the terminal pass straight on
    return subprocess.call(command)


def test(arguments: list[str]) -> int:
    """Set up, run every check, say how each went, and fail at the end if any did."""
    set_up("dev")
    missing = missing_libraries({**OFFSCREEN, **XCB})
    if missing and not install_libraries(missing) and missing_libraries(OFFSCREEN):
        print("dev.py: without them the tests of the window are left out; with CI set that is a failure.")
    campaigns = "--campaigns" in arguments
    checks = steps([argument for argument in arguments if argument != "--campaigns"])
    # A short name: the path of a local socket, which some tests make in their folder, has at most 107 bytes.
    with tempfile.TemporaryDirectory(prefix="vd-", dir=memory_folder()) as folder:
        if not any(argument.startswith("--basetemp") for argument in arguments):
            name, pytest = checks[-1]
            checks[-1] = (name, [*pytest, f"--basetemp={folder}/t"])
        results = run_checks(checks, check_environment(folder, campaigns))
    print()
    for name, code, seconds in results:
        print(f"{'ok    ' if code == 0 else 'FAILED'}  {name:<18} {seconds:6.1f} s")
    return 0 if all(code == 0 for _, code, _ in results) else 1


def steps(arguments: list[str]) -> list[tuple[str, list[str]]]:
    """Return the checks of `test` with their commands, in order; the last one is pytest."""
    # worksteal: each worker starts with whole files in a row, so that fixtures of a module are made once.
    pytest = ["pytest", "-n", str(workers(processors())), "--dist", "worksteal"]
    if not any("benchmarks" in argument for argument in arguments):
        pytest.append("--ignore=tests/benchmarks")
    python = [str(venv_python()), "-m"]
    lint_imports = venv_python().with_name("lint-imports.exe" if os.name == "nt" else "lint-imports")
    return [
        ("ruff check", [*python, "ruff", "check", "--output-format", "concise", "."]),
        ("ruff format", [*python, "ruff", "format", "--check", "--output-format", "concise", "."]),
        ("mypy", [*python, "mypy"]),
        ("import contracts", [str(lint_imports), "--no-cache"]),
        ("pytest", [*python, *pytest, *arguments]),
    ]


def processors() -> int:
    """Return how many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers(count: int) -> int:
    """Return how many workers pytest gets on *count* processors.

    Tests wait for disks, timers and other processes in a quarter of their time, so there is one more for every four.
    """
    return count + -(-count // 4)


MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108 - Linux's file system in memory
MEMORY_NEEDED = 6_000_000_000
"""Free bytes there from which temporary files of the tests go there: a whole run leaves about 2 GB of them."""


def memory_folder() -> Path | None:
    """Return a folder in memory for temporary files, where there is a large one: tests wait for no disk there."""
    try:
        free = shutil.disk_usage(MEMORY_FOLDER).free
    except OSError:
        return None
    return MEMORY_FOLDER if free >= MEMORY_NEEDED else None


def check_environment(folder: str, campaigns: bool) -> dict[str, str]:
    """Return the environment of the checks, whose temporary files go to *folder*.

    The settings and the keyring of the person who runs them are not in it.
    """
    environment = {
        # Without stored byte code every worker and every process of a test would compile the program anew.
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "QT_QPA_PLATFORM": "offscreen",
        "TMPDIR": folder,
        "VAULTDESK_HOME": str(Path(folder) / "home"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    return {**environment, "VAULTDESK_CAMPAIGNS": "1"} if campaigns else environment


def run_checks(checks: list[tuple[str, list[str]]], environment: dict[str, str]) -> list[tuple[str, int, float]]:
    """Run all *checks* and return name, exit code and seconds of each.

    pytest writes to the terminal at once. The others run beside it, because its collection leaves processors idle, and
    each prints its output in one piece when it has ended.
    """
    *static, (last, pytest) = checks

    def run_captured(name: str, command: list[str]) -> tuple[str, int, float]:
        started = time.monotonic()
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        print(f"\n--- {name}\n{done.stdout.decode(errors='replace').rstrip()}", flush=True)
        return name, done.returncode, time.monotonic() - started

    with ThreadPoolExecutor(1) as executor:
        running = [executor.submit(run_captured, name, command) for name, command in static]
        started = time.monotonic()
        try:
            code = subprocess.call(pytest, cwd=ROOT, env=environment)
        except KeyboardInterrupt:
            executor.shutdown(cancel_futures=True)
            raise
        seconds = time.monotonic() - started
        return [*(check.result() for check in running), (last, code, seconds)]


def window_requested(arguments: list[str]) -> bool:
    """Tell whether `vaultdesk ARGUMENTS` would open a window here."""
    if arguments and not (len(arguments) == 1 and Path(arguments[0]).is_dir()):
        return False
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- the environment --------------------------------------------------------------------------------------------------


def set_up(kind: str) -> None:
    """Make `.venv` and install the project with its locked dependencies, where that is not done yet."""
    wanted = fingerprint()
    done = read_stamp()
    if venv_answers() and (done.get(kind) == wanted or done.get("dev") == wanted):
        return
    if not venv_answers():
        make_venv()
    project = f"{ROOT}[dev,semantic]" if kind == "dev" else f"{ROOT}[semantic]"
    print("Installing the locked dependencies into .venv (the first time some minutes: Qt is large) ...", flush=True)
    command = [*pip(), "install", "-qq", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    # The lock as constraints: `run` is spared the tools of `test`, and both get the same versions.
    command += ["--constraint", str(LOCK), "--editable"]
    failed = subprocess.call([*command, project], cwd=ROOT) != 0
    if failed and kind != "dev":
        # Not every computer has a build of what runs the model; all the rest works without it.
        print("dev.py: trying again without search by meaning ...", flush=True)
        failed = subprocess.call([*command, str(ROOT)], cwd=ROOT) != 0
    if failed:
        raise SetUpFailed("the dependencies could not be installed; what pip says above tells why. Then try again.")
    STAMP.write_text(json.dumps({**{key: done[key] for key in done if done[key] == wanted}, kind: wanted}))


def fingerprint() -> str:
    """Return a digest of everything an installation depends on."""
    digest = hashlib.sha256(f"{ROOT} {sys.version_info[:2]}".encode())
    for file in (ROOT / "pyproject.toml", LOCK):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def read_stamp() -> dict[str, str]:
    """Return what was installed, by kind; empty where nothing was or nobody knows."""
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def venv_python() -> Path:
    """Return the interpreter inside `.venv`."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def venv_answers() -> bool:
    """Tell whether `.venv` holds a Python of this very version that starts."""
    asked = [str(venv_python()), "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError:
        return False
    return answer.stdout.split() == [str(number) for number in sys.version_info[:2]]


def make_venv() -> None:
    """Make `.venv` anew."""
    print(f"Making .venv with Python {sys.version.split()[0]} ...", flush=True)
    # Debian and Ubuntu ship ensurepip apart; where pip itself is here, it can install from outside.
    own_pip = importlib.util.find_spec("ensurepip") is not None
    if not own_pip and importlib.util.find_spec("pip") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise SetUpFailed(
            f"this Python has neither ensurepip nor pip. Install {package} and try again: "
            f"{'' if is_root() else 'sudo '}apt-get install {package} (on Debian and Ubuntu)."
        )
    command = [sys.executable, "-m", "venv", "--clear", *([] if own_pip else ["--without-pip"]), str(VENV)]
    if subprocess.call(command) != 0:
        raise SetUpFailed(".venv could not be made; what Python says above tells why.")


def pip() -> list[str]:
    """Return the command of a pip that installs into `.venv`."""
    own = [str(venv_python()), "-m", "pip"]
    if subprocess.run([*own, "--version"], capture_output=True, check=False).returncode == 0:
        return own
    if importlib.util.find_spec("pip") is None:
        raise SetUpFailed("there is no pip in .venv; remove the folder .venv and try again.")
    return [sys.executable, "-m", "pip", "--python", str(venv_python())]


def supported(version: tuple[int, ...]) -> bool:
    """Tell whether the project runs on this Python."""
    return OLDEST <= version[:2] <= NEWEST


def with_supported_python(arguments: list[str]) -> int:
    """Run this script again with a Python that is supported."""
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        answers = found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0
        if found and answers:
            return subprocess.call([found, str(Path(__file__).resolve()), *arguments])
    have = ".".join(str(number) for number in sys.version_info[:2])
    raise SetUpFailed(f"this is Python {have}; Python 3.11, 3.12 or 3.13 is needed, and none was found.")


# --- Qt's system libraries on Linux -----------------------------------------------------------------------------------


def missing_libraries(libraries: dict[str, str]) -> list[str]:
    """Return those of *libraries* this computer cannot load; other systems have Qt's needs on board."""
    return [name for name in libraries if not loadable(name)] if sys.platform == "linux" else []


def loadable(library: str) -> bool:
    """Tell whether the dynamic loader finds *library*."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def install_libraries(missing: list[str]) -> bool:
    """As root on Debian or Ubuntu install what Qt needs, else say how; tell whether everything is there now."""
    print(f"Qt needs system libraries that are missing here: {', '.join(missing)}", flush=True)
    if shutil.which("apt-get") is None:
        print(f"Install them with: {other_command()}", flush=True)
        return False
    packages = debian_packages()
    if is_root():
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "-qq"], env=environment)
        packages = debian_packages()
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        if subprocess.call(command, env=environment) == 0 and not missing_libraries({**OFFSCREEN, **XCB}):
            return True
    sudo = "" if is_root() else "sudo "
    print(f"Install them with: {sudo}apt-get install -y {shlex.join(packages)}", flush=True)
    return False


def debian_packages() -> list[str]:
    """Return the packages of Debian or Ubuntu that hold the libraries, by the names used here."""
    return [
        RENAMED[name] if name in RENAMED and package_known(RENAMED[name]) else name
        for name in {**OFFSCREEN, **XCB}.values()
    ]


def package_known(package: str) -> bool:
    """Tell whether this system's package lists name *package*."""
    try:
        asked = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
    except OSError:
        return False
    return asked.returncode == 0


def other_command() -> str:
    """Return the command that installs the libraries where there is no apt-get."""
    for tool, command in OTHER_SYSTEMS.items():
        if shutil.which(tool):
            return command if is_root() else f"sudo {command}"
    return f"your system's package manager; the libraries are {', '.join({**OFFSCREEN, **XCB})}"


def is_root() -> bool:
    """Tell whether packages may be installed without asking for a password."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
