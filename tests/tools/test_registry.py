"""The registry: one name, one tool; tools come and go."""

from typing import ClassVar

import pytest

from tests.support.tools import Echo, WriteNote
from vaultdesk.tools.registry import DuplicateTool, ToolRegistry, ToolText


class Local(Echo):
    name: ClassVar[str] = "local_search"
    aliases: ClassVar[tuple[str, ...]] = ("localSearch",)


class Taken(Echo):
    name: ClassVar[str] = "other"
    aliases: ClassVar[tuple[str, ...]] = ("local_search",)


class Shouting(Echo):
    name: ClassVar[str] = "Shouting Tool"


def test_a_tool_answers_to_its_name_and_aliases_until_it_is_unregistered() -> None:
    tool = Local()
    registry = ToolRegistry((tool, Echo()))
    assert registry.get("local_search") is registry.get("localSearch") is tool
    assert registry.names == ("local_search", "echo")
    registry.unregister("local_search")
    assert registry.get("localSearch") is None
    assert registry.names == ("echo",)
    with pytest.raises(KeyError):
        registry.unregister("local_search")
    registry.register(tool)


@pytest.mark.parametrize("second", [Local(), Taken()])
def test_two_tools_with_one_name_are_refused_naming_both(second: Echo) -> None:
    registry = ToolRegistry((Local(),))
    with pytest.raises(DuplicateTool, match=rf"local_search: Local .* and {type(second).__name__} "):
        registry.register(second)
    assert registry.names == ("local_search",)


def test_a_name_no_vendor_takes_is_refused() -> None:
    with pytest.raises(ValueError, match="snake_case"):
        ToolRegistry((Shouting(),))


def test_a_call_is_described_in_words() -> None:
    registry = ToolRegistry((WriteNote(),))
    assert registry.describe("write_note", {"path": "a.md"}) == ToolText("Write a note", "", "edits", "write")
    assert registry.describe("write_note", {"nope": 1}).summary == '{"nope": 1}'
    assert registry.describe("nothing", None) == ToolText("nothing")
    assert registry.schema("write_note")["required"] == ["path"]


def test_what_goes_on_in_the_background_may_touch_nothing() -> None:
    class Quiet(Echo):
        background = True

    class Sly(WriteNote):
        background = True

    assert ToolRegistry((Quiet(),)).describe("echo", None).background
    with pytest.raises(ValueError, match="what happens in the background touches nothing"):
        ToolRegistry((Sly(),))
