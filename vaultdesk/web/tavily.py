"""Tavily: a search engine made for models. Needs a key."""

import json
from typing import ClassVar

from vaultdesk.core.errors import WebRefused
from vaultdesk.web.engine import Engine, EngineReply, EngineRequest, SearchHit, as_hit, not_understood


class Tavily(Engine):
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

    def hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results."""
        try:
            results = json.loads(reply.text)["results"]
            found = [as_hit(one.get("title"), one.get("url"), one.get("content")) for one in results]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise not_understood(self) from None
        return [hit for hit in found if hit is not None]

    def refusal(self, reply: EngineReply) -> WebRefused | None:
        """Tell of its own two statuses for what is used up."""
        if reply.status in (432, 433):
            return WebRefused("What Tavily gives for this key is used up", hint="See your plan at tavily.com.")
        return None
