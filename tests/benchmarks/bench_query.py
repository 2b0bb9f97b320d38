"""Bench of queries and the graph: every question in ms, and beside a plain loop over the same rows in the same run.

Run it alone: `python -m tests.benchmarks.bench_query [--notes 15000] [--vault FOLDER]`. Ratios travel between machines,
milliseconds do not. A question over `TARGET` ms fails the bench. A given folder is only read.
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
from tests.benchmarks.made_vault import MadeVault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.builtin.link_tools import Graph
from vaultdesk.tools.builtin.query_tools import QueryBase, QueryNotes
from vaultdesk.tools.formulas.base_view import read_base
from vaultdesk.tools.tool import FULL_VISIBILITY, AnyTool, Visibility
from vaultdesk.vault.vault import Vault

TARGET = 100.0
"""Milliseconds a question may take, warm, with 15,000 notes."""

ROUNDS = 5
"""Times each question is asked; the best counts, for a busy machine says nothing; the worst is told."""

QUERIES: dict[str, dict[str, JsonValue]] = {
    "every note": {},
    "notes without a status": {"filter": {"property": "status", "op": "missing"}, "limit": 1000},
    "a tag and what is nested in it": {"filter": {"tag": "area"}, "columns": ["aliases", "file.tags"]},
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
    "notes nobody links to": {"filter": {"file": "backlinks", "op": "equals", "value": 0}},
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
"""A base with a usual view and two costly ones."""

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


async def ask(tool: AnyTool, arguments: dict[str, JsonValue], view: Visibility) -> tuple[float, float]:
    """Return the best and the worst time of a question."""
    asked = validate_arguments(tool.parameters, arguments)
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        await tool.run(asked, view)
        times.append((time.perf_counter() - start) * 1000)
    return min(times), max(times)


def plain_loop(facts: list[NoteFacts]) -> float:
    """What Python needs at least: look at one property of every row and count."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        found = [note.path for note in facts if "status" not in note.properties]
        found.sort()
        best = min(best, (time.perf_counter() - start) * 1000)
    return best


def edge_loop(out: dict[str, list[str]]) -> float:
    """What Python needs at least for the graph: count the links into every note from ready lists."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        into: dict[str, int] = {}
        for targets in out.values():
            for target in targets:
                into[target] = into.get(target, 0) + 1
        best = min(best, (time.perf_counter() - start) * 1000)
    return best


async def filled(index: Index, searcher: Searcher) -> dict[str, NoteFacts]:
    """Fill the table for the first time; say how long and how large."""
    await searcher.names("warm")
    start = time.perf_counter()
    facts = await searcher.all_facts()
    seconds = time.perf_counter() - start
    say("notes", len(facts), "")
    say("filling the table once", seconds * 1000, "ms")
    async with Searcher(index) as second:
        await second.names("warm")
        tracemalloc.start()
        await second.read_note_table(lambda table: len(table.facts))
        held = tracemalloc.get_traced_memory()[0] / 1e6
        tracemalloc.stop()
    say("table of facts and links, memory", held, "MB")
    say("  a note", held * 1000 / max(1, len(facts)), "kB")
    return facts


async def measure(root: Path, file: Path) -> bool:
    """The whole bench on one vault; whether every question was in time."""
    index = Index(file)
    slow: list[str] = []

    async def told(
        label: str, question: Callable[[], Awaitable[tuple[float, float]]], beside: float, target: float = TARGET
    ) -> None:
        best, worst = await question()
        say(label, best, "ms", beside, f"plain loop (worst {worst:.0f} ms)")
        if best > target:
            slow.append(f"{label}: {best:.0f} ms")

    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        facts = await filled(index, searcher)
        rows, edges = (
            list(facts.values()),
            await searcher.read_note_table(
                lambda table: {path: [to for _, to in table.links.of(path) if to] for path in table.facts}
            ),
        )
        say("links between notes", sum(map(len, edges.values())), "")
        loop, links = plain_loop(rows), edge_loop(edges)
        say("plain loop over the facts", loop, "ms")
        say("plain loop over the links", links, "ms")
        folders = sorted({note.folder for note in rows if note.folder})
        one, two = folders[0].partition("/")[0], folders[-1].partition("/")[0]
        query, graph = QueryNotes(vault, searcher), Graph(vault, searcher)
        half = Visibility(sees=lambda path: not path.startswith((f"{one}/", f"{two}/")))
        for label, written in QUERIES.items():
            arguments = json.loads(json.dumps(written).replace("FIRST", one).replace("LAST", two))
            await told(f"query: {label}", lambda a=arguments: ask(query, a, FULL_VISIBILITY), loop)  # type: ignore[misc]
        base = QueryBase(vault, searcher)
        for view in read_base(BASE).views if (root / "Bench.base").exists() else ():
            call: dict[str, JsonValue] = {"path": "Bench.base", "view": view.name, "note_for_this": rows[0].path}
            await told(f"base: {view.name}", lambda a=call: ask(base, a, FULL_VISIBILITY), loop, BASE_TARGET)  # type: ignore[misc]
        ends = {"path": rows[0].path, "to": rows[-1].path}
        for label, arguments in GRAPHS.items():
            given = {**arguments, **(ends if arguments["kind"] in ("neighbours", "path") else {})}
            await told(f"graph: {label}", lambda a=given: ask(graph, a, FULL_VISIBILITY), links)  # type: ignore[misc]
        await told("graph: hubs, a part hidden", lambda: ask(graph, {"kind": "hubs"}, half), links)
        await told("query: every note, a part hidden", lambda: ask(query, {}, half), loop)
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
    parser.add_argument("--vault", type=Path, help="measure this folder instead of a made one; it is only read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = options.vault or Path(folder, "vault")
        if options.vault is None:
            MadeVault(options.notes).lay(root)
            (root / "Bench.base").write_text(BASE, encoding="utf-8")
        return 0 if asyncio.run(measure(root, Path(folder, "data", "index.sqlite"))) else 1


if __name__ == "__main__":
    sys.exit(main())
