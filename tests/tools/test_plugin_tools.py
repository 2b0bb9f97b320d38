"""Tests of tools/plugin_tools.py: the restrictions on tools of other packages, and the handling of their errors."""

from typing import Any, ClassVar, cast

import pytest
from pydantic import JsonValue

from vaultdesk.core.transmission import Destination, RequestOrigin
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.plugin_tools import (
    MAX_TIMEOUT,
    PLUGIN_CATEGORY,
    PluginOrigin,
    RejectedTool,
    ToolsetContext,
    check_tool_class,
    make_plugin_tool,
)
from vaultdesk.tools.tool import (
    FULL_VISIBILITY,
    AnyTool,
    ChangingTool,
    Effect,
    Parameters,
    Tool,
    ToolFailure,
    ToolOutput,
    Visibility,
)
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

CONTEXT = ToolsetContext(cast(Vault, None), cast(Searcher, None))
ORIGIN = PluginOrigin("dice", "dice-tools", "1.2")


class ValidTool(Tool[Parameters]):
    """A valid tool of a package."""

    name: ClassVar[str] = "good"
    aliases: ClassVar[tuple[str, ...]] = ("write_note",)
    display_name: ClassVar[str] = "Good"
    purpose: ClassVar[str] = "does good."
    description: ClassVar[str] = "Do good."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "network"
    parameters: ClassVar[type[Parameters]] = Parameters
    timeout: ClassVar[float] = 1e9
    background: ClassVar[bool] = True

    def __init__(self, context: ToolsetContext) -> None:
        self.context = context

    async def run(self, arguments: Parameters, view: Visibility) -> ToolOutput:
        return ToolOutput({"good": True})

    def effect_of(self, arguments: Parameters) -> Effect:
        return "none"


class WritingTool(ChangingTool[Parameters]):
    name = "writes"
    display_name = "Writes"
    purpose = "writes."
    description = "Write."
    category = "edits"
    effect = "delete"
    parameters = Parameters

    def __init__(self, context: ToolsetContext) -> None:
        pass

    async def plan(self, arguments: Parameters, draft: StagingArea, view: Visibility) -> JsonValue:
        return cast(JsonValue, object())


async def test_a_plugin_tool_cannot_loosen_its_restrictions() -> None:
    tool = make_plugin_tool(check_tool_class(ValidTool, ()), CONTEXT, ORIGIN)
    assert (tool.name, tool.aliases, tool.category, tool.background) == ("good", (), PLUGIN_CATEGORY, False)
    assert tool.timeout == MAX_TIMEOUT
    assert tool.effect_of(Parameters()) == "network", "its own effect_of is ignored"
    assert tool.purpose == "does good. (A tool of dice-tools 1.2.)"
    assert (await tool.run(Parameters(), FULL_VISIBILITY)).data == {"good": True}
    writing_tool = make_plugin_tool(check_tool_class(WritingTool, ()), CONTEXT, ORIGIN)
    assert isinstance(writing_tool, ChangingTool)
    assert writing_tool.dangerous


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"effect": "none"}, "must have the effect"), ({"effect": "write"}, "must be a ChangingTool"),
        ({"name": "Good Tool"}, "snake_case"), ({"name": 3}, "snake_case"), ({"name": "taken"}, "is taken"),
        ({"description": ""}, "needs a description"), ({"description": "x" * 4001}, "needs a description"),
        ({"purpose": None}, "needs a purpose"), ({"parameters": dict}, "JSON Schema"), ({"effect": "fly"}, "must have"),
    ],
)  # fmt: skip
def test_an_incomplete_tool_class_is_rejected(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(RejectedTool, match=message):
        check_tool_class(type("Bad", (ValidTool,), changed), ("taken",))


@pytest.mark.parametrize("candidate", [None, 3, "x", object, ValidTool(CONTEXT)])
def test_an_object_that_is_no_tool_class_is_rejected(candidate: object) -> None:
    with pytest.raises(RejectedTool):
        check_tool_class(candidate, ())


def tool_with(**methods: Any) -> AnyTool:
    return make_plugin_tool(check_tool_class(type("Broken", (ValidTool,), methods), ()), CONTEXT, ORIGIN)


@pytest.mark.parametrize(
    "error", [KeyError("context"), SystemExit(3), type("Unprintable", (Exception,), {"__str__": None})()]
)
def test_a_tool_whose_constructor_raises_is_rejected(error: BaseException) -> None:
    def raise_error(*_: object) -> None:
        raise error

    with pytest.raises(RejectedTool, match=rf"good cannot be created \({type(error).__name__}: "):
        tool_with(__init__=raise_error)


def test_a_tool_whose_attributes_cannot_be_read_is_rejected() -> None:
    with pytest.raises(RejectedTool, match="good cannot be created"):
        tool_with(examples=3)


async def test_every_exception_is_converted_to_a_tool_failure() -> None:
    def raise_directly(*_: object) -> object:
        raise KeyError("inside")

    async def raise_asynchronously(*_: object) -> object:
        return raise_directly()

    async def return_none(*_: object) -> None:
        return None

    async def return_invalid_json(*_: object) -> ToolOutput:
        return ToolOutput(cast(JsonValue, {"x": object()}))

    for run in (raise_directly, raise_asynchronously, return_none, return_invalid_json):
        with pytest.raises(ToolFailure, match=r"good of dice-tools 1.2 failed") as error:
            await tool_with(run=run).run(Parameters(), FULL_VISIBILITY)
        assert error.value.code == "NETWORK_FAILED"
    for method in (raise_directly, raise_asynchronously):
        with pytest.raises(ToolFailure):
            await tool_with(files=method).files(Parameters())
        with pytest.raises(ToolFailure):
            await tool_with(preview=method).preview(Parameters(), "x.md")
    with pytest.raises(ToolFailure):
        tool_with(with_files=raise_directly).with_files(Parameters(), ())
    tool = tool_with(summary=raise_directly, action=raise_directly)
    assert (tool.summary(Parameters()), tool.action(Parameters())) == ("", "Good")
    writing_tool = make_plugin_tool(WritingTool, CONTEXT, ORIGIN)
    assert isinstance(writing_tool, ChangingTool)
    with pytest.raises(ToolFailure, match="not valid JSON") as error:
        await writing_tool.plan(Parameters(), StagingArea(cast(Vault, None)), FULL_VISIBILITY)
    assert error.value.code == "WRITE_FAILED"


async def test_a_tool_failure_of_the_plugin_keeps_its_code() -> None:
    async def fail_with_code(*_: object) -> ToolOutput:
        raise ToolFailure("RATE_LIMITED", "Too often.")

    with pytest.raises(ToolFailure) as error:
        await tool_with(run=fail_with_code).run(Parameters(), FULL_VISIBILITY)
    assert error.value.code == "RATE_LIMITED"


def test_a_tool_whose_constructor_fails_is_rejected() -> None:
    def raise_os_error(*_: object) -> None:
        raise OSError("no dice")

    with pytest.raises(RejectedTool, match="OSError: no dice"):
        tool_with(__init__=raise_os_error)


async def test_t1_a_call_of_a_network_tool_is_recorded_before_it_runs() -> None:
    recorded: list[tuple[str, str, int]] = []

    class Log:
        async def record_connection(
            self, destination: Destination, purpose: str, size: int, origin: RequestOrigin
        ) -> None:
            recorded.append((destination.name, purpose, size))

    context = ToolsetContext(CONTEXT.vault, CONTEXT.searcher, Log())
    await make_plugin_tool(ValidTool, context, ORIGIN).run(Parameters(), FULL_VISIBILITY)
    assert recorded == [("dice-tools 1.2", "tool", len(b"{}"))]
