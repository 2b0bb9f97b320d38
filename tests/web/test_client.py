"""Web client: one request to a checked place, its answer within limits, and nothing of this computer in it."""

import asyncio
import gzip

import pytest

from tests.support.web_site import WebSite, moved, page
from tests.support.wire_turns import Raw
from vaultdesk.core.errors import AddressBarred, WebRefused, WebUnreachable
from vaultdesk.web.client import WebLimits, WebRequest
from vaultdesk.web.guard import Guard
from vaultdesk.web.web_address import WebAddress

HOST = "heat-pumps.example"


def request(site: WebSite, path: str = "/", host: str = HOST) -> WebRequest:
    return WebRequest(WebAddress.parse(site.url(host, path)))


async def test_a_page_is_asked_for_by_its_name_at_the_place_that_was_checked() -> None:
    with WebSite({"/a": page("<p>Hello</p>")}) as site:
        reply = await site.client().ask(request(site, "/a?b=c"))

    (seen,) = site.requests
    assert (reply.status, b"Hello" in reply.body) == (200, True)
    assert (seen.path, seen.headers["host"]) == ("/a?b=c", f"{HOST}:{site.port}")
    assert site.looked_up == [HOST]


async def test_nothing_is_told_but_what_has_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    with WebSite({"/": page("x", set_cookie="id=1; Path=/")}) as site:
        client = site.client()
        await client.ask(request(site))
        await client.ask(request(site))

    for seen in site.requests:
        assert set(seen.headers) <= {"host", "user-agent", "accept-encoding", "accept", "connection"}
        assert seen.headers["user-agent"].startswith("VaultDesk/")


async def test_a_redirect_is_not_followed_here() -> None:
    with WebSite({"/": moved("http://127.0.0.1:1/")}) as site:
        reply = await site.client().ask(request(site))

    assert (reply.status, reply.headers["location"]) == (302, "http://127.0.0.1:1/")


async def test_a_place_the_guard_bars_is_never_connected_to() -> None:
    with WebSite({"/": page("x")}) as site:
        client = site.client(guard=site.guard({"inner.example": ["10.0.0.1"]}))
        with pytest.raises(AddressBarred):
            await client.ask(request(site, host="inner.example"))

    assert site.requests == []


async def test_a_bomb_and_a_flood_are_refused_and_not_taken_in() -> None:
    limits = WebLimits(packed=50_000, unpacked=200_000)
    bomb = Raw(gzip.compress(b"\0" * 20_000_000), 200, "text/html", {"Content-Encoding": "gzip"})
    with WebSite({"/bomb": bomb, "/flood": Raw(b"x", 200, "text/html", endless=b"y" * 1000)}) as site:
        for path in ("/bomb", "/flood"):
            with pytest.raises(WebRefused, match="too large"):
                await asyncio.wait_for(site.client(limits).ask(request(site, path)), 5)


async def test_packed_pages_are_unpacked() -> None:
    packed = Raw(gzip.compress(b"Hello" * 1000), 200, "text/plain", {"Content-Encoding": "gzip"})
    with WebSite({"/": packed}) as site:
        assert (await site.client().ask(request(site))).body == b"Hello" * 1000


async def test_a_site_that_never_ends_its_answer_is_given_up() -> None:
    with (
        WebSite({"/": Raw(b"begun", 200, "text/html", hold=True)}) as site,
        pytest.raises(WebUnreachable, match="did not answer in time"),
    ):
        await asyncio.wait_for(site.client(WebLimits(seconds=0.3)).ask(request(site)), 5)


async def test_a_connection_that_breaks_and_one_that_is_not_there_are_told() -> None:
    with WebSite({"/": Raw(b"begun", 200, "text/html", reset=True)}) as site:
        with pytest.raises(WebUnreachable, match="broke off"):
            await site.client().ask(request(site))
        gone, client = request(site), site.client()
    with pytest.raises(WebUnreachable, match="cannot be reached"):
        await client.ask(gone)


async def test_a_certificate_is_held_to_the_name_not_to_the_number() -> None:
    with WebSite({"/": page("x")}, secure=True) as site:
        assert (await site.client().ask(request(site))).status == 200
        with pytest.raises(WebRefused, match=r"certificate of other\.example cannot be trusted"):
            await site.client().ask(request(site, host="other.example"))


async def test_a_name_that_means_another_place_the_next_moment_is_asked_where_it_was_checked() -> None:
    with WebSite({"/": page("<p>Hello</p>")}) as site:
        answers = [("127.0.0.1", site.port), ("10.0.0.1", 80), ("169.254.169.254", 80)]

        async def rebinding(_host: str, _port: int) -> list[tuple[str, int]]:
            return [answers.pop(0)]

        client = site.client(guard=Guard(rebinding, {("127.0.0.1", site.port)}))
        assert (await client.ask(request(site))).status == 200
        assert len(answers) == 2, "it was looked up once"
        with pytest.raises(AddressBarred):
            await client.ask(request(site))
