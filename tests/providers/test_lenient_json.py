import pytest

from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.lenient_json import (
    MAX_NESTING,
    count_of,
    is_nested_deeper,
    join_surrogates,
    list_of,
    object_of,
    parse_event,
    parse_json,
    text_of,
)

CONTEXT = ErrorContext("X", "x.example", "OpenAI")


def test_a_field_of_the_wrong_type_is_empty() -> None:
    assert [count_of(value) for value in (3, True, -1, "3", None)] == [3, 0, 0, 0, 0]
    assert [text_of(value) for value in ("a", 1, None, ["a"])] == ["a", "", "", ""]
    assert [object_of(value) for value in ({"a": 1}, [1], None)] == [{"a": 1}, {}, {}]
    assert [list_of(value) for value in ([1], {"a": 1}, None)] == [[1], [], []]


@pytest.mark.parametrize("data", ["{oops", "[1]", '"x"', "[" * 100_000, '{"a":' * 300 + "1" + "}" * 300])
def test_an_event_that_is_not_an_object_is_an_error(data: str) -> None:
    with pytest.raises(ProviderBroken):
        parse_event(ServerEvent("", data), CONTEXT)


def test_lone_surrogates_in_a_text_are_replaced() -> None:
    assert text_of("plain, ä and \U0001f389") == "plain, ä and \U0001f389"
    assert text_of("a\ud800b\udc00") == "a\ufffdb\ufffd"
    assert join_surrogates("\ud83c" + "\udf89") == "\U0001f389"


def test_nesting_is_limited() -> None:
    assert not is_nested_deeper(2, {"a": [1, "x"], "b": {}})
    assert is_nested_deeper(2, {"a": [1, {}]})
    assert not is_nested_deeper(0, "text")
    assert parse_json("[" * MAX_NESTING + "]" * MAX_NESTING)
    with pytest.raises(ValueError, match="too deep"):
        parse_json("[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1))
