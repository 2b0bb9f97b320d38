"""Bench of mentions: what is offered at each key behind `@`, over 100,000 notes, beside a plain loop over their names.

Run it alone: `python -m tests.benchmarks mentions`. The plain loop is what one would write first: it finds a piece of a
name and nothing else, in no order. Ratios travel between machines, milliseconds do not.
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
"""Milliseconds a key may take at the 95th percentile: one picture of a screen."""

LIMIT = 20
BESIDE = 3

FOLDERS = 3_000
"""As large vaults have: a few hold most notes."""

SYLLABLES = [a + b for a in "bcdfghlmnprstvw" for b in ("a", "e", "i", "o", "u", "an", "er", "in", "ol", "es")]


def made(notes: int) -> tuple[sqlite3.Connection, list[str]]:
    """Return an index that holds so many names, and the names: words by Zipf's law, some with a date, in folders."""
    chance = random.Random(3)
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))).capitalize() for _ in range(20_000)]
    weights = list(accumulate(1 / (rank + 8) for rank in range(len(words))))
    folders = [""]
    for _ in range(FOLDERS):
        folders.append(f"{chance.choice(folders[:200])}{chance.choice(words[:3_000])}/")
    rows: dict[str, tuple[object, ...]] = {}
    while len(rows) < notes:
        name = " ".join(chance.choices(words, cum_weights=weights, k=chance.randint(1, 4)))
        if chance.random() < 0.15:
            name = f"20{chance.randint(10, 26)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02} {name}"
        path = f"{folders[min(int(chance.expovariate(8 / FOLDERS)), FOLDERS)]}{name}.md"
        mtime = chance.randint(10**18, 17 * 10**17)
        rows[path] = (path, path.lower(), name.lower(), name, name, 100, mtime, "x", 1, len(rows))
    db = sqlite3.connect(":memory:")
    db.executescript(index_tables.NOTE_TABLES)
    db.executemany(
        "INSERT INTO note (path, path_key, name_key, name, title, size, mtime_ns, digest, words, revision)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows.values(),
    )
    ids = [note for (note,) in db.execute("SELECT id FROM note")]
    aliases = [(note, 0, chance.choice(words)) for note in ids if chance.random() < 0.1]
    db.executemany("INSERT INTO alias (note, nth, alias) VALUES (?, ?, ?)", aliases)
    pairs = {(note, chance.choice(words[:2_000]).lower()) for note in ids if chance.random() < 0.6}
    db.executemany("INSERT INTO tag (note, key, tag, nth) VALUES (?, ?, ?, 0)", [(n, tag, tag) for n, tag in pairs])
    db.commit()
    return db, [str(row[3]) for row in rows.values()]


def typed(names: list[str], count: int = 150) -> Iterator[str]:
    """What is typed, key by key: beginnings, later words, letters here and there, slips, two words."""
    chance = random.Random(5)
    for _ in range(count):
        name = chance.choice(names)
        word = chance.choice(name.split())
        slip = word[:2] + word[3:] if len(word) > 4 else word
        scattered = "".join(letter for letter in name if letter != " " and chance.random() < 0.5)[:6]
        two = " ".join(piece[:4] for piece in name.split()[:2])
        whole = chance.choice((name[:8], word[:8], scattered, slip, two)).lower()
        yield from (whole[: length + 1] for length in range(len(whole)))


def measured(work: Callable[[str], object], keys: list[str]) -> tuple[list[float], list[float]]:
    """Return how many milliseconds each key took, sorted: of the clock, and of this thread's own work."""
    clock: list[float] = []
    own: list[float] = []
    for key in keys:
        began, worked = time.perf_counter(), time.thread_time()
        work(key)
        clock.append((time.perf_counter() - began) * 1000)
        own.append((time.thread_time() - worked) * 1000)
    return sorted(clock), sorted(own)


def say(label: str, values: list[float], beside: str = "") -> float:
    """One line of the report; return the 95th percentile."""
    p50, p95 = values[len(values) // 2], values[int(0.95 * (len(values) - 1))]
    sys.stdout.write(f"{label:<44}{p95:9.2f} ms  p95; p50 {p50:.2f}, max {values[-1]:.2f}{beside}\n")
    return p95


def main() -> int:
    """Measure; fail where a key is felt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=100_000)
    notes = parser.parse_args().notes
    db, names = made(notes)
    text_cache, tables = TextCache(), MentionTables()

    def offer(key: str) -> None:
        tables.folders(text_cache, db, key, LIMIT)
        tables.notes(text_cache, db, key, LIMIT)
        tables.tags(db, key, BESIDE)

    began = time.perf_counter()
    offer("zz")
    tables.notes(text_cache, db, "", LIMIT)
    sys.stdout.write(f"{notes:,} notes; made ready once in {time.perf_counter() - began:.2f} s\n")
    keys = list(typed(names))
    clock, own = measured(offer, keys)
    loop_clock, loop = measured(lambda key: [name for name in names if key in name.lower()], keys)
    worst = max(
        say(f"offered at a key ({len(keys)} keys), clock", clock, f"; goal {GOAL:g}"),
        say("offered at a key, own work", own),
    )
    say("a plain loop over the names, clock", loop_clock)
    plain = say("a plain loop over the names, own work", loop)
    sys.stdout.write(f"the plain loop takes {plain / own[int(0.95 * (len(own) - 1))]:.1f} times as long\n")
    for label, work in (("nothing typed", ""), ("a tag", "#"), ("a folder", "/")):
        ask = {"": lambda _: tables.notes(text_cache, db, "", LIMIT), "#": lambda key: tables.tags(db, key, LIMIT),
               "/": lambda key: tables.folders(text_cache, db, key, LIMIT)}[work]  # fmt: skip
        say(label, measured(ask, keys[:200])[0])
    return int(worst > GOAL)


if __name__ == "__main__":
    sys.exit(main())
