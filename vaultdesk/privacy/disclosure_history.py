"""Disclosure history: what each conversation and each host have exchanged.

A host may be sent again what it wrote itself. The user's decisions on passages hold for the whole conversation.
What is not in the history is asked again or withheld: losing the history discloses nothing.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import Message
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.privacy.passages import RequestPassage
from vaultdesk.providers.provider import CallReady, ModelEvent, TextArrived
from vaultdesk.tools.runtime.note_excerpts import unwrapped_excerpt

MAX_CONVERSATIONS = 1000
"""Maximum number of conversations in memory, the most recently used: more than a day's work."""

PassageKey = tuple[str, int]
"""A passage of a note without its text, as in the ledger: path and length. Two of the same length are equal."""


def passage_key(passage: RequestPassage) -> PassageKey:
    return (passage.path, passage.characters)


MAX_KNOWN_CHARACTERS = 20_000_000
"""Maximum number of characters stored for one conversation and host: more than any context window."""

DECISIONS_BY_STRENGTH: tuple[Decision, ...] = ("default", "grant", "rule", "person", "review")
"""Decisions that allowed a passage that consists of several known texts; the first one that applies is recorded."""


class KnownText:
    """Texts of notes that one host may have, so that parts of them are recognized."""

    def __init__(self) -> None:
        self._texts: OrderedDict[tuple[str, str], Decision] = OrderedDict()
        self._by_path: dict[str, list[str]] = {}
        self._characters = 0

    def add(self, path: str, atoms: Sequence[str], by: Decision) -> None:
        """Store the texts *atoms* of the note at *path*."""
        for atom in map(unwrapped_excerpt, atoms):
            if (path, atom) not in self._texts:
                self._by_path.setdefault(path, []).append(atom)
                self._characters += len(atom)
            self._texts[path, atom] = by
        while self._characters > MAX_KNOWN_CHARACTERS and self._texts:
            (old_path, text), _ = self._texts.popitem(last=False)
            self._by_path[old_path].remove(text)
            self._characters -= len(text)

    def forget_note(self, path: str) -> None:
        """Remove the texts of the note at *path*."""
        for text in self._by_path.pop(path, ()):
            del self._texts[path, text]
            self._characters -= len(text)

    def forget_parts(self, path: str, atoms: Sequence[str]) -> None:
        """Remove the texts of the note at *path* that are part of *atoms*."""
        unwrapped = [unwrapped_excerpt(atom) for atom in atoms]
        texts = self._by_path.get(path, [])
        for text in [text for text in texts if any(text in atom for atom in unwrapped)]:
            texts.remove(text)
            del self._texts[path, text]
            self._characters -= len(text)

    def find(self, path: str, atoms: Sequence[str]) -> Decision | None:
        """Return the decision by which all of *atoms* are part of known texts of the note; None if one is not."""
        decisions: set[Decision] = set()
        for atom in map(unwrapped_excerpt, atoms):
            is_known = (path, atom) in self._texts
            known_text = (
                atom if is_known else next((text for text in self._by_path.get(path, ()) if atom in text), None)
            )
            if known_text is None:
                return None
            decisions.add(self._texts[path, known_text])
        return next((decision for decision in DECISIONS_BY_STRENGTH if decision in decisions), None)


class HostDisclosures(Struct):
    """What was exchanged between one conversation and one host."""

    call_ids: set[str] = field(default_factory=set)
    """Ids of the calls made by the host."""
    answer_digests: set[str] = field(default_factory=set)
    """Digests of the host's answers."""
    allowed_passages: set[str] = field(default_factory=set)
    """Digests of the passages the user allowed just before they were sent."""
    ticked_passages: set[str] = field(default_factory=set)
    """Digests of the passages the user ticked in the request of a tool."""
    ruled_passages: set[str] = field(default_factory=set)
    """Digests of the passages allowed by a rule for one run of the command line."""
    sent_passages: set[str] = field(default_factory=set)
    """Digests of the passages sent to the host."""
    named_notes: set[str] = field(default_factory=set)
    """Paths of the notes whose text the host may have: it already knows their names."""
    notified: set[str] = field(default_factory=set)
    """The notices about withheld text that were shown, each once."""
    known_text: KnownText = field(default_factory=KnownText)
    """The text of those passages, in memory only: a shorter part of one needs no new decision."""

    def allow(self, passage: RequestPassage, atoms: Sequence[str], by: Decision) -> None:
        """Allow *passage* by the decision *by*; *atoms* are its texts as they may be read."""
        digests = {"person": self.ticked_passages, "review": self.allowed_passages}.get(by, self.ruled_passages)
        digests.add(passage_digest(passage.path, atoms))
        if not passage.is_rest:
            self.named_notes.add(passage.path)
        self.known_text.add(passage.path, atoms, by)

    def disallow(self, passage: RequestPassage, atoms: Sequence[str]) -> None:
        """Withdraw the decision on *passage* and on its parts."""
        self.known_text.forget_parts(passage.path, atoms)
        digest = passage_digest(passage.path, atoms)
        for digests in (self.ticked_passages, self.allowed_passages, self.ruled_passages):
            digests.discard(digest)

    def decision_of(self, path: str, atoms: Sequence[str]) -> Decision | None:
        """Return the decision by which the host may have a passage of the note at *path*; None if there is none."""
        digest = passage_digest(path, atoms)
        decisions: tuple[tuple[Decision, set[str]], ...] = (
            ("person", self.ticked_passages),
            ("review", self.allowed_passages),
            ("rule", self.ruled_passages),
        )
        known = next((decision for decision, digests in decisions if digest in digests), None)
        return known or self.known_text.find(path, atoms)

    def repeats_answer(self, text: str) -> bool:
        """Return whether *text* is an answer of the host, which may be sent to it again."""
        return bool(text.strip()) and text_digest(text.strip()) in self.answer_digests

    def is_own_answer(self, message: Message) -> bool:
        """Return whether *message* is an answer of the host."""
        text = message.text
        has_own_call = any(call.id in self.call_ids for call in message.tool_calls)
        return has_own_call or self.repeats_answer(text)


HOST_RECORDS = (
    "call_ids", "answer_digests", "allowed_passages", "ticked_passages", "ruled_passages", "sent_passages",
    "named_notes", "notified",
)  # fmt: skip
"""The sets of `HostDisclosures`, by the names they are stored under."""


class ConversationDisclosures(Struct):
    """What was exchanged in one conversation."""

    withheld: dict[PassageKey, str | None] = field(default_factory=dict)
    """What the user withheld, from any host: None for the whole passage, else the text to send instead. No rule allows
    other text of the same note: it may be a part of the passage, or the passage after a change of the note.
    """
    review_all: bool = False
    """Whether every request is shown to the user before it is sent."""
    restored: bool = False
    """Whether the ledger's records of earlier sessions were loaded."""
    _hosts: dict[str, HostDisclosures] = field(default_factory=dict)

    def host(self, host: str) -> HostDisclosures:
        """Return what was exchanged with *host*."""
        return self._hosts.setdefault(host, HostDisclosures())

    @property
    def hosts(self) -> Collection[HostDisclosures]:
        """What was exchanged with each host."""
        return self._hosts.values()

    def withholds_text_of(self, path: str) -> bool:
        """Return whether the user withheld something of the note at *path*, or of the rest of a result if empty."""
        return any(withheld_path == path for withheld_path, _ in self.withheld)

    def forget_known_text(self, path: str) -> None:
        """Require a decision on every text of the note at *path* that was not itself allowed or sent."""
        for host in self.hosts:
            host.known_text.forget_note(path)

    def state(self) -> dict[str, JsonValue]:
        """Return the whole history as JSON."""
        withheld: list[JsonValue] = [[path, size, text] for (path, size), text in self.withheld.items()]
        hosts: dict[str, JsonValue] = {
            name: {kind: list[JsonValue](sorted(getattr(host, kind))) for kind in HOST_RECORDS}
            for name, host in self._hosts.items()
        }
        return {"withheld": withheld, "review_all": self.review_all, "hosts": hosts}

    def restore(self, state: Mapping[str, JsonValue]) -> None:
        """Load the result of `state`; values that cannot be read are ignored."""
        self.review_all = self.review_all or state.get("review_all") is True
        withheld, hosts = state.get("withheld"), state.get("hosts")
        for item in withheld if isinstance(withheld, list) else ():
            match item:
                case [str(path), int(size), str() | None as text]:
                    self.withheld[path, size] = text
        for name, kinds in hosts.items() if isinstance(hosts, dict) else ():
            for kind in HOST_RECORDS:
                values = kinds.get(kind) if isinstance(kinds, dict) else None
                records = {value for value in values if isinstance(value, str)} if isinstance(values, list) else set()
                getattr(self.host(name), kind).update(records)


class DisclosureHistory:
    """The history of every conversation of one vault."""

    def __init__(self, limit: int = MAX_CONVERSATIONS) -> None:
        self._limit = limit
        self._conversations: OrderedDict[str, ConversationDisclosures] = OrderedDict()

    def of(self, conversation_id: str) -> ConversationDisclosures:
        """Return the history of a conversation; without an id always a new one."""
        if not conversation_id:
            return ConversationDisclosures(restored=True)
        found = self._conversations.setdefault(conversation_id, ConversationDisclosures())
        self._conversations.move_to_end(conversation_id)
        while len(self._conversations) > self._limit:
            self._conversations.popitem(last=False)
        return found

    def state(self, conversation_id: str) -> JsonValue:
        """Return the history of a conversation, to be stored with it; digests and paths, no text of notes."""
        found = self._conversations.get(conversation_id)
        return found.state() if found is not None else {}

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Load a stored history, unless the conversation has continued since."""
        if isinstance(state, dict) and state and conversation_id not in self._conversations:
            self.of(conversation_id).restore(state)


class AnswerRecorder:
    """Records one answer of a host, so that it can be recognized later."""

    def __init__(self, disclosures: HostDisclosures) -> None:
        self._disclosures = disclosures
        self._texts: list[str] = []

    def record(self, event: ModelEvent) -> None:
        if isinstance(event, TextArrived):
            self._texts.append(event.text)
        elif isinstance(event, CallReady):
            self._disclosures.call_ids.add(event.call.id)

    def finish(self) -> None:
        """Store the answer received so far."""
        text = "".join(self._texts)
        if text.strip():
            self._disclosures.answer_digests.add(text_digest(text.strip()))


def text_digest(text: str) -> str:
    """Return a digest that identifies *text* without containing it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def passage_digest(path: str, atoms: Sequence[str]) -> str:
    """Return a digest that identifies a passage of the note at *path* with exactly these texts."""
    return text_digest("\n".join((path, *atoms)))
