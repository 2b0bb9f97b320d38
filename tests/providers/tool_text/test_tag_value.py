"""Tag value."""

import pytest
from pydantic import JsonValue

from vaultdesk.providers.tool_text.tag_value import tag_value, unescaped, unframed


@pytest.mark.parametrize(("text", "value"), [("5", 5), (" [1] ", [1]), ("null", None), ("{}", {}), ("true", True)])
def test_json_is_its_value_unless_a_text_is_wanted(text: str, value: JsonValue) -> None:
    assert tag_value("q", text, text, {}) == value
    assert tag_value("q", text, text, {"properties": {"q": {"type": "string"}}}) == text
    assert tag_value("q", text, text, {"properties": {"n": {"type": "string"}}}) == value


@pytest.mark.parametrize("text", ["", "word", '"quoted"', "007", '1, "x": 2', "NaN", '{"a": 1, "a": 2}', "}{"])
def test_anything_else_is_text(text: str) -> None:
    assert tag_value("q", text, "plain", {}) == "plain"
    assert tag_value("q", text, "plain", {"properties": {"q": {"type": "integer"}}}) == "plain"


@pytest.mark.parametrize(
    ("text", "plain"),
    [("\n a\n\n", " a\n"), ("a &lt; b", "a < b"), ("&#233;&#0;", "é&#0;"), ("<![CDATA[&lt;]]>", "&lt;")],
)
def test_line_ends_at_the_tags_and_entities_are_no_part_of_the_text(text: str, plain: str) -> None:
    assert unframed(text) == plain
    assert unescaped(text) == plain or text[0] == "\n"
