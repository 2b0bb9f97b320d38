"""Call JSON: the calls a body of JSON makes, in the shapes models write. Reads no tags."""

import re
from dataclasses import dataclass, replace

from pydantic import JsonValue

from vaultdesk.providers.tool_text.member_texts import item_texts, member_texts
from vaultdesk.providers.tool_text.repair import Reading, read_object, unfenced

NAME_KEYS = ("name", "tool_name", "tool", "function")
"""Where a call's object names its tool; the first that holds a text counts."""

ARGUMENT_KEYS = ("arguments", "parameters", "args", "input")
"""Where it has its arguments."""

_BESIDE = {*NAME_KEYS, *ARGUMENT_KEYS, "type", "id", "call_id", "tool_call_id"}
_IDS = ("id", "call_id", "tool_call_id")
_NAMED = re.compile(r'"(?:name|tool_name|tool|function)"\s*+:\s*+"([^"\\\n]{1,200})"')
_SEARCHED = 10_000
"""Characters of a broken call that are searched for its tool's name; models write it first."""

TWICE = "they stand in two places; send the call again with one object of arguments"
BESIDE = 'they stand beside the name; send the call again with all of them in one object under "arguments"'


@dataclass(frozen=True, slots=True)
class NamedCall:
    """A call whose arguments are still text."""

    name: str
    arguments: str
    """Their text; empty for a call without any."""
    problem: str = ""
    """Why they are none, known already."""
    repaired: bool = False
    model_id: str = ""


def json_calls(body: str) -> tuple[NamedCall, ...] | None:
    """Return the calls in *body*, or None where it is no call."""
    text = unfenced(body).strip()
    listed = text.startswith("[")
    if not text.startswith(("{", "[")):
        return None
    reading = read_object(f'{{"calls":{text}}}' if listed else text)
    if reading.value is None:
        named = _NAMED.search(text, 0, _SEARCHED)
        return (NamedCall(named[1], text, reading.problem),) if named else None
    calls = [_call(item, written) for item, written in _items(reading, listed)]
    whole = tuple(call for call in calls if call is not None)
    if not whole or len(whole) < len(calls):
        return None
    mended = reading.repaired or text != body.strip()
    return tuple(replace(call, repaired=True) for call in whole) if mended else whole


def _items(reading: Reading, listed: bool) -> list[tuple[JsonValue, str]]:
    """Return what may be calls, each with its text."""
    value = reading.value or {}
    key = "calls" if listed else "tool_calls"
    inner = value.get(key)
    if listed and len(value) > 1:
        return []
    alone = listed or not any(isinstance(value.get(key), str | dict) for key in NAME_KEYS)
    if alone and isinstance(inner, list):
        return list(zip(inner, item_texts(member_texts(reading.text)[key]), strict=True))
    return [(value, reading.text)]


def _call(item: JsonValue, written: str) -> NamedCall | None:
    if not isinstance(item, dict):
        return None
    function, fields, texts = item.get("function"), item, member_texts(written)
    if isinstance(function, dict):
        fields, texts = {**item, **function}, {**texts, **member_texts(texts["function"])}
    name = next((value for key in NAME_KEYS if isinstance(value := fields.get(key), str) and value.strip()), None)
    if name is None:
        return None
    model_id = next((value for key in _IDS if isinstance(value := item.get(key), str)), "")
    call = NamedCall(name.strip(), "", model_id=model_id)
    places = [key for key in ARGUMENT_KEYS if key in fields]
    if len(places) > 1:
        return replace(call, arguments=written, problem=TWICE)
    if places:
        value = fields[places[0]]
        # An object stays as the model wrote it: its own text is the truth, down to the spaces.
        arguments = value if isinstance(value, str) else texts[places[0]]
        return call if value is None else replace(call, arguments=arguments)
    if fields.keys() - _BESIDE:
        # A call without arguments is one thing, arguments in the wrong place another: never run it without them.
        return replace(call, arguments=written, problem=BESIDE)
    return call
