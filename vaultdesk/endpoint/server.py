"""Server: the app on a port of this computer alone. Opens the socket, runs uvicorn, ends with it."""

import asyncio
import os
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import NoReturn

import uvicorn
from starlette.types import ASGIApp

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.endpoint.app import build_app
from vaultdesk.endpoint.models import LentModels
from vaultdesk.endpoint.seal import Seal

LOOPBACK = "127.0.0.1"
"""The one address that is listened on: nothing outside this computer reaches it."""

LAST_WORDS = 1
"""Seconds that answers under way are given when the server is ended."""

HEAD_BYTES = 32 * 1024
"""Bytes of a request's head; programs that send many headers of their own stay far below."""


class EndpointServer(uvicorn.Server):
    """Uvicorn, which says when it is ready."""

    def __init__(self, app: ASGIApp, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,  # addresses are harmless here, and what a caller appends to them may not be
                proxy_headers=False,
                server_header=False,
                h11_max_incomplete_event_size=HEAD_BYTES,
                timeout_graceful_shutdown=LAST_WORDS,
            )
        )
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave Ctrl+C to the loop's runner, which cancels us: so everything else is closed as well."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._ready()


async def serve_responses(models: LentModels, token: str, seal: Seal, port: int, ready: Callable[[int], None]) -> None:
    """Serve until cancelled; *ready* is told the port. Closes *models*. Raises `VaultDeskError` for a taken port."""
    with listening(port) as listener:
        bound = int(listener.getsockname()[1])
        server = EndpointServer(build_app(models, token, seal, bound), lambda: ready(bound))
        try:
            async with asyncio.TaskGroup() as tasks:
                serving = tasks.create_task(server.serve([listener]))
                try:
                    await asyncio.shield(serving)
                except asyncio.CancelledError:
                    server.should_exit = True
                    await serving
                    raise
        finally:
            await models.aclose()


def listening(port: int) -> socket.socket:
    """Return a socket bound to *port* of this computer, any free one for 0. Raises `VaultDeskError`."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Only so may a server start again at once; on Windows the same word lets two share a port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
        listener.listen()
    except OSError as error:
        listener.close()
        _port_trouble(port, error)
    return listener


def _port_trouble(port: int, error: OSError) -> NoReturn:
    raise VaultDeskError(
        f"Port {port} cannot be used: {error.strerror or error}",
        hint="Another program has it, perhaps a second `vaultdesk serve`. Choose another with --port N.",
        port=port,
    ) from error
