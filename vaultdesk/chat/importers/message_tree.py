"""Tree of messages in an export, resolved into one conversation for each branch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.importers.imported_chat import ImportedChat, imported_title, plain_id, stable_id
from vaultdesk.chat.messages import Message
from vaultdesk.core.phrases import Phrase

MAX_BRANCHES = 20
"""Ways through one conversation beside the last one; a tree with more was made by a program."""


@dataclass(frozen=True, slots=True)
class TreeBranch:
    """One way through a tree, from its root to one end."""

    nodes: tuple[str, ...]
    shared: int = 0
    """How many of its first nodes the main way has too."""


def tree_branches(parents: Mapping[str, str | None], current: str, order: Sequence[str]) -> tuple[TreeBranch, ...]:
    """Return the way to *current* first, then the others, the latest first.

    *parents* names each node's parent, *order* all nodes, oldest first. Where *current* is no node, the way to the
    last one is the main one. Rings are cut.
    """
    if not parents:
        return ()
    has_children = {parent for parent in parents.values() if parent}
    ends = [node for node in reversed(order) if node not in has_children] or list(order[-1:])
    main = current if current in parents else ends[0]
    first = _path_to(main, parents)
    on_main = set(first)
    found = [TreeBranch(first)]
    for end in ends:
        if end in on_main or len(found) > MAX_BRANCHES:
            continue
        nodes = _path_to(end, parents)
        common = 0
        while common < len(nodes) and nodes[common] in on_main:
            common += 1
        found.append(TreeBranch(nodes, common))
    return tuple(found)


def _path_to(node: str, parents: Mapping[str, str | None]) -> tuple[str, ...]:
    path: list[str] = []
    seen: set[str] = set()
    current: str | None = node
    while current and current in parents and current not in seen:
        seen.add(current)
        path.append(current)
        current = parents[current]
    return tuple(reversed(path))


@dataclass(frozen=True, slots=True)
class ReadBranch:
    """One way through a conversation as it was read."""

    messages: tuple[Message, ...]
    remarks: tuple[Phrase, ...]
    end: str
    """Its last node: tells it from the other ways for good."""


def branch_conversations(conversation: Conversation, reads: Sequence[ReadBranch]) -> Iterator[ImportedChat]:
    """Yield *conversation* with what the first of *reads* says, then a branch for each that says something else."""
    main, *others = reads
    conversation.extend(main.messages)
    yield ImportedChat(conversation, main.remarks, conversation.title)
    number = 1
    for other in others:
        common = _common(main.messages, other.messages)
        if common == len(other.messages):
            continue
        number += 1
        origin = f"{conversation.origin}/{plain_id(other.end)}"
        branch = replace(
            conversation,
            title=imported_title(f"{conversation.title} (branch {number})"),
            id=stable_id("chat", origin),
            origin=origin,
            pinned=False,
            _messages=list(other.messages),
        )
        at = other.messages[common - 1].id if common else ""
        yield ImportedChat(branch, other.remarks, conversation.title, conversation.origin, at)


def _common(main: Sequence[Message], other: Sequence[Message]) -> int:
    count = 0
    while count < min(len(main), len(other)) and main[count] == other[count]:
        count += 1
    return count
