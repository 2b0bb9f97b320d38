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

SAMPLE_MATCHES, DENSE_RATIO = 32, 3
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
        self._starts, self._ends, position = array("Q"), array("Q"), 1
        for text in texts:
            self._starts.append(position)
            position += len(text) + 1
            self._ends.append(position)
        self._letter_cache: dict[bytes, SlotCounts] = {}
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
        position = self._scanned.find(needle, start, self._ends[slot])
        return position - start if position >= 0 else -1

    @property
    def joined(self) -> bytes:
        """All texts, with `TEXT_SEPARATOR` around each."""
        return self._text

    def slot_at(self, position: int) -> int:
        """Return the index of the text that contains this byte of `joined`, or follows it."""
        return (
            bisect_right(self._starts, position) - 1 if self._text[position] else bisect_right(self._starts, position)
        )

    def end(self, slot: int) -> int:
        """Return the end of that text in `joined`."""
        return self._ends[slot] - 1

    def slots(self, needle: bytes) -> Iterator[int]:
        """Yield the indices of the texts that contain *needle*, in order."""
        find, starts, ends, last, count = self._scanned.find, self._starts, self._ends, len(self._starts), 0
        position = find(needle, 0) if last else -1
        while position >= 0:
            slot = bisect_right(starts, position) - 1
            yield slot
            count += 1
            if count >= SAMPLE_MATCHES and slot < DENSE_RATIO * count:
                next_slot = slot + 1
                rest = map(find, repeat(needle), starts[next_slot:], ends[next_slot:])
                yield from (slot for slot, position in enumerate(rest, next_slot) if position >= 0)
                return
            position = find(needle, ends[slot]) if slot + 1 < last else -1

    def at_edge(self, needle: bytes) -> Iterator[int]:
        """Yield the indices of the texts that begin or end with *needle*, which includes the `TEXT_SEPARATOR` on that
        side.
        """
        find, last, position = self._scanned.find, len(self._starts), 0
        while (position := find(needle, position)) >= 0:
            slot = self.slot_at(position)
            yield slot
            if slot + 1 >= last:
                return
            position = self._ends[slot] - 1

    def matching(self, pattern: BytePattern) -> Iterator[int]:
        """Yield the indices of the non-ASCII texts that *pattern* matches."""
        if self._wide is None:
            slots = range(len(self._starts)) if not self._text.isascii() else ()
            self._wide = array("I", (slot for slot in slots if not self.text(slot).isascii()))
        found = ((slot, pattern.search(self._text, self._starts[slot], self._ends[slot])) for slot in self._wide)
        return (slot for slot, match in found if match is not None)

    def counts(self, needle: bytes) -> "SlotCounts":
        """Return the indices of the texts that contain *needle*, in order, with the number of occurrences."""
        if len(needle) > 1:
            return self._count_matches(needle)
        if needle not in self._letter_cache:
            # Cached, since every search begins with a single letter.
            self._letter_cache[needle] = self._count_letter(needle)
        return self._letter_cache[needle]

    def _count_matches(self, needle: bytes) -> "SlotCounts":
        count, starts, ends = self._scanned.count, self._starts, self._ends
        slots: list[int] = []
        for slot in self.slots(needle):
            slots.append(slot)
            if len(slots) >= SAMPLE_MATCHES and slot < DENSE_RATIO * len(slots):
                next_slot = slot + 1
                rest = list(map(count, repeat(needle), starts[next_slot:], ends[next_slot:]))
                break
        else:
            next_slot, rest = 0, []
        counts = [count(needle, starts[slot], ends[slot]) for slot in slots]
        return [*slots, *compress(range(next_slot, len(starts)), rest)], [*counts, *filter(None, rest)]

    def _count_letter(self, letter: bytes) -> "SlotCounts":
        counts = array("I", _letter_counts(self._scanned, letter, self._starts, self._ends))
        return array("I", compress(range(len(counts)), counts)), array("I", filter(None, counts))


SlotCounts = tuple[Sequence[int], Sequence[int]]
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
# live texts of a pack that is largely dead become loose again, which moves a few megabytes at most.

PACK_BYTES = 4_000_000
"""Bytes of a pack: stringzilla scans it in 0.2 ms, during which no other thread runs."""

MAX_LOOSE_TEXTS, MAX_LOOSE_BYTES = 250, 1_000_000
"""Maximum number and bytes of loose texts when a search begins: each change packs them again."""

DEAD_SHARE = 0.4
"""Share of dead bytes in a pack from which its live texts are moved."""

FEW_NOTES_RATIO = 4
"""Factor by which the notes must be fewer than all to be counted one by one; else one scan of all is faster."""

NO_NOTE = 0
"""Placeholder for a note whose text is dead: SQLite counts from 1."""

_SLOT_BITS = 32


class _Pack:
    """A buffer of texts with their notes."""

    __slots__ = ("buffer", "deleted_bytes", "notes")

    def __init__(self, texts: dict[int, bytes]) -> None:
        self.buffer = TextBuffer(list(texts.values()))
        self.notes = array("Q", texts)
        self.deleted_bytes = 0


class PackedTexts:
    """Folded texts of notes in packed buffers. Belongs to one thread."""

    def __init__(self) -> None:
        self._packs: dict[int, _Pack] = {}
        self._locations: dict[int, int] = {}
        """By note: the numbers of its pack and its index there, combined into one."""
        self._loose: dict[int, bytes] = {}
        self._loose_size = 0
        self._loose_pack: _Pack | None = None
        self._last = 0
        self.size = 0
        """Bytes used, including dead ones."""

    def __len__(self) -> int:
        return len(self._locations) + len(self._loose)

    def __contains__(self, note: int) -> bool:
        return note in self._locations or note in self._loose

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
            self._loose_pack = None
        location = self._locations.pop(note, None)
        if location is not None:
            number, slot = location >> _SLOT_BITS, location & (1 << _SLOT_BITS) - 1
            pack = self._packs[number]
            pack.notes[slot] = NO_NOTE
            pack.deleted_bytes += pack.buffer.length(slot) + 1
            if pack.deleted_bytes > DEAD_SHARE * pack.buffer.size:
                self._unpack(number)

    def text(self, note: int) -> bytes:
        """Return the folded text of a stored note."""
        if note in self._loose:
            return self._loose[note]
        pack, slot = self._location(note)
        return pack.buffer.text(slot)

    def first(self, note: int, needle: bytes) -> int:
        """Return the byte offset of *needle* in the folded text of a stored note; -1 if there is none."""
        if note in self._loose:
            return self._loose[note].find(needle)
        pack, slot = self._location(note)
        return pack.buffer.first(slot, needle)

    def counts(self, needle: bytes, among: Collection[int] | None = None) -> dict[int, int]:
        """Return the number of occurrences of *needle* by note, for notes that contain it; with *among* only those.

        The result may contain notes that are not in *among*.
        """
        if among is not None and len(needle) > 1 and len(among) * FEW_NOTES_RATIO < len(self):
            return self._count_each(needle, among)
        found: dict[int, int] = {}
        for pack in self._scanned():
            slots, counts = pack.buffer.counts(needle)
            found.update(zip(map(pack.notes.__getitem__, slots), counts, strict=True))
        found.pop(NO_NOTE, None)
        return found

    def notes_containing(self, needle: bytes, among: Collection[int] | None = None) -> set[int]:
        """Return the notes that contain *needle*; with *among* only those."""
        if among is not None and len(among) * FEW_NOTES_RATIO < len(self):
            return self._search_each(needle, among)
        found: set[int] = set()
        for pack in self._scanned():
            found.update(map(pack.notes.__getitem__, pack.buffer.slots(needle)))
        found.discard(NO_NOTE)
        return found if among is None else found.intersection(among)

    def count_in_sample(self, needle: bytes) -> int:
        """Return how many notes of the first pack contain *needle*: an estimate of its rarity, in 0.4 ms."""
        first = next(iter(self._packs.values()), None)
        return 0 if first is None else sum(1 for _ in first.buffer.slots(needle))

    def matching(self, pattern: BytePattern, among: Collection[int] | None = None) -> set[int]:
        """Return the notes with non-ASCII text that *pattern* matches; with *among* only those."""
        if among is not None and len(among) * FEW_NOTES_RATIO < len(self):
            texts = ((note, self.text(note)) for note in among if note in self)
            return {note for note, text in texts if not text.isascii() and pattern.search(text) is not None}
        found: set[int] = set()
        for pack in self._scanned():
            found.update(map(pack.notes.__getitem__, pack.buffer.matching(pattern)))
        found.discard(NO_NOTE)
        return found if among is None else found.intersection(among)

    def _count_each(self, needle: bytes, among: Collection[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        locations, packs, mask = self._locations, self._packs, (1 << _SLOT_BITS) - 1
        for note in among:
            location = locations.get(note)
            if location is not None:
                count = packs[location >> _SLOT_BITS].buffer.count(location & mask, needle)
            else:
                count = self._loose.get(note, b"").count(needle)
            if count:
                found[note] = count
        return found

    def _search_each(self, needle: bytes, among: Collection[int]) -> set[int]:
        found: set[int] = set()
        locations, packs, mask = self._locations, self._packs, (1 << _SLOT_BITS) - 1
        for note in among:
            location = locations.get(note)
            if location is not None:
                if packs[location >> _SLOT_BITS].buffer.first(location & mask, needle) >= 0:
                    found.add(note)
            elif needle in self._loose.get(note, b""):
                found.add(note)
        return found

    def _location(self, note: int) -> tuple[_Pack, int]:
        location = self._locations[note]
        return self._packs[location >> _SLOT_BITS], location & (1 << _SLOT_BITS) - 1

    def _scanned(self) -> Iterator[_Pack]:
        if len(self._loose) > MAX_LOOSE_TEXTS or self._loose_size > MAX_LOOSE_BYTES:
            self._pack_texts()
        yield from self._packs.values()
        if self._loose:
            if self._loose_pack is None:
                self._loose_pack = _Pack(self._loose)
            yield self._loose_pack

    def _add_unpacked(self, note: int, text: bytes) -> None:
        self._loose[note] = text
        self._loose_size += len(text)
        self.size += len(text)
        self._loose_pack = None

    def _pack_texts(self) -> None:
        """Pack the loose texts."""
        self._last += 1
        pack = self._packs[self._last] = _Pack(self._loose)
        self._locations.update((note, self._last << _SLOT_BITS | slot) for slot, note in enumerate(self._loose))
        self.size += pack.buffer.size - self._loose_size
        self._loose, self._loose_size, self._loose_pack = {}, 0, None

    def _unpack(self, number: int) -> None:
        """Make the live texts of a pack loose and free it."""
        pack = self._packs.pop(number)
        self.size -= pack.buffer.size
        for slot, note in enumerate(pack.notes):
            if note != NO_NOTE:
                del self._locations[note]
                self._add_unpacked(note, pack.buffer.text(slot))
        if self._loose_size >= PACK_BYTES:
            self._pack_texts()
