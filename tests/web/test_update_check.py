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

# Update place: a release says where to ask and whom to believe; without that, or with half of it, nobody is asked.

sign_update = packaging_script("sign_update")
KEY = "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w="
ADDRESS = "https://vaultdesk.example/updates.txt"


def written(folder: Path, told: object) -> Path:
    file = folder / "updates.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    return file


def test_a_release_names_address_and_key(tmp_path: Path) -> None:
    place = update_source(written(tmp_path, {"address": ADDRESS, "key": KEY}))

    assert place is not None
    assert (place.address.url, place.key) == (ADDRESS, OURS.public_key().public_bytes_raw())


def test_the_source_has_no_place_to_ask() -> None:
    assert not resource_path("app", "updates.json").exists(), "it is a release's, never the project's"
    assert update_source() is None


@pytest.mark.parametrize(
    "told",
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
def test_half_a_place_is_none(tmp_path: Path, told: object) -> None:
    assert update_source(written(tmp_path, told)) is None


# Update file: only what the makers signed is read, byte for byte, and only what it may hold.

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
        with pytest.raises(WebRefused, match=r"not signed by the developers|update file"):
            read_update_file(data, PUBLIC)


def test_another_key_is_told_as_such() -> None:
    with pytest.raises(WebRefused, match="not signed by the developers") as told:
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
    with pytest.raises(WebRefused, match="update file"):
        read_update_file(data, PUBLIC)


def test_long_notes_are_cut() -> None:
    assert len(read_update_file(signed_file(notes="x" * 50_000), PUBLIC).notes) == MAX_NOTES_LENGTH


def test_a_file_signed_by_a_key_made_now_is_not_believed_either() -> None:
    with pytest.raises(WebRefused):
        read_update_file(signed_file(Ed25519PrivateKey.generate()), PUBLIC)


# Updates: one question to one place by https, nothing of this computer in it, and only a signed answer is believed.


async def test_a_newer_version_is_told_with_its_notes_and_its_page() -> None:
    with update_site(signed_file(version="1.1.0")) as site:
        answer = await updates_on(site).check()

    assert answer.newer
    assert (answer.file.version, answer.file.notes) == ("1.1.0", "Tabs can be split.")


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9"])
async def test_the_same_and_an_older_version_are_not_offered(version: str) -> None:
    with update_site(signed_file(version=version)) as site:
        assert not (await updates_on(site).check()).newer


async def test_the_request_tells_nothing_of_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9/")
    with update_site(Raw(signed_file(), headers={"Set-Cookie": "id=1"}, content_type="text/plain")) as site:
        await updates_on(site).check()
        await updates_on(site).check()

    assert site.paths == [FILE, FILE]
    for seen in site.requests:
        assert seen.method == "GET"
        told = {name: value for name, value in seen.headers.items() if name != "connection"}
        assert told == {
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
async def test_whatever_else_comes_is_refused_and_said(case: str) -> None:
    answer, words = REFUSED[case]
    with update_site(answer) as site, pytest.raises(WebRefused, match=words):
        await asyncio.wait_for(updates_on(site).check(), 10)
    assert site.paths == [FILE], "no redirect was followed"


async def test_trouble_at_the_other_end_may_be_over_later() -> None:
    with update_site(Raw(b"", 503, "text/plain")) as site, pytest.raises(WebUnreachable, match="503"):
        await updates_on(site).check()


async def test_a_certificate_of_another_name_is_refused() -> None:
    with update_site(signed_file()) as site:
        address = WebAddress.parse(f"https://other.example{FILE}")
        asking = UpdateChecker(UpdateSource(address, place_on(site).key), JsonStore(), site.client(UPDATE_LIMITS))
        with pytest.raises(WebError, match="certificate"):
            await asking.check()
    assert site.requests == []


@pytest.mark.parametrize(
    ("later", "why"),
    [({"version": "1.1.0", "date": "2026-11-22"}, "version"), ({"version": "1.2.0", "date": "2026-11-01"}, "date")],
)
async def test_an_old_file_sent_again_is_not_taken_for_news(tmp_path: Path, later: dict[str, str], why: str) -> None:
    kept = tmp_path / "updates.json"
    with update_site(signed_file(version="1.2.0", date="2026-11-22")) as site:
        await updates_on(site, JsonStore(kept)).check()
    with update_site(signed_file(**later)) as site, pytest.raises(WebRefused, match="older than one received"):
        await updates_on(site, JsonStore(kept)).check()
    with update_site(signed_file(version="1.2.0", date="2026-11-22")) as site:
        assert (await updates_on(site, JsonStore(kept)).check()).newer, f"the same file may come again ({why})"


async def test_a_refused_file_leaves_nothing_behind(tmp_path: Path) -> None:
    kept = tmp_path / "updates.json"
    with update_site(signed_file(OTHERS, version="99.0.0")) as site, pytest.raises(WebRefused):
        await updates_on(site, JsonStore(kept)).check()
    assert not kept.exists()


@pytest.mark.parametrize("kept", [7, {"version": 1, "date": 2}, {"version": "1.0.0", "date": "never"}])
async def test_a_memory_that_was_tampered_with_is_begun_anew(tmp_path: Path, kept: object) -> None:
    store = JsonStore(tmp_path / "updates.json")
    store.put("newest", kept)  # type: ignore[arg-type]  # what JSON holds
    with update_site(signed_file(OURS)) as site:
        assert (await updates_on(site, store).check()).newer


async def test_t1_a_check_is_recorded_as_one_for_updates() -> None:
    lines: list[tuple[str, str]] = []

    class Log:
        async def record_connection(
            self, destination: Destination, purpose: str, size: int, origin: RequestOrigin
        ) -> None:
            assert site.requests == []
            lines.append((destination.host, purpose))

    with update_site(signed_file()) as site:
        checker = updates_on(site)
        checker._client.log = Log()
        await checker.check()
    assert lines == [(HOST, "update")]
