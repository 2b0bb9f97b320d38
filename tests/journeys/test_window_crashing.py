"""Window, crashes: after a kill or a fatal error of the program, the next start reports it once, with a report that
contains no text of a note, and restores what was open.
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
"""Timeout of a start or an end in seconds, on a computer that runs other tests."""

NOTE = "The boiler costs 18,400 euros"
SURVEY = "Projects/Heat-loss survey.md"
ENDED = "VaultDesk quit unexpectedly the last time. Your saved notes are not affected."
FAILED = "An internal error occurred in VaultDesk the last time. Your saved notes are not affected."


class Program:
    """A running process of the program."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def do(self, *order: object) -> Any:
        """Send a command and return the answer, or None if the program ended instead."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Poll the state of the window until it *holds*."""
        deadline = time.monotonic() + PATIENCE
        while not holds(state := self.do("tell")):
            assert time.monotonic() < deadline, state
            time.sleep(0.01)  # between two polls
        assert isinstance(state, dict)
        return state

    def ends(self) -> int:
        """Wait for the end of the process and return its exit code."""
        return self.process.wait(PATIENCE)

    def quit(self) -> None:
        """Quit as a user does."""
        self.do("quit")
        assert self.ends() == 0


@contextmanager
def running(home: Path, *words: str) -> Iterator[Program]:
    """Start the program on *home* and wait until its vault is open."""
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


def data_contains(home: Path, *words: str) -> Callable[[object], bool]:
    """Return a function that checks whether each of *words* is in a data file of the program."""

    def written(_told: object) -> bool:
        texts = [file.read_text(encoding="utf-8", errors="ignore") for file in (home / "data").rglob("*.json")]
        return all(any(word in text for text in texts) for word in words)

    return written


@pytest.mark.timeout(300)
def test_after_a_kill_and_after_errors_what_was_open_is_restored_and_each_is_reported_once(tmp_path: Path) -> None:
    home, vault = tmp_path / "home", small_vault(tmp_path / "Lindenweg")
    with running(home, str(vault)) as program:
        program.do("open", "Boiler.md")
        program.do("open", SURVEY)
        program.do("open", "Daily/2026-11-20.md")
        program.do("edit", "Call Brandt back. ")
        program.do("place", 60, 40, 700, 500)
        program.do("ask", "What did the survey say about")
        before = program.do("tell")
        written = data_contains(home, "What did the survey say about", '"path": "Daily/2026-11-20.md"', "700")
        program.until(lambda state: written(state) and "Call Brandt" in (vault / "Daily/2026-11-20.md").read_text())
        program.process.kill()
        program.ends()

    with running(home) as program:
        state = program.do("tell")
        assert state["problems"]["crash"] == ENDED
        assert_restored(state, before)
        assert "the program was killed" in program.do("report")
        assert "crash" not in program.do("tell")["problems"]

        for way in ("slot", "thread", "task"):
            program.do(way, f"{way}: {NOTE} in {vault}")
        program.until(lambda state: any("An internal error occurred" in notice for notice in state["notices"]))
        program.until(lambda _told: (home / "logs" / "crash.txt").read_text().count("builtins.RuntimeError") >= 3)
        program.quit()

    with running(home) as program:
        state = program.do("tell")
        assert state["problems"]["crash"] == FAILED, "the kill is reported once"
        assert_restored(state, before)
        report = program.do("report")
        failures = report.partition("The last lines")[0]
        assert failures.count("builtins.RuntimeError") == 3
        for place in ("in <lambda>", "threading.py", "in failing"):
            assert place in failures, place
        assert "the program was killed" not in report
        assert_contains_none_of(report, home, "Lindenweg", "boiler")
        program.quit()


@pytest.mark.timeout(300)
def test_a_crash_in_a_library_and_an_exception_that_ends_the_process_are_reported_without_text_of_notes(
    tmp_path: Path,
) -> None:
    home, vault = tmp_path / "home", small_vault(tmp_path / "Lindenweg")
    with running(home, str(vault)) as program:
        program.do("open", SURVEY)
        written = data_contains(home, f'"path": "{SURVEY}"')
        program.until(written)
        assert program.do("segv") is None
        assert program.ends() != 0

    with running(home) as program:
        state = program.do("tell")
        assert state["problems"]["crash"] == ENDED
        assert state["shown"] == SURVEY
        report = program.do("report")
        assert "Segmentation fault" in report or "access violation" in report
        assert "support/crashing.py" in report or "crashing.py:" in report
        assert "INFO vaultdesk" in report
        assert_contains_none_of(report, home, "Lindenweg", "survey", "boiler")

        program.do("fall", NOTE)
        assert program.ends() != 0

    with running(home) as program:
        assert program.do("tell")["problems"]["crash"] == ENDED
        report = program.do("report")
        assert "builtins.RuntimeError" in report
        assert "vaultdesk/ui/app/window_manager.py" in report
        assert "Segmentation fault" not in report
        assert_contains_none_of(report, home, "Lindenweg", "boiler")
        program.quit()


def assert_restored(state: dict[str, Any], before: dict[str, Any]) -> None:
    """Assert that the open notes, the typed question and the place of the window are those of *before*."""
    for part in ("notes", "shown", "asked", "place"):
        assert state[part] == before[part], part


def assert_contains_none_of(report: str, home: Path, *words: str) -> None:
    """Assert that the report contains no text of notes, no path of the user and none of *words*."""
    for word in ("18,400", "euros", str(home), str(Path.home()), str(ROOT), *words):
        assert word.casefold() not in report.casefold(), word
