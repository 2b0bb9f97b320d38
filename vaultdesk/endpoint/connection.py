"""One connection of a caller, with time limits on head, body and reading, and a limit on unfinished requests."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from vaultdesk.endpoint.http_error import EndpointError, json_bytes

# Uvicorn limits only the pause between two requests: without these limits it would wait indefinitely for an unfinished
# head, body or chunk.


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Time limits in seconds, and the maximum number of unfinished requests."""

    head: float = 10.0
    """From the connection, or from the first byte after an answer, to the end of the head."""
    body: float = 60.0
    """From the end of the head to the end of the body: 16 MB arrive in far less."""
    body_pause: float = 15.0
    """Pause without a byte of the body."""
    unread: float = 60.0
    """Time during which the client does not read a pending answer."""
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
        self._began = 0.0
        self._deadline: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base class
        """Start waiting for the head; too many waiting connections close the oldest of them."""
        super().connection_made(transport)
        self._enter("head")
        unfinished = sorted(self._unfinished(), key=lambda one: one._began)
        for oldest in unfinished[: max(0, len(unfinished) - self._limits.unfinished)]:
            oldest._refuse(408, "Too many requests are unfinished. Send this one again.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all limits."""
        self._enter("none")
        self._set_unread(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process *data* and set the limits of the unfinished part."""
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
        return (one for one in self.connections if isinstance(one, LimitedConnection) and one._phase != "none")

    def _enter(self, phase: Phase) -> None:
        """Start the limit of *phase* unless it is running: slowly arriving bytes do not extend it."""
        if phase == self._phase:
            return
        self._phase, self._began = phase, self.loop.time()
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
        """Answer with an error if no answer was begun, and close."""
        self._enter("none")
        if self.transport.is_closing():
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
        self.transport.close()
