"""Bench of letters: finding any text and any name in memory, beside ripgrep and Python's own search in the same run.

Run it alone: `python -m tests.benchmarks.bench_letters [--notes 14000] [--vault FOLDER] [--index FILE]`. A folder and a
file that are named are made when they are not there, and kept. Ratios travel between machines, milliseconds do not.
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

from tests.benchmarks.made_vault import MadeVault
from vaultdesk.index import Index, Indexer
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search import common_words
from vaultdesk.index.search.name_search import find_names
from vaultdesk.index.text_cache.text_cache import TextCache, search_substring
from vaultdesk.vault.vault import Vault

ROUNDS = 3
"""Times each query is asked; the best counts, for other work on the machine only adds."""

EACH = 40
"""Queries of a kind."""

LIMIT = 50
"""Notes asked for: the most there may be."""

ABSENT = ("qqzxabsent", "Nowhere to be found", "zzyzx", "überhauptnicht", "無い言葉")

GOAL, NAME_GOAL = 10.0, 5.0
"""Milliseconds at the 95th percentile, for 14,000 notes."""

BEAT = 0.001
"""Seconds between two beats of a thread that needs Python's lock for a moment, as a window does."""


def say(label: str, value: float, unit: str, beside: str = "") -> None:
    """One line of the report."""
    sys.stdout.write(f"{label:<48}{value:9.2f} {unit:<3}{beside}\n")
    sys.stdout.flush()


def best(work: Callable[[], object], rounds: int = ROUNDS, clock: Callable[[], float] = time.thread_time) -> float:
    """The fewest milliseconds it took; of this thread's own work, as other programs are none of it."""
    took: list[float] = []
    for _ in range(rounds):
        start = clock()
        work()
        took.append((clock() - start) * 1000)
    return min(took)


def report(kind: str, work: Callable[[str], object], queries: Sequence[str], goal: float) -> None:
    """Ask all of a kind and say how long they took, the first round too: what is kept makes later ones quick."""
    first = sorted(best(lambda query=query: work(query), 1) for query in queries)
    later = sorted(best(lambda query=query: work(query)) for query in queries)
    p50, p95 = statistics.median(later), later[int(0.95 * (len(later) - 1))]
    first_p95 = first[int(0.95 * (len(first) - 1))]
    say(kind, p95, "ms", f"  p95, goal {goal:g}; p50 {p50:.2f}, max {later[-1]:.2f}, asked first p95 {first_p95:.2f}")


class Beats:
    """A thread that wants the lock again and again, and how late it got it."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat)

    def __enter__(self) -> "Beats":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        due = time.perf_counter() + BEAT
        while not self._over.wait(max(0.0, due - time.perf_counter())):
            now = time.perf_counter()
            self.late.append((now - due) * 1000)
            due = now + BEAT

    def say(self, label: str) -> None:
        """Report the longest wait and the usual one."""
        late = sorted(self.late)
        say(label, late[-1], "ms", f"  longest; p99 {late[int(0.99 * (len(late) - 1))]:.2f} of {len(late)} beats")


def queries(texts: Sequence[str]) -> dict[str, list[str]]:
    """Queries from the notes' own letters."""
    chance = random.Random(11)
    sample = chance.sample(texts, min(400, len(texts)))
    words = [
        word for word, _ in Counter(word for text in sample for word in text.split() if word.isalpha()).most_common()
    ]
    pairs = Counter(text[place : place + 2].lower() for text in sample for place in range(0, len(text) - 2, 7))
    starts = ((text, chance.randrange(len(text) - 14)) for text in sample if len(text) > 200)
    long = [text[place : place + 14] for text, place in starts]
    few = [pair for pair, _ in pairs.most_common(200) if pair.isalpha()]
    letters = sorted({letter for pair in few for letter in pair})
    return {
        "common word": [word for word in words if len(word) > 2][:EACH],
        "middle word": chance.sample(words[len(words) // 20 : len(words) // 2], EACH),
        "absent": list(ABSENT),
        "1 character": chance.sample(letters, min(EACH, len(letters))),
        "2 characters": few[: EACH // 2] + chance.sample(few, EACH // 2),
        "14 characters": [text.strip() for text in long[:EACH] if text.strip()],
    }


def name_queries(names: Sequence[str]) -> dict[str, list[str]]:
    """What people type to get to a note."""
    chance = random.Random(12)
    some = [name.lower() for name in chance.sample(names, min(4 * EACH, len(names))) if len(name) > 5][:EACH]
    return {
        "1 letter": sorted({name[0] for name in some}),
        "2 letters": [name[:2] for name in some],
        "3 letters": [name[:3] for name in some],
        "3 letters of a name, apart": [name[0] + name[len(name) // 2] + name[-1] for name in some],
        "a whole name": some,
        "two words, turned round": [" ".join(reversed(name.split()[:2])) for name in some],
        "a slip of the finger": [name[:2] + name[3] + name[2] + name[4:] for name in some],
        "nothing fits": [name[::-1] + "qx" for name in some],
        "nothing typed": [""],
    }


def beside_ripgrep(vault: Path, ours: float) -> None:
    """Say what a ripgrep process takes for what is nowhere."""
    ripgrep = shutil.which("rg")
    if ripgrep is None:
        say("absent, ripgrep", 0, "ms", "  rg is not installed: skipped")
        return
    command = [ripgrep, "--ignore-case", "--fixed-strings", "--count", "--glob", "*.md", ABSENT[0], str(vault)]
    took = best(lambda: subprocess.run(command, capture_output=True, check=False), clock=time.perf_counter)
    say("absent, ripgrep process", took, "ms", f"  ours is {ours / took:.3f} x, goal 0.15")


def resident() -> float:
    """Megabytes this process takes."""
    import resource

    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def memory(file: Path, text_bytes: float) -> None:
    """In a process of its own: what finding letters, names and facts takes."""
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
    say("memory: all of it", before - start, "MB", f"  {(before - start) * 1e6 / text_bytes:5.2f} x the text")
    index.close()


def plainly(texts: Sequence[str]) -> float:
    """What Python takes to look at each text."""
    return best(lambda: [ABSENT[0] in text for text in texts])


async def index_vault(vault: Path, file: Path) -> None:
    """Have every note of the vault in the index."""
    index = Index(file)
    async with Vault(vault, watch=False) as opened, Indexer(opened, index) as indexer:
        await indexer.settled()


@contextmanager
def places(args: argparse.Namespace) -> Iterator[tuple[Path, Path]]:
    """The vault and the index's file, made where they are missing."""
    with tempfile.TemporaryDirectory() as folder:
        vault = args.vault or Path(folder) / "vault"
        file = args.index or Path(folder) / "index.sqlite"
        if not vault.exists():
            MadeVault(args.notes).lay(vault)
        asyncio.run(index_vault(vault, file))
        yield vault, file


def bench(vault: Path, file: Path) -> None:
    """Everything, in one process but the memory."""
    index = Index(file)
    index.open()
    common_words.update_word_lists(index, lambda: False)  # As an open vault has it done, which tells where words are.
    with index.reading() as connection:
        texts = [text for (text,) in connection.execute("SELECT properties || body FROM text ORDER BY id")]
        names = [name for (name,) in connection.execute("SELECT name FROM note WHERE excluded = 0 ORDER BY id")]
    size = float(sum(len(text.encode()) for text in texts))
    say("notes", len(texts), "", f"  {size / 1e6:.1f} MB of text")
    ourselves = [sys.executable, "-m", "tests.benchmarks.bench_letters", "--index", str(file)]
    subprocess.run([*ourselves, "--memory", str(size)], check=True)
    text_cache = TextCache()
    with index.reading() as connection:
        with Beats() as beats:
            time.sleep(0.5)
        beats.say("a thread that waits for nobody is late")
        say("names into memory", best(lambda: text_cache.entries(connection), 1), "ms")
        with Beats() as beats:
            filled = best(lambda: text_cache.fill(connection), 1)
        read = best(lambda: connection.execute("SELECT sum(length(CAST(body AS BLOB))) FROM text").fetchall())
        say("text into memory", filled, "ms", f"  {filled / read:.1f} x reading it from SQLite")
        beats.say("  another thread waited meanwhile")
        python = plainly([text.lower() for text in texts])
        ours = best(lambda: search_substring(text_cache, connection, ABSENT[0], LIMIT), 9)
        say("absent", ours, "ms", f"  {ours / python:.3f} x Python's `in` ({python:.1f} ms)")
        # Both by the clock on the wall: a process is waited for.
        waited = best(lambda: search_substring(text_cache, connection, ABSENT[0], LIMIT), 9, time.perf_counter)
        beside_ripgrep(vault, waited)
        with Beats() as beats:
            for kind, some in queries(texts).items():
                report(
                    f"letters: {kind}", lambda query: search_substring(text_cache, connection, query, LIMIT), some, GOAL
                )
        beats.say("  another thread waited meanwhile")
        with Beats() as beats:
            for kind, some in name_queries(names).items():
                report(
                    f"names: {kind}", lambda query: find_names(text_cache, connection, query, LIMIT), some, NAME_GOAL
                )
        beats.say("  another thread waited meanwhile")
        for kind, needles in {"absent": ABSENT[:1], "as it is": queries(texts)["middle word"][:5]}.items():
            took = max(
                best(lambda one=one: text_cache.notes_containing(connection, [one], fold_accents=True))
                for one in needles
            )
            say(f"without accents: {kind}", took, "ms", "  the longest")
    index.close()


def main() -> None:
    """Make what is missing, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--vault", type=Path)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--memory", type=float, default=0.0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.memory:
        memory(args.index, args.memory)
        return
    with places(args) as (vault, file):
        bench(vault, file)


if __name__ == "__main__":
    main()
