"""One conversation as an entry in the list of chats, read from the head of its note."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from vaultdesk.chat.conversation import one_line
from vaultdesk.chat.messages import Message, TextPart
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
_NAMES_ID = re.compile(r"^id: *\S", re.MULTILINE)
"""In the head of a note that names its conversation's id; else an id is made up at each reading."""
_ENDING = re.compile(r"#.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ChatEntry:
    """One chat that is kept."""

    path: str
    """Of its note; empty where it has none."""
    title: str
    created: datetime
    modified: datetime
    """When it was written last."""
    pinned: bool = False
    parent: str = ""
    """Path of the chat it branched off; empty where it did not."""
    model: str = ""
    preview: str = ""
    """First words of the first question."""
    id: str = ""
    """Of its conversation; empty for a note whose head names none."""
    kept: bool = False
    """Whether the program keeps it in its own store, beside any note."""

    @property
    def key(self) -> str:
        """What it is opened by: the id of a kept chat, the path of a chat that is a note only."""
        return self.id if self.kept else self.path


def preview_of(messages: Iterable[Message]) -> str:
    """Return the first words of the first question of *messages*."""
    question = next((message for message in messages if message.role == "user"), None)
    parts = question.parts if question is not None else ()
    words = "".join(part.text for part in parts if isinstance(part, TextPart) and not part.hidden)
    return one_line(words, PREVIEW_LENGTH)


def read_chat_entry(path: str, text: str, changed: datetime) -> ChatEntry | None:
    """Return the entry of the chat whose note begins with *text*; None where it is no chat."""
    if VERSION_KEY not in text:
        return None
    try:
        conversation = read_chat(_first_question(text)).conversation
    except VaultError:
        return None
    parent = _ENDING.sub("", conversation.parent)
    return ChatEntry(
        path=path,
        title=conversation.title or path.rpartition("/")[2].removesuffix(NOTE_SUFFIX),
        created=conversation.created,
        modified=changed,
        pinned=conversation.pinned,
        parent=f"{parent}{NOTE_SUFFIX}" if parent and not parent.endswith(NOTE_SUFFIX) else parent,
        model=conversation.choices.model or "",
        preview=preview_of(conversation.messages),
        id=conversation.id if _NAMES_ID.search(text, 0, max(text.find("\n---", 3), 0)) else "",
    )


def _first_question(text: str) -> str:
    """Return the note *text* up to the end of its first question: the rest of a long chat says nothing in a list."""
    start = text.find(_QUESTION)
    ends = [index for role in MESSAGE_KINDS if (index := text.find(f"\n{MARKER_PREFIX}{role} ", start + 1)) > 0]
    return text[: min(ends)] if start >= 0 and ends else text
