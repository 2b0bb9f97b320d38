"""Input items: a caller's conversation becomes ours, whole and in order."""

from typing import Any

import pytest

from vaultdesk.chat.messages import Message
from vaultdesk.endpoint.input_items import read_input
from vaultdesk.endpoint.refusal import Refusal

PNG = "data:image/png;base64,iVBORw0KGgo="
CALL: dict[str, Any] = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "look",
    "arguments": '{"a": 1}',
}
RESULT: dict[str, Any] = {"type": "function_call_output", "call_id": "call_1", "output": "seen"}


def told(messages: tuple[Message, ...]) -> list[tuple[str, ...]]:
    """Each message as who says it and what, shortly."""
    found = []
    for message in messages:
        parts = []
        for part in message.parts:
            match part.kind:
                case "text":
                    parts.append(part.text)
                case "image":
                    parts.append(part.media_type)
                case "tool_call":
                    parts.append(f"{part.id}={part.name}({part.arguments_json})")
                case "tool_result":
                    parts.append(f"{part.call_id}={part.name}:{part.content}")
        found.append((message.role, *parts))
    return found


def test_text_is_a_question() -> None:
    spoken = read_input("Hello", "Be brief.")

    assert (spoken.system, told(spoken.messages)) == ("Be brief.", [("user", "Hello")])


def test_a_whole_conversation() -> None:
    spoken = read_input(
        [
            {
                "type": "message",
                "role": "developer",
                "content": [{"type": "input_text", "text": "One."}],
                "id": "msg_1",
            },
            {"role": "system", "content": "Two."},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello"}]},
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
            CALL,
            {**CALL, "call_id": "call_2", "arguments": {"a": 2}},
            {"type": "web_search_call", "id": "ws_1"},
            {
                **RESULT,
                "call_id": "call_2",
                "output": [{"type": "input_text", "text": "b"}, {"type": "input_text", "text": "c"}],
            },
            RESULT,
            {"role": "assistant", "content": "Done."},
            {"type": "some_day", "role": 1},
            {
                "role": "user",
                "content": [
                    {"type": "input_image", "image_url": PNG, "detail": "low"},
                    {"type": "input_text", "text": "And this?"},
                    {"type": "some_day"},
                ],
            },
        ],
        "Zero.",
    )

    assert spoken.system == "Zero.\n\nOne.\n\nTwo."
    assert told(spoken.messages) == [
        ("user", "Hello"),
        ("assistant", "I look.", 'call_1=look({"a": 1})', 'call_2=look({"a": 2})'),
        ("tool", "call_2=look:bc", "call_1=look:seen"),
        ("assistant", "Done."),
        ("user", "image/png", "And this?"),
    ]


def test_calls_and_results_by_turns_keep_their_order() -> None:
    spoken = read_input([CALL, RESULT, {**CALL, "call_id": "call_2"}, {**RESULT, "call_id": "call_2"}], None)

    assert [message.role for message in spoken.messages] == ["assistant", "tool", "assistant", "tool"]


def test_a_result_without_its_call_is_given_one() -> None:
    spoken = read_input(
        [{"role": "user", "content": "Hello"}, RESULT, {**RESULT, "call_id": "call_2", "name": "look"}], None
    )

    assert told(spoken.messages) == [
        ("user", "Hello"),
        ("assistant", "call_1=unknown_tool({})"),
        ("tool", "call_1=unknown_tool:seen"),
        ("assistant", "call_2=look({})"),
        ("tool", "call_2=look:seen"),
    ]


def test_pictures_of_a_result_follow_it() -> None:
    output = [{"type": "input_text", "text": "A picture."}, {"type": "input_image", "image_url": PNG}]
    spoken = read_input([CALL, {**RESULT, "output": output}, {"role": "user", "content": "And?"}], None)

    assert told(spoken.messages)[1:] == [
        ("tool", "call_1=look:A picture.\n(Pictures of this result: 1, in the next message.)"),
        ("user", "image/png"),
        ("user", "And?"),
    ]


def test_arguments_that_cannot_be_read_stay_as_they_were_sent() -> None:
    call = read_input([{**CALL, "arguments": '{"a": '}, RESULT], None).messages[0].tool_calls[0]

    assert (call.arguments_json, call.arguments) == ('{"a": ', None)
    assert call.problem


def test_where_nobody_speaks_the_rules_are_the_question() -> None:
    spoken = read_input([{"role": "developer", "content": "Say hello."}], None)

    assert (spoken.system, told(spoken.messages)) == ("", [("user", "Say hello.")])


@pytest.mark.parametrize(
    ("item", "param"),
    [
        (
            {"role": "user", "content": [{"type": "input_image", "image_url": "https://example.org/a.png"}]},
            "input[0].content[0]",
        ),
        (
            {"role": "user", "content": [{"type": "input_image", "image_url": "file:///etc/passwd"}]},
            "input[0].content[0]",
        ),
        ({"role": "user", "content": [{"type": "input_image", "file_id": "file_1"}]}, "input[0].content[0]"),
        (
            {"role": "user", "content": [{"type": "input_image", "image_url": "data:image/svg;base64,PHN2Zz4="}]},
            "input[0].content[0]",
        ),
        (
            {"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,%%%"}]},
            "input[0].content[0]",
        ),
        ({"role": "user", "content": [{"type": "input_file", "file_data": "x"}]}, "input[0].content[0]"),
        ({"role": "user", "content": [{"type": "input_audio"}]}, "input[0].content[0]"),
        ({"role": "user", "content": [{"type": "input_text"}]}, "input[0].content[0].text"),
        ({"role": "user", "content": 1}, "input[0].content"),
        ({"role": "user", "content": ["x"]}, "input[0].content"),
        ({"role": "critic", "content": "x"}, "input[0].role"),
        ({"type": "message", "content": "x"}, "input[0].role"),
        ({**CALL, "arguments": 1}, "input[0].arguments"),
        ({**CALL, "call_id": None}, "input[0].call_id"),
        ({**CALL, "name": []}, "input[0].name"),
        ({**RESULT, "call_id": 1}, "input[0].call_id"),
        ({**RESULT, "output": {}}, "input[0].output"),
        ({"type": "item_reference", "id": "msg_1"}, "input[0]"),
    ],
)
def test_what_would_be_lost_in_silence_is_refused(item: dict[str, Any], param: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_input([item], None)

    assert (caught.value.status, caught.value.param) == (400, param)


def test_nothing_but_reasoning_is_nothing_to_answer() -> None:
    with pytest.raises(Refusal, match="nothing to answer"):
        read_input([{"type": "reasoning", "summary": []}], None)
