"""Killed chats: a program killed while an answer streams loses at most a second of it, and nothing before.

Where the chat is a note of the vault too, the note lacks at most two seconds.
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
    pytest.mark.skipif(os.name == "nt", reason="there is no such signal"),
    pytest.mark.timeout(120),
]

LOST_AT_MOST = 2.0
"""Seconds of an answer."""

SEED = 6
MOMENTS = sorted(random.Random(SEED + number).uniform(0.05, 4.0) for number in range(5))[: campaign_count(5, 1)]


@dataclass
class Killed:
    """What a program said before it was killed."""

    pieces: list[tuple[int, float]]
    """Each piece's number, and when it came."""
    at: float


def killed(root: Path, place: Path, moment: float) -> Killed:
    """Start a chat, and kill it *moment* seconds after its answer began to stream."""
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
    said = [line.split() for line in lines]
    pieces = [(int(words[0]), float(words[1])) for words in said if len(words) == 2]
    return Killed(pieces, time.monotonic())


@pytest.mark.parametrize("moment", MOMENTS)
async def test_the_note_of_a_killed_chat_lacks_two_seconds_of_its_answer_at_most(tmp_path: Path, moment: float) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "place").mkdir()
    ended = killed(tmp_path / "vault", tmp_path / "place", moment)
    async with Vault(tmp_path / "vault", watch=False, data_folder=tmp_path / "place") as vault:
        assert await vault.claim_write_access(), "what the crash left open is ended"
    note = (tmp_path / "vault/Chats/Doomed.md").read_text(encoding="utf-8")
    messages = read_chat(note).conversation.messages

    assert [message.id for message in messages[:EARLIER]] == [message.id for message in earlier()]
    assert [message.text for message in messages[:EARLIER]] == [message.text for message in earlier()]
    assert messages[EARLIER].text == "And now?"
    kept = {int(number) for message in messages for number in re.findall(r"word (\d+) ", message.text)}
    last = ended.pieces[-1][1]
    due = {number for number, came in ended.pieces if came < last - LOST_AT_MOST}
    print(f"killed after {moment:.2f} s: {len(ended.pieces)} pieces came, {len(kept)} are kept")
    assert due <= kept
    if messages[-1].role == "assistant" and not messages[-1].tool_calls:
        assert messages[-1].cut, "an answer that was broken off is marked"
    whole = repair_messages(messages)
    assert sum(len(message.tool_calls) for message in whole) == sum(message.role == "tool" for message in whole)
    assert [file.name for file in (tmp_path / "vault").rglob("*") if file.is_file()] == ["Doomed.md"]


@pytest.mark.parametrize("moment", sampled(kill_moments(8, seed=24), 1))
def test_t3_a_chat_killed_while_it_streams_keeps_every_message_and_all_but_a_second(
    tmp_path: Path, moment: float
) -> None:
    chat = killed_chat(tmp_path / "one", moment)
    print(f"killed after {moment:.2f} s: {len(chat.events)} events")
    assert chat.faults() == []
