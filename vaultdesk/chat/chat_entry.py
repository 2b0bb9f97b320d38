"""One conversation as an entry in the list of chats, read from the head of its note."""

import re
from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from vaultdesk.chat.chat_markup import MARKER_PREFIX, MESSAGE_KINDS
from vaultdesk.chat.conversation import one_line
from vaultdesk.chat.conversation_note import VERSION_KEY, read_chat
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import VaultError
from vaultdesk.vault.note_path import NOTE_SUFFIX

HEAD_CHARACTERS = 16_384
"""Characters of a chat's note read for its entry: its properties and first question, with a margin."""

PREVIEW_LENGTH = 120
"""Characters of the first question in a list."""

_QUESTION = f"\n{MARKER_PREFIX}user "
_ID_LINE = re.compile(r"^id: *\S", re.MULTILINE)
"""Matches in the head of a note with the id of its conversation; otherwise each reading generates an id."""
_SUBPATH = re.compile(r"#.*", re.DOTALL)


class ChatEntry(Struct, frozen=True):
    """One saved chat."""

    path: str
    """Path of its note; empty if it has none."""
    title: str
    created: datetime
    modified: datetime
    """Time of the last write."""
    pinned: bool = False
    parent: str = ""
    """Path of the chat it branched off; empty if none."""
    model: str = ""
    preview: str = ""
    """Beginning of the first question."""
    id: str = ""
    """Id of its conversation; empty for a note whose head has none."""
    is_stored: bool = False
    """Whether it is saved in the program's own store, in addition to any note."""

    @property
    def key(self) -> str:
        """The key it is opened by: the id of a stored chat, the path of a chat that is only a note."""
        return self.id if self.is_stored else self.path


def preview_of(messages: Iterable[Message]) -> str:
    """Return the beginning of the first question of *messages*."""
    question = next((message for message in messages if message.role == "user"), None)
    parts = question.parts if question is not None else ()
    text = "".join(part.text for part in parts if isinstance(part, TextPart) and not part.hidden)
    return one_line(text, PREVIEW_LENGTH)


def read_chat_entry(path: str, text: str, changed: datetime) -> ChatEntry | None:
    """Return the entry of the chat whose note begins with *text*; None if it is not a chat."""
    if VERSION_KEY not in text:
        return None
    try:
        conversation = read_chat(_first_question(text)).conversation
    except VaultError:
        return None
    parent = _SUBPATH.sub("", conversation.parent)
    return ChatEntry(
        path=path,
        title=conversation.title or path.rpartition("/")[2].removesuffix(NOTE_SUFFIX),
        created=conversation.created,
        modified=changed,
        pinned=conversation.pinned,
        parent=f"{parent}{NOTE_SUFFIX}" if parent and not parent.endswith(NOTE_SUFFIX) else parent,
        model=conversation.choices.model or "",
        preview=preview_of(conversation.messages),
        id=conversation.id if _ID_LINE.search(text, 0, max(text.find("\n---", 3), 0)) else "",
    )


def _first_question(text: str) -> str:
    """Return the note *text* up to the end of its first question; a list does not show the rest."""
    start = text.find(_QUESTION)
    ends = [index for role in MESSAGE_KINDS if (index := text.find(f"\n{MARKER_PREFIX}{role} ", start + 1)) > 0]
    return text[: min(ends)] if start >= 0 and ends else text
