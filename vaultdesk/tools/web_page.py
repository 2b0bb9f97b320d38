"""Web page: the tool `fetch_page`. The page is a stranger's text, and its address is what goes out."""

from collections.abc import Collection
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.core.destination import Destination
from vaultdesk.tools.outside import FOREIGN, OutsideTool, ResultChoice, result_choice
from vaultdesk.tools.tool import Parameters, ToolFailure, ToolOutput, View
from vaultdesk.tools.visible import short
from vaultdesk.web.page_fetcher import PageFetcher
from vaultdesk.web.web_address import LONGEST_ADDRESS, WebAddress

ADDRESS_SHOWN = 120
"""Characters of an address a headline shows; the whole of it stands among the arguments."""

UNSEEN = "The page holds text that it hides from its readers; that was left out."


class FetchPageParameters(Parameters):
    """Which page."""

    url: str = Field(
        min_length=1,
        max_length=LONGEST_ADDRESS,
        description="The whole address of the page.",
    )
    offset: int = Field(default=0, ge=0, description="Characters to skip, to go on.")


class FetchPage(OutsideTool[FetchPageParameters]):
    """Fetches one public page as text (THREATS 2.6)."""

    name: ClassVar[str] = "fetch_page"
    display_name: ClassVar[str] = "Fetch a page"
    purpose: ClassVar[str] = "asks a site for one page. You see its text before the model does."
    description: ClassVar[str] = (
        "Read one public web page or PDF: a result of web_search, or an address the user gave. Returns text and links."
    )
    category: ClassVar[str] = "web"
    parameters: ClassVar[type[Parameters]] = FetchPageParameters
    timeout: ClassVar[float] = 60.0

    def __init__(self, fetcher: PageFetcher) -> None:
        self._fetcher = fetcher

    def receiver(self, arguments: FetchPageParameters) -> Destination:
        """Return the site, by its host. Raises `AddressBarred`."""
        address = WebAddress.parse(arguments.url)
        return Destination(address.host, address.authority, local=False)

    async def run(self, arguments: FetchPageParameters, view: View) -> ToolOutput:
        """Fetch and read it."""
        page = await self._fetcher.page(arguments.url)
        rest = page.text[arguments.offset :]
        if not rest:
            message = "The page ends before that." if page.text else "There is no text on this page."
            raise ToolFailure("NETWORK_FAILED", message)
        links: list[JsonValue] = [{"text": words, "url": address} for words, address in page.links]
        data: dict[str, JsonValue] = {"about": FOREIGN, "url": page.address, "title": page.title, "content": rest}
        if links and not arguments.offset:
            data["links"] = links
        if page.unseen:
            data["remark"] = UNSEEN
        return ToolOutput(data)

    def results(self, data: JsonValue) -> tuple[ResultChoice, ...]:
        """Return the page as the one result, with its links below its text."""
        if not isinstance(data, dict):
            return ()
        listed = data.get("links")
        links = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
        named = [f"{one['text']}: {one['url']}" for one in links]
        text = "\n".join([str(data["content"]), *([""] if named else []), *named])
        return (result_choice(1, str(data["title"]), str(data["url"]), text, unseen="remark" in data),)

    def with_results(self, data: JsonValue, chosen: Collection[str]) -> JsonValue:
        """Return the page: who leaves it out has refused the call."""
        return data if "1" in chosen else None

    def summary(self, arguments: FetchPageParameters) -> str:
        """Return the address."""
        return short(arguments.url, ADDRESS_SHOWN)

    def action(self, arguments: FetchPageParameters) -> str:
        """Return `Fetch the page https://example.org/`."""
        return f"Fetch the page {short(arguments.url, ADDRESS_SHOWN)}"
