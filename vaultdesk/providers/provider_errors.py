"""Translates error responses, SDK exceptions and HTTP failures into provider errors."""

import email.utils
import re
import socket
import ssl
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from typing import Literal

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.providers.error_causes import UNKNOWN_MODEL, ErrorCause, cause_of, read_server_message
from vaultdesk.providers.error_context import ErrorContext, interrupted_answer_error, wrong_protocol_error


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds a server asks to wait; None if it does not say, or in an unknown format."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        retry_time = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    retry_time = retry_time if retry_time.tzinfo else retry_time.replace(tzinfo=UTC)
    return max(0.0, (retry_time - (now or datetime.now(UTC))).total_seconds())


_CODE = re.compile(r"[a-z0-9_.\-]{1,60}")


def error_for_status(
    error_context: ErrorContext,
    *,
    status: int = 0,
    body: object = None,
    wait: float | None = None,
    is_web_page: bool = False,
) -> ProviderError:
    """Return the error for a refusal with *status* (0 inside a stream) and *body*, parsed if it was JSON."""
    message = read_server_message(body)
    wait = message.retry_delay if wait is None else wait
    if 300 <= status < 400:
        return ProviderRefused(
            Phrase("{0} redirects the question to another address", error_context.display_name),
            hint=Phrase(
                "The redirect was not followed, and nothing was sent there. Check the provider's address in Settings."
            ),
            kind="bad_request",
            status=status,
        )
    if is_web_page and status in (200, 400, 404, 405):
        return wrong_protocol_error(error_context, Phrase("a web page (status {0})", status))
    cause = cause_of(status, message, wait, has_key=bool(error_context.secret))
    if status == 404 and cause.name == "refused":
        if not message.message or "model" not in message.search_text:
            return wrong_protocol_error(error_context, Phrase("no answer at this address (status {0})", status))
        cause = UNKNOWN_MODEL
    # The texts are literals in the table of causes, so `{0}` and `{1}` are filled in here.
    title = Phrase(cause.title.template, error_context.display_name, status)
    quoted = error_context.quotable_text(message.message)
    hint = Sentences(
        cause.hint,
        _waiting_hint(wait) if _states_wait(cause, wait) else NO_PHRASE,
        Phrase("It said: {0}", _as_sentence(quoted)) if quoted else NO_PHRASE,
    )
    return (ProviderUnreachable if cause.transient else ProviderRefused)(
        title,
        hint=hint,
        kind=cause.kind,
        retry_after=wait,
        status=status,
        reason=cause.name,
        code=cause.code or " ".join(_CODE.findall(message.kind))[:120],
    )


def error_in_stream(error_context: ErrorContext, body: object, *, begun: bool) -> ProviderError:
    """Return the error for a refusal inside a stream; with *begun*, the partial answer is kept."""
    error = error_for_status(error_context, status=read_server_message(body).status, body=body)
    if not begun:
        return error
    reason, code = error.facts.get("reason", ""), error.facts.get("code", "")
    return ProviderBroken(error.title, hint=error.hint, kind=error.kind, reason=reason, code=code)


def _as_sentence(quoted: str) -> str:
    """Return a quoted message that ends as a sentence, because another one may follow it."""
    return quoted if quoted.endswith((".", "!", "?", "…", "。", "！", "？")) else f"{quoted}."


def _states_wait(cause: ErrorCause, wait: float | None) -> bool:
    if wait:
        return cause.transient or cause.kind == "quota"
    return cause.transient and not cause.hint


def _waiting_hint(wait: float | None) -> Phrase:
    return Phrase("Ask again in {0}.", _duration(wait)) if wait else Phrase("Ask again in a moment.")


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"


# The tables use class names, so that no SDK has to be loaded to read them. A test checks that every exception class of
# both SDKs and of httpx2 is included. Server texts pass `ErrorContext.quotable_text`: keys never appear in a title.

ForeignErrorKind = Literal["status", "connection", "timeout", "proxy", "address", "broken", "setup", "unused"]
"""status: refused by the server; unused: from parts of an SDK that are never called, so it is a bug."""

_SDK_ERRORS: Mapping[str, ForeignErrorKind] = {
    "APIStatusError": "status", "BadRequestError": "status", "AuthenticationError": "status", "OAuthError": "status",
    "PaymentRequiredError": "status", "PermissionDeniedError": "status", "NotFoundError": "status",
    "RequestTimeoutError": "status", "ConflictError": "status", "PreconditionFailedError": "status",
    "ContentTooLargeError": "status", "UnprocessableEntityError": "status", "RateLimitError": "status",
    "RequestHeaderFieldsTooLargeError": "status", "ClientClosedRequestError": "status", "InternalServerError": "status",
    "HTTPNotImplementedError": "status", "ServiceUnavailableError": "status", "GatewayTimeoutError": "status",
    "OverloadedError": "status", "APIError": "broken", "APIResponseValidationError": "broken",
    "APIConnectionError": "connection", "APITimeoutError": "timeout", "RetryableError": "connection",
    "OpenAIError": "setup", "AnthropicError": "setup", "CredentialsError": "setup", "IdentityTokenFileError": "setup",
    "SubjectTokenProviderError": "setup", "LengthFinishReasonError": "unused",
    "ContentFilterFinishReasonError": "unused", "InvalidWebhookSignatureError": "unused",
    "APIWebhookValidationError": "unused", "WebSocketConnectionClosedError": "unused",
    "WebSocketQueueFullError": "unused", "MissingDependencyError": "setup", "MissingStreamClassError": "unused",
    "StreamAlreadyConsumed": "unused", "WorkloadIdentityError": "setup", "ToolError": "unused",
    "ToolsetUsageError": "unused",
}  # fmt: skip

_TRANSPORT_ERRORS: Mapping[str, ForeignErrorKind] = {
    "HTTPError": "connection", "RequestError": "connection", "TransportError": "connection",
    "TimeoutException": "timeout", "ConnectTimeout": "timeout", "ReadTimeout": "timeout", "WriteTimeout": "timeout",
    "PoolTimeout": "timeout", "NetworkError": "connection", "ReadError": "connection", "WriteError": "connection",
    "ConnectError": "connection", "CloseError": "connection", "ProxyError": "proxy", "UnsupportedProtocol": "address",
    "ProtocolError": "connection", "LocalProtocolError": "connection", "RemoteProtocolError": "connection",
    "DecodingError": "broken", "TooManyRedirects": "address", "HTTPStatusError": "status", "InvalidURL": "address",
    "CookieConflict": "unused", "SSEError": "broken", "StreamError": "unused", "StreamConsumed": "unused",
    "StreamClosed": "connection", "ResponseNotRead": "unused", "RequestNotRead": "unused",
}  # fmt: skip

_SYSTEM_ERRORS: Mapping[str, ForeignErrorKind] = {
    "SSLError": "connection",  # not always wrapped by the SDK
    "EndOfStream": "connection", "ClosedResourceError": "connection", "BrokenResourceError": "connection",
    "OSError": "connection",
}  # fmt: skip

FOREIGN_ERROR_KINDS: Mapping[str, ForeignErrorKind] = {**_SDK_ERRORS, **_TRANSPORT_ERRORS, **_SYSTEM_ERRORS}


def is_foreign_error(error: BaseException) -> bool:
    """Return whether *error* is an external failure to be translated; anything else is a bug and must be raised."""
    return isinstance(error, Exception) and _foreign_error_kind(error) not in (None, "unused")


def refusal_text(error: Exception, statuses: Collection[int]) -> str:
    """Return the text of *error*, raised by an SDK, in lower case; empty unless its status is in *statuses*."""
    is_refusal = getattr(error, "status_code", 0) in statuses
    return f"{error} {getattr(error, 'body', '')}".lower() if is_refusal else ""


def translate_error(error: BaseException, error_context: ErrorContext, *, begun: bool = False) -> ProviderError:
    """Return the provider error for *error*. *begun*: part of the answer had arrived, and is kept."""
    kind = _foreign_error_kind(error)
    if kind == "status":
        return _status(error, error_context)
    translated = _TRANSLATORS.get(kind or "setup", _setup)(error, error_context)
    if begun and not isinstance(translated, ProviderBroken):
        return interrupted_answer_error(error_context)
    return translated


def _foreign_error_kind(error: BaseException) -> ForeignErrorKind | None:
    names = (cls.__name__ for cls in type(error).__mro__)
    return next((FOREIGN_ERROR_KINDS[name] for name in names if name in FOREIGN_ERROR_KINDS), None)


def _status(error: BaseException, error_context: ErrorContext) -> ProviderError:
    response = getattr(error, "response", None)
    headers: Mapping[str, str] = getattr(response, "headers", {})
    body = getattr(error, "body", None)
    return error_for_status(
        error_context,
        status=int(getattr(response, "status_code", 0)),
        body=body,
        wait=retry_after(headers),
        is_web_page="html" in headers.get("content-type", "")
        or (isinstance(body, str) and body.lstrip().startswith("<")),
    )


def _connection(error: BaseException, error_context: ErrorContext) -> ProviderError:
    causes = list(_cause_chain(error))
    provider_error = next((cause for cause in causes if isinstance(cause, ProviderError)), None)
    if provider_error is not None:
        # The connection was closed by the program's own hook (http_connection.py), which raised the reason.
        return provider_error
    names = {cls.__name__ for cause in causes for cls in type(cause).__mro__}
    if "DecodingError" in names:
        return _broken(error, error_context)  # it answered, but not readably
    cause_text = " ".join(str(cause) for cause in causes).lower()
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes) or "certificate" in cause_text:
        return ProviderRefused(
            Phrase("The certificate of {0} cannot be trusted", error_context.host),
            hint=Phrase(
                "Check this computer's date. If the server or a proxy uses a certificate authority of its own, set "
                "SSL_CERT_FILE to a file with all certificates to trust."
            ),
            kind="network",
            reason="certificate",
        )
    if any(isinstance(cause, ssl.SSLError) for cause in causes) or "ssl" in cause_text:
        return ProviderRefused(
            Phrase("No secure connection to {0} can be made", error_context.display_name),
            hint=Phrase("If the server speaks plain HTTP, its address begins with http://."),
            kind="network",
            reason="no_tls",
        )
    if error_context.proxy and "ConnectError" in names:
        return _unreachable_proxy(error_context)
    if any(isinstance(cause, socket.gaierror) for cause in causes) or "getaddrinfo" in cause_text:
        return ProviderUnreachable(
            Phrase("The name {0} cannot be found", error_context.host),
            hint=Phrase("Check the provider's address in Settings, and that this computer is online."),
            kind="network",
            reason="unknown_host",
        )
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes) or "refused" in cause_text:
        return ProviderUnreachable(
            Phrase("Nothing answers at {0}", error_context.host),
            hint=Phrase("Start {0}, or check its address.", error_context.name),
            kind="network",
            reason="not_running",
        )
    if names & {"RemoteProtocolError", "ReadError", "WriteError"}:
        return ProviderUnreachable(
            Phrase("{0} closed the connection without an answer", error_context.display_name),
            hint=Phrase("Ask again. If this repeats, see the log of the server."),
            kind="network",
            reason="closed",
        )
    return ProviderUnreachable(
        Phrase("{0} cannot be reached", error_context.display_name),
        hint=_reachability_hint(error_context, Phrase("Check that this computer is online, then ask again.")),
        kind="network",
        reason="unreachable",
    )


def _timeout(error: BaseException, error_context: ErrorContext) -> ProviderError:
    if error_context.proxy and any(type(cause).__name__ == "ConnectTimeout" for cause in _cause_chain(error)):
        return _unreachable_proxy(error_context)
    return ProviderUnreachable(
        Phrase("{0} did not answer in time", error_context.display_name),
        hint=_reachability_hint(error_context, Phrase("Check that this computer is online, or ask again later.")),
        kind="network",
        reason="timeout",
    )


def _reachability_hint(error_context: ErrorContext, internet_hint: Phrase) -> Phrase:
    """Return what to check if a server cannot be reached; *internet_hint* for a server on the internet."""
    match error_context.reach:
        case "this_computer":
            return Phrase("Check that {0} is running, then ask again.", error_context.name)
        case "local_network":
            return Phrase("Check that the computer {0} is on and in the same network.", error_context.host)
        case "internet":
            return internet_hint


def _unreachable_proxy(error_context: ErrorContext) -> ProviderError:
    return ProviderUnreachable(
        Phrase("The proxy {0} cannot be reached, so {1} was not asked", error_context.proxy, error_context.host),
        hint=Phrase("Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY)."),
        kind="network",
        reason="dead_proxy",
    )


def _proxy(error: BaseException, error_context: ErrorContext) -> ProviderError:
    return ProviderUnreachable(
        Phrase("The proxy in front of {0} rejected the request", error_context.host),
        hint=Phrase("Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY)."),
        kind="network",
        reason="proxy_refused",
    )


def _address(error: BaseException, error_context: ErrorContext) -> ProviderError:
    return ProviderRefused(
        Phrase("The address of {0} cannot be used", error_context.display_name),
        hint=Phrase("Check it in Settings."),
        kind="bad_request",
    )


def _broken(error: BaseException, error_context: ErrorContext) -> ProviderError:
    return wrong_protocol_error(error_context, Phrase("something that cannot be read"))


def _setup(error: BaseException, error_context: ErrorContext) -> ProviderError:
    return ProviderRefused(
        Phrase("{0} cannot be used", error_context.display_name),
        hint=Phrase("Check its key and address in Settings."),
        kind="auth",
    )


_TRANSLATORS: Mapping[ForeignErrorKind, Callable[[BaseException, ErrorContext], ProviderError]] = {
    "connection": _connection,
    "timeout": _timeout,
    "proxy": _proxy,
    "address": _address,
    "broken": _broken,
    "setup": _setup,
}


def _cause_chain(error: BaseException) -> Iterator[BaseException]:
    """Yield *error* and its causes down to the system's error: the SDKs and the HTTP library wrap it several times."""
    pending, visited = [error], set[int]()
    while pending:
        current = pending.pop()
        if id(current) in visited:
            continue
        visited.add(id(current))
        yield current
        pending.extend(linked for linked in (current.__cause__, current.__context__) if linked is not None)
        if isinstance(current, BaseExceptionGroup):
            pending.extend(current.exceptions)
