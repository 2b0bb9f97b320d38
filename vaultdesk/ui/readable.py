"""Readable: Markdown as plain words on one line, with the places that were found in it. Draws nothing."""

from collections.abc import Sequence

from vaultdesk.index.kept_text import CLOSE, OPEN
from vaultdesk.index.passage import Passage, passage


def readable(text: str, marks: Sequence[tuple[int, int]] = ()) -> Passage:
    """Return *text* without Markdown's signs, and where its *marks* (in order, not overlapping) stand then."""
    # The two characters that mark places for `passage` must come from here alone.
    text = text.replace(OPEN, " ").replace(CLOSE, " ")
    pieces: list[str] = []
    place = 0
    for start, end in marks:
        if place <= start < end <= len(text):
            pieces += [text[place:start], OPEN, text[start:end], CLOSE]
            place = end
    return passage("".join([*pieces, text[place:]]))
