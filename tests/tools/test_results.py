"""Results: the words of CONTRACTS, and long data cut to whole JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.support.desk import call
from vaultdesk.chat.messages import Source
from vaultdesk.tools.results import as_part, cancelled, failure, unknown_tool
from vaultdesk.tools.tool import ToolMetadata, ToolResult

CALL = call("file_read")


def test_failures_have_the_shape_of_the_contract() -> None:
    assert cancelled("no").as_value() == {
        "success": False,
        "error": {"code": "CANCELLED", "message": "User cancelled tool execution", "details": {"reason": "no"}},
        "metadata": {"execution_time_ms": 0, "files_affected": [], "operation_type": "none"},
    }
    assert unknown_tool("x").error == failure("UNKNOWN_TOOL", "Unknown tool: x").error
    part = as_part(CALL, cancelled())
    assert (part.is_error, part.call_id, part.name) == (True, "call_1", "file_read")


def test_a_result_within_the_limit_is_left_as_it_is() -> None:
    result = ToolResult(success=True, data=["ä" * 100], metadata=ToolMetadata(operation_type="read"))
    assert json.loads(as_part(CALL, result, 1000).content) == result.as_value()


def test_the_longest_texts_are_cut_first_and_the_cut_is_told() -> None:
    data: JsonValue = [{"path": "a.md", "content": "a" * 900}, {"path": "b.md", "content": "b" * 5000}]
    sources = (Source(path="a.md", characters=900), Source(path="b.md", characters=5000))
    part = as_part(CALL, ToolResult(success=True, data=data), 3000, sources)
    value = json.loads(part.content)
    assert len(part.content) <= 3000
    assert value["data"][0]["content"] == "a" * 900
    assert value["data"][1]["content"].endswith("more characters]")
    assert value["metadata"]["note"] == (
        "This result was longer than 3,000 characters and was cut. "
        "Read the rest of a long note with read_note, by section or offset."
    )
    assert part.sources[0].characters == 900
    assert part.sources[1].characters == value["data"][1]["content"].index(" … [cut")


def test_a_list_of_too_many_items_loses_its_end() -> None:
    data: JsonValue = [{"path": f"{number}.md", "preview": "x" * 150} for number in range(200)]
    part = as_part(CALL, ToolResult(success=True, data=data), 4000)
    value = json.loads(part.content)
    assert 0 < len(value["data"]) < 30
    assert f"{200 - len(value['data'])} more items were left out." in value["metadata"]["note"]


def test_what_cannot_be_cut_is_too_large() -> None:
    part = as_part(CALL, ToolResult(success=True, data={str(number): number for number in range(5000)}), 2000)
    assert json.loads(part.content)["error"]["code"] == "TOO_LARGE"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=500),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=20,
)


@given(JSON, st.integers(600, 3000))
def test_whatever_the_data_the_model_reads_whole_json_within_the_limit(data: JsonValue, limit: int) -> None:
    part = as_part(CALL, ToolResult(success=True, data=data), limit)
    assert len(part.content) <= limit
    json.loads(part.content)


@pytest.mark.parametrize("length", [10, 100_000])
def test_long_error_messages_are_cut_too(length: int) -> None:
    part = as_part(CALL, failure("READ_FAILED", "x" * length, ["y" * length]), 2000)
    assert len(part.content) <= 2000
    assert json.loads(part.content)["error"]["code"] == "READ_FAILED"


@pytest.mark.parametrize("limit", [1000, 2000, 60000])
def test_what_was_done_is_never_told_as_a_failure_because_it_is_long(limit: int) -> None:
    files = tuple(f"Notes/{number} with a long name.md" for number in range(300))
    metadata = ToolMetadata(files_affected=files, operation_type="write", note="Left out. " * 400)
    rows: JsonValue = [{"path": path, "result": "updated"} for path in files]
    data: JsonValue
    for data in ({"files": rows, "updated": 300}, {"applied": "x" * 9000}, None, {str(n): n for n in range(3000)}):
        part = as_part(CALL, ToolResult(success=True, data=data, metadata=metadata), limit)
        value = json.loads(part.content)
        assert len(part.content) <= limit
        assert (value["success"], part.is_error) == (True, False)
        assert limit == 60000 or "was cut" in value["metadata"]["note"]


@pytest.mark.parametrize("letter", ["x", '"', "\x01", "\u202e", "😀"])
def test_a_failure_that_says_much_fits_too(letter: str) -> None:
    metadata = ToolMetadata(files_affected=(letter * 900,) * 5, operation_type="write", note=letter * 5000)
    failed = failure("CONFLICT", letter * 9000, [letter * 900]).model_copy(update={"metadata": metadata})
    part = as_part(CALL, failed, 1000)
    assert len(part.content) <= 1000
    assert json.loads(part.content)["error"]["code"] == "CONFLICT"
