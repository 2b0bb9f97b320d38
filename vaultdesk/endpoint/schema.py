"""Schema: the fields of a Responses request that mean something here. Lenient: everything else is passed over."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from vaultdesk.endpoint.refusal import Refusal
from vaultdesk.endpoint.wire_json import Json
from vaultdesk.providers.provider import Effort


class _Wish(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ReasoningWish(_Wish):
    """How much the model should think."""

    effort: str | None = None
    summary: str | None = None


class ResponseRequest(_Wish):
    """A `POST /v1/responses` (PROTOCOLS 2.1, 2.2)."""

    model: str | None = None
    input: str | list[dict[str, JsonValue]] | None = None
    instructions: str | None = None
    tools: list[dict[str, JsonValue]] | None = None
    tool_choice: str | dict[str, JsonValue] | None = None
    parallel_tool_calls: bool | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    reasoning: ReasoningWish | None = None
    include: list[str] | None = None
    metadata: dict[str, str] | None = None
    stream: bool | None = None
    text: dict[str, JsonValue] | None = None
    previous_response_id: str | None = None
    conversation: JsonValue = None
    prompt: JsonValue = None
    background: bool | None = None

    @property
    def wants_hidden(self) -> bool:
        """Whether the caller carries what only the model understands, and sends it back."""
        return "reasoning.encrypted_content" in (self.include or ())

    @property
    def effort(self) -> Effort:
        """How much to think, in the words of this program; empty where nothing (or nothing known) is said."""
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
    """Return the request in *body*. Raises `Refusal` where it cannot be read, or asks for what is not done here."""
    try:
        request = ResponseRequest.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        # The place inside a union names the union's own arms, which mean nothing to the caller.
        param = str(first["loc"][0]) if first["loc"] else None
        raise Refusal(400, f"{param}: {first['msg']}.", code="invalid_value", param=param) from None
    if request.previous_response_id:
        raise Refusal(
            400,
            "Nothing is kept here between requests, so there is no previous response. Send the whole conversation.",
            code="previous_response_not_found",
            param="previous_response_id",
        )
    _refuse_what_is_not_done(request)
    if not request.input:
        raise Refusal(400, "Missing required parameter: 'input'.", code="missing_required_parameter", param="input")
    return request


def _refuse_what_is_not_done(request: ResponseRequest) -> None:
    """Refuse what would change the answer's meaning if it were passed over in silence."""
    shape = (request.text or {}).get("format")
    kind = shape.get("type") if isinstance(shape, dict) else None
    unsupported = {
        "conversation": (request.conversation, "Conversations are not kept here. Send the whole conversation."),
        "prompt": (request.prompt, "Stored prompts are not known here. Send the prompt itself."),
        "background": (request.background, "Answers are not made in the background here."),
        "text.format": (kind not in (None, "text"), "Answers are plain text here; ask for JSON with a tool."),
    }
    for param, (asked, why) in unsupported.items():
        if asked:
            raise Refusal(400, why, code="unsupported_parameter", param=param)
