"""Strict parser for web addresses, and the test whether an IP address belongs to the public internet."""

import ipaddress
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urljoin

from vaultdesk.core.errors import AddressBlocked
from vaultdesk.core.phrases import Number, Phrase

# Written as an allow-list: what is not known to be public is not (vaultdesk/web/README.md, "Public addresses").

IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""The upper half of an interface's number that says: an IPv4 address follows."""

_NEVER_PUBLIC = tuple(
    ipaddress.ip_network(text)
    for text in (
        "168.63.129.16/32",  # Azure's own service on every virtual machine, on an address that looks public
        "192.0.0.0/24",
        "192.88.99.0/24",  # relays of 6to4, given up
        "2001::/32",  # Teredo: the address of somebody's own router is in it
        "2001:db8::/32",
        "2002::/16",  # 6to4, given up: an IPv4 address of anybody's choice is in it
        "3fff::/20",
        "5f00::/16",
    )
)
"""Networks that `ipaddress` calls global, or calls so in some versions, and that nobody publishes pages on."""


def is_public_ip(address: IP) -> bool:
    """Whether *address*, and every address it carries within, is one of the public internet."""
    return all(_is_public(one) for one in _unwrapped(address))


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
"""All that was ever given out; NAT64 alone lies outside it."""


def _is_nat64(address: ipaddress.IPv6Address) -> bool:
    return address.scope_id is None and address in _NAT64


def _unwrapped(address: IP) -> Iterator[IP]:
    """Yield *address* and the IPv4 addresses it may stand for."""
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


# Readers of addresses differ, and what one of them checked another may fetch otherwise
# (vaultdesk/web/README.md, "One parser, one resolution"). So the text is taken apart here, strictly, and put together
# anew; what was written is read by nobody else.

LONGEST_ADDRESS = 2_048
"""Characters; a longer one carries data and is not a page's address."""

USUAL_PORTS = {"http": 80, "https": 443}

_PARTS = re.compile(r"(https?)://([^/?#]+)([^?#]*)(\?[^#]*)?(?:#.*)?", re.IGNORECASE)
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
_UNQUOTED = "/%:@!$&'()*+,;=-._~?"
"""Signs that stand in a path or query as they are."""

_HINT = Phrase("Write it whole, like https://example.org/page.")


@dataclass(frozen=True, slots=True)
class WebAddress:
    """Where one page is."""

    scheme: str
    host: str
    """A name in ASCII and small letters, or an IP address in its usual spelling, without brackets."""
    port: int
    target: str
    """Path and query."""
    ip: IP | None = None
    """The address that `host` is, where it is no name."""

    @classmethod
    def parse(cls, text: str) -> "WebAddress":
        """Return the address *text* spells. Raises `AddressBlocked` for anything in doubt."""
        written = text.strip()
        if len(written) > LONGEST_ADDRESS:
            raise AddressBlocked(
                Phrase("This address is longer than {0} characters", Number(LONGEST_ADDRESS)), hint=_HINT
            )
        found = _PARTS.fullmatch(written)
        if found is None or "\\" in written or not written.isprintable() or " " in written:
            raise AddressBlocked(Phrase("{0} is no address of a web page", _quoted(written)), hint=_HINT)
        scheme, authority, path, query = found[1].lower(), found[2], found[3], found[4] or ""
        if "@" in authority:
            raise AddressBlocked(Phrase("An address with a user name in it is not fetched"), hint=_HINT)
        name, port = _host_and_port(authority, USUAL_PORTS[scheme])
        host, ip = _normalized_host(name)
        return cls(scheme, host, port, quote(path or "/", safe=_UNQUOTED) + quote(query, safe=_UNQUOTED), ip)

    def join(self, location: str) -> "WebAddress":
        """Return where *location*, as a page here names it, leads. Raises `AddressBlocked`."""
        try:
            return WebAddress.parse(urljoin(self.url, location.strip()))
        except ValueError:
            raise AddressBlocked(Phrase("{0} is no address of a web page", _quoted(location))) from None

    @property
    def authority(self) -> str:
        """Host and, where it is not the usual one, port: what a server is told it is called."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == USUAL_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address, put together anew."""
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
        raise AddressBlocked(Phrase("{0} names no port", _quoted(authority)), hint=_HINT)
    return name, int(digits)


def _normalized_host(name: str) -> tuple[str, IP | None]:
    """Return the host as it is looked up, and the IP address where it is one, in whichever spelling."""
    if name.startswith("["):
        try:
            six = ipaddress.IPv6Address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            raise AddressBlocked(Phrase("{0} is no host", _quoted(name)), hint=_HINT) from None
        if six.scope_id is not None or not name.endswith("]"):
            raise AddressBlocked(Phrase("An address with a zone is one of a local network"), hint=_HINT)
        return str(six), six
    host = _ascii(name).removesuffix(".")
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        # 127.1, 2130706433, 0x7f.1 and 0177.0.0.1 are all this computer to whoever connects.
        try:
            ip = ipaddress.IPv4Address(socket.inet_aton(host))
        except (OSError, ValueError):
            raise AddressBlocked(Phrase("{0} is no host", _quoted(name)), hint=_HINT) from None
        return str(ip), ip
    if len(host) > 253 or not _NAME.fullmatch(host):
        raise AddressBlocked(Phrase("{0} is no host", _quoted(name)), hint=_HINT)
    return host, None


def _ascii(name: str) -> str:
    """Return *name* as names are looked up: small letters, wide and ringed letters made plain, others as punycode."""
    if name.isascii():
        return name.lower()
    import idna

    try:
        return idna.encode(name, uts46=True, transitional=False).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        raise AddressBlocked(Phrase("{0} is no host", _quoted(name)), hint=_HINT) from None


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 120 else f"{text[:119]}…")
