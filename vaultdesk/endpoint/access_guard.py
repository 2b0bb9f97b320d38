"""Access control: the bearer token in its file, and the check of host, origin and token on every request."""

import hmac
import logging
import os
import re
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.logs import register_secret
from vaultdesk.core.platform.program_file import FileLocked, lock_file, replace_file_bytes
from vaultdesk.endpoint.http_error import NO_RETRY, EndpointError, json_bytes, log_failure

TOKEN_BYTES = 32
"""Random bytes in a token: 256 bits cannot be guessed."""

_WELL_FORMED = re.compile(r"vd-[A-Za-z0-9_-]{43,100}")


def endpoint_token(folder: Path) -> str:
    """Return the token stored in *folder*, created at the first call and redacted in the log. Raises
    `SettingsError`.
    """
    return _stored_secret(folder / "token")


def endpoint_secret(folder: Path) -> str:
    """Return the secret stored in *folder*, which signs the state that clients carry. Raises `SettingsError`."""
    return _stored_secret(folder / "secret")


def _stored_secret(file: Path) -> str:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with lock_file(file):  # Two endpoints that start at the same time use one token.
            token = _stored_token(file)
            if not token:
                token = _new_token()
                replace_file_bytes(file, f"{token}\n".encode("ascii"))
    except (OSError, FileLocked) as error:
        raise SettingsError(
            f"The endpoint's {file.name} cannot be saved: {getattr(error, 'strerror', None) or error}",
            hint=f"Check {file}.",
            path=str(file),
        ) from error
    register_secret(token)
    return token


def _new_token() -> str:
    return f"vd-{secrets.token_urlsafe(TOKEN_BYTES)}"


def _stored_token(file: Path) -> str:
    """Return the token in *file*; empty if it is missing or not valid."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return ""
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        file.chmod(0o600)
    token = data[:200].decode("utf-8", "replace").strip()
    return token if _WELL_FORMED.fullmatch(token) else ""


log = logging.getLogger(__name__)

LOOPBACK_NAMES = ("127.0.0.1", "localhost")
"""Names of this endpoint; any other name in `Host` is an attempt at DNS rebinding by a web page."""

Headers = Iterable[tuple[bytes, bytes]]
"""Headers as received, names in lower case, including repeated ones."""


def error_response(error: EndpointError) -> Response:
    """Return *error* as a response."""
    headers = {"cache-control": "no-store", **error.headers}
    return Response(json_bytes(error.body), error.status, headers, "application/json")


class AccessGuard:
    """Accepts requests with the token from programs of this computer. Wraps the whole app."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode("utf-8")
        self._hosts = {f"{name}:{port}".encode("ascii") for name in LOOPBACK_NAMES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return  # the server handles no other protocols
        response_started = False

        async def tracked_send(message: Message) -> None:
            nonlocal response_started
            response_started = True
            await send(message)

        try:
            self.check(scope["headers"])
            await self._app(scope, receive, tracked_send)
        except EndpointError as rejected:
            await error_response(rejected)(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - a bug of ours must be an answer too
            log_failure(log, error)
            if not response_started:
                failure = EndpointError(
                    500, "The endpoint failed. Its log has details.", code="server_error", headers=NO_RETRY
                )
                await error_response(failure)(scope, receive, send)

    def check(self, headers: Headers) -> None:
        """Raise `EndpointError` unless a request with these headers is accepted."""
        received = [(name, value.strip()) for name, value in headers]
        hosts = [value.lower() for name, value in received if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            raise EndpointError(421, "This endpoint answers to 127.0.0.1 and localhost only.", code="foreign_host")
        if not all(_is_loopback(value) for name, value in received if name == b"origin"):
            raise EndpointError(403, "Web pages may not use this endpoint.", code="foreign_origin")
        tokens = [value for name, value in received if name == b"authorization"]
        scheme, _, token = tokens[0].partition(b" ") if len(tokens) == 1 else (b"", b"", b"")
        # Compared in constant time whatever the scheme, so that the duration reveals nothing.
        is_valid_token = hmac.compare_digest(token.strip(), self._token)
        if not is_valid_token or scheme.lower() != b"bearer":
            raise EndpointError(
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
