"""Simple ways to find a note for a question, beside which ours is measured: BM25 of FTS5, and MiniSearch."""

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
"""Notes of a ranking that are fused with another one."""

FUSION_CONSTANT = 5
"""Reciprocal rank fusion's k."""

_WORD = re.compile(r"[^\W_]+")
_HEADING = re.compile(r"(?m)^#{1,6} +(.+)$")


class FullTextBaseline:
    """FTS5's own BM25 over whole notes, any of the words: names weigh 12, headings 4, as in our index."""

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
    """Return the rankings joined by reciprocal rank fusion, each weighing the same."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for place, path in enumerate(ranking, 1):
            scores[path] = scores.get(path, 0.0) + 1 / (FUSION_CONSTANT + place)
    return sorted(scores, key=lambda path: (-scores[path], path))


def minisearch(vault: Path, asked: Sequence[Question]) -> list[list[str]] | None:
    """Return MiniSearch's notes for each question, with the weights of Omnisearch; None where it is not here."""
    folder = os.environ.get(MINISEARCH_VARIABLE, "")
    module = Path(folder, "node_modules", "minisearch", "dist", "es", "index.js")
    if not folder or not module.is_file() or not shutil.which("node"):
        return None
    script = Path(__file__).with_name("minisearch_questions.mjs")
    told = subprocess.run(
        ["node", str(script), str(vault), str(module)],
        input=json.dumps([one.ask for one in asked]), check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: list[list[str]] = json.loads(told.stdout)
    return found
