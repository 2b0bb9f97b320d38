"""A `requests` session whose traffic goes through the guarded client, for libraries that need one.

Each request goes to the loop, is checked there like a page's, and waited for in the thread that made it.
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

from vaultdesk.core.errors import AddressBarred, WebUnreachable
from vaultdesk.web.web_address import WebAddress
from vaultdesk.web.web_client import WebClient, WebReply, WebRequest

ALLOWED_SITE = "youtube.com"
"""Whose pages, with all below it, a transcript is made of; nothing else is asked."""

_SENT = ("accept", "accept-language", "content-type", "cookie")
"""Headers of the library that go on. The cookie is the one by which it answers YouTube's question of consent."""


class LoopBridge:
    """Carries requests from a thread to the loop, until it is stopped."""

    def __init__(self, client: WebClient, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop
        self._lock = threading.Lock()
        self._waiting: Future[WebReply] | None = None
        self._stopped = False

    def stop(self) -> None:
        """Carry nothing more; what is under way is given up."""
        with self._lock:
            self._stopped = True
            if self._waiting is not None:
                self._waiting.cancel()

    def carry(self, request: WebRequest) -> WebReply:
        """Ask, and wait for the answer. For any thread but the loop's. Raises `WebError`."""
        if not f".{request.address.host}".endswith(f".{ALLOWED_SITE}") or request.address.scheme != "https":
            raise AddressBarred(f"YouTube sends to {request.address.host}, which is not asked")
        with self._lock:
            if self._stopped:
                raise WebUnreachable("Nobody waits for this answer any more")
            self._waiting = asyncio.run_coroutine_threadsafe(self._client.ask(request), self._loop)
        try:
            return self._waiting.result()
        except CancelledError:
            raise WebUnreachable("Nobody waits for this answer any more") from None


def guarded_session(carrier: LoopBridge) -> Session:
    """Return a session whose every request passes *carrier*."""
    session = Session()
    # Neither proxies nor passwords of the environment.
    session.trust_env = False
    session.adapters.clear()
    session.mount("https://", _Adapter(carrier))
    return session


class _Adapter(BaseAdapter):
    def __init__(self, carrier: LoopBridge) -> None:
        super().__init__()
        self._carrier = carrier

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: float | tuple[float | None, float | None] | None = None,
        verify: bool | str = True,
        *rest: object,
        **more: object,
    ) -> Response:
        headers = {name: _text(value) for name, value in request.headers.items() if name.lower() in _SENT}
        body = request.body.encode() if isinstance(request.body, str) else request.body or b""
        assert isinstance(body, bytes), "the library sends JSON, whole"
        address = WebAddress.parse(request.url or "")
        reply = self._carrier.carry(WebRequest(address, request.method or "GET", headers, body))
        return _response(request, reply)

    def close(self) -> None:
        """Nothing is held."""


def _response(request: PreparedRequest, reply: WebReply) -> Response:
    # The body is unpacked already.
    headers: Mapping[str, str] = {n: v for n, v in reply.headers.items() if n != "content-encoding"}
    response = Response()
    response.status_code = reply.status
    response.headers = CaseInsensitiveDict(headers)
    response.encoding = get_encoding_from_headers(response.headers) or "utf-8"
    response.url = request.url or ""
    response.request = request
    response.raw = io.BytesIO(reply.body)
    return response


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
