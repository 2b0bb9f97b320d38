"""TextRun: many small texts laid behind one another, so that one scan looks through them all. Never changed once made.

stringzilla scans it at the speed of memory; without it Python's own search gives the same, some ten times slower.
The original's case is not kept: of text in one case a plain scan is exact, and twice as fast as one that folds while it
looks; the latter takes a hundred times as long for some pairs of letters.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import compress, repeat
from typing import Protocol

from vaultdesk.index.accents import BytePattern

BETWEEN = b"\0"
"""Stands before, between and after the texts. No text and nothing that is looked for has it."""

TRIED, DENSE = 32, 3
"""Texts found before it is decided how to go on: by leaps from one to the next, or text by text where every third has
it, since a leap is two calls and a look-up."""


class Scanned(Protocol):
    """What finds bytes in a text: `bytes` itself, or stringzilla's view of it."""

    def find(self, needle: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return where *needle* first stands; -1 for nowhere."""

    def count(self, needle: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return how often *needle* stands there, not overlapping."""


class TextRun:
    """Texts by their place in the run, from 0 on."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self._text = BETWEEN + BETWEEN.join(texts) + BETWEEN
        self._scanned = view()(self._text)
        self._starts, self._ends, place = array("Q"), array("Q"), 1
        for text in texts:
            self._starts.append(place)
            place += len(text) + 1
            self._ends.append(place)
        self._of_letter: dict[bytes, Counts] = {}
        self._wide: array[int] | None = None

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self._text)

    def text(self, slot: int) -> bytes:
        """Return the text at that place."""
        return self._text[self._starts[slot] : self._ends[slot] - 1]

    def length(self, slot: int) -> int:
        """Return how many bytes the text at that place has."""
        return self._ends[slot] - 1 - self._starts[slot]

    def count(self, slot: int, needle: bytes) -> int:
        """Return how often the text at that place has *needle*."""
        return self._scanned.count(needle, self._starts[slot], self._ends[slot])

    def first(self, slot: int, needle: bytes) -> int:
        """Return at which of its bytes the text at that place has *needle*; -1 for nowhere."""
        start = self._starts[slot]
        place = self._scanned.find(needle, start, self._ends[slot])
        return place - start if place >= 0 else -1

    @property
    def joined(self) -> bytes:
        """All of it, `BETWEEN` around each text."""
        return self._text

    def slot_at(self, place: int) -> int:
        """Return the place in the run of the text that has this byte of `joined`, or stands after it."""
        return bisect_right(self._starts, place) - 1 if self._text[place] else bisect_right(self._starts, place)

    def end(self, slot: int) -> int:
        """Return where in `joined` the text at that place ends."""
        return self._ends[slot] - 1

    def slots(self, needle: bytes) -> Iterator[int]:
        """The places of the texts that have *needle*, in order."""
        find, starts, ends, last, found = self._scanned.find, self._starts, self._ends, len(self._starts), 0
        place = find(needle, 0) if last else -1
        while place >= 0:
            slot = bisect_right(starts, place) - 1
            yield slot
            found += 1
            if found >= TRIED and slot < DENSE * found:
                begun = slot + 1
                rest = map(find, repeat(needle), starts[begun:], ends[begun:])
                yield from (slot for slot, place in enumerate(rest, begun) if place >= 0)
                return
            place = find(needle, ends[slot]) if slot + 1 < last else -1

    def edged(self, needle: bytes) -> Iterator[int]:
        """The places of the texts that have *needle*, which has `BETWEEN` before it, after it or both: at the edge."""
        find, last, place = self._scanned.find, len(self._starts), 0
        while (place := find(needle, place)) >= 0:
            slot = self.slot_at(place)
            yield slot
            if slot + 1 >= last:
                return
            place = self._ends[slot] - 1

    def matching(self, pattern: BytePattern) -> Iterator[int]:
        """The places of the texts beyond ASCII in which *pattern* finds something."""
        if self._wide is None:
            slots = range(len(self._starts)) if not self._text.isascii() else ()
            self._wide = array("I", (slot for slot in slots if not self.text(slot).isascii()))
        found = ((slot, pattern.search(self._text, self._starts[slot], self._ends[slot])) for slot in self._wide)
        return (slot for slot, match in found if match is not None)

    def counts(self, needle: bytes) -> "Counts":
        """The places of the texts that have *needle*, in order, and how often each does."""
        if len(needle) > 1:
            return self._counted(needle)
        if needle not in self._of_letter:
            # Kept, since every search begins with a single letter.
            self._of_letter[needle] = self._letters(needle)
        return self._of_letter[needle]

    def _counted(self, needle: bytes) -> "Counts":
        count, starts, ends = self._scanned.count, self._starts, self._ends
        places: list[int] = []
        for slot in self.slots(needle):
            places.append(slot)
            if len(places) >= TRIED and slot < DENSE * len(places):
                begun = slot + 1
                rest = list(map(count, repeat(needle), starts[begun:], ends[begun:]))
                break
        else:
            begun, rest = 0, []
        counts = [count(needle, starts[slot], ends[slot]) for slot in places]
        return [*places, *compress(range(begun, len(starts)), rest)], [*counts, *filter(None, rest)]

    def _letters(self, letter: bytes) -> "Counts":
        counts = array("I", _letter_counts(self._scanned, letter, self._starts, self._ends))
        return array("I", compress(range(len(counts)), counts)), array("I", filter(None, counts))


Counts = tuple[Sequence[int], Sequence[int]]
"""Places, and a number for each."""


@cache
def view() -> Callable[[bytes], Scanned]:
    """Return what makes a text quick to be searched."""
    try:
        # Here, not above: nothing native is loaded before something is searched for.
        from stringzilla import Str
    except ImportError:
        return lambda text: text
    scanned: Callable[[bytes], Scanned] = Str
    return scanned


def _letter_counts(scanned: Scanned, letter: bytes, starts: Sequence[int], ends: Sequence[int]) -> Iterator[int]:
    if isinstance(scanned, bytes):
        return map(scanned.count, repeat(letter), starts, ends)
    # Counting would stop at each one of a letter that stands everywhere; this takes as long for any letter.
    from stringzilla import Str, bytesum, translate

    ones = bytes(byte == letter[0] for byte in range(256))
    assert isinstance(scanned, Str)
    return (bytesum(translate(scanned[start:end], ones)) for start, end in zip(starts, ends, strict=True))
