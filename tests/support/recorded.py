"""Recorded: kills writers using the real tool executor at random times, and compares the audit log with the effects.

Run as `python -m tests.support.recorded FOLDER KILLS SEED WAY`; prints the `Score` as JSON. `WAY` is `ours`, or
`after` to log each effect after it happened, for comparison. POSIX only: each writer is a fork.
"""

import asyncio
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NoReturn

from tests.support.tool_env import LOCAL, YES, open_tool_env, put
from tests.support.tools import PutNote
from vaultdesk.tools.runtime.audit_log import AuditLog, AuditRecord
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.vault.transactions.journal import Journal

LONGEST_LIFE = 0.15
"""Maximum lifetime of a writer in seconds: about twenty writes."""


@dataclass
class Score:
    """Result of the kills."""

    kills: int = 0
    effects: int = 0
    torn: int = 0
    """Incomplete lines of the log, which `verify` reports."""
    breaks: list[str] = field(default_factory=list)
    """Breaks of the hash chain."""
    without_line: list[str] = field(default_factory=list)
    """Effects without a log entry."""


def killed(folder: Path, kills: int, seed: int, way: str = "ours") -> Score:
    """Kill *kills* writers on one vault, in a separate process."""
    arguments = [sys.executable, "-m", "tests.support.recorded", str(folder), str(kills), str(seed), way]
    completed = subprocess.run(arguments, check=True, capture_output=True, text=True)
    return Score(**json.loads(completed.stdout))


def main(folder: Path, kills: int, seed: int, way: str) -> Score:
    """Kill the writers one after the other and check the result."""
    for name in ("vault/N", "tmp"):
        (folder / name).mkdir(parents=True)
    tempfile.tempdir = str(folder / "tmp")  # The journals of the killed writers are written here.
    moments, score = random.Random(seed), Score(kills)
    for number in range(kills):
        moment = moments.uniform(0.0, LONGEST_LIFE)
        child = os.fork()
        if child == 0:
            _die_writing(folder, number, moment, way)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise RuntimeError("a writer ended before it was killed")
    _judge(score, folder)
    return score


def _die_writing(folder: Path, number: int, seconds: float, way: str) -> NoReturn:
    try:
        asyncio.run(_write_on(folder, number, seconds, way))
    except BaseException:  # noqa: BLE001 - a writer that fails by itself prints the reason and exits
        traceback.print_exc()
    finally:
        os._exit(1)


async def _write_on(folder: Path, number: int, seconds: float, way: str) -> None:
    async with open_tool_env(folder, YES, tools=[PutNote()], notes={}) as env:
        await env.vault.claim_write_access()
        for turn in itertools.count():
            # Every second writer completes one write before its timer starts, however slow the machine is.
            if turn == number % 2:
                # The signal has no handler: the kernel ends the process at an arbitrary instruction.
                signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
            names = [f"N/{number}-{turn}{letter}.md" for letter in "ab"]
            if way == "after":
                for name in names:
                    (env.vault.root / name).write_text("text\n")
                    env.audit.record(AuditRecord("started", "put_note", "c", files=(name,)))
                continue
            env.clock.now += 60
            calls = [put(name, "text\n", f"c{index}") for index, name in enumerate(names)]
            await env.results(*calls, context=CallContext(LOCAL, "chat_1", f"run_{number}_{turn}"))


def _judge(score: Score, folder: Path) -> None:
    audit = AuditLog(folder / "data" / "audit.jsonl")
    check = audit.verify()
    score.torn, score.breaks = len(check.incomplete_lines), list(check.breaks)
    announced = {file for entry in audit.read() if entry.record.event == "started" for file in entry.record.files}
    root = folder / "vault"
    effects = {file.relative_to(root).as_posix() for file in root.rglob("*.md")}
    for place in folder.rglob("journal.sqlite"):
        journal = Journal(place.parent)
        effects |= {entry.path for entry in journal.changes(100_000)}
        journal.close()
    score.effects = len(effects)
    score.without_line = sorted(effects - announced)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))))
