"""Repair."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.providers.tool_text.repair import read_object, unfenced


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2, ], }', {"a": [1, 2]}),
        ('{"a": {"b": "x,]"},\n}', {"a": {"b": "x,]"}}),
        ('{"a": 1}}', {"a": 1}),
        ('{"a": 1}\n}\n', {"a": 1}),
        ('{"a": 1,}}', {"a": 1}),
        ('{"a": "x\ny\tz\r\n"}', {"a": "x\ny\tz\r\n"}),
        ('{"a": "x\\n\n\\"\n"}', {"a": 'x\n\n"\n'}),
    ],
)
def test_what_can_mean_one_thing_only_is_mended(text: str, value: object) -> None:
    reading = read_object(text)

    assert (reading.value, reading.problem, reading.repaired) == (value, "", True)
    assert json.loads(reading.text) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1',
        '{"a": "x',
        '{"a": 1}}}',
        '{"a": 1}]',
        '{"a": 1,,}',
        "{,}",
        '{"a": [,]}',
        '{"a":,}',
        "{'a': 1}",
        "{a: 1}",
        '{"a": 1} and so on',
        '{"a": 1}{"b": 2}',
        '{"a": 1 "b": 2}',
        '{"a": "say "hi""}',
        '{"a": "x\\\ny"}',
        '{"a": NaN,}',
        '{"a": 1, "a": 2,}',
        '{"a": "\x00"}',
        "[1,]",
        "}",
    ],
)
def test_nothing_else_is(text: str) -> None:
    reading = read_object(text)

    assert reading.value is None
    assert reading.problem
    assert not reading.repaired
    assert reading.text == text


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_what_is_right_is_not_touched(value: dict[str, object]) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        reading = read_object(text)
        assert (reading.text, reading.value, reading.repaired) == (text, value, False)


@given(st.dictionaries(st.text(), st.text() | st.lists(st.integers(), min_size=1), min_size=1))
def test_a_comma_too_many_changes_no_value(value: dict[str, object]) -> None:
    text = json.dumps(value, ensure_ascii=False)

    assert read_object(text[:-1] + ",}").value == value


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("```json\n{}\n```", "{}\n"),
        ("  ```\n{}```\n", "{}"),
        ("```{}```", "{}"),
        ("```", "```"),
        ("```json", "```json"),
        ("{}", "{}"),
        ("```json\n{}", "```json\n{}"),
        ("x ```{}```", "x ```{}```"),
    ],
)
def test_a_fence_around_the_whole_is_taken_off(text: str, inner: str) -> None:
    assert unfenced(text) == inner


@pytest.mark.parametrize("unit", ['"', '\\"', ",", ", ", "{,", "[", "{ ", '"\\', "\n", "}"])
def test_hostile_text_takes_time_in_proportion(unit: str) -> None:
    text = '{"a": ' + unit * (300_000 // len(unit))

    started = time.process_time()
    read_object(text)

    assert time.process_time() - started < 10
