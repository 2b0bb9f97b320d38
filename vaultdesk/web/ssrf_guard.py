"""SSRF guard: parses web addresses strictly, resolves a host once, and allows requests to public addresses and web
ports only."""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from urllib.parse import quote, urljoin

from msgspec import Struct

from vaultdesk.core.errors import AddressBlocked, WebUnreachable
from vaultdesk.core.phrases import Number, Phrase

# An allow-list: an address not known to be public is not (vaultdesk/web/README.md, "Public addresses").

IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""The upper half of an interface identifier that is followed by an IPv4 address."""

_NEVER_PUBLIC = tuple(
    ipaddress.ip_network(text)
    for text in (
        "168.63.129.16/32",  # Azure's internal service, on an address that looks public
        "192.0.0.0/24",
        "192.88.99.0/24",  # 6to4 relays, deprecated
        "2001::/32",  # Teredo: contains the address of an arbitrary router
        "2001:db8::/32",
        "2002::/16",  # 6to4, deprecated: contains an arbitrary IPv4 address
        "3fff::/20",
        "5f00::/16",
    )
)
"""Networks that `ipaddress`, in some versions, calls global, although they have no public pages."""


def is_public_ip(address: IP) -> bool:
    """Whether *address*, and every address embedded in it, is public."""
    return all(_is_public(embedded) for embedded in _with_embedded(address))


def _is_public(address: IP) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        if _is_nat64(address):
            return True
        if address.scope_id is not None or address not in _GLOBAL_UNICAST:
            return False
    if any(address in network for network in _NEVER_PUBLIC if network.version == address.version):
        return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    )


_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
"""All allocated addresses; only NAT64 is outside it."""


def _is_nat64(address: ipaddress.IPv6Address) -> bool:
    return address.scope_id is None and address in _NAT64


def _with_embedded(address: IP) -> Iterator[IP]:
    """Yield *address* and the IPv4 addresses that may be embedded in it."""
    if isinstance(address, ipaddress.IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
        return
    yield address
    number = int(address)
    if _is_nat64(address) or (number >> 32 & 0xFFFF_FFFF) in _ISATAP:
        yield ipaddress.IPv4Address(number & 0xFFFF_FFFF)


# Parsers of addresses differ, so what one checked another may fetch differently (vaultdesk/web/README.md, "One parser,
# one resolution"). The text is therefore parsed strictly here and serialized again; no other component reads the
# original.

MAX_ADDRESS_LENGTH = 2_048
"""Maximum number of characters; a longer one carries data and is not a page's address."""

USUAL_PORTS = {"http": 80, "https": 443}

_PARTS = re.compile(r"(https?)://([^/?#]+)([^?#]*)(\?[^#]*)?(?:#.*)?", re.IGNORECASE)
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
_UNQUOTED = "/%:@!$&'()*+,;=-._~?"
"""Characters of a path or query that are not percent-encoded."""

_HINT = Phrase("Enter the complete address, such as https://example.org/page.")


class WebAddress(Struct, frozen=True):
    """The address of one page."""

    scheme: str
    host: str
    """A name in lower-case ASCII, or an IP address in canonical form, without brackets."""
    port: int
    target: str
    """Path and query."""
    ip: IP | None = None
    """The IP address in `host`; None for a name."""

    @classmethod
    def parse(cls, text: str) -> "WebAddress":
        """Return the address in *text*. Raises `AddressBlocked` for anything ambiguous."""
        address = text.strip()
        if len(address) > MAX_ADDRESS_LENGTH:
            raise AddressBlocked(
                Phrase("This address is longer than {0} characters", Number(MAX_ADDRESS_LENGTH)), hint=_HINT
            )
        match = _PARTS.fullmatch(address)
        if match is None or "\\" in address or not address.isprintable() or " " in address:
            raise AddressBlocked(Phrase("{0} is not the address of a web page", _quoted(address)), hint=_HINT)
        scheme, authority, path, query = match[1].lower(), match[2], match[3], match[4] or ""
        if "@" in authority:
            raise AddressBlocked(Phrase("Addresses that contain a user name are not fetched"), hint=_HINT)
        name, port = _host_and_port(authority, USUAL_PORTS[scheme])
        host, ip = _normalized_host(name)
        return cls(scheme, host, port, quote(path or "/", safe=_UNQUOTED) + quote(query, safe=_UNQUOTED), ip)

    def join(self, location: str) -> "WebAddress":
        """Return the address of *location*, a link on this page. Raises `AddressBlocked`."""
        try:
            return WebAddress.parse(urljoin(self.url, location.strip()))
        except ValueError:
            raise AddressBlocked(Phrase("{0} is not the address of a web page", _quoted(location))) from None

    @property
    def authority(self) -> str:
        """Host and, if it is not the default one, port, as in the `Host` header."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == USUAL_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address, serialized again."""
        return f"{self.scheme}://{self.authority}{self.target}"


def _host_and_port(authority: str, default_port: int) -> tuple[str, int]:
    name, colon, digits = authority, "", ""
    if not authority.endswith("]"):
        name, colon, digits = authority.rpartition(":")
        if not colon:
            name, digits = authority, ""
    if not digits:
        return name, default_port
    if not (digits.isascii() and digits.isdigit()) or not 0 < int(digits[:6]) < 65_536 or len(digits) > 5:
        raise AddressBlocked(Phrase("{0} has no valid port", _quoted(authority)), hint=_HINT)
    return name, int(digits)


def _normalized_host(name: str) -> tuple[str, IP | None]:
    """Return the host as it is looked up, and the IP address if it is one, in any notation."""
    if name.startswith("["):
        try:
            ipv6 = ipaddress.IPv6Address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            raise AddressBlocked(Phrase("{0} is not a valid host", _quoted(name)), hint=_HINT) from None
        if ipv6.scope_id is not None or not name.endswith("]"):
            raise AddressBlocked(Phrase("An address with a zone is in a local network"), hint=_HINT)
        return str(ipv6), ipv6
    host = _ascii(name).removesuffix(".")
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        # 127.1, 2130706433, 0x7f.1 and 0177.0.0.1 all connect to this computer.
        try:
            ip = ipaddress.IPv4Address(socket.inet_aton(host))
        except (OSError, ValueError):
            raise AddressBlocked(Phrase("{0} is not a valid host", _quoted(name)), hint=_HINT) from None
        return str(ip), ip
    if len(host) > 253 or not _NAME.fullmatch(host):
        raise AddressBlocked(Phrase("{0} is not a valid host", _quoted(name)), hint=_HINT)
    return host, None


def _ascii(name: str) -> str:
    """Return *name* as it is looked up: lower case, normalized, non-ASCII labels as punycode."""
    if name.isascii():
        return name.lower()
    import idna

    try:
        return idna.encode(name, uts46=True, transitional=False).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        raise AddressBlocked(Phrase("{0} is not a valid host", _quoted(name)), hint=_HINT) from None


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 120 else f"{text[:119]}…")


# The client connects to the checked addresses, never to the name: a second lookup could return others.

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
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [(str(entry[4][0]), int(entry[4][1])) for entry in entries]


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
        endpoints = ((address.ip, address.port),) if address.ip is not None else await self._look_up(address)
        for ip, port in endpoints:
            self._check_endpoint(address, ip, port)
        return endpoints

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
                Phrase("{0} is not a public web site: it is this computer or is in a private network", address.host),
                hint=Phrase("Only public pages are fetched."),
            )
        self._check_port(port)

    def _check_port(self, port: int) -> None:
        if port not in WEB_PORTS:
            raise AddressBlocked(
                Phrase("Port {0} is not used for web pages", port), hint=Phrase("Only web pages are fetched.")
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
                resolved = await self._resolver(address.host, address.port)
            endpoints = tuple(dict.fromkeys((ipaddress.ip_address(text), port) for text, port in resolved))
        except (OSError, UnicodeError, ValueError):  # TimeoutError is an OSError.
            endpoints = ()
        if not endpoints:
            raise WebUnreachable(
                Phrase("The name {0} cannot be found", address.host),
                hint=Phrase("Check the address, and that this computer is online."),
            )
        return endpoints
