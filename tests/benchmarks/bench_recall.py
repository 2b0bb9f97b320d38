"""Bench of recall: "title and heading finds its section": BM25 alone, passages by words, by meaning, and both.

Run it alone: `python -m tests.benchmarks.bench_recall [--vault FOLDER] [--index FILE]`. A section's own heading and its
note's name are hidden from every searcher alike: only its text is there to be found. Then the same with the words left
out that the text holds, and once more with everything in its place. A given folder is only read; with a file for the
index, passages are turned into vectors once. Below its goals it fails; without the model only words are measured.
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
from dataclasses import dataclass, replace
from pathlib import Path

from tests.benchmarks.made_prose import lay_prose
from vaultdesk.core.settings.settings_schema import EmbeddingSettings
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.chunks import load_chunked_notes
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.search.passage_search import PassageQuery, PassageSearch
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.embedders import EmbedderSettings

TOP = 10
"""Places that count."""

LEAST_WORDS = 8
"""Words of a section that can be found at all."""

SEED = 1

TUNED = 500
"""Sections of a vault, in the order of the seed, with which weights were chosen: measured are the ones after them."""

MORE_POINTS, MORE_TIMES = 4.0, 1.2
"""Goals: points of recall over BM25 alone, and times its recall where no word is shared."""

HIDDEN = "·"
"""In place of every heading's text: no word."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Section:
    """A section as it stands in the vault that is searched."""

    path: str
    line: int
    """Where its text begins, below the heading."""
    query: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of a note that a searcher gave."""

    path: str
    first_line: int
    last_line: int

    def covers(self, section: Section) -> bool:
        """Whether the section's text begins in it."""
        return self.path == section.path and self.first_line <= section.line <= self.last_line


Ask = Callable[[str], Awaitable[Sequence[Place]]]


def copied(source: Path, target: Path, *, hide: bool) -> list[Section]:
    """Lay a copy of the notes, with *hide* without names, properties and headings; return its sections."""
    sections: list[Section] = []
    target.mkdir(parents=True, exist_ok=True)
    for number, file in enumerate(sorted(source.rglob("*.md"))):
        raw = file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
        body = raw[read_frontmatter(raw).body_start :]
        path = f"{number:05}.md" if hide else f"{number:05} {file.name}"
        headings = scan(body).headings
        lines = body.split("\n")
        for place, heading in enumerate(headings):
            end = headings[place + 1].line - 1 if place + 1 < len(headings) else len(lines)
            own = lines[heading.line : end]
            first = next((nth for nth, line in enumerate(own) if line.strip()), None)
            text = "\n".join(own)
            if first is not None and len(text.split()) >= LEAST_WORDS:
                query = f"{file.stem} {heading.text}"
                sections.append(Section(path, heading.line + 1 + first, query, text))
        for heading in headings if hide else ():
            lines[heading.line - 1] = f"{'#' * heading.level} {HIDDEN}"
        (target / path).write_text("\n".join(lines), encoding="utf-8")
    return sections


def without_shared(section: Section) -> Section | None:
    """Return the section asked for with words only that its text does not hold; None where none is left."""
    held = set(_WORD.findall(section.text.lower()))
    left = [word for word in _WORD.findall(section.query.lower()) if word not in held]
    return replace(section, query=" ".join(left)) if left else None


class Baseline:
    """BM25 alone: FTS5 with English stemming over pieces of text, names and headings beside them where told."""

    def __init__(self, pieces: Sequence[tuple[Place, str, str]]) -> None:
        self._places = [place for place, _, _ in pieces]
        self._file = sqlite3.connect(":memory:")
        self._file.execute("CREATE VIRTUAL TABLE piece USING fts5(above, text, tokenize='porter unicode61')")
        rows = [(nth, above, text) for nth, (_, above, text) in enumerate(pieces)]
        self._file.executemany("INSERT INTO piece(rowid, above, text) VALUES (?, ?, ?)", rows)

    async def ask(self, query: str) -> list[Place]:
        """Return the places of the best pieces."""
        match = " OR ".join(f'"{word}"' for word in _WORD.findall(query))
        sql = "SELECT rowid FROM piece WHERE piece MATCH ? ORDER BY bm25(piece, 2.0, 1.0) LIMIT ?"
        return [self._places[nth] for (nth,) in self._file.execute(sql, (match, TOP))]


def passages(search: PassageSearch, *, use_embeddings: bool) -> Ask:
    """Return a searcher of passages."""

    async def ask(query: str) -> list[Place]:
        found = await search.find(PassageQuery(query, limit=TOP, use_embeddings=use_embeddings))
        return [Place(one.path, one.first_line, one.last_line) for one in found]

    return ask


def meanings(meaning: EmbeddingIndex) -> Ask:
    """Return a searcher by meaning alone."""

    async def ask(query: str) -> list[Place]:
        return [Place(one.path, one.first_line, one.last_line) for one in await meaning.nearest(query, TOP)]

    return ask


@dataclass(frozen=True, slots=True)
class Figures:
    """How well one searcher did."""

    rank: float
    """Mean reciprocal rank."""
    recall: float
    seconds: float
    """Processor time a query."""


async def measured(ask: Ask, asked: Sequence[Section]) -> Figures:
    """Ask for each of the sections."""
    ranks: list[int] = []
    start = time.process_time()
    for section in asked:
        found = await ask(section.query)
        place = next((nth for nth, one in enumerate(found[:TOP], 1) if one.covers(section)), 0)
        ranks.append(place)
    spent = (time.process_time() - start) / max(1, len(asked))
    return Figures(sum(1 / rank for rank in ranks if rank) / len(ranks), sum(map(bool, ranks)) / len(ranks), spent)


async def compared(title: str, searchers: dict[str, Ask], asked: Sequence[Section]) -> dict[str, Figures]:
    """Measure every searcher with the same queries and tell."""
    print(f"{title}: {len(asked)} queries", flush=True)
    found = {name: await measured(ask, asked) for name, ask in searchers.items()}
    base = next(iter(found.values()))
    for name, one in found.items():
        times = f"{one.recall / base.recall:.2f}x" if base.recall else "-"
        print(f"  {name:<24} MRR@{TOP} {one.rank:.3f}   recall@{TOP} {one.recall:.3f}   "
              f"{(one.recall - base.recall) * 100:+5.1f} points, {times}   "
              f"{one.seconds * 1000:.1f} ms of CPU a query", flush=True)  # fmt: skip
    return found


async def searched(
    root: Path, file: Path, sections: Sequence[Section], *, hide: bool
) -> AsyncGenerator[dict[str, Ask], None]:
    """Yield the searchers of the vault at *root*, once all of it was read, the baseline first."""
    index, settings = Index(file), EmbeddingSettings()
    embedders = EmbedderSettings(lambda: settings)
    async with AsyncExitStack() as living:
        vault = await living.enter_async_context(Vault(root, watch=False))
        indexer = await living.enter_async_context(Indexer(vault, index))
        searcher = await living.enter_async_context(Searcher(index))
        meaning = await living.enter_async_context(
            EmbeddingIndex(index, indexer, embedders.configured, embedders.by_name, embedders.throttle_options)
        )
        await indexer.settled()
        start = time.process_time()
        state = await meaning.settled()
        spent = time.process_time() - start
        print(f"meaning: {state.phase}, {state.passages:,} passages, {spent:.0f} s of CPU {state.reason}")
        cut = await searcher.read_index(
            lambda _, db: load_chunked_notes(db, [row[0] for row in db.execute("SELECT id FROM note")])
        )
        found: dict[str, Ask] = {
            "BM25 over sections": Baseline(
                [(Place(one.path, one.line, one.line), "" if hide else one.query, one.text) for one in sections]
            ).ask,
            "BM25 over passages": Baseline(
                [(Place(note.path, chunk.first_line, chunk.last_line),
                  "" if hide else f"{note.title} {chunk.heading}", chunk.text) for note in cut for chunk in note.chunks]
            ).ask,
            "passages by words": passages(PassageSearch(searcher, None), use_embeddings=False),
        }  # fmt: skip
        if meaning.ready:
            found |= {
                "meaning alone": meanings(meaning),
                "passages by both": passages(PassageSearch(searcher, meaning), use_embeddings=True),
            }
        yield found


async def measure(source: Path, folder: Path, index: Path | None, most: int) -> bool:
    """Measure the notes of *source*; whether the goals were reached, as far as there is a model to reach them with."""
    reached = True
    for hide in (True, False):
        root = folder / ("hidden" if hide else "whole")
        sections = copied(source, root, hide=hide)
        file = (index or folder / "index.sqlite").with_suffix(".hidden.sqlite" if hide else ".whole.sqlite")
        shuffled = sections[:]
        random.Random(SEED).shuffle(shuffled)
        asked = shuffled[TUNED:][:most] if len(shuffled) >= 2 * TUNED else shuffled[:most]
        print(f"{len(sections)} sections, names and headings {'hidden' if hide else 'in their place'}")
        async with aclosing(searched(root, file, sections, hide=hide)) as made:
            async for searchers in made:
                found = await compared("name and heading", searchers, asked)
                base, both = found["BM25 over sections"].recall, found.get("passages by both")
                if hide and both is not None:
                    reached &= (both.recall - base) * 100 >= MORE_POINTS
                    strange = [one for one in map(without_shared, asked) if one is not None]
                    found = await compared("only the words that are not in the text", searchers, strange)
                    reached &= found["passages by both"].recall >= MORE_TIMES * found["BM25 over sections"].recall
    return reached


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, help="measure this folder instead of made prose; it is only read")
    parser.add_argument("--index", type=Path, help="keep the indexes beside this name, vectors and all")
    parser.add_argument("--queries", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = options.vault or Path(folder, "prose")
        if options.vault is None:
            lay_prose(source, SEED)
        return 0 if asyncio.run(measure(source, Path(folder), options.index, options.queries)) else 1


if __name__ == "__main__":
    sys.exit(main())
