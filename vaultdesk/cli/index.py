"""Command "index": updates or rebuilds the search index."""

import argparse
import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from vaultdesk.cli.command_session import CommandSession, run_async, with_vector_progress
from vaultdesk.cli.console import print_text
from vaultdesk.core.errors import EmbeddingFailed, IndexFailed
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.index.embeddings.embedder import BUNDLED_MODEL, model_files
from vaultdesk.index.embeddings.embedding_store import count_if_embedded
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.search.common_words import count_words
from vaultdesk.vault.disk.vault_listing import list_left_out
from vaultdesk.vault.note_path import printable

if TYPE_CHECKING:
    from vaultdesk.workspace.opened_vault import OpenedVault


def run(options: argparse.Namespace) -> int:
    """Update the index; with `--rebuild` build it from scratch."""
    return run_async(_index(CommandSession(), options))


async def _index(session: CommandSession, options: argparse.Namespace) -> int:
    async with session.indexed_vault(options.vault, rebuild=options.rebuild) as opened:
        state, searcher = await opened.indexer.verify(), opened.searcher.complete()
        if state.phase == "failed":
            raise IndexFailed(state.error or "The index could not be built.")
        await asyncio.to_thread(count_words, opened.index)  # Makes searches faster.
        counts, unreadable = await searcher.counts(), await searcher.unreadable()
        names = await asyncio.to_thread(list_left_out, opened.vault.files.folders)
        left_out = {name.path: str(name.reason) for name in names}
        embedding_state = await _embed_passages(session, opened)
    if options.json:
        vectors = {
            "phase": embedding_state.phase,
            "done": embedding_state.done,
            "total": embedding_state.total,
            "why": str(embedding_state.reason),
        }
        numbers = {**asdict(counts), "unreadable": unreadable, "left_out": left_out, "meaning": vectors}
        print(json.dumps(numbers, ensure_ascii=False))
        return 0
    print_text(f"{counts.notes:,} notes, {counts.words:,} words, {counts.tags:,} tags, {counts.links:,} links")
    if embedding_state.total:
        print_text(f"{embedding_state.done:,} of {embedding_state.total:,} passages can be found by meaning")
    if embedding_state.reason:
        print_text(f"search by meaning: {embedding_state.reason}")
    for path, problem in unreadable.items():
        print_text(f"not read: {path}: {problem}")
    for path, reason in left_out.items():
        print_text(f"left out: {printable(path)}: {reason}")
    return 0


async def _embed_passages(session: CommandSession, opened: "OpenedVault") -> EmbeddingState:
    """Embed every passage. Completed work is preserved when this is cancelled."""
    with suppress(EmbeddingFailed):  # Reported below, through the state.
        name = model_files(resource_path(*BUNDLED_MODEL)).version
        counts = await opened.searcher.complete().read_database(count_if_embedded, name)
        if counts is not None:
            return EmbeddingState("ready", counts.done, counts.total, passages=counts.searchable)
    from vaultdesk.workspace.embedders import opened_embeddings  # the settings' models

    async with opened_embeddings(opened, session.store) as embedding_index:
        return await with_vector_progress(embedding_index)
