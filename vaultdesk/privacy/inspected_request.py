"""A request with the state of each of its passages: what is shown to the user, decided, sent, recorded and reported."""

from collections.abc import Sequence
from typing import Self

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Phrase, counted
from vaultdesk.core.values import replace
from vaultdesk.privacy.disclosure_history import passage_key
from vaultdesk.privacy.disclosure_review import (
    ClosedNote,
    DisclosureDecision,
    DisclosureDenied,
    DisclosureExcerpt,
    DisclosureRequest,
    ExcerptState,
    private_note_refusal,
)
from vaultdesk.privacy.inspection import EgressRequest, InspectedPassage, inspect_request
from vaultdesk.privacy.ledger_entry import LedgerPassage
from vaultdesk.privacy.passages import RequestPassage, request_passages
from vaultdesk.privacy.redacted_request import (
    RedactedRequest,
    content_of,
    ledger_passages,
    question_excerpt,
    redact_request,
    requested_private_notes,
)
from vaultdesk.providers.provider import ModelRequest, Price
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_PLACEHOLDER


class InspectedRequest(Struct, frozen=True):
    """A request to one destination and the state of each of its passages at one moment."""

    egress: EgressRequest
    passages: tuple[InspectedPassage, ...]

    @classmethod
    async def of(cls, egress: EgressRequest) -> Self:
        """Return the request with the current state of its notes and rules."""
        return cls(egress, await inspect_request(egress))

    def redacted(self) -> RedactedRequest:
        """Return the request as it may be sent, without passages that lack approval."""
        return redact_request(self.egress, self.passages)

    def waiting(self) -> list[InspectedPassage]:
        """Return the passages that need the user's approval and would then be sent.

        Names of a private note in a result are sent with that result.
        """
        waiting = [inspected for inspected in self.passages if inspected.needs_approval]
        if not waiting:
            return []
        approved = [
            replace(inspected, is_allowed=True) if inspected.needs_approval else inspected
            for inspected in self.passages
        ]
        sent_locations = _locations(redact_request(self.egress, approved).request)
        return [inspected for inspected in waiting if _location(inspected.passage) in sent_locations]

    def disclosure_request(self, price: Price | None) -> DisclosureRequest:
        """Return what the user is shown before it is sent; *price* is that of the model."""
        request = self.egress.request
        redacted, waiting = self.redacted(), self.waiting()
        waiting_ids = {inspected.passage.id for inspected in waiting}
        not_closed = [inspected for inspected in self.passages if not inspected.is_closed]
        reviewable = [
            inspected for inspected in not_closed if not inspected.needs_approval or inspected.passage.id in waiting_ids
        ]
        closed_notes = {
            inspected.passage.path: ClosedNote(inspected.passage.path, inspected.reason)
            for inspected in self.passages
            if inspected.is_closed
        }
        return DisclosureRequest(
            destination=self.egress.destination,
            model=request.model,
            conversation_id=request.conversation_id,
            question=question_excerpt(request),
            excerpts=tuple(map(_excerpt, reviewable)),
            closed_notes=tuple(closed_notes.values()),
            withheld_answers=len(redacted.withheld_answers),
            withheld_comments=sum(inspected.text.count(COMMENT_PLACEHOLDER) for inspected in not_closed),
            tokens=content_of(redacted.request).tokens + sum(inspected.tokens for inspected in waiting),
            price=price,
            purpose=request.purpose,
        )

    def apply_decision(self, decision: DisclosureDecision, disclosure: DisclosureRequest) -> None:
        """Store the user's decision on each excerpt of *disclosure*, which they were shown."""
        disclosures, host = self.egress.disclosures, self.egress.host
        inspected_by_id = {inspected.passage.id: inspected for inspected in self.passages}
        states = {excerpt.id: excerpt.state for excerpt in disclosure.excerpts}
        for excerpt_id in states.keys() & decision.replacements.keys():
            disclosures.forget_known_text(inspected_by_id[excerpt_id].passage.path)
        for excerpt_id in states.keys() - decision.replacements.keys():
            inspected = inspected_by_id[excerpt_id]
            if states[excerpt_id] != "kept" or excerpt_id in decision.released:
                host.allow(inspected.passage, inspected.atoms, decision.by)
            if excerpt_id in decision.released:
                disclosures.withheld.pop(passage_key(inspected.passage), None)
        # Refusals come last: if a passage occurs twice in a request, one refusal is enough.
        for excerpt_id in states.keys() & decision.replacements.keys():
            inspected = inspected_by_id[excerpt_id]
            disclosures.withheld[passage_key(inspected.passage)] = decision.replacements[excerpt_id]
            for other_host in disclosures.hosts:
                other_host.disallow(inspected.passage, inspected.atoms)

    def require_passage(self) -> None:
        """Raise `DisclosureDenied`, naming the rule, if nothing of the passage in the last message may be sent."""
        last = len(self.egress.request.messages) - 1
        required = [inspected for inspected in self.passages if inspected.passage.message == last]
        if not required or any(inspected.is_sent for inspected in required):
            return
        closed = next((inspected for inspected in required if inspected.is_closed), None)
        if closed is not None:
            raise private_note_refusal(closed.passage.path, closed.reason, self.egress.destination)
        if any(inspected.withheld_before for inspected in required):
            raise DisclosureDenied(Phrase("You withheld the passage, so nothing was sent"))
        raise DisclosureDenied(Phrase("The passage could not be reviewed, so nothing was sent"))

    def ledger_passages(self, sent: ModelRequest) -> tuple[LedgerPassage, ...]:
        """Return what the ledger records of it; *sent* is the request as it is sent."""
        sent_locations = _locations(sent)
        # A passage in a result that is no longer in the request is neither sent nor withheld by itself.
        recorded = [
            inspected
            for inspected in self.passages
            if not inspected.is_sent or _location(inspected.passage) in sent_locations
        ]
        return (*ledger_passages(self.egress, recorded), *requested_private_notes(self.egress))

    def record_sent(self) -> None:
        """Record in the conversation's disclosures that it was sent."""
        if self.egress.destination.local:
            return
        host = self.egress.host
        for inspected in self.passages:
            if inspected.is_sent:
                host.sent_passages.add(inspected.digest)
                host.allow(inspected.passage, inspected.atoms, inspected.decision)

    def notices(self, redacted: RedactedRequest, *, can_review: bool) -> tuple[Phrase, ...]:
        """Return the notices about text withheld from *redacted* that the user has not seen yet.

        *can_review* is whether the user can be asked; if not, text that needs approval was withheld.
        """
        unreviewed = [] if can_review else [inspected for inspected in self.passages if inspected.needs_approval]
        return (*self._withheld_notices(redacted), *self._unreviewed_notices(unreviewed))

    def _withheld_notices(self, redacted: RedactedRequest) -> list[Phrase]:
        host = self.egress.host
        closed_paths = {inspected.passage.path for inspected in self.passages if inspected.is_closed} - host.notified
        answers = set(redacted.withheld_answers) - host.notified
        host.notified |= closed_paths | answers
        notices: list[Phrase] = []
        if closed_paths:
            notices.append(
                counted(
                    len(closed_paths),
                    "{0} private note of this conversation stayed on this computer.",
                    "{0} private notes of this conversation stayed on this computer.",
                )
            )
        if answers:
            notices.append(
                counted(
                    len(answers),
                    "{0} earlier answer stayed on this computer: it may repeat private text.",
                    "{0} earlier answers stayed on this computer: they may repeat private text.",
                )
            )
        return notices

    def _unreviewed_notices(self, passages: Sequence[InspectedPassage]) -> list[Phrase]:
        """Return the notices about *passages*, withheld because the user could not be asked."""
        host = self.egress.host
        paths = {inspected.passage.path for inspected in passages} - host.notified
        host.notified |= paths
        notes, notices = len(paths - {""}), list[Phrase]()
        if notes:
            notices.append(
                counted(
                    notes,
                    "The text of {0} note stayed on this computer: it could not be reviewed.",
                    "The text of {0} notes stayed on this computer: it could not be reviewed.",
                )
            )
        if "" in paths:
            notices.append(Phrase("Names of notes stayed on this computer: they could not be reviewed."))
        return notices


def _excerpt(inspected: InspectedPassage) -> DisclosureExcerpt:
    passage = inspected.passage
    state: ExcerptState = "new"
    if inspected.withheld_before:
        state = "kept"
    elif inspected.needs_approval:
        state = "ask"
    elif inspected.sent_before:
        state = "sent"
    return DisclosureExcerpt(
        id=passage.id,
        path=passage.path,
        text=inspected.text,
        heading=passage.heading,
        first_line=inspected.first_line,
        last_line=inspected.last_line,
        original=passage.characters,
        digest=inspected.digest,
        is_whole_note=inspected.is_whole_note,
        state=state,
        decision=inspected.decision,
        reason=inspected.reason if inspected.status == "ask" else NO_PHRASE,
    )


def _locations(request: ModelRequest) -> set[tuple[int, int, str]]:
    return set(map(_location, request_passages(request)))


def _location(passage: RequestPassage) -> tuple[int, int, str]:
    """Return the location of *passage* by part and note: redaction moves it within a part."""
    return (passage.message, passage.part, passage.path)
