"""Converts markdown-it tokens to a render plan with highlighted code and embedded plans; pure, so that it may run in
any thread."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from urllib.parse import unquote

from markdown_it.token import Token
from msgspec import Struct
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType
from pygments.util import ClassNotFound

from vaultdesk.core.values import replace
from vaultdesk.ui.rendering.formula import is_drawable
from vaultdesk.ui.rendering.markdown_parser import is_note_address, parse, parse_inline
from vaultdesk.ui.rendering.render_plan import (
    Align,
    BlockKind,
    Box,
    CodeBlock,
    Nesting,
    RenderElement,
    RenderPlan,
    Row,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    note_href,
    runs_of,
)

MAX_HIGHLIGHTED_LENGTH = 20_000
"""Maximum number of characters of a highlighted block; some lexers need far more than linear time on malicious
input.
"""

MAX_LINE_LENGTH = 1_000
"""Maximum number of characters of a displayed line. A longer one is broken, because the layout of a line takes
quadratic time (vaultdesk/ui/rendering/README.md, "Long lines").
"""

_TOKEN_STYLES: tuple[tuple[_TokenType, TextStyle], ...] = (
    (Comment, TextStyle.COMMENT),
    (Keyword, TextStyle.KEYWORD),
    (Name.Builtin, TextStyle.KEYWORD),
    (Name.Tag, TextStyle.KEYWORD),
    (Number, TextStyle.NUMBER),
    (String, TextStyle.STRING),
)

Line = tuple[TextRun, ...]


def plain_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of *text* without colors, long lines broken."""
    return tuple(line for line_text in text.split("\n") for line in _broken_lines(((line_text, TextStyle.PLAIN),)))


def highlighted_lines(text: str, language: str) -> tuple[Line, ...]:
    """Return the lines of *text* highlighted as *language*; plain if that is unknown or the block is too long."""
    lexer = _lexer(language.lower()) if language and len(text) <= MAX_HIGHLIGHTED_LENGTH else None
    if lexer is None:
        return plain_lines(text)
    lines: list[list[tuple[str, TextStyle]]] = [[]]
    for kind, token_text in lexer.get_tokens(text):
        style = _style(kind)
        first, *rest = token_text.split("\n")
        lines[-1].append((first, style))
        lines.extend([(part, style)] for part in rest)
    line_count = text.count("\n") + 1
    return tuple(line for parts in lines[:line_count] for line in _broken_lines(tuple(parts)))


def preload_highlighting() -> None:
    """Load what the first highlighted block needs, so that the first answer is not delayed
    (vaultdesk/ui/rendering/README.md, "Streaming").
    """
    highlighted_lines("pass\n", "python")


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer | None:
    try:
        lexer: Lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    return lexer


def _style(kind: _TokenType) -> TextStyle:
    return next((style for family, style in _TOKEN_STYLES if _belongs(kind, family)), TextStyle.PLAIN)


def _belongs(kind: _TokenType, family: _TokenType) -> bool:
    return kind[: len(family)] == family


def _broken_lines(parts: tuple[tuple[str, TextStyle], ...]) -> list[Line]:
    lines: list[list[TextRun]] = [[]]
    remaining = MAX_LINE_LENGTH
    for part, style in parts:
        text = part
        while len(text) > remaining:
            lines[-1].append(TextRun(text[:remaining], style))
            text, remaining = text[remaining:], MAX_LINE_LENGTH
            lines.append([])
        if text:
            lines[-1].append(TextRun(text, style))
            remaining -= len(text)
    return [tuple(line) for line in lines]


LINE_BREAK = "\u2028"
"""A line break inside one block of a QTextDocument."""

IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg")
"""Suffixes of files shown as images."""

_SAFE = str.maketrans({"\u2029": LINE_BREAK, "\r": "", "\x00": "\ufffd", "\ufdd0": "\ufffd", "\ufdd1": "\ufffd"})
"""Characters that Qt interprets as block ends and frame borders."""

_SAFE[0xFFFC] = "\ufffd"

_OPENING = {
    "strong_open": TextStyle.STRONG,
    "em_open": TextStyle.EMPHASIS,
    "s_open": TextStyle.STRIKE,
    "mark_open": TextStyle.MARK,
}
_CLOSING = {
    "strong_close": TextStyle.STRONG,
    "em_close": TextStyle.EMPHASIS,
    "s_close": TextStyle.STRIKE,
    "mark_close": TextStyle.MARK,
}

_HTML_STYLES = {
    **dict.fromkeys(("b", "strong"), TextStyle.STRONG),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), TextStyle.EMPHASIS),
    **dict.fromkeys(("s", "strike", "del"), TextStyle.STRIKE),
    **dict.fromkeys(("code", "kbd", "samp"), TextStyle.CODE),
    "mark": TextStyle.MARK,
}
"""The style of text between tags; other tags have no effect."""


def safe_text(text: str) -> str:
    """Return *text* without the characters that have a special meaning in QTextDocument."""
    return text.translate(_SAFE)


def inline_runs(children: Iterable[Token], base: TextStyle = TextStyle.PLAIN) -> tuple[TextRun, ...]:
    """Convert *children* to runs; adjacent ones of the same style are merged."""
    writer = _RunWriter(base)
    for token in children:
        writer.add(token)
    return _without_trailing_breaks(writer.runs)


def _without_trailing_breaks(runs: list[TextRun]) -> tuple[TextRun, ...]:
    """Return *runs* without trailing line breaks, which preceded hidden text such as a comment."""
    while runs and runs[-1].text.endswith(LINE_BREAK) and not (runs[-1].image or runs[-1].math):
        last = runs.pop()
        if text := last.text.rstrip(f" {LINE_BREAK}"):
            runs.append(replace(last, text=text))
    return tuple(runs)


def is_picture(target: str) -> bool:
    """Whether *target* names a file that may be shown as an image."""
    return target.lower().endswith(IMAGE_SUFFIXES)


class _RunWriter:
    def __init__(self, base: TextStyle) -> None:
        self.runs: list[TextRun] = []
        self._base = base
        self._styles: list[TextStyle] = []
        self._href = ""

    def add(self, token: Token) -> None:
        kind = token.type
        if kind == "text" or kind == "text_special":
            self._add(token.content)
        elif kind in _OPENING:
            self._styles.append(_OPENING[kind])
        elif kind in _CLOSING:
            self._styles.remove(_CLOSING[kind])
        elif kind in ("html_open", "html_close"):
            self._html(_HTML_STYLES.get(token.info, TextStyle.PLAIN), opens=kind == "html_open")
        elif kind in ("softbreak", "hardbreak"):
            self._add(LINE_BREAK)
        elif kind == "math_inline":
            self._math(token.content)
        elif kind == "code_inline":
            self._add(token.content, TextStyle.CODE)
        elif kind == "link_open":
            self._href = _href(str(token.attrs.get("href", "")))
        elif kind == "link_close":
            self._href = ""
        elif kind == "tag":
            self._add(token.content, TextStyle.TAG)
        elif kind in ("footnote_mark", "inline_footnote"):
            self._add(token.content, TextStyle.SUPERSCRIPT)
        elif kind == "wikilink":
            self._wikilink(token)
        elif kind == "image":
            self._image(str(token.attrs.get("src", "")), token.content)
        else:
            self._add(token.content)

    def _add(self, text: str, extra: TextStyle = TextStyle.PLAIN) -> None:
        if not self.runs:
            text = text.lstrip(f" {LINE_BREAK}")  # There may be a hidden tag or comment before it.
        if not text:
            return
        style = self._style(extra)
        last = self.runs[-1] if self.runs else None
        joins = last is not None and last.style == style and last.href == self._href
        if last is not None and joins and not (last.image or last.math or last.embed):
            self.runs[-1] = TextRun(last.text + safe_text(text), style, self._href)
        else:
            self.runs.append(TextRun(safe_text(text), style, self._href))

    def _style(self, extra: TextStyle) -> TextStyle:
        if not self._styles and not self._href and extra is TextStyle.PLAIN:
            return self._base  # Nearly all text; combining flags takes longer than everything else here.
        style = self._base | extra | (TextStyle.LINK if self._href else TextStyle.PLAIN)
        for style_of_tag in self._styles:
            style |= style_of_tag
        return style

    def _html(self, style: TextStyle, *, opens: bool) -> None:
        if opens:
            self._styles.append(style)
        elif style in self._styles:  # The closed tag may never have been opened.
            self._styles.remove(style)

    def _math(self, source: str) -> None:
        fence = "$$" if source.startswith("$$") else "$"
        latex = source.removeprefix(fence).removesuffix(fence)
        if self._href or not is_drawable(latex):
            self._add(source, TextStyle.CODE)
        else:
            style = self._base | TextStyle.CODE
            self.runs.append(TextRun(safe_text(source), style, math=safe_text(latex), display=fence == "$$"))

    def _wikilink(self, token: Token) -> None:
        target, label = token.content, str(token.meta["words"])
        if token.meta["embed"] and is_picture(target.partition("#")[0]):
            self._add_picture(target.partition("#")[0], label)
            return
        self._add_link(label or _link_text(target), note_href(target), embed=bool(token.meta["embed"]))

    def _image(self, source: str, text: str) -> None:
        if not is_note_address(source):
            # An external image is never loaded, because that would reveal that the note is read.
            alt_text, _, size = text.rpartition("|")
            self._add_link((alt_text if _SIZE.fullmatch(size.strip()) else text) or source, source)
        elif is_picture(source):
            self._add_picture(unquote(source), text)
        else:
            self._add_link(text or _link_text(unquote(source)), _href(source), embed=True)

    def _add_picture(self, target: str, text: str) -> None:
        alt_text, _, size = text.rpartition("|")
        found = _SIZE.fullmatch(size.strip())
        width = int(found[1]) if found is not None else 0
        label = alt_text if width else text
        self.runs.append(
            TextRun(safe_text(label or target), TextStyle.LINK, note_href(target), image=target, width=width)
        )

    def _add_link(self, text: str, href: str, *, embed: bool = False) -> None:
        outer_href, self._href = self._href, href
        if embed and text:
            style = self._style(TextStyle.PLAIN)
            self.runs.append(TextRun(safe_text(text), style, href, embed=True))
        else:
            self._add(text)
        self._href = outer_href


_SIZE = re.compile(r"([0-9]{1,4})(?:x[0-9]{1,4})?", re.ASCII)
"""The size of an image, after the bar or in place of its text: `200`, `200x100`."""


def _link_text(target: str) -> str:
    """Return the text of a link to *target* that has no text."""
    return target.removeprefix("#").replace("#^", " › ^").replace("#", " › ")


def _href(address: str) -> str:
    return note_href(unquote(address).removesuffix(".md")) if is_note_address(address) else address


MAX_TABLE_CELLS = 600
"""Maximum number of cells of one QTextTable; a longer table continues in the next one, because a table is laid out as a
whole.
"""

COLUMN_LIMIT = 40
"""Maximum number of columns shown as a table; a wider one is shown as lines of text."""

DONE_TASK_STYLE = TextStyle.STRIKE | TextStyle.MUTED
DONE_MARKERS = ("[x]", "[X]", "[-]")
"""Check boxes of completed tasks. Other characters have another meaning, such as half done."""


def plan_of(text: str, *, comments: bool = True) -> RenderPlan:
    """Parse *text* and return its plan."""
    return Planner(late_ids=comments).plan(parse(text, comments=comments))


class _List(Struct):
    ordered: bool
    number: int
    delimiter: str


class Planner:
    """Converts tokens to a plan. `first_number` and `first_box` continue the numbers of a part planned before.

    With `late_ids` a block id on a separate line applies to the block before it, which a stream may have closed
    already.
    """

    def __init__(
        self, *, first_number: int | None = None, first_box: int = 0, open_end: bool = False, late_ids: bool = False
    ) -> None:
        self._first_number = first_number
        self._box = first_box
        self._open_end = open_end
        self._late_ids = late_ids
        self._boxes: list[Box] = []
        self._lists: list[_List] = []
        self._marker = ""
        self._elements: list[RenderElement] = []
        self._kind: BlockKind = "paragraph"
        self._footnote = ""
        """The label of a footnote to be written before its first block."""
        self._in_footnote = False
        self._inline_notes: list[tuple[str, Sequence[Token]]] = []
        self._labels: set[str] = set()

    def plan(self, tokens: Sequence[Token]) -> RenderPlan:
        """Plan *tokens*, which contain complete blocks."""
        self._labels |= {token.info for token in tokens if token.type == "footnote_open"}
        for token in tokens:
            if token.children:
                self._number_notes(token.children)
        index = 0
        while index < len(tokens):
            if self._footnote and tokens[index].type not in ("paragraph_open", "inline"):
                self._add_footnote(())  # It begins with a list, a table or the like.
            if tokens[index].type == "table_open":
                index = self._table(tokens, index)
            else:
                self._plan_token(tokens[index])
            index += 1
        for number, children in self._inline_notes:
            self._footnote = number
            self._add_footnote(inline_runs(children))
        return tuple(self._elements)

    def _number_notes(self, children: Sequence[Token]) -> None:
        """Assign each inline footnote among *children* the next number that is not another one's label."""
        for token in children:
            if token.type == "inline_footnote":
                number = len(self._inline_notes) + 1
                while str(number) in self._labels:
                    number += 1
                self._labels.add(str(number))
                token.content = str(number)
                self._inline_notes.append((token.content, token.children or ()))
            if token.children:
                self._number_notes(token.children)

    def _add_footnote(self, text: tuple[TextRun, ...], anchor: str = "") -> None:
        label, self._footnote = self._footnote, ""
        runs = (TextRun(label, TextStyle.SUPERSCRIPT), *((TextRun(" "), *text) if text else ()))
        self._elements.append(TextBlock("footnote", runs, self._nesting(), self._take_marker(), anchor))

    def _plan_token(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._paragraph(token)
        elif kind == "heading_open":
            self._kind = _HEADINGS[token.tag]
        elif kind == "heading_close":
            self._kind = "footnote" if self._in_footnote else "paragraph"
        elif kind == "footnote_open":
            self._kind, self._footnote, self._in_footnote = "footnote", token.info, True
        elif kind == "footnote_close":
            self._kind, self._in_footnote = "paragraph", False
        elif kind in ("bullet_list_open", "ordered_list_open"):
            self._open_list(token)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            self._open_item(token)
        elif kind == "list_item_close":
            self._close_item()
        elif kind == "blockquote_open":
            callout = str(token.meta.get("callout", ""))
            self._boxes.append(Box(self._box, "callout" if callout else "quote", callout, len(self._lists)))
            self._box += 1
        elif kind == "blockquote_close":
            self._boxes.pop()
        elif kind in ("fence", "code_block"):
            self._code(token)
        elif kind == "hr":
            self._elements.append(TextBlock("rule", (), self._nesting(), self._take_marker()))

    def _nesting(self) -> Nesting:
        return Nesting(tuple(self._boxes), len(self._lists))

    def _take_marker(self) -> str:
        marker, self._marker = self._marker, ""
        return marker

    def _open_list(self, token: Token) -> None:
        ordered = token.type == "ordered_list_open"
        number = int(token.attrs.get("start", 1))
        if ordered and not self._lists and self._first_number is not None:
            number, self._first_number = self._first_number, None
        self._lists.append(_List(ordered, number, token.markup))

    def _open_item(self, token: Token) -> None:
        if self._marker:
            self._close_item()
        current = self._lists[-1]
        task = token.meta.get("task")
        self._marker = f"[{task}]" if task else f"{current.number}{current.delimiter}" if current.ordered else "•"
        current.number += 1

    def _close_item(self) -> None:
        if self._marker:
            self._elements.append(TextBlock("paragraph", (), self._nesting(), self._take_marker()))

    def _paragraph(self, token: Token) -> None:
        title = token.meta.get("title")
        if title:
            children = parse_inline(str(title))
            self._number_notes(children)
            self._elements.append(TextBlock("title", inline_runs(children), self._nesting(), self._take_marker()))
            if not token.content:
                return
        marker = self._take_marker()
        text = inline_runs(token.children or (), DONE_TASK_STYLE if marker in DONE_MARKERS else TextStyle.PLAIN)
        anchor = str(token.meta.get("anchor", ""))
        if self._footnote:
            self._marker = marker
            self._add_footnote(text, anchor)
            return
        if (
            anchor
            and not text
            and not marker
            and self._late_ids
            and self._elements
            and isinstance(self._elements[-1], TextBlock)
        ):
            self._elements[-1] = replace(self._elements[-1], anchor=anchor)
            return
        if text or marker:
            continued = bool(token.meta.get("continued"))
            self._elements.append(TextBlock(self._kind, text, self._nesting(), marker, anchor, continued))

    def _code(self, token: Token) -> None:
        self._close_item()
        if token.markup == "$$" and self._math(token):
            return
        text = safe_text(token.content.removesuffix("\n"))
        language = safe_text(token.info.split()[0])[:40] if token.info.split() else ""
        closed = not self._open_end or _is_closed(token)
        lines = highlighted_lines(text, language) if closed else plain_lines(text)
        self._elements.append(CodeBlock(language, text, lines, self._nesting(), closed))

    def _math(self, token: Token) -> bool:
        """Plan a formula on separate lines; return False if it has to stay code."""
        latex, closed = safe_text(token.content.strip()), _is_closed(token)
        if not is_drawable(latex) or not (closed or self._open_end):
            return False
        lines = latex.split("\n")
        line_break = "\n" if len(lines) > 1 else ""
        source = f"$${line_break}{latex}{line_break}{'$$' if closed else ''}".replace("\n", LINE_BREAK)
        run = TextRun(source, TextStyle.CODE, math=latex if closed else "", display=True)
        self._elements.append(TextBlock("math", (run,), self._nesting()))
        return True

    def _table(self, tokens: Sequence[Token], index: int) -> int:
        self._close_item()
        aligns: list[Align] = []
        rows: list[list[tuple[TextRun, ...]]] = []
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                rows[-1].append(())
                if token.type == "th_open":
                    aligns.append(_align(token))
            elif token.type == "inline":
                cell = rows[-1][-1]
                rows[-1][-1] = (*cell, *((TextRun("\n"),) if cell else ()), *inline_runs(token.children or ()))
            index += 1
        self._add_table(tuple(aligns), [tuple(row) for row in rows])
        return index

    def _add_table(self, aligns: tuple[Align, ...], rows: list[Row]) -> None:
        if len(aligns) > COLUMN_LIMIT:
            text = "\n".join(" | ".join("".join(run.text for run in cell) for cell in row) for row in rows)
            self._elements.append(CodeBlock("", text, plain_lines(text), self._nesting()))
            return
        height = max(10, MAX_TABLE_CELLS // max(1, len(aligns)))
        for first in range(0, max(1, len(rows)), height):
            part = tuple(rows[first : first + height])
            self._elements.append(Table(aligns, part, self._nesting(), has_header=first == 0))


_HEADINGS: dict[str, BlockKind] = {"h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h5", "h6": "h6"}


def _align(token: Token) -> Align:
    style = str(token.attrs.get("style", ""))
    return "right" if style.endswith("right") else "center" if style.endswith("center") else "left"


def _is_closed(token: Token) -> bool:
    if token.type == "code_block" or token.map is None:
        return token.type == "code_block"
    if token.markup == "$$":
        return bool(token.meta.get("closed"))
    lines = token.content.count("\n") + (not token.content.endswith("\n") and bool(token.content))
    return token.map[1] - token.map[0] >= lines + 2


class Embed(Struct, frozen=True):
    """An embed on a separate line."""

    run: TextRun
    line: TextBlock
    """The line as a link: shown if nothing can be embedded."""


def has_embeds(plan: RenderPlan) -> bool:
    """Whether *plan* contains embeds to be replaced by their content."""
    return any(run.embed for element in plan for run in runs_of(element))


def split_at_embeds(element: RenderElement) -> list[RenderElement | Embed]:
    """Return *element* as text and embeds, in order; an embed within a sentence stays a link."""
    if not isinstance(element, TextBlock) or element.kind != "paragraph" or not any(run.embed for run in element.runs):
        return [element]
    lines = _lines(element.runs)
    if not any(_sole_embed(line) for line in lines):
        return [element]
    parts: list[RenderElement | Embed] = []
    text: list[TextRun] = []
    template = replace(element, runs=())

    def block_with(runs: tuple[TextRun, ...]) -> TextBlock:
        nonlocal template
        block, template = replace(template, runs=runs), TextBlock("paragraph", (), element.nesting)
        return block

    for line in lines:
        run = _sole_embed(line)
        if run is None:
            text += [TextRun(LINE_BREAK), *line] if text else line
            continue
        if text:
            parts.append(block_with(tuple(text)))
            text = []
        parts.append(Embed(run, block_with((run,))))
    return [*parts, block_with(tuple(text))] if text else parts


def embed_elements(embed: Embed, icon: str, title: str, content: RenderPlan, number: int) -> RenderPlan:
    """Return the elements that replace *embed*: *content* under *title*, in a frame with boxes numbered from *number*.

    A list item keeps its link before the frame, which then has no title.
    """
    line = embed.line
    frame = Box(number, "embed", icon, line.nesting.depth)
    nesting = Nesting((*line.nesting.boxes, frame), line.nesting.depth)
    title_block = TextBlock(
        "title", (replace(embed.run, text=title, embed=False),), nesting, "", line.anchor, line.continued
    )
    framed = [replace(element, nesting=_nested(nesting, element.nesting, number + 1)) for element in content]
    return (line, *framed) if line.marker else (title_block, *framed)


def box_count(plan: RenderPlan) -> int:
    """Return how many box numbers *plan* uses."""
    return max((box.number + 1 for element in plan for box in element.nesting.boxes), default=0)


def map_runs(plan: RenderPlan, change: Callable[[TextRun], TextRun]) -> RenderPlan:
    """Return *plan* with *change* applied to each of its links and images."""

    def changed(runs: tuple[TextRun, ...]) -> tuple[TextRun, ...]:
        return tuple(change(run) if run.href or run.image else run for run in runs)

    elements: list[RenderElement] = []
    for element in plan:
        if isinstance(element, TextBlock):
            element = replace(element, runs=changed(element.runs))
        elif isinstance(element, Table):
            element = replace(element, rows=tuple(tuple(changed(cell) for cell in row) for row in element.rows))
        elements.append(element)
    return tuple(elements)


def _nested(outer: Nesting, inner: Nesting, first: int) -> Nesting:
    boxes = (replace(box, number=first + box.number, depth=outer.depth + box.depth) for box in inner.boxes)
    return Nesting((*outer.boxes, *boxes), outer.depth + inner.depth)


def _lines(runs: tuple[TextRun, ...]) -> list[list[TextRun]]:
    lines: list[list[TextRun]] = [[]]
    for run in runs:
        if LINE_BREAK not in run.text or run.image or run.math or run.embed:
            lines[-1].append(run)
            continue
        for nth, text in enumerate(run.text.split(LINE_BREAK)):
            if nth:
                lines.append([])
            if text:
                lines[-1].append(replace(run, text=text))
    return lines


def _sole_embed(line: list[TextRun]) -> TextRun | None:
    """Return the embed if *line* contains nothing else."""
    visible = [run for run in line if run.embed or run.image or run.math or run.text.strip()]
    return visible[0] if len(visible) == 1 and visible[0].embed else None
