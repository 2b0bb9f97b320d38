"""Folded texts packed into large buffers that are scanned as a whole."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import compress, repeat
from typing import Protocol

from vaultdesk.index.text_folding import BytePattern

# stringzilla scans it at the speed of memory; without it Python's own search gives the same, some ten times slower. The
# original's case is not kept: of text in one case a plain scan is exact, and twice as fast as one that folds while it
# looks; the latter takes a hundred times as long for some pairs of letters.

TEXT_SEPARATOR = b"\0"
"""Stands before, between and after the texts. No text and nothing that is looked for has it."""

TRIED, DENSE = 32, 3
"""Texts found before it is decided how to go on: by leaps from one to the next, or text by text where every third has
it, since a leap is two calls and a look-up."""


class ByteScanner(Protocol):
    """What finds bytes in a text: `bytes` itself, or stringzilla's view of it."""

    def find(self, needle: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return where *needle* first stands; -1 for nowhere."""

    def count(self, needle: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return how often *needle* stands there, not overlapping."""


class TextBuffer:
    """Texts by their place in the run, from 0 on."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self._text = TEXT_SEPARATOR + TEXT_SEPARATOR.join(texts) + TEXT_SEPARATOR
        self._scanned = scanner_factory()(self._text)
        self._starts, self._ends, place = array("Q"), array("Q"), 1
        for text in texts:
            self._starts.append(place)
            place += len(text) + 1
            self._ends.append(place)
        self._of_letter: dict[bytes, PlaceCounts] = {}
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
        """All of it, `TEXT_SEPARATOR` around each text."""
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
        """The places of the texts that have *needle*, which has `TEXT_SEPARATOR` before it, after it or both: at the
        edge."""
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

    def counts(self, needle: bytes) -> "PlaceCounts":
        """The places of the texts that have *needle*, in order, and how often each does."""
        if len(needle) > 1:
            return self._counted(needle)
        if needle not in self._of_letter:
            # Kept, since every search begins with a single letter.
            self._of_letter[needle] = self._letter_positions(needle)
        return self._of_letter[needle]

    def _counted(self, needle: bytes) -> "PlaceCounts":
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

    def _letter_positions(self, letter: bytes) -> "PlaceCounts":
        counts = array("I", _letter_counts(self._scanned, letter, self._starts, self._ends))
        return array("I", compress(range(len(counts)), counts)), array("I", filter(None, counts))


PlaceCounts = tuple[Sequence[int], Sequence[int]]
"""Places, and a number for each."""


@cache
def scanner_factory() -> Callable[[bytes], ByteScanner]:
    """Return what makes a text quick to be searched."""
    try:
        # Here, not above: nothing native is loaded before something is searched for.
        from stringzilla import Str
    except ImportError:
        return lambda text: text
    scanned: Callable[[bytes], ByteScanner] = Str
    return scanned


def _letter_counts(scanned: ByteScanner, letter: bytes, starts: Sequence[int], ends: Sequence[int]) -> Iterator[int]:
    if isinstance(scanned, bytes):
        return map(scanned.count, repeat(letter), starts, ends)
    # Counting would stop at each one of a letter that stands everywhere; this takes as long for any letter.
    from stringzilla import Str, bytesum, translate

    ones = bytes(byte == letter[0] for byte in range(256))
    assert isinstance(scanned, Str)
    return (bytesum(translate(scanned[start:end], ones)) for start, end in zip(starts, ends, strict=True))


# A changed note's text is laid among a few loose ones and its old one left lying unseen, so that nothing is rebuilt;
# the living texts of a piece that is largely dead are laid loose again, which moves a few megabytes at most.

PACK_BYTES = 4_000_000
"""Bytes of a piece: stringzilla scans it in 0.2 ms, during which no other thread runs."""

MAX_LOOSE_TEXTS, MAX_LOOSE_BYTES = 250, 1_000_000
"""Texts, and bytes of them, that may be loose when something is looked for: each change lays them together anew."""

DEAD_SHARE = 0.4
"""Of a piece's bytes, dead, before its living ones are moved."""

FEW_NOTES_RATIO = 4
"""So many times fewer than all must notes be to be counted one by one; else one scan of all is quicker."""

NO_NOTE = 0
"""The number of no note, in place of one whose text is dead: SQLite counts from 1."""

_SLOT_BITS = 32


class _Piece:
    """A run of texts, and whose they are."""

    __slots__ = ("dead", "notes", "run")

    def __init__(self, texts: dict[int, bytes]) -> None:
        self.run = TextBuffer(list(texts.values()))
        self.notes = array("Q", texts)
        self.dead = 0


class PackedTexts:
    """Belongs to one thread."""

    def __init__(self) -> None:
        self._pieces: dict[int, _Piece] = {}
        self._places: dict[int, int] = {}
        """By note: the number of its piece and its place in there, in one number."""
        self._loose: dict[int, bytes] = {}
        self._loose_size = 0
        self._loose_piece: _Piece | None = None
        self._last = 0
        self.size = 0
        """Bytes it takes, the dead ones too."""

    def __len__(self) -> int:
        return len(self._places) + len(self._loose)

    def __contains__(self, note: int) -> bool:
        return note in self._places or note in self._loose

    def put(self, note: int, text: bytes) -> None:
        """Have the note found by this folded *text*, and by no other."""
        self.drop(note)
        self._lay_loose(note, text.replace(TEXT_SEPARATOR, b" ") if TEXT_SEPARATOR in text else text)
        if self._loose_size >= PACK_BYTES:
            self._settle()

    def drop(self, note: int) -> None:
        """Have the note not found."""
        loose = self._loose.pop(note, None)
        if loose is not None:
            self._loose_size -= len(loose)
            self.size -= len(loose)
            self._loose_piece = None
        place = self._places.pop(note, None)
        if place is not None:
            number, slot = place >> _SLOT_BITS, place & (1 << _SLOT_BITS) - 1
            piece = self._pieces[number]
            piece.notes[slot] = NO_NOTE
            piece.dead += piece.run.length(slot) + 1
            if piece.dead > DEAD_SHARE * piece.run.size:
                self._loosen(number)

    def text(self, note: int) -> bytes:
        """Return the folded text of a note that is in here."""
        if note in self._loose:
            return self._loose[note]
        piece, slot = self._place(note)
        return piece.run.text(slot)

    def first(self, note: int, needle: bytes) -> int:
        """Return at which byte of the folded text of a note that is in here *needle* stands; -1 for nowhere."""
        if note in self._loose:
            return self._loose[note].find(needle)
        piece, slot = self._place(note)
        return piece.run.first(slot, needle)

    def counts(self, needle: bytes, among: Collection[int] | None = None) -> dict[int, int]:
        """How often each note has *needle*, for those that have it; only some of those *among*, where they are given.

        Each is counted that may have it; others may stand in the answer as well.
        """
        if among is not None and len(needle) > 1 and len(among) * FEW_NOTES_RATIO < len(self):
            return self._each_counted(needle, among)
        found: dict[int, int] = {}
        for piece in self._scanned():
            slots, counts = piece.run.counts(needle)
            found.update(zip(map(piece.notes.__getitem__, slots), counts, strict=True))
        found.pop(NO_NOTE, None)
        return found

    def holders(self, needle: bytes, among: Collection[int] | None = None) -> set[int]:
        """Return the notes that have *needle*; of those *among*, where they are given."""
        if among is not None and len(among) * FEW_NOTES_RATIO < len(self):
            return self._each_tried(needle, among)
        found: set[int] = set()
        for piece in self._scanned():
            found.update(map(piece.notes.__getitem__, piece.run.slots(needle)))
        found.discard(NO_NOTE)
        return found if among is None else found.intersection(among)

    def sampled(self, needle: bytes) -> int:
        """Return how many notes of the first piece have *needle*: a guess, in 0.4 ms, at how rare it is."""
        first = next(iter(self._pieces.values()), None)
        return 0 if first is None else sum(1 for _ in first.run.slots(needle))

    def matching(self, pattern: BytePattern, among: Collection[int] | None = None) -> set[int]:
        """Return the notes with text beyond ASCII in which *pattern* finds something; of those *among*, if given."""
        if among is not None and len(among) * FEW_NOTES_RATIO < len(self):
            texts = ((note, self.text(note)) for note in among if note in self)
            return {note for note, text in texts if not text.isascii() and pattern.search(text) is not None}
        found: set[int] = set()
        for piece in self._scanned():
            found.update(map(piece.notes.__getitem__, piece.run.matching(pattern)))
        found.discard(NO_NOTE)
        return found if among is None else found.intersection(among)

    def _each_counted(self, needle: bytes, among: Collection[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        places, pieces, mask = self._places, self._pieces, (1 << _SLOT_BITS) - 1
        for note in among:
            place = places.get(note)
            if place is not None:
                count = pieces[place >> _SLOT_BITS].run.count(place & mask, needle)
            else:
                count = self._loose.get(note, b"").count(needle)
            if count:
                found[note] = count
        return found

    def _each_tried(self, needle: bytes, among: Collection[int]) -> set[int]:
        found: set[int] = set()
        places, pieces, mask = self._places, self._pieces, (1 << _SLOT_BITS) - 1
        for note in among:
            place = places.get(note)
            if place is not None:
                if pieces[place >> _SLOT_BITS].run.first(place & mask, needle) >= 0:
                    found.add(note)
            elif needle in self._loose.get(note, b""):
                found.add(note)
        return found

    def _place(self, note: int) -> tuple[_Piece, int]:
        place = self._places[note]
        return self._pieces[place >> _SLOT_BITS], place & (1 << _SLOT_BITS) - 1

    def _scanned(self) -> Iterator[_Piece]:
        if len(self._loose) > MAX_LOOSE_TEXTS or self._loose_size > MAX_LOOSE_BYTES:
            self._settle()
        yield from self._pieces.values()
        if self._loose:
            if self._loose_piece is None:
                self._loose_piece = _Piece(self._loose)
            yield self._loose_piece

    def _lay_loose(self, note: int, text: bytes) -> None:
        self._loose[note] = text
        self._loose_size += len(text)
        self.size += len(text)
        self._loose_piece = None

    def _settle(self) -> None:
        """Make a piece of what is loose."""
        self._last += 1
        piece = self._pieces[self._last] = _Piece(self._loose)
        self._places.update((note, self._last << _SLOT_BITS | slot) for slot, note in enumerate(self._loose))
        self.size += piece.run.size - self._loose_size
        self._loose, self._loose_size, self._loose_piece = {}, 0, None

    def _loosen(self, number: int) -> None:
        """Lay the living texts of a piece loose and let it go."""
        piece = self._pieces.pop(number)
        self.size -= piece.run.size
        for slot, note in enumerate(piece.notes):
            if note != NO_NOTE:
                del self._places[note]
                self._lay_loose(note, piece.run.text(slot))
        if self._loose_size >= PACK_BYTES:
            self._settle()
