"""Context shared by the calls of one answer: run and destination, read versions, and the audit trail."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.core.destination import Destination
from vaultdesk.core.transmission import RequestOrigin
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.tools.runtime.audit_log import AuditEvent, AuditLog, AuditRecord, AuditSource
from vaultdesk.tools.runtime.call_repair import CallRepairs
from vaultdesk.tools.runtime.first_use import FirstUseAnswer
from vaultdesk.tools.runtime.policy import CHANGING_EFFECTS, Permissions, PolicyRequest
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.tools.runtime.tool_results import REFUSAL_CODES
from vaultdesk.tools.tool import RESULT_LIMIT, AnyTool, Effect, ToolResult
from vaultdesk.vault.diff.change_set import NoteChangeKind
from vaultdesk.vault.vault import Vault

MAX_READ_VERSIONS = 20_000
"""Notes remembered over all conversations; what falls out is written only after the dialog, which shows the disk."""


class ReadVersions:
    """Digests of the notes each conversation has read or written."""

    def __init__(self) -> None:
        self._digests: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._with_text: set[tuple[str, str]] = set()
        """Those of them whose whole text the conversation has: it read or made it."""

    def record(self, conversation_id: str, digests: Mapping[str, str], *, text_given: bool = True) -> None:
        """Record that these versions were read whole or written. *text_given*: the conversation has all of their text.

        A conversation that changes one place of a note has not read the rest of it.
        """
        for path, digest in digests.items():
            self._digests[conversation_id, path] = digest
            self._digests.move_to_end((conversation_id, path))
            if text_given:
                self._with_text.add((conversation_id, path))
        while len(self._digests) > MAX_READ_VERSIONS:
            forgotten, _ = self._digests.popitem(last=False)
            self._with_text.discard(forgotten)

    def forget(self, conversation_id: str, path: str) -> None:
        """Forget *path*: the note is elsewhere or deleted."""
        self._digests.pop((conversation_id, path), None)
        self._with_text.discard((conversation_id, path))

    def has_text(self, conversation_id: str, path: str) -> bool:
        """Whether the conversation was given all the text of the note at *path*, or wrote all of it."""
        return (conversation_id, path) in self._with_text

    def is_known(self, conversation_id: str, path: str) -> bool:
        """Whether the conversation was given the note at *path*, or wrote it."""
        return (conversation_id, path) in self._digests

    def is_stale(self, conversation_id: str, path: str, digest: str) -> bool:
        """Whether the conversation was given another version of the note than the one with *digest*."""
        known = self._digests.get((conversation_id, path))
        return known is not None and known != digest

    def state(self, conversation_id: str) -> JsonValue:
        """Return what a conversation has read and written, to be kept with it."""
        return {
            path: [digest, (conversation_id, path) in self._with_text]
            for (chat, path), digest in self._digests.items()
            if chat == conversation_id
        }

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Take in what was kept; what is known already is newer."""
        for path, version in state.items() if isinstance(state, dict) else ():
            match version:
                case [str(digest), bool(with_text)] if not self.is_known(conversation_id, path):
                    self.record(conversation_id, {path: digest}, text_given=with_text)

    def forget_all(self, conversation_id: str) -> None:
        """Forget a conversation that is deleted."""
        for path in [path for chat, path in self._digests if chat == conversation_id]:
            self.forget(conversation_id, path)


class FirstUse(Protocol):
    """Asks whether a model may look through the notes at all, once for each vault and destination."""

    async def answer(self, approver: Approver, call_context: "CallContext") -> FirstUseAnswer | None:
        """Return what the person said, asking them if they were not asked yet; None where nothing is to be decided."""
        ...


MAX_ORIGIN_QUESTION = 80
"""Characters of the question that the record of network requests keeps."""


@dataclass(frozen=True, slots=True)
class CallContext:
    """In which run the calls were made and where their results go."""

    destination: Destination
    conversation_id: str = ""
    run_id: str = ""
    model_text: str = ""
    """What the model said before it asked; shown as its words, not checked."""
    result_limit: int = RESULT_LIMIT
    """Characters of one result that the model reads."""
    agent_scope: AgentScope = UNRESTRICTED
    """How far whoever asks may go."""
    question: str = ""
    """What the person asked: the changes that come of it are known by it in the journal."""
    by_program: bool = False
    """Whether the calls are the program's own, for a way of asking the person chose: then no model goes in circles."""
    by_person: bool = False
    """Whether the person made the call themselves: then no model is to be let in."""

    @property
    def host(self) -> str:
        """Where what is read goes; empty where it stays on this computer."""
        return "" if self.destination.local else self.destination.host

    @property
    def origin(self) -> RequestOrigin:
        """For what network requests of a tool are made."""
        return RequestOrigin(self.conversation_id, " ".join(self.question[:400].split())[:MAX_ORIGIN_QUESTION])


class AuditTrail:
    """Writes what happens to each call; knows which calls have come to no end yet."""

    def __init__(self, audit: AuditLog, thread: ThreadPoolExecutor, call_context: CallContext) -> None:
        self._audit = audit
        self._thread = thread
        self._call_context = call_context
        self._open_records: dict[str, AuditRecord] = {}

    async def record_requests(self, calls: Sequence[ToolCallPart]) -> None:
        """Note that *calls* came in. Raises `AuditFailed`: then none of them may go on."""
        for call in calls:
            record = AuditRecord(
                "requested", call.name, call.id, self._call_context.run_id, self._call_context.conversation_id,
                host=self._call_context.host, agent=self._call_context.agent_scope.agent,
            )  # fmt: skip
            self._open_records[call.id] = record
            await self._write(record)

    def set_resolved(self, call_id: str, effect: Effect, arguments: dict[str, JsonValue], files: Sequence[str]) -> None:
        """Let the lines of a call carry what it would do from now on."""
        self._open_records[call_id] = replace(
            self._open_records[call_id], effect=effect, arguments=arguments, files=tuple(files)
        )

    def set_files(self, call_id: str, files: Sequence[str]) -> None:
        """Let the lines of a call name *files* from now on."""
        self._open_records[call_id] = replace(self._open_records[call_id], files=tuple(files))

    async def record_event(
        self,
        call_id: str,
        event: AuditEvent,
        by: AuditSource = "",
        reason: str = "",
        files: Sequence[str] | None = None,
    ) -> None:
        """Note one step of a call that is not its end; *files* where it is about some of its files only."""
        record = replace(self._open_records[call_id], event=event, by=by, reason=reason)
        await self._write(record if files is None else replace(record, files=tuple(files)))

    async def record_end(self, call_id: str, result: ToolResult, by: AuditSource = "", reason: str = "") -> None:
        """Note what came of a call; *reason* where the model is not told that it was refused."""
        record = self._open_records[call_id]
        code = reason or (result.error.code if result.error is not None else "")
        event: AuditEvent = "done" if result.success else "failed"
        if reason or code in REFUSAL_CODES:
            event = "refused"
        # What was touched is known only now; a refused call keeps the files it was about.
        files = result.metadata.files_affected or record.files
        took = result.metadata.execution_time_ms
        await self._write(replace(record, event=event, by=by, reason=code, files=files, milliseconds=took))
        del self._open_records[call_id]

    async def record_interruption(self, event: AuditEvent) -> None:
        """Note that every call that came to no end was broken off. Holds out a cancellation of the caller."""
        records = [replace(record, event=event) for record in self._open_records.values()]
        self._open_records.clear()
        for record in records:
            await self._write(record)

    async def _write(self, record: AuditRecord) -> None:
        # Shielded: a line that is being written is finished even where its writer is cancelled.
        loop = asyncio.get_running_loop()
        await asyncio.shield(loop.run_in_executor(self._thread, self._audit.record, record))


class AllowedPassages(Protocol):
    """Remembers which text of notes may go to a destination because the person was shown it and agreed."""

    def record_allowed(
        self,
        call_context: CallContext,
        part: ToolResultPart,
        paths: Collection[str],
        by: Literal["person", "rule"],
    ) -> None:
        """Record what *part*, a result as the model reads it, holds of the notes at *paths*."""
        ...


@dataclass(frozen=True, slots=True)
class ExecutionContext:
    """Everything the stages of a call share."""

    registry: ToolRegistry
    permissions: Permissions
    approver: Approver
    vault: Vault
    call_context: CallContext
    trail: AuditTrail
    read_versions: ReadVersions
    taint: TaintTracker
    first_use: FirstUse | None = None
    """Who asks the first decision of a vault and a destination; None where nothing is to be decided."""
    allowed_passages: AllowedPassages | None = None
    repairs: CallRepairs | None = None
    """Repairs of the calls of a model; None for calls of the user, which are not changed."""

    @property
    def tainted(self) -> bool:
        """Whether every change of this conversation asks, whatever rules say
        (vaultdesk/tools/README.md, "Approval rules", 5)."""
        return self.taint.flags(self.call_context.conversation_id).both

    def policy_request(self, tool: AnyTool, effect: Effect, change: NoteChangeKind | None = None) -> PolicyRequest:
        """Return a call of *tool* as permissions see it; *change* is what would happen to one file."""
        call_context = self.call_context
        return PolicyRequest(
            tool.name,
            effect,
            call_context.conversation_id,
            call_context.host,
            call_context.agent_scope,
            change,
            bulk=tool.dangerous and effect in CHANGING_EFFECTS,
            tainted=self.tainted,
        )
