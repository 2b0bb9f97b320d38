"""The body of a Responses request: parsed within size and depth limits, and validated against the schema."""

import json
import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from starlette.requests import ClientDisconnect, Request

from vaultdesk.endpoint.http_error import EndpointError, Json
from vaultdesk.providers.provider import Effort

MAX_BODY_BYTES = 16 * 1024 * 1024
"""Maximum number of bytes of a request: enough for a long conversation with a few images."""

MAX_BODY_DEPTH = 100
"""Maximum nesting depth: far more than any tool's schema, far less than what breaks later parsers
(vaultdesk/endpoint/README.md, "Body limits").
"""

_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
"""An escaped surrogate, lone or in a pair."""

_CLOSE = {"connection": "close"}


async def read_json_body(request: Request) -> Json:
    """Return the JSON object of *request*. Raises `EndpointError`."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        # A web page may send text/plain or a form without a preflight request, but not JSON.
        raise EndpointError(
            415, "Send the request as application/json.", code="unsupported_content_type", headers=_CLOSE
        )
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise EndpointError(415, "Send the request uncompressed.", code="unsupported_content_encoding", headers=_CLOSE)
    try:
        data = await _read_body(request)
    except ClientDisconnect:
        raise EndpointError(400, "The request is incomplete.", headers=_CLOSE) from None
    value = _parsed(data)
    if not isinstance(value, dict):
        raise EndpointError(400, "The request must be one JSON object.", code="invalid_json")
    return value


async def _read_body(request: Request) -> bytes:
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:20]) > MAX_BODY_BYTES:
        raise _too_large()
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BODY_BYTES:
            raise _too_large()
    return bytes(data)


def _too_large() -> EndpointError:
    megabytes = MAX_BODY_BYTES // (1024 * 1024)
    return EndpointError(413, f"The request is larger than {megabytes} MB.", code="request_too_large", headers=_CLOSE)


def _parsed(data: bytes) -> JsonValue:
    try:
        value: JsonValue = json.loads(data.decode("utf-8"), parse_constant=_reject_constant)
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        # Bad UTF-8 and numbers of thousands of digits are ValueErrors too; their messages would quote the request.
        raise EndpointError(400, "The request is not valid JSON.", code="invalid_json") from None
    level: list[JsonValue] = [value]
    for _ in range(MAX_BODY_DEPTH):
        level = [child for item in level for child in _children(item)]
        if not level:
            return _without_lone_surrogates(value) if _ESCAPED_SURROGATE.search(data) else value
    raise _too_deep()


def _without_lone_surrogates(value: JsonValue) -> JsonValue:
    """Return *value* with lone surrogates replaced by `?`, which no provider accepts anywhere."""
    cleaned: JsonValue = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return cleaned


def _children(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _too_deep() -> EndpointError:
    return EndpointError(400, f"The request is nested more than {MAX_BODY_DEPTH} levels deep.", code="invalid_json")


def _reject_constant(name: str) -> JsonValue:
    raise ValueError(name)


class _RequestModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ReasoningOptions(_RequestModel):
    """How much the model should think."""

    effort: str | None = None
    summary: str | None = None


class ResponseRequest(_RequestModel):
    """A `POST /v1/responses` (vaultdesk/endpoint/README.md, "Protocol")."""

    model: str | None = None
    input: str | list[dict[str, JsonValue]] | None = None
    instructions: str | None = None
    tools: list[dict[str, JsonValue]] | None = None
    tool_choice: str | dict[str, JsonValue] | None = None
    parallel_tool_calls: bool | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    reasoning: ReasoningOptions | None = None
    include: list[str] | None = None
    metadata: dict[str, str] | None = None
    stream: bool | None = None
    text: dict[str, JsonValue] | None = None
    previous_response_id: str | None = None
    conversation: JsonValue = None
    prompt: JsonValue = None
    background: bool | None = None

    @property
    def wants_encrypted_reasoning(self) -> bool:
        """Whether the client carries encrypted reasoning and sends it back."""
        return "reasoning.encrypted_content" in (self.include or ())

    @property
    def effort(self) -> Effort:
        """The reasoning effort as this program's value; empty if it is missing or unknown."""
        return _EFFORTS.get(self.reasoning.effort or "", "") if self.reasoning else ""


_EFFORTS: dict[str, Effort] = {
    "none": "off",
    "minimal": "low",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "xhigh": "high",
    "max": "high",
}


def read_request(body: Json) -> ResponseRequest:
    """Return the request in *body*. Raises `EndpointError` if it is invalid or requests an unsupported feature."""
    try:
        request = ResponseRequest.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        # The path inside a union contains internal names, which mean nothing to the client.
        param = str(first["loc"][0]) if first["loc"] else None
        raise EndpointError(400, f"{param}: {first['msg']}.", code="invalid_value", param=param) from None
    if request.previous_response_id:
        raise EndpointError(
            400,
            "Nothing is stored here between requests, so there is no previous response. Send the whole conversation.",
            code="previous_response_not_found",
            param="previous_response_id",
        )
    _reject_unsupported(request)
    if not request.input:
        raise EndpointError(
            400, "Missing required parameter: 'input'.", code="missing_required_parameter", param="input"
        )
    return request


def _reject_unsupported(request: ResponseRequest) -> None:
    """Refuse options that would change the answer's meaning if they were silently ignored."""
    unsupported = {
        "conversation": (request.conversation, "Conversations are not stored here. Send the whole conversation."),
        "prompt": (request.prompt, "Stored prompts are not available here. Send the prompt itself."),
        "background": (request.background, "Background responses are not available here."),
    }
    for param, (present, message) in unsupported.items():
        if present:
            raise EndpointError(400, message, code="unsupported_parameter", param=param)
