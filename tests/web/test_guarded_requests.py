"""A session of the requests library on top of the guarded web client."""

import asyncio

import pytest
from requests.exceptions import InvalidSchema

from tests.support.web_site import WebSite, moved
from tests.support.wire_turns import Raw
from vaultdesk.core.errors import AddressBlocked, WebUnreachable
from vaultdesk.web.guarded_requests import LoopBridge, guarded_session


def site_of(answer: Raw) -> WebSite:
    return WebSite({"/a": answer, "/b": Raw("Wärme".encode(), 200, "text/plain; charset=utf-8")}, secure=True)


async def test_a_response_has_the_attributes_of_the_requests_library() -> None:
    with site_of(Raw(b'{"a": "b"}', 203, "application/json", {"X-Told": "yes"})) as site:
        session = guarded_session(LoopBridge(site.client(), asyncio.get_running_loop()))
        post_response = await asyncio.to_thread(
            lambda: session.post("https://www.youtube.com/a?b=c", json={"x": 1}, headers={"X-Own": "1", "Accept": "x"})
        )
        get_response = await asyncio.to_thread(session.get, "https://www.youtube.com/b")

    assert (post_response.status_code, post_response.json(), post_response.headers["x-told"]) == (
        203,
        {"a": "b"},
        "yes",
    )
    assert get_response.text == "Wärme"
    (post_request, _) = site.requests
    assert (post_request.method, post_request.path, post_request.json, post_request.headers["accept"]) == (
        "POST",
        "/a?b=c",
        {"x": 1},
        "x",
    )
    assert "x-own" not in post_request.headers


async def test_redirects_are_followed_only_within_the_service() -> None:
    with site_of(moved("/b")) as site:
        session = guarded_session(LoopBridge(site.client(), asyncio.get_running_loop()))
        assert (await asyncio.to_thread(session.get, "https://www.youtube.com/a")).text == "Wärme"
        for address in ("https://other.example/", "https://notyoutube.com/"):
            with pytest.raises(AddressBlocked):
                await asyncio.to_thread(session.get, address)
        with pytest.raises(InvalidSchema):
            await asyncio.to_thread(session.get, "http://www.youtube.com/b")


async def test_a_stopped_bridge_sends_nothing() -> None:
    with site_of(moved("/b")) as site:
        bridge = LoopBridge(site.client(), asyncio.get_running_loop())
        bridge.stop()
        with pytest.raises(WebUnreachable):
            await asyncio.to_thread(guarded_session(bridge).get, "https://www.youtube.com/a")

    assert site.requests == []
