"""Disclosure history: what each conversation and each host have exchanged.

The other side may be told again what it said itself; whom a person allowed a passage, and what they kept back, holds
for the conversation. What is not remembered here is asked again, or kept back: forgetting never lets anything out.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.chat.messages import Message
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.privacy.passages import RequestPassage
from vaultdesk.providers.model_events import CallReady, ModelEvent, TextArrived
from vaultdesk.tools.runtime.note_excerpts import unwrapped_excerpt

MAX_CONVERSATIONS = 1000
"""Conversations remembered; those used last. More than a day's work."""

PieceKey = tuple[str, int]
"""A piece of a note, told without its text, in the ledger too: path and characters. Two of one length count as one."""


def piece_key(passage: RequestPassage) -> PieceKey:
    """Return what tells *passage* from other pieces."""
    return (passage.path, passage.characters)


MAX_KNOWN_CHARACTERS = 20_000_000
"""Characters of passages remembered for one conversation and host: more than any context window takes."""

DECISIONS_BY_STRENGTH: tuple[Decision, ...] = ("default", "grant", "rule", "person", "review")
"""By whose decision a passage of several known texts may go: the one that asked the person least."""


class KnownText:
    """Texts of notes that one host may have, to know a shorter piece of them again."""

    def __init__(self) -> None:
        self._texts: OrderedDict[tuple[str, str], Decision] = OrderedDict()
        self._by_path: dict[str, list[str]] = {}
        self._characters = 0

    def add(self, path: str, atoms: Sequence[str], by: Decision) -> None:
        """Remember the texts *atoms* of the note at *path*."""
        for atom in map(unwrapped_excerpt, atoms):
            if (path, atom) not in self._texts:
                self._by_path.setdefault(path, []).append(atom)
                self._characters += len(atom)
            self._texts[path, atom] = by
        while self._characters > MAX_KNOWN_CHARACTERS and self._texts:
            (old_path, text), _ = self._texts.popitem(last=False)
            self._by_path[old_path].remove(text)
            self._characters -= len(text)

    def find(self, path: str, atoms: Sequence[str]) -> Decision | None:
        """Return by whose decision all of *atoms* are part of known texts of the note; None where one is not."""
        found: set[Decision] = set()
        for atom in map(unwrapped_excerpt, atoms):
            is_known = (path, atom) in self._texts
            whole = atom if is_known else next((text for text in self._by_path.get(path, ()) if atom in text), None)
            if whole is None:
                return None
            found.add(self._texts[path, whole])
        return next((word for word in DECISIONS_BY_STRENGTH if word in found), None)


@dataclass
class HostDisclosures:
    """What passed between one conversation and one host."""

    call_ids: set[str] = field(default_factory=set)
    """Ids of the calls it made."""
    answer_digests: set[str] = field(default_factory=set)
    """Digests of its answers."""
    allowed_passages: set[str] = field(default_factory=set)
    """Digests of the passages the person let it have, just before they were sent."""
    ticked_passages: set[str] = field(default_factory=set)
    """Digests of the passages the person ticked in the request of a tool."""
    ruled_passages: set[str] = field(default_factory=set)
    """Digests of the passages that a rule for one run of the command line let it have."""
    sent_passages: set[str] = field(default_factory=set)
    """Digests of the passages it was sent."""
    named_notes: set[str] = field(default_factory=set)
    """Paths of the notes it may have text of: their names are no news to it."""
    notified: set[str] = field(default_factory=set)
    """What the person was told was kept back from it, each once."""
    known_text: KnownText = field(default_factory=KnownText)
    """The text of those passages, in memory only: a shorter piece of one needs no answer of its own."""

    def allow(self, passage: RequestPassage, atoms: Sequence[str], by: Decision) -> None:
        """Let the host have *passage* by the word of *by*; *atoms* are its texts as they may be read."""
        digests = {"person": self.ticked_passages, "review": self.allowed_passages}.get(by, self.ruled_passages)
        digests.add(passage_digest(passage.path, atoms))
        if not passage.is_rest:
            self.named_notes.add(passage.path)
        self.known_text.add(passage.path, atoms, by)

    def disallow(self, passage: RequestPassage, atoms: Sequence[str]) -> None:
        """Take back what was said of *passage*."""
        digest = passage_digest(passage.path, atoms)
        for digests in (self.ticked_passages, self.allowed_passages, self.ruled_passages):
            digests.discard(digest)

    def decision_of(self, path: str, atoms: Sequence[str]) -> Decision | None:
        """Return by whose word the host may have a passage of the note at *path*; None where nobody let it."""
        digest = passage_digest(path, atoms)
        decisions: tuple[tuple[Decision, set[str]], ...] = (
            ("person", self.ticked_passages),
            ("review", self.allowed_passages),
            ("rule", self.ruled_passages),
        )
        known = next((decision for decision, digests in decisions if digest in digests), None)
        return known or self.known_text.find(path, atoms)

    def repeats_answer(self, text: str) -> bool:
        """Whether *text* is an answer of its own, which it may be told again."""
        return bool(text.strip()) and text_digest(text.strip()) in self.answer_digests

    def is_own_answer(self, message: Message) -> bool:
        """Whether *message* is an answer of its own."""
        text = message.text
        has_own_call = any(call.id in self.call_ids for call in message.tool_calls)
        return has_own_call or self.repeats_answer(text)


HOST_RECORDS = (
    "call_ids", "answer_digests", "allowed_passages", "ticked_passages", "ruled_passages", "sent_passages",
    "named_notes", "notified",
)  # fmt: skip
"""The sets of `HostDisclosures`, by the names they are kept under."""


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

    def state(self) -> dict[str, JsonValue]:
        """Return everything as JSON."""
        withheld: list[JsonValue] = [[path, size, text] for (path, size), text in self.withheld.items()]
        hosts: dict[str, JsonValue] = {
            name: {kind: list[JsonValue](sorted(getattr(host, kind))) for kind in HOST_RECORDS}
            for name, host in self._hosts.items()
        }
        return {"withheld": withheld, "review_all": self.review_all, "hosts": hosts}

    def restore(self, state: Mapping[str, JsonValue]) -> None:
        """Take in what `state` returned; what cannot be read counts as never said."""
        self.review_all = self.review_all or state.get("review_all") is True
        withheld, hosts = state.get("withheld"), state.get("hosts")
        for piece in withheld if isinstance(withheld, list) else ():
            match piece:
                case [str(path), int(size), str() | None as text]:
                    self.withheld[path, size] = text
        for name, kinds in hosts.items() if isinstance(hosts, dict) else ():
            for kind in HOST_RECORDS:
                values = kinds.get(kind) if isinstance(kinds, dict) else None
                known = {one for one in values if isinstance(one, str)} if isinstance(values, list) else set()
                getattr(self.host(name), kind).update(known)


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

    def state(self, conversation_id: str) -> JsonValue:
        """Return what passed in a conversation, to be kept with it; digests and paths, no text of notes."""
        found = self._conversations.get(conversation_id)
        return found.state() if found is not None else {}

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Take in what was kept, unless the conversation went on meanwhile."""
        if isinstance(state, dict) and state and conversation_id not in self._conversations:
            self.of(conversation_id).restore(state)


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
            self._disclosures.answer_digests.add(text_digest(text.strip()))


def text_digest(text: str) -> str:
    """Return what tells *text* from other texts without holding it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def passage_digest(path: str, atoms: Sequence[str]) -> str:
    """Return what tells a passage of the note at *path*, and its very texts, from others."""
    return text_digest("\n".join((path, *atoms)))
