"""Passages of note text in the JSON of a tool result, and the rest of it, such as lists and trees of names."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Source, ToolResultPart
from vaultdesk.core.values import replace
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

# By convention an object in a result with text of a note names the note as `path`. The functions of this module do
# not change their arguments.

TEXT_KEYS = frozenset({"content", "preview", "excerpt", "text", "context", "diff", "applied", "snippet"})
"""Members with a note's text; others describe it."""

PROPERTIES_KEY = "frontmatter"
"""The member with a note's properties."""

NAMING_KEYS = frozenset({"path", "filename", "basename"})
"""Members that name the note."""

FACT_KEYS = frozenset({"modified", "created"})
"""Members with facts of the file, which are not text of the note."""

JsonPath = tuple[str | int, ...]
"""The path to a value in a result; empty for the whole result."""


def read_result(part: ToolResultPart) -> JsonValue:
    """Return the model's view of the result as a value; its text if that is not JSON."""
    try:
        value: JsonValue = json.loads(part.content)
    except (ValueError, RecursionError):
        return part.content
    return value


def with_result_value(part: ToolResultPart, value: JsonValue) -> ToolResultPart:
    """Return *part* with *value* as its content."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return part if text == part.content else part.model_copy(update={"content": text})


def note_objects(value: JsonValue, json_path: JsonPath = ()) -> Iterator[tuple[JsonPath, dict[str, JsonValue]]]:
    """Yield each object inside *value* that names a note, outer ones first; not the result as a whole."""
    if isinstance(value, dict):
        if json_path and isinstance(value.get("path"), str):
            yield json_path, value
        for key, inner in value.items():
            yield from note_objects(inner, (*json_path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from note_objects(inner, (*json_path, number))


def text_sources(part: ToolResultPart) -> tuple[Source, ...]:
    """Return the sources of *part* whose text it may contain.

    A source without characters only names its note, unless the result has text in no object that names a note: earlier
    versions stored such sources with quotations.
    """
    if all(source.characters for source in part.sources) or has_loose_text(_data_of(read_result(part))):
        return part.sources
    return tuple(source for source in part.sources if source.characters)


def has_loose_text(value: JsonValue) -> bool:
    """Whether *value* has text of notes outside the objects that name a note."""
    return not _names_note(value) and any(key in TEXT_KEYS and text for key, text in _strings(value, ""))


def _data_of(value: JsonValue) -> JsonValue:
    return value.get("data") if isinstance(value, dict) and "data" in value else value


def note_texts(value: dict[str, JsonValue]) -> tuple[str, ...]:
    """Return the texts of its note in an object."""
    return tuple(text for key, text in _strings(value, "") if key in TEXT_KEYS)


def properties_text(value: dict[str, JsonValue]) -> str:
    """Return the properties of its note in an object as lines `name: value`; empty if it has none."""
    properties = value.get(PROPERTIES_KEY)
    return "\n".join(_property_lines(properties)) if isinstance(properties, dict) else ""


def readable_text(value: dict[str, JsonValue]) -> str:
    """Return everything an object contains of its note, for display: properties, texts and other members."""
    properties = value.get(PROPERTIES_KEY)
    head = _property_lines(properties) if isinstance(properties, dict) else []
    body = [*(f"{name}: {inner}" for name, inner in _numbers(value)), *note_texts(value)]
    # In the order of the object: a passage has its text first, a whole note its properties.
    names = [name for name in value if name == PROPERTIES_KEY or name in TEXT_KEYS]
    lines = [*head, *body] if names[:1] == [PROPERTIES_KEY] else [*body, *head]
    other_members: dict[str, list[str]] = {}
    for key, text in _strings({name: inner for name, inner in value.items() if name != PROPERTIES_KEY}, ""):
        if key not in NAMING_KEYS | FACT_KEYS | TEXT_KEYS | {"heading"} and text:
            other_members.setdefault(key, []).append(text)
    if not lines:
        return "\n".join(text for texts in other_members.values() for text in texts)
    return "\n".join([*lines, *(f"{name}: {', '.join(texts)}" for name, texts in other_members.items())])


def object_atoms(value: dict[str, JsonValue]) -> tuple[str, ...]:
    """Return every text of its note in an object separately: properties, texts, headings, tags, links."""
    properties = value.get(PROPERTIES_KEY)
    found = _property_lines(properties) if isinstance(properties, dict) else []
    found += [f"{name}: {inner}" for name, inner in _numbers(value)]
    rest = {name: inner for name, inner in value.items() if name != PROPERTIES_KEY}
    found += [text for key, text in _strings(rest, "") if key not in NAMING_KEYS | FACT_KEYS and text]
    return tuple(found)


def replace_values(value: JsonValue, replacements: Mapping[JsonPath, JsonValue], json_path: JsonPath = ()) -> JsonValue:
    """Return *value* with the values at some paths replaced."""
    if json_path in replacements:
        return replacements[json_path]
    if isinstance(value, dict):
        return {key: replace_values(inner, replacements, (*json_path, key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [replace_values(inner, replacements, (*json_path, number)) for number, inner in enumerate(value)]
    return value


def map_texts(value: JsonValue, change: Callable[[str], str], key: str = "") -> JsonValue:
    """Return *value* with every text in it changed, except names and objects of other notes inside it."""
    if isinstance(value, str):
        return value if key in NAMING_KEYS else change(value)
    if isinstance(value, list):
        return [item if _names_note(item) else map_texts(item, change, key) for item in value]
    if isinstance(value, dict):
        return {name: inner if _names_note(inner) else map_texts(inner, change, name) for name, inner in value.items()}
    return value


def value_at(value: JsonValue, json_path: JsonPath) -> JsonValue:
    for step in json_path:
        value = value[step]  # type: ignore[index]  # the path was found in this value
    return value


class LocatedText:
    """Text of one note with its sources, which tell where it is in the note."""

    __slots__ = ()

    sources: tuple[Source, ...]

    @property
    def heading(self) -> str:
        """The headings above it, each once; empty if none is known."""
        return _heading_of(self.sources)

    @property
    def first_line(self) -> int:
        """Its first line in the note, from 1; 0 if unknown."""
        return min((source.first_line for source in self.sources if source.first_line), default=0)

    @property
    def last_line(self) -> int:
        """Its last line in the note; 0 if unknown."""
        return max((source.last_line for source in self.sources), default=0)


def _heading_of(sources: Sequence[Source]) -> str:
    return ", ".join(dict.fromkeys(source.heading for source in sources if source.heading))


class NoteObject(Struct, LocatedText, frozen=True):
    """An object in a result with text of a note, with its sources."""

    json_path: JsonPath
    path: str
    value: dict[str, JsonValue]
    sources: tuple[Source, ...] = ()

    @property
    def heading(self) -> str:
        """The headings above the text, as far as known."""
        own_heading = self.value.get("heading")
        if isinstance(own_heading, str) and own_heading:
            return own_heading
        return _heading_of(self.sources)


def locate_objects(value: JsonValue, sources: Sequence[Source]) -> list[NoteObject]:
    """Return the objects in the result *value* with text of the notes of *sources*, each with its sources.

    A source whose text is not in an object of its note is a source of none.
    """
    unassigned = list(sources)
    paths = {source.path for source in unassigned}
    found: list[NoteObject] = []
    for json_path, inner in note_objects(value):
        path = str(inner["path"])
        if path not in paths:
            continue
        texts = note_texts(inner)
        source = _matching_source(unassigned, path, "\n".join(texts))
        if source is not None:
            unassigned.remove(source)
        if not texts and (source is None or not source.characters):
            continue
        found.append(NoteObject(json_path, path, inner, (source,) if source is not None else ()))
    for source in unassigned:
        # Several passages of one note in one object are combined. If the object is too short for all of them, the
        # text of *source* is elsewhere: in a message that quotes the note, or in a table row of several notes.
        number = next((number for number, located in enumerate(found) if _may_contain(located, source)), None)
        if number is not None:
            found[number] = replace(found[number], sources=(*found[number].sources, source))
    return found


def _may_contain(located: NoteObject, source: Source) -> bool:
    """Whether the object is long enough for the text of *source* besides that of its other sources."""
    characters = sum(other.characters for other in (*located.sources, source))
    return located.path == source.path and characters <= len(readable_text(located.value))


def _matching_source(sources: Sequence[Source], path: str, text: str) -> Source | None:
    candidates = [source for source in sources if source.path == path]
    return next(
        (source for source in candidates if source.characters == len(text)), candidates[0] if candidates else None
    )


def _property_lines(properties: dict[str, JsonValue]) -> list[str]:
    return [f"{name}: {_property_text(value)}" for name, value in properties.items()]


def _property_text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _numbers(value: dict[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """Yield the numbers in an object with their names, as in a table of properties."""
    for key, inner in value.items():
        if key in TEXT_KEYS and isinstance(inner, dict | list | int | float):
            yield from _named_numbers(inner, key)


def _named_numbers(value: JsonValue, name: str) -> Iterator[tuple[str, JsonValue]]:
    match value:
        case int() | float():
            yield name, value
        case list():
            for item in value:
                yield from _named_numbers(item, name)
        case dict() if not _names_note(value):
            for key, inner in value.items():
                yield from _named_numbers(inner, key)
        case _:
            pass


def _strings(value: JsonValue, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for item in value:
            if not _names_note(item):
                yield from _strings(item, key)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if not _names_note(inner):
                yield from _strings(inner, key if key in TEXT_KEYS else name)


def _names_note(value: JsonValue) -> bool:
    return isinstance(value, dict) and isinstance(value.get("path"), str)


# The rest of a result (names of notes and folders, links, values of a table) belongs to no single note. It is shown
# and shared as one choice.

_FACTS_OF_CALL = frozenset({"problem", "kind", "kept_back"})
"""Members about the call, or about removed parts, and not about notes."""

_BLANKED_NAMES = NAMING_KEYS | {"folder", "to"} | _FACTS_OF_CALL
"""Members that are not blanked when the rest of a result is removed, if the call named their values."""


def _no_name_known(_name: str) -> bool:
    return False


def name_key(name: str) -> str:
    """Return a key that is equal for all spellings of a name, with or without `.md`."""
    return same_name_key(name.strip()).removesuffix(NOTE_SUFFIX)


def argument_names(arguments: JsonValue) -> frozenset[str]:
    """Return the keys of all texts in the *arguments* of a call: the caller knows these names already."""
    match arguments:
        case str():
            return frozenset({name_key(arguments)})
        case list():
            return frozenset().union(*map(argument_names, arguments))
        case dict():
            return frozenset().union(*map(argument_names, arguments.values()))
        case _:
            return frozenset()


def rest_text(rest: JsonValue) -> str:
    """Return *rest* in the form shown to the user."""
    return json.dumps(rest, ensure_ascii=False, indent=2)


def rest_atoms(rest: JsonValue, is_known: Callable[[str], bool] = _no_name_known) -> tuple[str, ...]:
    """Return the pieces of information in *rest*: the plain members of each object together, each plain list item.

    Those about a note whose name *is_known* are left out.
    """
    return tuple(dict.fromkeys(_atoms(rest, is_known)))


def has_content(value: JsonValue, is_known: Callable[[str], bool] = _no_name_known, key: str = "") -> bool:
    """Whether *value* discloses anything about notes: an item of a list, or a text that is not known already."""
    match value:
        case str():
            return bool(value) and key not in _FACTS_OF_CALL and not is_known(value)
        case list():
            return any(item is not None for item in value)
        case dict():
            return any(has_content(inner, is_known, name) for name, inner in value.items())
        case _:
            return False


def without_objects(data: JsonValue, json_paths: Collection[JsonPath]) -> JsonValue:
    """Return *data* without the values at *json_paths*: items of lists are removed, members of objects set to null."""
    if not json_paths:
        return data
    removed = set(json_paths)

    def build(value: JsonValue, path: JsonPath) -> JsonValue:
        if isinstance(value, list):
            return [build(item, (*path, number)) for number, item in enumerate(value) if (*path, number) not in removed]
        if isinstance(value, dict):
            copy = {
                key: None if (*path, key) in removed else build(inner, (*path, key)) for key, inner in value.items()
            }
            returned = copy.get("returned")
            rows = next((inner for inner in copy.values() if isinstance(inner, list)), None)
            if isinstance(returned, int) and rows is not None:
                copy["returned"] = len(rows)
            return copy
        return value

    return None if () in removed else build(data, ())


def without_rest(
    data: JsonValue,
    remaining: Sequence[JsonPath],
    removed: Collection[JsonPath] = (),
    is_known: Callable[[str], bool] = _no_name_known,
) -> JsonValue:
    """Return *data* with only the values at the paths *remaining*, and without those at *removed*.

    Known names (*is_known*) are kept.
    """
    return without_objects(_blanked(data, remaining, (), is_known), [*removed, *_items_without(data, remaining, ())])


def _atoms(value: JsonValue, is_known: Callable[[str], bool]) -> Iterator[str]:
    match value:
        case list():
            for item in value:
                yield from _atoms(item, is_known)
        case dict():
            plain = {key: inner for key, inner in value.items() if not isinstance(inner, list | dict)}
            path = plain.get("path")
            is_new = any(has_content(inner, is_known, key) for key, inner in plain.items())
            if is_new and not (isinstance(path, str) and is_known(path)):
                yield json.dumps(plain, ensure_ascii=False, sort_keys=True)
            for inner in value.values():
                if isinstance(inner, list | dict):
                    yield from _atoms(inner, is_known)
        case str() if value and not is_known(value):
            yield value
        case _:
            pass


def _leads_to(path: JsonPath, remaining: Sequence[JsonPath]) -> bool:
    return any(descendant[: len(path)] == path for descendant in remaining)


def _items_without(value: JsonValue, remaining: Sequence[JsonPath], path: JsonPath) -> list[JsonPath]:
    """Return the paths of all list items in *value* that contain none of the paths *remaining*."""
    if path in remaining:
        return []
    if isinstance(value, list):
        item_paths = [(*path, number) for number in range(len(value))]
        loose = [item_path for item_path in item_paths if not _leads_to(item_path, remaining)]
        inner = [
            _items_without(item, remaining, item_path)
            for item, item_path in zip(value, item_paths, strict=True)
            if item_path not in loose
        ]
        return [*loose, *(item_path for found in inner for item_path in found)]
    if isinstance(value, dict):
        return [
            item_path for key, inner in value.items() for item_path in _items_without(inner, remaining, (*path, key))
        ]
    return []


def _blanked(
    value: JsonValue, remaining: Sequence[JsonPath], path: JsonPath, is_known: Callable[[str], bool], key: str = ""
) -> JsonValue:
    """Return *value* with empty texts, except for the paths *remaining* and names in the call."""
    if path in remaining:
        return value
    if isinstance(value, dict):
        return {name: _blanked(inner, remaining, (*path, name), is_known, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_blanked(item, remaining, (*path, number), is_known, key) for number, item in enumerate(value)]
    stays = not isinstance(value, str) or key in _FACTS_OF_CALL or (key in _BLANKED_NAMES and is_known(value))
    return value if stays else ""
