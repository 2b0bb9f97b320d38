"""Tests of tools/registry.py."""

from typing import ClassVar

import pytest

from tests.support.tools import Echo, WriteNote
from vaultdesk.tools.registry import DuplicateTool, ToolRegistry, ToolText


class LocalSearchTool(Echo):
    name: ClassVar[str] = "local_search"
    aliases: ClassVar[tuple[str, ...]] = ("localSearch",)


class ToolWithTakenAlias(Echo):
    name: ClassVar[str] = "other"
    aliases: ClassVar[tuple[str, ...]] = ("local_search",)


class ToolWithInvalidName(Echo):
    name: ClassVar[str] = "Shouting Tool"


def test_a_tool_is_found_by_its_name_and_aliases_until_it_is_unregistered() -> None:
    tool = LocalSearchTool()
    registry = ToolRegistry((tool, Echo()))
    assert registry.get("local_search") is registry.get("localSearch") is tool
    assert registry.names == ("local_search", "echo")
    registry.unregister("local_search")
    assert registry.get("localSearch") is None
    assert registry.names == ("echo",)
    with pytest.raises(KeyError):
        registry.unregister("local_search")
    registry.register(tool)


@pytest.mark.parametrize("second", [LocalSearchTool(), ToolWithTakenAlias()])
def test_a_duplicate_name_raises_an_error_with_both_tools(second: Echo) -> None:
    registry = ToolRegistry((LocalSearchTool(),))
    with pytest.raises(DuplicateTool, match=rf"local_search: LocalSearchTool .* and {type(second).__name__} "):
        registry.register(second)
    assert registry.names == ("local_search",)


def test_an_invalid_tool_name_raises_an_error() -> None:
    with pytest.raises(ValueError, match="snake_case"):
        ToolRegistry((ToolWithInvalidName(),))


def test_a_call_is_described_in_words() -> None:
    registry = ToolRegistry((WriteNote(),))
    assert registry.describe("write_note", {"path": "a.md"}) == ToolText("Write a note", "", "edits", "write")
    assert registry.describe("write_note", {"nope": 1}).summary == '{"nope": 1}'
    assert registry.describe("nothing", None) == ToolText("nothing")


def test_a_background_tool_must_have_no_effect() -> None:
    class BackgroundTool(Echo):
        background = True

    class WritingBackgroundTool(WriteNote):
        background = True

    assert ToolRegistry((BackgroundTool(),)).describe("echo", None).background
    with pytest.raises(ValueError, match="what happens in the background touches nothing"):
        ToolRegistry((WritingBackgroundTool(),))
