"""Query table: the answer to a question as the rows a model reads, each with its sources. Runs in the search thread."""

from collections.abc import Sequence
from itertools import islice

from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.query_arguments import QueryNotesParameters
from vaultdesk.tools.query_language.criteria import Question
from vaultdesk.tools.query_language.evaluation import answer, shown
from vaultdesk.tools.query_language.operands import Getter
from vaultdesk.tools.tool import ToolOutput, View

MOST_GROUPS = 200
"""Groups that are counted one by one; of a property with more values, counting tells nothing."""


def query_table(question: Question, network: Network, view: View, asked: QueryNotesParameters) -> ToolOutput:
    """Return the page of rows that was asked for. A row's values stand under `text`, by column."""
    found = answer(question, network)
    notes = found.notes if question.limit is None else found.notes[: question.limit]
    page = notes[asked.offset : asked.offset + asked.limit]
    labels = [column.label for column in question.columns]
    rows: list[JsonValue] = []
    sources: list[Source] = []
    for note in page:
        values = {label: _value(note, get, view) for label, get in zip(labels, found.getters, strict=True)}
        rows.append({"path": note.path, **({"text": values} if labels else {})})
        characters = sum(_length(value) for value in values.values())
        sources.append(Source(path=note.path, characters=characters))
    data: dict[str, JsonValue] = {
        "columns": [*labels], "rows": rows, "total_found": len(notes), "returned": len(rows),
    }  # fmt: skip
    if found.group is not None:
        groups, more = _groups(notes, found.group, view)
        data["groups"] = groups
        sources += more
    if question.not_computed:
        data["not_computed"] = [*question.not_computed]
    return ToolOutput(data, tuple(sources), tuple(note.path for note in page))


def _groups(notes: Sequence[NoteFacts], group: Getter, view: View) -> tuple[list[JsonValue], list[Source]]:
    """Return each value of the group with its count, and one note that each was taken from."""
    counts: dict[str, int] = {}
    values: dict[str, tuple[JsonValue, str]] = {}
    for note in notes:
        value = group(note)
        key = value if isinstance(value, str) else str(shown(value))
        if key not in counts:
            values[key] = (_value(note, group, view), note.path)
        counts[key] = counts.get(key, 0) + 1
    groups: list[JsonValue] = []
    sources: list[Source] = []
    for key, count in islice(counts.items(), MOST_GROUPS):
        value, path = values[key]
        groups.append({"path": path, "text": value, "count": count})
        sources.append(Source(path=path, characters=_length(value)))
    return groups, sources


def _value(note: NoteFacts, get: Getter, view: View) -> JsonValue:
    return _as_shown(shown(get(note)), note.path, view)


def _as_shown(value: JsonValue, path: str, view: View) -> JsonValue:
    """Return *value* with each text in it as the model may read it."""
    match value:
        case str():
            return view.shown(path, value)
        case list():
            return [_as_shown(item, path, view) for item in value]
        case dict():
            return {name: _as_shown(item, path, view) for name, item in value.items()}
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
