"""Tests of privacy/passages.py."""

import json

from pydantic import JsonValue

from tests.privacy.scene import NOTES, question, read, request, result
from vaultdesk.chat.messages import ImagePart, Message, Source, TextPart, ToolResultPart
from vaultdesk.privacy.passages import request_passages, without_result_rest
from vaultdesk.tools.runtime.result_passages import (
    map_texts,
    note_objects,
    note_texts,
    read_result,
    readable_text,
    replace_values,
    value_at,
    with_result_value,
)

# Result tree: values are found and changed without a change of the structure.

VALUE: JsonValue = {
    "data": {"path": "a.md", "text": {"status": "x", "n": 1}, "links": [{"path": "b.md", "context": "y"}, "c.md"]}
}


def test_objects_that_name_a_note_are_found_with_outer_ones_first() -> None:
    assert [path for path, _ in note_objects(VALUE)] == [("data",), ("data", "links", 0)]
    assert list(note_objects({"path": "the envelope names none"})) == []


def test_the_texts_of_an_object_exclude_nested_notes() -> None:
    inner = value_at(VALUE, ("data",))
    assert isinstance(inner, dict)
    assert note_texts(inner) == ("x",)
    assert readable_text({"path": "a.md", "applied_to": "x", "filename": "a.md"}) == "x"


def test_changing_texts_preserves_names_and_nested_notes() -> None:
    assert map_texts(value_at(VALUE, ("data",)), str.upper) == {
        "path": "a.md",
        "text": {"status": "X", "n": 1},
        "links": [{"path": "b.md", "context": "y"}, "C.MD"],
    }


def test_a_value_is_replaced_only_at_its_path() -> None:
    changed = replace_values(VALUE, {("data", "links", 0): "gone"})
    assert value_at(changed, ("data", "links")) == ["gone", "c.md"]
    assert value_at(changed, ("data", "text")) == value_at(VALUE, ("data", "text"))


def test_a_result_that_is_not_json_is_read_as_text() -> None:
    part = ToolResultPart(call_id="c", name="t", content="plain ü")
    assert read_result(part) == "plain ü"
    assert with_result_value(part, "plain ü") is part
    assert with_result_value(part, {"a": "ü"}).content == '{"a":"ü"}'


# Passages: each part of a note is found in every form of a result; otherwise the whole result is the passage.


def test_each_note_that_was_read_is_a_passage() -> None:
    passages = request_passages(request(question(), *read("Open.md", "Plan.md")))
    assert [(passage.path, passage.text, passage.id) for passage in passages] == [
        ("Open.md", NOTES["Open.md"], "r-c1/0/data/0"),
        ("Plan.md", NOTES["Plan.md"], "r-c1/0/data/1"),
    ]
    assert {passage.call_id for passage in passages} == {"c1"}


def test_a_note_nested_in_the_result_of_another_is_a_separate_passage() -> None:
    data = {"path": "Open.md", "backlinks": [{"path": "Plan.md", "line": 3, "context": "see Open"}]}
    sources = (Source(path="Open.md"), Source(path="Plan.md", characters=8, first_line=3, last_line=3))
    passage, names = request_passages(request(result("get_links", "c1", data, *sources)))
    assert (names.is_rest, names.atoms) == (True, ('{"path": "Open.md"}',))
    assert (passage.path, passage.text, passage.json_path, passage.first_line) == (
        "Plan.md",
        "see Open",
        ("data", "backlinks", 0),
        3,
    )


def test_two_passages_of_one_note_have_their_own_lines() -> None:
    data = [{"path": "Open.md", "text": "ab"}, {"path": "Open.md", "text": "cde"}]
    sources = (Source(path="Open.md", characters=3, first_line=9), Source(path="Open.md", characters=2, first_line=1))
    passages = request_passages(request(result("local_search", "c1", data, *sources)))
    assert [(passage.text, passage.first_line) for passage in passages] == [("ab", 1), ("cde", 9)]


def test_several_sources_of_one_object_are_combined() -> None:
    data = {"path": "Open.md", "diff": "-a\n+b"}
    sources = (
        Source(path="Open.md", heading="One", characters=1, first_line=4, last_line=5, allowed="person"),
        Source(path="Open.md", heading="Two", characters=1, first_line=9, last_line=9, allowed="rule"),
    )
    (passage,) = request_passages(request(result("edit_note", "c1", data, *sources)))
    assert (passage.heading, passage.first_line, passage.last_line, passage.characters) == ("One, Two", 4, 9, 2)
    assert passage.allowed == "rule", "the decision with the least involvement of the user"


def test_a_source_without_an_object_makes_the_whole_part_a_passage() -> None:
    message = result("odd", "c1", {"summary": "the heat pump"}, Source(path="Open.md", characters=13))
    (passage,) = request_passages(request(message))
    assert (passage.path, passage.json_path) == ("Open.md", ())
    assert "the heat pump" in passage.text


MESSAGE = "You wrote that the heat pump costs 18,400."


def recalled(*sources: Source) -> Message:
    """Return the result of `recall`: a remembered line of Open.md, and a message of a chat."""
    data = {"memory": [{"path": "Open.md", "text": "a line"}], "chats": [{"chat": "chat_1", "text": MESSAGE}]}
    return result("recall", "c1", data, Source(path="Open.md", characters=6), *sources)


def test_a_message_that_quotes_a_note_is_a_passage_of_it_although_the_result_has_other_text_of_it() -> None:
    """Otherwise the text of a private note would be sent as a name of no note."""
    passages = request_passages(request(recalled(Source(path="Open.md", characters=len(MESSAGE)))))
    assert [(passage.path, passage.json_path) for passage in passages] == [
        ("Open.md", ("data", "memory", 0)),
        ("Open.md", ()),
    ]
    assert MESSAGE in passages[1].text
    other = request_passages(request(recalled(Source(path="Plan.md", characters=len(MESSAGE)))))
    assert [passage.path for passage in other] == ["Open.md", "Plan.md"]


def test_a_source_without_characters_counts_if_the_result_has_text_of_no_named_note() -> None:
    """Earlier versions stored such sources with the messages of chats."""
    passages = request_passages(request(recalled(Source(path="Plan.md"))))
    assert [(passage.path, passage.json_path) for passage in passages] == [
        ("Open.md", ("data", "memory", 0)),
        ("Plan.md", ()),
    ]


def test_a_table_row_of_several_notes_is_a_passage_of_each_although_another_row_is_of_one_of_them() -> None:
    rows = {"rows": [{"path": "Open.md", "text": {"a": "both words"}}, {"path": "Plan.md", "text": {"a": "own"}}]}
    sources = (
        Source(path="Open.md", characters=5),
        Source(path="Plan.md", characters=5),
        Source(path="Plan.md", characters=3),
    )
    passages = request_passages(request(result("query_notes", "c1", rows, *sources)))
    assert [(passage.path, passage.json_path) for passage in passages] == [
        ("Open.md", ("data", "rows", 0)),
        ("Plan.md", ("data", "rows", 1)),
        ("Plan.md", ()),
    ]


def test_names_alone_are_a_passage_without_a_note() -> None:
    data = {"folder": "", "notes": [{"path": "Open.md", "filename": "Open.md", "size": 3}]}
    (names,) = request_passages(request(result("list_notes", "c1", data, Source(path="Open.md"))))
    assert (names.path, names.is_rest, names.tool, json.loads(names.text)) == ("", True, "list_notes", data)
    assert names.atoms == ('{"filename": "Open.md", "path": "Open.md", "size": 3}',)


def test_names_listed_beside_texts_are_a_separate_passage() -> None:
    data = {
        "path": "Plan.md",
        "outgoing": [{"path": "Open.md", "line": 3}],
        "backlinks": [{"path": "Marked.md", "context": "See the plan."}],
    }
    model_request = request(result("get_links", "c1", data, Source(path="Marked.md", characters=13)))
    text, names = request_passages(model_request)
    assert (text.path, names.path) == ("Marked.md", "")
    assert json.loads(names.text) == {**data, "backlinks": []}


def test_results_without_names_of_notes_contain_no_passage() -> None:
    for content in (
        '{"success": true, "data": {"time": "12:00"}, "metadata": {"operation_type": "none"}}',
        '{"success": true, "data": {"text": "A page"}, "metadata": {"operation_type": "network"}}',
        '{"success": false, "error": {"code": "CANCELLED", "details": {"reason": "Not now"}}, "metadata": {}}',
        '{"success": true, "data": {"results": [], "total_found": 0}, "metadata": {"operation_type": "read"}}',
        "[This earlier result stays here.]",
    ):
        part = ToolResultPart(call_id="c1", name="any", content=content)
        assert request_passages(request(Message(id="r", role="tool", parts=(part,)))) == ()


def test_the_candidates_of_an_ambiguous_name_are_a_passage() -> None:
    failed = '{"success": false, "error": {"code": "AMBIGUOUS_NOTE", "details": {"candidates": ["A/B.md"]}}}'
    part = ToolResultPart(call_id="c1", name="read_note", content=failed, is_error=True)
    (names,) = request_passages(request(Message(id="r", role="tool", parts=(part,))))
    assert names.atoms == ("A/B.md",)


def test_properties_are_part_of_the_passage_of_their_note() -> None:
    data = {"path": "Open.md", "content": "Body", "frontmatter": {"status": "open", "cost": 3}}
    (passage,) = request_passages(request(result("read_note", "c1", data, Source(path="Open.md", characters=4))))
    assert passage.text == "Body\nstatus: open\ncost: 3"
    assert passage.excerpts == ("Body",)


def test_attachments_of_the_user_are_complete_passages() -> None:
    text = TextPart(text="all of it", sources=(Source(path="Open.md"), Source(path="Plan.md")))
    picture = ImagePart(media_type="image/png", data="AA==", name="a.png", sources=(Source(path="a.png"),))
    passages = request_passages(request(Message(id="m", role="user", parts=(text, picture, TextPart(text="words")))))
    assert [(passage.path, passage.text) for passage in passages] == [
        ("Open.md", "all of it"),
        ("Plan.md", "all of it"),
        ("a.png", "[a.png]"),
    ]


def test_names_in_an_omitted_result_are_a_passage() -> None:
    content = '{"success": true, "left_out": "It was left out.", "notes": ["A/B.md", "Plan.md"]}'
    part = ToolResultPart(call_id="c1", name="list_notes", content=content)
    (names,) = request_passages(request(Message(id="r", role="tool", parts=(part,))))
    assert names.atoms == ("A/B.md", "Plan.md")
    assert "Plan" not in without_result_rest(part, "kept").content
