"""BulkChange: one change, whole or wrong; its words, and what it makes of a text."""

from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from vaultdesk.tools.bulk_change import BulkChange
from vaultdesk.tools.schema import WrongArguments, canonical, json_schema, validated
from vaultdesk.vault.markdown.tag_edit import with_tags

TEXT = "---\nstatus: open\ntags: [todo]\n---\nbody #todo/now\n"


def change(**arguments: JsonValue) -> BulkChange:
    found = validated(BulkChange, arguments)
    assert isinstance(found, BulkChange)
    return found


@pytest.mark.parametrize(
    ("arguments", "after", "words", "question"),
    [
        (
            {"kind": "set_property", "property": "Status", "value": "done"},
            TEXT.replace("open", "done"),
            "sets Status",
            "Set Status in",
        ),
        (
            {"kind": "set_property", "property": "status", "value": ""},
            TEXT.replace(" open", ""),
            "sets status",
            "Set status in",
        ),
        (
            {"kind": "remove_property", "property": "status"},
            TEXT.replace("status: open\n", ""),
            "removes status",
            "Remove status from",
        ),
        ({"kind": "add_tag", "tag": "#x"}, TEXT.replace("[todo]", "[todo, x]"), "adds #x", "Add #x to"),
        ({"kind": "remove_tag", "tag": "TODO"}, TEXT.replace("[todo]", "[]"), "removes #TODO", "Remove #TODO from"),
        (
            {"kind": "rename_tag", "tag": "todo", "newTag": "task"},
            TEXT.replace("todo", "task"),
            "renames #todo to #task",
            "Rename #todo to #task in",
        ),
    ],
)
def test_each_kind_of_change(arguments: Mapping[str, JsonValue], after: str, words: str, question: str) -> None:
    one = change(**arguments)
    assert one.made_to({})(TEXT) == after
    assert (one.in_words(), one.as_question()) == (words, question)


def test_a_move_is_put_in_words() -> None:
    assert change(kind="move", folder="Archive").in_words() == "moves to Archive"
    assert change(kind="move", folder="").as_question() == "Move to the top folder:"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"kind": "set_property", "property": "a"}, "have value"),
        ({"kind": "set_property", "value": 1}, "have property"),
        ({"kind": "remove_property", "property": ""}, "on one line"),
        ({"kind": "set_property", "property": "a", "value": None}, "have value"),
        ({"kind": "remove_tag", "tag": "#"}, "not empty"),
        ({"kind": "rename_tag", "tag": "a"}, "have new_tag"),
        ({"kind": "rename_tag", "tag": "a", "new_tag": "b c"}, "is none"),
        ({"kind": "add_tag", "tag": "1984"}, "is none"),
        ({"kind": "add_tag", "tag": "a", "folder": "x"}, "nothing but tag"),
        ({"kind": "move"}, "have folder"),
        ({"kind": "set_property", "property": "a\nb", "value": 1}, "on one line"),
        ({"kind": "delete"}, "kind"),
    ],
)
def test_half_a_change_is_wrong(arguments: Mapping[str, JsonValue], why: str) -> None:
    with pytest.raises(WrongArguments, match=why):
        validated(BulkChange, arguments)


@pytest.mark.parametrize("kind", ["set_property", "remove_property", "move"])
def test_a_call_that_was_frozen_is_the_same_call(kind: str) -> None:
    given: dict[str, JsonValue] = {"property": "a"} if kind != "move" else {"folder": ""}
    one = change(kind=kind, **given, **({"value": False} if kind == "set_property" else {}))
    assert change(**canonical(one)) == one


def test_kinds_of_properties_count() -> None:
    assert change(kind="set_property", property="n", value="42").made_to({"n": "number"})("") == '---\n"n": 42\n---\n'


def test_fields_filled_with_nothing_are_not_asked_for() -> None:
    assert change(kind="add_tag", tag="x", property="", folder="", value=None).made_to({})("") == with_tags("", ["x"])


def test_the_schema_is_flat() -> None:
    schema = json_schema(BulkChange)
    assert schema["required"] == ["kind"]
    assert isinstance(schema["properties"], dict)
    assert [*schema["properties"]] == ["kind", "property", "value", "tag", "new_tag", "folder"]
