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

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderTrouble, ProviderUnreachable
from vaultdesk.providers.error_context import ErrorContext, cut_answer_error, wrong_protocol_error
from vaultdesk.providers.lenient_json import list_of, object_of, parse_json, text_of

MAX_ERROR_TEXT = 4000
"""Characters of a refusal that are looked at: some echo the whole request."""

_WAIT = re.compile(
    r"(?:retry|try again) in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?"
    r"(?:(\d{1,6}(?:\.\d{1,12})?) ?(ms|s)(?:ec(?:onds?)?)?\b)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ServerMessage:
    """A server's words, whatever shape they came in."""

    kind: str = ""
    message: str = ""
    place: str = ""
    """The part of the request it names."""
    status: int = 0
    """The status it gives inside the body; the one that counts where the stream itself was a 200."""

    @property
    def words(self) -> str:
        """Everything, in lower case, to look for words in."""
        return f"{self.kind} {self.message} {self.place}".lower()

    @property
    def wait(self) -> float | None:
        """The seconds it asks to wait in its sentence, as Gemini and Groq do."""
        found = _WAIT.search(self.message)
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
    told = object_of(inner)
    kinds = [object_of(told.get("details")).get("error_code"), told.get("code"), told.get("type")]
    code = told.get("code")
    return ServerMessage(
        kind=" ".join(str(kind)[:100] for kind in kinds if isinstance(kind, str | int)),
        message=_message(told)[:MAX_ERROR_TEXT],
        place=text_of(told.get("param"))[:200],
        status=code if isinstance(code, int) and 400 <= code < 600 else 0,
    )


def _message(told: dict[str, JsonValue]) -> str:
    given = told.get("message") or told.get("detail") or ""
    if isinstance(given, list):
        # pydantic's: only where and what, for its `input` repeats what was sent.
        told_of = [object_of(problem) for problem in given if isinstance(problem, dict)]
        return "; ".join(
            f"{' '.join(str(step) for step in list_of(one.get('loc')))}: {text_of(one.get('msg'))}" for one in told_of
        )
    message = given if isinstance(given, str) else str(given)[:500]
    behind = _behind(text_of(object_of(told.get("metadata")).get("raw")))
    return f"{message}: {behind}" if behind and behind not in message else message


def _behind(raw: str) -> str:
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

_WORDS: Mapping[ProviderTrouble, re.Pattern[str]] = {
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

_NO_PICTURES = re.compile(
    r"(does|do) not support (images?|vision|multimodal)|not a multimodal model|no endpoints found that support image"
    r"|image input is not supported|images? (is|are|inputs? (is|are)) not supported|modality is not (enabled|supported)"
    r"|image_url.{0,30}(not supported|only supported|expected `?text)|unknown variant `image_url`|at most 0 image"
)
"""What servers write where a model cannot see."""

_NO_MODEL = re.compile(r"model.{0,80}(not found|does not exist|not exist|unknown|invalid|not supported|not available)"
                       r"|model_not_found|invalid.{0,10}model|no such model|unknown model|^model:")  # fmt: skip

_BY_STATUS: Mapping[int, ProviderTrouble] = {
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
    peer: ErrorContext, *, status: int = 0, body: object = None, wait: float | None = None, page: bool = False
) -> ProviderError:
    """Return the error for a "no" with *status* (0 inside a stream) and *body*, read as JSON where it was JSON."""
    said = read_server_message(body)
    wait = said.wait if wait is None else wait
    if 300 <= status < 400:
        return ProviderRefused(
            f"{peer.called} wants to send the question on to another address",
            hint="That was refused, and nothing was sent there. Check the provider's address in Settings.",
            trouble="bad_request",
            status=status,
        )
    if page and status in (200, 400, 404, 405):
        return wrong_protocol_error(peer, f"a web page (status {status})")
    trouble = _trouble(status, said, wait)
    if trouble in ("bad_request", "overloaded") and _NO_PICTURES.search(said.words):
        return _blind(peer, status, said)
    if trouble == "bad_request" and (status == 404 or _NO_MODEL.search(said.words)):
        return _missing(peer, status, said)
    title, hint = _sentence(peer, trouble, wait, status)
    quoted = peer.quotable(said.message) if trouble in ("bad_request", "context", "no_tools") else ""
    again = trouble in ("rate_limit", "overloaded", "network")
    return (ProviderUnreachable if again else ProviderRefused)(
        title,
        hint=f"{hint} It said: {quoted}".strip() if quoted else hint,
        trouble=trouble,
        retry_after=wait,
        status=status,
        code=" ".join(_CODE.findall(said.kind))[:120],
    )


def error_in_stream(peer: ErrorContext, body: object, *, begun: bool) -> ProviderError:
    """Return the error for a "no" inside a stream; where some of the answer came before it, that is kept."""
    error = error_for_status(peer, status=read_server_message(body).status, body=body)
    return ProviderBroken(error.title, hint=error.hint, trouble=error.trouble) if begun else error


def _trouble(status: int, said: ServerMessage, wait: float | None) -> ProviderTrouble:
    spoken = next((trouble for trouble, words in _WORDS.items() if words.search(said.words)), None)
    if 400 <= status < 500 and spoken in ("rate_limit", "overloaded"):
        spoken = None  # the status says more: some servers write `api_error` into each refusal
    if status == 429 and wait is not None and "insufficient" not in said.words:
        return "rate_limit"  # Gemini speaks of quota and billing also where a minute's share is used up
    if status in (429, 413) and spoken == "quota":
        return "quota"
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return spoken if spoken in ("context", "quota", "no_tools") else "overloaded"
    return spoken or "bad_request"


def _missing(peer: ErrorContext, status: int, said: ServerMessage) -> ProviderError:
    known = "model" in said.words or "no endpoints found" in said.words or _NO_MODEL.search(said.words)
    if not said.message or not known:
        error: ProviderError = wrong_protocol_error(peer, f"no answer at this address (status {status})")
        return error
    return ProviderRefused(
        f"{peer.called} does not offer this model",
        hint=" ".join(filter(None, ["Choose another one in Settings.", _quote(peer, said)])),
        trouble="bad_request",
        status=status,
    )


def _blind(peer: ErrorContext, status: int, said: ServerMessage) -> ProviderError:
    return ProviderRefused(
        f"This model of {peer.called} cannot see pictures",
        hint=" ".join(filter(None, ["Choose another model, or leave the picture out.", _quote(peer, said)])),
        trouble="bad_request",
        status=status,
        code=NO_IMAGES_CODE,
    )


def _quote(peer: ErrorContext, said: ServerMessage) -> str:
    quoted = peer.quotable(said.message)
    return f"It said: {quoted}" if quoted else ""


def _sentence(peer: ErrorContext, trouble: ProviderTrouble, wait: float | None, status: int) -> tuple[str, str]:
    later = f"Ask again in {_duration(wait)}." if wait else "Ask again in a moment."
    match trouble:
        case "auth" if not peer.secret:
            return f"{peer.called} wants a key", "Enter one in Settings."
        case "auth":
            return (
                f"{peer.called} does not accept the key",
                "Check it in Settings: it may be mistyped or no longer valid.",
            )
        case "quota":
            return f"The account at {peer.called} has no credit left", "Add credit there, or choose another provider."
        case "rate_limit":
            return f"{peer.called} gets too many questions from this account", later
        case "overloaded":
            return f"{peer.called} is overloaded or out of order", later
        case "context":
            return (
                f"The chat is too long for this model of {peer.called}",
                "Start a new chat, or read fewer notes.",
            )
        case "no_tools":
            return f"This model of {peer.called} cannot use tools", "Choose another model, or switch tool calling off."
        case "network":
            return f"The connection to {peer.called} timed out or was stopped on its way", later
        case _:
            number = f" (status {status})" if status else ""
            return f"{peer.called} refused the request{number}", "Check the model and the provider in Settings."


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min"


# The tables go by class names, so that no SDK has to be loaded to read them. A test walks every exception class of both
# SDKs and of httpx2 and fails on one that is missing here. Server texts pass `Peer.quotable`: keys never reach a title.

FaultKind = Literal["status", "connection", "timeout", "proxy", "address", "broken", "setup", "unused"]
"""status: the server said no; unused: belongs to parts of an SDK we never call, so meeting it is a bug of ours."""

_SDK_FAULTS: Mapping[str, FaultKind] = {
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

_TRANSPORT_FAULTS: Mapping[str, FaultKind] = {
    "HTTPError": "connection", "RequestError": "connection", "TransportError": "connection",
    "TimeoutException": "timeout", "ConnectTimeout": "timeout", "ReadTimeout": "timeout", "WriteTimeout": "timeout",
    "PoolTimeout": "timeout", "NetworkError": "connection", "ReadError": "connection", "WriteError": "connection",
    "ConnectError": "connection", "CloseError": "connection", "ProxyError": "proxy", "UnsupportedProtocol": "address",
    "ProtocolError": "connection", "LocalProtocolError": "connection", "RemoteProtocolError": "connection",
    "DecodingError": "broken", "TooManyRedirects": "address", "HTTPStatusError": "status", "InvalidURL": "address",
    "CookieConflict": "unused", "SSEError": "broken", "StreamError": "unused", "StreamConsumed": "unused",
    "StreamClosed": "connection", "ResponseNotRead": "unused", "RequestNotRead": "unused",
}  # fmt: skip

_SYSTEM_FAULTS: Mapping[str, FaultKind] = {
    "SSLError": "connection",  # not always wrapped, see openai/_httpx2.py
    "EndOfStream": "connection", "ClosedResourceError": "connection", "BrokenResourceError": "connection",
    "OSError": "connection",
}  # fmt: skip

FAULT_KINDS: Mapping[str, FaultKind] = {**_SDK_FAULTS, **_TRANSPORT_FAULTS, **_SYSTEM_FAULTS}


def is_foreign_error(error: BaseException) -> bool:
    """Tell whether *error* is the world's, to be translated; anything else is a bug of ours and must be seen."""
    return isinstance(error, Exception) and _fault(error) not in (None, "unused")


def translate_error(error: BaseException, peer: ErrorContext, *, begun: bool = False) -> ProviderError:
    """Return what *error* means for a person. *begun*: some of the answer had arrived, and is kept."""
    fault = _fault(error)
    if fault == "status":
        return _status(error, peer)
    found = _TRANSLATORS.get(fault or "setup", _setup)(error, peer)
    if begun and not isinstance(found, ProviderBroken):
        return cut_answer_error(peer)
    return found


def _fault(error: BaseException) -> FaultKind | None:
    return next((FAULT_KINDS[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in FAULT_KINDS), None)


def _status(error: BaseException, peer: ErrorContext) -> ProviderError:
    response = getattr(error, "response", None)
    headers: Mapping[str, str] = getattr(response, "headers", {})
    body = getattr(error, "body", None)
    return error_for_status(
        peer,
        status=int(getattr(response, "status_code", 0)),
        body=body,
        wait=retry_after(headers),
        page="html" in headers.get("content-type", "") or (isinstance(body, str) and body.lstrip().startswith("<")),
    )


def _connection(error: BaseException, peer: ErrorContext) -> ProviderError:
    causes = list(_causes(error))
    if any(type(cause).__name__ == "DecodingError" for cause in causes):
        return _broken(error, peer)  # it answered, but nothing that can be read to its end
    said = " ".join(str(cause) for cause in causes).lower()
    if any(isinstance(cause, socket.gaierror) for cause in causes) or "getaddrinfo" in said:
        return ProviderUnreachable(
            f"The name {peer.host} cannot be found",
            hint="Check that this computer is online, and the provider's address in Settings.",
            trouble="network",
        )
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes) or "certificate" in said:
        return ProviderRefused(
            f"The certificate of {peer.host} cannot be trusted",
            hint="Check this computer's date and its list of certificate authorities; a proxy may be reading along.",
            trouble="network",
        )
    if any(isinstance(cause, ssl.SSLError) for cause in causes) or "ssl" in said:
        return ProviderRefused(
            f"No secure connection to {peer.called} can be made",
            hint="If the server speaks plain HTTP, its address begins with http://.",
            trouble="network",
        )
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes) or "refused" in said:
        return ProviderUnreachable(
            f"Nothing answers at {peer.host}", hint=f"Start {peer.name}, or check its address.", trouble="network"
        )
    return ProviderUnreachable(
        f"{peer.called} cannot be reached",
        hint="Check that this computer is online, then ask again.",
        trouble="network",
    )


def _timeout(error: BaseException, peer: ErrorContext) -> ProviderError:
    return ProviderUnreachable(
        f"{peer.called} did not answer in time",
        hint="Check that this computer is online, or ask again later.",
        trouble="network",
    )


def _proxy(error: BaseException, peer: ErrorContext) -> ProviderError:
    return ProviderUnreachable(
        f"The proxy in front of {peer.host} does not let the request through",
        hint="Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY).",
        trouble="network",
    )


def _address(error: BaseException, peer: ErrorContext) -> ProviderError:
    return ProviderRefused(
        f"The address of {peer.called} cannot be used", hint="Check it in Settings.", trouble="bad_request"
    )


def _broken(error: BaseException, peer: ErrorContext) -> ProviderError:
    return wrong_protocol_error(peer, "something that cannot be read")


def _setup(error: BaseException, peer: ErrorContext) -> ProviderError:
    return ProviderRefused(
        f"{peer.called} cannot be asked", hint="Check its key and address in Settings.", trouble="auth"
    )


_TRANSLATORS: Mapping[FaultKind, Callable[[BaseException, ErrorContext], ProviderError]] = {
    "connection": _connection,
    "timeout": _timeout,
    "proxy": _proxy,
    "address": _address,
    "broken": _broken,
    "setup": _setup,
}


def _causes(error: BaseException) -> Iterator[BaseException]:
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
