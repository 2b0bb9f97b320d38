"""Responses checker: validates a stream of Responses events against the types of the SDK and the grammar of
vaultdesk/providers/README.md, "Responses".

The SDK builds its objects without validation, so it accepts invalid events. Here each event is validated strictly, no
field outside the types is allowed, and the events must be consistent with each other.
"""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from openai.types.responses import Response, ResponseStreamEvent
from pydantic import BaseModel

Event = Mapping[str, Any]

EVENT_TYPES: dict[str, type[BaseModel]] = {
    get_args(event.model_fields["type"].annotation)[0]: event for event in get_args(get_args(ResponseStreamEvent)[0])
}
"""Every event type of the SDK, by name."""

ENDS = ("response.completed", "response.incomplete", "response.failed")

REQUIRED = {
    "id", "object", "created_at", "status", "error", "incomplete_details", "model", "output", "parallel_tool_calls",
    "tool_choice", "tools", "usage", "instructions", "metadata", "temperature", "top_p", "previous_response_id",
    "reasoning", "text", "truncation", "max_output_tokens",
}  # fmt: skip
"""Fields that the OpenAI server sends in every response object."""


def check_event(event: Event) -> BaseModel:
    """Return *event* as its SDK type. Raises if it does not match exactly."""
    kind = EVENT_TYPES[event["type"]]
    return _checked(kind, event)


def check_response(response: Mapping[str, Any]) -> Response:
    """Return *response* as its SDK type, validated the same way."""
    checked = _checked(Response, response)
    assert isinstance(checked, Response)
    missing = REQUIRED - response.keys()
    assert not missing, f"a response without {missing}"
    if response["status"] != "in_progress":
        ids = [item["id"] for item in response["output"]]
        assert len(ids) == len(set(ids)), "two items of one id"
    return checked


def check_stream(events: Sequence[Event]) -> Response:
    """Return the response of *events*. Raises if they violate the types or the grammar, or are inconsistent."""
    for event in events:
        check_event(event)
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert [event["type"] for event in events[:2]] == ["response.created", "response.in_progress"]
    for event in events[:2]:
        initial = check_response(event["response"])
        assert (initial.status, initial.output, initial.usage) == ("in_progress", [], None)
    last = events[-1]
    assert last["type"] in ENDS
    final = check_response(last["response"])
    assert f"response.{final.status}" == last["type"]
    items = _items(events[2:-1])
    assert items == last["response"]["output"], "the streamed items differ from those of the response"
    unchanged = ("id", "created_at", "model", "tools", "tool_choice", "parallel_tool_calls", "instructions")
    assert all(events[0]["response"][key] == last["response"][key] for key in unchanged)
    _check_end(final)
    return final


def _check_end(final: Response) -> None:
    assert (final.error is not None) == (final.status == "failed")
    assert (final.incomplete_details is not None) == (final.status == "incomplete")
    assert final.usage is not None
    assert final.usage.total_tokens == final.usage.input_tokens + final.usage.output_tokens
    calls = [item for item in final.output if item.type == "function_call"]
    assert len({call.call_id for call in calls}) == len(calls), "two calls of one id"
    if final.status != "completed":
        assert not any(call.status == "completed" for call in calls), "a completed call of an incomplete answer"


def _checked(kind: type[BaseModel], value: Mapping[str, Any]) -> BaseModel:
    checked = kind.model_validate(value, strict=True)
    _refuse_extra(checked, kind.__name__)
    assert checked.model_dump(mode="json", by_alias=True, exclude_unset=True) == value
    return checked


def _refuse_extra(value: object, place: str) -> None:
    if isinstance(value, BaseModel):
        assert not value.model_extra, f"{place} has unknown fields: {value.model_extra}"
        for name in type(value).model_fields:
            _refuse_extra(getattr(value, name, None), f"{place}.{name}")
    elif isinstance(value, list):
        for inner in value:
            _refuse_extra(inner, place)


def _items(events: Sequence[Event]) -> list[Any]:
    """Return the items of *events*, each a contiguous sequence of events, numbered in order."""
    items: list[Any] = []
    rest = list(events)
    while rest:
        added = rest[0]
        assert added["type"] == "response.output_item.added", added["type"]
        length = next(
            (place + 1 for place, event in enumerate(rest) if event["type"] == "response.output_item.done"), 0
        )
        assert length, "an item that is never done"
        row, rest = rest[:length], rest[length:]
        assert all(event["output_index"] == len(items) for event in row)
        item, done = added["item"], row[-1]["item"]
        assert (item["type"], item["id"]) == (done["type"], done["id"])
        assert all(event["item_id"] == done["id"] for event in row[1:-1])
        {"message": _check_message, "reasoning": _check_reasoning, "function_call": _check_call}[item["type"]](row)
        items.append(done)
    return items


def _check_message(row: Sequence[Event]) -> None:
    added, done = row[0]["item"], row[-1]["item"]
    assert (added["status"], added["role"], added["content"]) == ("in_progress", "assistant", [])
    empty = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    text = _part_text(row[1:-1], "response.content_part", "response.output_text", "text")
    assert row[1]["part"] == empty
    assert row[-2]["part"] == {**empty, "text": text}
    assert done["content"] == [{**empty, "text": text}]
    assert done["status"] in ("completed", "incomplete")
    assert all(event["content_index"] == 0 for event in row[1:-1])


def _check_reasoning(row: Sequence[Event]) -> None:
    assert row[0]["item"]["summary"] == []
    if len(row) == 2:
        assert row[-1]["item"]["summary"] == []
        assert row[-1]["item"]["encrypted_content"], "reasoning with nothing in it"
        return
    text = _part_text(row[1:-1], "response.reasoning_summary_part", "response.reasoning_summary_text", "text")
    assert row[-1]["item"]["summary"] == [{"type": "summary_text", "text": text}]
    assert all(event["summary_index"] == 0 for event in row[1:-1])


def _check_call(row: Sequence[Event]) -> None:
    added, done = row[0]["item"], row[-1]["item"]
    assert (added["status"], added["arguments"]) == ("in_progress", "")
    assert (added["call_id"], added["name"]) == (done["call_id"], done["name"])
    assert _joined_deltas(row[1:-1], "response.function_call_arguments", "arguments") == done["arguments"]
    assert done["status"] in ("completed", "incomplete")


def _part_text(row: Sequence[Event], part: str, text: str, field: str) -> str:
    assert (row[0]["type"], row[-1]["type"]) == (f"{part}.added", f"{part}.done")
    return _joined_deltas(row[1:-1], text, field)


def _joined_deltas(row: Sequence[Event], kind: str, field: str) -> str:
    """Return the joined deltas, which must equal the text of the `done` event."""
    assert [event["type"] for event in row] == [f"{kind}.delta"] * (len(row) - 1) + [f"{kind}.done"]
    joined = "".join(event["delta"] for event in row[:-1])
    assert row[-1][field] == joined
    assert all(event["delta"] for event in row[:-1]), "an empty delta"
    return joined
