"""A conversation with tool calls and results written as plain text, with frames that quoted text cannot close."""

import json
import re
from collections.abc import Iterable
from typing import Protocol

from pydantic import JsonValue

from vaultdesk.chat.messages import ImagePart, Message, Part, ProviderPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.providers.capabilities import EmulationDialect
from vaultdesk.providers.history_replay import sendable_messages, wire_arguments, wire_name

# Only text that could be read as a frame is changed: notes contain legitimate `<` and `[` to be quoted.

RESERVED_NAMES = (
    "tool_call",
    "tool_result",
    "tool_response",
    "tool_code",
    "use_tool",
    "function_call",
    "function=",
    "functioncall",
    "start_function_",
    "end_function_",
    "invoke",
    "toolcall",
    "longcat_",
    "think",
    "thought",
    "reason",
    "reflect",
    "start_of_turn",
    "end_of_",
    "turn|",
    "channel|",
    "unused9",
    "eos>",
    "bos>",
    "sop>",
)
"""Prefixes of the names of tags with a meaning to this program, to a model, or to its server."""

_NAMES = "|".join(map(re.escape, RESERVED_NAMES))
_FRAME_START = re.compile(
    rf"<(?=\s{{0,8}}/?\s{{0,8}}(?:[a-z_]{{1,20}}:)?(?:{_NAMES})|/?[|｜])"
    rf"|\[(?=\s{{0,8}}/?\s{{0,8}}(?:(?:end_)?tool_|available_tools|gmask|inst\b|{_NAMES}))"
    r"|◁(?=/?think)"
    r"|&(?=(?:amp;)*(?:lt|\#91|\#9665);)",
    re.IGNORECASE,
)
_ENTITIES = {"<": "&lt;", "[": "&#91;", "◁": "&#9665;", "&": "&amp;"}
_IN_ATTRIBUTES = str.maketrans({**_ENTITIES, ">": "&gt;", '"': "&quot;", "]": "&#93;"})

MAX_ATTRIBUTE_LENGTH = 200
"""Maximum number of characters of a foreign id or name that are repeated; no vendor's has more."""


def escape_frames(text: str) -> str:
    """Return *text* with every frame, reasoning block and template token escaped."""
    return _FRAME_START.sub(lambda match: _ENTITIES[match[0]], text)


def quote_attribute(text: str) -> str:
    """Return *text* as a quoted attribute on one line; ids and names may be untrusted."""
    printable = "".join(character if character.isprintable() else "�" for character in text[:MAX_ATTRIBUTE_LENGTH])
    return '"' + printable.translate(_IN_ATTRIBUTES) + '"'


def write_call(dialect: EmulationDialect, name: str, arguments_json: str) -> str:
    """Return one call in the frame of *dialect*. *arguments_json* must be a JSON object.

    The arguments are written as an object and not as JSON text: both are parsed, but models make errors with nested
    quotes.
    """
    # In JSON a "<" occurs in strings only, where this is the same string: no argument can close the frame.
    escaped_arguments = arguments_json.replace("</", "<\\/")
    if dialect == "xml":
        return f"<use_tool>\n<name>{name}</name>\n<args>\n{escaped_arguments}\n</args>\n</use_tool>"
    return f'<tool_call>{{"name": "{name}", "arguments": {escaped_arguments}}}</tool_call>'


def rewrite_call(dialect: EmulationDialect, call: ToolCallPart) -> str:
    """Return a call of an earlier answer in the format the model is taught, whatever its original format."""
    return write_call(dialect, wire_name(call.name), wire_arguments(call))


# Two framings: tags for the program's own conversations, brackets for those of other programs through the local
# endpoint (vaultdesk/providers/README.md, "Tool emulation").

DENIED_CODES = frozenset({"CANCELLED", "PERMISSION_DENIED"})
"""Codes of results whose call was not allowed (vaultdesk/tools/README.md, "Results")."""


class TranscriptFraming(Protocol):
    """How earlier calls and their results are written as text."""

    @property
    def result_example(self) -> str:
        """A result's frame, as described to a model."""
        ...

    def call(self, call: ToolCallPart, dialect: EmulationDialect) -> str:
        """Return an earlier call."""
        ...

    def result(self, part: ToolResultPart) -> str:
        """Return a result, its content escaped."""
        ...


class _TagFraming:
    result_example = '<tool_result call_id="..." name="..." status="ok">...</tool_result>'

    def call(self, call: ToolCallPart, dialect: EmulationDialect) -> str:
        return rewrite_call(dialect, call)

    def result(self, part: ToolResultPart) -> str:
        attributes = f"call_id={quote_attribute(part.call_id)} name={quote_attribute(part.name)}"
        return (
            f'<tool_result {attributes} status="{result_status(part)}">\n{escape_frames(part.content)}\n</tool_result>'
        )


class _BracketFraming:
    result_example = '[function_call_output call_id="..." output="..."]'

    def call(self, call: ToolCallPart, dialect: EmulationDialect) -> str:
        call_id = _json_quoted(call.id)
        return (
            f"[function_call id={call_id} call_id={call_id} name={_json_quoted(call.name)}"
            f" arguments={_json_quoted(call.arguments_json)}]"
        )

    def result(self, part: ToolResultPart) -> str:
        return f"[function_call_output call_id={_json_quoted(part.call_id)} output={_json_quoted(part.content)}]"


TAG_FRAMING: TranscriptFraming = _TagFraming()
"""Calls in the format the model is taught, results as `<tool_result>`."""

BRACKET_FRAMING: TranscriptFraming = _BracketFraming()
"""Both in brackets, each value a JSON string: one line each, and no `]` in the content can end it."""


def result_status(part: ToolResultPart) -> str:
    """Return the outcome of a call for the model: ok, error or denied."""
    if not part.is_error:
        return "ok"
    return "denied" if _error_code(part.content) in DENIED_CODES else "error"


def _error_code(content: str) -> JsonValue:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    error = value.get("error") if isinstance(value, dict) else None
    return error.get("code") if isinstance(error, dict) and isinstance(error.get("code"), str) else None


def _json_quoted(text: str) -> str:
    return json.dumps(escape_frames(text), ensure_ascii=False)


# The output alternates between user and assistant, with text and images only. Notes stay as `Source`s of the text that
# contains them, so that the gate counts what leaves.


def flatten_messages(
    messages: Iterable[Message], framing: TranscriptFraming, dialect: EmulationDialect
) -> tuple[Message, ...]:
    """Return *messages* with all calls and results as text."""
    flat: list[Message] = []
    for message in sendable_messages(messages):
        match message.role:
            case "assistant":
                flattened = _flat_answer(message, framing, dialect)
            case "tool":
                flattened = message.model_copy(update={"role": "user", "parts": (_flat_results(message, framing),)})
            case _:
                flattened = message.model_copy(update={"parts": tuple(_escaped_part(part) for part in message.parts)})
        if flat and flat[-1].role == flattened.role:
            flat[-1] = _merged_messages(flat[-1], flattened)
        else:
            flat.append(flattened)
    return tuple(flat)


def _flat_answer(message: Message, framing: TranscriptFraming, dialect: EmulationDialect) -> Message:
    """Return an answer with its calls as text. Items only its provider understands stay if there are no calls."""
    if not message.tool_calls:
        return message
    # Items that belong to native calls (a signature, hidden reasoning) would be refused without them.
    text_before = message.text.rstrip()
    calls = "\n".join(framing.call(call, dialect) for call in message.tool_calls)
    sources = tuple(source for part in message.parts if isinstance(part, TextPart) for source in part.sources)
    text = TextPart(text=f"{text_before}\n\n{calls}" if text_before else calls, sources=sources)
    return message.model_copy(update={"parts": (text,)})


def _flat_results(message: Message, framing: TranscriptFraming) -> TextPart:
    results = [part for part in message.parts if isinstance(part, ToolResultPart)]
    return TextPart(
        text="\n".join(framing.result(part) for part in results),
        sources=tuple(source for part in results for source in part.sources),
    )


def _escaped_part(part: Part) -> Part:
    # A user may paste anything: a forged result in a question must not be taken for a real one.
    return part.model_copy(update={"text": escape_frames(part.text)}) if isinstance(part, TextPart) else part


def _merged_messages(first: Message, second: Message) -> Message:
    """Return two messages of one speaker as one, with their texts as separate paragraphs."""
    parts = [part for part in (*first.parts, *second.parts) if not isinstance(part, TextPart | ImagePart)]
    images = [part for part in (*first.parts, *second.parts) if isinstance(part, ImagePart)]
    texts = [part for part in (*first.parts, *second.parts) if isinstance(part, TextPart)]
    text = TextPart(
        text="\n\n".join(part.text.strip("\n") for part in texts),
        sources=tuple(source for part in texts for source in part.sources),
    )
    provider_parts = [part for part in parts if isinstance(part, ProviderPart)] if first.role == "assistant" else []
    return second.model_copy(update={"parts": (*images, text, *provider_parts)})
