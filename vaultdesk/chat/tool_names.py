"""Matches tool names as models write them with the names of known tools."""

import difflib
import re
from collections.abc import Callable, Collection

MAX_NAME_CHARACTERS = 200
"""Maximum number of characters read of a name; vendors allow 64."""

_FROM_TOKEN = re.compile(r"\s*<[|｜/].*", re.DOTALL)
_CALL_BRACKETS = re.compile(r"\s*\(.*\)?\s*\Z", re.DOTALL)
_NUMBER = re.compile(r"\s*[:#]\s*\d{1,6}\Z")
_PREFIX = re.compile(r"\A(?:to=|call:)")
_NAMESPACE = re.compile(r"\.|::?|/|__")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_EDGES = " \t\r\n\"'`.,:;[](){}*"


def match_tool_name(name: str, known: Collection[str]) -> str | None:
    """Return the *known* name that matches *name*; None if there is none, or more than one.

    Residue of templates (`functions.`, `<|channel|>commentary`, `:0`), quotation marks and spaces are removed. Case,
    separators between words and plural forms are ignored.
    """
    if name in known:
        return name
    bare = _bare_name(name)
    if bare in known:
        return bare
    last = _NAMESPACE.split(bare)[-1]
    if last in known:
        return last
    keys: tuple[Callable[[str], str], ...] = (_spelling_key, _number_key)
    for key_of in keys:
        for candidate in (bare, last):
            key = key_of(candidate)
            found = [known_name for known_name in known if key and key_of(known_name) == key]
            if found:
                return found[0] if len(found) == 1 else None
    return None


def nearest_tools(name: str, known: Collection[str]) -> list[str]:
    """Return up to three of the *known* names that are most similar to *name*, best first."""
    return difflib.get_close_matches(_bare_name(name).lower(), sorted(known), n=3, cutoff=0.5)


def _bare_name(name: str) -> str:
    bare = _FROM_TOKEN.sub("", name[:MAX_NAME_CHARACTERS]).strip(_EDGES + "<>")
    bare = _NUMBER.sub("", _CALL_BRACKETS.sub("", bare))
    return _PREFIX.sub("", bare).strip(_EDGES)


def _spelling_key(name: str) -> str:
    return "".join(_WORD.findall(name)).lower()


def _number_key(name: str) -> str:
    words = [word.lower() for word in _WORD.findall(name)]
    words = words[:-1] if len(words) > 1 and words[-1] == "tool" else words
    return "".join(word.removesuffix("s") for word in words)
