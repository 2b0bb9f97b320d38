"""Strict JSON: one reading of a tool call's argument text, without guesses. Knows no schema (THREATS 2.3)."""

import json
import math
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.providers.loose_json import deeper_than

MAX_CHARACTERS = 1_000_000
"""Characters of argument text: over any honest note, under what makes parsing felt (THREATS 2.3)."""

MAX_DEPTH = 30
"""Levels of nesting: far over any schema of ours, far under what breaks readers further on (THREATS 2.3)."""


@dataclass(frozen=True, slots=True)
class ParsedArguments:
    """What argument text came to: a value, or a problem the model can act on, as a sentence fragment."""

    value: dict[str, JsonValue] | None
    problem: str = ""


class _Unacceptable(ValueError):
    """Text that is JSON to a lenient reader and not to us."""


def parse_arguments(text: str) -> ParsedArguments:
    """Read *text* once. Empty text is a call without arguments; everything else must be one JSON object."""
    if not text.strip():
        return ParsedArguments({})
    if len(text) > MAX_CHARACTERS:
        return _problem(f"they are longer than {MAX_CHARACTERS:,} characters")
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite, parse_int=_whole
        )
        if not isinstance(value, dict):
            return _problem(f"they are {_kind(value)}, not an object")
        if deeper_than(MAX_DEPTH, value):
            raise _Unacceptable(f"they are nested more than {MAX_DEPTH} levels deep")
        _check_text(value)
    except json.JSONDecodeError as error:
        return _problem(f"{error.msg} at line {error.lineno}, column {error.colno}")
    except _Unacceptable as error:
        return _problem(str(error))
    except RecursionError:
        return _problem(f"they are nested more than {MAX_DEPTH} levels deep")
    return ParsedArguments(value)


def is_whole_object(text: str) -> bool:
    """Tell whether *text* already is one complete JSON object; an accumulator's question."""
    stripped = text.strip()
    return stripped.startswith("{") and stripped.endswith("}") and parse_arguments(stripped).value is not None


def _problem(why: str) -> ParsedArguments:
    return ParsedArguments(None, f"{why}; send the call again with one valid JSON object")


def _unique(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for name, value in pairs:
        if name in found:
            raise _Unacceptable(f"the name {name[:60]!r} is in one object twice")
        found[name] = value
    return found


def _refuse_constant(name: str) -> JsonValue:
    raise _Unacceptable(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Unacceptable(f"the number {digits[:30]} is too large")
    return number


def _whole(digits: str) -> int:
    # Python refuses to convert very long numbers with a plain ValueError.
    if len(digits) > 400:
        raise _Unacceptable("a number in them has more than 400 digits")
    return int(digits)


def _check_text(value: JsonValue) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        # "\ud800" alone is legal JSON, but no file name and no note can hold it.
        raise _Unacceptable("they hold half of a character pair (a lone surrogate)") from None


def _kind(value: JsonValue) -> str:
    if value is None:
        return "null"
    return {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}[type(value)]
