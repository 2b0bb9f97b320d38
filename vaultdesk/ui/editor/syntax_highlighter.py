"""Syntax highlighter of the editor: spans of a line of Markdown with their text formats, applied to the visible
lines only."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QFont, QTextBlock, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.text_fields import utf16_length
from vaultdesk.vault.markdown.markdown_scanner import TAG_CHARACTER


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
    for sign, pattern, kinds in _PATTERNS:
        if sign not in line:
            continue
        signs = len(sign)
        for found in pattern.finditer(line, start):
            begin, end = found.span()
            for kind in kinds:
                yield StyledSpan(begin + signs, end - signs, kind)
            yield StyledSpan(begin, begin + signs, "mark")
            yield StyledSpan(end - signs, end, "mark")


# A line is parsed with the state at the end of the previous one (code block, comment), so that no other line is needed.
# Every pattern is bounded, to limit the cost of hostile text.

MAX_LINE_LENGTH = 2_000
"""Maximum number of characters of one line that are parsed."""

PLAIN, HEAD, COMMENT, MATH = 0, 1, 2, 3
FENCE = 16
"""State at the end of a line. A fence is `FENCE`, with bit 0 for tildes and its length from bit 5 on."""

_FENCE = re.compile(r"[ \t>]{0,60}(?:[-*+][ \t]{1,8}|\d{1,9}[.)][ \t]{1,8})?(`{3,60}|~{3,60})([^`]*)$")
_FENCE_END = re.compile(r"[ \t>]{0,60}(`{3,}|~{3,})[ \t]*$")
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


@dataclass(frozen=True, slots=True)
class LineSpans:
    """Spans of a line, and the state at its end."""

    spans: tuple[StyledSpan, ...]
    state: int


def line_spans(text: str, state: int, *, first: bool = False) -> LineSpans:
    """Return the spans of the line *text* after *state*; *first* if a frontmatter may start here."""
    line = text[:MAX_LINE_LENGTH]
    if state == HEAD or (first and line.rstrip() == "---"):
        return _head(line, first=first)
    if state >= FENCE:
        found = _FENCE_END.match(line)
        ends = found is not None and (found[1][0] == "~") == bool(state & 1) and len(found[1]) >= state >> 5
        return LineSpans((StyledSpan(0, len(line), "fence" if ends else "codeblock"),), PLAIN if ends else state)
    if state in (COMMENT, MATH):
        return _inside(line, state)
    fence = _FENCE.match(line) if "```" in line or "~~~" in line else None
    if fence is not None:
        marks = fence[1]
        opened = FENCE | (marks[0] == "~") | len(marks) << 5
        language = StyledSpan(fence.start(2), len(line), "language")
        return LineSpans((StyledSpan(fence.start(1), fence.start(2), "fence"), language), opened)
    if line.strip() == "$$":
        return LineSpans((StyledSpan(0, len(line), "math"),), MATH)
    return _paragraph(line)


def _head(line: str, *, first: bool) -> LineSpans:
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


def _inside(line: str, state: int) -> LineSpans:
    """Parse a line inside a comment or formula block."""
    sign, kind = ("%%", "comment") if state == COMMENT else ("$$", "math")
    end = line.find(sign)
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
        keep = found.span("words") if kind == "link" else (end, end)
        masked[begin : keep[0]] = "\0" * (keep[0] - begin)
        masked[keep[1] : end] = "\0" * (end - keep[1])
    rest = "".join(masked)
    spans += emphasis_spans(rest, start)
    if "|" in rest and rest.lstrip("> \t").startswith("|"):
        spans += (StyledSpan(place, place + 1, "mark") for place, sign in enumerate(rest) if sign == "|")
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
        inner, place = found["inner"], found.start("inner")
        written, bar, _ = inner.replace("\\|", " |").partition("|")
        target = written.partition("#")[0].strip()
        spans = [
            StyledSpan(begin, place, "mark"),
            StyledSpan(place, end - 2, "link", target),
            StyledSpan(end - 2, end, "mark"),
        ]
        if bar:
            spans.append(StyledSpan(place, place + len(written) + 1, "mark"))
        return tuple(spans)
    if kind == "link":
        words, where = found.span("words"), found["where"].strip().strip("<>")
        outside = bool(_SCHEME.match(where))
        target = "" if outside else unquote(where.partition("#")[0].partition(' "')[0]).strip()
        return (
            StyledSpan(begin, words[0], "mark"),
            StyledSpan(*words, "link", target),
            StyledSpan(words[1], end, "address", target),
        )
    return (StyledSpan(begin, end, kind),)


def open_after(text: str, state: int, *, first: bool = False) -> int:
    """Return only the state after the line *text*, as in `line_spans`."""
    if state == PLAIN and not first and not any(sign in text for sign in ("```", "~~~", "%%", "$$")):
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
    formats = {kind: _coloured(role) for kind, role in _ROLES.items()}
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


def _coloured(role: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(theme().color(role))
    return made


def _enlarge(made: QTextCharFormat, font: QFont) -> None:
    """Give *made* the size and weight of *font*, and keep the other properties."""
    if font.pixelSize() > 0:
        made.setProperty(QTextCharFormat.Property.FontPixelSize, font.pixelSize())
    else:
        made.setFontPointSize(font.pointSizeF())
    made.setFontWeight(font.weight())


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

Known = Callable[[str], bool]
"""Returns whether a link to this name can be resolved, as far as known."""


class WordMarker(Protocol):
    """Marks words of a line on top of its highlighting, such as a spell checker."""

    def touched(self) -> None:
        """Handle a text change; the changed lines are highlighted next."""

    def ranges(self, block: QTextBlock, spans: Sequence[StyledSpan]) -> Sequence[QTextLayout.FormatRange]:
        """Return the marks for the line *block* with the given *spans*."""


class SyntaxHighlighter(QObject):
    """Highlights the text of one editor; works in the background while the window is idle."""

    def __init__(self, editor: QPlainTextEdit, known: Known = lambda _: True) -> None:
        super().__init__(editor)
        self._editor = editor
        self._known = known
        self._word_marker: WordMarker | None = None
        self._generation = 1
        self._next_line = 0
        """Number of lines from the top for which the state at their end is known."""
        self._settled = 0
        """The same before the last changes: if the changed lines end in the same state, it is still valid up to
        here.
        """
        self._lines = 1
        self._quiet = False
        self._formats = span_formats()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._go_on)
        editor.document().contentsChange.connect(self._changed)
        editor.verticalScrollBar().valueChanged.connect(self.colour_visible)
        theme().changed.connect(self.update_formats)

    def set_known(self, known: Known) -> None:
        """Use *known* to check links from now on."""
        self._known = known
        self.refresh()

    def set_word_marker(self, words: WordMarker | None) -> None:
        """Use *words* to mark words from now on; None for no marks."""
        self._word_marker = words
        self.refresh()

    def spans_of(self, block: QTextBlock) -> tuple[StyledSpan, ...]:
        """Return the spans of a line."""
        return self._read(block).spans

    def colour_line(self, block: QTextBlock) -> None:
        """Highlight a line again because its marks changed."""
        if block.isValid():
            self._colour(block)

    def update_formats(self) -> None:
        """Apply the theme's colours."""
        self._formats = span_formats()
        self.refresh()

    def refresh(self) -> None:
        """Highlight the visible lines again: link targets or formats changed."""
        self._generation = self._generation % 0x1FFFF + 1
        self.colour_visible()

    @contextmanager
    def replacing_text(self) -> Iterator[None]:
        """Context in which the whole text is replaced; it is highlighted afterwards."""
        self._quiet = True
        yield
        self._quiet = False
        self._next_line = self._settled = 0
        self._lines = self._editor.blockCount()
        self._go_on()

    @contextmanager
    def appending_text(self) -> Iterator[None]:
        """Context in which lines are appended; states of the lines above stay valid."""
        self._quiet = True
        yield
        self._quiet = False
        # The former last line has changed.
        last = self._lines - 1
        self._editor.document().findBlockByNumber(last).setUserState(-1)
        self._next_line = self._settled = min(self._next_line, last)
        self._lines = self._editor.blockCount()
        self._soon.start()

    def colour_visible(self) -> None:
        """Highlight the visible lines that are not yet highlighted."""
        block = self._editor.firstVisibleBlock()
        for _ in range(LINES_AROUND):
            block = block.previous() if block.previous().isValid() else block
        room, after = float(self._editor.viewport().height()), 0
        top = self._editor.firstVisibleBlock().blockNumber()
        number = block.blockNumber()
        while block.isValid() and after < LINES_AROUND:
            if self._numbers(block) >> _GENERATION != self._generation:
                self._colour(block)
            if number >= top and room > 0:
                room -= self._editor.blockBoundingRect(block).height()
            after += room <= 0
            number += 1
            block = block.next()

    def _changed(self, place: int, _removed: int, added: int) -> None:
        if self._quiet:
            return
        if self._word_marker is not None:
            self._word_marker.touched()
        block = self._editor.document().findBlock(place)
        lines = self._editor.blockCount()
        same = lines == self._lines
        self._settled = max(self._next_line, self._settled) + lines - self._lines
        self._lines = lines
        first, end, stop = block.blockNumber(), place + added, False
        for _ in range(MAX_LINES_PER_EDIT):
            before = self._numbers(block)
            after = self._colour(block)
            stop = block.position() + block.length() > end and bool(before & _KNOWN) and before & _STATE == after
            block = block.next()
            if stop or not block.isValid():
                break
        if first <= self._next_line:
            self._next_line = self._settled if stop else block.blockNumber() if block.isValid() else lines
        if not (stop and same):
            self._soon.start()

    def _go_on(self) -> None:
        """Determine states further down, then highlight the visible lines."""
        until = time.perf_counter() + TIME_SLICE
        block = self._editor.document().findBlockByNumber(self._next_line)
        state, steps = self._before(block), 0
        while block.isValid() and (steps % 64 or time.perf_counter() < until):
            numbers = self._numbers(block)
            after = open_after(block.text(), state, first=not self._next_line and self._begins_head(block))
            if numbers & _KNOWN and numbers & _STATE == after and self._next_line < self._settled:
                self._next_line = self._settled
                block = self._editor.document().findBlockByNumber(self._next_line)
                state = self._before(block)
                continue
            # Highlighting done before this was known may be outdated.
            coloured = 0 if numbers & _STATE != after else numbers >> _GENERATION
            block.setUserState(coloured << _GENERATION | _KNOWN | after)
            state = after
            self._next_line += 1
            steps += 1
            block = block.next()
        self.colour_visible()
        if block.isValid():
            self._soon.start()

    def _colour(self, block: QTextBlock) -> int:
        """Highlight one line; return the state at its end."""
        text, layout = block.text(), block.layout()
        found = self._read(block)
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

    def _read(self, block: QTextBlock) -> LineSpans:
        return line_spans(block.text(), self._before(block), first=self._begins_head(block))

    def _range(self, span: StyledSpan, text: str) -> QTextLayout.FormatRange:
        start, end = span.start, span.end
        if not text.isascii():
            start, end = utf16_length(text[:start]), utf16_length(text[:end])
        made = QTextLayout.FormatRange()
        made.start, made.length = start, end - start
        lost = span.kind == "link" and span.target and not self._known(span.target)
        made.format = self._formats[UNRESOLVED if lost else span.kind]
        return made

    def _before(self, block: QTextBlock) -> int:
        """Return the state before *block*, as far as known."""
        return self._numbers(block.previous()) & _STATE if block.previous().isValid() else PLAIN

    def _begins_head(self, block: QTextBlock) -> bool:
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
    def _numbers(block: QTextBlock) -> int:
        return max(0, block.userState())
