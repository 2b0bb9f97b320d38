"""HTTP errors in the shape of the OpenAI API, and the JSON encoding of everything the endpoint sends."""

import json
import logging
import traceback
from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError, ProviderErrorKind, VaultDeskError

Json: TypeAlias = dict[str, JsonValue]
"""A JSON object."""

_LINE_ENDS = (("\x85", "\\u0085"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))
"""Characters that do not end a line in an event stream, but do in Python's and other parsers."""


def json_bytes(value: Mapping[str, JsonValue]) -> bytes:
    """Return *value* as one line of JSON; a lone surrogate, which UTF-8 cannot represent, becomes a `?`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in _LINE_ENDS:
        # They occur inside strings only, where the escape is equivalent.
        text = text.replace(character, escaped)
    return text.encode("utf-8", "replace")


def event_bytes(event: Mapping[str, JsonValue]) -> bytes:
    """Return one event as a frame of an event stream."""
    return b"event: " + str(event["type"]).encode("ascii") + b"\ndata: " + json_bytes(event) + b"\n\n"


NO_RETRY: Mapping[str, str] = {"x-should-retry": "false"}
"""Tells OpenAI's SDKs not to retry; by default they retry after 429 and every 5xx."""


class EndpointError(Exception):
    """A request that is answered with an HTTP status and OpenAI's error object."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        param: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.param = param
        self.headers: Mapping[str, str] = headers or {}

    @property
    def body(self) -> Json:
        """The error in OpenAI's format."""
        kind = "server_error" if self.status >= 500 else "invalid_request_error"
        return {"error": {"message": self.message, "type": kind, "param": self.param, "code": self.code}}


class _ErrorMapping(Struct, frozen=True):
    status: int
    code: str
    """The code of the HTTP error, an open list."""
    failed: str
    """The code inside a failed response, a closed list (vaultdesk/endpoint/README.md, "Protocol")."""
    retry: bool = False


_ERROR_MAPPINGS: Mapping[ProviderErrorKind, _ErrorMapping] = {
    # Not 401: the client's own token is valid, and its SDK would blame that one.
    "auth": _ErrorMapping(502, "provider_auth", "server_error"),
    "quota": _ErrorMapping(429, "insufficient_quota", "rate_limit_exceeded"),
    "rate_limit": _ErrorMapping(429, "rate_limit_exceeded", "rate_limit_exceeded", retry=True),
    "overloaded": _ErrorMapping(503, "provider_overloaded", "server_error", retry=True),
    "context": _ErrorMapping(400, "context_length_exceeded", "invalid_prompt"),
    "no_tools": _ErrorMapping(400, "unsupported_parameter", "invalid_prompt"),
    "bad_request": _ErrorMapping(400, "provider_bad_request", "invalid_prompt"),
    "network": _ErrorMapping(502, "provider_unreachable", "server_error", retry=True),
    "protocol": _ErrorMapping(502, "provider_broken", "server_error", retry=True),
}
"""The HTTP error for each kind of provider error."""


def endpoint_error_of(error: VaultDeskError) -> EndpointError:
    """Return the HTTP error for a provider that failed before an answer was begun."""
    if not isinstance(error, ProviderError):
        return EndpointError(500, str(error), code="server_error", headers=NO_RETRY)
    mapping = _ERROR_MAPPINGS[error.kind]
    headers = dict(NO_RETRY) if not mapping.retry else {}
    if mapping.retry and error.retry_after is not None:
        headers["retry-after"] = str(max(0, round(error.retry_after)))
    return EndpointError(mapping.status, str(error), code=mapping.code, headers=headers)


def failure_code(error: VaultDeskError) -> str:
    """Return the code of a failed response."""
    return _ERROR_MAPPINGS[error.kind].failed if isinstance(error, ProviderError) else "server_error"


def log_failure(log: logging.Logger, error: Exception) -> None:
    """Log the location of an internal error without its message, which may quote the request."""
    trace = "".join(traceback.format_tb(error.__traceback__))
    log.error("The endpoint failed with %s\n%s", type(error).__name__, trace)
