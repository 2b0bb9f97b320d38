"""Comments: the `%% remarks %%` in a note's text (OBSIDIAN E.4), found and taken out. Decides not whether to.

Where two readings of a note differ over what is a comment, as with a `%%` inside an address, both are taken: what one
reader hides may be private, and a reading that is off by one mark would show what the person hid.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.vault.frontmatter import read_frontmatter
from vaultdesk.vault.markdown import _Scanner

MARK = "%% kept back %%"
"""What stands in place of a comment. A comment itself: taken out again, it stays what it is."""

_SIGN = "%%"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment with its marks; `start` and `end` count in the note's whole text."""

    start: int
    end: int


def comments_in(text: str, body_start: int | None = None) -> tuple[Comment, ...]:
    """Return the comments of the note *text* in their order, not overlapping: none in properties, none in code.

    *body_start* is where the text after the properties begins, where it is known. One that stands at a line's start
    and never ends reaches to the end of the text, as in Obsidian.
    """
    if _SIGN not in text:
        return ()
    start = read_frontmatter(text).body_start if body_start is None else body_start
    found = [*_CommentScanner(text, start).comments(), *_PlainScanner(text, start).comments()]
    return tuple(_joined(sorted(found, key=lambda comment: comment.start)))


def without_comments(text: str) -> str:
    """Return the note *text* with a mark in place of each comment, on as many lines as before."""
    return cut_out(text, comments_in(text))


def cut_out(text: str, comments: Sequence[Comment]) -> str:
    """Return *text* with a mark in place of each of *comments*, on as many lines as before."""
    pieces, place = list[str](), 0
    for comment in comments:
        inner = text[comment.start : comment.end]
        # Lines keep their numbers: sources and headings are told by them.
        mark = MARK + "\n" * inner.count("\n") if inner.strip("%").strip() else inner
        pieces += [text[place : comment.start], mark]
        place = comment.end
    return "".join([*pieces, text[place:]])


class _CommentScanner(_Scanner):
    """The house's own reading of Markdown, which also tells where the comments were."""

    takers = _Scanner.takers | {"%": lambda scanner, place, end: scanner._comment(place, end)}

    def __init__(self, text: str, start: int) -> None:
        super().__init__(text, start)
        self._found: list[Comment] = []

    def comments(self) -> list[Comment]:
        self.run()
        return self._found

    def _comment(self, place: int, end: int) -> int:
        after = super()._comment(place, end)
        if after > place + len(_SIGN):
            self._found.append(Comment(place + self._offset, after + self._offset))
        return after


def _passed(scanner: _Scanner, place: int, end: int) -> int:
    """Take no notice of the sign at *place*."""
    return end


class _PlainScanner(_CommentScanner):
    """A reading that knows code and comments only: no link, address, formula or HTML hides a mark from it."""

    takers = _CommentScanner.takers | dict.fromkeys("[]$<:", _passed)


def _joined(comments: Sequence[Comment]) -> list[Comment]:
    joined: list[Comment] = []
    for comment in comments:
        if joined and comment.start < joined[-1].end:
            joined[-1] = Comment(joined[-1].start, max(joined[-1].end, comment.end))
        else:
            joined.append(comment)
    return joined
