"""Audit log: an append-only file of hash-chained lines about tool calls, without note text."""

import errno
import hashlib
import json
import os
import re
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import asdict
from pydantic import JsonValue

from vaultdesk.chat.conversation import is_private_id
from vaultdesk.core.errors import AuditFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.program_file import sync_file, sync_folder

__all__ = ["AuditEntry", "AuditEvent", "AuditLog", "AuditRecord"]


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FIRST_HASH = "0" * 64
"""Previous hash of the first line."""

LOCK_OFFSET = 0x7FFF_FFFF
"""The byte locked on Windows, where a lock also blocks readers: far beyond any text."""

LOCK_TIMEOUT_ERRORS = (errno.EDEADLK, 0)
"""Errors of Windows (and 0 of Wine) if the lock was held by another process during all attempts."""

TAIL_BYTES = 65_536
"""Bytes read from the end to find the last line; lines are far shorter."""

CLEARED = "cleared"
"""Event of a line that replaces removed ones. Only the first line may be one: its number and previous hash continue
from the last removed line.
"""

MAX_EARLIER_CLEARINGS = 100
"""Maximum number of earlier clearings listed in the line of the last one."""


class AuditLine(Struct, frozen=True):
    """One line of the file."""

    number: int
    """From 1."""
    value: dict[str, JsonValue] | None
    """None if the line is torn or damaged."""
    hash: str


class ChainCheck(Struct, frozen=True):
    """Result of `verify`."""

    lines: int
    incomplete_lines: tuple[int, ...]
    """Numbers of lines left half-written by a crash; they are preserved."""
    breaks: tuple[str, ...]
    """Breaks in the chain: a line was changed, removed or inserted."""

    @property
    def is_intact(self) -> bool:
        """Whether nothing was changed afterwards."""
        return not self.breaks


class AuditFile:
    """An append-only file of JSON lines. Safe for several threads and processes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def append(self, facts: Mapping[str, JsonValue], *, durably: bool = True) -> None:
        """Append one line; *durably* waits until all lines are on disk. Raises `AuditFailed`."""
        with self._lock, self._reporting_errors(Phrase("The record of tool calls cannot be written: {0}.")):
            new = not self.path.exists()
            with self._opened() as descriptor:
                self._append(descriptor, facts)
                if durably:
                    sync_file(descriptor)
            if new:
                sync_folder(self.path.parent)

    def clear(self, facts: Mapping[str, JsonValue]) -> int:
        """Replace all lines by one that records the removal, with *facts*; return the number of removed lines.

        Raises `AuditFailed`: then all lines are unchanged.
        """
        with (
            self._lock,
            self._reporting_errors(Phrase("The record of tool calls cannot be cleared: {0}.")),
            self._opened() as descriptor,
        ):
            end = _log_end(descriptor)
            lines, earlier = 0, list[JsonValue]()
            for line in self._lines():
                lines += 1
                if line.number == 1 and line.value is not None and line.value.get("happening") == CLEARED:
                    earlier = _clearings(line.value)
                    lines -= 1
            value: dict[str, JsonValue] = {"seq": end.number + 1, **facts, "happening": CLEARED, "cleared_lines": lines}
            if earlier:
                value["earlier"] = earlier[-MAX_EARLIER_CLEARINGS:]
            self._replace(descriptor, _line({**value, "previous": end.hash}))
            return lines

    def lines(self) -> Iterator[AuditLine]:
        """Yield every line, oldest first. Raises `AuditFailed`."""
        with self._reporting_errors(Phrase("The record of tool calls cannot be read: {0}.")):
            yield from self._lines()

    def _lines(self) -> Iterator[AuditLine]:
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                yield AuditLine(number, _parsed(raw), _hash(raw.rstrip(b"\n")))

    def verify(self) -> ChainCheck:
        """Check the chain from the first line to the last."""
        previous_hash, sequence, count = FIRST_HASH, 0, 0
        torn: list[int] = []
        breaks: list[str] = []
        for line in self.lines():
            count += 1
            if line.value is None:
                torn.append(line.number)
            else:
                if line.number == 1 and line.value.get("happening") == CLEARED:
                    previous_hash, sequence = _before_clearing(line.value)
                if line.value.get("previous") != previous_hash:
                    breaks.append(f"line {line.number} does not follow the line before it")
                if line.value.get("seq") != sequence + 1:
                    breaks.append(f"line {line.number} has number {line.value.get('seq')}, not {sequence + 1}")
                found = line.value.get("seq")
                sequence = found if isinstance(found, int) else sequence + 1
            previous_hash = line.hash
        # A torn line is acceptable only where a crash can tear; the next line's hash covers it in any case.
        return ChainCheck(count, tuple(torn), tuple(breaks))

    def _append(self, descriptor: int, facts: Mapping[str, JsonValue]) -> None:
        end = _log_end(descriptor)
        line = _line({"seq": end.number + 1, **facts, "previous": end.hash})
        _write(descriptor, line if end.is_complete else b"\n" + line)

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """Open the file for appending, created if missing, with an exclusive lock."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        while True:
            descriptor = os.open(self.path, flags, 0o600)
            try:
                with _locked(descriptor):
                    # Another program may have cleared it while waiting for the lock: then this is the old file.
                    if _is_at(descriptor, self.path):
                        yield descriptor
                        return
            finally:
                os.close(descriptor)

    def _replace(self, descriptor: int, line: bytes) -> None:
        if sys.platform == "win32":
            # On Windows an open file cannot be replaced.
            overwrite(self.path, line)
            return
        new = self.path.with_name(f"{self.path.name}.new")
        new_descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            _write(new_descriptor, line)
            sync_file(new_descriptor)
        finally:
            os.close(new_descriptor)
        new.replace(self.path)
        sync_folder(self.path.parent)

    @contextmanager
    def _reporting_errors(self, sentence: Phrase) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise AuditFailed(
                Phrase(sentence.template, error.strerror or error),
                hint=Phrase("Free some space or check the folder's permissions; no tool runs without a record."),
                path=str(self.path),
            ) from error


class _LogEnd(NamedTuple):
    """The end of a log."""

    hash: str
    """Hash of the last line."""
    number: int
    """Number of the last line."""
    is_complete: bool
    """Whether the last line is complete."""


def _log_end(descriptor: int) -> _LogEnd:
    size = os.fstat(descriptor).st_size
    if size == 0:
        return _LogEnd(FIRST_HASH, 0, is_complete=True)
    length = TAIL_BYTES
    while True:
        start = max(0, size - length)
        os.lseek(descriptor, start, os.SEEK_SET)
        tail = _read(descriptor, size - start)
        lines = tail.removesuffix(b"\n").split(b"\n")
        if start:
            lines = lines[1:]  # The first one may be partial.
        for raw in reversed(lines):
            value = _parsed(raw)
            number = value.get("seq") if value is not None else None
            if isinstance(number, int):
                return _LogEnd(_hash(lines[-1]), number, tail.endswith(b"\n"))
        if not start:
            return _LogEnd(_hash(lines[-1]), 0, tail.endswith(b"\n"))
        length *= 8


def _line(value: Mapping[str, JsonValue]) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _clearings(value: Mapping[str, JsonValue]) -> list[JsonValue]:
    """Return the clearings recorded in a line: its own and the earlier ones."""
    earlier = value.get("earlier")
    latest: dict[str, JsonValue] = {name: value.get(name) for name in ("time", "user", "cleared_lines")}
    return [*(earlier if isinstance(earlier, list) else []), latest]


def _before_clearing(value: Mapping[str, JsonValue]) -> tuple[str, int]:
    """Return the hash and the number of the last removed line."""
    previous_hash, number = value.get("previous"), value.get("seq")
    return (previous_hash if isinstance(previous_hash, str) else ""), (number - 1 if isinstance(number, int) else 0)


def _read(descriptor: int, length: int) -> bytes:
    chunks: list[bytes] = []
    while length > 0 and (chunk := os.read(descriptor, length)):
        chunks.append(chunk)
        length -= len(chunk)
    return b"".join(chunks)


def _parsed(raw: bytes) -> dict[str, JsonValue] | None:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def overwrite(path: Path, line: bytes) -> None:
    """Make *line* the only content of *path* in place; on an error, the content is unchanged.

    The old content is removed after *line* is on disk. A file that was longer needs no additional disk space.
    """
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        length, old_content = os.fstat(descriptor).st_size, os.read(descriptor, len(line))
        try:
            os.lseek(descriptor, 0, os.SEEK_SET)
            _write(descriptor, line)
            sync_file(descriptor)
        except OSError:
            os.lseek(descriptor, 0, os.SEEK_SET)
            _write(descriptor, old_content)
            os.ftruncate(descriptor, length)
            raise
        os.ftruncate(descriptor, len(line))
    finally:
        os.close(descriptor)


def wait_for_lock(lock: Callable[[], None]) -> None:
    """Call *lock* until it succeeds: Windows gives up after ten attempts, one a second."""
    while True:
        try:
            lock()
        except OSError as error:
            if error.errno not in LOCK_TIMEOUT_ERRORS:
                raise
        else:
            return


@contextmanager
def _locked(descriptor: int) -> Iterator[None]:
    if sys.platform == "win32":
        os.lseek(descriptor, LOCK_OFFSET, os.SEEK_SET)
        wait_for_lock(lambda: msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1))
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if sys.platform == "win32":
            os.lseek(descriptor, LOCK_OFFSET, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_UN)


# The file is outside the vault. A line is on disk before the effect it announces (vaultdesk/tools/README.md, "Audit
# log").

AuditEvent = Literal["requested", "asked", "allowed", "refused", "started", "done", "failed", "cancelled", "cleared"]
"""The event of a line: a call was received, approval requested, allowed or refused, it ran, its result; or all earlier
lines were removed.
"""

CLEARING_TOOL = "audit_log"
"""Tool name in the line of a clearing."""

AuditSource = Literal["", "person", "rule", "grant", "default", "program"]
"""Who decided: `grant` is an earlier answer of the user, `program` a built-in limit or check."""

STORED_ARGUMENTS = frozenset(
    {"path", "paths", "file_paths", "new_path", "folder", "query", "name", "kind", "action", "direction", "sort",
     "tags", "timezone", "url", "heading", "block", "template", "date"}
)  # fmt: skip
"""Arguments that are names, paths or short queries; text in any other may be a note's and is stored as its hash."""

ARGUMENTS_WITH_TEXT = frozenset({"frontmatter", "set", "value"})
"""Arguments whose values are a note's text at any depth, including numbers; only the names of properties are stored."""

TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
"""Valid tool name; a model may send any text as a name, which may be a note's."""

EVENTS_BEFORE_EFFECTS: frozenset[AuditEvent] = frozenset({"requested", "asked", "allowed"})
"""Events that precede any effect: the next line makes them durable, so that no approval waits for the disk."""

MAX_STORED_CHARACTERS = 300
"""Maximum number of characters of a stored text; a longer "query" may be a note's text."""

MAX_LIST_ITEMS = 200
"""Maximum number of items of a stored list; the rest is counted."""


class AuditRecord(Struct, frozen=True):
    """Content of one line, without its time and position in the chain."""

    event: AuditEvent
    tool: str
    call_id: str
    run_id: str = ""
    conversation_id: str = ""
    effect: str = ""
    by: AuditSource = ""
    host: str = ""
    """Destination of the result; empty for this computer."""
    arguments: Mapping[str, JsonValue] | None = None
    files: tuple[str, ...] = ()
    reason: str = ""
    """The error code, or the scope of an approval."""
    agent: str = ""
    """Name of the requesting agent; empty for the default assistant and the user."""
    milliseconds: int = 0
    user: str = ""
    """Account name of the user who cleared the log."""
    cleared_lines: int = 0
    """Number of removed lines."""

    def as_value(self) -> dict[str, object]:
        """Return the record under the names used in the log, for exports."""
        value = asdict(self)
        if self.event != CLEARED:
            del value["user"], value["cleared_lines"]
        return {"happening": value.pop("event"), **{"why" if name == "reason" else name: value[name] for name in value}}


class AuditEntry(Struct, frozen=True):
    """One parsed line."""

    seq: int
    time: datetime
    record: AuditRecord


class AuditLog:
    """The audit log of one vault. Blocking: call it from a thread that may wait for the disk."""

    def __init__(self, file: Path) -> None:
        self._file = AuditFile(file)

    @property
    def path(self) -> Path:
        """The file of the log."""
        return self._file.path

    def record(self, record: AuditRecord) -> None:
        """Write one line; from "started" on, wait until it is on disk. Raises `AuditFailed`."""
        facts: dict[str, JsonValue] = {"time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        facts["happening"] = record.event
        facts["tool"] = record.tool if TOOL_NAME.fullmatch(record.tool) else f"no tool {_text_hash(record.tool)[:12]}"
        texts = {
            "call_id": record.call_id,
            "run_id": record.run_id,
            "conversation_id": record.conversation_id,
            "effect": record.effect,
            "by": record.by,
            "host": record.host,
            "why": record.reason,
            "agent": record.agent,
        }
        facts.update({name: text[:MAX_STORED_CHARACTERS] for name, text in texts.items() if text})
        if record.arguments is not None:
            redact = _only_length if is_private_id(record.conversation_id) else _redacted
            facts["arguments"] = {name: redact(name, value) for name, value in record.arguments.items()}
        if record.files:
            facts["files"] = _list(list(record.files))
        if record.milliseconds:
            facts["milliseconds"] = record.milliseconds
        self._file.append(facts, durably=record.event not in EVENTS_BEFORE_EFFECTS)

    def clear(self, user: str) -> int:
        """Remove all lines, and record that *user* did so; return the number of removed lines. Raises `AuditFailed`.

        The chain continues: the new line refers to the last removed one.
        """
        facts: dict[str, JsonValue] = {"time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        facts |= {"tool": CLEARING_TOOL, "by": "person", "user": user[:MAX_STORED_CHARACTERS]}
        return self._file.clear(facts)

    def read(self, limit: int | None = None) -> list[AuditEntry]:
        """Return the last *limit* entries (all if None), oldest first, without torn lines."""
        found = (_entry(line.value) for line in self._file.lines() if line.value is not None)
        return list(deque((entry for entry in found if entry is not None), maxlen=limit))

    def verify(self) -> ChainCheck:
        """Check the chain for changed, removed or inserted lines."""
        return self._file.verify()


def _redacted(name: str, value: JsonValue, *, is_text: bool = False) -> JsonValue:
    is_text = is_text or name in ARGUMENTS_WITH_TEXT
    match value:
        case dict():
            return {key[:MAX_STORED_CHARACTERS]: _redacted(key, inner, is_text=is_text) for key, inner in value.items()}
        case _ if is_text:
            return _hashed_value(value)
        case None | bool() | int() | float():
            return value
        case str() if name in STORED_ARGUMENTS and len(value) <= MAX_STORED_CHARACTERS:
            return value
        case list() if name in STORED_ARGUMENTS and all(isinstance(item, str) for item in value):
            return _list(value)
        case _:
            return _hashed_value(value)


def _only_length(_name: str, value: JsonValue) -> JsonValue:
    """Return the length of an argument of a private chat's call, since a short query could be guessed from its hash."""
    return {"characters": len(value if isinstance(value, str) else json.dumps(value, sort_keys=True))}


def _hashed_value(value: JsonValue) -> JsonValue:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return {"sha256": _text_hash(text), "characters": len(text)}


def _text_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _list(items: Sequence[JsonValue]) -> JsonValue:
    stored: list[JsonValue] = [str(item)[:MAX_STORED_CHARACTERS] for item in items[:MAX_LIST_ITEMS]]
    omitted = len(items) - len(stored)
    return [*stored, f"and {omitted} more"] if omitted else stored


def _entry(value: Mapping[str, JsonValue]) -> AuditEntry | None:
    """Return the entry in a line; None for JSON of another format."""
    match value:
        case {"seq": int(seq), "time": str(time), "happening": str(happening), "tool": str(tool)}:
            pass
        case _:
            return None
    arguments, files, milliseconds = value.get("arguments"), value.get("files"), value.get("milliseconds", 0)
    cleared = value.get("cleared_lines")
    record = AuditRecord(
        # Not validated: a newer version may have more events.
        event=cast("AuditEvent", happening),
        tool=tool,
        call_id=str(value.get("call_id", "")),
        run_id=str(value.get("run_id", "")),
        conversation_id=str(value.get("conversation_id", "")),
        effect=str(value.get("effect", "")),
        by=cast("AuditSource", str(value.get("by", ""))),
        host=str(value.get("host", "")),
        arguments=arguments if isinstance(arguments, dict) else None,
        files=tuple(str(file) for file in files) if isinstance(files, list) else (),
        reason=str(value.get("why", "")),
        agent=str(value.get("agent", "")),
        milliseconds=milliseconds if isinstance(milliseconds, int) else 0,
        user=str(value.get("user", "")),
        cleared_lines=cleared if isinstance(cleared, int) else 0,
    )
    try:
        return AuditEntry(seq, datetime.fromisoformat(time), record)
    except ValueError:
        return None
