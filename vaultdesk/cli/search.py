"""Command "search": search in the notes."""

import argparse
import json
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from vaultdesk.cli.command_session import CommandSession, run_async, vectors_notice
from vaultdesk.cli.console import escaped_line, print_notice, print_text
from vaultdesk.core.errors import UsageError
from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.query_parser import parse_query

if TYPE_CHECKING:
    from vaultdesk.workspace.opened_vault import OpenedVault

RESULT_LIMITS = range(1, 1001)
"""Allowed values of `--limit`."""

MAX_NEAR_NOTES = 5
"""Maximum number of notes found by meaning that are listed if no note contains the words."""

MAX_REPEATED_CHARACTERS = 100
"""Maximum number of characters of a query that are repeated if nothing was found."""


def run(options: argparse.Namespace) -> int:
    """Print the notes that match `options.query`, best first."""
    query = parse_query(options.query)
    if query.is_empty and not query.problem:  # `tag:` alone as well: a search without a result would say nothing.
        raise UsageError("There is nothing to search for.", hint="Try: vaultdesk search boiler")
    if options.limit not in RESULT_LIMITS:
        raise UsageError(
            f"--limit must be from {RESULT_LIMITS.start} to {RESULT_LIMITS.stop - 1}.", hint="Try --limit 20."
        )
    return run_async(_search(CommandSession(), options))


async def _search(session: CommandSession, options: argparse.Namespace) -> int:
    async with session.indexed_vault(options.vault) as opened:
        found = await opened.searcher.complete().find(options.query, options.limit)
        near = [] if found.hits else await _near_in_meaning(session, opened, options)
    if found.problem:
        print_notice(found.problem)
    if options.json:
        print(json.dumps([_values(hit) for hit in [*found.hits, *near]], ensure_ascii=False))
        return 0
    if not found.hits:
        print_text(f"No note contains “{escaped_line(options.query, MAX_REPEATED_CHARACTERS)}”.")
    if near:
        print_text("Notes with a similar meaning:")
    for hit in [*found.hits, *near]:
        print_text(_line(hit))
    return 0


async def _near_in_meaning(session: CommandSession, opened: "OpenedVault", options: argparse.Namespace) -> list[Hit]:
    """Return the notes nearest to the query in meaning; none if it has more than words."""
    plain_query = parse_query(options.query).as_plain_query()
    if plain_query is None or not plain_query.words or plain_query.filters or plain_query.excluded:
        return []
    # Loading the model takes longer than a whole search by words.
    from vaultdesk.index.search.passage_search import PassageQuery, PassageSearch
    from vaultdesk.workspace.embedders import opened_embeddings

    async with opened_embeddings(opened, session.store) as embedding_index:
        if notice := vectors_notice(await embedding_index.counted()):
            print_notice(notice)
        if not embedding_index.ready:
            return []
        search = PassageSearch(opened.searcher.complete(), embedding_index)
        query = PassageQuery(options.query, limit=MAX_NEAR_NOTES * 4, scope="notes", may_leave_computer=True)
        found = await search.find(query)
    best = {passage.path: passage for passage in reversed(found)}
    ordered = [best[path] for path in dict.fromkeys(passage.path for passage in found)]
    return [
        Hit(
            near.path, near.title, near.heading, " ".join(near.text.split()), (), near.score, near.modified,
            line=near.first_line, indexed=near.indexed,
        )
        for near in ordered[: min(MAX_NEAR_NOTES, options.limit)]
    ]  # fmt: skip


def _values(hit: Hit) -> dict[str, object]:
    times = {"modified": hit.modified.isoformat(), "indexed": hit.indexed.isoformat() if hit.indexed else None}
    return {**asdict(hit), **times}


def _line(hit: Hit) -> str:
    location = f"{hit.path} › {hit.heading}" if hit.heading else hit.path
    return f"{escaped_line(location)}\n    {escaped_line(hit.snippet, 200)}"
