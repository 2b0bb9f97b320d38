"""Fetch: one page of the web as text. Each hop of a redirect is a new address, checked like the first."""

from dataclasses import dataclass

from vaultdesk.core.errors import AddressBarred, WebRefused
from vaultdesk.web.charset import decoded
from vaultdesk.web.client import WebClient, WebReply, WebRequest
from vaultdesk.web.page_reader import PageReading, read_page
from vaultdesk.web.web_address import WebAddress

MOST_HOPS = 5
"""Redirects that are followed: the longest honest chains have three or four."""

MOST_TEXT = 200_000
"""Characters of a page that are handed on; a model is given less."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

ACCEPT = {
    "Accept": "text/html, application/xhtml+xml, text/plain, application/pdf, application/json;q=0.8, */*;q=0.1",
    "Accept-Language": "en, *;q=0.5",
}
"""What every reader's program sends; the language of this computer is nobody's business."""

PLAIN = frozenset({"text/plain", "text/markdown", "text/csv", "application/json", "application/xml", "text/xml"})


@dataclass(frozen=True, slots=True)
class Page:
    """One page, read."""

    address: str
    """Where it was found in the end."""
    title: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    """What each link says, and where it leads."""
    unseen: bool = False
    """Whether the page holds text that it hides from who looks at it; that was left out."""
    cut: bool = False


class PageFetcher:
    """Fetches pages through a client that asks public places only."""

    def __init__(self, client: WebClient) -> None:
        self._client = client

    async def page(self, text: str) -> Page:
        """Return the page at the address *text* spells. Raises `WebError`."""
        reply = await self.reply(WebAddress.parse(text))
        kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
        if reply.status >= 400:
            raise _refusal(reply)
        if kind == "application/pdf" or (not kind and reply.body.startswith(b"%PDF-")):
            return _page(reply, await read_page("pdf", reply.body))
        words = decoded(reply.body, reply.headers.get("content-type", ""))
        if kind in ("text/html", "application/xhtml+xml") or (not kind and words.lstrip().startswith("<")):
            return _page(reply, await read_page("html", words.encode("utf-8", "replace")))
        if kind in PLAIN or not kind:
            return _page(reply, PageReading("", words))
        raise WebRefused(
            f"What is at {reply.address.host} is no text but {kind[:60]}", hint="Only pages, texts and PDFs are read."
        )

    async def reply(self, address: WebAddress) -> WebReply:
        """Return what answers at *address*, every redirect followed. Raises `WebError`."""
        for _ in range(MOST_HOPS + 1):
            reply = await self._client.ask(WebRequest(address, headers=ACCEPT))
            location = reply.headers.get("location", "")
            if reply.status not in REDIRECTS or not location:
                return reply
            address = address.joined(location)
        raise WebRefused(f"{address.host} sends on and on from page to page", hint="Its page cannot be fetched.")


def _page(reply: WebReply, reading: PageReading) -> Page:
    links = []
    for words, written in reading.links:
        try:
            links.append((words, reply.address.joined(written).url))
        except AddressBarred:  # Mail, a script: no page.
            continue
    text = reading.text
    return Page(
        reply.address.url,
        reading.title[:300],
        text[:MOST_TEXT],
        tuple(links),
        reading.unseen,
        reading.cut or len(text) > MOST_TEXT,
    )


def _refusal(reply: WebReply) -> WebRefused:
    host, status = reply.address.host, reply.status
    if status in (401, 403, 451):
        return WebRefused(f"{host} does not let this page be read ({status})", hint="It may want a sign-in.")
    if status in (404, 410):
        return WebRefused(f"There is no such page at {host} ({status})", hint="Check the address.")
    if status == 429:
        return WebRefused(f"{host} is asked too often ({status})", hint="Try again later.")
    return WebRefused(f"{host} did not give the page ({status})", hint="Try again later, or another page.")
