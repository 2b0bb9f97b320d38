"""Translates error responses, SDK exceptions and HTTP failures into provider errors."""

import email.utils
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderErrorKind, ProviderRefused, ProviderUnreachable
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.providers.error_context import ErrorContext, cut_answer_error, wrong_protocol_error
from vaultdesk.providers.lenient_json import list_of, object_of, parse_json, text_of

MAX_ERROR_TEXT = 4000
"""Characters of a refusal that are looked at: some echo the whole request."""

_RETRY_IN = re.compile(
    r"(?:retry|try again) in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?"
    r"(?:(\d{1,6}(?:\.\d{1,12})?) ?(ms|s)(?:ec(?:onds?)?)?\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ServerMessage:
    """A server's words, whatever shape they came in."""

    kind: str = ""
    message: str = ""
    parameter: str = ""
    """The part of the request it names."""
    status: int = 0
    """The status it gives inside the body; the one that counts where the stream itself was a 200."""

    @property
    def searchable(self) -> str:
        """Everything, in lower case, to look for words in."""
        return f"{self.kind} {self.message} {self.parameter}".lower()

    @property
    def retry_delay(self) -> float | None:
        """The seconds it asks to wait in its sentence, as Gemini and Groq do."""
        found = _RETRY_IN.search(self.message)
        if found is None or not any(found.groups()):
            return None
        hours, minutes, seconds, unit = found.groups()
        rest = float(seconds or 0) * (0.001 if unit == "ms" else 1)
        return float(hours or 0) * 3600 + float(minutes or 0) * 60 + rest


def read_server_message(body: object) -> ServerMessage:
    """Read `{"error": {...}}`, `{"error": "text"}`, the inner object alone, `{"detail": ...}`, or plain text."""
    if isinstance(body, list) and body:
        body = body[0]  # Gemini's compatible endpoint wraps its errors in a list
    if isinstance(body, str):
        return ServerMessage(message=body[:MAX_ERROR_TEXT])
    outer = object_of(body)
    inner = outer.get("error", outer)
    if isinstance(inner, str):
        return ServerMessage(message=inner[:MAX_ERROR_TEXT])
    fields = object_of(inner)
    kinds = [object_of(fields.get("details")).get("error_code"), fields.get("code"), fields.get("type")]
    code = fields.get("code")
    return ServerMessage(
        kind=" ".join(str(kind)[:100] for kind in kinds if isinstance(kind, str | int)),
        message=_message(fields)[:MAX_ERROR_TEXT],
        parameter=text_of(fields.get("param"))[:200],
        status=code if isinstance(code, int) and 400 <= code < 600 else 0,
    )


def _message(fields: dict[str, JsonValue]) -> str:
    given = fields.get("message") or fields.get("detail") or ""
    if isinstance(given, list):
        # pydantic's: only where and what, for its `input` repeats what was sent.
        told_of = [object_of(problem) for problem in given if isinstance(problem, dict)]
        return "; ".join(
            f"{' '.join(str(step) for step in list_of(one.get('loc')))}: {text_of(one.get('msg'))}" for one in told_of
        )
    message = given if isinstance(given, str) else str(given)[:500]
    behind = _upstream_message(text_of(object_of(fields.get("metadata")).get("raw")))
    return f"{message}: {behind}" if behind and behind not in message else message


def _upstream_message(raw: str) -> str:
    """Return what the server behind OpenRouter said, which "Provider returned error" keeps to itself."""
    try:
        value = parse_json(raw)
    except ValueError:
        return raw
    return (
        read_server_message(value).message
        if isinstance(value, dict | list) and "raw" not in str(value)[:MAX_ERROR_TEXT]
        else ""
    )


NO_IMAGES_CODE = "no_images"
"""The code of a refusal that is about the pictures."""

_CODE = re.compile(r"[a-z0-9_.\-]{1,60}")

_ERROR_KIND_PATTERNS: Mapping[ProviderErrorKind, re.Pattern[str]] = {
    "quota": re.compile(
        r"insufficient_quota|insufficient.{0,20}(credit|balance|funds)|credit balance|billing"
        r"|spend.?limit"
        r"|exceeded your current quota"
        r"|more credits"
    ),
    "context": re.compile(
        r"context_length|context.{0,10}(length|window|size)|maximum context|prompt is too long|too many (input )?tokens"
        r"|request_too_large|n_ctx|maximum (model|prompt) length|prompt.{0,20}exceeds (the )?max"
        r"|exceeded model token limit|maximum number of tokens"
    ),
    "no_tools": re.compile(
        r"(does|do) not support (tool|function)|tool use is not|no endpoints found that support tool"
        # Not "tools.0: the schema's oneOf is not supported": that is about one tool.
        r"|(tool|function call)(?:(?!schema|parameters|[.\[{]).){0,30}not (supported|enabled)"
        r"|--tool-call-parser|requires --jinja"
    ),
    "rate_limit": re.compile(r"rate.?limit|too many requests"),
    "overloaded": re.compile(
        r"overloaded|server_error|internal.?(server.?)?error|api_error|timeout_error|temporarily|try again later"
    ),
    "auth": re.compile(
        r"authentication_error|(invalid|incorrect).{0,10}api.?key|api key not valid|permission_error|unauthori[sz]ed"
    ),
}
"""What vendors write in `type`, `code` and `message`; the first that fits counts."""

_NO_IMAGES = re.compile(
    r"(does|do) not support (images?|vision|multimodal)|not a multimodal model|no endpoints found that support image"
    r"|image input is not supported|images? (is|are|inputs? (is|are)) not supported|modality is not (enabled|supported)"
    r"|image_url.{0,30}(not supported|only supported|expected `?text)|unknown variant `image_url`|at most 0 image"
)
"""What servers write where a model cannot see."""

_NO_MODEL = re.compile(r"model.{0,80}(not found|does not exist|not exist|unknown|invalid|not supported|not available)"
                       r"|model_not_found|invalid.{0,10}model|no such model|unknown model|^model:")  # fmt: skip

_BY_STATUS: Mapping[int, ProviderErrorKind] = {
    401: "auth", 402: "quota", 403: "auth", 407: "network", 408: "network", 409: "overloaded", 413: "context",
    425: "overloaded", 429: "rate_limit", 499: "network", 501: "bad_request", 505: "bad_request",
}  # fmt: skip


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds a server asks to wait, where it names them in a form that can be read."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        moment = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def error_for_status(
    error_context: ErrorContext, *, status: int = 0, body: object = None, wait: float | None = None, page: bool = False
) -> ProviderError:
    """Return the error for a "no" with *status* (0 inside a stream) and *body*, read as JSON where it was JSON."""
    server_message = read_server_message(body)
    wait = server_message.retry_delay if wait is None else wait
    if 300 <= status < 400:
        return ProviderRefused(
            Phrase("{0} wants to send the question on to another address", error_context.display_name),
            hint=Phrase("That was refused, and nothing was sent there. Check the provider's address in Settings."),
            kind="bad_request",
            status=status,
        )
    if page and status in (200, 400, 404, 405):
        return wrong_protocol_error(error_context, Phrase("a web page (status {0})", status))
    kind = _error_kind(status, server_message, wait)
    if kind in ("bad_request", "overloaded") and _NO_IMAGES.search(server_message.searchable):
        return _no_images_error(error_context, status, server_message)
    if kind == "bad_request" and (status == 404 or _NO_MODEL.search(server_message.searchable)):
        return _model_missing_error(error_context, status, server_message)
    title, hint = _title_and_hint(error_context, kind, wait, status)
    quoted = (
        error_context.quotable_text(server_message.message) if kind in ("bad_request", "context", "no_tools") else ""
    )
    again = kind in ("rate_limit", "overloaded", "network")
    return (ProviderUnreachable if again else ProviderRefused)(
        title,
        hint=Sentences(hint, Phrase("It said: {0}", quoted)) if quoted else hint,
        kind=kind,
        retry_after=wait,
        status=status,
        code=" ".join(_CODE.findall(server_message.kind))[:120],
    )


def error_in_stream(error_context: ErrorContext, body: object, *, begun: bool) -> ProviderError:
    """Return the error for a "no" inside a stream; where some of the answer came before it, that is kept."""
    error = error_for_status(error_context, status=read_server_message(body).status, body=body)
    return ProviderBroken(error.title, hint=error.hint, kind=error.kind) if begun else error


def _error_kind(status: int, server_message: ServerMessage, wait: float | None) -> ProviderErrorKind:
    spoken = next(
        (trouble for trouble, words in _ERROR_KIND_PATTERNS.items() if words.search(server_message.searchable)), None
    )
    if 400 <= status < 500 and spoken in ("rate_limit", "overloaded"):
        spoken = None  # the status says more: some servers write `api_error` into each refusal
    if status == 429 and wait is not None and "insufficient" not in server_message.searchable:
        return "rate_limit"  # Gemini speaks of quota and billing also where a minute's share is used up
    if status in (429, 413) and spoken == "quota":
        return "quota"
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return spoken if spoken in ("context", "quota", "no_tools") else "overloaded"
    return spoken or "bad_request"


def _model_missing_error(error_context: ErrorContext, status: int, server_message: ServerMessage) -> ProviderError:
    known = (
        "model" in server_message.searchable
        or "no endpoints found" in server_message.searchable
        or _NO_MODEL.search(server_message.searchable)
    )
    if not server_message.message or not known:
        error: ProviderError = wrong_protocol_error(
            error_context, Phrase("no answer at this address (status {0})", status)
        )
        return error
    return ProviderRefused(
        Phrase("{0} does not offer this model", error_context.display_name),
        hint=Sentences(Phrase("Choose another one in Settings."), _quote(error_context, server_message)),
        kind="bad_request",
        status=status,
    )


def _no_images_error(error_context: ErrorContext, status: int, server_message: ServerMessage) -> ProviderError:
    return ProviderRefused(
        Phrase("This model of {0} cannot see pictures", error_context.display_name),
        hint=Sentences(
            Phrase("Choose another model, or leave the picture out."), _quote(error_context, server_message)
        ),
        kind="bad_request",
        status=status,
        code=NO_IMAGES_CODE,
    )


def _quote(error_context: ErrorContext, server_message: ServerMessage) -> Phrase:
    quoted = error_context.quotable_text(server_message.message)
    return Phrase("It said: {0}", quoted) if quoted else NO_PHRASE


def _title_and_hint(
    error_context: ErrorContext, kind: ProviderErrorKind, wait: float | None, status: int
) -> tuple[Phrase, Phrase]:
    later = Phrase("Ask again in {0}.", _duration(wait)) if wait else Phrase("Ask again in a moment.")
    match kind:
        case "auth" if not error_context.secret:
            return Phrase("{0} wants a key", error_context.display_name), Phrase("Enter one in Settings.")
        case "auth":
            return (
                Phrase("{0} does not accept the key", error_context.display_name),
                Phrase("Check it in Settings: it may be mistyped or no longer valid."),
            )
        case "quota":
            return (
                Phrase("The account at {0} has no credit left", error_context.display_name),
                Phrase("Add credit there, or choose another provider."),
            )
        case "rate_limit":
            return Phrase("{0} gets too many questions from this account", error_context.display_name), later
        case "overloaded":
            return Phrase("{0} is overloaded or out of order", error_context.display_name), later
        case "context":
            return (
                Phrase("The chat is too long for this model of {0}", error_context.display_name),
                Phrase("Start a new chat, or read fewer notes."),
            )
        case "no_tools":
            return (
                Phrase("This model of {0} cannot use tools", error_context.display_name),
                Phrase("Choose another model, or switch tool calling off."),
            )
        case "network":
            return Phrase(
                "The connection to {0} timed out or was stopped on its way", error_context.display_name
            ), later
        case _:
            hint = Phrase("Check the model and the provider in Settings.")
            if status:
                return Phrase("{0} refused the request (status {1})", error_context.display_name, status), hint
            return Phrase("{0} refused the request", error_context.display_name), hint


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min"


# The tables go by class names, so that no SDK has to be loaded to read them. A test walks every exception class of both
# SDKs and of httpx2 and fails on one that is missing here. Server texts pass
# `ErrorContext.quotable_text`: keys never reach a title.

ForeignErrorKind = Literal["status", "connection", "timeout", "proxy", "address", "broken", "setup", "unused"]
"""status: the server said no; unused: belongs to parts of an SDK we never call, so meeting it is a bug of ours."""

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
    """Tell whether *error* is the world's, to be translated; anything else is a bug of ours and must be seen."""
    return isinstance(error, Exception) and _foreign_error_kind(error) not in (None, "unused")


def translate_error(error: BaseException, error_context: ErrorContext, *, begun: bool = False) -> ProviderError:
    """Return what *error* means for a person. *begun*: some of the answer had arrived, and is kept."""
    kind = _foreign_error_kind(error)
    if kind == "status":
        return _status(error, error_context)
    found = _TRANSLATORS.get(kind or "setup", _setup)(error, error_context)
    if begun and not isinstance(found, ProviderBroken):
        return cut_answer_error(error_context)
    return found


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
        page="html" in headers.get("content-type", "") or (isinstance(body, str) and body.lstrip().startswith("<")),
    )


def _connection(error: BaseException, error_context: ErrorContext) -> ProviderError:
    causes = list(_cause_chain(error))
    own = next((cause for cause in causes if isinstance(cause, ProviderError)), None)
    if own is not None:
        return own  # The connection was given up by our own hook (http_connection.py), which said why.
    if any(type(cause).__name__ == "DecodingError" for cause in causes):
        return _broken(error, error_context)  # it answered, but nothing that can be read to its end
    cause_text = " ".join(str(cause) for cause in causes).lower()
    if any(isinstance(cause, socket.gaierror) for cause in causes) or "getaddrinfo" in cause_text:
        return ProviderUnreachable(
            Phrase("The name {0} cannot be found", error_context.host),
            hint=Phrase("Check that this computer is online, and the provider's address in Settings."),
            kind="network",
        )
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes) or "certificate" in cause_text:
        return ProviderRefused(
            Phrase("The certificate of {0} cannot be trusted", error_context.host),
            hint=Phrase(
                "Check this computer's date and its list of certificate authorities; a proxy may be reading along."
            ),
            kind="network",
        )
    if any(isinstance(cause, ssl.SSLError) for cause in causes) or "ssl" in cause_text:
        return ProviderRefused(
            Phrase("No secure connection to {0} can be made", error_context.display_name),
            hint=Phrase("If the server speaks plain HTTP, its address begins with http://."),
            kind="network",
        )
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes) or "refused" in cause_text:
        return ProviderUnreachable(
            Phrase("Nothing answers at {0}", error_context.host),
            hint=Phrase("Start {0}, or check its address.", error_context.name),
            kind="network",
        )
    return ProviderUnreachable(
        Phrase("{0} cannot be reached", error_context.display_name),
        hint=Phrase("Check that this computer is online, then ask again."),
        kind="network",
    )


def _timeout(error: BaseException, error_context: ErrorContext) -> ProviderError:
    return ProviderUnreachable(
        Phrase("{0} did not answer in time", error_context.display_name),
        hint=Phrase("Check that this computer is online, or ask again later."),
        kind="network",
    )


def _proxy(error: BaseException, error_context: ErrorContext) -> ProviderError:
    return ProviderUnreachable(
        Phrase("The proxy in front of {0} does not let the request through", error_context.host),
        hint=Phrase("Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY)."),
        kind="network",
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
        Phrase("{0} cannot be asked", error_context.display_name),
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
    """Walk down to what the system said: the SDKs and the HTTP library wrap it several times."""
    waiting, seen = [error], set[int]()
    while waiting:
        found = waiting.pop()
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        waiting.extend(inner for inner in (found.__cause__, found.__context__) if inner is not None)
        if isinstance(found, BaseExceptionGroup):
            waiting.extend(found.exceptions)
