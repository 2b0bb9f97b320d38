"""YAML block: properties that are more than plain lines, read from libyaml's events. Never raises.

No aliases, anchors or tags, bounded depth, each scalar what bare_word.py says of it.
"""

from collections.abc import Iterator

import yaml

from vaultdesk.vault.bare_word import JsonValue, meaning_of

MAX_DEPTH = 30
"""Lists and objects inside each other. Real ones stay under 4."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Unreadable(Exception):
    """What is wrong, in a sentence; without its beginning where it is a line that is wrong."""

    def __init__(self, what: str, event: yaml.Event | None = None) -> None:
        super().__init__(what)
        self.line = (event.start_mark.line if event.start_mark else 0) if event is not None else None


def block_properties(block: str, first_line: int = 1) -> tuple[dict[str, JsonValue], str]:
    """Return the names and values of *block*, YAML from *first_line* of its file on; else why they cannot be read."""
    try:
        return _by_events(block), ""
    except _Unreadable as error:
        where = f"Line {error.line + first_line} " if error.line is not None else ""
        return {}, f"{where}{error}"
    except yaml.MarkedYAMLError as error:
        # Marks count from 0.
        place = f"Line {error.problem_mark.line + first_line}" if error.problem_mark else "A line"
        return {}, f"{place} is not valid YAML{': ' + error.problem if error.problem else ''}."
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, "The properties have characters that YAML does not allow."


def _by_events(block: str) -> dict[str, JsonValue]:
    events = iter(yaml.parse(block, Loader=_LOADER))
    value: JsonValue = None
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _Unreadable("The properties are more than one YAML document.")
        elif isinstance(event, yaml.NodeEvent):
            value = _value(event, events, 1)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _Unreadable("The block between the --- lines is not a list of properties.")
    return value


def _value(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> JsonValue:
    """Return the value that begins with *event*, taking the rest of it from *events*."""
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
        raise _Unreadable("uses a YAML anchor or alias; those are not read.", event)
    if getattr(event, "tag", None) is not None:
        raise _Unreadable("uses a YAML tag; those are not read.", event)
    if isinstance(event, yaml.ScalarEvent):
        return meaning_of(event.value) if event.implicit[0] and not event.style else str(event.value)
    if depth > MAX_DEPTH:
        raise _Unreadable(f"The properties are nested more than {MAX_DEPTH} deep.")
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
            raise _Unreadable("has a placeholder or a list where a name should be.", key)
        _value(key, events, depth)  # An anchor or tag on a name is refused too.
        if key.value in found:
            raise _Unreadable(f"sets “{key.value[:60]}” a second time.", key)
        found[key.value] = _value(next(events), events, depth + 1)
    return found
