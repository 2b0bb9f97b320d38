"""Results: what a call came to, as the model reads it: failures in the words of CONTRACTS, long data cut to a limit."""

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.chat.messages import Source, ToolCallPart, ToolResultPart
from vaultdesk.tools.cutting import cut, cut_sources, short_text
from vaultdesk.tools.tool import RESULT_LIMIT, Effect, ErrorCode, ToolErrorBody, ToolMetadata, ToolResult

CANCELLED_MESSAGE = "User cancelled tool execution"
"""What a model reads where the person said no (CONTRACTS, Tools)."""

MESSAGE_LEFT = 500
"""Characters of a failure's message that are left where the whole is too long."""


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
    if result.error is not None:
        message = short_text(result.error.message, MESSAGE_LEFT)
        error = result.error.model_copy(update={"message": message, "details": None})
        return _dumped(result.with_note(told).model_copy(update={"error": error})), None

    def cut_result(data: JsonValue, note: str) -> str:
        return _dumped(result.with_note(f"{told} {note}".strip()).model_copy(update={"data": data}))

    left = cut(result.data, lambda data, note: len(cut_result(data, note)) <= limit, arguments)
    if left is not None:
        return cut_result(left.data, left.note), left.data
    message = f"The result is longer than {limit:,} characters. Ask for less."
    return _dumped(failure("TOO_LARGE", message, effect=result.metadata.operation_type)), None
