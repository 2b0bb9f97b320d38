"""Web engines: responses of search engines, in their formats and at their paths."""

from typing import Any

from tests.support.web_site import Route, WebSite, data
from tests.support.wire_turns import Raw, Recorded
from vaultdesk.core.settings.settings_schema import WebSettings

RESULTS = (
    ("Heat pumps in old houses", "https://heat-pumps.example/old", "They work well where the flow is below 55 °C."),
    ("Grants for heat pumps", "https://grants.example/pumps", "Up to 40 percent of the costs."),
    ("Noise", "https://noise.example/", "Keep three metres from the neighbour."),
)


def searxng(*results: tuple[str, str, str], silent: tuple[str, ...] = ()) -> Raw:
    """Return the response of SearXNG to `format=json`."""
    return data(
        {
            "query": "heat pumps",
            "number_of_results": 0,
            "results": [
                {
                    "url": url, "title": title, "content": text, "engine": "mojeek", "template": "default.html",
                    "parsed_url": ["https", "x", "/", "", "", ""], "engines": ["mojeek"], "score": 1.0,
                    "category": "general",
                }
                for title, url, text in results
            ],
            "answers": [],
            "corrections": [],
            "infoboxes": [],
            "suggestions": [],
            "unresponsive_engines": [[name, "timeout"] for name in silent],
        }
    )  # fmt: skip


def brave(*results: tuple[str, str, str]) -> Raw:
    """Return the response of Brave; without results it has no `web` field."""
    response: dict[str, Any] = {"type": "search", "query": {"original": "heat pumps", "more_results_available": False}}
    if results:
        response["web"] = {
            "type": "search",
            "results": [
                {
                    "type": "search_result", "title": title, "url": url, "description": text, "language": "en",
                    "extra_snippets": ["And more."], "is_source_local": False, "family_friendly": True,
                }
                for title, url, text in results
            ],
        }  # fmt: skip
    return data(response)


def brave_wrong_key(_request: Recorded | None = None) -> Raw:
    """Return the response of Brave to an unknown key, which is not status 401."""
    detail = "The provided subscription token is invalid."
    error = {"id": "1", "status": 422, "detail": detail, "meta": {}, "code": "SUBSCRIPTION_TOKEN_INVALID"}
    return data({"type": "ErrorResponse", "error": error, "time": 1_790_000_000}, 422)


def tavily(*results: tuple[str, str, str]) -> Raw:
    """Return the response of Tavily."""
    return data(
        {
            "query": "heat pumps", "follow_up_questions": None, "answer": None, "images": [],
            "results": [
                {"title": title, "url": url, "content": text, "score": 0.9, "raw_content": None}
                for title, url, text in results
            ],
            "response_time": 1.2, "request_id": "123e4567-e89b-12d3-a456-426614174111",
        }
    )  # fmt: skip


def duckduckgo(*results: tuple[str, str, str]) -> Raw:
    """Return the DuckDuckGo page for browsers without JavaScript."""
    from urllib.parse import quote

    rows = "".join(
        f"""<div class="result results_links results_links_deep web-result"><div class="links_main links_deep">
        <h2 class="result__title"><a rel="nofollow" class="result__a"
          href="//duckduckgo.com/l/?uddg={quote(url, safe="")}&amp;rut=ab12">{title}</a></h2>
        <a class="result__snippet" href="//duckduckgo.com/l/?uddg={quote(url, safe="")}">{text}</a></div></div>"""
        for title, url, text in results
    )
    advert = """<div class="result results_links result--ad"><a class="result__a" href="https://advert.example/">Buy</a>
        <a class="result__snippet">Now</a></div>"""
    nothing = '<div class="no-results">No results found for <b>heat pumps</b></div>' if not results else advert
    page = (
        f'<html><body><form id="search_form" action="/html/"></form><div id="links">{nothing}{rows}</div></body></html>'
    )
    return Raw(page.encode(), 200, "text/html; charset=UTF-8")


def duckduckgo_riddle() -> Raw:
    """Return the page that DuckDuckGo sends to suspected bots."""
    return Raw(b'<html><body><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>', 202,
               "text/html")  # fmt: skip


PATHS = {"searxng": "/search", "brave": "/res/v1/web/search", "tavily": "/search", "duckduckgo": "/html/"}
ANSWERS = {"searxng": searxng, "brave": brave, "tavily": tavily, "duckduckgo": duckduckgo}


def engine_site(kind: str, answer: Route | None = None) -> WebSite:
    """Return a server in place of the engine *kind*; it returns `RESULTS` unless *answer* is given."""
    return WebSite({PATHS[kind]: ANSWERS[kind](*RESULTS) if answer is None else answer})


def settings_for(kind: Any, site: WebSite) -> WebSettings:
    """Return settings that use *site*."""
    return WebSettings(engine=kind, base_url=f"http://127.0.0.1:{site.port}")
