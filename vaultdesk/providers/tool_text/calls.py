"""Calls: what is written between a call's tags, read as a call in whatever shape. Runs nothing."""

import re
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.providers.tool_text.call_json import NamedCall, json_calls
from vaultdesk.providers.tool_text.call_markup import markup_calls
from vaultdesk.providers.tool_text.call_pairs import pairs_call
from vaultdesk.providers.tool_text.pieces import CallWritten
from vaultdesk.providers.tool_text.repair import read_object
from vaultdesk.providers.tool_text.schema_kinds import NO_SCHEMAS, Schemas
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


def read_calls(written: CallWritten, schemas: Schemas = NO_SCHEMAS) -> tuple[ReadCall, ...] | None:
    """Return the calls in a block, or None where it is no call at all and must stay visible text.

    *schemas* of the tools there are tell, where a tag holds an argument's bare text, what kind of value it is meant as.
    """
    body = _without_repeated_tag(written)
    named = _named(body, written.closed, schemas)
    return tuple(_read(call) for call in named) if named else None


def _named(body: str, closed: bool, schemas: Schemas) -> tuple[NamedCall, ...] | None:
    if body.startswith("<"):
        return markup_calls(body, closed, schemas)
    pairs = pairs_call(body, closed, schemas)
    return (pairs,) if pairs else json_calls(body)


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
