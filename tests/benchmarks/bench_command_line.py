"""Bench of the command line: `search`, `ask` and `index` as processes, in comparison with minimal processes.

`python -m tests.benchmarks.bench_command_line [--notes 14000] [--rounds 5] [--vault FOLDER]`. A given folder is copied
first, because one of its notes is changed. Processor time includes all processes of a command; memory is the largest
sum over the command and its child processes. The baselines do the minimum of each command: start Python, run one
SQLite query on the same index, stat every file, load the embedding model and compare a question with all vectors. The
vectors are random, because embedding this many passages takes a quarter of an hour; with random ones every comparison
that a question can need is made.
"""

import argparse
import multiprocessing
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.kept_vault import cached_vault, environment

LARGE = 50_000
"""Number of notes from which the goals for 98,000 notes apply."""

GOALS = {"search": (0.4, 0.6), "ask": (1.0, None), "index": (0.6, 3.0), "first index": (10.0, 70.0)}
"""Seconds of processor time for 14,000 notes and for 98,000; None means no goal."""

MEMORY_GOALS = {"search": (80.0, None), "first index": (None, 500.0)}
"""Megabytes, in the same form."""

MODEL = Path(__file__).parents[2] / "resources" / "models" / "multilingual-e5-small"
"""The bundled embedding model."""

DIMENSIONS = 384
"""Dimensions of its vectors."""

WRITTEN_TOGETHER = 200
"""Notes whose vectors are written in one transaction."""

SAMPLE_INTERVAL = 0.01
"""Seconds between two samples of the memory of a command."""

SQLITE = """
import sqlite3, sys
connection = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
connection.execute("SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT 20", (sys.argv[2],)).fetchall()
"""

NEAREST = """
import sqlite3, sys
import numpy, onnxruntime, tokenizers
folder, index, question, most_tokens = sys.argv[1], sys.argv[2], sys.argv[3], 256
tokenizer = tokenizers.Tokenizer.from_file(f"{folder}/tokenizer.json")
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
options.log_severity_level = 3
options.add_session_config_entry("session.disable_quant_qdq", "1")
session = onnxruntime.InferenceSession(f"{folder}/model.onnx", options, providers=["CPUExecutionProvider"])
def run(output, text):
    ids = numpy.array([tokenizer.encode(text).ids[:most_tokens]])
    return session.run([output], {"input_ids": ids, "attention_mask": numpy.ones_like(ids)})[0][0]
vector = run("vector", "query: " + question)
connection = sqlite3.connect(f"file:{index}?mode=ro", uri=True)
rows = connection.execute("SELECT vector FROM vector").fetchall()
vectors = numpy.frombuffer(b"".join(row for (row,) in rows), dtype="<f2").reshape(len(rows), -1)
numpy.argsort(vectors.astype(numpy.float32) @ vector)[:20]
for text in sys.argv[4:]:
    run("tokens", text)
"""
"""Arguments: the folder of the model, the index, a question, and texts whose tokens are embedded."""

WALK = """
import os, sys
waiting = [sys.argv[1]]
while waiting:
    with os.scandir(waiting.pop()) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            else:
                entry.stat(follow_symlinks=False)
"""


@dataclass(frozen=True)
class Cost:
    """Resources used by a process and its children."""

    processor: float
    """Seconds."""
    clock: float
    """Seconds."""
    megabytes: float


class _MemorySampler(threading.Thread):
    """Samples the memory of a process and its children until it ends."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self.maximum = 0
        """Bytes."""

    def run(self) -> None:
        """Take samples until the process ends."""
        page = os.sysconf("SC_PAGE_SIZE")
        while True:
            tasks = Path("/proc", str(self._process), "task")
            try:
                numbers = [str(self._process)]
                for task in tasks.iterdir():
                    numbers += (task / "children").read_text().split()
                sizes = [int(Path("/proc", number, "statm").read_text().split()[1]) for number in numbers]
            except (OSError, ValueError, IndexError):
                if not tasks.exists():
                    return
                continue
            self.maximum = max(self.maximum, sum(sizes) * page)
            time.sleep(SAMPLE_INTERVAL)


def cost(home: Path, *arguments: str) -> Cost:
    """Run one process and wait for its end."""
    started = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, *arguments],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    sampler = _MemorySampler(child.pid)
    sampler.start()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, arguments
    # The kernel's figure is exact, but covers only the largest process.
    kernel = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Cost(used.ru_utime + used.ru_stime, time.perf_counter() - started, max(sampler.maximum, kernel) / 1e6)


def report(label: str, costs: Sequence[Cost], base: float, kind: str = "", size_class: int = 0) -> bool:
    """Print the median of the runs; return whether the goals of its kind are met."""
    processor = statistics.median(cost.processor for cost in costs)
    megabytes = statistics.median(cost.megabytes for cost in costs)
    goal, memory_goal = GOALS.get(kind, (None, None))[size_class], MEMORY_GOALS.get(kind, (None, None))[size_class]
    clock = statistics.median(cost.clock for cost in costs)
    line = f"{label:<34}{processor:8.3f} s of processor time {clock:8.3f} s by the clock {megabytes:6.0f} MB"
    line += f"{processor / base:7.1f} x bare Python" if base else ""
    met = True
    for figure, limit, unit in ((processor, goal, "s"), (megabytes, memory_goal, "MB")):
        if limit is not None:
            met = met and figure <= limit
            line += f"   goal {limit:g} {unit}: {'met' if figure <= limit else 'MISSED'}"
    print(line, flush=True)
    return met


def frequent_words(index: Path) -> list[str]:
    """Return words of the vault, the most frequent first."""
    connection = sqlite3.connect(f"file:{index}?mode=ro", uri=True)
    connection.execute("CREATE VIRTUAL TABLE temp.term USING fts5vocab(main, fts, row)")
    rows = connection.execute("SELECT term FROM temp.term WHERE doc > 20 ORDER BY doc DESC LIMIT 3000").fetchall()
    connection.close()
    return [term for (term,) in rows if term.isalpha() and term.isascii() and len(term) > 2]


# The following two run in a process of their own: the memory of a measured process is at least that of this one, from
# which it is forked.


def write_vectors(index_file: Path) -> int:
    """Write a random vector for each passage, as the bundled model would; return the number of passages."""
    import numpy

    from vaultdesk.index import Index
    from vaultdesk.index.embeddings.embedder import local_model
    from vaultdesk.index.embeddings.embedding_store import EmbeddingModelStore, PassageCounts, PassageStore, VectorStore
    from vaultdesk.index.embeddings.vector_space import pack_vectors

    files = local_model(MODEL)
    random = numpy.random.default_rng(7)
    with closing(Index(index_file)) as index:
        models, passages, vectors = EmbeddingModelStore(index), PassageStore(index), VectorStore(index)
        model = models.register(files.name, files.title).id
        notes, after = passages.outdated()
        while after:
            more, after = passages.outdated(after)
            notes += more
        for start in range(0, len(notes), WRITTEN_TOGETHER):
            numbers = [outdated.note for outdated in notes[start : start + WRITTEN_TOGETHER]]
            passages.rechunk(numbers, model)
            keys = [passage.key for passage in vectors.unembedded_passages(model, numbers)]
            rows = random.standard_normal((len(keys), DIMENSIONS), dtype=numpy.float32)
            vectors.write(model, DIMENSIONS, list(zip(keys, pack_vectors(rows), strict=True)))
        models.mark_complete(model)
        return sum((vectors.counts_in(model, keys) for keys in vectors.key_ranges()), PassageCounts()).searchable


def sample_texts(index_file: Path) -> list[str]:
    """Return as many texts as one question is compared with: passages, and parts of them."""
    from vaultdesk.index.search.passage_search import MAX_COMPARED_PASSAGES
    from vaultdesk.providers.offline.quotes import MAX_COMPARED

    with closing(sqlite3.connect(f"file:{index_file}?mode=ro", uri=True)) as connection:
        passages = connection.execute(
            "SELECT substr(text.body, 1, 1500) FROM text JOIN note ON note.id = text.id WHERE note.kind = 'note'"
            " AND length(text.body) > 1500 LIMIT ?", (MAX_COMPARED_PASSAGES,)
        ).fetchall()  # fmt: skip
    sentences = [text[start : start + 120] for (text,) in passages for start in range(0, 480, 120)]
    return [*(text for (text,) in passages), *sentences[:MAX_COMPARED]]


def measure(vault: Path, home: Path, rounds: int) -> bool:
    """Measure all commands on one vault; return whether all goals are met."""
    notes = sum(name.endswith(".md") for _, _, names in os.walk(vault) for name in names)
    size_class = int(notes >= LARGE)
    folder = ["--vault", str(vault)]
    # This also writes byte code. Embeddings take minutes once, and are measured by bench_meaning.py.
    cost(home, "-m", "vaultdesk", "config", "set", "meaning.model", "off")
    bare = [cost(home, "-c", "pass") for _ in range(rounds)]
    base = statistics.median(cost_of_run.processor for cost_of_run in bare)
    print(f"{notes:,} notes")
    report("baseline: bare Python", bare, base)
    report("baseline: stat of every file", [cost(home, "-c", WALK, str(vault)) for _ in range(rounds)], base)
    results = [
        report("first index", [cost(home, "-m", "vaultdesk", "index", *folder)], base, "first index", size_class)
    ]
    index = next(home.rglob("index.sqlite"))
    words = frequent_words(index)
    common, middle = words[5], words[len(words) // 2]
    report("baseline: SQLite, common word", [cost(home, "-c", SQLITE, str(index), common) for _ in range(rounds)], base)

    def command(label: str, kind: str, *line: str) -> None:
        cost(home, "-m", "vaultdesk", *line, *folder)
        costs = [cost(home, "-m", "vaultdesk", *line, *folder) for _ in range(rounds)]
        results.append(report(label, costs, base, kind, size_class))

    command("search, common word", "search", "search", common)
    command("search, middle word", "search", "search", middle)
    command("search, three words", "search", "search", f"{common} {words[20]} {words[60]}")
    command("search, absent word", "search", "search", "qqxzv")
    command("search, part of words", "search", "search", middle[1:])
    command("search, operators, as JSON", "search", "search", f"{common} -{middle} path:a", "--json")
    command(
        "ask, built-in assistant",
        "ask",
        "ask",
        f"What is {middle}?",
        "--model",
        "offline/offline",
        "--approve",
        "reads",
    )
    command("index, unchanged", "index", "index")
    cost(home, "-m", "vaultdesk", "config", "set", "meaning.model", "built-in")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(f"{pool.apply(write_vectors, (index,)):,} passages with vectors")
        texts = pool.apply(sample_texts, (index,))
    question = f"What is {middle}?"
    for label, compared in (("baseline: model, all vectors", []), (f"the same, {len(texts)} texts compared", texts)):
        costs = [cost(home, "-c", NEAREST, str(MODEL), str(index), question, *compared) for _ in range(rounds)]
        report(label, costs, base)
    command("ask with vectors", "ask with vectors", "ask", question, "--model", "offline/offline", "--approve", "reads")
    command("search by meaning", "search by meaning", "search", "qqxzv wwkqz")
    cost(home, "-m", "vaultdesk", "config", "set", "meaning.model", "off")
    changed = next(vault.rglob("*.md"))
    costs = []
    for number in range(rounds):
        changed.write_text(f"{changed.read_text(encoding='utf-8')}\nsaved{number} now\n", encoding="utf-8")
        costs.append(cost(home, "-m", "vaultdesk", "search", f"saved{number}", *folder))
    report("search, a note saved before", costs, base)
    return all(results)


def main() -> int:
    """Read the arguments and run; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=14_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--vault", type=Path, help="measure a copy of this folder instead of a generated vault")
    options = parser.parse_args()
    source = options.vault or cached_vault(options.notes)
    with tempfile.TemporaryDirectory() as name:
        vault, home = Path(name, "vault"), Path(name, "home")
        shutil.copytree(source, vault, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        met = measure(vault, home, options.rounds)
        empty = Path(name, "empty")
        empty.mkdir()
        arguments = ["-m", "vaultdesk", "index", "--vault", str(empty)]
        report("index, an empty vault", [cost(home, *arguments) for _ in range(options.rounds)], 0)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
