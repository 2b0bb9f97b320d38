"""Tests of chat/chat_text.py."""

from datetime import UTC, datetime

import pytest

from tests.support.written_chat import write_chat
from vaultdesk.chat.chat_text import chat_message_text, chat_note_format, without_blank_runs
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import Checkpoint, Conversation
from vaultdesk.chat.messages import (
    ContextItem,
    Message,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.index.store.index_entry import CHAT_MARKS, chat_message_lines, may_be_chat

HIDDEN = ("toolarg", "toolresult", "thoughts", "withheld", "summary", "attachedname")


def conversation() -> Conversation:
    """A chat with every kind of block, most of them hidden."""
    chat = Conversation(title="Heating")
    call = ToolCallPart(
        id="c1", name="vault_search", arguments_json='{"query": "toolarg"}', arguments={"query": "toolarg"}
    )
    chat.append(
        Message(
            role="user",
            parts=(TextPart(text="Which heat pump?\n\n```\ncode\n\nof mine\n```"),),
            context=(ContextItem(kind="note", target="attachedname"),),
        )
    )
    chat.append(Message(role="assistant", parts=(ReasoningPart(text="thoughts"), TextPart(text="I will look."), call)))
    result = ToolResultPart(
        call_id="c1", name="vault_search", content='{"data": "toolresult"}', sources=(Source(path="Secret.md"),)
    )
    chat.append(Message(role="tool", parts=(result,)))
    chat.append(
        Message(
            role="assistant",
            parts=(TextPart(text="withheld", hidden=True), TextPart(text="The Nordwind one.\n\n- quiet\n- cheap")),
        )
    )
    chat.checkpoints = (Checkpoint(chat.messages[0].id, "summary", datetime(2026, 1, 1, tzinfo=UTC), "m"),)
    return chat


CHATGPT_MD = f"""---
system_commands: ['Be brief']
---
Which heat pump?

{SEPARATOR}

### role::assistant<span style="font-size: small;"> (openai@gpt-5)</span>

The Nordwind one.

{SEPARATOR}

### role::system

toolresult thoughts withheld summary attachedname toolarg
"""

COPILOT = """---
epoch: 1763900000000
tags:
  - copilot-conversation
---

**user**: Which heat pump?
[Context: Notes: attachedname]
[Timestamp: 2025/11/23 12:00:00]

**ai**: <!--AGENT_REASONING:collapsed:3:["thoughts"]-->
<!--TOOL_CALL_START:x:localSearch:Vault:.::toolarg:true-->withheld<!--TOOL_CALL_END:x:ENC:toolresult-->
<think>summary
of it</think>The Nordwind one.
[Timestamp: 2025/11/23 12:00:01]
"""

GEMINI_SCRIBE = """---
session_id: abc
---
# Chat History

> [!metadata]- Message Info
> | Context | [[attachedname]] |

> [!user]+
> Which heat pump?

> [!tools]- Tool Execution
> `read_file` path="toolarg" → toolresult withheld

> [!reasoning]-
> thoughts summary

> [!assistant]+
> The Nordwind one.
"""


@pytest.mark.parametrize(
    ("text", "expected_format"),
    [
        (write_chat(conversation()), "vaultdesk"),
        (CHATGPT_MD, "chatgpt-md"),
        (COPILOT.replace("withheld<!--TOOL", "<!--TOOL"), "copilot"),
        (GEMINI_SCRIBE, "gemini-scribe"),
    ],
)
def test_t8_chat_text_contains_only_the_messages_on_their_original_lines(text: str, expected_format: str) -> None:
    message_text = chat_message_text(text)

    assert chat_note_format(text) == expected_format
    assert message_text is not None
    assert "Which heat pump?" in message_text
    assert "The Nordwind one." in message_text
    body = message_text.split("---\n", 2)[2]
    assert [word for word in HIDDEN if word in body] == []
    # Each remaining line has its original line number.
    assert message_text.count("\n") == text.count("\n")
    for line, original_line in zip(message_text.split("\n"), text.split("\n"), strict=True):
        assert line.strip() in original_line


def test_t8_speakers_and_code_of_a_vaultdesk_chat_are_retained() -> None:
    message_text = chat_message_text(write_chat(conversation()))

    assert message_text is not None
    body = without_blank_runs(message_text.split("---\n", 2)[2])
    assert body == (
        "## You\n\nWhich heat pump?\n\n```\ncode\n\nof mine\n```\n\n## Assistant\n\nI will look.\n\n"
        "The Nordwind one.\n\n- quiet\n- cheap"
    )


@pytest.mark.parametrize(
    "text",
    [
        "# Note\n\nAbout the property vaultdesk-chat and `vaultdesk-chat: 1`.\n",
        f"How ChatGPT MD separates: `{SEPARATOR}`\n",
        "> [!user] a callout of mine\n> words\n",
        "**user**: only one speaker\n",
        "",
    ],
)
def test_t8_a_note_that_mentions_the_marks_is_not_a_chat(text: str) -> None:
    assert chat_note_format(text) is None
    assert chat_message_text(text) is chat_message_lines(text) is None


@pytest.mark.parametrize("text", [write_chat(conversation()), CHATGPT_MD, COPILOT, GEMINI_SCRIBE])
def test_t8_every_chat_contains_one_of_the_marks(text: str) -> None:
    assert may_be_chat(text.encode())
    assert chat_message_lines(text) == chat_message_text(text) is not None
    assert not may_be_chat(b"# A note\n\nwith words")
    assert not may_be_chat(b"<b>Any</b> *note* - with all of the characters!")
    assert len(CHAT_MARKS) == len(set(CHAT_MARKS))


@pytest.mark.parametrize("mark", CHAT_MARKS)
def test_t8_each_mark_alone_makes_a_note_a_possible_chat(mark: bytes) -> None:
    assert may_be_chat(b"Words before " + mark + b" and after")
