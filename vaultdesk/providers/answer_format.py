"""JSON answer formats: the instruction for the model, formats that a server refused, the JSON found in an answer."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from pydantic import JsonValue

from vaultdesk.providers.lenient_json import MAX_NESTING, is_nested_deeper
from vaultdesk.providers.provider import AnswerFormat, ModelRequest
from vaultdesk.providers.schema_check import schema_problem

FormatKind = Literal["json_schema", "json_object"]
"""The two formats that servers distinguish: JSON that matches a schema, and any JSON object."""

_FORMAT_NAMED = re.compile(
    r"response.?format|output.?format|text\.format|output_config(?!\W{1,3}effort)|json.?schema|json.?object|json.?mode"
    r"|structured.?output|grammar|json_validate_failed|failed to (?:generate|validate) json"
    r"|['\"`]format['\"`]|invalid format|['\"`.]schema\b"
)
"""Matches a refusal, in lower case, that is about the answer format."""

_OF_THIS_SCHEMA = re.compile(
    r"grammar|schema\W{0,3}(?:at|contains|for)\b|\.schema|additionalproperties|keyword|json_validate_failed"
    r"|failed to (?:generate|validate) json"
)
"""Matches such a refusal if it is about this schema only and another one might be accepted."""

_SCHEMA_AT_FAULT = re.compile(r"invalid (json )?schema for|invalid_json_schema")
"""Matches OpenAI's refusal of an invalid schema. It is reported, because the author of the schema must see it."""


class RefusedFormats:
    """Answer formats that the server of one model does not accept."""

    def __init__(self, kinds: Iterable[FormatKind] = ()) -> None:
        """*kinds* are the formats that its API does not have."""
        self._kinds: set[FormatKind] = set(kinds)
        self._schemas: set[str] = set()

    def adapted(self, request: ModelRequest) -> ModelRequest:
        """Return *request* with a format that the server accepts; a refused one goes into the system prompt."""
        wanted = request.answer_format
        if wanted is None:
            return request
        schema_taken = "json_schema" not in self._kinds and _key(wanted) not in self._schemas
        if wanted.schema and schema_taken:
            return request
        told = with_format_instruction(request)
        # JSON mode returns objects only.
        objects = wanted.schema.get("type", "object") == "object"
        return replace(told, answer_format=AnswerFormat({})) if objects and "json_object" not in self._kinds else told

    def learn(self, refusal: str, sent: ModelRequest) -> bool:
        """Record the format that *refusal*, the response to *sent*, rejects; return whether it is about a format."""
        words, wanted = refusal.lower(), sent.answer_format
        if wanted is None or not _FORMAT_NAMED.search(words) or _SCHEMA_AT_FAULT.search(words):
            return False
        if wanted.schema and _OF_THIS_SCHEMA.search(words):
            self._schemas.add(_key(wanted))
        else:
            self._kinds.add("json_schema" if wanted.schema else "json_object")
        return True


def with_format_instruction(request: ModelRequest) -> ModelRequest:
    """Return *request* with its answer format moved from the API field into the system prompt."""
    if request.answer_format is None:
        return request
    system = "\n\n".join(part for part in (request.system.strip(), format_instruction(request.answer_format)) if part)
    return replace(request, system=system, answer_format=None)


def with_choice_instruction(request: ModelRequest) -> ModelRequest:
    """Return *request* with its required tool named in the system prompt, for servers without `tool_choice`."""
    choice = request.tool_choice
    if choice.mode not in ("required", "tool"):
        return request
    named = f"the tool {choice.name}" if choice.name else "one of the tools"
    system = "\n\n".join(part for part in (request.system.strip(), f"You must call {named} in this answer.") if part)
    return replace(request, system=system)


def format_instruction(wanted: AnswerFormat) -> str:
    """Return the instruction for a model that must answer in the format *wanted*."""
    if not wanted.schema:
        return "Answer with one JSON object and nothing else: no code fence, no other text."
    schema = json.dumps(dict(wanted.schema), ensure_ascii=False, separators=(",", ":"))
    return f"Answer with JSON that fits this JSON Schema, and nothing else: no code fence, no other text.\n{schema}"


class UnfitAnswer(Exception):
    """The answer does not match its format; the message is the reason."""


def formatted_answer(text: str, wanted: AnswerFormat, *, keep_misfit: bool = False) -> str:
    """Return the JSON in *text* as the model wrote it. Raises `UnfitAnswer`.

    With *keep_misfit*, JSON that does not match a schema is returned unless the schema is strict.
    """
    found, value = find_json(text)
    schema = wanted.schema or {"type": "object"}
    problem = schema_problem(value, schema)
    if problem and not (keep_misfit and wanted.schema and not wanted.strict):
        raise UnfitAnswer(problem)
    return found


_FENCED = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)


def _refuse_constant(name: str) -> JsonValue:
    raise ValueError(name)  # NaN and Infinity are not JSON


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def find_json(text: str) -> tuple[str, JsonValue]:
    """Return the JSON in *text* and its value: the whole text, a fenced block, or what starts at the first bracket."""
    starts = sorted(start for bracket in "{[" if (start := text.find(bracket)) >= 0)
    whole = [text.strip(), *(fenced.strip() for fenced in _FENCED.findall(text))]
    for candidate, may_go_on in (*((one, False) for one in whole), *((text[start:], True) for start in starts)):
        try:
            value, end = _DECODER.raw_decode(candidate)
        except (ValueError, RecursionError):
            continue
        if (may_go_on or end == len(candidate)) and not is_nested_deeper(MAX_NESTING, value):
            return candidate[:end], value
    raise UnfitAnswer("it is not JSON" if text.strip() else "it is empty")


def _key(wanted: AnswerFormat) -> str:
    return json.dumps(dict(wanted.schema), sort_keys=True)
