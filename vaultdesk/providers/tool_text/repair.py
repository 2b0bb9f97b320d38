"""Repair: JSON a model wrote almost right, mended where it can mean one thing only, and then read as strictly as ever.

* A comma before a closing bracket, behind a value: JSON has no empty members, so nothing can be missing there.
* A raw line end or tab in a string: the string goes on behind it, or the whole would not read; JSON writes it `\\n`.
* One `}` too many at the end: what stands before it is a whole object already.
* A code fence around the whole: backticks mean nothing in JSON outside strings.

Nothing is ever added that the model might have meant to write: no closing bracket, no quotation mark, no value.
"""

import re
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.providers.strict_json import MAX_CHARACTERS, parse_arguments

_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.|\\\Z)*+(?:"|\Z))'
    r"|(?P<nothing>[\[{,:]\s*+,)"
    r"|,(?=\s*+[\]}])",
    re.DOTALL,
)
_ESCAPE_OR_RAW = re.compile(r"\\.|[\n\r\t]", re.DOTALL)
_RAW = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_FENCE = "```"
_FENCE_LINE = re.compile(r"```[A-Za-z0-9_+-]{0,20}[ \t]*+\r?\n?")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text came to as one JSON object."""

    text: str
    """The text that was read; the mended one where it was mended."""
    value: dict[str, JsonValue] | None
    problem: str = ""
    repaired: bool = False


def read_object(text: str) -> Reading:
    """Read *text* as one JSON object, mended if need be."""
    parsed = parse_arguments(text)
    if parsed.value is not None or len(text) > MAX_CHARACTERS:
        return Reading(text, parsed.value, parsed.problem)
    mended = _mended(text)
    for candidate in (mended, mended.rstrip()[:-1] if mended.rstrip().endswith("}") else ""):
        if candidate.strip() and candidate != text:
            again = parse_arguments(candidate)
            if again.value is not None:
                return Reading(candidate, again.value, repaired=True)
    return Reading(text, None, parsed.problem)


def unfenced(text: str) -> str:
    """Return what stands in the code fence that is around the whole of *text*; *text* where none is."""
    bare = text.strip()
    opening = _FENCE_LINE.match(bare)
    if opening is None or not bare.endswith(_FENCE) or len(bare) - opening.end() < len(_FENCE):
        return text
    return bare[opening.end() : -len(_FENCE)]


def _mended(text: str) -> str:
    return _TOKEN.sub(_mend, text)


def _mend(token: re.Match[str]) -> str:
    if token["string"]:
        return _ESCAPE_OR_RAW.sub(lambda found: _RAW.get(found[0], found[0]), token["string"])
    # A comma with no value before it says that something is missing.
    return token["nothing"] or ""
