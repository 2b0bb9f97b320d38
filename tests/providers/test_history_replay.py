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


def test_a_family_is_a_wire_a_host_and_a_model() -> None:
    assert CLAUDE == "messages@api.anthropic.com/claude-x"


def test_items_of_another_model_are_not_given_out() -> None:
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


def test_the_id_map_is_kept_beside_the_items() -> None:
    parts = (ProviderPart(family=CLAUDE, item={"signature": "s"}), *id_map(CLAUDE, {"call_1": "toolu_9", "call_2": ""}))
    message = Message(role="assistant", parts=parts)

    assert wire_ids(message, CLAUDE) == {"call_1": "toolu_9"}
    assert native_items(message, CLAUDE) == [{"signature": "s"}]
    assert wire_ids(message, "other") == {}


def test_no_map_is_kept_where_the_server_gave_no_ids() -> None:
    assert id_map(CLAUDE, {"call_1": ""}) == ()


def test_a_map_edited_by_hand_gives_what_is_still_readable() -> None:
    odd = ProviderPart(family=CLAUDE, item={"wire_ids": {"call_1": 7, "call_2": "toolu_2"}})
    broken = ProviderPart(family=CLAUDE, item={"wire_ids": "none"})

    assert wire_ids(Message(role="assistant", parts=(odd, broken)), CLAUDE) == {"call_2": "toolu_2"}


@pytest.mark.parametrize("odd", ["\ud800", "a\nb", "x" * (MAX_WIRE_ID + 1)])
def test_an_id_that_no_chat_can_hold_is_not_kept(odd: str) -> None:
    assert id_map(CLAUDE, {"call_1": odd}) == ()
    by_hand = ProviderPart(family=CLAUDE, item={"wire_ids": {"call_1": odd}})
    assert wire_ids(Message(role="assistant", parts=(by_hand,)), CLAUDE) == {}


def test_an_item_is_kept_only_where_it_can_be_sent_again() -> None:
    deep: Any = {}
    for _ in range(MAX_DEPTH):
        deep = {"a": deep}

    assert is_replayable({"text": "ä", "number": 1.5, "list": [None]})
    assert not is_replayable(deep)
    assert not is_replayable({"half": "\ud800"})
    assert not is_replayable({"number": float("inf")})


REPLAY_SCOPE = "responses@api.openai.com/m"
READ = ToolCallPart(id="call_1", name="read", arguments_json="{}")
FIND = ToolCallPart(id="call_2", name="find", arguments_json="{}")
THOUGHT: dict[str, Any] = {"type": "reasoning", "encrypted_content": "x"}


def noted() -> AnswerLayout:
    """Note: thought, A, thought, BC in two texts, the second call, the first one."""
    order = AnswerLayout()
    order.add_native_item(THOUGHT)
    order.add_text(["Ä."], {"id": "a"})
    order.add_native_item(THOUGHT)
    order.add_gap("\n\n")
    order.add_text(["B", "C"], {"id": "b"})
    order.add_call(1, {"id": "f"})
    order.add_call(0)
    return order


def laid_out(
    *texts: str, calls: tuple[ToolCallPart, ...] = (READ, FIND), order: AnswerLayout | None = None
) -> list[AnswerSegment]:
    said = tuple(TextPart(text=text) for text in texts)
    parts = (*said, *calls, *(order or noted()).provider_parts(REPLAY_SCOPE))
    return list(answer_segments(Message(role="assistant", parts=parts), REPLAY_SCOPE))


def test_everything_goes_back_in_the_order_it_came() -> None:
    assert laid_out("Ä.\n\nBC") == [
        NativeSegment(THOUGHT),
        TextSegment(("Ä.",), {"id": "a"}),
        NativeSegment(THOUGHT),
        TextSegment(("B", "C"), {"id": "b"}),
        CallSegment(FIND, {"id": "f"}),
        CallSegment(READ),
    ]


def test_another_family_gets_text_and_calls() -> None:
    message = Message(role="assistant", parts=(TextPart(text="A"), READ, *noted().provider_parts("messages@x/y")))

    assert list(answer_segments(message, REPLAY_SCOPE)) == [TextSegment(("A",)), CallSegment(READ)]


def test_a_message_whose_own_order_says_it_all_keeps_nothing() -> None:
    order = AnswerLayout()
    order.add_text(["A"])
    order.add_text([""])
    order.add_call(0)
    order.add_call(1)

    assert order.provider_parts(REPLAY_SCOPE) == ()
    assert laid_out("A", order=order) == [TextSegment(("A",)), CallSegment(READ), CallSegment(FIND)]


def test_a_text_behind_a_call_keeps_its_place() -> None:
    order = AnswerLayout()
    order.add_call(0)
    order.add_text(["A"])

    assert laid_out("A", calls=(READ,), order=order) == [CallSegment(READ), TextSegment(("A",))]


def test_a_text_that_was_changed_stands_whole_in_the_first_place() -> None:
    changed = laid_out("Something else altogether.")

    assert changed[:3] == [
        NativeSegment(THOUGHT),
        TextSegment(("Something else altogether.",), {"id": "a"}),
        NativeSegment(THOUGHT),
    ]
    assert not any(isinstance(segment, TextSegment) for segment in changed[3:])


def test_blanks_that_were_left_out_on_the_way_change_nothing() -> None:
    order = AnswerLayout()
    order.add_text(["\n\n"])
    order.add_native_item(THOUGHT)
    order.add_text(["A"])

    assert laid_out("A", calls=(), order=order) == [NativeSegment(THOUGHT), TextSegment(("A",))]


def test_calls_and_texts_it_knows_nothing_of_come_last() -> None:
    order = AnswerLayout()
    order.add_native_item(THOUGHT)
    order.add_call(7)

    assert laid_out("A", calls=(READ,), order=order) == [NativeSegment(THOUGHT), TextSegment(("A",)), CallSegment(READ)]


@pytest.mark.parametrize("item", [{"layout": 7}, {"layout": [7, {"texts": 1}, {"call": "x"}, {"native": 2}]}, [1], "x"])
def test_a_layout_of_another_shape_never_crashes(item: Any) -> None:
    message = Message(role="assistant", parts=(TextPart(text="A"), READ, ProviderPart(family=REPLAY_SCOPE, item=item)))

    told = list(answer_segments(message, REPLAY_SCOPE))

    assert [segment.call for segment in told if isinstance(segment, CallSegment)] == [READ]
    assert "".join(text for segment in told if isinstance(segment, TextSegment) for text in segment.texts) == "A"


def test_items_that_no_server_could_be_sent_are_left_out() -> None:
    order = AnswerLayout()
    deep: Any = "x"
    for _ in range(MAX_DEPTH):
        deep = [deep]
    order.add_native_item({"deep": deep})
    order.add_native_item({"half": "\ud800"})
    order.add_native_item({"number": float("nan")})
    order.add_text(["A"], {"id": "\ud800"})

    assert order.provider_parts(REPLAY_SCOPE) == ()


def test_there_is_an_end_to_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_replay, "MAX_NATIVE", 1000)
    with pytest.raises(TooManyNativeItems, match="too long"):
        AnswerLayout().add_native_item({"x": "y" * 1000})


def test_there_is_an_end_to_how_many_items_are_kept() -> None:
    order = AnswerLayout()
    for _ in range(history_replay.MAX_ITEMS):
        order.add_call(0)
    with pytest.raises(TooManyNativeItems, match="too many"):
        order.add_call(0)


def call(call_id: str, arguments: str = "{}") -> ToolCallPart:
    return ToolCallPart(id=call_id, name="read", arguments_json=arguments)


def result(call_id: str, content: str = "{}") -> ToolResultPart:
    return ToolResultPart(call_id=call_id, name="read", content=content)


def answer(*parts: TextPart | ToolCallPart | ReasoningPart | ProviderPart) -> Message:
    return Message(role="assistant", parts=parts)


def results(*parts: ToolResultPart) -> Message:
    return Message(role="tool", parts=parts)


def shape(messages: tuple[Message, ...]) -> list[tuple[str, list[str]]]:
    return [
        (message.role, [getattr(part, "id", "") or getattr(part, "call_id", "") or part.kind for part in message.parts])
        for message in messages
    ]


def test_a_sound_history_stays_as_it_is() -> None:
    messages = (
        user_message("Q"), answer(TextPart(text="A"), call("a"), call("b")), results(result("a"), result("b")),
        answer(TextPart(text="B")), user_message("R"),
    )  # fmt: skip

    assert shape(sendable_messages(messages)) == shape(messages)


def test_a_call_without_a_result_gets_a_cancelled_one() -> None:
    sent = sendable_messages((user_message("Q"), answer(call("a"), call("b")), results(result("b")), user_message("R")))

    assert shape(sent) == [("user", ["text"]), ("assistant", ["a", "b"]), ("tool", ["a", "b"]), ("user", ["text"])]
    missing = sent[2].parts[0]
    assert isinstance(missing, ToolResultPart)
    assert missing.is_error
    assert json.loads(missing.content)["error"]["code"] == "CANCELLED"


def test_a_result_without_a_call_is_left_out() -> None:
    sent = sendable_messages(
        (results(result("lost")), user_message("Q"), answer(TextPart(text="A")), results(result("gone")))
    )

    assert shape(sent) == [("user", ["text"]), ("assistant", ["text"])]


def test_results_stand_in_call_order_right_behind_their_answer() -> None:
    sent = sendable_messages(
        (answer(call("a"), call("b")), user_message("R"), results(result("b"), result("a"), result("a")))
    )

    assert shape(sent) == [("assistant", ["a", "b"]), ("tool", ["a", "b"]), ("user", ["text"])]


def test_ids_that_a_model_repeats_are_made_unique_with_their_results() -> None:
    turn = (answer(call("a")), results(result("a", "first")))
    again = (answer(call("a")), results(result("a", "second")))

    sent = sendable_messages((user_message("Q"), *turn, *again))

    assert shape(sent)[1:] == [("assistant", ["a"]), ("tool", ["a"]), ("assistant", ["a_2"]), ("tool", ["a_2"])]
    assert [part.content for m in sent for part in m.parts if isinstance(part, ToolResultPart)] == ["first", "second"]


def test_ids_of_other_vendors_become_fit_for_both() -> None:
    sent = sendable_messages((answer(call("functions.add:0"), call("x" * 200)), results(result("functions.add:0"))))

    ids = [part.id for part in sent[0].tool_calls]
    assert all(CALL_ID.fullmatch(call_id) for call_id in ids)
    assert [part.call_id for part in sent[1].parts if isinstance(part, ToolResultPart)] == ids


def test_what_says_nothing_is_left_out() -> None:
    signed = ProviderPart(family="anthropic", item={})
    empty = (user_message("  "), answer(TextPart(text="\n")), answer(ReasoningPart(text="Hm")), answer(signed))

    assert sendable_messages(empty) == ()


def test_signs_stay_in_their_place_and_reasoning_stays_home() -> None:
    signed = ProviderPart(family="anthropic", item={})

    (sent,) = sendable_messages((answer(ReasoningPart(text="Hm"), signed, TextPart(text="A")),))

    assert [part.kind for part in sent.parts] == ["provider", "text"]


def test_arguments_go_back_as_written_or_as_a_quotation() -> None:
    assert wire_arguments(call("a", '{ "p":1 }')) == '{ "p":1 }'
    assert wire_arguments(call("a", "")) == "{}"
    assert json.loads(wire_arguments(call("a", '{"p": '))) == {"unreadable_arguments": '{"p": '}


def test_names_and_text_can_always_be_sent() -> None:
    assert [wire_name(name) for name in ("read", "a.b c", "", "x" * 80)] == ["read", "a_b_c", "unnamed", "x" * 64]
    assert wire_text("a\ud800b") == "a?b"
