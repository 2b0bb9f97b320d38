"""Brave: the Brave Search API. Needs a key."""

import json
from typing import ClassVar

from vaultdesk.core.errors import WebRefused
from vaultdesk.web.engine import Engine, EngineReply, EngineRequest, SearchHit, as_hit, not_understood


class Brave(Engine):
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

    def hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the pages among what was found; further pieces of a page's text are joined to its description."""
        try:
            told = json.loads(reply.text)
            # Nothing found: there is no "web" at all.
            results = (told.get("web") or {}).get("results", [])
            if "query" not in told and not results:
                raise KeyError("query")
            found = [
                as_hit(one.get("title"), one.get("url"), " … ".join([one.get("description") or "", *_more(one)]))
                for one in results
            ]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise not_understood(self) from None
        return [hit for hit in found if hit is not None]

    def refusal(self, reply: EngineReply) -> WebRefused | None:
        """Tell a wrong key, which is a 422 here, from a wrong question."""
        if reply.status == 422 and "SUBSCRIPTION_TOKEN_INVALID" in reply.text:
            return WebRefused("Brave Search does not accept the key", hint="Type it again in Settings, Web.")
        return None


def _more(result: dict[str, object]) -> list[str]:
    more = result.get("extra_snippets")
    return [str(text) for text in more] if isinstance(more, list) else []
