"""Bench of scheduler: how soon a saved note is found, what a checkout loses, which damage and kills are made good.

`python -m tests.benchmarks.bench_fresh [--notes 14000] [--checkout 20000] [--kills 100] [--every 1]`; all in folders of
its own. Counts travel between machines, milliseconds do not.
"""

import argparse
import asyncio
import math
import os
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.benchmarks.made_vault import MadeVault
from tests.index.scene import Scene, at_work, hashes, lay
from tests.index.test_damage import KINDS, background, notes, trouble_after
from tests.support.changing_tree import busy_loop, busy_threads, git, two_branches, until_equal
from tests.support.index_content import fresh_content
from tests.support.killed_scan import kills
from vaultdesk.index import Index
from vaultdesk.index.indexing.indexer import ChangeScheduler
from vaultdesk.index.store.database import remove_checksum
from vaultdesk.vault.disk.watcher import BATCH_SILENCE

SAVES = 200
"""Notes saved one after the other."""

LONG = 1_800.0
"""Seconds one part of the bench may take."""

PATIENCE = 900.0
"""Seconds until the index has to be as the tree, however busy the machine is."""


def say(label: str, value: object, goal: str = "") -> None:
    """One line of the report."""
    sys.stdout.write(f"{label:<58}{value:>14}   {goal}\n")
    sys.stdout.flush()


def spread(label: str, times: list[float], goal: str = "") -> None:
    """Say the middle and the slow end of *times*, in milliseconds."""
    times.sort()
    say(f"{label} p50", f"{statistics.median(times):.2f} ms")
    say(f"{label} p95", f"{times[int(len(times) * 0.95)]:.2f} ms", goal)


def timed(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the best of some times, in milliseconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, (time.perf_counter() - start) * 1000)
    return best


def stat_all(root: Path) -> int:
    """Look at every file's size and time, as little as can be done."""
    waiting, seen = [str(root)], 0
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    seen += bool(entry.stat(follow_symlinks=False).st_size)
    return seen


async def saves(root: Path, file: Path) -> None:
    """Save notes as an editor does; time each from the end of the silence to its being found by a stranger."""
    async with at_work(root, file, watch=True, patience=LONG) as scene:
        spread("a saved note found by another connection, after silence", await _found_after(scene), "under 10 ms")
        begun, ended = time.process_time(), time.perf_counter()
        await scene.indexer.rescan()
        took, ended = time.process_time() - begun, time.perf_counter() - ended
        say("a whole comparison, CPU", f"{took * 1000:.1f} ms", "under 1% of a minute")
        with scene.index.writing() as connection:
            assert connection.execute("PRAGMA synchronous").fetchone()[0] == 1
        scene.index._writer.execute("PRAGMA synchronous = full")  # type: ignore[union-attr] # What waiting for the disk would cost.
        spread("the same, waiting for the disk at each commit", await _found_after(scene))


async def _found_after(scene: Scene) -> list[float]:
    times: list[float] = []
    sql = "SELECT path FROM fts JOIN note ON note.id = fts.rowid WHERE fts MATCH ?"
    with (
        closing(sqlite3.connect(scene.index.file, isolation_level=None)) as stranger,
        scene.vault.changes.subscribe() as told,
        scene.indexer.events.subscribe() as commits,
    ):
        for number in range(SAVES):
            word, note = f"marker{time.monotonic_ns()}x", scene.root / f"Saved {number % 20}.md"
            temporary = note.with_name(f".{note.name}.tmp")
            temporary.write_text(f"# Saved\n\nSome words and one more: {word} [[Link]] #tag\n")
            temporary.replace(note)
            await anext(told)
            start = time.perf_counter()
            while not stranger.execute(sql, (word,)).fetchall():
                await anext(commits)
            times.append((time.perf_counter() - start) * 1000)
    return times


async def opening(root: Path, file: Path) -> None:
    """Open and compare with the disk, beside the least that can be done; and what the proof costs in the background."""
    least = timed(lambda: stat_all(root))
    say("scandir with stat of every file", f"{least:.1f} ms")
    times: list[float] = []
    for _ in range(5):
        start = time.perf_counter()
        async with at_work(root, file) as scene:
            times.append((time.perf_counter() - start) * 1000)
            await scene.indexer.integrity_check.verified.wait()
    say("open and revalidate", f"{min(times):.1f} ms", f"{min(times) / least:.2f} x, goal 1.5 x")
    index = Index(file)
    index.open()
    begun = time.process_time()
    assert index.integrity.verify_checksum() == "valid"
    say("the seal of the whole file, CPU, in the background", f"{(time.process_time() - begun) * 1000:.0f} ms")
    index.close()
    remove_checksum(file)
    begun = time.process_time()
    async with at_work(root, file, patience=LONG) as scene:
        await scene.indexer.integrity_check.verified.wait()
        say("the close look after a crash, CPU, in the background", f"{time.process_time() - begun:.1f} s")


async def checkout(folder: Path, count: int) -> None:
    """Change every note of a repository while threads and loop are busy, there and back."""
    root = folder / "checkout"
    two_branches(root, count)
    # Without the comparison each minute, which would find whatever was lost.
    scheduler, hints = ChangeScheduler(interval=math.inf), 0
    async with at_work(root, folder / "checkout.sqlite", watch=True, patience=LONG, scheduler=scheduler) as scene:
        with scene.vault.changes.subscribe() as told:
            for branch in ("other", "main"):
                with busy_threads():
                    busy = asyncio.ensure_future(busy_loop())
                    await asyncio.to_thread(git, root, "checkout", "-q", branch)
                    busy.cancel()
                start = time.perf_counter()
                lost = await until_equal(root, scene.index, scene.indexer, PATIENCE)
                say(f"checkout of {count:,} notes ({branch}): lost", len(lost), "0")
                say("  until the index was as the tree", f"{time.perf_counter() - start:.1f} s")
            while not told.is_empty:
                hints += 1
                await anext(told)
        say("  batches of hints from the watcher", hints)


async def damage(folder: Path, every: int) -> None:
    """Damage an index in every way; each ends as a fresh one."""
    made, bad = await background(folder / "ground"), 0
    kinds = KINDS[::every]
    for number, kind in enumerate(kinds):
        place = folder / f"kind {number}"
        place.mkdir()
        trouble = await trouble_after(made, kind, place)
        if trouble:
            bad += 1
            say(f"  not mended: {kind.name}", trouble[:200])
        shutil.rmtree(place)
    say("kinds of damage mended, the vault untouched", f"{len(kinds) - bad}/{len(kinds)}", "all")


async def killed(folder: Path, rounds: int) -> None:
    """Kill a first scan at many moments."""
    many = {f"{copy}/{path}": text for copy in range(8) for path, text in notes().items() if path[0] != "."}
    root = lay(folder / "vault", many)
    before, fresh = hashes(root), await fresh_content(root, folder / "fresh.sqlite")
    found = await asyncio.to_thread(lambda: list(kills(root, folder, fresh, rounds, seed=5)))
    for kill in found:
        if kill.trouble:
            say(f"  killed after {kill.after:.0%} of a scan", kill.trouble[:200])
    good = sum(not kill.trouble for kill in found)
    say("kills of the first scan that the next start made good", f"{good}/{len(found)}", "all")
    say("  different sizes of what they left", len({kill.left for kill in found}))
    assert hashes(root) == before


async def measure(options: argparse.Namespace) -> None:
    """The whole bench."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        say("silence that a batch of changes waits for", f"{BATCH_SILENCE * 1000:.0f} ms")
        if options.notes:
            root = folder / "made" / "vault"
            MadeVault(options.notes).lay(root)
            file = folder / "made" / "index.sqlite"
            async with at_work(root, file, patience=LONG):
                pass
            await opening(root, file)
            await saves(root, file)
        if options.checkout:
            await checkout(folder, options.checkout)
        await damage(folder, options.every)
        if options.kills:
            (folder / "kills").mkdir()
            await killed(folder / "kills", options.kills)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--checkout", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--every", type=int, default=1, help="every how many-th kind of damage")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
