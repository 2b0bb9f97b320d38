"""Egress gate: privacy rules, review and ledger for every request before a provider may send it."""

from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import aclosing
from typing import Literal

from msgspec import Struct, field

from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Phrase, verbatim
from vaultdesk.core.transmission import Destination, Purpose, attribution
from vaultdesk.core.values import replace
from vaultdesk.privacy.disclosure_history import AnswerRecorder, DisclosureHistory, passage_key
from vaultdesk.privacy.disclosure_review import (
    DisclosureDecision,
    DisclosureDenied,
    DisclosureRequest,
    DisclosureReviewer,
)
from vaultdesk.privacy.inspected_request import InspectedRequest
from vaultdesk.privacy.inspection import EgressRequest
from vaultdesk.privacy.ledger import Ledger, RecordedTransmission
from vaultdesk.privacy.ledger_entry import LedgerPassage, LedgerQuery
from vaultdesk.privacy.passages import part_passages
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.redacted_request import content_of, send_context_of
from vaultdesk.providers.provider import ModelEvent, ModelRequest, Noticed, Price, Provider
from vaultdesk.providers.wrappers import ProviderWrapper
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.policy import Permissions

# A refused passage is stored for its conversation, also in the ledger, so that no later request contains it. It is
# recognized by its path and length only. A part of it, or another version of it, has another length, so all other text
# of its note then needs the user's approval, whatever the rules say.

PASSAGE_PURPOSES: frozenset[Purpose] = frozenset({"rewrite", "definition"})
"""Purposes whose requests are useless without the passage of their last message: if it is withheld, nothing is sent."""

MAX_INSPECTIONS = 3
"""Maximum number of reviews of one request, if rules or notes change while the user decides."""


class ClearedRequest(Struct, frozen=True):
    """A request that may be sent."""

    request: ModelRequest
    transmission: RecordedTransmission
    """Its record in the ledger."""
    notices: tuple[Phrase, ...] = ()
    """Notices for the user about withheld text, each once in a conversation."""


class EgressPolicy(Struct):
    """The policy applied to all requests of one vault, shared by its providers."""

    rules: PrivacyRules
    ledger: Ledger
    history: DisclosureHistory = field(default_factory=DisclosureHistory)
    reviewer: DisclosureReviewer | None = None
    """Asks the user just before something is sent; if None, what needs approval is withheld."""
    permissions: Permissions | None = None
    """The rules by which note text may be sent without asking; if None, only text shown to the user is sent."""

    async def clear(
        self, request: ModelRequest, destination: Destination, price: Price | None = None
    ) -> ClearedRequest:
        """Return *request* as it may be sent now, recorded in the ledger. Raises `DisclosureDenied`, `LedgerFailed`."""
        egress = await self._egress(request, destination)
        needs_review = egress.disclosures.review_all and not destination.local
        inspected = await InspectedRequest.of(egress)
        for _ in range(MAX_INSPECTIONS):
            if not needs_review and (self.reviewer is None or not inspected.waiting()):
                break
            disclosure = inspected.disclosure_request(price)
            inspected.apply_decision(await self._review(disclosure), disclosure)
            needs_review = False
            # Minutes may have passed: the state of each note when it is sent counts.
            inspected = await InspectedRequest.of(egress)
        if request.purpose in PASSAGE_PURPOSES:
            inspected.require_passage()
        redacted = inspected.redacted()
        recorded = await self.ledger.transmit(
            send_context_of(request, destination),
            inspected.ledger_passages(redacted.request),
            content_of(redacted.request),
        )
        inspected.record_sent()
        notices = inspected.notices(redacted, can_review=self.reviewer is not None)
        return ClearedRequest(redacted.request, recorded, notices)

    def record_allowed(
        self,
        call_context: CallContext,
        part: ToolResultPart,
        paths: Collection[str],
        by: Literal["person", "rule"],
        *,
        repeated: bool = False,
    ) -> None:
        """Allow the model to have the text of the notes at *paths* in *part*, a result that was shown.

        *repeated* is whether it is the result of an earlier call, and the decision an earlier one too.
        """
        if call_context.destination.local or not call_context.conversation_id:
            return
        disclosures = self.history.of(call_context.conversation_id)
        host = disclosures.host(call_context.destination.host)
        for passage in part_passages(part):
            # Only a new decision of the user replaces one to withhold text of the note.
            is_weaker = (repeated or by == "rule") and disclosures.withholds_text_of(passage.path)
            if passage.path in paths and not is_weaker:
                host.allow(passage, passage.atoms, by)
                disclosures.withheld.pop(passage_key(passage), None)  # The newer decision counts.

    async def preview(
        self, request: ModelRequest, destination: Destination, price: Price | None = None
    ) -> DisclosureRequest:
        """Return what *request* would send, without asking, sending or recording anything. Raises `LedgerFailed`."""
        inspected = await InspectedRequest.of(await self._egress(request, destination))
        return inspected.disclosure_request(price)

    def apply_preview(self, disclosure: DisclosureRequest, decision: DisclosureDecision) -> None:
        """Store what the user left out or cut in a preview, for the following requests."""
        disclosures = self.history.of(disclosure.conversation_id)
        for excerpt in disclosure.excerpts:
            if excerpt.id in decision.released:
                disclosures.withheld.pop((excerpt.path, excerpt.original), None)
        for excerpt in disclosure.excerpts:
            if excerpt.id in decision.replacements:
                disclosures.withheld[excerpt.path, excerpt.original] = decision.replacements[excerpt.id]
                disclosures.forget_known_text(excerpt.path)
        # What was shown and ticked beside withheld text of the same note was allowed by the user.
        disclosures.host(disclosure.destination.host).allowed_passages.update(
            excerpt.digest
            for excerpt in disclosure.excerpts
            if excerpt.id not in decision.replacements
            and (excerpt.state in ("new", "sent") or excerpt.id in decision.released)
            and disclosures.withholds_text_of(excerpt.path)
        )

    async def _egress(self, request: ModelRequest, destination: Destination) -> EgressRequest:
        """Return *request* to *destination* with what was withheld in its conversation. Raises `LedgerFailed`."""
        disclosures = self.history.of(request.conversation_id)
        if not disclosures.restored and request.sources:
            query = LedgerQuery(conversation_id=request.conversation_id, kinds=("kept",), decisions=("review",))
            for entry in await self.ledger.find(query):
                disclosures.withheld.setdefault((entry.path, entry.characters), None)
            disclosures.restored = True
        return EgressRequest(request, self.rules, destination, disclosures, self.permissions)

    async def _review(self, disclosure: DisclosureRequest) -> DisclosureDecision:
        hint = Phrase("Your question was not lost. Send it again, or remove notes from it.")
        if self.reviewer is None:
            raise DisclosureDenied(Phrase("The request could not be reviewed, so nothing was sent"), hint=hint)
        try:
            decision = await self.reviewer.review(disclosure)
        except DisclosureDenied:
            raise
        except VaultDeskError as error:
            raise DisclosureDenied(
                Phrase("Your approval could not be requested, so nothing was sent"), hint=error.message
            ) from error
        if not decision.send:
            raise DisclosureDenied(
                Phrase("You declined this request, so nothing was sent"),
                hint=verbatim(decision.reason) if decision.reason else hint,
            )
        return decision


def _unknown_price() -> Price | None:
    return None


class DisclosureGate(ProviderWrapper):
    """Provider wrapper that applies rules, review and ledger before anything is sent.

    Without a vault, as for other programs that use the endpoint, there are no rules: their text is their own.
    """

    def __init__(
        self,
        provider: Provider,
        ledger: Ledger,
        policy: EgressPolicy | None = None,
        price: Callable[[], Price | None] = _unknown_price,
    ) -> None:
        super().__init__(provider)
        self._ledger = ledger
        self._policy = policy
        self._price = price

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Apply the rules, write the ledger, then send what may be sent.

        Raises `DisclosureDenied` if the user refuses, `LedgerFailed` if it cannot be recorded; nothing is sent then.
        """
        if self._policy is None:
            recorded = await self._record(request)
            async with aclosing(_attributed(self._provider.stream(request), recorded)) as events:
                async for event in events:
                    yield event
            return
        destination = self.destination
        cleared_request = await self._policy.clear(request, destination, self._price())
        for notice in cleared_request.notices:
            yield Noticed(notice)
        disclosures = self._policy.history.of(request.conversation_id)
        recorder = AnswerRecorder(disclosures.host(destination.host))
        try:
            sending = _attributed(self._provider.stream(cleared_request.request), cleared_request.transmission)
            async with aclosing(sending) as events:
                async for event in events:
                    recorder.record(event)
                    yield event
        finally:
            recorder.finish()

    async def _record(self, request: ModelRequest) -> RecordedTransmission:
        passages = [LedgerPassage(source, decision=source.allowed) for source in request.sources]
        # No text of another program is stored, not even the beginning of its question.
        context = replace(send_context_of(request, self.destination), question="")
        return await self._ledger.transmit(context, passages, content_of(request))


async def _attributed(
    events: AsyncGenerator[ModelEvent, None], transmission: RecordedTransmission
) -> AsyncGenerator[ModelEvent, None]:
    """Yield *events*; network requests made for them, including retries, are recorded for *transmission*."""
    async with aclosing(events):
        while True:
            with attribution(transmission):
                event = await anext(events, None)
            if event is None:
                return
            yield event
