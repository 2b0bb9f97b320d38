"""Provider that sends questions to the user's own `codex` program, each as one turn in a thread."""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import vocabulary_of
from vaultdesk.core.this_computer import resolves_to_this_computer
from vaultdesk.core.transmission import Destination, TransmissionLog, record_request
from vaultdesk.core.values import replace
from vaultdesk.providers.answer_format import with_format_instruction
from vaultdesk.providers.codex.app_server import (
    AppServer,
    CodexRefusal,
    RpcMessage,
    ThreadMailbox,
    codex_tool_result,
    find_codex,
    minimal_environment,
    server_arguments,
)
from vaultdesk.providers.codex.codex_answer import (
    CodexAnswer,
    LengthLimit,
    ThreadUsage,
    logged_out_error,
    outdated_codex_error,
    turn_error,
)
from vaultdesk.providers.codex.codex_route import CodexRoute, codex_route, read_codex_route
from vaultdesk.providers.error_context import ErrorContext, broken_answer_error, silence_error
from vaultdesk.providers.history_replay import replay_scope, sendable_messages, wire_arguments, wire_name
from vaultdesk.providers.http_connection import DEFAULT_TIMEOUTS, Timeouts, run_in_thread
from vaultdesk.providers.lenient_json import list_of, object_of, text_of
from vaultdesk.providers.model_list import MAX_MODELS
from vaultdesk.providers.provider import Effort, ModelEvent, ModelInfo, ModelRequest, ToolChoice
from vaultdesk.providers.sdk_provider import OmissionNotices, OmittedParameter

# History is sent as the model's own items (`thread/inject_items`), not as text. Hidden reasoning is not included: it is
# in codex's thread and lasts as long as the turn, also while tools run.

DEFAULT_MODEL_NAMES = ("", "default")
"""Names that leave the choice of the model to codex and its settings."""

_EFFORTS: Mapping[Effort, str] = {"off": "low", "low": "low", "medium": "medium", "high": "high"}
"""Codex has no "off" that every model accepts; low is the lowest level all have."""


def thread_start(request: ModelRequest, folder: str, extensions: Iterable[str]) -> RpcMessage:
    """Return the request that starts a thread: empty *folder*, no environment, none of the user's *extensions*."""
    return {
        "model": None if request.model in DEFAULT_MODEL_NAMES else request.model,
        "ephemeral": True,
        "cwd": folder,
        "environments": [],  # without one codex cannot run a command or change a file
        "sandbox": "read-only",
        "approvalPolicy": "never",
        "baseInstructions": request.system,
        "developerInstructions": _choice(request.tool_choice),
        "config": {"mcp_servers": {name: {"enabled": False} for name in extensions}},
        "dynamicTools": _tools(request) or None,
        "experimentalRawEvents": True,
    }


def turn_start(request: ModelRequest, thread: str, question: list[JsonValue]) -> RpcMessage:
    """Return the request that sends *question* to *thread*."""
    effort = _EFFORTS.get(request.effort)
    answer_format = request.answer_format
    return {
        "threadId": thread,
        "input": question,
        **({"effort": effort} if effort else {}),
        **({"outputSchema": dict(answer_format.schema)} if answer_format is not None else {}),
    }


def history_and_question(messages: Iterable[Message], scope: str) -> tuple[list[JsonValue], list[JsonValue]]:
    """Return the earlier messages as items, and the question; the latter is empty after tool results."""
    sendable = sendable_messages(messages, scope)
    *earlier, last = sendable or (None,)
    if last is None or last.role != "user":
        return [item for message in sendable for item in _items(message)], []
    return [item for message in earlier if message for item in _items(message)], _input(last)


def offered_tool_names(request: ModelRequest) -> frozenset[str]:
    return frozenset() if request.tool_choice.mode == "none" else frozenset(tool.name for tool in request.tools)


def _tools(request: ModelRequest) -> list[JsonValue]:
    names = offered_tool_names(request)
    return [
        {
            "type": "function",
            "name": tool.name,
            "description": tool.description,
            "inputSchema": dict(tool.parameters),
        }
        for tool in request.tools
        if tool.name in names
    ]


def _choice(choice: ToolChoice) -> str:
    """Return a tool choice as text, because codex has no field for it."""
    match choice.mode:
        case "required":
            return "Use one of the tools before you answer."
        case "tool":
            return f"Use the tool {choice.name} before you answer."
        case "auto" | "none":
            return ""


def _input(message: Message) -> list[JsonValue]:
    items: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, ImagePart):
            items.append({"type": "image", "url": _data_url(part)})
        elif isinstance(part, TextPart):
            items.append({"type": "text", "text": part.text, "text_elements": []})
    return items


def _items(message: Message) -> Iterable[JsonValue]:
    """Return the items of one message; the order of text and calls is kept."""
    text_type = "output_text" if message.role == "assistant" else "input_text"
    content: list[JsonValue] = []
    for part in message.parts:
        if isinstance(part, TextPart):
            content.append({"type": text_type, "text": part.text})
        elif isinstance(part, ImagePart):
            content.append({"type": "input_image", "image_url": _data_url(part)})
        elif isinstance(part, ToolCallPart):
            yield from _message_item(message, content)
            content = []
            yield {
                "type": "function_call",
                "name": wire_name(part.name),
                "arguments": wire_arguments(part),
                "call_id": part.id,
            }
        elif isinstance(part, ToolResultPart):
            yield {"type": "function_call_output", "call_id": part.call_id, "output": part.content}
    yield from _message_item(message, content)


def _message_item(message: Message, content: list[JsonValue]) -> Iterable[JsonValue]:
    if content:
        yield {"type": "message", "role": message.role, "content": content}


def _data_url(picture: ImagePart) -> str:
    return f"data:{picture.media_type};base64,{picture.data}"


CALL_SETTLE_TIME = 0.25
"""Seconds after a call in which another of the same answer may arrive: a script sends its calls within milliseconds."""

MAX_WITHOUT_CONTENT = 20_000
"""Maximum number of consecutive messages without content, so that a flood of them ends regardless of time limits."""

_RESUMED_METHODS = ("rawResponseItem/completed", "rawResponse/completed", "turn/completed", "error")
"""Messages that codex sends only when it no longer waits for tools: newer models continue after half a minute."""


class CodexTurn(Struct):
    """One turn in one thread of codex."""

    server: AppServer
    error_context: ErrorContext
    scope: str
    thread: str
    mailbox: ThreadMailbox
    request: ModelRequest
    id: str = ""
    usage: ThreadUsage = field(default_factory=ThreadUsage)
    pending: dict[str, JsonValue] = field(default_factory=dict)
    """The requests codex waits for, by the program's call ids."""
    abandoned: bool = False

    async def read(self, idle: float) -> AsyncGenerator[ModelEvent, None]:
        """Read up to the next calls or the end; a turn that reaches neither is abandoned. Raises `ProviderError`."""
        request = self.request
        answer = CodexAnswer(
            self.error_context, self.scope, self.id, offered_tool_names(request), self.usage,
            LengthLimit(request.max_output_tokens, vocabulary_of(request.model)) if request.length_is_set else None,
            limits_reasoning=request.length_includes_reasoning,
        )  # fmt: skip
        try:
            async with aclosing(_read_events(self, answer, idle)) as arriving:
                async for event in arriving:
                    yield event
            events = tuple(answer.finish())
            self._pause(answer)
            for event in events:
                yield event
        finally:
            if not self.pending:
                self.abandon(is_over=answer.closed)

    def resume(self, request: ModelRequest, results: Iterable[ToolResultPart]) -> None:
        """Send the *results* of tools in *request* to codex, which continues immediately."""
        self.request = request
        self.mailbox.set_watcher(None)
        requests, self.pending = self.pending, {}
        for part in results:
            self.server.reply(requests[part.call_id], codex_tool_result(part.content, success=not part.is_error))

    def abandon(self, *, is_over: bool = False) -> None:
        """Stop receiving messages, and interrupt the turn unless it has ended (*is_over*).

        Does not wait, so it may be called while the task is cancelled.
        """
        if self.abandoned:
            return
        self.abandoned = True
        self.pending = {}
        if not is_over and self.id and self.server.alive:
            self.server.send_request("turn/interrupt", {"threadId": self.thread, "turnId": self.id})
        self.server.unsubscribe(self.thread)

    def _pause(self, answer: CodexAnswer) -> None:
        self.pending = answer.pending
        if self.pending and self.usage.raw_items_seen:
            self.mailbox.set_watcher(self._watch)

    def _watch(self, message: RpcMessage) -> None:
        if message.get("method") in _RESUMED_METHODS:
            self.abandon()


async def begin_turn(
    server: AppServer, error_context: ErrorContext, scope: str, request: ModelRequest, start: RpcMessage, provider: str
) -> CodexTurn:
    """Start a thread for *request* and send its question to the model provider named *provider*.

    Raises `ProviderError`; if the thread uses another model provider, before the question is sent.
    """
    try:
        answer = await server.request("thread/start", start)
    except CodexRefusal as refusal:
        raise _start_error(error_context, refusal, start) from None
    thread_info = object_of(answer.get("thread"))
    thread = text_of(thread_info.get("id"))
    if not thread:
        raise broken_answer_error(error_context, Phrase("it did not start a thread"))
    turn = CodexTurn(server, error_context, scope, thread, server.subscribe(thread), request)
    try:
        if thread_info.get("environments") != []:
            raise outdated_codex_error(error_context)
        used_provider = text_of(thread_info.get("modelProvider")) or provider
        if used_provider != provider:
            raise ProviderRefused(
                Phrase("{0} is set to use another server than {1}, so nothing was sent", error_context.name, provider),
                hint=Phrase("Check model_provider in the settings of codex, then ask again."),
                kind="bad_request",
            )
        await _start(turn, request)
    except BaseException:
        turn.abandon()
        raise
    return turn


async def _start(turn: CodexTurn, request: ModelRequest) -> None:
    server = turn.server
    history, question = history_and_question(request.messages, turn.scope)
    try:
        if history:
            await server.request("thread/inject_items", {"threadId": turn.thread, "items": history})
        answer = server.send_request("turn/start", turn_start(request, turn.thread, question))
        answer.add_done_callback(lambda future: _store_turn_id(turn, future))
        await server.wait_for(answer)
    except CodexRefusal as refusal:
        raise turn_error(turn.error_context, {"message": str(refusal)}, begun=False) from None


def _store_turn_id(turn: CodexTurn, future: "asyncio.Future[RpcMessage]") -> None:
    """Store the turn's id; a turn that was abandoned before it had one is interrupted now."""
    if future.cancelled() or future.exception() is not None:
        return
    turn.id = text_of(object_of(future.result().get("turn")).get("id"))
    if turn.abandoned and turn.server.alive:
        turn.server.send_request("turn/interrupt", {"threadId": turn.thread, "turnId": turn.id})


def _start_error(error_context: ErrorContext, refusal: CodexRefusal, start: RpcMessage) -> ProviderError:
    refusal_text = str(refusal).lower()
    if start.get("dynamicTools") and (
        "dynamictools" in refusal_text or "dynamic tool" in refusal_text or "experimental" in refusal_text
    ):
        return ProviderRefused(
            Phrase("This version of {0} does not accept tools", error_context.name),
            hint=Phrase("Update it with: npm install -g @openai/codex@latest."),
            kind="no_tools",
        )
    return turn_error(error_context, {"message": str(refusal)}, begun=False)


async def _read_events(turn: CodexTurn, answer: CodexAnswer, idle_limit: float) -> AsyncGenerator[ModelEvent, None]:
    """Read messages until the answer ends or waits for tools, with limits on silence and messages without content."""
    clock = asyncio.get_running_loop().time
    silent_seconds, empty_messages = 0.0, 0
    while not (answer.closed or answer.is_too_long or answer.pause == "now"):
        settling = answer.pause == "soon"
        started = clock()
        try:
            async with asyncio.timeout(CALL_SETTLE_TIME if settling else max(0.0, idle_limit - silent_seconds)):
                message = await turn.mailbox.next()
        except TimeoutError:
            if settling:
                return
            raise silence_error(turn.error_context, idle_limit, begun=answer.begun) from None
        if message is None:
            raise turn.server.crash_error()
        silent_seconds, empty_messages = silent_seconds + clock() - started, empty_messages + 1
        for event in answer.feed(message):
            silent_seconds, empty_messages = 0.0, 0
            yield event
        if empty_messages > MAX_WITHOUT_CONTENT:
            raise broken_answer_error(turn.error_context, Phrase("it continues without any content"))


def _thread_request(request: ModelRequest) -> ModelRequest:
    """Return the part of *request* that is fixed in a thread: not temperature and length, which codex lacks."""
    return replace(request, messages=(), max_output_tokens=0, length_is_set=False, temperature=None)


def results_for_turn(turn: CodexTurn, request: ModelRequest) -> tuple[ToolResultPart, ...]:
    """Return the results with which *request* continues *turn*; none if it is another question.

    Everything else must be unchanged: model, instructions and tools are fixed in a thread.
    """
    if turn.abandoned or _thread_request(request) != _thread_request(turn.request):
        return ()
    index = max((i for i, message in enumerate(request.messages) if message.role == "assistant"), default=-1)
    if index < 0 or [call.id for call in request.messages[index].tool_calls] != list(turn.pending):
        return ()
    later_messages = request.messages[index + 1 :]
    parts = [part for message in later_messages for part in message.parts]
    results = [part for part in parts if isinstance(part, ToolResultPart)]
    if len(results) != len(parts) or {part.call_id for part in results} != turn.pending.keys():
        return ()
    return tuple(results) if len(results) == len(turn.pending) else ()


def listed_codex_models(page: RpcMessage) -> list[ModelInfo]:
    """Return the models of one page of `model/list`, in order."""
    models = (_model(object_of(entry)) for entry in list_of(page.get("data")))
    return [model for model in models if model is not None]


def listed_extensions(settings: RpcMessage) -> tuple[str, ...]:
    """Return the names of the programs (MCP servers) that the user's settings would start with each thread."""
    return tuple(object_of(object_of(settings.get("config")).get("mcp_servers")))


def needs_login(account: RpcMessage) -> bool:
    """Return whether codex needs an account and has none."""
    return account.get("requiresOpenaiAuth") is True and account.get("account") is None


def _model(entry: dict[str, JsonValue]) -> ModelInfo | None:
    name = text_of(entry.get("model")) or text_of(entry.get("id"))
    if not name or entry.get("hidden") is True:
        return None
    return ModelInfo(
        name,
        text_of(entry.get("displayName")),
        tools=True,
        images="image" in modalities if (modalities := list_of(entry.get("inputModalities"))) else None,
        reasoning=bool(list_of(entry.get("supportedReasoningEfforts"))),
    )


#     one question = thread/start (not stored, no folder, only this program's tools) > inject_items > turn/start
#                    > notifications
#     tools        = item/tool/call: the turn waits while they run, and the next request contains their results
#
# Codex sends requests to OpenAI, with the account it is logged in to, or to the model provider of its own
# settings (codex_route.py). It has no fields for temperature and for the length of an answer: the answer is stopped
# when it exceeds the length (`LengthLimit`).

MAX_PAGES = 20
"""Maximum number of pages of the model list that are requested; it has one."""


class Codex:
    """The user's own codex, started on first use, and again after a crash."""

    def __init__(
        self,
        name: str,
        *,
        command: Sequence[str] | None = None,
        environment: Mapping[str, str] = os.environ,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        log: TransmissionLog | None = None,
    ) -> None:
        """*command*: the command that starts codex, without `app-server`; if None it is looked for on PATH.

        *log* records each start and each model list: codex opens its own connections, so its requests are not visible.
        """
        self._log = log
        self._name = name
        self._command = command
        self._environment = environment
        self._timeouts = timeouts
        self._route = read_codex_route(environment)
        """The destination of questions as last read."""
        self._started_route = self._route
        self._server: AppServer | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._start_lock = asyncio.Lock()
        self._paused_turns: dict[str, CodexTurn] = {}
        self._omission_notices = OmissionNotices()

    @property
    def destination(self) -> Destination:
        """Destination of requests through the program on this computer: OpenAI, or the one in its own settings."""
        self._route = read_codex_route(self._environment)
        return self._route.destination(self._name)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer. Raises `ProviderError`; cancelling or closing interrupts the turn, codex keeps running."""
        if request.answer_format is not None and not (request.answer_format.schema and request.answer_format.strict):
            # Codex treats every schema as strict, and has no JSON mode.
            request = with_format_instruction(request)
        turn = self._resumed_turn(request) or await self._new_turn(request)
        omitted: tuple[OmittedParameter, ...] = () if request.temperature is None else ("temperature",)
        for notice in self._omission_notices.notices(request, omitted, self._name):
            yield notice
        self._paused_turns[request.conversation_id] = turn
        try:
            async with aclosing(turn.read(self._timeouts.idle)) as events:
                async for event in events:
                    yield event
        finally:
            if request.purpose == "program":
                turn.abandon()  # The program's next request has another conversation id, so nothing resumes it.
            if turn.abandoned and self._paused_turns.get(request.conversation_id) is turn:
                del self._paused_turns[request.conversation_id]

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the models; sends no note text. Raises `ProviderError`."""
        server = await self._running_server()
        await record_request(self._log, self.destination, "models", 0)
        models: dict[str, ModelInfo] = {}
        page_request: RpcMessage = {}
        for _ in range(MAX_PAGES):
            page = await self._request(server, "model/list", page_request)
            models |= {model.id: model for model in listed_codex_models(page)}
            cursor = text_of(page.get("nextCursor"))
            if not cursor or len(models) >= MAX_MODELS:
                break
            page_request = {"cursor": cursor}
        return tuple(models.values())[:MAX_MODELS]

    async def aclose(self) -> None:
        """End codex. May be called twice."""
        async with self._start_lock:
            await self._stop_server()

    def _resumed_turn(self, request: ModelRequest) -> CodexTurn | None:
        """Return the turn of this conversation that waits for exactly these results; any other is abandoned."""
        turn = self._paused_turns.pop(request.conversation_id, None)
        if turn is None:
            return None
        results = results_for_turn(turn, request) if turn.server.alive else ()
        if not results:
            turn.abandon()
            return None
        turn.resume(request, results)
        return turn

    async def _new_turn(self, request: ModelRequest) -> CodexTurn:
        server = await self._running_server()
        route = self._started_route
        scope = replay_scope("codex", route.host, request.model)
        # Read each time: a changed file must not start a program, or send a question elsewhere.
        settings = await self._request(server, "config/read", {"includeLayers": False})
        await self._check_route(route, codex_route(object_of(settings.get("config"))))
        start = thread_start(request, self._folder.name if self._folder else "", listed_extensions(settings))
        return await begin_turn(server, self._error_context, scope, request, start, route.provider)

    async def _check_route(self, expected: CodexRoute, actual: CodexRoute) -> None:
        """Raise `ProviderRefused` unless codex uses the destination shown to the user, including its location."""
        if (actual.provider, actual.base_url) != (expected.provider, expected.base_url):
            raise ProviderRefused(
                Phrase("{0} is set to use another server than {1}, so nothing was sent", self._name, expected.host),
                hint=Phrase("Check model_provider in the settings of codex, then ask again."),
                kind="bad_request",
            )
        if expected.local and not await run_in_thread(lambda: resolves_to_this_computer(expected.host_name)):
            raise ProviderRefused(
                Phrase("{0} does not resolve to this computer, so nothing was sent", expected.host),
                hint=Phrase("Check the address of the model provider in the settings of codex."),
                kind="network",
            )

    async def _running_server(self) -> AppServer:
        """Return a codex that runs and is logged in. Raises `ProviderError`."""
        async with self._start_lock:
            server = self._server
            if server is None or not server.alive or self._started_route != self._route:
                await self._stop_server()
                server = await self._start_server()
        if needs_login(await self._request(server, "account/read", {})):
            raise logged_out_error(self._error_context)
        return server

    async def _start_server(self) -> AppServer:
        route = self._started_route = self._route
        if route.key_variable and not self._environment.get(route.key_variable):
            raise ProviderRefused(
                Phrase("{0} needs its key in the environment variable {1}", self._name, route.key_variable),
                hint=Phrase("Set the variable, then start VaultDesk again."),
                kind="auth",
            )
        command = self._command or find_codex(self._environment, self._error_context)
        await record_request(self._log, route.destination(self._name), "models", 0)
        self._folder = tempfile.TemporaryDirectory(prefix="vaultdesk-codex-", ignore_cleanup_errors=True)
        self._server = AppServer(self._error_context)
        try:
            await self._server.start(
                (*command, *route.arguments, *server_arguments()),
                minimal_environment(self._environment, route.variables, proxies=not route.local),
                Path(self._folder.name),
            )
        except BaseException:
            await self._stop_server()
            raise
        return self._server

    async def _stop_server(self) -> None:
        server, self._server = self._server, None
        folder, self._folder = self._folder, None
        self._paused_turns.clear()
        if server is not None:
            await server.close()
        if folder is not None:
            folder.cleanup()

    @property
    def _error_context(self) -> ErrorContext:
        return ErrorContext(self._name, self._route.host, "Codex")

    async def _request(self, server: AppServer, method: str, params: RpcMessage) -> RpcMessage:
        try:
            return await server.request(method, params)
        except CodexRefusal as refusal:
            error: ProviderError = turn_error(self._error_context, {"message": str(refusal)}, begun=False)
            raise error from None
