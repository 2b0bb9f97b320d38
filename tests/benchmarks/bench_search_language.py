"""Bench of the search language: each operator in comparison with one plain Python pass over all texts in the same run.

Run it alone: `python -m tests.benchmarks.bench_search_language [--notes 14000] [--index FILE]`. A given index
file is filled from a generated vault if it is empty, and kept.
"""

import argparse
import asyncio
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.made_vault import GeneratedVault
from vaultdesk.index import Index, Indexer
from vaultdesk.index.query_syntax import Expression, QueryEvaluation, find_matched_notes, match_spans, parse_query
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.vault.vault import Vault

ROUNDS = 2
"""Number of runs of each search; the best counts, because other work on the machine only adds time."""

KINDS = 6
"""Searches of each kind, with different words."""

GOAL_FILTERED, GOAL_SCAN = 50.0, 300.0
"""Goals in milliseconds for 14,000 notes: if an index filters the notes, and if every text may be scanned."""

SHOWN = 20
"""Notes whose matches are located, as for a list of results."""


def say(label: str, value: float, unit: str, remark: str = "") -> None:
    """Print one line of the report."""
    sys.stdout.write(f"{label:<44}{value:10.2f} {unit:<3}{remark}\n")
    sys.stdout.flush()


def best(work: Callable[[], object]) -> float:
    """Return the minimum processor time of the rounds in milliseconds."""
    durations: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        durations.append((time.process_time() - start) * 1000)
    return min(durations)


def searches(texts: list[str], tags: list[str], names: list[str]) -> Iterator[tuple[str, float, list[str]]]:
    """Yield each kind of search with its goal and queries with words of the notes."""
    rng = random.Random(11)
    counts = Counter(word for text in rng.sample(texts, min(len(texts), 1_000)) for word in set(_words(text)))
    ranked = [word for word, _ in counts.most_common(4_000)]
    common, middle, rare = ranked[:30], ranked[100:600], ranked[600:]

    def samples(*pools: list[str]) -> list[tuple[str, ...]]:
        return [tuple(rng.choice(pool) for pool in pools) for _ in range(KINDS)]

    yield "word, letter by letter", GOAL_FILTERED, [f"content:{a} " for (a,) in samples(middle)]
    yield "a OR b", GOAL_FILTERED, [f"{a} OR {b}" for a, b in samples(middle, middle)]
    yield "a -b", GOAL_FILTERED, [f"{a} -content:{b}" for a, b in samples(middle, middle)]
    yield "line:(a b)", GOAL_FILTERED, [f"line:({a} {b})" for a, b in samples(middle, middle)]
    yield "block:(a b)", GOAL_FILTERED, [f"block:({a} {b})" for a, b in samples(middle, middle)]
    yield "section:(a b)", GOAL_FILTERED, [f"section:({a} {b})" for a, b in samples(middle, middle)]
    yield "section:(rare rare)", GOAL_FILTERED, [f"section:({a} {b})" for a, b in samples(rare, rare)]
    yield "line:(common common)", GOAL_SCAN, [f"line:({a} {b})" for a, b in samples(common, common)]
    yield "block:(common common)", GOAL_SCAN, [f"block:({a} {b})" for a, b in samples(common, common)]
    yield "section:(common common)", GOAL_SCAN, [f"section:({a} {b})" for a, b in samples(common, common)]
    yield "task-todo:a", GOAL_FILTERED, [f"task-todo:{a}" for (a,) in samples(middle)]
    yield 'task:""', GOAL_SCAN, ['task:""']
    yield "match-case:A", GOAL_FILTERED, [f"match-case:{a.title()}" for (a,) in samples(middle)]
    yield "tag:", GOAL_FILTERED, [f"tag:({a} OR {b})" for a, b in samples(tags, tags)]
    yield "file: and path:", GOAL_FILTERED, [f"file:({a} OR {b}) -path:{b}" for a, b in samples(middle, middle)]
    yield "[property]", GOAL_FILTERED, [f"[{a}]" for (a,) in samples(names)]
    yield "[property:value]", GOAL_FILTERED, [f"[{a}:{b} OR >2025-06-01]" for a, b in samples(names, middle)]
    yield "/pattern/ with letters in it", GOAL_FILTERED, [rf"/\b{a}\s+\w+/" for (a,) in samples(rare)]
    yield (
        "/pattern/ without",
        GOAL_SCAN,
        [r"/\b\d{4}-\d{2}-\d{2}\b/", r"/^\s*[-*] \[[ x]\]/", r"/(\w)(\w)\w*\s[xq]\w+q/"],
    )
    yield "tag: and /pattern/", GOAL_FILTERED, [rf"tag:{a} /\w+{b[:3]}\w*\./" for a, b in samples(tags, middle)]


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.casefold()) if 2 < len(word) < 12 and word.isalpha()]


def longest_step(text_cache: TextCache, connection: sqlite3.Connection, expression: Expression) -> float:
    """Return the longest step in milliseconds, for which other queries have to wait."""
    evaluation, longest, found = QueryEvaluation(text_cache, expression), 0.0, None
    while found is None:
        start = time.process_time()
        found = evaluation.advance(connection)
        longest = max(longest, time.process_time() - start)
    return longest * 1000


def measure(connection: sqlite3.Connection) -> None:
    """Run the searches and print their times."""
    text_cache = TextCache()
    text_cache.fill(connection)
    texts = [text for (text,) in connection.execute("SELECT properties || body FROM text")]
    tags = [tag for (tag,) in connection.execute("SELECT key FROM tag GROUP BY key ORDER BY count(*) DESC LIMIT 200")]
    names = [name for (name,) in connection.execute("SELECT name FROM property GROUP BY name ORDER BY name")]
    say("notes", len(texts), "")
    say("text", sum(map(len, texts)) / 1e6, "MB")
    baseline = best(lambda: sum("qqxzq" in text.casefold() for text in texts))
    say("baseline: one pass over all texts in Python", baseline, "ms")
    for kind, goal, queries in searches(texts, tags, names):
        durations, found, step, location_times = list[float](), 0, 0.0, list[float]()
        for query in queries:
            expression = parse_query(query)
            durations.append(best(lambda expression=expression: find_matched_notes(text_cache, connection, expression)))
            notes = list(find_matched_notes(text_cache, connection, expression).notes)
            found += len(notes)
            step = max(step, longest_step(text_cache, connection, expression))
            location_times.append(
                best(
                    lambda expression=expression, notes=notes: match_spans(
                        text_cache, connection, expression, notes[:SHOWN]
                    )
                )
            )
        durations.sort()
        p95 = durations[min(len(durations) - 1, int(len(durations) * 0.95))]
        verdict = "" if p95 <= goal * max(1.0, len(texts) / 14_000) else f"  over {goal:.0f}"
        mean_count = found // len(queries)
        say(f"{kind}: p95", p95, "ms", f"{p95 / baseline:7.2f} x baseline  {mean_count:6} notes  step {step:5.1f}  "
            f"matches of {SHOWN} {max(location_times):5.1f}{verdict}")  # fmt: skip


async def fill(index: Index, notes: int) -> None:
    """Fill the index from a generated vault."""
    with tempfile.TemporaryDirectory() as folder:
        root = GeneratedVault(notes).write(Path(folder, "vault"))
        async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer:
            await indexer.settled()


def main() -> None:
    """Generate the vault unless a filled index is given, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--index", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        index = Index(options.index or Path(folder, "index.sqlite"))
        if not index.status_counts()[0]:
            asyncio.run(fill(index, options.notes))
        with index.reading() as connection:
            measure(connection)
        index.close()


if __name__ == "__main__":
    main()
