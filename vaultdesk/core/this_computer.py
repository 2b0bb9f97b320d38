"""Recognises addresses of this computer and of the local network, by their text and by the peer of a connection."""

import ipaddress
import socket

# What is written is judged without asking anybody for the meaning of a name: no resolver is waited for, and none can
# make another computer out to be this one. What a connection leads to is judged by the address it reached.

DISCARD_PORT = 9
"""Any port does: connecting a datagram socket chooses a route and sends nothing."""


def is_this_computer(host: str) -> bool:
    """Tell whether *host*, as written in an address, can only be this computer. In doubt it is not.

    `localhost` counts, although a name can be made to lead elsewhere: whoever connects checks `is_own_address` too.
    """
    name = host.strip().lower().rstrip(".").strip("[]")
    return name == "localhost" or name.endswith(".localhost") or is_own_address(name)


def is_own_address(number: str) -> bool:
    """Tell whether the IP address *number* is this computer's: a loopback address, or one of its network interfaces."""
    try:
        address = ipaddress.ip_address(number)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_unspecified or address.is_multicast:
        return False
    return address.is_loopback or _route_source(str(address)) == str(address)


_SHARED_ADDRESSES = ipaddress.ip_network("100.64.0.0/10")
"""Shared address space (RFC 6598), which Tailscale uses."""

_LOCAL_ENDINGS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")
"""Suffixes of names that resolve in a local network only."""


def is_local_network(host: str) -> bool:
    """Return whether *host*, as written in an address, is on this computer or the local network; False if in doubt.

    A name without a dot counts, because no public server has one. Names are not resolved.
    """
    if is_this_computer(host):
        return True
    name = host.strip().lower().rstrip(".").strip("[]")
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_LOCAL_ENDINGS))
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    shared = isinstance(address, ipaddress.IPv4Address) and address in _SHARED_ADDRESSES
    return shared or address.is_link_local or (address.is_private and not address.is_unspecified)


def leads_here(host: str) -> bool:
    """Tell whether every address that *host* stands for is this computer's. Blocks as long as the resolver takes."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), DISCARD_PORT, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return bool(found) and all(is_own_address(str(entry[4][0])) for entry in found)


def _route_source(number: str) -> str:
    """Return the address from which this computer would write to *number*; its own addresses are written to from
    themselves. Empty where there is no way."""
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((number, DISCARD_PORT))
            return str(probe.getsockname()[0])
    except (OSError, ValueError):
        return ""
