"""Web search through the engine chosen in the settings, with limits on time and size."""

import asyncio
import ipaddress
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from vaultdesk.core.credentials import Credentials, MissingKey, origin_of
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import UsageError, WebError, WebRefused, WebUnreachable
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.web.search_engines import (
    Brave,
    DuckDuckGo,
    Engine,
    EngineReply,
    EngineRequest,
    SearchHit,
    SearXng,
    Tavily,
)
from vaultdesk.web.web_client import USER_AGENT, preload_http

if TYPE_CHECKING:
    import httpx2


# An engine may run on this computer or in the house, so the guard of pages does not hold here: nobody but the person's
# own settings says where it is asked. Like a provider it is never followed elsewhere, and gets no header but ours.

ENGINE_TIMEOUT = 20.0
"""For one question and its answer; SearXNG waits six for the engines it asks."""

LONGEST_REPLY = 3_000_000
"""Bytes; fifty results are a hundredth of it."""


async def ask_engine(engine: Engine, request: EngineRequest, seconds: float = ENGINE_TIMEOUT) -> EngineReply:
    """Send *request* and return the answer, which has status 200. Raises `WebError` with a sentence for all others."""
    try:
        async with asyncio.timeout(seconds):
            reply = await _sent(engine, request)
    except TimeoutError:
        raise WebUnreachable(f"{engine.name} did not answer in time", hint="Try again later.") from None
    refused = engine.refusal(reply) or _refused(engine, reply)
    if refused is not None:
        raise refused
    return reply


async def _sent(engine: Engine, request: EngineRequest) -> EngineReply:
    await preload_http()
    import httpx2

    try:
        async with (
            httpx2.AsyncClient(
                follow_redirects=False,
                trust_env=not is_this_computer(request.url),
                timeout=httpx2.Timeout(ENGINE_TIMEOUT, connect=8.0),
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
        # Proxies are read from the environment here: SOCKS needs a library, a typo is a ValueError.
        raise WebRefused(
            f"{engine.name} cannot be asked", hint="Check its address in Settings, Web, and HTTPS_PROXY."
        ) from None
    except httpx2.HTTPError as error:
        raise _trouble(engine, request, error) from None


async def _read(engine: Engine, response: "httpx2.Response") -> EngineReply:
    pieces, size = [], 0
    async for piece in response.aiter_bytes(65_536):
        size += len(piece)
        if size > LONGEST_REPLY:
            raise WebRefused(f"{engine.name} sent far more than results", hint="Check its address in Settings, Web.")
        pieces.append(piece)
    text = b"".join(pieces).decode("utf-8", "replace")
    return EngineReply(response.status_code, response.headers.get("content-type", "").lower(), text)


def is_this_computer(url: str) -> bool:
    """Whether *url* can only be this computer. In doubt it is not."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _trouble(engine: Engine, request: EngineRequest, error: Exception) -> WebError:
    host = urlsplit(request.url).netloc
    if "certificate" in str(error).lower():
        return WebRefused(f"The certificate of {host} cannot be trusted", hint="Check this computer's date.")
    hint = "Start it, or check its address." if is_this_computer(request.url) else "Check that this computer is online."
    return WebUnreachable(f"{engine.name} at {host} cannot be reached", hint=hint)


def _refused(engine: Engine, reply: EngineReply) -> WebError | None:
    """Return what every engine means by *reply*; None where it is an answer."""
    where = "Settings, Web"
    match reply.status:
        case 200:
            return None
        case 401 | 403:
            hint = f"Type it again in {where}." if engine.wants_key else f"Check its address in {where}."
            return WebRefused(f"{engine.name} does not accept the key", hint=hint)
        case 402:
            return WebRefused(f"What {engine.name} gives for this key is used up", hint="See your plan there.")
        case 429:
            return WebUnreachable(f"{engine.name} is asked too often", hint="Try again in a minute.")
        case 400 | 422:
            return WebRefused(f"{engine.name} does not understand the question", hint="Search for something shorter.")
        case status if 300 <= status < 400:
            return WebRefused(f"{engine.name} sends to another address", hint=f"Write the new one in {where}.")
        case status if status >= 500:
            return WebUnreachable(f"{engine.name} has trouble of its own ({status})", hint="Try again later.")
        case status:
            return WebRefused(f"{engine.name} did not answer ({status})", hint=f"Check its address in {where}.")


ENGINES: Mapping[str, Engine] = {one.kind: one for one in (SearXng(), Brave(), Tavily(), DuckDuckGo())}
"""Every engine the settings may name."""


class WebSearch:
    """Asks the engine of the moment: settings are read at each question."""

    def __init__(self, settings: Callable[[], WebSettings], credentials: Credentials) -> None:
        self._settings = settings
        self._credentials = credentials

    @property
    def engine(self) -> Engine | None:
        """The engine that is chosen; None where none is."""
        return ENGINES.get(self._settings().engine)

    @property
    def destination(self) -> Destination:
        """Who is sent the words of a search. Raises `UsageError` where nobody can be."""
        engine, base = self._chosen()
        # Never "local": an engine on this computer passes the words on.
        return Destination(engine.name, urlsplit(base).netloc, local=False)

    async def search(self, query: str, limit: int) -> tuple[SearchHit, ...]:
        """Return what is found, best first. Raises `WebError`, and `UsageError` where no engine is set up."""
        engine, base = self._chosen()
        key = await asyncio.to_thread(self._key, engine, base)
        request = engine.request(base, query, min(limit, engine.most), key)
        reply = await ask_engine(engine, request)
        hits = await asyncio.to_thread(engine.hits, reply)
        once: dict[str, SearchHit] = {}
        for hit in hits:
            once.setdefault(hit.address, hit)
        return tuple(once.values())[:limit]

    def check(self) -> str:
        """Return in words who would be asked, without asking. May block. Raises as `search` does before it asks."""
        engine, base = self._chosen()
        key = self._key(engine, base)
        return f"{engine.name} at {urlsplit(base).netloc}{', with its key' if key else ''}."

    def _chosen(self) -> tuple[Engine, str]:
        engine = self.engine
        if engine is None:
            raise UsageError("No search engine is chosen", hint="Choose one in Settings, Web.")
        base = self._settings().base_url.strip() or engine.url
        if not base:
            raise UsageError(f"The address of {engine.name} is not set", hint="Write it in Settings, Web.")
        origin_of(base)
        return engine, base

    def _key(self, engine: Engine, base: str) -> str:
        found = self._credentials.find(engine.name, origin_of(base), self._settings().api_key_env)
        if not isinstance(found, MissingKey):
            return found.secret
        if engine.wants_key or found.reason != "none":
            raise WebRefused(found.text, hint=found.hint)
        return ""
