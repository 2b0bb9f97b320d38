"""Search: the engine the person chose, with the key that belongs to its address."""

import pytest

from tests.support.web_engines import RESULTS, engine_site, searxng, settings_for
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import UsageError, WebRefused
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.web.search import ENGINES, WebSearch


def nobody() -> None:
    return None


def searching(settings: WebSettings, **environment: str) -> WebSearch:
    return WebSearch(lambda: settings, Credentials(environment, backend=nobody))  # type: ignore[arg-type]  # no backend is what it finds


@pytest.mark.parametrize("kind", ENGINES)
async def test_every_engine_finds_the_same_in_its_own_way(kind: str) -> None:
    with engine_site(kind) as site:
        settings = settings_for(kind, site).model_copy(update={"api_key_env": "KEY"})
        found = await searching(settings, KEY="canary-0123456789").search("heat pumps", 2)

    assert [(hit.title, hit.address) for hit in found] == [(title, url) for title, url, _ in RESULTS[:2]]


async def test_the_same_page_is_one_result() -> None:
    with engine_site("searxng", searxng(RESULTS[0], RESULTS[1], RESULTS[0])) as site:
        found = await searching(settings_for("searxng", site)).search("pumps", 10)

    assert [hit.address for hit in found] == [RESULTS[0][1], RESULTS[1][1]]


async def test_the_destination_names_engine_and_host_and_is_never_local() -> None:
    assert searching(WebSettings(engine="brave")).destination == Destination(
        "Brave Search", "api.search.brave.com", local=False
    )
    assert searching(WebSettings(engine="searxng", base_url="http://localhost:8888")).destination == Destination(
        "SearXNG", "localhost:8888", local=False
    )


@pytest.mark.parametrize(
    "settings",
    [WebSettings(), WebSettings(engine="searxng"), WebSettings(engine="brave", base_url="not an address"),
     WebSettings(engine="searxng", base_url="http://user:password@localhost/")],
)  # fmt: skip
async def test_what_is_not_set_up_is_told_before_anything_is_sent(settings: WebSettings) -> None:
    search = searching(settings)

    with pytest.raises(UsageError):
        _ = search.destination
    with pytest.raises(UsageError):
        await search.search("pumps", 3)


async def test_without_its_key_an_engine_is_not_asked() -> None:
    with engine_site("brave") as site, pytest.raises(WebRefused, match="no key for Brave Search"):
        await searching(settings_for("brave", site)).search("pumps", 3)

    assert site.requests == []


async def test_a_key_is_not_sent_to_another_address_than_it_was_typed_for() -> None:
    with engine_site("tavily") as site:
        search = searching(settings_for("tavily", site))
        search._credentials.set("Tavily", "https://api.tavily.com", "tvly-canary-0123456789")
        with pytest.raises(WebRefused, match="is not sent to"):
            await search.search("pumps", 3)

    assert site.requests == []


async def test_the_usual_variable_of_a_vendor_is_read_for_its_own_address_only() -> None:
    with engine_site("brave") as site, pytest.raises(WebRefused, match="no key"):
        await searching(settings_for("brave", site), BRAVE_API_KEY="canary-0123456789").search("pumps", 3)
    credentials = Credentials({"BRAVE_API_KEY": "canary-0123456789"}, backend=nobody)  # type: ignore[arg-type]  # as above, none

    assert credentials.get("Brave Search", "https://api.search.brave.com") is not None
    assert site.requests == []


async def test_a_changed_setting_holds_at_the_next_question() -> None:
    now = [WebSettings()]
    search = WebSearch(lambda: now[0], Credentials({}, backend=nobody))  # type: ignore[arg-type]  # as above, none
    assert search.engine is None
    now[0] = WebSettings(engine="duckduckgo")

    assert search.engine is ENGINES["duckduckgo"]
