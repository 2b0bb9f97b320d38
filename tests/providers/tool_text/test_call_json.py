"""Call JSON: the shapes models write."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers.tool_text.call_json import BESIDE, TWICE, NamedCall, json_calls

A = NamedCall("a", '{"q": 1}')


@pytest.mark.parametrize(
    ("body", "call"),
    [
        ('{"name": "a", "arguments": {"q": 1}}', A),
        ('{"name": "a", "arguments": "{\\"q\\": 1}"}', A),
        ('{"name": "a", "arguments": {"q":1}}', NamedCall("a", '{"q":1}')),
        (
            '{"name":"a","arguments" : {\n "q": 1.50, "x": "\\u00e9" } }',
            NamedCall("a", '{\n "q": 1.50, "x": "\\u00e9" }'),
        ),
        ('{"function":{"name":"a","arguments":{"q":1}}}', NamedCall("a", '{"q":1}')),
        ('{"tool_calls": [ {"name":"a","arguments":{"q":1}} ]}', NamedCall("a", '{"q":1}')),
        ('{"name": " a ", "parameters": {"q": 1}}', A),
        ('{"tool": "a", "input": {"q": 1}}', A),
        ('{"tool_name": "a", "args": {"q": 1}}', A),
        ('{"function": "a", "arguments": {"q": 1}}', A),
        ('{"type": "function", "function": {"name": "a", "arguments": "{\\"q\\": 1}"}}', A),
        ('{"function": {"name": "a"}, "arguments": {"q": 1}}', A),
        ('{"tool_calls": [{"function": {"name": "a", "arguments": {"q": 1}}}]}', A),
        ('[{"name": "a", "arguments": {"q": 1}}]', A),
        ('\n{"name": "a", "arguments": {"q": 1}, "why": "so"}\n', A),
        ('{"name": "a"}', NamedCall("a", "")),
        ('{"name": "a", "arguments": null}', NamedCall("a", "")),
        ('{"name": "a", "arguments": ""}', NamedCall("a", "")),
        ('{"type": "tool_call", "id": "c1", "name": "a"}', NamedCall("a", "", model_id="c1")),
        ('{"name": "a", "arguments": [1]}', NamedCall("a", "[1]")),
        ('{"name": "a", "arguments": {"q": 1,}}', NamedCall("a", '{"q": 1}', repaired=True)),
        ('```json\n{"name": "a", "arguments": {"q": 1}}\n```', NamedCall("a", '{"q": 1}', repaired=True)),
        ('```json\n{"name":"a","arguments":{"q":1,}}\n```', NamedCall("a", '{"q":1}', repaired=True)),
        ('[{"name": "a", "arguments": {"q": 1}},]', NamedCall("a", '{"q": 1}', repaired=True)),
    ],
)
def test_each_shape_is_a_call(body: str, call: NamedCall) -> None:
    assert json_calls(body) == (call,)


@given(
    st.dictionaries(st.text(), st.recursive(st.none() | st.text() | st.integers(), st.lists)),
    st.sampled_from([None, 1]),
)
def test_an_object_of_arguments_is_the_models_own_text(arguments: dict[str, object], indent: int | None) -> None:
    written = json.dumps(arguments, indent=indent, ensure_ascii=indent is None)

    for body in (f'{{"name":"a","arguments":{written}}}', f'[ {{"name":"a","arguments" : {written} }} ]'):
        assert json_calls(body) == (NamedCall("a", written),)


def test_a_list_is_several_calls() -> None:
    assert json_calls('[{"name": "a", "args": {"q": 1}}, {"name": "b"}]') == (A, NamedCall("b", ""))


@pytest.mark.parametrize(
    "body",
    [
        "",
        "words",
        "1",
        '"name"',
        "{}",
        "[]",
        '{"q": 1}',
        '{"name": ""}',
        '{"name": 1}',
        '{"name": {"a": 1}}',
        '[{"name": "a"}, 1]',
        '[{"name": "a"}], "tool": "b"',
        '{"q": ',
        '{"tool_calls": []}',
        "```json\nwords\n```",
    ],
)
def test_anything_else_is_no_call(body: str) -> None:
    assert json_calls(body) is None


def test_a_broken_call_that_names_its_tool_has_a_problem() -> None:
    calls = json_calls('{"name": "a", "arguments": {"q":')

    assert calls is not None
    assert (calls[0].name, calls[0].arguments) == ("a", '{"name": "a", "arguments": {"q":')
    assert "line 1" in calls[0].problem


def test_arguments_in_two_places_are_a_problem() -> None:
    assert [call.problem for call in json_calls('{"name": "a", "arguments": {}, "input": {}}') or ()] == [TWICE]


def test_arguments_beside_the_name_are_a_problem_and_not_left_out() -> None:
    assert json_calls('{"name":"a", "q": 1}') == (NamedCall("a", '{"name":"a", "q": 1}', BESIDE),)


@pytest.mark.parametrize(
    "part", ['"q": 1, "q": 2', '"q": NaN', '"q": 1e999', '"q": "\\ud800"', '"q": ' + "[" * 40 + "]" * 40]
)
def test_what_strict_json_refuses_is_a_problem(part: str) -> None:
    calls = json_calls(f'{{"name": "a", "arguments": {{{part}}}}}')

    assert calls is not None
    assert calls[0].problem
