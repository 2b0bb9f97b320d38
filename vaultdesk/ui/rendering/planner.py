"""Converts markdown-it tokens to a render plan with highlighted code and embedded plans; pure, so that it may run in
any thread."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import unquote

from markdown_it.token import Token
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType
from pygments.util import ClassNotFound

from vaultdesk.ui.rendering.formula import is_drawable
from vaultdesk.ui.rendering.markdown_parser import is_note_address, parse, parse_inline
from vaultdesk.ui.rendering.render_plan import (
    Align,
    BlockKind,
    Box,
    CodeBlock,
    Nesting,
    Piece,
    RenderPlan,
    Row,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    note_href,
    runs_of,
)

COLOUR_LIMIT = 20_000
"""Maximum number of characters of a highlighted block; some lexers need far more than linear time on malicious
input.
"""

LINE_LIMIT = 1_000
"""Maximum number of characters of a displayed line. A longer one is broken, because the layout of a line takes
quadratic time (vaultdesk/ui/rendering/README.md, "Long lines").
"""

_LOOKS: tuple[tuple[_TokenType, TextStyle], ...] = (
    (Comment, TextStyle.REMARK),
    (Keyword, TextStyle.WORD),
    (Name.Builtin, TextStyle.WORD),
    (Name.Tag, TextStyle.WORD),
    (Number, TextStyle.NUMBER),
    (String, TextStyle.STRING),
)

Line = tuple[TextRun, ...]


def plain_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of *text* without colours, long lines broken."""
    return tuple(line for written in text.split("\n") for line in _broken(((written, TextStyle.PLAIN),)))


def highlighted_lines(text: str, language: str) -> tuple[Line, ...]:
    """Return the lines of *text* highlighted as *language*; plain if that is unknown or the block is too long."""
    lexer = _lexer(language.lower()) if language and len(text) <= COLOUR_LIMIT else None
    if lexer is None:
        return plain_lines(text)
    lines: list[list[tuple[str, TextStyle]]] = [[]]
    for kind, piece in lexer.get_tokens(text):
        look = _look(kind)
        first, *others = piece.split("\n")
        lines[-1].append((first, look))
        lines.extend([(other, look)] for other in others)
    written = text.count("\n") + 1
    return tuple(line for parts in lines[:written] for line in _broken(tuple(parts)))


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


def _look(kind: _TokenType) -> TextStyle:
    return next((look for family, look in _LOOKS if _belongs(kind, family)), TextStyle.PLAIN)


def _belongs(kind: _TokenType, family: _TokenType) -> bool:
    return kind[: len(family)] == family


def _broken(parts: tuple[tuple[str, TextStyle], ...]) -> list[Line]:
    lines: list[list[TextRun]] = [[]]
    room = LINE_LIMIT
    for written, look in parts:
        text = written
        while len(text) > room:
            lines[-1].append(TextRun(text[:room], look))
            text, room = text[room:], LINE_LIMIT
            lines.append([])
        if text:
            lines[-1].append(TextRun(text, look))
            room -= len(text)
    return [tuple(line) for line in lines]


LINE_BREAK = "\u2028"
"""A line break inside one block of a QTextDocument."""

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg")
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

_HTML = {
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
    return _without_end(writer.done)


def _without_end(done: list[TextRun]) -> tuple[TextRun, ...]:
    """Return *done* without line ends after the last words, which preceded hidden text such as a comment."""
    while done and done[-1].text.endswith(LINE_BREAK) and not (done[-1].image or done[-1].math):
        last = done.pop()
        if text := last.text.rstrip(f" {LINE_BREAK}"):
            done.append(replace(last, text=text))
    return tuple(done)


def is_picture(target: str) -> bool:
    """Whether *target* names a file that may be shown as an image."""
    return target.lower().endswith(PICTURES)


class _RunWriter:
    def __init__(self, base: TextStyle) -> None:
        self.done: list[TextRun] = []
        self._base = base
        self._looks: list[TextStyle] = []
        self._href = ""

    def add(self, token: Token) -> None:
        kind = token.type
        if kind == "text" or kind == "text_special":
            self._add(token.content)
        elif kind in _OPENING:
            self._looks.append(_OPENING[kind])
        elif kind in _CLOSING:
            self._looks.remove(_CLOSING[kind])
        elif kind in ("html_open", "html_close"):
            self._html(_HTML.get(token.info, TextStyle.PLAIN), opens=kind == "html_open")
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
            self._add(token.content, TextStyle.RAISED)
        elif kind == "wikilink":
            self._wikilink(token)
        elif kind == "image":
            self._image(str(token.attrs.get("src", "")), token.content)
        else:
            self._add(token.content)

    def _add(self, text: str, extra: TextStyle = TextStyle.PLAIN) -> None:
        if not self.done:
            text = text.lstrip(f" {LINE_BREAK}")  # There may be a hidden tag or comment before it.
        if not text:
            return
        look = self._look(extra)
        last = self.done[-1] if self.done else None
        joins = last is not None and last.style == look and last.href == self._href
        if last is not None and joins and not (last.image or last.math or last.embed):
            self.done[-1] = TextRun(last.text + safe_text(text), look, self._href)
        else:
            self.done.append(TextRun(safe_text(text), look, self._href))

    def _look(self, extra: TextStyle) -> TextStyle:
        if not self._looks and not self._href and extra is TextStyle.PLAIN:
            return self._base  # Nearly all text; combining flags takes longer than everything else here.
        look = self._base | extra | (TextStyle.LINK if self._href else TextStyle.PLAIN)
        for opened in self._looks:
            look |= opened
        return look

    def _html(self, look: TextStyle, *, opens: bool) -> None:
        if opens:
            self._looks.append(look)
        elif look in self._looks:  # The closed tag may never have been opened.
            self._looks.remove(look)

    def _math(self, source: str) -> None:
        fence = "$$" if source.startswith("$$") else "$"
        latex = source.removeprefix(fence).removesuffix(fence)
        if self._href or not is_drawable(latex):
            self._add(source, TextStyle.CODE)
        else:
            look = self._base | TextStyle.CODE
            self.done.append(TextRun(safe_text(source), look, math=safe_text(latex), display=fence == "$$"))

    def _wikilink(self, token: Token) -> None:
        target, words = token.content, str(token.meta["words"])
        if token.meta["embed"] and is_picture(target.partition("#")[0]):
            self._picture(target.partition("#")[0], words)
            return
        self._linked(words or _link_text(target), note_href(target), embed=bool(token.meta["embed"]))

    def _image(self, source: str, text: str) -> None:
        if not is_note_address(source):
            # An external image is never loaded, because that would reveal that the note is read.
            words, _, size = text.rpartition("|")
            self._linked((words if _SIZE.fullmatch(size.strip()) else text) or source, source)
        elif is_picture(source):
            self._picture(unquote(source), text)
        else:
            self._linked(text or _link_text(unquote(source)), _href(source), embed=True)

    def _picture(self, target: str, text: str) -> None:
        words, _, size = text.rpartition("|")
        found = _SIZE.fullmatch(size.strip())
        width = int(found[1]) if found is not None else 0
        shown = words if width else text
        self.done.append(
            TextRun(safe_text(shown or target), TextStyle.LINK, note_href(target), image=target, width=width)
        )

    def _linked(self, text: str, href: str, *, embed: bool = False) -> None:
        outer, self._href = self._href, href
        if embed and text:
            look = self._look(TextStyle.PLAIN)
            self.done.append(TextRun(safe_text(text), look, href, embed=True))
        else:
            self._add(text)
        self._href = outer


_SIZE = re.compile(r"([0-9]{1,4})(?:x[0-9]{1,4})?", re.ASCII)
"""The size of an image, after the bar or in place of its text: `200`, `200x100`."""


def _link_text(target: str) -> str:
    """Return the text of a link to *target* that has no text."""
    return target.removeprefix("#").replace("#^", " › ^").replace("#", " › ")


def _href(address: str) -> str:
    return note_href(unquote(address).removesuffix(".md")) if is_note_address(address) else address


CELLS_AT_ONCE = 600
"""Maximum number of cells of one QTextTable; a longer table continues in the next one, because a table is laid out as a
whole.
"""

COLUMN_LIMIT = 40
"""Maximum number of columns shown as a table; a wider one is shown as lines of text."""

DONE_TASK = TextStyle.STRIKE | TextStyle.MUTED
DONE = ("[x]", "[X]", "[-]")
"""Check boxes of completed tasks. Other characters have another meaning, such as half done."""


def plan_of(text: str, *, comments: bool = True) -> RenderPlan:
    """Parse *text* and return its plan."""
    return Planner(late_ids=comments).plan(parse(text, comments=comments))


@dataclass
class _List:
    ordered: bool
    number: int
    sign: str


class Planner:
    """Plans token after token. `first_number` and `first_box` let an open tail continue where the closed part ended.

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
        self._done: list[Piece] = []
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
                self._take(tokens[index])
            index += 1
        for number, children in self._inline_notes:
            self._footnote = number
            self._add_footnote(inline_runs(children))
        return tuple(self._done)

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
        runs = (TextRun(label, TextStyle.RAISED), *((TextRun(" "), *text) if text else ()))
        self._done.append(TextBlock("footnote", runs, self._place(), self._taken_marker(), anchor))

    def _take(self, token: Token) -> None:
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
            self._done.append(TextBlock("rule", (), self._place(), self._taken_marker()))

    def _place(self) -> Nesting:
        return Nesting(tuple(self._boxes), len(self._lists))

    def _taken_marker(self) -> str:
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
        self._marker = f"[{task}]" if task else f"{current.number}{current.sign}" if current.ordered else "•"
        current.number += 1

    def _close_item(self) -> None:
        if self._marker:
            self._done.append(TextBlock("paragraph", (), self._place(), self._taken_marker()))

    def _paragraph(self, token: Token) -> None:
        title = token.meta.get("title")
        if title:
            children = parse_inline(str(title))
            self._number_notes(children)
            self._done.append(TextBlock("title", inline_runs(children), self._place(), self._taken_marker()))
            if not token.content:
                return
        marker = self._taken_marker()
        text = inline_runs(token.children or (), DONE_TASK if marker in DONE else TextStyle.PLAIN)
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
            and self._done
            and isinstance(self._done[-1], TextBlock)
        ):
            self._done[-1] = replace(self._done[-1], anchor=anchor)
            return
        if text or marker:
            continued = bool(token.meta.get("continued"))
            self._done.append(TextBlock(self._kind, text, self._place(), marker, anchor, continued))

    def _code(self, token: Token) -> None:
        self._close_item()
        if token.markup == "$$" and self._math(token):
            return
        text = safe_text(token.content.removesuffix("\n"))
        language = safe_text(token.info.split()[0])[:40] if token.info.split() else ""
        closed = not self._open_end or _is_closed(token)
        lines = highlighted_lines(text, language) if closed else plain_lines(text)
        self._done.append(CodeBlock(language, text, lines, self._place(), closed))

    def _math(self, token: Token) -> bool:
        """Plan a formula on separate lines; return False if it has to stay code."""
        latex, closed = safe_text(token.content.strip()), _is_closed(token)
        if not is_drawable(latex) or not (closed or self._open_end):
            return False
        lines = latex.split("\n")
        between = "\n" if len(lines) > 1 else ""
        source = f"$${between}{latex}{between}{'$$' if closed else ''}".replace("\n", LINE_BREAK)
        run = TextRun(source, TextStyle.CODE, math=latex if closed else "", display=True)
        self._done.append(TextBlock("math", (run,), self._place()))
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
            self._done.append(CodeBlock("", text, plain_lines(text), self._place()))
            return
        height = max(10, CELLS_AT_ONCE // max(1, len(aligns)))
        for first in range(0, max(1, len(rows)), height):
            part = tuple(rows[first : first + height])
            self._done.append(Table(aligns, part, self._place(), headed=first == 0))


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


@dataclass(frozen=True, slots=True)
class Embed:
    """An embed on a separate line."""

    run: TextRun
    line: TextBlock
    """The line as a link: shown if nothing can be embedded."""


def has_embeds(plan: RenderPlan) -> bool:
    """Whether *plan* contains embeds to be replaced by their content."""
    return any(run.embed for piece in plan for run in runs_of(piece))


def split_at_embeds(piece: Piece) -> list[Piece | Embed]:
    """Return *piece* as text and embeds, in order; an embed within a sentence stays a link."""
    if not isinstance(piece, TextBlock) or piece.kind != "paragraph" or not any(run.embed for run in piece.runs):
        return [piece]
    lines = _lines(piece.runs)
    if not any(_alone(line) for line in lines):
        return [piece]
    made: list[Piece | Embed] = []
    text: list[TextRun] = []
    blank = replace(piece, runs=())

    def take(runs: tuple[TextRun, ...]) -> TextBlock:
        nonlocal blank
        block, blank = replace(blank, runs=runs), TextBlock("paragraph", (), piece.place)
        return block

    for line in lines:
        run = _alone(line)
        if run is None:
            text += [TextRun(LINE_BREAK), *line] if text else line
            continue
        if text:
            made.append(take(tuple(text)))
            text = []
        made.append(Embed(run, take((run,))))
    return [*made, take(tuple(text))] if text else made


def embed_pieces(embed: Embed, icon: str, title: str, part: RenderPlan, number: int) -> RenderPlan:
    """Return the pieces that replace *embed*: *part* under *title*, in a frame with boxes numbered from *number*.

    A list item keeps its link before the frame, which then has no title.
    """
    line = embed.line
    frame = Box(number, "embed", icon, line.place.depth)
    inside = Nesting((*line.place.boxes, frame), line.place.depth)
    head = TextBlock("title", (replace(embed.run, text=title, embed=False),), inside, "", line.anchor, line.continued)
    framed = [replace(piece, place=_within(inside, piece.place, number + 1)) for piece in part]
    return (line, *framed) if line.marker else (head, *framed)


def box_count(plan: RenderPlan) -> int:
    """Return how many box numbers *plan* uses."""
    return max((box.number + 1 for piece in plan for box in piece.place.boxes), default=0)


def map_runs(plan: RenderPlan, change: Callable[[TextRun], TextRun]) -> RenderPlan:
    """Return *plan* with *change* applied to each of its links and images."""

    def changed(runs: tuple[TextRun, ...]) -> tuple[TextRun, ...]:
        return tuple(change(run) if run.href or run.image else run for run in runs)

    made: list[Piece] = []
    for piece in plan:
        if isinstance(piece, TextBlock):
            piece = replace(piece, runs=changed(piece.runs))
        elif isinstance(piece, Table):
            piece = replace(piece, rows=tuple(tuple(changed(cell) for cell in row) for row in piece.rows))
        made.append(piece)
    return tuple(made)


def _within(outer: Nesting, inner: Nesting, first: int) -> Nesting:
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


def _alone(line: list[TextRun]) -> TextRun | None:
    """Return the embed if it is all there is in *line*."""
    said = [run for run in line if run.embed or run.image or run.math or run.text.strip()]
    return said[0] if len(said) == 1 and said[0].embed else None
