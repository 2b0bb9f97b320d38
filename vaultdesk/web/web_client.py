"""HTTP client for public pages: one request to a checked address, its body decompressed within limits."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec import field as struct_field

from vaultdesk import __version__
from vaultdesk.core.certificates import CERTIFICATES_HINT, CERTIFICATES_UNREADABLE, ssl_context_for
from vaultdesk.core.errors import WebError, WebRefused, WebUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination, Purpose, TransmissionLog, http_request_size, record_request
from vaultdesk.web.ssrf_guard import IpEndpoint, SsrfGuard, WebAddress

if TYPE_CHECKING:
    import ssl

    import httpx2


# A few kilobytes can decompress to gigabytes; the HTTP library decompresses each chunk whole.

ACCEPTED_ENCODINGS = "gzip, deflate"
"""Encodings announced to servers. Python 3.11 has no others, and they would save little here."""

_ZLIB_WINDOW_BITS: Mapping[str, int] = {"gzip": 31, "x-gzip": 31, "deflate": 15}
"""zlib's window bits for the header of each encoding."""

_RAW_DEFLATE = -15
"""Window bits without a header: many servers send "deflate" without one."""


class BoundedDecompressor:
    """Decompresses a body chunk by chunk. `feed` raises `WebRefused` if the result exceeds *limit* bytes in total."""

    def __init__(self, encoding: str, limit: int) -> None:
        name = encoding.strip().lower()
        if name not in ("", "identity", *_ZLIB_WINDOW_BITS):
            raise WebRefused(Phrase("The page uses a compression that was not requested"), encoding=name[:40])
        self._decompressor = zlib.decompressobj(_ZLIB_WINDOW_BITS[name]) if name in _ZLIB_WINDOW_BITS else None
        self._remaining = limit
        self._prefix = b""
        """The first bytes of "deflate", until it is known whether they are a header."""
        self._header_known = name != "deflate"

    def feed(self, chunk: bytes) -> bytes:
        data = chunk if self._decompressor is None else self._decompress(chunk)
        self._remaining -= len(data)
        if self._remaining < 0:
            raise WebRefused(Phrase("The page is too large"), hint=Phrase("Try a smaller page."))
        return data

    def _decompress(self, chunk: bytes) -> bytes:
        assert self._decompressor is not None
        if not self._header_known:
            chunk = self._prefix = self._prefix + chunk
            if len(chunk) < 2:
                return b""
            self._header_known = True
            if chunk[0] & 0x0F != 8 or (chunk[0] << 8 | chunk[1]) % 31:
                self._decompressor = zlib.decompressobj(_RAW_DEFLATE)
        try:
            # One byte more than allowed is enough to detect an excess.
            return self._decompressor.decompress(chunk, self._remaining + 1)
        except zlib.error:
            raise WebRefused(Phrase("The compressed page is damaged and cannot be read")) from None


# The client sends no cookie and no referrer, and uses no proxy from the environment: a proxy resolves names itself, so
# the request could go to an unchecked address. In a network that requires a proxy, pages cannot be fetched.

ADDRESSES_TRIED = 4
"""Maximum number of addresses of one name that are tried: a computer without IPv6 needs the second."""

USER_AGENT = f"VaultDesk/{__version__}"


class WebLimits(Struct, frozen=True):
    """Limits on size and time."""

    seconds: float = 20.0
    """For one request and its whole answer."""
    connect: float = 8.0
    """Seconds for connecting."""
    compressed_bytes: int = 4_000_000
    """Maximum number of bytes transferred."""
    body_bytes: int = 8_000_000
    """Maximum number of bytes of the decompressed body: the longest pages have two or three million."""


class WebRequest(Struct, frozen=True):
    """A request to a public address."""

    address: WebAddress
    method: str = "GET"
    headers: Mapping[str, str] = struct_field(default_factory=dict)
    body: bytes = b""
    purpose: Purpose = "page"
    """The purpose recorded in the ledger; it is not sent."""


@dataclass(frozen=True, slots=True)
class WebReply:
    """The answer to a request."""

    address: WebAddress
    status: int
    headers: Mapping[str, str]
    """Names in lower case; of several with one name the last."""
    body: bytes = field(repr=False)


class WebClient:
    """Sends requests to public addresses."""

    def __init__(
        self,
        guard: SsrfGuard,
        limits: WebLimits | None = None,
        ssl_context: "ssl.SSLContext | None" = None,
        log: TransmissionLog | None = None,
    ) -> None:
        """*ssl_context* replaces this computer's certificates, in tests. *log* records each request."""
        self.log = log
        self._guard = guard
        self._limits = limits or WebLimits()
        self._ssl_context = ssl_context

    def check_address(self, address: WebAddress) -> None:
        """Raise `AddressBlocked` for an address that is never requested. Nothing is sent and no name is looked up."""
        self._guard.check(address)

    async def fetch(self, request: WebRequest) -> WebReply:
        """Record and send *request*, return the whole answer. Raises `WebError`, `LedgerFailed`."""
        address = request.address
        headers = _headers_of(request)
        size = http_request_size(
            request.method,
            address.target,
            ((name.encode(), value.encode("utf-8", "replace")) for name, value in headers.items()),
            len(request.body),
        )
        # Before the lookup, which already reveals the name.
        await record_request(self.log, Destination(address.host, address.host, local=False), request.purpose, size)
        try:
            async with asyncio.timeout(self._limits.seconds):
                endpoints = await self._guard.resolve(request.address)
                return await self._try_endpoints(request, endpoints[:ADDRESSES_TRIED])
        except TimeoutError:
            raise WebUnreachable(
                Phrase("{0} did not answer in time", request.address.host),
                hint=Phrase("Try again later, or choose another page."),
            ) from None

    async def _try_endpoints(self, request: WebRequest, endpoints: tuple[IpEndpoint, ...]) -> WebReply:
        await preload_http(request.address.url)
        import httpx2

        last_error: WebError | None = None
        for endpoint in endpoints:
            try:
                async with self._stream(request, endpoint) as response:
                    return await self._read(request, response)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                last_error = _connection_error(request.address, error)
            except httpx2.HTTPError:
                raise WebUnreachable(
                    Phrase("The connection to {0} was interrupted", request.address.host),
                    hint=Phrase("Try again later."),
                ) from None
        assert last_error is not None, "resolve returns at least one endpoint"
        raise last_error

    @asynccontextmanager
    async def _stream(self, request: WebRequest, endpoint: IpEndpoint) -> "AsyncIterator[httpx2.Response]":
        """Send *request* to *endpoint* by its IP address, with the host's name in the certificate check and the
        headers.
        """
        import httpx2

        address = request.address
        verify = self._ssl_context or ssl_context_for(address.url)
        # A separate client for each request: neither cookies nor connections are shared.
        async with httpx2.AsyncClient(
            verify=verify,
            trust_env=False,
            follow_redirects=False,
            timeout=httpx2.Timeout(self._limits.seconds, connect=self._limits.connect),
        ) as client:
            ip, port = endpoint
            url = httpx2.URL(scheme=address.scheme, host=str(ip), port=port, raw_path=address.target.encode("ascii"))
            http_request = httpx2.Request(
                request.method,
                url,
                headers=_headers_of(request),
                content=request.body or None,
                extensions={**_timeouts(self._limits), "sni_hostname": address.host},
            )
            response = await client.send(http_request, stream=True)
            try:
                yield response
            finally:
                await response.aclose()

    async def _read(self, request: WebRequest, response: "httpx2.Response") -> WebReply:
        headers = {name.lower(): value for name, value in response.headers.items()}
        decompressor = BoundedDecompressor(headers.get("content-encoding", ""), self._limits.body_bytes)
        chunks: list[bytes] = []
        transferred = 0
        async for chunk in response.aiter_raw():
            transferred += len(chunk)
            if transferred > self._limits.compressed_bytes:
                raise WebRefused(Phrase("The page is too large"), hint=Phrase("Try a smaller page."))
            chunks.append(decompressor.feed(chunk))
        return WebReply(request.address, response.status_code, headers, b"".join(chunks))


def _headers_of(request: WebRequest) -> dict[str, str]:
    headers = {
        "Host": request.address.authority,
        "User-Agent": USER_AGENT,
        "Accept-Encoding": ACCEPTED_ENCODINGS,
        **request.headers,
    }
    return headers | {"Content-Length": str(len(request.body))} if request.body else headers


async def preload_http(url: str) -> None:
    """Import the network library and load the certificates for *url* in a thread: it takes half a second, which would
    block the window. Raises `WebUnreachable`.
    """

    def load() -> None:
        import httpx2  # noqa: F401 - the next import of it takes no time

        ssl_context_for(url)

    try:
        await asyncio.to_thread(load)
    except OSError as error:
        raise WebUnreachable(CERTIFICATES_UNREADABLE, hint=CERTIFICATES_HINT) from error


def _timeouts(limits: WebLimits) -> dict[str, object]:
    seconds = limits.seconds
    return {"timeout": {"connect": limits.connect, "read": seconds, "write": seconds, "pool": seconds}}


def _connection_error(address: WebAddress, error: Exception) -> WebError:
    if "certificate" in str(error).lower():
        return WebRefused(
            Phrase("The certificate of {0} cannot be trusted", address.host),
            hint=Phrase("Check this computer's date and time. The connection may be intercepted."),
        )
    if "ssl" in str(error).lower():
        return WebRefused(Phrase("No secure connection to {0} can be made", address.host))
    return WebUnreachable(
        Phrase("{0} cannot be reached", address.host),
        hint=Phrase("Check that this computer is online. Pages are fetched directly, not through a proxy."),
    )
