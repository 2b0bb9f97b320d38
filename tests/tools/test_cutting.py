"""Cutting: ends at a paragraph, else a line, else a word; whole items go; what is left of each note stays true."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.support.desk import call
from vaultdesk.chat.messages import Source
from vaultdesk.tools.cutting import cut, cut_sources, kept_of, longest_text, short_text, shortened
from vaultdesk.tools.results import as_part
from vaultdesk.tools.tool import ToolResult


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
    cut_text = short_text(text, longest)
    assert cut_text == f"{kept} … [cut: {len(text) - len(kept):,} more characters]"
    assert kept_of(text, cut_text) == len(kept)


def test_a_text_that_is_hardly_too_long_is_left() -> None:
    assert short_text("x" * 100, 50) == "x" * 100


def test_a_path_is_never_cut() -> None:
    assert shortened({"path": "p" * 500, "x": ["y" * 500]}, 10) == {
        "path": "p" * 500,
        "x": ["y" * 10 + " … [cut: 490 more characters]"],
    }


def test_the_rest_of_a_note_can_be_read_on_from_where_it_was_cut() -> None:
    text = "".join(f"Paragraph {number} with words.\n\n" for number in range(500))
    place, pieces = 0, []
    while place < len(text):
        data: JsonValue = {"path": "a.md", "content": text[place:]}
        found = cut(data, fits(2000), {"offset": place})
        if found is None or not found.note:
            pieces.append(text[place:])
            break
        assert isinstance(found.data, dict)
        kept = kept_of(text[place:], str(found.data["content"]))
        assert text[place : place + kept].endswith("words.")
        assert f"offset={place + kept}," in found.note
        assert f"{len(text) - place - kept:,} characters are left" in found.note
        pieces.append(text[place : place + kept])
        place += kept
        if len(text) - place < 1500:
            pieces.append(text[place:])
            break
    assert "".join(pieces) == text


def test_whole_items_go_from_the_end_of_the_largest_list_and_paging_is_told() -> None:
    rows: JsonValue = [{"path": f"n{number}.md", "text": {"a": "b" * 20}} for number in range(100)]
    data: JsonValue = {"columns": ["a"], "rows": rows, "total_found": 400, "returned": 100}
    found = cut(data, fits(1500), {"offset": 200})
    assert found is not None
    assert isinstance(found.data, dict)
    kept = found.data["rows"]
    assert isinstance(kept, list)
    assert isinstance(rows, list)
    assert kept == rows[: len(kept)]
    assert found.data["returned"] == len(kept)
    assert found.data["total_found"] == 400
    assert found.note == f"{100 - len(kept)} more items were left out. Ask on with offset={200 + len(kept)}."


def test_lists_inside_lists_are_dropped_too() -> None:
    deep: JsonValue = {"folder": "", "folders": [{"notes": [{"path": f"{n}.md"} for n in range(300)], "folders": []}]}
    found = cut(deep, fits(800), {})
    assert found is not None
    assert "more items were left out" in found.note
    assert len(json.dumps(found.data)) < 800
    assert "0.md" in json.dumps(found.data)


def test_what_has_nothing_to_drop_cannot_be_cut() -> None:
    assert cut({str(n): n for n in range(500)}, fits(500), {}) is None


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
    left: JsonValue = [data[0], data[1], {"path": "b.md", "content": short_text(long, 300)}]  # type: ignore[index,list-item]
    kept = cut_sources(sources, data, left)
    assert kept[:2] == sources[:2]
    assert [source.path for source in kept] == ["a.md", "a.md", "b.md"]
    characters = kept_of(long, short_text(long, 300))
    assert (kept[2].characters, kept[2].first_line) == (characters, 5)
    assert kept[2].last_line == 5 + long[:characters].rstrip("\n").count("\n")


def test_the_longest_text_is_found_at_any_depth() -> None:
    assert longest_text({"a": ["xx", {"b": "xxxx"}], "c": 3}) == 4


ITEM = st.fixed_dictionaries(
    {"path": st.sampled_from(["a.md", "b.md", "c.md"]), "content": st.text(alphabet='ab \n"ä', max_size=900)}
)


@given(st.lists(ITEM, max_size=6), st.integers(700, 3000))
def test_whatever_is_cut_no_source_claims_more_than_is_carried(items: list[dict[str, JsonValue]], limit: int) -> None:
    sources = tuple(Source(path=str(one["path"]), characters=len(str(one["content"]))) for one in items)
    part = as_part(call("file_read"), ToolResult(success=True, data=[*items]), limit, sources)
    assert len(part.content) <= limit
    value = json.loads(part.content)
    carried = sum(len(str(one["content"])) for one in value.get("data") or [])
    assert sum(source.characters for source in part.sources) <= carried
    assert {source.path for source in part.sources} <= {one["path"] for one in value.get("data") or []}
