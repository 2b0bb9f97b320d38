"""Updates: update files as signed by a release, and an HTTPS site that serves them."""

import base64
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.support.web_site import Route, WebSite
from tests.support.wire_turns import Raw
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.web.ssrf_guard import WebAddress
from vaultdesk.web.update_check import UPDATE_LIMITS, UpdateChecker, UpdateSource

OURS, OTHERS = (Ed25519PrivateKey.from_private_bytes(bytes([byte]) * 32) for byte in (1, 2))
"""The private key of the project, and an unrelated one."""

HOST, FILE = "heat-pumps.example", "/updates.txt"
PAGE = f"https://{HOST}/download"


def signed_file(key: Ed25519PrivateKey = OURS, /, **fields: str) -> bytes:
    """Return an update file signed with *key*; *fields* replace its values."""
    content = {"version": "9.1.0", "date": "2026-11-22", "notes": "Tabs can be split.", "page": PAGE, **fields}
    line = json.dumps(content).encode()
    return line + b"\n" + base64.b64encode(key.sign(line)) + b"\n"


def update_site(answer: bytes | Route) -> WebSite:
    """Return an HTTPS site that serves *answer* at the path of the update file."""
    route = Raw(answer, content_type="text/plain") if isinstance(answer, bytes) else answer
    return WebSite({FILE: route}, secure=True)


def place_on(site: WebSite) -> UpdateSource:
    """Return the update source that a release on *site* would contain."""
    return UpdateSource(WebAddress.parse(site.url(HOST, FILE)), OURS.public_key().public_bytes_raw())


def updates_on(site: WebSite, store: JsonStore | None = None, version: str = "1.0.0") -> UpdateChecker:
    """Return an update checker for *site*, as *version* of the program."""
    return UpdateChecker(place_on(site), store or JsonStore(), site.client(UPDATE_LIMITS), version)
