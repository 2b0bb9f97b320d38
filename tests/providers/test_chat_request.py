import base64
from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, request
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers.chat_dialect import COMPATIBLE, GEMINI, LMSTUDIO, OPENAI, OPENROUTER, ChatDialect
from vaultdesk.providers.chat_replay import Receiver
from vaultdesk.providers.chat_request import chat_body
from vaultdesk.providers.provider import Effort, ModelRequest, ToolChoice, ToolSpec
from vaultdesk.tools.notes import FileReadParameters
from vaultdesk.tools.schema import json_schema
from vaultdesk.tools.search import VaultSearchParameters

CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x"}', arguments={"query": "x"})
PLAIN = Receiver("chat@h/m", COMPATIBLE)


def body_of(asked: ModelRequest, to: Receiver = PLAIN) -> Any:
    return chat_body(asked, to)


def test_a_conversation_becomes_the_vendors_messages() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="Let me look."), CALL))
    found = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}'),))

    assert body_of(request(user_message("Q"), answer, found, tools=(SEARCH,)), Receiver("f", OPENAI)) == {
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

    body = body_of(request(question, system="", tools=()))

    assert body["messages"] == [{"role": "user", "content": "Q\n\nNote text"}]


def test_nothing_a_compatible_server_might_choke_on_is_sent_unasked() -> None:
    body = body_of(request(tools=(), system=" "))

    assert set(body) == {"model", "messages", "stream", "stream_options"}


def test_another_vendors_signs_stay_home_and_the_text_goes() -> None:
    answer = Message(role="assistant", parts=(ProviderPart(family="anthropic", item={"x": 1}), TextPart(text="A")))

    body = body_of(request(user_message("Q"), answer, tools=()))

    assert body["messages"][-1] == {"role": "assistant", "content": "A"}


def test_a_call_without_words_has_no_content() -> None:
    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(CALL,))))

    assert body["messages"][2]["content"] is None
    assert body["messages"][3]["role"] == "tool"


def test_a_question_with_a_picture_is_sent_in_parts() -> None:
    picture = ImagePart(media_type="image/png", data=base64.b64encode(b"png").decode())

    body = body_of(request(user_message("What is this?", (picture,)), system="", tools=()))

    assert body["messages"] == [
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5n"}},
                {"type": "text", "text": "What is this?"},
            ],
        }
    ]


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        (ToolChoice(), None),
        (ToolChoice("none"), "none"),
        (ToolChoice("required"), "required"),
        (ToolChoice("tool", "vault_search"), {"type": "function", "function": {"name": "vault_search"}}),
    ],
)
def test_a_tool_can_be_forced_or_forbidden(choice: ToolChoice, wanted: object) -> None:
    assert body_of(replace(request(), tool_choice=choice)).get("tool_choice") == wanted
    assert "tool_choice" not in body_of(replace(request(tools=()), tool_choice=choice))


@pytest.mark.parametrize(
    ("dialect", "effort", "wanted"),
    [
        (OPENAI, "low", {"reasoning_effort": "low", "max_completion_tokens": 8192}),
        (OPENAI, "off", {"reasoning_effort": "none", "max_completion_tokens": 8192}),
        (GEMINI, "medium", {"reasoning_effort": "medium", "max_tokens": 8192}),
        (OPENROUTER, "high", {"reasoning": {"effort": "high"}, "max_tokens": 8192, "usage": {"include": True}}),
        (COMPATIBLE, "high", {"reasoning_effort": "high"}),
        (COMPATIBLE, "", {}),
        (LMSTUDIO, "high", {}),
    ],
)
def test_wishes_are_written_as_each_server_reads_them(
    dialect: ChatDialect, effort: Effort, wanted: dict[str, object]
) -> None:
    asked = replace(request(tools=()), effort=effort, temperature=0.5, streamed=False)

    body = body_of(asked, Receiver("f", dialect))

    assert body == {**wanted, "model": "scripted", "messages": body["messages"], "stream": False, "temperature": 0.5}


ACCEPTED = {
    "type", "description", "properties", "required", "items", "enum", "additionalProperties", "default",
    "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "anyOf", "format", "pattern",
}  # fmt: skip
"""What both vendors take in a schema that is not strict; Gemini refuses references, `oneOf` and the like."""


def keywords(schema: object) -> set[str]:
    if not isinstance(schema, dict):
        return set()
    inner = [*schema.get("properties", {}).values(), schema.get("items"), *schema.get("anyOf", [])]
    return set(schema).union(*(keywords(one) for one in inner))


def test_schemas_are_sent_without_strict_and_with_what_everybody_takes() -> None:
    """PROTOCOLS 5.5.27."""
    schemas = [json_schema(VaultSearchParameters), json_schema(FileReadParameters)]
    tools = tuple(ToolSpec(f"tool_{place}", "A tool.", schema) for place, schema in enumerate(schemas))

    sent = [tool["function"] for tool in body_of(request(tools=tools))["tools"]]

    assert [set(function) for function in sent] == [{"name", "description", "parameters"}] * 2
    assert [function["parameters"] for function in sent] == schemas
    assert set().union(*(keywords(schema) for schema in schemas)) <= ACCEPTED


@pytest.mark.parametrize(
    ("name", "sent"), [("vault_search", None), ("read the note!", "read_the_note_"), ("", "unnamed")]
)
def test_a_tool_name_that_a_model_invented_is_sent_as_vendors_take_it(name: str, sent: str | None) -> None:
    """PROTOCOLS 5.5.28."""
    odd = CALL.model_copy(update={"name": name})

    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(odd,))))

    assert body["messages"][2]["tool_calls"][0]["function"]["name"] == (sent or name)


def test_the_tools_we_offer_have_names_that_vendors_take() -> None:
    """PROTOCOLS 5.5.28."""
    names = [tool["function"]["name"] for tool in body_of(request(tools=(SEARCH, READ)))["tools"]]

    assert names == ["vault_search", "file_read"]


def test_a_call_without_a_result_gets_one() -> None:
    """PROTOCOLS 5.5.15."""
    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(CALL,)), user_message("Go on")))

    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool", "user"]


def test_arguments_that_cannot_be_read_are_sent_as_an_object() -> None:
    broken = CALL.model_copy(update={"arguments_json": '{"query": \ud800', "arguments": None})

    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(broken,))))

    assert "unreadable_arguments" in body["messages"][2]["tool_calls"][0]["function"]["arguments"]
