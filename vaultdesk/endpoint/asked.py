"""Asked: one request understood: what is sent to the model, and what its response object repeats of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from vaultdesk.chat.messages import new_id
from vaultdesk.endpoint.input_items import Spoken, read_input
from vaultdesk.endpoint.request_tools import OfferedTools, read_tools
from vaultdesk.endpoint.schema import ResponseRequest
from vaultdesk.endpoint.seal import Seal
from vaultdesk.endpoint.wire_json import Json
from vaultdesk.providers.provider import ModelRequest

Status = Literal["in_progress", "completed", "incomplete", "failed"]
"""How a response stands."""

_SUMMARIES = ("auto", "concise", "detailed")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, read and checked, for the model *label*."""

    request: ResponseRequest
    label: str
    created: float
    """When it came, in seconds since 1970."""
    spoken: Spoken
    offered: OfferedTools
    seal: Seal
    longest: int
    """Tokens of the answer, where the caller does not say."""
    id: str = field(default_factory=lambda: new_id("resp"))

    @property
    def parallel(self) -> bool:
        """Whether the caller takes several calls in one answer."""
        return self.request.parallel_tool_calls is not False

    def model_request(self, model: str) -> ModelRequest:
        """Return what the provider is asked, under its own name *model*."""
        return ModelRequest(
            model,
            self.spoken.system,
            self.spoken.messages,
            self.offered.specs,
            max_output_tokens=self.request.max_output_tokens or self.longest,
            conversation_id=self.id,
            tool_choice=self.offered.choice,
            effort=self.request.effort,
            temperature=self.request.temperature,
        )

    def response(self, status: Status, output: list[JsonValue], **known: JsonValue) -> Json:
        """Return the response object, whole each time; *known* is what there is of error, details and usage."""
        request = self.request
        thinking = request.reasoning
        summary = thinking.summary if thinking and thinking.summary in _SUMMARIES else None
        whole: Mapping[str, JsonValue] = {
            "id": self.id,
            "object": "response",
            "created_at": int(self.created),
            "status": status,
            "background": False,
            "error": None,
            "incomplete_details": None,
            "instructions": request.instructions,
            "max_output_tokens": request.max_output_tokens,
            "metadata": dict(request.metadata or {}),
            "model": self.label,
            "output": output,
            "parallel_tool_calls": self.parallel,
            "previous_response_id": None,
            "reasoning": {"effort": (thinking.effort if thinking and request.effort else None), "summary": summary},
            "temperature": request.temperature,
            "text": {"format": {"type": "text"}},
            "tool_choice": self.offered.wire_choice,
            "tools": [tool.wire for tool in self.offered.tools],
            "top_p": None,
            "truncation": "disabled",
            "usage": None,
        }
        return {**whole, **known}


def understood(request: ResponseRequest, label: str, now: float, seal: Seal, longest: int) -> Asked:
    """Return *request* checked, for the model *label*. Raises `Refusal`.

    *seal* closes and opens what the caller carries for the model; *longest* is how many tokens an answer has at most.
    """
    assert request.input is not None  # read_request refuses it
    return Asked(
        request,
        label,
        now,
        read_input(request.input, request.instructions, seal),
        read_tools(request.tools or (), request.tool_choice),
        seal,
        longest,
    )
