"""Terminal: a person at a real one (a pty): asked before each tool, able to stop, and never left with a traceback."""

import asyncio
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.program import PATIENCE, Program, program
from tests.support.campaigns import sampled
from tests.support.wire import Call, Turn, WireServer

QUESTION = "What did we decide?"
READING = Turn("I will read them.", [Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
ANSWER = Turn("It costs 18,400 euros.")


class Terminal:
    """A program at a terminal of its own, its words as they come."""

    def __init__(self, run: Program, *words: object) -> None:
        self._master, slave = pty.openpty()
        line = [sys.executable, "-m", "vaultdesk", *map(str, words)]
        self.process = subprocess.Popen(
            line, env=run.environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)
        self.said = ""
        self._waited_for = 0
        """Where the words end that were waited for last."""

    def until(self, words: str) -> None:
        """Read until *words* were said after those that were waited for last."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.said.find(words, self._waited_for)) < 0:
            assert time.monotonic() < deadline, self.said
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"{words!r} was not said: {self.said}")
        self._waited_for = found + len(words)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while self._read(PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        os.close(self._master)

    def _read(self, seconds: float) -> bool:
        readable, _, _ = select.select([self._master], [], [], max(seconds, 0))
        try:
            piece = os.read(self._master, 65536) if readable else b""
        except OSError:  # how Linux says that the other side closed
            piece = b""
        self.said += piece.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(piece)


@contextmanager
def at_terminal(run: Program, *words: object) -> Iterator[Terminal]:
    terminal = Terminal(run, *words)
    try:
        yield terminal
    finally:
        terminal.close()


def test_asked_in_the_terminal_one_note_of_two_is_given(tmp_path: Path) -> None:
    with (
        program(tmp_path, server := WireServer(openai=[READING, ANSWER])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "ask") as terminal,
    ):
        terminal.until("[t]his time, or Enter for no: ")
        assert "Let the assistant search and read your notes?" in terminal.said
        terminal.type("t\n")
        terminal.until("numbers of the notes to allow, or Enter for no: ")
        assert "1. Boiler.md" in terminal.said
        assert "2. Budget.md" in terminal.said
        terminal.type("2\n")
        assert terminal.end() == 0
        assert "It costs 18,400 euros." in terminal.said
        told = server.posts[1].json["messages"][-1]["content"]
        assert "18,400" in told
        assert "Nordwind heat pump" not in told


def test_t2_a_search_lists_its_passages_in_the_terminal_and_takes_other_words(tmp_path: Path) -> None:
    looking = Turn(calls=[Call("vault_search", {"query": "Boskoop"})])
    with (
        program(tmp_path, server := WireServer(openai=[looking, ANSWER])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault) as terminal,
    ):
        terminal.until("[t]his time, or Enter for no: ")
        terminal.type("t\n")
        terminal.until("[e]dit the words of the search, or Enter for no: ")
        assert "Garden/Apples.md" in terminal.said
        terminal.type("e\n")
        terminal.until("Search for these words instead: ")
        terminal.type("18,400\n")
        terminal.until("Budget.md")
        terminal.type("y\n")
        assert terminal.end() == 0
        told = server.posts[1].json["messages"][-1]["content"]
        assert "18,400" in told
        assert "Prune" not in told
        assert "searched for other words" in told


@pytest.mark.parametrize("answer", sampled(["\n", "yes please\n", "\x04"], 1))
def test_anything_but_a_plain_yes_is_a_no(tmp_path: Path, answer: str) -> None:
    with (
        program(tmp_path, server := WireServer(openai=[READING, Turn("Then not.")])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "ask") as terminal,
    ):
        terminal.until("Enter for no: ")
        terminal.type(answer)
        assert terminal.end() == 0
        assert "Then not." in terminal.said
        assert json.loads(server.posts[1].json["messages"][-1]["content"])["error"]["code"] == "CANCELLED"


def test_interrupted_while_streaming_ends_at_once_with_130(tmp_path: Path) -> None:
    held = Turn("You chose the Nordwind heat pump.", hold_after=4)
    with (
        program(tmp_path, server := WireServer(openai=[held])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "all") as terminal,
    ):
        terminal.until("You chose")
        os.kill(terminal.process.pid, signal.SIGINT)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.said
        assert server.hung_up.wait(5)


def test_interrupted_while_asking_ends_with_130_and_reads_nothing(tmp_path: Path) -> None:
    with (
        program(tmp_path, WireServer(openai=[READING])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "ask") as terminal,
    ):
        terminal.until("Enter for no: ")
        os.kill(terminal.process.pid, signal.SIGINT)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.said
        (audit,) = run.data("audit.jsonl")
        assert '"started"' not in audit.read_text()


def test_a_talk_goes_on_after_a_provider_that_failed(tmp_path: Path) -> None:
    turns = [Turn("Half an ans", cut_after=3), Turn("The whole answer."), Turn("And the second.")]
    with (
        program(tmp_path, server := WireServer(openai=turns)) as run,
        at_terminal(run, "chat", "--vault", run.vault, "--approve", "none") as terminal,
    ):
        terminal.until("> ")
        terminal.type("First?\n")
        terminal.until("was interrupted")
        terminal.type("First again?\n")
        terminal.until("The whole answer.")
        terminal.type("Second?\n")
        terminal.until("And the second.")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert "Traceback" not in terminal.said
        last = server.posts[2].json["messages"]
        assert [message["role"] for message in last if message["role"] != "system"][-3:] == [
            "user",
            "assistant",
            "user",
        ]


def shell(run: Program, line: str) -> tuple[int, bytes, bytes]:
    """Run *line* in a shell; `$VAULTDESK` is the program and `$VAULT` the notes."""
    own = {"VAULTDESK": f"{sys.executable} -m vaultdesk", "VAULT": str(run.vault)}
    done = subprocess.run(
        ["sh", "-c", line], env={**run.environment, **own}, capture_output=True, timeout=PATIENCE, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_reader_that_leaves_is_no_trouble(tmp_path: Path) -> None:
    notes = {f"Note {n}.md": "A telltale.\n" for n in range(200)}
    with program(tmp_path, notes=notes) as run:
        _, out, err = shell(run, '$VAULTDESK search telltale --limit 200 --vault "$VAULT" | head -n 1')
        assert err == b""
        assert len(out.splitlines()) == 1


def test_closed_and_full_streams_are_no_traceback(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        code, out, err = shell(run, '$VAULTDESK ask "heat pump?" --vault "$VAULT" <&-')
        assert (code, b"Traceback" in err) == (0, False)
        assert b"Nordwind" not in out  # nobody could be asked
        if Path("/dev/full").exists():
            code, _, err = shell(run, '$VAULTDESK search boiler --vault "$VAULT" >/dev/full')
            assert (code, len(err.splitlines())) == (1, 1), err


async def test_two_programs_at_once_on_one_vault_both_answer(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        run.own_process = True
        both = await asyncio.gather(
            *(asyncio.to_thread(run.ask, "What about the heat pump?") for _ in range(2)),
            asyncio.to_thread(run, "search", "Boskoop", "--vault", run.vault),
        )
        assert [ran.code for ran in both] == [0, 0, 0], [ran.err for ran in both]
        assert all("Nordwind" in "".join(e["delta"] for e in ran.of("text")) for ran in both[:2])
        audit = run("audit", "--vault", run.vault, "--json", "--limit", "100")
        assert audit.code == 0, audit.err
        assert all(json.loads(line) for line in audit.out.splitlines())
