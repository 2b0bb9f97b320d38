"""Web side: search, pages and transcripts of a workspace follow its settings."""

import pytest

from tests.support.web_site import WebSite, page
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import AddressBarred
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.workspace.web_side import web_side


async def test_the_engine_of_the_moment_is_asked() -> None:
    now = [Settings()]
    side = web_side(lambda: now[0], Credentials({}))
    assert side.search.engine is None
    now[0] = Settings(web=WebSettings(engine="duckduckgo"))

    assert side.search.destination.host == "html.duckduckgo.com"


async def test_pages_are_asked_through_the_client_that_is_given_and_else_through_the_guard() -> None:
    with WebSite({"/": page("<p>Hello</p>")}) as site:
        url = site.url("heat-pumps.example")
        assert (await web_side(Settings, Credentials({}), site.client()).pages.page(url)).text == "Hello"
        with pytest.raises(AddressBarred):
            await web_side(Settings, Credentials({})).pages.page(f"http://127.0.0.1:{site.port}/")
