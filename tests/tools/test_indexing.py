"""The tool that refreshes the index."""

from pathlib import Path

import pytest

from tests.support.vaults import HEATING, write_vault
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.indexing import IndexVault, IndexVaultParameters
from vaultdesk.tools.tool import WHOLE, ToolFailure, View
from vaultdesk.vault.vault import Vault


async def test_a_note_that_nobody_told_of_is_found_afterwards(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    write_vault(root, HEATING)
    index = Index(tmp_path / "index.sqlite")
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        (root / "Solar.md").write_text("Twelve panels on the roof.\n", encoding="utf-8")
        assert await searcher.substring("panels") == []
        tool = IndexVault(indexer, searcher)
        output = await tool.run(IndexVaultParameters(), WHOLE)
        assert output.data == {"rebuilt": False, "notes": 4}
        assert [hit.path for hit in await searcher.substring("panels")] == ["Solar.md"]
        output = await tool.run(IndexVaultParameters(rebuild=True), View(sees=lambda path: path.startswith("Garden/")))
        assert output.data == {"rebuilt": True, "notes": 1}
        assert len(await searcher.tree()) == 4


async def test_an_index_that_cannot_be_built_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    write_vault(root, HEATING)
    index = Index(tmp_path / "index.sqlite")
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        root.rename(tmp_path / "elsewhere")
        with pytest.raises(ToolFailure) as failed:
            await IndexVault(indexer, searcher).run(IndexVaultParameters(), WHOLE)
        assert failed.value.code == "SEARCH_FAILED"
        (tmp_path / "elsewhere").rename(root)
    caplog.clear()


def test_it_runs_in_the_background_and_asks_nobody() -> None:
    assert IndexVault.background
    assert IndexVault.effect == "none"
    for example in IndexVault.examples:
        IndexVaultParameters.model_validate(example)
