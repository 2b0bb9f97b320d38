"""Faults: kills writers at, or fails, single system calls of their operation, and checks what they leave behind."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from tests.support.doomed import ACTS, LINKING, NEW, NOTE, OLD, after, make_vault, numbered
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import FileStep, MoveFile, Origin, PutFile, RemoveFile
from vaultdesk.vault.transactions.journal import Journal, JournalEntry
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.write_access import recover
from vaultdesk.vault.transactions.writer import Writer

Fault = Literal["kill", "EIO", "ENOSPC"]

CALL = re.compile(r"(\w+)\(")

KNOWN_CALLS_ONLY = {"exit_group", "brk", "mmap", "munmap", "mremap", "futex", "rt_sigaction", "rt_sigprocmask"}
"""Calls at which a writer is killed but never made to fail: Python cannot handle their failure."""


LONGEST_LIFE = 0.03
"""Maximum lifetime of an endless writer in seconds: about ten writes, the first of which starts immediately."""


@cache
def why_not() -> str:
    """Return why strace cannot inject faults here; empty if it can."""
    if sys.platform != "linux" or shutil.which("strace") is None:
        return "strace is not installed"
    completed = subprocess.run(["strace", "-e", "inject=getuid:error=EPERM", "true"], capture_output=True, check=False)
    return "" if completed.returncode == 0 else "this system does not let us trace"


@dataclass
class WriterResult:
    """Outcome of one writer."""

    report: str
    """Its report of the operation; empty if it was killed before."""
    lines: list[str] = field(default_factory=list)
    """The system calls of its operation, in order, as written by strace."""

    @property
    def calls(self) -> list[str]:
        """Names of the system calls."""
        return [found[1] for line in self.lines if (found := CALL.match(line)) is not None]


class Doomed:
    """The process that forks the writers."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.support.doomed"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def close(self) -> None:
        """Terminate the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def start(self, act: str, root: Path, place: Path) -> int:
        """Fork a writer that is ready for *act*; return its process id."""
        self.say(json.dumps({"act": act, "root": str(root), "place": str(place)}) + "\n")
        lines = {self.hear(), self.hear()}  # The writer and its parent write at the same time.
        lines.discard("ready")
        return int(lines.pop())

    def end(self) -> str:
        """Wait until the writer has ended and return its last report."""
        report = ""
        while not (line := self.hear()).startswith("ended "):
            report = line
        return report

    def say(self, text: str) -> None:
        """Write *text* to the process."""
        assert self._process.stdin is not None
        self._process.stdin.write(text.encode())

    def hear(self) -> str:
        """Read a line from the process."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().decode().rstrip("\n")

    def run(self, act: str, root: Path, place: Path, inject: Sequence[str] = ()) -> WriterResult:
        """Run *act* in a writer under strace with the options *inject*."""
        writer = self.start(act, root, place)
        trace = place.parent / "trace"
        command = ["strace", "-y", "-o", str(trace), *inject, "-p", str(writer)]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as tracer:
            assert tracer.stderr is not None
            tracer.stderr.readline()  # "attached"
            self.say("!")
            report = self.end()
            tracer.communicate()
        return WriterResult(report, trace.read_text().splitlines())

    def kill_after(self, act: str, root: Path, place: Path, seconds: float) -> int:
        """Kill an endless writer after *seconds*; return the last number it reported as written."""
        writer = self.start(act, root, place)
        self.say("!")
        # The kill is at a time that no event announces: that is the point of the test.
        threading.Event().wait(seconds)
        os.kill(writer, signal.SIGKILL)
        return int(self.end() or 0)


@contextmanager
def doomed() -> Iterator[Doomed]:
    """Run the process that forks writers for the duration of the block."""
    process = Doomed()
    try:
        yield process
    finally:
        process.close()


def occurrences(calls: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each call with its number among those of its name."""
    seen: Counter[str] = Counter()
    for call in calls:
        seen[call] += 1
        yield call, seen[call]


@dataclass
class Score:
    """Result of many faults."""

    cases: int = 0
    torn: list[str] = field(default_factory=list)
    """A file contained bytes that were neither the old nor the new ones."""
    lost: list[str] = field(default_factory=list)
    """The old bytes are gone, acknowledged new ones are missing, or an operation was partial after recovery."""
    without_snapshot: list[str] = field(default_factory=list)
    litter: list[str] = field(default_factory=list)
    not_undone: list[str] = field(default_factory=list)
    lied: list[str] = field(default_factory=list)
    """The writer reported success without the change, or failure with it."""

    @property
    def bad(self) -> list[str]:
        """All cases with an error."""
        return [*self.torn, *self.lost, *self.without_snapshot, *self.litter, *self.not_undone, *self.lied]

    def __str__(self) -> str:
        counted = "torn", "lost", "without_snapshot", "litter", "not_undone", "lied"
        return f"{self.cases} cases: " + ", ".join(f"{len(getattr(self, name))} {name}" for name in counted)


def files_of(root: Path) -> dict[str, bytes]:
    """Return every file below *root*, including hidden ones, except those in the trash."""
    return {
        found.relative_to(root).as_posix(): found.read_bytes()
        for found in root.rglob("*")
        if found.is_file() and not found.relative_to(root).as_posix().startswith(".trash/")
    }


def folders_of(root: Path) -> set[str]:
    """Return every folder below *root*."""
    return {found.relative_to(root).as_posix() for found in root.rglob("*") if found.is_dir()}


def judge(score: Score, case: str, act: str, root: Path, place: Path, report: str) -> None:
    """Check the state a writer left, recover, and undo."""
    score.cases += 1
    before, done = after_nothing(), after(act)
    expected = set(before.values()) | set(done.values())
    if any(
        data not in expected for name, data in files_of(root).items() if not name.rpartition("/")[2].startswith(".")
    ):
        score.torn.append(case)
    files, journal = VaultFiles(root), Journal(place)
    try:
        recover(files, journal)
        current = files_of(root)
        is_applied = current == done != before
        if current not in (before, done):
            unknown = {name for name in current if name not in before and name not in done}
            (score.litter if unknown else score.lost).append(case)
        claims = set(report.split(","))
        if (claims == {"done"} and not is_applied) or (claims & {"failed", "conflict"} and is_applied):
            score.lied.append(case)
        expected_folders = {"f", "new", "new/deep", ".trash", ".trash/f"} if is_applied else {"f"}
        if folders_of(root) - expected_folders or journal.open_changes():
            score.litter.append(case)
        again = recover(files, journal)
        if again or files_of(root) != current:
            score.lied.append(case)
        entries = [entry for entry in journal.changes() if entry.state == "done"]
        for entry in entries:
            if entry.kind in ("modify", "delete") and not journal.snapshots.contains(entry.old_digest):
                score.without_snapshot.append(case)
        if is_applied and not undone(files, journal, entries, before):
            score.not_undone.append(case)
    finally:
        journal.close()


def after_nothing() -> dict[str, bytes]:
    """Return the files before any act."""
    with tempfile.TemporaryDirectory() as folder:
        make_vault(Path(folder) / "v")
        return files_of(Path(folder) / "v")


def undone(files: VaultFiles, journal: Journal, entries: Sequence[JournalEntry], before: dict[str, bytes]) -> bool:
    """Undo *entries* (newest first); return whether all files and folders are restored."""
    steps: list[FileStep] = []
    for entry in entries:
        path = NotePath(entry.path)
        match entry.kind:
            case "modify":
                old = journal.snapshot(entry.old_digest)
                steps.append(PutFile(path, old, entry.new_digest, entry.attributes, "u", entry.id))
            case "create":
                steps.append(RemoveFile(path, entry.new_digest, False, "u", entry.id, entry.folders))
            case "move":
                steps.append(MoveFile(NotePath(entry.new_path), path, entry.new_digest, "u", entry.id, entry.folders))
            case "delete":
                steps.append(PutFile(path, journal.snapshot(entry.old_digest), None, entry.attributes, "u", entry.id))
    writer = Writer(files, journal, Trash(files.root, files.operations, lambda: "local"))
    outcomes = writer.restore(steps, Origin("undo"))
    visible = {folder for folder in folders_of(files.root) if not folder.startswith(".trash")}
    return {outcome.result for outcome in outcomes} == {"done"} and files_of(files.root) == before and visible == {"f"}


OLD_DISK = ("-e", "inject=renameat2:error=ENOSYS")
"""A file system or kernel without exclusive rename: the new name is linked first, then the old one is removed."""


def at_each_call(
    maker: Doomed, act: str, folder: Path, faults: Sequence[Fault], every: int = 1, always: Sequence[str] = ()
) -> Score:
    """Repeat *act* with one of *faults* at every *every*-th system call.

    *always* are strace options of every run.
    """
    score = Score()
    calls = fresh(maker, act, folder, always).calls
    for index, (call, number) in enumerate(occurrences(calls)):
        if index % every or any(f"inject={call}:" in word for word in always):
            continue
        for fault in faults:
            if call in KNOWN_CALLS_ONLY and fault != "kill":
                continue
            how = "signal=KILL" if fault == "kill" else f"error={fault}"
            ended = fresh(maker, act, folder, (*always, "-e", f"inject={call}:{how}:when={number}"))
            case = f"{act}: {fault} at {call} {number}"
            if act in ACTS:
                judge(score, case, act, folder / "vault", folder / "place", ended.report)
            else:
                score.cases += 1
                if (folder / "vault" / NOTE.text).read_bytes() not in (OLD.encode(), NEW.encode()):
                    score.torn.append(case)
    return score


def _clear(folder: Path) -> None:
    for name in ("vault", "place"):
        shutil.rmtree(folder / name, ignore_errors=True)
    make_vault(folder / "vault")


def fresh(maker: Doomed, act: str, folder: Path, inject: Sequence[str] = ()) -> WriterResult:
    """Run *act* in a writer on a new vault."""
    _clear(folder)
    return maker.run(act, folder / "vault", folder / "place", inject)


def at_random_moments(maker: Doomed, act: str, folder: Path, rounds: int, seed: int) -> Score:
    """Kill an endless writer *rounds* times, at times drawn with *seed*."""
    score, moments = Score(), random.Random(seed)
    for round_number in range(rounds):
        _clear(folder)
        reported = maker.kill_after(act, folder / "vault", folder / "place", moments.uniform(0.0, LONGEST_LIFE))
        judge_numbered(score, f"{act}: kill {round_number}", folder, reported, plain=act != "endless writes")
    return score


def judge_numbered(score: Score, case: str, folder: Path, reported: int, *, plain: bool) -> None:
    """Check the state that a writer of numbered texts left; *reported* is the last number it reported."""
    score.cases += 1
    root, note = folder / "vault", folder / "vault" / NOTE.text
    data = note.read_bytes()
    number = int(data[:8] or b"0")
    if data != numbered(number):
        score.torn.append(case)
    elif number < reported:
        score.lost.append(case)
    if plain:
        return
    files, journal = VaultFiles(root), Journal(folder / "place")
    try:
        recover(files, journal)
        if sorted(files_of(root)) != [NOTE.text, LINKING.text] or journal.open_changes():
            score.litter.append(case)
        entries = [entry for entry in journal.changes(10_000) if entry.state == "done"]
        if [journal.snapshot(entry.old_digest) for entry in entries] != [numbered(n) for n in reversed(range(number))]:
            score.without_snapshot.append(case)
        before = {**files_of(root), NOTE.text: numbered(0)}
        if entries and not undone(files, journal, entries, before):
            score.not_undone.append(case)
    finally:
        journal.close()


def order_of(lines: Sequence[str], root: Path, place: Path) -> dict[str, bool]:
    """Return which ordering rules for power failures a traced write satisfies."""
    note, folder = root / NOTE.text, (root / NOTE.text).parent
    steps = [line for line in lines if re.match(r"(fsync|fdatasync|rename|renameat|renameat2|link|linkat)\(", line)]
    named = (f', "{note.name}"', f', "{note}"')
    rename_index = next(
        index for index, line in enumerate(steps) if "rename" in line and any(name in line for name in named)
    )
    synced = [(index, line) for index, line in enumerate(steps) if "sync" in line and line.endswith(" = 0")]
    before = [line for index, line in synced if index < rename_index]
    after_it = [line for index, line in synced if index > rename_index]
    snapshots = place / "snapshots"
    return {
        "R1 the new bytes are on disk before the rename": any(f"<{folder}/." in line for line in before),
        "R2 the name is on disk after it": any(f"<{folder}>" in line for line in after_it),
        "R3 the intent is on disk before it": any(f"<{place}/journal.sqlite" in line for line in before),
        "R4 the old bytes are kept on disk before it": any(f"<{snapshots}/" in line for line in before)
        and any(f"<{snapshots}>" in line for line in before),
    }
