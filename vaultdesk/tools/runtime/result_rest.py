"""The rest of a tool result besides the passages of notes, such as lists and trees of names."""

import json
from collections.abc import Callable, Collection, Iterator, Sequence

from pydantic import JsonValue

from vaultdesk.tools.runtime.result_passages import NAMING_KEYS, JsonPath
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

# Names of notes and folders, links and values of a table belong to no single note. They are shown and shared as one
# choice. Changes create new values.

_FACTS_OF_CALL = frozenset({"problem", "kind", "kept_back"})
"""Members about the call, or about removed parts, and not about notes."""

_BLANKED_NAMES = NAMING_KEYS | {"folder", "to"} | _FACTS_OF_CALL
"""Members that stay when the rest of a result is removed, if the call named their values."""


def _nothing_said(_name: str) -> bool:
    return False


def name_key(name: str) -> str:
    """Return a key that is equal for all spellings of a name, with or without `.md`."""
    return same_name_key(name.strip()).removesuffix(NOTE_SUFFIX)


def said_names(arguments: JsonValue) -> frozenset[str]:
    """Return the keys of all texts in the *arguments* of a call: the caller knows these names already."""
    match arguments:
        case str():
            return frozenset({name_key(arguments)})
        case list():
            return frozenset().union(*map(said_names, arguments))
        case dict():
            return frozenset().union(*map(said_names, arguments.values()))
        case _:
            return frozenset()


def rest_text(rest: JsonValue) -> str:
    """Return *rest* in the form shown to the user."""
    return json.dumps(rest, ensure_ascii=False, indent=2)


def rest_atoms(rest: JsonValue, is_known: Callable[[str], bool] = _nothing_said) -> tuple[str, ...]:
    """Return the pieces of information in *rest*: the plain members of each object together, each plain list item.

    Those about a note whose name *is_known* are left out.
    """
    return tuple(dict.fromkeys(_atoms(rest, is_known)))


def has_content(value: JsonValue, is_known: Callable[[str], bool] = _nothing_said, key: str = "") -> bool:
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


def without_objects(data: JsonValue, places: Collection[JsonPath]) -> JsonValue:
    """Return *data* without the values at *places*: items of lists are removed, members of objects set to null."""
    if not places:
        return data
    gone = set(places)

    def build(value: JsonValue, at: JsonPath) -> JsonValue:
        if isinstance(value, list):
            return [build(item, (*at, number)) for number, item in enumerate(value) if (*at, number) not in gone]
        if isinstance(value, dict):
            made = {key: None if (*at, key) in gone else build(inner, (*at, key)) for key, inner in value.items()}
            returned = made.get("returned")
            rows = next((inner for inner in made.values() if isinstance(inner, list)), None)
            if isinstance(returned, int) and rows is not None:
                made["returned"] = len(rows)
            return made
        return value

    return None if () in gone else build(data, ())


def without_rest(
    data: JsonValue,
    kept: Sequence[JsonPath],
    gone: Collection[JsonPath] = (),
    is_known: Callable[[str], bool] = _nothing_said,
) -> JsonValue:
    """Return *data* with only the values at the paths *kept*, and without those at *gone*.

    Known names (*is_known*) stay.
    """
    return without_objects(_blanked(data, kept, (), is_known), [*gone, *_loose_items(data, kept, ())])


def _atoms(value: JsonValue, is_known: Callable[[str], bool]) -> Iterator[str]:
    match value:
        case list():
            for item in value:
                yield from _atoms(item, is_known)
        case dict():
            plain = {key: inner for key, inner in value.items() if not isinstance(inner, list | dict)}
            path = plain.get("path")
            tells = any(has_content(inner, is_known, key) for key, inner in plain.items())
            if tells and not (isinstance(path, str) and is_known(path)):
                yield json.dumps(plain, ensure_ascii=False, sort_keys=True)
            for inner in value.values():
                if isinstance(inner, list | dict):
                    yield from _atoms(inner, is_known)
        case str() if value and not is_known(value):
            yield value
        case _:
            pass


def _leads_to(at: JsonPath, places: Sequence[JsonPath]) -> bool:
    return any(place[: len(at)] == at for place in places)


def _loose_items(value: JsonValue, kept: Sequence[JsonPath], at: JsonPath) -> list[JsonPath]:
    """Return the paths of all list items in *value* that contain none of the paths *kept*."""
    if at in kept:
        return []
    if isinstance(value, list):
        places = [(*at, number) for number in range(len(value))]
        loose = [place for place in places if not _leads_to(place, kept)]
        inner = [
            _loose_items(item, kept, place) for item, place in zip(value, places, strict=True) if place not in loose
        ]
        return [*loose, *(place for found in inner for place in found)]
    if isinstance(value, dict):
        return [place for key, inner in value.items() for place in _loose_items(inner, kept, (*at, key))]
    return []


def _blanked(
    value: JsonValue, kept: Sequence[JsonPath], at: JsonPath, is_known: Callable[[str], bool], key: str = ""
) -> JsonValue:
    """Return *value* with empty texts, except for the paths *kept* and names in the call."""
    if at in kept:
        return value
    if isinstance(value, dict):
        return {name: _blanked(inner, kept, (*at, name), is_known, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_blanked(item, kept, (*at, number), is_known, key) for number, item in enumerate(value)]
    stays = not isinstance(value, str) or key in _FACTS_OF_CALL or (key in _BLANKED_NAMES and is_known(value))
    return value if stays else ""
