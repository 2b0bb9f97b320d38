"""Bench of the index: first scan, opening again, searching, following, each beside a baseline of the same run.

Run it alone: `python -m tests.benchmarks.bench_index [--notes 15000] [--vault FOLDER]`. Ratios travel between machines,
seconds do not. A given folder is only read.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path

from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.vault.vault import Vault

HEARTBEAT = 0.004
"""Seconds between two beats of the loop; what a beat comes late is what a window would stand still."""

ROUNDS = 3
"""Times each question is asked; the best counts."""

FOLLOWED = 30
"""Notes changed one after the other to see how soon each is found."""


def say(label: str, value: float, unit: str, beside: float = 0.0, what: str = "") -> None:
    """One line of the report, with the ratio to its baseline."""
    ratio = f"   {value / beside:6.2f} x {what}" if beside else ""
    sys.stdout.write(f"{label:<44}{value:10.2f} {unit:<3}{ratio}\n")
    sys.stdout.flush()


def generate(root: Path, notes: int) -> None:
    """A vault like the measured ones: some 3.5 kB a note, words by Zipf's law, links, tags, properties, folders."""
    chance = random.Random(7)
    syllables = [a + b for a in "bcdfghjklmnprstvwz" for b in ("a", "e", "i", "o", "u", "an", "el", "or")]
    words = sorted({"".join(chance.choices(syllables, k=chance.randint(1, 4))) for _ in range(30_000)})
    chance.shuffle(words)
    weights = list(accumulate(1 / (rank + 2) for rank in range(len(words))))
    names = [f"{words[number % len(words)].title()} {number}" for number in range(notes)]
    for number, name in enumerate(names):
        folder = root / f"Area {number % 12}" / f"Topic {number % 118}"
        folder.mkdir(parents=True, exist_ok=True)
        lines = [f"---\ntags: [{words[number % 40]}, area/{words[number % 9]}]\naliases: [{words[-1 - number]}]\n---\n"]
        for _ in range(chance.randint(2, 10)):
            lines.append(f"## {' '.join(chance.choices(words, cum_weights=weights, k=4)).title()}\n\n")
            lines.append(" ".join(chance.choices(words, cum_weights=weights, k=chance.randint(30, 130))))
            lines.append(f" [[{chance.choice(names)}]] and **bold** #{words[chance.randint(0, 60)]}.\n\n")
        (folder / f"{name}.md").write_text("".join(lines), encoding="utf-8")


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

    def __init__(self) -> None:
        self.late: list[float] = []

    async def __aenter__(self) -> "Heartbeat":
        self._task = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _beat(self) -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(HEARTBEAT)
            self.late.append((time.perf_counter() - start - HEARTBEAT) * 1000)

    def report(self, during: str) -> None:
        """Say how still the loop stood."""
        late = sorted(self.late)
        say(f"loop stall p99 {during}", late[int(len(late) * 0.99)], "ms")
        say(f"loop stall longest {during}", late[-1], "ms")


def baselines(root: Path) -> tuple[float, float, float, list[str]]:
    """What the disk and the interpreter need at least: walk with stat, read all, look for a text in all."""
    files: list[Path] = []
    with timed("baseline: os.walk + stat") as walk:
        for folder, _, names in os.walk(root):
            notes = [Path(folder, name) for name in names if name.endswith(".md")]
            files += notes
            for note in notes:
                note.stat()
    with timed("baseline: read every note", "s") as read:
        texts = [file.read_bytes().decode("utf-8", "replace").casefold() for file in files]
    with timed("baseline: Python `in`, absent text") as scan:
        found = sum("qqqqxzx" in text for text in texts)
    assert not found
    say("notes", len(files), "")
    say("size", sum(map(len, texts)) / 1e6, "MB")
    return walk[0], read[0], scan[0], texts


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


async def measure(root: Path, file: Path, *, may_write: bool) -> None:
    """The whole bench on one vault."""
    walk, read, scan, texts = baselines(root)
    queries = samples(texts)
    del texts
    index = Index(file)
    async with Heartbeat() as heart, Vault(root, watch=False) as vault:
        with timed("first scan", "s", read, "read-all"):
            async with Indexer(vault, index) as indexer:
                state = await indexer.settled()
    heart.report("in the first scan")
    assert state.phase == "ready", state
    with timed("open again and revalidate", "ms", walk, "walk+stat"):
        async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer:
            await indexer.settled()
    async with (
        Heartbeat() as heart,
        Vault(root, watch=may_write) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
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
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = options.vault or Path(folder, "vault")
        if options.vault is None:
            with timed("(making the vault)", "s"):
                generate(root, options.notes)
        file = Path(folder, "data", "index.sqlite")
        asyncio.run(measure(root, file, may_write=options.vault is None))
        say("index on disk", file.stat().st_size / 1e6, "MB")


if __name__ == "__main__":
    main()
