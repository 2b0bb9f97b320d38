"""Indexing: the tool `index_vault`: the search index brought up to date, or made anew. Touches no note."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, View

PATIENCE = 600.0
"""Seconds: reading 100,000 notes anew takes some minutes on a slow disk. What is not done by then goes on by itself."""


class IndexVaultParameters(Parameters):
    """How thoroughly."""

    rebuild: bool = Field(
        default=False,
        description="True to throw the index away and read every note again; only where searches are plainly wrong.",
    )


class IndexVault(Tool[IndexVaultParameters]):
    """Has the index compared with the vault now (CONTRACTS; seed copilot-chain-runner, `indexVault`)."""

    name: ClassVar[str] = "index_vault"
    aliases: ClassVar[tuple[str, ...]] = ("indexVault",)
    display_name: ClassVar[str] = "Refresh the search index"
    purpose: ClassVar[str] = "compares the search index with your notes; the notes stay as they are."
    description: ClassVar[str] = (
        "Bring the search index up to date with the notes on the disk. The index follows changes by itself, so use "
        "this only where the person asks for it or a search does not find what is certainly there."
    )
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = IndexVaultParameters
    timeout: ClassVar[float] = PATIENCE
    background: ClassVar[bool] = True
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"rebuild": False},)

    def __init__(self, indexer: Indexer, searcher: Searcher) -> None:
        self._indexer = indexer
        self._searcher = searcher

    async def run(self, arguments: IndexVaultParameters, view: View) -> ToolOutput:
        """Compare, or read all anew; of the notes only how many there are for whoever asks is told."""
        await self._indexer.settled()
        state = await (self._indexer.rebuild() if arguments.rebuild else self._indexer.rescan())
        if state.phase == "failed":
            raise ToolFailure("SEARCH_FAILED", state.trouble or "The index could not be built.")
        rows = await self._searcher.tree()
        return ToolOutput({"rebuilt": arguments.rebuild, "notes": sum(view.sees(row.path) for row in rows)})
