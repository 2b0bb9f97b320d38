"""Update check: fetches one signed file that names the newest version, and verifies its signature."""

import asyncio
import base64
import binascii
import json
import logging
import re
from datetime import date
from pathlib import Path

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk import __version__
from vaultdesk.core.errors import AddressBlocked, WebRefused, WebUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.transmission import TransmissionLog
from vaultdesk.web.ssrf_guard import SsrfGuard, WebAddress
from vaultdesk.web.web_client import WebClient, WebLimits, WebRequest

KEY_BYTES = 32
"""Length of an Ed25519 key in bytes."""

log = logging.getLogger(__name__)


class UpdateSource(Struct, frozen=True):
    """The update address of a release, and the key it trusts."""

    address: WebAddress
    key: bytes
    """The publisher's public Ed25519 key."""


def update_source(file: Path | None = None) -> UpdateSource | None:
    """Return this build's update source from `resources/app/updates.json`; None if it has none."""
    try:
        data = json.loads((file or resource_path("app", "updates.json")).read_bytes())
        address, key = WebAddress.parse(data["address"]), base64.b64decode(data["key"], validate=True)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, AddressBlocked) as error:
        log.info("The address for updates cannot be read: %s", type(error).__name__)
        return None
    if address.scheme != "https" or len(key) != KEY_BYTES:
        log.info("The address for updates is not an https address with a key")
        return None
    return UpdateSource(address, key)


# The file has two lines. The first is JSON with `version`, `date`, `notes` and `page`; other keys are ignored. The
# second is the Ed25519 signature of the first, byte for byte, in base64. Nothing is parsed before the signature is
# verified.

MAX_NOTES_LENGTH = 4_000
"""Maximum number of characters of the notes, which are stored in the settings."""

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})(.*)")


class UpdateFile(Struct, frozen=True):
    """The published description of the newest version."""

    version: str
    date: date
    """Its release date."""
    notes: str
    """Its release notes, as plain text."""
    page: str
    """Its download page, an https address."""


def read_update_file(data: bytes, key: bytes) -> UpdateFile:
    """Return the content of *data* after verifying its signature with the public *key* (32 bytes). Raises
    `WebRefused`.
    """
    line, _, signature_text = data.partition(b"\n")
    _check_signature(line, signature_text, key)
    try:
        fields = json.loads(line)
        version, day, notes, page = (_text(fields[name]) for name in ("version", "date", "notes", "page"))
        address = WebAddress.parse(page)
        match = _VERSION.fullmatch(version)
        if match is None or match[4] or address.scheme != "https":
            raise ValueError("invalid version or page address")
        return UpdateFile(version, date.fromisoformat(day), notes[:MAX_NOTES_LENGTH], address.url)
    except (ValueError, KeyError, TypeError, RecursionError, AddressBlocked) as error:
        raise unreadable_update_error() from error


def is_newer(version: str, than: str) -> bool:
    """Return whether the release *version* (as 1.2.3) is newer than *than*, which may be a pre-release (1.2.3rc1)."""
    return _version_key(version) > _version_key(than)


def unreadable_update_error() -> WebRefused:
    """Return the error for an answer that is not an update file."""
    return WebRefused(
        Phrase("The download is not an update file"), hint=Phrase("None of it was used. Try again later.")
    )


def _check_signature(line: bytes, signature_text: bytes, key: bytes) -> None:
    # Imported here: it is rarely needed and loads a library of several megabytes.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        signature = base64.b64decode(signature_text.strip(), validate=True)
    except (binascii.Error, ValueError) as error:
        raise unreadable_update_error() from error
    if not signature:
        raise unreadable_update_error()
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, line)
    except InvalidSignature as error:
        raise WebRefused(
            Phrase("The update file is not signed by the developers of VaultDesk"),
            hint=Phrase("None of it was used. The file may have been replaced."),
        ) from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("expected text")
    return value


def _version_key(version: str) -> tuple[int, int, int, bool]:
    match = _VERSION.fullmatch(version)
    if match is None:
        return (0, 0, 0, False)
    return (int(match[1]), int(match[2]), int(match[3]), not match[4])


# The request contains only the name of the file: it is the same for every user. The address and the trusted key are
# part of a release; a program run from its source has neither and reports that.

MAX_UPDATE_FILE = 64_000
"""Maximum number of bytes of the file; it has some hundred."""

UPDATE_LIMITS = WebLimits(
    seconds=20.0, connect=8.0, compressed_bytes=MAX_UPDATE_FILE + 1, body_bytes=2 * MAX_UPDATE_FILE
)
"""For the whole answer; the client reads no more than this."""

UPDATE_HEADERS = {"User-Agent": "VaultDesk", "Accept": "text/plain", "Accept-Encoding": "identity"}
"""All headers besides the host's name: not even the running version is sent."""

NEWEST_SEEN_KEY = "newest"
"""Key of the newest file ever verified: an older one, replayed by an attacker, does not count as news."""


class UpdateCheckResult(Struct, frozen=True):
    """The result of an update check."""

    file: UpdateFile
    newer: bool
    """Whether it is newer than the running version."""


class UpdateChecker:
    """Checks one source for updates. The newest trusted file is remembered in *store*."""

    def __init__(
        self,
        source: UpdateSource,
        store: JsonStore,
        client: WebClient | None = None,
        version: str = __version__,
        log: TransmissionLog | None = None,
    ) -> None:
        """*client* replaces the internet in tests; *version* is the running one. *log* records each request."""
        self.source = source
        self._store = store
        self._client = client or WebClient(SsrfGuard(), UPDATE_LIMITS, log=log)
        self._version = version

    async def check(self) -> UpdateCheckResult:
        """Send one request. Raises `WebError` if there is no answer, or the answer is not trustworthy."""
        reply = await self._client.fetch(WebRequest(self.source.address, headers=UPDATE_HEADERS, purpose="update"))
        host = self.source.address.host
        if 300 <= reply.status < 400:
            raise WebRefused(
                Phrase("{0} redirects to another address, which is not followed", host),
                hint=Phrase("Try again later; the file may have moved."),
            )
        if reply.status >= 500:
            raise WebUnreachable(
                Phrase("{0} reports an error of its own ({1})", host, reply.status), hint=Phrase("Try again later.")
            )
        if reply.status != 200:
            raise WebRefused(
                Phrase("{0} has no update file ({1})", host, reply.status), hint=Phrase("Try again later.")
            )
        if len(reply.body) > MAX_UPDATE_FILE:
            raise WebRefused(Phrase("The download is too large for an update file"), hint=Phrase("Try again later."))
        file = read_update_file(reply.body, self.source.key)
        await asyncio.to_thread(self._reject_downgrade, file)
        return UpdateCheckResult(file, is_newer(file.version, self._version))

    def _reject_downgrade(self, file: UpdateFile) -> None:
        version, day = _newest_seen(self._store.get(NEWEST_SEEN_KEY))
        if is_newer(version, file.version) or file.date < day:
            raise WebRefused(
                Phrase("The update file is older than one received before"),
                hint=Phrase("It was not used. Try again later; the server may have sent an outdated file."),
            )
        self._store.put(NEWEST_SEEN_KEY, {"version": file.version, "date": file.date.isoformat()})


def _newest_seen(stored: JsonValue) -> tuple[str, date]:
    """Return version and date of the newest verified file."""
    if isinstance(stored, dict):
        version, day = stored.get("version"), stored.get("date")
        try:
            if isinstance(version, str) and isinstance(day, str):
                return version, date.fromisoformat(day)
        except ValueError:
            log.info("The record of earlier updates cannot be read")
    return "0.0.0", date.min
