"""Public IP: whether an address belongs to the public internet, whatever it is wrapped in. Resolves no name.

Written as an allow-list: what is not known to be public is not (THREATS 2.6).
"""

import ipaddress
from collections.abc import Iterator

IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""The upper half of an interface's number that says: an IPv4 address follows."""

_NEVER = tuple(
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


def is_public(address: IP) -> bool:
    """Whether *address*, and every address it carries within, is one of the public internet."""
    return all(_is_public(one) for one in _unwrapped(address))


def _is_public(address: IP) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        if _is_nat64(address):
            return True
        if address.scope_id is not None or address not in _GLOBAL_UNICAST:
            return False
    if any(address in network for network in _NEVER if network.version == address.version):
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
