"""Tests of endpoint/access_guard.py."""

import json
import os
import stat
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.endpoint.bench import LABEL, TOKEN, bench, said, scripted
from vaultdesk.core.errors import SettingsError
from vaultdesk.core.logs import redact_secrets
from vaultdesk.endpoint.access_guard import endpoint_secret, endpoint_token

# Token: created once, private and stored.


def test_a_token_is_created_once_and_stored(tmp_path: Path) -> None:
    first, again = endpoint_token(tmp_path / "endpoint"), endpoint_token(tmp_path / "endpoint")

    assert first == again
    assert len(first) >= 40
    assert endpoint_token(tmp_path / "other") != first
    assert {file.name for file in (tmp_path / "endpoint").iterdir()} - {".token.lock"} == {"token"}


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_only_the_owner_can_read_the_token_file(tmp_path: Path) -> None:
    token = endpoint_token(tmp_path / "endpoint")
    file = tmp_path / "endpoint" / "token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700

    file.chmod(0o644)

    assert endpoint_token(tmp_path / "endpoint") == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("damaged", [b"", b"short", b"\xff\xfe", b"vd-" + b"x" * 20, b"vd-" + b"x" * 43 + b" and more"])
def test_a_damaged_token_file_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "token").write_bytes(damaged)

    token = endpoint_token(tmp_path)

    assert endpoint_token(tmp_path) == token
    assert token.startswith("vd-")


def test_concurrent_starts_share_one_token(tmp_path: Path) -> None:
    found: list[str] = []
    barrier = threading.Barrier(8)

    def start() -> None:
        barrier.wait()
        found.append(endpoint_token(tmp_path))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(found)) == 1
    assert len(found) == 8


def test_an_unwritable_folder_raises_settings_error(tmp_path: Path) -> None:
    (tmp_path / "endpoint").write_text("a file where the folder should be")

    with pytest.raises(SettingsError, match="token cannot be saved"):
        endpoint_token(tmp_path / "endpoint")


def test_the_token_is_redacted_in_the_log(tmp_path: Path) -> None:
    token = endpoint_token(tmp_path)

    assert token not in redact_secrets(f"asked with {token} today")


def test_the_secret_differs_from_the_token_and_is_stored_the_same_way(tmp_path: Path) -> None:
    token, secret = endpoint_token(tmp_path), endpoint_secret(tmp_path)

    assert secret == endpoint_secret(tmp_path) != token
    assert secret not in redact_secrets(f"sealed with {secret} today")
    (tmp_path / "secret").write_bytes(b"damaged")
    assert endpoint_secret(tmp_path) not in (token, secret)


# Guard: hostile requests over raw sockets, because clients normalize headers. None of them reaches a model.

POST = "POST /v1/responses HTTP/1.1"
BODY = json.dumps({"model": LABEL, "input": "Hello"}).encode()
VALID_HEADERS = {
    "host": "127.0.0.1:PORT",
    "authorization": f"Bearer {TOKEN}",
    "content-type": "application/json",
    "content-length": str(len(BODY)),
}
"""Headers of a valid request; PORT is replaced by the port."""

HOSTS = [
    "evil", "evil:PORT", "evil.example:PORT", "127.0.0.1", "localhost", "127.0.0.1:1", "localhost:1", "127.0.0.2:PORT",
    "127.1:PORT", "2130706433:PORT", "0x7f000001:PORT", "0.0.0.0:PORT", "[::1]:PORT", "[::ffff:127.0.0.1]:PORT",
    "localhost.:PORT", "localhost.evil:PORT", "127.0.0.1.evil:PORT", "evil@127.0.0.1:PORT", "127.0.0.1:PORT@evil",
    "127.0.0.1:PORT, evil", "127.0.0.1:PORT/evil", "localhost:PORT#", "xlocalhost:PORT", "",
]  # fmt: skip
"""Foreign host names, as sent by a web page after DNS rebinding."""

ORIGINS = [
    "null", "", "http://evil", "https://evil.example", "http://127.0.0.1.evil", "http://localhost.evil:PORT",
    "http://evil/127.0.0.1", "http://127.0.0.1@evil", "http://localhost@evil", "http://evil@localhost", "file://",
    "chrome-extension://abc", "app://obsidian.md", "http://[::1", "http://127.0.0.2", "ftp://localhost", "localhost",
]  # fmt: skip

AUTHORIZATIONS = [
    "", "Bearer", "Bearer ", f"Basic {TOKEN}", TOKEN, f"Bearer{TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}",
    f"Bearer {TOKEN.upper()}", f"Bearer x {TOKEN}", f"Bearer {TOKEN} x", f"Token {TOKEN}", "Bearer null",
    "Bearer undefined", f"Bearer \"{TOKEN}\"", f"Digest {TOKEN}", "Bearer \xff\xfe",
]  # fmt: skip


def request(headers: dict[str, str], port: int, *, line: str = POST, body: bytes = BODY) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{line}\r\n{lines}connection: close\r\n\r\n".replace("PORT", str(port)).encode("latin-1") + body


async def rejected_statuses(
    *header_sets: dict[str, str], lines: Sequence[str] = (POST,), body: bytes = BODY
) -> list[int]:
    """Send each of *lines* with each of *header_sets*, check that no model was called, and return the statuses."""
    provider = scripted(said("You should not read this."))
    found = []
    async with bench(provider) as served:
        for line in lines:
            for headers in header_sets:
                head, answer = await served.raw(request(headers, served.port, line=line, body=body))
                assert b"should not read" not in answer
                assert TOKEN.encode() not in answer
                assert "access-control-allow" not in head
                found.append(int(head.split()[1]))
    assert provider.requests == []
    return found


async def test_a_valid_request_is_answered() -> None:
    provider = scripted(said("Here."))
    async with bench(provider) as served:
        head, answer = await served.raw(request(VALID_HEADERS, served.port))

    assert head.startswith("HTTP/1.1 200")
    assert b"Here." in answer


VALID_VARIANTS = [
    {"host": "localhost:PORT"}, {"host": "LOCALHOST:PORT"}, {"origin": "http://localhost:3000"},
    {"origin": "http://127.0.0.1"}, {"authorization": f"bearer {TOKEN}"}, {"authorization": f"Bearer  {TOKEN} "},
    {"content-type": "Application/JSON; charset=utf-8"}, {"content-encoding": "identity"},
]  # fmt: skip


async def test_valid_variants_of_headers_are_accepted() -> None:
    async with bench(scripted(*[said("Here.")] * len(VALID_VARIANTS))) as served:
        for variant in VALID_VARIANTS:
            head, _ = await served.raw(request({**VALID_HEADERS, **variant}, served.port))
            assert head.startswith("HTTP/1.1 200"), variant


async def test_a_foreign_host_is_misdirected() -> None:
    statuses = await rejected_statuses(*[{**VALID_HEADERS, "host": host} for host in HOSTS])

    assert dict(zip(HOSTS, statuses, strict=True)) == dict.fromkeys(HOSTS, 421)


async def test_missing_and_duplicate_hosts_are_refused() -> None:
    without = {name: value for name, value in VALID_HEADERS.items() if name != "host"}

    assert await rejected_statuses(without, {**VALID_HEADERS, "Host": "evil:PORT"}) == [400, 400]
    assert await rejected_statuses(without, lines=["POST /v1/responses HTTP/1.0"]) == [421]


async def test_a_foreign_origin_is_forbidden() -> None:
    statuses = await rejected_statuses(*[{**VALID_HEADERS, "origin": origin} for origin in ORIGINS])

    assert dict(zip(ORIGINS, statuses, strict=True)) == dict.fromkeys(ORIGINS, 403)


async def test_a_second_origin_header_is_checked() -> None:
    assert await rejected_statuses({**VALID_HEADERS, "origin": "http://localhost", "Origin": "http://evil"}) == [403]


async def test_a_wrong_token_is_unauthorized() -> None:
    statuses = await rejected_statuses(
        *[{**VALID_HEADERS, "authorization": authorization} for authorization in AUTHORIZATIONS]
    )

    assert dict(zip(AUTHORIZATIONS, statuses, strict=True)) == dict.fromkeys(AUTHORIZATIONS, 401)


LINES = [
    "POST /v1/responses HTTP/1.1", f"POST /v1/responses?token={TOKEN} HTTP/1.1",
    f"POST /v1/responses?api_key={TOKEN}&authorization=Bearer%20{TOKEN} HTTP/1.1", "GET /v1/models HTTP/1.1",
    "GET /v1/models/x HTTP/1.1", "GET / HTTP/1.1", "OPTIONS /v1/responses HTTP/1.1", "GET /v1/unknown HTTP/1.1",
    "HEAD /v1/models HTTP/1.1", "TRACE / HTTP/1.1", "POST /V1/RESPONSES HTTP/1.1",
]  # fmt: skip


async def test_no_route_is_available_without_the_token() -> None:
    without = {name: value for name, value in VALID_HEADERS.items() if name != "authorization"}
    statuses = await rejected_statuses(without, lines=LINES)

    assert dict(zip(LINES, statuses, strict=True)) == dict.fromkeys(LINES, 401)


async def test_other_headers_and_cookies_are_no_token() -> None:
    without = {name: value for name, value in VALID_HEADERS.items() if name != "authorization"}
    elsewhere = {**without, "x-api-key": TOKEN, "api-key": TOKEN, "cookie": f"authorization={TOKEN}"}
    duplicate = {**VALID_HEADERS, "Authorization": f"Bearer {TOKEN}"}

    assert await rejected_statuses(elsewhere, duplicate) == [401, 401]


TYPES = [
    "text/plain", "text/plain; application/json", "application/x-www-form-urlencoded", "multipart/form-data; a=b",
    "application/json-patch+json", "application/jsonx", "", "*/*",
]  # fmt: skip


async def test_content_types_of_simple_cross_origin_requests_are_refused() -> None:
    statuses = await rejected_statuses(*[{**VALID_HEADERS, "content-type": kind} for kind in TYPES])

    assert dict(zip(TYPES, statuses, strict=True)) == dict.fromkeys(TYPES, 415)


async def test_invalid_http_is_refused() -> None:
    lines = ["POST  /v1/responses", "BREW\x00 / HTTP/1.1", "CONNECT evil:443 HTTP/1.1", "\x16\x03\x01"]

    assert set(await rejected_statuses(VALID_HEADERS, lines=lines)) <= {400, 404}


async def test_an_endless_head_is_refused() -> None:
    async with bench(scripted()) as served:
        head, _ = await served.raw(b"GET / HTTP/1.1\r\nx: " + b"x" * 100_000)

    assert head.startswith("HTTP/1.1 400")


async def test_websockets_are_not_supported() -> None:
    upgrade = {**VALID_HEADERS, "upgrade": "websocket", "sec-websocket-key": "x", "content-length": "0"}

    assert await rejected_statuses(upgrade, lines=["GET /v1/responses HTTP/1.1"], body=b"") == [405]
