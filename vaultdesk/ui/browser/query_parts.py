"""Parts of a search query: shown as chips that can be removed, and explained in words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import (
    AllOf,
    AnyOf,
    HasProperty,
    MatchCase,
    Negation,
    NoValue,
    Pattern,
    QueryNode,
    SearchWord,
    ValueComparison,
    Within,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.chips import MentionChip, Piece
from vaultdesk.ui.widgets.layouts import FlowLayout

_tr = translator("QueryChips")

# Splits only where the query language does: at spaces outside of quotes, brackets and patterns. Operands of OR form one
# part. Does not search.

MAX_PARTS = 40
"""Maximum number of parts that are distinguished."""

_PATTERN = re.compile(r"/(?!\s)(?:[^/\\]|\\.)+/(?=[\s()\]:]|\Z)")
_CLOSING = {"(": ")", "[": "]"}


@dataclass(frozen=True, slots=True)
class QueryPart:
    """One part of a query."""

    start: int
    end: int
    text: str
    """As written in the query."""
    kind: str
    """Operator in words: `in`, `tag`, `exactly`; empty for plain words."""
    words: str
    """Operand."""
    is_plain: bool
    """Whether it is a single plain word."""
    is_simple: bool
    """Whether `kind` and `words` describe it completely."""


def query_parts(query: str) -> tuple[QueryPart, ...]:
    """Return the parts of *query*; a single one if it cannot be split without changing its meaning."""
    root = parse_query(query).root
    if root is None:
        return ()
    spans = _joined(query, _spans(query))
    cut = [_part(query, start, end) for start, end in spans] if len(spans) <= MAX_PARTS else []
    parts = tuple(part for part in cut if part is not None)
    if len(parts) == (len(root.nodes) if isinstance(root, AllOf) else 1):
        return parts
    return (QueryPart(0, len(query), query, "", query.strip(), False, False),)


def without_part(query: str, part: QueryPart) -> str:
    return " ".join(f"{query[: part.start]} {query[part.end :]}".split())


def _spans(query: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    place = 0
    while place < len(query):
        if query[place].isspace():
            place += 1
            continue
        end = _end(query, place)
        spans.append((place, end))
        place = end
    return spans


def _end(query: str, start: int) -> int:
    """Return the end of the part that begins at *start*."""
    place = start
    while place < len(query):
        sign = query[place]
        if sign.isspace():
            return place
        if sign == '"':
            closing = query.find('"', place + 1)
            place = len(query) if closing < 0 else closing + 1
        elif sign in _CLOSING:
            place = _closed(query, place)
        elif sign == "/" and (found := _PATTERN.match(query, place)) and (place == start or query[place - 1] in "-:"):
            place = found.end()
        else:
            place += 1
    return place


def _closed(query: str, start: int) -> int:
    """Return the position after the bracket that closes the one at *start*."""
    waiting: list[str] = []
    place = start
    while place < len(query):
        sign = query[place]
        if sign == '"':
            closing = query.find('"', place + 1)
            place = len(query) if closing < 0 else closing
        elif sign in _CLOSING:
            waiting.append(_CLOSING[sign])
        elif waiting and sign == waiting[-1]:
            waiting.pop()
            if not waiting:
                return place + 1
        place += 1
    return len(query)


def _joined(query: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans with those joined by OR merged."""
    kept: list[tuple[int, int]] = []
    joins = False
    for start, end in spans:
        if query[start:end] == "OR" and kept:
            kept[-1] = (kept[-1][0], end)
            joins = True
        elif joins:
            kept[-1] = (kept[-1][0], end)
            joins = False
        else:
            kept.append((start, end))
    return kept


def _part(query: str, start: int, end: int) -> QueryPart | None:
    text = query[start:end]
    root = parse_query(text).root
    if root is None:
        return None
    kind, words, is_simple = _node_text(root)
    is_plain = isinstance(root, SearchWord) and not root.phrase
    return QueryPart(start, end, text, kind, words if is_simple else text, is_plain, is_simple)


def _node_text(node: QueryNode) -> tuple[str, str, bool]:
    """Return the operator of *node* in words, its operand, and whether they describe it completely."""
    match node:
        case SearchWord(phrase=True):
            return _tr("exactly"), node.text, True
        case SearchWord():
            return "", node.text, True
        case Pattern():
            return _tr("pattern"), node.written, True
        case Negation(node=part):
            kind, words, simple = _node_text(part)
            return " ".join(one for one in (_tr("without"), kind) if one), words, simple
        case Within(scope=scope, node=SearchWord() as word):
            kinds = {
                "path": _tr("in"), "tag": _tr("tag"), "file": _tr("called"), "content": _tr("in the text"),
                "task": _tr("task"), "task-todo": _tr("open task"), "task-done": _tr("done task"),
                "line": _tr("in one line"), "block": _tr("in one paragraph"), "section": _tr("under one heading"),
            }  # fmt: skip
            return kinds[scope], word.text.lstrip("#") if scope == "tag" else word.text, True
        case HasProperty(name=SearchWord() as name, value=None):
            return _tr("has"), name.text, True
        case HasProperty(name=SearchWord() as name, value=SearchWord() as value):
            return name.text, value.text, True
        case _:
            return "", "", False


class QueryChips(QWidget):
    """Hidden for plain words, which the field shows itself."""

    changed = Signal(str)
    """The query without the removed part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self.parts: tuple[QueryPart, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        px = theme().px
        self._flow = FlowLayout(self, px(6))
        self._flow.setContentsMargins(px(12), px(4), px(12), px(2))
        self.hide()

    def show_query(self, query: str, *, wanted: bool = True) -> None:
        """Show the chips of *query*; none unless *wanted*."""
        parts = query_parts(query) if wanted else ()
        if all(part.is_plain for part in parts) or not all(part.is_simple for part in parts):
            parts = ()
        if (parts, query) == (self.parts, self._query):
            return
        self.parts, self._query = parts, query
        self._flow.clear()
        for part in parts:
            self._flow.addWidget(self._chip(part))
        self.setVisible(bool(parts))
        self.updateGeometry()

    def _chip(self, part: QueryPart) -> MentionChip:
        chip = MentionChip("", f"{part.kind} {part.words}".strip())
        pieces: list[Piece] = [(part.kind, "muted", "small"), (part.words, "text", "small")]
        chip.set_pieces(pieces)
        chip.removed.connect(partial(self._remove, part))
        return chip

    def _remove(self, part: QueryPart, _checked: bool = False) -> None:
        self.changed.emit(without_part(self._query, part))


_tr_explanation = translator("QueryExplanation")

MAX_DEPTH = 12
"""Maximum nesting depth of conditions that are explained."""


def explanation_lines(root: QueryNode | None) -> tuple[str, ...]:
    """Return one line for each part of *root* that must match; empty for None."""
    if root is None:
        return ()
    parts = root.nodes if isinstance(root, AllOf) else (root,)
    return tuple(_capital(_node_explanation(part, 0)) for part in parts)


def _node_explanation(node: QueryNode, depth: int) -> str:
    if depth > MAX_DEPTH:
        return "…"
    match node:
        case SearchWord() if not node.text.strip():
            return _tr_explanation("anything")
        case SearchWord() if node.phrase:
            return _tr_explanation("the exact phrase “{text}”").format(text=node.text)
        case SearchWord():
            return f"“{node.text}”"
        case Pattern():
            return _tr_explanation("the pattern /{text}/").format(text=node.written)
        case AllOf():
            return _joined_explanations(node.nodes, _tr_explanation(" and "), depth)
        case AnyOf():
            return _joined_explanations(node.nodes, _tr_explanation(" or "), depth)
        case Negation():
            return _tr_explanation("not {what}").format(what=_inner(node.node, depth))
        case Within():
            return _within(node, depth)
        case MatchCase():
            words = (
                _tr_explanation("{what}, matching case")
                if node.case_sensitive
                else _tr_explanation("{what}, ignoring case")
            )
            return words.format(what=_inner(node.node, depth))
        case HasProperty():
            return _property(node, depth)
        case ValueComparison() | NoValue():
            return _value(node, depth)


def _within(node: Within, depth: int) -> str:
    if node.scope == "tag" and isinstance(node.node, SearchWord):
        return _tr_explanation("the tag #{name} or one below it").format(name=node.node.text.lstrip("#"))
    templates = {
        "tag": _tr_explanation("a tag with {what}"),
        "file": _tr_explanation("{what} in the file name"),
        "path": _tr_explanation("{what} in the path"),
        "content": _tr_explanation("{what} in the text"),
        "line": _tr_explanation("{what} in one line"),
        "block": _tr_explanation("{what} in one paragraph"),
        "section": _tr_explanation("{what} under one heading"),
        "task": _tr_explanation("{what} in a task"),
        "task-todo": _tr_explanation("{what} in an open task"),
        "task-done": _tr_explanation("{what} in a done task"),
    }
    return templates[node.scope].format(what=_inner(node.node, depth))


def _property(node: HasProperty, depth: int) -> str:
    name = node.name.text if isinstance(node.name, SearchWord) else _inner(node.name, depth)
    if node.value is None:
        return _tr_explanation("the property {name}").format(name=name)
    return _tr_explanation("the property {name}: {value}").format(name=name, value=_value(node.value, depth))


def _value(node: QueryNode, depth: int) -> str:
    if isinstance(node, NoValue):
        return _tr_explanation("no value")
    if isinstance(node, ValueComparison):
        signs = {
            "<": _tr_explanation("below"),
            "<=": _tr_explanation("at most"),
            ">": _tr_explanation("above"),
            ">=": _tr_explanation("at least"),
        }
        return f"{signs[node.sign]} {node.text}"
    return _inner(node, depth)


def _inner(node: QueryNode, depth: int) -> str:
    words = _node_explanation(node, depth + 1)
    return f"({words})" if isinstance(node, AllOf | AnyOf) else words


def _joined_explanations(parts: Sequence[QueryNode], between: str, depth: int) -> str:
    return between.join(_inner(part, depth) for part in parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
