"""Results: what a call came to, as the model reads it: failures in the words of CONTRACTS, long data cut to a limit."""

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.chat.messages import Source, ToolCallPart, ToolResultPart
from vaultdesk.tools.cutting import cut, cut_sources, short_text
from vaultdesk.tools.tool import RESULT_LIMIT, Effect, ErrorCode, ToolErrorBody, ToolMetadata, ToolResult

CANCELLED_MESSAGE = "User cancelled tool execution"
"""What a model reads where the person said no (CONTRACTS, Tools)."""

SHARES = (0.25, 0.1, 0.03, 0.0)
"""Shares of the limit that a failure's message, a note and the names of files may take, tried one after the other."""

CHANGING: frozenset[Effect] = frozenset({"write", "delete", "network"})
"""Effects whose success must never be told as a failure."""


def failure(code: ErrorCode, message: str, details: JsonValue = None, effect: Effect = "none") -> ToolResult:
    """Return the result of a call that did not do what it was asked."""
    body = ToolErrorBody(code=code, message=message, details=details)
    return ToolResult(success=False, error=body, metadata=ToolMetadata(operation_type=effect))


def cancelled(reason: str = "", effect: Effect = "none") -> ToolResult:
    """Return the result of a call the person refused, with the reason they gave."""
    return failure("CANCELLED", CANCELLED_MESSAGE, {"reason": reason} if reason else None, effect)


def unknown_tool(name: str) -> ToolResult:
    """Return the result of a call to a tool that is not there."""
    return failure("UNKNOWN_TOOL", f"Unknown tool: {name}")


def as_part(
    call: ToolCallPart, result: ToolResult, limit: int = RESULT_LIMIT, sources: Sequence[Source] = ()
) -> ToolResultPart:
    """Return *result* as the model reads it: JSON of at most *limit* characters, always whole JSON."""
    text = _dumped(result)
    kept = tuple(sources)
    if len(text) > limit:
        text, data = _cut(result, limit, call.arguments or {})
        kept = cut_sources(kept, result.data, data)
    return ToolResultPart(call_id=call.id, name=call.name, content=text, is_error=not result.success, sources=kept)


def _dumped(result: ToolResult) -> str:
    return json.dumps(result.as_value(), ensure_ascii=False, separators=(",", ":"))


def _cut(result: ToolResult, limit: int, arguments: Mapping[str, JsonValue]) -> tuple[str, JsonValue]:
    """Return *result* as text within *limit*, and which data is still in it."""
    told = f"This result was longer than {limit:,} characters and was cut."

    def cut_result(about: ToolResult, data: JsonValue, note: str) -> str:
        return _dumped(about.with_note(f"{told} {note}".strip()).model_copy(update={"data": data}))

    for share in SHARES:
        about = _shortened(result, limit, share)
        if result.error is not None:
            text = cut_result(about, None, "")
            if len(text) <= limit:
                return text, None
            continue
        left = cut(result.data, lambda data, note: len(cut_result(about, data, note)) <= limit, arguments)  # noqa: B023 - called at once
        if left is not None:
            return cut_result(about, left.data, left.note), left.data
    if result.success and result.metadata.operation_type in CHANGING:
        # It is done; a failure would be a lie that makes a model do it again.
        return cut_result(_shortened(result, limit, 0), None, "It was done."), None
    message = f"The result is longer than {limit:,} characters. Ask for less."
    return _dumped(failure("TOO_LARGE", message, effect=result.metadata.operation_type)), None


def _shortened(result: ToolResult, limit: int, share: float) -> ToolResult:
    """Return *result* with what it says of itself in at most *share* of *limit* each: files, note, message."""
    room = int(limit * share)
    files: list[str] = []
    for path in result.metadata.files_affected:
        room -= len(json.dumps(path, ensure_ascii=False)) + 1
        if room < 0:
            break
        files.append(path)
    note = _short(result.metadata.note, int(limit * share))
    metadata = result.metadata.model_copy(update={"files_affected": tuple(files), "note": note})
    error = result.error
    if error is not None:
        error = error.model_copy(update={"message": _short(error.message, int(limit * share)), "details": None})
    return result.model_copy(update={"metadata": metadata, "error": error})


def _short(text: str, longest: int) -> str:
    return short_text(text, longest) if longest else ""
