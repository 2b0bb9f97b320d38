"""Bench of index freshness: delay until a saved note is found, losses of a checkout, recovery from damage and kills.

`python -m tests.benchmarks.bench_fresh [--notes 14000] [--checkout 20000] [--kills 100] [--every 1]`, in temporary
folders. Counts are comparable between machines, milliseconds are not.
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

from tests.benchmarks.made_vault import GeneratedVault
from tests.index.scene import Scene, at_work, hashes
from tests.index.test_damage import KINDS, background, notes, trouble_after
from tests.support.changing_tree import busy_loop, busy_threads, git, two_branches, until_equal
from tests.support.index_content import fresh_content
from tests.support.killed_scan import kills
from tests.support.vaults import write_vault
from vaultdesk.index import Index
from vaultdesk.index.indexing.indexer import ChangeScheduler
from vaultdesk.index.store.database import remove_checksum
from vaultdesk.vault.disk.watcher import BATCH_SILENCE

SAVES = 200
"""Notes saved one after the other."""

LONG = 1_800.0
"""Time limit in seconds for one part of the bench."""

PATIENCE = 900.0
"""Seconds until the index has to equal the file tree, regardless of the load of the machine."""


def say(label: str, value: object, goal: str = "") -> None:
    """Print one line of the report."""
    sys.stdout.write(f"{label:<58}{value:>14}   {goal}\n")
    sys.stdout.flush()


def spread(label: str, times: list[float], goal: str = "") -> None:
    """Print the median and the 95th percentile of *times*, in milliseconds."""
    times.sort()
    say(f"{label} p50", f"{statistics.median(times):.2f} ms")
    say(f"{label} p95", f"{times[int(len(times) * 0.95)]:.2f} ms", goal)


def timed(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the minimum of the rounds, in milliseconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, (time.perf_counter() - start) * 1000)
    return best


def stat_all(root: Path) -> int:
    """Stat every file, the minimum that a comparison has to do."""
    pending, count = [str(root)], 0
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                else:
                    count += bool(entry.stat(follow_symlinks=False).st_size)
    return count


async def saves(root: Path, file: Path) -> None:
    """Save notes as an editor does; time each from the end of the silence until another connection finds it."""
    async with at_work(root, file, watch=True, patience=LONG) as scene:
        spread("a saved note found by another connection, after silence", await _detection_times(scene), "under 10 ms")
        processor_start, clock = time.process_time(), time.perf_counter()
        await scene.indexer.rescan()
        processor_time, clock = time.process_time() - processor_start, time.perf_counter() - clock
        say("a complete comparison, CPU", f"{processor_time * 1000:.1f} ms", "under 1% of a minute")
        with scene.index.writing() as connection:
            assert connection.execute("PRAGMA synchronous").fetchone()[0] == 1
        scene.index._writer.execute("PRAGMA synchronous = full")  # type: ignore[union-attr] # The cost of waiting for the disk.
        spread("the same, waiting for the disk at each commit", await _detection_times(scene))


async def _detection_times(scene: Scene) -> list[float]:
    times: list[float] = []
    sql = "SELECT path FROM fts JOIN note ON note.id = fts.rowid WHERE fts MATCH ?"
    with (
        closing(sqlite3.connect(scene.index.file, isolation_level=None)) as reader,
        scene.vault.changes.subscribe() as changes,
        scene.indexer.events.subscribe() as commits,
    ):
        for number in range(SAVES):
            word, note = f"marker{time.monotonic_ns()}x", scene.root / f"Saved {number % 20}.md"
            temporary = note.with_name(f".{note.name}.tmp")
            temporary.write_text(f"# Saved\n\nSome words and one more: {word} [[Link]] #tag\n")
            temporary.replace(note)
            await anext(changes)
            start = time.perf_counter()
            while not reader.execute(sql, (word,)).fetchall():
                await anext(commits)
            times.append((time.perf_counter() - start) * 1000)
    return times


async def opening(root: Path, file: Path) -> None:
    """Open and compare with the disk, in comparison with the minimum; and the cost of the check in the background."""
    minimum = timed(lambda: stat_all(root))
    say("scandir with stat of every file", f"{minimum:.1f} ms")
    times: list[float] = []
    for _ in range(5):
        start = time.perf_counter()
        async with at_work(root, file) as scene:
            times.append((time.perf_counter() - start) * 1000)
            await scene.indexer.integrity_check.verified.wait()
    say("open and revalidate", f"{min(times):.1f} ms", f"{min(times) / minimum:.2f} x, goal 1.5 x")
    index = Index(file)
    index.open()
    processor_start = time.process_time()
    assert index.integrity.verify_checksum() == "valid"
    say(
        "checksum of the entire file, CPU, in the background",
        f"{(time.process_time() - processor_start) * 1000:.0f} ms",
    )
    index.close()
    remove_checksum(file)
    processor_start = time.process_time()
    async with at_work(root, file, patience=LONG) as scene:
        await scene.indexer.integrity_check.verified.wait()
        say("full check after a crash, CPU, in the background", f"{time.process_time() - processor_start:.1f} s")


async def checkout(folder: Path, count: int) -> None:
    """Check out another branch and back, which changes every note, while threads and loop are busy."""
    root = folder / "checkout"
    two_branches(root, count)
    # Without the comparison each minute, which would find lost changes.
    scheduler, hints = ChangeScheduler(interval=math.inf), 0
    async with at_work(root, folder / "checkout.sqlite", watch=True, patience=LONG, scheduler=scheduler) as scene:
        with scene.vault.changes.subscribe() as changes:
            for branch in ("other", "main"):
                with busy_threads():
                    busy = asyncio.ensure_future(busy_loop())
                    await asyncio.to_thread(git, root, "checkout", "-q", branch)
                    busy.cancel()
                start = time.perf_counter()
                lost = await until_equal(root, scene.index, scene.indexer, PATIENCE)
                say(f"checkout of {count:,} notes ({branch}): lost", len(lost), "0")
                say("  until the index equalled the tree", f"{time.perf_counter() - start:.1f} s")
            while not changes.is_empty:
                hints += 1
                await anext(changes)
        say("  batches of hints from the watcher", hints)


async def damage(folder: Path, every: int) -> None:
    """Damage an index in every way and check that it is restored completely."""
    intact_index, failures = await background(folder / "ground"), 0
    kinds = KINDS[::every]
    for number, kind in enumerate(kinds):
        kind_folder = folder / f"kind {number}"
        kind_folder.mkdir()
        problem = await trouble_after(intact_index, kind, kind_folder)
        if problem:
            failures += 1
            say(f"  not repaired: {kind.name}", problem[:200])
        shutil.rmtree(kind_folder)
    say("kinds of damage repaired, the vault unchanged", f"{len(kinds) - failures}/{len(kinds)}", "all")


async def killed(folder: Path, rounds: int) -> None:
    """Kill a first scan at random moments."""
    vault_notes = {f"{copy}/{path}": text for copy in range(8) for path, text in notes().items() if path[0] != "."}
    root = write_vault(folder / "vault", vault_notes)
    before, fresh = hashes(root), await fresh_content(root, folder / "fresh.sqlite")
    found = await asyncio.to_thread(lambda: list(kills(root, folder, fresh, rounds, seed=5)))
    for kill in found:
        if kill.trouble:
            say(f"  killed after {kill.after:.0%} of a scan", kill.trouble[:200])
    recovered = sum(not kill.trouble for kill in found)
    say("kills of the first scan that the next start recovered from", f"{recovered}/{len(found)}", "all")
    say("  different sizes of the remaining index", len({kill.left for kill in found}))
    assert hashes(root) == before


async def measure(options: argparse.Namespace) -> None:
    """Run all parts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        say("silence before a batch of changes is processed", f"{BATCH_SILENCE * 1000:.0f} ms")
        if options.notes:
            root = folder / "made" / "vault"
            GeneratedVault(options.notes).write(root)
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
    parser.add_argument("--every", type=int, default=1, help="test only every n-th kind of damage")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
