"""Tests of providers/answer_format.py."""

from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import request
from vaultdesk.providers.answer_format import (
    RefusedFormats,
    UnfitAnswer,
    formatted_answer,
    with_choice_instruction,
    with_format_instruction,
)
from vaultdesk.providers.provider import AnswerFormat, ModelRequest, ToolChoice

NUMBER: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
WANTED = AnswerFormat(NUMBER, "number", strict=True)


def asked(wanted: AnswerFormat | None) -> ModelRequest:
    return replace(request(), answer_format=wanted)


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
def test_the_json_is_found_and_kept_as_it_was_written(text: str) -> None:
    assert formatted_answer(text, WANTED) == '{"a": 1}'


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
def test_what_is_no_answer_of_the_format_says_why(text: str, problem: str) -> None:
    with pytest.raises(UnfitAnswer, match=problem):
        formatted_answer(text, WANTED)


def test_a_json_mode_without_a_schema_takes_any_object_and_nothing_else() -> None:
    assert formatted_answer('{"b": [1]}', AnswerFormat({})) == '{"b": [1]}'
    with pytest.raises(UnfitAnswer):
        formatted_answer("[1]", AnswerFormat({}), keep_misfit=True)


def test_a_list_is_an_answer_where_the_schema_says_so() -> None:
    assert formatted_answer("Yes: [1, 2]", AnswerFormat({"type": "array"})) == "[1, 2]"


def test_a_misfit_is_kept_only_where_the_schema_is_a_wish() -> None:
    loose = AnswerFormat(NUMBER)

    assert formatted_answer('{"a": "1"}', loose, keep_misfit=True) == '{"a": "1"}'
    with pytest.raises(UnfitAnswer):
        formatted_answer('{"a": "1"}', WANTED, keep_misfit=True)


def test_a_request_without_a_format_is_left_alone() -> None:
    plain = asked(None)

    assert RefusedFormats(("json_schema", "json_object")).adapted(plain) is plain
    assert with_format_instruction(plain) is plain
    assert with_choice_instruction(plain) is plain
    assert not RefusedFormats().learn("response_format is not supported", plain)


def test_each_refusal_leads_one_step_on() -> None:
    formats = RefusedFormats()

    first = formats.adapted(asked(WANTED))
    assert first.answer_format == WANTED
    assert formats.learn("This response_format type is unavailable now", first)
    second = formats.adapted(asked(WANTED))
    assert second.answer_format == AnswerFormat({})
    assert "JSON Schema" in second.system
    assert formats.learn("response_format json_object is not supported", second)
    third = formats.adapted(asked(WANTED))
    assert third.answer_format is None
    assert not formats.learn("response_format is not supported", third)


def test_a_schema_of_a_list_is_not_asked_for_as_an_object() -> None:
    assert RefusedFormats(("json_schema",)).adapted(asked(AnswerFormat({"type": "array"}))).answer_format is None


@pytest.mark.parametrize(
    "words",
    [
        "temperature is not supported",
        "output_config.effort: this model does not support effort",
        "Invalid schema for function 'vault_search'",
        "tool_choice 'required' is not supported",
    ],
)
def test_a_refusal_of_something_else_is_not_taken_for_one_of_the_format(words: str) -> None:
    assert not RefusedFormats().learn(words, asked(WANTED))


def test_a_tool_that_must_be_called_is_told_by_its_name() -> None:
    told = with_choice_instruction(replace(request(), tool_choice=ToolChoice("tool", "file_read")))

    assert told.system == "Be brief.\n\nYou must call the tool file_read in this answer."


@pytest.mark.parametrize(
    ("words", "lasting"),
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
def test_a_refusal_of_the_form_is_told_from_one_of_this_schema(words: str, lasting: bool) -> None:
    formats, other = RefusedFormats(), asked(AnswerFormat({"type": "object"}, "other"))

    assert formats.learn(words, asked(WANTED))
    assert formats.adapted(asked(WANTED)).answer_format == AnswerFormat({})
    assert (formats.adapted(other) is not other) == lasting
