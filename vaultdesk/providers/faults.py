"""Faults: what the vendors' SDKs and the HTTP library raise, translated at one door (STYLE rule 4).

The tables go by class names, so that no SDK has to be loaded to read them. A test walks every exception class of both
SDKs and of httpx2 and fails on one that is missing here. Server texts pass `Peer.quotable`: keys never reach a title.
"""

import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.providers.peer import Peer, cut, not_spoken
from vaultdesk.providers.refusals import refusal, retry_after

Fault = Literal["status", "connection", "timeout", "proxy", "address", "broken", "setup", "unused"]
"""status: the server said no; unused: belongs to parts of an SDK we never call, so meeting it is a bug of ours."""

_SDK_FAULTS: Mapping[str, Fault] = {
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

_TRANSPORT_FAULTS: Mapping[str, Fault] = {
    "HTTPError": "connection", "RequestError": "connection", "TransportError": "connection",
    "TimeoutException": "timeout", "ConnectTimeout": "timeout", "ReadTimeout": "timeout", "WriteTimeout": "timeout",
    "PoolTimeout": "timeout", "NetworkError": "connection", "ReadError": "connection", "WriteError": "connection",
    "ConnectError": "connection", "CloseError": "connection", "ProxyError": "proxy", "UnsupportedProtocol": "address",
    "ProtocolError": "connection", "LocalProtocolError": "connection", "RemoteProtocolError": "connection",
    "DecodingError": "broken", "TooManyRedirects": "address", "HTTPStatusError": "status", "InvalidURL": "address",
    "CookieConflict": "unused", "SSEError": "broken", "StreamError": "unused", "StreamConsumed": "unused",
    "StreamClosed": "connection", "ResponseNotRead": "unused", "RequestNotRead": "unused",
}  # fmt: skip

_SYSTEM_FAULTS: Mapping[str, Fault] = {
    "SSLError": "connection",  # not always wrapped, see openai/_httpx2.py
    "EndOfStream": "connection", "ClosedResourceError": "connection", "BrokenResourceError": "connection",
    "OSError": "connection",
}  # fmt: skip

FAULTS: Mapping[str, Fault] = {**_SDK_FAULTS, **_TRANSPORT_FAULTS, **_SYSTEM_FAULTS}


def is_foreign(error: BaseException) -> bool:
    """Tell whether *error* is the world's, to be translated; anything else is a bug of ours and must be seen."""
    return isinstance(error, Exception) and _fault(error) not in (None, "unused")


def translated(error: BaseException, peer: Peer, *, begun: bool = False) -> ProviderError:
    """Return what *error* means for a person. *begun*: some of the answer had arrived, and is kept."""
    fault = _fault(error)
    if fault == "status":
        return _status(error, peer)
    found = _TRANSLATORS.get(fault or "setup", _setup)(error, peer)
    if begun and not isinstance(found, ProviderBroken):
        return cut(peer)
    return found


def _fault(error: BaseException) -> Fault | None:
    return next((FAULTS[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in FAULTS), None)


def _status(error: BaseException, peer: Peer) -> ProviderError:
    response = getattr(error, "response", None)
    headers: Mapping[str, str] = getattr(response, "headers", {})
    body = getattr(error, "body", None)
    return refusal(
        peer,
        status=int(getattr(response, "status_code", 0)),
        body=body,
        wait=retry_after(headers),
        page="html" in headers.get("content-type", "") or (isinstance(body, str) and body.lstrip().startswith("<")),
    )


def _connection(error: BaseException, peer: Peer) -> ProviderError:
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


def _timeout(error: BaseException, peer: Peer) -> ProviderError:
    return ProviderUnreachable(
        f"{peer.called} did not answer in time",
        hint="Check that this computer is online, or ask again later.",
        trouble="network",
    )


def _proxy(error: BaseException, peer: Peer) -> ProviderError:
    return ProviderUnreachable(
        f"The proxy in front of {peer.host} does not let the request through",
        hint="Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY).",
        trouble="network",
    )


def _address(error: BaseException, peer: Peer) -> ProviderError:
    return ProviderRefused(
        f"The address of {peer.called} cannot be used", hint="Check it in Settings.", trouble="bad_request"
    )


def _broken(error: BaseException, peer: Peer) -> ProviderError:
    return not_spoken(peer, "something that cannot be read")


def _setup(error: BaseException, peer: Peer) -> ProviderError:
    return ProviderRefused(
        f"{peer.called} cannot be asked", hint="Check its key and address in Settings.", trouble="auth"
    )


_TRANSLATORS: Mapping[Fault, Callable[[BaseException, Peer], ProviderError]] = {
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
