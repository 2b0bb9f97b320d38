"""Reasoning item: with a summary for people, with what goes back to the model, or both."""

from vaultdesk.endpoint.items import Numbered
from vaultdesk.endpoint.reasoning_item import ReasoningItem


def test_reasoning_has_one_summary() -> None:
    item = ReasoningItem(Numbered(), 0)
    events = [*item.open(), *item.grow("a"), *item.close("completed")]

    assert [event["type"] for event in events] == [
        "response.output_item.added", "response.reasoning_summary_part.added", "response.reasoning_summary_text.delta",
        "response.reasoning_summary_text.done", "response.reasoning_summary_part.done", "response.output_item.done",
    ]  # fmt: skip
    assert item.done("completed")["summary"] == [{"type": "summary_text", "text": "a"}]


def test_reasoning_that_people_see_nothing_of_is_added_and_done() -> None:
    item = ReasoningItem(Numbered(), 2)
    item.hidden = "vd1.word"
    added, done = item.tell()

    assert (added["type"], done["type"]) == ("response.output_item.added", "response.output_item.done")
    assert done["item"] == {
        "id": item.done()["id"],
        "type": "reasoning",
        "summary": [],
        "encrypted_content": "vd1.word",
    }
    assert isinstance(added["item"], dict)
    assert "encrypted_content" not in added["item"]


def test_what_is_hidden_is_only_in_the_whole_item() -> None:
    item = ReasoningItem(Numbered(), 0)
    begun = [*item.open(), *item.grow("a")]
    item.hidden = "vd1.word"
    *_, done = item.close("completed")

    assert "vd1.word" not in str(begun)
    assert done["item"] == item.done()
    assert item.done()["encrypted_content"] == "vd1.word"
    assert item.done()["summary"] == [{"type": "summary_text", "text": "a"}]
