"""Call text: a call written in a taught dialect, for examples and for what a model asked earlier. Reads none."""

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.providers.capabilities import TextWay
from vaultdesk.providers.history import wire_arguments, wire_name


def call_text(dialect: TextWay, name: str, arguments_json: str) -> str:
    """Return one call in the frame of *dialect*. *arguments_json* must be a JSON object.

    The arguments stand in it as an object and not as a text of JSON: both are read, but models get quotes inside of
    quotes wrong.
    """
    # In JSON a "<" stands in strings only, where this is the same string: no argument can close the frame.
    harmless = arguments_json.replace("</", "<\\/")
    if dialect == "xml":
        return f"<use_tool>\n<name>{name}</name>\n<args>\n{harmless}\n</args>\n</use_tool>"
    return f'<tool_call>{{"name": "{name}", "arguments": {harmless}}}</tool_call>'


def made_call_text(dialect: TextWay, call: ToolCallPart) -> str:
    """Return a call of an earlier answer as the model is taught to write it, however it was made then."""
    return call_text(dialect, wire_name(call.name), wire_arguments(call))
