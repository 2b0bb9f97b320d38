"""NameKeys: all names and aliases as they are typed, without case and accents, behind one another to be scanned.

They lie in the order they are shown in, names before aliases and the short before the long, so that a scan may stop
when it has enough. Never changed once made.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge

from vaultdesk.index.folding import bare, unaccented
from vaultdesk.index.text_run import BETWEEN, TextRun

WORD_EDGES = (" ", "-", "_", ".", ",", "(", "[", "'", "’", "–", "—", "+", "&", "@", "=", "!")
"""What may stand before a word of a name."""

_WORD = re.compile(r"\w+")
_WORD_START = re.compile(r"(?<![0-9A-Za-z])\S|(?<=[a-z])[A-Z]")


class NameKeys:
    """By place: what is asked here answers with places among the names, and then the aliases, in order."""

    def __init__(self, named: Iterable[tuple[int, str, tuple[str, ...], str]]) -> None:
        """Take each note's number, name, aliases and path."""
        rows = sorted(named, key=lambda row: len(row[1]))
        others = sorted(
            ((note, alias) for note, _, aliases, _ in rows for alias in aliases), key=lambda row: len(row[1])
        )
        self.notes = [row[0] for row in rows] + [note for note, _ in others]
        """Whose it is, by place."""
        self.shown = [row[1] for row in rows] + [alias for _, alias in others]
        """The name or alias as it is written, by place."""
        self.names = len(rows)
        """How many places are names; the others are aliases."""
        self._run = TextRun(list(map(_key, self.shown)))
        self._paths = TextRun([_key(row[3]) for row in rows])

    def is_one(self, wanted: str) -> Iterator[int]:
        """Those that are *wanted*."""
        return self._run.edged(BETWEEN + wanted.encode() + BETWEEN)

    def begin(self, wanted: str) -> Iterator[int]:
        """Those that begin with *wanted*."""
        return self._run.edged(BETWEEN + wanted.encode())

    def begin_word(self, wanted: str) -> Iterator[int]:
        """Those of which a later word begins with *wanted*."""
        return merge(*(self._run.slots((edge + wanted).encode()) for edge in WORD_EDGES))

    def have(self, pieces: Iterable[str]) -> Iterator[int]:
        """Those that have all of *pieces*."""
        return _having(self._run, pieces)

    def has(self, slot: int, piece: str) -> bool:
        """Whether the one at this place has *piece*."""
        return self._run.first(slot, piece.encode()) >= 0

    def lie_in(self, pieces: Iterable[str]) -> Iterator[int]:
        """The names whose note's path has all of *pieces*."""
        return _having(self._paths, pieces)

    def with_word(self, letter: str) -> tuple[TextRun, Sequence[int]]:
        """The names alone of which a word begins with *letter*, without accents but with capitals, and their places.

        Too many rather than too few: a letter after one of another script counts as a word's beginning, too.
        """
        return self._by_letter.get(letter, _NONE)

    @cached_property
    def _by_letter(self) -> dict[str, tuple[TextRun, Sequence[int]]]:
        # A scan for scattered letters then looks at a tenth of all names, and each key that is typed makes one.
        places: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        plain = [unaccented(name) for name in self.shown[: self.names]]
        for slot, name in enumerate(plain):
            for letter in set(_WORD_START.findall(name)):
                places[letter.lower()].append(slot)
        once = {letter: list(dict.fromkeys(slots)) for letter, slots in places.items()}
        return {letter: (TextRun([_encoded(plain[n]) for n in slots]), slots) for letter, slots in once.items()}

    @cached_property
    def words(self) -> dict[str, list[str]]:
        """Every word of them, once, by its first letter."""
        found: dict[str, list[str]] = {}
        for word in dict.fromkeys(_WORD.findall(self._run.joined.decode())):
            found.setdefault(word[0], []).append(word)
        return found


_NONE: tuple[TextRun, Sequence[int]] = (TextRun([]), ())


def _key(text: str) -> bytes:
    return _encoded(bare(text))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace").replace(BETWEEN, b" ")


def _having(run: TextRun, pieces: Iterable[str]) -> Iterator[int]:
    longest, *others = sorted((piece.encode() for piece in pieces), key=len, reverse=True)
    return (slot for slot in run.slots(longest) if all(run.first(slot, other) >= 0 for other in others))
