"""Bench of writes in comparison with a plain write: cost, kills at every system call and at 500 random moments,
order of writes, two writers.

python -m tests.benchmarks.bench_writes [--kills 500] [--rounds 1000] [--every 1]
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.journeys.test_killed_writes import COUNTER
from tests.support.doomed import ACTS
from tests.support.faults import OLD_DISK, Score, at_each_call, at_random_moments, doomed, fresh, order_of, why_not
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Create, Origin, Rewrite
from vaultdesk.vault.vault import Vault

NOTE = "A line of a note that is as long as most.\n" * 100


def say(line: str) -> None:
    """Print *line* and flush."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Print the figures; return 1 if a guarantee of VaultDesk's writes was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        asyncio.run(costs(folder / "costs"))
        failures = two_writers(folder / "two", options.rounds)
        if why_not():
            say(f"kills skipped: {why_not()}")
        else:
            failures += killed(folder / "killed", options.every, options.kills)
    return 1 if failures else 0


async def costs(folder: Path) -> None:
    """Print the time of a write."""
    (folder / "vault").mkdir(parents=True)
    run = Origin("run", tool="t")
    async with Vault(folder / "vault", watch=False, data_folder=folder / "place") as vault:
        await vault.claim_write_access()
        path = NotePath("a.md")
        (created,) = await vault.apply([Create(path, NOTE)], run)
        durations: dict[str, list[float]] = {"a tool's write": [], "an editor's save": [], "a plain write": []}
        digest = created.digest
        for number in range(300):
            started = time.perf_counter()
            (done,) = await vault.apply([Rewrite(path, f"{NOTE}{number}\n", digest)], run)
            digest = done.digest
            durations["a tool's write"].append(time.perf_counter() - started)
        for number in range(300):
            started = time.perf_counter()
            digest = (await vault.write(path, f"{NOTE}editor {number}\n", digest)).digest
            durations["an editor's save"].append(time.perf_counter() - started)
        for number in range(300):
            started = time.perf_counter()
            (folder / "plain.md").write_text(f"{NOTE}{number}\n")
            durations["a plain write"].append(time.perf_counter() - started)
        snapshot_count = len(list((folder / "place" / "snapshots").iterdir()))
        await bulk(vault)
    for kind, times in durations.items():
        times.sort()
        say(f"{kind}: median {statistics.median(times) * 1000:.1f} ms, p99 {times[-3] * 1000:.1f} ms")
    say(f"snapshots after 300 tool writes and 300 saves: {snapshot_count}")


async def bulk(vault: Vault) -> None:
    """Print the time of 300 notes in one transaction."""
    paths = [NotePath(f"many/{number}.md") for number in range(300)]
    created = await vault.apply([Create(path, NOTE) for path in paths], Origin("make"))
    started = time.perf_counter()
    edits = [Rewrite(path, f"{NOTE}#tag\n", result.digest, "u") for path, result in zip(paths, created, strict=True)]
    done = await vault.apply(edits, Origin("bulk", tool="t"))
    milliseconds = (time.perf_counter() - started) * 1000
    say(f"300 notes in one unit: {milliseconds:.0f} ms, {sum(outcome.result == 'done' for outcome in done)} done")


def two_writers(folder: Path, rounds: int) -> int:
    """Let two processes increment a number in one note; return the number of lost updates."""
    (folder / "vault").mkdir(parents=True)
    (folder / "vault" / "a.md").write_text("0")
    lines = [[sys.executable, "-c", COUNTER, str(folder / "vault"), str(folder / name), str(rounds)] for name in "ab"]
    started = [subprocess.Popen(line, stdout=subprocess.PIPE, text=True) for line in lines]
    refused = [int(process.communicate()[0]) for process in started]
    lost = 2 * rounds - int((folder / "vault" / "a.md").read_text())
    say(f"S8 two writers, {rounds} rounds each: {lost} lost updates, {sum(refused)} refused writes reported")
    return lost


def killed(folder: Path, every: int, kills: int) -> int:
    """Kill the process, fail system calls and check the order of writes; return the number of VaultDesk's failures."""
    folder.mkdir()
    failures = 0
    with doomed() as maker:
        for act in (*ACTS, "plain write"):
            score = at_each_call(maker, act, folder, ["kill", "EIO"], every)
            failures += report_score(f"S4 {act}", score, ours=act in ACTS)
        for act in ("create", "move", "delete", "rename with links"):
            score = at_each_call(maker, act, folder, ["kill", "EIO"], every, OLD_DISK)
            failures += report_score(f"S4 {act}, no exclusive rename", score, ours=True)
        for act in ("endless writes", "endless plain writes"):
            score = at_random_moments(maker, act, folder, kills, seed=4)
            failures += report_score(f"S5 {act}", score, ours=act == "endless writes")
        for act in ("write", "rename without sync"):
            order = order_of(fresh(maker, act, folder).lines, folder / "vault", folder / "place")
            say(f"S6 {act}: {sum(order.values())} of {len(order)} rules respected")
            failures += act == "write" and not all(order.values())
    return failures


def report_score(label: str, score: Score, *, ours: bool) -> int:
    """Print *score*; return the number of failures if it is VaultDesk's."""
    say(f"{label}: {score}")
    for case in score.bad[:5] if ours else ():
        say(f"    {case}")
    return len(score.bad) if ours else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
