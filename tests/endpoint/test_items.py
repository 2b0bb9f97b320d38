"""Items: each kind told alone, whole. Their order and numbers are the encoder's."""

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.endpoint.items import CallItem, MessageItem, Numbered


def test_a_message_from_added_to_done() -> None:
    item = MessageItem(Numbered(), 3)
    events = [*item.open(), *item.grow("a"), *item.grow("b"), *item.close("incomplete")]

    assert [event["type"] for event in events] == [
        "response.output_item.added", "response.content_part.added", "response.output_text.delta",
        "response.output_text.delta", "response.output_text.done", "response.content_part.done",
        "response.output_item.done",
    ]  # fmt: skip
    assert [event["sequence_number"] for event in events] == list(range(7))
    assert {event["output_index"] for event in events} == {3}
    assert events[-1]["item"] == item.done("incomplete")


def test_a_call_is_told_whole() -> None:
    item = CallItem(Numbered(), 1, ToolCallPart(id="call_1", name="look", arguments_json="{}"), '{"a":1}')
    events = list(item.tell())

    assert [event["type"] for event in events] == [
        "response.output_item.added", "response.function_call_arguments.delta",
        "response.function_call_arguments.done", "response.output_item.done",
    ]  # fmt: skip
    done = item.done()
    assert events[-1]["item"] == done
    assert (done["call_id"], done["name"], done["arguments"], done["status"]) == (
        "call_1",
        "look",
        '{"a":1}',
        "completed",
    )
    assert "call_id" not in events[1], "only items carry it (PROTOCOLS 1)"
