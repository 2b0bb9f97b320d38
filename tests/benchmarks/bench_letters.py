"""Bench of substring and name search in memory, in comparison with ripgrep and Python's own search in the same run.

Run it alone: `python -m tests.benchmarks.bench_letters [--notes 14000] [--vault FOLDER] [--index FILE]`. A given folder
or file is created if it does not exist, and kept. Ratios are comparable between machines, milliseconds are not.
"""

import argparse
import asyncio
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.made_vault import GeneratedVault
from vaultdesk.index import Index, Indexer
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search import common_words
from vaultdesk.index.search.name_search import find_names
from vaultdesk.index.text_cache.text_cache import TextCache, search_substring
from vaultdesk.vault.vault import Vault

ROUNDS = 3
"""Number of times each query is run; the best counts, because other work on the machine only adds time."""

EACH = 40
"""Queries of each kind."""

LIMIT = 50
"""Maximum number of notes requested."""

ABSENT = ("qqzxabsent", "Nowhere to be found", "zzyzx", "überhauptnicht", "無い言葉")

GOAL, NAME_GOAL = 10.0, 5.0
"""Milliseconds at the 95th percentile, for 14,000 notes."""

BEAT = 0.001
"""Seconds between two beats of a thread that briefly needs the interpreter lock, as a window does."""


def say(label: str, value: float, unit: str, remark: str = "") -> None:
    """Print one line of the report."""
    sys.stdout.write(f"{label:<48}{value:9.2f} {unit:<3}{remark}\n")
    sys.stdout.flush()


def best(work: Callable[[], object], rounds: int = ROUNDS, clock: Callable[[], float] = time.thread_time) -> float:
    """Return the minimum in milliseconds; by default of this thread's processor time, which excludes other programs."""
    durations: list[float] = []
    for _ in range(rounds):
        start = clock()
        work()
        durations.append((clock() - start) * 1000)
    return min(durations)


def report(kind: str, work: Callable[[str], object], queries: Sequence[str], goal: float) -> None:
    """Run all queries of a kind and print the times, separately for the first round, because later ones use caches."""
    first = sorted(best(lambda query=query: work(query), 1) for query in queries)
    repeated = sorted(best(lambda query=query: work(query)) for query in queries)
    p50, p95 = statistics.median(repeated), repeated[int(0.95 * (len(repeated) - 1))]
    first_p95 = first[int(0.95 * (len(first) - 1))]
    say(
        kind, p95, "ms", f"  p95, goal {goal:g}; p50 {p50:.2f}, max {repeated[-1]:.2f}, first round p95 {first_p95:.2f}"
    )


class LockMonitor:
    """Thread that needs the interpreter lock at regular intervals, and records its delays."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._beat)

    def __enter__(self) -> "LockMonitor":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _beat(self) -> None:
        due = time.perf_counter() + BEAT
        while not self._stopped.wait(max(0.0, due - time.perf_counter())):
            now = time.perf_counter()
            self.delays.append((now - due) * 1000)
            due = now + BEAT

    def say(self, label: str) -> None:
        """Print the longest delay and the 99th percentile."""
        ordered = sorted(self.delays)
        say(
            label,
            ordered[-1],
            "ms",
            f"  longest; p99 {ordered[int(0.99 * (len(ordered) - 1))]:.2f} of {len(ordered)} beats",
        )


def queries(texts: Sequence[str]) -> dict[str, list[str]]:
    """Return queries with letters of the notes."""
    rng = random.Random(11)
    sample = rng.sample(texts, min(400, len(texts)))
    words = [
        word for word, _ in Counter(word for text in sample for word in text.split() if word.isalpha()).most_common()
    ]
    pairs = Counter(text[start : start + 2].lower() for text in sample for start in range(0, len(text) - 2, 7))
    starts = ((text, rng.randrange(len(text) - 14)) for text in sample if len(text) > 200)
    long = [text[start : start + 14] for text, start in starts]
    frequent_pairs = [pair for pair, _ in pairs.most_common(200) if pair.isalpha()]
    letters = sorted({letter for pair in frequent_pairs for letter in pair})
    return {
        "common word": [word for word in words if len(word) > 2][:EACH],
        "middle word": rng.sample(words[len(words) // 20 : len(words) // 2], EACH),
        "absent": list(ABSENT),
        "1 character": rng.sample(letters, min(EACH, len(letters))),
        "2 characters": frequent_pairs[: EACH // 2] + rng.sample(frequent_pairs, EACH // 2),
        "14 characters": [text.strip() for text in long[:EACH] if text.strip()],
    }


def name_queries(names: Sequence[str]) -> dict[str, list[str]]:
    """Return typical input for opening a note by its name."""
    rng = random.Random(12)
    samples = [name.lower() for name in rng.sample(names, min(4 * EACH, len(names))) if len(name) > 5][:EACH]
    return {
        "1 letter": sorted({name[0] for name in samples}),
        "2 letters": [name[:2] for name in samples],
        "3 letters": [name[:3] for name in samples],
        "3 separate letters of a name": [name[0] + name[len(name) // 2] + name[-1] for name in samples],
        "an entire name": samples,
        "two words, in reverse order": [" ".join(reversed(name.split()[:2])) for name in samples],
        "two letters transposed": [name[:2] + name[3] + name[2] + name[4:] for name in samples],
        "no match": [name[::-1] + "qx" for name in samples],
        "nothing typed": [""],
    }


def compare_ripgrep(vault: Path, ours: float) -> None:
    """Print the time of a ripgrep process for an absent text."""
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        say("absent, ripgrep", 0, "ms", "  rg is not installed: skipped")
        return
    command = [ripgrep, "--ignore-case", "--fixed-strings", "--count", "--glob", "*.md", ABSENT[0], str(vault)]
    milliseconds = best(lambda: subprocess.run(command, capture_output=True, check=False), clock=time.perf_counter)
    say("absent, ripgrep process", milliseconds, "ms", f"  ours is {ours / milliseconds:.3f} x, goal 0.15")


def resident() -> float:
    """Return the resident memory of this process in megabytes."""
    import resource

    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def memory(file: Path, text_bytes: float) -> None:
    """Print the memory for searching substrings, names and facts; run in its own process."""
    index = Index(file)
    index.open()
    text_cache = TextCache()
    steps: list[tuple[str, Callable[[sqlite3.Connection], object]]] = [
        ("names", lambda db: find_names(text_cache, db, "abc", LIMIT)),
        ("text", text_cache.fill),
        (
            "searching",
            lambda db: [search_substring(text_cache, db, query, LIMIT) for query in ("e", "an", "the", "absentqq")],
        ),
        ("facts and links of all notes", NoteTable(text_cache).refresh),
    ]
    start = before = resident()
    for label, step in steps:
        with index.reading() as connection:
            step(connection)
        now = resident()
        say(f"memory: {label}", now - before, "MB", f"  {(now - before) * 1e6 / text_bytes:5.2f} x the text")
        before = now
    say("memory: total", before - start, "MB", f"  {(before - start) * 1e6 / text_bytes:5.2f} x the text")
    index.close()


def plain_search(texts: Sequence[str]) -> float:
    """Return the time of Python's own search in each text."""
    return best(lambda: [ABSENT[0] in text for text in texts])


async def index_vault(vault: Path, file: Path) -> None:
    """Index every note of the vault."""
    index = Index(file)
    async with Vault(vault, watch=False) as opened, Indexer(opened, index) as indexer:
        await indexer.settled()


@contextmanager
def vault_and_index(args: argparse.Namespace) -> Iterator[tuple[Path, Path]]:
    """Yield the vault and the index file, which are created if they do not exist."""
    with tempfile.TemporaryDirectory() as folder:
        vault = args.vault or Path(folder) / "vault"
        file = args.index or Path(folder) / "index.sqlite"
        if not vault.exists():
            GeneratedVault(args.notes).write(vault)
        asyncio.run(index_vault(vault, file))
        yield vault, file


def bench(vault: Path, file: Path) -> None:
    """Run all measurements in one process, except for memory."""
    index = Index(file)
    index.open()
    common_words.update_word_lists(index, lambda: False)  # As is done when a vault is opened.
    with index.reading() as connection:
        texts = [text for (text,) in connection.execute("SELECT properties || body FROM text ORDER BY id")]
        names = [name for (name,) in connection.execute("SELECT name FROM note WHERE excluded = 0 ORDER BY id")]
    size = float(sum(len(text.encode()) for text in texts))
    say("notes", len(texts), "", f"  {size / 1e6:.1f} MB of text")
    command = [sys.executable, "-m", "tests.benchmarks.bench_letters", "--index", str(file)]
    subprocess.run([*command, "--memory", str(size)], check=True)
    text_cache = TextCache()
    with index.reading() as connection:
        with LockMonitor() as monitor:
            time.sleep(0.5)
        monitor.say("delay of a thread without other load")
        say("names into memory", best(lambda: text_cache.entries(connection), 1), "ms")
        with LockMonitor() as monitor:
            filled = best(lambda: text_cache.fill(connection), 1)
        read = best(lambda: connection.execute("SELECT sum(length(CAST(body AS BLOB))) FROM text").fetchall())
        say("text into memory", filled, "ms", f"  {filled / read:.1f} x reading it from SQLite")
        monitor.say("  delay of another thread meanwhile")
        python_time = plain_search([text.lower() for text in texts])
        ours = best(lambda: search_substring(text_cache, connection, ABSENT[0], LIMIT), 9)
        say("absent", ours, "ms", f"  {ours / python_time:.3f} x Python's `in` ({python_time:.1f} ms)")
        # Both by wall clock, because a child process is waited for.
        waited = best(lambda: search_substring(text_cache, connection, ABSENT[0], LIMIT), 9, time.perf_counter)
        compare_ripgrep(vault, waited)
        with LockMonitor() as monitor:
            for kind, kind_queries in queries(texts).items():
                report(
                    f"letters: {kind}",
                    lambda query: search_substring(text_cache, connection, query, LIMIT),
                    kind_queries,
                    GOAL,
                )
        monitor.say("  delay of another thread meanwhile")
        with LockMonitor() as monitor:
            for kind, kind_queries in name_queries(names).items():
                report(
                    f"names: {kind}",
                    lambda query: find_names(text_cache, connection, query, LIMIT),
                    kind_queries,
                    NAME_GOAL,
                )
        monitor.say("  delay of another thread meanwhile")
        for kind, needles in {"absent": ABSENT[:1], "as it is": queries(texts)["middle word"][:5]}.items():
            milliseconds = max(
                best(lambda needle=needle: text_cache.notes_containing(connection, [needle], fold_accents=True))
                for needle in needles
            )
            say(f"without accents: {kind}", milliseconds, "ms", "  the longest")
    index.close()


def main() -> None:
    """Create what does not exist, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--vault", type=Path)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--memory", type=float, default=0.0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.memory:
        memory(args.index, args.memory)
        return
    with vault_and_index(args) as (vault, file):
        bench(vault, file)


if __name__ == "__main__":
    main()
