"""Runs one approved call within its time limit, converts every exception to a result, and defines the events of
calls."""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping

from msgspec import Struct, field

from vaultdesk.chat.messages import Source, ToolResultPart
from vaultdesk.core.errors import (
    AddressBlocked,
    AmbiguousNote,
    ConflictCopyFound,
    IndexFailed,
    NameTaken,
    NoteConflict,
    NoteNotConfirmed,
    NoteNotFound,
    NoteNotWritten,
    NoteTooLarge,
    OutsideVault,
    ProviderError,
    VaultDeskError,
    VaultReadOnly,
    WebError,
)
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.audit_log import AuditSource
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.runtime.tool_results import failed_result
from vaultdesk.tools.tool import (
    AnyTool,
    Effect,
    ErrorCode,
    Parameters,
    ToolFailure,
    ToolMetadata,
    ToolOutput,
    ToolResult,
    Visibility,
)

# The events of the calls of one answer are
#
#     calls = (ApprovalRequested ApprovalAnswered | ToolStarted | ToolFinished)*
#
# with exactly one `ToolFinished` for each call, in the order of the calls.


class ApprovalRequested(Struct, frozen=True):
    """Approval was requested from the user or a rule."""

    request: ApprovalRequest


class ApprovalAnswered(Struct, frozen=True):
    """The request was answered."""

    request: ApprovalRequest
    decision: ApprovalDecision


class ToolStarted(Struct, frozen=True):
    """A permitted call has started."""

    call_id: str
    name: str


class ToolFinished(Struct, frozen=True):
    """A call has its final result: done, failed, refused, cancelled or never allowed."""

    call_id: str
    name: str
    result: ToolResult
    part: ToolResultPart
    """The result as visible to the model, truncated to the agent's limit."""
    seconds: float = 0.0


ToolEvent = ApprovalRequested | ApprovalAnswered | ToolStarted | ToolFinished


ERROR_CODES: tuple[tuple[type[VaultDeskError], ErrorCode], ...] = (
    (NoteNotFound, "NOTE_NOT_FOUND"),
    (AmbiguousNote, "AMBIGUOUS_NOTE"),
    (OutsideVault, "PERMISSION_DENIED"),
    (NameTaken, "WRITE_FAILED"),
    (ConflictCopyFound, "WRITE_FAILED"),
    (NoteConflict, "CONFLICT"),
    (NoteTooLarge, "TOO_LARGE"),
    (NoteNotWritten, "WRITE_FAILED"),
    (NoteNotConfirmed, "WRITE_FAILED"),
    (VaultReadOnly, "PERMISSION_DENIED"),
    (IndexFailed, "SEARCH_FAILED"),
    (ProviderError, "NETWORK_FAILED"),
    (AddressBlocked, "PERMISSION_DENIED"),
    (WebError, "NETWORK_FAILED"),
)
"""Error codes of exceptions; the first match counts, else the effect determines the code."""

ERROR_CODE_BY_EFFECT: dict[Effect, ErrorCode] = {
    "read": "READ_FAILED",
    "write": "WRITE_FAILED",
    "delete": "WRITE_FAILED",
    "network": "NETWORK_FAILED",
    "none": "READ_FAILED",
}
"""The code of an error that is not in `ERROR_CODES`."""

NOT_RUN = failed_result("CANCELLED", "This call has not run")
"""Placeholder result of a call that has not run yet."""


class Execution(Struct, frozen=True):
    """A call to run, or its result."""

    result: ToolResult = NOT_RUN
    arguments: Parameters | None = None
    """The approved arguments, restricted to the approved files; None if nothing may run."""
    paths: frozenset[str] = frozenset()
    by: AuditSource = "program"
    sources: tuple[Source, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    """Versions of the notes that were read completely, or written."""
    seconds: float = 0.0

    def with_duration(self, seconds: float) -> "Execution":
        """Return a copy with the duration *seconds*."""
        metadata = self.result.metadata.model_copy(update={"execution_time_ms": round(seconds * 1000)})
        return replace(self, result=self.result.model_copy(update={"metadata": metadata}), seconds=seconds)


async def execute_call(call: ResolvedCall, execution: Execution, visibility: Visibility) -> Execution:
    """Run *call* with the arguments of *execution* and return it with its result. A cancellation stops the tool.

    Notes not visible to *visibility* are removed from the output of any tool.
    """
    assert execution.arguments is not None
    tool = call.tool
    started = time.perf_counter()
    output: ToolOutput | None = None
    result: ToolResult
    try:
        async with asyncio.timeout(tool.timeout):
            output = _without(await tool.run(execution.arguments, visibility), visibility.sees)
        result = _checked(call, output, execution.paths)
    except (ToolFailure, VaultDeskError, TimeoutError) as error:
        result = error_result(error, tool, call.effect)
    seconds = time.perf_counter() - started
    metadata = ToolMetadata(
        execution_time_ms=round(seconds * 1000),
        files_affected=output.files_affected if output is not None and result.success else (),
        operation_type=call.effect,
        note=call.omission_note(execution.paths),
    )
    finished = replace(execution, result=result.model_copy(update={"metadata": metadata}), seconds=seconds)
    if output is None or not result.success:
        return finished
    return replace(finished, sources=output.sources, digests=output.digests)


def allowed_sources(execution: Execution, call: ResolvedCall, by: AuditSource) -> Execution:
    """Return *execution* with each source marked with who permitted the read."""
    shown_paths = {choice.path for choice in call.files_to_ask}

    def permitted_by(path: str) -> AuditSource:
        permission: AuditSource = "person" if path in shown_paths else call.allowed_by.get(path, by)
        return "" if permission == "program" else permission

    sources = tuple(source.model_copy(update={"allowed": permitted_by(source.path)}) for source in execution.sources)
    return replace(execution, sources=sources)


def error_result(
    error: ToolFailure | VaultDeskError | TimeoutError, tool: AnyTool, effect: Effect | None = None
) -> ToolResult:
    """Return the result of a call that failed with *error*; *effect* if it is less than the tool's."""
    effect = effect or tool.effect
    if isinstance(error, ToolFailure):
        return failed_result(error.code, error.message, error.details, effect, error.explanation)
    if isinstance(error, TimeoutError):
        return failed_result("TIMEOUT", f"{tool.name} took longer than {tool.timeout:g} seconds", effect=effect)
    code = next((code for kind, code in ERROR_CODES if isinstance(error, kind)), ERROR_CODE_BY_EFFECT[effect])
    names_only = isinstance(error, NameTaken | ConflictCopyFound)
    return failed_result(code, error.message, effect=effect, names_only=names_only)


def _without(output: ToolOutput, sees: Callable[[str], bool]) -> ToolOutput:
    """Return *output* without hidden notes: a rule on a folder also applies to search results in it."""
    hidden = {source.path for source in output.sources if not sees(source.path)}
    if not hidden:
        return output
    if not isinstance(output.data, list):
        raise ToolFailure("PERMISSION_DENIED", "A rule of the user withholds a part of this result.")
    # The number of removed notes is not reported, since it would disclose that something was found.
    return ToolOutput(
        data=[item for item in output.data if not (isinstance(item, dict) and item.get("path") in hidden)],
        sources=tuple(source for source in output.sources if source.path not in hidden),
        files_affected=tuple(path for path in output.files_affected if path not in hidden),
        digests={path: digest for path, digest in output.digests.items() if path not in hidden},
    )


def _checked(call: ResolvedCall, output: ToolOutput, paths: Collection[str]) -> ToolResult:
    """Return the result, unless the notes read differ from those approved."""
    unapproved = {source.path for source in output.sources} - set(paths) if call.files or call.hidden_paths else set()
    if unapproved:
        # A short name may by now resolve to another note than the approved one.
        message = (
            "This name does not refer to the note that was approved. Call the tool again with the note's full path."
        )
        return failed_result("AMBIGUOUS_NOTE", message, effect=call.effect)
    shown_digests = {choice.path: choice.digest for choice in call.files_to_ask if choice.path in paths}
    for path, digest in output.digests.items():
        if path in shown_digests and shown_digests[path] != digest:
            return failed_result(
                "CONFLICT", f"{path} changed while it was being read. Call the tool again.", effect=call.effect
            )
    return ToolResult(success=True, data=output.data)
