"""Valid streams of each wire format with random damage in any field, and the invariants of what is read from them."""

import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing
from functools import partial
from typing import Any, get_args

from tests.support.wire_turns import Call, Turn, Wire, encoded
from vaultdesk.agent.run_loop import AnswerAssembler
from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderError
from vaultdesk.providers.anthropic_provider import MessagesAnswer, messages_body
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.ollama_models import UNKNOWN_MODEL
from vaultdesk.providers.ollama_provider import OllamaAnswer, ollama_body
from vaultdesk.providers.openai.chat_completions import (
    COMPATIBLE_DIALECT,
    GEMINI_DIALECT,
    LMSTUDIO_DIALECT,
    OPENAI_DIALECT,
    OPENROUTER_DIALECT,
    ChatAnswer,
    ReplayReceiver,
    chat_body,
)
from vaultdesk.providers.openai.responses_api import ResponsesAnswer, responses_body
from vaultdesk.providers.provider import CallGrew, CallReady, CallStarted, ModelEvent, ModelRequest, TurnEnded
from vaultdesk.providers.response_reader import AnswerParser, read_response
from vaultdesk.providers.self_hosted.sent_prompt import SentPrompt

WIRES: tuple[Wire, ...] = get_args(Wire)
CONTEXT = ErrorContext("Server", "server.example", "OpenAI", "sk-secret-0123456789")
REPLAY_SCOPE = "wire@server.example/m"
DETAILS = ({"type": "reasoning.text", "text": "a", "index": 0}, {"type": "reasoning.encrypted", "data": "A"})

RequestBuilder = Callable[[ModelRequest], object]


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": [value]}
    return value


JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**70, 1e308, float("inf"), float("nan"), "", "\ud800", "\udc00x", "\x00\x1b[31m", "x" * 5000,
    [], {}, [None], [[]], {"text": "\ud83d"}, {"type": "text", "text": 5}, {"data": "A", "type": "reasoning.encrypted"},
    "tool_calls", "stop", "length", "function_call", "reasoning", "call_wire_0", '{"a": 1}', _deep(40), _deep(150),
)  # fmt: skip


def mutated(wire: Wire, chance: random.Random) -> bytes:
    """Return a valid stream of *wire* with damage chosen by *chance*."""
    calls = [Call("vault_search", {"query": "b"}), Call("file_read", {"file_paths": ["ä"]}, signature="s")]
    details = chance.choice([(), DETAILS])
    turn = Turn("Hello there you", calls=calls[: chance.randrange(3)], reasoning="hm", details=details)
    events = [_read(event) for event in encoded(wire, turn)]
    for _ in range(chance.choice([0, 1, 1, 2, 3, 6])):
        place = chance.randrange(len(events))
        match chance.choice(["junk", "junk", "junk", "gone", "twice", "lost", "swapped"]):
            case "junk" | "gone" as damage:
                _damage(events[place], chance, gone=damage == "gone")
            case "twice":
                events.insert(chance.randrange(len(events)), json.loads(json.dumps(events[place])))
            case "lost" if len(events) > 1:
                events.pop(place)
            case _:
                events[place], events[0] = events[0], events[place]
    body = b"".join(_written(wire, event) for event in events)
    return body[: chance.randrange(len(body))] if chance.random() < 0.05 else body


def _read(event: bytes) -> dict[str, Any]:
    lines = event.decode().splitlines()
    name = next((line[7:] for line in lines if line.startswith("event: ")), "")
    data = next((line[6:] for line in lines if line.startswith("data: ")), lines[0])
    return {"name": name, "data": "[DONE]" if data == "[DONE]" else json.loads(data)}


def _written(wire: Wire, event: dict[str, Any]) -> bytes:
    data = event["data"] if event["data"] == "[DONE]" else json.dumps(event["data"])
    name = f"event: {event['name']}\n" if event["name"] else ""
    return (f"{data}\n" if wire == "ollama" else f"{name}data: {data}\n\n").encode()


def _damage(event: dict[str, Any], chance: random.Random, *, gone: bool) -> None:
    holder, key = chance.choice([place for place in _places(event) if place[1] != "name" or place[0] is not event])
    if gone and holder is not event:
        del holder[key]
    else:
        holder[key] = chance.choice(JUNK)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner_value in list(inner):
        yield value, key
        yield from _places(inner_value)


def reader(wire: Wire, chance: random.Random) -> tuple[AnswerParser, RequestBuilder]:
    """Return a parser of answers over *wire*, and a function that builds the next request."""
    match wire:
        case "openai":
            receiver = ReplayReceiver(
                REPLAY_SCOPE,
                chance.choice(
                    [OPENAI_DIALECT, COMPATIBLE_DIALECT, GEMINI_DIALECT, OPENROUTER_DIALECT, LMSTUDIO_DIALECT]
                ),
            )
            return ChatAnswer(CONTEXT, receiver), partial(chat_body, receiver=receiver)
        case "anthropic":
            return MessagesAnswer(CONTEXT, REPLAY_SCOPE), partial(messages_body, scope=REPLAY_SCOPE)
        case "responses":
            return ResponsesAnswer(CONTEXT, REPLAY_SCOPE), partial(responses_body, scope=REPLAY_SCOPE)
        case "ollama":
            build_request = partial(ollama_body, scope=REPLAY_SCOPE, window=4096, facts=UNKNOWN_MODEL)
            return OllamaAnswer(CONTEXT, REPLAY_SCOPE, SentPrompt(4096, 10)), build_request


async def events_of(body: bytes, answer: AnswerParser) -> tuple[list[ModelEvent], ProviderError | None]:
    """Read *body*; only a `ProviderError` may end it."""

    async def chunks() -> AsyncIterator[bytes]:
        for place in range(0, len(body), 700):
            yield body[place : place + 700]

    events: list[ModelEvent] = []
    try:
        async with aclosing(read_response(chunks(), answer, CONTEXT, 5)) as arriving:
            async for event in arriving:
                events.append(event)  # noqa: PERF401 - events before an error are checked, too
    except ProviderError as error:
        return events, error
    return events, None


def check(events: list[ModelEvent], error: ProviderError | None, build_request: RequestBuilder) -> None:
    """Check the order of the events, and that the answer can be stored, read again and sent back."""
    started: dict[str, str] = {}
    ready: list[ToolCallPart] = []
    for event in events:
        match event:
            case CallStarted(call_id, name):
                assert call_id not in started
                started[call_id] = name
            case CallGrew(call_id):
                assert call_id in started
            case CallReady(call):
                assert started[call.id] == call.name
                ready.append(call)
            case TurnEnded(stop):
                assert event is events[-1]
                assert (stop == "tool_calls") == bool(ready)
    assert isinstance(events[-1] if events else None, TurnEnded) == (error is None)
    if error is None:
        _check_message(events, build_request)


def _check_message(events: list[ModelEvent], build_request: RequestBuilder) -> None:
    assembler = AnswerAssembler()
    for event in events:
        assembler.feed(event)
    answer = assembler.message("server/m")
    if answer is None:
        return
    for message in (answer, Message.model_validate_json(answer.model_dump_json())):
        results = tuple(ToolResultPart(call_id=call.id, name=call.name, content="{}") for call in message.tool_calls)
        follows = Message(role="tool", parts=results) if results else user_message("And?")
        body = build_request(ModelRequest("m", "s", (user_message("Q"), message, follows)))
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
