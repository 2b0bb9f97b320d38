"""Tests of endpoint/endpoint_request.py."""

import base64
import json
import os
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import openai
import pytest
from hypothesis import given
from hypothesis import strategies as some
from openai.lib._parsing._responses import type_to_text_format_param
from pydantic import BaseModel

from tests.endpoint.bench import LABEL, SIGNER, WEATHER, bench, call, parsed_request, said, scripted
from tests.providers import asking, chatting
from tests.providers.ollama_asking import lmstudio, ollama
from tests.providers.responses_asking import responses
from tests.support.campaigns import paired
from tests.support.codex_server import CodexServer, answered, calls, holds, sends_text, waits
from tests.support.growth import check_growth
from tests.support.responses_checker import check_response, check_stream
from tests.support.wire import Call, Raw, Turn, WireServer
from tests.support.wire_ollama import refused as ollama_refused
from tests.support.wire_ollama import reply, shown
from tests.support.wire_turns import refused
from vaultdesk.chat.messages import Message, ProviderPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.values import replace
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
from vaultdesk.endpoint.endpoint_request import read_input as read_signed_input
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

# Request tools: the functions of the caller, flat or nested, and the choice among them.

TIME: dict[str, Any] = {"type": "function", "name": "get_time"}


def test_functions_are_read_in_order_and_other_tool_types_are_ignored() -> None:
    offered = read_tools(
        [TIME, {"type": "web_search"}, {"type": "namespace", "name": "n", "tools": [TIME]}, WEATHER], None
    )

    assert [spec.name for spec in offered.specs] == ["get_time", "get_weather"]
    assert offered.specs[0].parameters == {"type": "object", "properties": {}}
    assert offered.tools[1].wire == WEATHER
    assert (offered.choice.mode, offered.wire_choice) == ("auto", "auto")


def test_the_nested_function_format_is_flattened() -> None:
    nested = {"type": "function", "function": {key: value for key, value in WEATHER.items() if key != "type"}}

    assert read_tools([nested], "auto").tools[0].wire == WEATHER


@pytest.mark.parametrize(
    ("choice", "expected_choice", "expected_specs", "callable_names"),
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
def test_each_tool_choice_is_read(
    choice: Any, expected_choice: ToolChoice, expected_specs: int, callable_names: list[str]
) -> None:
    offered = read_tools([TIME, WEATHER], choice)

    assert offered.choice == expected_choice
    assert len(offered.specs) == expected_specs
    assert [tool.name for tool in offered.tools if offered.find(tool.name)] == callable_names


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
def test_invalid_tools_and_choices_are_refused(tools: list[Any], choice: Any) -> None:
    with pytest.raises(EndpointError) as raised:
        read_tools(tools, choice)

    assert (raised.value.status, raised.value.code) == (400, "invalid_value")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"city": "Oslo"}, ""),
        ({}, "city is missing"),
        ({"town": 1}, "city is missing"),
        ({"city": "Oslo", "x": 2}, "x is not allowed"),
        ({"city": 1}, "city is not of type string"),
    ],
)
def test_arguments_are_validated_against_the_schema(arguments: dict[str, Any], problem: str) -> None:
    tool = FunctionTool("t", "", {**WEATHER["parameters"], "additionalProperties": False}, strict=True)

    assert tool.schema_problem(arguments) == problem


# Input items: the conversation of a caller is converted completely and in order.

PNG = "data:image/png;base64,iVBORw0KGgo="
CALL: dict[str, Any] = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "look",
    "arguments": '{"a": 1}',
}
RESULT: dict[str, Any] = {"type": "function_call_output", "call_id": "call_1", "output": "seen"}


def read_input(items: str | Sequence[InputItem], instructions: str | None) -> InputConversation:
    return read_signed_input(items, instructions, SIGNER)


def outline(messages: tuple[Message, ...]) -> list[tuple[str, ...]]:
    """Return role and contents of each message in a short form."""
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


def test_text_input_is_a_question() -> None:
    conversation = read_input("Hello", "Be brief.")

    assert (conversation.system, outline(conversation.messages)) == ("Be brief.", [("user", "Hello")])


def test_a_complete_conversation_is_converted() -> None:
    conversation = read_input(
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

    assert conversation.system == "Zero.\n\nOne.\n\nTwo."
    assert outline(conversation.messages) == [
        ("user", "Hello"),
        ("assistant", "I look.", 'call_1=look({"a": 1})', 'call_2=look({"a": 2})'),
        ("tool", "call_2=look:bc", "call_1=look:seen"),
        ("assistant", "Done."),
        ("user", "image/png", "And this?"),
    ]


def test_alternating_calls_and_results_keep_their_order() -> None:
    conversation = read_input([CALL, RESULT, {**CALL, "call_id": "call_2"}, {**RESULT, "call_id": "call_2"}], None)

    assert [message.role for message in conversation.messages] == ["assistant", "tool", "assistant", "tool"]


def test_a_result_without_its_call_gets_a_call() -> None:
    conversation = read_input(
        [{"role": "user", "content": "Hello"}, RESULT, {**RESULT, "call_id": "call_2", "name": "look"}], None
    )

    assert outline(conversation.messages) == [
        ("user", "Hello"),
        ("assistant", "call_1=unknown_tool({})"),
        ("tool", "call_1=unknown_tool:seen"),
        ("assistant", "call_2=look({})"),
        ("tool", "call_2=look:seen"),
    ]


def test_pictures_of_a_result_follow_it() -> None:
    output = [{"type": "input_text", "text": "A picture."}, {"type": "input_image", "image_url": PNG}]
    conversation = read_input([CALL, {**RESULT, "output": output}, {"role": "user", "content": "And?"}], None)

    assert outline(conversation.messages)[1:] == [
        ("tool", "call_1=look:A picture.\n(Pictures of this result: 1, in the next message.)"),
        ("user", "image/png"),
        ("user", "And?"),
    ]


def test_unparsable_arguments_are_kept_unchanged() -> None:
    call = read_input([{**CALL, "arguments": '{"a": '}, RESULT], None).messages[0].tool_calls[0]

    assert (call.arguments_json, call.arguments) == ('{"a": ', None)
    assert call.problem


def test_without_a_user_message_the_instructions_are_the_question() -> None:
    conversation = read_input([{"role": "developer", "content": "Say hello."}], None)

    assert (conversation.system, outline(conversation.messages)) == ("", [("user", "Say hello.")])


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
def test_input_that_would_be_lost_is_refused(item: dict[str, Any], param: str) -> None:
    with pytest.raises(EndpointError) as raised:
        read_input([item], None)

    assert (raised.value.status, raised.value.param) == (400, param)


def test_input_with_only_reasoning_is_refused() -> None:
    with pytest.raises(EndpointError, match="nothing to answer"):
        read_input([{"type": "reasoning", "summary": []}], None)


SIGN = ProviderPart(family="wire@host/m", item={"signature": "c2ln"})


def state_item(*calls: str) -> dict[str, Any]:
    """Return the item with the state of *calls*, as the caller sends it back."""
    encrypted = SIGNER.sign(CarriedState(calls=calls, parts=(SIGN,)))
    return {"type": "reasoning", "summary": [], "content": None, "encrypted_content": encrypted}


def roles_with_state(items: Sequence[InputItem]) -> list[tuple[str, bool]]:
    """Return the role of each message and whether it has the carried state."""
    messages = read_input(items, None).messages
    return [(message.role, SIGN in message.parts) for message in messages]


TEXT: dict[str, Any] = {"role": "assistant", "content": "I look."}
CALL_2, RESULT_2 = {**CALL, "call_id": "call_2"}, {**RESULT, "call_id": "call_2"}
BOTH = state_item("call_1", "call_2")
ANSWER = [("assistant", True), ("tool", False)]


def test_carried_state_is_returned_with_its_answer() -> None:
    third_call = [state_item("call_3"), {**CALL, "call_id": "call_3"}, {**RESULT, "call_id": "call_3"}]

    assert roles_with_state([TEXT, BOTH, CALL, CALL_2, RESULT, RESULT_2]) == ANSWER
    assert roles_with_state([BOTH, CALL, TEXT, CALL_2, RESULT_2, RESULT, *third_call]) == ANSWER * 2
    assert roles_with_state([TEXT, state_item(), {"role": "user", "content": "And?"}]) == [
        ("assistant", True),
        ("user", False),
    ]
    assert roles_with_state([TEXT, state_item(), TEXT, state_item()]) == [("assistant", True)] * 2


def test_calls_each_followed_by_their_result_are_one_answer() -> None:
    conversation = read_input([BOTH, CALL, RESULT, CALL_2, RESULT_2, TEXT], None)

    assert outline(conversation.messages) == [
        ("assistant", 'call_1=look({"a": 1})', 'call_2=look({"a": 1})'),
        ("tool", "call_1=look:seen", "call_2=look:seen"),
        ("assistant", "I look."),
    ]
    assert conversation.messages[0].parts[-1] == SIGN


@pytest.mark.parametrize(
    "items",
    [
        [BOTH, CALL, RESULT],
        [BOTH, CALL_2, CALL, RESULT, RESULT_2],
        [state_item("call_1"), CALL, CALL_2, RESULT, RESULT_2],
        [state_item("call_9"), CALL, RESULT],
        [BOTH, CALL, RESULT, TEXT, CALL_2, RESULT_2],
        [CALL, RESULT, BOTH],
        [BOTH, CALL, RESULT, {"role": "user", "content": "And?"}],
    ],
)
def test_state_of_other_calls_is_ignored(items: list[dict[str, Any]]) -> None:
    assert not any(found for _, found in roles_with_state(items))
    calls = sum(len(message.tool_calls) for message in read_input(items, None).messages)
    assert calls == items.count(CALL) + items.count(CALL_2)


@pytest.mark.parametrize(
    "content",
    ["", "gAAAAABo", "vd1.", "vd1.!!", StateSigner("another").sign(CarriedState(parts=(SIGN,))), 7, None, [], {"a": 1}],
)
def test_state_signed_elsewhere_is_ignored(content: Any) -> None:
    item = {"type": "reasoning", "summary": [], "encrypted_content": content}

    assert roles_with_state([TEXT, item, CALL, RESULT]) == [("assistant", False), ("tool", False)]


ITEMS = some.sampled_from(
    [
        TEXT,
        CALL,
        CALL_2,
        RESULT,
        RESULT_2,
        BOTH,
        state_item("call_1"),
        state_item(),
        {"role": "user", "content": "And?"},
    ]
)


@given(some.lists(ITEMS, min_size=1, max_size=10))
def test_any_order_of_items_loses_and_duplicates_nothing(items: list[dict[str, Any]]) -> None:
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


# Conversion: the provider request of an endpoint request, and what the response repeats.


def test_request_options_reach_the_provider() -> None:
    parsed = parsed_request(
        {
            "input": "Hello", "instructions": "Be brief.", "tools": [WEATHER], "tool_choice": "required",
            "max_output_tokens": 77, "temperature": 0.3, "reasoning": {"effort": "low"},
        }
    )  # fmt: skip
    request = parsed.model_request("m")

    assert (request.model, request.system, request.messages[0].text) == ("m", "Be brief.", "Hello")
    assert [spec.name for spec in request.tools] == ["get_weather"]
    assert request.tool_choice == ToolChoice("required")
    assert (request.max_output_tokens, request.temperature, request.effort) == (77, 0.3, "low")


def test_missing_options_are_left_to_the_provider() -> None:
    request = parsed_request({"input": "Hello"}).model_request("m")
    plain = ModelRequest(
        "m", "", request.messages, max_output_tokens=4000, conversation_id=request.conversation_id, purpose="program"
    )

    assert request == plain


def test_the_response_repeats_its_request() -> None:
    parsed = parsed_request(
        {
            "input": "Hello", "instructions": "Be brief.", "metadata": {"a": "b"}, "tools": [WEATHER],
            "parallel_tool_calls": False, "reasoning": {"effort": "high", "summary": "loud"},
        },
        now=12.5,
    )  # fmt: skip
    response = check_response(parsed.response("in_progress", []))

    assert (response.model, response.created_at, response.instructions) == ("work/m", 12, "Be brief.")
    assert (response.metadata, response.parallel_tool_calls) == ({"a": "b"}, False)
    assert response.reasoning
    assert (response.reasoning.effort, response.reasoning.summary) == ("high", None)
    assert [tool.to_dict() for tool in response.tools] == [WEATHER]


def test_each_request_has_its_own_id() -> None:
    assert parsed_request({"input": "Hello"}).id != parsed_request({"input": "Hello"}).id


# Text format: structured output and forced tools over each wire, with the openai SDK.

Backend = Literal["openai", "responses", "anthropic", "ollama"]
BACKENDS: tuple[Backend, ...] = ("openai", "responses", "anthropic", "ollama")

MODEL = "claude-sonnet-4-6"
"""A model with structured output for the Anthropic wire; the others accept any name."""


class City(BaseModel):
    """The structured answer."""

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
class BackendServer:
    """A model server and the provider that uses it."""

    server: WireServer
    provider: Provider

    @property
    def bodies(self) -> list[Any]:
        """The request bodies it received, without `/api/show`."""
        return [post.json for post in self.server.posts if not post.path.endswith("/api/show")]


def backend_server(kind: Backend, *turns: Turn | Raw) -> BackendServer:
    """Return a server of *kind* with its provider in the wrappers under test."""
    # Ollama's model is described only by `/api/show`.
    routes = {"/api/show": lambda _: reply(shown("completion", "tools"))} if kind == "ollama" else None
    script: dict[str, Sequence[Turn | Raw]] = {kind: turns}
    server = WireServer(routes=routes, **script)  # type: ignore[arg-type] # the wire is a keyword
    makers: Mapping[Backend, Callable[[str], Provider]] = {
        "openai": chatting.chat,
        "responses": responses,
        "anthropic": lambda url: _Named(asking.anthropic(url)),
        "ollama": ollama,
    }
    return BackendServer(server, with_answer_check(makers[kind](server.url)))


class _Named(ProviderWrapper):
    """Requests `MODEL` whatever its name in the bench is."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        async with aclosing(self._provider.stream(replace(request, model=MODEL))) as events:
            async for event in events:
                yield event


def with_answer_check(provider: Provider) -> Provider:
    """Return *provider* wrapped as by the catalog, as far as constraints on the answer are concerned."""

    async def native() -> ToolModeChoice:
        return ToolModeChoice("native", Phrase("It is so in this test."))

    by_mode = providers_by_tool_mode(provider, framing=BRACKET_FRAMING)
    return AnswerCheck(AdaptiveTools(by_mode, native, None))


def format_sent(kind: Backend, body: Any) -> Any:
    """Return the answer format in *body*, the body of a request to *kind*."""
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
    backend = backend_server(kind, Turn(OSLO))
    async with backend.server, bench(backend.provider) as served, served.client() as client:
        parsed = await client.responses.parse(model=LABEL, input="Which city?", text_format=City)

    assert parsed.output_parsed == City(name="Oslo", people=717710)
    sent = format_sent(kind, backend.bodies[0])
    assert "City" in json.dumps(sent)
    assert parsed.text is not None
    assert parsed.text.format is not None
    assert parsed.text.format.to_dict() == {**type_to_text_format_param(City)}


@pytest.mark.parametrize("kind", BACKENDS)
async def test_the_schema_is_sent_in_the_format_of_each_server(kind: Backend) -> None:
    backend = backend_server(kind, Turn(OSLO))
    async with backend.server, bench(backend.provider) as served:
        status, answer = await served.post({"model": LABEL, "input": "Which city?", "text": {"format": FORMAT}})

    assert status == 200
    assert check_response(answer).output_text == OSLO
    assert answer["text"]["format"] == FORMAT
    assert format_sent(kind, backend.bodies[0]) == SENT[kind]


@pytest.mark.parametrize("kind", BACKENDS)
async def test_json_object_is_requested_without_a_schema(kind: Backend) -> None:
    backend = backend_server(kind, Turn('Here it is:\n```json\n{"a": 1}\n```\nAnything else?'))
    async with backend.server, bench(backend.provider) as served:
        text_options = {"format": {"type": "json_object"}}
        final = check_stream(await served.events({"model": LABEL, "input": "JSON, please", "text": text_options}))

    assert (final.status, final.output_text) == ("completed", '{"a": 1}')
    object_mode = {"openai": {"type": "json_object"}, "responses": {"type": "json_object"}, "ollama": "json"}
    body = backend.bodies[0]
    assert format_sent(kind, body) == object_mode.get(kind)
    # OpenAI rejects this mode if the prompt does not contain "JSON"; Anthropic has no such mode.
    assert json.dumps(body).count("Answer with one JSON object") == 1


@pytest.mark.parametrize("kind", BACKENDS)
async def test_a_model_without_format_support_gets_instructions_from_then_on(kind: Backend) -> None:
    answers = [Turn(f"Sure!\n{OSLO}"), Turn(OSLO)]
    refuse = ollama_refused if kind == "ollama" else refused
    refusals = [refuse(400, "This model does not support response_format json_schema / output_config.format.")]
    if kind in ("openai", "responses", "ollama"):
        refusals.append(refuse(400, "This model does not support json_object in response_format."))
    backend = backend_server(kind, *refusals, *answers)
    async with backend.server, bench(backend.provider) as served:
        body = {"model": LABEL, "input": "Which city?", "text": {"format": FORMAT}}
        first = check_stream(await served.events(body))
        second = check_stream(await served.events(body))

    assert (first.output_text, second.output_text) == (OSLO, OSLO)
    assert len(backend.bodies) == len(refusals) + 2
    for sent in backend.bodies[-2:]:
        assert format_sent(kind, sent) is None
        assert "fits this JSON Schema" in json.dumps(sent)


@pytest.mark.parametrize("kind", BACKENDS)
async def test_an_answer_that_does_not_match_is_requested_once_more(kind: Backend) -> None:
    backend = backend_server(kind, Turn("Oslo, I think."), Turn(OSLO))
    async with backend.server, bench(backend.provider) as served:
        final = check_stream(await served.events({"model": LABEL, "input": "City?", "text": {"format": FORMAT}}))

    assert (final.status, final.output_text) == ("completed", OSLO)
    again = json.dumps(backend.bodies[1])
    assert "Oslo, I think." in again
    assert "it is not JSON" in again
    assert final.usage
    assert final.usage.output_tokens == 2 * 5  # usage of both answers


@pytest.mark.parametrize("kind", BACKENDS)
async def test_a_second_mismatch_is_an_error_with_the_reason(kind: Backend) -> None:
    backend = backend_server(kind, Turn('{"name": "Oslo"}'), Turn('{"name": "Oslo", "people": "many"}'))
    async with backend.server, bench(backend.provider) as served, served.client() as client:
        with pytest.raises(openai.BadRequestError, match="people is not of type integer"):
            await client.responses.parse(model=LABEL, input="Which city?", text_format=City)

    assert len(backend.bodies) == 2


async def test_a_schema_that_is_not_strict_is_optional() -> None:
    backend = backend_server("openai", Turn('{"name": "Oslo"}'), Turn('{"name": "Oslo"}'))
    async with backend.server, bench(backend.provider) as served:
        lenient = {"format": {**FORMAT, "strict": False}}
        final = check_stream(await served.events({"model": LABEL, "input": "City?", "text": lenient}))

    assert (final.status, final.output_text) == ("completed", '{"name": "Oslo"}')


async def test_a_schema_invalid_for_openai_is_reported_to_the_caller() -> None:
    message = "Invalid schema for response_format 'city': 'additionalProperties' is required to be false."
    backend = backend_server("openai", refused(400, message))
    async with backend.server, bench(backend.provider) as served:
        status, answer = await served.post({"model": LABEL, "input": "City?", "text": {"format": FORMAT}})

    assert status == 400
    assert message.removesuffix(".") in answer["error"]["message"]
    assert len(backend.bodies) == 1


async def test_an_unsupported_schema_is_left_out_only_for_itself() -> None:
    backend = backend_server("openai", refused(400, "Failed to parse grammar"), Turn(OSLO), Turn('{"a": 1}'))
    other = {**FORMAT, "schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}
    async with backend.server, bench(backend.provider) as served:
        for answer_format in (FORMAT, other):
            await served.post({"model": LABEL, "input": "City?", "text": {"format": answer_format}})

    kinds = [(format_sent("openai", body) or {}).get("type") for body in backend.bodies]
    assert kinds == ["json_schema", "json_object", "json_schema"]


async def test_lm_studio_gets_instructions_for_json_object() -> None:
    message = "'response_format.type' must be 'json_schema' or 'text'"
    with WireServer(openai=[refused(400, message), Turn('{"a": 1}'), Turn(OSLO)]) as server:
        async with bench(with_answer_check(lmstudio(server.url))) as served:
            for answer_format in ({"type": "json_object"}, FORMAT):
                status, _ = await served.post({"model": LABEL, "input": "JSON?", "text": {"format": answer_format}})
                assert status == 200

    bodies = [post.json for post in server.posts if post.path.endswith("/chat/completions")]
    kinds = [(format_sent("openai", body) or {}).get("type") for body in bodies]
    assert kinds == ["json_object", None, "json_schema"]


async def test_another_vendors_model_on_the_anthropic_api_gets_instructions() -> None:
    with WireServer(anthropic=[Turn(OSLO)]) as server:
        provider = with_answer_check(asking.anthropic(server.url))
        request = replace(format_request(FORMAT), model="glm-5")
        outcome = await asking.ask(provider, request)

    assert outcome.text == OSLO
    assert format_sent("anthropic", server.posts[0].json) is None
    assert "fits this JSON Schema" in server.posts[0].json["system"]


def format_request(answer_format: Mapping[str, Any]) -> Any:
    return parsed_request({"input": "City?", "text": {"format": answer_format}}).model_request("scripted")


# Length: a truncated answer is reported as incomplete.

LENGTH_STOPS: Mapping[Backend, str] = {
    "openai": "length",
    "responses": "max_output_tokens",
    "anthropic": "max_tokens",
    "ollama": "length",
}


@pytest.mark.parametrize("kind", BACKENDS)
async def test_max_output_tokens_is_passed_on_and_a_truncated_answer_is_incomplete(kind: Backend) -> None:
    backend = backend_server(kind, Turn('{"name": "Os', stop=LENGTH_STOPS[kind]))
    async with backend.server, bench(backend.provider) as served, served.client() as client:
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
    body = backend.bodies[0]
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
async def test_reasoning_tokens_count_against_the_callers_limit_as_at_openai(
    model: str, effort: str, limit: int
) -> None:
    with WireServer(anthropic=[Turn("Short.")]) as server:
        body = {"input": "City?", "max_output_tokens": 16, "reasoning": {"effort": effort}}
        await asking.ask(asking.anthropic(server.url), parsed_request(body).model_request(model))

    assert server.posts[0].json["max_tokens"] == limit


# Formats with tools: a server that constrains a model to JSON allows no tool call.


async def test_ollamas_format_is_replaced_by_instructions_with_tools() -> None:
    backend = backend_server("ollama", Turn(calls=[Call("get_weather", {"city": "Oslo"})]), Turn(OSLO))
    async with backend.server, bench(backend.provider) as served:
        body = {"model": LABEL, "input": "City?", "text": {"format": FORMAT}}
        with_call = check_stream(await served.events({**body, "tools": [WEATHER]}))
        with_text = check_stream(await served.events({**body, "tools": [WEATHER], "tool_choice": "none"}))

    assert ([item.type for item in with_call.output], with_text.output_text) == (["function_call"], OSLO)
    first, second = backend.bodies
    assert ("format" in first, second["format"]) == (False, FORMAT["schema"])
    assert "fits this JSON Schema" in first["messages"][0]["content"]


async def test_a_format_is_replaced_by_instructions_with_emulated_tools() -> None:
    scripted_model = scripted(said(write_call("sentinel", "get_weather", json.dumps({"city": "Oslo"}))), said(OSLO))
    provider = AnswerCheck(ToolEmulation(scripted_model, mode="sentinel", framing=BRACKET_FRAMING))
    async with bench(provider) as served:
        body = {"model": LABEL, "input": "City?", "text": {"format": FORMAT}}
        with_call = check_stream(await served.events({**body, "tools": [WEATHER]}))
        with_text = check_stream(await served.events(body))

    assert ([item.type for item in with_call.output], with_text.output_text) == (["function_call"], OSLO)
    with_tools, without = scripted_model.requests
    assert (with_tools.answer_format, without.answer_format) == (
        None,
        read_text_format({"format": FORMAT}).answer_format,
    )
    assert "fits this JSON Schema" in with_tools.system


# Forced tools: without support by the API, the prompt demands the call, and the request is repeated by text.

CITY_ARGUMENTS = {"city": "Oslo"}
FORCED = (
    "required",
    {"type": "function", "name": "get_weather"},
    {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "get_weather"}]},
)


@pytest.mark.parametrize(("kind", "choice"), paired(BACKENDS, FORCED))
async def test_a_forced_tool_is_passed_on_or_requested_in_the_prompt(kind: Backend, choice: Any) -> None:
    backend = backend_server(kind, Turn(calls=[Call("get_weather", CITY_ARGUMENTS)]))
    async with backend.server, bench(backend.provider) as served, served.client() as client:
        response = await client.responses.create(model=LABEL, input="Hi", tools=[WEATHER], tool_choice=choice)

    (item,) = response.output
    assert (item.type, json.loads(getattr(item, "arguments", ""))) == ("function_call", CITY_ARGUMENTS)
    body = backend.bodies[0]
    if kind == "ollama":
        assert "You must call" in body["messages"][0]["content"]
    else:
        assert body["tool_choice"]


@pytest.mark.parametrize("kind", BACKENDS)
async def test_a_forced_tool_that_is_not_called_is_requested_by_text(kind: Backend) -> None:
    written = write_call("sentinel", "get_weather", json.dumps(CITY_ARGUMENTS))
    backend = backend_server(kind, Turn("It is warm, I suppose."), Turn(written))
    async with backend.server, bench(backend.provider) as served:
        choice = {"type": "function", "name": "get_weather"}
        body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "tool_choice": choice}
        final = check_stream(await served.events(body))

    assert [item.type for item in final.output] == ["function_call"]
    assert "You must call the tool get_weather now" in json.dumps(backend.bodies[1])


@pytest.mark.parametrize("choice", FORCED, ids=["required", "function", "allowed_tools"])
async def test_codex_gets_a_forced_tool_in_the_prompt_and_again_by_text(tmp_path: Path, choice: Any) -> None:
    written = write_call("sentinel", "get_weather", json.dumps(CITY_ARGUMENTS))
    turns = [
        [calls(("get_weather", CITY_ARGUMENTS)), answered(), waits()],
        [sends_text("It is warm, I suppose.")],
        [sends_text(written)],
        [sends_text("No.")],
        [sends_text("Still no.")],
    ]
    server = CodexServer(tmp_path, turns)
    provider = Codex("Codex", command=server.command, environment={**os.environ, "CODEX_HOME": str(tmp_path)})
    body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "tool_choice": choice}
    async with bench(with_answer_check(provider)) as served:
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
    server = CodexServer(tmp_path, [[sends_text(*["It is warm. "] * 40), holds()]])
    provider = Codex("Codex", command=server.command, environment={**os.environ, "CODEX_HOME": str(tmp_path)})
    async with bench(with_answer_check(provider)) as served:
        final = check_stream(await served.events({"model": LABEL, "input": "Weather?", "max_output_tokens": 16}))

    assert (final.status, final.incomplete_details and final.incomplete_details.reason) == (
        "incomplete",
        "max_output_tokens",
    )
    assert final.output_text.startswith("It is warm.")
    assert text_tokens(final.output_text) <= 16


async def test_a_forced_tool_never_called_is_an_error() -> None:
    provider = AnswerCheck(scripted(said("No."), said("Still no.")))
    async with bench(provider) as served:
        body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "tool_choice": "required"}
        status, answer = await served.post(body)

    assert status == 400
    assert "no tool is called" in answer["error"]["message"]


async def test_a_tool_may_be_called_before_the_json_answer() -> None:
    turns = [*call("get_weather", '{"city": "Oslo"}'), TurnEnded("tool_calls")]
    async with bench(AnswerCheck(scripted(turns))) as served:
        body = {"model": LABEL, "input": "Weather?", "tools": [WEATHER], "text": {"format": FORMAT}}
        final = check_stream(await served.events(body))

    assert [item.type for item in final.output] == ["function_call"]


async def test_the_offline_assistant_refuses_json_answers() -> None:
    async with bench(OfflineAssistant()) as served:
        status, answer = await served.post({"model": LABEL, "input": "City?", "text": {"format": FORMAT}})
        forced, _ = await served.post({"model": LABEL, "input": "Hi", "tools": [WEATHER], "tool_choice": "required"})

    assert (status, forced) == (400, 400)
    assert "offline assistant cannot answer in JSON" in answer["error"]["message"]


# Text format option.


@pytest.mark.parametrize("text", [None, {}, {"format": None}, {"format": {"type": "text"}}, {"verbosity": "low"}])
def test_text_format_defaults_to_plain_text(text: Any) -> None:
    assert read_text_format(text).answer_format is None


def test_the_format_of_chat_completions_is_accepted() -> None:
    inner = {name: FORMAT[name] for name in ("name", "schema", "strict")}

    assert read_text_format({"format": {"type": "json_schema", "json_schema": inner}}) == read_text_format(
        {"format": FORMAT}
    )


def test_a_description_is_passed_to_the_model_and_repeated_to_the_caller() -> None:
    found = read_text_format({"format": {**FORMAT, "description": "A city of Norway."}})

    assert found.answer_format == AnswerFormat({"description": "A city of Norway.", **FORMAT["schema"]}, "city", True)
    assert found.wire == {**FORMAT, "description": "A city of Norway."}


@pytest.mark.parametrize(
    ("text_format", "param"),
    [
        ("json", "text.format.type"),
        ({"type": "yaml"}, "text.format.type"),
        ({"type": "json_schema", "schema": FORMAT["schema"]}, "text.format.name"),
        ({**FORMAT, "name": "a city"}, "text.format.name"),
        ({**FORMAT, "schema": None}, "text.format.schema"),
        ({**FORMAT, "schema": {}}, "text.format.schema"),
    ],
)
def test_an_invalid_format_is_refused(text_format: Any, param: str) -> None:
    with pytest.raises(EndpointError) as raised:
        read_text_format({"format": text_format})

    assert (raised.value.status, raised.value.param) == (400, param)


# Signer: state returns from the caller unchanged or is rejected.

OWN_SIGNER = StateSigner("vd-ours")
STATE = CarriedState(
    calls=("call_1", "call_2"), parts=(ProviderPart(family="m@h/x", item={"layout": [{"native": {"a": "é"}}]}),)
)


def test_signed_state_is_verified_unchanged() -> None:
    signed = OWN_SIGNER.sign(STATE)

    assert signed.isascii()
    assert signed.isprintable()
    assert OWN_SIGNER.verify(signed) == STATE
    assert StateSigner("vd-ours").verify(signed) == STATE, "also after a restart"
    assert OWN_SIGNER.verify(OWN_SIGNER.sign(CarriedState())) == CarriedState()


def test_state_of_another_signer_is_rejected() -> None:
    assert StateSigner("vd-theirs").verify(OWN_SIGNER.sign(STATE)) is None


def test_any_changed_character_invalidates_the_state() -> None:
    signed = OWN_SIGNER.sign(STATE)
    for index, character in enumerate(signed):
        other = "A" if character != "A" else "B"
        assert OWN_SIGNER.verify(signed[:index] + other + signed[index + 1 :]) is None
        assert OWN_SIGNER.verify(signed[:index]) is None
    assert OWN_SIGNER.verify(signed + "AAAA") is None


def test_signed_data_that_is_no_state_is_rejected() -> None:
    data = b'{"calls": 7}'
    signed_data = OWN_SIGNER._digest(data) + data

    assert OWN_SIGNER.verify("vd1." + base64.b64encode(signed_data).decode()) is None


@given(some.text())
def test_any_other_text_is_rejected(text: str) -> None:
    assert OWN_SIGNER.verify(text) is None
    assert OWN_SIGNER.verify("vd1." + text) is None


def test_a_lone_surrogate_raises_no_error() -> None:
    signed = OWN_SIGNER.sign(CarriedState(parts=(ProviderPart(family="m", item="\ud800"),)))

    assert OWN_SIGNER.verify(signed) in (None, CarriedState(parts=(ProviderPart(family="m", item="\ud800"),)))


@pytest.mark.parametrize("item", ["x" * MAX_STATE_BYTES, ["\U0001f600" * (MAX_STATE_BYTES // 10)]])
def test_too_long_state_is_not_signed(item: str) -> None:
    assert OWN_SIGNER.sign(CarriedState(parts=(ProviderPart(family="m", item=item),))) == ""


def test_a_too_long_state_is_rejected_without_being_decoded() -> None:
    def verify(text: str) -> None:
        assert OWN_SIGNER.verify(text) is None

    check_growth(verify, "vd1." + "A" * (2 * MAX_STATE_BYTES), "vd1." + "A" * 15_000_000, 3)
