"""Web search through the engine chosen in the settings, with limits on time and size."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from vaultdesk.core.credentials import Credentials, MissingKey, origin_of
from vaultdesk.core.errors import UsageError, WebError, WebRefused, WebUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.core.this_computer import is_this_computer
from vaultdesk.core.transmission import Destination, TransmissionLog, http_request_size, record_request
from vaultdesk.web.search_engines import (
    Brave,
    DuckDuckGo,
    EngineReply,
    EngineRequest,
    SearchEngine,
    SearchHit,
    SearXng,
    Tavily,
)
from vaultdesk.web.web_client import USER_AGENT, preload_http

if TYPE_CHECKING:
    import httpx2


# An engine may run on this computer or the local network, so the SSRF guard does not apply here: only the settings
# define its address. As for a provider, redirects are not followed, and only our headers are sent.

ENGINE_TIMEOUT = 20.0
"""Seconds for one query and its answer; SearXNG waits six for the engines it queries."""

LONGEST_REPLY = 3_000_000
"""Bytes; fifty results take a hundredth of it."""


async def ask_engine(
    engine: SearchEngine, request: EngineRequest, seconds: float = ENGINE_TIMEOUT, log: TransmissionLog | None = None
) -> EngineReply:
    """Record and send *request* and return the answer, which has status 200.

    Raises `WebError` with a sentence for all others, `LedgerFailed`.
    """
    try:
        async with asyncio.timeout(seconds):
            reply = await _send(engine, request, log)
    except TimeoutError:
        raise WebUnreachable(
            Phrase("{0} did not answer in time", engine.name), hint=Phrase("Try again later.")
        ) from None
    refused = engine.error_for(reply) or _error_for_status(engine, reply)
    if refused is not None:
        raise refused
    return reply


async def _send(engine: SearchEngine, request: EngineRequest, log: TransmissionLog | None) -> EngineReply:
    await preload_http()
    import httpx2

    async def recorded(sent: httpx2.Request) -> None:
        target = sent.url.raw_path.decode("ascii")
        size = http_request_size(sent.method, target, sent.headers.raw, len(await sent.aread()))
        await record_request(log, _engine_destination(engine, request.url), "web_search", size)

    try:
        async with (
            httpx2.AsyncClient(
                follow_redirects=False,
                trust_env=not _is_here(request.url),
                timeout=httpx2.Timeout(ENGINE_TIMEOUT, connect=8.0),
                event_hooks={"request": [recorded]},
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
        # Proxies are read from the environment here: SOCKS needs a library, a typing error is a ValueError.
        raise WebRefused(
            Phrase("{0} cannot be asked", engine.name),
            hint=Phrase("Check its address in Settings, Web, and HTTPS_PROXY."),
        ) from None
    except httpx2.HTTPError as error:
        raise _connection_error(engine, request, error) from None


async def _read(engine: SearchEngine, response: "httpx2.Response") -> EngineReply:
    pieces, size = [], 0
    async for piece in response.aiter_bytes(65_536):
        size += len(piece)
        if size > LONGEST_REPLY:
            raise WebRefused(
                Phrase("{0} sent far more than results", engine.name),
                hint=Phrase("Check its address in Settings, Web."),
            )
        pieces.append(piece)
    text = b"".join(pieces).decode("utf-8", "replace")
    return EngineReply(response.status_code, response.headers.get("content-type", "").lower(), text)


def _is_here(url: str) -> bool:
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
        if _is_here(request.url)
        else Phrase("Check that this computer is online.")
    )
    return WebUnreachable(Phrase("{0} at {1} cannot be reached", engine.name, host), hint=hint)


def _error_for_status(engine: SearchEngine, reply: EngineReply) -> WebError | None:
    """Return the error for the status of *reply* common to all engines; None for a success."""
    where = "Settings, Web"
    match reply.status:
        case 200:
            return None
        case 401 | 403:
            hint = (
                Phrase("Type it again in Settings, Web.")
                if engine.wants_key
                else Phrase("Check its address in Settings, Web.")
            )
            return WebRefused(Phrase("{0} does not accept the key", engine.name), hint=hint)
        case 402:
            return WebRefused(
                Phrase("What {0} gives for this key is used up", engine.name), hint=Phrase("See your plan there.")
            )
        case 429:
            return WebUnreachable(Phrase("{0} is asked too often", engine.name), hint=Phrase("Try again in a minute."))
        case 400 | 422:
            return WebRefused(
                Phrase("{0} does not understand the question", engine.name),
                hint=Phrase("Search for something shorter."),
            )
        case status if 300 <= status < 400:
            return WebRefused(
                Phrase("{0} sends to another address", engine.name), hint=Phrase("Write the new one in {0}.", where)
            )
        case status if status >= 500:
            return WebUnreachable(
                Phrase("{0} has trouble of its own ({1})", engine.name, status), hint=Phrase("Try again later.")
            )
        case status:
            return WebRefused(
                Phrase("{0} did not answer ({1})", engine.name, status),
                hint=Phrase("Check its address in {0}.", where),
            )


ENGINES: Mapping[str, SearchEngine] = {one.kind: one for one in (SearXng(), Brave(), Tavily(), DuckDuckGo())}
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
        once: dict[str, SearchHit] = {}
        for hit in hits:
            once.setdefault(hit.address, hit)
        return tuple(once.values())[:limit]

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
                Phrase("The address of {0} is not set", engine.name), hint=Phrase("Write it in Settings, Web.")
            )
        origin_of(base)
        return engine, base

    def _key(self, engine: SearchEngine, base: str) -> str:
        found = self._credentials.find(engine.name, origin_of(base), self._settings().api_key_env)
        if not isinstance(found, MissingKey):
            return found.secret
        if engine.wants_key or found.reason != "none":
            raise WebRefused(found.text, hint=found.hint)
        return ""
