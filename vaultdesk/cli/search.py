"""Command "search": search in the notes."""

import argparse
import json
from dataclasses import asdict

from vaultdesk.cli.command_session import CommandSession, run_async, wait_for_index
from vaultdesk.cli.console import escaped_line, print_notice, print_text
from vaultdesk.core.errors import UsageError
from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.query_parser import parse_query

RESULT_LIMITS = range(1, 1001)
"""How many notes `--limit` may ask for."""

MAX_REPEATED_CHARACTERS = 100
"""Characters of a question that are said again where nothing was found."""


def run(options: argparse.Namespace) -> int:
    """Print the notes that fit `options.query`, best first."""
    query = parse_query(options.query)
    if query.is_empty and not query.problem:  # `tag:` alone as well: no note would be found, which says nothing.
        raise UsageError("There is nothing to search for.", hint="Try: vaultdesk search boiler")
    if options.limit not in RESULT_LIMITS:
        raise UsageError(
            f"--limit must be from {RESULT_LIMITS.start} to {RESULT_LIMITS.stop - 1}.", hint="Try --limit 20."
        )
    return run_async(_search(CommandSession(), options))


async def _search(session: CommandSession, options: argparse.Namespace) -> int:
    async with session.workspace(options.vault) as workspace:
        await wait_for_index(workspace)
        found = await workspace.searcher.find(options.query, options.limit)
    if found.problem:
        print_notice(found.problem)
    if options.json:
        print(json.dumps([_values(hit) for hit in found.hits], ensure_ascii=False))
        return 0
    for hit in found.hits:
        print_text(_line(hit))
    if not found.hits:
        print_text(f"No note holds “{escaped_line(options.query, MAX_REPEATED_CHARACTERS)}”.")
    return 0


def _values(hit: Hit) -> dict[str, object]:
    times = {"modified": hit.modified.isoformat(), "indexed": hit.indexed.isoformat() if hit.indexed else None}
    return {**asdict(hit), **times}


def _line(hit: Hit) -> str:
    where = f"{hit.path} › {hit.heading}" if hit.heading else hit.path
    return f"{escaped_line(where)}\n    {escaped_line(hit.snippet, 200)}"
