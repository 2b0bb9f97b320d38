"""The HTTP server of the endpoint: routes, streaming of responses, connections with time limits, and the loopback
socket."""

import asyncio
import logging
import os
import re
import socket
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable
from contextlib import aclosing, contextmanager
from typing import Any, Literal, NoReturn, TypeVar

import h11
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import ProviderBroken, VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.endpoint.access_guard import AccessGuard, error_response
from vaultdesk.endpoint.endpoint_request import EndpointRequest, StateSigner, validated_request
from vaultdesk.endpoint.http_error import (
    EndpointError,
    Json,
    endpoint_error_of,
    event_bytes,
    failure_code,
    json_bytes,
    log_failure,
)
from vaultdesk.endpoint.request_body import read_json_body, read_request
from vaultdesk.endpoint.responses_encoder import ResponsesEncoder
from vaultdesk.endpoint.shared_models import SharedModels
from vaultdesk.providers.provider import ModelRequest, Provider, TextArrived, TextReclassified, TurnEnded

# Uvicorn limits only the pause between two requests: without these limits it would wait indefinitely for an unfinished
# head, body or chunk.


class ConnectionLimits(Struct, frozen=True):
    """Time limits in seconds, and the maximum number of unfinished requests."""

    head: float = 10.0
    """From the connection, or from the first byte after an answer, to the end of the head."""
    body: float = 60.0
    """From the end of the head to the end of the body: 16 MB arrive in far less."""
    body_pause: float = 15.0
    """Pause without a byte of the body."""
    unread: float = 60.0
    """Time during which the client does not read a pending answer."""
    linger: float = 2.0
    """From a refusal until the connection is closed; what arrives meanwhile is discarded."""
    unfinished: int = 32
    """Maximum number of connections with an incomplete request; beyond, the oldest is closed."""


DEFAULT_LIMITS = ConnectionLimits()

Phase = Literal["head", "body", "none"]


class EndpointConfig(uvicorn.Config):
    """Uvicorn's configuration, with the limits of a connection."""

    limits = DEFAULT_LIMITS


class LimitedConnection(H11Protocol):
    """Uvicorn's connection, closed with an answer when its client takes too long."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],  # Any: as in the base class
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = config.limits if isinstance(config, EndpointConfig) else DEFAULT_LIMITS
        self._phase: Phase = "none"
        self._phase_started = 0.0
        self._deadline: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._lingering: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base class
        """Start waiting for the head; too many waiting connections close the oldest of them."""
        super().connection_made(transport)
        self._enter("head")
        unfinished = sorted(self._unfinished(), key=lambda connection: connection._phase_started)
        for oldest in unfinished[: max(0, len(unfinished) - self._limits.unfinished)]:
            oldest._refuse(408, "Too many requests are unfinished. Send this one again.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all limits."""
        self._enter("none")
        self._set_unread(None)
        if self._lingering is not None:
            self._lingering.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process *data* and set the limits of the unfinished part; after a refusal, discard it."""
        if self._lingering is not None:
            return
        super().data_received(data)
        if self.transport.is_closing():
            self._enter("none")
        elif self.conn.their_state is h11.IDLE:
            self._enter("head")
        elif self.conn.their_state is h11.SEND_BODY:
            self._enter("body")
            self._set_pause(self._limits.body_pause)
        else:
            self._enter("none")

    def on_response_complete(self) -> None:
        """Wait for the next request as uvicorn does, or for the rest of a body that was answered before its end."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            self._enter("body")

    def pause_writing(self) -> None:
        """Limit the wait for a client that does not read."""
        super().pause_writing()
        self._set_unread(self.loop.call_later(self._limits.unread, self.transport.abort))

    def resume_writing(self) -> None:
        """Cancel the limit, because the client reads again."""
        super().resume_writing()
        self._set_unread(None)

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP in the format of the API's errors."""
        self._refuse(400, "The request is not valid HTTP.")

    def _unfinished(self) -> "Iterable[LimitedConnection]":
        return (
            connection
            for connection in self.connections
            if isinstance(connection, LimitedConnection) and connection._phase != "none"
        )

    def _enter(self, phase: Phase) -> None:
        """Start the limit of *phase* unless it is running: slowly arriving bytes do not extend it."""
        if phase == self._phase:
            return
        self._phase, self._phase_started = phase, self.loop.time()
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._set_pause(None)
        if phase != "none":
            limit = self._limits.head if phase == "head" else self._limits.body
            self._deadline = self.loop.call_later(limit, self._time_out)

    def _set_pause(self, limit: float | None) -> None:
        if self._pause is not None:
            self._pause.cancel()
        self._pause = self.loop.call_later(limit, self._time_out) if limit is not None else None

    def _set_unread(self, timer: asyncio.TimerHandle | None) -> None:
        if self._unread is not None:
            self._unread.cancel()
        self._unread = timer

    def _time_out(self) -> None:
        self._refuse(408, "The request took too long to arrive. Send it again.")

    def _refuse(self, status: int, message: str) -> None:
        """Answer with an error if no answer was begun, and close.

        After the answer only the sending side is closed, and what still arrives is discarded until `linger` is over.
        Closing both at once would reset the connection of a client that is sending, and its system would then discard
        the answer unread (RFC 9112, section 9.6).
        """
        self._enter("none")
        if self.transport.is_closing() or self._lingering is not None:
            return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = json_bytes(EndpointError(status, message, code="invalid_request").body)
            headers = [
                ("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close"),
            ]  # fmt: skip
            for event in (
                h11.Response(status_code=status, headers=headers), h11.Data(data=body), h11.EndOfMessage()
            ):  # fmt: skip
                self.transport.write(self.conn.send(event) or b"")
            self.transport.write_eof()
            self._lingering = self.loop.call_later(self._limits.linger, self.transport.close)
            if self.cycle is not None and not self.cycle.response_complete:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
        else:
            self.transport.close()


T = TypeVar("T")


async def until_disconnected(receive: Receive, work: Coroutine[None, None, T]) -> T | None:
    """Await *work*, whose request was read completely, and return its result; None if the client disconnected first."""
    try:
        async with asyncio.TaskGroup() as tasks:
            work_task = tasks.create_task(work)
            disconnect_task = tasks.create_task(_wait_for_disconnect(receive))
            await asyncio.wait((work_task, disconnect_task), return_when=asyncio.FIRST_COMPLETED)
            disconnect_task.cancel()
            work_task.cancel()
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return None if work_task.cancelled() else work_task.result()


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


log = logging.getLogger(__name__)

MAX_PAUSES = 5
"""Maximum number of pauses after which a model is asked to continue (vaultdesk/providers/README.md, "Pitfalls", 17)."""


class ResponseRun:
    """The creation of one response."""

    def __init__(self, provider: Provider, request: EndpointRequest, model: str) -> None:
        self._provider = provider
        self._request = request.model_request(model)
        self._encoder = ResponsesEncoder(request)
        self.failure: VaultDeskError | None = None
        """Why the provider failed, once the events are over."""

    async def events(self) -> AsyncGenerator[Json, None]:
        """Yield the events of the response. Closing disconnects from the provider."""
        for event_json in self._encoder.begin():
            yield event_json
        try:
            request, pauses = self._request, 0
            while True:
                turn_end, texts = None, list[str]()
                async with aclosing(self._provider.stream(request)) as events:
                    async for event in events:
                        if isinstance(event, TextArrived):
                            texts.append(event.text)
                        elif isinstance(event, TextReclassified):
                            texts.clear()
                        for event_json in self._encoder.encode(event):
                            yield event_json
                        if isinstance(event, TurnEnded):
                            turn_end = event
                if turn_end is None:
                    raise ProviderBroken("The answer ended early", kind="protocol")
                if turn_end.stop != "pause" or pauses == MAX_PAUSES:
                    break
                request, pauses = _with_paused_answer(request, "".join(texts), turn_end), pauses + 1
            for event_json in self._encoder.finish(turn_end.stop):
                yield event_json
        except VaultDeskError as error:
            self.failure = error
            for event_json in self._encoder.fail(failure_code(error), str(error)):
                yield event_json
        except Exception as error:  # noqa: BLE001 - a bug of ours must end the stream in its grammar
            self.failure = VaultDeskError("The endpoint failed", hint="Its log has details.")
            log_failure(log, error)
            for event_json in self._encoder.fail(failure_code(self.failure), str(self.failure)):
                yield event_json


def _with_paused_answer(request: ModelRequest, text_so_far: str, turn_end: TurnEnded) -> ModelRequest:
    """Return *request* with the paused answer at its end, for the model to continue."""
    text = (TextPart(text=text_so_far),) if text_so_far else ()
    return replace(request, messages=(*request.messages, Message(role="assistant", parts=(*text, *turn_end.replay))))


def build_app(models: SharedModels, token: str, signer: StateSigner, port: int) -> ASGIApp:
    """Return the app that serves *models* to clients with *token* on *port*."""
    endpoint = EndpointRoutes(models, signer)
    app = Starlette(
        routes=[
            Route("/v1/responses", endpoint.respond, methods=["POST"]),
            Route("/v1/models", endpoint.list_models, methods=["GET"]),
            Route("/v1/models/{model:path}", endpoint.show_model, methods=["GET"]),
        ],
        exception_handlers={EndpointError: _endpoint_error, HTTPException: _not_found},
    )
    app.router.redirect_slashes = False
    return AccessGuard(app, token, port)


class EndpointRoutes:
    """The handlers of the routes."""

    def __init__(self, models: SharedModels, signer: StateSigner) -> None:
        self._models = models
        self._signer = signer

    async def respond(self, request: Request) -> Response:
        """Answer `POST /v1/responses`, as a stream of events or as one response object."""
        body = read_request(await read_json_body(request))
        label = self._models.label_of(body.model)
        # Determined before the first event, so that these are HTTP errors and not failed responses.
        chosen = self._models.ensure_open(label)
        validated = validated_request(
            body, chosen.label, time.time(), self._signer, self._models.max_answer_tokens(label)
        )
        validated = replace(validated, program=program_name(request.headers.get("user-agent", "")))
        if body.stream:
            return EventStream(self._events(label, validated))
        response = await until_disconnected(request.receive, self._final_response(label, validated))
        return _json({} if response is None else response)

    async def list_models(self, request: Request) -> Response:
        """Answer `GET /v1/models`."""
        return _json({"object": "list", "data": [_model(label) for label in self._models.labels()]})

    async def show_model(self, request: Request) -> Response:
        """Answer `GET /v1/models/NAME`."""
        return _json(_model(self._models.ensure_open(self._models.label_of(request.path_params["model"])).label))

    async def _events(self, label: str, request: EndpointRequest) -> AsyncGenerator[Json, None]:
        async with (
            self._models.use(label) as chosen,
            aclosing(ResponseRun(chosen.provider, request, chosen.model).events()) as events,
        ):
            async for event in events:
                yield event

    async def _final_response(self, label: str, request: EndpointRequest) -> Json:
        """Return the final response; raises `EndpointError` if the provider failed."""
        last: Json = {}
        async with self._models.use(label) as chosen:
            run = ResponseRun(chosen.provider, request, chosen.model)
            async with aclosing(run.events()) as events:
                async for event in events:
                    last = event
        if run.failure is not None:
            raise endpoint_error_of(run.failure)
        response = last["response"]
        assert isinstance(response, dict)
        return response


MAX_PROGRAM_NAME = 40
"""Maximum number of characters of a program's name."""

_PRODUCT = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")


def program_name(user_agent: str) -> str:
    """Return the name in *user_agent*, `claude-cli` of `claude-cli/1.2 (external)`; empty if there is none.

    It is the program's own claim and not verified.
    """
    found = _PRODUCT.match(user_agent.strip())
    return found[0].strip()[:MAX_PROGRAM_NAME] if found is not None else ""


class EventStream(Response):
    """Streams events as long as the client reads them."""

    def __init__(self, events: AsyncGenerator[Json, None]) -> None:
        super().__init__(headers={"cache-control": "no-store"}, media_type="text/event-stream")
        # The base class has set the length of a missing body.
        self.raw_headers = [(name, value) for name, value in self.raw_headers if name != b"content-length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events; a disconnected client ends the model's stream immediately."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await until_disconnected(receive, self._send_all(send))

    async def _send_all(self, send: Send) -> None:
        async with aclosing(self._events) as events:
            async for event in events:
                await send({"type": "http.response.body", "body": event_bytes(event), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _json(value: Json) -> Response:
    return Response(json_bytes(value), headers={"cache-control": "no-store"}, media_type="application/json")


def _model(label: str) -> Json:
    # When a model was created is unknown; the protocol requires a number.
    return {"id": label, "object": "model", "created": 0, "owned_by": label.partition("/")[0]}


def _endpoint_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, EndpointError)
    return error_response(error)


def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    messages = {
        404: "There is no such address here: POST /v1/responses and GET /v1/models are.",
        405: "This address takes another method: POST /v1/responses and GET /v1/models.",
    }
    message = messages.get(error.status_code, "The request cannot be read.")
    return error_response(EndpointError(error.status_code, message, code="unknown_url", headers=error.headers))


LOOPBACK = "127.0.0.1"
"""The only address that is listened on: other computers cannot reach it."""

SHUTDOWN_SECONDS = 1
"""Seconds for answers in progress when the server is stopped."""

MAX_HEAD_BYTES = 32 * 1024
"""Maximum number of bytes of a request's head; programs with many headers stay far below."""


class EndpointServer(uvicorn.Server):
    """Uvicorn's server, which reports when it is ready."""

    def __init__(self, app: ASGIApp, ready: Callable[[], None], limits: ConnectionLimits = DEFAULT_LIMITS) -> None:
        config = EndpointConfig(
            app,
            http=LimitedConnection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,  # addresses are harmless here, but what a client appends to them may not be
            proxy_headers=False,
            server_header=False,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        config.limits = limits
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave Ctrl+C to the loop's runner, which cancels this task, so that everything else is closed as well."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


async def serve_responses(
    models: SharedModels,
    token: str,
    signer: StateSigner,
    port: int,
    ready: Callable[[int], None],
    limits: ConnectionLimits = DEFAULT_LIMITS,
) -> None:
    """Serve until cancelled; *ready* is called with the port. Closes *models*. Raises `VaultDeskError` for a taken
    port.
    """
    with listening_socket(port) as listener:
        bound_port = int(listener.getsockname()[1])
        server = EndpointServer(build_app(models, token, signer, bound_port), lambda: ready(bound_port), limits)
        try:
            async with asyncio.TaskGroup() as tasks:
                server_task = tasks.create_task(server.serve([listener]))
                try:
                    await asyncio.shield(server_task)
                except asyncio.CancelledError:
                    server.should_exit = True
                    await server_task
                    raise
        finally:
            await models.aclose()


def listening_socket(port: int) -> socket.socket:
    """Return a socket bound to *port* of this computer, any free one for 0. Raises `VaultDeskError`."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Allows a restart of the server without a delay; on Windows the same option lets two processes share a
            # port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        listener.listen()
    except OSError as error:
        listener.close()
        _raise_port_error(port, error)
    return listener


def _raise_port_error(port: int, error: OSError) -> NoReturn:
    raise VaultDeskError(
        f"Port {port} cannot be used: {error.strerror or error}",
        hint="Another program has it, perhaps a second `vaultdesk serve`. Choose another with --port N.",
        port=port,
    ) from error
