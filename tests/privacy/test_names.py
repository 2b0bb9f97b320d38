"""Names: no list, tree, link or sentence names a private note, and none tells that there is one."""

import json

from pydantic import JsonValue

from tests.privacy.scene import call, question, request, result
from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.privacy.cutting import RULED
from vaultdesk.privacy.names import names_in, without_names

HIDDEN = frozenset({"P/s.md", "P"})


def hides(name: str, *, doubted: bool) -> bool:
    """Two names, and of those no note has now one that was moved."""
    return name in HIDDEN or (doubted and name == "moved.md")


def swept(*messages: Message, own: frozenset[str] = frozenset()) -> JsonValue:
    """Return what the last result says afterwards."""
    asked = without_names(request(question(), *messages), hides, own.__contains__)
    part = asked.messages[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    value: JsonValue = json.loads(part.content)
    return value


def data(value: JsonValue, name: str = "t") -> JsonValue:
    told = swept(call(name, "c1"), result(name, "c1", value))
    return told["data"] if isinstance(told, dict) and "data" in told else told


def test_lists_lose_the_name() -> None:
    assert data({"way": ["a.md", "P/s.md", "b.md"]}) == {"way": ["a.md", "b.md"]}
    assert data([{"path": "a.md"}, {"path": "P/s.md", "size": 3}]) == [{"path": "a.md"}]
    assert data({"path": "a.md", "outgoing": [{"path": "P/s.md", "link": "s"}]}) == {"path": "a.md", "outgoing": []}


def test_rows_and_objects_that_tell_of_it_go_whole() -> None:
    assert data({"rows": [["P/s.md", "done"], ["a.md", "open"]]}) == {"rows": [["a.md", "open"]]}
    assert data({"steps": [{"from": "a.md", "to": "P/s.md", "weight": 3}]}) == {"steps": []}
    assert data({"P/s.md": {"title": "x"}, "a.md": 1}) == {"a.md": 1}
    assert data({"note": {"path": "P/s.md"}}) == {"note": {"kept_back": RULED}}


def test_trees_lose_the_folder() -> None:
    tree: JsonValue = {
        "folder": "",
        "folders": [{"folder": "P", "name": "P", "count": 1, "notes": [{"path": "P/s.md"}]}],
    }
    assert data(tree) == {"folder": "", "folders": []}


def test_a_word_that_is_a_folders_name_stays_a_word() -> None:
    assert data([{"path": "a.md", "tags": ["P"], "text": "P"}]) == [{"path": "a.md", "tags": ["P"], "text": "P"}]


def test_sentences_lose_the_name_too() -> None:
    value: JsonValue = {"files": ["P/s.md"], "message": "P/s.md changed. Ask again."}
    assert data(value) == {"files": [], "message": "[private note] changed. Ask again."}


def test_a_result_that_is_all_about_it_is_nothing() -> None:
    message = result("t", "c1", None).model_copy(
        update={"parts": (ToolResultPart(call_id="c1", name="t", content='{"path":"P/s.md","n":1}'),)}
    )
    assert swept(message) == {"kept_back": RULED}


def test_what_the_other_side_named_itself_is_not_taken_out_of_its_answer() -> None:
    """A word in its place would tell that there is such a note."""
    asked = call("file_read", "c1", file_paths=["p/S"])
    told: JsonValue = [{"path": "P/s.md", "content": "File not found: P/s.md", "size": 0}]
    assert swept(asked, result("file_read", "c1", told), own=frozenset({"c1"})) == {
        "success": True,
        "data": told,
        "metadata": {"files_affected": []},
    }
    assert swept(asked, result("file_read", "c1", told))["data"] == []  # type: ignore[index, call-overload]  # an object


def test_calls_of_another_model_lose_the_name() -> None:
    messages = (question(), call("file_read", "c1", file_paths=["P/s.md", "a.md"], why="see P/s.md"))
    changed = without_names(request(*messages), hides, lambda _: False)
    (one,) = changed.messages[1].tool_calls
    assert one.arguments == {"file_paths": ["[private note]", "a.md"], "why": "see [private note]"}
    assert json.loads(one.arguments_json) == one.arguments
    own = without_names(request(*messages), hides, lambda _: True)
    assert own.messages[1] is messages[1]


def test_a_name_that_no_note_has_now_may_have_been_a_private_ones() -> None:
    asked = call("rename_note", "c1", path="moved.md", new_path="a.md")
    renamed = result("rename_note", "c1", {"path": "a.md", "old_path": "moved.md"})
    assert swept(asked, renamed)["data"] == {"kept_back": RULED}  # type: ignore[index, call-overload]  # an object
    assert "moved" in str(swept(asked, renamed, own=frozenset({"c1"}))), "who named it knows it"
    later = result("list_notes", "c1", {"notes": [{"path": "moved.md"}]})
    assert "moved" in str(swept(call("list_notes", "c1"), later, own=frozenset({"c1"})))


def test_what_names_nothing_private_is_left_as_it_is() -> None:
    messages = (question(), call("t", "c1", path="a.md"), result("t", "c1", {"path": "a.md", "n": 1.50}))
    asked = request(*messages)
    same = without_names(asked, hides, lambda _: False)
    assert all(after is before for after, before in zip(same.messages, asked.messages, strict=True))
    odd = ToolResultPart(call_id="c", name="t", content="P/s.md, no JSON")
    kept = without_names(request(Message(role="tool", parts=(odd,))), hides, lambda _: False)
    assert kept.messages[0].parts[0] is odd


def test_names_are_short_texts_on_one_line() -> None:
    assert list(names_in({"a": ["x", 1, "two\nlines", "", "y" * 2000], "b": {"c": "z"}})) == ["x", "z"]
