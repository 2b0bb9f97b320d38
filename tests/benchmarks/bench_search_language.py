"""Bench of the search language: each operator beside one plain Python pass over all texts of the same run.

Run it alone: `python -m tests.benchmarks.bench_search_language [--notes 14000] [--index FILE]`. An index file that is
given is filled from a made vault where it is empty, and kept.
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

from tests.benchmarks.made_vault import MadeVault
from vaultdesk.index import Index, Indexer
from vaultdesk.index.query_syntax import Expression, QueryEvaluation, find_matched_notes, match_spans, parse_query
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.vault.vault import Vault

ROUNDS = 2
"""Times each search is made; the best counts, for other work on the machine only adds."""

KINDS = 6
"""Searches of each kind, with other words each."""

NARROWED, WHOLE = 50.0, 300.0
"""Goals in milliseconds for 14,000 notes: where something narrows the notes, and where every text may be looked at."""

SHOWN = 20
"""Notes whose places are looked for, as a list shows them."""


def say(label: str, value: float, unit: str, beside: str = "") -> None:
    """One line of the report."""
    sys.stdout.write(f"{label:<44}{value:10.2f} {unit:<3}{beside}\n")
    sys.stdout.flush()


def best(work: Callable[[], object]) -> float:
    """Milliseconds of this process's work, of the best of some rounds."""
    took: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        took.append((time.process_time() - start) * 1000)
    return min(took)


def searches(texts: list[str], tags: list[str], names: list[str]) -> Iterator[tuple[str, float, list[str]]]:
    """Yield each kind of search with its goal and the searches, made of the notes' own words."""
    chance = random.Random(11)
    counts = Counter(word for text in chance.sample(texts, min(len(texts), 1_000)) for word in set(_words(text)))
    ranked = [word for word, _ in counts.most_common(4_000)]
    common, middle, rare = ranked[:30], ranked[100:600], ranked[600:]

    def of(*pools: list[str]) -> list[tuple[str, ...]]:
        return [tuple(chance.choice(pool) for pool in pools) for _ in range(KINDS)]

    yield "word, letter by letter", NARROWED, [f"content:{a} " for (a,) in of(middle)]
    yield "a OR b", NARROWED, [f"{a} OR {b}" for a, b in of(middle, middle)]
    yield "a -b", NARROWED, [f"{a} -content:{b}" for a, b in of(middle, middle)]
    yield "line:(a b)", NARROWED, [f"line:({a} {b})" for a, b in of(middle, middle)]
    yield "block:(a b)", NARROWED, [f"block:({a} {b})" for a, b in of(middle, middle)]
    yield "section:(a b)", NARROWED, [f"section:({a} {b})" for a, b in of(middle, middle)]
    yield "section:(rare rare)", NARROWED, [f"section:({a} {b})" for a, b in of(rare, rare)]
    yield "line:(common common)", WHOLE, [f"line:({a} {b})" for a, b in of(common, common)]
    yield "block:(common common)", WHOLE, [f"block:({a} {b})" for a, b in of(common, common)]
    yield "section:(common common)", WHOLE, [f"section:({a} {b})" for a, b in of(common, common)]
    yield "task-todo:a", NARROWED, [f"task-todo:{a}" for (a,) in of(middle)]
    yield 'task:""', WHOLE, ['task:""']
    yield "match-case:A", NARROWED, [f"match-case:{a.title()}" for (a,) in of(middle)]
    yield "tag:", NARROWED, [f"tag:({a} OR {b})" for a, b in of(tags, tags)]
    yield "file: and path:", NARROWED, [f"file:({a} OR {b}) -path:{b}" for a, b in of(middle, middle)]
    yield "[property]", NARROWED, [f"[{a}]" for (a,) in of(names)]
    yield "[property:value]", NARROWED, [f"[{a}:{b} OR >2025-06-01]" for a, b in of(names, middle)]
    yield "/pattern/ with letters in it", NARROWED, [rf"/\b{a}\s+\w+/" for (a,) in of(rare)]
    yield "/pattern/ without", WHOLE, [r"/\b\d{4}-\d{2}-\d{2}\b/", r"/^\s*[-*] \[[ x]\]/", r"/(\w)(\w)\w*\s[xq]\w+q/"]
    yield "tag: and /pattern/", NARROWED, [rf"tag:{a} /\w+{b[:3]}\w*\./" for a, b in of(tags, middle)]


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text.casefold()) if 2 < len(word) < 12 and word.isalpha()]


def longest_step(text_cache: TextCache, connection: sqlite3.Connection, asked: Expression) -> float:
    """Milliseconds of the longest step: so long other questions wait."""
    evaluation, longest, found = QueryEvaluation(text_cache, asked), 0.0, None
    while found is None:
        start = time.process_time()
        found = evaluation.advance(connection)
        longest = max(longest, time.process_time() - start)
    return longest * 1000


def measure(connection: sqlite3.Connection) -> None:
    """Search, and say what it took."""
    text_cache = TextCache()
    text_cache.fill(connection)
    texts = [text for (text,) in connection.execute("SELECT properties || body FROM text")]
    tags = [tag for (tag,) in connection.execute("SELECT key FROM tag GROUP BY key ORDER BY count(*) DESC LIMIT 200")]
    names = [name for (name,) in connection.execute("SELECT name FROM property GROUP BY name ORDER BY name")]
    say("notes", len(texts), "")
    say("text", sum(map(len, texts)) / 1e6, "MB")
    beside = best(lambda: sum("qqxzq" in text.casefold() for text in texts))
    say("baseline: one pass over all texts in Python", beside, "ms")
    for kind, goal, queries in searches(texts, tags, names):
        took, found, step, shown = list[float](), 0, 0.0, list[float]()
        for query in queries:
            asked = parse_query(query)
            took.append(best(lambda asked=asked: find_matched_notes(text_cache, connection, asked)))
            notes = list(find_matched_notes(text_cache, connection, asked).notes)
            found += len(notes)
            step = max(step, longest_step(text_cache, connection, asked))
            shown.append(
                best(lambda asked=asked, notes=notes: match_spans(text_cache, connection, asked, notes[:SHOWN]))
            )
        took.sort()
        p95 = took[min(len(took) - 1, int(len(took) * 0.95))]
        within = "" if p95 <= goal * max(1.0, len(texts) / 14_000) else f"  over {goal:.0f}"
        middle = found // len(queries)
        say(f"{kind}: p95", p95, "ms", f"{p95 / beside:7.2f} x baseline  {middle:6} notes  step {step:5.1f}  "
            f"places of {SHOWN} {max(shown):5.1f}{within}")  # fmt: skip


async def fill(index: Index, notes: int) -> None:
    """Fill the index from a made vault."""
    with tempfile.TemporaryDirectory() as folder:
        root = MadeVault(notes).lay(Path(folder, "vault"))
        async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer:
            await indexer.settled()


def main() -> None:
    """Make the vault where no filled index is given, and measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--notes", type=int, default=14_000)
    options.add_argument("--index", type=Path)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        index = Index(asked.index or Path(folder, "index.sqlite"))
        if not index.status_counts()[0]:
            asyncio.run(fill(index, asked.notes))
        with index.reading() as connection:
            measure(connection)
        index.close()


if __name__ == "__main__":
    main()
