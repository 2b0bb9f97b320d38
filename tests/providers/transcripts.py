"""Valid and broken streams of real servers, with the expected outcome of each
(vaultdesk/providers/README.md, "Complete answers")."""

import json
from dataclasses import dataclass
from typing import Any

from tests.support.wire_turns import Call, Turn, chat_chunk, encoded, sse


@dataclass(frozen=True)
class Case:
    """One stream and its outcome. `error` is the name of the error class, empty if the answer is complete."""

    name: str
    body: bytes
    error: str = ""
    text: str = ""
    stop: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    """Name and argument text of each call that may run."""
    problems: int = 0
    """Number of calls with invalid arguments."""
    error_title: str = ""
    """Text that the title of the error must contain."""


def call_delta(index: int | None = 0, **parts: Any) -> dict[str, Any]:
    """Return a delta with a part of a call."""
    function = {key: parts[key] for key in ("name", "arguments") if key in parts}
    delta: dict[str, Any] = {"type": "function", "function": function}
    if index is not None:
        delta["index"] = index
    if "id" in parts:
        delta["id"] = parts["id"]
    return {"tool_calls": [delta]}


def chunks(*deltas: dict[str, Any], finish: str | None = "stop", done: bool = True) -> bytes:
    """Return a Chat Completions stream of *deltas*."""
    body = b"".join(sse(chat_chunk(delta)) for delta in deltas)
    if finish is not None:
        body += sse(chat_chunk({}, finish))
    return body + (sse("[DONE]") if done else b"")


HELLO = {"content": "Hello"}
COMPLETE_CALL = call_delta(0, id="c1", name="read", arguments='{"p": 1}')
READ_CALL = (("read", '{"p": 1}'),)
FULL = b"".join(encoded("openai", Turn("A b", [Call("read", {"p": 1})])))
FINISH_TWICE = sse(chat_chunk({}, "stop")) + sse({**chat_chunk({}, "stop"), "usage": {"prompt_tokens": 1}})


ROUTED = b": OPENROUTER PROCESSING\n\n" * 3 + sse(chat_chunk({"role": "assistant", **HELLO}))
USED_AGAIN = sse({**chat_chunk({"role": "assistant"}, "stop"), "usage": {"prompt_tokens": 1, "cost": 0.5}})


def message(content: Any, **extra: Any) -> bytes:
    return json.dumps({"object": "chat.completion", "choices": [{"index": 0, "message": content, **extra}]}).encode()


OPENAI_CASES = (
    Case("a text", chunks(HELLO), text="Hello", stop="end"),
    Case("a call", FULL, text="A b", stop="tool_calls", calls=READ_CALL),
    Case("finish stop although calls were sent", chunks(COMPLETE_CALL), stop="tool_calls", calls=READ_CALL),
    Case("finish twice", sse(chat_chunk(HELLO)) + FINISH_TWICE, text="Hello", stop="end"),
    Case("no [DONE]", chunks(HELLO, done=False), text="Hello", stop="end"),
    Case("usage chunk with empty choices", b"".join(encoded("openai", Turn("Hi"))), text="Hi", stop="end"),
    Case(
        "role on every chunk", chunks({"role": "assistant", **HELLO}, {"role": "assistant"}), text="Hello", stop="end"
    ),
    Case(
        "two calls, indexes given",
        chunks(
            call_delta(0, id="a", name="read", arguments='{"p": 1}'),
            call_delta(1, id="b", name="read", arguments='{"p": 2}'),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=(("read", '{"p": 1}'), ("read", '{"p": 2}')),
    ),
    Case(
        "two calls, both index 0",
        chunks(
            call_delta(0, id="a", name="read", arguments='{"p": 1}'),
            call_delta(0, id="b", name="read", arguments='{"p": 2}'),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=(("read", '{"p": 1}'), ("read", '{"p": 2}')),
    ),
    Case(
        "two calls without index or id",
        chunks(
            call_delta(None, name="read", arguments='{"p": 1}'),
            call_delta(None, name="read", arguments='{"p": 2}'),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=(("read", '{"p": 1}'), ("read", '{"p": 2}')),
    ),
    Case(
        "missing index, pieces",
        chunks(
            call_delta(None, id="a", name="read", arguments=""),
            call_delta(None, arguments='{"p":'),
            call_delta(None, arguments=" 1}"),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "id and name repeated in each delta",
        chunks(
            call_delta(0, id="a", name="read", arguments='{"p":'),
            call_delta(0, id="a", name="read", arguments=" 1}"),
            call_delta(0, id="a", name="read", arguments=""),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "an empty id continues the call",
        chunks(
            call_delta(0, id="a", name="read", arguments='{"p":'),
            call_delta(0, id="", arguments=" 1}"),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "interleaved calls",
        chunks(
            call_delta(0, id="a", name="read", arguments='{"p":'),
            call_delta(1, id="b", name="find", arguments='{"q":'),
            call_delta(0, arguments=" 1}"),
            call_delta(1, arguments=" 2}"),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=(("read", '{"p": 1}'), ("find", '{"q": 2}')),
    ),
    Case(
        "arguments as an object",
        chunks(call_delta(0, id="a", name="read", arguments={"p": 1}), finish="tool_calls"),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "arguments as an object, sent twice",
        chunks(
            call_delta(0, id="a", name="read", arguments={"p": 1}),
            call_delta(0, id="a", name="read", arguments={"p": 1}),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "empty arguments",
        chunks(call_delta(0, id="a", name="now", arguments=""), finish="tool_calls"),
        stop="tool_calls",
        calls=(("now", "{}"),),
    ),
    Case(
        "no arguments at all",
        chunks(call_delta(0, id="a", name="now"), finish="tool_calls"),
        stop="tool_calls",
        calls=(("now", "{}"),),
    ),
    Case(
        "the older function_call",
        chunks(
            {"function_call": {"name": "read", "arguments": '{"p":'}},
            {"function_call": {"arguments": " 1}"}},
            finish="function_call",
        ),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "function_call and tool_calls",
        chunks({**COMPLETE_CALL, "function_call": {"name": "read", "arguments": '{"p": 1}'}}, finish="tool_calls"),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "unreadable arguments in a complete answer",
        chunks(call_delta(0, id="a", name="read", arguments='{"p": '), finish="tool_calls"),
        stop="tool_calls",
        calls=(("read", '{"p": '),),
        problems=1,
    ),
    Case(
        "arguments with a name twice",
        chunks(call_delta(0, id="a", name="read", arguments='{"p": 1, "p": 2}'), finish="tool_calls"),
        stop="tool_calls",
        calls=(("read", '{"p": 1, "p": 2}'),),
        problems=1,
    ),
    Case(
        "arguments that are a list",
        chunks(call_delta(0, id="a", name="read", arguments="[1]"), finish="tool_calls"),
        stop="tool_calls",
        calls=(("read", "[1]"),),
        problems=1,
    ),
    Case("finish tool_calls, text and no call", chunks(HELLO, finish="tool_calls"), text="Hello", stop="end"),
    Case("a call cut by length", chunks(HELLO, COMPLETE_CALL, finish="length"), text="Hello", stop="length"),
    Case("a call under content_filter", chunks(COMPLETE_CALL, finish="content_filter"), stop="content_filter"),
    Case(
        "tool_calls, then length",
        chunks(COMPLETE_CALL, finish=None, done=False) + sse(chat_chunk({}, "tool_calls")) + chunks(finish="length"),
        stop="length",
    ),
    Case("a refusal", chunks({"refusal": "I may not."}), text="I may not.", stop="refusal"),
    Case(
        "a second choice",
        sse(chat_chunk(HELLO)) + sse(chat_chunk({"content": "Other"}, index=1)) + chunks(),
        text="Hello",
        stop="end",
    ),
    Case(
        "content as a list of parts", chunks({"content": [{"type": "text", "text": "Hello"}]}), text="Hello", stop="end"
    ),
    Case(
        "comments, CR LF and an event name",
        b": PROCESSING\r\n\r\n" + chunks(HELLO).replace(b"\n", b"\r\n"),
        text="Hello",
        stop="end",
    ),
    Case("control lines without data", b"retry: 3000\n\nid: 7\n\n" + chunks(HELLO), text="Hello", stop="end"),
    Case(
        "one JSON over two data lines",
        b'data: {"choices":\ndata: [{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
        text="Hi",
        stop="end",
    ),
    Case(
        "two calls in two chunks without index",
        chunks(
            call_delta(None, id="a", name="read", arguments='{"p": 1}'),
            call_delta(None, id="b", name="read", arguments='{"p": 1}'),
        ),
        stop="tool_calls",
        calls=(*READ_CALL, *READ_CALL),
    ),
    Case(
        "two calls without arguments, index or id",
        chunks(call_delta(None, name="now"), call_delta(None, name="here")),
        stop="tool_calls",
        calls=(("now", "{}"), ("here", "{}")),
    ),
    Case(
        "OpenRouter: comments, roles, finish and usage twice",
        ROUTED + sse(chat_chunk({"role": "assistant", "content": ""}, "stop")) + USED_AGAIN + sse("[DONE]"),
        text="Hello",
        stop="end",
    ),
    Case("Gemini's filter", chunks(HELLO, finish="content_filter: SAFETY"), text="Hello", stop="content_filter"),
    Case("another server's finish reason for length", chunks(COMPLETE_CALL, finish="MAX_TOKENS"), stop="length"),
    Case(
        "Mistral's thinking",
        chunks({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]}, HELLO),
        text="Hello",
        stop="end",
    ),
    Case("umlauts and emoji", chunks({"content": "größer 🎉"}), text="größer 🎉", stop="end"),
    Case("a byte order mark first", b"\xef\xbb\xbf" + chunks(HELLO), text="Hello", stop="end"),
    Case("no blank line at the end", chunks(HELLO, done=False).rstrip(), text="Hello", stop="end"),
    Case("events after [DONE]", chunks(HELLO) + sse(chat_chunk({"content": "!"})), text="Hello", stop="end"),
    Case(
        "a complete answer instead of a stream",
        message({"role": "assistant", "content": "Hello"}, finish_reason="stop"),
        text="Hello",
        stop="end",
    ),
    Case(
        "a complete call instead of a stream",
        message(
            {"content": None, "tool_calls": [{"id": "a", "function": {"name": "read", "arguments": '{"p": 1}'}}]},
            finish_reason="tool_calls",
        ),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "Azure's first chunk",
        sse({"choices": [], "prompt_filter_results": []}) + chunks(HELLO),
        text="Hello",
        stop="end",
    ),
    # Broken streams
    Case(
        "cut after text",
        chunks(HELLO, finish=None, done=False),
        "ProviderBroken",
        text="Hello",
        error_title="was interrupted",
    ),
    Case("[DONE] without a finish reason", chunks(HELLO, finish=None), text="Hello", stop="end"),
    Case(
        "[DONE] after a call, without a finish reason",
        chunks(COMPLETE_CALL, finish=None),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "[DONE] after half of a call, without a finish reason",
        chunks(call_delta(0, id="a", name="read", arguments='{"p'), finish=None),
        "ProviderBroken",
        error_title="was interrupted",
    ),
    Case(
        "cut inside a call",
        chunks(call_delta(0, id="a", name="read", arguments='{"p'), finish=None, done=False),
        "ProviderBroken",
        error_title="was interrupted",
    ),
    Case(
        "cut after a complete call",
        chunks(COMPLETE_CALL, finish=None, done=False),
        "ProviderBroken",
        error_title="was interrupted",
    ),
    Case("cut inside an event", chunks(HELLO, HELLO, finish=None, done=False)[:-20], "ProviderBroken", text="Hello"),
    Case("[DONE] immediately", sse("[DONE]"), "ProviderBroken", error_title="empty"),
    Case("an empty body", b"", "ProviderBroken", error_title="empty"),
    Case("only blank lines", b"\n\n\n", "ProviderBroken", error_title="empty"),
    Case(
        "bad JSON",
        chunks(HELLO, finish=None, done=False) + b"data: {oops\n\n",
        "ProviderBroken",
        "Hello",
        error_title="not JSON",
    ),
    Case("a list for an object", b"data: [1]\n\n", "ProviderBroken", error_title="not an object"),
    Case(
        "bad UTF-8",
        chunks(HELLO, finish=None, done=False) + b"data: \xff\xfe\n\n",
        "ProviderBroken",
        text="Hello",
        error_title="UTF-8",
    ),
    Case("HTML", b"<!DOCTYPE html><p>Hi", "ProviderBroken", error_title="does not use the OpenAI protocol"),
    Case("JSON without choices", b'{"object": "list"}', "ProviderBroken", error_title="does not use the"),
    Case("JSON that is cut", b'{"choices": [{"ind', "ProviderBroken", error_title="was interrupted"),
    Case("events without choices", sse({"object": "list"}), "ProviderBroken", error_title="does not use the"),
    Case(
        "two calls with one id",
        chunks(
            call_delta(0, id="a", name="read", arguments="{}"),
            call_delta(1, id="a", name="find", arguments="{}"),
            finish="tool_calls",
        ),
        stop="tool_calls",
        calls=(("read", "{}"), ("find", "{}")),
    ),
    Case(
        "two calls with one id and no index",
        chunks(
            call_delta(None, id="a", name="read", arguments='{"p": 1}'),
            call_delta(None, id="a", name="read", arguments='{"p": 2}'),
        ),
        stop="tool_calls",
        calls=(("read", '{"p": 1}'), ("read", '{"p": 2}')),
    ),
    Case(
        "a message instead of a delta",
        sse({"choices": [{"index": 0, "message": HELLO, "finish_reason": "stop"}]}) + sse("[DONE]"),
        text="Hello",
        stop="end",
    ),
    Case(
        "arguments written as JSON twice",
        chunks(call_delta(0, id="a", name="read", arguments='"{\\"p\\": 1}"')),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "arguments in a code fence",
        chunks(call_delta(0, id="a", name="read", arguments='```json\n{"p": 1}\n```')),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "a call without a name",
        chunks(call_delta(0, id="a", arguments="{}"), finish="tool_calls"),
        "ProviderBroken",
        error_title="names no tool",
    ),
    Case(
        "201 calls",
        chunks(*(call_delta(n, id=f"c{n}", name="read", arguments="{}") for n in range(201)), finish="tool_calls"),
        "ProviderBroken",
        error_title="more than 200",
    ),
    Case("a call announced and none sent", chunks(finish="tool_calls"), "ProviderBroken", error_title="contains none"),
    Case(
        "an unknown finish reason", chunks(HELLO, finish="tired"), "ProviderBroken", text="Hello", error_title="'tired'"
    ),
    Case(
        "finish error",
        chunks(HELLO, finish="error"),
        "ProviderBroken",
        text="Hello",
        error_title="model behind it failed",
    ),
    Case(
        "Gemini's call that cannot be read",
        chunks(COMPLETE_CALL, finish="function_call_filter: MALFORMED_FUNCTION_CALL"),
        "ProviderBroken",
        error_title="in a way that cannot be read",
    ),
    Case("no candidate", sse({"choices": [], "usage": {}}) + sse("[DONE]"), "ProviderBroken", error_title="blocked"),
    Case("no candidate in one piece", b'{"choices": []}', "ProviderBroken", error_title="blocked"),
    Case("no candidate, cut", sse({"choices": []}), "ProviderBroken", error_title="was interrupted"),
    Case(
        "Gemini's error in a list",
        b'[{"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT"}}]',
        "ProviderRefused",
        error_title="does not accept the key",
    ),
    Case(
        "OpenRouter's error after text",
        ROUTED
        + sse({**chat_chunk({"content": ""}, "error"), "error": {"code": 502, "message": "Provider disconnected"}}),
        "ProviderBroken",
        text="Hello",
        error_title="reports an error of its own",
    ),
    Case(
        "llama.cpp's full window",
        sse({"error": {"code": 400, "type": "exceed_context_size_error", "message": "too big", "n_ctx": 8192}}),
        "ProviderRefused",
        error_title="too long",
    ),
    Case(
        "LM Studio's error event",
        sse({"error": {"message": "The model is loaded with context length of only 4096 tokens"}}, "error"),
        "ProviderRefused",
        error_title="too long",
    ),
    Case(
        "an error after text",
        chunks(HELLO, finish=None, done=False) + sse({"error": {"message": "Overloaded", "code": 503}}),
        "ProviderBroken",
        text="Hello",
        error_title="overloaded",
    ),
    Case("an error first", sse({"error": {"message": "Overloaded"}}), "ProviderUnreachable", error_title="overloaded"),
    Case("an error without a body", b"event: error\ndata: {}\n\n", "ProviderRefused"),
    Case(
        "an error as plain JSON",
        b'{"error": {"message": "You exceeded your current quota"}}',
        "ProviderRefused",
        error_title="no credit",
    ),
    Case(
        "an error with a finish reason",
        chunks(HELLO, finish=None, done=False)
        + sse({**chat_chunk({}, "error"), "error": {"message": "Provider disconnected"}}),
        "ProviderBroken",
        text="Hello",
    ),
)


def events(*items: dict[str, Any], start: bool = True, stop: str | None = "end_turn", closed: bool = True) -> bytes:
    """Return a Messages stream of *items* between its start and end events."""
    body = b""
    if start:
        body += sse({"type": "message_start", "message": {"usage": {"input_tokens": 3}}}, "message_start")
    body += b"".join(sse(item, item["type"]) for item in items)
    if stop is not None:
        body += sse({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 2}})
    return body + (sse({"type": "message_stop"}) if closed else b"")


def block(index: int, content: dict[str, Any], *deltas: dict[str, Any], closed: bool = True) -> list[dict[str, Any]]:
    """Return the events of one block."""
    items: list[dict[str, Any]] = [{"type": "content_block_start", "index": index, "content_block": content}]
    items += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    return [*items, *([{"type": "content_block_stop", "index": index}] if closed else [])]


def text_delta(text: str) -> dict[str, Any]:
    return {"type": "text_delta", "text": text}


def json_delta(text: str) -> dict[str, Any]:
    return {"type": "input_json_delta", "partial_json": text}


def tool(name: str = "read", wire_id: str = "t1", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": wire_id, "name": name, "input": arguments}


TEXT = block(0, {"type": "text", "text": ""}, text_delta("Hel"), text_delta("lo"))
TOOL = block(1, tool(), json_delta(""), json_delta('{"p":'), json_delta(" 1}"))
FULL_MESSAGE = b"".join(encoded("anthropic", Turn("A b", [Call("read", {"p": 1})], reasoning="Hm.")))
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
PLAIN = {"type": "message", "content": [{"type": "text", "text": "Hello"}, tool(p=1)], "stop_reason": "tool_use"}

ANTHROPIC_CASES = (
    Case("a text", events(*TEXT), text="Hello", stop="end"),
    Case("a call", FULL_MESSAGE, text="A b", stop="tool_calls", calls=READ_CALL),
    Case("pings everywhere", events({"type": "ping"}, *TEXT, {"type": "ping"}), text="Hello", stop="end"),
    Case("an unknown event type", events({"type": "message_news"}, *TEXT), text="Hello", stop="end"),
    Case(
        "an unknown block type",
        events(
            *block(0, {"type": "hologram", "data": 1}), *block(1, {"type": "text", "text": ""}, text_delta("Hello"))
        ),
        text="Hello",
        stop="end",
    ),
    Case("text in the block's start", events(*block(0, {"type": "text", "text": "Hello"})), text="Hello", stop="end"),
    Case(
        "a call with its input in the first event",
        events(*block(0, tool(p=1)), stop="tool_use"),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "a call without arguments",
        events(*block(0, tool("now")), stop="tool_use"),
        stop="tool_calls",
        calls=(("now", "{}"),),
    ),
    Case("calls under end_turn", events(*TEXT, *TOOL), text="Hello", stop="tool_calls", calls=READ_CALL),
    Case(
        "two calls",
        events(*TOOL, *block(2, tool("find", "t2"), json_delta("{}")), stop="tool_use"),
        stop="tool_calls",
        calls=(*READ_CALL, ("find", "{}")),
    ),
    Case(
        "unreadable arguments in a complete answer",
        events(*block(0, tool(), json_delta('{"p')), stop="tool_use"),
        stop="tool_calls",
        calls=(("read", '{"p'),),
        problems=1,
    ),
    Case("a call cut by max_tokens", events(*TEXT, *TOOL, stop="max_tokens"), text="Hello", stop="length"),
    Case(
        "an open call cut by max_tokens",
        events(*block(0, tool(), json_delta('{"p": 1}'), closed=False), stop="max_tokens"),
        stop="length",
    ),
    Case(
        "the context window is full", events(*TEXT, stop="model_context_window_exceeded"), text="Hello", stop="length"
    ),
    Case("a pause", events(*TEXT, stop="pause_turn"), text="Hello", stop="pause"),
    Case("a refusal", events(*TEXT, stop="refusal"), text="Hello", stop="refusal"),
    Case("a stop sequence", events(*TEXT, stop="stop_sequence"), text="Hello", stop="end"),
    Case("[DONE] after message_stop", events(*TEXT) + sse("[DONE]"), text="Hello", stop="end"),
    Case("no event lines and CR LF", events(*TEXT).replace(b"\n", b"\r\n"), text="Hello", stop="end"),
    Case(
        "a complete message instead of a stream",
        json.dumps(PLAIN).encode(),
        text="Hello",
        stop="tool_calls",
        calls=READ_CALL,
    ),
    # Broken streams
    Case(
        "cut after text",
        events(*TEXT, stop=None, closed=False),
        "ProviderBroken",
        text="Hello",
        error_title="was interrupted",
    ),
    Case("no message_stop", events(*TEXT, closed=False), "ProviderBroken", text="Hello", error_title="was interrupted"),
    Case("no stop reason", events(*TEXT, stop=None), "ProviderBroken", text="Hello", error_title="was interrupted"),
    Case(
        "cut inside a call",
        events(*block(0, tool(), json_delta('{"p": ["a.md", "b'), closed=False), stop=None, closed=False),
        "ProviderBroken",
        error_title="was interrupted",
    ),
    Case(
        "a call that is not closed",
        events(*block(0, tool(), json_delta('{"p": 1}'), closed=False), stop="tool_use"),
        "ProviderBroken",
        error_title="was interrupted",
    ),
    Case("an empty body", b"", "ProviderBroken", error_title="empty"),
    Case("[DONE] immediately", sse("[DONE]"), "ProviderBroken", error_title="empty"),
    Case("HTML", b"<html>", "ProviderBroken", error_title="does not use the Anthropic protocol"),
    Case("another server's JSON", b'{"object": "list"}', "ProviderBroken", error_title="does not use the"),
    Case("another server's stream", chunks(HELLO), "ProviderBroken"),
    Case("no message_start", events(*TEXT, start=False), "ProviderBroken", error_title="does not begin with a message"),
    Case("bad JSON", events(*TEXT, stop=None, closed=False) + b"data: {oops\n\n", "ProviderBroken", text="Hello"),
    Case("a list for an object", events(stop=None, closed=False) + b"data: []\n\n", "ProviderBroken"),
    Case("bad UTF-8", events(*TEXT, stop=None, closed=False) + b"data: \xff\n\n", "ProviderBroken", text="Hello"),
    Case(
        "the same index twice",
        events(*TEXT, *block(0, tool())),
        "ProviderBroken",
        text="Hello",
        error_title="out of order",
    ),
    Case(
        "a delta for no block",
        events({"type": "content_block_delta", "index": 7, "delta": text_delta("x")}),
        "ProviderBroken",
        error_title="out of order",
    ),
    Case(
        "a delta after its block",
        events(*TEXT, {"type": "content_block_delta", "index": 0, "delta": text_delta("x")}),
        "ProviderBroken",
        text="Hello",
        error_title="out of order",
    ),
    Case("text in a call", events(*block(0, tool(), text_delta("x"))), "ProviderBroken", error_title="out of order"),
    Case("a stop for no block", events({"type": "content_block_stop", "index": 3}), "ProviderBroken"),
    Case(
        "an index that is no number",
        events({"type": "content_block_start", "index": None, "content_block": tool()}),
        "ProviderBroken",
    ),
    Case(
        "two calls with one id",
        events(*block(0, tool()), *block(1, tool("find")), stop="tool_use"),
        stop="tool_calls",
        calls=(("read", "{}"), ("find", "{}")),
    ),
    Case(
        "a call without a name",
        events(*block(0, tool(name="")), stop="tool_use"),
        "ProviderBroken",
        error_title="no tool",
    ),
    Case(
        "201 calls",
        events(*(item for n in range(201) for item in block(n, tool("read", f"t{n}"))), stop="tool_use"),
        "ProviderBroken",
        error_title="more than 200",
    ),
    Case("a call announced and none sent", events(*TEXT, stop="tool_use"), "ProviderBroken", text="Hello"),
    Case("an unknown stop reason", events(*TEXT, stop="tired"), "ProviderBroken", text="Hello", error_title="'tired'"),
    Case("an error first", sse(OVERLOADED, "error"), "ProviderUnreachable", error_title="overloaded"),
    Case("an error after the start", events(stop=None, closed=False) + sse(OVERLOADED, "error"), "ProviderUnreachable"),
    Case(
        "an error after text",
        events(*TEXT, stop=None, closed=False) + sse(OVERLOADED, "error"),
        "ProviderBroken",
        text="Hello",
        error_title="overloaded",
    ),
    Case("an error as plain JSON", json.dumps({**OVERLOADED}).encode(), "ProviderUnreachable"),
)
