"""Killed chats: a program killed while an answer streams loses at most a second of it, and no earlier message.

A chat that is also saved as a note lacks at most two seconds there.
"""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.campaigns import campaign_count, sampled
from tests.support.doomed_chat import EARLIER, earlier
from tests.support.killed_chat import kill_moments, killed_chat
from vaultdesk.chat.conversation import repair_messages
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.vault.vault import Vault

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL"),
    pytest.mark.timeout(120),
]

LOST_AT_MOST = 2.0
"""Seconds of an answer."""

SEED = 6
MOMENTS = sorted(random.Random(SEED + number).uniform(0.05, 4.0) for number in range(5))[: campaign_count(5, 1)]


@dataclass
class KilledChat:
    """The output of a program before it was killed."""

    pieces: list[tuple[int, float]]
    """Number and time of each piece of text."""
    at: float


def kill_chat(root: Path, place: Path, moment: float) -> KilledChat:
    """Start a chat and kill it *moment* seconds after its answer began to stream."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.doomed_chat", str(root), str(place)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        timer = threading.Timer(moment, process.kill)
        timer.start()
        lines = process.stdout.read().splitlines()
        timer.join()
        assert process.wait(10) == -signal.SIGKILL
    finally:
        process.kill()
        process.wait(10)
        process.stdout.close()
    fields = [line.split() for line in lines]
    pieces = [(int(parts[0]), float(parts[1])) for parts in fields if len(parts) == 2]
    return KilledChat(pieces, time.monotonic())


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_kill_loses_at_most_two_seconds_of_the_answer_in_the_chat_note(tmp_path: Path, moment: float) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "place").mkdir()
    ended = kill_chat(tmp_path / "vault", tmp_path / "place", moment)
    async with Vault(tmp_path / "vault", watch=False, data_folder=tmp_path / "place") as vault:
        assert await vault.claim_write_access(), "the claim of the crashed process is released"
    note = (tmp_path / "vault/Chats/Doomed.md").read_text(encoding="utf-8")
    messages = read_chat(note).conversation.messages

    assert [message.id for message in messages[:EARLIER]] == [message.id for message in earlier()]
    assert [message.text for message in messages[:EARLIER]] == [message.text for message in earlier()]
    assert messages[EARLIER].text == "And now?"
    stored = {int(number) for message in messages for number in re.findall(r"word (\d+) ", message.text)}
    last = ended.pieces[-1][1]
    due = {number for number, received_at in ended.pieces if received_at < last - LOST_AT_MOST}
    print(f"killed after {moment:.2f} s: {len(ended.pieces)} pieces came, {len(stored)} are kept")
    assert due <= stored
    if messages[-1].role == "assistant" and not messages[-1].tool_calls:
        assert messages[-1].cut, "an interrupted answer is marked"
    repaired = repair_messages(messages)
    assert sum(len(message.tool_calls) for message in repaired) == sum(message.role == "tool" for message in repaired)
    assert [file.name for file in (tmp_path / "vault").rglob("*") if file.is_file()] == ["Doomed.md"]


@pytest.mark.parametrize("moment", sampled(kill_moments(8, seed=24), 1))
def test_t3_a_kill_while_streaming_loses_no_message_and_at_most_a_second(tmp_path: Path, moment: float) -> None:
    chat = killed_chat(tmp_path / "one", moment)
    print(f"killed after {moment:.2f} s: {len(chat.events)} events")
    assert chat.faults() == []
