"""A tool of another package: what it may claim, and what becomes of its faults."""

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
    ToolsetRoom,
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

ROOM = ToolsetRoom(cast(Vault, None), cast(Searcher, None))
ORIGIN = PluginOrigin("dice", "dice-tools", "1.2")


class Good(Tool[Parameters]):
    """A tool as a package may bring it."""

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

    def __init__(self, room: ToolsetRoom) -> None:
        self.room = room

    async def run(self, arguments: Parameters, view: Visibility) -> ToolOutput:
        return ToolOutput({"good": True})

    def effect_of(self, arguments: Parameters) -> Effect:
        return "none"


class Writes(ChangingTool[Parameters]):
    name = "writes"
    display_name = "Writes"
    purpose = "writes."
    description = "Write."
    category = "edits"
    effect = "delete"
    parameters = Parameters

    def __init__(self, room: ToolsetRoom) -> None:
        pass

    async def plan(self, arguments: Parameters, draft: StagingArea, view: Visibility) -> JsonValue:
        return cast(JsonValue, object())


async def test_a_foreign_tool_cannot_loosen_what_holds_for_it() -> None:
    tool = make_plugin_tool(check_tool_class(Good, ()), ROOM, ORIGIN)
    assert (tool.name, tool.aliases, tool.category, tool.background) == ("good", (), PLUGIN_CATEGORY, False)
    assert tool.timeout == MAX_TIMEOUT
    assert tool.effect_of(Parameters()) == "network", "what it says of one call is not asked"
    assert tool.purpose == "does good. (A tool of dice-tools 1.2.)"
    assert (await tool.run(Parameters(), FULL_VISIBILITY)).data == {"good": True}
    deleting = make_plugin_tool(check_tool_class(Writes, ()), ROOM, ORIGIN)
    assert isinstance(deleting, ChangingTool)
    assert deleting.dangerous


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"effect": "none"}, "must have the effect"), ({"effect": "write"}, "must be a ChangingTool"),
        ({"name": "Good Tool"}, "snake_case"), ({"name": 3}, "snake_case"), ({"name": "taken"}, "is taken"),
        ({"description": ""}, "needs a description"), ({"description": "x" * 4001}, "needs a description"),
        ({"purpose": None}, "needs a purpose"), ({"parameters": dict}, "JSON Schema"), ({"effect": "fly"}, "must have"),
    ],
)  # fmt: skip
def test_what_does_not_say_what_it_is_is_refused(changed: dict[str, Any], why: str) -> None:
    with pytest.raises(RejectedTool, match=why):
        check_tool_class(type("Bad", (Good,), changed), ("taken",))


@pytest.mark.parametrize("kind", [None, 3, "x", object, Good(ROOM)])
def test_what_is_no_tool_class_is_refused(kind: object) -> None:
    with pytest.raises(RejectedTool):
        check_tool_class(kind, ())


def broken(**methods: Any) -> AnyTool:
    return make_plugin_tool(check_tool_class(type("Broken", (Good,), methods), ()), ROOM, ORIGIN)


async def test_every_fault_is_an_answer() -> None:
    def at_once(*_: object) -> object:
        raise KeyError("inside")

    async def later(*_: object) -> object:
        return at_once()

    async def nothing(*_: object) -> None:
        return None

    async def no_json(*_: object) -> ToolOutput:
        return ToolOutput(cast(JsonValue, {"x": object()}))

    for run in (at_once, later, nothing, no_json):
        with pytest.raises(ToolFailure, match=r"good of dice-tools 1.2 failed") as failed:
            await broken(run=run).run(Parameters(), FULL_VISIBILITY)
        assert failed.value.code == "NETWORK_FAILED"
    for files in (at_once, later):
        with pytest.raises(ToolFailure):
            await broken(files=files).files(Parameters())
        with pytest.raises(ToolFailure):
            await broken(preview=files).preview(Parameters(), "x.md")
    with pytest.raises(ToolFailure):
        broken(with_files=at_once).with_files(Parameters(), ())
    told = broken(summary=at_once, action=at_once)
    assert (told.summary(Parameters()), told.action(Parameters())) == ("", "Good")
    writing = make_plugin_tool(Writes, ROOM, ORIGIN)
    assert isinstance(writing, ChangingTool)
    with pytest.raises(ToolFailure, match="not valid JSON") as failed:
        await writing.plan(Parameters(), StagingArea(cast(Vault, None)), FULL_VISIBILITY)
    assert failed.value.code == "WRITE_FAILED"


async def test_its_own_failure_keeps_its_code() -> None:
    async def refuses(*_: object) -> ToolOutput:
        raise ToolFailure("RATE_LIMITED", "Too often.")

    with pytest.raises(ToolFailure) as failed:
        await broken(run=refuses).run(Parameters(), FULL_VISIBILITY)
    assert failed.value.code == "RATE_LIMITED"


def test_a_tool_that_cannot_be_made_is_refused() -> None:
    def fails(*_: object) -> None:
        raise OSError("no dice")

    with pytest.raises(RejectedTool, match="OSError: no dice"):
        broken(__init__=fails)


async def test_t1_a_call_of_a_network_tool_is_recorded_before_it_runs() -> None:
    lines: list[tuple[str, str, int]] = []

    class Log:
        async def record_connection(
            self, destination: Destination, purpose: str, size: int, origin: RequestOrigin
        ) -> None:
            lines.append((destination.name, purpose, size))

    room = ToolsetRoom(ROOM.vault, ROOM.searcher, Log())
    await make_plugin_tool(Good, room, ORIGIN).run(Parameters(), FULL_VISIBILITY)
    assert lines == [("dice-tools 1.2", "tool", len(b"{}"))]
