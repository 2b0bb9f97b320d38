"""Changes values in the text of a TOML file and keeps its comments, order and unknown keys.

A change is given as the difference between two tables, so that comments, order and keys this program does not know
stay as the person wrote them.
"""

import tomllib
from collections.abc import MutableMapping

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable

from vaultdesk.core.settings.setting_keys import TomlTable, format_toml_array, inline_toml_entry


def edit_toml(text: str, old: TomlTable, new: TomlTable) -> tuple[str, bool]:
    """Return *text* with what differs between *old* and *new* changed, and whether its layout could be kept.

    Raises ValueError where no text can be made that says what is wanted.
    """
    wanted = _merged(tomllib.loads(text), old, new)
    try:
        document = tomlkit.parse(text)
        _merge(document, old, new)
        kept = tomlkit.dumps(document)
        if _says(kept, wanted):
            return kept, True
    except (TOMLKitError, ValueError):
        pass  # Settled below: for some layouts, such as dotted keys at the top, tomlkit cannot insert a table.
    plain = tomlkit.dumps(wanted)
    if not _says(plain, wanted):
        raise ValueError("the values cannot be written as TOML")
    return plain, False


def _merge(target: MutableMapping[str, object], old: TomlTable, new: TomlTable) -> None:
    for key in old.keys() - new.keys():
        target.pop(key, None)
    for key, value in new.items():
        before, here = old.get(key), target.get(key)
        if key in old and before == value:
            continue
        if isinstance(value, dict) and isinstance(here, MutableMapping):
            _merge(here, before if isinstance(before, dict) else {}, value)
        elif isinstance(value, list) and isinstance(before, list) and isinstance(here, Array | AoT):
            target[key] = _merged_array(here, before, value)
        elif isinstance(value, list):
            target[key] = format_toml_array(value)
        else:
            # A table inside an inline table has to be one too.
            target[key] = inline_toml_entry(value) if isinstance(target, InlineTable) else tomlkit.item(value)


def _merged_array(here: Array | AoT, old: list[object], new: list[object]) -> Array | AoT:
    # Entries that stay are not rewritten: they carry comments, and may hold what this program could not read.
    kept = [place for place, entry in enumerate(old) if entry in new]
    if [old[place] for place in kept] != new[: len(kept)]:  # also re-ordered: nothing to build upon
        return format_toml_array(_merged_list([*here.unwrap()], old, new))
    for place in reversed(range(len(old))):
        if place not in kept:
            del here[place]
    for entry in new[len(kept) :]:
        here.append(tomlkit.item(entry) if isinstance(here, AoT) else inline_toml_entry(entry))
    return here


def _merged(written: TomlTable, old: TomlTable, new: TomlTable) -> TomlTable:
    """Return what the file has to say in the end, as plain values."""
    wanted = {key: value for key, value in written.items() if key not in old or key in new}
    for key, value in new.items():
        before, here = old.get(key), written.get(key)
        if key in old and before == value:
            continue
        if isinstance(value, dict) and isinstance(here, dict):
            wanted[key] = _merged(here, before if isinstance(before, dict) else {}, value)
        elif isinstance(value, list) and isinstance(before, list) and isinstance(here, list):
            wanted[key] = _merged_list(here, before, value)
        else:
            wanted[key] = value
    return wanted


def _merged_list(written: list[object], old: list[object], new: list[object]) -> list[object]:
    left = list(zip(old, written, strict=True))
    merged: list[object] = []
    for entry in new:
        place = next((place for place, (read, _) in enumerate(left) if read == entry), None)
        merged.append(entry if place is None else left.pop(place)[1])
    return merged


def _says(text: str, wanted: TomlTable) -> bool:
    return _without_empty(tomllib.loads(text)) == _without_empty(wanted)


def _without_empty(table: TomlTable) -> TomlTable:
    """Return *table* without empty tables in it: they say nothing, and come and go with the layout."""
    filled = {key: _without_empty(value) if isinstance(value, dict) else value for key, value in table.items()}
    return {key: value for key, value in filled.items() if value != {}}
