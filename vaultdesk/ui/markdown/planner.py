"""Planner: markdown-it tokens into a plan of pieces. Pure, so it may run in any thread and be compared as a value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token

from vaultdesk.ui.formula.bounds import is_drawable
from vaultdesk.ui.markdown.code_colours import coloured_lines, plain_lines
from vaultdesk.ui.markdown.parser import parse, parse_inline
from vaultdesk.ui.markdown.plan import Align, Block, BlockKind, Box, Code, Look, Piece, Place, Plan, Row, Run, Table
from vaultdesk.ui.markdown.runs import LINE_BREAK, runs, safe

CELLS_AT_ONCE = 600
"""Cells of one QTextTable; a longer table goes on in the next one, because a table is laid out as a whole."""

COLUMN_LIMIT = 40
"""Columns shown as a table; more are shown as lines of text."""

DONE_TASK = Look.STRIKE | Look.MUTED
DONE = ("[x]", "[X]", "[-]")
"""Boxes of tasks that are over. Any other sign says something else of its task, as that it is half done."""


def plan_of(text: str, *, comments: bool = True) -> Plan:
    """Read *text* and plan it."""
    return Planner(late_ids=comments).plan(parse(text, comments=comments))


@dataclass
class _List:
    ordered: bool
    number: int
    sign: str


class Planner:
    """Plans token after token. `first_number` and `first_box` let an open tail go on where the closed part ended.

    With `late_ids` a block id on a line of its own names the block before it, which a stream may have closed already.
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

    def plan(self, tokens: Sequence[Token]) -> Plan:
        """Plan *tokens*, which hold whole blocks."""
        index = 0
        while index < len(tokens):
            if tokens[index].type == "table_open":
                index = self._table(tokens, index)
            else:
                self._take(tokens[index])
            index += 1
        return tuple(self._done)

    def _take(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._paragraph(token)
        elif kind == "heading_open":
            self._kind = _HEADINGS[token.tag]
        elif kind in ("heading_close", "footnote_close"):
            self._kind = "paragraph"
        elif kind == "footnote_open":
            self._kind, self._footnote = "footnote", token.info
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
            self._done.append(Block("rule", (), self._place(), self._taken_marker()))

    def _place(self) -> Place:
        return Place(tuple(self._boxes), len(self._lists))

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
            self._done.append(Block("paragraph", (), self._place(), self._taken_marker()))

    def _paragraph(self, token: Token) -> None:
        title = token.meta.get("title")
        if title:
            self._done.append(Block("title", runs(parse_inline(str(title))), self._place(), self._taken_marker()))
            if not token.content:
                return
        marker = self._taken_marker()
        text = runs(token.children or (), DONE_TASK if marker in DONE else Look.PLAIN)
        if self._footnote:
            text, self._footnote = (Run(self._footnote, Look.RAISED), Run(" "), *text), ""
        anchor = str(token.meta.get("anchor", ""))
        if anchor and not text and not marker and self._late_ids and self._done and isinstance(self._done[-1], Block):
            self._done[-1] = replace(self._done[-1], anchor=anchor)
            return
        if text or marker:
            continued = bool(token.meta.get("continued"))
            self._done.append(Block(self._kind, text, self._place(), marker, anchor, continued))

    def _code(self, token: Token) -> None:
        self._close_item()
        if token.markup == "$$" and self._math(token):
            return
        text = safe(token.content.removesuffix("\n"))
        language = safe(token.info.split()[0])[:40] if token.info.split() else ""
        closed = not self._open_end or _is_closed(token)
        lines = coloured_lines(text, language) if closed else plain_lines(text)
        self._done.append(Code(language, text, lines, self._place(), closed))

    def _math(self, token: Token) -> bool:
        """Plan a formula on lines of its own; False where it has to stay the code it is written as."""
        latex, closed = safe(token.content.strip()), _is_closed(token)
        if not is_drawable(latex) or not (closed or self._open_end):
            return False
        lines = latex.split("\n")
        between = "\n" if len(lines) > 1 else ""
        source = f"$${between}{latex}{between}{'$$' if closed else ''}".replace("\n", LINE_BREAK)
        run = Run(source, Look.CODE, math=latex if closed else "", display=True)
        self._done.append(Block("math", (run,), self._place()))
        return True

    def _table(self, tokens: Sequence[Token], index: int) -> int:
        self._close_item()
        aligns: list[Align] = []
        rows: list[list[tuple[Run, ...]]] = []
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
                rows[-1][-1] = (*cell, *((Run("\n"),) if cell else ()), *runs(token.children or ()))
            index += 1
        self._add_table(tuple(aligns), [tuple(row) for row in rows])
        return index

    def _add_table(self, aligns: tuple[Align, ...], rows: list[Row]) -> None:
        if len(aligns) > COLUMN_LIMIT:
            text = "\n".join(" | ".join("".join(run.text for run in cell) for cell in row) for row in rows)
            self._done.append(Code("", text, plain_lines(text), self._place()))
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
