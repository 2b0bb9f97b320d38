"""Branching: a conversation that turns off another one after one of its messages. Both go on by themselves."""

import re

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.mending import mended
from vaultdesk.chat.titles import LONGEST_TITLE, one_line
from vaultdesk.vault.note_path import NOTE_SUFFIX

_NO_BLOCK = re.compile(r"[^A-Za-z0-9-]+")


def branch_of(conversation: Conversation, message_id: str, path: str) -> Conversation:
    """Return a new conversation of all messages up to and with that one; *path* is the note it turns off from.

    Raises KeyError where there is no such message.
    """
    messages = conversation.messages
    place = next((place for place, message in enumerate(messages) if message.id == message_id), None)
    if place is None:
        raise KeyError(message_id)
    kept = mended(messages[: place + 1])
    ids = {message.id for message in kept}
    branch = Conversation(
        title=one_line(f"Branch of {conversation.title}", LONGEST_TITLE + len("Branch of "))
        if conversation.title
        else "",
        choices=conversation.choices,
        parent=f"{path.removesuffix(NOTE_SUFFIX)}#^{block_id(message_id)}" if path else "",
        checkpoints=tuple(point for point in conversation.checkpoints if point.message_id in ids),
    )
    branch.extend(kept)
    return branch


def block_id(message_id: str) -> str:
    """Return the name of a message as a place in its note: a link can name letters, digits and `-` only."""
    return _NO_BLOCK.sub("-", message_id).strip("-")
