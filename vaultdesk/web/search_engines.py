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
"""Maximum number of characters of one result's title and text."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result of a search engine. All of it is untrusted text."""

    title: str
    address: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A request to a search engine."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """May contain a key."""
    query: Mapping[str, str] = field(default_factory=dict)
    json: JsonValue = None
    form: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class EngineReply:
    """The answer of a search engine."""

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
    """Its name in the settings."""
    name: ClassVar[str]
    """Its name shown to the user."""
    url: ClassVar[str] = ""
    """Its default address; empty if the settings must contain one."""
    wants_key: ClassVar[bool] = False
    max_results: ClassVar[int] = 20
    """Maximum number of results of one query."""

    @abstractmethod
    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the request to *base* for *query*."""

    @abstractmethod
    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results in an answer with status 200. Raises `WebRefused` if it does not have this engine's
        format.
        """

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Return the error for an answer specific to this engine; None for statuses with a common meaning."""
        return None


def make_hit(title: object, address: object, text: object) -> SearchHit | None:
    """Return a result built from an answer's values; None without the address of a page."""
    if not isinstance(address, str) or not address.startswith(("http://", "https://")):
        return None
    words = str(title or "").split()
    return SearchHit(
        " ".join(words)[:LONGEST_TITLE] or address[:LONGEST_TITLE],
        address[:2_048],
        " ".join(str(text or "").split())[:LONGEST_TEXT],
    )


def unknown_reply_error(engine: SearchEngine) -> WebRefused:
    """Return the error for an answer in an unexpected format."""
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
        """Return the request; a key, if one is set, is for a server in front of it."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        url = f"{base.rstrip('/').removesuffix('/search')}/search"
        return EngineRequest(url, headers=headers, query={"q": query, "format": "json"})

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results; raise if there are none because the queried engines did not answer."""
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
        """Detect a setting that a default installation of SearXNG lacks."""
        if reply.status == 403 or (reply.status == 200 and reply.is_web_page):
            return WebRefused(
                Phrase("SearXNG does not give its results as data"),
                hint=Phrase("Add json to search.formats in its settings.yml and start it again."),
            )
        return None


class Brave(SearchEngine):
    """`GET /res/v1/web/search` with the key in a header (api-dashboard.search.brave.com, Web Search)."""

    kind: ClassVar[str] = "brave"
    name: ClassVar[str] = "Brave Search"
    url: ClassVar[str] = "https://api.search.brave.com"
    wants_key: ClassVar[bool] = True

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the request, without highlighting in the texts."""
        return EngineRequest(
            f"{base.rstrip('/').removesuffix('/res/v1/web/search')}/res/v1/web/search",
            headers={"X-Subscription-Token": key, "Accept": "application/json"},
            query={"q": query, "count": str(limit), "text_decorations": "false"},
        )

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the pages among the results; further excerpts of a page are appended to its description."""
        try:
            data = json.loads(reply.text)
            # Without results there is no "web" key.
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
        """Distinguish a wrong key, which has status 422 here, from a wrong query."""
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
        """Return the request with the cheapest search depth."""
        return EngineRequest(
            f"{base.rstrip('/').removesuffix('/search')}/search",
            method="POST",
            headers={"Authorization": f"Bearer {key}"},
            json={"query": query, "max_results": limit, "search_depth": "basic"},
        )

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        try:
            results = json.loads(reply.text)["results"]
            found = [make_hit(one.get("title"), one.get("url"), one.get("content")) for one in results]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise unknown_reply_error(self) from None
        return [hit for hit in found if hit is not None]

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Handle its two specific statuses for exceeded quotas."""
        if reply.status in (432, 433):
            return WebRefused(
                Phrase("What Tavily gives for this key is used up"), hint=Phrase("See your plan at tavily.com.")
            )
        return None


class DuckDuckGo(SearchEngine):
    """`POST /html/` (html.duckduckgo.com). There is no API; if it detects automated access, that is reported."""

    kind: ClassVar[str] = "duckduckgo"
    name: ClassVar[str] = "DuckDuckGo"
    url: ClassVar[str] = "https://html.duckduckgo.com"
    max_results: ClassVar[int] = 25

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the request as its form sends it."""
        return EngineRequest(
            f"{base.rstrip('/').removesuffix('/html')}/html/",
            method="POST",
            headers={"Accept": "text/html", "Accept-Language": "en"},
            form={"q": query, "kl": "wt-wt"},
        )

    def parse_hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results on the page without advertisements."""
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
        """Detect the challenge for automated access, which has a success status."""
        if reply.status == 202 or "anomaly-modal" in reply.text or reply.status == 403:
            return WebRefused(
                Phrase("DuckDuckGo takes this computer for a robot and does not answer"),
                hint=Phrase("Try again in some minutes, or choose another engine in Settings, Web."),
            )
        return None


def _result_address(href: str) -> str:
    """Return the target of a result, extracted from the engine's click-tracking link."""
    absolute = f"https:{href}" if href.startswith("//") else href
    parts = urlsplit(absolute)
    if (parts.hostname or "").endswith("duckduckgo.com") and parts.path.startswith("/l/"):
        return parse_qs(parts.query).get("uddg", [""])[0]
    return absolute
