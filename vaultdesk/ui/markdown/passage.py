"""Passage: where in a plan a heading, a block id or quoted words stand. Pure; the view scrolls there."""

from collections.abc import Iterator
from itertools import accumulate

from vaultdesk.index.search.snippet import displayed_heading
from vaultdesk.ui.markdown.plan import Block, Plan, embedded

LONGEST_SEARCH = 96
"""Letters of quoted words that must agree; a model or a snippet may have changed what comes later."""

SHORTEST_SEARCH = 12
"""Letters below which a find would be by chance."""


def find_place(plan: Plan, subpath: str) -> int | None:
    """The number of the piece that `Heading`, `Heading#Sub` or `^id` names, or None."""
    if subpath.startswith("^"):
        return next(
            (
                number
                for number, piece in enumerate(plan)
                if isinstance(piece, Block) and piece.anchor == subpath[1:] and not embedded(piece)
            ),
            None,
        )
    found: int | None = None
    for part in (part for part in subpath.split("#") if part.strip()):
        found = _heading(plan, part, 0 if found is None else found + 1)
        if found is None:
            return _heading(plan, subpath, 0)  # Perhaps a heading with that sign in it.
    return found


def _heading(plan: Plan, written: str, start: int) -> int | None:
    """The first heading from number *start* on that is called *written*, with Markdown's signs or without."""
    names = {letters(written), letters(displayed_heading(written))}
    return next((n for n in range(start, len(plan)) if _is_heading(plan, n) and letters(plan[n].text) in names), None)


def find_passage(plan: Plan, words: str, after: int = 0) -> range | None:
    """The pieces from number *after* on that hold *words*, by their letters alone; None where they are not there.

    Words of the note itself come before the same words in what it embeds.
    """
    own = _Letters(["" if embedded(piece) else letters(piece.text) for piece in plan])
    whole = _Letters([letters(piece.text) for piece in plan])
    for part in _parts(letters(words)):
        for text in (own, whole):
            found = text.find(part, after)
            if found is not None:
                return found
    return None


class _Letters:
    """The letters of pieces behind one another."""

    def __init__(self, parts: list[str]) -> None:
        self._starts = list(accumulate(map(len, parts[:-1]), initial=0)) if parts else []
        self._text = "".join(parts)

    def find(self, part: str, after: int) -> range | None:
        """The pieces that hold *part*: from number *after* on, else before it."""
        starts = self._starts
        first = starts[after] if after < len(starts) else 0
        begin = self._text.find(part, first)
        begin = self._text.find(part) if begin < 0 and first else begin
        if begin < 0:
            return None
        return range(_piece_at(starts, begin), _piece_at(starts, begin + len(part) - 1) + 1)


def _parts(wanted: str) -> Iterator[str]:
    """What to look for, longest first: all of it, then ever shorter parts from ever later places."""
    if wanted:
        yield wanted
    size = LONGEST_SEARCH
    while size >= SHORTEST_SEARCH:
        for start in range(0, min(len(wanted) - size, 3 * LONGEST_SEARCH) + 1, size // 2):
            yield wanted[start : start + size]
        size //= 2


def section(plan: Plan, number: int) -> range:
    """The pieces under the heading *number*, without those of deeper headings."""
    end = number + 1
    while end < len(plan) and not _is_heading(plan, end):
        end += 1
    return range(number, max(number + 1, min(end, number + 4)))


def letters(text: str) -> str:
    """*text* as it is compared: letters and digits, case folded."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _is_heading(plan: Plan, number: int) -> bool:
    piece = plan[number]
    return isinstance(piece, Block) and piece.kind[0] == "h" and not embedded(piece)


def _piece_at(starts: list[int], offset: int) -> int:
    low, high = 0, len(starts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if starts[middle] <= offset:
            low = middle
        else:
            high = middle - 1
    return low
