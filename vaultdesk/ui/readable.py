"""Readable: Markdown as plain words on one line, with the places that were found in it. Draws nothing."""

from collections.abc import Sequence

from vaultdesk.index.search.snippet import Snippet, make_snippet
from vaultdesk.index.store.index_entry import MARK_CLOSE, MARK_OPEN


def readable(text: str, marks: Sequence[tuple[int, int]] = ()) -> Snippet:
    """Return *text* without Markdown's signs, and where its *marks* (in order, not overlapping) stand then."""
    # The two characters that mark places for `make_snippet` must come from here alone.
    text = text.replace(MARK_OPEN, " ").replace(MARK_CLOSE, " ")
    pieces: list[str] = []
    place = 0
    for start, end in marks:
        if place <= start < end <= len(text):
            pieces += [text[place:start], MARK_OPEN, text[start:end], MARK_CLOSE]
            place = end
    return make_snippet("".join([*pieces, text[place:]]))
