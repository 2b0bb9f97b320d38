"""Query arguments: one question at a time, names that exist, and what they become."""

import pytest
from pydantic import JsonValue

from tests.tools.query_language.scene import NOW
from vaultdesk.tools.query_arguments import QueryNotesParameters, asked_question
from vaultdesk.tools.query_language.criteria import Column, File, Order, Property, Tagged
from vaultdesk.tools.schema import WrongArguments, validated


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"filter": {"tag": "x"}, "base": "y"}, "have one of filter and base"),
        ({"base": "y", "columns": ["z"]}, "have no columns, sort or group beside base"),
        ({"dataview": "LIST", "sort": [{"by": "x"}]}, "beside dataview"),
        ({"view": "x"}, "have `base` beside `view`"),
        ({"columns": ["file.age"]}, "instead of file.age"),
        ({"sort": [{"by": "file.ctime"}]}, "instead of file.ctime"),
        ({"group": "file.nothing"}, "instead of file.nothing"),
        ({"limit": 1001}, "limit"),
    ],
)
def test_what_does_not_go_together_is_told(arguments: dict[str, JsonValue], said: str) -> None:
    with pytest.raises(WrongArguments) as refused:
        validated(QueryNotesParameters, arguments)
    assert said in str(refused.value)


def test_arguments_become_a_question() -> None:
    asked = validated(
        QueryNotesParameters,
        {
            "filter": {"tag": "x"},
            "columns": ["status", "file.modified"],
            "sort": [{"by": "due", "descending": True}],
            "group": "status",
        },
    )
    assert isinstance(asked, QueryNotesParameters)
    question = asked_question(asked, NOW)
    assert question.where == Tagged("x")
    assert question.columns == (Column("status", Property("status")), Column("file.modified", File("modified")))
    assert question.order == (Order(Property("status")), Order(Property("due"), descending=True))
    assert question.group == Property("status")
