"""Ollama's `/api/chat`: request body, error responses, and stream lines turned into model events."""

import json
import re
from collections.abc import Iterable

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ProviderPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused
from vaultdesk.core.phrases import Number, Phrase, Sentences
from vaultdesk.providers.call_accumulator import CallAccumulator, ContradictoryCalls
from vaultdesk.providers.error_context import ErrorContext, broken_answer_error, cut_answer_error, wrong_protocol_error
from vaultdesk.providers.event_stream import NdjsonDecoder, ServerEvent
from vaultdesk.providers.history_replay import (
    id_map,
    native_items,
    sendable_messages,
    wire_arguments,
    wire_ids,
    wire_name,
    wire_text,
)
from vaultdesk.providers.http_connection import JsonReply, error_for_reply
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_event, text_of
from vaultdesk.providers.model_events import (
    CallReady,
    ModelEvent,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.ollama.ollama_models import OllamaModelFacts
from vaultdesk.providers.openai.chat_answer import MAX_ANSWER_TEXT
from vaultdesk.providers.provider import Effort, ModelRequest, ToolSpec
from vaultdesk.providers.provider_errors import error_in_stream
from vaultdesk.providers.response_reader import StreamDecoder
from vaultdesk.providers.self_hosted.sent_prompt import FULL_WINDOW_MARGIN, SentPrompt

# What it shares with all servers is in provider_errors.py.

_MISSING = re.compile(r"model.{0,300}not found|try pulling")
_SIGNED_OUT = re.compile(r"(be|not|need to) signed? in|sign in to ollama")
_MEMORY = re.compile(r"(requires )?more (system )?memory|out of memory|unable to allocate|cudamalloc failed")
_LOST_QUESTION = re.compile(r"no user query found|exceeds the available context")


def ollama_error(error_context: ErrorContext, reply: JsonReply, model: str, window: int = 0) -> ProviderError:
    """Return the error for *reply* to a question to *model* with a window of *window* tokens."""
    error_text = _error_text(reply.error_body)
    if reply.status == 404 and _MISSING.search(error_text):
        return ProviderRefused(
            Phrase("{0} does not have the model {1}", error_context.display_name, error_context.quotable_text(model)),
            hint=Phrase("Fetch it with: ollama pull {0}", error_context.quotable_text(model)),
            kind="bad_request",
            status=reply.status,
        )
    needs_account = "signin_url" in object_of(reply.error_body) or _SIGNED_OUT.search(error_text)
    if reply.status in (401, 403) and not error_context.secret and needs_account:
        return ProviderRefused(
            Phrase("{0} wants you to sign in for this model", error_context.display_name),
            hint=Phrase("Run: ollama signin. Or choose a model that runs on this computer."),
            kind="auth",
            status=reply.status,
        )
    return _ollama_specific_error(error_context, error_text, window) or _with_remedy(
        error_for_reply(error_context, reply), window
    )


def ollama_stream_error(
    error_context: ErrorContext, line: dict[str, JsonValue], window: int, *, begun: bool
) -> ProviderError:
    """Return the error for an error line inside a stream; with *begun*, the partial answer is kept."""
    error = _ollama_specific_error(error_context, _error_text(line), window) or _with_remedy(
        error_in_stream(error_context, line, begun=begun), window
    )
    if begun and not isinstance(error, ProviderBroken):
        return ProviderBroken(error.title, hint=error.hint, kind=error.kind)
    return error


def _ollama_specific_error(error_context: ErrorContext, error_text: str, window: int) -> ProviderError | None:
    if _MEMORY.search(error_text):
        hint = Phrase("Choose a smaller model, or a smaller Context window in Settings.")
        if window:
            hint = Sentences(hint, Phrase("It was asked for a context window of {0} tokens.", Number(window)))
        return ProviderRefused(
            Phrase("{0} does not have enough memory for this model", error_context.display_name),
            hint=hint,
            kind="overloaded",
        )
    if _LOST_QUESTION.search(error_text):
        # Older parts of the chat are cut to make it fit, and the question was among them (ollama#18107).
        error = ProviderRefused(
            Phrase("The chat is too long for this model of {0}", error_context.display_name), kind="context"
        )
        return _with_remedy(error, window)
    return None


def _with_remedy(error: ProviderError, window: int) -> ProviderError:
    """Return *error* with the setting that helps if a chat does not fit; not used where the window cannot be set."""
    if error.kind == "context" and window:
        remedy = Phrase("Raise Context window in Settings (it is {0} tokens now), or start a new chat.", Number(window))
        return type(error)(error.title, hint=remedy, kind="context", status=error.facts.get("status", 0))
    return error


def _error_text(body: JsonValue) -> str:
    text = (
        text_of(body)
        or text_of(object_of(body).get("error"))
        or text_of(object_of(object_of(body).get("error")).get("message"))
    )
    return text.lower()


THINKING_KEY = "thinking"
"""The key under which an answer's `ProviderPart` stores the model's reasoning before its calls."""


def ollama_body(request: ModelRequest, *, scope: str, window: int, facts: OllamaModelFacts) -> dict[str, JsonValue]:
    """Return the body for *request*. The window is always set: Ollama's default is small, and it truncates silently."""
    messages: list[JsonValue] = []
    if request.system.strip():
        messages.append({"role": "system", "content": wire_text(request.system)})
    known_ids: set[str] = set()
    for message in request.messages:
        known_ids.update(wire_ids(message, scope).values())
    for message in sendable_messages(request.messages, scope):
        messages.extend(_wire_messages(message, scope, known_ids))
    options: dict[str, JsonValue] = {"num_ctx": window, "num_predict": request.max_output_tokens}
    if request.temperature is not None:
        options["temperature"] = request.temperature
    body: dict[str, JsonValue] = {
        "model": request.model,
        "messages": messages,
        "stream": request.streamed,
        "options": options,
    }
    think = think_value(request.effort, facts)
    if think is not None:
        body["think"] = think
    tools = [_wire_tool(tool) for tool in _offered_tools(request)]
    if tools:
        body["tools"] = tools
    if request.answer_format is not None:
        body["format"] = dict(request.answer_format.schema) or "json"
    return body


def think_value(effort: Effort, facts: OllamaModelFacts) -> bool | str | None:
    """Return the value of `think` for *effort*; None uses the model's default, also if it would be refused."""
    if not effort or not facts.thinking:
        return None
    preferred: tuple[bool | str, ...] = (False, "low") if effort == "off" else (effort, True)
    if not facts.levels:
        return effort != "off"
    return next((value for value in preferred if value in facts.levels), None)


def _offered_tools(request: ModelRequest) -> tuple[ToolSpec, ...]:
    """Return the tools to offer. The API cannot force a call, but a tool that is not offered is not called."""
    choice = request.tool_choice
    if choice.mode == "none":
        return ()
    if choice.mode == "tool":
        return tuple(tool for tool in request.tools if tool.name == choice.name)
    return request.tools


def _wire_messages(message: Message, scope: str, known_ids: set[str]) -> list[JsonValue]:
    if message.role == "tool":
        return [
            {
                "role": "tool",
                "tool_name": wire_name(part.name),
                "content": wire_text(part.content),
                **({"tool_call_id": part.call_id} if part.call_id in known_ids else {}),
            }
            for part in message.parts
            if isinstance(part, ToolResultPart)
        ]
    wire: dict[str, JsonValue] = {"role": message.role, "content": _text(message)}
    if message.role == "user":
        if message.images:
            wire["images"] = [image.data for image in message.images]
        return [wire]
    if message.tool_calls:
        thought = "".join(text_of(object_of(item).get(THINKING_KEY)) for item in native_items(message, scope))
        if thought:
            wire["thinking"] = wire_text(thought)
        wire["tool_calls"] = [
            {
                # Newer versions give calls an id and require it back; older ones have none.
                **({"id": call.id} if call.id in known_ids else {}),
                "function": {"name": wire_name(call.name), "arguments": json.loads(wire_arguments(call))},
            }
            for call in message.tool_calls
        ]
    return [wire]


def _text(message: Message) -> str:
    between = "\n\n" if message.role == "user" else ""
    return wire_text(between.join(part.text for part in message.parts if isinstance(part, TextPart)))


def _wire_tool(tool: ToolSpec) -> JsonValue:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
    }


class OllamaAnswer:
    """One answer over `/api/chat`. It is fed with lines and does no I/O."""

    def __init__(self, error_context: ErrorContext, scope: str, sent: SentPrompt, *, streamed: bool = True) -> None:
        """*sent* is the size of the prompt; *streamed* whether the answer is a stream of lines."""
        self._error_context = error_context
        self._streamed = streamed
        self._scope = scope
        self._sent = sent
        self._calls = CallAccumulator()
        self._call_index = -1
        self._thinking: list[str] = []
        self._last: dict[str, JsonValue] = {}
        self._length = 0
        self._line_seen = False
        self.begun = False
        self.closed = False

    @property
    def complete(self) -> bool:
        """True once a line was marked as the last one."""
        return self.closed

    def decoder(self) -> StreamDecoder | None:
        """Return the decoder that splits the body into lines; None for an answer that is not streamed."""
        return NdjsonDecoder() if self._streamed else None

    def feed(self, event: ServerEvent) -> Iterable[ModelEvent]:
        """Read one line."""
        yield from self._line(parse_event(event, self._error_context))

    def feed_whole(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer that is not streamed."""
        yield from self._line(object_of(body))

    def finish(self) -> Iterable[ModelEvent]:
        """Complete the answer: calls first, if they may run, then its end."""
        if not self.closed:
            raise (
                cut_answer_error(self._error_context)
                if self._line_seen
                else broken_answer_error(self._error_context, Phrase("it is empty"))
            )
        yield from self._usage_events()
        stop = self._stop()
        if stop == "end":
            calls = self._finished_calls()
            for call in calls:
                yield CallReady(call)
            yield TurnEnded("tool_calls" if calls else "end", self._replay() if calls else ())
            return
        if len(self._calls):
            yield Noticed(Phrase("The answer was cut off, so the tool it was asking for is not run."))
        yield TurnEnded(stop)

    def _line(self, line: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        if line.get("error"):
            raise ollama_stream_error(self._error_context, line, self._sent.window, begun=self.begun)
        if not line.keys() & {"message", "done"}:
            if self._line_seen:
                return  # fields of later versions
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer in it"))
        self._line_seen = True
        for event in self._message(object_of(line.get("message"))):
            self.begun = True
            yield event
        if line.get("done") is True:
            self.closed = True
            self._last = line

    def _message(self, message: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        if thought := self._count_text(text_of(message.get("thinking"))):
            self._thinking.append(thought)
            yield ReasoningArrived(thought)
        if text := self._count_text(text_of(message.get("content"))):
            yield TextArrived(text)
        for call in list_of(message.get("tool_calls")):
            yield from self._call(object_of(call))

    def _call(self, call: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        """Process a call. Calls arrive complete and their index is unreliable, so each name begins a new one."""
        function = object_of(call.get("function"))
        name, wire_id = text_of(function.get("name")), text_of(call.get("id"))
        self._call_index += 1 if name or self._call_index < 0 else 0
        try:
            yield from self._calls.add(self._call_index, wire_id, name, function.get("arguments"))
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _finished_calls(self) -> tuple[ToolCallPart, ...]:
        try:
            return self._calls.finished()
        except ContradictoryCalls as error:
            raise broken_answer_error(self._error_context, error.message) from None

    def _stop(self) -> StopReason:
        reason = text_of(self._last.get("done_reason"))
        match reason:
            case "stop" | "":  # the first versions reported no reason
                return "end"
            case "length":
                return "length"
            case "load" | "unload" if self.begun and not len(self._calls):
                return "end"
            case "load":
                raise broken_answer_error(
                    self._error_context, Phrase("it tells of the model's loading and says nothing")
                )
            case "unload":
                raise broken_answer_error(
                    self._error_context, Phrase("it tells of the model's unloading and says nothing")
                )
            case _:
                raise broken_answer_error(self._error_context, Phrase("it ended with {0}", repr(reason[:40])))

    def _replay(self) -> tuple[ProviderPart, ...]:
        thought = "".join(self._thinking)
        # Models that reason between calls need it for the next step (gpt-oss, qwen3).
        kept = (ProviderPart(family=self._scope, item={THINKING_KEY: thought}),) if thought else ()
        return (*kept, *id_map(self._scope, self._calls.wire_ids()))

    def _usage_events(self) -> Iterable[ModelEvent]:
        read, written = count_of(self._last.get("prompt_eval_count")), count_of(self._last.get("eval_count"))
        if read or written:
            yield UsageReported(input_tokens=read, output_tokens=written)
        window = Phrase("the context window of {0} tokens", Number(self._sent.window))
        remedy = Phrase("Raise Context window in Settings, or start a new chat.")
        if self._sent.overflows(read):
            yield Noticed(
                Phrase(
                    "The chat is longer than {0}, so {1} has probably left out its beginning. {2}",
                    window,
                    self._error_context.name,
                    remedy,
                )
            )
        elif (
            text_of(self._last.get("done_reason")) == "length"
            and read + written >= self._sent.window - FULL_WINDOW_MARGIN
        ):
            yield Noticed(Phrase("The answer stopped because {0} is full. {1}", window, remedy))

    def _count_text(self, text: str) -> str:
        self._length += len(text)
        if self._length > MAX_ANSWER_TEXT:
            raise broken_answer_error(self._error_context, Phrase("it has no end"))
        return text
