"""Chat Completions requests: server dialects, replayed reasoning, messages and tools."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, ProviderPart, ReasoningPart, TextPart, ToolResultPart
from vaultdesk.providers.call_accumulator import CallAccumulator
from vaultdesk.providers.history_replay import (
    ANY_CALL_ID,
    CallIdRule,
    id_map,
    is_replayable,
    native_items,
    sendable_messages,
    wire_arguments,
    wire_name,
    wire_text,
)
from vaultdesk.providers.lenient_json import list_of, object_of, text_of
from vaultdesk.providers.provider import AnswerFormat, Effort, ModelRequest, ToolChoice, ToolSpec


@dataclass(frozen=True, slots=True)
class ChatDialect:
    """The request format of one kind of server, and what of its answers must be sent back to it."""

    wire: str
    """The first part of its scope (providers/history_replay.py)."""
    length_field: str = ""
    """The field that limits an answer. Empty for servers of unknown kind, some of which subtract it from the prompt; it
    is then sent only if the user set a limit."""
    effort: Literal["", "reasoning_effort", "reasoning"] = ""
    """How the reasoning effort is written."""
    asks_cost: bool = False
    """Whether the server reports the cost of an answer if requested (`usage: {include: true}`)."""


OPENAI_DIALECT = ChatDialect("chat", length_field="max_completion_tokens", effort="reasoning_effort")
COMPATIBLE_DIALECT = ChatDialect("chat", effort="reasoning_effort")
GEMINI_DIALECT = ChatDialect("gemini", length_field="max_tokens", effort="reasoning_effort")
OPENROUTER_DIALECT = ChatDialect("openrouter", length_field="max_tokens", effort="reasoning", asks_cost=True)
SELF_HOSTED_DIALECT = replace(COMPATIBLE_DIALECT, length_field="max_tokens")
"""Servers of this computer or the local network: without a limit, a looping model would never stop."""
LMSTUDIO_DIALECT = ChatDialect("chat", length_field="max_tokens")


# A signature covers the whole text of its block, so single pieces are refused ("Invalid signature in thinking block").
# Encrypted blocks arrive complete and are never joined with another one.

MAX_DETAILS = 500
"""Maximum number of blocks stored of one answer; a model reasons once or twice between calls."""

MAX_CHARACTERS = 4_000_000
"""Maximum characters of all blocks. Beyond it nothing is stored, because a part would be refused."""

_TEXT_FIELDS = ("text", "summary")
"""Fields whose pieces are concatenated."""


class ReasoningDetails:
    """Collects the `reasoning_details` of one answer."""

    def __init__(self) -> None:
        self._blocks: list[_DetailBlock] = []
        self._length = 0

    def add(self, pieces: JsonValue) -> None:
        """Add the pieces or whole blocks of one chunk."""
        for piece in _known_details(pieces):
            if self._has_room_for(piece):
                block = self._block_of(piece)
                if block is not None:
                    block.grow(piece)
                elif not (text_of(piece.get("data")) and any(block.whole == piece for block in self._blocks)):
                    self._blocks.append(_DetailBlock(piece))

    def keep(self, blocks: JsonValue) -> None:
        """Add the blocks of an answer that arrived in one piece, unchanged."""
        self._blocks.extend(_DetailBlock(block) for block in _known_details(blocks) if self._has_room_for(block))

    @property
    def blocks(self) -> list[JsonValue]:
        """Return the blocks to send back, in order of arrival."""
        full = self._length > MAX_CHARACTERS or len(self._blocks) > MAX_DETAILS
        return [] if full else [block.whole for block in self._blocks]

    def _has_room_for(self, piece: dict[str, JsonValue]) -> bool:
        self._length += sum(len(value) for value in piece.values() if isinstance(value, str))
        return self._length <= MAX_CHARACTERS and len(self._blocks) <= MAX_DETAILS

    def _block_of(self, piece: dict[str, JsonValue]) -> "_DetailBlock | None":
        """Return the block that *piece* continues, by type, index and id; without an index only the last one."""
        if text_of(piece.get("data")) or not any(name in piece for name in (*_TEXT_FIELDS, "signature")):
            return None
        indexed = isinstance(piece.get("index"), int)
        for block in reversed(self._blocks if indexed else self._blocks[-1:]):
            if block.is_of(piece):
                # A block is closed after its signature: further text belongs to the next one.
                closed = block.signed and any(text_of(piece.get(name)) for name in _TEXT_FIELDS)
                return None if closed else block
        return None


class _DetailBlock:
    """One block, as far as received."""

    def __init__(self, first: dict[str, JsonValue]) -> None:
        self._fields = dict(first)
        self._pieces = {name: [value] for name in _TEXT_FIELDS if isinstance(value := first.get(name), str)}

    @property
    def whole(self) -> dict[str, JsonValue]:
        return {**self._fields, **{name: "".join(pieces) for name, pieces in self._pieces.items()}}

    @property
    def signed(self) -> bool:
        return bool(text_of(self._fields.get("signature")))

    def is_of(self, piece: dict[str, JsonValue]) -> bool:
        own = self._fields
        ids = {text_of(own.get("id")), text_of(piece.get("id"))} - {""}
        same = own.get("type") == piece.get("type") and own.get("index") == piece.get("index")
        return same and len(ids) < 2 and not text_of(own.get("data"))

    def grow(self, piece: dict[str, JsonValue]) -> None:
        for name, value in piece.items():
            if name in _TEXT_FIELDS and isinstance(value, str):
                self._fields.setdefault(name, "")
                self._pieces.setdefault(name, []).append(value)
            elif self._fields.get(name) in (None, "") or (name == "signature" and value):
                self._fields[name] = value


def shown_reasoning(pieces: JsonValue) -> str:
    """Return the displayable reasoning in *pieces*."""
    return "".join(text_of(piece.get(name)) for piece in _known_details(pieces) for name in _TEXT_FIELDS)


def _known_details(pieces: JsonValue) -> Iterable[dict[str, JsonValue]]:
    return (dict(object_of(piece)) for piece in list_of(pieces) if text_of(object_of(piece).get("type")))


# Stored as one item: fields of the message, and fields of its calls by index, because their ids change. They are sent
# back to the server whatever the provider is called in the settings: the same models are behind vendors, gateways and
# compatible servers.

ReplayMode = Literal["own", "filled", "none"]
"""own: the vendor's own fields of each answer are sent back, reasoning with tool calls only; filled: reasoning is sent
back with every answer, empty if there was none, which DeepSeek V4 requires; none: standard fields only."""

_ALWAYS_FILLED = re.compile(r"deepseek[-_.]?v[4-9]")
"""Models that refuse a request if an earlier answer has no reasoning field."""


def usual_replay(model: str) -> ReplayMode:
    """Return the replay mode for *model* before any refusal."""
    return "filled" if _ALWAYS_FILLED.search(model.lower()) else "own"


REASONING_FIELDS = ("reasoning_content", "reasoning")
"""Names under which servers send reasoning, and accept it back; the older one first."""

FOREIGN_SIGNATURE: JsonValue = {"google": {"thought_signature": "skip_thought_signature_validator"}}
"""Google's documented value for a call that was not signed by Gemini."""

_FIELD_KEY = "reasoning_field"
"""Key of an item for the name of the field that contained the reasoning."""

LONGEST_ITEM = 4_000_000
"""Maximum number of characters to send back with one answer: reasoning and its signatures are far shorter."""


@dataclass(frozen=True, slots=True)
class ReplayReceiver:
    """The server and model of a conversation, and what is sent back to them."""

    scope: str
    dialect: ChatDialect
    replay: ReplayMode = "own"
    ids: CallIdRule = ANY_CALL_ID

    @property
    def signs_calls(self) -> bool:
        """Whether the model is a Gemini, at Google or behind a gateway, which refuses calls without a signature."""
        behind_gateway = self.dialect.wire == "chat" and "gemini" in self.scope.partition("/")[2].lower()
        return self.dialect.wire == "gemini" or (behind_gateway and self.replay != "none")


class ReplayCollector:
    """Collects the items to send back with an answer while it streams."""

    def __init__(self, *, after_tools: bool = False) -> None:
        """*after_tools*: the answer is to results of tools, so its reasoning is sent back even if it makes no calls."""
        self._after_tools = after_tools
        self._details = ReasoningDetails()
        self._message: dict[str, JsonValue] = {}
        self._reasoning: list[str] = []
        self._reasoning_field = ""

    def note(self, delta: dict[str, JsonValue], *, whole: bool) -> None:
        """Add one delta, or the message of an answer that arrived *whole*."""
        (self._details.keep if whole else self._details.add)(delta.get("reasoning_details"))
        if _signature(delta.get("extra_content")):
            self._message["extra_content"] = delta["extra_content"]

    def note_reasoning(self, name: str, text: str) -> None:
        """Add a piece of reasoning from the field *name*."""
        self._reasoning_field = self._reasoning_field or name
        self._reasoning.append(text)

    def parts(self, scope: str, calls: CallAccumulator) -> tuple[ProviderPart, ...]:
        """Return the items to store with a complete answer."""
        message = dict(self._message)
        if blocks := self._details.blocks:
            message["reasoning_details"] = blocks
        if self._reasoning and (len(calls) or self._after_tools):
            message[self._reasoning_field] = "".join(self._reasoning)
        by_place: dict[str, JsonValue] = {str(index): extra for index, extra in calls.extras().items()}
        item: dict[str, JsonValue] = {
            **({"message": message} if message else {}),
            **({"calls": by_place} if by_place else {}),
        }
        if self._reasoning and not message:
            # Few models need it back, so its text is stored once with the answer, and here only the name of its field.
            item[_FIELD_KEY] = self._reasoning_field
        fits = is_replayable(item) and len(json.dumps(item)) <= LONGEST_ITEM
        kept = (ProviderPart(family=scope, item=item),) if item and fits else ()
        return (*id_map(scope, calls.wire_ids()), *kept)


def restore_replay(
    answer: dict[str, JsonValue], message: Message, receiver: ReplayReceiver, *, after_tools: bool, reasoning: str = ""
) -> None:
    """Add the items to send back to *answer*, the wire format of *message*. *reasoning* is the stored reasoning.

    Reasoning is sent back with calls and with the answers that follow them: DeepSeek refuses a history without it, also
    in later questions. With other answers it would only fill the window, so it is sent only after such a refusal.
    """
    calls = [call for call in _calls(answer) if isinstance(call, dict)]
    welcome = _allowed_fields(with_reasoning=bool(calls) or after_tools or receiver.replay == "filled")
    for item in native_items(message, receiver.scope) if receiver.replay != "none" else ():
        given = object_of(object_of(item).get("message"))
        answer.update({name: given[name] for name in given if name in welcome})
        field = text_of(object_of(item).get(_FIELD_KEY))
        if receiver.replay == "filled" and field in REASONING_FIELDS and reasoning:
            answer[field] = wire_text(reasoning)
        for index, extra in object_of(object_of(item).get("calls")).items():
            if index.isdecimal() and int(index) < len(calls):
                calls[int(index)]["extra_content"] = extra
    if "reasoning_details" in answer:
        # OpenRouter sends the same text twice, and similar gateways under its older name.
        doubled = REASONING_FIELDS if receiver.dialect.wire == "openrouter" else ("reasoning",)
        for name in doubled:
            answer.pop(name, None)
    if receiver.signs_calls and calls and not any("extra_content" in call for call in calls):
        calls[0]["extra_content"] = FOREIGN_SIGNATURE
    if receiver.replay == "filled" and not any(name in answer for name in REASONING_FIELDS):
        answer["reasoning_content"] = ""


def _allowed_fields(*, with_reasoning: bool) -> set[str]:
    """Return the fields that may be set on a message: stored items come from outside and could name any."""
    return {"reasoning_details", "extra_content", *(REASONING_FIELDS if with_reasoning else ())}


def _calls(answer: dict[str, JsonValue]) -> list[JsonValue]:
    calls = answer.get("tool_calls")
    return calls if isinstance(calls, list) else []


def _signature(extra: JsonValue) -> bool:
    """Return whether *extra* contains a signature; Google writes other marks under the same name."""
    return any(text_of(object_of(vendor).get("thought_signature")) for vendor in object_of(extra).values())


_EFFORT: Mapping[Effort, str] = {"off": "none", "low": "low", "medium": "medium", "high": "high"}
"""Values of the API; a model that cannot switch reasoning off refuses "none" by name, and then gets no value."""


def chat_body(request: ModelRequest, receiver: ReplayReceiver) -> dict[str, JsonValue]:
    """Return the body for *request*, including parameters that some servers refuse (see openai_provider.py)."""
    messages: list[JsonValue] = []
    if request.system.strip():
        messages.append({"role": "system", "content": wire_text(request.system)})
    after_tools = False
    reasoning = {message.id: _reasoning(message) for message in request.messages}
    for message in sendable_messages(request.messages, receiver.scope, receiver.ids):
        messages.extend(
            _wire_messages(message, receiver, after_tools=after_tools, reasoning=reasoning.get(message.id, ""))
        )
        after_tools = message.role != "user" and (after_tools or message.role == "tool")
    body: dict[str, JsonValue] = {"model": request.model, "messages": messages, "stream": request.streamed}
    if request.streamed:
        body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [_wire_tool(tool) for tool in request.tools]
        if request.tool_choice.mode != "auto":
            body["tool_choice"] = _wire_choice(request.tool_choice)
    if request.answer_format is not None:
        body["response_format"] = _response_format(request.answer_format)
    body.update(_generation_fields(request, receiver.dialect))
    return body


def _response_format(wanted: AnswerFormat) -> JsonValue:
    if not wanted.schema:
        return {"type": "json_object"}
    schema: JsonValue = {"name": wanted.name, "schema": dict(wanted.schema), "strict": wanted.strict}
    return {"type": "json_schema", "json_schema": schema}


def length_field(request: ModelRequest, dialect: ChatDialect) -> str:
    """Return the field that limits the answer to *request*; empty if none is sent."""
    return dialect.length_field or ("max_tokens" if request.length_is_set else "")


def _generation_fields(request: ModelRequest, dialect: ChatDialect) -> dict[str, JsonValue]:
    """Return the fields for length, temperature and reasoning effort."""
    fields: dict[str, JsonValue] = {}
    if field := length_field(request, dialect):
        fields[field] = request.max_output_tokens
    if request.temperature is not None:
        fields["temperature"] = request.temperature
    if request.effort and dialect.effort == "reasoning_effort":
        fields["reasoning_effort"] = _EFFORT[request.effort]
    elif request.effort and dialect.effort == "reasoning":
        fields["reasoning"] = {"effort": _EFFORT[request.effort]}
    if dialect.asks_cost:
        fields["usage"] = {"include": True}
    return fields


def _reasoning(message: Message) -> str:
    return "".join(part.text for part in message.parts if isinstance(part, ReasoningPart))


def _wire_messages(message: Message, receiver: ReplayReceiver, *, after_tools: bool, reasoning: str) -> list[JsonValue]:
    if message.role == "tool":
        return [
            {"role": "tool", "tool_call_id": part.call_id, "content": wire_text(part.content)}
            for part in message.parts
            if isinstance(part, ToolResultPart)
        ]
    if message.role == "user":
        return [{"role": "user", "content": _question_content(message)}]
    answer: dict[str, JsonValue] = {"role": "assistant", "content": wire_text("".join(_texts(message))) or None}
    if message.tool_calls:
        answer["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": wire_name(call.name), "arguments": wire_text(wire_arguments(call))},
            }
            for call in message.tool_calls
        ]
    restore_replay(answer, message, receiver, after_tools=after_tools, reasoning=reasoning)
    return [answer]


def _question_content(message: Message) -> JsonValue:
    """Return a question's content: plain text if possible, because some servers accept nothing else."""
    if not message.images:
        return wire_text("\n\n".join(_texts(message)))
    content: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            content.append({"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{part.data}"}})
        elif isinstance(part, TextPart):
            content.append({"type": "text", "text": wire_text(part.text)})
    return content


def _texts(message: Message) -> list[str]:
    return [part.text for part in message.parts if part.kind == "text"]


def _wire_tool(tool: ToolSpec) -> JsonValue:
    """Return *tool* as offered: without `strict`, which requires every parameter to be required
    (vaultdesk/providers/README.md, "Pitfalls", 27).
    """
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
    }


def _wire_choice(choice: ToolChoice) -> JsonValue:
    if choice.mode == "tool":
        return {"type": "function", "function": {"name": choice.name}}
    return choice.mode
