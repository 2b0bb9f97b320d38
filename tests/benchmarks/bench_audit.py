"""What the record of tool calls survives and costs: 200 kills beside the common way; a line, and 1,000 calls.

python -m tests.benchmarks.bench_audit [--kills 200]
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.recorded import killed
from vaultdesk.tools.runtime.audit_log import AuditLog, AuditRecord


def say(line: str) -> None:
    """Print *line* now."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Print the figures; 1 where one of ours is not 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        costs(folder / "audit.jsonl")
        if sys.platform == "win32":
            say("S27 left out: it forks its writers")
            return 0
        ours = killed(folder / "ours", wanted.kills, seed=27)
        usual = killed(folder / "usual", wanted.kills, seed=27, way="after")
    for name, score in (("ours", ours), ("effect first, line after", usual)):
        say(
            f"S27 {name}: {score.kills} kills, {score.effects:,} effects, {len(score.breaks)} breaks in the chain, "
            f"{len(score.without_line)} effects without their line, {score.torn} torn lines"
        )
    return 1 if ours.breaks or ours.without_line else 0


def costs(file: Path) -> None:
    """Print what a line takes, waited for and not, and what reading it all takes."""
    audit = AuditLog(file)
    for happening in ("requested", "started"):
        took: list[float] = []
        for number in range(1_000):
            start = time.perf_counter()
            audit.record(AuditRecord(happening, "edit_note", f"call_{number}", files=("Projects/Boiler.md",)))  # type: ignore[arg-type]  # two of its words
            took.append((time.perf_counter() - start) * 1000)
        took.sort()
        say(f"a line {happening}: median {statistics.median(took):.2f} ms, 99 % within {took[989]:.1f} ms")
    start = time.perf_counter()
    check = audit.verify()
    say(f"{check.lines:,} lines followed in {(time.perf_counter() - start) * 1000:.0f} ms, whole: {check.is_intact}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
