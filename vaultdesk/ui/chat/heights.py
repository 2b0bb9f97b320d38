"""Heights: how high each exchange of a conversation is, as measured at some width or guessed by its words.

A conversation of thousands of messages has widgets for a few: where the others would stand is reckoned from this.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from vaultdesk.ui.chat.exchange import Exchange

BARE: Final = 110
"""Pixels of LOOK's drawings of an exchange without its words: card, sources, foot."""

PER_LINE: Final = 1.3
"""Lines of an answer for each line its words would fill: paragraphs, lists and tables have ends."""

ROUGH: Final = 0.15
"""Share by which guesses may be wrong before all are reckoned anew."""

ENOUGH: Final = 2
"""Exchanges that must be measured before the guesses are corrected by them."""

MOST: Final = 14_000_000
"""Pixels of all exchanges together: Qt's widgets end at 16,777,215."""


class Heights:
    """A number for each exchange, oldest first; *gap* pixels stand between them."""

    def __init__(self, gap: int) -> None:
        self._gap = gap
        self._exchanges: list[Exchange] = []
        self._characters: dict[Exchange, int] = {}
        self._measured: dict[Exchange, tuple[float, int]] = {}
        """How high an exchange was when it was last seen, and what a character took then."""
        self._heights: list[int] = []
        self._bare, self._per_character = 1, 1.0
        self._factor = 1.0

    def reset(self, exchanges: list[Exchange]) -> None:
        """Reckon with these exchanges; what is known of them from before is known still."""
        if exchanges is not self._exchanges:
            self._characters.clear()
            self._measured.clear()
            self._factor = 1.0
        self._exchanges = exchanges
        self._reckon()

    def set_width(self, width: int, bare: int, line: int, character: float) -> bool:
        """Reckon for this *width*, with the font's heights and widths in pixels; False where that is nothing new."""
        per_character = PER_LINE * line * character / max(1, width)
        if (bare, per_character) == (self._bare, self._per_character):
            return False
        self._bare, self._per_character = bare, per_character
        self._reckon()
        return True

    def measure(self, place: int, height: int) -> None:
        """Take over how high the exchange at *place* is now."""
        heights = self._all()
        if 0 <= place < len(heights):
            heights[place] = height
            self._measured[self._exchanges[place]] = (self._per_character, height)

    def correct(self) -> bool:
        """Reckon the guesses anew where what was measured shows that they are wrong; False where they are not."""
        now = self._per_character
        seen = [one for one in self._exchanges if one in self._measured and self._measured[one][0] == now]
        if len(seen) < ENOUGH:
            return False
        guessed = sum(self._bare + self._characters_of(one) * self._per_character for one in seen)
        factor = sum(self._measured[one][1] for one in seen) / max(1.0, guessed)
        if abs(factor / self._factor - 1) < ROUGH:
            return False
        self._factor = factor
        self._reckon()
        return True

    def between(self, first: int, end: int) -> int:
        """Return what the exchanges from *first* up to before *end* take, gaps between them included."""
        taken = self._all()[first:end]
        return min(MOST, sum(taken) + self._gap * (len(taken) - 1)) if taken else 0

    def top(self, place: int) -> int:
        """Return where the exchange at *place* begins."""
        return self.between(0, place) + self._gap if place else 0

    def at(self, y: int) -> int:
        """Return the place of the exchange that *y* is in, or of the one nearest."""
        tops = list(accumulate((height + self._gap for height in self._all()[:-1]), initial=0))
        return max(0, bisect_right(tops, y) - 1)

    def _all(self) -> list[int]:
        if len(self._heights) > len(self._exchanges):
            del self._heights[len(self._exchanges) :]
        self._heights.extend(self._guess(one) for one in self._exchanges[len(self._heights) :])
        return self._heights

    def _reckon(self) -> None:
        self._heights = []  # Filled when it is first asked for.

    def _guess(self, exchange: Exchange) -> int:
        measured = self._measured.get(exchange)
        if measured is not None:
            then, height = measured
            now = self._per_character
            return height if then == now else max(self._bare, round(height * now / then))
        guessed = self._factor * (self._bare + self._characters_of(exchange) * self._per_character)
        return min(round(guessed), MOST // max(1, len(self._exchanges)))

    def _characters_of(self, exchange: Exchange) -> int:
        known = self._characters.get(exchange)
        if known is None:
            known = self._characters[exchange] = _characters_of(exchange)
        return known


def _characters_of(exchange: Exchange) -> int:
    """Return how long question and answer are together, about: nothing is folded for it."""
    if exchange.kept:
        return sum(len(one.text) for one in exchange.kept if one.role in ("user", "assistant"))
    return len(exchange.question) + len(exchange.text)
