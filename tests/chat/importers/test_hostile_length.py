"""Readers process hostile repetition in linear time."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from tests.chat.importers.drawing import note_file
from tests.support.growth import check_linear, repeated
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.importers.chatgpt_md_note import read_chatgpt_note
from vaultdesk.chat.importers.claude_export import read_claude
from vaultdesk.chat.importers.copilot_note import is_copilot, read_copilot
from vaultdesk.chat.importers.gemini_scribe_note import is_gemini_scribe, read_gemini_scribe

LENGTH = 80_000
"""Characters of the longer text."""


def copilot(text: str) -> None:
    is_copilot(text)
    read_copilot(text, note_file("a"))


def gemini(text: str) -> None:
    is_gemini_scribe(text)
    read_gemini_scribe(text, note_file("a"))


def chatgpt_md(text: str) -> None:
    read_chatgpt_note(text, note_file("a"))


def claude(text: str) -> None:
    message = {"sender": "assistant", "content": [{"type": "text", "text": text}]}
    list(read_claude({"chat_messages": [message]}, datetime(2026, 1, 1, tzinfo=UTC)))


@pytest.mark.parametrize(
    ("read", "before", "unit", "after"),
    [
        (copilot, "**user**: x\n\n**ai**: ", "[Timestamp: ", "]"),
        (copilot, "**user**: x\n\n**ai**: a\n[Timestamp:", " ", "x"),
        (copilot, "**user**: x\n\n**ai**: ", "<!--AGENT_REASONING:", "]-->"),
        (copilot, "**user**: x\n\n", "**ai**: ", ""),
        (copilot, "---\n", "a ", "\n---\n**user**: x\n"),
        (copilot, "**user**: x\n[Context: ", "Notes: a, ", "]"),
        (gemini, "# Chat History\n> [!metadata]-\n> | Time |", " ", "\n\n> [!user]+\n> x\n"),
        (gemini, "# Chat History\n> [!user]+\n> x\n\n> [!tools]-\n> ", "`", "\n"),
        (gemini, '# Chat History\n> [!user]+\n> x\n\n> [!tools]-\n> `a` b="', '"', "\n"),
        (chatgpt_md, f"x\n{SEPARATOR}\n### role::assistant", "<span ", "\n\nx"),
        (chatgpt_md, f"x\n{SEPARATOR}\n### role::assistant\n\n", "=begin-chatgpt-md-comment ", ""),
        (claude, "x", "<antArtifact ", ""),
        (claude, "x", "``` ", ""),
    ],
)
def test_hostile_repetition_is_read_in_linear_time(
    read: Callable[[str], None], before: str, unit: str, after: str
) -> None:
    check_linear(read, repeated(unit, before, after), LENGTH)
