"""Tool steps: another program's tool call and what it came to, as parts of ours. Runs nothing."""

import json

from pydantic import JsonValue

from vaultdesk.chat.importers.imported import writable
from vaultdesk.chat.messages import ToolCallPart, ToolResultPart

MAX_ARGUMENTS = 100_000
"""Characters of one call's arguments that are kept: a whole document that a model wrote fits."""
MAX_RESULT = 60_000
"""Characters of one result that are kept, as many as a model is ever shown of one."""
MAX_DEPTH = 40
"""Levels of lists and objects in arguments; tools that people use have three."""

NOT_KEPT = "The result was not kept."
_CUT = "\n… (cut here when it was imported)"


def called(call_id: str, name: str, arguments: object) -> ToolCallPart:
    """Return a call; arguments that are no object are put into one as `input`."""
    name = writable(name).strip()[:100] or "unnamed"
    value = arguments if isinstance(arguments, dict) else {"input": arguments}
    if depth_of(value) > MAX_DEPTH:
        value = {"input": "(nested too deeply to be kept)"}
    try:
        text = writable(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except (ValueError, TypeError, RecursionError):
        text = json.dumps({"input": writable(str(arguments))[:MAX_ARGUMENTS]})
    if len(text) > MAX_ARGUMENTS:
        text = json.dumps({"input": text[:MAX_ARGUMENTS] + _CUT}, ensure_ascii=False)
    parsed: dict[str, JsonValue] = json.loads(text)
    return ToolCallPart(id=call_id, name=name, arguments_json=text, arguments=parsed)


def answered(call: ToolCallPart, text: str, *, failed: bool = False) -> ToolResultPart:
    """Return what *call* came to, in the shape of our own results."""
    text = writable(text).strip()
    if len(text) > MAX_RESULT:
        text = text[:MAX_RESULT] + _CUT
    value: dict[str, JsonValue] = {"success": not failed}
    if failed:
        value["error"] = {"code": "READ_FAILED", "message": text or NOT_KEPT}
    else:
        value["data"] = text
    content = json.dumps(value, ensure_ascii=False)
    return ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=failed)


def depth_of(value: object) -> int:
    """Return how many lists and objects stand inside each other in *value*, up to one more than is allowed."""
    level, depth = [value], 0
    while level and depth <= MAX_DEPTH:
        inside: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inside.extend(item.values())
            elif isinstance(item, list):
                inside.extend(item)
        depth += any(isinstance(item, dict | list) for item in level)
        level = inside
    return depth
