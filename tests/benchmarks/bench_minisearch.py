"""Bench of the first indexing in comparison with MiniSearch under Node, as used by Omnisearch for Obsidian.

`python -m tests.benchmarks.bench_minisearch [--notes 14000] [--vault FOLDER]`. It requires Node and MiniSearch:
VAULTDESK_BENCH_MINISEARCH names a folder that has MiniSearch in its node_modules. Without them nothing is measured.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.made_vault import GeneratedVault

VARIABLE = "VAULTDESK_BENCH_MINISEARCH"


def library() -> Path | None:
    """Return the module that Node imports, if it is installed."""
    folder = os.environ.get(VARIABLE, "")
    found = Path(folder, "node_modules", "minisearch", "dist", "es", "index.js")
    return found if folder and found.is_file() and shutil.which("node") else None


def index_vault(vault: Path, home: Path) -> tuple[float, float]:
    """Return processor time and duration of `vaultdesk index` in seconds, from the start to the end of its process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "vaultdesk", "index", "--vault", str(vault), "--json"],
        env={**os.environ, "VAULTDESK_HOME": str(home)}, check=True, capture_output=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor_time = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return processor_time, time.perf_counter() - start


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--vault", type=Path)
    options = parser.parse_args()
    module = library()
    if module is None:
        print(f"Nothing measured: Node with MiniSearch is not installed ({VARIABLE} names the folder)")
        return
    with tempfile.TemporaryDirectory() as folder:
        vault = options.vault or GeneratedVault(options.notes).write(Path(folder, "vault"))
        cpu, seconds = index_vault(vault, Path(folder, "home"))
        script = Path(__file__).with_name("minisearch.mjs")
        completed = subprocess.run(
            ["node", "--max-old-space-size=8192", str(script), str(vault), str(module)],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        other = json.loads(completed.stdout)
    print(f"notes {other['notes']:,}")
    print(f"first index, processor: ours {cpu:.2f} s, MiniSearch {other['cpu']:.2f} s: {other['cpu'] / cpu:.2f} x ours")
    clock = other["seconds"]
    print(f"first index, clock: ours {seconds:.2f} s, MiniSearch {clock:.2f} s: {clock / seconds:.2f} x ours (goal 2)")
    size, resident = other["bytes"] / 1e6, other["resident"] / 1e6
    print(
        f"MiniSearch stores {size:.0f} MB, serializes it in {other['keep']:.1f} s, and uses {resident:.0f} MB of memory"
    )


if __name__ == "__main__":
    main()
