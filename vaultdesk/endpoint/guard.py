"""Guard: who may come in. One check before every route, known or not: Host, Origin, token (THREATS 2.2, 2.5)."""

import hmac
import logging
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vaultdesk.endpoint.refusal import NO_RETRY, Refusal, log_failure
from vaultdesk.endpoint.wire_json import json_bytes

log = logging.getLogger(__name__)

LOOPBACK_NAMES = ("127.0.0.1", "localhost")
"""What this endpoint may be called; any other name in `Host` is a web page that rebound its own name to us."""

Headers = Iterable[tuple[bytes, bytes]]
"""Headers as they came, names in lower case, repeated ones as often as they came."""


def refused(refusal: Refusal) -> Response:
    """Return *refusal* as a response."""
    headers = {"cache-control": "no-store", **refusal.headers}
    return Response(json_bytes(refusal.body), refusal.status, headers, "application/json")


class Guard:
    """Lets in what holds the token and was sent by a program of this computer. Wraps the whole app."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode("utf-8")
        self._hosts = {f"{name}:{port}".encode("ascii") for name in LOOPBACK_NAMES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return  # the server is told to speak nothing else
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            self.check(scope["headers"])
            await self._app(scope, receive, sending)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - a bug of ours must be an answer too
            log_failure(log, error)
            if not begun:
                trouble = Refusal(
                    500, "The endpoint failed. Its log says where.", code="server_error", headers=NO_RETRY
                )
                await refused(trouble)(scope, receive, send)

    def check(self, headers: Headers) -> None:
        """Raise `Refusal` unless a request with these headers may come in."""
        given = [(name, value.strip()) for name, value in headers]
        hosts = [value.lower() for name, value in given if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            raise Refusal(421, "This endpoint answers to 127.0.0.1 and localhost only.", code="foreign_host")
        if not all(_is_loopback(value) for name, value in given if name == b"origin"):
            raise Refusal(403, "Web pages may not use this endpoint.", code="foreign_origin")
        tokens = [value for name, value in given if name == b"authorization"]
        scheme, _, token = tokens[0].partition(b" ") if len(tokens) == 1 else (b"", b"", b"")
        # Compared in full whatever the scheme says, so that nothing can be learnt from the time it takes.
        right = hmac.compare_digest(token.strip(), self._token)
        if not right or scheme.lower() != b"bearer":
            raise Refusal(
                401,
                "The token is missing or wrong. `vaultdesk serve responses` prints it; send it as a Bearer token.",
                code="invalid_api_key",
                headers={"www-authenticate": "Bearer"},
            )


def _is_loopback(origin: bytes) -> bool:
    try:
        parts = urlsplit(origin.decode("ascii"))
        return parts.scheme in ("http", "https") and parts.hostname in LOOPBACK_NAMES and parts.username is None
    except ValueError:
        return False
