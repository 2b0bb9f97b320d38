"""StreamingDocument: Markdown that grows. Renders only what may still change: the last block, or its last list item.

What is closed is never touched again (QT 2.3, b2). Whatever the portions the text came in, the end is the same as when
it had been rendered at once. Code and tables grow by their last line; everything else that stays open is short.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.parser import parse
from vaultdesk.ui.markdown.planner import Planner

EAGER_TAIL = 2_000
"""Characters of an open block up to which every feed is shown at once."""

HELD_SHARE = 48
"""A larger open block is read again once it grew by this share of itself: one endless paragraph stays affordable."""


@dataclass(frozen=True)
class _Close:
    """How much of the tail can be closed: this many characters; and the number of the list item that follows."""

    characters: int
    number: int | None


class StreamingDocument:
    """Feeds text into a `RenderedDocument`. Call `finish()` once at the end; `text` is all that was fed."""

    def __init__(self, document: RenderedDocument, *, comments: bool = False) -> None:
        """With *comments* Obsidian's `%%` hides text; what a model says is always shown."""
        self.document = document
        self._comments = comments
        self._tail = ""
        self._begin()

    @property
    def text(self) -> str:
        """Everything fed so far."""
        return "".join(self._closed) + self._tail

    def feed(self, text: str) -> None:
        """Add *text* and show it. A large open block may show it with one of the next feeds."""
        self._tail += text.replace("\r", "")
        grown = len(self._tail) - self._shown
        if len(self._tail) > EAGER_TAIL and grown < len(self._tail) // HELD_SHARE:
            return
        self._render()

    def finish(self) -> None:
        """Show everything, with colours in code that was never closed and links whose address came late."""
        environment = copy.deepcopy(self._environment)
        tokens = parse(self._tail, comments=self._comments, environment=environment)
        if environment.get("references") and self._closed:
            text = self.text
            self._begin()
            self._tail = text
            tokens = self._read(text)
        self._show(tokens, open_end=False)
        self._shown = len(self._tail)

    def show(self, text: str) -> None:
        """Show *text* instead of everything fed before, as finished."""
        self._begin()
        self._tail = text.replace("\r", "")
        self.finish()

    def _begin(self) -> None:
        self._environment: dict[str, object] = {}
        self._closed: list[str] = []
        self._tail = ""
        self._kept = 0
        self._boxes = 0
        self._shown = 0
        self._number: int | None = None

    def _render(self) -> None:
        tokens = self._read(self._tail)
        closing = _closable(tokens, self._tail, self._number)
        if closing is not None:
            self._close(closing)
            tokens = self._read(self._tail)
        self._show(tokens, open_end=True)
        self._shown = len(self._tail)

    def _read(self, text: str) -> list[Token]:
        # A copy, because half a definition would be remembered and the whole one then be ignored as its double.
        return parse(text, comments=self._comments, environment=copy.deepcopy(self._environment))

    def _close(self, closing: _Close) -> None:
        """Render for good what cannot change any more, and go on behind it."""
        done, self._tail = self._tail[: closing.characters], self._tail[closing.characters :]
        self._show(parse(done, comments=self._comments, environment=self._environment), open_end=False)
        shown = self.document.pieces[self._kept :]
        self._boxes = max([self._boxes, *(box.number + 1 for piece in shown for box in piece.place.boxes)])
        self._kept += len(shown)
        self._closed.append(done)
        self._number = closing.number

    def _show(self, tokens: Sequence[Token], *, open_end: bool) -> None:
        planner = Planner(first_number=self._number, first_box=self._boxes, open_end=open_end, late_ids=self._comments)
        self.document.show_plan(planner.plan(tokens), self._kept)


def _closable(tokens: Sequence[Token], text: str, number: int | None) -> _Close | None:
    """The longest part of *text* that no further text can change.

    A block is over when another one began after it, and that beginning is certain once the line after it is complete,
    too: a table is known by its second line, and a sign at the end of the text may still become emphasis.
    """
    complete = text.count("\n")
    found: tuple[int, int | None] | None = None
    level = 0
    following: int | None = None
    for token in tokens:
        level -= token.nesting < 0
        if token.map is not None and token.nesting >= 0 and token.map[0] + 1 < complete:
            line = token.map[0]
            if level == 0:
                following = int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None
                following = number if following is not None and line == 0 and number is not None else following
                found = (line, following)
            elif level == 1 and token.type == "list_item_open":
                found = (line, following)
                following = following + 1 if following is not None else None
        level += token.nesting > 0
    if found is None or found[0] == 0:
        return None
    return _Close(_line_start(text, found[0]), found[1])


def _line_start(text: str, line: int) -> int:
    position = 0
    for _ in range(line):
        position = text.index("\n", position) + 1
    return position
