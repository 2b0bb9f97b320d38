"""Web search: the tool `web_search`, over the engine the person chose. What it finds is strangers' words."""

from collections.abc import Collection
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.core.destination import Destination
from vaultdesk.tools.outside import FOREIGN, OutsideTool, ResultChoice, result_choice
from vaultdesk.tools.tool import Parameters, ToolOutput, View
from vaultdesk.tools.visible import short
from vaultdesk.web.web_search import WebSearch

QUERY_SHOWN = 80
"""Characters of a query a headline shows; the whole of it stands among the arguments."""

LONGEST_QUERY = 400
"""Characters; engines take no more, and a longer one is somebody's note."""


class WebSearchParameters(Parameters):
    """What to look for."""

    query: str = Field(
        min_length=1,
        max_length=LONGEST_QUERY,
        description="What to search the web for: a few telling words. Put nothing private of the user's into it.",
    )
    limit: int = Field(default=5, ge=1, le=20, description="The most results to return, 1 to 20.")


class WebSearchTool(OutsideTool[WebSearchParameters]):
    """Searches the web (CONTRACTS; seed copilot-chain-runner)."""

    name: ClassVar[str] = "web_search"
    display_name: ClassVar[str] = "Search the web"
    purpose: ClassVar[str] = "sends these words to a search engine. You see what it finds before the model does."
    description: ClassVar[str] = (
        "Search the web for what the user's notes cannot say. Returns titles, addresses and short texts; read a page "
        "with fetch_page. The user may leave out results. Name the addresses you use in your answer."
    )
    category: ClassVar[str] = "web"
    parameters: ClassVar[type[Parameters]] = WebSearchParameters
    examples = ({"query": "heat pump old house flow temperature"},)

    def __init__(self, search: WebSearch) -> None:
        self._search = search

    @property
    def usable(self) -> bool:
        """Whether an engine is chosen."""
        return self._search.engine is not None

    def receiver(self, arguments: WebSearchParameters) -> Destination:
        """Return the engine, with its host."""
        return self._search.destination

    async def run(self, arguments: WebSearchParameters, view: View) -> ToolOutput:
        """Ask the engine."""
        hits = await self._search.search(arguments.query, arguments.limit)
        results: list[JsonValue] = [{"title": hit.title, "url": hit.address, "text": hit.text} for hit in hits]
        return ToolOutput({"about": FOREIGN, "results": results, "returned": len(results)})

    def results(self, data: JsonValue) -> tuple[ResultChoice, ...]:
        """Return each result with its place as its id."""
        return tuple(
            result_choice(number, str(one["title"]), str(one["url"]), str(one["text"]))
            for number, one in enumerate(_listed(data), start=1)
            if isinstance(one, dict)
        )

    def with_results(self, data: JsonValue, chosen: Collection[str]) -> JsonValue:
        """Return the chosen ones, in their order."""
        kept = [one for number, one in enumerate(_listed(data), start=1) if str(number) in chosen]
        return {"about": FOREIGN, "results": kept, "returned": len(kept)}

    def summary(self, arguments: WebSearchParameters) -> str:
        """Return the query in quotes."""
        return f"“{short(arguments.query, QUERY_SHOWN)}”"

    def action(self, arguments: WebSearchParameters) -> str:
        """Return `Search the web for “heat pump”`."""
        return f"Search the web for “{short(arguments.query, QUERY_SHOWN)}”"


def _listed(data: JsonValue) -> list[JsonValue]:
    results = data.get("results") if isinstance(data, dict) else None
    return results if isinstance(results, list) else []
