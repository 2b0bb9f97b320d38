"""Call pairs."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from vaultdesk.providers.tool_text.call_json import NamedCall
from vaultdesk.providers.tool_text.call_markup import BETWEEN, BROKE_OFF, OPEN, REPEATED
from vaultdesk.providers.tool_text.call_pairs import pairs_call
from vaultdesk.providers.tool_text.schema_kinds import Schemas

FIND: Schemas = {"find": {"properties": {"q": {"type": "string"}, "n": {"type": "integer"}, "l": {"type": "array"}}}}


def pair(key: str, value: str) -> str:
    return f"<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>\n"


def values(body: str, schemas: Schemas = FIND) -> JsonValue:
    call = pairs_call(body, True, schemas)
    assert call is not None
    assert call.problem == ""
    read: JsonValue = json.loads(call.arguments)
    return read


def test_a_name_and_pairs_are_a_call() -> None:
    body = f"find\n{pair('q', '123')}{pair('n', '5')}{pair('l', '[1, 2]')}"

    assert pairs_call(body, True, FIND) == NamedCall("find", '{"q": "123", "n": 5, "l": [1, 2]}')
    assert pairs_call(body, True) == NamedCall("find", '{"q": 123, "n": 5, "l": [1, 2]}')


@pytest.mark.parametrize(
    "body",
    [
        "find<arg_key>q</arg_key><arg_value>a</arg_value>",
        "find \n\n<arg_key> q </arg_key>\n\n<arg_value>a</arg_value>",
    ],
)
def test_space_between_the_tags_means_nothing(body: str) -> None:
    assert values(body) == {"q": "a"}


@pytest.mark.parametrize(
    "text", ["", " a ", "\na\n", "&lt;b&gt;", "</tool_call>", "<arg_key>q", '{"a', '"a"', "<q>1</q>"]
)
def test_a_text_stays_as_it_was_written(text: str) -> None:
    assert values(f"find\n{pair('q', text)}") == {"q": text}
    assert values(f"find\n{pair('q', text)}", {}) == {"q": text}


def test_a_name_alone_calls_only_a_tool_that_is_there() -> None:
    assert values("find") == {}
    assert pairs_call("find", True) is None
    assert pairs_call("find", False, FIND) is None


@pytest.mark.parametrize("body", ["", "<arg_key>q", "a b", "words and words", "{}", "a: <arg_key>", "a" * 65, "a<b>"])
def test_anything_else_is_no_call(body: str) -> None:
    assert pairs_call(body, True, FIND) is None


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("find<arg_key>q", BETWEEN),
        ("find<arg_key></arg_key><arg_value>1</arg_value>", BETWEEN),
        ("find<arg_key>q</arg_key>1", BETWEEN),
        ("find<arg_key>q</arg_key><arg_key>n</arg_key>", BETWEEN),
        (f"find{pair('q', 'a')}words", BETWEEN),
        ("find<arg_key>q</arg_key><arg_value>1", OPEN.format("arg_value")),
        (f"find{pair('q', 'a')}{pair('q', 'b')}", REPEATED.format("q")),
    ],
)
def test_what_is_unclear_is_a_problem(body: str, problem: str) -> None:
    for closed in (True, False):
        call = pairs_call(body, closed, FIND)
        assert call is not None
        assert (call.name, call.problem) == ("find", problem)


def test_a_row_of_pairs_that_broke_off_may_lack_more_of_them() -> None:
    call = pairs_call(f"find\n{pair('q', 'a')}", False, FIND)

    assert call is not None
    assert call.problem == BROKE_OFF


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,9}", fullmatch=True), st.text().filter(lambda one: "</arg_v" not in one), min_size=1
    )
)
def test_what_the_template_writes_is_read_so(arguments: dict[str, str]) -> None:
    schemas: Schemas = {"find": {"additionalProperties": {"type": "string"}}}

    assert values("find\n" + "".join(pair(*one) for one in arguments.items()).strip(), schemas) == arguments


@pytest.mark.parametrize(
    "unit", ["<arg_key>", "<arg_key>a</arg_key>", pair("a", "1"), "<arg_key>a</arg_key><arg_value>", " ", "a"]
)
def test_hostile_text_takes_time_in_proportion(unit: str) -> None:
    body = "find<arg_key>b</arg_key><arg_value></arg_value>" + unit * (300_000 // len(unit))

    started = time.process_time()
    pairs_call(body, True, FIND)

    assert time.process_time() - started < 10
