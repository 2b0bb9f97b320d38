"""Tests of endpoint/endpoint_request.py."""

import base64
import json
import os
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import openai
import pytest
from hypothesis import given
from hypothesis import strategies as some
from openai.lib._parsing._responses import type_to_text_format_param
from pydantic import BaseModel

from tests.endpoint.bench import LABEL, SEAL, WEATHER, asked, bench, call, said, scripted
from tests.providers import asking, chatting
from tests.providers.ollama_asking import lmstudio, ollama
from tests.providers.responses_asking import responses
from tests.support.campaigns import paired
from tests.support.codex_server import CodexServer, answered, calls, holds, says, waits
from tests.support.responses_checker import check_response, check_stream
from tests.support.wire import Call, Raw, Turn, WireServer
from tests.support.wire_ollama import refused as ollama_refused
from tests.support.wire_ollama import reply, shown
from tests.support.wire_turns import refused
from vaultdesk.chat.messages import Message, ProviderPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.endpoint.endpoint_request import (
    MAX_STATE_BYTES,
    CarriedState,
    FunctionTool,
    InputConversation,
    InputItem,
    StateSigner,
    read_text_format,
    read_tools,
)
from vaultdesk.endpoint.endpoint_request import read_input as read_sealed
from vaultdesk.endpoint.http_error import EndpointError
from vaultdesk.providers.answer_format import AnswerCheck
from vaultdesk.providers.capabilities import ToolModeChoice
from vaultdesk.providers.codex.codex_provider import Codex
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.provider import AnswerFormat, ModelEvent, ModelRequest, Provider, ToolChoice, TurnEnded
from vaultdesk.providers.provider_assembly import providers_by_tool_mode
from vaultdesk.providers.tool_emulation.emulation import AdaptiveTools, ToolEmulation
from vaultdesk.providers.tool_emulation.text_transcript import BRACKET_FRAMING, write_call
from vaultdesk.providers.wrappers import ProviderWrapper

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
    word = SEAL.sign(CarriedState(calls=calls, parts=(SIGN,)))
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
    ["", "gAAAAABo", "vd1.", "vd1.!!", StateSigner("another").sign(CarriedState(parts=(SIGN,))), 7, None, [], {"a": 1}],
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


# Text format: structured output and forced tools over each wire, with the openai SDK.

Backend = Literal["openai", "responses", "anthropic", "ollama"]
BACKENDS: tuple[Backend, ...] = ("openai", "responses", "anthropic", "ollama")

MODEL = "claude-sonnet-4-6"
"""A name that the Anthropic wire takes for a model with structured output; the others take any."""


class City(BaseModel):
    """What the caller wants back."""

    name: str
    people: int


OSLO = '{"name": "Oslo", "people": 717710}'
FORMAT: dict[str, Any] = {
    "type": "json_schema",
    "name": "city",
    "strict": True,
    "schema": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "people": {"type": "integer"}},
        "required": ["name", "people"],
        "additionalProperties": False,
    },
}


@dataclass
class Far:
    """The model's server of one test, and the provider that asks it."""

    server: WireServer
    provider: Provider

    @property
    def bodies(self) -> list[Any]:
        """The questions it was asked."""
        return [post.json for post in self.server.posts if not post.path.endswith("/api/show")]


def far(kind: Backend, *turns: Turn | Raw) -> Far:
    """Return a server of *kind* and its provider in the wrappers that matter here."""
    # The server's own list says nothing of Ollama's model; `/api/show` does.
    routes = {"/api/show": lambda _: reply(shown("completion", "tools"))} if kind == "ollama" else None
    script: dict[str, Sequence[Turn | Raw]] = {kind: turns}
    server = WireServer(routes=routes, **script)  # type: ignore[arg-type] # one wire by its name
    makers: Mapping[Backend, Callable[[str], Provider]] = {
        "openai": chatting.chat,
        "responses": responses,
        "anthropic": lambda url: _Named(asking.anthropic(url)),
        "ollama": ollama,
    }
    return Far(server, checked(makers[kind](server.url)))


class _Named(ProviderWrapper):
    """Asks for `MODEL`, whatever the bench calls it."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        async with aclosing(self._provider.stream(replace(request, model=MODEL))) as events:
            async for event in events:
                yield event


def checked(provider: Provider) -> Provider:
    """Return *provider* as the catalog wraps it, as far as demands on the answer go."""

    async def native() -> ToolModeChoice:
        return ToolModeChoice("native", Phrase("It is so in this test."))

    by_mode = providers_by_tool_mode(provider, framing=BRACKET_FRAMING)
    return AnswerCheck(AdaptiveTools(by_mode, native, None))


def format_sent(kind: Backend, body: Any) -> Any:
    """Return the answer format in a request's *body*, by the wire's own name."""
    match kind:
        case "openai":
            return body.get("response_format")
        case "responses":
            return body.get("text", {}).get("format")
        case "anthropic":
            return body.get("output_config", {}).get("format")
        case "ollama":
            return body.get("format")


SENT: Mapping[Backend, Any] = {
    "openai": {"type": "json_schema", "json_schema": {**{k: FORMAT[k] for k in ("name", "schema", "strict")}}},
    "responses": FORMAT,
    "anthropic": {"type": "json_schema", "schema": FORMAT["schema"]},
    "ollama": FORMAT["schema"],
}


@pytest.mark.parametrize("kind", BACKENDS)
async def test_a_schema_is_passed_on_and_the_sdk_parses_the_answer(kind: Backend) -> None:
    there = far(kind, Turn(OSLO))
    async with there.server, bench(there.provider) as served, served.client() as client:
        parsed = await client.responses.parse(model=LABEL, input="Which city?", text_format=City)

    assert parsed.output_parsed == City(name="Oslo", people=717710)
    sent = format_sent(kind, there.bodies[0])
    assert "City" in json.dumps(sent)
    assert parsed.text is not None
    assert parsed.text.format is not None
    assert parsed.text.format.to_dict() == {**type_to_text_format_param(City)}


@pytest.mark.parametrize("kind", BACKENDS)
async def test_the_schema_stands_on_the_wire_as_each_server_wants_it(kind: Backend) -> None:
    there = far(kind, Turn(OSLO))
    async with there.server, bench(there.provider) as served:
        status, answer = await served.post({"model": LABEL, "input": "Which city?", "text": {"format": FORMAT}})

    assert status == 200
    assert check_response(answer).output_text == OSLO
    assert answer["text"]["format"] == FORMAT
    assert format_sent(kind, there.bodies[0]) == SENT[kind]


@pytest.mark.parametrize("kind", BACKENDS)
async def test_any_json_object_is_asked_for_where_no_schema_is_given(kind: Backend) -> None:
    there = far(kind, Turn('Here it is:\n```json\n{"a": 1}\n```\nAnything else?'))
    async with there.server, bench(there.provider) as served:
        wanted = {"format": {"type": "json_object"}}
        final = check_stream(await served.events({"model": LABEL, "input": "JSON, please", "text": wanted}))

    assert (final.status, final.output_text) == ("completed", '{"a": 1}')
    object_mode = {"openai": {"type": "json_object"}, "responses": {"type": "json_object"}, "ollama": "json"}
    body = there.bodies[0]
    assert format_sent(kind, body) == object_mode.get(kind)
    # OpenAI refuses this mode where the word does not occur; Anthropic has no such mode.
    assert json.dumps(body).count("Answer with one JSON object") == 1


@pytest.mark.parametrize("kind", BACKENDS)
async def test_a_model_that_takes_no_format_is_told_in_words_from_then_on(kind: Backend) -> None:
    answers = [Turn(f"Sure!\n{OSLO}"), Turn(OSLO)]
    no = ollama_refused if kind == "ollama" else refused
    refusals = [no(400, "This model does not support response_format json_schema / output_config.format.")]
    if kind in ("openai", "responses", "ollama"):
        refusals.append(no(400, "This model does not support json_object in response_format."))
    there = far(kind, *refusals, *answers)
    async with there.server, bench(there.provider) as served:
        body = {"model": LABEL, "input": "Which city?", "text": {"format": FORMAT}}
        first = check_stream(await served.events(body))
        second = check_stream(await served.events(body))

    assert (first.output_text, second.output_text) == (OSLO, OSLO)
    assert len(there.bodies) == len(refusals) + 2
    for sent in there.bodies[-2:]:
        assert format_sent(kind, sent) is None
        assert "fits this JSON Schema" in json.dumps(sent)


@pytest.mark.parametrize("kind", BACKENDS)
async def test_an_answer_that_does_not_fit_is_asked_for_once_more(kind: Backend) -> None:
    there = far(kind, Turn("Oslo, I think."), Turn(OSLO))
    async with there.server, bench(there.provider) as served:
        final = check_stream(await served.events({"model": LABEL, "input": "City?", "text": {"format": FORMAT}}))

    assert (final.status, final.output_text) == ("completed", OSLO)
    again = json.dumps(there.bodies[1])
    assert "Oslo, I think." in again
    assert "it is not JSON" in again
    assert final.usage
    assert final.usage.output_tokens == 2 * 5  # both answers are paid for


@pytest.mark.parametrize("kind", BACKENDS)
async def test_an_answer_that_does_not_fit_the_second_time_either_is_an_error_with_the_reason(kind: Backend) -> None:
    there = far(kind, Turn('{"name": "Oslo"}'), Turn('{"name": "Oslo", "people": "many"}'))
    async with there.server, bench(there.provider) as served, served.client() as client:
        with pytest.raises(openai.BadRequestError, match="people is not of type integer"):
            await client.responses.parse(model=LABEL, input="Which city?", text_format=City)

    assert len(there.bodies) == 2


async def test_a_schema_that_is_not_strict_is_a_wish() -> None:
    there = far("openai", Turn('{"name": "Oslo"}'), Turn('{"name": "Oslo"}'))
    async with there.server, bench(there.provider) as served:
        loose = {"format": {**FORMAT, "strict": False}}
        final = check_stream(await served.events({"model": LABEL, "input": "City?", "text": loose}))

    assert (final.status, final.output_text) == ("completed", '{"name": "Oslo"}')


async def test_a_schema_against_openais_rules_is_told_to_its_author() -> None:
    words = "Invalid schema for response_format 'city': 'additionalProperties' is required to be false."
    there = far("openai", refused(400, words))
    async with there.server, bench(there.provider) as served:
        status, answer = await served.post({"model": LABEL, "input": "City?", "text": {"format": FORMAT}})

    assert status == 400
    assert words.removesuffix(".") in answer["error"]["message"]
    assert len(there.bodies) == 1


async def test_a_schema_that_no_grammar_can_be_made_of_is_left_out_for_itself_alone() -> None:
    there = far("openai", refused(400, "Failed to parse grammar"), Turn(OSLO), Turn('{"a": 1}'))
    other = {**FORMAT, "schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}
    async with there.server, bench(there.provider) as served:
        for wanted in (FORMAT, other):
            await served.post({"model": LABEL, "input": "City?", "text": {"format": wanted}})

    kinds = [(format_sent("openai", body) or {}).get("type") for body in there.bodies]
    assert kinds == ["json_schema", "json_object", "json_schema"]


async def test_lm_studio_which_knows_schemas_only_is_told_of_an_object_in_words() -> None:
    words = "'response_format.type' must be 'json_schema' or 'text'"
    with WireServer(openai=[refused(400, words), Turn('{"a": 1}'), Turn(OSLO)]) as server:
        async with bench(checked(lmstudio(server.url))) as served:
            for wanted in ({"type": "json_object"}, FORMAT):
                status, _ = await served.post({"model": LABEL, "input": "JSON?", "text": {"format": wanted}})
                assert status == 200

    bodies = [post.json for post in server.posts if post.path.endswith("/chat/completions")]
    kinds = [(format_sent("openai", body) or {}).get("type") for body in bodies]
    assert kinds == ["json_object", None, "json_schema"]


async def test_another_vendors_model_on_anthropics_wire_is_told_in_words() -> None:
    with WireServer(anthropic=[Turn(OSLO)]) as server:
        provider = checked(asking.anthropic(server.url))
        request = replace(asked_for(FORMAT), model="glm-5")
        outcome = await asking.ask(provider, request)

    assert outcome.text == OSLO
    assert format_sent("anthropic", server.posts[0].json) is None
    assert "fits this JSON Schema" in server.posts[0].json["system"]


def asked_for(wanted: Mapping[str, Any]) -> Any:
    return asked({"input": "City?", "text": {"format": wanted}}).model_request("scripted")


# Length: an answer that is cut says so.

CUT: Mapping[Backend, str] = {
    "openai": "length",
    "responses": "max_output_tokens",
    "anthropic": "max_tokens",
    "ollama": "length",
}


@pytest.mark.parametrize("kind", BACKENDS)
async def test_max_output_tokens_is_passed_on_and_a_cut_answer_is_incomplete(kind: Backend) -> None:
    there = far(kind, Turn('{"name": "Os', stop=CUT[kind]))
    async with there.server, bench(there.provider) as served, served.client() as client:
        response = await client.responses.create(
            model=LABEL,
            input="City?",
            max_output_tokens=16,
            text={"format": FORMAT},  # type: ignore[arg-type]
        )

    assert response.status == "incomplete"
    assert response.incomplete_details
    assert response.incomplete_details.reason == "max_output_tokens"
    assert response.output_text == '{"name": "Os'
    body = there.bodies[0]
    limits = {
        "openai": body.get("max_tokens"),
        "responses": body.get("max_output_tokens"),
        "anthropic": body.get("max_tokens"),
        "ollama": body.get("options", {}).get("num_predict"),
    }
    assert limits[kind] == 16


@pytest.mark.parametrize(
    ("model", "effort", "limit"),
    [("claude-fable-5", None, 16), ("claude-fable-5", "high", 16), ("claude-opus-4-1", "low", 16 + 2048)],
)
async def test_thoughts_count_against_the_callers_limit_as_at_openai(model: str, effort: str, limit: int) -> None:
    with WireServer(anthropic=[Turn("Short.")]) as server:
        body = {"input": "City?", "max_output_tokens": 16, "reasoning": {"effort": effort}}
        await asking.ask(asking.anthropic(server.url), asked(body).model_request(model))

    assert server.posts[0].json["max_tokens"] == limit


# Formats beside tools: a server that holds a model to JSON lets it call no tool.


async def test_ollamas_format_is_left_out_beside_tools_and_told_in_words() -> None:
    there = far("ollama", Turn(calls=[Call("get_weather", {"city": "Oslo"})]), Turn(OSLO))
    async with there.server, bench(there.provider) as served:
        body = {"model": LABEL, "input": "City?", "text": {"format": FORMAT}}
        called = check_stream(await served.events({**body, "tools": [WEATHER]}))
        answered = check_stream(await served.events({**body, "tools": [WEATHER], "tool_choice": "none"}))

    assert ([item.type for item in called.output], answered.output_text) == (["function_call"], OSLO)
    first, second = there.bodies
    assert ("format" in first, second["format"]) == (False, FORMAT["schema"])
    assert "fits this JSON Schema" in first["messages"][0]["content"]


async def test_a_format_is_told_in_words_where_tools_are_given_by_text() -> None:
    far_end = scripted(said(write_call("sentinel", "get_weather", json.dumps({"city": "Oslo"}))), said(OSLO))
    provider = AnswerCheck(ToolEmulation(far_end, mode="sentinel", framing=BRACKET_FRAMING))
    async with bench(provider) as served:
        body = {"model": LABEL, "input": "City?", "text": {"format": FORMAT}}
        called = check_stream(await served.events({**body, "tools": [WEATHER]}))
        answered = check_stream(await served.events(body))

    assert ([item.type for item in called.output], answered.output_text) == (["function_call"], OSLO)
    with_tools, without = far_end.requests
    assert (with_tools.answer_format, without.answer_format) == (
        None,
        read_text_format({"format": FORMAT}).answer_format,
    )
    assert "fits this JSON Schema" in with_tools.system


# Forced tools: where the wire has no word for it, the model is told, and asked again by text.

CITY_ARGUMENTS = {"city": "Oslo"}
FORCED = (
    "required",
    {"type": "function", "name": "get_weather"},
    {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "get_weather"}]},
)


@pytest.mark.parametrize(("kind", "choice"), paired(BACKENDS, FORCED))
async def test_a_forced_tool_is_passed_on_or_told(kind: Backend, choice: Any) -> None:
    there = far(kind, Turn(calls=[Call("get_weather", CITY_ARGUMENTS)]))
    async with there.server, bench(there.provider) as served, served.client() as client:
        response = await client.responses.create(model=LABEL, input="Hi", tools=[WEATHER], tool_choice=choice)

    (item,) = response.output
    assert (item.type, json.loads(getattr(item, "arguments", ""))) == ("function_call", CITY_ARGUMENTS)
    body = there.bodies[0]
    if kind == "ollama":
        assert "You must call" in body["messages"][0]["content"]
    else:
        assert body["tool_choice"]


@pytest.mark.parametrize("kind", BACKENDS)
async def test_a_forced_tool_that_is_not_called_is_asked_for_by_text(kind: Backend) -> None:
    written = write_call("sentinel", "get_weather", json.dumps(CITY_ARGUMENTS))
    there = far(kind, Turn("It is warm, I suppose."), Turn(written))
    async with there.server, bench(there.provider) as served:
        choice = {"type": "function", "name": "get_weather"}
        body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "tool_choice": choice}
        final = check_stream(await served.events(body))

    assert [item.type for item in final.output] == ["function_call"]
    assert "You must call the tool get_weather now" in json.dumps(there.bodies[1])


@pytest.mark.parametrize("choice", FORCED, ids=["required", "function", "allowed_tools"])
async def test_codex_is_told_of_a_forced_tool_and_asked_again_by_text(tmp_path: Path, choice: Any) -> None:
    written = write_call("sentinel", "get_weather", json.dumps(CITY_ARGUMENTS))
    turns = [
        [calls(("get_weather", CITY_ARGUMENTS)), answered(), waits()],
        [says("It is warm, I suppose.")],
        [says(written)],
        [says("No.")],
        [says("Still no.")],
    ]
    server = CodexServer(tmp_path, turns)
    provider = Codex("Codex", command=server.command, environment={**os.environ, "CODEX_HOME": str(tmp_path)})
    body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "tool_choice": choice}
    async with bench(checked(provider)) as served:
        for _ in range(2):
            final = check_stream(await served.events(body))
            (item,) = final.output
            assert (item.type, json.loads(getattr(item, "arguments", ""))) == ("function_call", CITY_ARGUMENTS)
        status, answer = await served.post(body)

    first, second, by_text, *_ = server.heard("thread/start")
    assert "before you answer." in first["developerInstructions"]
    assert ([tool["name"] for tool in second["dynamicTools"]], by_text["dynamicTools"]) == (["get_weather"], None)
    assert "You must call" in json.dumps(server.heard("turn/start")[2])
    assert (status, "called" in answer["error"]["message"]) == (400, True)


async def test_an_answer_of_codex_is_stopped_at_max_output_tokens(tmp_path: Path) -> None:
    server = CodexServer(tmp_path, [[says(*["It is warm. "] * 40), holds()]])
    provider = Codex("Codex", command=server.command, environment={**os.environ, "CODEX_HOME": str(tmp_path)})
    async with bench(checked(provider)) as served:
        final = check_stream(await served.events({"model": LABEL, "input": "Weather?", "max_output_tokens": 16}))

    assert (final.status, final.incomplete_details and final.incomplete_details.reason) == (
        "incomplete",
        "max_output_tokens",
    )
    assert final.output_text.startswith("It is warm.")
    assert text_tokens(final.output_text) <= 16


async def test_a_model_that_calls_no_forced_tool_is_an_honest_error() -> None:
    provider = AnswerCheck(scripted(said("No."), said("Still no.")))
    async with bench(provider) as served:
        body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "tool_choice": "required"}
        status, answer = await served.post(body)

    assert status == 400
    assert "no tool is called" in answer["error"]["message"]


async def test_a_tool_may_be_called_before_the_answer_in_json() -> None:
    turns = [*call("get_weather", '{"city": "Oslo"}'), TurnEnded("tool_calls")]
    async with bench(AnswerCheck(scripted(turns))) as served:
        body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "text": {"format": FORMAT}}
        final = check_stream(await served.events(body))

    assert [item.type for item in final.output] == ["function_call"]


async def test_the_offline_assistant_says_that_it_answers_in_no_json() -> None:
    async with bench(OfflineAssistant()) as served:
        status, answer = await served.post({"model": LABEL, "input": "City?", "text": {"format": FORMAT}})
        forced, _ = await served.post({"model": LABEL, "input": "Hi", "tools": [WEATHER], "tool_choice": "required"})

    assert (status, forced) == (400, 400)
    assert "offline assistant cannot answer in JSON" in answer["error"]["message"]


# Reading the option.


@pytest.mark.parametrize("text", [None, {}, {"format": None}, {"format": {"type": "text"}}, {"verbosity": "low"}])
def test_plain_text_is_what_nothing_else_is_asked_for(text: Any) -> None:
    assert read_text_format(text).answer_format is None


def test_the_shape_of_chat_completions_is_read_too() -> None:
    inner = {name: FORMAT[name] for name in ("name", "schema", "strict")}

    assert read_text_format({"format": {"type": "json_schema", "json_schema": inner}}) == read_text_format(
        {"format": FORMAT}
    )


def test_a_description_is_read_by_every_model_and_repeated_to_the_caller() -> None:
    found = read_text_format({"format": {**FORMAT, "description": "A city of Norway."}})

    assert found.answer_format == AnswerFormat({"description": "A city of Norway.", **FORMAT["schema"]}, "city", True)
    assert found.wire == {**FORMAT, "description": "A city of Norway."}


@pytest.mark.parametrize(
    ("shape", "param"),
    [
        ("json", "text.format.type"),
        ({"type": "yaml"}, "text.format.type"),
        ({"type": "json_schema", "schema": FORMAT["schema"]}, "text.format.name"),
        ({**FORMAT, "name": "a city"}, "text.format.name"),
        ({**FORMAT, "schema": None}, "text.format.schema"),
        ({**FORMAT, "schema": {}}, "text.format.schema"),
    ],
)
def test_a_format_that_cannot_be_meant_is_refused(shape: Any, param: str) -> None:
    with pytest.raises(EndpointError) as caught:
        read_text_format({"format": shape})

    assert (caught.value.status, caught.value.param) == (400, param)


# Seal: what a caller carries comes back as it was, or not at all.

OURS = StateSigner("vd-ours")
KEPT = CarriedState(
    calls=("call_1", "call_2"), parts=(ProviderPart(family="m@h/x", item={"layout": [{"native": {"a": "é"}}]}),)
)


def test_what_was_closed_is_opened_as_it_was() -> None:
    word = OURS.sign(KEPT)

    assert word.isascii()
    assert word.isprintable()
    assert OURS.verify(word) == KEPT
    assert StateSigner("vd-ours").verify(word) == KEPT, "also after a new start"
    assert OURS.verify(OURS.sign(CarriedState())) == CarriedState()


def test_nobody_elses_is_opened() -> None:
    assert StateSigner("vd-theirs").verify(OURS.sign(KEPT)) is None


def test_one_changed_character_anywhere_is_enough() -> None:
    word = OURS.sign(KEPT)
    for place, character in enumerate(word):
        other = "A" if character != "A" else "B"
        assert OURS.verify(word[:place] + other + word[place + 1 :]) is None
        assert OURS.verify(word[:place]) is None
    assert OURS.verify(word + "AAAA") is None


def test_what_is_signed_and_yet_no_answer_is_passed_over() -> None:
    data = b'{"calls": 7}'
    whole = OURS._digest(data) + data

    assert OURS.verify("vd1." + base64.b64encode(whole).decode()) is None


@given(some.text())
def test_any_text_is_passed_over(text: str) -> None:
    assert OURS.verify(text) is None
    assert OURS.verify("vd1." + text) is None


def test_half_of_a_character_pair_breaks_nothing() -> None:
    word = OURS.sign(CarriedState(parts=(ProviderPart(family="m", item="\ud800"),)))

    assert OURS.verify(word) in (None, CarriedState(parts=(ProviderPart(family="m", item="\ud800"),)))


@pytest.mark.parametrize("item", ["x" * MAX_STATE_BYTES, ["\U0001f600" * (MAX_STATE_BYTES // 10)]])
def test_what_is_too_long_is_not_closed(item: str) -> None:
    assert OURS.sign(CarriedState(parts=(ProviderPart(family="m", item=item),))) == ""


def test_a_long_false_word_costs_little() -> None:
    began = time.process_time()

    assert OURS.verify("vd1." + "A" * 15_000_000) is None
    assert time.process_time() - began < 0.5
