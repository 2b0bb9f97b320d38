import pytest

from vaultdesk.errors import ProviderBroken
from vaultdesk.providers.loose_json import entries, fields, number, read_json, words
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.sse import ServerEvent

PEER = Peer("X", "x.example", "OpenAI")


def test_a_field_of_the_wrong_kind_is_an_empty_one() -> None:
    assert [number(value) for value in (3, True, -1, "3", None)] == [3, 0, 0, 0, 0]
    assert [words(value) for value in ("a", 1, None, ["a"])] == ["a", "", "", ""]
    assert [fields(value) for value in ({"a": 1}, [1], None)] == [{"a": 1}, {}, {}]
    assert [entries(value) for value in ([1], {"a": 1}, None)] == [[1], [], []]


@pytest.mark.parametrize("data", ["{oops", "[1]", '"x"', "[" * 100_000])
def test_an_event_that_is_no_object_breaks_the_answer(data: str) -> None:
    with pytest.raises(ProviderBroken):
        read_json(ServerEvent("", data), PEER)
