"""Updates: files of updates as a release signs them, and a site that serves them by https."""

import base64
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.support.web_site import Route, WebSite
from tests.support.wire_turns import Raw
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.web.ssrf_guard import WebAddress
from vaultdesk.web.update_check import UPDATE_LIMITS, UpdateChecker, UpdateSource

OURS, OTHERS = (Ed25519PrivateKey.from_private_bytes(bytes([byte]) * 32) for byte in (1, 2))
"""The makers' pair, and somebody else's."""

HOST, FILE = "heat-pumps.example", "/updates.txt"
PAGE = f"https://{HOST}/download"


def signed_file(key: Ed25519PrivateKey = OURS, /, **told: str) -> bytes:
    """Return a file of updates, signed with *key*."""
    whole = {"version": "9.1.0", "date": "2026-11-22", "notes": "Tabs can be split.", "page": PAGE, **told}
    line = json.dumps(whole).encode()
    return line + b"\n" + base64.b64encode(key.sign(line)) + b"\n"


def update_site(answer: bytes | Route) -> WebSite:
    """Return a secure site that answers with *answer* where the file is."""
    route = Raw(answer, content_type="text/plain") if isinstance(answer, bytes) else answer
    return WebSite({FILE: route}, secure=True)


def place_on(site: WebSite) -> UpdateSource:
    """Return what a release would say."""
    return UpdateSource(WebAddress.parse(site.url(HOST, FILE)), OURS.public_key().public_bytes_raw())


def updates_on(site: WebSite, kept: JsonStore | None = None, version: str = "1.0.0") -> UpdateChecker:
    """Return who asks *site*, as *version* of the program."""
    return UpdateChecker(place_on(site), kept or JsonStore(), site.client(UPDATE_LIMITS), version)
