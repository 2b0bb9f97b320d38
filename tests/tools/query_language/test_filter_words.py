"""Filter words: a filter on one line, as people read it."""

import pytest
from pydantic import JsonValue

from vaultdesk.tools.query_language.filter_words import filter_words
from vaultdesk.tools.query_language.note_filter import NoteFilter
from vaultdesk.tools.schema import validated


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({}, "every note"),
        ({"tag": "#idea"}, "#idea"),
        ({"folder": "Projects", "recursive": False}, "in Projects itself"),
        ({"property": "status", "op": "missing"}, "status missing"),
        ({"property": "rating", "op": "between", "value": [1, 2]}, "rating between 1 and 2"),
        ({"file": "name", "op": "starts_with", "value": "a\u202eb"}, "name starts with a<U+202E>b"),
        ({"links_to": "Boiler"}, "links to “Boiler”"),
        ({"linked_from": "Boiler"}, "linked from “Boiler”"),
        (
            {"all": [{"tag": "a"}, {"any": [{"tag": "b"}, {"tag": "c"}]}], "none": [{"tag": "d"}]},
            "#a, (#b or #c), not (#d)",
        ),
    ],
)
def test_a_filter_in_words(value: dict[str, JsonValue], words: str) -> None:
    asked = validated(NoteFilter, value)
    assert isinstance(asked, NoteFilter)
    assert filter_words(asked) == words
