"""Bench of the audit log: 200 kills in comparison with the usual order of writes, and the cost of lines.

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
    """Print *line* and flush."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """Print the figures; return 1 if the audit log lost or broke anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        costs(folder / "audit.jsonl")
        if sys.platform == "win32":
            say("S27 skipped: it forks its writers")
            return 0
        ours = killed(folder / "ours", options.kills, seed=27)
        usual = killed(folder / "usual", options.kills, seed=27, way="after")
    for name, score in (("ours", ours), ("effect first, line after", usual)):
        say(
            f"S27 {name}: {score.kills} kills, {score.effects:,} effects, {len(score.breaks)} breaks in the chain, "
            f"{len(score.without_line)} effects without their line, {score.torn} torn lines"
        )
    return 1 if ours.breaks or ours.without_line else 0


def costs(file: Path) -> None:
    """Print the time of writing a line, with and without waiting for the disk, and of verifying the log."""
    audit = AuditLog(file)
    for event in ("requested", "started"):
        durations: list[float] = []
        for number in range(1_000):
            start = time.perf_counter()
            audit.record(AuditRecord(event, "edit_note", f"call_{number}", files=("Projects/Boiler.md",)))  # type: ignore[arg-type]  # two of the literals
            durations.append((time.perf_counter() - start) * 1000)
        durations.sort()
        say(f"a line {event}: median {statistics.median(durations):.2f} ms, 99 % within {durations[989]:.1f} ms")
    start = time.perf_counter()
    check = audit.verify()
    say(f"{check.lines:,} lines verified in {(time.perf_counter() - start) * 1000:.0f} ms, intact: {check.is_intact}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
