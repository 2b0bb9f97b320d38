"""Search: the window's search in a terminal."""

import argparse
import json
from dataclasses import asdict

from vaultdesk.cli.screen import one_line, remark, say
from vaultdesk.cli.session import Session, run_async, wait_for_index
from vaultdesk.core.errors import UsageError
from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.query_parser import parse_query

LIMITS = range(1, 1001)
"""How many notes `--limit` may ask for."""

LONGEST = 100
"""Characters of a question that are said again where nothing was found."""


def run(options: argparse.Namespace) -> int:
    """Print the notes that fit `options.query`, best first."""
    asked = parse_query(options.query)
    if asked.is_empty and not asked.problem:  # `tag:` alone as well: no note would be found, which says nothing.
        raise UsageError("There is nothing to search for.", hint="Try: vaultdesk search boiler")
    if options.limit not in LIMITS:
        raise UsageError(f"--limit must be from {LIMITS.start} to {LIMITS.stop - 1}.", hint="Try --limit 20.")
    return run_async(_search(Session(), options))


async def _search(session: Session, options: argparse.Namespace) -> int:
    async with session.workspace(options.vault) as workspace:
        await wait_for_index(workspace)
        found = await workspace.searcher.find(options.query, options.limit)
    if found.problem:
        remark(found.problem)
    if options.json:
        print(json.dumps([_values(hit) for hit in found.hits], ensure_ascii=False))
        return 0
    for hit in found.hits:
        say(_line(hit))
    if not found.hits:
        say(f"No note holds “{one_line(options.query, LONGEST)}”.")
    return 0


def _values(hit: Hit) -> dict[str, object]:
    times = {"modified": hit.modified.isoformat(), "indexed": hit.indexed.isoformat() if hit.indexed else None}
    return {**asdict(hit), **times}


def _line(hit: Hit) -> str:
    where = f"{hit.path} › {hit.heading}" if hit.heading else hit.path
    return f"{one_line(where)}\n    {one_line(hit.snippet, 200)}"
