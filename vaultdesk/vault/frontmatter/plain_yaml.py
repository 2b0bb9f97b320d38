"""Fast parser for the simple subset of YAML that most frontmatter uses."""

import re
from collections.abc import Callable
from math import isfinite
from typing import TypeAlias, TypeVar

# No date, `yes` or leading zero is converted to another type (vaultdesk/vault/README.md, "Properties").

JsonValue: TypeAlias = "list[JsonValue] | dict[str, JsonValue] | str | bool | int | float | None"
"""Possible values of a property: the values of JSON."""

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,3})?")
_FIXED: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


def parse_scalar(word: str) -> JsonValue:
    """Return the value of a bare *word*; a string in doubt."""
    if word in _FIXED:
        return _FIXED[word]
    if word[0] not in "+-0123456789":
        return word
    if _INTEGER.fullmatch(word):
        return int(word)
    if _DECIMAL.fullmatch(word) and isfinite(number := float(word)):
        return number
    return word


# Nearly every real block is a few names with words, numbers or lists. What is accepted here has the same meaning to
# libyaml, which takes five times as long; in doubt the whole block is left to libyaml.

T = TypeVar("T")

_BARE = r"[^\W_][^\n:#]*+(?::(?=[^ \n:#])[^\n:#]*+)*+"
"""A word or sentence without `: ` and without a comment sign, which would end it."""

_IN_LIST = r"[^\W_][\w./()+=-]*+(?: ++[\w./()+=-]++)*+"
"""The same in a flow list, where far more characters are special."""

_QUOTED = r"\"[^\"\\\n]*+\"|'[^'\n]*+'"
_LINE = re.compile(
    r"([A-Za-z_][\w.-]*+(?: [\w.-]++)*+):"
    rf"(?: ++(?:({_QUOTED}|{_BARE})|\[((?:(?:{_QUOTED}|{_IN_LIST})(?:, ?(?:{_QUOTED}|{_IN_LIST}))*+)?)\]))? *+(?:\n|\Z)"
)
_ITEM = re.compile(rf"( *+)-(?: ++({_QUOTED}|{_BARE}))? *+(?:\n|\Z)")
_IN_FLOW = re.compile(rf"{_QUOTED}|{_IN_LIST}")

MAX_PLAIN_NAME = 1_000
"""Maximum number of characters of a name; YAML itself allows 1,024 before the colon."""

MAX_PLAIN_BLOCK = 4_096
"""Maximum number of characters of a block: longer ones are rare, and libyaml's time then matters little."""


def parse_plain_properties(block: str, scalar: Callable[[str], T]) -> "dict[str, T | str | list[T | str]] | None":
    """Return the properties in *block*; None if it is not simple. *scalar* converts a bare word."""
    # What Python calls printable is allowed in YAML, and excludes all its line ends but the usual one.
    if len(block) > MAX_PLAIN_BLOCK or not block.replace("\n", "").isprintable():
        return None
    found: dict[str, T | str | list[T | str]] = {}
    position, end = 0, len(block)
    while position < end:
        line = _LINE.match(block, position)
        if line is None:
            return None
        name, scalar_text, flow = line.groups()
        if name in found or len(name) > MAX_PLAIN_NAME:
            return None
        position = line.end()
        if scalar_text is not None:
            found[name] = _value(scalar_text, scalar)
        elif flow is not None:
            found[name] = [_value(item, scalar) for item in _IN_FLOW.findall(flow)]
        else:
            item = _ITEM.match(block, position)
            if item is None:
                found[name] = scalar("")
                continue
            items, indent = list[T | str](), item[1]
            while item is not None:
                if item[1] != indent:
                    return None
                items.append(_value(item[2] or "", scalar))
                position = item.end()
                item = _ITEM.match(block, position)
            found[name] = items
    return found


def _value(text: str, scalar: Callable[[str], T]) -> T | str:
    return text[1:-1] if text[:1] in ("'", '"') else scalar(text.rstrip(" "))
