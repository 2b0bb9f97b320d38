"""Tool calls: the audit's lines as calls: one value for each, from the asking to what came of it. Knows no widget."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from vaultdesk.tools.runtime.audit_log import AuditEntry, AuditSource

Outcome = Literal["done", "failed", "refused", "cancelled", "open"]
"""What came of a call; `open`: nothing is written of its end."""

OUTCOMES: tuple[Outcome, ...] = ("done", "failed", "refused", "cancelled", "open")

SUBJECTS = ("query", "path", "paths", "file_paths", "new_path", "folder", "name", "tags", "template", "date")
"""Arguments that say what a call is about, the most telling first; all others are told in the tooltip only."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool."""

    call_id: str
    run_id: str
    conversation_id: str
    time: datetime
    """When it was asked for."""
    tool: str
    effect: str = ""
    host: str = ""
    arguments: Mapping[str, JsonValue] | None = None
    files: tuple[str, ...] = ()
    by: AuditSource = ""
    """Whose word decided."""
    outcome: Outcome = "open"
    why: str = ""
    milliseconds: int = 0
    agent: str = ""
    lines: tuple[AuditEntry, ...] = ()

    @property
    def subject(self) -> str:
        """What it is about, in a few words: what was looked for, else which notes."""
        query = (self.arguments or {}).get("query")
        if isinstance(query, str) and query:
            return query
        if self.files:
            return ", ".join(self.files)
        for name in SUBJECTS:
            value = (self.arguments or {}).get(name)
            if isinstance(value, str) and value:
                return value
            if isinstance(value, list) and value:
                return ", ".join(str(one) for one in value)
        return ""

    def matches(self, words: str) -> bool:
        """Whether *words*, in any case, stand in what it is about, its tool, its agent or its host."""
        wanted = words.casefold()
        return any(wanted in text.casefold() for text in (self.tool, self.subject, self.agent, self.host, self.why))


def tool_calls(entries: Iterable[AuditEntry], agents: Mapping[str, str] | None = None) -> tuple[ToolCall, ...]:
    """Return the calls *entries* tell of, the newest first; *agents* names who ran each run, where that is known."""
    calls: dict[tuple[str, str], ToolCall] = {}
    for entry in entries:
        record = entry.record
        key = (record.run_id, record.call_id)
        found = calls.get(key)
        if found is None or record.happening == "requested":
            # A model may use an id again: each asking begins a call of its own.
            calls.pop(key, None)
            if found is not None:
                calls[record.run_id, f"{record.call_id} {found.lines[0].seq}"] = found
            agent = record.agent or (agents or {}).get(record.run_id, "")
            found = ToolCall(
                record.call_id, record.run_id, record.conversation_id, entry.time, record.tool, agent=agent
            )
        calls[key] = _with(found, entry)
    return tuple(sorted(calls.values(), key=lambda call: call.lines[0].seq, reverse=True))


def _with(call: ToolCall, entry: AuditEntry) -> ToolCall:
    record = entry.record
    call = replace(
        call,
        lines=(*call.lines, entry),
        effect=record.effect or call.effect,
        host=record.host or call.host,
        arguments=record.arguments if record.arguments is not None else call.arguments,
        files=record.files or call.files,
        by=record.by or call.by,
        milliseconds=record.milliseconds or call.milliseconds,
    )
    match record.happening:
        case "done" | "failed" | "refused" | "cancelled":
            return replace(call, outcome=record.happening, why=record.why)
        case _:
            return call
