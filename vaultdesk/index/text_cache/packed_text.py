"""Folded texts packed into large buffers that are scanned as a whole."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import compress, repeat
from typing import Protocol

from vaultdesk.index.text_folding import BytePattern

# stringzilla scans at memory speed; without it Python's own search has the same results, some ten times slower. The
# text is stored casefolded: a plain scan is then exact, and twice as fast as a case-insensitive one, which takes a
# hundred times as long for some pairs of letters.

TEXT_SEPARATOR = b"\0"
"""Before, between and after the texts. No text and no search term contains it."""

TRIED, DENSE = 32, 3
"""Number of matches after which the method is chosen: jumping from match to match, or text by text if every third text
matches, since a jump is two calls and a lookup.
"""


class ByteScanner(Protocol):
    """Finds bytes in a text: `bytes` itself, or stringzilla's view of it."""

    def find(self, needle: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return the first position of *needle*; -1 if there is none."""

    def count(self, needle: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return the number of non-overlapping occurrences of *needle*."""


class TextBuffer:
    """Concatenated texts by index, from 0."""

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
        """Size in bytes."""
        return len(self._text)

    def text(self, slot: int) -> bytes:
        """Return the text at that index."""
        return self._text[self._starts[slot] : self._ends[slot] - 1]

    def length(self, slot: int) -> int:
        """Return the length of that text in bytes."""
        return self._ends[slot] - 1 - self._starts[slot]

    def count(self, slot: int, needle: bytes) -> int:
        """Return the number of occurrences of *needle* in that text."""
        return self._scanned.count(needle, self._starts[slot], self._ends[slot])

    def first(self, slot: int, needle: bytes) -> int:
        """Return the byte offset of *needle* in that text; -1 if there is none."""
        start = self._starts[slot]
        place = self._scanned.find(needle, start, self._ends[slot])
        return place - start if place >= 0 else -1

    @property
    def joined(self) -> bytes:
        """All texts, with `TEXT_SEPARATOR` around each."""
        return self._text

    def slot_at(self, place: int) -> int:
        """Return the index of the text that contains this byte of `joined`, or follows it."""
        return bisect_right(self._starts, place) - 1 if self._text[place] else bisect_right(self._starts, place)

    def end(self, slot: int) -> int:
        """Return the end of that text in `joined`."""
        return self._ends[slot] - 1

    def slots(self, needle: bytes) -> Iterator[int]:
        """Yield the indices of the texts that contain *needle*, in order."""
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
        """Yield the indices of the texts that begin or end with *needle*, which includes the `TEXT_SEPARATOR` on that
        side.
        """
        find, last, place = self._scanned.find, len(self._starts), 0
        while (place := find(needle, place)) >= 0:
            slot = self.slot_at(place)
            yield slot
            if slot + 1 >= last:
                return
            place = self._ends[slot] - 1

    def matching(self, pattern: BytePattern) -> Iterator[int]:
        """Yield the indices of the non-ASCII texts that *pattern* matches."""
        if self._wide is None:
            slots = range(len(self._starts)) if not self._text.isascii() else ()
            self._wide = array("I", (slot for slot in slots if not self.text(slot).isascii()))
        found = ((slot, pattern.search(self._text, self._starts[slot], self._ends[slot])) for slot in self._wide)
        return (slot for slot, match in found if match is not None)

    def counts(self, needle: bytes) -> "PlaceCounts":
        """Return the indices of the texts that contain *needle*, in order, with the number of occurrences."""
        if len(needle) > 1:
            return self._counted(needle)
        if needle not in self._of_letter:
            # Cached, since every search begins with a single letter.
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
"""Indices, and a number for each."""


@cache
def scanner_factory() -> Callable[[bytes], ByteScanner]:
    """Return a function that wraps a text for fast scanning."""
    try:
        # Imported here, so that no native library is loaded before the first search.
        from stringzilla import Str
    except ImportError:
        return lambda text: text
    scanned: Callable[[bytes], ByteScanner] = Str
    return scanned


def _letter_counts(scanned: ByteScanner, letter: bytes, starts: Sequence[int], ends: Sequence[int]) -> Iterator[int]:
    if isinstance(scanned, bytes):
        return map(scanned.count, repeat(letter), starts, ends)
    # A count would stop at every occurrence of a frequent letter; this takes the same time for any letter.
    from stringzilla import Str, bytesum, translate

    ones = bytes(byte == letter[0] for byte in range(256))
    assert isinstance(scanned, Str)
    return (bytesum(translate(scanned[start:end], ones)) for start, end in zip(starts, ends, strict=True))


# A changed note's text is added to a few loose ones and the old one marked as dead, so that nothing is rebuilt; the
# live texts of a piece that is largely dead become loose again, which moves a few megabytes at most.

PACK_BYTES = 4_000_000
"""Bytes of a piece: stringzilla scans it in 0.2 ms, during which no other thread runs."""

MAX_LOOSE_TEXTS, MAX_LOOSE_BYTES = 250, 1_000_000
"""Maximum number and bytes of loose texts when a search begins: each change packs them again."""

DEAD_SHARE = 0.4
"""Share of dead bytes in a piece from which its live texts are moved."""

FEW_NOTES_RATIO = 4
"""Factor by which the notes must be fewer than all to be counted one by one; else one scan of all is faster."""

NO_NOTE = 0
"""Placeholder for a note whose text is dead: SQLite counts from 1."""

_SLOT_BITS = 32


class _Piece:
    """A buffer of texts with their notes."""

    __slots__ = ("deleted_bytes", "notes", "run")

    def __init__(self, texts: dict[int, bytes]) -> None:
        self.run = TextBuffer(list(texts.values()))
        self.notes = array("Q", texts)
        self.deleted_bytes = 0


class PackedTexts:
    """Folded texts of notes in packed buffers. Belongs to one thread."""

    def __init__(self) -> None:
        self._pieces: dict[int, _Piece] = {}
        self._places: dict[int, int] = {}
        """By note: the numbers of its piece and its index there, combined into one."""
        self._loose: dict[int, bytes] = {}
        self._loose_size = 0
        self._loose_piece: _Piece | None = None
        self._last = 0
        self.size = 0
        """Bytes used, including dead ones."""

    def __len__(self) -> int:
        return len(self._places) + len(self._loose)

    def __contains__(self, note: int) -> bool:
        return note in self._places or note in self._loose

    def put(self, note: int, text: bytes) -> None:
        """Set the folded *text* of the note, replacing an earlier one."""
        self.drop(note)
        self._add_unpacked(note, text.replace(TEXT_SEPARATOR, b" ") if TEXT_SEPARATOR in text else text)
        if self._loose_size >= PACK_BYTES:
            self._pack_texts()

    def drop(self, note: int) -> None:
        """Remove the note."""
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
            piece.deleted_bytes += piece.run.length(slot) + 1
            if piece.deleted_bytes > DEAD_SHARE * piece.run.size:
                self._unpack_piece(number)

    def text(self, note: int) -> bytes:
        """Return the folded text of a stored note."""
        if note in self._loose:
            return self._loose[note]
        piece, slot = self._place(note)
        return piece.run.text(slot)

    def first(self, note: int, needle: bytes) -> int:
        """Return the byte offset of *needle* in the folded text of a stored note; -1 if there is none."""
        if note in self._loose:
            return self._loose[note].find(needle)
        piece, slot = self._place(note)
        return piece.run.first(slot, needle)

    def counts(self, needle: bytes, among: Collection[int] | None = None) -> dict[int, int]:
        """Return the number of occurrences of *needle* by note, for notes that contain it; with *among* only those.

        The result may contain notes that are not in *among*.
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
        """Return the notes that contain *needle*; with *among* only those."""
        if among is not None and len(among) * FEW_NOTES_RATIO < len(self):
            return self._each_tried(needle, among)
        found: set[int] = set()
        for piece in self._scanned():
            found.update(map(piece.notes.__getitem__, piece.run.slots(needle)))
        found.discard(NO_NOTE)
        return found if among is None else found.intersection(among)

    def sampled(self, needle: bytes) -> int:
        """Return how many notes of the first piece contain *needle*: an estimate of its rarity, in 0.4 ms."""
        first = next(iter(self._pieces.values()), None)
        return 0 if first is None else sum(1 for _ in first.run.slots(needle))

    def matching(self, pattern: BytePattern, among: Collection[int] | None = None) -> set[int]:
        """Return the notes with non-ASCII text that *pattern* matches; with *among* only those."""
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
            self._pack_texts()
        yield from self._pieces.values()
        if self._loose:
            if self._loose_piece is None:
                self._loose_piece = _Piece(self._loose)
            yield self._loose_piece

    def _add_unpacked(self, note: int, text: bytes) -> None:
        self._loose[note] = text
        self._loose_size += len(text)
        self.size += len(text)
        self._loose_piece = None

    def _pack_texts(self) -> None:
        """Pack the loose texts into a piece."""
        self._last += 1
        piece = self._pieces[self._last] = _Piece(self._loose)
        self._places.update((note, self._last << _SLOT_BITS | slot) for slot, note in enumerate(self._loose))
        self.size += piece.run.size - self._loose_size
        self._loose, self._loose_size, self._loose_piece = {}, 0, None

    def _unpack_piece(self, number: int) -> None:
        """Make the live texts of a piece loose and free it."""
        piece = self._pieces.pop(number)
        self.size -= piece.run.size
        for slot, note in enumerate(piece.notes):
            if note != NO_NOTE:
                del self._places[note]
                self._add_unpacked(note, piece.run.text(slot))
        if self._loose_size >= PACK_BYTES:
            self._pack_texts()
