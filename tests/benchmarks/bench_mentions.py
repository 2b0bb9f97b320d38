"""Bench of mentions: completion at each key after `@` over 100,000 notes, in comparison with a plain loop over names.

Run it alone: `python -m tests.benchmarks mentions`. The plain loop is the naive implementation: it finds only
substrings of names, unordered. Ratios are comparable between machines, milliseconds are not.
"""

import argparse
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from itertools import accumulate

from vaultdesk.index.search.name_search import MentionTables
from vaultdesk.index.store import index_tables
from vaultdesk.index.text_cache.text_cache import TextCache

GOAL = 16.0
"""Milliseconds a key may take at the 95th percentile: one frame of the display."""

LIMIT = 20
TAG_LIMIT = 3

FOLDERS = 3_000
"""As in large vaults, where few folders contain most notes."""

SYLLABLES = [a + b for a in "bcdfghlmnprstvw" for b in ("a", "e", "i", "o", "u", "an", "er", "in", "ol", "es")]


def name_index(notes: int) -> tuple[sqlite3.Connection, list[str]]:
    """Return an index of *notes* names, and the names: words by Zipf's law, some with a date, in folders."""
    rng = random.Random(3)
    words = ["".join(rng.choices(SYLLABLES, k=rng.randint(1, 4))).capitalize() for _ in range(20_000)]
    weights = list(accumulate(1 / (rank + 8) for rank in range(len(words))))
    folders = [""]
    for _ in range(FOLDERS):
        folders.append(f"{rng.choice(folders[:200])}{rng.choice(words[:3_000])}/")
    rows: dict[str, tuple[object, ...]] = {}
    while len(rows) < notes:
        name = " ".join(rng.choices(words, cum_weights=weights, k=rng.randint(1, 4)))
        if rng.random() < 0.15:
            name = f"20{rng.randint(10, 26)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02} {name}"
        path = f"{folders[min(int(rng.expovariate(8 / FOLDERS)), FOLDERS)]}{name}.md"
        mtime = rng.randint(10**18, 17 * 10**17)
        rows[path] = (path, path.lower(), name.lower(), name, name, 100, mtime, "x", 1, len(rows))
    db = sqlite3.connect(":memory:")
    db.executescript(index_tables.NOTE_TABLES)
    db.executemany(
        "INSERT INTO note (path, path_key, name_key, name, title, size, mtime_ns, digest, words, revision)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows.values(),
    )
    ids = [note for (note,) in db.execute("SELECT id FROM note")]
    aliases = [(note, 0, rng.choice(words)) for note in ids if rng.random() < 0.1]
    db.executemany("INSERT INTO alias (note, nth, alias) VALUES (?, ?, ?)", aliases)
    pairs = {(note, rng.choice(words[:2_000]).lower()) for note in ids if rng.random() < 0.6}
    db.executemany("INSERT INTO tag (note, key, tag, nth) VALUES (?, ?, ?, 0)", [(n, tag, tag) for n, tag in pairs])
    db.commit()
    return db, [str(row[3]) for row in rows.values()]


def typed_prefixes(names: list[str], count: int = 150) -> Iterator[str]:
    """Yield typed text, key by key: prefixes, later words, scattered letters, typing errors, two words."""
    rng = random.Random(5)
    for _ in range(count):
        name = rng.choice(names)
        word = rng.choice(name.split())
        misspelled = word[:2] + word[3:] if len(word) > 4 else word
        scattered = "".join(letter for letter in name if letter != " " and rng.random() < 0.5)[:6]
        two_words = " ".join(piece[:4] for piece in name.split()[:2])
        text = rng.choice((name[:8], word[:8], scattered, misspelled, two_words)).lower()
        yield from (text[: length + 1] for length in range(len(text)))


def measure(work: Callable[[str], object], keys: list[str]) -> tuple[list[float], list[float]]:
    """Return the sorted milliseconds of each key: by the clock, and as processor time of this thread."""
    clock: list[float] = []
    processor: list[float] = []
    for key in keys:
        clock_start, processor_start = time.perf_counter(), time.thread_time()
        work(key)
        clock.append((time.perf_counter() - clock_start) * 1000)
        processor.append((time.thread_time() - processor_start) * 1000)
    return sorted(clock), sorted(processor)


def say(label: str, values: list[float], remark: str = "") -> float:
    """Print one line of the report; return the 95th percentile."""
    p50, p95 = values[len(values) // 2], values[int(0.95 * (len(values) - 1))]
    sys.stdout.write(f"{label:<44}{p95:9.2f} ms  p95; p50 {p50:.2f}, max {values[-1]:.2f}{remark}\n")
    return p95


def main() -> int:
    """Measure; return 1 if a key takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=100_000)
    notes = parser.parse_args().notes
    db, names = name_index(notes)
    text_cache, tables = TextCache(), MentionTables()

    def offer(key: str) -> None:
        tables.folders(text_cache, db, key, LIMIT)
        tables.notes(text_cache, db, key, LIMIT)
        tables.tags(db, key, TAG_LIMIT)

    started = time.perf_counter()
    offer("zz")
    tables.notes(text_cache, db, "", LIMIT)
    sys.stdout.write(f"{notes:,} notes; prepared once in {time.perf_counter() - started:.2f} s\n")
    keys = list(typed_prefixes(names))
    clock, processor = measure(offer, keys)
    loop_clock, loop = measure(lambda key: [name for name in names if key in name.lower()], keys)
    worst = max(
        say(f"completion at a key ({len(keys)} keys), clock", clock, f"; goal {GOAL:g}"),
        say("completion at a key, processor time", processor),
    )
    say("a plain loop over the names, clock", loop_clock)
    loop_p95 = say("a plain loop over the names, processor time", loop)
    sys.stdout.write(
        f"the plain loop takes {loop_p95 / processor[int(0.95 * (len(processor) - 1))]:.1f} times as long\n"
    )
    for label, prefix in (("nothing typed", ""), ("a tag", "#"), ("a folder", "/")):
        complete = {"": lambda _: tables.notes(text_cache, db, "", LIMIT), "#": lambda key: tables.tags(db, key, LIMIT),
                    "/": lambda key: tables.folders(text_cache, db, key, LIMIT)}[prefix]  # fmt: skip
        say(label, measure(complete, keys[:200])[0])
    return int(worst > GOAL)


if __name__ == "__main__":
    sys.exit(main())
