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

    call_ids: set[str] = field(default_factory=set)
    """Ids of the calls it made."""
    answer_digests: set[str] = field(default_factory=set)
    """Digests of its answers."""
    allowed_passages: set[str] = field(default_factory=set)
    """Digests of the passages the person let it have."""
    sent_passages: set[str] = field(default_factory=set)
    """Digests of the passages it was sent."""
    notified: set[str] = field(default_factory=set)
    """What the person was told was kept back from it, each once."""

    def is_own_answer(self, message: Message) -> bool:
        """Whether *message* is an answer of its own."""
        text = message.text
        has_own_call = any(call.id in self.call_ids for call in message.tool_calls)
        return has_own_call or (bool(text.strip()) and text_digest(text) in self.answer_digests)


@dataclass
class ConversationDisclosures:
    """What passed in one conversation."""

    withheld: dict[PieceKey, str | None] = field(default_factory=dict)
    """What the person kept back, whoever it was going to: None all of it, else what may go in its place."""
    review_all: bool = False
    """Whether every request is shown to the person before it is sent."""
    restored: bool = False
    """Whether what the ledger knows of earlier sessions was taken in."""
    _hosts: dict[str, HostDisclosures] = field(default_factory=dict)

    def host(self, host: str) -> HostDisclosures:
        """Return what passed with *host*."""
        return self._hosts.setdefault(host, HostDisclosures())


class DisclosureHistory:
    """The dealings of every conversation of one vault."""

    def __init__(self, limit: int = MAX_CONVERSATIONS) -> None:
        self._limit = limit
        self._conversations: OrderedDict[str, ConversationDisclosures] = OrderedDict()

    def of(self, conversation_id: str) -> ConversationDisclosures:
        """Return what passed in a conversation; one without a name is nobody's, and always new."""
        if not conversation_id:
            return ConversationDisclosures(restored=True)
        found = self._conversations.setdefault(conversation_id, ConversationDisclosures())
        self._conversations.move_to_end(conversation_id)
        while len(self._conversations) > self._limit:
            self._conversations.popitem(last=False)
        return found

    def forget(self, conversation_id: str) -> None:
        """Forget a conversation that is deleted."""
        self._conversations.pop(conversation_id, None)


class AnswerRecorder:
    """Listens to one answer of a host, so that it can be known again."""

    def __init__(self, disclosures: HostDisclosures) -> None:
        self._disclosures = disclosures
        self._pieces: list[str] = []

    def record(self, event: ModelEvent) -> None:
        """Take in one event."""
        if isinstance(event, TextArrived):
            self._pieces.append(event.text)
        elif isinstance(event, CallReady):
            self._disclosures.call_ids.add(event.call.id)

    def finish(self) -> None:
        """Remember the answer as far as it came."""
        text = "".join(self._pieces)
        if text.strip():
            self._disclosures.answer_digests.add(text_digest(text))


def text_digest(text: str) -> str:
    """Return what tells *text* from other texts without holding it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def passage_digest(passage: RequestPassage) -> str:
    """Return what tells *passage*, its note and its very text, from others."""
    return text_digest(f"{passage.path}\n{passage.text}")
