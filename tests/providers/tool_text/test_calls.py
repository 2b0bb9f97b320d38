"""Calls: what a block comes to."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzzing.tool_text import check_calls
from vaultdesk.providers.strict_json import MAX_CHARACTERS
from vaultdesk.providers.tool_text.calls import ReadCall, read_calls
from vaultdesk.providers.tool_text.pieces import CallWritten, Frame
from vaultdesk.providers.tool_text.schema_kinds import Schemas
from vaultdesk.providers.tool_text.tags import CALL_TAGS

FRAMES: tuple[Frame, ...] = ("sentinel", "xml", "bracket")


def block(body: str, frame: Frame = "sentinel", *, closed: bool = True) -> CallWritten:
    opening, closing = CALL_TAGS[frame]
    return CallWritten(frame, body, f"{opening}{body}{closing if closed else ''}", closed)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("body", ['{"name": "a", "arguments": {"q": 1}}', '<name>a</name><args>{"q": 1}</args>'])
def test_both_dialects_are_read_in_each_frame(frame: Frame, body: str) -> None:
    assert read_calls(block(f"\n{body}\n", frame)) == (ReadCall("a", '{"q": 1}', {"q": 1}),)


def test_arguments_as_text_stay_as_they_were_written() -> None:
    assert read_calls(block('{"name": "a", "arguments": "{ \\"q\\":1 }"}')) == (ReadCall("a", '{ "q":1 }', {"q": 1}),)


def test_a_call_without_arguments_has_none() -> None:
    assert read_calls(block('{"name": "a", "id": "c1"}')) == (ReadCall("a", "{}", {}, model_id="c1"),)
    assert read_calls(block("<name>a</name>", "xml")) == (ReadCall("a", "{}", {}),)


@pytest.mark.parametrize(
    "body",
    [
        "a\n<arg_key>q</arg_key>\n<arg_value>1</arg_value>",
        "<name>a</name><q>1</q>",
        "<function=a><parameter=q>1</parameter></function>",
    ],
)
def test_a_schema_tells_what_bare_text_is_meant_as(body: str) -> None:
    schemas: Schemas = {"a": {"properties": {"q": {"type": "string"}}}}

    assert read_calls(block(body)) == (ReadCall("a", '{"q": 1}', {"q": 1}),)
    assert read_calls(block(body), schemas) == (ReadCall("a", '{"q": "1"}', {"q": "1"}),)


def test_a_name_alone_is_a_call_of_a_tool_that_is_there() -> None:
    assert read_calls(block("\na\n"), {"a": {}}) == (ReadCall("a", "{}", {}),)
    assert read_calls(block("\na\n"), {"b": {}}) is None


def test_a_schema_changes_nothing_in_json() -> None:
    written = block('{"name": "a", "arguments": {"q":1}}')

    assert read_calls(written, {"a": {"properties": {"q": {"type": "string"}}}}) == read_calls(written)
    assert read_calls(written) == (ReadCall("a", '{"q":1}', {"q": 1}),)


def test_a_repeated_opening_tag_is_passed_over() -> None:
    assert read_calls(block('\n<tool_call>\n{"name": "a"}')) == (ReadCall("a", "{}", {}),)


@pytest.mark.parametrize("body", ["", "words", "{}", '{"q": 1}', "<b>bold</b>", "<tool_call>", "[1]"])
def test_what_is_no_call_stays_text(body: str) -> None:
    assert read_calls(block(body)) is None
    assert read_calls(block(body, closed=False)) is None


@pytest.mark.parametrize(
    "body",
    [
        '{"name": "a", "arguments": "words"}',
        '{"name": "a", "arguments": [1]}',
        '{"name": "a", "arguments": "\\"{}\\""}',
        '{"name": "a", "arguments": 5}',
        '{"name": "a", "arguments": false}',
        '{"name": "a", "arguments": {"q": 1}',
        '{"name": "a"} {"name": "b"}',
        "<name>a</name><args>words</args>",
        "<name>a</name><args>[1]</args>",
        '<name>a</name><args>{"q": 1</args>',
    ],
)
def test_arguments_that_cannot_be_read_are_a_problem_and_never_empty(body: str) -> None:
    read = read_calls(block(body))

    assert read is not None
    assert [(call.name, call.arguments, call.repaired) for call in read] == [("a", None, False)]
    assert read[0].problem.endswith(("send the call again with one valid JSON object", "send the call again"))


@pytest.mark.parametrize(
    "body",
    [
        '{"name": "a", "arguments": {"q": 1,}}',
        '{"name": "a", "arguments": {"q": 1}}}',
        '{"name": "a", "arguments": "{\\"q\\": 1,}"}',
        '```json\n{"name": "a", "arguments": {"q": 1}}\n```',
        '<name>a</name><args>{"q": 1,}</args>',
        '<function=a>{"q": 1}}</function>',
    ],
)
def test_a_mended_call_says_so(body: str) -> None:
    read = read_calls(block(body))

    assert read is not None
    assert [(call.arguments, call.problem, call.repaired) for call in read] == [({"q": 1}, "", True)]
    assert json.loads(read[0].arguments_json) == {"q": 1}


def test_an_unclosed_block_is_read_the_same() -> None:
    whole, cut = read_calls(block('{"name": "a"}', closed=False)), read_calls(block('{"name": "a"', closed=False))

    assert whole == (ReadCall("a", "{}", {}),)
    assert cut is not None
    assert cut[0].arguments is None


def test_a_body_too_long_is_a_problem() -> None:
    read = read_calls(block('{"name": "a", "arguments": {"q": "' + "x" * MAX_CHARACTERS, closed=False))

    assert read is not None
    assert "longer than" in read[0].problem


@given(
    st.sampled_from(FRAMES),
    st.text(alphabet='{}[]",:<>/= \nabcdnameargumentsfunctionparameter1\\`&;'),
    st.booleans(),
    st.sampled_from(["", '{"name":"a","arguments":', "<name>a</name>", "<function=a>", "["]),
)
def test_any_body_comes_to_whole_calls_or_says_what_is_wrong(frame: Frame, text: str, closed: bool, begun: str) -> None:
    check_calls(block(begun + text, frame, closed=closed))


@given(st.text(min_size=1).filter(str.strip), st.dictionaries(st.text(), st.text() | st.integers() | st.booleans()))
def test_what_is_written_by_the_rules_is_read_so(name: str, arguments: dict[str, str | int | bool]) -> None:
    for given_as in (arguments, json.dumps(arguments)):
        read = read_calls(block(json.dumps({"name": name, "arguments": given_as})))
        assert read is not None
        assert [(call.name, call.arguments, call.repaired) for call in read] == [(name.strip(), arguments, False)]


@pytest.mark.parametrize("unit", ["<tool_call>", '{"name":"a","arguments":', "[", '"', '\\"', " ", "```"])
def test_hostile_bodies_take_time_in_proportion(unit: str) -> None:
    text = unit * (300_000 // len(unit))

    started = time.process_time()
    read_calls(block(text, closed=False))

    assert time.process_time() - started < 10
