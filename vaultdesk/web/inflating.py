"""Inflating: a body's compression undone piece by piece, never past a limit. Knows no network.

A few kilobytes can be packed to unfold to gigabytes; the HTTP library unfolds each piece it gets whole.
"""

import zlib
from collections.abc import Mapping

from vaultdesk.core.errors import WebRefused

ACCEPTED = "gzip, deflate"
"""What a server is told that we can undo. Others are not in Python 3.11, and save little here."""

_WINDOWS: Mapping[str, int] = {"gzip": 31, "x-gzip": 31, "deflate": 15}
"""zlib's numbers for the wrapping each encoding has."""

_BARE = -15
"""The number for none: many servers send "deflate" without its wrapping."""


class Inflating:
    """`feed` gives what a piece unfolds to. Raises `WebRefused` where more than *most* bytes would come of all."""

    def __init__(self, encoding: str, most: int) -> None:
        name = encoding.strip().lower()
        if name not in ("", "identity", *_WINDOWS):
            raise WebRefused("The page is packed in a way that was not asked for", encoding=name[:40])
        self._unpacking = zlib.decompressobj(_WINDOWS[name]) if name in _WINDOWS else None
        self._left = most
        self._first = b""
        """The first bytes of "deflate", until it is known whether they are a wrapping."""
        self._sure = name != "deflate"

    def feed(self, piece: bytes) -> bytes:
        """Return what *piece* unfolds to."""
        text = piece if self._unpacking is None else self._unpacked(piece)
        self._left -= len(text)
        if self._left < 0:
            raise WebRefused("The page is too large", hint="Ask for a smaller one.")
        return text

    def _unpacked(self, piece: bytes) -> bytes:
        assert self._unpacking is not None
        if not self._sure:
            piece = self._first = self._first + piece
            if len(piece) < 2:
                return b""
            self._sure = True
            if piece[0] & 0x0F != 8 or (piece[0] << 8 | piece[1]) % 31:
                self._unpacking = zlib.decompressobj(_BARE)
        try:
            # One byte more than there is room for: enough to tell that it is too much.
            return self._unpacking.decompress(piece, self._left + 1)
        except zlib.error:
            raise WebRefused("The page is packed wrongly and cannot be read") from None
