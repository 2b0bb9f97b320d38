"""Tests of providers/answer_format.py."""

from typing import Any

import pytest
from pydantic import JsonValue

from tests.endpoint.bench import call, said, scripted
from tests.providers.asking import ask, request
from tests.support.growth import check_growth, check_linear, repeated
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.values import replace
from vaultdesk.providers import answer_format
from vaultdesk.providers.answer_format import (
    AnswerCheck,
    InvalidAnswer,
    RefusedFormats,
    formatted_answer,
    schema_problem,
    with_choice_instruction,
    with_format_instruction,
)
from vaultdesk.providers.anthropic_provider import messages_body
from vaultdesk.providers.ollama_models import OllamaModelFacts
from vaultdesk.providers.ollama_provider import ollama_body
from vaultdesk.providers.openai.chat_completions import OPENAI_DIALECT, ReplayReceiver, chat_body
from vaultdesk.providers.openai.responses_api import responses_body
from vaultdesk.providers.provider import (
    AnswerFormat,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    TextArrived,
    TextReclassified,
    ToolChoice,
    TurnEnded,
    UsageReported,
)

# Schema check

TREE: dict[str, Any] = {
    "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}, "required": ["id"]}},
    "$ref": "#/$defs/node",
}
PERSON: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 2}, "age": {"type": ["integer", "null"], "minimum": 0}},
    "required": ["name"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ({"name": "Ada", "age": 36}, PERSON),
        ({"name": "Ada", "age": None}, PERSON),
        ({"name": "Ada", "age": 36.0}, PERSON),
        (7, {}),
        (7, {"type": "some day"}),
        (7, {"unknown keyword": 8}),
        ({"id": 1, "next": {"id": 2}}, TREE),
        (
            [1, "a", None],
            {"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": ["string", "null"]}},
        ),
        ("b", {"enum": ["a", "b"]}),
        (1.0, {"const": 1}),
        (5, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"x-1": 1}, {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False}),
        ("abc", {"pattern": "(?<=a)b"}),
        (1, {"$ref": "https://example.com/schema"}),
        (1, {"$ref": "#/$defs/nowhere"}),
        (10**400, {"type": "integer", "minimum": 1}),
        (True, True),
    ],
)
def test_a_valid_value_has_no_problem(value: Any, schema: Any) -> None:
    assert schema_problem({"it": value}, {"properties": {"it": schema}, "$defs": TREE["$defs"]}) == ""


@pytest.mark.parametrize(
    ("value", "schema", "problem"),
    [
        ({"age": 1}, PERSON, "it.name is missing"),
        ({"name": "A"}, PERSON, "it.name has fewer than 2 characters"),
        ({"name": "Ada", "age": -1}, PERSON, "it.age is less than 0"),
        ({"name": "Ada", "age": True}, PERSON, "it.age is not of type integer or null"),
        ({"name": "Ada", "town": 1}, PERSON, "it.town is not allowed"),
        ({"id": 1, "next": {}}, TREE, "it.next.id is missing"),
        ([1, 2], {"items": {"type": "string"}}, "it[0] is not of type string"),
        ([1, 1], {"uniqueItems": True}, "it contains the same item twice"),
        ([1], {"minItems": 2}, "it has fewer than 2 items"),
        ("c", {"enum": ["a", "b"]}, "it is not one of the allowed values"),
        (True, {"const": 1}, "it is not the required value"),
        ([], {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "it fits none of the alternatives"),
        (5, {"oneOf": [{"type": "number"}, {"type": "integer"}]}, "it fits more than one of the alternatives"),
        (5, {"allOf": [{"type": "number"}, {"exclusiveMaximum": 5}]}, "it is not less than 5"),
        ("ab", {"pattern": "^b"}, "it does not match the pattern"),
        (0.5, {"type": "integer"}, "it is not of type integer"),
    ],
)
def test_the_first_schema_violation_is_named_with_its_path(value: Any, schema: Any, problem: str) -> None:
    assert schema_problem({"it": value}, {"properties": {"it": schema}, "$defs": TREE["$defs"]}) == problem


def test_a_schema_that_only_references_itself_terminates() -> None:
    assert schema_problem(1, {"$ref": "#"}) == ""


def test_the_check_of_a_hostile_schema_terminates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_format, "MAX_STEPS", 5_000)
    schema: dict[str, Any] = {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}}}
    schema["$ref"] = "#/$defs/a"
    ordinary: dict[str, Any] = {"items": {"type": "integer"}}

    assert schema_problem({"x": "a"}, schema) == ""
    check_growth(
        lambda case: schema_problem(*case), ([1] * (answer_format.MAX_STEPS - 1), ordinary), ({"x": "a"}, schema), 5
    )


def test_a_hostile_pattern_is_matched_in_linear_time() -> None:
    def match(text: str) -> None:
        assert schema_problem(text, {"pattern": "(a+)+$"})

    check_growth(match, "a" * 12 + "b", "a" * 24 + "b", 100)
    check_linear(match, repeated("a", after="b"), 400_000)


# Answer format

NUMBER: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
NUMBER_FORMAT = AnswerFormat(NUMBER, "number", strict=True)


def formatted_request(answer_format: AnswerFormat | None) -> ModelRequest:
    return replace(request(), answer_format=answer_format)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '\n {"a": 1}\n',
        '```json\n{"a": 1}\n```',
        'Here you are:\n\n```\n{"a": 1}\n```\nGlad to help.',
        'The answer is {"a": 1}. Anything else?',
        '{"a": 1} I hope this helps {you}.',
    ],
)
def test_the_json_is_extracted_unchanged(text: str) -> None:
    assert formatted_answer(text, NUMBER_FORMAT) == '{"a": 1}'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("I cannot say.", "it is not JSON"),
        ('{"a": ', "it is not JSON"),
        ('{"a": NaN}', "it is not JSON"),
        ('{"a": "1"}', "a is not of type integer"),
        ("[1]", "the answer is not of type object"),
        ("[" * 100_000, "it is not JSON"),
    ],
)
def test_an_invalid_answer_is_an_error_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(InvalidAnswer, match=problem):
        formatted_answer(text, NUMBER_FORMAT)


def test_json_mode_without_a_schema_accepts_objects_only() -> None:
    assert formatted_answer('{"b": [1]}', AnswerFormat({})) == '{"b": [1]}'
    with pytest.raises(InvalidAnswer):
        formatted_answer("[1]", AnswerFormat({}), keep_invalid=True)


def test_a_list_is_accepted_if_the_schema_allows_it() -> None:
    assert formatted_answer("Yes: [1, 2]", AnswerFormat({"type": "array"})) == "[1, 2]"


def test_an_invalid_answer_is_accepted_only_if_the_schema_is_not_strict() -> None:
    loose = AnswerFormat(NUMBER)

    assert formatted_answer('{"a": "1"}', loose, keep_invalid=True) == '{"a": "1"}'
    with pytest.raises(InvalidAnswer):
        formatted_answer('{"a": "1"}', NUMBER_FORMAT, keep_invalid=True)


@pytest.mark.parametrize(
    ("answer_format", "chat", "responses", "ollama"),
    [
        (
            NUMBER_FORMAT,
            {"type": "json_schema", "json_schema": {"name": "number", "schema": NUMBER, "strict": True}},
            {"type": "json_schema", "name": "number", "schema": NUMBER, "strict": True},
            NUMBER,
        ),
        (AnswerFormat({}), {"type": "json_object"}, {"type": "json_object"}, "json"),
    ],
)
def test_each_api_gets_the_format_in_its_own_field(
    answer_format: AnswerFormat, chat: JsonValue, responses: JsonValue, ollama: JsonValue
) -> None:
    formatted = formatted_request(answer_format)

    assert chat_body(formatted, ReplayReceiver("", OPENAI_DIALECT))["response_format"] == chat
    assert responses_body(formatted, scope="")["text"] == {"format": responses}
    assert ollama_body(formatted, scope="", window=4096, facts=OllamaModelFacts())["format"] == ollama


def test_anthropic_gets_the_schema_beside_the_effort() -> None:
    formatted = replace(formatted_request(NUMBER_FORMAT), model="claude-opus-5", effort="low")

    assert messages_body(formatted, scope="")["output_config"] == {
        "effort": "low",
        "format": {"type": "json_schema", "schema": NUMBER},
    }


def test_a_request_without_a_format_is_unchanged() -> None:
    plain = formatted_request(None)

    assert RefusedFormats(("json_schema", "json_object")).adapted(plain) is plain
    assert with_format_instruction(plain) is plain
    assert with_choice_instruction(plain) is plain
    assert not RefusedFormats().learn("response_format is not supported", plain)


def test_each_refusal_falls_back_to_the_next_format() -> None:
    formats = RefusedFormats()

    first = formats.adapted(formatted_request(NUMBER_FORMAT))
    assert first.answer_format == NUMBER_FORMAT
    assert formats.learn("This response_format type is unavailable now", first)
    second = formats.adapted(formatted_request(NUMBER_FORMAT))
    assert second.answer_format == AnswerFormat({})
    assert "JSON Schema" in second.system
    assert formats.learn("response_format json_object is not supported", second)
    third = formats.adapted(formatted_request(NUMBER_FORMAT))
    assert third.answer_format is None
    assert not formats.learn("response_format is not supported", third)


def test_the_schema_of_a_list_is_not_replaced_by_json_mode() -> None:
    assert (
        RefusedFormats(("json_schema",)).adapted(formatted_request(AnswerFormat({"type": "array"}))).answer_format
        is None
    )


@pytest.mark.parametrize(
    "message",
    [
        "temperature is not supported",
        "output_config.effort: this model does not support effort",
        "Invalid schema for function 'vault_search'",
        "tool_choice 'required' is not supported",
    ],
)
def test_other_refusals_are_not_attributed_to_the_format(message: str) -> None:
    assert not RefusedFormats().learn(message, formatted_request(NUMBER_FORMAT))


def test_a_required_tool_is_named_in_the_prompt() -> None:
    model_request = with_choice_instruction(replace(request(), tool_choice=ToolChoice("tool", "file_read")))

    assert model_request.system == "Be brief.\n\nYou must call the tool file_read in this answer."


@pytest.mark.parametrize(
    ("message", "permanent"),
    [
        ("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", True),
        ("response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later", True),
        ("This model does not support response format `json_schema`.", True),
        ("output_config: Extra inputs are not permitted", True),
        ('invalid format: expected "json" or a JSON schema', True),
        ("output_config.format.schema: 'additionalProperties' must be explicitly set to false", False),
        ("The provided JSON schema contains features not supported by xgrammar.", False),
        ("Failed to generate JSON. Please adjust your prompt. json_validate_failed", False),
        ("failed to parse grammar", False),
    ],
)
def test_a_refusal_of_the_format_is_distinguished_from_one_of_the_schema(message: str, permanent: bool) -> None:
    formats, other = RefusedFormats(), formatted_request(AnswerFormat({"type": "object"}, "other"))

    assert formats.learn(message, formatted_request(NUMBER_FORMAT))
    assert formats.adapted(formatted_request(NUMBER_FORMAT)).answer_format == AnswerFormat({})
    assert (formats.adapted(other) is not other) == permanent


# Answer check


def request_with(**demands: Any) -> ModelRequest:
    return replace(request(), **demands)


JSON = request_with(answer_format=AnswerFormat(NUMBER, strict=True))


async def test_events_of_a_request_without_demands_are_passed_on_unchanged() -> None:
    turn = said("No", " JSON.")

    assert (await ask(AnswerCheck(scripted(turn)), request())).events == turn


async def test_the_continuation_of_an_answer_is_not_checked() -> None:
    prefix = Message(role="assistant", parts=(TextPart(text='{"a": '),))

    outcome = await ask(AnswerCheck(scripted(said("1}"))), replace(JSON, messages=(*JSON.messages, prefix)))

    assert outcome.text == "1}"


async def test_usage_of_both_tries_is_summed_and_the_first_is_not_shown() -> None:
    first = [ReasoningArrived("Hm."), TextArrived("One."), UsageReported(10, 5, cost=0.1), TurnEnded("end")]
    second = [TextArrived('{"a": 1}'), UsageReported(20, 7, cost=0.2), TurnEnded("end")]
    provider = scripted(first, second)

    outcome = await ask(AnswerCheck(provider), JSON)

    assert (outcome.text, outcome.reasoning, outcome.stop) == ('{"a": 1}', "Hm.", "end")
    used = [event for event in outcome.events if isinstance(event, UsageReported)]
    assert (used[-1].input_tokens, used[-1].output_tokens, used[-1].cost) == (30, 12, pytest.approx(0.3))
    assert [type(event) for event in outcome.events].count(Noticed) == 1
    assert [message.role for message in provider.requests[1].messages] == ["user", "assistant", "user"]


async def test_an_empty_answer_is_not_replayed() -> None:
    provider = scripted(said(""), said('{"a": 1}'))

    assert (await ask(AnswerCheck(provider), JSON)).text == '{"a": 1}'
    assert [message.role for message in provider.requests[1].messages] == ["user", "user"]


async def test_reclassified_text_is_not_part_of_the_json() -> None:
    turn = [TextArrived('{"draft": 1}'), TextReclassified(), TextArrived('{"a": 1}'), TurnEnded("end")]

    assert (await ask(AnswerCheck(scripted(turn)), JSON)).events[1:] == [TextArrived('{"a": 1}'), TurnEnded("end")]


@pytest.mark.parametrize("stop", ["length", "content_filter", "refusal", "repetition"])
async def test_a_truncated_or_refused_answer_is_passed_on(stop: str) -> None:
    provider = scripted(said("I will not.", stop=stop))

    outcome = await ask(AnswerCheck(provider), JSON)

    assert (outcome.text, outcome.stop, len(provider.requests)) == ("I will not.", stop, 1)


async def test_the_required_tool_is_requested_again_by_text_after_another_was_called() -> None:
    demand = request_with(tool_choice=ToolChoice("tool", "file_read"))
    provider = scripted(
        [*call("vault_search", "{}"), TurnEnded("tool_calls")], [*call("file_read", "{}"), TurnEnded("tool_calls")]
    )

    outcome = await ask(AnswerCheck(provider), demand)

    assert [call_part.name for call_part in outcome.calls] == ["file_read"]
    assert ([tool.name for tool in provider.requests[1].tools], provider.requests[1].force_emulation) == (
        ["file_read"],
        True,
    )


async def test_any_tool_is_requested_again_if_none_was_called() -> None:
    provider = scripted(said("The boiler is warm."), [*call("file_read", "{}"), TurnEnded("tool_calls")])

    outcome = await ask(AnswerCheck(provider), request_with(tool_choice=ToolChoice("required")))

    assert ([call_part.name for call_part in outcome.calls], outcome.text, len(provider.requests)) == (
        ["file_read"], "", 2,
    )  # fmt: skip


async def test_an_answer_that_is_invalid_in_both_tries_is_an_error_with_the_reason() -> None:
    outcome = await ask(AnswerCheck(scripted(said("One."), said('{"a": "1"}'))), JSON)

    assert isinstance(outcome.error, ProviderRefused)
    assert "a is not of type integer" in str(outcome.error)
    assert outcome.text == ""
