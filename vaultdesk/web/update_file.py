"""Update file: what the one signed file says of the newest version, and whether it is ours. Asks nobody.

The file is two lines. The first is JSON with `version`, `date`, `notes` and `page`; whatever else it holds is not used.
The second is the Ed25519 signature of the first, byte for byte, in base64. Nothing is read of a file before that fits.
"""

import base64
import binascii
import json
import re
from dataclasses import dataclass
from datetime import date

from vaultdesk.core.errors import AddressBarred, WebRefused
from vaultdesk.web.web_address import WebAddress

LONGEST_NOTES = 4_000
"""Characters of the notes that are kept: they stand in the settings, where a page would be too much."""

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})(.*)")


@dataclass(frozen=True, slots=True)
class UpdateFile:
    """What the makers say of the newest version."""

    version: str
    date: date
    """When it came out."""
    notes: str
    """What is new, in plain text."""
    page: str
    """Where it can be had, for a browser: an https address."""


def read_update_file(data: bytes, key: bytes) -> UpdateFile:
    """Return what *data* says, once its signature fits the public *key* (32 bytes). Raises `WebRefused`."""
    line, _, rest = data.partition(b"\n")
    _check_signature(line, rest, key)
    try:
        told = json.loads(line)
        version, day, notes, page = (_text(told[name]) for name in ("version", "date", "notes", "page"))
        address = WebAddress.parse(page)
        match = _VERSION.fullmatch(version)
        if match is None or match[4] or address.scheme != "https":
            raise ValueError("a version, or an https address, of another form")
        return UpdateFile(version, date.fromisoformat(day), notes[:LONGEST_NOTES], address.url)
    except (ValueError, KeyError, TypeError, RecursionError, AddressBarred) as wrong:
        raise unreadable() from wrong


def is_newer(version: str, than: str) -> bool:
    """Tell whether the finished *version* (as 1.2.3) comes after *than*, which may be one on the way to (1.2.3rc1)."""
    return _order(version) > _order(than)


def unreadable() -> WebRefused:
    """What is said of an answer that is no file of updates."""
    return WebRefused("What came is no file of updates", hint="Try again later; nothing of it is shown.")


def _check_signature(line: bytes, rest: bytes, key: bytes) -> None:
    # Imported here: it is needed once in a while, and brings a library of some megabytes.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        signature = base64.b64decode(rest.strip(), validate=True)
    except (binascii.Error, ValueError) as wrong:
        raise unreadable() from wrong
    if not signature:
        raise unreadable()
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, line)
    except InvalidSignature as wrong:
        raise WebRefused(
            "The file of updates is not signed by the makers of VaultDesk",
            hint="Nothing of it is shown. Somebody may have put another file in its place.",
        ) from wrong


def _text(told: object) -> str:
    if not isinstance(told, str):
        raise TypeError("a text was wanted")
    return told


def _order(version: str) -> tuple[int, int, int, bool]:
    match = _VERSION.fullmatch(version)
    if match is None:
        return (0, 0, 0, False)
    return (int(match[1]), int(match[2]), int(match[3]), not match[4])
