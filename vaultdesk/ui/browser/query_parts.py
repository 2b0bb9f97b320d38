"""Parts of a search query: their detection, the chips that remove them, and the explanation of a query in words."""

import re
from collections.abc import Sequence
from functools import partial, reduce

from msgspec import Struct
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
from vaultdesk.ui.widgets.chips import MentionChip, TextRun
from vaultdesk.ui.widgets.layouts import FlowLayout, wrapping_policy

_tr = translator("QueryChips")

# A query is split only where the query language does: at spaces outside of quotes, brackets and patterns. Operands of
# OR form one part.

MAX_PARTS = 40
"""Maximum number of parts that are distinguished."""

_PATTERN = re.compile(r"/(?!\s)(?:[^/\\]|\\.)+/(?=[\s()\]:]|\Z)")
_CLOSING = {"(": ")", "[": "]"}


class QueryPart(Struct, frozen=True):
    """One part of a query."""

    start: int
    end: int
    text: str
    """As written in the query."""
    kind: str
    """Operator in words: `in`, `tag`, `exactly`; empty for plain words."""
    operand: str
    """Operand."""
    is_plain: bool
    """Whether it is a single plain word."""
    is_simple: bool
    """Whether `kind` and `operand` describe it completely."""


def query_parts(query: str) -> tuple[QueryPart, ...]:
    """Return the parts of *query*; a single one if it cannot be split without changing its meaning."""
    root = parse_query(query).root
    if root is None:
        return ()
    spans = _merge_alternatives(query, _spans(query))
    candidates = [_part(query, start, end) for start, end in spans] if len(spans) <= MAX_PARTS else []
    parts = tuple(part for part in candidates if part is not None)
    if len(parts) == (len(root.nodes) if isinstance(root, AllOf) else 1):
        return parts
    return (QueryPart(0, len(query), query, "", query.strip(), False, False),)


def without_part(query: str, part: QueryPart) -> str:
    return " ".join(f"{query[: part.start]} {query[part.end :]}".split())


def _spans(query: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    position = 0
    while position < len(query):
        if query[position].isspace():
            position += 1
            continue
        end = _end(query, position)
        spans.append((position, end))
        position = end
    return spans


def _end(query: str, start: int) -> int:
    """Return the end of the part that begins at *start*."""
    position = start
    while position < len(query):
        character = query[position]
        if character.isspace():
            return position
        if character == '"':
            closing = query.find('"', position + 1)
            position = len(query) if closing < 0 else closing + 1
        elif character in _CLOSING:
            position = _closed(query, position)
        elif (
            character == "/"
            and (match := _PATTERN.match(query, position))
            and (position == start or query[position - 1] in "-:")
        ):
            position = match.end()
        else:
            position += 1
    return position


def _closed(query: str, start: int) -> int:
    """Return the position after the bracket that closes the one at *start*."""
    open_brackets: list[str] = []
    position = start
    while position < len(query):
        character = query[position]
        if character == '"':
            closing = query.find('"', position + 1)
            position = len(query) if closing < 0 else closing
        elif character in _CLOSING:
            open_brackets.append(_CLOSING[character])
        elif open_brackets and character == open_brackets[-1]:
            open_brackets.pop()
            if not open_brackets:
                return position + 1
        position += 1
    return len(query)


def _merge_alternatives(query: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans with those joined by OR merged."""
    merged: list[tuple[int, int]] = []
    is_joining = False
    for start, end in spans:
        if query[start:end] == "OR" and merged:
            merged[-1] = (merged[-1][0], end)
            is_joining = True
        elif is_joining:
            merged[-1] = (merged[-1][0], end)
            is_joining = False
        else:
            merged.append((start, end))
    return merged


def _part(query: str, start: int, end: int) -> QueryPart | None:
    text = query[start:end]
    root = parse_query(text).root
    if root is None:
        return None
    kind, operand, is_simple = _node_text(root)
    is_plain = isinstance(root, SearchWord) and not root.phrase
    return QueryPart(start, end, text, kind, operand if is_simple else text, is_plain, is_simple)


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
            return " ".join(text for text in (_tr("without"), kind) if text), words, simple
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
    """Row of chips, one for each part of a query. Hidden for plain words, for which the text in the field suffices."""

    changed = Signal(str)
    """The query without the removed part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self.parts: tuple[QueryPart, ...] = ()
        self.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum))
        px = theme().px
        self._flow = FlowLayout(self, px(6))
        self._flow.setContentsMargins(px(12), px(4), px(12), px(2))
        self.hide()

    def show_query(self, query: str, *, shown: bool = True) -> None:
        """Show the chips of *query*, or none unless *shown*."""
        parts = query_parts(query) if shown else ()
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
        chip = MentionChip("", f"{part.kind} {part.operand}".strip())
        runs: list[TextRun] = [(part.kind, "muted", "small"), (part.operand, "text", "small")]
        chip.set_runs(runs)
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
            return _joined_explanations(node.nodes, _tr_explanation("{first} and {second}"), depth)
        case AnyOf():
            return _joined_explanations(node.nodes, _tr_explanation("{first} or {second}"), depth)
        case Negation():
            return _tr_explanation("not {what}").format(what=_inner(node.node, depth))
        case Within():
            return _within(node, depth)
        case MatchCase():
            template = (
                _tr_explanation("{what}, matching case")
                if node.case_sensitive
                else _tr_explanation("{what}, ignoring case")
            )
            return template.format(what=_inner(node.node, depth))
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
    text = _node_explanation(node, depth + 1)
    return f"({text})" if isinstance(node, AllOf | AnyOf) else text


def _joined_explanations(parts: Sequence[QueryNode], template: str, depth: int) -> str:
    return reduce(lambda text, part: template.format(first=text, second=part), [_inner(part, depth) for part in parts])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
