"""Results: what a call came to, as the model reads it: failures in the words of CONTRACTS, long data cut to a limit."""

import json
from collections.abc import Sequence

from pydantic import JsonValue

from vaultdesk.chat.messages import Source, ToolCallPart, ToolResultPart
from vaultdesk.tools.tool import RESULT_LIMIT, Effect, ErrorCode, ToolErrorBody, ToolMetadata, ToolResult

CANCELLED_MESSAGE = "User cancelled tool execution"
"""What a model reads where the person said no (CONTRACTS, Tools)."""

ROOM_FOR_MARK = 60
"""Characters kept free for the mark at the end of each cut text."""

SHORTEST_CUT = 200
"""Characters of a text that are left at least; below that whole items of a list are dropped instead."""


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
        text, longest = _cut(result, limit)
        kept = tuple(_cut_source(source, longest) for source in kept)
    return ToolResultPart(call_id=call.id, name=call.name, content=text, is_error=not result.success, sources=kept)


def _cut_source(source: Source, longest: int) -> Source:
    carried = source.characters if source.characters - longest <= ROOM_FOR_MARK else longest
    return source.model_copy(update={"characters": carried})


def _dumped(result: ToolResult) -> str:
    return json.dumps(result.as_value(), ensure_ascii=False, separators=(",", ":"))


def _cut(result: ToolResult, limit: int) -> tuple[str, int]:
    """Return *result* within *limit* and how long its longest text may still be: long texts first, then items."""
    whole = result.with_note(f"This result was longer than {limit:,} characters and was cut.")
    low, high, best = 0, limit, ""
    while low <= high:
        middle = (low + high) // 2
        text = _dumped(_with_data(whole, _shortened(whole.as_value().get("data"), middle)))
        if len(text) <= limit:
            low, best = middle + 1, text
        else:
            high = middle - 1
    if best and high >= SHORTEST_CUT:
        return best, high
    return _fewer_items(whole, limit), SHORTEST_CUT


def _fewer_items(whole: ToolResult, limit: int) -> str:
    data = _shortened(whole.data, SHORTEST_CUT)
    items = data if isinstance(data, list) else []
    low, high = 0, len(items)
    while low < high:
        middle = (low + high + 1) // 2
        if len(_dumped(_left_out(whole, items, middle))) <= limit:
            low = middle
        else:
            high = middle - 1
    text = _dumped(_left_out(whole, items, low))
    if low and len(text) <= limit:
        return text
    message = f"The result is longer than {limit:,} characters. Ask for less."
    return _dumped(failure("TOO_LARGE", message, effect=whole.metadata.operation_type))


def _left_out(whole: ToolResult, items: Sequence[JsonValue], kept: int) -> ToolResult:
    gone = len(items) - kept
    return _with_data(whole.with_note(f"{gone} more items were left out.") if gone else whole, list(items[:kept]))


def _with_data(result: ToolResult, data: JsonValue) -> ToolResult:
    if result.success:
        return result.model_copy(update={"data": data})
    assert result.error is not None
    error = result.error.model_copy(update={"message": _short(result.error.message, 500), "details": None})
    return result.model_copy(update={"error": error})


def _shortened(value: JsonValue, longest: int) -> JsonValue:
    if isinstance(value, str):
        return _short(value, longest)
    if isinstance(value, list):
        return [_shortened(item, longest) for item in value]
    if isinstance(value, dict):
        return {key: _shortened(item, longest) for key, item in value.items()}
    return value


def _short(text: str, longest: int) -> str:
    gone = len(text) - longest
    return text if gone <= ROOM_FOR_MARK else f"{text[:longest]} … [cut: {gone:,} more characters]"
