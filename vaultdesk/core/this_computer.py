"""This computer: its addresses and those of the local network, the account the program runs under, and its memory."""

import getpass
import ipaddress
import os
import socket
import sys

# Written names are judged without a resolver, which would take time and could report another computer as this one. A
# connection is judged by the address it reached.

DISCARD_PORT = 9
"""Any port works: connecting a datagram socket chooses a route and sends nothing."""


def is_this_computer(host: str) -> bool:
    """Return whether *host*, as written in an address, can only be this computer; False if in doubt.

    `localhost` counts, although a resolver can map it elsewhere: the connection must be checked with `is_own_address`
    too.
    """
    name = host.strip().lower().rstrip(".").strip("[]")
    return name == "localhost" or name.endswith(".localhost") or is_own_address(name)


def is_own_address(number: str) -> bool:
    """Return whether the IP address *number* is this computer's: a loopback address, or one of its network
    interfaces.
    """
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


def resolves_to_this_computer(host: str) -> bool:
    """Return whether every address of *host* is this computer's. Blocks as long as the resolver takes."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), DISCARD_PORT, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return bool(found) and all(is_own_address(str(entry[4][0])) for entry in found)


def _route_source(number: str) -> str:
    """Return the address from which this computer would send to *number*; for its own addresses this is the same one.
    Empty if there is no route.
    """
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((number, DISCARD_PORT))
            return str(probe.getsockname()[0])
    except (OSError, ValueError):
        return ""


def user_name() -> str:
    """Return the name of the account; empty for one without a name."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def physical_memory() -> int:
    """Return the bytes of physical memory; 0 if the system does not report them."""
    if sys.platform == "win32":
        return _windows_memory()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0


def _windows_memory() -> int:
    import ctypes

    class MemoryStatus(ctypes.Structure):
        """MEMORYSTATUSEX."""

        _fields_ = [
            ("dwLength", ctypes.c_ulong),
            ("dwMemoryLoad", ctypes.c_ulong),
            ("ullTotalPhys", ctypes.c_ulonglong),
            ("ullAvailPhys", ctypes.c_ulonglong),
            ("ullTotalPageFile", ctypes.c_ulonglong),
            ("ullAvailPageFile", ctypes.c_ulonglong),
            ("ullTotalVirtual", ctypes.c_ulonglong),
            ("ullAvailVirtual", ctypes.c_ulonglong),
            ("ullAvailExtendedVirtual", ctypes.c_ulonglong),
        ]

    status = MemoryStatus(dwLength=ctypes.sizeof(MemoryStatus))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - there on Windows only
    succeeded = kernel.GlobalMemoryStatusEx(ctypes.byref(status))
    return int(status.ullTotalPhys) if succeeded else 0
