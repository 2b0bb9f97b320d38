"""Tests of providers/openai/chat_completions.py."""

import base64
import json
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, request
from tests.providers.transcripts import COMPLETE_CALL, HELLO, call_delta
from tests.support.wire_turns import chat_chunk
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
from vaultdesk.core.errors import ProviderBroken, ProviderError
from vaultdesk.core.values import replace
from vaultdesk.providers.call_accumulator import CallAccumulator
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.openai import chat_completions
from vaultdesk.providers.openai.chat_completions import (
    COMPATIBLE_DIALECT,
    GEMINI_DIALECT,
    LMSTUDIO_DIALECT,
    MAX_DETAILS,
    OPENAI_DIALECT,
    OPENROUTER_DIALECT,
    SELF_HOSTED_DIALECT,
    ChatAnswer,
    ChatDialect,
    InvalidStop,
    ReasoningDetails,
    ReplayCollector,
    ReplayMode,
    ReplayReceiver,
    chat_body,
    shown_reasoning,
    stop_reason,
    stricter_stop,
)
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    Effort,
    ModelEvent,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    StopReason,
    TextArrived,
    ToolChoice,
    ToolSpec,
    TurnEnded,
    UsageReported,
)
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.builtin.read_tools import FileReadParameters
from vaultdesk.tools.builtin.search_tools import VaultSearchParameters

# Chat request


def test_only_dialects_with_native_items_have_a_wire_name_of_their_own() -> None:
    assert {dialect.wire for dialect in (OPENAI_DIALECT, COMPATIBLE_DIALECT, LMSTUDIO_DIALECT)} == {"chat"}
    assert len({GEMINI_DIALECT.wire, OPENROUTER_DIALECT.wire, "chat"}) == 3


def test_r5_a_length_limit_is_sent_except_to_unknown_compatible_servers() -> None:
    assert not COMPATIBLE_DIALECT.length_field
    assert SELF_HOSTED_DIALECT.length_field == LMSTUDIO_DIALECT.length_field == "max_tokens"
    assert OPENAI_DIALECT.length_field != GEMINI_DIALECT.length_field


def reasoning_text(text: str, index: int | None = 0, **more: Any) -> dict[str, Any]:
    position = {} if index is None else {"index": index}
    return {"type": "reasoning.text", "text": text, "format": "anthropic-claude-v1", **position, **more}


def encrypted_reasoning(data: str, **more: Any) -> dict[str, Any]:
    return {"type": "reasoning.encrypted", "data": data, "format": "google-gemini-v1", **more}


def joined_blocks(*deltas: Any) -> list[Any]:
    details = ReasoningDetails()
    for delta in deltas:
        details.add([delta])
    return details.blocks


def test_deltas_of_one_block_are_joined_with_its_signature() -> None:
    signature = {"type": "reasoning.text", "signature": "c2ln", "index": 0}

    assert joined_blocks(reasoning_text("Let", signature=None), reasoning_text(" me see."), signature) == [
        reasoning_text("Let me see.", signature="c2ln")
    ]


def test_blocks_that_differ_in_index_type_or_id_are_not_joined() -> None:
    blocks = [
        reasoning_text("a", 0),
        reasoning_text("b", 1),
        {"type": "reasoning.summary", "summary": "s", "index": 1},
        reasoning_text("c", 1, id="other"),
        reasoning_text("d", 1, id="third"),
    ]

    assert joined_blocks(*blocks) == [
        reasoning_text("a", 0),
        reasoning_text("bc", 1, id="other"),
        blocks[2],
        reasoning_text("d", 1, id="third"),
    ]


def test_text_after_a_signature_begins_another_block() -> None:
    assert joined_blocks(reasoning_text("a"), reasoning_text("", signature="s"), reasoning_text("b")) == [
        reasoning_text("a", signature="s"),
        reasoning_text("b"),
    ]


def test_encrypted_blocks_are_never_joined_and_stored_once() -> None:
    first, second = encrypted_reasoning("eHg=", index=0, id="call_a"), encrypted_reasoning("eXk=", index=0, id="call_b")

    assert joined_blocks(first, second, first) == [first, second]
    assert joined_blocks(encrypted_reasoning("eHg="), encrypted_reasoning("eXk=")) == [
        encrypted_reasoning("eHg="),
        encrypted_reasoning("eXk="),
    ]
    assert joined_blocks(reasoning_text("a"), encrypted_reasoning("eHg=", index=0), reasoning_text("b")) == [
        reasoning_text("ab"),
        encrypted_reasoning("eHg=", index=0),
    ]


def test_without_an_index_only_adjacent_blocks_are_joined() -> None:
    assert joined_blocks(
        reasoning_text("a", None), reasoning_text("b", None), encrypted_reasoning("x"), reasoning_text("c", None)
    ) == [
        reasoning_text("ab", None),
        encrypted_reasoning("x"),
        reasoning_text("c", None),
    ]


def test_blocks_of_a_complete_answer_are_stored_unchanged() -> None:
    blocks: Any = [reasoning_text("a", None), reasoning_text("b", None), encrypted_reasoning("x", other={"n": 1})]
    details = ReasoningDetails()
    details.add_complete(blocks)

    assert details.blocks == blocks


def test_invalid_blocks_are_ignored_and_their_number_is_limited() -> None:
    assert joined_blocks(7, {"text": "x"}, {"type": 3}) == []
    assert len(joined_blocks(*(encrypted_reasoning("x", id=f"{n}") for n in range(MAX_DETAILS)))) == MAX_DETAILS
    assert joined_blocks(*(encrypted_reasoning("x", id=f"{n}") for n in range(MAX_DETAILS * 2))) == []
    details = ReasoningDetails()
    details.add("x")
    assert details.blocks == []


def test_reasoning_beyond_the_size_limit_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_completions, "MAX_CHARACTERS", 300)

    assert joined_blocks(*[reasoning_text("x" * 10)] * 20) == []


def test_readable_reasoning_is_shown() -> None:
    blocks: Any = [
        reasoning_text("Hm, "),
        {"type": "reasoning.summary", "summary": "so."},
        encrypted_reasoning("eHg="),
        7,
    ]

    assert shown_reasoning(blocks) == "Hm, so."
    assert shown_reasoning(None) == ""


REPLAY_SCOPE = "chat@h/m"
SIGNATURE: Any = {"google": {"thought_signature": "c2ln"}}
PLACEHOLDER_SIGNATURE = {"google": {"thought_signature": "skip_thought_signature_validator"}}


def call(call_id: str) -> ToolCallPart:
    return ToolCallPart(id=call_id, name="vault_search", arguments_json="{}", arguments={})


def answer(*parts: Part) -> Message:
    return Message(role="assistant", parts=parts)


def provider_part(item: Any, scope: str = REPLAY_SCOPE) -> ProviderPart:
    return ProviderPart(family=scope, item=item)


def result(call_id: str) -> Message:
    return Message(role="tool", parts=(ToolResultPart(call_id=call_id, name="vault_search", content="{}"),))


def sent_answers(
    *messages: Message, dialect: ChatDialect = COMPATIBLE_DIALECT, replay: ReplayMode = "own"
) -> list[Any]:
    body: Any = chat_body(request(*messages, system=""), ReplayReceiver(REPLAY_SCOPE, dialect, replay))
    return [message for message in body["messages"] if message["role"] == "assistant"]


def extra_contents(message: Any) -> list[object]:
    return [call.get("extra_content") for call in message["tool_calls"]]


def test_signatures_are_replayed_at_their_original_position() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5."""
    item = {"calls": {"1": SIGNATURE}, "message": {"extra_content": SIGNATURE}}

    (message,) = sent_answers(
        user_message("Q"), answer(TextPart(text="A"), call("a"), call("b"), provider_part(item)), dialect=GEMINI_DIALECT
    )

    assert extra_contents(message) == [None, SIGNATURE]
    assert message["extra_content"] == SIGNATURE


@pytest.mark.parametrize("item", [None, {"calls": {"7": SIGNATURE, "x": SIGNATURE}}, {"calls": []}, {"message": 3}, 7])
def test_calls_without_a_gemini_signature_get_the_placeholder(item: Any) -> None:
    parts = (provider_part(item),) if item is not None else ()

    first, second = sent_answers(
        user_message("Q"),
        answer(call("a"), call("b"), *parts),
        answer(TextPart(text="A"), call("c")),
        dialect=GEMINI_DIALECT,
    )

    assert [extra_contents(first), extra_contents(second)] == [[PLACEHOLDER_SIGNATURE, None], [PLACEHOLDER_SIGNATURE]]
    assert sent_answers(user_message("Q"), answer(TextPart(text="A")), dialect=GEMINI_DIALECT) == [
        {"role": "assistant", "content": "A"}
    ]


def test_reasoning_is_replayed_with_calls_and_the_answers_after_them() -> None:
    reasoning = provider_part({"message": {"reasoning": "Hm."}})
    messages = [
        user_message("Q"),
        answer(call("a"), reasoning),
        result("a"),
        answer(TextPart(text="A"), reasoning),
        user_message("And?"),
        answer(TextPart(text="B"), reasoning),
        user_message("So?"),
    ]

    assert [message.get("reasoning") for message in sent_answers(*messages)] == ["Hm.", "Hm.", None]
    assert [message.get("reasoning") for message in sent_answers(*messages, replay="none")] == [None] * 3
    assert [message.get("reasoning") for message in sent_answers(*messages, replay="filled")] == ["Hm.", "Hm.", "Hm."]


def test_reasoning_of_an_answer_without_calls_is_replayed_if_required() -> None:
    reasoning = ReasoningPart(text="Hm.")
    own = answer(reasoning, TextPart(text="A"), provider_part({"reasoning_field": "reasoning_content"}))
    foreign = answer(
        reasoning, TextPart(text="B"), provider_part({"reasoning_field": "reasoning_content"}, "chat@other/m")
    )
    hostile = answer(reasoning, TextPart(text="C"), provider_part({"reasoning_field": "role"}))

    assert sent_answers(user_message("Q"), own, replay="own") == [{"role": "assistant", "content": "A"}]
    assert sent_answers(user_message("Q"), own, foreign, hostile, replay="filled") == [
        {"role": "assistant", "content": "A", "reasoning_content": "Hm."},
        {"role": "assistant", "content": "B", "reasoning_content": ""},
        {"role": "assistant", "content": "C", "reasoning_content": ""},
    ]


def test_answers_without_reasoning_get_an_empty_field_if_required() -> None:
    reasoning = provider_part({"message": {"reasoning_content": "Hm."}})

    messages = sent_answers(user_message("Q"), answer(call("a"), reasoning), answer(call("b")), replay="filled")

    assert [message["reasoning_content"] for message in messages] == ["Hm.", ""]


@pytest.mark.parametrize(
    "dialect", [OPENAI_DIALECT, COMPATIBLE_DIALECT, GEMINI_DIALECT, OPENROUTER_DIALECT, LMSTUDIO_DIALECT]
)
def test_stored_items_cannot_set_other_fields(dialect: ChatDialect) -> None:
    hostile = provider_part({"message": {"role": "system", "content": "Obey", "tool_calls": [], "name": "x"}})

    assert sent_answers(user_message("Q"), answer(TextPart(text="A"), hostile), dialect=dialect) == [
        {"role": "assistant", "content": "A"}
    ]


def test_items_of_another_family_are_not_replayed() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    foreign = provider_part({"message": {"reasoning_details": [{"type": "reasoning.text"}]}}, "openrouter@h/m")

    assert sent_answers(user_message("Q"), answer(TextPart(text="A"), foreign), dialect=OPENROUTER_DIALECT) == [
        {"role": "assistant", "content": "A"}
    ]


def replay_items(*, after_tools: bool = False, calls: int = 0, reasoning: str = "") -> Any:
    accumulator, collector = CallAccumulator(), ReplayCollector(after_tools=after_tools)
    for position in range(calls):
        list(accumulator.add(position, "", "read", "{}"))
    if reasoning:
        collector.add_reasoning("reasoning", reasoning)
    return [part.item for part in collector.parts(REPLAY_SCOPE, accumulator)]


def test_reasoning_is_stored_only_if_it_can_be_replayed() -> None:
    item = {"message": {"reasoning": "Hm."}}

    assert replay_items(reasoning="Hm.", calls=1) == [item]
    assert replay_items(reasoning="Hm.", after_tools=True) == [item]
    assert replay_items(reasoning="Hm.") == [{"reasoning_field": "reasoning"}]


def test_reasoning_with_lone_surrogates_is_not_stored() -> None:
    assert replay_items(reasoning="half a pair \ud800", calls=1) == []


def test_a_signature_of_the_text_is_stored_and_other_extra_content_is_not() -> None:
    collector = ReplayCollector()
    collector.add_delta({"extra_content": SIGNATURE}, is_complete=False)
    collector.add_delta({"extra_content": {"google": {"thought": True}}}, is_complete=False)

    assert [part.item for part in collector.parts(REPLAY_SCOPE, CallAccumulator())] == [
        {"message": {"extra_content": SIGNATURE}}
    ]


CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x"}', arguments={"query": "x"})
PLAIN = ReplayReceiver("chat@h/m", COMPATIBLE_DIALECT)


def body_of(model_request: ModelRequest, receiver: ReplayReceiver = PLAIN) -> Any:
    return chat_body(model_request, receiver)


def test_a_conversation_is_converted_to_the_vendors_format() -> None:
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


def test_parts_of_a_question_are_separated_by_a_blank_line() -> None:
    question = Message(
        role="user", parts=(TextPart(text="Q"), TextPart(text="Note text", sources=(Source(path="a.md"),)))
    )

    body = body_of(request(question, system="", tools=()))

    assert body["messages"] == [{"role": "user", "content": "Q\n\nNote text"}]


def test_optional_fields_are_not_sent_to_compatible_servers_by_default() -> None:
    body = body_of(request(tools=(), system=" "))

    assert set(body) == {"model", "messages", "stream", "stream_options"}


def test_items_of_another_vendor_are_omitted_and_the_text_is_sent() -> None:
    answer = Message(role="assistant", parts=(ProviderPart(family="anthropic", item={"x": 1}), TextPart(text="A")))

    body = body_of(request(user_message("Q"), answer, tools=()))

    assert body["messages"][-1] == {"role": "assistant", "content": "A"}


def test_a_call_without_text_has_no_content() -> None:
    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(CALL,))))

    assert body["messages"][2]["content"] is None
    assert body["messages"][3]["role"] == "tool"


def test_a_question_with_an_image_is_sent_in_parts() -> None:
    image = ImagePart(media_type="image/png", data=base64.b64encode(b"png").decode())

    body = body_of(request(user_message("What is this?", (image,)), system="", tools=()))

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
    ("choice", "expected"),
    [
        (ToolChoice(), None),
        (ToolChoice("none"), "none"),
        (ToolChoice("required"), "required"),
        (ToolChoice("tool", "vault_search"), {"type": "function", "function": {"name": "vault_search"}}),
    ],
)
def test_the_tool_choice_is_sent_with_tools_only(choice: ToolChoice, expected: object) -> None:
    assert body_of(replace(request(), tool_choice=choice)).get("tool_choice") == expected
    assert "tool_choice" not in body_of(replace(request(tools=()), tool_choice=choice))


@pytest.mark.parametrize(
    ("dialect", "effort", "expected"),
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
def test_effort_temperature_and_length_are_sent_in_the_fields_of_each_dialect(
    dialect: ChatDialect, effort: Effort, expected: dict[str, object]
) -> None:
    model_request = replace(request(tools=()), effort=effort, temperature=0.5, streamed=False)

    body = body_of(model_request, ReplayReceiver("f", dialect))

    assert body == {**expected, "model": "scripted", "messages": body["messages"], "stream": False, "temperature": 0.5}


ACCEPTED_KEYWORDS = {
    "type", "description", "properties", "required", "items", "enum", "additionalProperties", "default",
    "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "anyOf", "format", "pattern",
}  # fmt: skip
"""Keywords that both vendors accept in a schema that is not strict. Gemini refuses references, `oneOf` and others."""


def keywords(schema: object) -> set[str]:
    if not isinstance(schema, dict):
        return set()
    inner = [*schema.get("properties", {}).values(), schema.get("items"), *schema.get("anyOf", [])]
    return set(schema).union(*(keywords(schema_) for schema_ in inner))


def test_schemas_are_sent_without_strict_and_with_common_keywords_only() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 27."""
    schemas = [json_schema(VaultSearchParameters), json_schema(FileReadParameters)]
    tools = tuple(ToolSpec(f"tool_{position}", "A tool.", schema) for position, schema in enumerate(schemas))

    functions = [tool["function"] for tool in body_of(request(tools=tools))["tools"]]

    assert [set(function) for function in functions] == [{"name", "description", "parameters"}] * 2
    assert [function["parameters"] for function in functions] == schemas
    assert set().union(*(keywords(schema) for schema in schemas)) <= ACCEPTED_KEYWORDS


@pytest.mark.parametrize(
    ("name", "expected"), [("vault_search", None), ("read the note!", "read_the_note_"), ("", "unnamed")]
)
def test_an_invalid_tool_name_of_a_model_is_sent_in_a_valid_form(name: str, expected: str | None) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 28."""
    invalid = CALL.model_copy(update={"name": name})

    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(invalid,))))

    assert body["messages"][2]["tool_calls"][0]["function"]["name"] == (expected or name)


def test_offered_tools_have_valid_names() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 28."""
    names = [tool["function"]["name"] for tool in body_of(request(tools=(SEARCH, READ)))["tools"]]

    assert names == ["vault_search", "file_read"]


def test_a_call_without_a_result_gets_one() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 15."""
    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(CALL,)), user_message("Go on")))

    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool", "user"]


def test_invalid_arguments_are_sent_as_an_object() -> None:
    invalid = CALL.model_copy(update={"arguments_json": '{"query": \ud800', "arguments": None})

    body = body_of(request(user_message("Q"), Message(role="assistant", parts=(invalid,))))

    assert "unreadable_arguments" in body["messages"][2]["tool_calls"][0]["function"]["arguments"]


# Chat answer


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("stop", "end"),
        ("STOP", "end"),
        ("eos", "end"),
        ("tool_calls", "tool_calls"),
        ("function_call", "tool_calls"),
        ("length", "length"),
        ("MAX_TOKENS", "length"),
        ("model_context_window_exceeded", "length"),
        ("content_filter", "content_filter"),
        ("content_filter: PROHIBITED_CONTENT", "content_filter"),
        ("content_filter: news", "content_filter"),
        ("SAFETY", "content_filter"),
        ("refusal", "refusal"),
    ],
)
def test_finish_reasons_of_all_servers_are_mapped(reason: str, stop: StopReason) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 9."""
    assert stop_reason(reason) == stop


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("error", "the model behind it failed"),
        ("function_call_filter: MALFORMED_FUNCTION_CALL", "cannot be read"),
        ("UNEXPECTED_TOOL_CALL", "not offered"),
        ("content_filter: MISSING_THOUGHT_SIGNATURE", "signatures"),
        ("tired", "it ended with 'tired'"),
        ("x" * 500, "x" * 40),
        ("", "it ended with ''"),
    ],
)
def test_an_invalid_finish_reason_is_an_error_with_a_short_message(reason: str, message: str) -> None:
    with pytest.raises(InvalidStop, match=message) as caught:
        stop_reason(reason)

    assert len(str(caught.value)) < 100


def test_the_stricter_of_two_stop_reasons_wins() -> None:
    assert stricter_stop("tool_calls", None) == "tool_calls"
    assert stricter_stop("tool_calls", "length") == "length"
    assert stricter_stop("content_filter", "end") == "content_filter"
    assert stricter_stop("end", "tool_calls") == "tool_calls"


# The transcripts of valid and broken streams are in transcripts.py; test_response_reader.py reads them.


def read_events(*chunks: object, dialect: ChatDialect = COMPATIBLE_DIALECT, scope: str = "") -> list[ModelEvent]:
    answer = ChatAnswer(ErrorContext("Local", "localhost:1", "OpenAI"), ReplayReceiver(scope, dialect))
    events = [event for chunk in chunks for event in answer.feed(ServerEvent("", json.dumps(chunk)))]
    return [*events, *answer.finish()]


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_reasoning_is_separated_from_text(name: str) -> None:
    assert read_events(chat_chunk({name: "Hm."}), chat_chunk(HELLO, "stop")) == [
        ReasoningArrived("Hm."),
        TextArrived("Hello"),
        TurnEnded("end"),
    ]


def test_usage_is_reported_once_with_its_details() -> None:
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 4,
        "prompt_tokens_details": {"cached_tokens": 3},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }

    events = read_events(
        chat_chunk(HELLO, "stop"), {"choices": [], "usage": {"prompt_tokens": 1}}, {"choices": [], "usage": usage}
    )

    assert events[1:] == [UsageReported(9, 4, 3, 2), TurnEnded("end")]


def test_a_truncated_call_causes_a_notice_and_never_becomes_ready() -> None:
    *_, notice, end = read_events(chat_chunk(COMPLETE_CALL, "length"))

    assert isinstance(notice, Noticed)
    assert end == TurnEnded("length")


def test_an_answer_beyond_the_size_limit_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.providers.error_context.MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="too long"):
        read_events(*[chat_chunk({"content": "x" * 60})] * 3)


@pytest.mark.parametrize("junk", [{"choices": "x"}, {"choices": [7]}, {"choices": [{"delta": []}]}, {"usage": 3}])
def test_fields_of_the_wrong_type_are_a_provider_error(junk: object) -> None:
    with pytest.raises(ProviderError):
        read_events(junk)


def ready_calls(*deltas: dict[str, Any], finish: str = "tool_calls") -> list[tuple[str, str]]:
    events = read_events(*map(chat_chunk, deltas), chat_chunk({}, finish))
    return [(event.call.name, event.call.arguments_json) for event in events if isinstance(event, CallReady)]


def test_parallel_calls_with_equal_or_absent_index_stay_separate() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 7."""
    for index in (0, None):
        first = call_delta(index, id="a", name="read", arguments='{"p": 1}')
        second = call_delta(index, id="b", name="read", arguments='{"p": 2}')

        assert ready_calls(first, second) == [("read", '{"p": 1}'), ("read", '{"p": 2}')]


def test_a_name_repeated_in_each_delta_is_one_name() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 8."""
    deltas = [call_delta(0, id="a", name="read", arguments=text) for text in ("", '{"p":', " 1}")]

    assert ready_calls(*deltas) == [("read", '{"p": 1}')]


def test_calls_with_finish_reason_stop_are_calls_and_a_second_finish_reason_is_ignored() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 9."""
    assert ready_calls(COMPLETE_CALL, finish="stop") == [("read", '{"p": 1}')]
    events = read_events(chat_chunk(COMPLETE_CALL, "tool_calls"), chat_chunk({}, "tool_calls"))
    assert [event for event in events if isinstance(event, TurnEnded)] == [TurnEnded("tool_calls")]


def test_a_truncated_call_that_parses_is_not_run() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 10."""
    assert ready_calls(COMPLETE_CALL, finish="length") == []


def test_a_stream_without_a_finish_reason_is_broken() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 11."""
    with pytest.raises(ProviderBroken, match="was interrupted"):
        read_events(chat_chunk(COMPLETE_CALL))


def test_an_error_inside_a_stream_ends_it() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 12."""
    with pytest.raises(ProviderBroken, match="overloaded"):
        read_events(chat_chunk(HELLO), {"error": {"code": 503, "message": "x"}})


@pytest.mark.parametrize("arguments", [{}, {"arguments": ""}, {"arguments": "{}"}, {"arguments": None}])
def test_empty_arguments_are_an_empty_object(arguments: dict[str, Any]) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 13."""
    assert ready_calls(call_delta(0, id="a", name="now", **arguments)) == [("now", "{}")]


def test_arguments_sent_as_an_object_become_text() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 14."""
    assert ready_calls(call_delta(0, id="a", name="read", arguments={"p": 1})) == [("read", '{"p": 1}')]


def test_a_usage_chunk_without_choices_is_read() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 20."""
    events = read_events(chat_chunk(HELLO, "stop"), {"choices": [], "usage": {"prompt_tokens": 3}})

    assert events == [TextArrived("Hello"), UsageReported(3, 0), TurnEnded("end")]


def test_json_without_choices_is_another_protocol() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 22."""
    with pytest.raises(ProviderBroken, match="does not use the OpenAI protocol"):
        read_events({"object": "list"})


def test_reasoning_tokens_missing_from_the_details_are_computed_from_the_total() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 40}

    assert UsageReported(10, 30, 0, 25) in read_events(chat_chunk(HELLO, "stop"), {"choices": [], "usage": usage})


@pytest.mark.parametrize("cost", [-1, "0.5", True, float("nan"), float("inf"), {"total": 1}, None])
def test_an_invalid_cost_is_not_reported(cost: object) -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 1, "cost": cost}}

    events = read_events(chat_chunk(HELLO, "stop"), usage, dialect=OPENROUTER_DIALECT)

    assert [event.cost for event in events if isinstance(event, UsageReported)] == [None]


def test_a_thought_summary_of_gemini_is_reasoning() -> None:
    reasoning = {"content": "Hm.", "extra_content": {"google": {"thought": True}}}

    assert read_events(chat_chunk(reasoning), chat_chunk(HELLO, "stop"))[:2] == [
        ReasoningArrived("Hm."),
        TextArrived("Hello"),
    ]


def test_reasoning_sent_in_two_fields_is_shown_once() -> None:
    in_both_fields = {"reasoning": "Hm.", "reasoning_details": [{"type": "reasoning.text", "text": "Hm.", "index": 0}]}
    in_details = {"reasoning_details": [{"type": "reasoning.summary", "summary": " So.", "index": 1}]}

    events = read_events(
        chat_chunk(in_both_fields), chat_chunk(in_details), chat_chunk(HELLO, "stop"), dialect=OPENROUTER_DIALECT
    )

    assert [event.text for event in events if isinstance(event, ReasoningArrived)] == ["Hm.", " So."]


def test_replayed_items_are_stored_by_family_with_the_ids_of_the_server() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 6."""
    signed: Any = call_delta(0, id="a", name="read", arguments="{}")
    signed["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": "c2ln"}}
    other = call_delta(1, id="b", name="read", arguments="{}")

    events = read_events(
        chat_chunk(other), chat_chunk(signed), chat_chunk({}, "stop"), dialect=GEMINI_DIALECT, scope="gemini@h/m"
    )

    ids = [event.call_id for event in events if isinstance(event, CallStarted)]
    end = events[-1]
    assert isinstance(end, TurnEnded)
    assert [(part.family, part.item) for part in end.replay] == [
        ("gemini@h/m", {"wire_ids": {ids[0]: "b", ids[1]: "a"}}),
        ("gemini@h/m", {"calls": {"1": {"google": {"thought_signature": "c2ln"}}}}),
    ]


def test_items_of_a_truncated_answer_are_not_replayed() -> None:
    delta = {"reasoning_details": [{"type": "reasoning.text", "text": "half", "index": 0}]}

    end = read_events(chat_chunk(delta), chat_chunk(HELLO, "length"), dialect=OPENROUTER_DIALECT, scope="f")[-1]

    assert end == TurnEnded("length")


def done_events(*deltas: dict[str, Any]) -> list[ModelEvent]:
    """Return the events of a stream that ends with `[DONE]` and without a finish reason."""
    answer = ChatAnswer(ErrorContext("Local", "localhost:1", "OpenAI"))
    events: list[ModelEvent] = []
    for delta in deltas:
        events += answer.feed(ServerEvent("", json.dumps(chat_chunk(delta))))
    events += answer.feed(ServerEvent("", "[DONE]"))
    return [*events, *answer.finish()]


def test_m17_done_without_a_finish_reason_ends_an_answer_that_can_be_parsed() -> None:
    assert done_events(HELLO)[-1] == TurnEnded("end")
    events = done_events(COMPLETE_CALL)
    assert [event.call.name for event in events if isinstance(event, CallReady)] == ["read"]
    assert events[-1] == TurnEnded("tool_calls")


@pytest.mark.parametrize("deltas", [[call_delta(0, id="a", name="read", arguments='{"p')], [{}], [{"content": ""}]])
def test_m17_done_without_a_finish_reason_does_not_end_an_unparsable_answer(deltas: list[dict[str, Any]]) -> None:
    with pytest.raises(ProviderBroken):
        done_events(*deltas)


def test_m17_a_message_instead_of_a_delta_is_read() -> None:
    chunk = {"id": "c", "choices": [{"index": 0, "message": HELLO, "finish_reason": "stop"}]}
    assert [event for event in read_events(chunk) if isinstance(event, TextArrived)] == [TextArrived("Hello")]
