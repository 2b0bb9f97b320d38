"""Ollama's `/api/chat`: request body, stream lines turned into model events, and the provider for such a server."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import AsyncExitStack, aclosing, suppress
from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ProviderPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused
from vaultdesk.core.phrases import Number, Phrase, Sentences
from vaultdesk.core.values import replace
from vaultdesk.providers.answer_format import RefusedFormats, with_choice_instruction, with_format_instruction
from vaultdesk.providers.call_accumulator import CallAccumulator, ContradictoryCalls
from vaultdesk.providers.error_context import (
    AnswerLength,
    ErrorContext,
    ProtocolName,
    broken_answer_error,
    interrupted_answer_error,
    silence_error,
    wrong_protocol_error,
)
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
from vaultdesk.providers.http_connection import JsonReply, ask_json, error_for_reply, read_reply
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_event, text_of
from vaultdesk.providers.ollama_models import (
    UNKNOWN_MODEL,
    OllamaModelFacts,
    cloud_host_of,
    context_window_for,
    listed_names,
    listed_ollama_models,
    listed_remote_hosts,
    ollama_model,
    read_facts,
)
from vaultdesk.providers.provider import (
    CallReady,
    Effort,
    ModelEvent,
    ModelInfo,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    ToolSpec,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider_errors import error_in_stream, is_foreign_error, translate_error
from vaultdesk.providers.response_reader import StreamDecoder
from vaultdesk.providers.sdk_provider import MODEL_LIST_TIMEOUT, AdaptedRequest, ProviderEndpoint, SdkProvider
from vaultdesk.providers.self_hosted.sent_prompt import FULL_WINDOW_MARGIN, SentPrompt
from vaultdesk.providers.wrappers import LOADING_NOTICE_DELAY, loading_notice, notice_while_silent

if TYPE_CHECKING:
    import httpx2


# Errors specific to Ollama; those common to all servers are in provider_errors.py.

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
            hint=Phrase("Download it with: ollama pull {0}", error_context.quotable_text(model)),
            kind="bad_request",
            status=reply.status,
        )
    needs_account = "signin_url" in object_of(reply.error_body) or _SIGNED_OUT.search(error_text)
    if reply.status in (401, 403) and not error_context.secret and needs_account:
        return ProviderRefused(
            Phrase("{0} requires you to sign in for this model", error_context.display_name),
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
        reasoning = "".join(text_of(object_of(item).get(THINKING_KEY)) for item in native_items(message, scope))
        if reasoning:
            wire["thinking"] = wire_text(reasoning)
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
    separator = "\n\n" if message.role == "user" else ""
    return wire_text(separator.join(part.text for part in message.parts if isinstance(part, TextPart)))


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
        self._length = AnswerLength(error_context)
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

    def feed_json(self, body: JsonValue) -> Iterable[ModelEvent]:
        """Read an answer that is not streamed."""
        yield from self._line(object_of(body))

    def finish(self) -> Iterable[ModelEvent]:
        """Complete the answer: calls first, if they may run, then its end."""
        if not self.closed:
            raise (
                interrupted_answer_error(self._error_context)
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
            yield Noticed(Phrase("The answer was cut off, so its tool call was not run."))
        yield TurnEnded(stop)

    def _line(self, line: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        if line.get("error"):
            raise ollama_stream_error(self._error_context, line, self._sent.window, begun=self.begun)
        if not line.keys() & {"message", "done"}:
            if self._line_seen:
                return  # fields of later versions
            raise wrong_protocol_error(self._error_context, Phrase("JSON without an answer"))
        self._line_seen = True
        for event in self._message(object_of(line.get("message"))):
            self.begun = True
            yield event
        if line.get("done") is True:
            self.closed = True
            self._last = line

    def _message(self, message: dict[str, JsonValue]) -> Iterable[ModelEvent]:
        if reasoning := self._length.count(text_of(message.get("thinking"))):
            self._thinking.append(reasoning)
            yield ReasoningArrived(reasoning)
        if text := self._length.count(text_of(message.get("content"))):
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
                raise broken_answer_error(self._error_context, Phrase("it only reports that the model was loaded"))
            case "unload":
                raise broken_answer_error(self._error_context, Phrase("it only reports that the model was unloaded"))
            case _:
                raise broken_answer_error(self._error_context, Phrase("it ended with {0}", repr(reason[:40])))

    def _replay(self) -> tuple[ProviderPart, ...]:
        reasoning = "".join(self._thinking)
        # Models that reason between calls need it for the next step (gpt-oss, qwen3).
        reasoning_parts = (ProviderPart(family=self._scope, item={THINKING_KEY: reasoning}),) if reasoning else ()
        return (*reasoning_parts, *id_map(self._scope, self._calls.wire_ids()))

    def _usage_events(self) -> Iterable[ModelEvent]:
        prompt_tokens = count_of(self._last.get("prompt_eval_count"))
        answer_tokens = count_of(self._last.get("eval_count"))
        if prompt_tokens or answer_tokens:
            yield UsageReported(input_tokens=prompt_tokens, output_tokens=answer_tokens)
        window = Phrase("the context window of {0} tokens", Number(self._sent.window))
        remedy = Phrase("Raise Context window in Settings, or start a new chat.")
        if self._sent.overflows(prompt_tokens):
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
            and prompt_tokens + answer_tokens >= self._sent.window - FULL_WINDOW_MARGIN
        ):
            yield Noticed(Phrase("The answer stopped because {0} is full. {1}", window, remedy))


# The provider sends and receives raw bodies; the functions and classes above build the request and parse the answer,
# ollama_models.py parses facts about models.

MAX_PARALLEL_LOOKUPS = 4
"""Number of concurrent requests for facts of models: Ollama reads each model's file for them."""

FACTS_TIMEOUT = 10.0
"""Seconds for the facts of one model: they are read from a file, and a question can be sent without them."""


class OllamaClient(Struct, frozen=True):
    """A connection pool with its base URL."""

    http: "httpx2.AsyncClient"
    url: str

    async def close(self) -> None:
        await self.http.aclose()


class OllamaRefused(Exception):
    """Ollama did not accept a request; `reply` is its response, which may quote the request."""

    def __init__(self, reply: JsonReply) -> None:
        super().__init__()
        self.reply = reply


class Ollama(SdkProvider[OllamaClient]):
    """One Ollama server."""

    protocol: ProtocolName = "Ollama"

    def __init__(
        self, endpoint: ProviderEndpoint, context: int = 0, *, notice_delay: float = LOADING_NOTICE_DELAY
    ) -> None:
        """*context*: tokens of the window to request; 0 chooses by the model. *notice_delay*: see wrappers.py."""
        super().__init__(endpoint)
        self._context = context
        self._notice_delay = notice_delay
        self._facts: dict[str, OllamaModelFacts] = {}

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer, with a notice while the model is being loaded. Raises `ProviderError`."""
        with_notice = notice_while_silent(
            self._stream_request(request), loading_notice(self._endpoint.name), self._notice_delay
        )
        async with aclosing(with_notice) as events:
            async for event in events:
                yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the models and their capabilities; sends no note text. Raises `ProviderError`."""
        models = await super().models()
        names = tuple(model.id for model in models)
        facts: dict[str, OllamaModelFacts] = {}
        semaphore = asyncio.Semaphore(MAX_PARALLEL_LOOKUPS)

        async def fetch(name: str) -> None:
            async with semaphore:
                # A model whose file is damaged must not hide the others.
                with suppress(ProviderError):
                    facts[name] = await self._fetch_facts(name)

        # Facts that are not reported in time stay unknown: a list without facts is better than none.
        with suppress(TimeoutError):
            async with asyncio.timeout(min(MODEL_LIST_TIMEOUT, self._idle_timeout)), asyncio.TaskGroup() as tasks:
                for name in names:
                    tasks.create_task(fetch(name))
        remote_hosts = {model.id: model.elsewhere for model in models}
        return listed_ollama_models(names, facts, await self._loaded_models(), remote_hosts)

    async def model_facts(self, model: str) -> ModelInfo | None:
        """Return Ollama's facts about *model*; None if it has none. Raises `ProviderError`."""
        facts = await self._fetch_facts(model)
        return None if facts == UNKNOWN_MODEL else ollama_model(model, facts)

    async def forwarding_host(self, model: str) -> str:
        """Return the host to which questions to *model* are forwarded; empty if it runs here. Raises nothing."""
        if model not in self._facts:
            with suppress(ProviderError):  # the question itself reports the error
                await self._fetch_facts(model)
        return self._facts.get(model, UNKNOWN_MODEL).remote_host or cloud_host_of(model)

    def _connect(self, key: str) -> OllamaClient:
        endpoint = self._endpoint
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        http = endpoint.http_client(headers)
        return OllamaClient(http, endpoint.address.url)

    def _answer_parser(self, request: ModelRequest) -> OllamaAnswer:
        facts = self._facts.get(request.model, UNKNOWN_MODEL)
        window = self._window(request.model)
        # A model uses at most the window it was trained with, whatever is requested.
        used_window = min(window, facts.context) if facts.context else window
        scope = self._replay_scope("ollama", request.model)
        return OllamaAnswer(self._error_context, scope, SentPrompt.of(request, used_window), streamed=request.streamed)

    def _next_body(self, adapted: AdaptedRequest) -> tuple[ModelRequest, Mapping[str, JsonValue]]:
        request = _with_format_prompt(adapted.request, adapted.refusals.formats)
        scope, facts = self._replay_scope("ollama", request.model), self._facts.get(request.model, UNKNOWN_MODEL)
        body = ollama_body(request, scope=scope, window=self._window(request.model), facts=facts)
        return request, {name: value for name, value in body.items() if name not in adapted.omitted}

    async def _send(
        self, client: OllamaClient, body: Mapping[str, JsonValue], stack: AsyncExitStack
    ) -> "httpx2.Response":
        response = await stack.enter_async_context(client.http.stream("POST", f"{client.url}/api/chat", json=body))
        if not response.is_success:
            raise OllamaRefused(await self._read_refusal(response))
        return response

    def _learn_from_refusal(self, error: Exception, adapted: AdaptedRequest) -> bool:
        """Record what is refused: the answer format, or `think`. Raises `ProviderError` for any other refusal."""
        if not isinstance(error, OllamaRefused):
            return False
        reply, model = error.reply, adapted.request.model
        if reply.status in (400, 500) and adapted.refusals.formats.learn(reply.text, adapted.sent_request):
            return True
        if not (reply.status == 400 and "think" in adapted.sent_body and "think" in reply.text.lower()):
            raise ollama_error(self._error_context, reply, model, self._window(model)) from None
        adapted.omitted.add("think")
        adapted.refusals.parts.add("think")
        return True

    async def _read_refusal(self, response: "httpx2.Response") -> JsonReply:
        """Return the refusal in *response*, read with a short time limit."""
        limit = min(FACTS_TIMEOUT, self._idle_timeout)
        try:
            async with asyncio.timeout(limit):
                return await read_reply(response, self._error_context)
        except TimeoutError:
            raise silence_error(self._error_context, limit, begun=False) from None
        finally:
            await response.aclose()

    async def _request_models(self, client: OllamaClient) -> JsonReply:
        reply = await ask_json(client.http, self._error_context, "GET", f"{client.url}/api/tags")
        if not reply.ok:
            raise error_for_reply(self._error_context, reply)
        return reply

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        remote_hosts = listed_remote_hosts(body)
        names = listed_names(body, self._error_context)
        return tuple(ModelInfo(name, elsewhere=remote_hosts.get(name, "")) for name in names)

    async def _stream_request(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        await self._connected_client()  # a missing key is requested once, and reported before anything is sent
        if request.model not in self._facts:
            # The question itself reports the error.
            with suppress(ProviderError):
                await self._fetch_facts(request.model)
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event

    async def _fetch_facts(self, model: str) -> OllamaModelFacts:
        """Fetch and cache the facts of *model*. Raises `ProviderError` if Ollama cannot be reached."""
        reply = await self._fetch_json("POST", "/api/show", {"model": model})
        if reply is None:
            self._facts[model] = UNKNOWN_MODEL  # the next question must not wait again
            return UNKNOWN_MODEL
        if not reply.ok or not isinstance(reply.value, dict):
            return UNKNOWN_MODEL
        self._facts[model] = facts = read_facts(reply.value)
        return facts

    async def _loaded_models(self) -> frozenset[str] | None:
        """Return the models in memory now; None if not known."""
        try:
            reply = await self._fetch_json("GET", "/api/ps")
            return frozenset(listed_names(reply.value, self._error_context)) if reply is not None and reply.ok else None
        except ProviderError:
            return None  # optional for the list

    async def _fetch_json(
        self, method: str, path: str, body: Mapping[str, JsonValue] | None = None
    ) -> JsonReply | None:
        """Send a short request; return None if there is no answer in time. Raises `ProviderError`."""
        client = await self._connected_client()
        failure: ProviderError | None = None
        try:
            async with asyncio.timeout(min(FACTS_TIMEOUT, self._idle_timeout)):
                return await ask_json(client.http, self._error_context, method, client.url + path, body)
        except TimeoutError:
            return None
        except Exception as error:  # errors of the HTTP library are translated; others are raised again
            if not is_foreign_error(error):
                raise
            failure = translate_error(error, self._error_context)
        # Raised here, so that the HTTP library's exception is not attached as its context.
        raise failure

    def _window(self, model: str) -> int:
        return context_window_for(self._facts.get(model, UNKNOWN_MODEL), self._context)


def _with_format_prompt(request: ModelRequest, formats: RefusedFormats) -> ModelRequest:
    """Return *request* with format and tool choice added to the system prompt: Ollama enforces `format`, but the prompt
    does not mention it.

    With `format` a model cannot write anything else, not even a tool call; so it is left out if there are tools.
    """
    adapted = formats.adapted(with_choice_instruction(request))
    if request.tools and request.tool_choice.mode != "none":
        return with_format_instruction(adapted)
    if adapted.answer_format is request.answer_format:
        return replace(with_format_instruction(adapted), answer_format=request.answer_format)
    return adapted
