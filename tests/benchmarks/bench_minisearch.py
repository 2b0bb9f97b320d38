"""Bench of the first index beside MiniSearch's under Node, which Obsidian's Omnisearch uses, over the same notes.

`python -m tests.benchmarks.bench_minisearch [--notes 14000] [--vault FOLDER]`. It needs Node and MiniSearch: the
variable VAULTDESK_BENCH_MINISEARCH names a folder with MiniSearch in its node_modules. Without them it says so.
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

from tests.benchmarks.made_vault import MadeVault

VARIABLE = "VAULTDESK_BENCH_MINISEARCH"


def library() -> Path | None:
    """The module Node is to import, where it is."""
    folder = os.environ.get(VARIABLE, "")
    found = Path(folder, "node_modules", "minisearch", "dist", "es", "index.js")
    return found if folder and found.is_file() and shutil.which("node") else None


def ours(vault: Path, home: Path) -> tuple[float, float]:
    """Seconds of processor and by the clock that `vaultdesk index` takes, from the start of its process to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "vaultdesk", "index", "--vault", str(vault), "--json"],
        env={**os.environ, "VAULTDESK_HOME": str(home)}, check=True, capture_output=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, time.perf_counter() - start


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--vault", type=Path)
    options = parser.parse_args()
    module = library()
    if module is None:
        print(f"Node with MiniSearch is not here ({VARIABLE} names the folder with its node_modules): nothing measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        vault = options.vault or MadeVault(options.notes).lay(Path(folder, "vault"))
        cpu, seconds = ours(vault, Path(folder, "home"))
        script = Path(__file__).with_name("minisearch.mjs")
        told = subprocess.run(
            ["node", "--max-old-space-size=8192", str(script), str(vault), str(module)],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        theirs = json.loads(told.stdout)
    print(f"notes {theirs['notes']:,}")
    print(
        f"first index, processor: ours {cpu:.2f} s, MiniSearch {theirs['cpu']:.2f} s: {theirs['cpu'] / cpu:.2f} x ours"
    )
    took = theirs["seconds"]
    print(f"first index, clock: ours {seconds:.2f} s, MiniSearch {took:.2f} s: {took / seconds:.2f} x ours (goal 2)")
    size, resident = theirs["bytes"] / 1e6, theirs["resident"] / 1e6
    print(f"MiniSearch keeps {size:.0f} MB, writes it in {theirs['keep']:.1f} s, and is {resident:.0f} MB large")


if __name__ == "__main__":
    main()
