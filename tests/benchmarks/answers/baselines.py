"""Baselines for finding a note by a question: BM25 of FTS5, and MiniSearch."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.answers.questions import Question

MINISEARCH_VARIABLE = "VAULTDESK_BENCH_MINISEARCH"
"""Names a folder with MiniSearch in its node_modules."""

DEPTH = 50
"""Notes of a ranking that are fused with another ranking."""

FUSION_CONSTANT = 5
"""Reciprocal rank fusion's k."""

_WORD = re.compile(r"[^\W_]+")
_HEADING = re.compile(r"(?m)^#{1,6} +(.+)$")


class FullTextBaseline:
    """BM25 of FTS5 over entire notes with any of the words; names have weight 12, headings 4, as in the index."""

    def __init__(self, vault: Path) -> None:
        self._paths = [file.relative_to(vault).as_posix() for file in sorted(vault.rglob("*.md"))]
        self._file = sqlite3.connect(":memory:")
        self._file.execute("CREATE VIRTUAL TABLE note USING fts5(name, headings, text, tokenize='unicode61')")
        for nth, path in enumerate(self._paths):
            text = (vault / path).read_text(encoding="utf-8")
            row = (nth, Path(path).stem, " ".join(_HEADING.findall(text)), text)
            self._file.execute("INSERT INTO note(rowid, name, headings, text) VALUES (?, ?, ?, ?)", row)

    def ask(self, question: str) -> list[str]:
        """Return the paths of the best notes."""
        match = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
        sql = "SELECT rowid FROM note WHERE note MATCH ? ORDER BY bm25(note, 12.0, 4.0, 1.0) LIMIT ?"
        return [self._paths[nth] for (nth,) in self._file.execute(sql, (match, DEPTH))]


def fused(*rankings: Sequence[str]) -> list[str]:
    """Return the fusion of the rankings by reciprocal rank, with equal weights."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, path in enumerate(ranking, 1):
            scores[path] = scores.get(path, 0.0) + 1 / (FUSION_CONSTANT + rank)
    return sorted(scores, key=lambda path: (-scores[path], path))


def minisearch(vault: Path, selected: Sequence[Question]) -> list[list[str]] | None:
    """Return MiniSearch's notes for each question, with the weights of Omnisearch; None if it is not installed."""
    folder = os.environ.get(MINISEARCH_VARIABLE, "")
    module = Path(folder, "node_modules", "minisearch", "dist", "es", "index.js")
    if not folder or not module.is_file() or not shutil.which("node"):
        return None
    script = Path(__file__).with_name("minisearch_questions.mjs")
    completed = subprocess.run(
        ["node", str(script), str(vault), str(module)],
        input=json.dumps([question.ask for question in selected]), check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: list[list[str]] = json.loads(completed.stdout)
    return found
