"""Spelling: what the program knows about words, from dictionaries and from the person. Draws nothing.

The speller is asked on one thread of its own, as its handle bears no other; answers are kept, so that the window asks
none twice. `verdict` never waits.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher
from itertools import islice
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QLocale, QObject, Signal

from vaultdesk.ui.spelling.enchant import system_speller
from vaultdesk.ui.spelling.languages import chosen, named, script, scripts
from vaultdesk.ui.spelling.own_words import OwnWords
from vaultdesk.ui.spelling.speller import Speller

T = TypeVar("T")

MOST_KEPT = 40_000
"""Answers kept of each language: more words than one person uses."""

AT_ONCE = 200
"""Words asked for in one go, some thousandths of a second: who asks for suggestions meanwhile waits no longer."""

CLOSE = 0.75
"""How alike a suggestion of another language must be, of 1."""


class Spelling(QObject):
    """Asks nothing until `look` was called. Needs a running loop for all that is awaited."""

    changed = Signal()
    """Words may be judged otherwise now: others languages, another own word, a word that is ignored."""

    def __init__(self, find: Callable[[], Speller | None] = system_speller, own: str = "") -> None:
        """*find* looks for the speller, on its thread; *own* is this computer's language unless told."""
        super().__init__()
        self._find = find
        self._own = own or QLocale.system().name()
        self._speller: Speller | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="spelling")
        self._answers: dict[str, dict[str, bool]] = {}
        self._verdicts: dict[str, bool] = {}
        """What follows from all answers and the own words, kept as it is asked for at each key."""
        self._scripts: frozenset[str] = frozenset()
        self._wanted: list[str] = []
        self.own_words: OwnWords | None = None
        self.looked = False
        """Whether it is known which languages there are."""
        self.there = False
        """Whether there is a speller, if only one without a dictionary."""
        self.found: tuple[str, ...] = ()
        """The languages there are dictionaries for."""
        self.languages: tuple[str, ...] = ()
        """Those that are used."""
        self.missing: tuple[str, ...] = ()
        """Those that were chosen and are not there."""

    async def look(self, *, again: bool = False) -> None:
        """Find out which languages there are: once, unless *again*, as a dictionary may have been installed."""
        if self.looked and not again:
            return
        before, looked = self.found, self.looked
        self.there, self.found = await self._run(self._look)
        self.looked = True
        if not looked or before != self.found:
            self._use()

    def choose(self, wanted: str) -> None:
        """Use the languages that *wanted* names from now on, as far as they are there."""
        if named(wanted) != self._wanted:
            self._wanted = named(wanted)
            self._use()

    async def keep(self, words: OwnWords) -> None:
        """Read the person's own words, and keep there what is added."""
        await self._run(words.load)
        self.own_words = words
        self._judge_anew()

    def verdict(self, word: str) -> bool | None:
        """Return whether *word* is right in any language that is used; None where that must be asked first."""
        kept = self._verdicts.get(word)
        if kept is None:
            kept = self._judged(word)
            if kept is not None:
                self._verdicts[word] = kept
        return kept

    def _judged(self, word: str) -> bool | None:
        if script(word) not in self._scripts:
            return True  # None of the dictionaries is for such letters.
        known = True
        for language in self.languages:
            answer = self._answers[language].get(word)
            if answer:
                return True
            known = known and answer is not None
        if self.own_words is not None and word in self.own_words:
            return True
        return False if known else None

    async def ask(self, words: Iterable[str]) -> None:
        """Ask the speller about *words* that have no verdict."""
        asked = list(words)
        for language in self.languages:
            answers = self._answers[language]
            # What one language knows the next need not be asked.
            left = [word for word in asked if word not in answers and self.verdict(word) is None]
            for start in range(0, len(left), AT_ONCE):
                batch = left[start : start + AT_ONCE]
                _keep(answers, await self._run(self._check, batch, language))
                if len(self._verdicts) > MOST_KEPT:
                    self._verdicts.clear()

    async def suggestions(self, word: str, limit: int = 6) -> list[str]:
        """Return what may have been meant by *word*, likeliest first."""
        return ranked(word, await self._run(self._suggest, word, self.languages, limit), limit)

    async def add(self, word: str) -> None:
        """Keep *word* among the person's own words."""
        if self.own_words is not None:
            await self._run(self.own_words.add, word)
            self._judge_anew()

    async def remove(self, word: str) -> None:
        """Take what makes *word* right out of the person's own words."""
        kept = self.own_words.kept(word) if self.own_words is not None else None
        if self.own_words is not None and kept is not None:
            await self._run(self.own_words.remove, kept)
            self._judge_anew()

    def _use(self) -> None:
        self.languages, self.missing = chosen(self._wanted, self.found, self._own)
        self._scripts = scripts(self.languages)
        for language in self.languages:
            self._answers.setdefault(language, {})
        self._judge_anew()

    def _judge_anew(self) -> None:
        self._verdicts.clear()
        self.changed.emit()

    async def _run(self, do: Callable[..., T], *told: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, do, *told)

    def _look(self) -> tuple[bool, tuple[str, ...]]:
        self._speller = self._speller or self._find()
        return self._speller is not None, self._speller.languages() if self._speller is not None else ()

    def _check(self, words: Sequence[str], language: str) -> dict[str, bool]:
        speller = self._speller
        # With a dot as well: some dictionaries list abbreviations with theirs.
        return {
            word: speller is None or speller.knows(word, language) or speller.knows(f"{word}.", language)
            for word in words
        }

    def _suggest(self, word: str, languages: Sequence[str], limit: int) -> list[list[str]]:
        speller = self._speller
        return [speller.suggestions(word, one, limit) for one in languages] if speller is not None else []


def ranked(word: str, lists: Sequence[Sequence[str]], limit: int) -> list[str]:
    """Return the suggestions of several languages as one list.

    The language that comes closest to *word* is likely the one it is written in: the others only add what is close.
    """
    best, *others = sorted(lists, key=lambda words: -max((_alike(word, one) for one in words[:2]), default=0.0)) or [()]
    close = [one for words in others for one in words if one not in best and _alike(word, one) >= CLOSE]
    close = list(dict.fromkeys(close))[: limit // 3]
    return [*best[: limit - len(close)], *close]


def _alike(word: str, other: str) -> float:
    return SequenceMatcher(None, word.lower(), other.lower()).ratio()


def _keep(answers: dict[str, bool], new: dict[str, bool]) -> None:
    """Put *new* to what is kept; what was asked first is forgotten where it gets too much."""
    answers.update(new)
    for word in list(islice(answers, max(0, len(answers) - MOST_KEPT))):
        del answers[word]


_the_spelling: list[Spelling] = []
"""The program's, made at the first question for it."""


def spelling() -> Spelling:
    """Return the program's one, shared by all windows."""
    if not _the_spelling or not shiboken6.isValid(_the_spelling[0]):
        _the_spelling[:] = [Spelling()]
    return _the_spelling[0]
