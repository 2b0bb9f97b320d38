"""Calls: what is written between a call's tags, read as a call in either dialect. Runs nothing and knows no tools."""

import re
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.providers.tool_text.call_json import NamedCall, json_calls
from vaultdesk.providers.tool_text.call_markup import markup_calls
from vaultdesk.providers.tool_text.pieces import CallWritten
from vaultdesk.providers.tool_text.repair import read_object
from vaultdesk.providers.tool_text.tags import CALL_TAGS

_REPEATED = {frame: re.compile(rf"(?:{re.escape(opening)}\s*+)*+") for frame, (opening, _) in CALL_TAGS.items()}


@dataclass(frozen=True, slots=True)
class ReadCall:
    """A call as it was written."""

    name: str
    """The tool's name; never empty."""
    arguments_json: str
    """The arguments as JSON text, as written or mended; where they cannot be read, what is known of them."""
    arguments: dict[str, JsonValue] | None
    """The same parsed strictly; None where they cannot be read."""
    problem: str = ""
    """Why they cannot be read, for the model to correct itself."""
    repaired: bool = False
    """True where the text was mended before it could be read."""
    model_id: str = ""
    """The id the model gave the call: a hint only, as models repeat them."""


def read_calls(written: CallWritten) -> tuple[ReadCall, ...] | None:
    """Return the calls in a block, or None where it is no call at all and must stay visible text."""
    body = _without_repeated_tag(written)
    named = markup_calls(body, written.closed) if body.startswith("<") else json_calls(body)
    return tuple(_read(call) for call in named) if named else None


def _without_repeated_tag(written: CallWritten) -> str:
    body = written.body.strip()
    repeated = _REPEATED[written.frame].match(body)
    return body[repeated.end() :] if repeated else body


def _read(call: NamedCall) -> ReadCall:
    if call.problem:
        return ReadCall(call.name, call.arguments, None, call.problem, model_id=call.model_id)
    if not call.arguments.strip():
        return ReadCall(call.name, "{}", {}, "", call.repaired, call.model_id)
    reading = read_object(call.arguments)
    repaired = reading.value is not None and (call.repaired or reading.repaired)
    return ReadCall(call.name, reading.text, reading.value, reading.problem, repaired, call.model_id)
