"""Changes values in the text of a TOML file and keeps its comments, order and unknown keys.

A change is given as the difference between two tables, so that comments, order and unknown keys stay as the user wrote
them.
"""

import tomllib
from collections.abc import MutableMapping

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable

from vaultdesk.core.settings.setting_keys import TomlTable, format_toml_array, inline_toml_entry


def edit_toml(text: str, old: TomlTable, new: TomlTable) -> tuple[str, bool]:
    """Return *text* with the differences between *old* and *new* applied, and whether its layout was preserved.

    Raises ValueError if no text can represent the result.
    """
    target_values = _merged(tomllib.loads(text), old, new)
    try:
        document = tomlkit.parse(text)
        _merge(document, old, new)
        edited = tomlkit.dumps(document)
        if _has_values(edited, target_values):
            return edited, True
    except (TOMLKitError, ValueError):
        pass  # Handled below: in some layouts, such as dotted keys at the top, tomlkit cannot insert a table.
    plain = tomlkit.dumps(target_values)
    if not _has_values(plain, target_values):
        raise ValueError("the values cannot be written as TOML")
    return plain, False


def _merge(target: MutableMapping[str, object], old: TomlTable, new: TomlTable) -> None:
    for key in old.keys() - new.keys():
        target.pop(key, None)
    for key, value in new.items():
        before, current = old.get(key), target.get(key)
        if key in old and before == value:
            continue
        if isinstance(value, dict) and isinstance(current, MutableMapping):
            _merge(current, before if isinstance(before, dict) else {}, value)
        elif isinstance(value, list) and isinstance(before, list) and isinstance(current, Array | AoT):
            target[key] = _merged_array(current, before, value)
        elif isinstance(value, list):
            target[key] = format_toml_array(value)
        else:
            # A table inside an inline table has to be one too.
            target[key] = inline_toml_entry(value) if isinstance(target, InlineTable) else tomlkit.item(value)


def _merged_array(current: Array | AoT, old: list[object], new: list[object]) -> Array | AoT:
    # Unchanged entries are not rewritten: they have comments, and may contain what this program could not read.
    kept_indices = [index for index, entry in enumerate(old) if entry in new]
    if [old[index] for index in kept_indices] != new[: len(kept_indices)]:  # also reordered: nothing can be reused
        return format_toml_array(_merged_list([*current.unwrap()], old, new))
    for index in reversed(range(len(old))):
        if index not in kept_indices:
            del current[index]
    for entry in new[len(kept_indices) :]:
        current.append(tomlkit.item(entry) if isinstance(current, AoT) else inline_toml_entry(entry))
    return current


def _merged(current: TomlTable, old: TomlTable, new: TomlTable) -> TomlTable:
    """Return the values that the file must have in the end."""
    target_values = {key: value for key, value in current.items() if key not in old or key in new}
    for key, value in new.items():
        before, current_value = old.get(key), current.get(key)
        if key in old and before == value:
            continue
        if isinstance(value, dict) and isinstance(current_value, dict):
            target_values[key] = _merged(current_value, before if isinstance(before, dict) else {}, value)
        elif isinstance(value, list) and isinstance(before, list) and isinstance(current_value, list):
            target_values[key] = _merged_list(current_value, before, value)
        else:
            target_values[key] = value
    return target_values


def _merged_list(current: list[object], old: list[object], new: list[object]) -> list[object]:
    remaining = list(zip(old, current, strict=True))
    merged: list[object] = []
    for entry in new:
        index = next((index for index, (read, _) in enumerate(remaining) if read == entry), None)
        merged.append(entry if index is None else remaining.pop(index)[1])
    return merged


def _has_values(text: str, target_values: TomlTable) -> bool:
    return _without_empty(tomllib.loads(text)) == _without_empty(target_values)


def _without_empty(table: TomlTable) -> TomlTable:
    """Return *table* without empty tables, which depend on the layout only."""
    filled = {key: _without_empty(value) if isinstance(value, dict) else value for key, value in table.items()}
    return {key: value for key, value in filled.items() if value != {}}
