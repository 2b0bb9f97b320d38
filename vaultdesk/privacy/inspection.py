"""Inspection of a request: the location of each passage in its note and the privacy rule that applies to it."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from msgspec import Struct

from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.privacy.disclosure_history import ConversationDisclosures, HostDisclosures, passage_digest, passage_key
from vaultdesk.privacy.ledger_entry import Decision
from vaultdesk.privacy.passages import RequestPassage, request_passages, result_rest
from vaultdesk.privacy.privacy_rules import ExactPrivacy, PrivacyRules
from vaultdesk.privacy.redaction import names_of_calls, redact_names
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.note_excerpts import is_whole_note, locate_excerpt, redact_comments, unwrapped_excerpt
from vaultdesk.tools.runtime.policy import Permissions, PolicyRequest, PolicyVerdict, PrivacyStatus, allowance_text
from vaultdesk.tools.runtime.result_passages import name_key, rest_atoms, rest_text


@dataclass(frozen=True, slots=True)
class InspectedPassage:
    """One passage and whether it is sent."""

    passage: RequestPassage
    status: PrivacyStatus
    text: str = field(repr=False)
    """The text that may be read, without comments."""
    atoms: tuple[str, ...] = field(default=(), repr=False)
    """The separate texts of the passage, without comments."""
    is_allowed: bool = False
    """Whether it may be sent: allowed for this host by the user, one of their rules or an earlier decision."""
    decision: Decision = ""
    """The decision that allowed it."""
    allowance: Phrase = NO_PHRASE
    """The rule that allows it, as text; empty if the user did."""
    sent_before: bool = False
    """Whether it was sent to this host before."""
    is_own_answer: bool = False
    """Whether this host wrote it itself from what it was sent: a summary of the conversation."""
    withheld_before: bool = False
    """Whether the user withheld it earlier in the conversation."""
    is_whole_note: bool = False
    first_line: int = 0
    last_line: int = 0
    reason: Phrase = NO_PHRASE
    """What makes the note private, as text."""
    note_text: str | None = field(default=None, repr=False)
    """The note's current text."""

    @property
    def tokens(self) -> int:
        """Estimated tokens of the text that may be read."""
        return text_tokens(self.text)

    @property
    def has_redacted_comments(self) -> bool:
        """Whether comments were removed."""
        return self.text != self.passage.text

    @property
    def is_closed(self) -> bool:
        """Whether a rule withholds it regardless of the user's decision."""
        return self.status == "closed"

    @property
    def needs_approval(self) -> bool:
        """Whether it is sent only with the user's approval."""
        return not (self.is_closed or self.is_allowed or self.withheld_before)

    @property
    def is_sent(self) -> bool:
        """Whether its text is sent."""
        return self.is_allowed and not (self.is_closed or self.withheld_before)

    @property
    def digest(self) -> str:
        """Digest of its texts."""
        return passage_digest(self.passage.path, self.atoms)

    @property
    def characters(self) -> int:
        """Number of characters of the note that would be read."""
        return len(self.text) if self.has_redacted_comments else self.passage.characters


class EgressRequest(Struct, frozen=True):
    """A request to one destination, with everything that decides what of it may be sent there."""

    request: ModelRequest
    rules: PrivacyRules
    destination: Destination
    disclosures: ConversationDisclosures
    """What was exchanged and withheld in its conversation."""
    permissions: Permissions | None = None
    """The rules by which text may be sent without asking; if None, only the user can allow it."""

    @property
    def host(self) -> HostDisclosures:
        """What was exchanged between its conversation and the destination."""
        return self.disclosures.host(self.destination.host)

    def is_host_call(self, call_id: str) -> bool:
        """Return whether the destination made the call *call_id*."""
        return call_id in self.host.call_ids

    def hides_name(self, name: str, *, include_unknown: bool) -> bool:
        """Return whether the rules withhold *name* from the destination, as `PrivacyRules.hides_name` does."""
        return self.rules.hides_name(name, self.destination, include_unknown=include_unknown)

    def verdict(self, tool: str, path: str | None) -> PolicyVerdict | None:
        """Return what the permissions say about reading the note at *path* with *tool*; None without permissions."""
        if self.permissions is None:
            return None
        policy_request = PolicyRequest(tool, "read", self.request.conversation_id, self.destination.host)
        return self.permissions.decide(policy_request, path)


async def inspect_request(egress: EgressRequest) -> tuple[InspectedPassage, ...]:
    """Return every passage of the request with its current state for the destination. Raises nothing."""
    passages = _with_open_names(request_passages(egress.request), egress)
    paths = list(dict.fromkeys(passage.path for passage in passages if not passage.is_rest))
    results = await asyncio.gather(*(egress.rules.exact_privacy(path, egress.destination) for path in paths))
    exact_privacy = dict(zip(paths, results, strict=True))
    inspected = (_inspect_passage(passage, exact_privacy, egress) for passage in passages)
    return tuple(_with_decision(passage, egress) for passage in inspected)


def _with_open_names(passages: Sequence[RequestPassage], egress: EgressRequest) -> list[RequestPassage]:
    """Return *passages* with the rest of each result as it may be read: without private names.

    Names of notes that the destination used in the call, or has text of, are not new to it. Which names are new differs
    between requests; the decision is stored for the atoms of the whole rest.
    """
    if not any(passage.is_rest for passage in passages):
        return list(passages)
    redacted = redact_names(egress.request, egress.hides_name, egress.is_host_call)
    names_by_call = names_of_calls(egress.request, egress.is_host_call)
    result: list[RequestPassage] = []
    for passage in passages:
        if not passage.is_rest:
            result.append(passage)
            continue
        part = redacted.messages[passage.message].parts[passage.part]
        rest = result_rest(part) if isinstance(part, ToolResultPart) else None
        own_names = names_by_call.get(passage.call_id, frozenset())
        new_atoms = rest_atoms(rest, partial(_knows_name, own_names, egress.host))
        if new_atoms:
            text = rest_text(rest)
            result.append(replace(passage, text=text, excerpts=(text,), atoms=rest_atoms(rest), new_atoms=new_atoms))
    return result


def _knows_name(own_names: Collection[str], host: HostDisclosures, name: str) -> bool:
    """Return whether *host* knows *name*: it used it in the call, or has text of that note."""
    return name_key(name) in own_names or name in host.named_notes


def _inspect_passage(
    passage: RequestPassage, exact_privacy: Mapping[str, ExactPrivacy], egress: EgressRequest
) -> InspectedPassage:
    sent_passages = egress.host.sent_passages
    withheld = passage_key(passage) in egress.disclosures.withheld
    if passage.is_rest:
        sent = passage_digest(passage.path, passage.atoms) in sent_passages
        return InspectedPassage(
            passage, "open", passage.text, passage.atoms, sent_before=sent, withheld_before=withheld
        )
    exact = exact_privacy[passage.path]
    text, atoms = passage.text, passage.atoms
    if egress.rules.withholds_comments(egress.destination):
        redacted = {atom: redact_comments(atom, exact.text) for atom in (*passage.excerpts, *atoms)}
        for excerpt in passage.excerpts:
            text = text.replace(excerpt, redacted[excerpt], 1)
        atoms = tuple(redacted[atom] for atom in atoms)
    sent = passage_digest(passage.path, atoms) in sent_passages
    status = exact.status
    if exact.is_missing and sent and not egress.rules.is_closed_by_path(passage.path, egress.destination):
        # The note was open when it was sent; that its file was moved or deleted since does not make it private.
        status = "open"
    inspected = InspectedPassage(
        passage,
        status,
        text,
        atoms,
        sent_before=sent,
        withheld_before=withheld,
        first_line=passage.first_line,
        last_line=passage.last_line,
        reason=_reason(exact),
        note_text=exact.text,
    )
    return inspected if exact.text is None else _with_location(inspected, exact.text)


def _with_decision(inspected: InspectedPassage, egress: EgressRequest) -> InspectedPassage:
    """Return *inspected* with whether it may be sent to the destination, and the decision."""
    passage, host = inspected.passage, egress.host
    if egress.destination.local:
        return replace(inspected, is_allowed=True, decision=passage.allowed)
    # Text shown with a comment removed is at most what may be sent. Of a result's rest only new names need approval.
    undecided_atoms = passage.new_atoms if passage.is_rest else passage.atoms
    decision = host.decision_of(passage.path, inspected.atoms) or host.decision_of(passage.path, undecided_atoms)
    if inspected.status != "open":
        # Such a note is asked about separately: an earlier decision by a rule does not apply.
        return replace(inspected, is_allowed=decision in ("person", "review"), decision=decision or "")
    if decision in ("person", "review"):
        return replace(inspected, is_allowed=True, decision=decision)
    # If the user withheld something of the note, no rule allows other text of it, which may repeat what was withheld.
    by_user_only = egress.disclosures.withholds_text_of(passage.path)
    verdict = None if by_user_only else egress.verdict(passage.tool, passage.path or None)
    if verdict is not None and verdict.answer == "allow":
        preset = egress.permissions.preset() if egress.permissions is not None else "ask"
        return replace(inspected, is_allowed=True, decision=verdict.by, allowance=allowance_text(verdict, preset))
    is_known = decision is not None and not by_user_only
    repeated = is_known or inspected.sent_before or not any(atom.strip() for atom in inspected.atoms)
    is_own_answer = bool(inspected.atoms) and all(map(host.repeats_answer, map(unwrapped_excerpt, inspected.atoms)))
    return replace(
        inspected, is_allowed=repeated or is_own_answer, decision=decision or "", is_own_answer=is_own_answer
    )


def _reason(exact: ExactPrivacy) -> Phrase:
    if exact.rule is None:
        return NO_PHRASE
    if exact.is_unreadable:
        return (
            Phrase("perhaps: the note no longer exists")
            if exact.is_missing
            else Phrase("perhaps: the note cannot be read")
        )
    return rule_text(exact.rule)


def _with_location(inspected: InspectedPassage, text: str) -> InspectedPassage:
    """Return *inspected* with its location in the note, if not known already."""
    excerpts = inspected.passage.excerpts
    is_whole = any(is_whole_note(excerpt, text) for excerpt in excerpts)
    if inspected.first_line or not excerpts:
        return replace(inspected, is_whole_note=is_whole)
    if is_whole:
        return replace(inspected, is_whole_note=True, first_line=1, last_line=text.rstrip("\n").count("\n") + 1)
    lines = locate_excerpt(excerpts[0], text)
    return inspected if lines is None else replace(inspected, first_line=lines.first_line, last_line=lines.last_line)
