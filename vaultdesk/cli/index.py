"""Command "index": updates or rebuilds the search index."""

import argparse
import json
from dataclasses import asdict

from vaultdesk.cli.command_session import CommandSession, run_async, wait_for_index
from vaultdesk.cli.console import print_text
from vaultdesk.core.errors import IndexFailed


def run(options: argparse.Namespace) -> int:
    """Bring the index up to date; with `--rebuild` from nothing."""
    return run_async(_index(CommandSession(), options))


async def _index(session: CommandSession, options: argparse.Namespace) -> int:
    async with session.workspace(options.vault) as workspace:
        await wait_for_index(workspace)
        if options.rebuild:
            await workspace.indexer.rebuild()
            await wait_for_index(workspace)
        state, counts = workspace.indexer.state, await workspace.searcher.counts()
        unreadable = [row for row in await workspace.searcher.tree() if row.problem]
    if state.phase == "failed":
        raise IndexFailed(state.error or "The index could not be built.")
    if options.json:
        problems = {row.path: row.problem for row in unreadable}
        print(json.dumps({**asdict(counts), "unreadable": problems}, ensure_ascii=False))
        return 0
    print_text(f"{counts.notes:,} notes, {counts.words:,} words, {counts.tags:,} tags, {counts.links:,} links")
    for row in unreadable:
        print_text(f"not read: {row.path}: {row.problem}")
    return 0
