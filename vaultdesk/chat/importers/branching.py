"""Branching: the ways through one conversation, read, as a conversation each: what is new on a way, and from where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers.imported import Imported, plain_id, stable_id, title_of
from vaultdesk.chat.messages import Message


@dataclass(frozen=True, slots=True)
class Read:
    """One way through a conversation as it was read."""

    messages: tuple[Message, ...]
    remarks: tuple[str, ...]
    end: str
    """Its last node: tells it from the other ways for good."""


def branched(conversation: Conversation, reads: Sequence[Read]) -> Iterator[Imported]:
    """Yield *conversation* with what the first of *reads* says, then a branch for each that says something else."""
    main, *others = reads
    conversation.extend(main.messages)
    yield Imported(conversation, main.remarks, conversation.title)
    number = 1
    for other in others:
        common = _common(main.messages, other.messages)
        if common == len(other.messages):
            continue
        number += 1
        origin = f"{conversation.origin}/{plain_id(other.end)}"
        branch = replace(
            conversation,
            title=title_of(f"{conversation.title} (branch {number})"),
            id=stable_id("chat", origin),
            origin=origin,
            pinned=False,
            _messages=list(other.messages),
        )
        at = other.messages[common - 1].id if common else ""
        yield Imported(branch, other.remarks, conversation.title, conversation.origin, at)


def _common(main: Sequence[Message], other: Sequence[Message]) -> int:
    count = 0
    while count < min(len(main), len(other)) and main[count] == other[count]:
        count += 1
    return count
