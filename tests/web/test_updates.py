"""Updates: only what we signed is believed, and the browser is sent to our own pages alone."""

import base64
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.support.packaging_scripts import packaging_script
from vaultdesk.errors import WebRefused
from vaultdesk.web.updates import PAGES, Newest, read_newest

sign_update = packaging_script("sign_update")
PAIR = Ed25519PrivateKey.generate()
PRIVATE, PUBLIC = PAIR.private_bytes_raw(), PAIR.public_key().public_bytes_raw()
PAGE = f"{PAGES}tag/v1.2.10"


def test_what_the_release_signed_is_read() -> None:
    newest = read_newest(sign_update.signed(PRIVATE, "1.2.10", PAGE), PUBLIC)

    assert newest == Newest("1.2.10", PAGE)
    assert [newest.newer_than(version) for version in ("1.2.9", "1.2.10", "2.0.0", "0.1.0")] == [
        True, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        sign_update.signed(Ed25519PrivateKey.generate().private_bytes_raw(), "1.2.10", PAGE),
        sign_update.signed(PRIVATE, "1.2.10", PAGE).replace(b"1.2.10", b"9.9.99"),
        sign_update.signed(PRIVATE, "1.2.10", "https://example.org/download"),
        sign_update.signed(PRIVATE, "newest", PAGE),
        json.dumps({"version": "1.2.3", "page": PAGE}).encode() + b"\n" + base64.b64encode(b"x" * 64),
        b"\xff\xfe\n!!",
    ],
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(WebRefused, match="could not be found out"):
        read_newest(data, PUBLIC)
