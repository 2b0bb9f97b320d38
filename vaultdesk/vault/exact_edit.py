"""ExactEdit: words of a note replaced where they stand exactly once, and what to say where they do not. Pure text."""

import re
from collections.abc import Sequence

from vaultdesk.vault.note_path import visible

MOST_LISTED = 30
"""Headings, ids or lines a refusal lists."""

LIKE = 1 / 3
"""Share of words that a line must have in common with what was looked for to be shown as the nearest."""

_WORD = re.compile(r"\w+")


class EditRefused(Exception):
    """Why an edit cannot be made, in a sentence; nothing was changed."""

    def __init__(self, message: str, choices: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.choices = tuple(choices[:MOST_LISTED])
        """What could have been named instead."""


def replaced_once(text: str, old: str, new: str) -> str:
    """Return *text* with *new* for *old*. Raises `EditRefused` where *old* does not stand there exactly once."""
    old, new = old.replace("\r\n", "\n"), new.replace("\r\n", "\n")
    if not old:
        raise EditRefused("The old text is empty; give the words that are to be replaced.")
    first = text.find(old)
    if first < 0:
        raise EditRefused(f"The old text is not in the note.{_nearest(text, old)}")
    second = text.find(old, first + 1)
    if second >= 0:
        lines = listed([text.count("\n", 0, place) + 1 for place in (first, *_following(text, old, second))])
        count = max(text.count(old), 2)
        raise EditRefused(f"The old text is there {count} times, in lines {lines}. Give more of what is around it.")
    return f"{text[:first]}{new}{text[first + len(old) :]}"


def listed(lines: Sequence[int]) -> str:
    """Return line numbers for a sentence; not more than are read."""
    return ", ".join(str(line) for line in lines[:MOST_LISTED]) + (" …" if len(lines) > MOST_LISTED else "")


def _following(text: str, words: str, place: int) -> list[int]:
    """Return where *words* stand from *place* on, at most one more place than is listed."""
    places: list[int] = []
    while place >= 0 and len(places) < MOST_LISTED:
        places.append(place)
        place = text.find(words, place + len(words))
    return places


def _nearest(text: str, old: str) -> str:
    """Return a sentence about the line most like the first one of *old*; empty where none is like it."""
    if " ".join(old.split()) in " ".join(text.split()):
        return " It is there with other blanks or line ends; copy it exactly."
    wanted = set(_WORD.findall(next((line for line in old.split("\n") if line.strip()), "").casefold()))
    best, nearest, number = 0.0, "", 0
    for place, line in enumerate(text.split("\n"), 1):
        words = set(_WORD.findall(line.casefold()))
        likeness = len(words & wanted) / len(words | wanted) if words and wanted else 0.0
        if likeness > best:
            best, nearest, number = likeness, line, place
    return f" The nearest is line {number}: “{visible(nearest.strip())}”." if best >= LIKE else ""
