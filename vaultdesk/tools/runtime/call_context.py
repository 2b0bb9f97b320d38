"""Context shared by the calls of one answer: run and destination, read versions, and the audit trail."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, Protocol

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.core.transmission import Destination, RequestOrigin
from vaultdesk.core.values import replace
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope
from vaultdesk.tools.runtime.approvals import Approver, FirstUseAnswer
from vaultdesk.tools.runtime.audit_log import AuditEvent, AuditLog, AuditRecord, AuditSource
from vaultdesk.tools.runtime.call_repair import CallRepairs
from vaultdesk.tools.runtime.policy import CHANGING_EFFECTS, Permissions, PolicyRequest
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.tools.runtime.tool_results import REFUSAL_CODES
from vaultdesk.tools.tool import RESULT_LIMIT, AnyTool, Effect, ToolResult
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.vault import Vault

MAX_READ_VERSIONS = 20_000
"""Maximum number of remembered notes over all conversations; a forgotten one is written only after approval, which
shows the version on disk.
"""


class ReadVersions:
    """Digests of the notes each conversation has read or written."""

    def __init__(self) -> None:
        self._digests: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._with_text: set[tuple[str, str]] = set()
        """Those whose whole text the conversation has read or written."""

    def record(self, conversation_id: str, digests: Mapping[str, str], *, text_given: bool = True) -> None:
        """Record that these versions were read completely or written. *text_given*: the conversation has their whole
        text.

        A conversation that changes one part of a note has not read the rest.
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
        """Forget *path*, because the note was moved or deleted."""
        self._digests.pop((conversation_id, path), None)
        self._with_text.discard((conversation_id, path))

    def has_text(self, conversation_id: str, path: str) -> bool:
        """Whether the conversation has read or written the whole text of the note at *path*."""
        return (conversation_id, path) in self._with_text

    def is_known(self, conversation_id: str, path: str) -> bool:
        """Whether the conversation has read or written the note at *path*."""
        return (conversation_id, path) in self._digests

    def is_stale(self, conversation_id: str, path: str, digest: str) -> bool:
        """Whether the conversation has read another version of the note than the one with *digest*."""
        known = self._digests.get((conversation_id, path))
        return known is not None and known != digest

    def state(self, conversation_id: str) -> JsonValue:
        """Return what a conversation has read and written, to be stored with it."""
        return {
            path: [digest, (conversation_id, path) in self._with_text]
            for (chat, path), digest in self._digests.items()
            if chat == conversation_id
        }

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Load a stored state; existing entries are newer and are not changed."""
        for path, version in state.items() if isinstance(state, dict) else ():
            match version:
                case [str(digest), bool(with_text)] if not self.is_known(conversation_id, path):
                    self.record(conversation_id, {path: digest}, text_given=with_text)


class FirstUse(Protocol):
    """Asks whether a model may search the notes at all, once for each vault and destination."""

    async def answer(self, approver: Approver, call_context: "CallContext") -> FirstUseAnswer | None:
        """Return the user's answer, asking if there is none yet; None if there is nothing to decide."""
        ...


MAX_ORIGIN_QUESTION = 80
"""Maximum number of characters of the question stored in the network log."""


class CallContext(Struct, frozen=True):
    """The run that made the calls, and the destination of their results."""

    destination: Destination
    conversation_id: str = ""
    run_id: str = ""
    model_text: str = ""
    """Text of the model before the call; shown as such, unchecked."""
    result_limit: int = RESULT_LIMIT
    """Maximum number of characters of one result for the model."""
    agent_scope: AgentScope = UNRESTRICTED
    """The scope of the caller."""
    question: str = ""
    """The user's question, by which the journal names the resulting changes."""
    by_program: bool = False
    """Whether the program made the calls for a mode chosen by the user, so that loop detection does not apply."""
    by_person: bool = False
    """Whether the user made the call, so that no model gets the result."""
    queries_by_user: bool = False
    """Whether the queries in the calls consist of the user's own words, not of words of a model."""

    @property
    def host(self) -> str:
        """Destination of what is read; empty if it stays on this computer."""
        return "" if self.destination.local else self.destination.host

    @property
    def origin(self) -> RequestOrigin:
        """The origin of a tool's network requests."""
        return RequestOrigin(self.conversation_id, " ".join(self.question[:400].split())[:MAX_ORIGIN_QUESTION])


class AuditTrail:
    """Writes the events of each call; tracks which calls have not ended yet."""

    def __init__(self, audit: AuditLog, thread: ThreadPoolExecutor, call_context: CallContext) -> None:
        self._audit = audit
        self._thread = thread
        self._call_context = call_context
        self._open_records: dict[str, AuditRecord] = {}

    async def record_requests(self, calls: Sequence[ToolCallPart]) -> None:
        """Record that *calls* were received. Raises `AuditFailed`: then none of them may continue."""
        for call in calls:
            record = AuditRecord(
                "requested", call.name, call.id, self._call_context.run_id, self._call_context.conversation_id,
                host=self._call_context.host, agent=self._call_context.agent_scope.agent,
            )  # fmt: skip
            self._open_records[call.id] = record
            await self._write(record)

    def set_resolved(self, call_id: str, effect: Effect, arguments: dict[str, JsonValue], files: Sequence[str]) -> None:
        """Set effect, arguments and files for later lines of a call."""
        self._open_records[call_id] = replace(
            self._open_records[call_id], effect=effect, arguments=arguments, files=tuple(files)
        )

    def set_files(self, call_id: str, files: Sequence[str]) -> None:
        """Set the files for later lines of a call."""
        self._open_records[call_id] = replace(self._open_records[call_id], files=tuple(files))

    async def record_event(
        self,
        call_id: str,
        event: AuditEvent,
        by: AuditSource = "",
        reason: str = "",
        files: Sequence[str] | None = None,
    ) -> None:
        """Record one event of a call other than its end; *files* if it concerns only some of its files."""
        record = replace(self._open_records[call_id], event=event, by=by, reason=reason)
        await self._write(record if files is None else replace(record, files=tuple(files)))

    async def record_end(self, call_id: str, result: ToolResult, by: AuditSource = "", reason: str = "") -> None:
        """Record the result of a call; *reason* if the model is not informed that it was refused."""
        record = self._open_records[call_id]
        code = reason or (result.error.code if result.error is not None else "")
        event: AuditEvent = "done" if result.success else "failed"
        if reason or code in REFUSAL_CODES:
            event = "refused"
        # The affected files are known only now; a refused call keeps its requested files.
        files = result.metadata.files_affected or record.files
        took = result.metadata.execution_time_ms
        await self._write(replace(record, event=event, by=by, reason=code, files=files, milliseconds=took))
        del self._open_records[call_id]

    async def record_interruption(self, event: AuditEvent) -> None:
        """Record the interruption of every call that has not ended. Completes even if the caller is cancelled."""
        records = [replace(record, event=event) for record in self._open_records.values()]
        self._open_records.clear()
        for record in records:
            await self._write(record)

    async def _write(self, record: AuditRecord) -> None:
        # Shielded: a line being written is completed even if its writer is cancelled.
        loop = asyncio.get_running_loop()
        await asyncio.shield(loop.run_in_executor(self._thread, self._audit.record, record))


class AllowedPassages(Protocol):
    """Records which text of notes may go to a destination because the user was shown it and agreed."""

    def record_allowed(
        self,
        call_context: CallContext,
        part: ToolResultPart,
        paths: Collection[str],
        by: Literal["person", "rule"],
        *,
        repeated: bool = False,
    ) -> None:
        """Record the text of the notes at *paths* in *part*, a result as visible to the model.

        *repeated* is whether it is the result of an earlier call, and the decision an earlier one too.
        """
        ...


class ExecutionContext(Struct, frozen=True):
    """Shared state of all stages of a call."""

    registry: ToolRegistry
    permissions: Permissions
    approver: Approver
    vault: Vault
    call_context: CallContext
    trail: AuditTrail
    read_versions: ReadVersions
    taint: TaintTracker
    first_use: FirstUse | None = None
    """Asks for the first decision of a vault and a destination; None if there is nothing to decide."""
    allowed_passages: AllowedPassages | None = None
    repairs: CallRepairs | None = None
    """Repairs of a model's calls; None for calls of the user, which are not changed."""

    @property
    def tainted(self) -> bool:
        """Whether every change of this conversation needs approval regardless of rules (vaultdesk/tools/README.md,
        "Approval rules", 5).
        """
        return self.taint.flags(self.call_context.conversation_id).both

    def policy_request(self, tool: AnyTool, effect: Effect, change: NoteChangeKind | None = None) -> PolicyRequest:
        """Return the policy request for a call of *tool*; *change* is the effect on one file."""
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
