"""Search: the web asked by the engine the person chose. Which one, where and with which key; the wire is elsewhere."""

import asyncio
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from vaultdesk.core.credentials import Credentials, MissingKey, origin_of
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import UsageError, WebRefused
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.web.brave import Brave
from vaultdesk.web.duckduckgo import DuckDuckGo
from vaultdesk.web.engine import Engine, SearchHit
from vaultdesk.web.engine_wire import asked
from vaultdesk.web.searxng import SearXng
from vaultdesk.web.tavily import Tavily

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
        reply = await asked(engine, request)
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
