"""Update file: only what the makers signed is read, byte for byte, and only what it may hold."""

import base64
import json
from datetime import date
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.support.updates import OTHERS, OURS, PAGE, signed_file
from vaultdesk.core.errors import WebRefused
from vaultdesk.web.update_file import LONGEST_NOTES, is_newer, read_update_file

PUBLIC = OURS.public_key().public_bytes_raw()


def test_what_the_makers_signed_is_read_and_nothing_else_of_it_is_used() -> None:
    file = read_update_file(signed_file(version="1.2.10", run="rm -rf", notes="New: tabs"), PUBLIC)

    assert (file.version, file.date, file.notes, file.page) == ("1.2.10", date(2026, 11, 22), "New: tabs", PAGE)
    assert not hasattr(file, "run")


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("1.2.10", "1.2.9", True),
        ("1.2.10", "1.2.10", False),
        ("1.2.9", "1.2.10", False),
        ("2.0.0", "1.99.99", True),
        ("1.2.3", "1.2.3rc1", True),
        ("1.2.3", "1.2.3.dev4", True),
        ("1.2.2", "1.2.3rc1", False),
        ("0.0.1", "unknown", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, than: str, newer: bool) -> None:
    assert is_newer(version, than) is newer


def changed_everywhere() -> list[bytes]:
    data, end = signed_file(), signed_file().index(b"\n")
    return [data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :] for place in range(end)]


def test_not_one_byte_of_it_may_be_another() -> None:
    changed = changed_everywhere()
    assert len(changed) > 100
    for data in changed:
        with pytest.raises(WebRefused, match=r"not signed by the makers|no file of updates"):
            read_update_file(data, PUBLIC)


def test_another_key_is_told_as_such() -> None:
    with pytest.raises(WebRefused, match="not signed by the makers") as told:
        read_update_file(signed_file(OTHERS, notes="Get it at evil.example"), PUBLIC)
    assert "evil.example" not in str(told.value)


def rightly_signed(told: Any) -> bytes:
    line = told if isinstance(told, bytes) else json.dumps(told).encode()
    return line + b"\n" + base64.b64encode(OURS.sign(line))


GOOD: dict[str, object] = {"version": "1.2.3", "date": "2026-11-22", "notes": "", "page": PAGE}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{}",
        b"\xff\xfe\n!!",
        b"<html>Sign in to this network</html>",
        json.dumps(GOOD).encode() + b"\n",
        rightly_signed([]),
        rightly_signed(b"no json"),
        rightly_signed(b"[" * 5_000),
        rightly_signed({**GOOD, "version": "newest"}),
        rightly_signed({**GOOD, "version": "1.2.3rc1"}),
        rightly_signed({**GOOD, "version": 1.2}),
        rightly_signed({**GOOD, "date": "tomorrow"}),
        rightly_signed({**GOOD, "notes": ["a"]}),
        rightly_signed({**GOOD, "page": "http://vaultdesk.example/"}),
        rightly_signed({**GOOD, "page": "javascript:alert(1)"}),
        rightly_signed({**GOOD, "page": "file:///etc/passwd"}),
        rightly_signed({name: value for name, value in GOOD.items() if name != "page"}),
    ],
)
def test_anything_else_is_no_file_of_updates(data: bytes) -> None:
    with pytest.raises(WebRefused, match="no file of updates"):
        read_update_file(data, PUBLIC)


def test_long_notes_are_cut() -> None:
    assert len(read_update_file(signed_file(notes="x" * 50_000), PUBLIC).notes) == LONGEST_NOTES


def test_a_file_signed_by_a_key_made_now_is_not_believed_either() -> None:
    with pytest.raises(WebRefused):
        read_update_file(signed_file(Ed25519PrivateKey.generate()), PUBLIC)
