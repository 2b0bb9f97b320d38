"""WalkedNames: what a first walk has seen is listed as the index will list it, until it is there."""

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.index.scene import lay
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import rows
from vaultdesk.index.bulk_intake import WORTH_NOTES
from vaultdesk.index.index import Index
from vaultdesk.index.indexer import Indexer
from vaultdesk.index.scan import compare, hidden_among
from vaultdesk.index.searcher import Searcher
from vaultdesk.index.upkeep import Upkeep
from vaultdesk.index.walked_names import UNKNOWN, WalkedNames
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles
from vaultdesk.vault.vault import Vault


def test_they_are_listed_as_the_index_lists_them(tmp_path: Path) -> None:
    excluded = ExcludedFiles(["Hidden/"])
    files = [
        "b.md", "A/Äpfel.md", "a/apfel.md", "Board.canvas", "Z.base", "Hidden/X.MD",
        "b (SFConflict a@b.c 2024-01-02-03-04-05).md",
    ]  # fmt: skip
    seen = list(map(NotePath, files))
    random.Random(1).shuffle(seen)
    index = Index(tmp_path / "index.sqlite")
    index.sight(compare([FileState(path, 5, 10**18) for path in seen], {}, excluded).sightings)
    walked = WalkedNames()
    assert walked.rows() == []
    walked.put([path.text for path in seen], hidden_among(seen, excluded))
    with index.reading() as connection:
        assert walked.rows() == [row._replace(size=0, modified=UNKNOWN) for row in rows.tree(connection)]
    assert [row.path for row in walked.rows() if row.excluded] == [
        "b (SFConflict a@b.c 2024-01-02-03-04-05).md",
        "Hidden/X.MD",
    ]
    walked.clear()
    assert walked.rows() == []
    index.close()


async def test_a_first_scan_lists_very_many_notes_before_they_are_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {f"{number:04}.md": "text" for number in range(WORTH_NOTES)}
    root = lay(tmp_path / "vault", names)
    index = Index(tmp_path / "index.sqlite")
    may_write = threading.Event()
    sight = Index.sight

    def waiting(self: Index, *seen: Any) -> None:
        assert may_write.wait(30), "nobody has listed them"
        sight(self, *seen)

    monkeypatch.setattr(Index, "sight", waiting)
    async with Vault(root, watch=False) as vault:
        indexer = Indexer(vault, index)
        with indexer.events.subscribe() as events:
            async with indexer, Searcher(index) as searcher:
                assert set((await anext(events)).paths) == set(names)
                assert [row.path for row in await searcher.tree()] == sorted(names)
                may_write.set()
                assert (await indexer.settled()).phase == "ready"
                assert index.walked.rows() == []
                assert [row.path for row in await searcher.tree()] == sorted(names)


async def test_what_cannot_be_written_is_not_listed_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    root = lay(tmp_path / "vault", {f"{number:04}.md": "text" for number in range(WORTH_NOTES)})
    index = Index(tmp_path / "index.sqlite")

    def failing(self: Index, *seen: Any) -> None:
        raise IndexFailed("The disk with the search index is full.", damaged=False)

    monkeypatch.setattr(Index, "sight", failing)
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        assert (await indexer.settled()).phase == "failed"
        assert await searcher.tree() == []
    caplog.clear()


async def test_what_was_listed_and_then_compared_is_known_with_its_size(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {f"{number:04}.canvas": "{}" for number in range(WORTH_NOTES)})
    index = Index(tmp_path / "index.sqlite")
    index.open()
    async with Vault(root, watch=False) as vault:
        upkeep = Upkeep(vault, index)
        try:
            assert upkeep.list_names()[0].is_empty, "canvases are in no list of notes"
            upkeep.compare()
            upkeep.sight()
        finally:
            upkeep.rest()
    assert {one.size for one in index.stored().values()} == {2}
    index.close()
