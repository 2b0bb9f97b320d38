"""Bench of the packed program beside the source: size, start to window, memory at rest and with many notes.

`python -m tests.benchmarks.bench_frozen [FOLDER] [--rounds 7] [--notes 15000]`. FOLDER is what packaging/build.py made
(build/frozen/vaultdesk, where nothing is said). All run by turns on a display of their own (Xvfb, xdotool); a window
counts when the display shows it. A start is cold after the system forgot its files, which only root can ask for. Goals:
300 MB, 1.5 times a bare window that is packed in the same way.
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
from tests.benchmarks.kept_vault import copy_of_home, environment, kept_home, kept_vault
from tests.support.own_display import own_display
from tests.support.packaging_scripts import packaging_script

REST = 8.0
"""Seconds after which a program counts as at rest."""

LOOK, LONGEST_START = 0.005, 120.0
"""Seconds between two looks at the display, and how long a start may take."""

LEAVE = signal.SIGTERM


def packed_bare_window(folder: Path) -> Path:
    """Pack a bare window of Qt's as the program is packed, Qt's own byte code included, and return its program."""
    script = folder / "bare.py"
    script.write_text(BARE.replace("QTimer.singleShot(0, application.quit)", "pass"), encoding="utf-8")
    places = [f"--{name}={folder / name}" for name in ("distpath", "workpath", "specpath")]
    support = packaging_script("qt_support").compiled_support(folder / "support")
    places += [f"--add-data={file}{os.pathsep}{place}" for file, place in support]
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=ERROR", "--onedir", *places]
    subprocess.run([*command, str(script)], check=True)
    return folder / "distpath" / "bare" / "bare"


@contextmanager
def shown(command: list[str], environment: dict[str, str]) -> Iterator[tuple[int, float]]:
    """Start *command*; yield its process and the seconds until its window is on the display."""
    start = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # Not its own --sync, which looks twice a second.
        seek = ["xdotool", "search", "--onlyvisible", "--pid", str(child.pid)]
        while not subprocess.run(seek, env=environment, check=False, capture_output=True).stdout:
            if time.perf_counter() - start > LONGEST_START:
                raise TimeoutError(f"no window of {command[0]}")
            time.sleep(LOOK)
        yield child.pid, time.perf_counter() - start
    finally:
        child.send_signal(LEAVE)
        child.wait(60)


def family_megabytes(pid: int) -> float:
    """Return the memory of a process and its children: what is shared is divided among who shares it."""
    told = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
    return own + sum(family_megabytes(int(child)) for child in told)


def forget_files() -> bool:
    """Let the system forget what it has read; tell whether it did."""
    try:
        os.sync()
        Path("/proc/sys/vm/drop_caches").write_text("3")
    except PermissionError:
        return False
    return True


def size_of(folder: Path) -> float:
    """Return the megabytes in *folder*; a link counts nothing."""
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
            "bare window, packed": [str(packed_bare_window(folder))],
            "program, packed": [str(options.frozen / "vaultdesk")],
            "bare window, source": [sys.executable, str(bare)],
            "program, source": [sys.executable, "-m", "vaultdesk"],
        }
        with own_display(folder / "display") as display:
            measure_starts(commands, display, folder, options.rounds)
            if options.notes:
                measure_memory(commands, display, folder, options.notes)


def measure_starts(commands: dict[str, list[str]], display: dict[str, str], folder: Path, rounds: int) -> None:
    """Print how long each takes until its window is there, warm and cold."""
    # The source finds its byte code from before, as one that was installed does.
    own = {**environment(folder / "home"), **display}
    own.pop("QT_QPA_PLATFORM", None)
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    warm: dict[str, list[float]] = {name: [] for name in commands}
    cold: dict[str, list[float]] = {name: [] for name in commands}
    for nth in range(rounds + 1):
        for name, command in commands.items():
            with shown(command, own) as (_, took):
                if nth:  # the first writes byte code and settings
                    warm[name].append(took)
    for _ in range(3):
        for name, command in commands.items():
            if forget_files():
                with shown(command, own) as (_, took):
                    cold[name].append(took)
    for kind, taken in (("warm", warm), ("cold", cold)):
        medians = {name: statistics.median(times) for name, times in taken.items() if times}
        for name, median in medians.items():
            bare = medians["bare window, packed" if "packed" in name else "bare window, source"]
            print(f"start to window, {kind}: {name}: {median * 1000:.0f} ms, {median / bare:.2f} x a bare one")


def measure_memory(commands: dict[str, list[str]], display: dict[str, str], folder: Path, notes: int) -> None:
    """Print the memory at rest, with the welcome page and with *notes* notes that are indexed."""
    vault = kept_vault(notes)
    for name in ("program, packed", "program, source"):
        with shown(commands[name], {**display, "VAULTDESK_HOME": str(folder / "empty")}) as (pid, _):
            time.sleep(REST)
            print(f"memory at rest: {name}: {family_megabytes(pid):.0f} MB")
        home = copy_of_home(notes, folder / "full") if kept_home(notes).exists() else folder / "full"
        with shown([*commands[name], str(vault)], {**display, "VAULTDESK_HOME": str(home)}) as (pid, _):
            time.sleep(REST * 3)
            print(f"memory with {notes:,} notes: {name}: {family_megabytes(pid):.0f} MB")
        shutil.rmtree(folder / "full")


if __name__ == "__main__":
    main()
