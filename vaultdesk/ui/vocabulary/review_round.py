"""ReviewRound: the words of one sitting in their order, with those that come again. Draws and writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord

SOON = timedelta(minutes=20)
"""A word that rests no longer than this comes once more in the same sitting."""


@dataclass(frozen=True, slots=True)
class _Done:
    """One answer, to be taken back."""

    word: VocabularyWord
    group: str
    again: bool


class ReviewRound:
    """A queue of words; each answer moves on, and can be taken back."""

    def __init__(self, words: Sequence[VocabularyWord]) -> None:
        self._waiting = list(words)
        self._done: list[_Done] = []
        self.total = len(words)

    @property
    def current(self) -> VocabularyWord | None:
        """The word that is shown; None when all are done."""
        return self._waiting[0] if self._waiting else None

    @property
    def known(self) -> int:
        """How many words are done with."""
        return self.total - len({word.path for word in self._waiting})

    @property
    def again(self) -> int:
        """How many words wait to be seen once more."""
        seen = {done.word.path for done in self._done}
        return sum(word.path in seen for word in self._waiting)

    def answered(self, after: VocabularyWord, rest: timedelta, group: str) -> None:
        """Note that the shown word was rated: as *after* it stands then, rests for *rest*; *group* takes it back."""
        word = self._waiting.pop(0)
        again = rest <= SOON
        if again:
            self._waiting.append(after)
        self._done.append(_Done(word, group, again))

    def dropped(self) -> None:
        """Go on without the shown word: its note is gone."""
        self.total -= 1
        self._waiting.pop(0)

    def take_back(self) -> str:
        """Show the word before again; return what takes its rating out of its note, or nothing."""
        if not self._done:
            return ""
        last = self._done.pop()
        if last.again:
            place = max(n for n, word in enumerate(self._waiting) if word.path == last.word.path)
            del self._waiting[place]
        self._waiting.insert(0, last.word)
        return last.group
