"""Bench of the packaged program and of the source: size, time until the window, memory when idle and with many notes.

`python -m tests.benchmarks.bench_frozen [FOLDER] [--rounds 7] [--notes 15000]`. FOLDER is the output of
packaging/build.py (default build/frozen/vaultdesk). All programs run in turns on their own display (Xvfb, xdotool); a
window counts when the display shows it. Starts are cold after the file cache was dropped, which requires root. Goals:
300 MB, 1.5 times a bare window that is packaged in the same way.
"""

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.bench_startup import BARE
from tests.benchmarks.kept_vault import cached_home, cached_vault, copy_home, environment
from tests.support.own_display import own_display
from tests.support.packaging_scripts import packaging_script

REST = 8.0
"""Seconds after which a program counts as idle."""

POLL_INTERVAL, MAX_START_TIME = 0.005, 120.0
"""Seconds between two polls of the display, and the time limit of a start."""

QUIT_SIGNAL = signal.SIGTERM


def packaged_bare_window(folder: Path) -> Path:
    """Package a bare window of Qt in the same way as the program, including Qt's byte code; return its executable."""
    script = folder / "bare.py"
    script.write_text(BARE.replace("QTimer.singleShot(0, application.quit)", "pass"), encoding="utf-8")
    options = [f"--{name}={folder / name}" for name in ("distpath", "workpath", "specpath")]
    support = packaging_script("qt_support").compiled_support(folder / "support")
    options += [f"--add-data={file}{os.pathsep}{target}" for file, target in support]
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=ERROR", "--onedir", *options]
    subprocess.run([*command, str(script)], check=True)
    return folder / "distpath" / "bare" / "bare"


@contextmanager
def running(command: list[str], environment: dict[str, str]) -> Iterator[tuple[int, float]]:
    """Start *command*; yield its process id and the seconds until its window is on the display."""
    start = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # Not with --sync, which polls only twice a second.
        seek = ["xdotool", "search", "--onlyvisible", "--pid", str(child.pid)]
        while not subprocess.run(seek, env=environment, check=False, capture_output=True).stdout:
            if time.perf_counter() - start > MAX_START_TIME:
                raise TimeoutError(f"no window of {command[0]}")
            time.sleep(POLL_INTERVAL)
        yield child.pid, time.perf_counter() - start
    finally:
        child.send_signal(QUIT_SIGNAL)
        child.wait(60)


def family_megabytes(pid: int) -> float:
    """Return the memory of a process and its children; shared memory is divided among its users."""
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
    return own + sum(family_megabytes(int(child)) for child in children)


def drop_file_cache() -> bool:
    """Drop the file cache of the system; return whether that was permitted."""
    try:
        os.sync()
        Path("/proc/sys/vm/drop_caches").write_text("3")
    except PermissionError:
        return False
    return True


def size_of(folder: Path) -> float:
    """Return the megabytes in *folder* without symbolic links."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_symlink()) / 1e6


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("frozen", type=Path, nargs="?", default=Path("build", "frozen", "vaultdesk"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--notes", type=int, default=15_000)
    options = parser.parse_args()
    if not options.frozen.is_dir():
        print(f"not measured: there is no {options.frozen}; packaging/build.py makes it")
        return
    print(f"installed: {size_of(options.frozen):.0f} MB (goal 300)")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        bare = folder / "bare-source.py"
        bare.write_text(BARE.replace("QTimer.singleShot(0, application.quit)", "pass"), encoding="utf-8")
        commands = {
            "bare window, packed": [str(packaged_bare_window(folder))],
            "program, packed": [str(options.frozen / "vaultdesk")],
            "bare window, source": [sys.executable, str(bare)],
            "program, source": [sys.executable, "-m", "vaultdesk"],
        }
        with own_display(folder / "display") as display:
            measure_starts(commands, display, folder, options.rounds)
            if options.notes:
                measure_memory(commands, display, folder, options.notes)


def measure_starts(commands: dict[str, list[str]], display: dict[str, str], folder: Path, rounds: int) -> None:
    """Print the time until the window of each command is shown, warm and cold."""
    # The source uses cached byte code, as an installation does.
    variables = {**environment(folder / "home"), **display}
    variables.pop("QT_QPA_PLATFORM", None)
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    warm: dict[str, list[float]] = {name: [] for name in commands}
    cold: dict[str, list[float]] = {name: [] for name in commands}
    for round_number in range(rounds + 1):
        for name, command in commands.items():
            with running(command, variables) as (_, seconds):
                if round_number:  # the first round writes byte code and settings
                    warm[name].append(seconds)
    for _ in range(3):
        for name, command in commands.items():
            if drop_file_cache():
                with running(command, variables) as (_, seconds):
                    cold[name].append(seconds)
    for kind, results in (("warm", warm), ("cold", cold)):
        medians = {name: statistics.median(times) for name, times in results.items() if times}
        for name, median in medians.items():
            bare = medians["bare window, packed" if "packed" in name else "bare window, source"]
            print(f"start to window, {kind}: {name}: {median * 1000:.0f} ms, {median / bare:.2f} x a bare one")


def measure_memory(commands: dict[str, list[str]], display: dict[str, str], folder: Path, notes: int) -> None:
    """Print the memory when idle, with the welcome page and with *notes* indexed notes."""
    vault = cached_vault(notes)
    for name in ("program, packed", "program, source"):
        with running(commands[name], {**display, "VAULTDESK_HOME": str(folder / "empty")}) as (pid, _):
            time.sleep(REST)
            print(f"memory when idle: {name}: {family_megabytes(pid):.0f} MB")
        home = copy_home(notes, folder / "full") if cached_home(notes).exists() else folder / "full"
        with running([*commands[name], str(vault)], {**display, "VAULTDESK_HOME": str(home)}) as (pid, _):
            time.sleep(REST * 3)
            print(f"memory with {notes:,} notes: {name}: {family_megabytes(pid):.0f} MB")
        shutil.rmtree(folder / "full")


if __name__ == "__main__":
    main()
