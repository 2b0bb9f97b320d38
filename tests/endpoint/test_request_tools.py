"""Request tools: the caller's functions, flat or nested, and which of them may be called."""

from typing import Any

import pytest

from tests.endpoint.bench import WEATHER
from vaultdesk.endpoint.refusal import Refusal
from vaultdesk.endpoint.request_tools import FunctionTool, read_tools
from vaultdesk.providers.provider import ToolChoice

TIME: dict[str, Any] = {"type": "function", "name": "get_time"}


def test_functions_are_read_in_order_and_other_types_stay_out() -> None:
    offered = read_tools(
        [TIME, {"type": "web_search"}, {"type": "namespace", "name": "n", "tools": [TIME]}, WEATHER], None
    )

    assert [spec.name for spec in offered.specs] == ["get_time", "get_weather"]
    assert offered.specs[0].parameters == {"type": "object", "properties": {}}
    assert offered.tools[1].wire == WEATHER
    assert (offered.choice.mode, offered.wire_choice) == ("auto", "auto")


def test_the_nested_shape_becomes_flat() -> None:
    nested = {"type": "function", "function": {key: value for key, value in WEATHER.items() if key != "type"}}

    assert read_tools([nested], "auto").tools[0].wire == WEATHER


@pytest.mark.parametrize(
    ("choice", "meant", "shown", "callable_"),
    [
        ("none", ToolChoice("none"), 2, []),
        ("required", ToolChoice("required"), 2, ["get_time", "get_weather"]),
        ({"type": "function", "name": "get_time"}, ToolChoice("tool", "get_time"), 2, ["get_time", "get_weather"]),
        (
            {"type": "function", "function": {"name": "get_time"}},
            ToolChoice("tool", "get_time"),
            2,
            ["get_time", "get_weather"],
        ),
        (
            {"type": "allowed_tools", "mode": "auto", "tools": [TIME, {"type": "mcp"}]},
            ToolChoice("auto"),
            1,
            ["get_time"],
        ),
        ({"type": "allowed_tools", "mode": "required", "tools": [TIME]}, ToolChoice("required"), 1, ["get_time"]),
    ],
)
def test_each_choice(choice: Any, meant: ToolChoice, shown: int, callable_: list[str]) -> None:
    offered = read_tools([TIME, WEATHER], choice)

    assert offered.choice == meant
    assert len(offered.specs) == shown
    assert [tool.name for tool in offered.tools if offered.named(tool.name)] == callable_


@pytest.mark.parametrize(
    ("tools", "choice"),
    [
        ([{"type": "function"}], None),
        ([{"type": "function", "name": "two words"}], None),
        ([{"type": "function", "name": "x" * 65}], None),
        ([{**WEATHER, "parameters": []}], None),
        ([TIME, TIME], None),
        ([], "required"),
        ([TIME], "sometimes"),
        ([TIME], {"type": "function", "name": "other"}),
        ([TIME], {"type": "web_search"}),
        ([TIME], {"type": "allowed_tools", "mode": "required", "tools": []}),
        ([TIME], {}),
    ],
)
def test_what_cannot_be_meant_is_refused(tools: list[Any], choice: Any) -> None:
    with pytest.raises(Refusal) as caught:
        read_tools(tools, choice)

    assert (caught.value.status, caught.value.code) == (400, "invalid_value")


@pytest.mark.parametrize(
    ("arguments", "misfit"),
    [
        ({"city": "Oslo"}, ""),
        ({}, "without city"),
        ({"town": 1}, "without city"),
        ({"city": 1, "x": 2}, "with the unknown x"),
    ],
)
def test_a_schemas_outermost_level_is_compared(arguments: dict[str, Any], misfit: str) -> None:
    tool = FunctionTool("t", "", {**WEATHER["parameters"], "additionalProperties": False}, strict=True)

    assert tool.misfit(arguments) == misfit
