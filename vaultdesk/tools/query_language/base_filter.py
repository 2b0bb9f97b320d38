"""Base filter: a `.base` file as a question (OBSIDIAN E.7): its filters and those of a view, joined by AND.

What it cannot work out in a filter, an order or a group it refuses; a column of that kind is left out and named.
"""

import re
from datetime import datetime

from vaultdesk.tools.query_language.base_expression import base_statement
from vaultdesk.tools.query_language.base_members import base_operand
from vaultdesk.tools.query_language.criteria import Column, Criterion, Either, Every, Not, Operand, Order, Question
from vaultdesk.tools.query_language.refusal import cannot_evaluate
from vaultdesk.vault.frontmatter.frontmatter import MAX_FRONTMATTER, JsonValue, read_frontmatter

DEEPEST = 20
"""Levels of `and`, `or` and `not` inside each other."""

MOST_STATEMENTS = 300
"""Statements of one base: each is looked at for every note."""

_RULE = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)


def base_question(text: str, view: str, now: datetime) -> Question:
    """Return what the base *text* asks in its view of the name *view*; in its first one, where none is named.

    Raises `ToolFailure` naming what cannot be evaluated.
    """
    base = _read(text)
    shown = _view(base, view)
    statements = [0]
    parts = [
        _filter(holder["filters"], now, 0, statements)
        for holder in (base, shown)
        if holder.get("filters") not in (None, "", [], {})
    ]
    columns, left_out = _columns(shown.get("order"))
    group = shown.get("groupBy")
    keys = [*([group] if group else []), *_list(shown.get("sort"), "sort")]
    order = tuple(_order(key) for key in keys)
    return Question(
        where=parts[0] if len(parts) == 1 else Every(tuple(parts)),
        columns=columns,
        order=order,
        limit=_limit(shown.get("limit")),
        group=order[0].by if group else None,
        not_computed=left_out,
    )


def _read(text: str) -> dict[str, JsonValue]:
    if len(text) > MAX_FRONTMATTER:
        raise cannot_evaluate(f"a base of {len(text):,} characters")
    if _RULE.search(text):
        raise cannot_evaluate("a base of several YAML documents")
    found = read_frontmatter(f"---\n{text}\n---\n")
    if found.problem:
        raise cannot_evaluate(f"the base: {found.problem}")
    return found.properties


def _view(base: dict[str, JsonValue], name: str) -> dict[str, JsonValue]:
    views = [view for view in _list(base.get("views"), "views") if isinstance(view, dict)]
    if not name:
        return views[0] if views else {}
    for view in views:
        if str(view.get("name", "")).casefold() == name.casefold():
            return view
    names = ", ".join(f"“{view.get('name', '')}”" for view in views)
    raise cannot_evaluate(f"view “{name}”: the base has {names or 'no views'}")


def _filter(node: JsonValue, now: datetime, depth: int, statements: list[int]) -> Criterion:
    statements[0] += 1
    if depth > DEEPEST or statements[0] > MOST_STATEMENTS:
        raise cannot_evaluate("a base with so many filters")
    if isinstance(node, str):
        return base_statement(node, now)
    if not isinstance(node, dict) or len(node) != 1:
        raise cannot_evaluate(f"filters: {node}" if node else "an empty filter")
    ((word, inner),) = node.items()
    if word not in ("and", "or", "not"):
        raise cannot_evaluate(f"filters: {word}")
    # One statement may stand without its list.
    parts = tuple(_filter(one, now, depth + 1, statements) for one in (inner if isinstance(inner, list) else [inner]))
    match word:
        case "and":
            return Every(parts)
        case "or" if not parts:
            raise cannot_evaluate("or: an empty group")
        case "or":
            return Either(parts)
        case _:
            return Not(Either(parts))


def _columns(order: JsonValue) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    columns: list[Column] = []
    left_out: list[str] = []
    for name in _list(order, "order"):
        operand = base_operand(name) if isinstance(name, str) else None
        if operand is None:
            left_out.append(str(name))
        else:
            columns.append(Column(str(name), operand))
    return tuple(columns), tuple(left_out)


def _order(key: JsonValue) -> Order:
    if isinstance(key, str):
        key = {"property": key}
    name = (key.get("property") or key.get("column")) if isinstance(key, dict) else None
    operand: Operand | None = base_operand(name) if isinstance(name, str) else None
    direction = str(key.get("direction") or "ASC").upper() if isinstance(key, dict) else ""
    if operand is None or direction not in ("ASC", "DESC"):
        raise cannot_evaluate(f"sort: {name or key}")
    return Order(operand, direction == "DESC")


def _limit(limit: JsonValue) -> int | None:
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise cannot_evaluate(f"limit: {limit}")
    # Obsidian shows all where the limit is 0.
    return limit or None


def _list(value: JsonValue, name: str) -> list[JsonValue]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise cannot_evaluate(f"{name}: {value}")
    return value
