"""Fetches a web page as text, checking every redirect like the first address."""

import codecs
import re

from msgspec import Struct

from vaultdesk.core.errors import AddressBlocked, WebRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.web.page_process import ParsedPage, read_page
from vaultdesk.web.ssrf_guard import WebAddress
from vaultdesk.web.web_client import WebClient, WebReply, WebRequest

_ALLOWED_CHARSETS = frozenset(
    codecs.lookup(name).name
    for name in (
        "utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256",
        "cp1257", "cp1258", "cp866", "cp874", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6",
        "iso8859-7", "iso8859-8", "iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15", "iso8859-16", "koi8-r",
        "koi8-u", "mac-roman", "gbk", "gb18030", "big5", "euc-jp", "iso2022_jp", "shift_jis", "euc-kr",
    )
)  # fmt: skip
"""The encodings used on the web. Python has others, some of which decompress or execute their input."""

_BROWSER_ALIASES = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "utf-16": "utf-16-le"}
"""The encodings that browsers use for these names."""

_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

_HEADER_CHARSET = re.compile(r"""charset\s*=\s*["']?([\w.:-]{1,40})""", re.IGNORECASE)
_META_CHARSET = re.compile(rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)

CHARSET_SCAN_LENGTH = 2_048
"""Number of bytes at the start of a page that are searched for its declared encoding; browsers search half of it."""


def decode_page(body: bytes, content_type: str) -> str:
    """Return *body* as text; undecodable bytes are replaced."""
    for mark, name in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    header_match = _HEADER_CHARSET.search(content_type)
    meta_match = _META_CHARSET.search(body[:CHARSET_SCAN_LENGTH])
    for label in (
        header_match[1] if header_match else "",
        meta_match[1].decode("ascii", "replace") if meta_match else "",
    ):
        name = _codec_name(label)
        if name:
            return body.decode(name, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def _codec_name(label: str) -> str:
    """Return Python's name of *label*; empty if it is not an encoding of the web."""
    try:
        name = codecs.lookup(label).name if label else ""
    except LookupError:
        return ""
    name = _BROWSER_ALIASES.get(name, name)
    return name if name in _ALLOWED_CHARSETS else ""


MAX_REDIRECTS = 5
"""Maximum number of redirects; the longest usual chains have three or four."""

MAX_TEXT = 200_000
"""Maximum number of characters of a page's text; a model is given less."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

ACCEPT_HEADERS = {
    "Accept": "text/html, application/xhtml+xml, text/plain, application/pdf, application/json;q=0.8, */*;q=0.1",
    "Accept-Language": "en, *;q=0.5",
}
"""The same for every user; they do not reveal the language of this computer."""

PLAIN_TEXT_TYPES = frozenset(
    {"text/plain", "text/markdown", "text/csv", "application/json", "application/xml", "text/xml"}
)


class WebPage(Struct, frozen=True):
    """The text of one page."""

    address: str
    """Its final address after redirects."""
    title: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    """The text and address of each link."""
    hidden_text: bool = False
    """Whether the page contains text that is invisible to a reader; it was left out."""
    truncated: bool = False
    """Whether the page is longer than `text`: `MAX_TEXT`, or the limits for PDFs."""


class PageFetcher:
    """Fetches pages through a client that connects to public addresses only."""

    def __init__(self, client: WebClient) -> None:
        self._client = client

    def parse_address(self, text: str) -> WebAddress:
        """Return the address in *text*. Raises `AddressBlocked` for one that is never fetched. Sends nothing."""
        address = WebAddress.parse(text)
        self._client.check_address(address)
        return address

    async def fetch_page(self, address: str) -> WebPage:
        """Return the page at *address*. Raises `WebError`."""
        reply = await self.follow_redirects(WebAddress.parse(address))
        media_type = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
        if reply.status >= 400:
            raise _refusal(reply)
        if media_type == "application/pdf" or (not media_type and reply.body.startswith(b"%PDF-")):
            return _page(reply, await read_page("pdf", reply.body))
        text = decode_page(reply.body, reply.headers.get("content-type", ""))
        if media_type in ("text/html", "application/xhtml+xml") or (not media_type and text.lstrip().startswith("<")):
            return _page(reply, await read_page("html", text.encode("utf-8", "replace")))
        if media_type in PLAIN_TEXT_TYPES or not media_type:
            return _page(reply, ParsedPage("", text))
        raise WebRefused(
            Phrase("The content at {0} is not text but {1}", reply.address.host, media_type[:60]),
            hint=Phrase("Only pages, texts and PDFs are read."),
        )

    async def follow_redirects(self, address: WebAddress) -> WebReply:
        """Return the answer from *address* after following redirects. Raises `WebError`."""
        for _ in range(MAX_REDIRECTS + 1):
            reply = await self._client.fetch(WebRequest(address, headers=ACCEPT_HEADERS))
            location = reply.headers.get("location", "")
            if reply.status not in REDIRECTS or not location:
                return reply
            address = address.join(location)
        raise WebRefused(
            Phrase("{0} redirects too many times", address.host), hint=Phrase("The page cannot be fetched.")
        )


def _page(reply: WebReply, parsed: ParsedPage) -> WebPage:
    links = []
    for label, href in parsed.links:
        try:
            links.append((label, reply.address.join(href).url))
        except AddressBlocked:  # A mail address or a script: not a page.
            continue
    text = parsed.text
    return WebPage(
        reply.address.url,
        parsed.title[:300],
        text[:MAX_TEXT],
        tuple(links),
        parsed.hidden_text,
        parsed.truncated or len(text) > MAX_TEXT,
    )


def _refusal(reply: WebReply) -> WebRefused:
    host, status = reply.address.host, reply.status
    if status in (401, 403, 451):
        return WebRefused(
            Phrase("{0} denies access to this page ({1})", host, status), hint=Phrase("It may require signing in.")
        )
    if status in (404, 410):
        return WebRefused(Phrase("There is no such page at {0} ({1})", host, status), hint=Phrase("Check the address."))
    if status == 429:
        return WebRefused(Phrase("{0} received too many requests ({1})", host, status), hint=Phrase("Try again later."))
    return WebRefused(
        Phrase("{0} did not return the page ({1})", host, status),
        hint=Phrase("Try again later, or choose another page."),
    )
