"""Dataview: a simple `TABLE` or `LIST` query as a question (OBSIDIAN E.8). Runs no script; the unknown is refused.

`TABLE a, b AS "B" FROM #tag AND "Folder" WHERE c SORT d DESC LIMIT 5`: the clauses in Dataview's own order.
"""

from datetime import datetime

from vaultdesk.tools.query_language.criteria import Column, Criterion, Every, Order, Question
from vaultdesk.tools.query_language.dataview_expression import DataviewExpression
from vaultdesk.tools.query_language.dataview_source import dataview_source
from vaultdesk.tools.query_language.refusal import cannot_evaluate
from vaultdesk.tools.query_language.scanner import Scanner

CLAUSES = ("from", "where", "sort", "limit", "group", "flatten")
"""The names a clause begins with; no field of these names can be asked for."""


def dataview_question(text: str, now: datetime) -> Question:
    """Return what the query *text* asks. Raises `ToolFailure` naming what cannot be evaluated."""
    words = Scanner(_without_fence(text), joined_names=True)
    expression = DataviewExpression(words, now)
    columns = _header(words, expression)
    parts: list[Criterion] = []
    if words.says("from"):
        words.take()
        parts.append(dataview_source(words))
    order: tuple[Order, ...] = ()
    limit: int | None = None
    while words.word.kind != "end":
        start = words.word.start
        if limit is not None or not words.says("where", "sort", "limit") or (order and words.says("sort")):
            # What comes after a limit, or a second order, works on the rows that are left: another question.
            raise words.unexpected()
        match words.take().text.lower():
            case "where":
                parts.append(expression.criterion())
            case "sort":
                order = _order(words, expression)
            case _:
                word = words.take()
                if word.kind != "number" or "." in word.text:
                    raise cannot_evaluate(words.rest_of(start))
                limit = int(word.text[:9])
    return Question(parts[0] if len(parts) == 1 else Every(tuple(parts)), columns, order, limit)


def _without_fence(text: str) -> str:
    """Return the query inside its block of code, where it comes with one."""
    text = text.strip()
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        text = text.strip("`").strip().removeprefix("dataview")
    return text


def _header(words: Scanner, expression: DataviewExpression) -> tuple[Column, ...]:
    if not words.says("table", "list"):
        raise words.unexpected()
    is_list = words.take().text.lower() == "list"
    if words.says("without"):
        words.take()
        if not words.says("id"):
            raise words.unexpected()
        words.take()
    columns: list[Column] = []
    while words.word.kind != "end" and not words.says(*CLAUSES):
        start = words.word.start
        shows = expression.operand()
        label = words.since(start)
        if words.says("as"):
            words.take()
            named = words.take()
            if named.kind not in ("name", "text"):
                raise cannot_evaluate(words.rest_of(start))
            label = named.text
        columns.append(Column(label, shows))
        if is_list or not words.skip(","):
            break
    return tuple(columns)


def _order(words: Scanner, expression: DataviewExpression) -> tuple[Order, ...]:
    order: list[Order] = []
    while not order or words.skip(","):
        by = expression.operand()
        descending = words.says("desc", "descending")
        if descending or words.says("asc", "ascending"):
            words.take()
        order.append(Order(by, descending, "dataview"))
    return tuple(order)
