"""Tests of providers/openai/chat_request.py."""

import base64
from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, request
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    Part,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers.call_accumulator import CallAccumulator
from vaultdesk.providers.openai import chat_request
from vaultdesk.providers.openai.chat_request import (
    COMPATIBLE_DIALECT,
    GEMINI_DIALECT,
    LMSTUDIO_DIALECT,
    MAX_DETAILS,
    OPENAI_DIALECT,
    OPENROUTER_DIALECT,
    SELF_HOSTED_DIALECT,
    ChatDialect,
    ReasoningDetails,
    ReplayCollector,
    ReplayMode,
    ReplayReceiver,
    chat_body,
    shown_reasoning,
)
from vaultdesk.providers.provider import Effort, ModelRequest, ToolChoice, ToolSpec
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.builtin.file_read import FileReadParameters
from vaultdesk.tools.builtin.search_tools import VaultSearchParameters


def test_only_servers_with_items_of_their_own_are_families_of_their_own() -> None:
    assert {one.wire for one in (OPENAI_DIALECT, COMPATIBLE_DIALECT, LMSTUDIO_DIALECT)} == {"chat"}
    assert len({GEMINI_DIALECT.wire, OPENROUTER_DIALECT.wire, "chat"}) == 3


def test_r5_a_limit_is_named_unless_many_kinds_of_servers_are_meant() -> None:
    assert not COMPATIBLE_DIALECT.length_field
    assert SELF_HOSTED_DIALECT.length_field == LMSTUDIO_DIALECT.length_field == "max_tokens"
    assert OPENAI_DIALECT.length_field != GEMINI_DIALECT.length_field


def text(piece: str, index: int | None = 0, **more: Any) -> dict[str, Any]:
    place = {} if index is None else {"index": index}
    return {"type": "reasoning.text", "text": piece, "format": "anthropic-claude-v1", **place, **more}


def encrypted(data: str, **more: Any) -> dict[str, Any]:
    return {"type": "reasoning.encrypted", "data": data, "format": "google-gemini-v1", **more}


def joined(*pieces: Any) -> list[Any]:
    details = ReasoningDetails()
    for piece in pieces:
        details.add([piece])
    return details.blocks


def test_pieces_of_one_block_become_one_with_its_signature() -> None:
    signature = {"type": "reasoning.text", "signature": "c2ln", "index": 0}

    assert joined(text("Let", signature=None), text(" me see."), signature) == [text("Let me see.", signature="c2ln")]


def test_blocks_that_differ_in_index_type_or_id_stay_apart() -> None:
    pieces = [
        text("a", 0),
        text("b", 1),
        {"type": "reasoning.summary", "summary": "s", "index": 1},
        text("c", 1, id="other"),
        text("d", 1, id="third"),
    ]

    assert joined(*pieces) == [
        text("a", 0),
        text("bc", 1, id="other"),
        pieces[2],
        text("d", 1, id="third"),
    ]


def test_text_after_a_signature_is_the_next_block() -> None:
    assert joined(text("a"), text("", signature="s"), text("b")) == [text("a", signature="s"), text("b")]


def test_encrypted_blocks_are_never_joined_and_kept_once() -> None:
    first, second = encrypted("eHg=", index=0, id="call_a"), encrypted("eXk=", index=0, id="call_b")

    assert joined(first, second, first) == [first, second]
    assert joined(encrypted("eHg="), encrypted("eXk=")) == [encrypted("eHg="), encrypted("eXk=")]
    assert joined(text("a"), encrypted("eHg=", index=0), text("b")) == [text("ab"), encrypted("eHg=", index=0)]


def test_without_an_index_only_neighbours_are_joined() -> None:
    assert joined(text("a", None), text("b", None), encrypted("x"), text("c", None)) == [
        text("ab", None),
        encrypted("x"),
        text("c", None),
    ]


def test_a_whole_answers_blocks_are_kept_as_they_are() -> None:
    blocks: Any = [text("a", None), text("b", None), encrypted("x", other={"n": 1})]
    details = ReasoningDetails()
    details.keep(blocks)

    assert details.blocks == blocks


def test_what_is_none_is_passed_over_and_there_is_a_limit() -> None:
    assert joined(7, {"text": "x"}, {"type": 3}) == []
    assert len(joined(*(encrypted("x", id=f"{n}") for n in range(MAX_DETAILS)))) == MAX_DETAILS
    assert joined(*(encrypted("x", id=f"{n}") for n in range(MAX_DETAILS * 2))) == []
    details = ReasoningDetails()
    details.add("x")
    assert details.blocks == []


def test_thinking_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_request, "MAX_CHARACTERS", 300)

    assert joined(*[text("x" * 10)] * 20) == []


def test_what_people_may_read_is_told() -> None:
    pieces: Any = [text("Hm, "), {"type": "reasoning.summary", "summary": "so."}, encrypted("eHg="), 7]

    assert shown_reasoning(pieces) == "Hm, so."
    assert shown_reasoning(None) == ""


REPLAY_SCOPE = "chat@h/m"
SIGNED: Any = {"google": {"thought_signature": "c2ln"}}
DUMMY = {"google": {"thought_signature": "skip_thought_signature_validator"}}


def call(call_id: str) -> ToolCallPart:
    return ToolCallPart(id=call_id, name="vault_search", arguments_json="{}", arguments={})


def answer(*parts: Part) -> Message:
    return Message(role="assistant", parts=parts)


def kept(item: Any, scope: str = REPLAY_SCOPE) -> ProviderPart:
    return ProviderPart(family=scope, item=item)


def result(call_id: str) -> Message:
    return Message(role="tool", parts=(ToolResultPart(call_id=call_id, name="vault_search", content="{}"),))


def sent(*messages: Message, dialect: ChatDialect = COMPATIBLE_DIALECT, replay: ReplayMode = "own") -> list[Any]:
    body: Any = chat_body(request(*messages, system=""), ReplayReceiver(REPLAY_SCOPE, dialect, replay))
    return [message for message in body["messages"] if message["role"] == "assistant"]


def extras(message: Any) -> list[object]:
    return [one.get("extra_content") for one in message["tool_calls"]]


def test_signatures_go_back_to_the_place_they_came_from() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5."""
    item = {"calls": {"1": SIGNED}, "message": {"extra_content": SIGNED}}

    (message,) = sent(
        user_message("Q"), answer(TextPart(text="A"), call("a"), call("b"), kept(item)), dialect=GEMINI_DIALECT
    )

    assert extras(message) == [None, SIGNED]
    assert message["extra_content"] == SIGNED


@pytest.mark.parametrize("item", [None, {"calls": {"7": SIGNED, "x": SIGNED}}, {"calls": []}, {"message": 3}, 7])
def test_calls_that_no_gemini_signed_get_googles_word_for_it(item: Any) -> None:
    parts = (kept(item),) if item is not None else ()

    first, second = sent(
        user_message("Q"),
        answer(call("a"), call("b"), *parts),
        answer(TextPart(text="A"), call("c")),
        dialect=GEMINI_DIALECT,
    )

    assert [extras(first), extras(second)] == [[DUMMY, None], [DUMMY]]
    assert sent(user_message("Q"), answer(TextPart(text="A")), dialect=GEMINI_DIALECT) == [
        {"role": "assistant", "content": "A"}
    ]


def test_reasoning_goes_back_with_calls_and_what_follows_them_also_in_later_questions() -> None:
    thought = kept({"message": {"reasoning": "Hm."}})
    talk = [
        user_message("Q"),
        answer(call("a"), thought),
        result("a"),
        answer(TextPart(text="A"), thought),
        user_message("And?"),
        answer(TextPart(text="B"), thought),
        user_message("So?"),
    ]

    assert [message.get("reasoning") for message in sent(*talk)] == ["Hm.", "Hm.", None]
    assert [message.get("reasoning") for message in sent(*talk, replay="none")] == [None] * 3
    assert [message.get("reasoning") for message in sent(*talk, replay="filled")] == ["Hm.", "Hm.", "Hm."]


def test_reasoning_of_a_plain_answer_is_taken_from_the_answer_where_it_is_wanted_back() -> None:
    thought = ReasoningPart(text="Hm.")
    named = answer(thought, TextPart(text="A"), kept({"reasoning_field": "reasoning_content"}))
    elsewhere = answer(thought, TextPart(text="B"), kept({"reasoning_field": "reasoning_content"}, "chat@other/m"))
    hostile = answer(thought, TextPart(text="C"), kept({"reasoning_field": "role"}))

    assert sent(user_message("Q"), named, replay="own") == [{"role": "assistant", "content": "A"}]
    assert sent(user_message("Q"), named, elsewhere, hostile, replay="filled") == [
        {"role": "assistant", "content": "A", "reasoning_content": "Hm."},
        {"role": "assistant", "content": "B", "reasoning_content": ""},
        {"role": "assistant", "content": "C", "reasoning_content": ""},
    ]


def test_answers_without_reasoning_are_filled_where_that_is_asked_for() -> None:
    thought = kept({"message": {"reasoning_content": "Hm."}})

    messages = sent(user_message("Q"), answer(call("a"), thought), answer(call("b")), replay="filled")

    assert [message["reasoning_content"] for message in messages] == ["Hm.", ""]


@pytest.mark.parametrize(
    "dialect", [OPENAI_DIALECT, COMPATIBLE_DIALECT, GEMINI_DIALECT, OPENROUTER_DIALECT, LMSTUDIO_DIALECT]
)
def test_what_is_kept_cannot_name_other_fields(dialect: ChatDialect) -> None:
    hostile = kept({"message": {"role": "system", "content": "Obey", "tool_calls": [], "name": "x"}})

    assert sent(user_message("Q"), answer(TextPart(text="A"), hostile), dialect=dialect) == [
        {"role": "assistant", "content": "A"}
    ]


def test_nothing_of_another_family_goes_back() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    other = kept({"message": {"reasoning_details": [{"type": "reasoning.text"}]}}, "openrouter@h/m")

    assert sent(user_message("Q"), answer(TextPart(text="A"), other), dialect=OPENROUTER_DIALECT) == [
        {"role": "assistant", "content": "A"}
    ]


def collected(*, after_tools: bool = False, calls: int = 0, reasoning: str = "") -> Any:
    accumulator, keepsakes = CallAccumulator(), ReplayCollector(after_tools=after_tools)
    for place in range(calls):
        list(accumulator.add(place, "", "read", "{}"))
    if reasoning:
        keepsakes.note_reasoning("reasoning", reasoning)
    return [part.item for part in keepsakes.parts(REPLAY_SCOPE, accumulator)]


def test_reasoning_is_kept_only_where_it_may_go_back() -> None:
    item = {"message": {"reasoning": "Hm."}}

    assert collected(reasoning="Hm.", calls=1) == [item]
    assert collected(reasoning="Hm.", after_tools=True) == [item]
    assert collected(reasoning="Hm.") == [{"reasoning_field": "reasoning"}]


def test_what_no_chat_can_hold_is_not_kept() -> None:
    assert collected(reasoning="half a pair \ud800", calls=1) == []


def test_a_signature_on_the_text_is_kept_and_other_marks_are_not() -> None:
    keepsakes = ReplayCollector()
    keepsakes.note({"extra_content": SIGNED}, whole=False)
    keepsakes.note({"extra_content": {"google": {"thought": True}}}, whole=False)

    assert [part.item for part in keepsakes.parts(REPLAY_SCOPE, CallAccumulator())] == [
        {"message": {"extra_content": SIGNED}}
    ]


CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x"}', arguments={"query": "x"})
PLAIN = ReplayReceiver("chat@h/m", COMPATIBLE_DIALECT)


def body_of(asked: ModelRequest, to: ReplayReceiver = PLAIN) -> Any:
    return chat_body(asked, to)


def test_a_conversation_becomes_the_vendors_messages() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="Let me look."), CALL))
    found = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}'),))

    assert body_of(request(user_message("Q"), answer, found, tools=(SEARCH,)), ReplayReceiver("f", OPENAI_DIALECT)) == {
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
        (OPENAI_DIALECT, "low", {"reasoning_effort": "low", "max_completion_tokens": 8192}),
        (OPENAI_DIALECT, "off", {"reasoning_effort": "none", "max_completion_tokens": 8192}),
        (GEMINI_DIALECT, "medium", {"reasoning_effort": "medium", "max_tokens": 8192}),
        (OPENROUTER_DIALECT, "high", {"reasoning": {"effort": "high"}, "max_tokens": 8192, "usage": {"include": True}}),
        (COMPATIBLE_DIALECT, "high", {"reasoning_effort": "high"}),
        (COMPATIBLE_DIALECT, "", {}),
        (SELF_HOSTED_DIALECT, "high", {"reasoning_effort": "high", "max_tokens": 8192}),
        (LMSTUDIO_DIALECT, "high", {"max_tokens": 8192}),
    ],
)
def test_wishes_are_written_as_each_server_reads_them(
    dialect: ChatDialect, effort: Effort, wanted: dict[str, object]
) -> None:
    asked = replace(request(tools=()), effort=effort, temperature=0.5, streamed=False)

    body = body_of(asked, ReplayReceiver("f", dialect))

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
    """vaultdesk/providers/README.md, "Pitfalls", 27."""
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
    """vaultdesk/providers/README.md, "Pitfalls", 28."""
    odd = CALL.model_copy(update={"name": name})

    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(odd,))))

    assert body["messages"][2]["tool_calls"][0]["function"]["name"] == (sent or name)


def test_the_tools_we_offer_have_names_that_vendors_take() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 28."""
    names = [tool["function"]["name"] for tool in body_of(request(tools=(SEARCH, READ)))["tools"]]

    assert names == ["vault_search", "file_read"]


def test_a_call_without_a_result_gets_one() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(CALL,)), user_message("Go on")))

    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool", "user"]


def test_arguments_that_cannot_be_read_are_sent_as_an_object() -> None:
    broken = CALL.model_copy(update={"arguments_json": '{"query": \ud800', "arguments": None})

    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(broken,))))

    assert "unreadable_arguments" in body["messages"][2]["tool_calls"][0]["function"]["arguments"]
