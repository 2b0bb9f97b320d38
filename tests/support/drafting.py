"""Drafting: a small vault with its index, for tools that plan changes."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from tests.support.vaults import write_vault
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.tool import FULL_VISIBILITY, AnyTool, ChangingTool, Visibility
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault


@dataclass
class Scene:
    """An open vault and the staging area with planned changes."""

    root: Path
    vault: Vault
    searcher: Searcher
    draft: StagingArea

    async def plan(self, tool: AnyTool, view: Visibility = FULL_VISIBILITY, **arguments: object) -> JsonValue:
        """Plan one call on the draft, with arguments validated as by the executor."""
        assert isinstance(tool, ChangingTool)
        call = f"call-{len(self.draft.notes)}-{tool.name}"
        checked = type(tool).parameters.model_validate(arguments)
        with self.draft.planning(call):
            data: JsonValue = await tool.plan(checked, self.draft, view)
            return data

    def texts(self) -> dict[str, str]:
        """Return the planned text of every changed file by path; `gone` for a deleted one."""
        return {note.path.text: "gone" if note.deleted else note.text for note in self.draft.notes}


@asynccontextmanager
async def scene(folder: Path, notes: Mapping[str, str], *, indexed: bool = True) -> AsyncIterator[Scene]:
    """Open a vault of *notes* in *folder*, indexed unless *indexed* is False."""
    root = folder / "vault"
    root.mkdir()
    write_vault(root, notes)
    with closing(Index(folder / "index.sqlite")) as index:
        async with Vault(root, watch=False) as vault:
            if indexed:
                await scanned(vault, index)
            async with Searcher(index) as searcher:
                yield Scene(vault.root, vault, searcher, StagingArea(vault))


async def scanned(vault: Vault, index: Index) -> None:
    """Index the whole vault."""
    async with Indexer(vault, index) as indexer:
        await indexer.settled()
