"""Tests of web/update_check.py."""

import asyncio
import base64
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.support.packaging_scripts import packaging_script
from tests.support.updates import FILE, HOST, OTHERS, OURS, PAGE, place_on, signed_file, update_site, updates_on
from tests.support.web_site import Route, moved
from tests.support.wire_turns import Raw
from vaultdesk.core.errors import WebError, WebRefused, WebUnreachable
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.transmission import Destination, RequestOrigin
from vaultdesk.web.ssrf_guard import WebAddress
from vaultdesk.web.update_check import (
    MAX_NOTES_LENGTH,
    MAX_UPDATE_FILE,
    UPDATE_LIMITS,
    UpdateChecker,
    UpdateSource,
    is_newer,
    read_update_file,
    update_source,
)

# Update source: the address and key in a release; without them, or if they are invalid, no request is made.

sign_update = packaging_script("sign_update")
KEY = "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w="
ADDRESS = "https://vaultdesk.example/updates.txt"


def write_source(folder: Path, content: object) -> Path:
    file = folder / "updates.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def test_a_release_contains_address_and_key(tmp_path: Path) -> None:
    source = update_source(write_source(tmp_path, {"address": ADDRESS, "key": KEY}))

    assert source is not None
    assert (source.address.url, source.key) == (ADDRESS, OURS.public_key().public_bytes_raw())


def test_the_source_tree_has_no_update_source() -> None:
    assert not resource_path("app", "updates.json").exists(), "it is part of a release, not of the source tree"
    assert update_source() is None


@pytest.mark.parametrize(
    "content",
    [
        {},
        [],
        "x",
        {"address": ADDRESS},
        {"address": ADDRESS, "key": "AAAA"},
        {"address": ADDRESS, "key": 7},
        {"address": ADDRESS, "key": "no base64!"},
        {"address": "http://vaultdesk.example/updates.txt", "key": KEY},
        {"address": "", "key": KEY},
        {"address": 7, "key": KEY},
    ],
)
def test_an_invalid_update_source_is_ignored(tmp_path: Path, content: object) -> None:
    assert update_source(write_source(tmp_path, content)) is None


# Update file: only a file with a valid signature and valid content is accepted.

PUBLIC = OURS.public_key().public_bytes_raw()


def test_a_signed_file_is_read_and_unknown_fields_are_ignored() -> None:
    file = read_update_file(signed_file(version="1.2.10", run="rm -rf", notes="New: tabs"), PUBLIC)

    assert (file.version, file.date, file.notes, file.page) == ("1.2.10", date(2026, 11, 22), "New: tabs", PAGE)
    assert not hasattr(file, "run")


@pytest.mark.parametrize(
    ("version", "current", "newer"),
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
def test_versions_are_compared_numerically(version: str, current: str, newer: bool) -> None:
    assert is_newer(version, current) is newer


def with_changed_bytes() -> list[bytes]:
    data, end = signed_file(), signed_file().index(b"\n")
    return [data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :] for position in range(end)]


def test_any_changed_byte_invalidates_the_signature() -> None:
    changed = with_changed_bytes()
    assert len(changed) > 100
    for data in changed:
        with pytest.raises(WebRefused, match=r"not signed by the developers|update file"):
            read_update_file(data, PUBLIC)


def test_a_signature_with_another_key_is_refused() -> None:
    with pytest.raises(WebRefused, match="not signed by the developers") as raised:
        read_update_file(signed_file(OTHERS, notes="Get it at evil.example"), PUBLIC)
    assert "evil.example" not in str(raised.value)


def correctly_signed(content: Any) -> bytes:
    line = content if isinstance(content, bytes) else json.dumps(content).encode()
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
        correctly_signed([]),
        correctly_signed(b"no json"),
        correctly_signed(b"[" * 5_000),
        correctly_signed({**GOOD, "version": "newest"}),
        correctly_signed({**GOOD, "version": "1.2.3rc1"}),
        correctly_signed({**GOOD, "version": 1.2}),
        correctly_signed({**GOOD, "date": "tomorrow"}),
        correctly_signed({**GOOD, "notes": ["a"]}),
        correctly_signed({**GOOD, "page": "http://vaultdesk.example/"}),
        correctly_signed({**GOOD, "page": "javascript:alert(1)"}),
        correctly_signed({**GOOD, "page": "file:///etc/passwd"}),
        correctly_signed({name: value for name, value in GOOD.items() if name != "page"}),
    ],
)
def test_a_file_with_invalid_content_is_refused(data: bytes) -> None:
    with pytest.raises(WebRefused, match="update file"):
        read_update_file(data, PUBLIC)


def test_long_notes_are_truncated() -> None:
    assert len(read_update_file(signed_file(notes="x" * 50_000), PUBLIC).notes) == MAX_NOTES_LENGTH


def test_a_signature_with_a_new_key_is_refused() -> None:
    with pytest.raises(WebRefused):
        read_update_file(signed_file(Ed25519PrivateKey.generate()), PUBLIC)


# Update check: one https request without data about this computer, and only a signed answer is accepted.


async def test_a_newer_version_is_returned_with_its_notes() -> None:
    with update_site(signed_file(version="1.1.0")) as site:
        answer = await updates_on(site).check()

    assert answer.newer
    assert (answer.file.version, answer.file.notes) == ("1.1.0", "Tabs can be split.")


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9"])
async def test_the_same_and_an_older_version_are_not_offered(version: str) -> None:
    with update_site(signed_file(version=version)) as site:
        assert not (await updates_on(site).check()).newer


async def test_the_request_contains_no_identifying_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9/")
    with update_site(Raw(signed_file(), headers={"Set-Cookie": "id=1"}, content_type="text/plain")) as site:
        await updates_on(site).check()
        await updates_on(site).check()

    assert site.paths == [FILE, FILE]
    for request in site.requests:
        assert request.method == "GET"
        headers = {name: value for name, value in request.headers.items() if name != "connection"}
        assert headers == {
            "host": HOST, "user-agent": "VaultDesk", "accept": "text/plain", "accept-encoding": "identity",
        }  # fmt: skip


REFUSED: dict[str, tuple[bytes | Route, str]] = {
    "another's signature": (signed_file(OTHERS), "not signed by the developers"),
    "a changed byte": (signed_file(version="1.1.0").replace(b"1.1.0", b"9.9.9"), "not signed by the developers"),
    "junk": (b"<html>Sign in</html>", "update file"),
    "nothing": (b"", "update file"),
    "too large": (signed_file() + b" " * MAX_UPDATE_FILE, "too large"),
    "endless": (Raw(b"{", endless=b"x" * 1000, content_type="text/plain"), "too large"),
    "sent elsewhere": (moved(f"https://{HOST}/other"), "redirects to another address"),
    "sent to http": (moved(f"http://{HOST}{FILE}"), "redirects to another address"),
    "gone": (Raw(b"", 404, "text/plain"), r"no update file \(404\)"),
    "signing in": (Raw(b"", 401, "text/plain"), r"no update file \(401\)"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_any_other_answer_is_refused_with_a_reason(case: str) -> None:
    answer, message = REFUSED[case]
    with update_site(answer) as site, pytest.raises(WebRefused, match=message):
        await asyncio.wait_for(updates_on(site).check(), 10)
    assert site.paths == [FILE], "no redirect was followed"


async def test_a_server_error_is_reported_as_unreachable() -> None:
    with update_site(Raw(b"", 503, "text/plain")) as site, pytest.raises(WebUnreachable, match="503"):
        await updates_on(site).check()


async def test_a_certificate_for_another_name_is_refused() -> None:
    with update_site(signed_file()) as site:
        address = WebAddress.parse(f"https://other.example{FILE}")
        checker = UpdateChecker(UpdateSource(address, place_on(site).key), JsonStore(), site.client(UPDATE_LIMITS))
        with pytest.raises(WebError, match="certificate"):
            await checker.check()
    assert site.requests == []


@pytest.mark.parametrize(
    ("later", "reason"),
    [({"version": "1.1.0", "date": "2026-11-22"}, "version"), ({"version": "1.2.0", "date": "2026-11-01"}, "date")],
)
async def test_an_older_update_file_is_refused(tmp_path: Path, later: dict[str, str], reason: str) -> None:
    store_file = tmp_path / "updates.json"
    with update_site(signed_file(version="1.2.0", date="2026-11-22")) as site:
        await updates_on(site, JsonStore(store_file)).check()
    with update_site(signed_file(**later)) as site, pytest.raises(WebRefused, match="older than one received"):
        await updates_on(site, JsonStore(store_file)).check()
    with update_site(signed_file(version="1.2.0", date="2026-11-22")) as site:
        assert (await updates_on(site, JsonStore(store_file)).check()).newer, (
            f"the same file is accepted again ({reason})"
        )


async def test_a_refused_file_is_not_stored(tmp_path: Path) -> None:
    store_file = tmp_path / "updates.json"
    with update_site(signed_file(OTHERS, version="99.0.0")) as site, pytest.raises(WebRefused):
        await updates_on(site, JsonStore(store_file)).check()
    assert not store_file.exists()


@pytest.mark.parametrize("stored", [7, {"version": 1, "date": 2}, {"version": "1.0.0", "date": "never"}])
async def test_an_invalid_stored_version_is_ignored(tmp_path: Path, stored: object) -> None:
    store = JsonStore(tmp_path / "updates.json")
    store.put("newest", stored)  # type: ignore[arg-type]  # what JSON holds
    with update_site(signed_file(OURS)) as site:
        assert (await updates_on(site, store).check()).newer


async def test_t1_an_update_check_is_recorded_in_the_log() -> None:
    records: list[tuple[str, str]] = []

    class Log:
        async def record_connection(
            self, destination: Destination, purpose: str, size: int, origin: RequestOrigin
        ) -> None:
            assert site.requests == []
            records.append((destination.host, purpose))

    with update_site(signed_file()) as site:
        checker = updates_on(site)
        checker._client.log = Log()
        await checker.check()
    assert records == [(HOST, "update")]
