"""Bench of the index: first scan, opening again, searching, following, each beside a baseline of the same run.

Run it alone: `python -m tests.benchmarks.bench_index [--notes 15000] [--vault FOLDER]`. Ratios travel between machines,
seconds do not. A given folder is only read.
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

from tests.benchmarks.made_vault import MadeVault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.search import common_words
from vaultdesk.vault.vault import Vault

HEARTBEAT = 0.004
"""Seconds between two beats of the loop; what a beat comes late is what a window would stand still."""

ROUNDS = 3
"""Times each question is asked; the best counts."""

SAMPLED = 30
"""Notes of which a piece is looked for, to see when letters are found everywhere."""

SWITCH = 0.001
"""Seconds a thread may keep Python's lock, as in the window (`bridge.SWITCH_INTERVAL`); a copy, because importing it
imports Qt."""

FOLLOWED = 30
"""Notes changed one after the other to see how soon each is found."""


def say(label: str, value: float, unit: str, beside: float = 0.0, what: str = "") -> None:
    """One line of the report, with the ratio to its baseline."""
    ratio = f"   {value / beside:6.2f} x {what}" if beside else ""
    sys.stdout.write(f"{label:<44}{value:10.2f} {unit:<3}{ratio}\n")
    sys.stdout.flush()


@contextmanager
def timed(label: str, unit: str = "ms", beside: float = 0.0, what: str = "") -> Iterator[list[float]]:
    """Time a block; the list gets its one figure, in *unit*."""
    took: list[float] = []
    start = time.perf_counter()
    yield took
    took.append((time.perf_counter() - start) * (1000 if unit == "ms" else 1))
    say(label, took[0], unit, beside, what)


class Heartbeat:
    """Beats on the loop while its block lasts and keeps how late each beat was."""

    def __init__(self, *, memory: bool = False) -> None:
        self.late: list[float] = []
        self.most = 0
        """Bytes of memory at most, where it was asked for."""
        self._memory = memory

    async def __aenter__(self) -> "Heartbeat":
        self._task = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def forget(self) -> int:
        """Begin anew; return the memory as it is now."""
        self.late.clear()
        self.most = resident()
        return self.most

    async def _beat(self) -> None:
        beats = 0
        while True:
            start = time.perf_counter()
            await asyncio.sleep(HEARTBEAT)
            self.late.append((time.perf_counter() - start - HEARTBEAT) * 1000)
            beats += 1
            if self._memory and beats % 10 == 0:
                self.most = max(self.most, resident())

    def report(self, during: str) -> None:
        """Say how still the loop stood."""
        late = sorted(self.late)
        say(f"loop stall p99 {during}", late[int(len(late) * 0.99)], "ms")
        say(f"loop stall longest {during}", late[-1], "ms")


def baselines(root: Path) -> tuple[float, float, float, list[str]]:
    """What the disk and the interpreter need at least: scandir with stat, read all, look for a text in all."""
    walks: list[float] = []
    reads: list[float] = []
    files: list[str] = []
    texts: list[str] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        files = list(notes_of(root))
        walks.append((time.perf_counter() - start) * 1000)
        spent = time.process_time()
        texts = [read_note(file) for file in files]
        reads.append(time.process_time() - spent)
    say("baseline: scandir + stat", min(walks), "ms")
    say("baseline: read every note, processor", min(reads), "s")
    with timed("baseline: Python `in`, absent text") as scan:
        found = sum("qqqqxzx" in text for text in texts)
    assert not found
    say("notes", len(files), "")
    say("size", sum(map(len, texts)) / 1e6, "MB")
    return min(walks), min(reads), scan[0], [text.casefold() for text in texts]


def notes_of(root: Path) -> Iterator[str]:
    """Every note's path, each asked for its state."""
    waiting = [str(root)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.name.endswith(".md"):
                    entry.stat(follow_symlinks=False)
                    yield entry.path


def measured(root: Path) -> tuple[list[str], int]:
    """Every note's path, and their bytes together."""
    files = list(notes_of(root))
    return files, sum(Path(file).stat().st_size for file in files)


def read_note(file: str) -> str:
    """Open, read, decode: what any index has to do with each note."""
    with open(file, "rb") as opened:  # noqa: PTH123 - a path object takes a third of the time by itself
        return opened.read().decode("utf-8", "replace")


def first_scan(root: Path, file: Path, read: float) -> None:
    """Index the vault for the first time, in processes that did nothing before; three times, as looking takes time."""
    alone = in_process(root, file, "alone")
    watched = in_process(root, file.with_name("watched.sqlite"), "watched")
    asked = in_process(root, file.with_name("asked.sqlite"), "asked")
    size = alone["bytes"] / 1e6
    say("first index complete, processor, all processes", alone["cpu"], "s", read, "read-all")
    say("names shown, from opening the indexer", asked["names"], "s")
    say("letters found in every note", asked["letters"], "s")
    say("everything ranked", alone["ranked"], "s")
    say("loop stall longest in the first scan", watched["stall"], "ms")
    say("loop stall p99 in the first scan", watched["stall99"], "ms")
    say("memory of indexing, parser process counted", watched["memory"], "MB", size, "the vault")
    say("memory of indexing and searching letters", asked["memory"], "MB", size, "the vault")


def in_process(root: Path, file: Path, how: str) -> dict[str, float]:
    """Run one first scan in a process of its own; return its figures."""
    command = [sys.executable, "-m", __spec__.name, "--vault", str(root), "--first-scan", str(file), "--how", how]
    said = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(said.stdout)
    return found


async def one_first_scan(root: Path, file: Path, how: str) -> dict[str, float]:
    """The first scan of *root*, with its figures: alone, watched by a heartbeat, or asked from its first moment on."""
    sys.setswitchinterval(SWITCH)
    files, size = measured(root)
    figures: dict[str, float] = {"bytes": size}
    async with AsyncExitStack() as stack:
        heart = await stack.enter_async_context(Heartbeat(memory=True)) if how != "alone" else None
        vault = await stack.enter_async_context(Vault(root, watch=False))
        await asyncio.sleep(0.2)
        before, spent, start = heart.forget() if heart else 0, processor(), time.perf_counter()
        index = Index(file)
        async with Indexer(vault, index) as indexer, Searcher(index) as searcher:
            if how == "asked":
                figures |= await asked_early(files, indexer, searcher, start)
            state = await indexer.settled()
            figures["ranked"] = time.perf_counter() - start
            assert state.phase == "ready", state
            if how == "asked":
                await searcher.substring("absent qqxz")
                await searcher.search("absent")
            figures["cpu"] = processor() - spent
    if heart is not None:
        late = sorted(heart.late)
        figures |= {"stall": late[-1], "stall99": late[int(len(late) * 0.99)], "memory": (heart.most - before) / 1e6}
    return figures


async def asked_early(files: list[str], indexer: Indexer, searcher: Searcher, start: float) -> dict[str, float]:
    """When all names are shown, and when letters are found in notes of the whole vault, in seconds from *start*."""
    # Folder by folder, as notes are read: what is looked for last is what comes last.
    chosen = sorted(random.Random(3).sample(files, min(SAMPLED, len(files))), key=os.path.dirname)
    pieces = [text[len(text) // 2 :][:24] for text in map(read_note, chosen)]
    wanted = [piece for piece in pieces if len(piece.split()) > 2 and piece.isascii() and "\r" not in piece]
    with indexer.events.subscribe() as commits:
        await anext(commits)
        assert await searcher.tree()
    names = time.perf_counter() - start
    for piece in wanted:
        while not await searcher.substring(piece) and indexer.state.phase == "scanning":
            await asyncio.sleep(HEARTBEAT)
    return {"names": names, "letters": time.perf_counter() - start}


def processor() -> float:
    """Seconds of processor this process and those it has started and waited for have used."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in spent)


def resident() -> int:
    """Bytes of memory this process and its children have now; 0 where the system does not tell this way."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return 0
    numbers = ["self"]
    for task in tasks.iterdir():
        with suppress(OSError):
            numbers += (task / "children").read_text().split()
    pages = 0
    for number in numbers:
        with suppress(OSError):  # It ended meanwhile.
            pages += int(Path("/proc", number, "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def samples(texts: list[str]) -> dict[str, list[str]]:
    """Queries from the notes' own words, common to rare."""
    chance = random.Random(11)
    counts: dict[str, int] = {}
    for text in chance.sample(texts, min(len(texts), 800)):
        for word in set(text.split()):
            if word.isalpha() and len(word) > 2:
                counts[word] = counts.get(word, 0) + 1
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    middle = ranked[100:2_000]
    return {
        "common word": ranked[:20],
        "middle word": chance.sample(middle, 20),
        "three words": [" ".join(chance.sample(ranked[:300], 3)) for _ in range(20)],
        "as typed, 3 letters": [word[:3] for word in chance.sample(middle, 20)],
        "absent": [f"qqxz{number}" for number in range(5)],
    }


async def ask(label: str, queries: list[str], question: Callable[[str], Awaitable[object]], beside: float) -> None:
    """Ask each query some times; report the middle and the slow end of the best times."""
    best: list[float] = []
    for query in queries:
        times: list[float] = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            await question(query)
            times.append((time.perf_counter() - start) * 1000)
        best.append(min(times))
    best.sort()
    say(f"{label} p50", statistics.median(best), "ms", beside, "python `in`")
    say(f"{label} p95", best[int(len(best) * 0.95)], "ms", beside, "python `in`")


async def follow(root: Path, indexer: Indexer, searcher: Searcher) -> None:
    """Change a note, wait until a search finds the change: silence of the watcher included."""
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
    """Open what is indexed and hold the whole vault beside it; return how many milliseconds that took.

    Without the closing: by then the file's seal is being looked at in the background, which is waited for.
    """
    start = time.perf_counter()
    async with Vault(root, watch=False) as vault, Indexer(vault, Index(file)) as indexer:
        await indexer.settled()
        return (time.perf_counter() - start) * 1000


async def measure(root: Path, file: Path, *, may_write: bool) -> None:
    """The whole bench on one vault."""
    scandir, read, scan, texts = baselines(root)
    queries = samples(texts)
    del texts
    first_scan(root, file, read)
    times = [await open_again(root, file) for _ in range(ROUNDS)]
    say("open again and revalidate", min(times), "ms", scandir, "scandir+stat")
    index = Index(file)
    async with (
        Heartbeat() as heart,
        Vault(root, watch=may_write) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        with timed("common words counted, in the background", "s"):  # As whoever opens a vault has it done.
            await asyncio.to_thread(common_words.update_word_lists, index, lambda: False)
        for kind, asked in queries.items():
            await ask(f"ranked, {kind}", asked, lambda query: searcher.search(query), scan)
        with timed("substring, the first (fills memory)"):
            await searcher.substring("absent qqxz")
        for kind in ("common word", "middle word", "absent"):
            await ask(f"substring, {kind}", queries[kind], lambda query: searcher.substring(query, 50), scan)
        await ask("names, 3 letters", queries["as typed, 3 letters"], lambda query: searcher.names(query), scan)
        with timed("tree of every note"):
            await searcher.tree()
        heart.report("while searching")
        if may_write:
            await follow(root, indexer, searcher)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=15_000)
    parser.add_argument("--vault", type=Path, help="measure this folder instead of a made one; it is only read")
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
            with timed("(making the vault)", "s"):
                MadeVault(options.notes).lay(root)
        file = Path(folder, "data", "index.sqlite")
        asyncio.run(measure(root, file, may_write=options.vault is None))
        say("index on disk", file.stat().st_size / 1e6, "MB")


if __name__ == "__main__":
    main()
