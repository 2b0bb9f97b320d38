"""Tag value: what the text within a child tag of a call is worth: JSON or text. Finds no tags."""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from vaultdesk.providers.strict_json import parse_arguments
from vaultdesk.providers.tool_text.schema_kinds import wants_text

VERBATIM = ("<![CDATA[", "]]>")
"""What a text may stand in that is meant as it is."""

_EDGES = re.compile(r"\A[ \t]*+\r?\n|\r?\n[ \t]*+\Z")
_ENTITY = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


def tag_value(name: str, text: str, plain: str, schema: Mapping[str, JsonValue]) -> JsonValue:
    """Return what a tag for the property *name* holds, whose text *plain* is, written as *text*.

    It is JSON other than a string where *text* is that, unless *schema* takes a text there and nothing of that kind: a
    search for 2024 asks for no number.
    """
    parsed = parse_arguments(f'{{"value":{text}}}').value
    if parsed is None or len(parsed) > 1 or isinstance(parsed["value"], str):
        return plain
    return plain if wants_text(schema, name, parsed["value"]) else parsed["value"]


def unframed(text: str) -> str:
    """Return the text of a tag without the line ends behind its opening and before its closing tag, unescaped."""
    return unescaped(_EDGES.sub("", text))


def unescaped(text: str) -> str:
    """Return *text* with its entities as characters; what stands verbatim stays so."""
    bare = text.strip()
    if bare.startswith(VERBATIM[0]) and bare.endswith(VERBATIM[1]) and len(bare) >= sum(map(len, VERBATIM)):
        return bare[len(VERBATIM[0]) : -len(VERBATIM[1])]
    return _ENTITY.sub(_character, text)


def _character(entity: re.Match[str]) -> str:
    if entity[1]:
        return _ENTITIES[entity[1]]
    number = int(entity[2]) if entity[2] else int(entity[3], 16)
    # Half of a character pair, or none at all, stays as it was written.
    return chr(number) if 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else entity[0]
