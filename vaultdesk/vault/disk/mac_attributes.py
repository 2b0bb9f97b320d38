"""Extended attributes, access control list and creation date of open files on macOS; `os` has no functions for them."""

import ctypes
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache

_EXTENDED_ACL = 0x100
"""`ACL_TYPE_EXTENDED` (sys/acl.h)."""

_BITMAP_COUNT, _CREATION_TIME = 5, 0x200
"""`ATTR_BIT_MAP_COUNT` and `ATTR_CMN_CRTIME` (sys/attr.h)."""

NANOSECONDS = 1_000_000_000


class _AttributeList(ctypes.Structure):
    """`struct attrlist`."""

    _fields_ = (
        ("bitmapcount", ctypes.c_uint16), ("reserved", ctypes.c_uint16), ("commonattr", ctypes.c_uint32),
        ("volattr", ctypes.c_uint32), ("dirattr", ctypes.c_uint32), ("fileattr", ctypes.c_uint32),
        ("forkattr", ctypes.c_uint32),
    )  # fmt: skip


class _TimeSpec(ctypes.Structure):
    """`struct timespec`."""

    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


_FUNCTIONS: dict[str, tuple[type, tuple[type, ...]]] = {
    "flistxattr": (ctypes.c_ssize_t, (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)),
    "fgetxattr": (
        ctypes.c_ssize_t,
        (ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_int),
    ),
    "fsetxattr": (
        ctypes.c_int,
        (ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_int),
    ),
    "fremovexattr": (ctypes.c_int, (ctypes.c_int, ctypes.c_char_p, ctypes.c_int)),
    "fsetattrlist": (
        ctypes.c_int,
        (ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32),
    ),
    "acl_get_fd_np": (ctypes.c_void_p, (ctypes.c_int, ctypes.c_int)),
    "acl_set_fd_np": (ctypes.c_int, (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)),
    "acl_from_text": (ctypes.c_void_p, (ctypes.c_char_p,)),
    "acl_to_text": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_void_p)),
    "acl_init": (ctypes.c_void_p, (ctypes.c_int,)),
    "acl_free": (ctypes.c_int, (ctypes.c_void_p,)),
}
"""Result and parameter types of each function; without them ctypes would truncate pointers to 32 bits."""


class MacAttributes:
    """The functions of the C library *library*. Errors are `OSError`."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        for name, (result, parameters) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, parameters

    def extended(self, descriptor: int) -> tuple[tuple[str, bytes], ...]:
        """Return the extended attributes of an open file by name, including Finder's tags and comments."""
        names = _read_buffer(lambda buffer, size: self._library.flistxattr(descriptor, buffer, size, 0))
        found: list[tuple[str, bytes]] = []
        for name in sorted(names.split(b"\0")):
            with suppress(OSError):  # Removed in the meantime, or not readable for this user.
                if name:
                    found.append((os.fsdecode(name), self._value(descriptor, name)))
        return tuple(found)

    def set_extended(self, descriptor: int, attributes: Mapping[str, bytes]) -> None:
        """Set exactly these extended attributes on an open file, as far as the system allows it."""
        for name, _ in self.extended(descriptor):
            if name not in attributes:
                self._library.fremovexattr(descriptor, os.fsencode(name), 0)
        for name, value in attributes.items():  # Some, such as com.apple.provenance, are reserved for the system.
            self._library.fsetxattr(descriptor, os.fsencode(name), value, len(value), 0, 0)

    def acl(self, descriptor: int) -> str:
        """Return the access control list of an open file as text; empty if it has none."""
        acl = self._library.acl_get_fd_np(descriptor, _EXTENDED_ACL)
        if not acl:
            return ""
        try:
            text = self._library.acl_to_text(acl, None)
            if not text:
                return ""
            try:
                return os.fsdecode(ctypes.string_at(text))
            finally:
                self._library.acl_free(text)
        finally:
            self._library.acl_free(acl)

    def set_acl(self, descriptor: int, text: str) -> None:
        """Set the access control list of an open file to *text*; an empty one removes inherited entries."""
        acl = self._library.acl_from_text(os.fsencode(text)) if text else self._library.acl_init(1)
        if acl:
            try:
                self._library.acl_set_fd_np(descriptor, acl, _EXTENDED_ACL)
            finally:
                self._library.acl_free(acl)

    def set_created(self, descriptor: int, created_ns: int) -> None:
        """Set the creation date of an open file."""
        request = _AttributeList(bitmapcount=_BITMAP_COUNT, commonattr=_CREATION_TIME)
        time_spec = _TimeSpec(*divmod(created_ns, NANOSECONDS))
        self._library.fsetattrlist(
            descriptor, ctypes.byref(request), ctypes.byref(time_spec), ctypes.sizeof(time_spec), 0
        )

    def _value(self, descriptor: int, name: bytes) -> bytes:
        return _read_buffer(lambda buffer, size: self._library.fgetxattr(descriptor, name, buffer, size, 0, 0))


def _read_buffer(call: Callable[[ctypes.Array[ctypes.c_char] | None, int], int]) -> bytes:
    """Return what *call* writes: the first call returns the length, the second one fills a buffer of that length."""
    length = call(None, 0)
    buffer = ctypes.create_string_buffer(max(length, 1))
    written = call(buffer, length) if length > 0 else length
    if written < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return buffer.raw[:written]


@cache
def mac_attributes() -> MacAttributes:
    """Return the functions of this macOS system."""
    return MacAttributes(ctypes.CDLL(None, use_errno=True))
