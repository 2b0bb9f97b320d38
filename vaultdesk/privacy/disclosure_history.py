"""Disclosure history: what each conversation and each host have exchanged since the program started.

The other side may be told again what it said itself; whom a person allowed a passage, and what they kept back, holds
for the conversation. What is not remembered here is asked again, or kept back: forgetting never lets anything out.
"""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass, field

from vaultdesk.chat.messages import Message
from vaultdesk.privacy.passages import RequestPassage
from vaultdesk.providers.model_events import CallReady, ModelEvent, TextArrived

MAX_CONVERSATIONS = 1000
"""Conversations remembered; those used last. More than a day's work."""

PieceKey = tuple[str, int]
"""A piece of a note, told without its text, in the ledger too: path and characters. Two of one length count as one."""


def piece_key(passage: RequestPassage) -> PieceKey:
    """Return what tells *passage* from other pieces."""
    return (passage.path, passage.characters)


@dataclass
class HostDisclosures:
    """What passed between one conversation and one host."""

    calls: set[str] = field(default_factory=set)
    """Ids of the calls it made."""
    said: set[str] = field(default_factory=set)
    """Digests of its answers."""
    allowed: set[str] = field(default_factory=set)
    """Digests of the passages the person let it have."""
    sent: set[str] = field(default_factory=set)
    """Digests of the passages it was sent."""
    told: set[str] = field(default_factory=set)
    """What the person was told was kept back from it, each once."""

    def made(self, message: Message) -> bool:
        """Whether *message* is an answer of its own."""
        text = message.text
        mine = any(call.id in self.calls for call in message.tool_calls)
        return mine or (bool(text.strip()) and text_digest(text) in self.said)


@dataclass
class ConversationDisclosures:
    """What passed in one conversation."""

    kept: dict[PieceKey, str | None] = field(default_factory=dict)
    """What the person kept back, whoever it was going to: None all of it, else what may go in its place."""
    reviewed: bool = False
    """Whether every request is shown to the person before it is sent."""
    restored: bool = False
    """Whether what the ledger knows of earlier sessions was taken in."""
    _hosts: dict[str, HostDisclosures] = field(default_factory=dict)

    def host(self, host: str) -> HostDisclosures:
        """Return what passed with *host*."""
        return self._hosts.setdefault(host, HostDisclosures())


class DisclosureHistory:
    """The dealings of every conversation of one vault."""

    def __init__(self, most: int = MAX_CONVERSATIONS) -> None:
        self._most = most
        self._kept: OrderedDict[str, ConversationDisclosures] = OrderedDict()

    def of(self, conversation_id: str) -> ConversationDisclosures:
        """Return what passed in a conversation; one without a name is nobody's, and always new."""
        if not conversation_id:
            return ConversationDisclosures(restored=True)
        found = self._kept.setdefault(conversation_id, ConversationDisclosures())
        self._kept.move_to_end(conversation_id)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return found

    def forget(self, conversation_id: str) -> None:
        """Forget a conversation that is deleted."""
        self._kept.pop(conversation_id, None)


class AnswerRecorder:
    """Listens to one answer of a host, so that it can be known again."""

    def __init__(self, dealings: HostDisclosures) -> None:
        self._dealings = dealings
        self._pieces: list[str] = []

    def take(self, event: ModelEvent) -> None:
        """Take in one event."""
        if isinstance(event, TextArrived):
            self._pieces.append(event.text)
        elif isinstance(event, CallReady):
            self._dealings.calls.add(event.call.id)

    def end(self) -> None:
        """Remember the answer as far as it came."""
        text = "".join(self._pieces)
        if text.strip():
            self._dealings.said.add(text_digest(text))


def text_digest(text: str) -> str:
    """Return what tells *text* from other texts without holding it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def passage_digest(passage: RequestPassage) -> str:
    """Return what tells *passage*, its note and its very text, from others."""
    return text_digest(f"{passage.path}\n{passage.text}")
