"""Syntax highlighter of the editor: spans of a line of Markdown with their text formats, applied to the visible
lines only."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QFont, QTextBlock, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.text_fields import utf16_length
from vaultdesk.vault.markdown.markdown_scanner import TAG_CHARACTER
from vaultdesk.vault.markdown.sections import closes_fence, opening_fence


class StyledSpan(NamedTuple):
    """Span from `start` to `end`, in characters. If two overlap, the later one takes precedence."""

    start: int
    end: int
    kind: str
    """Key in the highlighter's table of formats."""
    target: str = ""
    """Note that a link names, without heading or block; empty for external links and links within the note."""

    def moved(self, by: int) -> "StyledSpan":
        """Return the span shifted by *by* characters."""
        return StyledSpan(self.start + by, self.end + by, self.kind, self.target)


_INNER = r"(?=[^\s])(.{1,400}?)(?<=[^\s])"
# Bounded, because each unclosed opening marker looks ahead that far.

_PATTERNS = (
    ("***", re.compile(rf"\*\*\*{_INNER}\*\*\*"), ("bold", "italic")),
    ("**", re.compile(rf"(?<!\*)\*\*(?!\*){_INNER}\*\*"), ("bold",)),
    ("__", re.compile(rf"(?<!\w)__{_INNER}__(?!\w)"), ("bold",)),
    ("*", re.compile(r"(?<!\*)\*(?![*\s])((?:[^*]|\*\*){1,400}?)(?<![\s*])\*(?!\*)"), ("italic",)),
    ("_", re.compile(r"(?<!\w)_(?![_\s])([^_]{1,400}?)(?<!\s)_(?!\w)"), ("italic",)),
    ("~~", re.compile(rf"~~{_INNER}~~"), ("strike",)),
    ("==", re.compile(rf"(?<!=)==(?!=){_INNER}==(?!=)"), ("highlight",)),
)


def emphasis_spans(line: str, start: int) -> Iterator[StyledSpan]:
    """Yield the emphasized spans in *line* from *start* on, and their markers."""
    for marker, pattern, kinds in _PATTERNS:
        if marker not in line:
            continue
        marker_length = len(marker)
        for found in pattern.finditer(line, start):
            begin, end = found.span()
            for kind in kinds:
                yield StyledSpan(begin + marker_length, end - marker_length, kind)
            yield StyledSpan(begin, begin + marker_length, "mark")
            yield StyledSpan(end - marker_length, end, "mark")


# A line is parsed with the state at the end of the previous one (code block, comment), so that no other line is needed.
# Every pattern is bounded, to limit the cost of hostile text.

MAX_LINE_LENGTH = 2_000
"""Maximum number of characters of one line that are parsed."""

PLAIN, HEAD, COMMENT, MATH = 0, 1, 2, 3
FENCE = 16
"""State at the end of a line. A fence is `FENCE`, with bit 0 for tildes and its length from bit 5 on."""

_SPECIAL = re.compile(r"[\\`\[\]*_~=#$%^<:|]")
_HEADING = re.compile(r"(#{1,6})[ \t]+")
_QUOTE = re.compile(r"[ \t]{0,60}(?:>[ \t]?){1,60}")
_CALLOUT = re.compile(r"\[![\w-]{1,40}\][+-]?")
_ITEM = re.compile(r"[ \t]{0,200}(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(\[.\](?=[ \t]|$))?|$)")
_RULE = re.compile(r"[ \t]{0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_KEY = re.compile(r"[^\s:#\-][^:]{0,100}:(?=\s|$)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,30}:|//")
_ATOMS = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>(?P<ticks>`{1,20})(?!`).{1,600}?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<comment>%%.{0,600}?%%|<!--.{0,600}?-->)"
    r"|(?P<open>%%.*$)"
    r"|(?P<wikilink>!?\[\[(?P<inner>(?:[^\[\]]|\[[^\[\]]{0,200}\]){1,400})\]\])"
    r"|(?P<footnote>\[\^[^\]\s]{1,60}\]:?|\^\[[^\]]{1,300}\])"
    r"|(?P<link>(?P<lead>!?\[)(?P<words>[^\[\]]{0,300})\]\((?P<where>[^()]{0,600})\))"
    r"|(?P<math>\$\$[^$]{1,600}\$\$|\$(?![\s$])[^$]{0,600}?(?<!\s)\$(?!\d))"
    r"|(?P<url><?https?://[^\s<>\"'`|\\^{}\[\]]{1,600}>?)"
    rf"|(?P<tag>(?<!\S)#(?!\d+(?!{TAG_CHARACTER})){TAG_CHARACTER}{{1,200}})"
    r"|(?P<block>(?:(?<=\s)|^)\^[A-Za-z0-9\-]{1,80}[ \t]*$)"
)


class LineSpans(Struct, frozen=True):
    """Spans of a line, and the state at its end."""

    spans: tuple[StyledSpan, ...]
    state: int


def line_spans(text: str, state: int, *, first: bool = False) -> LineSpans:
    """Return the spans of the line *text*, and the state at its end.

    *state* is the state at the end of the previous line; *first* is true if frontmatter may start here.
    """
    line = text[:MAX_LINE_LENGTH]
    if state == HEAD or (first and line.rstrip() == "---"):
        return _frontmatter_line(line, first=first)
    if state >= FENCE:
        ends = closes_fence(line, ("~" if state & 1 else "`") * (state >> 5))
        return LineSpans((StyledSpan(0, len(line), "fence" if ends else "codeblock"),), PLAIN if ends else state)
    if state in (COMMENT, MATH):
        return _in_block(line, state)
    fence = opening_fence(line)
    if fence is not None:
        marks = fence["marks"]
        opened = FENCE | (marks[0] == "~") | len(marks) << 5
        language = StyledSpan(fence.end(), len(line), "language")
        return LineSpans((StyledSpan(fence.start("marks"), fence.end(), "fence"), language), opened)
    if line.strip() == "$$":
        return LineSpans((StyledSpan(0, len(line), "math"),), MATH)
    return _paragraph(line)


def _frontmatter_line(line: str, *, first: bool) -> LineSpans:
    bare = line.rstrip()
    if bare == "---":
        return LineSpans((StyledSpan(0, len(line), "mark"),), HEAD if first else PLAIN)
    key = _KEY.match(line)
    spans = (
        (StyledSpan(0, key.end(), "key"), StyledSpan(key.end(), len(line), "value"))
        if key
        else (StyledSpan(0, len(line), "value"),)
    )
    return LineSpans(spans, HEAD)


def _in_block(line: str, state: int) -> LineSpans:
    """Parse a line inside a comment or formula block."""
    marker, kind = ("%%", "comment") if state == COMMENT else ("$$", "math")
    end = line.find(marker)
    if end < 0:
        return LineSpans((StyledSpan(0, len(line), kind),), state)
    rest = _paragraph(line[end + 2 :])
    moved = tuple(span.moved(end + 2) for span in rest.spans)
    return LineSpans((StyledSpan(0, end + 2, kind), *moved), rest.state)


def _paragraph(line: str) -> LineSpans:
    """Parse a line outside of blocks: its prefix, then its content."""
    spans: list[StyledSpan] = []
    start = 0
    if found := _QUOTE.match(line):
        spans.append(StyledSpan(0, found.end(), "mark"))
        start = found.end()
        if callout := _CALLOUT.match(line, start):
            spans.append(StyledSpan(start, len(line), "callout"))
            start = callout.end()
        elif start < len(line):
            spans.append(StyledSpan(start, len(line), "quote"))
    if _RULE.match(line, start):
        return LineSpans((*spans, StyledSpan(start, len(line), "mark")), PLAIN)
    if found := _HEADING.match(line, start):
        spans += (StyledSpan(start, len(line), f"h{len(found[1])}"), StyledSpan(start, found.end(), "mark"))
        start = found.end()
    elif found := _ITEM.match(line, start):
        spans.append(StyledSpan(start, found.end(), "item"))
        if found[1] and found[1][1] in "xX":
            spans.append(StyledSpan(found.end() + 1, len(line), "done"))
        start = found.end()
    elif "|" in line and "-" in line and _TABLE_RULE.match(line, start):
        return LineSpans((*spans, StyledSpan(start, len(line), "mark")), PLAIN)
    if not _SPECIAL.search(line, start):
        return LineSpans(tuple(spans), PLAIN)
    return _inline(line, start, spans)


def _inline(line: str, start: int, spans: list[StyledSpan]) -> LineSpans:
    """Parse the content of a line: links, code and similar first; the rest may be bold or struck through."""
    state, masked = PLAIN, list(line)
    for found in _ATOMS.finditer(line, start):
        kind = str(found.lastgroup)
        # The last group that matched may be nested in another.
        kind = {"ticks": "code", "inner": "wikilink", "lead": "link", "words": "link", "where": "link"}.get(kind, kind)
        begin, end = found.span()
        if kind == "open":
            state = COMMENT
            spans.append(StyledSpan(begin, end, "comment"))
        else:
            spans += _atom(kind, found)
        text_span = found.span("words") if kind == "link" else (end, end)
        masked[begin : text_span[0]] = "\0" * (text_span[0] - begin)
        masked[text_span[1] : end] = "\0" * (end - text_span[1])
    masked_text = "".join(masked)
    spans += emphasis_spans(masked_text, start)
    if "|" in masked_text and masked_text.lstrip("> \t").startswith("|"):
        spans += (
            StyledSpan(index, index + 1, "mark") for index, character in enumerate(masked_text) if character == "|"
        )
    return LineSpans(tuple(spans), state)


def _atom(kind: str, found: re.Match[str]) -> tuple[StyledSpan, ...]:
    begin, end = found.span()
    if kind == "escape":
        return (StyledSpan(begin, begin + 1, "mark"),)
    if kind == "code":
        ticks = len(found["ticks"])
        return (
            StyledSpan(begin, begin + ticks, "codemark"),
            StyledSpan(begin + ticks, end - ticks, "code"),
            StyledSpan(end - ticks, end, "codemark"),
        )
    if kind == "wikilink":
        inner, inner_start = found["inner"], found.start("inner")
        linked, bar, _ = inner.replace("\\|", " |").partition("|")
        target = linked.partition("#")[0].strip()
        spans = [
            StyledSpan(begin, inner_start, "mark"),
            StyledSpan(inner_start, end - 2, "link", target),
            StyledSpan(end - 2, end, "mark"),
        ]
        if bar:
            spans.append(StyledSpan(inner_start, inner_start + len(linked) + 1, "mark"))
        return tuple(spans)
    if kind == "link":
        label_span, address = found.span("words"), found["where"].strip().strip("<>")
        is_external = bool(_SCHEME.match(address))
        target = "" if is_external else unquote(address.partition("#")[0].partition(' "')[0]).strip()
        return (
            StyledSpan(begin, label_span[0], "mark"),
            StyledSpan(*label_span, "link", target),
            StyledSpan(label_span[1], end, "address", target),
        )
    return (StyledSpan(begin, end, kind),)


def state_after(text: str, state: int, *, first: bool = False) -> int:
    """Return only the state after the line *text*, as in `line_spans`."""
    if state == PLAIN and not first and not any(marker in text for marker in ("```", "~~~", "%%", "$$")):
        return PLAIN
    if state >= FENCE and "```" not in text and "~~~" not in text:
        return state
    return line_spans(text, state, first=first).state


UNRESOLVED = "unresolved"
"""Kind of a link whose note does not exist yet."""

_ROLES = {
    "mark": "muted", "item": "muted", "value": "text2", "key": "muted", "comment": "muted", "block": "muted",
    "address": "muted", "fence": "muted", "codemark": "muted", "language": "code_word", "math": "code_word",
    "code": "text", "codeblock": "text2", "link": "accent", "url": "accent", "tag": "accent", "footnote": "accent",
    "callout": "accent", "quote": "text2", "done": "muted", "strike": "muted", UNRESOLVED: "muted",
}  # fmt: skip
_HEADINGS: dict[str, FontName] = {"h1": "h1", "h2": "h2", "h3": "h3"}
_FIXED = ("code", "codemark", "codeblock", "fence", "language", "math")
_STRUCK_THROUGH = ("done", "strike")


def span_formats() -> dict[str, QTextCharFormat]:
    """Return the format of every kind in the current theme."""
    formats = {kind: _colored(role) for kind, role in _ROLES.items()}
    formats |= {kind: QTextCharFormat() for kind in ("bold", "italic", "highlight", "h1", "h2", "h3", "h4", "h5", "h6")}
    for kind, name in _HEADINGS.items():
        _enlarge(formats[kind], theme().font(name))
    for kind in ("bold", "callout", "h4", "h5", "h6"):
        formats[kind].setFontWeight(QFont.Weight.DemiBold)
    for kind in ("italic", "comment"):
        formats[kind].setFontItalic(True)
    formats["highlight"].setBackground(theme().color("mark"))
    for kind in _STRUCK_THROUGH:
        formats[kind].setFontStrikeOut(True)
    fixed = theme().font("note_fixed")
    for kind in _FIXED:
        formats[kind].setFontFamilies(fixed.families())
        formats[kind].setFontFixedPitch(True)
    for kind in ("code", "codemark"):
        formats[kind].setBackground(theme().color("sunken"))
    formats[UNRESOLVED].setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
    formats[UNRESOLVED].setUnderlineColor(theme().color("outline"))
    return formats


def _colored(role: str) -> QTextCharFormat:
    char_format = QTextCharFormat()
    char_format.setForeground(theme().color(role))
    return char_format


def _enlarge(char_format: QTextCharFormat, font: QFont) -> None:
    """Give *char_format* the size and weight of *font*, and keep the other properties."""
    if font.pixelSize() > 0:
        char_format.setProperty(QTextCharFormat.Property.FontPixelSize, font.pixelSize())
    else:
        char_format.setFontPointSize(font.pointSizeF())
    char_format.setFontWeight(font.weight())


# Qt's own highlighter processes every line of a note when it opens, which takes seconds at five megabytes
# (vaultdesk/ui/editor/README.md, "Plain text field").

TIME_SLICE = 0.006
"""Seconds of work before control returns to the event loop."""

LINES_AROUND = 8
"""Lines above and below the visible area that are highlighted too, so that scrolling by a step shows no change."""

MAX_LINES_PER_EDIT = 200
"""Maximum number of changed lines highlighted before the key press is drawn: a pasted page, not a pasted book."""

MAX_FRONTMATTER_LINES = 400
"""Maximum number of lines searched for the end of a frontmatter."""

_STATE, _KNOWN, _GENERATION = 0xFFF, 0x1000, 13
"""Layout of a block's user state: state at its end, whether that is known, and the format generation of its
highlighting.
"""

LinkExists = Callable[[str], bool]
"""Predicate on link targets; True if unknown."""


class WordMarker(Protocol):
    """Marks words of a line on top of its highlighting, such as a spell checker."""

    def text_changed(self) -> None:
        """Handle a text change; the changed lines are highlighted next."""

    def ranges(self, block: QTextBlock, spans: Sequence[StyledSpan]) -> Sequence[QTextLayout.FormatRange]:
        """Return the marks for the line *block* with the given *spans*."""


class SyntaxHighlighter(QObject):
    """Highlights the text of one editor; works in the background while the window is idle."""

    def __init__(self, editor: QPlainTextEdit, known: LinkExists = lambda _: True) -> None:
        super().__init__(editor)
        self._editor = editor
        self._known = known
        self._word_marker: WordMarker | None = None
        self._generation = 1
        self._next_line = 0
        """Number of lines from the top for which the state at their end is known."""
        self._settled_line = 0
        """The same before the last changes: if the changed lines end in the same state, it is still valid up to
        here.
        """
        self._line_count = 1
        self._ignore_changes = False
        self._formats = span_formats()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._continue)
        editor.document().contentsChange.connect(self._changed)
        editor.verticalScrollBar().valueChanged.connect(self.color_visible)
        theme().changed.connect(self.update_formats)

    def set_known(self, known: LinkExists) -> None:
        """Use *known* to check links from now on."""
        self._known = known
        self.refresh()

    def set_word_marker(self, marker: WordMarker | None) -> None:
        """Use *marker* to mark words from now on; None for no marks."""
        self._word_marker = marker
        self.refresh()

    def spans_of(self, block: QTextBlock) -> tuple[StyledSpan, ...]:
        return self._line_spans(block).spans

    def color_line(self, block: QTextBlock) -> None:
        """Highlight a line again because its marks changed."""
        if block.isValid():
            self._color(block)

    def update_formats(self) -> None:
        """Apply the theme's colors."""
        self._formats = span_formats()
        self.refresh()

    def refresh(self) -> None:
        """Highlight the visible lines again: link targets or formats changed."""
        self._generation = self._generation % 0x1FFFF + 1
        self.color_visible()

    @contextmanager
    def replacing_text(self) -> Iterator[None]:
        """Context in which the whole text is replaced; it is highlighted afterwards."""
        self._ignore_changes = True
        yield
        self._ignore_changes = False
        self._next_line = self._settled_line = 0
        self._line_count = self._editor.blockCount()
        self._continue()

    @contextmanager
    def appending_text(self) -> Iterator[None]:
        """Context in which lines are appended; states of the lines above stay valid."""
        self._ignore_changes = True
        yield
        self._ignore_changes = False
        # The former last line has changed.
        last = self._line_count - 1
        self._editor.document().findBlockByNumber(last).setUserState(-1)
        self._next_line = self._settled_line = min(self._next_line, last)
        self._line_count = self._editor.blockCount()
        self._timer.start()

    def color_visible(self) -> None:
        """Highlight the visible lines that are not yet highlighted."""
        block = self._editor.firstVisibleBlock()
        for _ in range(LINES_AROUND):
            block = block.previous() if block.previous().isValid() else block
        remaining_height, lines_below = float(self._editor.viewport().height()), 0
        top = self._editor.firstVisibleBlock().blockNumber()
        number = block.blockNumber()
        while block.isValid() and lines_below < LINES_AROUND:
            if self._user_state(block) >> _GENERATION != self._generation:
                self._color(block)
            if number >= top and remaining_height > 0:
                remaining_height -= self._editor.blockBoundingRect(block).height()
            lines_below += remaining_height <= 0
            number += 1
            block = block.next()

    def _changed(self, position: int, _removed: int, added: int) -> None:
        if self._ignore_changes:
            return
        if self._word_marker is not None:
            self._word_marker.text_changed()
        block = self._editor.document().findBlock(position)
        lines = self._editor.blockCount()
        same_line_count = lines == self._line_count
        self._settled_line = max(self._next_line, self._settled_line) + lines - self._line_count
        self._line_count = lines
        first, end, stop = block.blockNumber(), position + added, False
        for _ in range(MAX_LINES_PER_EDIT):
            before = self._user_state(block)
            after = self._color(block)
            stop = block.position() + block.length() > end and bool(before & _KNOWN) and before & _STATE == after
            block = block.next()
            if stop or not block.isValid():
                break
        if first <= self._next_line:
            self._next_line = self._settled_line if stop else block.blockNumber() if block.isValid() else lines
        if not (stop and same_line_count):
            self._timer.start()

    def _continue(self) -> None:
        """Determine states further down, then highlight the visible lines."""
        deadline = time.perf_counter() + TIME_SLICE
        block = self._editor.document().findBlockByNumber(self._next_line)
        state, steps = self._state_before(block), 0
        while block.isValid() and (steps % 64 or time.perf_counter() < deadline):
            numbers = self._user_state(block)
            after = state_after(block.text(), state, first=not self._next_line and self._begins_frontmatter(block))
            if numbers & _KNOWN and numbers & _STATE == after and self._next_line < self._settled_line:
                self._next_line = self._settled_line
                block = self._editor.document().findBlockByNumber(self._next_line)
                state = self._state_before(block)
                continue
            # Highlighting done before this was known may be outdated.
            colored = 0 if numbers & _STATE != after else numbers >> _GENERATION
            block.setUserState(colored << _GENERATION | _KNOWN | after)
            state = after
            self._next_line += 1
            steps += 1
            block = block.next()
        self.color_visible()
        if block.isValid():
            self._timer.start()

    def _color(self, block: QTextBlock) -> int:
        """Highlight one line; return the state at its end."""
        text, layout = block.text(), block.layout()
        found = self._line_spans(block)
        known = _KNOWN if block.blockNumber() <= self._next_line else 0
        # A word being composed has formats of its own until the composition ends.
        if not layout.preeditAreaText():
            ranges = [self._range(span, text) for span in found.spans if span.end > span.start]
            if self._word_marker is not None:
                ranges += self._word_marker.ranges(block, found.spans)
            if ranges or layout.formats():
                layout.setFormats(ranges)
                self._editor.document().markContentsDirty(block.position(), block.length())
        block.setUserState(self._generation << _GENERATION | known | found.state)
        return found.state

    def _line_spans(self, block: QTextBlock) -> LineSpans:
        return line_spans(block.text(), self._state_before(block), first=self._begins_frontmatter(block))

    def _range(self, span: StyledSpan, text: str) -> QTextLayout.FormatRange:
        start, end = span.start, span.end
        if not text.isascii():
            start, end = utf16_length(text[:start]), utf16_length(text[:end])
        format_range = QTextLayout.FormatRange()
        format_range.start, format_range.length = start, end - start
        is_unresolved = span.kind == "link" and span.target and not self._known(span.target)
        format_range.format = self._formats[UNRESOLVED if is_unresolved else span.kind]
        return format_range

    def _state_before(self, block: QTextBlock) -> int:
        """Return the state before *block*, as far as known."""
        return self._user_state(block.previous()) & _STATE if block.previous().isValid() else PLAIN

    def _begins_frontmatter(self, block: QTextBlock) -> bool:
        """Return whether a frontmatter begins here: in the first line, and with an end."""
        if block.blockNumber() or block.text().rstrip() != "---":
            return False
        for _ in range(MAX_FRONTMATTER_LINES):
            block = block.next()
            if not block.isValid():
                return False
            if block.text().rstrip() == "---":
                return True
        return False

    @staticmethod
    def _user_state(block: QTextBlock) -> int:
        return max(0, block.userState())
