"""SSRF guard: resolves a host once and allows requests to public addresses and web ports only.

The client connects to the checked addresses, never to the name: a second lookup could return others.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Collection, Sequence

from vaultdesk.core.errors import AddressBlocked, WebUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.web.web_address import IP, WebAddress, is_public_ip

WEB_PORTS = frozenset({80, 443, 8080, 8443})
"""Ports of web pages; others are different services (vaultdesk/web/README.md, "Public addresses")."""

LOOKUP_TIMEOUT = 10.0
"""Seconds for a lookup; a reachable name server answers in a tenth of one."""

_PRIVATE_SUFFIXES = frozenset(
    {"localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "arpa", "onion",
     "test", "invalid", "example", "alt", "i2p"}
)  # fmt: skip
"""Last labels of names that are never looked up on the internet, or refer to the local network."""

IpEndpoint = tuple[IP, int]
"""Address and port to connect to."""

Resolver = Callable[[str, int], Awaitable[Sequence[tuple[str, int]]]]
"""Resolves a host and port to addresses, each with its port. Raises `OSError`."""

PermittedEndpoints = Collection[tuple[str, int]]
"""Addresses and ports that are allowed although they are not public."""


async def system_resolver(host: str, port: int) -> Sequence[tuple[str, int]]:
    """Return the system's addresses of *host*."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [(str(index[4][0]), int(index[4][1])) for index in found]


class SsrfGuard:
    """Checks the target of an address before anything is sent there."""

    def __init__(self, resolver: Resolver = system_resolver, permitted: PermittedEndpoints = ()) -> None:
        """*permitted* is for tests only: a local server replaces a site. No setting or variable sets it."""
        self._resolver = resolver
        self._permitted = frozenset(permitted)

    async def resolve(self, address: WebAddress) -> tuple[IpEndpoint, ...]:
        """Return the endpoints of *address*; every result of the lookup must be public.

        Raises `AddressBlocked`, and `WebUnreachable` if the name cannot be resolved.
        """
        self.check(address)
        found = ((address.ip, address.port),) if address.ip is not None else await self._look_up(address)
        for ip, port in found:
            self._check_endpoint(address, ip, port)
        return found

    def check(self, address: WebAddress) -> None:
        """Raise `AddressBlocked` for an address that is refused independently of the lookup. Sends nothing."""
        if address.ip is not None:
            self._check_endpoint(address, address.ip, address.port)
        else:
            self._check_name(address)

    def _check_endpoint(self, address: WebAddress, ip: IP, port: int) -> None:
        if (str(ip), port) in self._permitted:
            return
        if not is_public_ip(ip):
            raise AddressBlocked(
                Phrase("{0} is not a public web site: it is this computer or one of a private network", address.host),
                hint=Phrase("Only public pages are fetched."),
            )
        self._check_port(port)

    def _check_port(self, port: int) -> None:
        if port not in WEB_PORTS:
            raise AddressBlocked(
                Phrase("Port {0} is not one of web pages", port), hint=Phrase("Only web pages are fetched.")
            )

    def _check_name(self, address: WebAddress) -> None:
        first, _, last = address.host.rpartition(".")
        if not self._permitted and (not first or last in _PRIVATE_SUFFIXES):
            raise AddressBlocked(
                Phrase("{0} is a name of a private network, not of a public web site", address.host),
                hint=Phrase("Only public pages are fetched."),
            )
        if not self._permitted:
            self._check_port(address.port)

    async def _look_up(self, address: WebAddress) -> tuple[IpEndpoint, ...]:
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                found = await self._resolver(address.host, address.port)
            endpoints = tuple(dict.fromkeys((ipaddress.ip_address(text), port) for text, port in found))
        except (OSError, UnicodeError, ValueError):  # TimeoutError is an OSError.
            endpoints = ()
        if not endpoints:
            raise WebUnreachable(
                Phrase("The name {0} cannot be found", address.host),
                hint=Phrase("Check the address, and that this computer is online."),
            )
        return endpoints
