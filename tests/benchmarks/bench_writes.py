"""What a write costs and what it survives, compared with a plain write: killed at every system call and at 500
random moments, order of writes, two writers.

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
    """Print *line* now."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Print the figures; 1 where one of ours is not 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--every", type=int, default=1)
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        asyncio.run(costs(folder / "costs"))
        bad = two_writers(folder / "two", wanted.rounds)
        if why_not():
            say(f"kills left out: {why_not()}")
        else:
            bad += killed(folder / "killed", wanted.every, wanted.kills)
    return 1 if bad else 0


async def costs(folder: Path) -> None:
    """Print what a write takes."""
    (folder / "vault").mkdir(parents=True)
    run = Origin("run", tool="t")
    async with Vault(folder / "vault", watch=False, data_folder=folder / "place") as vault:
        await vault.claim_write_access()
        path = NotePath("a.md")
        (made,) = await vault.apply([Create(path, NOTE)], run)
        took: dict[str, list[float]] = {"a tool's write": [], "an editor's save": [], "a plain write": []}
        digest = made.digest
        for number in range(300):
            began = time.perf_counter()
            (done,) = await vault.apply([Rewrite(path, f"{NOTE}{number}\n", digest)], run)
            digest = done.digest
            took["a tool's write"].append(time.perf_counter() - began)
        for number in range(300):
            began = time.perf_counter()
            digest = (await vault.write(path, f"{NOTE}editor {number}\n", digest)).digest
            took["an editor's save"].append(time.perf_counter() - began)
        for number in range(300):
            began = time.perf_counter()
            (folder / "plain.md").write_text(f"{NOTE}{number}\n")
            took["a plain write"].append(time.perf_counter() - began)
        kept = len(list((folder / "place" / "snapshots").iterdir()))
        await bulk(vault)
    for what, times in took.items():
        times.sort()
        say(f"{what}: median {statistics.median(times) * 1000:.1f} ms, p99 {times[-3] * 1000:.1f} ms")
    say(f"snapshots after 300 tool writes and 300 saves: {kept}")


async def bulk(vault: Vault) -> None:
    """Print what 300 notes in one unit take."""
    paths = [NotePath(f"many/{number}.md") for number in range(300)]
    made = await vault.apply([Create(path, NOTE) for path in paths], Origin("make"))
    began = time.perf_counter()
    edits = [Rewrite(path, f"{NOTE}#tag\n", one.digest, "u") for path, one in zip(paths, made, strict=True)]
    done = await vault.apply(edits, Origin("bulk", tool="t"))
    took = (time.perf_counter() - began) * 1000
    say(f"300 notes in one unit: {took:.0f} ms, {sum(one.result == 'done' for one in done)} done")


def two_writers(folder: Path, rounds: int) -> int:
    """Let two programs count in one note; return how many counts were lost."""
    (folder / "vault").mkdir(parents=True)
    (folder / "vault" / "a.md").write_text("0")
    lines = [[sys.executable, "-c", COUNTER, str(folder / "vault"), str(folder / name), str(rounds)] for name in "ab"]
    started = [subprocess.Popen(line, stdout=subprocess.PIPE, text=True) for line in lines]
    told = [int(process.communicate()[0]) for process in started]
    lost = 2 * rounds - int((folder / "vault" / "a.md").read_text())
    say(f"S8 two writers, {rounds} rounds each: {lost} lost updates, {sum(told)} losers told")
    return lost


def killed(folder: Path, every: int, kills: int) -> int:
    """Kill and refuse, look at the order; return how much of ours went wrong."""
    folder.mkdir()
    bad = 0
    with doomed() as maker:
        for act in (*ACTS, "plain write"):
            score = at_each_call(maker, act, folder, ["kill", "EIO"], every)
            bad += told(f"S4 {act}", score, ours=act in ACTS)
        for act in ("create", "move", "delete", "rename with links"):
            score = at_each_call(maker, act, folder, ["kill", "EIO"], every, OLD_DISK)
            bad += told(f"S4 {act}, no exclusive rename", score, ours=True)
        for act in ("endless writes", "endless plain writes"):
            score = at_random_moments(maker, act, folder, kills, seed=4)
            bad += told(f"S5 {act}", score, ours=act == "endless writes")
        for act in ("write", "rename without sync"):
            order = order_of(fresh(maker, act, folder).lines, folder / "vault", folder / "place")
            say(f"S6 {act}: {sum(order.values())} of {len(order)} rules kept")
            bad += act == "write" and not all(order.values())
    return bad


def told(what: str, score: Score, *, ours: bool) -> int:
    """Print *score*; return how much of it counts against us."""
    say(f"{what}: {score}")
    for case in score.bad[:5] if ours else ():
        say(f"    {case}")
    return len(score.bad) if ours else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
