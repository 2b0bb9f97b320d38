"""Member texts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from vaultdesk.providers.tool_text.member_texts import item_texts, member_texts

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda one: st.lists(one) | st.dictionaries(st.text(), one)
)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("{}", {}),
        (" { } ", {}),
        ('{"a":1}', {"a": "1"}),
        (' {\n"a" : { "b" : [ ] }\t,"c":"}" }\r\n', {"a": '{ "b" : [ ] }', "c": '"}"'}),
        ('{"a\\"\\u00e9": 1.50e+1}', {'a"é': "1.50e+1"}),
    ],
)
def test_members_stay_as_they_are_written(text: str, texts: dict[str, str]) -> None:
    assert member_texts(text) == texts


@pytest.mark.parametrize(
    ("text", "texts"),
    [("[]", []), (" [ ]", []), ("[1]", ["1"]), ('[ {"a":1 } , "]",null]', ['{"a":1 }', '"]"', "null"])],
)
def test_items_stay_as_they_are_written(text: str, texts: list[str]) -> None:
    assert item_texts(text) == texts


@given(st.dictionaries(st.text(), VALUES), st.sampled_from([None, 0, 3]))
def test_any_values_are_found_by_their_texts(value: dict[str, JsonValue], indent: int | None) -> None:
    text = json.dumps(value, indent=indent)

    assert {name: json.loads(one) for name, one in member_texts(text).items()} == value
    assert [json.loads(one) for one in item_texts(json.dumps([*value.values()], indent=indent))] == [*value.values()]
    assert all(one in text for one in member_texts(text).values())
