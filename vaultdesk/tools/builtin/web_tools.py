"""Web tools: `fetch_page`, `web_search` and `youtube_transcription`."""

from collections.abc import Collection
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.tools.network_tool import UNTRUSTED_TEXT_NOTICE, NetworkTool, ResultChoice, result_choice
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Parameters, ToolFailure, ToolOutput, Visibility
from vaultdesk.web.page_fetcher import PageFetcher
from vaultdesk.web.ssrf_guard import MAX_ADDRESS_LENGTH
from vaultdesk.web.web_search import WebSearch
from vaultdesk.web.youtube_transcripts import TranscriptFetcher, TranscriptLanguage, video_id

MAX_SHOWN_ADDRESS = 120
"""Maximum number of characters of an address shown in a headline; the arguments show all of it."""

HIDDEN_TEXT_NOTE = "The page contains hidden text, which was left out."


class FetchPageParameters(Parameters):
    """Parameters of `fetch_page`."""

    url: str = Field(
        min_length=1,
        max_length=MAX_ADDRESS_LENGTH,
        description="The full address of the page.",
    )
    offset: int = Field(default=0, ge=0, description="Characters to skip, to continue.")


class FetchPage(NetworkTool[FetchPageParameters]):
    """Fetches one public page as text (vaultdesk/web/README.md, "Public addresses")."""

    name: ClassVar[str] = "fetch_page"
    display_name: ClassVar[Phrase] = Phrase("Fetch a page")
    purpose: ClassVar[Phrase] = Phrase("fetches one page from a web site. You see its text before the model does.")
    description: ClassVar[str] = (
        "Read one public web page or PDF: a result of web_search, or an address the user gave. Returns text and links."
    )
    brief: ClassVar[str] = "Read one public web page or PDF."
    category: ClassVar[str] = "web"
    parameters: ClassVar[type[Parameters]] = FetchPageParameters
    timeout: ClassVar[float] = 60.0

    def __init__(self, fetcher: PageFetcher) -> None:
        self._fetcher = fetcher

    def receiver(self, arguments: FetchPageParameters) -> Destination:
        """Return the site, by its host. Raises `AddressBlocked`."""
        address = self._fetcher.parse_address(arguments.url)
        return Destination(address.host, address.authority, local=False)

    async def run(self, arguments: FetchPageParameters, visibility: Visibility) -> ToolOutput:
        """Fetch the page and extract its text."""
        page = await self._fetcher.fetch_page(arguments.url)
        rest = page.text[arguments.offset :]
        if not rest:
            message = "The page ends before that." if page.text else "There is no text on this page."
            raise ToolFailure("NETWORK_FAILED", message)
        links: list[JsonValue] = [{"text": words, "url": address} for words, address in page.links]
        data: dict[str, JsonValue] = {
            "about": UNTRUSTED_TEXT_NOTICE,
            "url": page.address,
            "title": page.title,
            "content": rest,
        }
        if links and not arguments.offset:
            data["links"] = links
        if page.hidden_text:
            data["remark"] = HIDDEN_TEXT_NOTE
        return ToolOutput(data)

    def results(self, data: JsonValue) -> tuple[ResultChoice, ...]:
        """Return the page as the only result, with its links below its text."""
        if not isinstance(data, dict):
            return ()
        raw_links = data.get("links")
        links = [link for link in raw_links if isinstance(link, dict)] if isinstance(raw_links, list) else []
        link_lines = [f"{link['text']}: {link['url']}" for link in links]
        text = "\n".join([str(data["content"]), *([""] if link_lines else []), *link_lines])
        return (result_choice(1, str(data["title"]), str(data["url"]), text, has_hidden_text="remark" in data),)

    def with_results(self, data: JsonValue, chosen: Collection[str]) -> JsonValue:
        """Return the page unchanged: deselecting it refuses the call."""
        return data if "1" in chosen else None

    def summary(self, arguments: FetchPageParameters) -> str:
        """Return the address."""
        return sanitize_line(arguments.url, MAX_SHOWN_ADDRESS)

    def action(self, arguments: FetchPageParameters) -> Phrase:
        """Return `Fetch the page https://example.org/`."""
        return Phrase("Fetch the page {0}", sanitize_line(arguments.url, MAX_SHOWN_ADDRESS))


MAX_SHOWN_QUERY = 80
"""Maximum number of characters of a query shown in a headline; the arguments show all of it."""

MAX_QUERY_CHARACTERS = 400
"""Maximum number of characters of a query; engines accept no more, and a longer one may be a note's text."""


class WebSearchParameters(Parameters):
    """Parameters of `web_search`."""

    query: str = Field(
        min_length=1,
        max_length=MAX_QUERY_CHARACTERS,
        description="Keywords to search the web for. Do not include anything private of the user.",
    )
    limit: int = Field(default=5, ge=1, le=20, description="The most results to return, 1 to 20.")


class WebSearchTool(NetworkTool[WebSearchParameters]):
    """Searches the web."""

    name: ClassVar[str] = "web_search"
    display_name: ClassVar[Phrase] = Phrase("Search the web")
    purpose: ClassVar[Phrase] = Phrase(
        "sends these words to a search engine. You see what it finds before the model does."
    )
    description: ClassVar[str] = (
        "Search the web for what is not in the user's notes. Returns titles, addresses and short texts; read a "
        "page with fetch_page. The user may leave out results. Name the addresses you use in your answer."
    )
    brief: ClassVar[str] = "Search the web; put nothing private into the query."
    category: ClassVar[str] = "web"
    parameters: ClassVar[type[Parameters]] = WebSearchParameters
    examples = ({"query": "heat pump old house flow temperature"},)

    def __init__(self, search: WebSearch) -> None:
        self._search = search

    @property
    def usable(self) -> bool:
        """Whether a search engine is selected."""
        return self._search.engine is not None

    def receiver(self, arguments: WebSearchParameters) -> Destination:
        """Return the engine, with its host."""
        return self._search.destination

    async def run(self, arguments: WebSearchParameters, visibility: Visibility) -> ToolOutput:
        """Query the engine."""
        hits = await self._search.search(arguments.query, arguments.limit)
        results: list[JsonValue] = [{"title": hit.title, "url": hit.address, "text": hit.text} for hit in hits]
        return ToolOutput({"about": UNTRUSTED_TEXT_NOTICE, "results": results, "returned": len(results)})

    def results(self, data: JsonValue) -> tuple[ResultChoice, ...]:
        """Return each result with its index as its id."""
        return tuple(
            result_choice(number, str(result["title"]), str(result["url"]), str(result["text"]))
            for number, result in enumerate(_result_list(data), start=1)
            if isinstance(result, dict)
        )

    def with_results(self, data: JsonValue, chosen: Collection[str]) -> JsonValue:
        """Return the selected results, in their order."""
        selected = [result for number, result in enumerate(_result_list(data), start=1) if str(number) in chosen]
        return {"about": UNTRUSTED_TEXT_NOTICE, "results": selected, "returned": len(selected)}

    def summary(self, arguments: WebSearchParameters) -> Phrase:
        """Return the query in quotes."""
        return Phrase("“{0}”", sanitize_line(arguments.query, MAX_SHOWN_QUERY))

    def action(self, arguments: WebSearchParameters) -> Phrase:
        """Return `Search the web for “heat pump”`."""
        return Phrase("Search the web for “{0}”", sanitize_line(arguments.query, MAX_SHOWN_QUERY))


def _result_list(data: JsonValue) -> list[JsonValue]:
    results = data.get("results") if isinstance(data, dict) else None
    return results if isinstance(results, list) else []


PARAGRAPH_SECONDS = 30.0
"""Seconds of speech per line with a timestamp."""

YOUTUBE = Destination("YouTube", "www.youtube.com", local=False)


class YoutubeParameters(Parameters):
    """Parameters of `youtube_transcription`."""

    url: str = Field(min_length=1, max_length=500, description="Address of the video.")
    language: str | None = Field(default=None, max_length=20, description="Such as `en`; default: the video's own.")
    offset: int = Field(default=0, ge=0, description="Characters to skip, to continue.")


class YoutubeTranscription(NetworkTool[YoutubeParameters]):
    """Fetches the transcript of a video."""

    name: ClassVar[str] = "youtube_transcription"
    display_name: ClassVar[Phrase] = Phrase("Transcript of a video")
    purpose: ClassVar[Phrase] = Phrase(
        "fetches the transcript of a video from YouTube. You see it before the model does."
    )
    description: ClassVar[str] = "Get the transcript, with times, of a YouTube video the user named."
    brief: ClassVar[str] = "Get the transcript of a YouTube video."
    category: ClassVar[str] = "web"
    parameters: ClassVar[type[Parameters]] = YoutubeParameters
    timeout: ClassVar[float] = 60.0

    def __init__(self, transcripts: TranscriptFetcher) -> None:
        self._transcripts = transcripts

    def receiver(self, arguments: YoutubeParameters) -> Destination:
        """Return the service; the address must be one of its videos. Raises `AddressBlocked`."""
        video_id(arguments.url)
        return YOUTUBE

    async def run(self, arguments: YoutubeParameters, visibility: Visibility) -> ToolOutput:
        """Fetch the transcript."""
        transcript = await self._transcripts.fetch(arguments.url, arguments.language or "")
        rest = transcript_paragraphs(transcript.lines)[arguments.offset :]
        if not rest:
            raise ToolFailure(
                "NETWORK_FAILED", "The transcript ends before that." if transcript.lines else "It is empty."
            )
        return ToolOutput(
            {
                "about": UNTRUSTED_TEXT_NOTICE,
                "url": transcript.address,
                "language": _language_text(transcript.language),
                "languages": [_language_text(language) for language in transcript.languages],
                "content": rest,
            }
        )

    def results(self, data: JsonValue) -> tuple[ResultChoice, ...]:
        """Return the transcript as the only result."""
        if not isinstance(data, dict):
            return ()
        title = f"Transcript, {data['language']}"
        return (result_choice(1, title, str(data["url"]), str(data["content"])),)

    def with_results(self, data: JsonValue, chosen: Collection[str]) -> JsonValue:
        """Return the transcript unchanged: deselecting it refuses the call."""
        return data if "1" in chosen else None

    def summary(self, arguments: YoutubeParameters) -> str:
        """Return the address."""
        return sanitize_line(arguments.url, 80)

    def action(self, arguments: YoutubeParameters) -> Phrase:
        """Return `Get the transcript of https://youtu.be/…`."""
        return Phrase("Get the transcript of {0}", sanitize_line(arguments.url, 80))


def transcript_paragraphs(lines: tuple[tuple[float, str], ...]) -> str:
    """Return *lines* as paragraphs of half a minute, each with its start time."""
    paragraphs: list[list[str]] = []
    paragraph_start = 0.0
    for start, text in lines:
        if not paragraphs or start - paragraph_start >= PARAGRAPH_SECONDS:
            paragraph_start = start
            paragraphs.append([f"[{_clock(start)}]"])
        if text:
            paragraphs[-1].append(text)
    return "\n".join(" ".join(paragraph) for paragraph in paragraphs)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _language_text(language: TranscriptLanguage) -> str:
    # The service adds "(auto-generated)" to the name of a machine transcript.
    return f"{language.code} ({' '.join(language.name.split())[:60]})"
