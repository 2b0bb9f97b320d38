from tests.providers.asking import SEARCH, request
from vaultdesk.chat.messages import (
    Message,
    ProviderPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers.chat_request import chat_body

CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x"}', arguments={"query": "x"})


def test_a_conversation_becomes_the_vendors_messages() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="Let me look."), CALL))
    found = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}'),))

    assert chat_body(request(user_message("Q"), answer, found, tools=(SEARCH,)), vendor=True) == {
        "model": "scripted",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Q"},
            {
                "role": "assistant",
                "content": "Let me look.",
                "tool_calls": [
                    {
                        "id": "call_1",
                        "type": "function",
                        "function": {"name": "vault_search", "arguments": '{"query": "x"}'},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": '{"data": []}'},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_completion_tokens": 8192,
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "vault_search",
                    "description": "Search the notes.",
                    "parameters": dict(SEARCH.parameters),
                },
            }
        ],
    }


def test_parts_of_a_question_stand_apart() -> None:
    question = Message(
        role="user", parts=(TextPart(text="Q"), TextPart(text="Note text", sources=(Source(path="a.md"),)))
    )

    body = chat_body(request(question, system="", tools=()), vendor=False)

    assert body["messages"] == [{"role": "user", "content": "Q\n\nNote text"}]


def test_nothing_a_compatible_server_might_choke_on_is_sent_unasked() -> None:
    body = chat_body(request(tools=(), system=" "), vendor=False)

    assert set(body) == {"model", "messages", "stream", "stream_options"}


def test_another_vendors_signs_stay_home_and_the_text_goes() -> None:
    answer = Message(role="assistant", parts=(ProviderPart(family="anthropic", item={"x": 1}), TextPart(text="A")))

    body = chat_body(request(user_message("Q"), answer, tools=()), vendor=False)

    assert body["messages"][-1] == {"role": "assistant", "content": "A"}  # type: ignore[index]


def test_a_call_without_words_has_no_content() -> None:
    body = chat_body(request(user_message("Q"), Message(role="assistant", parts=(CALL,))), vendor=False)

    assert body["messages"][2]["content"] is None  # type: ignore[index,call-overload]
    assert body["messages"][3]["role"] == "tool"  # type: ignore[index,call-overload]
