import pytest

from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.loose_json import (
    DEEPEST,
    deeper_than,
    entries,
    fields,
    number,
    paired,
    read_json,
    read_value,
    words,
)
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.sse import ServerEvent

PEER = Peer("X", "x.example", "OpenAI")


def test_a_field_of_the_wrong_kind_is_an_empty_one() -> None:
    assert [number(value) for value in (3, True, -1, "3", None)] == [3, 0, 0, 0, 0]
    assert [words(value) for value in ("a", 1, None, ["a"])] == ["a", "", "", ""]
    assert [fields(value) for value in ({"a": 1}, [1], None)] == [{"a": 1}, {}, {}]
    assert [entries(value) for value in ([1], {"a": 1}, None)] == [[1], [], []]


@pytest.mark.parametrize("data", ["{oops", "[1]", '"x"', "[" * 100_000, '{"a":' * 300 + "1" + "}" * 300])
def test_an_event_that_is_no_object_breaks_the_answer(data: str) -> None:
    with pytest.raises(ProviderBroken):
        read_json(ServerEvent("", data), PEER)


def test_a_text_holds_no_half_of_a_character() -> None:
    assert words("plain, ä and \U0001f389") == "plain, ä and \U0001f389"
    assert words("a\ud800b\udc00") == "a\ufffdb\ufffd"
    assert paired("\ud83c" + "\udf89") == "\U0001f389"


def test_nesting_is_counted_in_levels() -> None:
    assert not deeper_than(2, {"a": [1, "x"], "b": {}})
    assert deeper_than(2, {"a": [1, {}]})
    assert not deeper_than(0, "text")
    assert read_value("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(ValueError, match="too deep"):
        read_value("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))
