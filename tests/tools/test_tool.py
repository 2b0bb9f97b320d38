"""Tests of tools/tool.py."""

import pytest

from tests.support.tools import Echo, EchoParameters
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.tools.tool import ToolMetadata, ToolResult


def test_a_result_has_the_documented_format() -> None:
    metadata = ToolMetadata(execution_time_ms=3, files_affected=("a.md",), operation_type="read")
    assert ToolResult(success=True, data=[1], metadata=metadata).as_value() == {
        "success": True,
        "data": [1],
        "metadata": {"execution_time_ms": 3, "files_affected": ["a.md"], "operation_type": "read"},
    }


def test_notes_are_appended_to_existing_ones() -> None:
    result = ToolResult(success=True).with_note("One.").with_note("Two.")
    assert result.as_value()["metadata"]["note"] == "One. Two."


async def test_a_tool_has_neutral_defaults() -> None:
    tool, arguments = Echo(), EchoParameters(text="x")
    assert await tool.files(arguments) == ()
    assert tool.with_files(arguments, ["a.md"]) is arguments
    assert (tool.summary(arguments), tool.action(arguments)) == ("", "Echo")
    with pytest.raises(NoteNotFound):
        await tool.preview(arguments, "a.md")
