"""Word diff: two texts as one row of words, each the same, taken out or put in. Draws nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.diff.line_diff import differences

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")

Kind = Literal["same", "removed", "added"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words that stand together and share their fate."""

    kind: Kind
    text: str


def word_diff(old: str, new: str) -> list[Stretch]:
    """Return how *old* becomes *new*; what is put in stands after what it takes the place of."""
    return list(_joined(_stretches(_WORDS.findall(old), _WORDS.findall(new))))


def _stretches(old: list[str], new: list[str]) -> Iterator[Stretch]:
    place = 0
    for span in differences(old, new):
        yield Stretch("same", "".join(old[place : span.old_start]))
        yield Stretch("removed", "".join(old[span.old_start : span.old_end]))
        yield Stretch("added", "".join(new[span.new_start : span.new_end]))
        place = span.old_end
    yield Stretch("same", "".join(old[place:]))


def _joined(stretches: Iterator[Stretch]) -> Iterator[Stretch]:
    """Leave out what is empty, and a lone space between two changes: words that change one by one are hard to read."""
    kept = [stretch for stretch in stretches if stretch.text]
    removed = added = ""
    for place, stretch in enumerate(kept):
        if stretch.kind == "removed":
            removed += stretch.text
        elif stretch.kind == "added":
            added += stretch.text
        elif (removed or added) and place + 1 < len(kept) and stretch.text.strip() == "" and "\n" not in stretch.text:
            removed, added = removed + stretch.text, added + stretch.text
        else:
            yield from _changed(removed, added)
            removed = added = ""
            yield stretch
    yield from _changed(removed, added)


def _changed(removed: str, added: str) -> Iterator[Stretch]:
    if removed:
        yield Stretch("removed", removed)
    if added:
        yield Stretch("added", added)
