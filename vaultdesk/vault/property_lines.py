"""PropertyLines: where each property of a head stands in its text. Reads only; what they say is frontmatter.py's.

Trusts the head to be one that `read_frontmatter` read without a problem: no anchors, tags or twice-set names.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Piece:
    """One value's place in the text."""

    start: int
    end: int
    style: str
    """A text's quotes or `|` `>`, empty for a bare word; of a list `[` or `-`, of an object `{` or `:`."""
    items: tuple["Piece", ...] = ()
    """Of a list."""


@dataclass(frozen=True, slots=True)
class PropertyLines:
    """One property's place in the text."""

    key: str
    start: int
    """Where its first line begins."""
    name_start: int
    colon: int
    """The place after the colon."""
    value: Piece
    end: int
    """Where the line after its last one begins; comments and blank lines that follow are not its own."""


def property_lines(text: str, start: int, end: int) -> tuple[PropertyLines, ...]:
    """Return the properties of the block *text*[start:end], which lies between the two `---` lines, in their order."""
    events = iter(yaml.parse(text[start:end], Loader=_LOADER))
    root = next((event for event in events if isinstance(event, yaml.NodeEvent)), None)
    if not isinstance(root, yaml.MappingStartEvent):
        return ()
    found: list[PropertyLines] = []
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        assert isinstance(key, yaml.ScalarEvent)
        value = _piece(next(events), events, start)
        name_start, name_end = start + _place(key.start_mark), start + _place(key.end_mark)
        colon = text.find(":", name_end, max(value.start, name_end + 1)) + 1
        # `? name` without a colon has its empty value where the next name begins.
        first = max(value.start, colon) if colon or value.end > value.start else name_end
        # A block of text ends after the blank lines below it; those are nobody's.
        last = first + len(text[first : value.end].rstrip())
        found.append(
            PropertyLines(
                key=str(key.value),
                start=text.rfind("\n", 0, name_start) + 1,
                name_start=name_start,
                colon=colon,
                value=value,
                end=text.find("\n", last, end) + 1 or end,
            )
        )
    return tuple(found)


def _piece(event: yaml.Event, events: Iterator[yaml.Event], offset: int) -> Piece:
    start, end = offset + _place(event.start_mark), offset + _place(event.end_mark)
    if isinstance(event, yaml.ScalarEvent):
        return Piece(start, end, event.style or "")
    assert isinstance(event, yaml.CollectionStartEvent)
    is_list = isinstance(event, yaml.SequenceStartEvent)
    inner: list[Piece] = []
    while not isinstance(child := next(events), yaml.CollectionEndEvent):
        inner.append(_piece(child, events, offset))
    if event.flow_style:
        end = offset + _place(child.end_mark)
    elif inner:
        # The end of a block is only noticed at the next word; its last value knows better.
        end = max(piece.end for piece in inner)
    style = ("[" if is_list else "{") if event.flow_style else ("-" if is_list else ":")
    return Piece(start, end, style, tuple(inner) if is_list else ())


def _place(mark: object) -> int:
    """Return the place of a mark: characters from the block's beginning."""
    index = getattr(mark, "index", None)
    assert isinstance(index, int)
    return index
