"""PropertyLists: a property's list changed item by item, so that the lines and the spelling of the others stay."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from vaultdesk.vault.frontmatter import JsonValue
from vaultdesk.vault.property_lines import Piece, PropertyLines
from vaultdesk.vault.yaml_text import STEP, flow_text, scalar_text

MOST_COMPARED = 200
"""Items between the first and the last change that are matched one by one; beyond, the list is written anew.

Matching grows with the square of them, and a hostile list has tens of thousands.
"""

_QUOTES = frozenset(("'", '"'))


@dataclass(frozen=True, slots=True)
class Change:
    """One stretch of the text and what takes its place."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Habit:
    """How lists are written here."""

    flow: bool = False
    """`[a, b]`; else an item a line."""
    indent: int = STEP
    """Blanks before the dash, counted from the property's name."""


def habit_of(text: str, line: PropertyLines) -> Habit | None:
    """Return how *line* writes its list; None where it has none, or an empty one."""
    items = line.value.items
    if not items:
        return None
    if line.value.style == "[":
        return Habit(flow=True)
    first = _item_line(text, items[0])
    if first is None:
        return Habit()
    return Habit(indent=max(0, len(first.lead) - len(first.lead.lstrip()) - (line.name_start - line.start)))


def flow_list(text: str, piece: Piece, old: Sequence[JsonValue], new: Sequence[JsonValue]) -> str:
    """Return the list `[a, b]` at *piece* with the items of *new*; an item it had keeps its spelling."""
    spelled: dict[str, list[str]] = {}
    for item, value in zip(piece.items, old, strict=True):
        spelled.setdefault(json.dumps(value), []).append(text[item.start : item.end])
    quotes = _quotes(piece)
    written: list[str] = []
    for value in new:
        known = spelled.get(json.dumps(value))
        written.append(known.pop(0) if known else _written(value, quotes, in_flow=True))
    inside = text[piece.start + 1 : piece.items[0].start] if piece.items else ""
    pad = " " if piece.items and inside == " " else ""
    between = text[piece.items[0].end : piece.items[1].start] if len(piece.items) > 1 else ", "
    return f"[{pad}{(between if between.strip() == ',' else ', ').join(written)}{pad}]"


def block_changes(text: str, piece: Piece, old: Sequence[JsonValue], new: Sequence[JsonValue]) -> list[Change] | None:
    """Return what makes the list with an item a line say *new*; None where it has to be written anew."""
    lines = [line for item in piece.items if (line := _item_line(text, item)) is not None]
    if len(lines) < len(piece.items):
        return None
    before, after = [json.dumps(value) for value in old], [json.dumps(value) for value in new]
    head = _shared(before, after)
    tail = _shared(before[head:][::-1], after[head:][::-1])
    middle, wanted = before[head : len(before) - tail], after[head : len(after) - tail]
    if max(len(middle), len(wanted)) > MOST_COMPARED:
        return None
    quotes = _quotes(piece)
    changes: list[Change] = []
    for kind, i, j, m, n in SequenceMatcher(None, middle, wanted, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        values = list(new[head + m : head + n])
        for line, item in zip(lines[head + i : head + j], piece.items[head + i : head + j], strict=True):
            changes.append(_item_changed(text, item, line, values, quotes))
        # What is left over comes after the item before it, or before the first one.
        beside = lines[max(head + j - 1, 0)]
        at = beside.end if head + j else beside.start
        changes += [Change(at, at, "".join(f"{beside.lead}{_written(value, quotes)}\n" for value in values))]
    return [change for change in changes if change.text or change.end > change.start]


@dataclass(frozen=True, slots=True)
class _ItemLine:
    """The lines of one item of a list with an item a line."""

    start: int
    end: int
    lead: str
    """Its dash with the blanks around it."""


def _item_line(text: str, item: Piece) -> _ItemLine | None:
    """Return the lines of *item*; None where it does not begin on its dash's line, or not alone."""
    start = text.rfind("\n", 0, item.start) + 1
    lead = text[start : item.start]
    if lead.strip(" ") != "-":
        return None
    last = item.start + len(text[item.start : item.end].rstrip())
    return _ItemLine(start, text.find("\n", last) + 1, lead if lead.endswith(" ") else f"{lead} ")


def _item_changed(text: str, item: Piece, line: _ItemLine, values: list[JsonValue], quotes: str) -> Change:
    """Return what puts the first of *values*, taken off it, in the place of *item*; nothing where none is left."""
    if not values:
        return Change(line.start, line.end, "")
    value = values.pop(0)
    if item.style in ("-", ":", "|", ">") or item.end == item.start:
        return Change(line.start, line.end, f"{line.lead}{_written(value, quotes)}\n")
    return Change(item.start, item.end, _written(value, item.style if item.style in _QUOTES else quotes))


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many items both begin with."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _quotes(piece: Piece) -> str:
    """Return the quotes all items have; empty where they differ."""
    styles = {item.style for item in piece.items}
    return next(iter(styles)) if len(styles) == 1 and styles <= _QUOTES else ""


def _written(value: JsonValue, quotes: str, *, in_flow: bool = False) -> str:
    return flow_text(value) if isinstance(value, list | dict) else scalar_text(value, in_flow=in_flow, quotes=quotes)
