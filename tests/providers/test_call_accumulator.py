"""Tests of providers/call_accumulator.py."""

import pytest
from pydantic import JsonValue

from vaultdesk.providers import call_accumulator
from vaultdesk.providers.call_accumulator import (
    MAX_CALLS,
    MAX_CHARACTERS,
    CallAccumulator,
    ContradictoryCalls,
    arguments_text,
    is_complete_object,
    parse_arguments,
    unwrapped_arguments,
)
from vaultdesk.providers.provider import CallGrew, CallStarted


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        ("  \n", {}),
        ("{}", {}),
        ('{"paths": ["a.md"], "deep": {"n": 1.5}}', {"paths": ["a.md"], "deep": {"n": 1.5}}),
        ('{"a": "\\ud83c\\udf89"}', {"a": "🎉"}),
        ("[" * 0 + '{"a":' * 29 + "1" + "}" * 29, None),
    ],
)
def test_complete_arguments_are_parsed(text: str, value: object) -> None:
    parsed = parse_arguments(text)

    assert parsed.problem == ""
    assert value is None or parsed.value == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1', "Expecting ',' delimiter"),
        ('{"paths":["a.md","b.md","c.m', "Unterminated string"),
        ("{'a': 1}", "Expecting property name"),
        ('{"a": 1,}', "line 1, column"),
        ('{"a": 1} {"b": 2}', "Extra data"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"x": {"a": 1, "a": 2}}', "twice"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": -Infinity}', "Infinity is not JSON"),
        ('{"a": 1e999}', "too large"),
        ('{"a": ' + "9" * 5000 + "}", "400 digits"),
        ("[1]", "a list, not an object"),
        ('"{}"', "a text, not an object"),
        ("true", "true or false, not an object"),
        ("null", "null, not an object"),
        ("7", "a number, not an object"),
        ('{"a":' * 31 + "{}" + "}" * 31, "30 levels"),
        ('{"a":' + "[" * 200_000, "levels deep"),
        ('{"a": "\\ud800"}', "surrogate"),
        ('{"a": "' + "x" * MAX_CHARACTERS + '"}', "longer than"),
    ],
)
def test_arguments_that_are_not_one_strict_object_are_a_problem_for_the_model(text: str, reason: str) -> None:
    parsed = parse_arguments(text)

    assert parsed.value is None
    assert reason in parsed.problem
    assert parsed.problem.endswith("send the call again with one valid JSON object")
    assert len(parsed.problem) < 300


def test_only_a_closed_object_is_complete() -> None:
    assert [is_complete_object(text) for text in ('{"a": 1}', " {} ", "", '{"a": 1', "[1]", "1")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip


def test_a_call_is_reported_incrementally_and_completely_at_the_end() -> None:
    calls = CallAccumulator()

    events = [*calls.add(0, "x", "read", ""), *calls.add(0, "", "", '{"p":'), *calls.add(0, "", "", " 1}")]

    (call,) = calls.finished()
    assert events == [CallStarted(call.id, "read"), CallGrew(call.id, '{"p":'), CallGrew(call.id, " 1}")]
    assert (call.name, call.arguments_json, call.arguments, call.problem) == ("read", '{"p": 1}', {"p": 1}, "")


def test_a_delta_with_the_id_of_the_first_call_continues_it() -> None:
    calls = CallAccumulator()

    for wire_id, text in (("a", '{"n":'), ("b", '{"n":'), ("a", " 1}"), ("b", " 2}")):
        list(calls.add(0, wire_id, "read", text))

    assert [call.arguments for call in calls.finished()] == [{"n": 1}, {"n": 2}]


def test_a_name_after_complete_arguments_begins_another_call() -> None:
    calls = CallAccumulator()

    list(calls.add(0, "", "read", '{"n": 1}'))
    list(calls.add(0, "", "find", '{"n": 2}'))

    assert [call.name for call in calls.finished()] == ["read", "find"]


def test_malformed_arguments_never_become_an_empty_object() -> None:
    calls = CallAccumulator()

    list(calls.add(0, "a", "delete_note", '{"path": "a.md'))

    (call,) = calls.finished()
    assert call.arguments is None
    assert "Unterminated string" in call.problem


def test_a_call_beyond_the_size_limit_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_accumulator, "MAX_CHARACTERS", 100)
    calls = CallAccumulator()

    with pytest.raises(ContradictoryCalls, match="longer than"):
        list(calls.add(0, "a", "read", "x" * 200))


def test_calls_beyond_the_limit_are_an_error() -> None:
    calls = CallAccumulator()

    for number in range(MAX_CALLS):
        list(calls.add(number, f"c{number}", "read", "{}"))

    with pytest.raises(ContradictoryCalls, match="more than 200"):
        list(calls.add(MAX_CALLS, "beyond", "read", "{}"))

    assert len(calls) == MAX_CALLS


def test_arguments_of_any_type_are_converted_to_text() -> None:
    assert [arguments_text(value) for value in (None, "", "{}", {"ä": 1}, [])] == ["", "", "{}", '{"ä": 1}', "[]"]


def test_calls_of_different_tools_without_arguments_are_separate() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 7, 13."""
    calls = CallAccumulator()

    for name in ("now", "now", "here"):
        list(calls.add(None, "", name, ""))

    assert [(call.name, call.arguments) for call in calls.finished()] == [("now", {}), ("here", {})]


def test_wire_ids_and_extra_fields_of_calls_are_returned() -> None:
    calls = CallAccumulator()
    deltas: list[tuple[int, str, JsonValue]] = [(0, "a", None), (1, "", {"x": 1}), (1, "", None), (2, "c", {"x": 2})]

    for index, wire_id, extra in deltas:
        list(calls.add(index, wire_id, "read", "", extra))

    first, _, third = calls.finished()
    assert calls.wire_ids() == {first.id: "a", third.id: "c"}
    assert calls.extras() == {1: {"x": 1}, 2: {"x": 2}}


def test_arguments_received_before_the_name_are_reported_after_it() -> None:
    calls = CallAccumulator()

    assert list(calls.add(0, "a", "", '{"x"')) == []
    started, grew = calls.add(0, "", "read", ": 1}")

    assert isinstance(started, CallStarted)
    assert grew == CallGrew(started.call_id, '{"x": 1}')


def test_a_lone_surrogate_in_arguments_is_a_problem_and_is_replaced_when_shown() -> None:
    calls = CallAccumulator()
    shown = [*calls.add(0, "a", "read", '{"path": "\ud800"}'), *calls.add(1, "b", "read", {"path": "x\udc00"})]

    for call in calls.finished():
        assert call.arguments is None
        assert "surrogate" in call.problem
        assert call.model_dump_json()
    assert "\ufffd" in "".join(event.text for event in shown if isinstance(event, CallGrew))


def test_surrogates_split_between_deltas_are_joined() -> None:
    calls = CallAccumulator()
    for delta in ('{"path": "\ud83c', '\udf89"}'):
        list(calls.add(0, "a", "read", delta))

    assert calls.finished()[0].arguments == {"path": "\U0001f389"}


def test_u18_calls_beyond_the_tool_limit_are_parsed_so_that_each_is_refused_separately() -> None:
    calls = CallAccumulator()

    for number in range(26):
        list(calls.add(number, f"c{number}", "read", "{}"))

    assert len(calls.finished()) == 26


def test_m7_two_calls_with_one_id_are_separate_and_get_unique_ids() -> None:
    calls = CallAccumulator()
    for index, name in enumerate(("read", "find")):
        list(calls.add(index, "functions.x:3", name, "{}"))

    first, second = calls.finished()
    assert (first.name, second.name) == ("read", "find")
    assert first.id != second.id
    assert calls.wire_ids() == {first.id: "functions.x:3"}


def test_m7_without_an_index_other_arguments_with_the_same_id_begin_another_call() -> None:
    calls = CallAccumulator()
    for text in ('{"p": 1}', '{"p": 1}', '{"p": 2}'):
        list(calls.add(None, "a", "read", text))

    assert [call.arguments for call in calls.finished()] == [{"p": 1}, {"p": 2}]


@pytest.mark.parametrize(
    "text",
    ['"{\\"p\\": 1}"', '```json\n{"p": 1}\n```', '```\n{"p": 1}```', '"\\"{\\\\\\"p\\\\\\": 1}\\""'],
)
def test_m4_an_object_in_a_fence_or_encoded_twice_is_unwrapped(text: str) -> None:
    assert unwrapped_arguments(text) == '{"p": 1}'


@pytest.mark.parametrize("text", ['{"p": 1}', '"words"', '"', '```json\n{"p"\n```', "", "[1]", '"[1]"'])
def test_m4_text_that_wraps_no_object_is_unchanged(text: str) -> None:
    assert unwrapped_arguments(text) == text
