"""Journal entries and audit log entries for tests without a vault."""

from datetime import UTC, datetime, timedelta

from vaultdesk.tools.runtime.audit_log import AuditEntry, AuditEvent, AuditRecord
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.transactions.journal import JournalEntry, JournalState

NOON = datetime.fromisoformat("2026-11-20T12:00").astimezone(UTC)  # local time


def change(
    number: int,
    path: str = "Boiler.md",
    kind: NoteChangeKind = "modify",
    *,
    group: str = "run_1",
    state: JournalState = "done",
    **overrides: object,
) -> JournalEntry:
    """Return change *number*, made one minute after the previous one."""
    fields: dict[str, object] = {
        "title": "Tag the notes", "agent": "Librarian", "conversation_id": "chat_1", "tool": "edit_note",
        "new_path": "", "old_digest": "a", "new_digest": "b", "added": 1, "removed": 0, "undoes": 0, "undone_by": 0,
        "unit": "",
    }  # fmt: skip
    fields |= overrides
    time = NOON + timedelta(minutes=number)
    return JournalEntry(id=number, group=group, time=time, kind=kind, path=path, state=state, **fields)  # type: ignore[arg-type] # fields are named above


def lines(*events: AuditEvent, first: int = 1, call: str = "call_1", **overrides: object) -> list[AuditEntry]:
    """Return the audit entries of one call, one per second."""
    fields: dict[str, object] = {"tool": "file_read", "run_id": "run_1", "conversation_id": "chat_1", **overrides}
    return [
        AuditEntry(
            first + index,
            NOON + timedelta(seconds=first + index),
            AuditRecord(event, call_id=call, **fields),  # type: ignore[arg-type] # as above
        )
        for index, event in enumerate(events)
    ]
