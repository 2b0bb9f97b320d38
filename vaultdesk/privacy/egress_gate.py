"""Egress gate: applies privacy rules, review and ledger to every request before a provider may send it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.privacy.disclosure_history import (
    AnswerRecorder,
    ConversationDisclosures,
    DisclosureHistory,
    HostDisclosures,
    passage_digest,
    piece_key,
)
from vaultdesk.privacy.disclosure_review import (
    ClosedNote,
    DisclosureDecision,
    DisclosureExcerpt,
    DisclosureRequest,
    DisclosureReviewer,
    ExcerptState,
    NotSent,
)
from vaultdesk.privacy.inspection import InspectedPassage, inspect_request
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import LedgerPiece, LedgerQuery, SendContext
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.redacted_request import (
    RedactedRequest,
    ledger_pieces,
    notes_asked_for,
    question_excerpt,
    redact_request,
    request_tokens,
)
from vaultdesk.providers.model_events import ModelEvent, Noticed
from vaultdesk.providers.provider import ModelRequest, Price, Provider
from vaultdesk.providers.wrappers import ProviderWrapper
from vaultdesk.tools.runtime.approval_text import count_notes
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_PLACEHOLDER

# A refused passage is remembered for its conversation, in the ledger too, so that no later request carries it.

MAX_INSPECTIONS = 3
"""How often a request is looked at anew because rules or notes changed while the person was asked."""


@dataclass(frozen=True, slots=True)
class ClearedRequest:
    """A request that may leave."""

    request: ModelRequest
    notices: tuple[str, ...] = ()
    """What the person should know was kept back, each once in a conversation."""


@dataclass
class EgressPolicy:
    """Everything requests of one vault are held against; the same for all its providers."""

    rules: PrivacyRules
    ledger: Ledger
    dealings: DisclosureHistory = field(default_factory=DisclosureHistory)
    reviewer: DisclosureReviewer | None = None
    """Whoever can be asked just before something is sent; without one, what needs a yes is kept back."""

    async def clear(
        self, request: ModelRequest, destination: Destination, price: Price | None = None
    ) -> ClearedRequest:
        """Return *request* as it may leave now, written down. Raises `NotSent`, `LedgerFailed`: then nothing may."""
        dealings = await self._dealings(request)
        host = dealings.host(destination.host)
        due = dealings.reviewed and not destination.local
        seen = await inspect_request(request, self.rules, destination, dealings)
        for _ in range(MAX_INSPECTIONS):
            if not due and (self.reviewer is None or not any(one.waits for one in seen)):
                break
            shown = self._shown(request, seen, destination, dealings, price)
            _remember(await self._asked(shown), shown, seen, dealings, host)
            due = False
            # Minutes may have passed: what a note is counts as it is when it leaves.
            seen = await inspect_request(request, self.rules, destination, dealings)
        leaving = redact_request(request, seen, self.rules, destination, dealings)
        sending = SendContext(destination, request.model, request.conversation_id, question_excerpt(request))
        pieces = (*ledger_pieces(seen, dealings, destination), *notes_asked_for(request, self.rules, destination, host))
        await self.ledger.write(sending, pieces)
        host.sent.update(passage_digest(one.passage) for one in seen if not (one.closed or one.kept or one.waits))
        return ClearedRequest(leaving.request, _news(seen, leaving, host))

    async def preview(
        self, request: ModelRequest, destination: Destination, price: Price | None = None
    ) -> DisclosureRequest:
        """Return what *request* would send, without asking, sending or writing anything. Raises `LedgerFailed`."""
        dealings = await self._dealings(request)
        seen = await inspect_request(request, self.rules, destination, dealings)
        return self._shown(request, seen, destination, dealings, price)

    def keep(self, shown: DisclosureRequest, decision: DisclosureDecision) -> None:
        """Remember what the person left out of, or cut in, a preview: it holds for the requests that follow."""
        dealings = self.dealings.of(shown.conversation_id)
        for excerpt in shown.excerpts:
            if excerpt.id in decision.released:
                dealings.kept.pop((excerpt.path, excerpt.original), None)
        for excerpt in shown.excerpts:
            if excerpt.id in decision.cut:
                dealings.kept[excerpt.path, excerpt.original] = decision.cut[excerpt.id]

    async def _dealings(self, request: ModelRequest) -> ConversationDisclosures:
        dealings = self.dealings.of(request.conversation_id)
        if not dealings.restored and request.sources:
            query = LedgerQuery(conversation_id=request.conversation_id, kinds=("kept",), decisions=("review",))
            for entry in await self.ledger.find(query):
                dealings.kept.setdefault((entry.path, entry.characters), None)
            dealings.restored = True
        return dealings

    async def _asked(self, shown: DisclosureRequest) -> DisclosureDecision:
        hint = "Your question is kept. Send it again, or leave notes out of it."
        if self.reviewer is None:
            raise NotSent("There is nobody to look at what would be sent, so nothing was", hint=hint)
        try:
            decision = await self.reviewer.review(shown)
        except NotSent:
            raise
        except VaultDeskError as trouble:
            raise NotSent("You could not be asked, so nothing was sent", hint=str(trouble)) from trouble
        if not decision.send:
            raise NotSent("You did not let this request go, so nothing was sent", hint=decision.reason or hint)
        return decision

    def _shown(
        self,
        request: ModelRequest,
        seen: tuple[InspectedPassage, ...],
        destination: Destination,
        dealings: ConversationDisclosures,
        price: Price | None,
    ) -> DisclosureRequest:
        leaving = redact_request(request, seen, self.rules, destination, dealings)
        waiting = sum(one.passage.tokens for one in seen if one.waits and not one.closed)
        closed = {one.passage.path: ClosedNote(one.passage.path, one.why) for one in seen if one.closed}
        return DisclosureRequest(
            destination=destination,
            model=request.model,
            conversation_id=request.conversation_id,
            question=question_excerpt(request),
            excerpts=tuple(_excerpt(one) for one in seen if not one.closed),
            closed=tuple(closed.values()),
            answers=len(leaving.answers),
            comments=sum(one.text.count(COMMENT_PLACEHOLDER) for one in seen if not one.closed),
            tokens=request_tokens(leaving.request) + waiting,
            price=price,
        )


def _excerpt(one: InspectedPassage) -> DisclosureExcerpt:
    passage = one.passage
    state: ExcerptState = "kept" if one.kept else "ask" if one.waits else "sent" if one.sent else "new"
    return DisclosureExcerpt(
        id=passage.id,
        path=passage.path,
        text=one.text,
        heading=passage.heading,
        first_line=one.first_line,
        last_line=one.last_line,
        characters=one.characters,
        original=passage.characters,
        whole=one.whole,
        state=state,
        decision=passage.allowed,
        why=one.why if one.standing == "ask" else "",
    )


def _remember(
    decision: DisclosureDecision,
    shown: DisclosureRequest,
    seen: tuple[InspectedPassage, ...],
    dealings: ConversationDisclosures,
    host: HostDisclosures,
) -> None:
    """Keep what the person said of each excerpt they were shown."""
    found = {one.passage.id: one.passage for one in seen}
    states = {excerpt.id: excerpt.state for excerpt in shown.excerpts}
    for name in states.keys() - decision.cut.keys():
        if states[name] != "kept" or name in decision.released:
            host.allowed.add(passage_digest(found[name]))
        if name in decision.released:
            dealings.kept.pop(piece_key(found[name]), None)
    # A no is said last: where a piece stands in a request twice, one no is enough.
    for name in states.keys() & decision.cut.keys():
        dealings.kept[piece_key(found[name])] = decision.cut[name]
        host.allowed.discard(passage_digest(found[name]))


def _news(seen: tuple[InspectedPassage, ...], leaving: RedactedRequest, host: HostDisclosures) -> tuple[str, ...]:
    """Return what the person has not been told yet of what is kept back."""
    closed = {one.passage.path for one in seen if one.closed} - host.told
    answers = set(leaving.answers) - host.told
    host.told |= closed | answers
    news: list[str] = []
    if closed:
        news.append(f"{count_notes(len(closed), 'private note')} of this conversation stayed on this computer.")
    if answers:
        why = "they may repeat what is private" if len(answers) > 1 else "it may repeat what is private"
        news.append(f"{count_notes(len(answers), 'earlier answer')} stayed on this computer: {why}.")
    return tuple(news)


def _unknown_price() -> Price | None:
    return None


class DisclosureGate(ProviderWrapper):
    """A provider with rules, person and ledger before its first byte. Looks like a provider.

    Where there is no vault, as for other programs that use the endpoint, there are no rules: what they send is theirs.
    """

    def __init__(
        self,
        provider: Provider,
        ledger: Ledger,
        clearance: EgressPolicy | None = None,
        price: Callable[[], Price | None] = _unknown_price,
    ) -> None:
        super().__init__(provider)
        self._ledger = ledger
        self._clearance = clearance
        self._price = price

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Hold the request against the rules, write the ledger, then ask with what may go.

        Raises `NotSent` where the person says no, `LedgerFailed` where it cannot be written down; nothing is sent then.
        """
        if self._clearance is None:
            await self._write(request)
            async with aclosing(self._provider.stream(request)) as events:
                async for event in events:
                    yield event
            return
        destination = self.destination
        cleared = await self._clearance.clear(request, destination, self._price())
        for notice in cleared.notices:
            yield Noticed(notice)
        dealings = self._clearance.dealings.of(request.conversation_id)
        hearing = AnswerRecorder(dealings.host(destination.host))
        try:
            async with aclosing(self._provider.stream(cleared.request)) as events:
                async for event in events:
                    hearing.take(event)
                    yield event
        finally:
            hearing.end()

    async def preview(self, request: ModelRequest) -> DisclosureRequest:
        """Return what *request* would send, without asking, sending or writing anything. Raises `LedgerFailed`."""
        if self._clearance is None:
            return DisclosureRequest(
                self.destination, request.model, request.conversation_id, question_excerpt(request)
            )
        return await self._clearance.preview(request, self.destination, self._price())

    async def _write(self, request: ModelRequest) -> None:
        sending = SendContext(self.destination, request.model, request.conversation_id, question_excerpt(request))
        await self._ledger.write(sending, [LedgerPiece(source, decision=source.allowed) for source in request.sources])
