"""Answer sources: which notes an answer links to or was given, numbered once for its text and its chips. No widget."""

from collections.abc import Iterable
from dataclasses import dataclass

from vaultdesk.chat.messages import Source

LONGEST_LINK = 400
"""Characters between `[[` and `]]`; a longer one is no note's name on any system."""

MOST_SOURCES = 40
"""Chips under one answer; beyond this nobody reads them."""

GULP = 4_096
"""Characters worked on at once, so that a text of only links costs no more than its length."""

INDENT = 64
"""Characters of a line looked at for a fence; one stands at its start."""

FENCES = ("```", "~~~")


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """One source under an answer."""

    number: int
    target: str
    """The note as the answer names it, or its path where a tool read it."""
    heading: str = ""


class SourceNumbers:
    """Numbers the note links of an answer as it streams; does no I/O and may be fed in any pieces.

    Each link outside code gets a small raised number behind it (`[^1]`), the one of its chip.
    """

    def __init__(self, sources: list[AnswerSource]) -> None:
        """*sources* is filled; the texts of one answer share it and so their numbers."""
        self.sources = sources
        self._held = ""
        self._line = ""
        self._ticks = 0
        self._fence = ""

    def feed(self, text: str) -> str:
        """Take the next piece and return what can be shown; the start of an unfinished link is held back."""
        return "".join(self._take(text[start : start + GULP]) for start in range(0, len(text), GULP))

    def _take(self, text: str) -> str:
        self._held += text
        shown: list[str] = []
        while (start := self._held.find("[[")) >= 0:
            shown.append(self._pass(start))
            if self._in_code():
                shown.append(self._pass(2))
                continue
            end = self._held.find("]]", 2, LONGEST_LINK)
            if end < 0 and len(self._held) < LONGEST_LINK and "\n" not in self._held:
                return "".join(shown)
            shown.append(self._link(end) if end >= 0 else self._pass(2))
        shown.append(self._pass(len(self._held) - self._held.endswith("[")))
        return "".join(shown)

    def finish(self) -> str:
        """Return what is still held back."""
        return self._pass(len(self._held))

    def _link(self, end: int) -> str:
        target = self._held[2:end].replace("\\|", "|").partition("|")[0]
        note, _, part = target.partition("#")
        shown = self._pass(end + 2)
        if not note.strip() or "\n" in target or "[[" in target:
            return shown
        number = self._number(note.strip(), part.split("#")[-1].strip())
        return f"{shown}[^{number}]" if number else shown

    def _number(self, target: str, heading: str) -> int:
        for known in self.sources:
            if (known.target, known.heading) == (target, heading):
                return known.number
        if len(self.sources) == MOST_SOURCES:
            return 0
        self.sources.append(AnswerSource(len(self.sources) + 1, target, heading))
        return len(self.sources)

    def _in_code(self) -> bool:
        return bool(self._fence) or self._ticks % 2 == 1

    def _pass(self, length: int) -> str:
        """Let *length* characters through, keeping track of code."""
        shown, self._held = self._held[:length], self._held[length:]
        *ended, rest = shown.split("\n")
        for line in ended:
            mark = (self._line + line).lstrip()[:3]
            if mark in FENCES:
                self._fence = "" if mark == self._fence else self._fence or mark
            self._line, self._ticks = "", 0
        self._line = (self._line + rest)[:INDENT]
        self._ticks += rest.count("`")
        return shown


def read_sources(read: Iterable[Source]) -> tuple[AnswerSource, ...]:
    """Return the notes that were *read* for an answer, each once: named where the answer itself links to nothing."""
    paths = dict.fromkeys(source.path for source in read if source.characters)
    return tuple(AnswerSource(number, path) for number, path in enumerate(list(paths)[:MOST_SOURCES], 1))
