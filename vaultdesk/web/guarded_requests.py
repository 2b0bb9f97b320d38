"""A `requests` session whose traffic goes through the guarded client, for libraries that need one.

Each request is passed to the loop, checked there like a page's, and awaited in the thread that made it.
"""

import asyncio
import io
import threading
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future

from requests import PreparedRequest, Response, Session
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict
from requests.utils import get_encoding_from_headers

from vaultdesk.core.errors import AddressBlocked, WebUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.web.ssrf_guard import WebAddress
from vaultdesk.web.web_client import WebClient, WebReply, WebRequest

ALLOWED_SITE = "youtube.com"
"""The only site, including subdomains, whose pages are fetched for a transcript."""

_FORWARDED_HEADERS = ("accept", "accept-language", "content-type", "cookie")
"""Headers of the library that are forwarded. The cookie answers YouTube's consent question."""


class LoopBridge:
    """Passes requests from a thread to the loop, until it is stopped."""

    def __init__(self, client: WebClient, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop
        self._lock = threading.Lock()
        self._pending: Future[WebReply] | None = None
        self._stopped = False

    def stop(self) -> None:
        """Refuse further requests and cancel those in progress."""
        with self._lock:
            self._stopped = True
            if self._pending is not None:
                self._pending.cancel()

    def send(self, request: WebRequest) -> WebReply:
        """Send *request* and wait for the answer. For any thread but the loop's. Raises `WebError`."""
        if not f".{request.address.host}".endswith(f".{ALLOWED_SITE}") or request.address.scheme != "https":
            raise AddressBlocked(Phrase("YouTube redirects to {0}, which is not followed", request.address.host))
        with self._lock:
            if self._stopped:
                raise WebUnreachable(Phrase("The request was canceled"))
            self._pending = asyncio.run_coroutine_threadsafe(self._client.fetch(request), self._loop)
        try:
            return self._pending.result()
        except CancelledError:
            raise WebUnreachable(Phrase("The request was canceled")) from None


def guarded_session(bridge: LoopBridge) -> Session:
    """Return a session whose every request goes through *bridge*."""
    session = Session()
    # Neither proxies nor passwords from the environment.
    session.trust_env = False
    session.adapters.clear()
    session.mount("https://", _BridgeAdapter(bridge))
    return session


class _BridgeAdapter(BaseAdapter):
    def __init__(self, bridge: LoopBridge) -> None:
        super().__init__()
        self._bridge = bridge

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: float | tuple[float | None, float | None] | None = None,
        verify: bool | str = True,
        *args: object,
        **kwargs: object,
    ) -> Response:
        headers = {
            name: _decoded_header(value)
            for name, value in request.headers.items()
            if name.lower() in _FORWARDED_HEADERS
        }
        body = request.body.encode() if isinstance(request.body, str) else request.body or b""
        assert isinstance(body, bytes), "the library sends its body as one text, not as a stream"
        address = WebAddress.parse(request.url or "")
        reply = self._bridge.send(WebRequest(address, request.method or "GET", headers, body, "transcript"))
        return _response(request, reply)

    def close(self) -> None:
        """Do nothing: no resource is held."""


def _response(request: PreparedRequest, reply: WebReply) -> Response:
    # The body is decompressed already.
    headers: Mapping[str, str] = {name: value for name, value in reply.headers.items() if name != "content-encoding"}
    response = Response()
    response.status_code = reply.status
    response.headers = CaseInsensitiveDict(headers)
    response.encoding = get_encoding_from_headers(response.headers) or "utf-8"
    response.url = request.url or ""
    response.request = request
    response.raw = io.BytesIO(reply.body)
    return response


def _decoded_header(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
