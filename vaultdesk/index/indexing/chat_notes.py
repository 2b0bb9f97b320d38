"""Indexed text of chat notes: the messages only."""

from typing import Final

CHAT_MARKS: Final = (
    b"vaultdesk-chat", b'<hr class="__chatgpt_plugin">', b"**user**:", b"**ai**:", b"[!user]", b"[!assistant]",
    b"[!plan]",
)  # fmt: skip
"""Every chat note contains one of these, and few other notes do; without one the note's format is not examined."""

_TEXT_MARKS: Final = tuple(mark.decode() for mark in CHAT_MARKS)


def may_be_chat(data: bytes) -> bool:
    """Whether the bytes of a note contain a mark of a chat."""
    return any(map(data.__contains__, CHAT_MARKS))


def said_in_chat(text: str) -> str | None:
    """Return the messages of the chat note *text*, line by line, below its properties; None if it is not a chat."""
    if not any(map(text.__contains__, _TEXT_MARKS)):
        return None
    # Imported for chats only: most notes are none, and the parser process starts sooner without it.
    from vaultdesk.chat.said_text import said_text

    return said_text(text)
