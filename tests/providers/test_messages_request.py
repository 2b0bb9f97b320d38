import json

from tests.providers.asking import SEARCH, request
from vaultdesk.chat.messages import Message, ProviderPart, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.providers.messages_request import messages_body

CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x"}', arguments={"query": "x"})
OTHER = ToolCallPart(id="call_2", name="file_read", arguments_json="{}", arguments={})
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
HIDDEN = {"type": "redacted_thinking", "data": "xyz"}


def sign(block: dict[str, str], after: int = 0, family: str = "anthropic") -> ProviderPart:
    return ProviderPart(family=family, item={"after": after, "block": dict(block)})


def test_results_stand_first_in_the_very_next_message_and_refusals_are_errors() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="Looking."), CALL, OTHER, sign(THOUGHT)))
    done = ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}')
    denied = ToolResultPart(call_id="call_2", name="file_read", content="User cancelled", is_error=True)
    found = Message(role="tool", parts=(denied, done))

    body = messages_body(
        request(user_message("Q"), answer, found, user_message("And?"), tools=(SEARCH,)), family="anthropic"
    )

    assert body == {
        "model": "scripted",
        "max_tokens": 8192,
        "stream": True,
        "system": "Be brief.",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Q"}]},
            {
                "role": "assistant",
                "content": [
                    THOUGHT,
                    {"type": "text", "text": "Looking."},
                    {"type": "tool_use", "id": "call_1", "name": "vault_search", "input": {"query": "x"}},
                    {"type": "tool_use", "id": "call_2", "name": "file_read", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": '{"data": []}'},
                    {"type": "tool_result", "tool_use_id": "call_2", "content": "User cancelled", "is_error": True},
                    {"type": "text", "text": "And?"},
                ],
            },
        ],
        "tools": [
            {"name": "vault_search", "description": "Search the notes.", "input_schema": dict(SEARCH.parameters)}
        ],
    }


def test_hidden_blocks_go_back_verbatim_and_in_order() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="A"), CALL, sign(THOUGHT), sign(HIDDEN), sign(THOUGHT, 1)))

    body = messages_body(request(user_message("Q"), answer), family="anthropic")

    content = body["messages"][1]["content"]  # type: ignore[index,call-overload]
    assert [block["type"] for block in content] == ["thinking", "redacted_thinking", "text", "thinking", "tool_use"]  # type: ignore[index,call-overload,union-attr]
    assert content[:2] == [THOUGHT, HIDDEN]  # type: ignore[index]


def test_signs_of_another_family_or_shape_stay_home() -> None:
    parts = (sign(THOUGHT, family="anthropic@localhost:1"), ProviderPart(family="anthropic", item=["odd"]))
    answer = Message(role="assistant", parts=(*parts, TextPart(text="A")))

    body = messages_body(request(user_message("Q"), answer), family="anthropic")

    assert body["messages"][1] == {"role": "assistant", "content": [{"type": "text", "text": "A"}]}  # type: ignore[index]


def test_speakers_take_turns() -> None:
    one = Message(role="assistant", parts=(TextPart(text="A"),))

    body = messages_body(request(user_message("Q"), user_message("R"), one, one), family="anthropic")

    assert [(m["role"], len(m["content"])) for m in body["messages"]] == [("user", 2), ("assistant", 2)]  # type: ignore[index,call-overload,union-attr,arg-type]


def test_old_calls_can_be_sent_after_tools_were_switched_off() -> None:
    answer = Message(role="assistant", parts=(CALL, OTHER))

    body = messages_body(request(user_message("Q"), answer, tools=()), family="anthropic")

    assert [tool["name"] for tool in body["tools"]] == ["file_read", "vault_search"]  # type: ignore[index,call-overload,union-attr]
    assert body["tool_choice"] == {"type": "none"}


def test_no_sampling_knob_is_ever_sent() -> None:
    sent = json.dumps(messages_body(request(), family="anthropic"))

    assert not any(knob in sent for knob in ("temperature", "top_p", "top_k", "thinking"))
