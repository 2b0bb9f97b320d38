"""Builds a conversation over Chat Completions step by step, as the agent does."""

import json
from typing import Any

from tests.providers.asking import SECRET, Outcome
from vaultdesk.chat.messages import Message, ReasoningPart, TextPart, ToolResultPart
from vaultdesk.providers.http_connection import openai_address
from vaultdesk.providers.openai.chat_completions import COMPATIBLE_DIALECT, ChatDialect
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.provider import ToolSpec, TurnEnded
from vaultdesk.providers.sdk_provider import ProviderEndpoint

FOUND = '{"success": true, "data": []}'
DENIED = '{"success": false, "error": {"code": "PERMISSION_DENIED"}}'


def chat(url: str = "", dialect: ChatDialect = COMPATIBLE_DIALECT, **endpoint: Any) -> OpenAIChat:
    """Return a provider of *dialect* at *url*."""
    return OpenAIChat(
        ProviderEndpoint("Test server", openai_address(url), **{"key": lambda: SECRET, **endpoint}), dialect
    )


def assistant_message(outcome: Outcome) -> Message:
    """Return an answer as a stored message."""
    reasoning = (ReasoningPart(text=outcome.reasoning),) if outcome.reasoning else ()
    text = (TextPart(text=outcome.text),) if outcome.text else ()
    replay = next((event.replay for event in outcome.events if isinstance(event, TurnEnded)), ())
    return Message(role="assistant", parts=(*reasoning, *text, *outcome.calls, *replay))


def results(outcome: Outcome, *contents: str) -> Message:
    """Return the results of the tools; a denial is an error."""
    return Message(
        role="tool",
        parts=tuple(
            ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=content == DENIED)
            for call, content in zip(outcome.calls, contents, strict=True)
        ),
    )


def wire_call(call_id: str, name: str, arguments: object, **more: object) -> dict[str, object]:
    """Return a call in the wire format."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": text}, **more}


def wire_tools(*tools: ToolSpec) -> list[dict[str, object]]:
    """Return tools in the wire format."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
        }
        for tool in tools
    ]
