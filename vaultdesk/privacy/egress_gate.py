"""Egress gates: privacy rules, review and ledger for every request before a provider may send it, and for passages
sent to an embedding model."""

from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Literal

from vaultdesk.chat.messages import Source, ToolResultPart
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, Phrase, counted, verbatim
from vaultdesk.core.transmission import Destination, Purpose, attribution
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.disclosure_history import (
    AnswerRecorder,
    ConversationDisclosures,
    DisclosureHistory,
    HostDisclosures,
    passage_key,
)
from vaultdesk.privacy.disclosure_review import (
    ClosedNote,
    DisclosureDecision,
    DisclosureDenied,
    DisclosureExcerpt,
    DisclosureRequest,
    DisclosureReviewer,
    ExcerptState,
    private_note_refusal,
)
from vaultdesk.privacy.inspection import InspectedPassage, inspect_request
from vaultdesk.privacy.ledger import Ledger, RecordedTransmission
from vaultdesk.privacy.ledger_entry import (
    NO_TEXT,
    LedgerPassage,
    LedgerQuery,
    SendContext,
    TransmissionContent,
    TransmittedNote,
    amount_of,
)
from vaultdesk.privacy.passages import RequestPassage, part_passages, request_passages
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.redacted_request import (
    RedactedRequest,
    content_of,
    ledger_passages,
    question_excerpt,
    redact_request,
    requested_private_notes,
    send_context_of,
)
from vaultdesk.providers.embedding_provider import VectorSource
from vaultdesk.providers.provider import ModelEvent, ModelRequest, Noticed, Price, Provider
from vaultdesk.providers.wrappers import ProviderWrapper
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.policy import Permissions
from vaultdesk.vault.markdown.markdown_scanner import COMMENT_PLACEHOLDER

# A refused passage is stored for its conversation, also in the ledger, so that no later request contains it.

PASSAGE_PURPOSES: frozenset[Purpose] = frozenset({"rewrite", "definition"})
"""Purposes whose requests are useless without the passage of their last message: if it is withheld, nothing is sent."""

MAX_INSPECTIONS = 3
"""Maximum number of reviews of one request, if rules or notes change while the user decides."""


@dataclass(frozen=True, slots=True)
class ClearedRequest:
    """A request that may be sent."""

    request: ModelRequest
    transmission: RecordedTransmission
    """Its record in the ledger."""
    notices: tuple[Phrase, ...] = ()
    """Notices for the user about withheld text, each once in a conversation."""


@dataclass
class EgressPolicy:
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
        disclosures = await self._disclosures_of(request)
        host = disclosures.host(destination.host)
        needs_review = disclosures.review_all and not destination.local
        passages = await self._inspect(request, destination, disclosures)
        for _ in range(MAX_INSPECTIONS):
            if not needs_review and (
                self.reviewer is None or not self._waiting(request, passages, destination, disclosures)
            ):
                break
            disclosure = self._disclosure_request(request, passages, destination, disclosures, price)
            _apply_decision(await self._review(disclosure), disclosure, passages, disclosures, host)
            needs_review = False
            # Minutes may have passed: the state of each note when it is sent counts.
            passages = await self._inspect(request, destination, disclosures)
        if request.purpose in PASSAGE_PURPOSES:
            _require_passage(request, passages, destination)
        redacted = redact_request(request, passages, self.rules, destination, disclosures, self.permissions)
        send_context = send_context_of(request, destination)
        to_record = (
            *ledger_passages(_without_unsent(passages, redacted.request), disclosures, destination),
            *requested_private_notes(request, self.rules, destination, host),
        )
        recorded = await self.ledger.transmit(send_context, to_record, content_of(redacted.request))
        if not destination.local:
            for inspected in passages:
                if inspected.is_sent:
                    host.sent_passages.add(inspected.digest)
                    host.allow(inspected.passage, inspected.atoms, inspected.decision)
        unreviewed = [inspected for inspected in passages if inspected.needs_approval] if self.reviewer is None else []
        notices = (*_withheld_notices(passages, redacted, host), *_unreviewed_notices(unreviewed, host))
        return ClearedRequest(redacted.request, recorded, notices)

    def record_allowed(
        self, call_context: CallContext, part: ToolResultPart, paths: Collection[str], by: Literal["person", "rule"]
    ) -> None:
        """Allow the model to have the text of the notes at *paths* in *part*, a result that was shown."""
        if call_context.destination.local or not call_context.conversation_id:
            return
        disclosures = self.history.of(call_context.conversation_id)
        host = disclosures.host(call_context.destination.host)
        for passage in part_passages(part):
            if passage.path in paths:
                host.allow(passage, passage.atoms, by)
                disclosures.withheld.pop(passage_key(passage), None)  # The newer decision counts.

    async def preview(
        self, request: ModelRequest, destination: Destination, price: Price | None = None
    ) -> DisclosureRequest:
        """Return what *request* would send, without asking, sending or recording anything. Raises `LedgerFailed`."""
        disclosures = await self._disclosures_of(request)
        passages = await self._inspect(request, destination, disclosures)
        return self._disclosure_request(request, passages, destination, disclosures, price)

    def apply_preview(self, disclosure: DisclosureRequest, decision: DisclosureDecision) -> None:
        """Store what the user left out or cut in a preview, for the following requests."""
        disclosures = self.history.of(disclosure.conversation_id)
        for excerpt in disclosure.excerpts:
            if excerpt.id in decision.released:
                disclosures.withheld.pop((excerpt.path, excerpt.original), None)
        for excerpt in disclosure.excerpts:
            if excerpt.id in decision.replacements:
                disclosures.withheld[excerpt.path, excerpt.original] = decision.replacements[excerpt.id]

    async def _inspect(
        self, request: ModelRequest, destination: Destination, disclosures: ConversationDisclosures
    ) -> tuple[InspectedPassage, ...]:
        return await inspect_request(request, self.rules, destination, disclosures, self.permissions)

    def _waiting(
        self,
        request: ModelRequest,
        passages: Sequence[InspectedPassage],
        destination: Destination,
        disclosures: ConversationDisclosures,
    ) -> list[InspectedPassage]:
        """Return the passages that need the user's approval and would then be sent.

        Names of a private note in a result are sent with that result.
        """
        waiting = [inspected for inspected in passages if inspected.needs_approval]
        if not waiting:
            return []
        approved = tuple(
            replace(inspected, is_allowed=True) if inspected.needs_approval else inspected for inspected in passages
        )
        sent_request = redact_request(request, approved, self.rules, destination, disclosures, self.permissions).request
        sent_locations = set(map(_location, request_passages(sent_request)))
        return [inspected for inspected in waiting if _location(inspected.passage) in sent_locations]

    async def _disclosures_of(self, request: ModelRequest) -> ConversationDisclosures:
        disclosures = self.history.of(request.conversation_id)
        if not disclosures.restored and request.sources:
            query = LedgerQuery(conversation_id=request.conversation_id, kinds=("kept",), decisions=("review",))
            for entry in await self.ledger.find(query):
                disclosures.withheld.setdefault((entry.path, entry.characters), None)
            disclosures.restored = True
        return disclosures

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

    def _disclosure_request(
        self,
        request: ModelRequest,
        passages: tuple[InspectedPassage, ...],
        destination: Destination,
        disclosures: ConversationDisclosures,
        price: Price | None,
    ) -> DisclosureRequest:
        redacted = redact_request(request, passages, self.rules, destination, disclosures, self.permissions)
        waiting_passages = self._waiting(request, passages, destination, disclosures)
        waiting_tokens = sum(inspected.tokens for inspected in waiting_passages)
        ids = {inspected.passage.id for inspected in waiting_passages}
        reviewable = [
            inspected
            for inspected in passages
            if not inspected.is_closed and (not inspected.needs_approval or inspected.passage.id in ids)
        ]
        closed_notes = {
            inspected.passage.path: ClosedNote(inspected.passage.path, inspected.reason)
            for inspected in passages
            if inspected.is_closed
        }
        return DisclosureRequest(
            destination=destination,
            model=request.model,
            conversation_id=request.conversation_id,
            question=question_excerpt(request),
            excerpts=tuple(map(_excerpt, reviewable)),
            closed_notes=tuple(closed_notes.values()),
            withheld_answers=len(redacted.withheld_answers),
            withheld_comments=sum(
                inspected.text.count(COMMENT_PLACEHOLDER) for inspected in passages if not inspected.is_closed
            ),
            tokens=content_of(redacted.request).tokens + waiting_tokens,
            price=price,
            purpose=request.purpose,
        )


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
        is_whole_note=inspected.is_whole_note,
        state=state,
        decision=inspected.decision,
        reason=inspected.reason if inspected.status == "ask" else NO_PHRASE,
    )


def _apply_decision(
    decision: DisclosureDecision,
    disclosure: DisclosureRequest,
    passages: tuple[InspectedPassage, ...],
    disclosures: ConversationDisclosures,
    host: HostDisclosures,
) -> None:
    """Store the user's decision on each excerpt they were shown."""
    inspected_by_id = {inspected.passage.id: inspected for inspected in passages}
    states = {excerpt.id: excerpt.state for excerpt in disclosure.excerpts}
    for excerpt_id in states.keys() - decision.replacements.keys():
        if states[excerpt_id] != "kept" or excerpt_id in decision.released:
            host.allow(inspected_by_id[excerpt_id].passage, inspected_by_id[excerpt_id].atoms, decision.by)
        if excerpt_id in decision.released:
            disclosures.withheld.pop(passage_key(inspected_by_id[excerpt_id].passage), None)
    # Refusals come last: if a passage occurs twice in a request, one refusal is enough.
    for excerpt_id in states.keys() & decision.replacements.keys():
        disclosures.withheld[passage_key(inspected_by_id[excerpt_id].passage)] = decision.replacements[excerpt_id]
        host.disallow(inspected_by_id[excerpt_id].passage, inspected_by_id[excerpt_id].atoms)


def _require_passage(request: ModelRequest, passages: Sequence[InspectedPassage], destination: Destination) -> None:
    """Raise `DisclosureDenied`, naming the rule, if nothing of the passage that *request* is about may be sent."""
    last = len(request.messages) - 1
    required = [inspected for inspected in passages if inspected.passage.message == last]
    if not required or any(inspected.is_sent for inspected in required):
        return
    closed = next((inspected for inspected in required if inspected.is_closed), None)
    if closed is not None:
        raise private_note_refusal(closed.passage.path, closed.reason, destination)
    if any(inspected.withheld_before for inspected in required):
        raise DisclosureDenied(Phrase("You withheld the passage, so nothing was sent"))
    raise DisclosureDenied(Phrase("The passage could not be reviewed, so nothing was sent"))


def _withheld_notices(
    passages: tuple[InspectedPassage, ...], redacted: RedactedRequest, host: HostDisclosures
) -> tuple[Phrase, ...]:
    """Return the notices about withheld text that the user has not seen yet."""
    closed_paths = {inspected.passage.path for inspected in passages if inspected.is_closed} - host.notified
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
    return tuple(notices)


def _without_unsent(passages: Sequence[InspectedPassage], sent: ModelRequest) -> list[InspectedPassage]:
    """Return *passages* without those in results that are no longer in the request *sent*."""
    sent_locations = set(map(_location, request_passages(sent)))
    return [
        inspected for inspected in passages if not inspected.is_sent or _location(inspected.passage) in sent_locations
    ]


def _location(passage: RequestPassage) -> tuple[int, int, str]:
    """Return the location of *passage* by part and note: redaction moves it within a part."""
    return (passage.message, passage.part, passage.path)


def _unreviewed_notices(passages: Sequence[InspectedPassage], host: HostDisclosures) -> tuple[Phrase, ...]:
    """Return the notices about text that was withheld because the user could not be asked."""
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
    return tuple(notices)


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

    async def preview(self, request: ModelRequest) -> DisclosureRequest:
        """Return what *request* would send, without asking, sending or recording anything. Raises `LedgerFailed`."""
        if self._policy is None:
            return DisclosureRequest(
                self.destination, request.model, request.conversation_id, question_excerpt(request)
            )
        return await self._policy.preview(request, self.destination, self._price())

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


# Embeddings by a remote model. Choosing such a model in the settings allows all notes except private ones; notes
# whose rule says "ask" are refused too, because indexing runs in the background and cannot ask.

LEDGER_PURPOSE = "Search by meaning"
"""Value of the ledger's question column."""

LEDGER_RULE = Phrase("a model elsewhere reads notes for their meaning")
"""Value of the ledger's rule column: such a model was chosen in the settings."""


@dataclass(frozen=True, slots=True)
class GatedVectors:
    """Result of a batch."""

    vectors: list[list[float]]
    """One for each text that was sent, in order."""
    refused: tuple[int, ...] = ()
    """Indexes of the texts that were not sent."""


class EmbeddingGate:
    """A source of vectors behind the privacy rules and the ledger."""

    def __init__(self, source: VectorSource, rules: PrivacyRules, ledger: Ledger, label: str) -> None:
        self._source = source
        self._rules = rules
        self._ledger = ledger
        self._label = label

    @property
    def destination(self) -> Destination:
        """Destination of the texts, as far as known."""
        return self._source.destination

    async def vectors(self, texts: Sequence[EmbeddingText]) -> GatedVectors:
        """Record and send those of *texts* that may be sent. Raises `ProviderError`, `LedgerFailed`.

        A text without a path is the user's own question and is always sent.
        """
        destination = await self._source.resolve_destination()
        refused = await self._refused_indexes(texts, destination)
        sent = [text for index, text in enumerate(texts) if index not in refused]
        return GatedVectors(await self._send(sent, destination) if sent else [], tuple(sorted(refused)))

    async def aclose(self) -> None:
        await self._source.aclose()

    async def _send(self, texts: Sequence[EmbeddingText], destination: Destination) -> list[list[float]]:
        if destination.local:
            # Nothing leaves this computer, and an entry for each passage of a vault would hide the entries that matter.
            return await self._source.vectors([item.text for item in texts])
        send_context = SendContext(destination, self._label, question=LEDGER_PURPOSE, purpose="embedding")
        content = _content_of(texts)
        tokens = {note.path: note.amount.tokens for note in content.notes}
        passages = [
            LedgerPassage(source, decision="rule", why=LEDGER_RULE, counted_tokens=tokens[source.path])
            for source in _by_note(texts)
        ]
        recorded = await self._ledger.transmit(send_context, passages, content)
        with attribution(recorded):
            return await self._source.vectors([item.text for item in texts])

    async def _refused_indexes(self, texts: Sequence[EmbeddingText], destination: Destination) -> frozenset[int]:
        """Return the indexes of texts whose notes, by their current heads, are withheld from *destination*."""
        is_closed: dict[str, bool] = {"": False}
        for path in dict.fromkeys(item.path for item in texts):
            if path:
                # The note is deleted or unreadable: it may be private, and its passage is of no use.
                exact = await self._rules.exact_privacy(path, destination)
                is_closed[path] = exact.status != "open" or exact.is_missing or exact.is_unreadable
        return frozenset(index for index, item in enumerate(texts) if is_closed[item.path])


def _by_note(texts: Sequence[EmbeddingText]) -> list[Source]:
    """Return one source for each note: the ledger records which notes were sent, and how much of them."""
    sources: dict[str, Source] = {}
    for item in texts:
        if not item.path:
            continue
        known = sources.get(item.path)
        sources[item.path] = Source(
            path=item.path,
            heading=item.heading if known is None else "",
            characters=len(item.text) + (known.characters if known else 0),
            first_line=min(item.first_line, known.first_line) if known else item.first_line,
            last_line=max(item.last_line, known.last_line) if known else item.last_line,
            allowed="rule",
        )
    return list(sources.values())


def _content_of(texts: Sequence[EmbeddingText]) -> TransmissionContent:
    """Return the content of a batch; a text without a path is the user's own question."""
    notes: dict[str, TransmittedNote] = {}
    words = NO_TEXT
    for item in texts:
        amount = amount_of(item.text)
        if not item.path:
            words += amount
            continue
        known = notes.get(item.path, TransmittedNote(item.path, NO_TEXT, 0))
        notes[item.path] = TransmittedNote(item.path, known.amount + amount, known.passages + 1)
    return TransmissionContent(words=words, notes=tuple(notes.values()))
