"""DuckDuckGo: its page for browsers without scripts, read as it is. No key, and no promise that it answers."""

from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from vaultdesk.core.errors import WebRefused
from vaultdesk.web.engine import Engine, EngineReply, EngineRequest, SearchHit, as_hit, not_understood


class DuckDuckGo(Engine):
    """`POST /html/` (html.duckduckgo.com). There is no API; where it takes us for a robot, that is said plainly."""

    kind: ClassVar[str] = "duckduckgo"
    name: ClassVar[str] = "DuckDuckGo"
    url: ClassVar[str] = "https://html.duckduckgo.com"
    most: ClassVar[int] = 25

    def request(self, base: str, query: str, limit: int, key: str) -> EngineRequest:
        """Return the question as its form sends it."""
        return EngineRequest(
            f"{base.rstrip('/').removesuffix('/html')}/html/",
            method="POST",
            headers={"Accept": "text/html", "Accept-Language": "en"},
            form={"q": query, "kl": "wt-wt"},
        )

    def hits(self, reply: EngineReply) -> list[SearchHit]:
        """Return the results on the page; what is paid for is left out."""
        from selectolax.lexbor import LexborHTMLParser

        tree = LexborHTMLParser(reply.text)
        found: list[SearchHit] = []
        for result in tree.css("div.result"):
            title, text = result.css_first("a.result__a"), result.css_first(".result__snippet")
            if title is None or "result--ad" in (result.attributes.get("class") or "").split():
                continue
            hit = as_hit(title.text(), _target(title.attributes.get("href") or ""), text.text() if text else "")
            if hit is not None:
                found.append(hit)
        if not found and tree.css_first(".no-results, .result--no-result, #links") is None:
            raise not_understood(self)
        return found

    def refusal(self, reply: EngineReply) -> WebRefused | None:
        """Tell of the riddle it sets to whom it takes for a robot, with a status of success."""
        if reply.status == 202 or "anomaly-modal" in reply.text or reply.status == 403:
            return WebRefused(
                "DuckDuckGo takes this computer for a robot and does not answer",
                hint="Try again in some minutes, or choose another engine in Settings, Web.",
            )
        return None


def _target(href: str) -> str:
    """Return where a result leads, taken out of the engine's own link that counts clicks."""
    absolute = f"https:{href}" if href.startswith("//") else href
    parts = urlsplit(absolute)
    if (parts.hostname or "").endswith("duckduckgo.com") and parts.path.startswith("/l/"):
        return parse_qs(parts.query).get("uddg", [""])[0]
    return absolute
