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

# Inflating: compression undone within a limit, fed in pieces or in one gulp.

TEXT = b"Heat pumps work well in old houses. " * 200


def raw_deflate(text: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-15)
    return packing.compress(text) + packing.flush()


PACKED = {
    "": TEXT,
    "identity": TEXT,
    "gzip": gzip.compress(TEXT),
    "GZIP": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    "deflate ": raw_deflate(TEXT),
}


@pytest.mark.parametrize("encoding", PACKED)
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_pieces_of_any_size_give_the_same_text(encoding: str, size: int) -> None:
    packed, inflating = PACKED[encoding], BoundedDecompressor(encoding, len(TEXT))

    found = b"".join(inflating.feed(packed[at : at + size]) for at in range(0, len(packed), size))

    assert found == TEXT


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_is_refused_before_it_unfolds(encoding: str) -> None:
    bomb = (gzip.compress if encoding == "gzip" else zlib.compress)(b"\0" * 50_000_000)
    inflating = BoundedDecompressor(encoding, 1_000_000)

    with pytest.raises(WebRefused, match="too large"):
        inflating.feed(bomb)


def test_what_is_not_packed_has_the_same_limit() -> None:
    inflating = BoundedDecompressor("", 10)

    assert inflating.feed(b"x" * 10) == b"x" * 10
    with pytest.raises(WebRefused, match="too large"):
        inflating.feed(b"x")


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "compress"])
def test_packing_that_was_not_asked_for_is_refused(encoding: str) -> None:
    with pytest.raises(WebRefused):
        BoundedDecompressor(encoding, 10)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_broken_packing_is_told_as_that(encoding: str) -> None:
    with pytest.raises(WebRefused, match="damaged and cannot be read"):
        BoundedDecompressor(encoding, 1000).feed(b"\xff\xfenothing of the kind")


# Web client: one request to a checked place, its answer within limits, and nothing of this computer in it.

HOST = "heat-pumps.example"


def request(site: WebSite, path: str = "/", host: str = HOST) -> WebRequest:
    return WebRequest(WebAddress.parse(site.url(host, path)))


async def test_a_page_is_asked_for_by_its_name_at_the_place_that_was_checked() -> None:
    with WebSite({"/a": page("<p>Hello</p>")}) as site:
        reply = await site.client().fetch(request(site, "/a?b=c"))

    (seen,) = site.requests
    assert (reply.status, b"Hello" in reply.body) == (200, True)
    assert (seen.path, seen.headers["host"]) == ("/a?b=c", f"{HOST}:{site.port}")
    assert site.looked_up == [HOST]


async def test_nothing_is_told_but_what_has_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    with WebSite({"/": page("x", set_cookie="id=1; Path=/")}) as site:
        client = site.client()
        await client.fetch(request(site))
        await client.fetch(request(site))

    for seen in site.requests:
        assert set(seen.headers) <= {"host", "user-agent", "accept-encoding", "accept", "connection"}
        assert seen.headers["user-agent"].startswith("VaultDesk/")


async def test_a_redirect_is_not_followed_here() -> None:
    with WebSite({"/": moved("http://127.0.0.1:1/")}) as site:
        reply = await site.client().fetch(request(site))

    assert (reply.status, reply.headers["location"]) == (302, "http://127.0.0.1:1/")


async def test_a_place_the_guard_bars_is_never_connected_to() -> None:
    with WebSite({"/": page("x")}) as site:
        client = site.client(guard=site.guard({"inner.example": ["10.0.0.1"]}))
        with pytest.raises(AddressBlocked):
            await client.fetch(request(site, host="inner.example"))

    assert site.requests == []


async def test_a_bomb_and_a_flood_are_refused_and_not_taken_in() -> None:
    limits = WebLimits(compressed_bytes=50_000, body_bytes=200_000)
    bomb = Raw(gzip.compress(b"\0" * 20_000_000), 200, "text/html", {"Content-Encoding": "gzip"})
    with WebSite({"/bomb": bomb, "/flood": Raw(b"x", 200, "text/html", endless=b"y" * 1000)}) as site:
        for path in ("/bomb", "/flood"):
            with pytest.raises(WebRefused, match="too large"):
                await asyncio.wait_for(site.client(limits).fetch(request(site, path)), 5)


async def test_packed_pages_are_unpacked() -> None:
    packed = Raw(gzip.compress(b"Hello" * 1000), 200, "text/plain", {"Content-Encoding": "gzip"})
    with WebSite({"/": packed}) as site:
        assert (await site.client().fetch(request(site))).body == b"Hello" * 1000


async def test_a_site_that_never_ends_its_answer_is_given_up() -> None:
    with (
        WebSite({"/": Raw(b"begun", 200, "text/html", hold=True)}) as site,
        pytest.raises(WebUnreachable, match="did not answer in time"),
    ):
        await asyncio.wait_for(site.client(WebLimits(seconds=0.3)).fetch(request(site)), 5)


async def test_a_connection_that_breaks_and_one_that_is_not_there_are_told() -> None:
    with WebSite({"/": Raw(b"begun", 200, "text/html", reset=True)}) as site:
        with pytest.raises(WebUnreachable, match="was interrupted"):
            await site.client().fetch(request(site))
        gone, client = request(site), site.client()
    with pytest.raises(WebUnreachable, match="cannot be reached"):
        await client.fetch(gone)


async def test_a_certificate_is_held_to_the_name_not_to_the_number() -> None:
    with WebSite({"/": page("x")}, secure=True) as site:
        assert (await site.client().fetch(request(site))).status == 200
        with pytest.raises(WebRefused, match=r"certificate of other\.example cannot be trusted"):
            await site.client().fetch(request(site, host="other.example"))


async def test_a_name_that_means_another_place_the_next_moment_is_asked_where_it_was_checked() -> None:
    with WebSite({"/": page("<p>Hello</p>")}) as site:
        answers = [("127.0.0.1", site.port), ("10.0.0.1", 80), ("169.254.169.254", 80)]

        async def rebinding(_host: str, _port: int) -> list[tuple[str, int]]:
            return [answers.pop(0)]

        client = site.client(guard=SsrfGuard(rebinding, {("127.0.0.1", site.port)}))
        assert (await client.fetch(request(site))).status == 200
        assert len(answers) == 2, "it was looked up once"
        with pytest.raises(AddressBlocked):
            await client.fetch(request(site))
