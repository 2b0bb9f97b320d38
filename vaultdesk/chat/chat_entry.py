"""One conversation as an entry in the list of chats, read from the head of its note."""

import re
from dataclasses import dataclass
from datetime import datetime

from vaultdesk.chat.conversation import one_line
from vaultdesk.chat.messages import TextPart
from vaultdesk.chat.note_format.chat_markup import MARKER_PREFIX, MESSAGE_KINDS
from vaultdesk.chat.note_format.chat_properties import VERSION_KEY
from vaultdesk.chat.note_format.chat_reader import read_chat
from vaultdesk.core.errors import VaultError
from vaultdesk.vault.note_path import NOTE_SUFFIX

HEAD_CHARACTERS = 16_384
"""How much of a chat's note is read for its entry: its properties and first question, with room to spare."""

PREVIEW_LENGTH = 120
"""Characters of the first question in a list."""

_QUESTION = f"\n{MARKER_PREFIX}user "
_ENDING = re.compile(r"#.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ChatEntry:
    """One chat that is kept."""

    path: str
    """Of its note."""
    title: str
    created: datetime
    modified: datetime
    """When its file was written last."""
    pinned: bool = False
    parent: str = ""
    """Path of the chat it branched off; empty where it did not."""
    model: str = ""
    preview: str = ""
    """First words of the first question."""


def read_chat_entry(path: str, text: str, changed: datetime) -> ChatEntry | None:
    """Return the entry of the chat whose note begins with *text*; None where it is no chat."""
    if VERSION_KEY not in text:
        return None
    try:
        conversation = read_chat(_first_question(text)).conversation
    except VaultError:
        return None
    parent = _ENDING.sub("", conversation.parent)
    question = next((message for message in conversation.messages if message.role == "user"), None)
    words = (
        "".join(part.text for part in question.parts if isinstance(part, TextPart) and not part.hidden)
        if question
        else ""
    )
    return ChatEntry(
        path=path,
        title=conversation.title or path.rpartition("/")[2].removesuffix(NOTE_SUFFIX),
        created=conversation.created,
        modified=changed,
        pinned=conversation.pinned,
        parent=f"{parent}{NOTE_SUFFIX}" if parent and not parent.endswith(NOTE_SUFFIX) else parent,
        model=conversation.choices.model or "",
        preview=one_line(words, PREVIEW_LENGTH),
    )


def _first_question(text: str) -> str:
    """Return the note *text* up to the end of its first question: the rest of a long chat says nothing in a list."""
    start = text.find(_QUESTION)
    ends = [index for role in MESSAGE_KINDS if (index := text.find(f"\n{MARKER_PREFIX}{role} ", start + 1)) > 0]
    return text[: min(ends)] if start >= 0 and ends else text
