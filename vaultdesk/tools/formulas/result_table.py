"""Result table: columns, rows, groups and summaries of an evaluated query, with the notes they were read from."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.tools.formulas.formula_values import FormulaError, Value, json_of
from vaultdesk.tools.tool import ToolOutput, Visibility

MAX_ROWS = 1_000
"""Maximum number of rows in one answer; the next ones are requested with an offset."""

MAX_GROUPS = 200
"""Maximum number of groups listed: counts of a property with more values are of no use."""

MAX_PROBLEMS = 20
"""Maximum number of problems listed."""

MAX_CELL_SOURCES = 50
"""Maximum number of notes that one row is attributed to."""


class TableRow(Struct, frozen=True):
    """One row. `paths` are its note, if it has one, and the other notes whose text its cells contain."""

    paths: tuple[str, ...]
    cells: tuple[Value, ...]


class Summary(Struct, frozen=True):
    """One summary of a column."""

    column: str
    name: str
    value: Value


class ResultGroup(Struct, frozen=True):
    """Consecutive rows with the same value; None for rows without one."""

    value: Value
    paths: tuple[str, ...]
    """The notes of its rows."""
    summaries: tuple[Summary, ...] = ()


class ResultTable(Struct, frozen=True):
    """An evaluated query."""

    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    groups: tuple[ResultGroup, ...] | None = None
    """None for a query without groups."""
    summaries: tuple[Summary, ...] = ()
    not_computed: tuple[str, ...] = ()
    """Columns in the query that do not exist."""
    problems: tuple[str, ...] = ()
    """What could not be evaluated, in sentences without text of notes."""
    found: int = 0
    """Rows before the limit of the query."""
    skipped: int = 0
    """Number of rows before the first of `rows`, if only a page was evaluated."""
    total: int | None = None
    """Number of all rows, if only a page was evaluated."""


def table_output(table: ResultTable, offset: int, limit: int, visibility: Visibility) -> ToolOutput:
    """Return the rows from *offset* on as the output of a tool.

    The values of a row, a group or a summary are in `text`, next to the `path` of the first note they were read from;
    the sources name all of these notes.
    """
    sources: list[Source] = []
    shown: dict[str, None] = {}

    def entry(paths: Sequence[str], value: Value, **more: JsonValue) -> dict[str, JsonValue]:
        """Return an object with *value* as visible to the model, and record its sources."""
        text = _as_shown(value, paths, visibility)
        first, *others = paths[:MAX_CELL_SOURCES] or ("",)
        characters = _length(text)
        # Each note counts, also if the value has fewer characters than notes.
        share = max(characters // (len(others) + 1), min(characters, 1))
        sources.append(Source(path=first, characters=max(characters - share * len(others), share)))
        sources.extend(Source(path=path, characters=share) for path in others if share)
        shown.update(dict.fromkeys(paths[:MAX_CELL_SOURCES]))
        return {"path": first, **more, "text": text}

    rows: list[JsonValue] = []
    page = table.rows[max(0, offset - table.skipped) :][:limit]
    total = len(table.rows) if table.total is None else table.total
    for row in page:
        row_entry = entry(row.paths, dict(zip(table.columns, row.cells, strict=True)))
        if not table.columns:
            del row_entry["text"]
        rows.append(row_entry)
    data: dict[str, JsonValue] = {
        "columns": [*table.columns], "rows": rows, "total_found": total, "returned": len(rows),
    }  # fmt: skip
    if table.groups is not None:
        groups: list[JsonValue] = []
        for group in table.groups[:MAX_GROUPS]:
            # The notes of a group share its value, which is attributed to the first.
            found = entry(group.paths[:1], group.value, count=len(group.paths))
            if group.summaries:
                found["summaries"] = [_summary(summary, group.paths, entry) for summary in group.summaries]
            groups.append(found)
        data["groups"] = groups
    if table.summaries:
        paths = tuple(dict.fromkeys(path for row in table.rows for path in row.paths[:1]))
        data["summaries"] = [_summary(summary, paths, entry) for summary in table.summaries]
    if table.found > total:
        data["found_before_limit"] = table.found
    if table.not_computed:
        data["not_computed"] = [*table.not_computed]
    if table.problems:
        data["problems"] = [*table.problems[:MAX_PROBLEMS]]
    return ToolOutput(data, tuple(sources), tuple(path for path in shown if path))


def _summary(summary: Summary, paths: Sequence[str], entry: Callable[..., dict[str, JsonValue]]) -> JsonValue:
    return entry(paths, summary.value, column=summary.column, summary=summary.name)


def _as_shown(value: Value, paths: Sequence[str], visibility: Visibility) -> JsonValue:
    """Return *value* as JSON, with each text as visible to the model."""
    if isinstance(value, FormulaError):
        return {"error": _redacted(str(value), paths, visibility)}
    if isinstance(value, dict):
        return {name: _as_shown(item, paths, visibility) for name, item in value.items()}
    return _redacted(json_of(value), paths, visibility)


def _redacted(value: JsonValue, paths: Sequence[str], visibility: Visibility) -> JsonValue:
    match value:
        case str():
            for path in paths[:MAX_CELL_SOURCES]:
                value = visibility.redact(path, value)
            return value
        case list():
            return [_redacted(item, paths, visibility) for item in value]
        case dict():
            return {name: _redacted(item, paths, visibility) for name, item in value.items()}
        case _:
            return value


def _length(value: JsonValue) -> int:
    match value:
        case None:
            return 0
        case list():
            return sum(map(_length, value))
        case dict():
            return sum(_length(item) for item in value.values())
        case _:
            return len(str(value))
