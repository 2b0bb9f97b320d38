"""JSON answers: the instruction for the model, validation with the JSON Schema, and the check with one retry."""

import json
import re
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing
from typing import Literal, TypeAlias

import re2
from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase, verbatim
from vaultdesk.core.values import replace
from vaultdesk.providers.lenient_json import MAX_NESTING, is_nested_deeper
from vaultdesk.providers.provider import (
    AnswerFormat,
    CallGrew,
    CallReady,
    CallStarted,
    ModelEvent,
    ModelRequest,
    Noticed,
    TextArrived,
    TextReclassified,
    ToolChoice,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.wrappers import ProviderWrapper

# Schemas come from other programs: no `$ref` is fetched, patterns run in linear time (RE2), and the number of steps is
# limited. Unknown keywords are ignored.

MAX_STEPS = 100_000
"""Pairs of a value and a schema compared in one validation. Nested alternatives grow exponentially."""

MAX_REFERENCES = 50
"""References followed in a row without descending into the value. More means a schema that refers to itself."""

Schema: TypeAlias = Mapping[str, JsonValue]

_TYPES: Mapping[str, Callable[[JsonValue], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: (isinstance(value, float) and value.is_integer()) or type(value) is int,
    "number": lambda value: _is_number(value),
}


def schema_problem(value: JsonValue, schema: Schema) -> str:
    """Return the first violation of *schema* in *value*, with its location; empty if *value* is valid."""
    return next(_Check(schema).problems(value, dict(schema), "", 0), "")


class _Check:
    """One validation. References are resolved in the root schema."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._steps = 0

    def problems(self, value: JsonValue, schema: JsonValue, location: str, references: int) -> Iterator[str]:
        self._steps += 1
        if schema is False:
            yield f"{_location_text(location)} is not allowed"
        if not isinstance(schema, dict) or self._steps > MAX_STEPS:
            return
        if isinstance(schema.get("$ref"), str) and references < MAX_REFERENCES:
            yield from self.problems(value, self._resolved(str(schema["$ref"])), location, references + 1)
        yield from self._type_problems(value, schema, location)
        yield from self._alternative_problems(value, schema, location, references)
        match value:
            case dict():
                yield from self._object_problems(value, schema, location)
            case list():
                yield from self._array_problems(value, schema, location)
            case str():
                yield from _text_problems(value, schema, location)
            case bool() | None:
                pass
            case _:
                yield from _number_problems(value, schema, location)

    def _type_problems(self, value: JsonValue, schema: Schema, location: str) -> Iterator[str]:
        declared = schema.get("type")
        types = [kind for kind in (declared if isinstance(declared, list) else [declared]) if isinstance(kind, str)]
        if types and not any(_TYPES[kind](value) for kind in types if kind in _TYPES) and set(types) & set(_TYPES):
            yield f"{_location_text(location)} is not of type {' or '.join(types)}"
        allowed = schema.get("enum")
        if isinstance(allowed, list) and not any(_json_equal(value, option) for option in allowed):
            yield f"{_location_text(location)} is not one of the allowed values"
        if "const" in schema and not _json_equal(value, schema["const"]):
            yield f"{_location_text(location)} is not the required value"

    def _alternative_problems(self, value: JsonValue, schema: Schema, location: str, references: int) -> Iterator[str]:
        for part in _list(schema.get("allOf")):
            yield from self.problems(value, part, location, references + 1)
        for keyword in ("anyOf", "oneOf"):
            options = _list(schema.get(keyword))
            if options and references < MAX_REFERENCES:
                first_problems = [
                    next(self.problems(value, option, location, references + 1), "") for option in options
                ]
                if all(first_problems):
                    none_fits = f"{_location_text(location)} fits none of the alternatives"
                    yield first_problems[0] if len(first_problems) == 1 else none_fits
                elif keyword == "oneOf" and first_problems.count("") > 1:
                    yield f"{_location_text(location)} fits more than one of the alternatives"

    def _object_problems(self, value: dict[str, JsonValue], schema: Schema, location: str) -> Iterator[str]:
        for name in _list(schema.get("required")):
            if isinstance(name, str) and name not in value:
                yield f"{_location_text(_member_location(location, name))} is missing"
        properties = schema.get("properties")
        property_schemas = properties if isinstance(properties, dict) else {}
        patterns = schema.get("patternProperties")
        by_pattern = patterns if isinstance(patterns, dict) else {}
        for name, member in value.items():
            member_location = _member_location(location, name)
            matching = [by_pattern[pattern] for pattern in by_pattern if _matches(pattern, name)]
            for part in ([property_schemas[name]] if name in property_schemas else []) + matching:
                yield from self.problems(member, part, member_location, 0)
            if name not in property_schemas and not matching and "additionalProperties" in schema:
                yield from self.problems(member, schema["additionalProperties"], member_location, 0)
        yield from _size_problems(len(value), schema, "minProperties", "maxProperties", "properties", location)

    def _array_problems(self, value: list[JsonValue], schema: Schema, location: str) -> Iterator[str]:
        yield from _size_problems(len(value), schema, "minItems", "maxItems", "items", location)
        prefix_schemas = _list(schema.get("prefixItems"))
        for position, item in enumerate(value):
            part = prefix_schemas[position] if position < len(prefix_schemas) else schema.get("items", True)
            yield from self.problems(item, part, f"{location}[{position}]", 0)
        if schema.get("uniqueItems") is True:
            distinct = {json.dumps(entry, sort_keys=True) for entry in value}
            if len(distinct) < len(value):
                yield f"{_location_text(location)} contains the same item twice"

    def _resolved(self, reference: str) -> JsonValue:
        """Return the part of the root schema that *reference* names; True, which allows all, if there is none."""
        if not reference.startswith("#"):
            return True
        target: JsonValue = dict(self._root)
        for step in reference[1:].strip("/").split("/") if reference[1:].strip("/") else []:
            key = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(target, dict) or key not in target:
                return True
            target = target[key]
        return target


def _text_problems(value: str, schema: Schema, location: str) -> Iterator[str]:
    yield from _size_problems(len(value), schema, "minLength", "maxLength", "characters", location)
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not _matches(pattern, value):
        yield f"{_location_text(location)} does not match the pattern"


def _number_problems(value: JsonValue, schema: Schema, location: str) -> Iterator[str]:
    assert isinstance(value, int | float)
    bounds: tuple[tuple[str, str, Callable[[float, float], bool]], ...] = (
        ("minimum", "less than", lambda number, bound: number < bound),
        ("maximum", "more than", lambda number, bound: number > bound),
        ("exclusiveMinimum", "not more than", lambda number, bound: number <= bound),
        ("exclusiveMaximum", "not less than", lambda number, bound: number >= bound),
    )
    for keyword, relation, outside in bounds:
        bound = schema.get(keyword)
        if isinstance(bound, int | float) and not isinstance(bound, bool) and outside(value, bound):
            yield f"{_location_text(location)} is {relation} {bound:g}"


def _size_problems(
    size: int, schema: Schema, minimum_key: str, maximum_key: str, unit: str, location: str
) -> Iterator[str]:
    minimum, maximum = schema.get(minimum_key), schema.get(maximum_key)
    if isinstance(minimum, int) and size < minimum:
        yield f"{_location_text(location)} has fewer than {minimum} {unit}"
    if isinstance(maximum, int) and size > maximum:
        yield f"{_location_text(location)} has more than {maximum} {unit}"


def _matches(pattern: str, text: str) -> bool:
    """Return whether *pattern* occurs in *text*; a pattern that RE2 does not support matches everything."""
    options = re2.Options()
    options.log_errors = False
    try:
        return bool(re2.compile(pattern, options).search(text))
    except re2.error:
        return True


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _json_equal(first: JsonValue, second: JsonValue) -> bool:
    """Return whether two values are equal in JSON: `1` equals `1.0`, but not `true`."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    return first == second


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _member_location(location: str, name: str) -> str:
    return f"{location}.{name}" if location else name


def _location_text(location: str) -> str:
    return location or "the answer"


FormatKind = Literal["json_schema", "json_object"]
"""The two formats that servers distinguish: JSON that matches a schema, and any JSON object."""

_ABOUT_FORMAT = re.compile(
    r"response.?format|output.?format|text\.format|output_config(?!\W{1,3}effort)|json.?schema|json.?object|json.?mode"
    r"|structured.?output|grammar|json_validate_failed|failed to (?:generate|validate) json"
    r"|['\"`]format['\"`]|invalid format|['\"`.]schema\b"
)
"""Matches a refusal, in lower case, that is about the answer format."""

_ABOUT_THIS_SCHEMA = re.compile(
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
        answer_format = request.answer_format
        if answer_format is None:
            return request
        accepts_schema = "json_schema" not in self._kinds and _key(answer_format) not in self._schemas
        if answer_format.schema and accepts_schema:
            return request
        instructed = with_format_instruction(request)
        # JSON mode returns objects only.
        is_object = answer_format.schema.get("type", "object") == "object"
        if is_object and "json_object" not in self._kinds:
            return replace(instructed, answer_format=AnswerFormat({}))
        return instructed

    def learn(self, refusal: str, sent: ModelRequest) -> bool:
        """Record the format that *refusal*, the response to *sent*, rejects; return whether it is about a format."""
        refusal_text, answer_format = refusal.lower(), sent.answer_format
        if answer_format is None or not _ABOUT_FORMAT.search(refusal_text) or _SCHEMA_AT_FAULT.search(refusal_text):
            return False
        if answer_format.schema and _ABOUT_THIS_SCHEMA.search(refusal_text):
            self._schemas.add(_key(answer_format))
        else:
            self._kinds.add("json_schema" if answer_format.schema else "json_object")
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
    instruction = f"You must call {_required_tool(choice)} in this answer."
    system = "\n\n".join(part for part in (request.system.strip(), instruction) if part)
    return replace(request, system=system)


def _required_tool(choice: ToolChoice) -> str:
    """Return the tool that must be called, as part of a sentence in a prompt."""
    return f"the tool {choice.name}" if choice.name else "one of the tools"


def format_instruction(answer_format: AnswerFormat) -> str:
    """Return the instruction for a model that must answer in the format *answer_format*."""
    if not answer_format.schema:
        return "Answer with one JSON object and nothing else: no code fence, no other text."
    schema = json.dumps(dict(answer_format.schema), ensure_ascii=False, separators=(",", ":"))
    return f"Answer with JSON that fits this JSON Schema, and nothing else: no code fence, no other text.\n{schema}"


class InvalidAnswer(Exception):
    """The answer does not match its format; the message is the reason."""


def formatted_answer(text: str, answer_format: AnswerFormat, *, keep_invalid: bool = False) -> str:
    """Return the JSON in *text* as the model wrote it. Raises `InvalidAnswer`.

    With *keep_invalid*, JSON that does not match a schema is returned unless the schema is strict.
    """
    json_text, value = find_json(text)
    schema = answer_format.schema or {"type": "object"}
    problem = schema_problem(value, schema)
    if problem and not (keep_invalid and answer_format.schema and not answer_format.strict):
        raise InvalidAnswer(problem)
    return json_text


_FENCED = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)


def _refuse_constant(name: str) -> JsonValue:
    raise ValueError(name)  # NaN and Infinity are not JSON


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def find_json(text: str) -> tuple[str, JsonValue]:
    """Return the JSON in *text* and its value: the whole text, a fenced block, or what starts at the first bracket."""
    starts = sorted(start for bracket in "{[" if (start := text.find(bracket)) >= 0)
    candidates = [(text.strip(), False), *((fenced.strip(), False) for fenced in _FENCED.findall(text))]
    candidates += [(text[start:], True) for start in starts]
    for candidate, allows_rest in candidates:
        try:
            value, end = _DECODER.raw_decode(candidate)
        except (ValueError, RecursionError):
            continue
        if (allows_rest or end == len(candidate)) and not is_nested_deeper(MAX_NESTING, value):
            return candidate[:end], value
    raise InvalidAnswer("it is not JSON" if text.strip() else "it is empty")


def _key(answer_format: AnswerFormat) -> str:
    return json.dumps(dict(answer_format.schema), sort_keys=True)


class AnswerCheck(ProviderWrapper):
    """Wraps a provider; retries once if the answer does not match the request's format or tool choice.

    Servers differ in what they enforce. Text and calls are buffered until the turn ends, so that only a valid answer
    is passed on. Requests without such a demand pass unchanged, as do those that continue an assistant message, whose
    answer is only the rest of it.
    """

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer, with one retry if it is not valid. Raises `ProviderError`, also after the retry."""
        continues_answer = bool(request.messages) and request.messages[-1].role == "assistant"
        is_format_required = request.answer_format is not None and request.answer_format.required
        if continues_answer or (not is_format_required and request.tool_choice.mode in ("auto", "none")):
            async with aclosing(self._provider.stream(request)) as unchecked:
                async for event in unchecked:
                    yield event
            return
        total_usage = UsageReported(0, 0)
        current_request = request
        for last_try in (False, True):
            answer = _BufferedAnswer(request, last_try=last_try)
            async with aclosing(self._provider.stream(current_request)) as events:
                async for event in events:
                    match event:
                        case UsageReported():
                            answer.usage = event
                            yield _sum(total_usage, event)
                        case TextArrived() | CallStarted() | CallGrew() | CallReady() | TurnEnded():
                            answer.events.append(event)
                        case TextReclassified():
                            answer.drop_text()
                            yield event
                        case _:
                            yield event
            total_usage = _sum(total_usage, answer.usage)
            try:
                checked_events = answer.checked()
            except InvalidAnswer as invalid:
                if last_try:
                    raise ProviderRefused(
                        Phrase("{0} did not answer in the required form: {1}", request.model, verbatim(str(invalid))),
                        hint=Phrase("Ask again, or choose another model."),
                        kind="bad_request",
                    ) from None
                yield Noticed(Phrase("The answer is not in the required form, so the model is asked again."))
                current_request = _retry_request(request, answer, str(invalid))
                continue
            for event in checked_events:
                yield event
            return


class _BufferedAnswer(Struct):
    """Buffered events of one answer."""

    request: ModelRequest
    last_try: bool
    events: list[ModelEvent] = field(default_factory=list)
    usage: UsageReported = field(default_factory=lambda: UsageReported(0, 0))

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextArrived))

    def drop_text(self) -> None:
        """Discard the text so far: it was reasoning, which the format does not apply to."""
        self.events = [event for event in self.events if not isinstance(event, TextArrived)]

    def checked(self) -> list[ModelEvent]:
        """Return the events to pass on. Raises `InvalidAnswer`."""
        end = next((event for event in self.events if isinstance(event, TurnEnded)), None)
        if end is None or end.stop not in ("end", "tool_calls"):
            return self.events  # cut, refused or paused: the stop reason reports it
        called_names = [event.call.name for event in self.events if isinstance(event, CallReady)]
        choice = self.request.tool_choice
        if choice.mode == "required" and not called_names:
            raise InvalidAnswer("no tool is called")
        if choice.mode == "tool" and choice.name not in called_names:
            raise InvalidAnswer(f"the tool {choice.name} is not called")
        if self.request.answer_format is None or called_names:
            return self.events
        text = formatted_answer(self.text, self.request.answer_format, keep_invalid=self.last_try)
        return [TextArrived(text), *(event for event in self.events if not isinstance(event, TextArrived))]


def _retry_request(request: ModelRequest, answer: _BufferedAnswer, problem: str) -> ModelRequest:
    """Return *request* with the invalid *answer* and a correction appended."""
    if request.tool_choice.mode in ("required", "tool"):
        tools = tuple(tool for tool in request.tools if request.tool_choice.name in ("", tool.name))
        correction = f"You must call {_required_tool(request.tool_choice)} now. Do not answer in words."
        # As text: a model that does not call a tool natively often does so when the prompt shows the syntax.
        base_request = replace(request, tools=tools, force_emulation=True)
    else:
        assert request.answer_format is not None
        correction = f"This answer is not valid: {problem}. {format_instruction(request.answer_format)}"
        base_request = request
    previous_answer = (Message(role="assistant", parts=(TextPart(text=answer.text),)),) if answer.text.strip() else ()
    return replace(base_request, messages=(*request.messages, *previous_answer, user_message(correction)))


def _sum(first: UsageReported, second: UsageReported) -> UsageReported:
    costs = [usage.cost for usage in (first, second) if usage.cost is not None]
    return UsageReported(
        first.input_tokens + second.input_tokens,
        first.output_tokens + second.output_tokens,
        first.cached_tokens + second.cached_tokens,
        first.reasoning_tokens + second.reasoning_tokens,
        sum(costs) if costs else None,
    )
