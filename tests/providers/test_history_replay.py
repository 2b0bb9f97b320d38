"""Tests of providers/history_replay.py."""

import json
from typing import Any

import pytest

from vaultdesk.chat.messages import (
    Message,
    ProviderPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers import history_replay
from vaultdesk.providers.call_accumulator import MAX_DEPTH
from vaultdesk.providers.history_replay import (
    CALL_ID,
    MAX_WIRE_ID,
    AnswerLayout,
    AnswerSegment,
    CallSegment,
    NativeSegment,
    TextSegment,
    TooManyNativeItems,
    answer_segments,
    id_map,
    is_replayable,
    native_items,
    replay_scope,
    sendable_messages,
    wire_arguments,
    wire_ids,
    wire_name,
    wire_text,
)

CLAUDE = replay_scope("messages", "api.anthropic.com", "claude-x")


def test_a_replay_scope_consists_of_wire_host_and_model() -> None:
    assert CLAUDE == "messages@api.anthropic.com/claude-x"


def test_items_of_another_model_are_not_returned() -> None:
    other = replay_scope("messages", "api.anthropic.com", "claude-y")
    message = Message(
        role="assistant",
        parts=(
            TextPart(text="Hi"),
            ProviderPart(family=CLAUDE, item={"signature": "s"}),
            ProviderPart(family=other, item={"signature": "t"}),
        ),
    )

    assert native_items(message, CLAUDE) == [{"signature": "s"}]
    assert native_items(message, other) == [{"signature": "t"}]


def test_the_id_map_is_stored_separately_from_the_items() -> None:
    parts = (ProviderPart(family=CLAUDE, item={"signature": "s"}), *id_map(CLAUDE, {"call_1": "toolu_9", "call_2": ""}))
    message = Message(role="assistant", parts=parts)

    assert wire_ids(message, CLAUDE) == {"call_1": "toolu_9"}
    assert native_items(message, CLAUDE) == [{"signature": "s"}]
    assert wire_ids(message, "other") == {}


def test_no_id_map_is_stored_without_server_ids() -> None:
    assert id_map(CLAUDE, {"call_1": ""}) == ()


def test_valid_entries_of_a_damaged_id_map_are_used() -> None:
    partly_valid = ProviderPart(family=CLAUDE, item={"wire_ids": {"call_1": 7, "call_2": "toolu_2"}})
    invalid = ProviderPart(family=CLAUDE, item={"wire_ids": "none"})

    assert wire_ids(Message(role="assistant", parts=(partly_valid, invalid)), CLAUDE) == {"call_2": "toolu_2"}


@pytest.mark.parametrize("wire_id", ["\ud800", "a\nb", "x" * (MAX_WIRE_ID + 1)])
def test_an_invalid_wire_id_is_not_stored(wire_id: str) -> None:
    assert id_map(CLAUDE, {"call_1": wire_id}) == ()
    edited = ProviderPart(family=CLAUDE, item={"wire_ids": {"call_1": wire_id}})
    assert wire_ids(Message(role="assistant", parts=(edited,)), CLAUDE) == {}


def test_an_item_is_replayable_only_if_it_can_be_sent_again() -> None:
    nested: Any = {}
    for _ in range(MAX_DEPTH):
        nested = {"a": nested}

    assert is_replayable({"text": "ä", "number": 1.5, "list": [None]})
    assert not is_replayable(nested)
    assert not is_replayable({"half": "\ud800"})
    assert not is_replayable({"number": float("inf")})


REPLAY_SCOPE = "responses@api.openai.com/m"
READ = ToolCallPart(id="call_1", name="read", arguments_json="{}")
FIND = ToolCallPart(id="call_2", name="find", arguments_json="{}")
REASONING_ITEM: dict[str, Any] = {"type": "reasoning", "encrypted_content": "x"}


def sample_layout() -> AnswerLayout:
    """Return a layout: reasoning, Ä, reasoning, BC in two texts, the second call, the first call."""
    layout = AnswerLayout()
    layout.add_native_item(REASONING_ITEM)
    layout.add_text(["Ä."], {"id": "a"})
    layout.add_native_item(REASONING_ITEM)
    layout.add_gap("\n\n")
    layout.add_text(["B", "C"], {"id": "b"})
    layout.add_call(1, {"id": "f"})
    layout.add_call(0)
    return layout


def segments(
    *texts: str, calls: tuple[ToolCallPart, ...] = (READ, FIND), layout: AnswerLayout | None = None
) -> list[AnswerSegment]:
    text_parts = tuple(TextPart(text=text) for text in texts)
    parts = (*text_parts, *calls, *(layout or sample_layout()).provider_parts(REPLAY_SCOPE))
    return list(answer_segments(Message(role="assistant", parts=parts), REPLAY_SCOPE))


def test_segments_are_replayed_in_their_original_order() -> None:
    assert segments("Ä.\n\nBC") == [
        NativeSegment(REASONING_ITEM),
        TextSegment(("Ä.",), {"id": "a"}),
        NativeSegment(REASONING_ITEM),
        TextSegment(("B", "C"), {"id": "b"}),
        CallSegment(FIND, {"id": "f"}),
        CallSegment(READ),
    ]


def test_another_family_gets_text_and_calls_only() -> None:
    message = Message(
        role="assistant", parts=(TextPart(text="A"), READ, *sample_layout().provider_parts("messages@x/y"))
    )

    assert list(answer_segments(message, REPLAY_SCOPE)) == [TextSegment(("A",)), CallSegment(READ)]


def test_no_layout_is_stored_for_the_default_order() -> None:
    layout = AnswerLayout()
    layout.add_text(["A"])
    layout.add_text([""])
    layout.add_call(0)
    layout.add_call(1)

    assert layout.provider_parts(REPLAY_SCOPE) == ()
    assert segments("A", layout=layout) == [TextSegment(("A",)), CallSegment(READ), CallSegment(FIND)]


def test_a_text_after_a_call_keeps_its_position() -> None:
    layout = AnswerLayout()
    layout.add_call(0)
    layout.add_text(["A"])

    assert segments("A", calls=(READ,), layout=layout) == [CallSegment(READ), TextSegment(("A",))]


def test_a_changed_text_replaces_the_first_text_of_the_layout() -> None:
    replayed = segments("Something else altogether.")

    assert replayed[:3] == [
        NativeSegment(REASONING_ITEM),
        TextSegment(("Something else altogether.",), {"id": "a"}),
        NativeSegment(REASONING_ITEM),
    ]
    assert not any(isinstance(segment, TextSegment) for segment in replayed[3:])


def test_blank_texts_in_the_layout_are_ignored() -> None:
    layout = AnswerLayout()
    layout.add_text(["\n\n"])
    layout.add_native_item(REASONING_ITEM)
    layout.add_text(["A"])

    assert segments("A", calls=(), layout=layout) == [NativeSegment(REASONING_ITEM), TextSegment(("A",))]


def test_calls_and_texts_missing_from_the_layout_come_last() -> None:
    layout = AnswerLayout()
    layout.add_native_item(REASONING_ITEM)
    layout.add_call(7)

    assert segments("A", calls=(READ,), layout=layout) == [
        NativeSegment(REASONING_ITEM),
        TextSegment(("A",)),
        CallSegment(READ),
    ]


@pytest.mark.parametrize("item", [{"layout": 7}, {"layout": [7, {"texts": 1}, {"call": "x"}, {"native": 2}]}, [1], "x"])
def test_an_invalid_layout_is_ignored(item: Any) -> None:
    message = Message(role="assistant", parts=(TextPart(text="A"), READ, ProviderPart(family=REPLAY_SCOPE, item=item)))

    replayed = list(answer_segments(message, REPLAY_SCOPE))

    assert [segment.call for segment in replayed if isinstance(segment, CallSegment)] == [READ]
    assert "".join(text for segment in replayed if isinstance(segment, TextSegment) for text in segment.texts) == "A"


def test_items_that_cannot_be_sent_are_omitted() -> None:
    layout = AnswerLayout()
    nested: Any = "x"
    for _ in range(MAX_DEPTH):
        nested = [nested]
    layout.add_native_item({"deep": nested})
    layout.add_native_item({"half": "\ud800"})
    layout.add_native_item({"number": float("nan")})
    layout.add_text(["A"], {"id": "\ud800"})

    assert layout.provider_parts(REPLAY_SCOPE) == ()


def test_the_size_of_stored_items_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_replay, "MAX_NATIVE", 1000)
    with pytest.raises(TooManyNativeItems, match="too long"):
        AnswerLayout().add_native_item({"x": "y" * 1000})


def test_the_number_of_stored_items_is_limited() -> None:
    layout = AnswerLayout()
    for _ in range(history_replay.MAX_ITEMS):
        layout.add_call(0)
    with pytest.raises(TooManyNativeItems, match="too many"):
        layout.add_call(0)


def call(call_id: str, arguments: str = "{}") -> ToolCallPart:
    return ToolCallPart(id=call_id, name="read", arguments_json=arguments)


def result(call_id: str, content: str = "{}") -> ToolResultPart:
    return ToolResultPart(call_id=call_id, name="read", content=content)


def answer(*parts: TextPart | ToolCallPart | ReasoningPart | ProviderPart) -> Message:
    return Message(role="assistant", parts=parts)


def results(*parts: ToolResultPart) -> Message:
    return Message(role="tool", parts=parts)


def roles_and_parts(messages: tuple[Message, ...]) -> list[tuple[str, list[str]]]:
    return [
        (message.role, [getattr(part, "id", "") or getattr(part, "call_id", "") or part.kind for part in message.parts])
        for message in messages
    ]


def test_a_valid_history_is_unchanged() -> None:
    messages = (
        user_message("Q"), answer(TextPart(text="A"), call("a"), call("b")), results(result("a"), result("b")),
        answer(TextPart(text="B")), user_message("R"),
    )  # fmt: skip

    assert roles_and_parts(sendable_messages(messages)) == roles_and_parts(messages)


def test_a_call_without_a_result_gets_a_cancelled_one() -> None:
    sent = sendable_messages((user_message("Q"), answer(call("a"), call("b")), results(result("b")), user_message("R")))

    assert roles_and_parts(sent) == [
        ("user", ["text"]),
        ("assistant", ["a", "b"]),
        ("tool", ["a", "b"]),
        ("user", ["text"]),
    ]
    missing = sent[2].parts[0]
    assert isinstance(missing, ToolResultPart)
    assert missing.is_error
    assert json.loads(missing.content)["error"]["code"] == "CANCELLED"


def test_a_result_without_a_call_is_omitted() -> None:
    sent = sendable_messages(
        (results(result("lost")), user_message("Q"), answer(TextPart(text="A")), results(result("gone")))
    )

    assert roles_and_parts(sent) == [("user", ["text"]), ("assistant", ["text"])]


def test_results_follow_their_answer_in_call_order() -> None:
    sent = sendable_messages(
        (answer(call("a"), call("b")), user_message("R"), results(result("b"), result("a"), result("a")))
    )

    assert roles_and_parts(sent) == [("assistant", ["a", "b"]), ("tool", ["a", "b"]), ("user", ["text"])]


def test_repeated_call_ids_are_made_unique_with_their_results() -> None:
    turn = (answer(call("a")), results(result("a", "first")))
    repeated = (answer(call("a")), results(result("a", "second")))

    sent = sendable_messages((user_message("Q"), *turn, *repeated))

    assert roles_and_parts(sent)[1:] == [
        ("assistant", ["a"]),
        ("tool", ["a"]),
        ("assistant", ["a_2"]),
        ("tool", ["a_2"]),
    ]
    assert [part.content for m in sent for part in m.parts if isinstance(part, ToolResultPart)] == ["first", "second"]


def test_ids_of_other_vendors_are_converted_to_valid_ids() -> None:
    sent = sendable_messages((answer(call("functions.add:0"), call("x" * 200)), results(result("functions.add:0"))))

    ids = [part.id for part in sent[0].tool_calls]
    assert all(CALL_ID.fullmatch(call_id) for call_id in ids)
    assert [part.call_id for part in sent[1].parts if isinstance(part, ToolResultPart)] == ids


def test_messages_without_content_are_omitted() -> None:
    item = ProviderPart(family="anthropic", item={})
    empty = (user_message("  "), answer(TextPart(text="\n")), answer(ReasoningPart(text="Hm")), answer(item))

    assert sendable_messages(empty) == ()


def test_provider_items_keep_their_position_and_reasoning_is_omitted() -> None:
    item = ProviderPart(family="anthropic", item={})

    (sent,) = sendable_messages((answer(ReasoningPart(text="Hm"), item, TextPart(text="A")),))

    assert [part.kind for part in sent.parts] == ["provider", "text"]


def test_arguments_are_replayed_unchanged_or_as_a_quoted_string() -> None:
    assert wire_arguments(call("a", '{ "p":1 }')) == '{ "p":1 }'
    assert wire_arguments(call("a", "")) == "{}"
    assert json.loads(wire_arguments(call("a", '{"p": '))) == {"unreadable_arguments": '{"p": '}


def test_names_and_text_can_always_be_sent() -> None:
    assert [wire_name(name) for name in ("read", "a.b c", "", "x" * 80)] == ["read", "a_b_c", "unnamed", "x" * 64]
    assert wire_text("a\ud800b") == "a?b"
