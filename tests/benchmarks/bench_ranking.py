"""Bench of ranking: times of word searches in comparison with their goals, and the share of the best notes they return.

Run it alone: `python -m tests.benchmarks.bench_ranking [--notes 14000] [--index FILE]`. With a persistent index file,
100,000 notes are generated and read only once. Times are processor times, so that other load has little influence. The
baseline is Python's `in` over all texts, in the same run.
"""

import argparse
import asyncio
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.made_vault import GeneratedVault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search import common_words, ranking
from vaultdesk.index.search.ranking import build_fts_query
from vaultdesk.index.text_folding import UNSPACED
from vaultdesk.vault.vault import Vault

ROUNDS = 3
"""Number of times each query is run; the best counts, because other work on the machine only adds time."""

LIMIT = 20
"""Notes requested; while typing, `SHOWN` are requested."""

SHOWN = 100

LARGE = 50_000
"""Number of notes from which the goals for 100,000 notes apply."""

GOALS = {"three words": (6.0, 20.0), "common word": (16.0, 40.0), "key": (16.0, 40.0)}
"""Milliseconds at the 95th percentile: for 14,000 notes and for 100,000."""

FTS5_ALONE = {"three words": (2.9, 5.0), "common word": (11.3, 125.0)}
"""95th percentile of FTS5's own ranking on the machine on which the goals were set
(vaultdesk/index/README.md, "Full-text search").

The ratio to the time measured here shows how much slower this machine is.
"""

SHARE_GOAL = 0.95
"""Share of the ten best notes that a final answer contains."""

EVERYTHING = 10**9


def say(label: str, value: float, unit: str, remark: str = "") -> None:
    """Print one line of the report."""
    sys.stdout.write(f"{label:<52}{value:9.2f} {unit:<3}{remark}\n")
    sys.stdout.flush()


@contextmanager
def timed(label: str) -> Iterator[None]:
    """Print the processor time of a block in seconds."""
    start = time.process_time()
    yield
    say(label, time.process_time() - start, "s", "  CPU")


def queries(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return queries with words of the notes, from common to rare; a space after a word marks it as complete."""
    rng = random.Random(11)
    rows = connection.execute("SELECT term, doc FROM temp.term WHERE doc > 20").fetchall()
    words = [
        term
        for term, _ in sorted(rows, key=lambda row: -row[1])
        # Scripts without spaces are searched as substrings, which `true_ranking` does not rank.
        if term.isalpha() and len(term) > 2 and not UNSPACED.search(term)
    ]
    middle = words[100 : max(200, min(2_000, len(words)))]
    return {
        "common word": [f"{word} " for word in words[:40]],
        "middle word": [f"{word} " for word in rng.sample(middle, 40)],
        "two common words": [" ".join(rng.sample(words[:60], 2)) + " " for _ in range(40)],
        "three words": [" ".join(rng.sample(words[:300], 3)) + " " for _ in range(60)],
        "unfinished, 2 letters": sorted({word[:2] for word in rng.sample(middle, 15)}),
        "unfinished, 3 letters": sorted({word[:3] for word in rng.sample(middle, 30)}),
        "unfinished, 4 letters": sorted({word[:4] for word in rng.sample(middle, 30)}),
        "unfinished second word": [f"{rng.choice(words[:200])} {rng.choice(middle)[:3]}" for _ in range(30)],
    }


def baseline(connection: sqlite3.Connection) -> float:
    """Return the processor time in milliseconds for searching a text in all texts, one after another."""
    texts = [body.casefold() for (body,) in connection.execute("SELECT properties || body FROM text")]
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        found = sum("qqqqxzx" in text for text in texts)
        best = min(best, (time.process_time() - start) * 1000)
        assert not found
    say("notes with text", len(texts), "")
    say("baseline: Python `in`, absent text", best, "ms")
    return best


async def best_time(question: Callable[[], Awaitable[object]]) -> float:
    """Return the minimum processor time in milliseconds, which excludes waiting."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        await question()
        best = min(best, (time.process_time() - start) * 1000)
    return best


def report(label: str, times: Sequence[float], baseline_time: float, goal: float | None = None) -> None:
    """Print the median and the 95th percentile, and whether the goal is met."""
    ordered = sorted(times)
    slow = ordered[int(len(ordered) * 0.95)]
    verdict = "" if goal is None else f"   goal {goal:g}: {'met' if slow <= goal else 'MISSED'}"
    say(
        f"{label}, p50",
        statistics.median(ordered),
        "ms",
        f"   {statistics.median(ordered) / baseline_time:6.2f} x `in`",
    )
    say(f"{label}, p95", slow, "ms", f"   {slow / baseline_time:6.2f} x `in`{verdict}")


def true_ranking(connection: sqlite3.Connection, query: str, limit: int) -> list[str]:
    """Return the best notes by the complete formula with every match scored."""
    parsed = parse_query(query).as_plain_query()
    assert parsed is not None
    search = build_fts_query(connection, parsed)
    scores = ranking.score_all(connection, search, EVERYTHING)
    names = ranking.find_named_notes(connection, " ".join(term.text for term in parsed.words))
    return [scored.path for scored in ranking.order_by_rank(connection, scores, names, limit)]


def share(best: Sequence[str], hits: Sequence[Hit], limit: int) -> float:
    """Return the share of the best *limit* notes among the first *limit* hits."""
    expected = set(best[:limit])
    return len(expected & {hit.path for hit in hits[:limit]}) / len(expected) if expected else 1.0


async def first_answer(searcher: Searcher, query: str) -> list[Hit]:
    """Return the first answer while typing."""
    answers = searcher.search_typing(query, SHOWN, "bench")
    try:
        async for found in answers:
            return found.hits
    finally:
        await answers.aclose()
    return []


async def answer_times(
    searcher: Searcher, query_kinds: dict[str, list[str]], baseline_time: float, size_class: int
) -> None:
    """Print the times of final answers, and of the first answers while typing."""
    for kind, kind_queries in query_kinds.items():
        goal = GOALS[kind][size_class] if kind in GOALS else None
        report(
            f"final, {kind}",
            [await best_time(lambda query=query: searcher.find(query, LIMIT)) for query in kind_queries],
            baseline_time,
            goal,
        )  # type: ignore[misc] # mypy cannot infer the default of a lambda
    for kind, kind_queries in query_kinds.items():
        times = [await best_time(lambda query=query: first_answer(searcher, query)) for query in kind_queries]  # type: ignore[misc] # as above
        report(f"as typed, first answer, {kind}", times, baseline_time)


def fts5_alone(connection: sqlite3.Connection, query_kinds: dict[str, list[str]], size_class: int) -> None:
    """Print the times of FTS5's own ranking for the same words, without names, links, time or passages."""
    for kind, reference in FTS5_ALONE.items():
        times: list[float] = []
        for query in query_kinds[kind]:
            plain = parse_query(query).as_plain_query()
            assert plain is not None
            times.append(_fts5_time(connection, build_fts_query(connection, plain).match))
        slow = sorted(times)[int(len(times) * 0.95)]
        say(f"FTS5 alone, {kind}, p95", slow, "ms", f"   {slow / reference[size_class]:6.2f} x the reference machine")


def _fts5_time(connection: sqlite3.Connection, match: str) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        connection.execute("SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT ?", (match, LIMIT)).fetchall()
        best = min(best, (time.process_time() - start) * 1000)
    return best


async def type_words(searcher: Searcher, words: Sequence[str], baseline_time: float, size_class: int) -> None:
    """Type words key by key: each key follows the first answer to the previous one, whose final answer still runs."""
    times: list[float] = []
    for word in words:
        for end in range(2, len(word) + 1):
            start = time.process_time()
            await first_answer(searcher, word[:end])
            times.append((time.process_time() - start) * 1000)
    report("as you type, a key", times, baseline_time, GOALS["key"][size_class])


async def answer_shares(index: Index, searcher: Searcher, query_kinds: dict[str, list[str]]) -> None:
    """Print the share of the true best notes in the answers."""
    for kind, kind_queries in query_kinds.items():
        final: list[tuple[float, float]] = []
        typed: list[float] = []
        for query in kind_queries:
            with index.reading() as connection:
                best = true_ranking(connection, query, 20)
            hits = await searcher.search(query, LIMIT)
            final.append((share(best, hits, 10), share(best, hits, 20)))
            typed.append(share(best, await first_answer(searcher, query), 10))
        ten, twenty = statistics.mean(value for value, _ in final), statistics.mean(value for _, value in final)
        verdict = f"   goal {SHARE_GOAL:.0%}: {'met' if ten >= SHARE_GOAL else 'MISSED'}"
        say(f"share of the best 10, {kind}", ten * 100, "%", f"{verdict}   of 20: {twenty:.1%}")
        say("  the same, first answer while typing", statistics.mean(typed) * 100, "%")


async def fill(root: Path, index: Index) -> None:
    """Index the entire vault."""
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer:
        assert (await indexer.settled()).phase == "ready"


async def measure(index: Index) -> None:
    """Run all measurements on a filled index."""
    with timed("counting common words and listing their best notes"):
        common_words.update_word_lists(index, lambda: False)
    with index.reading() as connection:
        baseline_time = baseline(connection)
        query_kinds = queries(connection)
        size_class = int(connection.execute("SELECT count(*) FROM note").fetchone()[0] >= LARGE)
        lists, size = connection.execute(
            "SELECT count(*), coalesce(sum(length(ids) + length(scores)), 0) FROM best_notes"
        ).fetchone()
        fts5_alone(connection, query_kinds, size_class)
    say("lists of common words", lists, "", f"   {size / 1e6:.1f} MB")
    async with Searcher(index) as searcher:
        await searcher.substring("qqqqxzx")  # Fills the cache, which is not measured here.
        await answer_times(searcher, query_kinds, baseline_time, size_class)
        await type_words(
            searcher, [word.strip() for word in query_kinds["middle word"][:20]], baseline_time, size_class
        )
        await answer_shares(index, searcher, query_kinds)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--index", type=Path, help="store the index in this file, and use it if it exists")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = options.index or Path(folder, "index.sqlite")
        index = Index(file)
        index.open()
        if not index.status_counts()[0]:
            GeneratedVault(options.notes).write(Path(folder, "vault"))
            asyncio.run(fill(Path(folder, "vault"), index))
        asyncio.run(measure(index))
        index.close()


if __name__ == "__main__":
    main()
