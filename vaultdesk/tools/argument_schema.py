"""JSON Schema of a tool's parameters: validation of raw arguments, and the short definition sent to a model."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct
from pydantic import JsonValue, ValidationError
from pydantic_core import ErrorDetails

from vaultdesk.tools.tool import AnyTool, Parameters

MAX_SCHEMA_DEPTH = 20
"""Maximum nesting of objects in a schema; a deeper one contains itself, which no provider accepts."""

OMITTED_KEYS = frozenset({"title", "$defs"})
"""Schema keywords that are dropped: titles repeat the names, definitions are inlined where they are used."""

MAPS_OF_SCHEMAS = frozenset({"properties", "patternProperties"})
"""Keywords whose value maps names to schemas: a property may be called `title`."""


class SchemaTooDeep(Exception):
    """A tool's parameters contain themselves and cannot be inlined."""


class FieldProblem(Struct, frozen=True):
    """One invalid field of a call, described so that the model can correct it."""

    field: str
    problem: str


class InvalidArguments(Exception):
    """Arguments that do not match a tool's schema; `problems` lists each invalid field."""

    def __init__(self, problems: Sequence[FieldProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.field}: {problem.problem}" for problem in self.problems))


def json_schema(parameters: type[Parameters]) -> dict[str, JsonValue]:
    """Return the JSON Schema of *parameters*: snake_case names, no references, no additional properties."""
    schema: dict[str, JsonValue] = json.loads(_schema_text(parameters))
    return schema


@lru_cache(maxsize=256)
def _schema_text(parameters: type[Parameters]) -> str:
    # Cached because pydantic takes some milliseconds per schema, and every request contains those of all tools.
    # Stored as text, so that each caller gets its own copy.
    raw = parameters.model_json_schema(by_alias=False)
    definitions = raw.get("$defs", {})
    assert isinstance(definitions, dict)
    schema = _expanded(raw, definitions, MAX_SCHEMA_DEPTH)
    assert isinstance(schema, dict)
    schema.setdefault("properties", {})
    schema["additionalProperties"] = False
    return json.dumps(schema)


def validate_arguments(parameters: type[Parameters], arguments: Mapping[str, JsonValue]) -> Parameters:
    """Return *arguments* as the tool's parameter type, with either spelling of the names. Raises `InvalidArguments`.

    A number beyond its bounds is replaced by the nearest one within (`clamped_numbers` lists them).
    """
    clamped = {number.key: number.clamped for number in clamped_numbers(parameters, arguments)}
    try:
        # Strict, and through JSON: a date may be a string, but "10" is not 10 and true is not 1.
        return parameters.model_validate_json(json.dumps({**arguments, **clamped}), strict=True)
    except ValidationError as failed:
        known = tuple(parameters.model_fields)
        raise InvalidArguments([_problem_text(problem, known) for problem in failed.errors()]) from None


class ClampedNumber(Struct, frozen=True):
    """A number of a call that is beyond the bounds of its field."""

    key: str
    """The name as spelled in the call."""
    value: int
    """The number in the call."""
    clamped: int
    """The nearest number within the bounds."""

    @property
    def remark(self) -> str:
        """Return the remark for the model."""
        bound = "most" if self.value > self.clamped else "least"
        return f"{self.key} was {self.value:,}; {self.clamped:,} is the {bound} and was used."


def clamped_numbers(parameters: type[Parameters], arguments: Mapping[str, JsonValue]) -> list[ClampedNumber]:
    """Return the whole numbers among *arguments* that are beyond the bounds of their field."""
    found: list[ClampedNumber] = []
    for name, field in parameters.model_fields.items():
        minimum, maximum = (
            next((getattr(constraint, end) for constraint in field.metadata if hasattr(constraint, end)), None)
            for end in ("ge", "le")
        )
        for key in dict.fromkeys((name, field.alias or name)):
            value = arguments.get(key)
            if not isinstance(value, int) or isinstance(value, bool):
                continue
            if isinstance(maximum, int) and value > maximum:
                found.append(ClampedNumber(key, value, maximum))
            elif isinstance(minimum, int) and value < minimum:
                found.append(ClampedNumber(key, value, minimum))
    return found


def canonical_arguments(arguments: Parameters) -> dict[str, JsonValue]:
    """Return *arguments* as plain values under their snake_case names, as a separate copy."""
    value: dict[str, JsonValue] = arguments.model_dump(mode="json", by_alias=False)
    return value


def explicit_arguments(arguments: Parameters) -> dict[str, JsonValue]:
    """Return the arguments that were set, in their order, so that parsing them again gives the same call regardless of
    defaults.
    """
    value: dict[str, JsonValue] = arguments.model_dump(mode="json", by_alias=False, exclude_unset=True)
    return value


def _expanded(node: JsonValue, definitions: Mapping[str, JsonValue], levels: int) -> JsonValue:
    if levels == 0:
        raise SchemaTooDeep("parameters that contain themselves cannot be offered to a model")
    if isinstance(node, list):
        return [_expanded(item, definitions, levels) for item in node]
    if not isinstance(node, dict):
        return node
    reference = node.get("$ref")
    if isinstance(reference, str):
        target = definitions[reference.removeprefix("#/$defs/")]
        assert isinstance(target, dict)
        # Keywords next to a reference (a description, a default) take precedence over the referenced schema.
        siblings = {key: value for key, value in node.items() if key != "$ref"}
        return _expanded({**target, **siblings}, definitions, levels - 1)
    expanded: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key in OMITTED_KEYS:
            continue
        if key in MAPS_OF_SCHEMAS and isinstance(value, dict):
            expanded[key] = {name: _expanded(inner, definitions, levels - 1) for name, inner in value.items()}
        elif key in {"default", "const", "enum", "examples"}:
            expanded[key] = value
        else:
            expanded[key] = _expanded(value, definitions, levels)
    return expanded


def _problem_text(problem: ErrorDetails, known: Sequence[str]) -> FieldProblem:
    field = ".".join(str(part) for part in problem["loc"]) or "arguments"
    match problem["type"]:
        case "missing":
            return FieldProblem(field, "is required")
        case "extra_forbidden" if len(problem["loc"]) == 1:
            return FieldProblem(field, f"is not a parameter of this tool; it takes {', '.join(known) or 'none'}")
        case "extra_forbidden":
            return FieldProblem(field, "is not known here")
        case "json_invalid":
            return FieldProblem(field, "contain text that is not valid Unicode")
        case _:
            words = problem["msg"].removeprefix("Input should ").removeprefix("Value error, ")
            return FieldProblem(field, f"must {words}" if words.startswith(("be ", "have ")) else problem["msg"])


# Calls are validated against the complete schema, which `vaultdesk tools --json` lists. Thirty complete schemas have
# 11,000 tokens: more than most local models can read, and charged with every request. So a model is sent a short
# form.

MAX_DESCRIPTION_CHARACTERS = 1_024
"""Maximum characters of a description in Chat Completions."""

_LIMITS = frozenset({
    "additionalProperties", "default", "examples", "exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength",
    "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "pattern", "propertyNames",
})  # fmt: skip
"""Keywords left out of the short form: a value out of range is corrected, or refused with an explanation."""

EMPTY_DEFAULTS: tuple[JsonValue, ...] = (None, "", [], {})
"""Defaults that only mean that the parameter is optional."""


class ToolDefinition(Struct, frozen=True):
    """Name, description and parameters of a tool in a request."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]
    """A JSON Schema of type object."""


class ToolSchema(Mapping[str, JsonValue]):
    """The short form of the schema of a tool's parameters, created when it is first read.

    The offline assistant reads no schemas, and those of all tools take a sixth of the time of its answer.
    """

    def __init__(self, tool: type[AnyTool]) -> None:
        self._tool = tool

    def __getitem__(self, key: str) -> JsonValue:
        return self._schema[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._schema)

    def __len__(self) -> int:
        return len(self._schema)

    @cached_property
    def _schema(self) -> dict[str, JsonValue]:
        return _short_schema(self._tool)


def tool_definition(tool: AnyTool | type[AnyTool]) -> ToolDefinition:
    """Return the cached definition of *tool*."""
    return _definition(tool if isinstance(tool, type) else type(tool))


@lru_cache(maxsize=512)
def _definition(tool: type[AnyTool]) -> ToolDefinition:
    # Cached: thirty schemas take 40 ms on the UI thread, for every request and every preview of one.
    description = (tool.brief or tool.description)[:MAX_DESCRIPTION_CHARACTERS]
    return ToolDefinition(tool.name, description, ToolSchema(tool))


def _short_schema(tool: type[AnyTool]) -> dict[str, JsonValue]:
    schema = json_schema(tool.parameters)
    fields = schema["properties"]
    assert isinstance(fields, dict)
    parameters: dict[str, JsonValue] = {}
    for name, field in fields.items():
        if name in tool.brief_parameters:
            if (brief := tool.brief_parameters[name]) is not None:
                parameters[name] = brief
        else:
            # Schemas of other packages have no short form and are sent whole.
            parameters[name] = whole_field(field) if tool.is_foreign else brief_field(field)
    required = schema.get("required")
    short: dict[str, JsonValue] = {"type": "object", "properties": parameters}
    if required:
        short["required"] = required
    return short


def brief_field(node: JsonValue) -> JsonValue:
    """Return the schema of one parameter without limits and defaults, and with first sentences as descriptions."""
    if isinstance(node, list):
        return [brief_field(item) for item in node]
    if not isinstance(node, dict):
        return node
    node = _without_null(node)
    brief: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key in _LIMITS:
            continue
        if key == "description" and isinstance(value, str):
            brief[key] = _first_sentence(value)
        elif key == "properties" and isinstance(value, dict):
            brief[key] = {name: brief_field(inner) for name, inner in value.items()}
        else:
            brief[key] = value if key in ("enum", "const") else brief_field(value)
    return brief


def whole_field(node: JsonValue) -> JsonValue:
    """Return the schema of one parameter without `EMPTY_DEFAULTS`."""
    if isinstance(node, list):
        return [whole_field(item) for item in node]
    if not isinstance(node, dict):
        return node
    shortened: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key == "default" and value in EMPTY_DEFAULTS and value is not False:
            continue
        if key == "properties" and isinstance(value, dict):
            shortened[key] = {name: whole_field(inner) for name, inner in value.items()}
        else:
            shortened[key] = value if key in ("default", "const", "enum", "examples") else whole_field(value)
    return shortened


def _without_null(node: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return *node* with a choice between one type and null reduced to that type: the parameter is optional anyway."""
    choices = node.get("anyOf")
    if not isinstance(choices, list):
        return node
    real = [choice for choice in choices if isinstance(choice, dict) and choice.get("type") != "null"]
    if len(real) != 1 or len(real) == len(choices):
        return node
    return {**real[0], **{key: value for key, value in node.items() if key != "anyOf"}}


def _first_sentence(text: str) -> str:
    ends = [end for mark in (". ", "; ") if (end := text.find(mark)) > 0]
    return text[: min(ends)] if ends else text.removesuffix(".")
