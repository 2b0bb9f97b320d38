"""SearXNG: a search engine of one's own that asks others. Needs its address, and `json` among its formats."""

import json
from typing import ClassVar

from vaultdesk.core.errors import WebRefused
from vaultdesk.web.engine import Engine, EngineReply, EngineRequest, SearchHit, as_hit, not_understood


class SearXng(Engine):
    """`GET /search?format=json` (docs.searxng.org, Search API)."""

    kind: ClassVar[str] = "searxng"
    name: ClassVar[str] = "SearXNG"
    most: ClassVar[int] = 50

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the question; a key, where one is set, is for a server in front of it."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        url = f"{base.rstrip('/').removesuffix('/search')}/search"
        return EngineRequest(url, headers=headers, query={"q": query, "format": "json"})

    def hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results; where it has none because those it asks were silent, that is said."""
        try:
            told = json.loads(reply.text)
            results = told["results"]
            silent = [str(entry[0]) for entry in told.get("unresponsive_engines", ())]
            found = [as_hit(one.get("title"), one.get("url"), one.get("content")) for one in results]
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise not_understood(self) from None
        if not found and silent:
            raise WebRefused(
                f"None of the engines that SearXNG asks answered: {', '.join(silent[:6])}",
                hint="Choose others in its settings, or try again later.",
            )
        return [hit for hit in found if hit is not None]

    def refusal(self, reply: EngineReply) -> WebRefused | None:
        """Tell of the setting that almost every new SearXNG lacks."""
        if reply.status == 403 or (reply.status == 200 and reply.is_page):
            return WebRefused(
                "SearXNG does not give its results as data",
                hint="Add json to search.formats in its settings.yml and start it again.",
            )
        return None
