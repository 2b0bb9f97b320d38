"""Passages recorded in a ledger, and read from it."""

from collections.abc import Sequence

from vaultdesk.chat.messages import Source
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import LedgerEntry, LedgerPassage, LedgerQuery, SendContext


async def record_sources(
    ledger: Ledger, destination: Destination, model: str, conversation_id: str, sources: Sequence[Source]
) -> tuple[LedgerEntry, ...]:
    """Record that *sources* go to *destination*, without a known question; return the new entries."""
    context = SendContext(destination, model, conversation_id)
    return await ledger.write(context, [LedgerPassage(source, decision=source.allowed) for source in sources])


async def sent_entries(ledger: Ledger, limit: int = 100, note: str = "") -> tuple[LedgerEntry, ...]:
    """Return the last *limit* passages that were sent, newest first; of one note if *note* is its path."""
    return await ledger.find(LedgerQuery(note=note, kinds=("sent",)), limit)
