"""Killed chat: a command-line question whose process is killed while the answer streams, and what was saved of it."""

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from tests.journeys.program import Program, program
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.chat.chat_store import ChatStore
from vaultdesk.chat.conversation import Conversation, repair_messages
from vaultdesk.chat.messages import Part

MAX_LOSS = 1.0
"""Maximum age in seconds of streamed text that may be lost."""

PAUSE = 0.004
"""Seconds between two words of the scripted server."""

LATEST_KILL = 3.0
"""Seconds after the question was accepted; the complete answer takes about four."""

_PARTS: TypeAdapter[tuple[Part, ...]] = TypeAdapter(tuple[Part, ...])


def _words(first: int, count: int) -> str:
    return "".join(f"word{number} " for number in range(first, first + count))


TURNS = (
    Turn(_words(0, 150), [Call("vault_search", {"query": "heat pump"})]),
    Turn(_words(150, 150), [Call("file_read", {"file_paths": ["Boiler.md"]})]),
    Turn(_words(300, 400)),
)


@dataclass(frozen=True)
class KilledChat:
    """Output of a process before it was killed, each event with the time at which it was read, and the saved chat."""

    events: tuple[tuple[float, dict[str, Any]], ...]
    killed: float
    saved: Conversation | None

    def faults(self) -> list[str]:
        """Return descriptions of everything missing or wrong."""
        if self.saved is None:
            return ["the chat was not saved"]
        faults = []
        answers = [event for _, event in self.events if event["event"] == "message"]
        messages = self.saved.messages
        if not messages or messages[0].text != "What about the heat pump?":
            faults.append("the question is missing")
        for index, event in enumerate(answers):
            parts = _PARTS.validate_python(event["parts"])
            if len(messages) <= index + 1 or messages[index + 1].parts != parts or messages[index + 1].cut:
                faults.append(f"message {index} is missing or different")
        missing = [word for word in self._due_words() if word not in self._saved_text().split()]
        if missing:
            faults.append(f"{len(missing)} words older than {MAX_LOSS} s are missing")
        if len(repair_messages(messages)) - len(messages) > 1:
            faults.append("calls and results do not match")
        if len(messages) > len(answers) + 2:
            faults.append("there are more messages than were reported")
        return faults

    def _due_words(self) -> list[str]:
        due = [event for time_read, event in self.events if time_read < self.killed - MAX_LOSS]
        return "".join(event["delta"] for event in due if event["event"] == "text").split()

    def _saved_text(self) -> str:
        assert self.saved is not None
        return " ".join(message.text for message in self.saved.messages)


def killed_chat(folder: Path, moment: float) -> KilledChat:
    """Ask a question, and kill the process *moment* seconds after it was accepted."""
    folder.mkdir()
    with program(folder, WireServer(openai=TURNS, pause=PAUSE)) as run:
        command = [sys.executable, "-m", "vaultdesk", "ask", "What about the heat pump?", "--vault", str(run.vault)]
        process = subprocess.Popen(
            [*command, "--approve", "all", "--json"],
            env=run.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            events, killed = _read_until_killed(process, moment)
            assert process.stderr is not None
            assert events, process.stderr.read()
        finally:
            process.kill()
            process.communicate()
        return KilledChat(tuple(events), killed, _stored(run))


TimedEvent = tuple[float, dict[str, Any]]
"""Time at which an event was read, and the event."""


def _read_until_killed(
    process: "subprocess.Popen[str]", moment: float
) -> tuple[list[tuple[float, dict[str, Any]]], float]:
    assert process.stdout is not None
    killed: list[float] = []

    def kill() -> None:
        killed.append(time.monotonic())
        process.kill()

    timer = threading.Timer(moment, kill)
    events: list[TimedEvent] = []
    for line in _lines(process.stdout):
        time_read = time.monotonic()
        if not events:
            timer.start()
        # Events read after the kill were written before it.
        events.append((time_read, json.loads(line)))
    if events:
        timer.join()
    return events, killed[0] if killed else time.monotonic()


def _lines(stream: Iterator[str]) -> Iterator[str]:
    for line in stream:
        if line.endswith("\n"):  # The last line may be incomplete.
            yield line


def _stored(run: Program) -> Conversation | None:
    (file,) = run.data("chats.sqlite")
    store = ChatStore(file)
    try:
        entries = store.entries()
        stored = store.read(entries[0].id) if len(entries) == 1 else None
        return stored.conversation if stored is not None else None
    finally:
        store.close()


def kill_moments(count: int, seed: int) -> Sequence[float]:
    """Return *count* random times, determined by *seed*."""
    rng = random.Random(seed)
    return [rng.uniform(0.0, LATEST_KILL) for _ in range(count)]
