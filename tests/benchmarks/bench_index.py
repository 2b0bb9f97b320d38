"""Bench of the index: first scan, reopening, searching, following changes, each in comparison with a baseline.

Run it alone: `python -m tests.benchmarks.bench_index [--notes 15000] [--vault FOLDER]`. Ratios are comparable between
machines, seconds are not. A given folder is only read.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path

from tests.benchmarks.made_vault import GeneratedVault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.search import common_words
from vaultdesk.vault.vault import Vault

HEARTBEAT = 0.004
"""Seconds between two beats on the loop; the delay of a beat is how long a window would stall."""

ROUNDS = 3
"""Number of times each query is run; the best counts."""

SAMPLED = 30
"""Notes from which a piece of text is searched, to determine when substrings are found in all notes."""

SWITCH = 0.001
"""Seconds a thread may hold the interpreter lock, as in the window (`bridge.SWITCH_INTERVAL`); a copy, because
importing it imports Qt."""

FOLLOWED = 30
"""Notes changed one after another to measure when each is found."""


def say(label: str, value: float, unit: str, baseline: float = 0.0, baseline_name: str = "") -> None:
    """Print one line of the report, with the ratio to its baseline."""
    ratio = f"   {value / baseline:6.2f} x {baseline_name}" if baseline else ""
    sys.stdout.write(f"{label:<44}{value:10.2f} {unit:<3}{ratio}\n")
    sys.stdout.flush()


@contextmanager
def timed(label: str, unit: str = "ms", baseline: float = 0.0, baseline_name: str = "") -> Iterator[list[float]]:
    """Time a block; its duration in *unit* is appended to the list."""
    durations: list[float] = []
    start = time.perf_counter()
    yield durations
    durations.append((time.perf_counter() - start) * (1000 if unit == "ms" else 1))
    say(label, durations[0], unit, baseline, baseline_name)


class Heartbeat:
    """Beats on the loop during its block and records the delay of each beat."""

    def __init__(self, *, memory: bool = False) -> None:
        self.delays: list[float] = []
        self.max_memory = 0
        """Maximum memory in bytes, if *memory* is set."""
        self._memory = memory

    async def __aenter__(self) -> "Heartbeat":
        self._task = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def reset(self) -> int:
        """Reset the measurement; return the current memory."""
        self.delays.clear()
        self.max_memory = resident()
        return self.max_memory

    async def _beat(self) -> None:
        beats = 0
        while True:
            start = time.perf_counter()
            await asyncio.sleep(HEARTBEAT)
            self.delays.append((time.perf_counter() - start - HEARTBEAT) * 1000)
            beats += 1
            if self._memory and beats % 10 == 0:
                self.max_memory = max(self.max_memory, resident())

    def report(self, during: str) -> None:
        """Print the stalls of the loop."""
        delays = sorted(self.delays)
        say(f"loop stall p99 {during}", delays[int(len(delays) * 0.99)], "ms")
        say(f"loop stall longest {during}", delays[-1], "ms")


def baselines(root: Path) -> tuple[float, float, float, list[str]]:
    """Measure the minimum for disk and interpreter: scandir with stat, reading all notes, searching a text in all."""
    walks: list[float] = []
    reads: list[float] = []
    files: list[str] = []
    texts: list[str] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        files = list(notes_of(root))
        walks.append((time.perf_counter() - start) * 1000)
        processor_start = time.process_time()
        texts = [read_note(file) for file in files]
        reads.append(time.process_time() - processor_start)
    say("baseline: scandir + stat", min(walks), "ms")
    say("baseline: read every note, processor", min(reads), "s")
    with timed("baseline: Python `in`, absent text") as scan:
        found = sum("qqqqxzx" in text for text in texts)
    assert not found
    say("notes", len(files), "")
    say("size", sum(map(len, texts)) / 1e6, "MB")
    return min(walks), min(reads), scan[0], [text.casefold() for text in texts]


def notes_of(root: Path) -> Iterator[str]:
    """Yield the path of every note after stat."""
    pending = [str(root)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif entry.name.endswith(".md"):
                    entry.stat(follow_symlinks=False)
                    yield entry.path


def measure_files(root: Path) -> tuple[list[str], int]:
    """Return the path of every note and their total size in bytes."""
    files = list(notes_of(root))
    return files, sum(Path(file).stat().st_size for file in files)


def read_note(file: str) -> str:
    """Open, read and decode a note, which every index has to do."""
    with open(file, "rb") as opened:  # noqa: PTH123 - creating a path object takes a third of the time
        return opened.read().decode("utf-8", "replace")


def first_scan(root: Path, file: Path, read: float) -> None:
    """Index the vault for the first time in fresh processes; three times, because measuring takes time as well."""
    alone = in_process(root, file, "alone")
    with_heartbeat = in_process(root, file.with_name("watched.sqlite"), "watched")
    with_queries = in_process(root, file.with_name("asked.sqlite"), "asked")
    size = alone["bytes"] / 1e6
    say("first index complete, processor, all processes", alone["cpu"], "s", read, "read-all")
    say("names shown, from opening the indexer", with_queries["names"], "s")
    say("substrings found in every note", with_queries["letters"], "s")
    say("everything ranked", alone["ranked"], "s")
    say("loop stall longest in the first scan", with_heartbeat["stall"], "ms")
    say("loop stall p99 in the first scan", with_heartbeat["stall99"], "ms")
    say("memory of indexing, parser process counted", with_heartbeat["memory"], "MB", size, "the vault")
    say("memory of indexing and searching substrings", with_queries["memory"], "MB", size, "the vault")


def in_process(root: Path, file: Path, mode: str) -> dict[str, float]:
    """Run one first scan in its own process; return its figures."""
    command = [sys.executable, "-m", __spec__.name, "--vault", str(root), "--first-scan", str(file), "--how", mode]
    completed = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(completed.stdout)
    return found


async def one_first_scan(root: Path, file: Path, mode: str) -> dict[str, float]:
    """Run the first scan of *root* and return its figures: alone, with a heartbeat, or with queries from the start."""
    sys.setswitchinterval(SWITCH)
    files, size = measure_files(root)
    figures: dict[str, float] = {"bytes": size}
    async with AsyncExitStack() as stack:
        heartbeat = await stack.enter_async_context(Heartbeat(memory=True)) if mode != "alone" else None
        vault = await stack.enter_async_context(Vault(root, watch=False))
        await asyncio.sleep(0.2)
        before, processor_start, start = heartbeat.reset() if heartbeat else 0, processor(), time.perf_counter()
        index = Index(file)
        async with Indexer(vault, index) as indexer, Searcher(index) as searcher:
            if mode == "asked":
                figures |= await query_early(files, indexer, searcher, start)
            state = await indexer.settled()
            figures["ranked"] = time.perf_counter() - start
            assert state.phase == "ready", state
            if mode == "asked":
                await searcher.substring("absent qqxz")
                await searcher.search("absent")
            figures["cpu"] = processor() - processor_start
    if heartbeat is not None:
        delays = sorted(heartbeat.delays)
        figures |= {
            "stall": delays[-1],
            "stall99": delays[int(len(delays) * 0.99)],
            "memory": (heartbeat.max_memory - before) / 1e6,
        }
    return figures


async def query_early(files: list[str], indexer: Indexer, searcher: Searcher, start: float) -> dict[str, float]:
    """Return when all names are listed, and when substrings of all notes are found, in seconds from *start*."""
    # Sorted by folder, as notes are read: the last piece is found last.
    chosen = sorted(random.Random(3).sample(files, min(SAMPLED, len(files))), key=os.path.dirname)
    pieces = [text[len(text) // 2 :][:24] for text in map(read_note, chosen)]
    queries = [piece for piece in pieces if len(piece.split()) > 2 and piece.isascii() and "\r" not in piece]
    with indexer.events.subscribe() as commits:
        await anext(commits)
        assert await searcher.tree()
    names = time.perf_counter() - start
    for piece in queries:
        while not await searcher.substring(piece) and indexer.state.phase == "scanning":
            await asyncio.sleep(HEARTBEAT)
    return {"names": names, "letters": time.perf_counter() - start}


def processor() -> float:
    """Return the processor time in seconds of this process and its finished children."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def resident() -> int:
    """Return the current memory in bytes of this process and its children; 0 if the system has no /proc."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return 0
    numbers = ["self"]
    for task in tasks.iterdir():
        with suppress(OSError):
            numbers += (task / "children").read_text().split()
    pages = 0
    for number in numbers:
        with suppress(OSError):  # It has ended.
            pages += int(Path("/proc", number, "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def samples(texts: list[str]) -> dict[str, list[str]]:
    """Return queries with words of the notes, from common to rare."""
    rng = random.Random(11)
    counts: dict[str, int] = {}
    for text in rng.sample(texts, min(len(texts), 800)):
        for word in set(text.split()):
            if word.isalpha() and len(word) > 2:
                counts[word] = counts.get(word, 0) + 1
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    middle = ranked[100:2_000]
    return {
        "common word": ranked[:20],
        "middle word": rng.sample(middle, 20),
        "three words": [" ".join(rng.sample(ranked[:300], 3)) for _ in range(20)],
        "as typed, 3 letters": [word[:3] for word in rng.sample(middle, 20)],
        "absent": [f"qqxz{number}" for number in range(5)],
    }


async def ask(label: str, queries: list[str], question: Callable[[str], Awaitable[object]], baseline: float) -> None:
    """Run each query several times; report the median and the 95th percentile of the best times."""
    best: list[float] = []
    for query in queries:
        times: list[float] = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            await question(query)
            times.append((time.perf_counter() - start) * 1000)
        best.append(min(times))
    best.sort()
    say(f"{label} p50", statistics.median(best), "ms", baseline, "python `in`")
    say(f"{label} p95", best[int(len(best) * 0.95)], "ms", baseline, "python `in`")


async def follow(root: Path, indexer: Indexer, searcher: Searcher) -> None:
    """Change a note and wait until a search finds the change, including the silence of the watcher."""
    times: list[float] = []
    with indexer.events.subscribe() as commits:
        for number in range(FOLLOWED):
            start = time.perf_counter()
            (root / "Followed.md").write_text(f"marker{number}x", encoding="utf-8")
            while not await searcher.search(f"marker{number}x "):
                await anext(commits)
            times.append((time.perf_counter() - start) * 1000)
    times.sort()
    say("outside change to found p50", statistics.median(times), "ms")
    say("outside change to found p95", times[int(len(times) * 0.95)], "ms")


async def open_again(root: Path, file: Path) -> float:
    """Open an existing index and compare it with the vault; return the milliseconds.

    Closing is excluded, because it waits for the checksum of the file, which is verified in the background.
    """
    start = time.perf_counter()
    async with Vault(root, watch=False) as vault, Indexer(vault, Index(file)) as indexer:
        await indexer.settled()
        return (time.perf_counter() - start) * 1000


async def measure(root: Path, file: Path, *, may_write: bool) -> None:
    """Run all measurements on one vault."""
    scandir, read, scan, texts = baselines(root)
    queries = samples(texts)
    del texts
    first_scan(root, file, read)
    times = [await open_again(root, file) for _ in range(ROUNDS)]
    say("open again and revalidate", min(times), "ms", scandir, "scandir+stat")
    index = Index(file)
    async with (
        Heartbeat() as heartbeat,
        Vault(root, watch=may_write) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        with timed("common words counted, in the background", "s"):  # As is done whenever a vault is opened.
            await asyncio.to_thread(common_words.update_word_lists, index, lambda: False)
        for kind, kind_queries in queries.items():
            await ask(f"ranked, {kind}", kind_queries, lambda query: searcher.search(query), scan)
        with timed("substring, the first (fills the cache)"):
            await searcher.substring("absent qqxz")
        for kind in ("common word", "middle word", "absent"):
            await ask(f"substring, {kind}", queries[kind], lambda query: searcher.substring(query, 50), scan)
        await ask("names, 3 letters", queries["as typed, 3 letters"], lambda query: searcher.names(query), scan)
        with timed("tree of every note"):
            await searcher.tree()
        heartbeat.report("while searching")
        if may_write:
            await follow(root, indexer, searcher)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=15_000)
    parser.add_argument("--vault", type=Path, help="measure this folder instead of a generated vault; it is only read")
    parser.add_argument("--first-scan", type=Path, help="only index --vault into this file, and print the figures")
    parser.add_argument("--how", choices=("alone", "watched", "asked"), default="alone", help="with --first-scan")
    options = parser.parse_args()
    if options.first_scan is not None:
        figures = asyncio.run(one_first_scan(options.vault, options.first_scan, options.how))
        sys.stdout.write(json.dumps(figures))
        return
    with tempfile.TemporaryDirectory() as folder:
        root = options.vault or Path(folder, "vault")
        if options.vault is None:
            with timed("(generating the vault)", "s"):
                GeneratedVault(options.notes).write(root)
        file = Path(folder, "data", "index.sqlite")
        asyncio.run(measure(root, file, may_write=options.vault is None))
        say("index on disk", file.stat().st_size / 1e6, "MB")


if __name__ == "__main__":
    main()
