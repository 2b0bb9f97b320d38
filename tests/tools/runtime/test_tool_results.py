"""Tests of tools/runtime/tool_results.py."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.support.desk import call
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

# Cutting: ends at a paragraph, else a line, else a word; whole items go; what is left of each note stays true.


def fits(limit: int):  # type: ignore[no-untyped-def] # noqa: ANN201 - a small function for tests
    return lambda data, note: len(json.dumps(data, ensure_ascii=False)) + len(note) <= limit


@pytest.mark.parametrize(
    ("text", "longest", "kept"),
    [
        ("one\n\ntwo two\n\n" + "three " * 50, 20, "one\n\ntwo two"),
        ("one line\nsecond line\nthird " + "x" * 200, 25, "one line\nsecond line"),
        ("some words that go on " + "y" * 200, 25, "some words that go on"),
        ("z" * 300, 30, "z" * 30),
        ("a\n\n" + "b" * 300, 100, "a\n\n" + "b" * 97),
    ],
)
def test_a_text_ends_where_something_ends(text: str, longest: int, kept: str) -> None:
    cut_text = truncate_text(text, longest)
    assert cut_text == f"{kept} … [cut: {len(text) - len(kept):,} more characters]"
    assert remaining_length(text, cut_text) == len(kept)


def test_a_text_that_is_hardly_too_long_is_left() -> None:
    assert truncate_text("x" * 100, 50) == "x" * 100


def test_a_path_is_never_cut() -> None:
    assert truncate_texts({"path": "p" * 500, "x": ["y" * 500]}, 10) == {
        "path": "p" * 500,
        "x": ["y" * 10 + " … [cut: 490 more characters]"],
    }


def test_the_rest_of_a_note_can_be_read_on_from_where_it_was_cut() -> None:
    text = "".join(f"Paragraph {number} with words.\n\n" for number in range(500))
    place, pieces = 0, []
    while place < len(text):
        data: JsonValue = {"path": "a.md", "content": text[place:]}
        found = truncate_data(data, fits(2000), {"offset": place})
        if found is None or not found.notice:
            pieces.append(text[place:])
            break
        assert isinstance(found.data, dict)
        kept = remaining_length(text[place:], str(found.data["content"]))
        assert text[place : place + kept].endswith("words.")
        assert f"offset={place + kept}," in found.notice
        assert f"{len(text) - place - kept:,} characters remain" in found.notice
        pieces.append(text[place : place + kept])
        place += kept
        if len(text) - place < 1500:
            pieces.append(text[place:])
            break
    assert "".join(pieces) == text


def test_whole_items_go_from_the_end_of_the_largest_list_and_paging_is_told() -> None:
    rows: JsonValue = [{"path": f"n{number}.md", "text": {"a": "b" * 20}} for number in range(100)]
    data: JsonValue = {"columns": ["a"], "rows": rows, "total_found": 400, "returned": 100}
    found = truncate_data(data, fits(1500), {"offset": 200})
    assert found is not None
    assert isinstance(found.data, dict)
    kept = found.data["rows"]
    assert isinstance(kept, list)
    assert isinstance(rows, list)
    assert kept == rows[: len(kept)]
    assert found.data["returned"] == len(kept)
    assert found.data["total_found"] == 400
    assert found.notice == f"{100 - len(kept)} more items were left out. Continue with offset={200 + len(kept)}."


def test_lists_inside_lists_are_dropped_too() -> None:
    deep: JsonValue = {"folder": "", "folders": [{"notes": [{"path": f"{n}.md"} for n in range(300)], "folders": []}]}
    found = truncate_data(deep, fits(800), {})
    assert found is not None
    assert "more items were left out" in found.notice
    assert len(json.dumps(found.data)) < 800
    assert "0.md" in json.dumps(found.data)


def test_what_has_nothing_to_drop_cannot_be_cut() -> None:
    assert truncate_data({str(n): n for n in range(500)}, fits(500), {}) is None


def test_sources_say_what_is_left_of_each_note() -> None:
    long = "line\n" * 400
    data: JsonValue = [
        {"path": "a.md", "context": "short a"},
        {"path": "a.md", "context": "another of a"},
        {"path": "b.md", "content": long},
        {"path": "c.md", "content": "c"},
    ]
    sources = (
        Source(path="a.md", characters=7, first_line=3, last_line=3),
        Source(path="a.md", characters=12, first_line=9, last_line=9),
        Source(path="b.md", characters=len(long), first_line=5, last_line=404),
        Source(path="c.md", characters=1),
        Source(path="gone.md"),
    )
    left: JsonValue = [data[0], data[1], {"path": "b.md", "content": truncate_text(long, 300)}]  # type: ignore[index,list-item]
    kept = truncate_sources(sources, data, left)
    assert kept[:2] == sources[:2]
    assert [source.path for source in kept] == ["a.md", "a.md", "b.md"]
    characters = remaining_length(long, truncate_text(long, 300))
    assert (kept[2].characters, kept[2].first_line) == (characters, 5)
    assert kept[2].last_line == 5 + long[:characters].rstrip("\n").count("\n")


def test_the_longest_text_is_found_at_any_depth() -> None:
    assert longest_text_length({"a": ["xx", {"b": "xxxx"}], "c": 3}) == 4


ITEM = st.fixed_dictionaries(
    {"path": st.sampled_from(["a.md", "b.md", "c.md"]), "content": st.text(alphabet='ab \n"ä', max_size=900)}
)


@given(st.lists(ITEM, max_size=6), st.integers(700, 3000))
def test_whatever_is_cut_no_source_claims_more_than_is_carried(items: list[dict[str, JsonValue]], limit: int) -> None:
    sources = tuple(Source(path=str(one["path"]), characters=len(str(one["content"]))) for one in items)
    part = result_part(call("file_read"), ToolResult(success=True, data=[*items]), limit, sources)
    assert len(part.content) <= limit
    value = json.loads(part.content)
    carried = sum(len(str(one["content"])) for one in value.get("data") or [])
    assert sum(source.characters for source in part.sources) <= carried
    assert {source.path for source in part.sources} <= {one["path"] for one in value.get("data") or []}


# Results: the fixed messages (vaultdesk/tools/README.md, "Results"), and long data cut to whole JSON.

CALL = call("file_read")


def test_failures_have_the_shape_of_the_contract() -> None:
    assert cancelled_result("no").as_value() == {
        "success": False,
        "error": {"code": "CANCELLED", "message": "User cancelled tool execution", "details": {"reason": "no"}},
        "metadata": {"execution_time_ms": 0, "files_affected": [], "operation_type": "none"},
    }
    assert unknown_tool_result("x").error == failed_result("UNKNOWN_TOOL", "Unknown tool: x").error
    part = result_part(CALL, cancelled_result())
    assert (part.is_error, part.call_id, part.name) == (True, "call_1", "file_read")


def test_a_result_within_the_limit_is_left_as_it_is() -> None:
    result = ToolResult(success=True, data=["ä" * 100], metadata=ToolMetadata(operation_type="read"))
    assert json.loads(result_part(CALL, result, 1000).content) == result.as_value()


def test_the_longest_texts_are_cut_first_and_the_cut_is_told() -> None:
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


def test_a_list_of_too_many_items_loses_its_end() -> None:
    data: JsonValue = [{"path": f"{number}.md", "preview": "x" * 150} for number in range(200)]
    part = result_part(CALL, ToolResult(success=True, data=data), 4000)
    value = json.loads(part.content)
    assert 0 < len(value["data"]) < 30
    assert f"{200 - len(value['data'])} more items were left out." in value["metadata"]["note"]


def test_what_cannot_be_cut_is_too_large() -> None:
    part = result_part(CALL, ToolResult(success=True, data={str(number): number for number in range(5000)}), 2000)
    assert json.loads(part.content)["error"]["code"] == "TOO_LARGE"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=500),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=10), inner, max_size=5),
    max_leaves=20,
)


@given(JSON, st.integers(600, 3000))
def test_whatever_the_data_the_model_reads_whole_json_within_the_limit(data: JsonValue, limit: int) -> None:
    part = result_part(CALL, ToolResult(success=True, data=data), limit)
    assert len(part.content) <= limit
    json.loads(part.content)


@pytest.mark.parametrize("length", [10, 100_000])
def test_long_error_messages_are_cut_too(length: int) -> None:
    part = result_part(CALL, failed_result("READ_FAILED", "x" * length, ["y" * length]), 2000)
    assert len(part.content) <= 2000
    assert json.loads(part.content)["error"]["code"] == "READ_FAILED"


@pytest.mark.parametrize("limit", [1000, 2000, 60000])
def test_what_was_done_is_never_told_as_a_failure_because_it_is_long(limit: int) -> None:
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
def test_a_failure_that_says_much_fits_too(letter: str) -> None:
    metadata = ToolMetadata(files_affected=(letter * 900,) * 5, operation_type="write", note=letter * 5000)
    failed = failed_result("CONFLICT", letter * 9000, [letter * 900]).model_copy(update={"metadata": metadata})
    part = result_part(CALL, failed, 1000)
    assert len(part.content) <= 1000
    assert json.loads(part.content)["error"]["code"] == "CONFLICT"
