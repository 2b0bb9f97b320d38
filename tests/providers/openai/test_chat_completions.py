"""Tests of providers/openai/chat_completions.py."""

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, request
from tests.providers.transcripts import HELLO, WHOLE, call_delta
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

# Chat request.


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
    details.add_complete(blocks)

    assert details.blocks == blocks


def test_what_is_none_is_passed_over_and_there_is_a_limit() -> None:
    assert joined(7, {"text": "x"}, {"type": 3}) == []
    assert len(joined(*(encrypted("x", id=f"{n}") for n in range(MAX_DETAILS)))) == MAX_DETAILS
    assert joined(*(encrypted("x", id=f"{n}") for n in range(MAX_DETAILS * 2))) == []
    details = ReasoningDetails()
    details.add("x")
    assert details.blocks == []


def test_thinking_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_completions, "MAX_CHARACTERS", 300)

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
    accumulator, collector = CallAccumulator(), ReplayCollector(after_tools=after_tools)
    for place in range(calls):
        list(accumulator.add(place, "", "read", "{}"))
    if reasoning:
        collector.add_reasoning("reasoning", reasoning)
    return [part.item for part in collector.parts(REPLAY_SCOPE, accumulator)]


def test_reasoning_is_kept_only_where_it_may_go_back() -> None:
    item = {"message": {"reasoning": "Hm."}}

    assert collected(reasoning="Hm.", calls=1) == [item]
    assert collected(reasoning="Hm.", after_tools=True) == [item]
    assert collected(reasoning="Hm.") == [{"reasoning_field": "reasoning"}]


def test_what_no_chat_can_hold_is_not_kept() -> None:
    assert collected(reasoning="half a pair \ud800", calls=1) == []


def test_a_signature_on_the_text_is_kept_and_other_marks_are_not() -> None:
    collector = ReplayCollector()
    collector.add_delta({"extra_content": SIGNED}, is_complete=False)
    collector.add_delta({"extra_content": {"google": {"thought": True}}}, is_complete=False)

    assert [part.item for part in collector.parts(REPLAY_SCOPE, CallAccumulator())] == [
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


# Chat answer.


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
def test_each_servers_word_is_known(reason: str, stop: StopReason) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 9."""
    assert stop_reason(reason) == stop


@pytest.mark.parametrize(
    ("reason", "said"),
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
def test_an_end_that_is_none_says_why(reason: str, said: str) -> None:
    with pytest.raises(InvalidStop, match=said) as told:
        stop_reason(reason)

    assert len(str(told.value)) < 100


def test_of_two_reasons_the_stricter_counts() -> None:
    assert stricter_stop("tool_calls", None) == "tool_calls"
    assert stricter_stop("tool_calls", "length") == "length"
    assert stricter_stop("content_filter", "end") == "content_filter"
    assert stricter_stop("end", "tool_calls") == "tool_calls"


# What each broken and honest stream comes to stands in transcripts.py and runs in test_response_reader.py.


def read(*chunks: object, dialect: ChatDialect = COMPATIBLE_DIALECT, scope: str = "") -> list[ModelEvent]:
    answer = ChatAnswer(ErrorContext("Local", "localhost:1", "OpenAI"), ReplayReceiver(scope, dialect))
    events = [event for chunk in chunks for event in answer.feed(ServerEvent("", json.dumps(chunk)))]
    return [*events, *answer.finish()]


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_reasoning_is_told_apart_from_text(name: str) -> None:
    assert read(chat_chunk({name: "Hm."}), chat_chunk(HELLO, "stop")) == [
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

    events = read(
        chat_chunk(HELLO, "stop"), {"choices": [], "usage": {"prompt_tokens": 1}}, {"choices": [], "usage": usage}
    )

    assert events[1:] == [UsageReported(9, 4, 3, 2), TurnEnded("end")]


def test_a_call_that_was_cut_is_noticed_and_never_ready() -> None:
    *_, notice, ended = read(chat_chunk(WHOLE, "length"))

    assert isinstance(notice, Noticed)
    assert ended == TurnEnded("length")


def test_an_answer_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_completions, "MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="too long"):
        read(*[chat_chunk({"content": "x" * 60})] * 3)


@pytest.mark.parametrize("junk", [{"choices": "x"}, {"choices": [7]}, {"choices": [{"delta": []}]}, {"usage": 3}])
def test_fields_of_the_wrong_kind_never_crash(junk: object) -> None:
    with pytest.raises(ProviderError):
        read(junk)


def ready(*deltas: dict[str, Any], finish: str = "tool_calls") -> list[tuple[str, str]]:
    events = read(*map(chat_chunk, deltas), chat_chunk({}, finish))
    return [(event.call.name, event.call.arguments_json) for event in events if isinstance(event, CallReady)]


def test_parallel_calls_with_equal_or_absent_index_stay_apart() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 7."""
    for index in (0, None):
        first = call_delta(index, id="a", name="read", arguments='{"p": 1}')
        second = call_delta(index, id="b", name="read", arguments='{"p": 2}')

        assert ready(first, second) == [("read", '{"p": 1}'), ("read", '{"p": 2}')]


def test_a_name_repeated_in_each_delta_is_one_name() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 8."""
    pieces = [call_delta(0, id="a", name="read", arguments=text) for text in ("", '{"p":', " 1}")]

    assert ready(*pieces) == [("read", '{"p": 1}')]


def test_calls_under_stop_are_calls_and_a_second_finish_changes_nothing() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 9."""
    assert ready(WHOLE, finish="stop") == [("read", '{"p": 1}')]
    twice = read(chat_chunk(WHOLE, "tool_calls"), chat_chunk({}, "tool_calls"))
    assert [event for event in twice if isinstance(event, TurnEnded)] == [TurnEnded("tool_calls")]


def test_a_cut_that_parses_runs_nothing() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 10."""
    assert ready(WHOLE, finish="length") == []


def test_a_stream_without_a_finish_reason_is_broken() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 11."""
    with pytest.raises(ProviderBroken, match="was interrupted"):
        read(chat_chunk(WHOLE))


def test_an_error_inside_a_stream_ends_it_and_keeps_what_came() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 12."""
    with pytest.raises(ProviderBroken, match="overloaded"):
        read(chat_chunk(HELLO), {"error": {"code": 503, "message": "x"}})


@pytest.mark.parametrize("arguments", [{}, {"arguments": ""}, {"arguments": "{}"}, {"arguments": None}])
def test_empty_arguments_are_an_empty_object(arguments: dict[str, Any]) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 13."""
    assert ready(call_delta(0, id="a", name="now", **arguments)) == [("now", "{}")]


def test_arguments_sent_as_an_object_become_text() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 14."""
    assert ready(call_delta(0, id="a", name="read", arguments={"p": 1})) == [("read", '{"p": 1}')]


def test_a_usage_chunk_without_choices_is_read() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 20."""
    events = read(chat_chunk(HELLO, "stop"), {"choices": [], "usage": {"prompt_tokens": 3}})

    assert events == [TextArrived("Hello"), UsageReported(3, 0), TurnEnded("end")]


def test_json_without_choices_is_another_language() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 22."""
    with pytest.raises(ProviderBroken, match="does not answer like an OpenAI server"):
        read({"object": "list"})


def test_thinking_that_only_the_total_tells_is_counted_as_output() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 40}

    assert UsageReported(10, 30, 0, 25) in read(chat_chunk(HELLO, "stop"), {"choices": [], "usage": usage})


@pytest.mark.parametrize("cost", [-1, "0.5", True, float("nan"), float("inf"), {"total": 1}, None])
def test_a_cost_that_is_none_is_not_told(cost: object) -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 1, "cost": cost}}

    events = read(chat_chunk(HELLO, "stop"), usage, dialect=OPENROUTER_DIALECT)

    assert [event.cost for event in events if isinstance(event, UsageReported)] == [None]


def test_a_summary_of_geminis_thinking_is_reasoning() -> None:
    thought = {"content": "Hm.", "extra_content": {"google": {"thought": True}}}

    assert read(chat_chunk(thought), chat_chunk(HELLO, "stop"))[:2] == [ReasoningArrived("Hm."), TextArrived("Hello")]


def test_reasoning_that_comes_in_two_fields_is_shown_once() -> None:
    both = {"reasoning": "Hm.", "reasoning_details": [{"type": "reasoning.text", "text": "Hm.", "index": 0}]}
    alone = {"reasoning_details": [{"type": "reasoning.summary", "summary": " So.", "index": 1}]}

    events = read(chat_chunk(both), chat_chunk(alone), chat_chunk(HELLO, "stop"), dialect=OPENROUTER_DIALECT)

    assert [event.text for event in events if isinstance(event, ReasoningArrived)] == ["Hm.", " So."]


def test_what_goes_back_is_kept_by_family_with_the_servers_ids() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 6."""
    signed: Any = call_delta(0, id="a", name="read", arguments="{}")
    signed["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": "c2ln"}}
    other = call_delta(1, id="b", name="read", arguments="{}")

    events = read(
        chat_chunk(other), chat_chunk(signed), chat_chunk({}, "stop"), dialect=GEMINI_DIALECT, scope="gemini@h/m"
    )

    ids = [event.call_id for event in events if isinstance(event, CallStarted)]
    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert [(part.family, part.item) for part in ended.replay] == [
        ("gemini@h/m", {"wire_ids": {ids[0]: "b", ids[1]: "a"}}),
        ("gemini@h/m", {"calls": {"1": {"google": {"thought_signature": "c2ln"}}}}),
    ]


def test_nothing_of_a_cut_answer_goes_back() -> None:
    piece = {"reasoning_details": [{"type": "reasoning.text", "text": "half", "index": 0}]}

    ended = read(chat_chunk(piece), chat_chunk(HELLO, "length"), dialect=OPENROUTER_DIALECT, scope="f")[-1]

    assert ended == TurnEnded("length")


def done(*deltas: dict[str, Any]) -> list[ModelEvent]:
    """Return what comes of a stream that ends with `[DONE]` and gives no finish reason."""
    answer = ChatAnswer(ErrorContext("Local", "localhost:1", "OpenAI"))
    events: list[ModelEvent] = []
    for delta in deltas:
        events += answer.feed(ServerEvent("", json.dumps(chat_chunk(delta))))
    events += answer.feed(ServerEvent("", "[DONE]"))
    return [*events, *answer.finish()]


def test_m17_done_without_a_finish_reason_ends_an_answer_that_can_be_read() -> None:
    assert done(HELLO)[-1] == TurnEnded("end")
    events = done(WHOLE)
    assert [event.call.name for event in events if isinstance(event, CallReady)] == ["read"]
    assert events[-1] == TurnEnded("tool_calls")


@pytest.mark.parametrize("deltas", [[call_delta(0, id="a", name="read", arguments='{"p')], [{}], [{"content": ""}]])
def test_m17_done_without_a_finish_reason_ends_nothing_else(deltas: list[dict[str, Any]]) -> None:
    with pytest.raises(ProviderBroken):
        done(*deltas)


def test_m17_a_message_instead_of_a_delta_is_read() -> None:
    chunk = {"id": "c", "choices": [{"index": 0, "message": HELLO, "finish_reason": "stop"}]}
    assert [event for event in read(chunk) if isinstance(event, TextArrived)] == [TextArrived("Hello")]
