"""Web client: one request to a place the guard has let through, and its answer within limits. Follows nobody.

It sends no cookie and no referrer, and takes no proxy from the environment: a proxy looks names up itself, so what was
checked would not be what is asked. Where a network lets nobody out but by a proxy, pages cannot be fetched.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultdesk import __version__
from vaultdesk.core.errors import WebError, WebRefused, WebUnreachable
from vaultdesk.web.guard import Guard, Place
from vaultdesk.web.inflating import ACCEPTED, Inflating
from vaultdesk.web.web_address import WebAddress

if TYPE_CHECKING:
    import ssl

    import httpx2

PLACES_TRIED = 4
"""Addresses of one name that are tried in turn: a computer without IPv6 needs the second."""

AGENT = f"VaultDesk/{__version__}"


@dataclass(frozen=True, slots=True)
class WebLimits:
    """How much and how long."""

    seconds: float = 20.0
    """For one request and its whole answer."""
    connect: float = 8.0
    """Seconds to a connection."""
    packed: int = 4_000_000
    """Bytes as they come over the wire."""
    unpacked: int = 8_000_000
    """Bytes of the body itself: the longest pages have two or three million."""


@dataclass(frozen=True, slots=True)
class WebRequest:
    """What is asked."""

    address: WebAddress
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class WebReply:
    """What came."""

    address: WebAddress
    status: int
    headers: Mapping[str, str]
    """Names in small letters; of several with one name the last."""
    body: bytes = field(repr=False)


class WebClient:
    """Asks public places."""

    def __init__(self, guard: Guard, limits: WebLimits | None = None, trust: "ssl.SSLContext | None" = None) -> None:
        """*trust* stands for this computer's certificates; tests bring their own."""
        self._guard = guard
        self._limits = limits or WebLimits()
        self._trust = trust

    async def ask(self, request: WebRequest) -> WebReply:
        """Send *request*, return the answer whole. Raises `WebError`."""
        try:
            async with asyncio.timeout(self._limits.seconds):
                places = await self._guard.places(request.address)
                return await self._asked(request, places[:PLACES_TRIED])
        except TimeoutError:
            raise WebUnreachable(
                f"{request.address.host} did not answer in time", hint="Try again later, or another page."
            ) from None

    async def _asked(self, request: WebRequest, places: tuple[Place, ...]) -> WebReply:
        await http_loaded()
        import httpx2

        trouble: WebError | None = None
        for place in places:
            try:
                async with self._stream(request, place) as response:
                    return await self._read(request, response)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                trouble = _unconnected(request.address, error)
            except httpx2.HTTPError:
                raise WebUnreachable(
                    f"The connection to {request.address.host} broke off", hint="Try again later."
                ) from None
        assert trouble is not None, "there is at least one place"
        raise trouble

    @asynccontextmanager
    async def _stream(self, request: WebRequest, place: Place) -> "AsyncIterator[httpx2.Response]":
        """Ask at *place* by its number, and by the host's name in the certificate and the headers."""
        import httpx2

        address = request.address
        verify = self._trust if self._trust is not None else True
        # A client of its own for each request: no cookie and no connection is carried from one to the next.
        async with httpx2.AsyncClient(
            verify=verify,
            trust_env=False,
            follow_redirects=False,
            timeout=httpx2.Timeout(self._limits.seconds, connect=self._limits.connect),
        ) as client:
            ip, port = place
            url = httpx2.URL(scheme=address.scheme, host=str(ip), port=port, raw_path=address.target.encode("ascii"))
            sent = httpx2.Request(
                request.method,
                url,
                headers={
                    "Host": address.authority,
                    "User-Agent": AGENT,
                    "Accept-Encoding": ACCEPTED,
                    **request.headers,
                },
                content=request.body or None,
                extensions={**_timeouts(self._limits), "sni_hostname": address.host},
            )
            response = await client.send(sent, stream=True)
            try:
                yield response
            finally:
                await response.aclose()

    async def _read(self, request: WebRequest, response: "httpx2.Response") -> WebReply:
        headers = {name.lower(): value for name, value in response.headers.items()}
        inflating = Inflating(headers.get("content-encoding", ""), self._limits.unpacked)
        pieces: list[bytes] = []
        packed = 0
        async for piece in response.aiter_raw():
            packed += len(piece)
            if packed > self._limits.packed:
                raise WebRefused("The page is too large", hint="Ask for a smaller one.")
            pieces.append(inflating.feed(piece))
        return WebReply(request.address, response.status_code, headers, b"".join(pieces))


async def http_loaded() -> None:
    """Import the network library in a thread: it takes half a second, which a window would stand still for."""

    def load() -> None:
        import httpx2  # noqa: F401 - the next import of it takes no time

    await asyncio.to_thread(load)


def _timeouts(limits: WebLimits) -> dict[str, object]:
    seconds = limits.seconds
    return {"timeout": {"connect": limits.connect, "read": seconds, "write": seconds, "pool": seconds}}


def _unconnected(address: WebAddress, error: Exception) -> WebError:
    if "certificate" in str(error).lower():
        return WebRefused(
            f"The certificate of {address.host} cannot be trusted",
            hint="Check this computer's date; somebody may be reading along.",
        )
    if "ssl" in str(error).lower():
        return WebRefused(f"No secure connection to {address.host} can be made")
    return WebUnreachable(
        f"{address.host} cannot be reached",
        hint="Check that this computer is online. Pages are fetched directly, not through a proxy.",
    )
