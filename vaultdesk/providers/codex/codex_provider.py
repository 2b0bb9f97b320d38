"""Provider that sends questions to the user's own `codex` program."""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.this_computer import leads_here
from vaultdesk.core.transmission import Destination, TransmissionLog, record_request
from vaultdesk.providers.answer_format import with_format_instruction
from vaultdesk.providers.codex.app_server import AppServer, CodexRefusal, RpcMessage
from vaultdesk.providers.codex.codex_answer import logged_out_error, turn_error
from vaultdesk.providers.codex.codex_process import find_codex, minimal_environment, server_arguments
from vaultdesk.providers.codex.codex_route import CodexRoute, codex_route, read_codex_route
from vaultdesk.providers.codex.codex_turn import CodexTurn, begin_turn, results_for_turn, thread_start
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.history_replay import replay_scope
from vaultdesk.providers.http_connection import DEFAULT_TIMEOUTS, Timeouts, run_in_thread
from vaultdesk.providers.lenient_json import list_of, object_of, text_of
from vaultdesk.providers.model_events import ModelEvent
from vaultdesk.providers.model_list import MAX_MODELS
from vaultdesk.providers.omission_notices import OmissionNotices, OmittedParameter
from vaultdesk.providers.provider import ModelInfo, ModelRequest


def listed_codex_models(page: RpcMessage) -> list[ModelInfo]:
    """Return the models of one page of `model/list`, in order."""
    found = (_model(object_of(entry)) for entry in list_of(page.get("data")))
    return [model for model in found if model is not None]


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
# Codex sends what it is given to OpenAI, with the account it is logged in to, or to the model provider of its own
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
        found: dict[str, ModelInfo] = {}
        page_request: RpcMessage = {}
        for _ in range(MAX_PAGES):
            page = await self._request(server, "model/list", page_request)
            found |= {model.id: model for model in listed_codex_models(page)}
            following = text_of(page.get("nextCursor"))
            if not following or len(found) >= MAX_MODELS:
                break
            page_request = {"cursor": following}
        return tuple(found.values())[:MAX_MODELS]

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

    async def _check_route(self, told: CodexRoute, used: CodexRoute) -> None:
        """Raise `ProviderRefused` unless codex uses the destination shown to the user, including its location."""
        if (used.provider, used.base_url) != (told.provider, told.base_url):
            raise ProviderRefused(
                Phrase("{0} would ask another server than {1}, so nothing was sent", self._name, told.host),
                hint=Phrase("Check model_provider in the settings of codex, then ask again."),
                kind="bad_request",
            )
        if told.local and not await run_in_thread(lambda: leads_here(told.host_name)):
            raise ProviderRefused(
                Phrase("{0} does not lead to this computer, so nothing was sent", told.host),
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
        except CodexRefusal as refused:
            error: ProviderError = turn_error(self._error_context, {"message": str(refused)}, begun=False)
            raise error from None
