"""Chat notes as the index keeps them: of their text only what was said."""

from typing import Final

CHAT_MARKS: Final = (
    b"vaultdesk-chat", b'<hr class="__chatgpt_plugin">', b"**user**:", b"**ai**:", b"[!user]", b"[!assistant]",
    b"[!plan]",
)  # fmt: skip
"""One of these stands in every chat note, and in few others: without one the note's format is not looked for."""

_TEXT_MARKS: Final = tuple(mark.decode() for mark in CHAT_MARKS)


def may_be_chat(data: bytes) -> bool:
    """Whether the bytes of a note hold a mark of a chat."""
    return any(map(data.__contains__, CHAT_MARKS))


def said_in_chat(text: str) -> str | None:
    """Return what was said in the chat note *text*, line by line, under its properties; None where it is no chat."""
    if not any(map(text.__contains__, _TEXT_MARKS)):
        return None
    # Imported where a chat is met: most notes are none, and the parser process starts sooner without.
    from vaultdesk.chat.said_text import said_text

    return said_text(text)
