"""Tests of web/web_client.py."""

import asyncio
import gzip
import zlib

import pytest

from tests.support.web_site import WebSite, moved, page
from tests.support.wire_turns import Raw
from vaultdesk.core.errors import AddressBlocked, WebRefused, WebUnreachable
from vaultdesk.web.ssrf_guard import SsrfGuard, WebAddress
from vaultdesk.web.web_client import BoundedDecompressor, WebLimits, WebRequest

# Decompression within a size limit, in chunks of any size.

TEXT = b"Heat pumps work well in old houses. " * 200


def raw_deflate(text: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(text) + compressor.flush()


COMPRESSED = {
    "": TEXT,
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "GZIP": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    "deflate ": raw_deflate(TEXT),
}


@pytest.mark.parametrize("encoding", COMPRESSED)
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_chunks_of_any_size_give_the_same_text(encoding: str, size: int) -> None:
    compressed, decompressor = COMPRESSED[encoding], BoundedDecompressor(encoding, len(TEXT))

    text = b"".join(decompressor.feed(compressed[offset : offset + size]) for offset in range(0, len(compressed), size))

    assert text == TEXT


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_decompression_bomb_is_refused(encoding: str) -> None:
    bomb = (gzip.compress if encoding == "gzip" else zlib.compress)(b"\0" * 50_000_000)
    decompressor = BoundedDecompressor(encoding, 1_000_000)

    with pytest.raises(WebRefused, match="too large"):
        decompressor.feed(bomb)


def test_uncompressed_data_has_the_same_limit() -> None:
    decompressor = BoundedDecompressor("", 10)

    assert decompressor.feed(b"x" * 10) == b"x" * 10
    with pytest.raises(WebRefused, match="too large"):
        decompressor.feed(b"x")


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "compress"])
def test_an_unrequested_encoding_is_refused(encoding: str) -> None:
    with pytest.raises(WebRefused):
        BoundedDecompressor(encoding, 10)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_damaged_compressed_data_is_reported(encoding: str) -> None:
    with pytest.raises(WebRefused, match="damaged and cannot be read"):
        BoundedDecompressor(encoding, 1000).feed(b"\xff\xfenothing of the kind")


# The web client: one request to a checked address, with a bounded answer, and without data about this computer.

HOST = "heat-pumps.example"


def request(site: WebSite, path: str = "/", host: str = HOST) -> WebRequest:
    return WebRequest(WebAddress.parse(site.url(host, path)))


async def test_a_page_is_requested_by_host_name_at_the_checked_address() -> None:
    with WebSite({"/a": page("<p>Hello</p>")}) as site:
        reply = await site.client().fetch(request(site, "/a?b=c"))

    (received,) = site.requests
    assert (reply.status, b"Hello" in reply.body) == (200, True)
    assert (received.path, received.headers["host"]) == ("/a?b=c", f"{HOST}:{site.port}")
    assert site.looked_up == [HOST]


async def test_requests_contain_only_the_necessary_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    with WebSite({"/": page("x", set_cookie="id=1; Path=/")}) as site:
        client = site.client()
        await client.fetch(request(site))
        await client.fetch(request(site))

    for received in site.requests:
        assert set(received.headers) <= {"host", "user-agent", "accept-encoding", "accept", "connection"}
        assert received.headers["user-agent"].startswith("VaultDesk/")


async def test_redirects_are_not_followed() -> None:
    with WebSite({"/": moved("http://127.0.0.1:1/")}) as site:
        reply = await site.client().fetch(request(site))

    assert (reply.status, reply.headers["location"]) == (302, "http://127.0.0.1:1/")


async def test_a_blocked_address_is_not_connected_to() -> None:
    with WebSite({"/": page("x")}) as site:
        client = site.client(guard=site.guard({"inner.example": ["10.0.0.1"]}))
        with pytest.raises(AddressBlocked):
            await client.fetch(request(site, host="inner.example"))

    assert site.requests == []


async def test_a_decompression_bomb_and_an_endless_answer_are_refused() -> None:
    limits = WebLimits(compressed_bytes=50_000, body_bytes=200_000)
    bomb = Raw(gzip.compress(b"\0" * 20_000_000), 200, "text/html", {"Content-Encoding": "gzip"})
    with WebSite({"/bomb": bomb, "/flood": Raw(b"x", 200, "text/html", endless=b"y" * 1000)}) as site:
        for path in ("/bomb", "/flood"):
            with pytest.raises(WebRefused, match="too large"):
                await asyncio.wait_for(site.client(limits).fetch(request(site, path)), 30)


async def test_compressed_pages_are_decompressed() -> None:
    compressed = Raw(gzip.compress(b"Hello" * 1000), 200, "text/plain", {"Content-Encoding": "gzip"})
    with WebSite({"/": compressed}) as site:
        assert (await site.client().fetch(request(site))).body == b"Hello" * 1000


async def test_an_endless_answer_times_out() -> None:
    with (
        WebSite({"/": Raw(b"begun", 200, "text/html", hold=True)}) as site,
        pytest.raises(WebUnreachable, match="did not answer in time"),
    ):
        await asyncio.wait_for(site.client(WebLimits(seconds=0.3)).fetch(request(site)), 30)


async def test_an_interrupted_and_a_refused_connection_are_reported() -> None:
    with WebSite({"/": Raw(b"begun", 200, "text/html", reset=True)}) as site:
        with pytest.raises(WebUnreachable, match="was interrupted"):
            await site.client().fetch(request(site))
        later_request, client = request(site), site.client()
    with pytest.raises(WebUnreachable, match="cannot be reached"):
        await client.fetch(later_request)


async def test_the_certificate_is_checked_against_the_host_name() -> None:
    with WebSite({"/": page("x")}, secure=True) as site:
        assert (await site.client().fetch(request(site))).status == 200
        with pytest.raises(WebRefused, match=r"certificate of other\.example cannot be trusted"):
            await site.client().fetch(request(site, host="other.example"))


async def test_dns_rebinding_does_not_change_the_checked_address() -> None:
    with WebSite({"/": page("<p>Hello</p>")}) as site:
        answers = [("127.0.0.1", site.port), ("10.0.0.1", 80), ("169.254.169.254", 80)]

        async def rebinding(_host: str, _port: int) -> list[tuple[str, int]]:
            return [answers.pop(0)]

        client = site.client(guard=SsrfGuard(rebinding, {("127.0.0.1", site.port)}))
        assert (await client.fetch(request(site))).status == 200
        assert len(answers) == 2, "the host was resolved once"
        with pytest.raises(AddressBlocked):
            await client.fetch(request(site))
