"""Commands at a pseudo-terminal: approvals, interrupts, and no traceback in any case."""

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
    """A program at its own pseudo-terminal, and its output so far."""

    def __init__(self, run: Program, *words: object) -> None:
        self._master, slave = pty.openpty()
        command = [sys.executable, "-m", "vaultdesk", *map(str, words)]
        self.process = subprocess.Popen(
            command, env=run.environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)
        self.output = ""
        self._waited_for = 0
        """Position in the output after the text found by the last `until`."""

    def until(self, words: str) -> None:
        """Read until *words* appear after the text found by the last call."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.output.find(words, self._waited_for)) < 0:
            assert time.monotonic() < deadline, self.output
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"{words!r} was not printed: {self.output}")
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
        except OSError:  # raised by Linux when the other end is closed
            piece = b""
        self.output += piece.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(piece)


@contextmanager
def at_terminal(run: Program, *words: object) -> Iterator[Terminal]:
    terminal = Terminal(run, *words)
    try:
        yield terminal
    finally:
        terminal.close()


def test_one_of_two_notes_is_approved_in_the_terminal(tmp_path: Path) -> None:
    with (
        program(tmp_path, server := WireServer(openai=[READING, ANSWER])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "ask") as terminal,
    ):
        terminal.until("[t]his time, or Enter for no: ")
        assert "Let the assistant search and read your notes?" in terminal.output
        terminal.type("t\n")
        terminal.until("numbers of the notes to allow, or Enter for no: ")
        assert "1. Boiler.md" in terminal.output
        assert "2. Budget.md" in terminal.output
        terminal.type("2\n")
        assert terminal.end() == 0
        assert "It costs 18,400 euros." in terminal.output
        content = server.posts[1].json["messages"][-1]["content"]
        assert "18,400" in content
        assert "Nordwind heat pump" not in content


def test_t2_a_search_lists_its_passages_in_the_terminal_and_its_words_can_be_changed(tmp_path: Path) -> None:
    search_turn = Turn(calls=[Call("vault_search", {"query": "Boskoop"})])
    with (
        program(tmp_path, server := WireServer(openai=[search_turn, ANSWER])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault) as terminal,
    ):
        terminal.until("[t]his time, or Enter for no: ")
        terminal.type("t\n")
        terminal.until("[e]dit the words of the search, or Enter for no: ")
        assert "Garden/Apples.md" in terminal.output
        terminal.type("e\n")
        terminal.until("Search for these words instead: ")
        terminal.type("18,400\n")
        terminal.until("Budget.md")
        terminal.type("y\n")
        assert terminal.end() == 0
        content = server.posts[1].json["messages"][-1]["content"]
        assert "18,400" in content
        assert "Prune" not in content
        assert "searched for other words" in content


@pytest.mark.parametrize("answer", sampled(["\n", "yes please\n", "\x04"], 1))
def test_any_other_input_than_yes_refuses(tmp_path: Path, answer: str) -> None:
    with (
        program(tmp_path, server := WireServer(openai=[READING, Turn("Then not.")])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "ask") as terminal,
    ):
        terminal.until("Enter for no: ")
        terminal.type(answer)
        assert terminal.end() == 0
        assert "Then not." in terminal.output
        assert json.loads(server.posts[1].json["messages"][-1]["content"])["error"]["code"] == "CANCELLED"


def test_interrupting_while_streaming_exits_immediately_with_130(tmp_path: Path) -> None:
    turn = Turn("You chose the Nordwind heat pump.", hold_after=4)
    with (
        program(tmp_path, server := WireServer(openai=[turn])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "all") as terminal,
    ):
        terminal.until("You chose")
        os.kill(terminal.process.pid, signal.SIGINT)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.output
        assert server.hung_up.wait(5)


def test_interrupting_an_approval_exits_with_130_and_reads_nothing(tmp_path: Path) -> None:
    with (
        program(tmp_path, WireServer(openai=[READING])) as run,
        at_terminal(run, "ask", QUESTION, "--vault", run.vault, "--approve", "ask") as terminal,
    ):
        terminal.until("Enter for no: ")
        os.kill(terminal.process.pid, signal.SIGINT)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.output
        (audit,) = run.data("audit.jsonl")
        assert '"started"' not in audit.read_text()


def test_a_chat_continues_after_a_provider_failure(tmp_path: Path) -> None:
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
        assert "Traceback" not in terminal.output
        last = server.posts[2].json["messages"]
        assert [message["role"] for message in last if message["role"] != "system"][-3:] == [
            "user",
            "assistant",
            "user",
        ]


def shell(run: Program, line: str) -> tuple[int, bytes, bytes]:
    """Run *line* in a shell, with the program in `$VAULTDESK` and the vault in `$VAULT`."""
    overrides = {"VAULTDESK": f"{sys.executable} -m vaultdesk", "VAULT": str(run.vault)}
    completed = subprocess.run(
        ["sh", "-c", line], env={**run.environment, **overrides}, capture_output=True, timeout=PATIENCE, check=False
    )
    return completed.returncode, completed.stdout, completed.stderr


def test_a_closed_pipe_prints_no_error(tmp_path: Path) -> None:
    notes = {f"Note {n}.md": "A telltale.\n" for n in range(200)}
    with program(tmp_path, notes=notes) as run:
        _, out, err = shell(run, '$VAULTDESK search telltale --limit 200 --vault "$VAULT" | head -n 1')
        assert err == b""
        assert len(out.splitlines()) == 1


def test_closed_and_full_streams_print_no_traceback(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        code, out, err = shell(run, '$VAULTDESK ask "heat pump?" --vault "$VAULT" <&-')
        assert (code, b"Traceback" in err) == (0, False)
        assert b"Nordwind" not in out  # no approval was possible
        if Path("/dev/full").exists():
            code, _, err = shell(run, '$VAULTDESK search boiler --vault "$VAULT" >/dev/full')
            assert (code, len(err.splitlines())) == (1, 1), err


async def test_concurrent_commands_on_one_vault_all_succeed(tmp_path: Path) -> None:
    with program(tmp_path) as run:
        run.own_process = True
        results = await asyncio.gather(
            *(asyncio.to_thread(run.ask, "What about the heat pump?") for _ in range(2)),
            asyncio.to_thread(run, "search", "Boskoop", "--vault", run.vault),
        )
        assert [ran.code for ran in results] == [0, 0, 0], [ran.err for ran in results]
        assert all("Nordwind" in "".join(e["delta"] for e in ran.of("text")) for ran in results[:2])
        run.own_process = False
        audit = run("audit", "--vault", run.vault, "--json", "--limit", "100")
        assert audit.code == 0, audit.err
        assert all(json.loads(line) for line in audit.out.splitlines())
