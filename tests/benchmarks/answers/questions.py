"""The evaluation questions: the notes and sentences that answer each of them, and the two halves of the set."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("questions.jsonl")

HALVES = ("choose", "check")
"""The first half is for tuning weights, the second for validation."""

UNANSWERABLE = frozenset({"unanswerable", "unanswerable_near"})
"""Kinds that no note answers; for the second one, the notes mention the subject but not the requested fact."""

ALL_NEEDED = frozenset({"two_notes", "lists"})
"""Kinds that require every note; for the others each note and each sentence is right by itself."""

_MARKUP = re.compile(r"[*_`\[\]|>]")


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its right notes and sentences."""

    vault: str
    language: str
    kind: str
    ask: str
    notes: tuple[str, ...] = ()
    sentences: tuple[str, ...] = field(default=())
    """Texts that a right sentence contains."""
    half: str = ""

    @property
    def key(self) -> str:
        """Key of the question in a file of results."""
        return f"{self.vault}: {self.ask}"

    def first_right(self, paths: Sequence[str]) -> bool:
        """Whether the first of *paths* is a right note."""
        return bool(paths) and paths[0] in self.notes

    def among(self, paths: Collection[str]) -> bool:
        """Whether *paths* contain a right note, or all of them if all are required."""
        found = [note in paths for note in self.notes]
        return all(found) if self.kind in ALL_NEEDED else any(found)

    def sentences_in(self, quotes: Sequence[str]) -> frozenset[str]:
        """Return the right sentences that *quotes* contain."""
        texts = [plain(quote) for quote in quotes]
        return frozenset(sentence for sentence in self.sentences if any(plain(sentence) in text for text in texts))

    def quoted(self, quotes: Sequence[str]) -> bool:
        """Whether *quotes* contain a right sentence, or all of them if all are required."""
        found = self.sentences_in(quotes)
        return len(found) == len(self.sentences) if self.kind in ALL_NEEDED else bool(found)


def plain(text: str) -> str:
    """Return *text* without markup, for the comparison of sentences."""
    return " ".join(_MARKUP.sub("", text).lower().split())


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions; each kind of a vault is divided into halves by the digests of the questions."""
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    groups: dict[tuple[str, str], list[Mapping[str, object]]] = {}
    for row in rows:
        groups.setdefault((row["vault"], row["kind"]), []).append(row)
    found: list[Question] = []
    for group_number, group in enumerate(groups.values()):
        ordered = sorted(group, key=lambda row: hashlib.sha256(str(row["ask"]).encode()).digest())
        for index, row in enumerate(ordered):
            lists = {name: tuple(row.get(name, ())) for name in ("notes", "sentences")}  # type: ignore[call-overload]
            found.append(Question(**{**row, **lists}, half=HALVES[(index + group_number) % 2]))  # type: ignore[arg-type]
    return tuple(found)
