"""Window, crashing: the real program is killed, or breaks in every way it can: the next start says so once, with a
report that holds no word of a note, and what was open is open again.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.desktop import small_vault

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds for one start, or one end, on a computer that is busy with other tests."""

NOTE = "The boiler costs 18,400 euros"
SURVEY = "Projects/Heat-loss survey.md"
ENDED = "VaultDesk quit unexpectedly the last time. Your saved notes are not affected."
FAILED = "An internal error occurred in VaultDesk the last time. Your saved notes are not affected."


class Program:
    """One run of it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def do(self, *order: object) -> Any:
        """Give one order and return the answer; None where the program ended instead."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Ask what stands there until it *holds*."""
        limit = time.monotonic() + PATIENCE
        while not holds(told := self.do("tell")):
            assert time.monotonic() < limit, told
        assert isinstance(told, dict)
        return told

    def ends(self) -> int:
        """Wait for its end and return how it went."""
        return self.process.wait(PATIENCE)

    def quit(self) -> None:
        """End it as a person does."""
        self.do("quit")
        assert self.ends() == 0


@contextmanager
def running(home: Path, *words: str) -> Iterator[Program]:
    """Start the program on *home*; it stands with its vault open."""
    environment = {**os.environ, "VAULTDESK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with (home.parent / "stderr.txt").open("a", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.crashing", *words],
            cwd=ROOT, env=environment, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip
        with process:
            try:
                program = Program(process)
                assert program.do("stand") == "stands", (home.parent / "stderr.txt").read_text(encoding="utf-8")
                yield program
            finally:
                process.kill()


def on_disk(home: Path, *words: str) -> Callable[[object], bool]:
    """Tell whether each of *words* was written somewhere in the program's data."""

    def written(_told: object) -> bool:
        texts = [file.read_text(encoding="utf-8", errors="ignore") for file in (home / "data").rglob("*.json")]
        return all(any(word in text for text in texts) for word in words)

    return written


@pytest.mark.timeout(300)
def test_what_was_open_comes_back_after_a_kill_and_that_is_said_once(tmp_path: Path) -> None:
    home, vault = tmp_path / "home", small_vault(tmp_path / "Lindenweg")
    with running(home, str(vault)) as program:
        program.do("open", "Boiler.md")
        program.do("open", SURVEY)
        program.do("open", "Daily/2026-11-20.md")
        program.do("edit", "Call Brandt back. ")
        program.do("place", 60, 40, 700, 500)
        program.do("ask", "What did the survey say about")
        before = program.do("tell")
        written = on_disk(home, "What did the survey say about", '"path": "Daily/2026-11-20.md"', "700")
        program.until(lambda told: written(told) and "Call Brandt" in (vault / "Daily/2026-11-20.md").read_text())
        program.process.kill()
        program.ends()

    with running(home) as program:
        told = program.do("tell")
        assert told["problems"]["crash"] == ENDED
        for part in ("notes", "shown", "asked", "place"):
            assert told[part] == before[part], part
        assert "the program was killed" in program.do("report")
        assert "crash" not in program.do("tell")["problems"]
        program.quit()
    with running(home) as program:
        assert "crash" not in program.do("tell")["problems"], "it is said once"


@pytest.mark.timeout(300)
def test_a_library_that_brings_it_down_is_told_with_a_report_without_a_word_of_notes(tmp_path: Path) -> None:
    home, vault = tmp_path / "home", small_vault(tmp_path / "Lindenweg")
    with running(home, str(vault)) as program:
        program.do("open", SURVEY)
        written = on_disk(home, f'"path": "{SURVEY}"')
        program.until(written)
        assert program.do("segv") is None
        assert program.ends() != 0

    with running(home) as program:
        told = program.do("tell")
        assert told["problems"]["crash"] == ENDED
        assert told["shown"] == SURVEY
        report = program.do("report")
        assert "Segmentation fault" in report or "access violation" in report
        assert "support/crashing.py" in report or "crashing.py:" in report
        assert "INFO vaultdesk" in report
        holds_no_word_of(report, home, "Lindenweg", "survey", "boiler")
        program.quit()


@pytest.mark.timeout(300)
def test_what_fails_in_a_slot_a_thread_and_a_task_is_told_at_once_and_at_the_next_start(tmp_path: Path) -> None:
    home, vault = tmp_path / "home", small_vault(tmp_path / "Lindenweg")
    with running(home, str(vault)) as program:
        for way in ("slot", "thread", "task"):
            program.do(way, f"{way}: {NOTE} in {vault}")
        told = program.until(lambda told: told["notices"])
        assert "An internal error occurred" in told["notices"][0]
        program.until(lambda _told: (home / "logs" / "crash.txt").read_text().count("builtins.RuntimeError") >= 3)
        program.quit()

    with running(home) as program:
        assert program.do("tell")["problems"]["crash"] == FAILED
        report = program.do("report")
        failures = report.partition("The last lines")[0]
        assert failures.count("builtins.RuntimeError") == 3
        for place in ("in <lambda>", "threading.py", "in failing"):
            assert place in failures, place
        holds_no_word_of(report, home, "Lindenweg", "boiler")
        program.quit()


@pytest.mark.timeout(300)
def test_what_ends_the_program_itself_is_told(tmp_path: Path) -> None:
    home, vault = tmp_path / "home", small_vault(tmp_path / "Lindenweg")
    with running(home, str(vault)) as program:
        program.do("fall", NOTE)
        assert program.ends() != 0

    with running(home) as program:
        assert program.do("tell")["problems"]["crash"] == ENDED
        report = program.do("report")
        assert "builtins.RuntimeError" in report
        assert "vaultdesk/ui/app/window_manager.py" in report
        holds_no_word_of(report, home, "Lindenweg", "boiler")
        program.quit()


def holds_no_word_of(report: str, home: Path, *words: str) -> None:
    """The report is fit to be shown to anybody."""
    for word in ("18,400", "euros", str(home), str(Path.home()), str(ROOT), *words):
        assert word.casefold() not in report.casefold(), word
