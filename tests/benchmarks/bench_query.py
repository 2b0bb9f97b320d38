"""Bench of queries and the graph: every query in ms, and in comparison with a plain loop over the same rows.

Run it alone: `python -m tests.benchmarks.bench_query [--notes 15000] [--vault FOLDER]`. Ratios are comparable between
machines, milliseconds are not. A query over `TARGET` ms fails the bench. A given folder is only read.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from pathlib import Path

from pydantic import JsonValue

from tests.benchmarks.bench_index import say
from tests.benchmarks.made_vault import GeneratedVault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.builtin.link_tools import Graph
from vaultdesk.tools.builtin.query_tools import QueryBase, QueryNotes
from vaultdesk.tools.formulas.base_view import read_base
from vaultdesk.tools.tool import FULL_VISIBILITY, AnyTool, Visibility
from vaultdesk.vault.vault import Vault

TARGET = 100.0
"""Milliseconds a query may take, warm, with 15,000 notes."""

ROUNDS = 5
"""Number of runs of each query; the best counts, because other load only adds time; the worst is printed as well."""

QUERIES: dict[str, dict[str, JsonValue]] = {
    "every note": {},
    "notes without a status": {"filter": {"property": "status", "op": "missing"}, "limit": 1000},
    "a tag and its nested tags": {"filter": {"tag": "area"}, "columns": ["aliases", "file.tags"]},
    "a folder, changed this year": {
        "filter": {"all": [{"folder": "FIRST"}, {"file": "modified", "op": "after", "value": "-1y"}]},
        "columns": ["file.modified"], "sort": [{"by": "file.modified", "descending": True}],
    },
    "any of three, none of one, by two keys": {
        "filter": {
            "any": [{"tag": "area/ba"}, {"file": "words", "op": ">", "value": 900}, {"folder": "LAST"}],
            "none": [{"file": "name", "op": "contains", "value": "7"}],
        },
        "sort": [{"by": "file.folder"}, {"by": "file.size", "descending": True}], "limit": 200,
    },
    "notes without backlinks": {"filter": {"file": "backlinks", "op": "equals", "value": 0}},
    "grouped by folder": {"group": "file.folder"},
    "Dataview, by file time": {
        "dataview": 'TABLE file.size FROM "FIRST" OR "LAST" WHERE file.mtime >= date(today) - dur(1 year)'
        " SORT file.size DESC LIMIT 20"
    },
}  # fmt: skip

BASE = """filters: '!file.name.contains("Template") && file.ext == "md"'
formulas:
  age: (now() - file.mtime).days.round(1)
  large: if(file.size > 2000, "large", "small")
views:
  - {name: a tag, filters: file.hasTag("area"), order: [file.name, formula.age, file.tags], sort: [file.mtime]}
  - name: every note, grouped and summarized
    order: [file.name, formula.age]
    groupBy: formula.large
    sort: [{property: formula.age, direction: DESC}]
    summaries: {formula.age: Average}
  - {name: backlinks of a note, filters: file.hasLink(this) || list(file.links).contains(this), order: [file.backlinks]}
"""
"""A base with a usual view and two expensive ones."""

BASE_TARGET = 1_000.0
"""Milliseconds a view may take, warm, with 15,000 notes."""

GRAPHS: dict[str, dict[str, JsonValue]] = {
    "orphans": {"kind": "orphans"},
    "hubs": {"kind": "hubs"},
    "unresolved": {"kind": "unresolved"},
    "neighbours, 1 step": {"kind": "neighbours"},
    "neighbours, 5 steps": {"kind": "neighbours", "depth": 5},
    "path": {"kind": "path"},
}


async def run_query(tool: AnyTool, arguments: dict[str, JsonValue], view: Visibility) -> tuple[float, float]:
    """Return the best and the worst time of a query in milliseconds."""
    validated = validate_arguments(tool.parameters, arguments)
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        await tool.run(validated, view)
        times.append((time.perf_counter() - start) * 1000)
    return min(times), max(times)


def plain_loop(facts: list[NoteFacts]) -> float:
    """Return the minimum for Python: look up one property of every row and collect the paths."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        found = [note.path for note in facts if "status" not in note.properties]
        found.sort()
        best = min(best, (time.perf_counter() - start) * 1000)
    return best


def edge_loop(out: dict[str, list[str]]) -> float:
    """Return the minimum for Python for the graph: count the links to every note from prepared lists."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        counts: dict[str, int] = {}
        for targets in out.values():
            for target in targets:
                counts[target] = counts.get(target, 0) + 1
        best = min(best, (time.perf_counter() - start) * 1000)
    return best


async def fill_table(index: Index, searcher: Searcher) -> dict[str, NoteFacts]:
    """Fill the table for the first time; print its time and size."""
    await searcher.names("warm")
    start = time.perf_counter()
    facts = await searcher.read_note_table(NoteTable.all_facts)
    seconds = time.perf_counter() - start
    say("notes", len(facts), "")
    say("filling the table once", seconds * 1000, "ms")
    async with Searcher(index) as second:
        await second.names("warm")
        tracemalloc.start()
        await second.read_note_table(lambda table: len(table.facts))
        megabytes = tracemalloc.get_traced_memory()[0] / 1e6
        tracemalloc.stop()
    say("table of facts and links, memory", megabytes, "MB")
    say("  per note", megabytes * 1000 / max(1, len(facts)), "kB")
    return facts


async def measure(root: Path, file: Path) -> bool:
    """Run all queries on one vault; return whether every one was within its target."""
    index = Index(file)
    slow: list[str] = []

    async def report(
        label: str, question: Callable[[], Awaitable[tuple[float, float]]], baseline: float, target: float = TARGET
    ) -> None:
        best, worst = await question()
        say(label, best, "ms", baseline, f"plain loop (worst {worst:.0f} ms)")
        if best > target:
            slow.append(f"{label}: {best:.0f} ms")

    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        facts = await fill_table(index, searcher)
        rows, edges = (
            list(facts.values()),
            await searcher.read_note_table(
                lambda table: {path: [to for _, to in table.links.of(path) if to] for path in table.facts}
            ),
        )
        say("links between notes", sum(map(len, edges.values())), "")
        fact_loop, link_loop = plain_loop(rows), edge_loop(edges)
        say("plain loop over the facts", fact_loop, "ms")
        say("plain loop over the links", link_loop, "ms")
        folders = sorted({note.folder for note in rows if note.folder})
        first_folder, last_folder = folders[0].partition("/")[0], folders[-1].partition("/")[0]
        query, graph = QueryNotes(vault, searcher), Graph(vault, searcher)
        partial = Visibility(sees=lambda path: not path.startswith((f"{first_folder}/", f"{last_folder}/")))
        for label, query_template in QUERIES.items():
            arguments = json.loads(
                json.dumps(query_template).replace("FIRST", first_folder).replace("LAST", last_folder)
            )
            await report(f"query: {label}", lambda a=arguments: run_query(query, a, FULL_VISIBILITY), fact_loop)  # type: ignore[misc]
        base = QueryBase(vault, searcher)
        for view in read_base(BASE).views if (root / "Bench.base").exists() else ():
            call: dict[str, JsonValue] = {"path": "Bench.base", "view": view.name, "note_for_this": rows[0].path}
            await report(
                f"base: {view.name}", lambda a=call: run_query(base, a, FULL_VISIBILITY), fact_loop, BASE_TARGET
            )  # type: ignore[misc]
        ends = {"path": rows[0].path, "to": rows[-1].path}
        for label, arguments in GRAPHS.items():
            full_arguments = {**arguments, **(ends if arguments["kind"] in ("neighbours", "path") else {})}
            await report(f"graph: {label}", lambda a=full_arguments: run_query(graph, a, FULL_VISIBILITY), link_loop)  # type: ignore[misc]
        await report("graph: hubs, a part hidden", lambda: run_query(graph, {"kind": "hubs"}, partial), link_loop)
        await report("query: every note, a part hidden", lambda: run_query(query, {}, partial), fact_loop)
        start = time.perf_counter()
        await searcher.facts(rows[0].path)
        say("facts of one note", (time.perf_counter() - start) * 1000, "ms")
    for line in slow:
        say(f"TOO SLOW: {line}", 0, "")
    return not slow


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=15_000)
    parser.add_argument("--vault", type=Path, help="measure this folder instead of a generated vault; it is only read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = options.vault or Path(folder, "vault")
        if options.vault is None:
            GeneratedVault(options.notes).write(root)
            (root / "Bench.base").write_text(BASE, encoding="utf-8")
        return 0 if asyncio.run(measure(root, Path(folder, "data", "index.sqlite"))) else 1


if __name__ == "__main__":
    sys.exit(main())
