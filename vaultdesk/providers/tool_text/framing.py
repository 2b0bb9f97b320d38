"""Framing: calls and results of earlier rounds as text in the conversation. Hostile text cannot leave its frame.

Two ways: tags for our own conversations (PROTOCOLS 5.3), brackets for those that other programs bring along through the
local endpoint (PROTOCOLS 1).
"""

import json
from typing import Protocol

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart, ToolResultPart
from vaultdesk.providers.capabilities import TextWay
from vaultdesk.providers.tool_text.call_text import made_call_text
from vaultdesk.providers.tool_text.escaping import attribute, escaped

DENIED = frozenset({"CANCELLED", "PERMISSION_DENIED"})
"""Codes of results whose call was not carried out because somebody said no (CONTRACTS, Tools)."""


class Framing(Protocol):
    """How earlier calls and their results are written down."""

    @property
    def shown(self) -> str:
        """A result's frame as a model is told of it."""
        ...

    def call(self, call: ToolCallPart, dialect: TextWay) -> str:
        """Return an earlier call."""
        ...

    def result(self, part: ToolResultPart) -> str:
        """Return a result, its content escaped."""
        ...


class _Tags:
    shown = '<tool_result call_id="..." name="..." status="ok">...</tool_result>'

    def call(self, call: ToolCallPart, dialect: TextWay) -> str:
        return made_call_text(dialect, call)

    def result(self, part: ToolResultPart) -> str:
        whose = f"call_id={attribute(part.call_id)} name={attribute(part.name)}"
        return f'<tool_result {whose} status="{status(part)}">\n{escaped(part.content)}\n</tool_result>'


class _Brackets:
    shown = '[function_call_output call_id="..." output="..."]'

    def call(self, call: ToolCallPart, dialect: TextWay) -> str:
        called = _quoted(call.id)
        return (
            f"[function_call id={called} call_id={called} name={_quoted(call.name)}"
            f" arguments={_quoted(call.arguments_json)}]"
        )

    def result(self, part: ToolResultPart) -> str:
        return f"[function_call_output call_id={_quoted(part.call_id)} output={_quoted(part.content)}]"


TAGS: Framing = _Tags()
"""Calls as the model is taught to write them, results as `<tool_result>`."""

BRACKETS: Framing = _Brackets()
"""Both in brackets, each value a JSON string: one line each, and no `]` of the content can end it."""


def status(part: ToolResultPart) -> str:
    """Return how a call went, as the model reads it: ok, error or denied."""
    if not part.is_error:
        return "ok"
    return "denied" if _code(part.content) in DENIED else "error"


def _code(content: str) -> JsonValue:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    error = value.get("error") if isinstance(value, dict) else None
    return error.get("code") if isinstance(error, dict) and isinstance(error.get("code"), str) else None


def _quoted(text: str) -> str:
    return json.dumps(escaped(text), ensure_ascii=False)
