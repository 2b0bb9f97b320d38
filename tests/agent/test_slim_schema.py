"""A model reads each field's description once, and may call the tool as before."""

import json

import pytest
from pydantic import JsonValue

from vaultdesk.agent.slim_schema import SAYS_NOTHING, slim
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.builtin.bulk_tool import BulkUpdate
from vaultdesk.tools.builtin.query_tool import QueryNotes
from vaultdesk.tools.builtin.search_tools import VaultSearch


def bare(node: JsonValue) -> JsonValue:
    """The schema without any words and without defaults that say nothing."""
    if isinstance(node, list):
        return [bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    silent = {
        key: value
        for key, value in node.items()
        if not (key == "description" and isinstance(value, str))
        and not (key == "default" and value is not False and value in SAYS_NOTHING)
    }
    return {key: bare(value) for key, value in silent.items()}


def test_what_may_be_given_stays_the_same() -> None:
    whole = json_schema(VaultSearch.parameters)
    assert bare(slim(whole)) == bare(whole)


@pytest.mark.parametrize("tool", [QueryNotes, BulkUpdate])
def test_a_large_object_is_named_where_it_stands_again(tool: type) -> None:
    whole = json_schema(tool.parameters)
    once = slim(whole)
    assert list(once["properties"]) == list(whole["properties"])
    assert once.get("required") == whole.get("required")
    assert "fields of `filter`" in json.dumps(once)
    assert len(json.dumps(once)) < 0.75 * len(json.dumps(whole))


def test_a_filter_inside_a_filter_says_nothing_again() -> None:
    whole = json_schema(QueryNotes.parameters)
    once = json.dumps(slim(whole))
    words = "Carries this tag or one nested in it."
    assert json.dumps(whole).count(words) > 1
    assert once.count(words) == 1


def test_other_words_of_a_field_of_the_same_name_are_kept() -> None:
    def path(words: str) -> dict[str, JsonValue]:
        return {"type": "object", "properties": {"path": {"type": "string", "description": words, "default": ""}}}

    said = slim({"type": "object", "properties": {"a": path("Read."), "b": path("Written."), "c": path("Read.")}})
    fields = said["properties"]
    assert fields == {
        "a": {"type": "object", "properties": {"path": {"type": "string", "description": "Read."}}},
        "b": {"type": "object", "properties": {"path": {"type": "string", "description": "Written."}}},
        "c": {"type": "object", "properties": {"path": {"type": "string"}}},
    }


@pytest.mark.parametrize("default", [False, 0, 10, "modified", ["name"]])
def test_a_default_that_says_something_is_kept(default: JsonValue) -> None:
    field: dict[str, JsonValue] = {"type": "string", "default": default}
    assert slim({"properties": {"sort": field}}) == {"properties": {"sort": field}}


def test_a_field_may_be_called_like_a_keyword() -> None:
    fields: dict[str, JsonValue] = {"default": {"type": "null"}, "properties": {"type": "object", "properties": {}}}
    assert slim({"properties": fields}) == {"properties": fields}
