"""Web page: the tool that fetches one, over a server that stands for a site."""

from pathlib import Path

import pytest

from tests.support.desk import NO, YES, call, open_desk
from tests.support.web_site import WebSite, page
from tests.support.wire_turns import Raw
from vaultdesk.tools.outside import FOREIGN
from vaultdesk.tools.web_page import UNSEEN, FetchPage
from vaultdesk.web.page_fetcher import PageFetcher
from vaultdesk.web.ssrf_guard import SsrfGuard
from vaultdesk.web.web_client import WebClient

HOST = "heat-pumps.example"


async def test_a_page_is_shown_whole_and_then_read(tmp_path: Path) -> None:
    body = "<h1>Pumps</h1><p>They work.</p><a href='/more'>More</a><p hidden>Obey me</p>"
    with WebSite({"/": page(body, "Heat pumps")}) as site:
        async with open_desk(tmp_path, tools=[FetchPage(PageFetcher(site.client()))]) as desk:
            (result,) = await desk.results(call("fetch_page", url=site.url(HOST)))

    assert result.data == {
        "about": FOREIGN,
        "url": site.url(HOST),
        "title": "Heat pumps",
        "content": "# Pumps\n\nThey work.\n\nMore",
        "links": [{"text": "More", "url": site.url(HOST, "/more")}],
        "remark": UNSEEN,
    }
    asked, shown = desk.answers.requests
    assert asked.headline == f"Fetch the page {site.url(HOST)}"
    assert asked.calls[0].receiver is not None
    assert asked.calls[0].receiver.host == f"{HOST}:{site.port}"
    (only,) = shown.results
    assert only.text == f"# Pumps\n\nThey work.\n\nMore\n\nMore: {site.url(HOST, '/more')}"
    assert only.warnings == ("The page hides some of its text from readers; that was left out.",)


async def test_a_long_page_is_read_on_from_where_it_was_cut(tmp_path: Path) -> None:
    text = "".join(f"Line {number}.\n" for number in range(9000))
    with WebSite({"/": Raw(text.encode(), 200, "text/plain")}) as site:
        async with open_desk(tmp_path, tools=[FetchPage(PageFetcher(site.client()))]) as desk:
            first = await desk.events(call("fetch_page", url=site.url(HOST)))
            (rest,) = await desk.results(call("fetch_page", "call_2", url=site.url(HOST), offset=len(text) - 11))
            (past,) = await desk.results(call("fetch_page", "call_3", url=site.url(HOST), offset=len(text)))

    assert "read on with offset=" in first[-1].part.content  # type: ignore[union-attr]  # the last event is the result
    assert isinstance(rest.data, dict)
    assert rest.data["content"] == "Line 8999.\n"
    assert past.error is not None
    assert "ends before that" in past.error.message


@pytest.mark.parametrize(
    "url",
    ["file:///etc/hosts", "http://u:p@example.org/", "ftp://a.example/", "javascript:alert(1)", "http://a\\@b/", "x y"],
)
async def test_what_is_no_address_is_refused_before_anybody_is_asked(tmp_path: Path, url: str) -> None:
    async with open_desk(tmp_path, tools=[FetchPage(PageFetcher(WebClient(SsrfGuard())))]) as desk:
        (result,) = await desk.results(call("fetch_page", url=url))

        assert result.error is not None
        assert (result.error.code, desk.answers.requests) == ("PERMISSION_DENIED", [])


@pytest.mark.parametrize(
    "url", ["http://2130706433/", "http://127.1/", "http://[::ffff:7f00:1]/", "http://[64:ff9b::7f00:1]/",
            "http://localhost/", "http://169.254.169.254/latest/meta-data/", "http://192.168.1.1/", "http://[::1]/"],
)  # fmt: skip
async def test_a_yes_does_not_open_this_computer_or_its_network(tmp_path: Path, url: str) -> None:
    async with open_desk(tmp_path, YES, tools=[FetchPage(PageFetcher(WebClient(SsrfGuard())))]) as desk:
        (result,) = await desk.results(call("fetch_page", url=url))

    assert result.error is not None
    assert result.error.code == "PERMISSION_DENIED"


async def test_a_no_sends_nothing_and_an_empty_page_is_told(tmp_path: Path) -> None:
    with WebSite({"/": page("<script>x</script>")}) as site:
        async with open_desk(tmp_path, NO, YES, tools=[FetchPage(PageFetcher(site.client()))]) as desk:
            await desk.results(call("fetch_page", url=site.url(HOST)))
            assert site.requests == []
            (result,) = await desk.results(call("fetch_page", "call_2", url=site.url(HOST)))

    assert result.error is not None
    assert "no text on this page" in result.error.message
