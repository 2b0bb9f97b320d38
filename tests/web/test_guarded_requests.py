"""Guarded session: the requests library with our own client under it."""

import asyncio

import pytest
from requests.exceptions import InvalidSchema

from tests.support.web_site import WebSite, moved
from tests.support.wire_turns import Raw
from vaultdesk.core.errors import AddressBlocked, WebUnreachable
from vaultdesk.web.guarded_requests import LoopBridge, guarded_session


def site_of(answer: Raw) -> WebSite:
    return WebSite({"/a": answer, "/b": Raw("Wärme".encode(), 200, "text/plain; charset=utf-8")}, secure=True)


async def test_an_answer_comes_back_as_the_library_knows_it() -> None:
    with site_of(Raw(b'{"a": "b"}', 203, "application/json", {"X-Told": "yes"})) as site:
        session = guarded_session(LoopBridge(site.client(), asyncio.get_running_loop()))
        posted = await asyncio.to_thread(
            lambda: session.post("https://www.youtube.com/a?b=c", json={"x": 1}, headers={"X-Own": "1", "Accept": "x"})
        )
        got = await asyncio.to_thread(session.get, "https://www.youtube.com/b")

    assert (posted.status_code, posted.json(), posted.headers["x-told"]) == (203, {"a": "b"}, "yes")
    assert got.text == "Wärme"
    (sent, _) = site.requests
    assert (sent.method, sent.path, sent.json, sent.headers["accept"]) == ("POST", "/a?b=c", {"x": 1}, "x")
    assert "x-own" not in sent.headers


async def test_redirects_stay_at_the_service() -> None:
    with site_of(moved("/b")) as site:
        session = guarded_session(LoopBridge(site.client(), asyncio.get_running_loop()))
        assert (await asyncio.to_thread(session.get, "https://www.youtube.com/a")).text == "Wärme"
        for address in ("https://other.example/", "https://notyoutube.com/"):
            with pytest.raises(AddressBlocked):
                await asyncio.to_thread(session.get, address)
        with pytest.raises(InvalidSchema):
            await asyncio.to_thread(session.get, "http://www.youtube.com/b")


async def test_a_stopped_carrier_carries_nothing_more() -> None:
    with site_of(moved("/b")) as site:
        carrier = LoopBridge(site.client(), asyncio.get_running_loop())
        carrier.stop()
        with pytest.raises(WebUnreachable):
            await asyncio.to_thread(guarded_session(carrier).get, "https://www.youtube.com/a")

    assert site.requests == []
