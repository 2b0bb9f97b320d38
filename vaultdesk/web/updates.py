"""Updates: whether there is a newer version, by one signed file. Asked for by hand or, if wanted, once a day.

Nothing is downloaded and nothing of this computer is told: the file is the same for everybody. It is two lines: JSON
with the newest version and its page, and the signature of that line. A file that is not signed by us says nothing.
"""

import base64
import binascii
import json
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from vaultdesk.errors import WebRefused
from vaultdesk.web.fetch import PageFetcher
from vaultdesk.web.web_address import WebAddress

ADDRESS = "https://github.com/vaultdesk/vaultdesk/releases/latest/download/latest.txt"
"""Where the file is."""

PAGES = "https://github.com/vaultdesk/vaultdesk/releases/"
"""Where every page of a version must lie: the browser is sent nowhere else, whoever signed."""

LONGEST = 4_000
"""Bytes of the file; it has some hundred."""

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})\Z")


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest version there is."""

    version: str
    page: str
    """Where it can be had, for a browser."""

    def newer_than(self, version: str) -> bool:
        """Tell whether it is newer than *version*."""
        return _numbers(self.version) > _numbers(version)


class Updates:
    """Asks for the newest version."""

    def __init__(self, fetcher: PageFetcher, key: bytes, address: str = ADDRESS) -> None:
        """*key* is our public Ed25519 key, 32 bytes (resources/app/updates.key)."""
        self._fetcher = fetcher
        self._key = key
        self._address = address

    async def newest(self) -> Newest:
        """Return the newest version. Raises `WebError` where nobody answers or the answer is not ours."""
        reply = await self._fetcher.reply(WebAddress.parse(self._address))
        if reply.status != 200 or len(reply.body) > LONGEST:
            raise _refused(f"The answer was {reply.status}.")
        return read_newest(reply.body, self._key)


def read_newest(data: bytes, key: bytes) -> Newest:
    """Return what the signed file *data* says. Raises `WebRefused` where it is not signed with *key*."""
    line, _, rest = data.partition(b"\n")
    try:
        signature = base64.b64decode(rest.strip(), validate=True)
        Ed25519PublicKey.from_public_bytes(key).verify(signature, line)
        told = json.loads(line)
        version, page = told["version"], told["page"]
    except (InvalidSignature, binascii.Error) as wrong:
        raise _refused("It is not signed by the makers of VaultDesk.") from wrong
    except (ValueError, KeyError, TypeError) as wrong:
        raise _refused("It could not be read.") from wrong
    if not isinstance(version, str) or not _VERSION.match(version):
        raise _refused("It names no version.")
    if not isinstance(page, str) or not page.startswith(PAGES):
        raise _refused("Its page is none of ours.")
    return Newest(version, page)


def _refused(why: str) -> WebRefused:
    return WebRefused("Whether there is a newer version could not be found out", hint=f"{why} Try again later.")


def _numbers(version: str) -> tuple[int, ...]:
    match = _VERSION.match(version)
    return tuple(map(int, match.groups())) if match else (0, 0, 0)
