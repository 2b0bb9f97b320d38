from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import SEARCH, request
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers.layout import Layout
from vaultdesk.providers.provider import ModelRequest, ToolChoice
from vaultdesk.providers.responses_request import ITEMS, effort_sent, responses_body

FAMILY = "responses@api.openai.com/scripted"
CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{ "query":"x" }', arguments={"query": "x"})
OTHER = ToolCallPart(id="call_2", name="file_read", arguments_json="{}", arguments={})
THOUGHT = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "B"}


def body(asked: ModelRequest, **left_out: Any) -> dict[str, Any]:
    return responses_body(asked, family=FAMILY, **left_out)


def signed(family: str = FAMILY) -> tuple[ProviderPart, ...]:
    layout = Layout()
    layout.native(THOUGHT)
    layout.said(["Looking."], {"id": "msg", "status": "completed", "phase": "commentary", "kinds": ["output_text"]})
    layout.called(0, {"id": "fc_1", "status": "completed"})
    layout.called(1, {"id": "fc_2", "status": "completed"})
    return (
        *layout.part(family),
        ProviderPart(family=family, item={"wire_ids": {"call_1": "call_wire_1", "call_2": "functions.read:0"}}),
    )


def talk(*signs: ProviderPart) -> tuple[Message, ...]:
    done = ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}')
    denied = ToolResultPart(call_id="call_2", name="file_read", content='{"success": false}', is_error=True)
    return (
        user_message("Q"),
        Message(role="assistant", parts=(TextPart(text="Looking."), CALL, OTHER, *signs)),
        Message(role="tool", parts=(denied, done)),
        user_message("And?"),
    )


def test_the_body_is_whole() -> None:
    asked = replace(request(*talk(*signed()), tools=(SEARCH,)), effort="low", temperature=0.5)

    assert body(asked) == {
        "model": "scripted",
        "stream": True,
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "instructions": "Be brief.",
        "max_output_tokens": 8192,
        "reasoning": {"effort": "low", "summary": "auto"},
        "temperature": 0.5,
        "parallel_tool_calls": True,
        "tools": [
            {
                "type": "function",
                "name": "vault_search",
                "description": "Search the notes.",
                "parameters": dict(SEARCH.parameters),
                "strict": False,
            }
        ],
        "input": [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Q"}]},
            THOUGHT,
            {
                "type": "message",
                "id": "msg",
                "role": "assistant",
                "status": "completed",
                "phase": "commentary",
                "content": [{"type": "output_text", "text": "Looking.", "annotations": []}],
            },
            {
                "type": "function_call",
                "id": "fc_1",
                "status": "completed",
                "call_id": "call_wire_1",
                "name": "vault_search",
                "arguments": '{ "query":"x" }',
            },
            {
                "type": "function_call",
                "id": "fc_2",
                "status": "completed",
                "call_id": "functions.read:0",
                "name": "file_read",
                "arguments": "{}",
            },
            {"type": "function_call_output", "call_id": "call_wire_1", "output": '{"data": []}'},
            {"type": "function_call_output", "call_id": "functions.read:0", "output": '{"success": false}'},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "And?"}]},
        ],
    }


@pytest.mark.parametrize("left_out", [frozenset(), frozenset({ITEMS})], ids=["another family", "refused items"])
def test_items_of_another_family_are_dropped_and_the_text_kept(left_out: frozenset[str]) -> None:
    family = FAMILY if left_out else "responses@api.openai.com/another"

    sent = body(request(*talk(*signed(family))), left_out=left_out)["input"]

    assert sent[1:4] == [
        {"type": "message", "role": "assistant", "content": "Looking."},
        {"type": "function_call", "call_id": "call_1", "name": "vault_search", "arguments": '{ "query":"x" }'},
        {"type": "function_call", "call_id": "call_2", "name": "file_read", "arguments": "{}"},
    ]
    assert [item["call_id"] for item in sent[4:6]] == ["call_1", "call_2"]


def test_pictures_stand_before_the_words() -> None:
    picture = ImagePart(media_type="image/png", data="aWk=", name="a.png")

    assert body(request(user_message("What is it?", (picture,))))["input"] == [
        {
            "type": "message",
            "role": "user",
            "content": [
                {"type": "input_image", "image_url": "data:image/png;base64,aWk=", "detail": "auto"},
                {"type": "input_text", "text": "What is it?"},
            ],
        }
    ]


def test_reasoning_without_what_it_led_to_stays_home() -> None:
    layout = Layout()
    layout.said(["A"], {"id": "m", "kinds": ["output_text"]})
    layout.native(THOUGHT)
    answer = Message(role="assistant", parts=(TextPart(text="A"), *layout.part(FAMILY)))

    assert [item["type"] for item in body(request(user_message("Q"), answer))["input"]] == ["message", "message"]


def test_a_refusal_goes_back_as_one() -> None:
    layout = Layout()
    layout.said(["No."], {"id": "m", "kinds": ["refusal"]})
    answer = Message(role="assistant", parts=(TextPart(text="No."), *layout.part(FAMILY)))

    assert body(request(user_message("Q"), answer))["input"][1]["content"] == [{"type": "refusal", "refusal": "No."}]


def test_unreadable_arguments_go_back_as_a_quotation() -> None:
    answer = Message(role="assistant", parts=(CALL.model_copy(update={"arguments_json": '{"q'}),))

    assert body(request(user_message("Q"), answer))["input"][1]["arguments"] == '{"unreadable_arguments": "{\\"q"}'


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (ToolChoice(), None),
        (ToolChoice("none"), "none"),
        (ToolChoice("required"), "required"),
        (ToolChoice("tool", "vault_search"), {"type": "function", "name": "vault_search"}),
    ],
)
def test_a_tool_is_asked_for_as_wished(choice: ToolChoice, sent: object) -> None:
    assert body(replace(request(), tool_choice=choice)).get("tool_choice") == sent
    assert "tool_choice" not in body(replace(request(tools=()), tool_choice=choice))


def test_what_was_refused_is_left_out() -> None:
    asked = replace(request(), effort="off", temperature=1.0)

    assert effort_sent(body(asked)) == "none"
    assert body(asked, left_out={"reasoning.effort=none"})["reasoning"] == {"effort": "minimal", "summary": "auto"}
    assert body(asked, left_out={"reasoning.summary"})["reasoning"] == {"effort": "none"}
    bare = body(asked, left_out={"reasoning", "include", "temperature", "parallel_tool_calls"})
    assert bare.keys() == {"model", "input", "stream", "store", "instructions", "max_output_tokens", "tools"}


def test_the_whole_answer_can_be_asked_for_at_once() -> None:
    assert body(replace(request(), streamed=False))["stream"] is False
