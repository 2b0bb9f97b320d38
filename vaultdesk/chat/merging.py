"""Merging: a conversation that went on here while its note was edited elsewhere, as one. Loses nothing.

Messages are told apart by their ids. What only one side changed is as that side has it; where both changed one message,
it is ours, and theirs is kept in it as words that no model is sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.messages import Message, TextPart

T = TypeVar("T")

MEANWHILE = "Edited meanwhile in the note:\n\n"
"""What stands above the other side's words of a message that both changed."""


@dataclass(frozen=True, slots=True)
class ChatState:
    """A conversation as it was at one moment."""

    messages: tuple[Message, ...] = ()
    title: str = ""
    choices: ChatChoices = field(default_factory=ChatChoices)
    pinned: bool = False
    parent: str = ""
    checkpoints: tuple[Checkpoint, ...] = ()

    @classmethod
    def of(cls, conversation: Conversation, messages: tuple[Message, ...] | None = None) -> "ChatState":
        """Return what *conversation* is now, with *messages* in the place of its own."""
        said = conversation.messages if messages is None else messages
        return cls(
            said,
            conversation.title,
            conversation.choices,
            conversation.pinned,
            conversation.parent,
            conversation.checkpoints,
        )


def merged(base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
    """Return *mine* and *theirs*, both made from *base*, as one."""
    return ChatState(
        merged_messages(base.messages, mine.messages, theirs.messages),
        _chosen(base.title, mine.title, theirs.title),
        ChatChoices(
            _chosen(base.choices.model, mine.choices.model, theirs.choices.model),
            _chosen(base.choices.agent, mine.choices.agent, theirs.choices.agent),
            _chosen(base.choices.mode, mine.choices.mode, theirs.choices.mode),
            _chosen(base.choices.project, mine.choices.project, theirs.choices.project),
        ),
        _chosen(base.pinned, mine.pinned, theirs.pinned),
        _chosen(base.parent, mine.parent, theirs.parent),
        _chosen(base.checkpoints, mine.checkpoints, theirs.checkpoints),
    )


def merged_messages(base: Sequence[Message], mine: Sequence[Message], theirs: Sequence[Message]) -> tuple[Message, ...]:
    """Return the messages of both sides, in their order; what is new here comes after what it came after."""
    known = {message.id: message for message in base}
    here = {message.id: message for message in mine}
    there = {message.id for message in theirs}
    found: list[Message] = []
    for message in theirs:
        before, now = known.get(message.id), here.get(message.id)
        if now is not None:
            found.append(_one_of(before, now, message))
        elif before is None:
            found.append(message)
        # Else it was taken out here: the person asks again from there.
    for place, message in enumerate(mine):
        if message.id in there:
            continue
        before = known.get(message.id)
        if before is not None and before == message:
            continue  # It was taken out there.
        earlier = {other.id for other in mine[:place]}
        after = max((number for number, other in enumerate(found) if other.id in earlier), default=-1)
        found.insert(after + 1, message)
    return tuple(found)


def _one_of(before: Message | None, mine: Message, theirs: Message) -> Message:
    if mine == theirs or theirs == before:
        return mine
    if mine == before:
        return theirs
    kept = TextPart(text=f"{MEANWHILE}{theirs.text}", hidden=True, sources=theirs.sources)
    if not theirs.text.strip() or kept in mine.parts or mine.text.startswith(theirs.text):
        return mine  # An answer that grew since says all that the other side has.
    return mine.model_copy(update={"parts": (*mine.parts, kept)})


def _chosen(base: T, mine: T, theirs: T) -> T:
    return theirs if mine == base else mine
