"""Parses `text.format` of a Responses request into an answer format."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.endpoint.http_error import EndpointError, Json
from vaultdesk.providers.history_replay import TOOL_NAME
from vaultdesk.providers.provider import AnswerFormat


@dataclass(frozen=True, slots=True)
class TextFormat:
    """The answer format requested from the model, and the format as echoed in the response."""

    wanted: AnswerFormat | None
    """None for plain text."""
    wire: Json


PLAIN_TEXT = TextFormat(None, {"type": "text"})


def read_text_format(text: Mapping[str, JsonValue] | None) -> TextFormat:
    """Return the format in the request's *text* options. Raises `EndpointError`."""
    shape = (text or {}).get("format")
    if shape is None:
        return PLAIN_TEXT
    kind = shape.get("type") if isinstance(shape, dict) else None
    match kind:
        case "text":
            return PLAIN_TEXT
        case "json_object":
            return TextFormat(AnswerFormat({}), {"type": "json_object"})
        case "json_schema":
            assert isinstance(shape, dict)
            return _schema_format(shape)
        case _:
            raise _invalid("text.format.type", "text.format.type must be text, json_object or json_schema.")


def _schema_format(shape: Mapping[str, JsonValue]) -> TextFormat:
    inner = shape.get("json_schema")
    # Chat Completions nests what Responses keeps flat; both are sent to Responses servers.
    fields = {**shape, **inner} if isinstance(inner, dict) else shape
    name, schema, description = fields.get("name"), fields.get("schema"), fields.get("description")
    if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
        raise _invalid("text.format.name", "The name of a format is 1 to 64 letters, digits, _ and -.")
    if not isinstance(schema, dict) or not schema:
        raise _invalid("text.format.schema", "The schema of a format must be a JSON Schema object that is not empty.")
    strict = fields.get("strict") is True
    wire: Json = {"type": "json_schema", "name": name, "schema": schema, "strict": strict}
    if isinstance(description, str) and description:
        wire["description"] = description
        # Only OpenAI's APIs have a field for it; as part of the schema it reaches every model.
        schema = {"description": description, **schema}
    return TextFormat(AnswerFormat(schema, name, strict), wire)


def _invalid(param: str, message: str) -> EndpointError:
    return EndpointError(400, message, code="invalid_value", param=param)
