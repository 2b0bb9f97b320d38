"""Tests of tools/runtime/tool_results.py."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.support.tool_env import call
from vaultdesk.chat.messages import Source
from vaultdesk.tools.runtime.tool_results import (
    cancelled_result,
    failed_result,
    longest_text_length,
    remaining_length,
    result_part,
    truncate_data,
    truncate_sources,
    truncate_text,
    truncate_texts,
    unknown_tool_result,
)
from vaultdesk.tools.tool import ToolMetadata, ToolResult

# Truncation: at a paragraph, else a line, else a word; whole items are dropped; sources match the remaining text.


def fits_within(limit: int):  # type: ignore[no-untyped-def] # noqa: ANN201 - a small function for tests
    return lambda data, note: len(json.dumps(data, ensure_ascii=False)) + len(note) <= limit


@pytest.mark.parametrize(
    ("text", "max_length", "remaining"),
    [
        ("one\n\ntwo two\n\n" + "three " * 50, 20, "one\n\ntwo two"),
        ("one line\nsecond line\nthird " + "x" * 200, 25, "one line\nsecond line"),
        ("some words that go on " + "y" * 200, 25, "some words that go on"),
        ("z" * 300, 30, "z" * 30),
        ("a\n\n" + "b" * 300, 100, "a\n\n" + "b" * 97),
    ],
)
def test_a_text_is_truncated_at_the_end_of_a_paragraph_line_or_word(text: str, max_length: int, remaining: str) -> None:
    truncated = truncate_text(text, max_length)
    assert truncated == f"{remaining} … [cut: {len(text) - len(remaining):,} more characters]"
    assert remaining_length(text, truncated) == len(remaining)


def test_a_text_slightly_above_the_limit_is_not_truncated() -> None:
    assert truncate_text("x" * 100, 50) == "x" * 100


def test_a_path_is_not_truncated() -> None:
    assert truncate_texts({"path": "p" * 500, "x": ["y" * 500]}, 10) == {
        "path": "p" * 500,
        "x": ["y" * 10 + " … [cut: 490 more characters]"],
    }


def test_a_truncated_note_can_be_continued_at_the_reported_offset() -> None:
    text = "".join(f"Paragraph {number} with words.\n\n" for number in range(500))
    position, parts = 0, []
    while position < len(text):
        data: JsonValue = {"path": "a.md", "content": text[position:]}
        truncation = truncate_data(data, fits_within(2000), {"offset": position})
        if truncation is None or not truncation.notice:
            parts.append(text[position:])
            break
        assert isinstance(truncation.data, dict)
        length = remaining_length(text[position:], str(truncation.data["content"]))
        assert text[position : position + length].endswith("words.")
        assert f"offset={position + length}," in truncation.notice
        assert f"{len(text) - position - length:,} characters remain" in truncation.notice
        parts.append(text[position : position + length])
        position += length
        if len(text) - position < 1500:
            parts.append(text[position:])
            break
    assert "".join(parts) == text


def test_items_are_dropped_from_the_end_of_the_largest_list_with_a_paging_notice() -> None:
    rows: JsonValue = [{"path": f"n{number}.md", "text": {"a": "b" * 20}} for number in range(100)]
    data: JsonValue = {"columns": ["a"], "rows": rows, "total_found": 400, "returned": 100}
    truncation = truncate_data(data, fits_within(1500), {"offset": 200})
    assert truncation is not None
    assert isinstance(truncation.data, dict)
    remaining = truncation.data["rows"]
    assert isinstance(remaining, list)
    assert isinstance(rows, list)
    assert remaining == rows[: len(remaining)]
    assert truncation.data["returned"] == len(remaining)
    assert truncation.data["total_found"] == 400
    assert (
        truncation.notice
        == f"{100 - len(remaining)} more items were left out. Continue with offset={200 + len(remaining)}."
    )


def test_items_of_nested_lists_are_dropped_too() -> None:
    nested: JsonValue = {"folder": "", "folders": [{"notes": [{"path": f"{n}.md"} for n in range(300)], "folders": []}]}
    truncation = truncate_data(nested, fits_within(800), {})
    assert truncation is not None
    assert "more items were left out" in truncation.notice
    assert len(json.dumps(truncation.data)) < 800
    assert "0.md" in json.dumps(truncation.data)


def test_data_without_texts_and_lists_cannot_be_truncated() -> None:
    assert truncate_data({str(n): n for n in range(500)}, fits_within(500), {}) is None


def test_sources_are_reduced_to_the_remaining_text() -> None:
    long_text = "line\n" * 400
    data: JsonValue = [
        {"path": "a.md", "context": "short a"},
        {"path": "a.md", "context": "another of a"},
        {"path": "b.md", "content": long_text},
        {"path": "c.md", "content": "c"},
    ]
    sources = (
        Source(path="a.md", characters=7, first_line=3, last_line=3),
        Source(path="a.md", characters=12, first_line=9, last_line=9),
        Source(path="b.md", characters=len(long_text), first_line=5, last_line=404),
        Source(path="c.md", characters=1),
        Source(path="gone.md"),
    )
    remaining: JsonValue = [data[0], data[1], {"path": "b.md", "content": truncate_text(long_text, 300)}]  # type: ignore[index,list-item]
    remaining_sources = truncate_sources(sources, data, remaining)
    assert remaining_sources[:2] == sources[:2]
    assert [source.path for source in remaining_sources] == ["a.md", "a.md", "b.md"]
    characters = remaining_length(long_text, truncate_text(long_text, 300))
    assert (remaining_sources[2].characters, remaining_sources[2].first_line) == (characters, 5)
    assert remaining_sources[2].last_line == 5 + long_text[:characters].rstrip("\n").count("\n")


def test_the_source_of_a_text_in_no_object_of_its_note_stays_while_the_text_does() -> None:
    message, quoted = {"chat": "chat_1", "text": "x" * 500}, Source(path="Quoted.md", characters=500)
    data: JsonValue = {"memory": [{"path": "Memory.md", "text": "ab"}], "chats": [message]}
    sources = (Source(path="Memory.md", characters=2), Source(path="Memory.md", characters=500), quoted)
    cut: JsonValue = {"memory": [], "chats": [{"chat": "chat_1", "text": truncate_text("x" * 500, 300)}]}
    assert truncate_sources(sources, data, cut) == sources[1:]
    part = result_part(call("recall", query="x"), ToolResult(success=True, data=data), 500, sources)
    assert "cut" in part.content
    assert quoted in part.sources


def test_the_longest_text_is_found_at_any_depth() -> None:
    assert longest_text_length({"a": ["xx", {"b": "xxxx"}], "c": 3}) == 4


ITEM = st.fixed_dictionaries(
    {"path": st.sampled_from(["a.md", "b.md", "c.md"]), "content": st.text(alphabet='ab \n"ä', max_size=900)}
)


@given(st.lists(ITEM, max_size=6), st.integers(700, 3000))
def test_sources_never_exceed_the_returned_text(items: list[dict[str, JsonValue]], limit: int) -> None:
    sources = tuple(Source(path=str(item["path"]), characters=len(str(item["content"]))) for item in items)
    part = result_part(call("file_read"), ToolResult(success=True, data=[*items]), limit, sources)
    assert len(part.content) <= limit
    value = json.loads(part.content)
    total = sum(len(str(item["content"])) for item in value.get("data") or [])
    assert sum(source.characters for source in part.sources) <= total
    assert {source.path for source in part.sources} <= {item["path"] for item in value.get("data") or []}


# Results: the fixed messages (vaultdesk/tools/README.md, "Results"), and long data truncated to valid JSON.

CALL = call("file_read")


def test_failures_have_the_documented_format() -> None:
    assert cancelled_result("no").as_value() == {
        "success": False,
        "error": {"code": "CANCELLED", "message": "User cancelled tool execution", "details": {"reason": "no"}},
        "metadata": {"execution_time_ms": 0, "files_affected": [], "operation_type": "none"},
    }
    assert unknown_tool_result("x").error == failed_result("UNKNOWN_TOOL", "Unknown tool: x").error
    part = result_part(CALL, cancelled_result())
    assert (part.is_error, part.call_id, part.name) == (True, "call_1", "file_read")


def test_a_result_within_the_limit_is_unchanged() -> None:
    result = ToolResult(success=True, data=["ä" * 100], metadata=ToolMetadata(operation_type="read"))
    assert json.loads(result_part(CALL, result, 1000).content) == result.as_value()


def test_the_longest_texts_are_truncated_first_with_a_note() -> None:
    data: JsonValue = [{"path": "a.md", "content": "a" * 900}, {"path": "b.md", "content": "b" * 5000}]
    sources = (Source(path="a.md", characters=900), Source(path="b.md", characters=5000))
    part = result_part(CALL, ToolResult(success=True, data=data), 3000, sources)
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


def test_a_long_list_is_truncated_at_its_end() -> None:
    data: JsonValue = [{"path": f"{number}.md", "preview": "x" * 150} for number in range(200)]
    part = result_part(CALL, ToolResult(success=True, data=data), 4000)
    value = json.loads(part.content)
    assert 0 < len(value["data"]) < 30
    assert f"{200 - len(value['data'])} more items were left out." in value["metadata"]["note"]


def test_data_that_cannot_be_truncated_is_too_large() -> None:
    part = result_part(CALL, ToolResult(success=True, data={str(number): number for number in range(5000)}), 2000)
    assert json.loads(part.content)["error"]["code"] == "TOO_LARGE"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=500),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=20,
)


@given(JSON, st.integers(600, 3000))
def test_any_data_is_returned_as_valid_json_within_the_limit(data: JsonValue, limit: int) -> None:
    part = result_part(CALL, ToolResult(success=True, data=data), limit)
    assert len(part.content) <= limit
    json.loads(part.content)


@pytest.mark.parametrize("length", [10, 100_000])
def test_long_error_messages_are_truncated(length: int) -> None:
    part = result_part(CALL, failed_result("READ_FAILED", "x" * length, ["y" * length]), 2000)
    assert len(part.content) <= 2000
    assert json.loads(part.content)["error"]["code"] == "READ_FAILED"


@pytest.mark.parametrize("limit", [1000, 2000, 60000])
def test_a_long_result_of_a_write_remains_a_success(limit: int) -> None:
    files = tuple(f"Notes/{number} with a long name.md" for number in range(300))
    metadata = ToolMetadata(files_affected=files, operation_type="write", note="Left out. " * 400)
    rows: JsonValue = [{"path": path, "result": "updated"} for path in files]
    data: JsonValue
    for data in ({"files": rows, "updated": 300}, {"applied": "x" * 9000}, None, {str(n): n for n in range(3000)}):
        part = result_part(CALL, ToolResult(success=True, data=data, metadata=metadata), limit)
        value = json.loads(part.content)
        assert len(part.content) <= limit
        assert (value["success"], part.is_error) == (True, False)
        assert limit == 60000 or "was cut" in value["metadata"]["note"]


@pytest.mark.parametrize("letter", ["x", '"', "\x01", "\u202e", "😀"])
def test_a_long_failure_is_truncated_to_the_limit(letter: str) -> None:
    metadata = ToolMetadata(files_affected=(letter * 900,) * 5, operation_type="write", note=letter * 5000)
    result = failed_result("CONFLICT", letter * 9000, [letter * 900]).model_copy(update={"metadata": metadata})
    part = result_part(CALL, result, 1000)
    assert len(part.content) <= 1000
    assert json.loads(part.content)["error"]["code"] == "CONFLICT"
