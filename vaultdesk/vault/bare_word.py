"""Bare word: what a word of YAML without quotes plainly is: a number, a checkbox, empty, or text where in doubt.

So no date, no `yes`, no leading zero is turned into something else (OBSIDIAN E.3).
"""

import re
from math import isfinite
from typing import TypeAlias

JsonValue: TypeAlias = "list[JsonValue] | dict[str, JsonValue] | str | bool | int | float | None"
"""What a property can be: the values of JSON."""

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,3})?")
_FIXED: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


def meaning_of(word: str) -> JsonValue:
    """Return what a bare *word* plainly is; text where in doubt."""
    if word in _FIXED:
        return _FIXED[word]
    if word[0] not in "+-0123456789":
        return word
    if _WHOLE.fullmatch(word):
        return int(word)
    if _DECIMAL.fullmatch(word) and isfinite(number := float(word)):
        return number
    return word
