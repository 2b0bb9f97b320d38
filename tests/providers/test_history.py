import json

from vaultdesk.chat.messages import (
    Message,
    ProviderPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers.history import CALL_ID, sendable, wire_arguments, wire_name, wire_text


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

    assert shape(sendable(messages)) == shape(messages)


def test_a_call_without_a_result_gets_a_cancelled_one() -> None:
    sent = sendable((user_message("Q"), answer(call("a"), call("b")), results(result("b")), user_message("R")))

    assert shape(sent) == [("user", ["text"]), ("assistant", ["a", "b"]), ("tool", ["a", "b"]), ("user", ["text"])]
    missing = sent[2].parts[0]
    assert isinstance(missing, ToolResultPart)
    assert missing.is_error
    assert json.loads(missing.content)["error"]["code"] == "CANCELLED"


def test_a_result_without_a_call_is_left_out() -> None:
    sent = sendable((results(result("lost")), user_message("Q"), answer(TextPart(text="A")), results(result("gone"))))

    assert shape(sent) == [("user", ["text"]), ("assistant", ["text"])]


def test_results_stand_in_call_order_right_behind_their_answer() -> None:
    sent = sendable((answer(call("a"), call("b")), user_message("R"), results(result("b"), result("a"), result("a"))))

    assert shape(sent) == [("assistant", ["a", "b"]), ("tool", ["a", "b"]), ("user", ["text"])]


def test_ids_that_a_model_repeats_are_made_unique_with_their_results() -> None:
    turn = (answer(call("a")), results(result("a", "first")))
    again = (answer(call("a")), results(result("a", "second")))

    sent = sendable((user_message("Q"), *turn, *again))

    assert shape(sent)[1:] == [("assistant", ["a"]), ("tool", ["a"]), ("assistant", ["a_2"]), ("tool", ["a_2"])]
    assert [part.content for m in sent for part in m.parts if isinstance(part, ToolResultPart)] == ["first", "second"]


def test_ids_of_other_vendors_become_fit_for_both() -> None:
    sent = sendable((answer(call("functions.add:0"), call("x" * 200)), results(result("functions.add:0"))))

    ids = [part.id for part in sent[0].tool_calls]
    assert all(CALL_ID.fullmatch(call_id) for call_id in ids)
    assert [part.call_id for part in sent[1].parts if isinstance(part, ToolResultPart)] == ids


def test_what_says_nothing_is_left_out() -> None:
    signed = ProviderPart(family="anthropic", item={})
    empty = (user_message("  "), answer(TextPart(text="\n")), answer(ReasoningPart(text="Hm")), answer(signed))

    assert sendable(empty) == ()


def test_signs_stay_in_their_place_and_reasoning_stays_home() -> None:
    signed = ProviderPart(family="anthropic", item={})

    (sent,) = sendable((answer(ReasoningPart(text="Hm"), signed, TextPart(text="A")),))

    assert [part.kind for part in sent.parts] == ["provider", "text"]


def test_arguments_go_back_as_written_or_as_a_quotation() -> None:
    assert wire_arguments(call("a", '{ "p":1 }')) == '{ "p":1 }'
    assert wire_arguments(call("a", "")) == "{}"
    assert json.loads(wire_arguments(call("a", '{"p": '))) == {"unreadable_arguments": '{"p": '}


def test_names_and_text_can_always_be_sent() -> None:
    assert [wire_name(name) for name in ("read", "a.b c", "", "x" * 80)] == ["read", "a_b_c", "unnamed", "x" * 64]
    assert wire_text("a\ud800b") == "a?b"
