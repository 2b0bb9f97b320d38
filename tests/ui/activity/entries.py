"""Entries: changes as the journal tells them, and lines of the audit, for tests that need no vault."""

from datetime import UTC, datetime, timedelta

from vaultdesk.tools.runtime.audit_log import AuditEntry, AuditEvent, AuditRecord
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.transactions.journal import JournalEntry, JournalState

NOON = datetime.fromisoformat("2026-11-20T12:00").astimezone(UTC)  # of the computer's own day


def change(
    number: int,
    path: str = "Boiler.md",
    kind: NoteChangeKind = "modify",
    *,
    group: str = "run_1",
    state: JournalState = "done",
    **more: object,
) -> JournalEntry:
    """Return change *number*, made a minute after the one before."""
    facts: dict[str, object] = {
        "title": "Tag the notes", "agent": "Librarian", "conversation_id": "chat_1", "tool": "edit_note",
        "new_path": "", "old_digest": "a", "new_digest": "b", "added": 1, "removed": 0, "undoes": 0, "undone_by": 0,
        "unit": "",
    }  # fmt: skip
    facts |= more
    time = NOON + timedelta(minutes=number)
    return JournalEntry(id=number, group=group, time=time, kind=kind, path=path, state=state, **facts)  # type: ignore[arg-type] # facts are named above


def lines(*happenings: AuditEvent, first: int = 1, call: str = "call_1", **facts: object) -> list[AuditEntry]:
    """Return the lines of one call, one a second."""
    fields: dict[str, object] = {"tool": "file_read", "run_id": "run_1", "conversation_id": "chat_1", **facts}
    return [
        AuditEntry(
            first + index,
            NOON + timedelta(seconds=first + index),
            AuditRecord(happening, call_id=call, **fields),  # type: ignore[arg-type] # as above: named facts
        )
        for index, happening in enumerate(happenings)
    ]
