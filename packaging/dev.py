#!/usr/bin/env python3
"""Dev: sets up the project in .venv, then starts VaultDesk or runs all checks.

    python3 packaging/dev.py run [ARGS]     start `vaultdesk ARGS`
    python3 packaging/dev.py test [ARGS]    ruff, strict types, import contracts, then `pytest ARGS`
    python3 packaging/dev.py test --campaigns [ARGS]
                                            the same with whole campaigns instead of samples (half an hour; run nightly)

Uses the standard library only. The packages in packaging/requirements.lock are installed, and installed again only if
that file or pyproject.toml has changed. `test` omits benchmarks unless ARGS contain them. Campaigns are long generated
tests: kill -9 at many moments, mutation fuzzing, screens in all languages; `test` runs a small sample of each.
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
"""The supported Python versions; qasync fails on 3.14."""

QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
}
"""System libraries without which Qt cannot be imported, with the Debian package of each."""

WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
"""Further system libraries that Qt needs to show a window."""

NEW_PACKAGE_NAMES = {"libglib2.0-0": "libglib2.0-0t64"}
"""The names of packages since Ubuntu 24.04 and Debian 13, if they differ."""

INSTALL_COMMANDS = {
    "dnf": "dnf install mesa-libEGL mesa-libGL glib2 dbus-libs libxkbcommon libxkbcommon-x11 fontconfig "
    "xcb-util-cursor xcb-util-wm xcb-util-keysyms libxcb",
    "pacman": "pacman -S --needed libglvnd glib2 dbus libxkbcommon libxkbcommon-x11 fontconfig "
    "xcb-util-cursor xcb-util-wm xcb-util-keysyms libxcb",
}
"""The commands that install these libraries on other Linux distributions, by package manager."""


class SetUpFailed(Exception):
    """The project cannot be set up; the message says what the user can do."""


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
            return run_with_supported_python(arguments)
        return run(rest) if command == "run" else test(rest)
    except SetUpFailed as failed:
        print(f"dev.py: {failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


# --- the two commands -------------------------------------------------------------------------------------------------


def run(arguments: list[str]) -> int:
    """Set up, then replace this process by `vaultdesk ARGUMENTS`, which uses the terminal if there is no display."""
    set_up("runtime")
    missing = missing_libraries({**QT_LIBRARIES, **WINDOW_LIBRARIES})
    if missing and not install_libraries(missing) and window_requested(arguments):
        return 1
    # -P, so that a folder `vaultdesk` in the working directory is not imported instead of the program.
    command = [str(venv_python()), "-P", "-m", "vaultdesk", *arguments]
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - without a shell, signals and the terminal are passed on directly
    return subprocess.call(command)


def test(arguments: list[str]) -> int:
    """Set up, run every check, print the result of each, and return 1 if any failed."""
    set_up("dev")
    missing = missing_libraries({**QT_LIBRARIES, **WINDOW_LIBRARIES})
    if missing and not install_libraries(missing) and missing_libraries(QT_LIBRARIES):
        print("dev.py: without them the tests of the window are left out; with CI set that is a failure.")
    campaigns = "--campaigns" in arguments
    checks = steps([argument for argument in arguments if argument != "--campaigns"], campaigns)
    # A short name, because the path of a local socket, which some tests create, has at most 107 bytes.
    with tempfile.TemporaryDirectory(prefix="vd-", dir=memory_folder()) as folder:
        if not any(argument.startswith("--basetemp") for argument in arguments):
            name, pytest = checks[-1]
            checks[-1] = (name, [*pytest, f"--basetemp={folder}/t"])
        results = run_checks(checks, check_environment(folder, campaigns))
    print()
    for name, code, seconds in results:
        print(f"{'ok    ' if code == 0 else 'FAILED'}  {name:<18} {seconds:6.1f} s")
    return 0 if all(code == 0 for _, code, _ in results) else 1


def steps(arguments: list[str], campaigns: bool = False) -> list[tuple[str, list[str]]]:
    """Return the checks of `test` with their commands, in order; the last one is pytest.

    Types are those of Linux; in addition those of this system, and in campaigns those of all supported systems.
    """
    # worksteal: each worker starts with complete files in order, so that module fixtures are created once.
    pytest = ["pytest", "-n", str(workers(processors())), "--dist", "worksteal"]
    if campaigns:
        pytest.append(f"--timeout={CAMPAIGN_TIMEOUT}")
    if not any("benchmarks" in argument for argument in arguments):
        pytest.append("--ignore=tests/benchmarks")
    python = [str(venv_python()), "-m"]
    lint_imports = venv_python().with_name("lint-imports.exe" if os.name == "nt" else "lint-imports")
    others = [system for system in ("win32", "darwin") if campaigns or system == sys.platform]
    return [
        ("ruff check", [*python, "ruff", "check", "--output-format", "concise", "."]),
        ("ruff format", [*python, "ruff", "format", "--check", "--output-format", "concise", "."]),
        ("mypy", [*python, "mypy"]),
        *((f"mypy {system}", [*python, "mypy", *types_options(system)]) for system in others),
        ("import contracts", [str(lint_imports), "--no-cache"]),
        ("pytest", [*python, *pytest, *arguments]),
    ]


def types_options(system: str) -> list[str]:
    """Return the options of mypy for the types of *system*.

    Without the check for unreachable statements: what follows `if sys.platform == "linux": return` is unreachable on
    all other systems.
    """
    return ["--platform", system, "--no-warn-unreachable", "--cache-dir", f".mypy_cache/{system}"]


def processors() -> int:
    """Return the number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers(count: int) -> int:
    """Return the number of pytest workers for *count* processors: two for each.

    The tests wait for timers, disks and other processes for about half of their time.
    """
    return 2 * count


CAMPAIGN_TIMEOUT = 900
"""Seconds that one test may take in a campaign, with all generated cases."""

MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108 - Linux's file system in memory
MEMORY_NEEDED = 6_000_000_000
"""Minimum number of free bytes for the temporary files of the tests; a complete run leaves about 2 GB of them."""


def memory_folder() -> Path | None:
    """Return a folder in memory for temporary files, so that tests do not wait for disks; None if it is too small."""
    try:
        free = shutil.disk_usage(MEMORY_FOLDER).free
    except OSError:
        return None
    return MEMORY_FOLDER if free >= MEMORY_NEEDED else None


def check_environment(folder: str, campaigns: bool) -> dict[str, str]:
    """Return the environment of the checks, with *folder* for temporary files.

    It does not give access to the user's settings and keyring.
    """
    environment = {
        # Without stored byte code every worker and every process of a test would compile the program again.
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "QT_QPA_PLATFORM": "offscreen",
        "TMPDIR": folder,
        "VAULTDESK_HOME": str(Path(folder) / "home"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        # glibc reserves up to 64 MB for each thread that allocates; thousands of tests leave gigabytes unused in them.
        "MALLOC_ARENA_MAX": "2",
    }
    return {**environment, "VAULTDESK_CAMPAIGNS": "1"} if campaigns else environment


def run_checks(checks: list[tuple[str, list[str]]], environment: dict[str, str]) -> list[tuple[str, int, float]]:
    """Run all *checks* and return name, exit code and seconds of each.

    pytest writes to the terminal directly. The other checks run at the same time, because its collection leaves
    processors idle; the output of each is printed when it has ended. In a new checkout the tests are first collected
    once by one process, which stores their byte code; otherwise every worker would compile all of them.
    """
    *static, (pytest_name, pytest) = checks

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
            if not any(ROOT.glob("tests/__pycache__/*pytest*.pyc")):
                # What it reports, the run below reports as well.
                subprocess.run(
                    [*pytest, "--collect-only", "-qq"], cwd=ROOT, env=environment, capture_output=True, check=False
                )
            code = subprocess.call(pytest, cwd=ROOT, env=environment)
        except KeyboardInterrupt:
            executor.shutdown(cancel_futures=True)
            raise
        seconds = time.monotonic() - started
        return [*(check.result() for check in running), (pytest_name, code, seconds)]


def window_requested(arguments: list[str]) -> bool:
    """Return whether `vaultdesk ARGUMENTS` would open a window."""
    if arguments and not (len(arguments) == 1 and Path(arguments[0]).is_dir()):
        return False
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- the environment --------------------------------------------------------------------------------------------------


def set_up(kind: str) -> None:
    """Create `.venv` and install the project with its locked dependencies, unless that is done already."""
    fingerprint_value = fingerprint()
    stamp = read_stamp()
    if venv_works() and (stamp.get(kind) == fingerprint_value or stamp.get("dev") == fingerprint_value):
        return
    if not venv_works():
        create_venv()
    project = f"{ROOT}[dev,semantic]" if kind == "dev" else f"{ROOT}[semantic]"
    print("Installing the locked dependencies into .venv (the first time some minutes: Qt is large) ...", flush=True)
    command = [*pip(), "install", "-qq", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    # The lock is used as constraints: `run` does not install the tools of `test`, and both get the same versions.
    command += ["--constraint", str(LOCK), "--editable"]
    failed = subprocess.call([*command, project], cwd=ROOT) != 0
    if failed and kind != "dev":
        # onnxruntime has no wheel for some platforms; only search by meaning needs it.
        print("dev.py: trying again without search by meaning ...", flush=True)
        failed = subprocess.call([*command, str(ROOT)], cwd=ROOT) != 0
    if failed:
        raise SetUpFailed("the dependencies could not be installed; what pip says above tells why. Then try again.")
    STAMP.write_text(
        json.dumps({**{key: stamp[key] for key in stamp if stamp[key] == fingerprint_value}, kind: fingerprint_value})
    )


def fingerprint() -> str:
    """Return a digest of the inputs of an installation."""
    digest = hashlib.sha256(f"{ROOT} {sys.version_info[:2]}".encode())
    for file in (ROOT / "pyproject.toml", LOCK):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def read_stamp() -> dict[str, str]:
    """Return the fingerprints of the installations, by kind; empty if there is no valid stamp."""
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def venv_python() -> Path:
    """Return the interpreter inside `.venv`."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def venv_works() -> bool:
    """Return whether `.venv` contains a working Python of the running version."""
    command = [str(venv_python()), "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return False
    return answer.stdout.split() == [str(number) for number in sys.version_info[:2]]


def create_venv() -> None:
    """Create `.venv`, replacing an existing one. Raises `SetUpFailed`."""
    print(f"Making .venv with Python {sys.version.split()[0]} ...", flush=True)
    # Debian and Ubuntu package ensurepip separately; an installed pip can install into `.venv` from outside.
    has_ensurepip = importlib.util.find_spec("ensurepip") is not None
    if not has_ensurepip and importlib.util.find_spec("pip") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise SetUpFailed(
            f"this Python has neither ensurepip nor pip. Install {package} and try again: "
            f"{'' if is_root() else 'sudo '}apt-get install {package} (on Debian and Ubuntu)."
        )
    command = [sys.executable, "-m", "venv", "--clear", *([] if has_ensurepip else ["--without-pip"]), str(VENV)]
    if subprocess.call(command) != 0:
        raise SetUpFailed(".venv could not be made; what Python says above tells why.")


def pip() -> list[str]:
    """Return the command of a pip that installs into `.venv`. Raises `SetUpFailed`."""
    venv_pip = [str(venv_python()), "-m", "pip"]
    if subprocess.run([*venv_pip, "--version"], capture_output=True, check=False).returncode == 0:
        return venv_pip
    if importlib.util.find_spec("pip") is None:
        raise SetUpFailed("there is no pip in .venv; remove the folder .venv and try again.")
    return [sys.executable, "-m", "pip", "--python", str(venv_python())]


def supported(version: tuple[int, ...]) -> bool:
    """Return whether the project supports the Python *version*."""
    return OLDEST <= version[:2] <= NEWEST


def run_with_supported_python(arguments: list[str]) -> int:
    """Run this script again with a supported Python. Raises `SetUpFailed`."""
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        interpreter = shutil.which(f"python3.{minor}")
        answers = (
            interpreter and subprocess.run([interpreter, "-c", ""], capture_output=True, check=False).returncode == 0
        )
        if interpreter and answers:
            return subprocess.call([interpreter, str(Path(__file__).resolve()), *arguments])
    current = ".".join(str(number) for number in sys.version_info[:2])
    raise SetUpFailed(f"this is Python {current}; Python 3.11, 3.12 or 3.13 is needed, and none was found.")


# --- Qt's system libraries on Linux -----------------------------------------------------------------------------------


def missing_libraries(libraries: dict[str, str]) -> list[str]:
    """Return the *libraries* that cannot be loaded; empty on systems other than Linux, where Qt needs none."""
    return [name for name in libraries if not loadable(name)] if sys.platform == "linux" else []


def loadable(library: str) -> bool:
    """Return whether the dynamic loader finds *library*."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def install_libraries(missing: list[str]) -> bool:
    """Install the *missing* libraries as root on Debian or Ubuntu, else print how; return whether all can be loaded."""
    print(f"Qt needs system libraries that are missing here: {', '.join(missing)}", flush=True)
    if shutil.which("apt-get") is None:
        print(f"Install them with: {install_command()}", flush=True)
        return False
    packages = debian_packages()
    if is_root():
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call(["apt-get", "update", "-qq"], env=environment)
        packages = debian_packages()
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        if subprocess.call(command, env=environment) == 0 and not missing_libraries(
            {**QT_LIBRARIES, **WINDOW_LIBRARIES}
        ):
            return True
    sudo = "" if is_root() else "sudo "
    print(f"Install them with: {sudo}apt-get install -y {shlex.join(packages)}", flush=True)
    return False


def debian_packages() -> list[str]:
    """Return the packages of this Debian or Ubuntu release that contain the libraries."""
    return [
        NEW_PACKAGE_NAMES[name] if name in NEW_PACKAGE_NAMES and package_known(NEW_PACKAGE_NAMES[name]) else name
        for name in {**QT_LIBRARIES, **WINDOW_LIBRARIES}.values()
    ]


def package_known(package: str) -> bool:
    """Return whether the package lists of this system contain *package*."""
    try:
        completed = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
    except OSError:
        return False
    return completed.returncode == 0


def install_command() -> str:
    """Return the command that installs the libraries on systems without apt-get."""
    for tool, command in INSTALL_COMMANDS.items():
        if shutil.which(tool):
            return command if is_root() else f"sudo {command}"
    return f"your system's package manager; the libraries are {', '.join({**QT_LIBRARIES, **WINDOW_LIBRARIES})}"


def is_root() -> bool:
    """Return whether this process can install packages without a password."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
