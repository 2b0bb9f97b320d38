"""Bench of recall: title and heading of a section as query, with BM25, passages by words, by embeddings, and by both.

Run it alone: `python -m tests.benchmarks.bench_recall [--vault FOLDER] [--index FILE]`. The heading of a section and
the name of its note are hidden from every searcher, so that only its text can be found. Then the queries are repeated
without the words that the text contains, and once more with headings and names. A given folder is only read; with an
index file, passages are embedded only once. It fails below its goals; without the model only words are measured.
"""

import argparse
import asyncio
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.made_prose import write_prose
from vaultdesk.core.settings.settings_schema import EmbeddingSettings
from vaultdesk.core.values import replace
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.chunks import load_chunked_notes
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.search.passage_search import PassageQuery, PassageSearch
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.embedders import EmbedderSettings

TOP = 10
"""Ranks that count."""

LEAST_WORDS = 8
"""Minimum number of words of a section that is queried."""

SEED = 1

TUNED = 500
"""Sections of a vault, in the order of the seed, that were used for tuning: the subsequent ones are measured."""

MIN_GAIN, MIN_RATIO = 4.0, 1.2
"""Goals: points of recall above BM25, and the ratio to its recall if no word is shared."""

HIDDEN = "·"
"""Replaces the text of every heading, and contains no word."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the searched vault."""

    path: str
    line: int
    """Line at which its text begins, below the heading."""
    query: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a note that a searcher returned."""

    path: str
    first_line: int
    last_line: int

    def covers(self, section: Section) -> bool:
        """Whether the section's text begins in this part."""
        return self.path == section.path and self.first_line <= section.line <= self.last_line


Ask = Callable[[str], Awaitable[Sequence[Place]]]


def copy_notes(source: Path, target: Path, *, hide: bool) -> list[Section]:
    """Write a copy of the notes, with *hide* without names, properties and headings; return its sections."""
    sections: list[Section] = []
    target.mkdir(parents=True, exist_ok=True)
    for number, file in enumerate(sorted(source.rglob("*.md"))):
        raw = file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
        body = raw[read_frontmatter(raw).body_start :]
        path = f"{number:05}.md" if hide else f"{number:05} {file.name}"
        headings = scan(body).headings
        lines = body.split("\n")
        for index, heading in enumerate(headings):
            end = headings[index + 1].line - 1 if index + 1 < len(headings) else len(lines)
            section_lines = lines[heading.line : end]
            first = next((offset for offset, line in enumerate(section_lines) if line.strip()), None)
            text = "\n".join(section_lines)
            if first is not None and len(text.split()) >= LEAST_WORDS:
                query = f"{file.stem} {heading.text}"
                sections.append(Section(path, heading.line + 1 + first, query, text))
        for heading in headings if hide else ():
            lines[heading.line - 1] = f"{'#' * heading.level} {HIDDEN}"
        (target / path).write_text("\n".join(lines), encoding="utf-8")
    return sections


def without_shared_words(section: Section) -> Section | None:
    """Return the section with only the query words that its text does not contain; None if none remain."""
    text_words = set(_WORD.findall(section.text.lower()))
    remaining = [word for word in _WORD.findall(section.query.lower()) if word not in text_words]
    return replace(section, query=" ".join(remaining)) if remaining else None


class Baseline:
    """BM25 of FTS5 with English stemming over pieces of text, with names and headings if given."""

    def __init__(self, pieces: Sequence[tuple[Place, str, str]]) -> None:
        self._places = [place for place, _, _ in pieces]
        self._file = sqlite3.connect(":memory:")
        self._file.execute("CREATE VIRTUAL TABLE piece USING fts5(above, text, tokenize='porter unicode61')")
        rows = [(number, heading, text) for number, (_, heading, text) in enumerate(pieces)]
        self._file.executemany("INSERT INTO piece(rowid, above, text) VALUES (?, ?, ?)", rows)

    async def ask(self, query: str) -> list[Place]:
        """Return the places of the best pieces."""
        match = " OR ".join(f'"{word}"' for word in _WORD.findall(query))
        sql = "SELECT rowid FROM piece WHERE piece MATCH ? ORDER BY bm25(piece, 2.0, 1.0) LIMIT ?"
        return [self._places[number] for (number,) in self._file.execute(sql, (match, TOP))]


def passage_searcher(search: PassageSearch, *, use_embeddings: bool) -> Ask:
    """Return a searcher for passages."""

    async def ask(query: str) -> list[Place]:
        found = await search.find(PassageQuery(query, limit=TOP, use_embeddings=use_embeddings))
        return [Place(passage.path, passage.first_line, passage.last_line) for passage in found]

    return ask


def embedding_searcher(meaning: EmbeddingIndex) -> Ask:
    """Return a searcher that uses only embeddings."""

    async def ask(query: str) -> list[Place]:
        return [
            Place(passage.path, passage.first_line, passage.last_line) for passage in await meaning.nearest(query, TOP)
        ]

    return ask


@dataclass(frozen=True, slots=True)
class Figures:
    """Results of one searcher."""

    rank: float
    """Mean reciprocal rank."""
    recall: float
    seconds: float
    """Processor time per query."""


async def measure_searcher(ask: Ask, sections: Sequence[Section]) -> Figures:
    """Query each of the sections."""
    ranks: list[int] = []
    start = time.process_time()
    for section in sections:
        found = await ask(section.query)
        section_rank = next((nth for nth, candidate in enumerate(found[:TOP], 1) if candidate.covers(section)), 0)
        ranks.append(section_rank)
    seconds = (time.process_time() - start) / max(1, len(sections))
    return Figures(sum(1 / rank for rank in ranks if rank) / len(ranks), sum(map(bool, ranks)) / len(ranks), seconds)


async def compare(title: str, searchers: dict[str, Ask], sections: Sequence[Section]) -> dict[str, Figures]:
    """Measure every searcher with the same queries and print the results."""
    print(f"{title}: {len(sections)} queries", flush=True)
    found = {name: await measure_searcher(ask, sections) for name, ask in searchers.items()}
    base = next(iter(found.values()))
    for name, figures in found.items():
        ratio = f"{figures.recall / base.recall:.2f}x" if base.recall else "-"
        print(f"  {name:<24} MRR@{TOP} {figures.rank:.3f}   recall@{TOP} {figures.recall:.3f}   "
              f"{(figures.recall - base.recall) * 100:+5.1f} points, {ratio}   "
              f"{figures.seconds * 1000:.1f} ms of CPU per query", flush=True)  # fmt: skip
    return found


async def open_searchers(
    root: Path, file: Path, sections: Sequence[Section], *, hide: bool
) -> AsyncGenerator[dict[str, Ask], None]:
    """Yield the searchers of the vault at *root* after it is indexed, the baseline first."""
    index, settings = Index(file), EmbeddingSettings()
    embedders = EmbedderSettings(lambda: settings)
    async with AsyncExitStack() as stack:
        vault = await stack.enter_async_context(Vault(root, watch=False))
        indexer = await stack.enter_async_context(Indexer(vault, index))
        searcher = await stack.enter_async_context(Searcher(index))
        embeddings = await stack.enter_async_context(
            EmbeddingIndex(index, indexer, embedders.configured, embedders.by_name, embedders.throttle_options)
        )
        await indexer.settled()
        start = time.process_time()
        state = await embeddings.settled()
        seconds = time.process_time() - start
        print(f"meaning: {state.phase}, {state.passages:,} passages, {seconds:.0f} s of CPU {state.reason}")
        notes = await searcher.read_index(
            lambda _, db: load_chunked_notes(db, [row[0] for row in db.execute("SELECT id FROM note")])
        )
        searchers: dict[str, Ask] = {
            "BM25 over sections": Baseline(
                [(Place(item.path, item.line, item.line), "" if hide else item.query, item.text) for item in sections]
            ).ask,
            "BM25 over passages": Baseline(
                [(Place(note.path, chunk.first_line, chunk.last_line),
                  "" if hide else f"{note.title} {chunk.heading}", chunk.text)
                 for note in notes for chunk in note.chunks]
            ).ask,
            "passages by words": passage_searcher(PassageSearch(searcher, None), use_embeddings=False),
        }  # fmt: skip
        if embeddings.ready:
            searchers |= {
                "meaning alone": embedding_searcher(embeddings),
                "passages by both": passage_searcher(PassageSearch(searcher, embeddings), use_embeddings=True),
            }
        yield searchers


async def measure(source: Path, folder: Path, index: Path | None, limit: int) -> bool:
    """Measure the notes of *source*; return whether the goals were met, or True without an embedding model."""
    goals_met = True
    for hide in (True, False):
        root = folder / ("hidden" if hide else "whole")
        sections = copy_notes(source, root, hide=hide)
        file = (index or folder / "index.sqlite").with_suffix(".hidden.sqlite" if hide else ".whole.sqlite")
        shuffled = sections[:]
        random.Random(SEED).shuffle(shuffled)
        selected = shuffled[TUNED:][:limit] if len(shuffled) >= 2 * TUNED else shuffled[:limit]
        print(f"{len(sections)} sections, names and headings {'hidden' if hide else 'included'}")
        async with aclosing(open_searchers(root, file, sections, hide=hide)) as opened:
            async for searchers in opened:
                found = await compare("name and heading", searchers, selected)
                base, with_embeddings = found["BM25 over sections"].recall, found.get("passages by both")
                if hide and with_embeddings is not None:
                    goals_met &= (with_embeddings.recall - base) * 100 >= MIN_GAIN
                    unshared = [section for section in map(without_shared_words, selected) if section is not None]
                    found = await compare("only words that are not in the text", searchers, unshared)
                    goals_met &= found["passages by both"].recall >= MIN_RATIO * found["BM25 over sections"].recall
    return goals_met


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, help="measure this folder instead of generated prose; it is only read")
    parser.add_argument("--index", type=Path, help="store the indexes with their embeddings beside this name")
    parser.add_argument("--queries", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = options.vault or Path(folder, "prose")
        if options.vault is None:
            write_prose(source, SEED)
        return 0 if asyncio.run(measure(source, Path(folder), options.index, options.queries)) else 1


if __name__ == "__main__":
    sys.exit(main())
