"""Question: what is asked of a vault, the notes and sentences that answer it, and the halves of the set."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("questions.jsonl")

HALVES = ("choose", "check")
"""By the first weights are chosen, by the second they are checked."""

UNANSWERABLE = frozenset({"unanswerable", "unanswerable_near"})
"""Kinds no note answers; of the second one the notes speak of the thing, and not of what is asked about it."""

ALL_NEEDED = frozenset({"two_notes", "lists"})
"""Kinds that want every note; of the others each note and each sentence is right by itself."""

_MARKUP = re.compile(r"[*_`\[\]|>]")


@dataclass(frozen=True, slots=True)
class Question:
    """One question with what answers it."""

    vault: str
    language: str
    kind: str
    ask: str
    notes: tuple[str, ...] = ()
    sentences: tuple[str, ...] = field(default=())
    """What a right sentence contains."""
    half: str = ""

    @property
    def key(self) -> str:
        """Names it in a file of results."""
        return f"{self.vault}: {self.ask}"

    def first_right(self, paths: Sequence[str]) -> bool:
        """Whether the first of *paths* is a right note."""
        return bool(paths) and paths[0] in self.notes

    def among(self, paths: Collection[str]) -> bool:
        """Whether *paths* hold what is wanted: a right note, or all of them where all are."""
        found = [note in paths for note in self.notes]
        return all(found) if self.kind in ALL_NEEDED else any(found)

    def sentences_in(self, quotes: Sequence[str]) -> frozenset[str]:
        """Return the wanted sentences that *quotes* contain."""
        texts = [plain(quote) for quote in quotes]
        return frozenset(one for one in self.sentences if any(plain(one) in text for text in texts))

    def quoted(self, quotes: Sequence[str]) -> bool:
        """Whether *quotes* hold what is wanted: a right sentence, or all of them where all are."""
        found = self.sentences_in(quotes)
        return len(found) == len(self.sentences) if self.kind in ALL_NEEDED else bool(found)


def plain(text: str) -> str:
    """Return *text* without markup, as sentences are compared."""
    return " ".join(_MARKUP.sub("", text).lower().split())


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions; each kind of a vault is split in two by the questions' digests."""
    read = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    groups: dict[tuple[str, str], list[Mapping[str, object]]] = {}
    for one in read:
        groups.setdefault((one["vault"], one["kind"]), []).append(one)
    found: list[Question] = []
    for nth, group in enumerate(groups.values()):
        ordered = sorted(group, key=lambda one: hashlib.sha256(str(one["ask"]).encode()).digest())
        for place, one in enumerate(ordered):
            lists = {name: tuple(one.get(name, ())) for name in ("notes", "sentences")}  # type: ignore[call-overload]
            found.append(Question(**{**one, **lists}, half=HALVES[(place + nth) % 2]))  # type: ignore[arg-type]
    return tuple(found)
