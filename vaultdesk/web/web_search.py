"""Web search through the engine chosen in the settings, with limits on time and size, and the wire formats of the
engines."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.certificates import ssl_context_for
from vaultdesk.core.credentials import Credentials, MissingKey, origin_of
from vaultdesk.core.errors import UsageError, WebError, WebRefused, WebUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.core.this_computer import is_this_computer
from vaultdesk.core.transmission import Destination, TransmissionLog, http_request_size, record_request
from vaultdesk.web.web_client import USER_AGENT, preload_http

if TYPE_CHECKING:
    import httpx2


MAX_TITLE_LENGTH, MAX_TEXT_LENGTH = 300, 2_000
"""Maximum number of characters of one result's title and text."""


class SearchHit(Struct, frozen=True):
    """One result of a search engine. All of it is untrusted text."""

    title: str
    address: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A request to a search engine, as its wire format requires it."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """May contain a key."""
    query: Mapping[str, str] = field(default_factory=dict)
    json: JsonValue = None
    form: Mapping[str, str] | None = None


class EngineReply(Struct, frozen=True):
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
    title_words = str(title or "").split()
    return SearchHit(
        " ".join(title_words)[:MAX_TITLE_LENGTH] or address[:MAX_TITLE_LENGTH],
        address[:2_048],
        " ".join(str(text or "").split())[:MAX_TEXT_LENGTH],
    )


def unknown_reply_error(engine: SearchEngine) -> WebRefused:
    """Return the error for an answer in an unexpected format."""
    return WebRefused(
        Phrase("The answer of {0} cannot be understood", engine.name),
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
            unresponsive_engines = [str(entry[0]) for entry in data.get("unresponsive_engines", ())]
            hits = [make_hit(result.get("title"), result.get("url"), result.get("content")) for result in results]
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise unknown_reply_error(self) from None
        if not hits and unresponsive_engines:
            raise WebRefused(
                Phrase("None of the engines of SearXNG answered: {0}", ", ".join(unresponsive_engines[:6])),
                hint=Phrase("Choose others in its settings, or try again later."),
            )
        return [hit for hit in hits if hit is not None]

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Detect a setting that a default installation of SearXNG lacks."""
        if reply.status == 403 or (reply.status == 200 and reply.is_web_page):
            return WebRefused(
                Phrase("SearXNG does not return results as JSON"),
                hint=Phrase("Add json to search.formats in its settings.yml and restart it."),
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
            hits = [
                make_hit(
                    result.get("title"),
                    result.get("url"),
                    " … ".join([result.get("description") or "", *_extra_snippets(result)]),
                )
                for result in results
            ]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise unknown_reply_error(self) from None
        return [hit for hit in hits if hit is not None]

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Distinguish a wrong key, which has status 422 here, from a wrong query."""
        if reply.status == 422 and "SUBSCRIPTION_TOKEN_INVALID" in reply.text:
            return WebRefused(
                Phrase("Brave Search does not accept the key"), hint=Phrase("Enter it again in Settings, Web.")
            )
        return None


def _extra_snippets(result: dict[str, object]) -> list[str]:
    snippets = result.get("extra_snippets")
    return [str(text) for text in snippets] if isinstance(snippets, list) else []


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
            hits = [make_hit(result.get("title"), result.get("url"), result.get("content")) for result in results]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise unknown_reply_error(self) from None
        return [hit for hit in hits if hit is not None]

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Handle its two specific statuses for exceeded quotas."""
        if reply.status in (432, 433):
            return WebRefused(
                Phrase("The Tavily quota of this key is used up"), hint=Phrase("Check your plan at tavily.com.")
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
        hits: list[SearchHit] = []
        for result in tree.css("div.result"):
            title, text = result.css_first("a.result__a"), result.css_first(".result__snippet")
            if title is None or "result--ad" in (result.attributes.get("class") or "").split():
                continue
            hit = make_hit(
                title.text(), _result_address(title.attributes.get("href") or ""), text.text() if text else ""
            )
            if hit is not None:
                hits.append(hit)
        if not hits and tree.css_first(".no-results, .result--no-result, #links") is None:
            raise unknown_reply_error(self)
        return hits

    def error_for(self, reply: EngineReply) -> WebRefused | None:
        """Detect the challenge for automated access, which has a success status."""
        if reply.status == 202 or "anomaly-modal" in reply.text or reply.status == 403:
            return WebRefused(
                Phrase("DuckDuckGo blocks automated requests from this computer"),
                hint=Phrase("Try again in a few minutes, or choose another engine in Settings, Web."),
            )
        return None


def _result_address(href: str) -> str:
    """Return the target of a result, extracted from the engine's click-tracking link."""
    absolute = f"https:{href}" if href.startswith("//") else href
    parts = urlsplit(absolute)
    if (parts.hostname or "").endswith("duckduckgo.com") and parts.path.startswith("/l/"):
        return parse_qs(parts.query).get("uddg", [""])[0]
    return absolute


# An engine may run on this computer or the local network, so the SSRF guard does not apply here: only the settings
# define its address. As for a provider, redirects are not followed, and only the headers of the program are sent.

ENGINE_TIMEOUT = 20.0
"""Seconds for one query and its answer; SearXNG waits six for the engines it queries."""

MAX_REPLY_SIZE = 3_000_000
"""Bytes; fifty results take a hundredth of it."""


async def ask_engine(
    engine: SearchEngine, request: EngineRequest, seconds: float = ENGINE_TIMEOUT, log: TransmissionLog | None = None
) -> EngineReply:
    """Record and send *request* and return the answer, which has status 200.

    Raises `WebError` for every other status, and `LedgerFailed`.
    """
    try:
        async with asyncio.timeout(seconds):
            reply = await _send(engine, request, log)
    except TimeoutError:
        raise WebUnreachable(
            Phrase("{0} did not answer in time", engine.name), hint=Phrase("Try again later.")
        ) from None
    error = engine.error_for(reply) or _error_for_status(engine, reply)
    if error is not None:
        raise error
    return reply


async def _send(engine: SearchEngine, request: EngineRequest, log: TransmissionLog | None) -> EngineReply:
    await preload_http(request.url)
    import httpx2

    async def record(outgoing: httpx2.Request) -> None:
        target = outgoing.url.raw_path.decode("ascii")
        size = http_request_size(outgoing.method, target, outgoing.headers.raw, len(await outgoing.aread()))
        await record_request(log, _engine_destination(engine, request.url), "web_search", size)

    try:
        async with (
            httpx2.AsyncClient(
                verify=ssl_context_for(request.url),
                follow_redirects=False,
                trust_env=not _is_on_this_computer(request.url),
                timeout=httpx2.Timeout(ENGINE_TIMEOUT, connect=8.0),
                event_hooks={"request": [record]},
            ) as client,
            client.stream(
                request.method,
                request.url,
                params=dict(request.query) or None,
                headers={"User-Agent": USER_AGENT, **request.headers},
                json=request.json,
                data=dict(request.form) if request.form is not None else None,
            ) as response,
        ):
            return await _read(engine, response)
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol, ImportError, ValueError):
        # Proxies are read from the environment here: SOCKS needs a library, an invalid value is a ValueError.
        raise WebRefused(
            Phrase("{0} cannot be used", engine.name),
            hint=Phrase("Check its address in Settings, Web, and HTTPS_PROXY."),
        ) from None
    except httpx2.HTTPError as error:
        raise _connection_error(engine, request, error) from None


async def _read(engine: SearchEngine, response: "httpx2.Response") -> EngineReply:
    chunks, size = [], 0
    async for chunk in response.aiter_bytes(65_536):
        size += len(chunk)
        if size > MAX_REPLY_SIZE:
            raise WebRefused(
                Phrase("The answer of {0} is too large", engine.name),
                hint=Phrase("Check its address in Settings, Web."),
            )
        chunks.append(chunk)
    text = b"".join(chunks).decode("utf-8", "replace")
    return EngineReply(response.status_code, response.headers.get("content-type", "").lower(), text)


def _is_on_this_computer(url: str) -> bool:
    return is_this_computer(urlsplit(url).hostname or "")


def _engine_destination(engine: SearchEngine, url: str) -> Destination:
    # Never "local": an engine on this computer forwards the words.
    return Destination(engine.name, urlsplit(url).netloc, local=False)


def _connection_error(engine: SearchEngine, request: EngineRequest, error: Exception) -> WebError:
    host = urlsplit(request.url).netloc
    if "certificate" in str(error).lower():
        return WebRefused(
            Phrase("The certificate of {0} cannot be trusted", host), hint=Phrase("Check this computer's date.")
        )
    hint = (
        Phrase("Start it, or check its address.")
        if _is_on_this_computer(request.url)
        else Phrase("Check that this computer is online.")
    )
    return WebUnreachable(Phrase("{0} at {1} cannot be reached", engine.name, host), hint=hint)


def _error_for_status(engine: SearchEngine, reply: EngineReply) -> WebError | None:
    """Return the error for the status of *reply* common to all engines; None for a success."""
    settings_page = "Settings, Web"
    match reply.status:
        case 200:
            return None
        case 401 | 403:
            hint = (
                Phrase("Enter it again in Settings, Web.")
                if engine.wants_key
                else Phrase("Check its address in Settings, Web.")
            )
            return WebRefused(Phrase("{0} does not accept the key", engine.name), hint=hint)
        case 402:
            return WebRefused(
                Phrase("The quota of this key at {0} is used up", engine.name), hint=Phrase("Check your plan there.")
            )
        case 429:
            return WebUnreachable(
                Phrase("{0} received too many requests", engine.name), hint=Phrase("Try again in a minute.")
            )
        case 400 | 422:
            return WebRefused(
                Phrase("{0} does not accept the query", engine.name),
                hint=Phrase("Use a shorter query."),
            )
        case status if 300 <= status < 400:
            return WebRefused(
                Phrase("{0} redirects to another address", engine.name),
                hint=Phrase("Enter the new address in {0}.", settings_page),
            )
        case status if status >= 500:
            return WebUnreachable(
                Phrase("{0} reports an error of its own ({1})", engine.name, status), hint=Phrase("Try again later.")
            )
        case status:
            return WebRefused(
                Phrase("{0} did not answer ({1})", engine.name, status),
                hint=Phrase("Check its address in {0}.", settings_page),
            )


ENGINES: Mapping[str, SearchEngine] = {engine.kind: engine for engine in (SearXng(), Brave(), Tavily(), DuckDuckGo())}
"""Every engine that the settings may name."""


class WebSearch:
    """Sends queries to the selected engine; the settings are read for each query."""

    def __init__(
        self, settings: Callable[[], WebSettings], credentials: Credentials, log: TransmissionLog | None = None
    ) -> None:
        """*log* records each request before it is sent."""
        self._log = log
        self._settings = settings
        self._credentials = credentials

    @property
    def engine(self) -> SearchEngine | None:
        """The selected engine; None if there is none."""
        return ENGINES.get(self._settings().engine)

    @property
    def destination(self) -> Destination:
        """The service that receives the search query. Raises `UsageError` if there is none."""
        engine, base = self._chosen_engine()
        return _engine_destination(engine, base)

    async def search(self, query: str, limit: int) -> tuple[SearchHit, ...]:
        """Return the results, best first. Raises `WebError`, and `UsageError` if no engine is set up."""
        engine, base = self._chosen_engine()
        key = await asyncio.to_thread(self._key, engine, base)
        request = engine.request(base, query, min(limit, engine.max_results), key)
        reply = await ask_engine(engine, request, log=self._log)
        hits = await asyncio.to_thread(engine.parse_hits, reply)
        hits_by_address: dict[str, SearchHit] = {}
        for hit in hits:
            hits_by_address.setdefault(hit.address, hit)
        return tuple(hits_by_address.values())[:limit]

    def check(self) -> Phrase:
        """Return a description of the engine that would be used, without a request. May block. Raises as `search` does
        before it sends.
        """
        engine, base = self._chosen_engine()
        key = self._key(engine, base)
        host = urlsplit(base).netloc
        if key:
            return Phrase("{0} at {1}, with its key.", engine.name, host)
        return Phrase("{0} at {1}.", engine.name, host)

    def _chosen_engine(self) -> tuple[SearchEngine, str]:
        engine = self.engine
        if engine is None:
            raise UsageError(Phrase("No search engine is chosen"), hint=Phrase("Choose one in Settings, Web."))
        base = self._settings().base_url.strip() or engine.url
        if not base:
            raise UsageError(
                Phrase("The address of {0} is not set", engine.name), hint=Phrase("Enter it in Settings, Web.")
            )
        origin_of(base)
        return engine, base

    def _key(self, engine: SearchEngine, base: str) -> str:
        credential = self._credentials.find(engine.name, origin_of(base), self._settings().api_key_env)
        if not isinstance(credential, MissingKey):
            return credential.secret
        if engine.wants_key or credential.reason != "none":
            raise WebRefused(credential.text, hint=credential.hint)
        return ""
