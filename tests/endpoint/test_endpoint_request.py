"""Tests of endpoint/endpoint_request.py."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.endpoint.bench import SEAL, WEATHER, asked
from tests.support.responses_checker import check_response
from vaultdesk.chat.messages import Message, ProviderPart
from vaultdesk.endpoint.endpoint_request import FunctionTool, InputConversation, InputItem, read_tools
from vaultdesk.endpoint.endpoint_request import read_input as read_sealed
from vaultdesk.endpoint.http_error import EndpointError
from vaultdesk.endpoint.signed_state import CarriedState, StateSigner
from vaultdesk.providers.provider import ModelRequest, ToolChoice

# Request tools: the caller's functions, flat or nested, and which of them may be called.

TIME: dict[str, Any] = {"type": "function", "name": "get_time"}


def test_functions_are_read_in_order_and_other_types_stay_out() -> None:
    offered = read_tools(
        [TIME, {"type": "web_search"}, {"type": "namespace", "name": "n", "tools": [TIME]}, WEATHER], None
    )

    assert [spec.name for spec in offered.specs] == ["get_time", "get_weather"]
    assert offered.specs[0].parameters == {"type": "object", "properties": {}}
    assert offered.tools[1].wire == WEATHER
    assert (offered.choice.mode, offered.wire_choice) == ("auto", "auto")


def test_the_nested_shape_becomes_flat() -> None:
    nested = {"type": "function", "function": {key: value for key, value in WEATHER.items() if key != "type"}}

    assert read_tools([nested], "auto").tools[0].wire == WEATHER


@pytest.mark.parametrize(
    ("choice", "meant", "shown", "callable_"),
    [
        ("none", ToolChoice("none"), 2, []),
        ("required", ToolChoice("required"), 2, ["get_time", "get_weather"]),
        ({"type": "function", "name": "get_time"}, ToolChoice("tool", "get_time"), 2, ["get_time", "get_weather"]),
        (
            {"type": "function", "function": {"name": "get_time"}},
            ToolChoice("tool", "get_time"),
            2,
            ["get_time", "get_weather"],
        ),
        (
            {"type": "allowed_tools", "mode": "auto", "tools": [TIME, {"type": "mcp"}]},
            ToolChoice("auto"),
            1,
            ["get_time"],
        ),
        ({"type": "allowed_tools", "mode": "required", "tools": [TIME]}, ToolChoice("required"), 1, ["get_time"]),
    ],
)
def test_each_choice(choice: Any, meant: ToolChoice, shown: int, callable_: list[str]) -> None:
    offered = read_tools([TIME, WEATHER], choice)

    assert offered.choice == meant
    assert len(offered.specs) == shown
    assert [tool.name for tool in offered.tools if offered.find(tool.name)] == callable_


@pytest.mark.parametrize(
    ("tools", "choice"),
    [
        ([{"type": "function"}], None),
        ([{"type": "function", "name": "two words"}], None),
        ([{"type": "function", "name": "x" * 65}], None),
        ([{**WEATHER, "parameters": []}], None),
        ([TIME, TIME], None),
        ([], "required"),
        ([TIME], "sometimes"),
        ([TIME], {"type": "function", "name": "other"}),
        ([TIME], {"type": "web_search"}),
        ([TIME], {"type": "allowed_tools", "mode": "required", "tools": []}),
        ([TIME], {}),
    ],
)
def test_what_cannot_be_meant_is_refused(tools: list[Any], choice: Any) -> None:
    with pytest.raises(EndpointError) as caught:
        read_tools(tools, choice)

    assert (caught.value.status, caught.value.code) == (400, "invalid_value")


@pytest.mark.parametrize(
    ("arguments", "misfit"),
    [
        ({"city": "Oslo"}, ""),
        ({}, "city is missing"),
        ({"town": 1}, "city is missing"),
        ({"city": "Oslo", "x": 2}, "x is not allowed"),
        ({"city": 1}, "city is not of type string"),
    ],
)
def test_arguments_are_compared_with_the_schema(arguments: dict[str, Any], misfit: str) -> None:
    tool = FunctionTool("t", "", {**WEATHER["parameters"], "additionalProperties": False}, strict=True)

    assert tool.schema_problem(arguments) == misfit


# Input items: a caller's conversation becomes ours, whole and in order.

PNG = "data:image/png;base64,iVBORw0KGgo="
CALL: dict[str, Any] = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "look",
    "arguments": '{"a": 1}',
}
RESULT: dict[str, Any] = {"type": "function_call_output", "call_id": "call_1", "output": "seen"}


def read_input(given: str | Sequence[InputItem], instructions: str | None) -> InputConversation:
    return read_sealed(given, instructions, SEAL)


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
    with pytest.raises(EndpointError) as caught:
        read_input([item], None)

    assert (caught.value.status, caught.value.param) == (400, param)


def test_nothing_but_reasoning_is_nothing_to_answer() -> None:
    with pytest.raises(EndpointError, match="nothing to answer"):
        read_input([{"type": "reasoning", "summary": []}], None)


SIGN = ProviderPart(family="wire@host/m", item={"signature": "c2ln"})


def hidden(*calls: str) -> dict[str, Any]:
    """The item a caller was given with *calls*, as it echoes it."""
    word = SEAL.seal(CarriedState(calls=calls, parts=(SIGN,)))
    return {"type": "reasoning", "summary": [], "content": None, "encrypted_content": word}


def signed(given: Sequence[InputItem]) -> list[tuple[str, bool]]:
    """Who says each message, and whether what goes back is with it."""
    messages = read_input(given, None).messages
    return [(message.role, SIGN in message.parts) for message in messages]


TEXT: dict[str, Any] = {"role": "assistant", "content": "I look."}
CALL_2, RESULT_2 = {**CALL, "call_id": "call_2"}, {**RESULT, "call_id": "call_2"}
BOTH = hidden("call_1", "call_2")
ANSWER = [("assistant", True), ("tool", False)]


def test_what_was_carried_goes_back_with_its_own_answer() -> None:
    one_more = [hidden("call_3"), {**CALL, "call_id": "call_3"}, {**RESULT, "call_id": "call_3"}]

    assert signed([TEXT, BOTH, CALL, CALL_2, RESULT, RESULT_2]) == ANSWER
    assert signed([BOTH, CALL, TEXT, CALL_2, RESULT_2, RESULT, *one_more]) == ANSWER * 2
    assert signed([TEXT, hidden(), {"role": "user", "content": "And?"}]) == [("assistant", True), ("user", False)]
    assert signed([TEXT, hidden(), TEXT, hidden()]) == [("assistant", True)] * 2


def test_calls_that_are_each_followed_by_their_result_are_one_answer() -> None:
    spoken = read_input([BOTH, CALL, RESULT, CALL_2, RESULT_2, TEXT], None)

    assert told(spoken.messages) == [
        ("assistant", 'call_1=look({"a": 1})', 'call_2=look({"a": 1})'),
        ("tool", "call_1=look:seen", "call_2=look:seen"),
        ("assistant", "I look."),
    ]
    assert spoken.messages[0].parts[-1] == SIGN


@pytest.mark.parametrize(
    "items",
    [
        [BOTH, CALL, RESULT],
        [BOTH, CALL_2, CALL, RESULT, RESULT_2],
        [hidden("call_1"), CALL, CALL_2, RESULT, RESULT_2],
        [hidden("call_9"), CALL, RESULT],
        [BOTH, CALL, RESULT, TEXT, CALL_2, RESULT_2],
        [CALL, RESULT, BOTH],
        [BOTH, CALL, RESULT, {"role": "user", "content": "And?"}],
    ],
)
def test_an_answer_whose_calls_are_others_goes_back_without_it(items: list[dict[str, Any]]) -> None:
    assert not any(found for _, found in signed(items))
    calls = sum(len(message.tool_calls) for message in read_input(items, None).messages)
    assert calls == items.count(CALL) + items.count(CALL_2)


@pytest.mark.parametrize(
    "word",
    ["", "gAAAAABo", "vd1.", "vd1.!!", StateSigner("another").seal(CarriedState(parts=(SIGN,))), 7, None, [], {"a": 1}],
)
def test_what_was_not_sealed_here_is_passed_over(word: Any) -> None:
    item = {"type": "reasoning", "summary": [], "encrypted_content": word}

    assert signed([TEXT, item, CALL, RESULT]) == [("assistant", False), ("tool", False)]


ITEMS = some.sampled_from(
    [TEXT, CALL, CALL_2, RESULT, RESULT_2, BOTH, hidden("call_1"), hidden(), {"role": "user", "content": "And?"}]
)


@given(some.lists(ITEMS, min_size=1, max_size=10))
def test_in_any_order_nothing_is_lost_or_put_twice(items: list[dict[str, Any]]) -> None:
    items = [*items, {"role": "user", "content": "End."}]
    messages = read_input(items, None).messages

    results = [part for message in messages for part in message.parts if part.kind == "tool_result"]
    assert len(results) == items.count(RESULT) + items.count(RESULT_2)
    assert sum(message.text.count("I look.") for message in messages) == items.count(TEXT)
    assert sum(len(message.tool_calls) for message in messages) >= items.count(CALL) + items.count(CALL_2)
    assert sum(message.parts.count(SIGN) for message in messages) <= sum(
        item["type"] == "reasoning" for item in items if "type" in item
    )
    for message in messages:
        if SIGN in message.parts:
            assert tuple(call.id for call in message.tool_calls) in ((), ("call_1",), ("call_1", "call_2"))


# Asked: what a request becomes for the provider, and what its response repeats.


def test_the_wishes_reach_the_provider() -> None:
    understood = asked(
        {
            "input": "Hello", "instructions": "Be brief.", "tools": [WEATHER], "tool_choice": "required",
            "max_output_tokens": 77, "temperature": 0.3, "reasoning": {"effort": "low"},
        }
    )  # fmt: skip
    request = understood.model_request("m")

    assert (request.model, request.system, request.messages[0].text) == ("m", "Be brief.", "Hello")
    assert [spec.name for spec in request.tools] == ["get_weather"]
    assert request.tool_choice == ToolChoice("required")
    assert (request.max_output_tokens, request.temperature, request.effort) == (77, 0.3, "low")


def test_what_nobody_wished_is_left_to_the_provider() -> None:
    request = asked({"input": "Hello"}).model_request("m")
    plain = ModelRequest(
        "m", "", request.messages, max_output_tokens=4000, conversation_id=request.conversation_id, purpose="program"
    )

    assert request == plain


def test_the_response_repeats_its_request() -> None:
    understood = asked(
        {
            "input": "Hello", "instructions": "Be brief.", "metadata": {"a": "b"}, "tools": [WEATHER],
            "parallel_tool_calls": False, "reasoning": {"effort": "high", "summary": "loud"},
        },
        now=12.5,
    )  # fmt: skip
    response = check_response(understood.response("in_progress", []))

    assert (response.model, response.created_at, response.instructions) == ("work/m", 12, "Be brief.")
    assert (response.metadata, response.parallel_tool_calls) == ({"a": "b"}, False)
    assert response.reasoning
    assert (response.reasoning.effort, response.reasoning.summary) == ("high", None)
    assert [tool.to_dict() for tool in response.tools] == [WEATHER]


def test_each_request_has_an_id_of_its_own() -> None:
    assert asked({"input": "Hello"}).id != asked({"input": "Hello"}).id
