"""Fresh start: a long chat gone on with in a new one that begins with its summary. The old one stays as it is.

The summary is the one the model was given in the place of the oldest messages: it is shown at the top of the new chat
and stands for nothing there but itself; the model is told it as before, with the notes it is from.
"""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from vaultdesk.agent.context.compaction import compacted_beginning
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart

Branch = Callable[[Conversation, str], Conversation]
"""Returns a new conversation of all messages up to and with one of them, which knows where it comes from."""


def fresh_start(conversation: Conversation, branch: Branch) -> Conversation | None:
    """Return a new conversation of the newest summary and all messages after it; None where nothing is summed up."""
    begun = compacted_beginning(conversation, conversation.messages)
    if not begun.summed:
        return None
    last_summed = conversation.messages[begun.summed - 1].id
    checkpoint = next(point for point in reversed(conversation.checkpoints) if point.message_id == last_summed)
    sources = tuple(source for part in begun.parts for source in part.sources)
    # For people alone: the model has it from the checkpoint.
    said = QCoreApplication.translate("FreshStart", "What was said before, summed up:")
    shown = TextPart(text=f"{said}\n\n{checkpoint.summary}", hidden=True, sources=sources)
    summary = Message(role="user", parts=(shown,))
    fresh = branch(conversation, conversation.messages[-1].id)
    rest = fresh.messages[begun.summed :]
    fresh.reset((summary, *rest))
    fresh.checkpoints = (replace(checkpoint, message_id=summary.id),)
    fresh.title = conversation.title
    return fresh
