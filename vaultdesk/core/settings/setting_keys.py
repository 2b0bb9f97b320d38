"""Dotted setting keys such as `providers.work.base_url`, and the values behind them in a TOML table."""

import copy
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel

from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase

if TYPE_CHECKING:
    import tomlkit.items

TomlTable = dict[str, object]
"""A TOML table as plain values."""

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_ASSIGNED = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'|\s*\.\s*)+?)\s*=""")
_HEADER = re.compile(r"\s*\[\[?(.+?)\]\]?\s*(?:#.*)?\Z")


def split_key(key: str) -> tuple[str, ...]:
    """Return the parts of a dotted key; a part with dots is quoted as in TOML: `vaults."/home/me/n.o".opened`."""
    parts: list[str] = []
    try:
        node: object = tomllib.loads(f"{key} = 0")
    except tomllib.TOMLDecodeError:
        node = None
    while isinstance(node, dict) and len(node) == 1:
        name, node = next(iter(node.items()))
        parts.append(name)
    if node != 0 or not parts:
        raise UsageError(
            Phrase("{0} is not the name of a setting", key),
            hint=Phrase('Write it as chat.model or vaults."/my/notes".tool_calling.'),
        )
    return tuple(parts)


def join_key(parts: Sequence[object]) -> str:
    """Return the dotted key of *parts*, quoted if necessary."""
    import tomlkit  # writes TOML; not needed at the start

    return ".".join(str(part) if _BARE.match(str(part)) else tomlkit.item(str(part)).as_string() for part in parts)


def value_at(table: Mapping[str, object], parts: Sequence[str]) -> object:
    """Return the value at *parts*. Raises KeyError if there is none."""
    node: object = table
    for part in parts:
        if not isinstance(node, Mapping):
            raise KeyError(part)
        node = node[part]
    return node


def with_value(table: TomlTable, parts: Sequence[str], value: object) -> TomlTable:
    """Return a copy of *table* with the value at *parts* set; missing tables are created."""
    changed = copy.deepcopy(table)
    node = changed
    for part in parts[:-1]:
        inner = node.setdefault(part, {})
        if not isinstance(inner, dict):
            raise KeyError(part)
        node = inner
    node[parts[-1]] = value
    return changed


def explicit_values(model: BaseModel) -> TomlTable:
    """Return only explicitly set values, so that changed defaults of a later version take effect for the others."""
    dumped = _plain(model.model_dump(exclude_unset=True, exclude_none=True, warnings=False))
    assert isinstance(dumped, dict)
    return dumped


def format_setting(value: object) -> str:
    """Return a value as `config get` prints it: text unchanged, everything else in TOML."""
    import tomlkit  # as above

    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return tomlkit.dumps(value).strip()
    if isinstance(value, list | tuple):
        return format_toml_array(value).as_string()
    return tomlkit.item(value).as_string()


def format_toml_array(value: Sequence[object]) -> "tomlkit.items.Array":
    """Return a TOML array of *value*, one entry per line; tables in it are written inline."""
    import tomlkit  # as above

    array = tomlkit.array()
    for entry in value:
        array.append(inline_toml_entry(entry))
    return array.multiline(multiline=len(value) > 0)


def inline_toml_entry(entry: object) -> object:
    """Return *entry* in the form required in an array."""
    import tomlkit  # as above

    if not isinstance(entry, Mapping):
        return entry
    inline = tomlkit.inline_table()
    for key, value in entry.items():
        inline[key] = format_toml_array(value) if isinstance(value, list) else inline_toml_entry(value)
    return inline


def parse_setting(text: str) -> object:
    """Return the value in *text* of `config set`: a TOML value, a JSON table or list, else *text* itself."""
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return _json_value(text) if text.lstrip().startswith(("{", "[")) else text
    return parsed["value"] if parsed.keys() == {"value"} else text


def _json_value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def line_of_setting(text: str, parts: Sequence[object]) -> int | None:
    """Return the line of *text*, from 1, on which the value at *parts* is set; None if it is not found.

    For messages only: multi-line values that resemble keys may lead to a wrong line.
    """
    table: tuple[str, ...] = ()
    target = tuple(str(part) for part in parts if isinstance(part, str))
    line_number: int | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        header, assigned = _HEADER.match(line), _ASSIGNED.match(line)
        try:
            if header:
                table = split_key(header[1])
                key = table
            elif assigned:
                key = (*table, *split_key(assigned[1]))
            else:
                continue
        except UsageError:
            continue
        if key and key == target[: len(key)]:
            line_number = number
    return line_number


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value
