"""A temporary vault with its index, and waiting for the expected results of the index."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.support.vaults import write_vault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.indexing.entry_builder import build_entry
from vaultdesk.index.indexing.indexer import ChangeScheduler
from vaultdesk.index.store.index_entry import IndexEntry
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that a test waits for the index at most, on a busy machine."""


@dataclass
class Scene:
    """An opened vault with its index, indexer and searcher."""

    root: Path
    vault: Vault
    index: Index
    indexer: Indexer
    searcher: Searcher


def entry(root: Path, path: str) -> IndexEntry:
    """Return the index entry of the note at *path*."""
    found = build_entry(VaultFiles(root), NotePath(path)).entry
    assert found is not None
    return found


def filled(file: Path, root: Path, notes: Mapping[str, str]) -> Index:
    """Return an open index of *notes*, without an indexer."""
    write_vault(root, notes)
    entries = [entry(root, path) for path in notes]
    index = Index(file)
    index.apply(entries)
    return index


def hashes(root: Path) -> dict[str, str]:
    """Return the digests of all files of the vault."""
    files = (file for file in sorted(root.rglob("*")) if file.is_file())
    return {str(file.relative_to(root)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@asynccontextmanager
async def at_work(
    root: Path, file: Path, *, watch: bool = False, patience: float = 60, scheduler: ChangeScheduler | None = None
) -> AsyncIterator[Scene]:
    """Open a vault with its index, indexer and searcher; the first scan is done."""
    index = Index(file)
    async with (
        asyncio.timeout(patience),
        Vault(root, watch=watch) as vault,
        Indexer(vault, index, scheduler) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        yield Scene(root, vault, index, indexer, searcher)


async def shows(scene: Scene, ask: Callable[[], Awaitable[T]], expected: T) -> None:
    """Wait until *ask* returns *expected*, calling it again after each commit."""
    with scene.indexer.events.subscribe() as commits:
        answer = await ask()
        while answer != expected:
            try:
                async with asyncio.timeout(PATIENCE):
                    await anext(commits)
            except TimeoutError:
                raise AssertionError(f"the result is still {answer!r}, expected {expected!r}") from None
            answer = await ask()
