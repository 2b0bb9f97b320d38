"""Bench of the command line: `search`, `ask` and `index` as processes, in comparison with minimal processes.

`python -m tests.benchmarks.bench_command_line [--notes 14000] [--rounds 5] [--vault FOLDER]`. A given folder is copied
first, because one of its notes is changed. Processor time includes all processes of a command; memory is the largest
sum over the command and its child processes. The baselines do the minimum of each command: start Python, run one
SQLite query on the same index, stat every file.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.kept_vault import cached_vault, environment

LARGE = 50_000
"""Number of notes from which the goals for 98,000 notes apply."""

GOALS = {"search": (0.4, 0.6), "ask": (1.0, None), "index": (0.6, 3.0), "first index": (10.0, 70.0)}
"""Seconds of processor time for 14,000 notes and for 98,000; None means no goal."""

MEMORY_GOALS = {"search": (80.0, None), "first index": (None, 500.0)}
"""Megabytes, in the same form."""

SAMPLE_INTERVAL = 0.01
"""Seconds between two samples of the memory of a command."""

SQLITE = """
import sqlite3, sys
connection = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
connection.execute("SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT 20", (sys.argv[2],)).fetchall()
"""

WALK = """
import os, sys
waiting = [sys.argv[1]]
while waiting:
    with os.scandir(waiting.pop()) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            else:
                entry.stat(follow_symlinks=False)
"""


@dataclass(frozen=True)
class Cost:
    """Resources used by a process and its children."""

    processor: float
    """Seconds."""
    clock: float
    """Seconds."""
    megabytes: float


class _MemorySampler(threading.Thread):
    """Samples the memory of a process and its children until it ends."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self.maximum = 0
        """Bytes."""

    def run(self) -> None:
        """Take samples until the process ends."""
        page = os.sysconf("SC_PAGE_SIZE")
        while True:
            tasks = Path("/proc", str(self._process), "task")
            try:
                numbers = [str(self._process)]
                for task in tasks.iterdir():
                    numbers += (task / "children").read_text().split()
                sizes = [int(Path("/proc", number, "statm").read_text().split()[1]) for number in numbers]
            except (OSError, ValueError, IndexError):
                if not tasks.exists():
                    return
                continue
            self.maximum = max(self.maximum, sum(sizes) * page)
            time.sleep(SAMPLE_INTERVAL)


def cost(home: Path, *arguments: str) -> Cost:
    """Run one process and wait for its end."""
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, *arguments],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    sampler = _MemorySampler(child.pid)
    sampler.start()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, arguments
    # The kernel's figure is exact, but covers only the largest process.
    kernel = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Cost(used.ru_utime + used.ru_stime, time.perf_counter() - started, max(sampler.maximum, kernel) / 1e6)


def report(label: str, costs: Sequence[Cost], base: float, kind: str = "", size_class: int = 0) -> bool:
    """Print the median of the runs; return whether the goals of its kind are met."""
    processor = statistics.median(cost.processor for cost in costs)
    megabytes = statistics.median(cost.megabytes for cost in costs)
    goal, memory_goal = GOALS.get(kind, (None, None))[size_class], MEMORY_GOALS.get(kind, (None, None))[size_class]
    clock = statistics.median(cost.clock for cost in costs)
    line = f"{label:<34}{processor:8.3f} s of processor time {clock:8.3f} s by the clock {megabytes:6.0f} MB"
    line += f"{processor / base:7.1f} x bare Python" if base else ""
    met = True
    for figure, limit, unit in ((processor, goal, "s"), (megabytes, memory_goal, "MB")):
        if limit is not None:
            met = met and figure <= limit
            line += f"   goal {limit:g} {unit}: {'met' if figure <= limit else 'MISSED'}"
    print(line, flush=True)
    return met


def frequent_words(index: Path) -> list[str]:
    """Return words of the vault, the most frequent first."""
    import sqlite3  # not part of the measured processes

    connection = sqlite3.connect(f"file:{index}?mode=ro", uri=True)
    connection.execute("CREATE VIRTUAL TABLE temp.term USING fts5vocab(main, fts, row)")
    rows = connection.execute("SELECT term FROM temp.term WHERE doc > 20 ORDER BY doc DESC LIMIT 3000").fetchall()
    connection.close()
    return [term for (term,) in rows if term.isalpha() and term.isascii() and len(term) > 2]


def measure(vault: Path, home: Path, rounds: int) -> bool:
    """Measure all commands on one vault; return whether all goals are met."""
    notes = sum(name.endswith(".md") for _, _, names in os.walk(vault) for name in names)
    size_class = int(notes >= LARGE)
    folder = ["--vault", str(vault)]
    # This also writes byte code. Embeddings take minutes once, and are measured by bench_meaning.py.
    cost(home, "-m", "vaultdesk", "config", "set", "meaning.model", "off")
    bare = [cost(home, "-c", "pass") for _ in range(rounds)]
    base = statistics.median(cost_of_run.processor for cost_of_run in bare)
    print(f"{notes:,} notes")
    report("baseline: bare Python", bare, base)
    report("baseline: stat of every file", [cost(home, "-c", WALK, str(vault)) for _ in range(rounds)], base)
    results = [
        report("first index", [cost(home, "-m", "vaultdesk", "index", *folder)], base, "first index", size_class)
    ]
    index = next(home.rglob("index.sqlite"))
    words = frequent_words(index)
    common, middle = words[5], words[len(words) // 2]
    report("baseline: SQLite, common word", [cost(home, "-c", SQLITE, str(index), common) for _ in range(rounds)], base)

    def command(label: str, kind: str, *line: str) -> None:
        cost(home, "-m", "vaultdesk", *line, *folder)
        costs = [cost(home, "-m", "vaultdesk", *line, *folder) for _ in range(rounds)]
        results.append(report(label, costs, base, kind, size_class))

    command("search, common word", "search", "search", common)
    command("search, middle word", "search", "search", middle)
    command("search, three words", "search", "search", f"{common} {words[20]} {words[60]}")
    command("search, absent word", "search", "search", "qqxzv")
    command("search, part of words", "search", "search", middle[1:])
    command("search, operators, as JSON", "search", "search", f"{common} -{middle} path:a", "--json")
    command(
        "ask, built-in assistant",
        "ask",
        "ask",
        f"What is {middle}?",
        "--model",
        "offline/offline",
        "--approve",
        "reads",
    )
    command("index, unchanged", "index", "index")
    changed = next(vault.rglob("*.md"))
    costs = []
    for number in range(rounds):
        changed.write_text(f"{changed.read_text(encoding='utf-8')}\nsaved{number} now\n", encoding="utf-8")
        costs.append(cost(home, "-m", "vaultdesk", "search", f"saved{number}", *folder))
    report("search, a note saved before", costs, base)
    return all(results)


def main() -> int:
    """Read the arguments and run; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--vault", type=Path, help="measure a copy of this folder instead of a generated vault")
    options = parser.parse_args()
    source = options.vault or cached_vault(options.notes)
    with tempfile.TemporaryDirectory() as name:
        vault, home = Path(name, "vault"), Path(name, "home")
        shutil.copytree(source, vault, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        met = measure(vault, home, options.rounds)
        empty = Path(name, "empty")
        empty.mkdir()
        arguments = ["-m", "vaultdesk", "index", "--vault", str(empty)]
        report("index, an empty vault", [cost(home, *arguments) for _ in range(options.rounds)], 0)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
