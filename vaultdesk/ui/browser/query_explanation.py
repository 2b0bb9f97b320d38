"""Explanation of a search query in words."""

from collections.abc import Sequence

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
from vaultdesk.ui.translation import translator

_tr = translator("QueryExplanation")

MAX_DEPTH = 12
"""Maximum nesting depth of conditions that are explained."""


def explanation_lines(root: QueryNode | None) -> tuple[str, ...]:
    """Return one line for each part of *root* that must match; empty for None."""
    if root is None:
        return ()
    parts = root.nodes if isinstance(root, AllOf) else (root,)
    return tuple(_capital(_node_text(part, 0)) for part in parts)


def _node_text(node: QueryNode, depth: int) -> str:
    if depth > MAX_DEPTH:
        return "…"
    match node:
        case SearchWord() if not node.text.strip():
            return _tr("anything")
        case SearchWord() if node.phrase:
            return _tr("the very words “{text}”").format(text=node.text)
        case SearchWord():
            return f"“{node.text}”"
        case Pattern():
            return _tr("the pattern /{text}/").format(text=node.written)
        case AllOf():
            return _joined(node.nodes, _tr(" and "), depth)
        case AnyOf():
            return _joined(node.nodes, _tr(" or "), depth)
        case Negation():
            return _tr("not {what}").format(what=_inner(node.node, depth))
        case Within():
            return _within(node, depth)
        case MatchCase():
            words = (
                _tr("{what}, with capitals as written") if node.case_sensitive else _tr("{what}, whatever the capitals")
            )
            return words.format(what=_inner(node.node, depth))
        case HasProperty():
            return _property(node, depth)
        case ValueComparison() | NoValue():
            return _value(node, depth)


def _within(node: Within, depth: int) -> str:
    if node.scope == "tag" and isinstance(node.node, SearchWord):
        return _tr("the tag #{name} or one below it").format(name=node.node.text.lstrip("#"))
    templates = {
        "tag": _tr("a tag with {what}"),
        "file": _tr("{what} in the file’s name"),
        "path": _tr("{what} in the path"),
        "content": _tr("{what} in the text"),
        "line": _tr("{what} in one line"),
        "block": _tr("{what} in one paragraph"),
        "section": _tr("{what} under one heading"),
        "task": _tr("{what} in a task"),
        "task-todo": _tr("{what} in an open task"),
        "task-done": _tr("{what} in a done task"),
    }
    return templates[node.scope].format(what=_inner(node.node, depth))


def _property(node: HasProperty, depth: int) -> str:
    name = node.name.text if isinstance(node.name, SearchWord) else _inner(node.name, depth)
    if node.value is None:
        return _tr("the property {name}").format(name=name)
    return _tr("the property {name}: {value}").format(name=name, value=_value(node.value, depth))


def _value(node: QueryNode, depth: int) -> str:
    if isinstance(node, NoValue):
        return _tr("no value")
    if isinstance(node, ValueComparison):
        signs = {"<": _tr("below"), "<=": _tr("at most"), ">": _tr("above"), ">=": _tr("at least")}
        return f"{signs[node.sign]} {node.text}"
    return _inner(node, depth)


def _inner(node: QueryNode, depth: int) -> str:
    words = _node_text(node, depth + 1)
    return f"({words})" if isinstance(node, AllOf | AnyOf) else words


def _joined(parts: Sequence[QueryNode], between: str, depth: int) -> str:
    return between.join(_inner(part, depth) for part in parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
