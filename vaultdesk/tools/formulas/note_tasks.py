"""List items and tasks of notes as in Dataview: text, state, position, dates and fields."""

import re
from collections.abc import Iterator

from vaultdesk.index.indexing.entry_builder import inline_fields
from vaultdesk.tools.formulas.formula_values import File, LinkValue, Row, Value, property_value
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.sections import code_end, indent_of

MAX_ITEMS_PER_NOTE = 5_000
"""Maximum number of list items read of one note."""

_ITEM = re.compile(r"[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[(.)\](?:[ \t]+|\Z))?(.*)\Z")
_HEADING = re.compile(r"#{1,6}[ \t]+(.{1,500}?)[ \t#]*\Z")
_TAG = re.compile(r"(?:\A|(?<=\s))#((?:[\w/-]|[^\x00-\x7f\s])+)")
_LINK = re.compile(r"!?\[\[([^\[\]|\n]{1,1000})(?:\|([^\[\]\n]{0,1000}))?\]\]")
_EMOJI_DATE = re.compile("(📅|🗓️?|✅|➕|🛫|⏳|❌)️?[ \t]*([0-9]{4}-[0-9]{2}-[0-9]{2})")
_EMOJI_FIELDS = {
    "📅": "due",
    "🗓": "due",
    "✅": "completion",
    "➕": "created",
    "🛫": "start",
    "⏳": "scheduled",
    "❌": "cancelled",
}


def list_items(file: File, body: str, first_line: int) -> list[Row]:
    """Return the list items of the note *file*, whose text *body* begins after *first_line* lines of properties."""
    found: list[tuple[int, dict[str, Value]]] = []
    section = ""
    for number, line in _lines(without_comments(body)):
        if line.startswith("#") and (heading := _HEADING.match(line)) is not None:
            section = heading[1]
            continue
        item = _ITEM.match(line)
        if item is None or len(found) >= MAX_ITEMS_PER_NOTE:
            continue
        fields = _fields(file, item[1], item[2].strip(), section)
        fields["line"] = first_line + number
        found.append((indent_of(line.lstrip(">")), fields))
    return _nested(file, found)


def _lines(body: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of *body* outside code, with their numbers from 0."""
    lines = body.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        if ("```" in line or "~~~" in line or "$$" in line) and (end := code_end(lines, number)):
            number = end
            continue
        yield number, line
        number += 1


def _fields(file: File, status: str | None, text: str, section: str) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    if "::" in text:
        fields = {name.casefold(): property_value(value, file.path) for name, value in inline_fields(f"- {text}")}
    # Most items have no non-ASCII character, no tag and no link.
    for sign, day in () if text.isascii() else _EMOJI_DATE.findall(text):
        fields.setdefault(_EMOJI_FIELDS[sign[0]], property_value(day, file.path))
    is_done = status in ("x", "X")
    place = LinkValue(f"{file.path.removesuffix('.md')}{f'#{section}' if section else ''}", section, file.path)
    return {
        **fields,
        "text": text,
        "task": status is not None,
        "status": status if status is not None else None,
        "checked": status is not None and status != " ",
        "completed": is_done,
        "fullycompleted": is_done,
        "path": file.path,
        "section": place,
        "link": place,
        "tags": [f"#{tag}" for tag in _TAG.findall(text)] if "#" in text else [],
        "outlinks": _links(text, file.path) if "[[" in text else [],
        "annotated": bool(fields),
        "children": [],
    }


def _links(text: str, source: str) -> list[LinkValue]:
    return [LinkValue(target.strip(), (shown or "").strip(), source) for target, shown in _LINK.findall(text)]


def _nested(file: File, items: list[tuple[int, dict[str, Value]]]) -> list[Row]:
    """Return *items*, each with the following items of deeper indent as its children."""
    rows = [Row(id=fields["text"], file=file, fields=fields, paths=(file.path,)) for _, fields in items]
    open_items: list[tuple[int, dict[str, Value]]] = []
    for row, (indent, fields) in zip(rows, items, strict=True):
        while open_items and open_items[-1][0] >= indent:
            open_items.pop()
        fields["parent"] = open_items[-1][1]["line"] if open_items else None
        if open_items:
            open_items[-1][1]["children"].append(row)
        open_items.append((indent, fields))
    # From the last one up, because children follow their parent.
    for _, fields in reversed(items):
        tasks = (child.fields for child in fields["children"] if child.fields["task"])
        fields["fullycompleted"] = fields["completed"] and all(task["fullycompleted"] for task in tasks)
    return rows
