"""A Responses request translated into a model request: input items, tools, answer format, and the signed state of
earlier answers."""

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from msgspec import Struct, field
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from vaultdesk.chat.messages import (
    ImagePart,
    ImageType,
    Message,
    Part,
    ProviderPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    new_id,
    user_message,
)
from vaultdesk.endpoint.http_error import EndpointError, Json
from vaultdesk.endpoint.request_body import ResponseRequest
from vaultdesk.providers.answer_format import schema_problem
from vaultdesk.providers.call_accumulator import parse_arguments
from vaultdesk.providers.history_replay import TOOL_NAME
from vaultdesk.providers.provider import AUTO_TOOL_CHOICE, AnswerFormat, ModelRequest, ToolChoice, ToolSpec


class TextFormat(Struct, frozen=True):
    """The answer format requested from the model, and the format as echoed in the response."""

    answer_format: AnswerFormat | None
    """None for plain text."""
    wire: Json


PLAIN_TEXT = TextFormat(None, {"type": "text"})


def read_text_format(text: Mapping[str, JsonValue] | None) -> TextFormat:
    """Return the format in the request's *text* options. Raises `EndpointError`."""
    match (text or {}).get("format"):
        case None | {"type": "text"}:
            return PLAIN_TEXT
        case {"type": "json_object"}:
            return TextFormat(AnswerFormat({}), {"type": "json_object"})
        case dict(requested) if requested.get("type") == "json_schema":
            return _schema_format(requested)
        case _:
            raise _invalid_value("text.format.type", "text.format.type must be text, json_object or json_schema.")


def _schema_format(format_value: Mapping[str, JsonValue]) -> TextFormat:
    fields = _flattened(format_value, "json_schema")
    name, schema, description = fields.get("name"), fields.get("schema"), fields.get("description")
    if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
        raise _invalid_value("text.format.name", "The name of a format is 1 to 64 letters, digits, _ and -.")
    if not isinstance(schema, dict) or not schema:
        message = "The schema of a format must be a JSON Schema object that is not empty."
        raise _invalid_value("text.format.schema", message)
    strict = fields.get("strict") is True
    wire: Json = {"type": "json_schema", "name": name, "schema": schema, "strict": strict}
    if isinstance(description, str) and description:
        wire["description"] = description
        # Only OpenAI's APIs have a field for it; as part of the schema it reaches every model.
        schema = {"description": description, **schema}
    return TextFormat(AnswerFormat(schema, name, strict), wire)


# The endpoint stores nothing: the provider's signatures and encrypted reasoning are sent to the client, which returns
# them with its next request. The client may read this state and may omit it; state that it changed or created is
# ignored.

MAX_STATE_BYTES = 2_000_000
"""Maximum number of bytes of one answer's items: current encrypted reasoning has some ten thousand, and a request 16
MB.
"""

_PREFIX = "vd1."
"""Prefix of state of this version: anything else is from another server or an older version."""

_PURPOSE = b"vaultdesk endpoint seal 1"

_DIGEST = hashlib.sha256().digest_size


class CarriedState(BaseModel):
    """The state of one answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    calls: tuple[str, ...] = ()
    """The calls sent to the client, in order: items refer to calls by index, so these must be the same."""
    parts: tuple[ProviderPart, ...] = ()


class StateSigner(Struct, frozen=True):
    """The signing key of one installation; *secret* is never sent to a client, which could then sign its own state."""

    secret: str

    def sign(self, state: CarriedState) -> str:
        """Return *state* as a signed string; empty if it is too long."""
        data = json.dumps(state.model_dump(mode="json"), separators=(",", ":")).encode("ascii")
        return (
            "" if len(data) > MAX_STATE_BYTES else _PREFIX + base64.b64encode(self._digest(data) + data).decode("ascii")
        )

    def verify(self, text: str) -> CarriedState | None:
        """Return the state in *text*, a result of `sign`; None for anything else."""
        if not text.startswith(_PREFIX) or len(text) > MAX_STATE_BYTES * 2:
            return None
        try:
            signed = base64.b64decode(text.removeprefix(_PREFIX), validate=True)
            digest, data = signed[:_DIGEST], signed[_DIGEST:]
            return CarriedState.model_validate_json(data) if hmac.compare_digest(digest, self._digest(data)) else None
        except (binascii.Error, ValidationError, ValueError):
            return None

    def _digest(self, data: bytes) -> bytes:
        key = hmac.digest(self.secret.encode("utf-8"), _PURPOSE, "sha256")
        return hmac.digest(key, data, "sha256")


class FunctionTool(Struct, frozen=True):
    """A function that the client offers."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]
    strict: bool

    @property
    def spec(self) -> ToolSpec:
        """The tool in the form given to a model."""
        return ToolSpec(self.name, self.description, self.parameters)

    @property
    def wire(self) -> Json:
        """The tool in OpenAI's flat format."""
        return {
            "type": "function",
            "name": self.name,
            "description": self.description,
            "parameters": dict(self.parameters),
            "strict": self.strict,
        }

    def schema_problem(self, arguments: Mapping[str, JsonValue]) -> str:
        """Return the first violation of the schema in *arguments*; empty if they are valid."""
        return schema_problem(dict(arguments), self.parameters)


class OfferedTools(Struct, frozen=True):
    """The tools of one request, and how the model may use them."""

    tools: tuple[FunctionTool, ...]
    """Every function, in the client's order."""
    allowed: frozenset[str]
    """The names that a call may have."""
    choice: ToolChoice
    wire_choice: JsonValue
    """The tool choice as echoed to the client."""

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools given to a model, even if it must not call one, since earlier calls name them."""
        shown = self.allowed if self.choice.mode != "none" else {tool.name for tool in self.tools}
        return tuple(tool.spec for tool in self.tools if tool.name in shown)

    def find(self, name: str) -> FunctionTool | None:
        return next((tool for tool in self.tools if tool.name == name and name in self.allowed), None)


def read_tools(tools: Sequence[Mapping[str, JsonValue]], choice: str | Mapping[str, JsonValue] | None) -> OfferedTools:
    """Return the functions among *tools* with the *choice* between them. Raises `EndpointError`."""
    functions = _functions_among(tools)
    in_order, names = tuple(functions.values()), frozenset(functions)
    match choice:
        case None | "" | "auto":
            return OfferedTools(in_order, names, AUTO_TOOL_CHOICE, "auto")
        case "none":
            return OfferedTools(in_order, frozenset(), ToolChoice("none"), "none")
        case "required" if not names:
            raise _invalid_value("tool_choice", "A tool is required, but no function is among the tools.")
        case "required":
            return OfferedTools(in_order, names, ToolChoice("required"), "required")
        case str():
            raise _invalid_value("tool_choice", "tool_choice must be auto, none, required or one function.")
        case {"type": "function"}:
            return _only_tool(functions, choice)
        case {"type": "allowed_tools"}:
            return _allowed_tools(functions, choice)
        case _:
            raise _invalid_value("tool_choice", "Only functions can be chosen here: the caller runs the tools.")


def _functions_among(tools: Sequence[Mapping[str, JsonValue]]) -> Mapping[str, FunctionTool]:
    """Return the functions by their names, in order; tools of other types run elsewhere and are left out."""
    functions: dict[str, FunctionTool] = {}
    for index, tool in enumerate(tools):
        if tool.get("type") != "function":
            continue
        function = _function_tool(tool, f"tools[{index}]")
        if function.name in functions:
            raise _invalid_value(f"tools[{index}].name", f"Two tools have the name {function.name!r}.")
        functions[function.name] = function
    return functions


def _function_tool(tool: Mapping[str, JsonValue], param: str) -> FunctionTool:
    fields = _flattened(tool, "function")
    name, description, parameters = fields.get("name"), fields.get("description"), fields.get("parameters")
    if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
        raise _invalid_value(f"{param}.name", "A function's name is 1 to 64 letters, digits, _ and -.")
    if parameters is not None and not isinstance(parameters, dict):
        raise _invalid_value(f"{param}.parameters", f"The parameters of {name} must be a JSON Schema object.")
    return FunctionTool(
        name,
        description if isinstance(description, str) else "",
        parameters or {"type": "object", "properties": {}},
        fields.get("strict") is True,
    )


def _only_tool(functions: Mapping[str, FunctionTool], choice: Mapping[str, JsonValue]) -> OfferedTools:
    """Return *functions* with the choice of one of them, which the model must call."""
    name = _chosen_name(choice)
    if name not in functions:
        raise _invalid_value("tool_choice", f"tool_choice names the function {name!r}, which is not among the tools.")
    wire: Json = {"type": "function", "name": name}
    return OfferedTools(tuple(functions.values()), frozenset(functions), ToolChoice("tool", name), wire)


def _allowed_tools(functions: Mapping[str, FunctionTool], choice: Mapping[str, JsonValue]) -> OfferedTools:
    """Return *functions* with the choice of a part of them, of which the model may or must call one."""
    listed = choice.get("tools")
    allowed = frozenset(_chosen_names(listed if isinstance(listed, list) else ())) & functions.keys()
    is_required = choice.get("mode") == "required"
    if is_required and not allowed:
        raise _invalid_value("tool_choice", "A tool is required, but no function is among the allowed tools.")
    shown: list[JsonValue] = [{"type": "function", "name": name} for name in functions if name in allowed]
    wire: Json = {"type": "allowed_tools", "mode": "required" if is_required else "auto", "tools": shown}
    tool_choice = ToolChoice("required") if is_required else AUTO_TOOL_CHOICE
    return OfferedTools(tuple(functions.values()), allowed, tool_choice, wire)


def _chosen_names(listed: Iterable[JsonValue]) -> Iterable[str]:
    return (_chosen_name(tool) for tool in listed if isinstance(tool, dict) and tool.get("type") == "function")


def _chosen_name(choice: Mapping[str, JsonValue]) -> str:
    nested = choice.get("function")
    name = nested.get("name") if isinstance(nested, dict) else choice.get("name")
    return name if isinstance(name, str) else ""


_DATA_URL = re.compile(r"data:(image/[a-z]+);base64,", re.IGNORECASE)
_IMAGE_TYPES: Mapping[str, ImageType] = {kind: kind for kind in get_args(ImageType)}

InputItem = Mapping[str, JsonValue]


class InputConversation(Struct, frozen=True):
    """A conversation in the form given to a provider."""

    system: str
    messages: tuple[Message, ...]


def read_input(items: str | Sequence[InputItem], instructions: str | None, signer: StateSigner) -> InputConversation:
    """Return the conversation in *items*. Items of unknown types are ignored. Raises `EndpointError`.

    State signed by our *signer* is restored; any other state is ignored.
    """
    if isinstance(items, str):
        return InputConversation(instructions or "", (user_message(items),))
    reader = _InputReader(instructions or "", signer)
    for index, item in enumerate(items):
        reader.add(item, f"input[{index}]")
    return reader.finish()


class _InputReader:
    """Reads one conversation: consecutive texts and calls of an assistant become one message."""

    def __init__(self, instructions: str, signer: StateSigner) -> None:
        self._signer = signer
        self._system = [instructions] if instructions.strip() else []
        self._messages: list[Message] = []
        self._answer_parts: list[Part] = []
        """Texts and calls of the current answer."""
        self._carried: CarriedState | None = None
        """The restored state of the current answer."""
        self._expected_calls: set[str] = set()
        """The calls of `_carried` that were not read yet."""
        self._results: list[ToolResultPart] = []
        """Results of the current answer's calls."""
        self._result_images: list[ImagePart] = []
        self._calls: dict[str, str] = {}
        """The names of all calls, by id."""

    def add(self, item: InputItem, param: str) -> None:
        match item.get("type", "message" if "role" in item else None):
            case "message":
                self._message(item, param)
            case "function_call":
                self._call(_text(item, "call_id", param), _text(item, "name", param), _arguments(item, param))
            case "function_call_output":
                self._result(item, param)
            case "reasoning":
                self._reasoning(item.get("encrypted_content"))
            case "item_reference":
                raise _invalid_value(
                    param, "Nothing is stored here between requests, so items cannot be referenced. Send them whole."
                )
            case _:
                pass  # Results of hosted tools belong to the other server.

    def finish(self) -> InputConversation:
        self._close_exchange()
        system = "\n\n".join(self._system)
        if not self._messages:
            if not system:
                raise EndpointError(400, "The input contains nothing to answer.", code="invalid_value", param="input")
            return InputConversation("", (user_message(system),))  # vendors refuse a request without a message
        return InputConversation(system, tuple(self._messages))

    def _message(self, item: InputItem, param: str) -> None:
        role, parts = item.get("role"), _parts(item.get("content"), f"{param}.content")
        if role == "assistant":
            self._begin_next_answer()
            self._answer_parts.extend(part for part in parts if isinstance(part, TextPart))
            return
        if role in ("system", "developer"):
            self._system.extend(part.text for part in parts if isinstance(part, TextPart) and part.text.strip())
            return
        if role != "user":
            raise _invalid_value(f"{param}.role", "A message's role must be user, assistant, system or developer.")
        self._close_exchange()
        self._messages.append(Message(role="user", parts=parts))

    def _reasoning(self, encrypted: JsonValue) -> None:
        """Read state that belongs to an answer: it precedes the answer's calls, or follows an answer without any.

        Summaries are shown to users only; encrypted reasoning of other servers has no meaning to a model here.
        """
        state = self._signer.verify(encrypted) if isinstance(encrypted, str) else None
        if state is None:
            return
        if self._results or self._carried is not None:
            self._close_exchange()
        self._carried, self._expected_calls = state, set(state.calls)
        if not state.calls:
            self._close_answer()

    def _call(self, call_id: str, name: str, arguments: str) -> None:
        if call_id in self._expected_calls:
            self._expected_calls.remove(call_id)  # of the same answer, even if each call is followed by its result
        else:
            self._begin_next_answer()
        parsed = parse_arguments(arguments)
        self._calls[call_id] = name
        self._answer_parts.append(
            ToolCallPart(
                id=call_id, name=name, arguments_json=arguments, arguments=parsed.value, problem=parsed.problem
            )
        )

    def _result(self, item: InputItem, param: str) -> None:
        call_id = _text(item, "call_id", param)
        if call_id not in self._calls:
            # Some clients send only the result; providers reject a result without its call.
            name = item.get("name")
            self._call(call_id, name if isinstance(name, str) and name else "unknown_tool", "{}")
        if not self._expected_calls:
            self._close_answer()
        output = item.get("output")
        parts = _parts(output, f"{param}.output")
        images = [part for part in parts if isinstance(part, ImagePart)]
        text = "".join(part.text for part in parts if isinstance(part, TextPart))
        if images:
            text = f"{text}\n(Pictures of this result: {len(images)}, in the next message.)".strip()
        self._result_images.extend(images)
        self._results.append(ToolResultPart(call_id=call_id, name=self._calls[call_id], content=text))

    def _begin_next_answer(self) -> None:
        """Begin another answer if results ended the previous one."""
        if self._results:
            self._close_exchange()

    def _close_exchange(self) -> None:
        self._close_answer()
        if self._results:
            self._messages.append(Message(role="tool", parts=tuple(self._results)))
        if self._result_images:
            # Only OpenAI's API accepts images in a result; every API accepts them from a user.
            self._messages.append(Message(role="user", parts=tuple(self._result_images)))
        self._results, self._result_images = [], []

    def _close_answer(self) -> None:
        if self._answer_parts:
            message = Message(role="assistant", parts=tuple(self._answer_parts))
            # Items refer to calls by index, so the state is dropped if the client omitted a call.
            if self._carried is not None and tuple(call.id for call in message.tool_calls) == self._carried.calls:
                message = message.model_copy(update={"parts": (*message.parts, *self._carried.parts)})
            self._messages.append(message)
        self._answer_parts, self._carried, self._expected_calls = [], None, set()


def _parts(content: JsonValue, param: str) -> tuple[TextPart | ImagePart, ...]:
    """Return the parts of a message or result. Those of unknown types are ignored. Raises `EndpointError`."""
    match content:
        case None:
            return ()
        case str():
            return (TextPart(text=content),)
        case list():
            entries = [part for part in content if isinstance(part, dict)]
            if len(entries) == len(content):
                parts = (_part(entry, f"{param}[{number}]") for number, entry in enumerate(entries))
                return tuple(part for part in parts if part is not None)
    raise _invalid_value(param, "This must be text or a list of parts.")


def _part(part: InputItem, param: str) -> TextPart | ImagePart | None:
    match part.get("type"):
        case "input_text" | "output_text" | "text":
            return TextPart(text=_text(part, "text", param))
        case "refusal":
            return TextPart(text=_text(part, "refusal", param))
        case "input_image":
            return _image(part, param)
        case "input_file" | "input_audio":
            # If they were ignored, the model would answer as if there were none.
            raise _invalid_value(param, "Files and sound cannot be given to the model here. Send their text.")
        case _:
            return None


def _image(part: InputItem, param: str) -> ImagePart:
    url = part.get("image_url")
    if isinstance(url, dict):  # the format of Chat Completions
        url = url.get("url")
    found = _DATA_URL.match(url) if isinstance(url, str) else None
    if not isinstance(url, str) or found is None:
        raise _invalid_value(param, "Pictures must be in the request itself, as a data: URL; nothing is fetched here.")
    media_type = _IMAGE_TYPES.get(found[1].lower().replace("image/jpg", "image/jpeg"))
    if media_type is None:
        raise _invalid_value(param, f"Pictures must be one of {', '.join(_IMAGE_TYPES)}.")
    data = url[found.end() :]
    try:
        base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise _invalid_value(param, "The picture's base64 cannot be read.") from None
    return ImagePart(media_type=media_type, data=data)


def _arguments(item: InputItem, param: str) -> str:
    arguments = item.get("arguments")
    return json.dumps(arguments) if isinstance(arguments, dict) else _text(item, "arguments", param)


def _text(item: InputItem, key: str, param: str) -> str:
    value = item.get(key)
    if not isinstance(value, str):
        raise _invalid_value(f"{param}.{key}", f"{key} must be text.")
    return value


def _flattened(value: Mapping[str, JsonValue], key: str) -> Mapping[str, JsonValue]:
    """Return *value* in the format of Responses, without the nesting under *key* in the one of Chat Completions.

    Responses servers receive both.
    """
    nested = value.get(key)
    return {**value, **nested} if isinstance(nested, dict) else value


def _invalid_value(param: str, message: str) -> EndpointError:
    return EndpointError(400, message, code="invalid_value", param=param)


ResponseStatus = Literal["in_progress", "completed", "incomplete", "failed"]
"""The status of a response."""

_SUMMARIES = ("auto", "concise", "detailed")


class EndpointRequest(Struct, frozen=True):
    """A validated request for the model *label*."""

    request: ResponseRequest
    label: str
    created: float
    """Time of arrival in seconds since 1970."""
    conversation: InputConversation
    tools: OfferedTools
    text_format: TextFormat
    signer: StateSigner
    max_answer_tokens: int
    """Maximum number of tokens of the answer if the client sets none."""
    id: str = field(default_factory=lambda: new_id("resp"))
    program: str = ""
    """The name of the calling program from its requests, for the ledger."""

    @property
    def parallel(self) -> bool:
        """Whether the client accepts several calls in one answer."""
        return self.request.parallel_tool_calls is not False

    def model_request(self, model: str) -> ModelRequest:
        """Return the request to the provider, which calls the model *model*."""
        return ModelRequest(
            model,
            self.conversation.system,
            self.conversation.messages,
            self.tools.specs,
            max_output_tokens=self.request.max_output_tokens or self.max_answer_tokens,
            length_is_set=self.request.max_output_tokens is not None,
            length_includes_reasoning=self.request.max_output_tokens is not None,
            conversation_id=self.id,
            purpose="program",
            program=self.program,
            tool_choice=self.tools.choice,
            effort=self.request.effort,
            temperature=self.request.temperature,
            answer_format=self.text_format.answer_format,
        )

    def response(self, status: ResponseStatus, output: list[JsonValue], **values: JsonValue) -> Json:
        """Return the complete response object; *values* has the available values of error, details and usage."""
        request = self.request
        reasoning = request.reasoning
        summary = reasoning.summary if reasoning and reasoning.summary in _SUMMARIES else None
        fields: Mapping[str, JsonValue] = {
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
            "reasoning": {"effort": (reasoning.effort if reasoning and request.effort else None), "summary": summary},
            "temperature": request.temperature,
            "text": {"format": self.text_format.wire},
            "tool_choice": self.tools.wire_choice,
            "tools": [tool.wire for tool in self.tools.tools],
            "top_p": None,
            "truncation": "disabled",
            "usage": None,
        }
        return {**fields, **values}


def validated_request(
    request: ResponseRequest, label: str, now: float, signer: StateSigner, max_answer_tokens: int
) -> EndpointRequest:
    """Return *request* checked, for the model *label*. Raises `EndpointError`.

    *signer* signs and checks the state that the client sends back; *max_answer_tokens* limits the answer.
    """
    assert request.input is not None  # read_request refuses it
    return EndpointRequest(
        request,
        label,
        now,
        read_input(request.input, request.instructions, signer),
        read_tools(request.tools or (), request.tool_choice),
        read_text_format(request.text),
        signer,
        max_answer_tokens,
    )
