"""TextBlock: the folded text of many notes in memory by the notes' numbers, in pieces that are scanned one at a time.

A changed note's text is laid among a few loose ones and its old one left lying unseen, so that nothing is rebuilt; the
living texts of a piece that is largely dead are laid loose again, which moves a few megabytes at most.
"""

from array import array
from collections.abc import Collection, Iterator

from vaultdesk.index.accents import BytePattern
from vaultdesk.index.text_run import BETWEEN, TextRun

PIECE = 4_000_000
"""Bytes of a piece: stringzilla scans it in 0.2 ms, during which no other thread runs."""

LOOSE, LOOSE_BYTES = 250, 1_000_000
"""Texts, and bytes of them, that may be loose when something is looked for: each change lays them together anew."""

DEAD_SHARE = 0.4
"""Of a piece's bytes, dead, before its living ones are moved."""

FEW = 4
"""So many times fewer than all must notes be to be counted one by one; else one scan of all is quicker."""

GONE = 0
"""The number of no note, in place of one whose text is dead: SQLite counts from 1."""

_SLOT_BITS = 32


class _Piece:
    """A run of texts, and whose they are."""

    __slots__ = ("dead", "notes", "run")

    def __init__(self, texts: dict[int, bytes]) -> None:
        self.run = TextRun(list(texts.values()))
        self.notes = array("Q", texts)
        self.dead = 0


class TextBlock:
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
        self._lay_loose(note, text.replace(BETWEEN, b" ") if BETWEEN in text else text)
        if self._loose_size >= PIECE:
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
            piece.notes[slot] = GONE
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
        if among is not None and len(needle) > 1 and len(among) * FEW < len(self):
            return self._each_counted(needle, among)
        found: dict[int, int] = {}
        for piece in self._scanned():
            slots, counts = piece.run.counts(needle)
            found.update(zip(map(piece.notes.__getitem__, slots), counts, strict=True))
        found.pop(GONE, None)
        return found

    def holders(self, needle: bytes, among: Collection[int] | None = None) -> set[int]:
        """Return the notes that have *needle*; of those *among*, where they are given."""
        if among is not None and len(among) * FEW < len(self):
            return self._each_tried(needle, among)
        found: set[int] = set()
        for piece in self._scanned():
            found.update(map(piece.notes.__getitem__, piece.run.slots(needle)))
        found.discard(GONE)
        return found if among is None else found.intersection(among)

    def sampled(self, needle: bytes) -> int:
        """Return how many notes of the first piece have *needle*: a guess, in 0.4 ms, at how rare it is."""
        first = next(iter(self._pieces.values()), None)
        return 0 if first is None else sum(1 for _ in first.run.slots(needle))

    def matching(self, pattern: BytePattern, among: Collection[int] | None = None) -> set[int]:
        """Return the notes with text beyond ASCII in which *pattern* finds something; of those *among*, if given."""
        if among is not None and len(among) * FEW < len(self):
            texts = ((note, self.text(note)) for note in among if note in self)
            return {note for note, text in texts if not text.isascii() and pattern.search(text) is not None}
        found: set[int] = set()
        for piece in self._scanned():
            found.update(map(piece.notes.__getitem__, piece.run.matching(pattern)))
        found.discard(GONE)
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
        if len(self._loose) > LOOSE or self._loose_size > LOOSE_BYTES:
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
            if note != GONE:
                del self._places[note]
                self._lay_loose(note, piece.run.text(slot))
        if self._loose_size >= PIECE:
            self._settle()
