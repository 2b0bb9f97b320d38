"""Gate for passages and queries that are sent to an embedding model: privacy rules and ledger, without review.

Choosing a remote model in the settings allows all notes except private ones, and the user's own queries. Notes whose
rule says "ask" are refused too, because indexing runs in the background and cannot ask, and so are queries of models,
which may contain text of any note.
"""

from collections.abc import Sequence

from msgspec import Struct

from vaultdesk.chat.messages import Source
from vaultdesk.core.transmission import Destination, attribution
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.ledger import LEDGER_REASONS, Ledger
from vaultdesk.privacy.ledger_entry import (
    NO_TEXT,
    LedgerPassage,
    SendContext,
    TransmissionContent,
    TransmittedNote,
    amount_of,
)
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.providers.embedding_provider import VectorSource

LEDGER_PURPOSE = "Search by meaning"
"""Value of the ledger's question column."""


class GatedVectors(Struct, frozen=True):
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

        A text without a path is a query, and leaves this computer only if it says so itself (`may_leave_computer`).
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
            LedgerPassage(
                source, decision="rule", why=LEDGER_REASONS.phrase("embedding"), counted_tokens=tokens[source.path]
            )
            for source in _by_note(texts)
        ]
        recorded = await self._ledger.transmit(send_context, passages, content)
        with attribution(recorded):
            return await self._source.vectors([item.text for item in texts])

    async def _refused_indexes(self, texts: Sequence[EmbeddingText], destination: Destination) -> frozenset[int]:
        """Return the indexes of queries that may not be sent to *destination*, and of the passages of notes that, by
        their current heads, are withheld from it.
        """
        is_closed: dict[str, bool] = {}
        for path in dict.fromkeys(item.path for item in texts if item.path):
            # The note is deleted or unreadable: it may be private, and its passage is of no use.
            exact = await self._rules.exact_privacy(path, destination)
            is_closed[path] = exact.status != "open" or exact.is_missing or exact.is_unreadable
        return frozenset(
            index
            for index, item in enumerate(texts)
            if (is_closed[item.path] if item.path else not (destination.local or item.may_leave_computer))
        )


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
    """Return the content of a batch; a text without a path is a query of the user's own words."""
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
