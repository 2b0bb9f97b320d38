"""Tool calls and results of other programs."""

import json
import math

import pytest

from vaultdesk.chat.importers.tool_steps import MAX_DEPTH, answered, called, depth_of


def test_an_object_is_kept_as_the_arguments() -> None:
    call = called("call_1", "search", {"query": "ä\ud800"})

    assert (call.name, call.arguments) == ("search", {"query": "ä\ufffd"})
    assert json.loads(call.arguments_json) == call.arguments


@pytest.mark.parametrize("given", ["text", ["list"], None, 3])
def test_anything_else_is_put_into_one(given: object) -> None:
    assert called("c", "t", given).arguments == {"input": given}


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("given", [{"a": math.nan}, {"a": nested(5000)}, {"a": "x" * 200_000}, {"\ud800": object()}])
def test_what_cannot_be_kept_as_it_is_is_kept_shortened_or_as_text(given: object) -> None:
    call = called("c", "", given)

    assert call.name == "unnamed"
    assert json.loads(call.arguments_json) == call.arguments
    assert list(call.arguments or {}) == ["input"]


def test_depth_is_counted_no_further_than_needed() -> None:
    assert [depth_of(nested(depth)) for depth in (0, 1, 3, 4000)] == [0, 1, 3, MAX_DEPTH + 1]


def test_a_result_has_the_shape_of_our_own() -> None:
    call = called("c", "t", {})

    assert json.loads(answered(call, " ok\r\n").content) == {"success": True, "data": "ok"}
    assert json.loads(answered(call, "", failed=True).content)["error"]["message"] == "The result was not kept."
    assert answered(call, "x" * 100_000).content.endswith('(cut here when it was imported)"}')
