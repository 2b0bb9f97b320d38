"""Search: the tool `vault_search`, over the index. What it finds is note text: it carries its sources."""

from typing import ClassVar

from pydantic import Field

from vaultdesk.chat.messages import Source
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.found import Found
from vaultdesk.tools.own_chat import own_chat
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, View
from vaultdesk.tools.visible import short

QUERY_SHOWN = 80
"""Characters of a query a headline shows; the whole of it stands among the arguments."""


class VaultSearchParameters(Parameters):
    """What to look for."""

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="The text to look for in the names and the content of the notes: a word or a short phrase.",
    )
    limit: int = Field(default=10, ge=1, le=50, description="The most notes to return, 1 to 50.")


class VaultSearch(Tool[VaultSearchParameters]):
    """Finds notes by name, then by content (CONTRACTS; seed chatgpt-md-tool-calling-spec)."""

    name: ClassVar[str] = "vault_search"
    display_name: ClassVar[str] = "Search notes"
    purpose: ClassVar[str] = "looks through the names and the text of your notes and gives short pieces to the model."
    description: ClassVar[str] = (
        "Search the vault for notes by name or content. The text is looked for letter by letter, ignoring case, so "
        "search for one telling word or a short phrase, not a question. Returns paths, names, the number of matches "
        "and a short preview. Use this to find relevant notes before reading them."
    )
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = VaultSearchParameters

    def __init__(self, searcher: Searcher, found: Found | None = None) -> None:
        self._searcher = searcher
        self._found = found if found is not None else Found()

    async def run(self, arguments: VaultSearchParameters, view: View) -> ToolOutput:
        """Ask the index."""
        own = await own_chat(self._searcher, view)
        # What this call may not see takes no place among the notes it asked for.
        hits = await self._searcher.substring(
            arguments.query, arguments.limit, lambda path: path not in own and view.sees(path)
        )
        self._found.note(arguments.query, (hit.path for hit in hits))
        return ToolOutput(
            data=[
                {"path": hit.path, "basename": hit.basename, "matches": hit.matches, "preview": hit.preview}
                for hit in hits
            ],
            sources=tuple(Source(path=hit.path, characters=len(hit.preview)) for hit in hits),
            files_affected=tuple(hit.path for hit in hits),
        )

    def summary(self, arguments: VaultSearchParameters) -> str:
        """Return the query in quotes."""
        return f"“{short(arguments.query, QUERY_SHOWN)}”"

    def action(self, arguments: VaultSearchParameters) -> str:
        """Return `Search your notes for "boiler"`."""
        return f"Search your notes for “{short(arguments.query, QUERY_SHOWN)}”"
