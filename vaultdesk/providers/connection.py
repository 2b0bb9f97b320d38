"""Connection: the one HTTP client every vendor's SDK is given. Knows addresses, keys and patience; no wire format.

The SDKs read environment variables for headers and follow redirects with the whole chat in hand (THREATS 0.6, 0.11).
So the client, not the SDK, has the last word on both.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar
from urllib.request import getproxies, proxy_bypass

from vaultdesk import __version__
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.address import Address

if TYPE_CHECKING:
    import httpx2

T = TypeVar("T")

_SENT = frozenset(
    {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length", "transfer-encoding",
        "anthropic-version",
        "x-stainless-raw-response",  # how the SDK tells itself to hand over the raw body
    }
)  # fmt: skip
"""Headers a request keeps; the rest tells about this computer, or came from its environment."""


LONGEST_BODY = 16_000_000
"""Bytes of a list or a refusal: the SDKs read them to their end, whatever comes. Answers have limits of their own."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a provider may take."""

    connect: float = 10.0
    """Seconds to a connection: a host that is up answers in one or two, even through a proxy."""
    quiet: float = 300.0
    """Seconds without content: a local model loads for minutes, and hidden thinking is silent (PROTOCOLS 3.6)."""


PATIENCE = Patience()
"""What holds unless a test says otherwise."""


def http_client(
    address: Address,
    headers: Mapping[str, str],
    patience: Patience,
    transport: "httpx2.AsyncBaseTransport | None" = None,
) -> "httpx2.AsyncClient":
    """Return a client that sends *headers* and little else, and that follows nobody. Raises `ProviderRefused`."""
    import httpx2

    async def only_ours(request: httpx2.Request) -> None:
        for name in [name for name in request.headers if name.lower() not in _SENT]:
            del request.headers[name]
        request.headers["User-Agent"] = f"VaultDesk/{__version__}"
        request.headers.update(headers)

    async def bounded(response: httpx2.Response) -> None:
        if isinstance(response.stream, httpx2.AsyncByteStream) and (
            response.request.method == "GET" or not response.is_success
        ):
            response.stream = _bounded(response.stream)

    try:
        return httpx2.AsyncClient(
            transport=transport,
            follow_redirects=False,
            # A proxy named in the environment must not see what is meant for this computer (PROTOCOLS 5.5.29).
            trust_env=not address.local,
            timeout=httpx2.Timeout(patience.quiet, connect=patience.connect, pool=patience.connect),
            event_hooks={"request": [only_ours], "response": [bounded]},
        )
    except (ImportError, ValueError, httpx2.InvalidURL) as error:
        # Proxies are read from the environment here: SOCKS needs a library, a typo is a ValueError.
        raise ProviderRefused(
            f"The proxy settings of this computer cannot be used for {address.host}",
            hint="Set HTTPS_PROXY to an address like http://proxy:3128, or unset ALL_PROXY.",
            trouble="network",
            cause=type(error).__name__,
        ) from None


def _bounded(stream: "httpx2.AsyncByteStream") -> "httpx2.AsyncByteStream":
    """Return *stream* with an end."""
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        """The same bytes, up to a number of them."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for piece in stream:
                size += len(piece)
                if size > LONGEST_BODY:
                    raise httpx2.DecodingError("the body has no end")
                yield piece

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()


def proxy_of(address: Address) -> str:
    """Return the proxy that questions to *address* pass, as `host:port`; empty where they go straight.

    Read from where the HTTP library reads it: the environment, or the system's own settings.
    """
    host = address.host.rpartition(":")[0] if ":" in address.host and "]" not in address.host else address.host
    if address.local or proxy_bypass(host):
        return ""
    proxies = getproxies()
    written = proxies.get(address.url.partition(":")[0]) or proxies.get("all") or ""
    # A name and password may stand in it; they are nobody's to read.
    return written.rpartition("@")[2].rpartition("://")[2].strip("/")


async def in_thread(make: Callable[[], T]) -> T:
    """Run *make* in a thread of its own: a vendor's SDK takes up to two seconds to import (QT D6)."""
    loader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="provider")
    try:
        return await asyncio.get_running_loop().run_in_executor(loader, make)
    finally:
        loader.shutdown(wait=False)
