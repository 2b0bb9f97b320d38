"""Result tree: finding and changing values without losing the shape."""

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.privacy.result_tree import at, mapped, noted, replaced, texts_in, value_of, whole_text, with_value

VALUE: JsonValue = {
    "data": {"path": "a.md", "text": {"status": "x", "n": 1}, "links": [{"path": "b.md", "context": "y"}, "c.md"]}
}


def test_objects_that_name_a_note_are_found_outer_ones_first() -> None:
    assert [place for place, _ in noted(VALUE)] == [("data",), ("data", "links", 0)]
    assert list(noted({"path": "the envelope names none"})) == []


def test_an_objects_texts_leave_out_other_notes_inside_it() -> None:
    inner = at(VALUE, ("data",))
    assert isinstance(inner, dict)
    assert texts_in(inner) == ("x",)
    assert whole_text({"path": "a.md", "applied_to": "x", "filename": "a.md"}) == "x"


def test_changing_texts_spares_names_and_other_notes() -> None:
    assert mapped(at(VALUE, ("data",)), str.upper) == {
        "path": "a.md",
        "text": {"status": "X", "n": 1},
        "links": [{"path": "b.md", "context": "y"}, "C.MD"],
    }


def test_a_value_is_replaced_at_its_place_and_nowhere_else() -> None:
    changed = replaced(VALUE, {("data", "links", 0): "gone"})
    assert at(changed, ("data", "links")) == ["gone", "c.md"]
    assert at(changed, ("data", "text")) == at(VALUE, ("data", "text"))


def test_what_is_no_json_is_its_text() -> None:
    part = ToolResultPart(call_id="c", name="t", content="plain ü")
    assert value_of(part) == "plain ü"
    assert with_value(part, "plain ü") is part
    assert with_value(part, {"a": "ü"}).content == '{"a":"ü"}'
