"""Call pairs: the call that GLM writes by its own template, a name and pairs of tags. Reads no other shape.

search
<arg_key>query</arg_key>
<arg_value>boiler</arg_value>
"""

import json
import re

from pydantic import JsonValue

from vaultdesk.providers.tool_text.call_json import NamedCall
from vaultdesk.providers.tool_text.call_markup import BETWEEN, BROKE_OFF, OPEN, REPEATED
from vaultdesk.providers.tool_text.schema_kinds import NO_SCHEMAS, Schemas
from vaultdesk.providers.tool_text.tag_value import tag_value

_NAME = re.compile(r"([\w.-]{1,64}+)\s*+(?=<arg_key>|\Z)")
_KEY = re.compile(r"<arg_key>\s*+([^<>]{1,200}+)</arg_key>\s*+<arg_value>")
_CLOSING = "</arg_value>"
_SPACE = re.compile(r"\s*+")


def pairs_call(body: str, closed: bool, schemas: Schemas = NO_SCHEMAS) -> NamedCall | None:
    """Return the call in *body*, or None where it is none. *closed*: the tag around it is closed.

    A name alone is a call without arguments only of a tool in *schemas*: it may be any word.
    """
    begun = _NAME.match(body)
    if begun is None or (begun.end() == len(body) and not (closed and begun[1] in schemas)):
        return None
    name, place, problem = begun[1], begun.end(), ""
    values: dict[str, JsonValue] = {}
    while place < len(body) and not problem:
        key = _KEY.match(body, place)
        end = body.find(_CLOSING, key.end()) if key else -1
        if key is None:
            problem = BETWEEN
        elif end < 0:
            problem = OPEN.format("arg_value")
        elif (argument := key[1].strip()) in values:
            problem = REPEATED.format(argument)
        else:
            # The template escapes nothing and adds no line ends.
            text = body[key.end() : end]
            values[argument] = tag_value(argument, text, text, schemas.get(name, {}))
            place = _after_space(body, end + len(_CLOSING))
    # Nothing says where a row of pairs ends but the tag around it.
    problem = problem or ("" if closed else BROKE_OFF)
    return NamedCall(name, json.dumps(values, ensure_ascii=False), problem)


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place
