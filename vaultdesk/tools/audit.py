"""Audit: who asked for which tool, who allowed it, what came of it. No note text, no keys; lines in audit_file.py.

The file stands outside the vault. A line is on the disk before the effect it announces (THREATS 4.2).
"""

import hashlib
import json
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

from pydantic import JsonValue

from vaultdesk.tools.audit_file import AuditFile, Check

__all__ = ["Audit", "AuditEntry", "Happening", "Record"]

Happening = Literal["requested", "asked", "allowed", "refused", "started", "done", "failed", "cancelled"]
"""What a line tells: a call came in, a person was asked, who said yes or no, it ran, what came of it."""

By = Literal["", "person", "rule", "grant", "default", "program"]
"""Whose word decided: `grant` is an earlier answer of the person, `program` a limit or a check of ours."""

KEPT_ARGUMENTS = frozenset(
    {"path", "paths", "file_paths", "new_path", "folder", "query", "name", "kind", "action", "direction", "sort",
     "tags", "timezone", "url", "heading", "block", "template", "date"}
)  # fmt: skip
"""Arguments that are names, paths or short queries; text in any other may be a note's and is kept as its hash."""

TEXT_INSIDE = frozenset({"frontmatter", "set", "value"})
"""Arguments whose values are a note's text at any depth, numbers too; only the names of properties are kept."""

TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""What a tool is called; a model may ask for one by any words, and those may be a note's."""

BEFORE_ANYTHING: frozenset[Happening] = frozenset({"requested", "asked", "allowed"})
"""Lines nothing depends on yet: the next one makes them durable too, so no question waits for the disk."""

LONGEST_KEPT = 300
"""Characters of a kept text; a "query" of pages is somebody's note."""

LONGEST_LIST = 200
"""Items of a kept list; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Record:
    """What one line says, besides its time and place in the chain."""

    happening: Happening
    tool: str
    call_id: str
    run_id: str = ""
    conversation_id: str = ""
    effect: str = ""
    by: By = ""
    host: str = ""
    """Where the result goes; empty for this computer."""
    arguments: Mapping[str, JsonValue] | None = None
    files: tuple[str, ...] = ()
    why: str = ""
    """The error code, or the scope of a yes."""
    agent: str = ""
    """Name of the agent that asked; empty for the plain assistant and the person."""
    milliseconds: int = 0


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line read back."""

    seq: int
    time: datetime
    record: Record


class Audit:
    """The record of one vault. Sync: call it from a thread that may wait for the disk."""

    def __init__(self, file: Path) -> None:
        self._file = AuditFile(file)

    @property
    def path(self) -> Path:
        """Where the record is kept."""
        return self._file.path

    def record(self, record: Record) -> None:
        """Write one line; from "started" on, wait until it is on the disk. Raises `AuditFailed`."""
        facts: dict[str, JsonValue] = {"time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        facts["happening"] = record.happening
        facts["tool"] = record.tool if TOOL_NAME.fullmatch(record.tool) else f"no tool {_hash(record.tool)[:12]}"
        for name in ("call_id", "run_id", "conversation_id", "effect", "by", "host", "why", "agent"):
            if value := getattr(record, name):
                facts[name] = str(value)[:LONGEST_KEPT]
        if record.arguments is not None:
            facts["arguments"] = {name: _redacted(name, value) for name, value in record.arguments.items()}
        if record.files:
            facts["files"] = _list(list(record.files))
        if record.milliseconds:
            facts["milliseconds"] = record.milliseconds
        self._file.append(facts, durably=record.happening not in BEFORE_ANYTHING)

    def read(self, limit: int | None = None) -> list[AuditEntry]:
        """Return the last *limit* entries (all where None), oldest first; torn lines are left out."""
        found = (_entry(line.value) for line in self._file.lines() if line.value is not None)
        return list(deque((entry for entry in found if entry is not None), maxlen=limit))

    def verify(self) -> Check:
        """Follow the chain: was anything changed, removed or put in?"""
        return self._file.verify()


def _redacted(name: str, value: JsonValue, *, is_text: bool = False) -> JsonValue:
    is_text = is_text or name in TEXT_INSIDE
    match value:
        case dict():
            return {key[:LONGEST_KEPT]: _redacted(key, inner, is_text=is_text) for key, inner in value.items()}
        case _ if is_text:
            return _hashed(value)
        case None | bool() | int() | float():
            return value
        case str() if name in KEPT_ARGUMENTS and len(value) <= LONGEST_KEPT:
            return value
        case list() if name in KEPT_ARGUMENTS and all(isinstance(item, str) for item in value):
            return _list(value)
        case _:
            return _hashed(value)


def _hashed(value: JsonValue) -> JsonValue:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return {"sha256": _hash(text), "characters": len(text)}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _list(items: Sequence[JsonValue]) -> JsonValue:
    kept: list[JsonValue] = [str(item)[:LONGEST_KEPT] for item in items[:LONGEST_LIST]]
    gone = len(items) - len(kept)
    return [*kept, f"and {gone} more"] if gone else kept


def _entry(value: Mapping[str, JsonValue]) -> AuditEntry | None:
    """Return the entry a line holds; None for a line that is JSON but none of ours."""
    match value:
        case {"seq": int(seq), "time": str(time), "happening": str(happening), "tool": str(tool)}:
            pass
        case _:
            return None
    names = ("call_id", "run_id", "conversation_id", "effect", "host", "why", "agent")
    texts = {name: str(value.get(name, "")) for name in names}
    arguments, files, took = value.get("arguments"), value.get("files"), value.get("milliseconds", 0)
    record = Record(
        # Read back as it was written: a newer version may know more words than this one.
        happening=cast("Happening", happening),
        tool=tool,
        by=cast("By", str(value.get("by", ""))),
        arguments=arguments if isinstance(arguments, dict) else None,
        files=tuple(str(file) for file in files) if isinstance(files, list) else (),
        milliseconds=took if isinstance(took, int) else 0,
        **texts,
    )
    try:
        return AuditEntry(seq, datetime.fromisoformat(time), record)
    except ValueError:
        return None
