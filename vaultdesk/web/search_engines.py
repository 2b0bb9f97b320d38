"""Wire formats of the supported search engines: SearXNG, Brave, Tavily and DuckDuckGo."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from pydantic import JsonValue

from vaultdesk.core.errors import WebRefused
from vaultdesk.core.phrases import Phrase

LONGEST_TITLE, LONGEST_TEXT = 300, 2_000
"""Characters of one result's title and text."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result, as the engine tells it. All of it is a stranger's words."""

    title: str
    address: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """What is sent."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """A key may stand in them."""
    query: Mapping[str, str] = field(default_factory=dict)
    json: JsonValue = None
    form: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class EngineReply:
    """What came back."""

    status: int
    content_type: str
    text: str

    @property
    def is_web_page(self) -> bool:
        """Whether it is a web page although data was requested."""
        return "html" in self.content_type or self.text.lstrip()[:1] == "<"


class SearchEngine(ABC):
    """One search engine's wire format."""

    kind: ClassVar[str]
    """As the settings call it."""
    name: ClassVar[str]
    """As people call it."""
    url: ClassVar[str] = ""
    """Where it is asked unless the settings say otherwise; empty where they must."""
    wants_key: ClassVar[bool] = False
    max_results: ClassVar[int] = 20
    """Results one question may ask for."""

    @abstractmethod
    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return what to ask at *base* for *query*."""

    @abstractmethod
    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results in an answer with status 200. Raises `WebRefused` where it is none of this engine's."""

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Return what an answer means that only this engine gives; None for what every engine means by its status."""
        return None


def make_hit(title: object, address: object, text: object) -> SearchHit | None:
    """Return a result made of what an answer holds; None where it has no address of a page."""
    if not isinstance(address, str) or not address.startswith(("http://", "https://")):
        return None
    words = str(title or "").split()
    return SearchHit(
        " ".join(words)[:LONGEST_TITLE] or address[:LONGEST_TITLE],
        address[:2_048],
        " ".join(str(text or "").split())[:LONGEST_TEXT],
    )


def unknown_reply_error(engine: SearchEngine) -> WebRefused:
    """Return what an answer in another shape than the engine's own means."""
    return WebRefused(
        Phrase("{0} answered something that cannot be understood", engine.name),
        hint=Phrase("Check its address in Settings, Web."),
    )


class SearXng(SearchEngine):
    """`GET /search?format=json` (docs.searxng.org, Search API)."""

    kind: ClassVar[str] = "searxng"
    name: ClassVar[str] = "SearXNG"
    max_results: ClassVar[int] = 50

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the question; a key, where one is set, is for a server in front of it."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        url = f"{base.rstrip('/').removesuffix('/search')}/search"
        return EngineRequest(url, headers=headers, query={"q": query, "format": "json"})

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results; where it has none because those it asks were silent, that is said."""
        try:
            data = json.loads(reply.text)
            results = data["results"]
            silent = [str(entry[0]) for entry in data.get("unresponsive_engines", ())]
            found = [make_hit(one.get("title"), one.get("url"), one.get("content")) for one in results]
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise unknown_reply_error(self) from None
        if not found and silent:
            raise WebRefused(
                Phrase("None of the engines that SearXNG asks answered: {0}", ", ".join(silent[:6])),
                hint=Phrase("Choose others in its settings, or try again later."),
            )
        return [hit for hit in found if hit is not None]

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Tell of the setting that almost every new SearXNG lacks."""
        if reply.status == 403 or (reply.status == 200 and reply.is_web_page):
            return WebRefused(
                Phrase("SearXNG does not give its results as data"),
                hint=Phrase("Add json to search.formats in its settings.yml and start it again."),
            )
        return None


class Brave(SearchEngine):
    """`GET /res/v1/web/search` with the key in a header of its own (api-dashboard.search.brave.com, Web Search)."""

    kind: ClassVar[str] = "brave"
    name: ClassVar[str] = "Brave Search"
    url: ClassVar[str] = "https://api.search.brave.com"
    wants_key: ClassVar[bool] = True

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the question, without marks for matches in the texts."""
        return EngineRequest(
            f"{base.rstrip('/').removesuffix('/res/v1/web/search')}/res/v1/web/search",
            headers={"X-Subscription-Token": key, "Accept": "application/json"},
            query={"q": query, "count": str(limit), "text_decorations": "false"},
        )

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the pages among what was found; further pieces of a page's text are joined to its description."""
        try:
            data = json.loads(reply.text)
            # Nothing found: there is no "web" at all.
            results = (data.get("web") or {}).get("results", [])
            if "query" not in data and not results:
                raise KeyError("query")
            found = [
                make_hit(
                    one.get("title"), one.get("url"), " … ".join([one.get("description") or "", *_extra_snippets(one)])
                )
                for one in results
            ]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise unknown_reply_error(self) from None
        return [hit for hit in found if hit is not None]

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Tell a wrong key, which is a 422 here, from a wrong question."""
        if reply.status == 422 and "SUBSCRIPTION_TOKEN_INVALID" in reply.text:
            return WebRefused(
                Phrase("Brave Search does not accept the key"), hint=Phrase("Type it again in Settings, Web.")
            )
        return None


def _extra_snippets(result: dict[str, object]) -> list[str]:
    more = result.get("extra_snippets")
    return [str(text) for text in more] if isinstance(more, list) else []


class Tavily(SearchEngine):
    """`POST /search` (docs.tavily.com, API reference)."""

    kind: ClassVar[str] = "tavily"
    name: ClassVar[str] = "Tavily"
    url: ClassVar[str] = "https://api.tavily.com"
    wants_key: ClassVar[bool] = True

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the question in its cheapest depth."""
        return EngineRequest(
            f"{base.rstrip('/').removesuffix('/search')}/search",
            method="POST",
            headers={"Authorization": f"Bearer {key}"},
            json={"query": query, "max_results": limit, "search_depth": "basic"},
        )

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results."""
        try:
            results = json.loads(reply.text)["results"]
            found = [make_hit(one.get("title"), one.get("url"), one.get("content")) for one in results]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise unknown_reply_error(self) from None
        return [hit for hit in found if hit is not None]

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Tell of its own two statuses for what is used up."""
        if reply.status in (432, 433):
            return WebRefused(
                Phrase("What Tavily gives for this key is used up"), hint=Phrase("See your plan at tavily.com.")
            )
        return None


class DuckDuckGo(SearchEngine):
    """`POST /html/` (html.duckduckgo.com). There is no API; where it takes us for a robot, that is said plainly."""

    kind: ClassVar[str] = "duckduckgo"
    name: ClassVar[str] = "DuckDuckGo"
    url: ClassVar[str] = "https://html.duckduckgo.com"
    max_results: ClassVar[int] = 25

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the question as its form sends it."""
        return EngineRequest(
            f"{base.rstrip('/').removesuffix('/html')}/html/",
            method="POST",
            headers={"Accept": "text/html", "Accept-Language": "en"},
            form={"q": query, "kl": "wt-wt"},
        )

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results on the page; what is paid for is left out."""
        from selectolax.lexbor import LexborHTMLParser

        tree = LexborHTMLParser(reply.text)
        found: list[SearchHit] = []
        for result in tree.css("div.result"):
            title, text = result.css_first("a.result__a"), result.css_first(".result__snippet")
            if title is None or "result--ad" in (result.attributes.get("class") or "").split():
                continue
            hit = make_hit(
                title.text(), _result_address(title.attributes.get("href") or ""), text.text() if text else ""
            )
            if hit is not None:
                found.append(hit)
        if not found and tree.css_first(".no-results, .result--no-result, #links") is None:
            raise unknown_reply_error(self)
        return found

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Tell of the riddle it sets to whom it takes for a robot, with a status of success."""
        if reply.status == 202 or "anomaly-modal" in reply.text or reply.status == 403:
            return WebRefused(
                Phrase("DuckDuckGo takes this computer for a robot and does not answer"),
                hint=Phrase("Try again in some minutes, or choose another engine in Settings, Web."),
            )
        return None


def _result_address(href: str) -> str:
    """Return where a result leads, taken out of the engine's own link that counts clicks."""
    absolute = f"https:{href}" if href.startswith("//") else href
    parts = urlsplit(absolute)
    if (parts.hostname or "").endswith("duckduckgo.com") and parts.path.startswith("/l/"):
        return parse_qs(parts.query).get("uddg", [""])[0]
    return absolute
