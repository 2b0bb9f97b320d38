"""Reads values and source positions of properties from libyaml's events, without aliases, anchors or tags."""

import re
from collections.abc import Iterator

import yaml
from msgspec import Struct

from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.frontmatter.plain_yaml import JsonValue, parse_scalar

# No aliases, anchors or tags, and a limited depth; each scalar is converted as in plain_yaml.py.

MAX_YAML_DEPTH = 30
"""Maximum nesting depth of lists and objects. Real ones have fewer than 4 levels."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Unreadable(Exception):
    """*sentence* is the reason, in which `{0}` is the line of *event* if there is one."""

    def __init__(self, sentence: Phrase, event: yaml.Event | None = None, *values: object) -> None:
        super().__init__(sentence)
        self._template, self._values = sentence.template, values
        self._line = (event.start_mark.line if event.start_mark else 0) if event is not None else None

    def reason(self, first_line: int) -> Phrase:
        """Return the reason in a file in which the properties begin at line *first_line*."""
        lines = () if self._line is None else (self._line + first_line,)
        return Phrase(self._template, *lines, *self._values)


def parse_yaml_properties(block: str, first_line: int = 1) -> tuple[dict[str, JsonValue], str]:
    """Return the properties in *block*, YAML from line *first_line* of its file, and the reason if they cannot be
    read.
    """
    try:
        return parse_by_events(readable_block(block)), ""
    except _Unreadable as error:
        return {}, error.reason(first_line)
    except yaml.MarkedYAMLError as error:
        if not error.problem_mark:
            return {}, Phrase("A line of the properties is not valid YAML.")
        # Marks count from 0.
        line = error.problem_mark.line + first_line
        if not error.problem:
            return {}, Phrase("Line {0} is not valid YAML.", line)
        return {}, Phrase("Line {0} is not valid YAML: {1}.", line, error.problem)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, Phrase("The properties have characters that YAML does not allow.")


# Templates have placeholders for values: `due: {{date}}`, `tags: [{{kind}}]`. YAML parses them as objects, or not at
# all. Each of their characters is replaced by one without meaning, so that positions stay the same.

_PLACEHOLDER = re.compile(r"\{\{[^{}\n]{0,300}+\}\}|<%[^%\n]{0,300}+%>")
_MASK_BASE = 0x10FE00
"""In a private use plane for which no font has glyphs."""

_MASK = {code: _MASK_BASE + code for code in range(128) if not chr(code).isalnum()}
_UNMASK = {masked: code for code, masked in _MASK.items()}


def readable_block(block: str) -> str:
    """Return *block*, or a readable text of the same length if only template placeholders make it unreadable.

    `unmasked` converts the values back.
    """
    if "{{" not in block and "<%" not in block:
        return block
    try:
        parse_by_events(block)
    except (_Unreadable, yaml.YAMLError, ValueError, RecursionError):
        masked = _PLACEHOLDER.sub(lambda found: found[0].translate(_MASK), block)
        try:
            parse_by_events(masked)
        except (_Unreadable, yaml.YAMLError, ValueError, RecursionError):
            return block
        return masked
    return block


def unmasked(text: str) -> str:
    """Return *text*, a value from a `readable_block`, in its original form."""
    return text if text.isascii() else text.translate(_UNMASK)


def parse_by_events(block: str) -> dict[str, JsonValue]:
    """Return the properties in *block* from the events of the YAML parser; raises what that raises."""
    events = iter(yaml.parse(block, Loader=_LOADER))
    value: JsonValue = None
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _Unreadable(Phrase("The properties are more than one YAML document."))
        elif isinstance(event, yaml.NodeEvent):
            value = _value(event, events, 1)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _Unreadable(Phrase("The block between the --- lines is not a list of properties."))
    return value


def _value(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> JsonValue:
    """Return the value that begins with *event*, consuming the rest from *events*."""
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
        raise _Unreadable(Phrase("Line {0} uses a YAML anchor or alias; those are not read."), event)
    if getattr(event, "tag", None) is not None:
        raise _Unreadable(Phrase("Line {0} uses a YAML tag; those are not read."), event)
    if isinstance(event, yaml.ScalarEvent):
        value = unmasked(str(event.value))
        return parse_scalar(value) if event.implicit[0] and not event.style else value
    if depth > MAX_YAML_DEPTH:
        raise _Unreadable(Phrase("The properties are nested more than {0} deep."), None, MAX_YAML_DEPTH)
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[JsonValue] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(_value(event, events, depth + 1))
        return items
    return _mapping(events, depth)


def _mapping(events: Iterator[yaml.Event], depth: int) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        if not isinstance(key, yaml.ScalarEvent):
            raise _Unreadable(Phrase("Line {0} has a placeholder or a list where a name should be."), key)
        _value(key, events, depth)  # An anchor or tag on a name is refused too.
        name = unmasked(str(key.value))
        if name in found:
            raise _Unreadable(Phrase("Line {0} sets “{1}” a second time."), key, name[:60])
        found[name] = _value(next(events), events, depth + 1)
    return found


# Expects frontmatter that `read_frontmatter` read without a problem: no anchors, tags or duplicate names.

_POSITION_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ValueSpan(Struct, frozen=True):
    """The position of one value in the text."""

    start: int
    end: int
    style: str
    """A string's quotes or `|` `>`, empty for a bare word; for a list `[` or `-`, for an object `{` or `:`."""
    items: tuple["ValueSpan", ...] = ()
    """The items of a list."""


class PropertySpan(Struct, frozen=True):
    """The position of one property in the text."""

    key: str
    start: int
    """Start of its first line."""
    name_start: int
    colon: int
    """Position after the colon."""
    value: ValueSpan
    end: int
    """Start of the line after its last one; comments and blank lines that follow are not included."""


def find_property_spans(text: str, start: int, end: int) -> tuple[PropertySpan, ...]:
    """Return the properties in *text*[start:end], the block between the two `---` lines, in order."""
    events = iter(yaml.parse(readable_block(text[start:end]), Loader=_POSITION_LOADER))
    root = next((event for event in events if isinstance(event, yaml.NodeEvent)), None)
    if not isinstance(root, yaml.MappingStartEvent):
        return ()
    found: list[PropertySpan] = []
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        assert isinstance(key, yaml.ScalarEvent)
        value = _value_span(next(events), events, start)
        name_start, name_end = start + _mark_index(key.start_mark), start + _mark_index(key.end_mark)
        colon = text.find(":", name_end, max(value.start, name_end + 1)) + 1
        # `? name` without a colon has an empty value at the start of the next name.
        first = max(value.start, colon) if colon or value.end > value.start else name_end
        # A block scalar ends after the blank lines below it, which are not part of it.
        last = first + len(text[first : value.end].rstrip())
        found.append(
            PropertySpan(
                key=unmasked(str(key.value)),
                start=text.rfind("\n", 0, name_start) + 1,
                name_start=name_start,
                colon=colon,
                value=value,
                end=text.find("\n", last, end) + 1 or end,
            )
        )
    return tuple(found)


def _value_span(event: yaml.Event, events: Iterator[yaml.Event], offset: int) -> ValueSpan:
    start, end = offset + _mark_index(event.start_mark), offset + _mark_index(event.end_mark)
    if isinstance(event, yaml.ScalarEvent):
        return ValueSpan(start, end, event.style or "")
    assert isinstance(event, yaml.CollectionStartEvent)
    is_list = isinstance(event, yaml.SequenceStartEvent)
    inner: list[ValueSpan] = []
    while not isinstance(child := next(events), yaml.CollectionEndEvent):
        inner.append(_value_span(child, events, offset))
    if event.flow_style:
        end = offset + _mark_index(child.end_mark)
    elif inner:
        # The parser reports the end of a block only at the next token; the end of its last value is exact.
        end = max(span.end for span in inner)
    style = ("[" if is_list else "{") if event.flow_style else ("-" if is_list else ":")
    return ValueSpan(start, end, style, tuple(inner) if is_list else ())


def _mark_index(mark: object) -> int:
    """Return the position of a mark in characters from the start of the block."""
    index = getattr(mark, "index", None)
    assert isinstance(index, int)
    return index
