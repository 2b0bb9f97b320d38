"""Chat Completions: request bodies with server dialects and replayed reasoning, and stream chunks as model events."""

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.providers.call_accumulator import CallAccumulator, ContradictoryCalls
from vaultdesk.providers.error_causes import error_body_in
from vaultdesk.providers.error_context import (
    AnswerLength,
    ErrorContext,
    broken_answer_error,
    interrupted_answer_error,
    wrong_protocol_error,
)
from vaultdesk.providers.event_stream import ServerEvent
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
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_event, text_of
from vaultdesk.providers.provider import (
    AnswerFormat,
    CallReady,
    Effort,
    ModelEvent,
    ModelRequest,
    Noticed,
    PromptProgress,
    ReasoningArrived,
    StopReason,
    TextArrived,
    ToolChoice,
    ToolSpec,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider_errors import error_in_stream


class ChatDialect(Struct, frozen=True):
    """The request format of one kind of server, and the parts of its answers to send back."""

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


# A signature covers the whole text of its block, so a part of it is refused ("Invalid signature in thinking block").
# Encrypted blocks arrive complete and are never joined with another one.

MAX_DETAILS = 500
"""Maximum number of blocks stored of one answer; a model reasons once or twice between calls."""

MAX_CHARACTERS = 4_000_000
"""Maximum characters of all blocks. Beyond it nothing is stored, because a part would be refused."""

_TEXT_FIELDS = ("text", "summary")
"""Fields whose fragments are concatenated."""


class ReasoningDetails:
    """Collects the `reasoning_details` of one answer."""

    def __init__(self) -> None:
        self._blocks: list[_DetailBlock] = []
        self._length = 0

    def add(self, fragments: JsonValue) -> None:
        """Add the fragments or complete blocks of one chunk."""
        for fragment in _known_details(fragments):
            if self._fits(fragment):
                block = self._block_for(fragment)
                if block is not None:
                    block.grow(fragment)
                elif not (text_of(fragment.get("data")) and any(block.value == fragment for block in self._blocks)):
                    self._blocks.append(_DetailBlock(fragment))

    def add_complete(self, blocks: JsonValue) -> None:
        """Add the blocks of an answer that is not streamed, unchanged."""
        self._blocks.extend(_DetailBlock(block) for block in _known_details(blocks) if self._fits(block))

    @property
    def blocks(self) -> list[JsonValue]:
        """Return the blocks to send back, in order of arrival."""
        is_over_limit = self._length > MAX_CHARACTERS or len(self._blocks) > MAX_DETAILS
        return [] if is_over_limit else [block.value for block in self._blocks]

    def _fits(self, fragment: dict[str, JsonValue]) -> bool:
        self._length += sum(len(value) for value in fragment.values() if isinstance(value, str))
        return self._length <= MAX_CHARACTERS and len(self._blocks) <= MAX_DETAILS

    def _block_for(self, fragment: dict[str, JsonValue]) -> "_DetailBlock | None":
        """Return the block that *fragment* continues, by type, index and id; without an index only the last one."""
        if text_of(fragment.get("data")) or not any(name in fragment for name in (*_TEXT_FIELDS, "signature")):
            return None
        indexed = isinstance(fragment.get("index"), int)
        for block in reversed(self._blocks if indexed else self._blocks[-1:]):
            if block.accepts(fragment):
                # A block is closed after its signature: further text belongs to the next one.
                closed = block.signed and any(text_of(fragment.get(name)) for name in _TEXT_FIELDS)
                return None if closed else block
        return None


class _DetailBlock:
    """One block, as far as received."""

    def __init__(self, fragment: dict[str, JsonValue]) -> None:
        self._fields = dict(fragment)
        self._fragments = {name: [value] for name in _TEXT_FIELDS if isinstance(value := fragment.get(name), str)}

    @property
    def value(self) -> dict[str, JsonValue]:
        return {**self._fields, **{name: "".join(fragments) for name, fragments in self._fragments.items()}}

    @property
    def signed(self) -> bool:
        return bool(text_of(self._fields.get("signature")))

    def accepts(self, fragment: dict[str, JsonValue]) -> bool:
        fields = self._fields
        ids = {text_of(fields.get("id")), text_of(fragment.get("id"))} - {""}
        is_same_block = fields.get("type") == fragment.get("type") and fields.get("index") == fragment.get("index")
        return is_same_block and len(ids) < 2 and not text_of(fields.get("data"))

    def grow(self, fragment: dict[str, JsonValue]) -> None:
        for name, value in fragment.items():
            if name in _TEXT_FIELDS and isinstance(value, str):
                self._fields.setdefault(name, "")
                self._fragments.setdefault(name, []).append(value)
            elif self._fields.get(name) in (None, "") or (name == "signature" and value):
                self._fields[name] = value


def shown_reasoning(fragments: JsonValue) -> str:
    """Return the displayable reasoning in *fragments*."""
    return "".join(text_of(fragment.get(name)) for fragment in _known_details(fragments) for name in _TEXT_FIELDS)


def _known_details(fragments: JsonValue) -> Iterable[dict[str, JsonValue]]:
    return (dict(object_of(fragment)) for fragment in list_of(fragments) if text_of(object_of(fragment).get("type")))


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

MAX_ITEM_LENGTH = 4_000_000
"""Maximum number of characters to send back with one answer: reasoning and its signatures are far shorter."""


class ReplayReceiver(Struct, frozen=True):
    """The server and model of a conversation, and how earlier answers are sent back to them."""

    scope: str
    dialect: ChatDialect
    replay: ReplayMode = "own"
    ids: CallIdRule = ANY_CALL_ID

    @property
    def requires_signatures(self) -> bool:
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

    def add_delta(self, delta: dict[str, JsonValue], *, is_complete: bool) -> None:
        """Add one delta, or the whole message of an answer (*is_complete*)."""
        (self._details.add_complete if is_complete else self._details.add)(delta.get("reasoning_details"))
        if _signature(delta.get("extra_content")):
            self._message["extra_content"] = delta["extra_content"]

    def add_reasoning(self, name: str, text: str) -> None:
        """Add a fragment of reasoning from the field *name*."""
        self._reasoning_field = self._reasoning_field or name
        self._reasoning.append(text)

    def parts(self, scope: str, calls: CallAccumulator) -> tuple[ProviderPart, ...]:
        """Return the items to store with a complete answer."""
        message = dict(self._message)
        if blocks := self._details.blocks:
            message["reasoning_details"] = blocks
        if self._reasoning and (len(calls) or self._after_tools):
            message[self._reasoning_field] = "".join(self._reasoning)
        by_index: dict[str, JsonValue] = {str(index): extra for index, extra in calls.extras().items()}
        item: dict[str, JsonValue] = {
            **({"message": message} if message else {}),
            **({"calls": by_index} if by_index else {}),
        }
        if self._reasoning and not message:
            # Few models need it back, so its text is stored once with the answer, and here only the name of its field.
            item[_FIELD_KEY] = self._reasoning_field
        fits = is_replayable(item) and len(json.dumps(item)) <= MAX_ITEM_LENGTH
        item_parts = (ProviderPart(family=scope, item=item),) if item and fits else ()
        return (*id_map(scope, calls.wire_ids()), *item_parts)


def restore_replay(
    answer: dict[str, JsonValue], message: Message, receiver: ReplayReceiver, *, after_tools: bool, reasoning: str = ""
) -> None:
    """Add the items to send back to *answer*, the wire format of *message*. *reasoning* is the stored reasoning.

    Reasoning is sent back with calls and with the answers that follow them: DeepSeek refuses a history without it, also
    in later questions. With other answers it would only fill the window, so it is sent only after such a refusal.
    """
    calls = [call for call in _calls(answer) if isinstance(call, dict)]
    allowed = _allowed_fields(with_reasoning=bool(calls) or after_tools or receiver.replay == "filled")
    for item in native_items(message, receiver.scope) if receiver.replay != "none" else ():
        message_fields = object_of(object_of(item).get("message"))
        answer.update({name: message_fields[name] for name in message_fields if name in allowed})
        field = text_of(object_of(item).get(_FIELD_KEY))
        if receiver.replay == "filled" and field in REASONING_FIELDS and reasoning:
            answer[field] = wire_text(reasoning)
        for index, extra in object_of(object_of(item).get("calls")).items():
            if index.isdecimal() and int(index) < len(calls):
                calls[int(index)]["extra_content"] = extra
    if "reasoning_details" in answer:
        # OpenRouter sends the same text twice, and similar gateways under its older name.
        duplicate_fields = REASONING_FIELDS if receiver.dialect.wire == "openrouter" else ("reasoning",)
        for name in duplicate_fields:
            answer.pop(name, None)
    if receiver.requires_signatures and calls and not any("extra_content" in call for call in calls):
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
    """Return the body for *request*, including parameters that some servers refuse (see request_omissions.py)."""
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


def _response_format(answer_format: AnswerFormat) -> JsonValue:
    if not answer_format.schema:
        return {"type": "json_object"}
    schema: JsonValue = {
        "name": answer_format.name,
        "schema": dict(answer_format.schema),
        "strict": answer_format.strict,
    }
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


_STOPS: Mapping[str, StopReason] = {
    "stop": "end",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
    # Names used by other servers.
    "eos": "end",
    "eos_token": "end",
    "end_turn": "end",
    "complete": "end",
    "stop_sequence": "end",
    "tool_call": "tool_calls",
    "tool_use": "tool_calls",
    "model_length": "length",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "sensitive": "content_filter",
    "safety": "content_filter",
    "recitation": "content_filter",
    "blocklist": "content_filter",
    "prohibited_content": "content_filter",
    "spii": "content_filter",
    "image_safety": "content_filter",
}

_INVALID_STOPS: Mapping[str, Phrase] = {
    "error": Phrase("the model behind it failed"),
    "network_error": Phrase("the model behind it failed"),
    "abort": Phrase("the server aborted it"),
    "insufficient_system_resource": Phrase("the server ran out of space for it"),
    "malformed_function_call": Phrase("the model asked for a tool in a way that cannot be read"),
    "unexpected_tool_call": Phrase("the model asked for a tool that it was not offered"),
    "too_many_tool_calls": Phrase("the model asked for too many tools"),
    "missing_thought_signature": Phrase("the signatures of earlier answers were lost"),
}
"""Stop reasons that are errors, as they continue "The answer of X cannot be used: "; the last four are Gemini's."""

_WORST_FIRST = ("content_filter", "length", "refusal", "tool_calls", "end", "pause")
"""If a server gives two reasons, the first of these is used: it allows less to run."""


class InvalidStop(Exception):
    """A stop reason that is an error; `str()` is the message as a sentence fragment."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


def stop_reason(reason: str) -> StopReason:
    """Return the stop reason for *reason*; Gemini writes some as `content_filter: SAFETY`. Raises `InvalidStop`."""
    parts = [part.strip() for part in reason.lower().split(":")]
    for part in reversed(parts):
        if part in _INVALID_STOPS:
            raise InvalidStop(_INVALID_STOPS[part])
        if part in _STOPS:
            return _STOPS[part]
    raise InvalidStop(Phrase("it ended with {0}", repr(reason[:40])))


def stricter_stop(first: StopReason, second: StopReason | None) -> StopReason:
    """Return the one of two reasons that allows less to run."""
    return first if second is None else min(first, second, key=_WORST_FIRST.index)


_BLOCKED_HINT = Phrase("Ask in other words, or choose another model.")

UNKNOWN_RECEIVER = ReplayReceiver("", COMPATIBLE_DIALECT)
"""A receiver for a single question, to which no answer is sent back."""


class ChatAnswer:
    """One answer over Chat Completions. It is fed with events and does no I/O."""

    def __init__(
        self, error_context: ErrorContext, receiver: ReplayReceiver = UNKNOWN_RECEIVER, *, after_tools: bool = False
    ) -> None:
        """*receiver* got the request; *after_tools*: the request ended with tool results."""
        self._error_context = error_context
        self._receiver = receiver
        self._calls = CallAccumulator()
        self._replay = ReplayCollector(after_tools=after_tools)
        self._stop: StopReason | None = None
        self._refusal_seen = False
        self._usage: UsageReported | None = None
        self._length = AnswerLength(error_context)
        self.begun = False
        self.closed = False
        self._chunk_seen = False
        self._choice_seen = False

    @property
    def complete(self) -> bool:
        """True once a finish reason was received."""
        return self._stop is not None

    def feed(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one event of the stream."""
        if event.data.strip().startswith("[DONE]"):
            self.closed = True
            return
        yield from self._chunk(parse_event(event, self._error_context), event_name=event.name)

    def feed_json(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer of a server that does not stream."""
        self.closed = True
        value = object_of(body[0] if isinstance(body, list) and body else body)
        choices = [
            {**object_of(choice), "delta": object_of(choice).get("message")} for choice in list_of(value.get("choices"))
        ]
        if "choices" not in value and error_body_in(value) is None:
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer"))
        yield from self._chunk({**value, "choices": list(choices)}, event_name="", is_complete=True)

    def finish(self) -> Iterable[ModelEvent]:
        """Complete the answer: calls first, if they may run, then its end."""
        stop = self._stop
        if self._usage is not None:
            yield self._usage
        if stop is None and self._chunk_seen and not self._choice_seen and self.closed:
            raise broken_answer_error(
                self._error_context,
                Phrase("the model returned none; the question may have been blocked"),
                hint=_BLOCKED_HINT,
            )
        if stop is None and self.closed and self.begun and self._calls.are_complete():
            # Some servers send no finish reason; the answer is readable, and the stream was not cut off.
            stop = "end"
        if stop is None:
            raise (
                interrupted_answer_error(self._error_context)
                if self._chunk_seen
                else broken_answer_error(self._error_context, Phrase("it is empty"))
            )
        replay: tuple[ProviderPart, ...] = ()
        if stop in ("end", "tool_calls"):
            calls = self._finished_calls()
            for call in calls:
                yield CallReady(call)
            if stop == "tool_calls" and not calls and not self.begun:
                raise broken_answer_error(self._error_context, Phrase("it announces a tool call but contains none"))
            stop = "tool_calls" if calls else "refusal" if self._refusal_seen else "end"
            # Only for a complete answer: partial reasoning has no signature, and would be refused.
            replay = self._replay.parts(self._receiver.scope, self._calls) if self._receiver.scope else ()
        elif len(self._calls):
            yield Noticed(Phrase("The answer was cut off, so its tool call was not run."))
        yield TurnEnded(stop, replay)

    def _finished_calls(self) -> tuple[ToolCallPart, ...]:
        try:
            return self._calls.finished()
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _chunk(
        self, chunk: dict[str, JsonValue], event_name: str, *, is_complete: bool = False
    ) -> Iterable[ModelEvent]:
        failure = error_body_in(chunk) or ({"error": chunk} if event_name == "error" else None)
        if failure is not None:
            raise error_in_stream(self._error_context, failure, begun=self.begun)
        if "choices" not in chunk and "usage" not in chunk and not self._chunk_seen:
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer"))
        self._chunk_seen = True
        self._update_usage(object_of(chunk.get("usage")))
        if progress := object_of(chunk.get("prompt_progress")):
            yield PromptProgress(count_of(progress.get("processed")), count_of(progress.get("total")))
        for choice in list_of(chunk.get("choices")):
            # One answer was requested; a second one would be mixed into the first.
            if isinstance(choice, dict) and count_of(choice.get("index")) == 0:
                self._choice_seen = True
                yield from self._choice(choice, is_complete=is_complete)

    def _choice(self, choice: dict[str, JsonValue], *, is_complete: bool) -> Iterable[ModelEvent]:
        # Some servers send a whole message in a stream.
        delta = object_of(choice.get("delta")) or object_of(choice.get("message"))
        self._replay.add_delta(delta, is_complete=is_complete or not choice.get("delta"))
        for event in self._delta(delta):
            self.begun = True
            yield event
        reason = text_of(choice.get("finish_reason"))
        if reason:
            try:
                self._stop = stricter_stop(stop_reason(reason), self._stop)
            except InvalidStop as error:
                raise broken_answer_error(self._error_context, error.message) from None

    def _delta(self, delta: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        text = _text(delta.get("content"))
        reasoning = self._reasoning(delta)
        if _is_thinking(delta):
            text, reasoning = "", reasoning or text
        if reasoning:
            self._length.count(reasoning)
            yield ReasoningArrived(reasoning)
        refusal = text_of(delta.get("refusal"))
        self._refusal_seen = self._refusal_seen or bool(refusal)
        if text or refusal:
            self._length.count(text + refusal)
            yield TextArrived(text + refusal)
        call_deltas = list_of(delta.get("tool_calls"))
        if not call_deltas and delta.get("function_call") is not None:
            # The older format; servers that send both repeat the same call in it.
            call_deltas = [{"index": 0, "function": delta["function_call"]}]
        for call_delta in call_deltas:
            yield from self._call_delta(object_of(call_delta))

    def _reasoning(self, delta: dict[str, JsonValue]) -> str:
        name = next((name for name in REASONING_FIELDS if text_of(delta.get(name))), "")
        if name:
            self._replay.add_reasoning(name, text_of(delta[name]))
            return text_of(delta[name])
        return shown_reasoning(delta.get("reasoning_details")) or _thinking_text(delta.get("content"))

    def _call_delta(self, delta: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        function = object_of(delta.get("function"))
        index = delta.get("index")
        try:
            yield from self._calls.add(
                index if isinstance(index, int) else None,
                text_of(delta.get("id")),
                text_of(function.get("name")),
                function.get("arguments"),
                delta.get("extra_content"),
            )
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _update_usage(self, usage: dict[str, JsonValue]) -> None:
        if usage:
            self._usage = _usage(usage, asks_cost=self._receiver.dialect.asks_cost)


def _usage(usage: dict[str, JsonValue], *, asks_cost: bool) -> UsageReported:
    prompt_tokens, answer_tokens = count_of(usage.get("prompt_tokens")), count_of(usage.get("completion_tokens"))
    cached_tokens = count_of(object_of(usage.get("prompt_tokens_details")).get("cached_tokens"))
    reasoning_tokens = count_of(object_of(usage.get("completion_tokens_details")).get("reasoning_tokens"))
    # Gemini and xAI do not count reasoning in the answer's tokens; only the total includes it.
    uncounted = count_of(usage.get("total_tokens")) - prompt_tokens - answer_tokens
    cost = usage.get("cost") if asks_cost else None
    valid_cost = isinstance(cost, int | float) and not isinstance(cost, bool) and math.isfinite(cost) and cost >= 0
    return UsageReported(
        input_tokens=prompt_tokens,
        output_tokens=answer_tokens + max(0, uncounted),
        cached_tokens=cached_tokens or count_of(usage.get("prompt_cache_hit_tokens")),
        reasoning_tokens=max(reasoning_tokens, uncounted),
        cost=float(cost) if valid_cost and isinstance(cost, int | float) else None,
    )


def _is_thinking(delta: dict[str, JsonValue]) -> bool:
    """Return whether Gemini marks a delta's content as a summary of its reasoning."""
    return object_of(object_of(delta.get("extra_content")).get("google")).get("thought") is True


def _thinking_text(content: JsonValue) -> str:
    """Return the reasoning in the parts of a content, as Mistral sends it."""
    return "".join(_text(object_of(part).get("thinking")) for part in list_of(content))


def _text(content: JsonValue) -> str:
    """Return the text of a delta: a string, or a list of parts as some servers send it."""
    if isinstance(content, list):
        return "".join(text_of(object_of(part).get("text")) for part in content)
    return text_of(content)
