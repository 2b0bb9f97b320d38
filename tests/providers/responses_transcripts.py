"""Valid and broken streams of the Responses API, with the expected outcome of each
(vaultdesk/providers/README.md, "Complete answers")."""

import json
from typing import Any

from tests.providers.transcripts import HELLO, Case, chunks
from tests.support.wire_responses import RESPONSE, body, encoded
from tests.support.wire_turns import Call, Turn, sse

READ_CALL = (("read", '{"p": 1}'),)


def stream(*events: dict[str, Any], names: bool = True) -> bytes:
    """Return numbered *events* as bytes."""
    return b"".join(
        sse({**event, "sequence_number": place}, event["type"] if names else "") for place, event in enumerate(events)
    )


def response_ended(*output: dict[str, Any], kind: str = "completed", **fields: Any) -> dict[str, Any]:
    """Return the event that ends a response."""
    return {"type": f"response.{kind}", "response": {**RESPONSE, "status": kind, "output": list(output), **fields}}


def message(text: str = "Hello", wire_id: str = "msg_1", **fields: Any) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {"id": wire_id, "type": "message", "role": "assistant", "status": "completed", "content": [part], **fields}


def refused(text: str = "I cannot help with that.") -> dict[str, Any]:
    return message(content=[{"type": "refusal", "refusal": text}])


def call(name: str = "read", arguments: Any = '{"p": 1}', number: int = 1, **fields: Any) -> dict[str, Any]:
    head = {"id": f"fc_{number}", "type": "function_call", "call_id": f"call_{number}", "status": "completed"}
    return {**head, "name": name, "arguments": arguments, **fields}


def item_added(item: dict[str, Any], index: int = 0) -> dict[str, Any]:
    empty = {"arguments": ""} if item["type"] == "function_call" else {"content": []}
    return {
        "type": "response.output_item.added",
        "output_index": index,
        "item": {**item, **empty, "status": "in_progress"},
    }


def item_done(item: dict[str, Any], index: int = 0) -> dict[str, Any]:
    return {"type": "response.output_item.done", "output_index": index, "item": item}


def text_delta(text: str, index: int = 0, wire_id: str = "msg_1") -> dict[str, Any]:
    at = {"item_id": wire_id, "output_index": index, "content_index": 0}
    return {"type": "response.output_text.delta", **at, "delta": text, "logprobs": []}


def arguments_event(text: Any, index: int = 0, wire_id: str = "fc_1", ending: str = "delta") -> dict[str, Any]:
    name = "delta" if ending == "delta" else "arguments"
    kind = f"response.function_call_arguments.{ending}"
    return {"type": kind, "item_id": wire_id, "output_index": index, name: text}


CREATED = {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}}
TEXT_EVENTS = (item_added(message()), text_delta("Hel"), text_delta("lo"), item_done(message()))
FULL = b"".join(encoded(Turn("A b", [Call("read", {"p": 1})], reasoning="Hm.")))
CALL_EVENTS = (item_added(call()), arguments_event('{"p":'), arguments_event(" 1}"))
OVERLOADED = {"type": "error", "code": "server_error", "message": "The server is overloaded", "param": None}
SERVER_ERROR = {"code": "server_error", "message": "The server had an error"}

CASES = (
    Case("a text", stream(CREATED, *TEXT_EVENTS, response_ended(message())), text="Hello", stop="end"),
    Case("a call", FULL, text="A b", stop="tool_calls", calls=READ_CALL),
    Case(
        "no event lines",
        stream(CREATED, *TEXT_EVENTS, response_ended(message()), names=False),
        text="Hello",
        stop="end",
    ),
    Case(
        "CR LF",
        stream(CREATED, *TEXT_EVENTS, response_ended(message())).replace(b"\n", b"\r\n"),
        text="Hello",
        stop="end",
    ),
    Case("comments and [DONE]", b": hi\n\n" + FULL + sse("[DONE]"), text="A b", stop="tool_calls", calls=READ_CALL),
    Case("no response.created", stream(*TEXT_EVENTS, response_ended(message())), text="Hello", stop="end"),
    Case(
        "unknown event types",
        stream(
            CREATED,
            {"type": "response.hologram.delta", "delta": 1},
            {"type": "keepalive"},
            *TEXT_EVENTS,
            response_ended(message()),
        ),
        text="Hello",
        stop="end",
    ),
    Case(
        "an item of an unknown kind",
        stream(CREATED, item_done({"type": "hologram", "id": "h"}), *TEXT_EVENTS, response_ended(message())),
        text="Hello",
        stop="end",
    ),
    Case("text only in the end", stream(CREATED, response_ended(message())), text="Hello", stop="end"),
    Case(
        "text only when it is done", stream(CREATED, item_done(message()), response_ended()), text="Hello", stop="end"
    ),
    Case(
        "half of the text in deltas",
        stream(CREATED, TEXT_EVENTS[0], TEXT_EVENTS[1], response_ended(message())),
        text="Hello",
        stop="end",
    ),
    Case("no argument deltas", stream(item_done(call()), response_ended(call())), stop="tool_calls", calls=READ_CALL),
    Case(
        "no output_item.added",
        stream(*CALL_EVENTS[1:], item_done(call()), response_ended()),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case("no output_item.done", stream(*CALL_EVENTS, response_ended(call())), stop="tool_calls", calls=READ_CALL),
    Case(
        "calls lost in the end",
        stream(*CALL_EVENTS, item_done(call()), response_ended()),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case("calls lost in the stream", stream(CREATED, response_ended(call())), stop="tool_calls", calls=READ_CALL),
    Case(
        "arguments closed by their own event",
        stream(*CALL_EVENTS, arguments_event('{"p": 1}', ending="done"), response_ended()),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "the old name of argument deltas",
        stream(
            item_added(call()),
            {"type": "response.function_call.delta", "delta": '{"p'},
            item_done(call()),
            response_ended(call()),
        ),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "arguments as an object",
        stream(*CALL_EVENTS, item_done(call(arguments={"p": 1})), response_ended(call(arguments={"p": 1}))),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "a call without arguments",
        stream(item_done(call(arguments="")), response_ended()),
        stop="tool_calls",
        calls=(("read", "{}"),),
    ),
    Case(
        "no arguments at all",
        stream(item_done(call(arguments=None)), response_ended()),
        stop="tool_calls",
        calls=(("read", "{}"),),
    ),
    Case(
        "a call without a call_id",
        stream(item_done(call(call_id="")), response_ended()),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "unreadable arguments in a complete answer",
        stream(item_done(call(arguments='{"p')), response_ended()),
        stop="tool_calls",
        calls=(("read", '{"p'),),
        problems=1,
    ),
    Case(
        "every output_index 0",
        stream(
            *(item_added(message()), text_delta("Hello"), item_added(call()), item_added(call("find", "{}", 2))),
            *(
                arguments_event('{"p":', wire_id="fc_1"),
                arguments_event("{}", wire_id="fc_2"),
                arguments_event(" 1}", wire_id="fc_1"),
            ),
            *(item_done(message()), item_done(call()), item_done(call("find", "{}", 2))),
            response_ended(message(), call(), call("find", "{}", 2)),
        ),
        text="Hello",
        stop="tool_calls",
        calls=(*READ_CALL, ("find", "{}")),
    ),
    Case(
        "ids that change with each event",
        stream(
            *(item_added(call(), 1), arguments_event('{"p":', 1, "x1"), arguments_event(" 1}", 1, "x2")),
            *(arguments_event('{"p": 1}', 1, "x3", "done"), item_done(call(id="x4"), 1)),
            response_ended(message(), call(id="x5")),
        ),
        text="Hello",
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "the second call ends before the first",
        stream(
            *(
                item_added(call()),
                item_added(call("find", "{}", 2), 1),
                arguments_event('{"p":'),
                arguments_event("{}", 1, "fc_2"),
            ),
            *(item_done(call("find", "{}", 2), 1), arguments_event(" 1}"), item_done(call())),
            response_ended(call(), call("find", "{}", 2)),
        ),
        stop="tool_calls",
        calls=(*READ_CALL, ("find", "{}")),
    ),
    Case(
        "the second call begins before the first",
        stream(
            item_done(call("find", "{}", 2), 1),
            item_done(call()),
            response_ended(call(), call("find", "{}", 2)),
        ),
        stop="tool_calls",
        calls=(*READ_CALL, ("find", "{}")),
    ),
    Case(
        "cut by max_output_tokens",
        stream(
            *TEXT_EVENTS,
            response_ended(message(), kind="incomplete", incomplete_details={"reason": "max_output_tokens"}),
        ),
        text="Hello",
        stop="length",
    ),
    Case(
        "a call that parses, cut by max_output_tokens",
        stream(
            *CALL_EVENTS,
            item_done(call()),
            response_ended(call(), kind="incomplete", incomplete_details={"reason": "max_output_tokens"}),
        ),
        stop="length",
    ),
    Case(
        "a filter",
        stream(
            *TEXT_EVENTS, response_ended(message(), kind="incomplete", incomplete_details={"reason": "content_filter"})
        ),
        text="Hello",
        stop="content_filter",
    ),
    Case("cut for a new reason", stream(*TEXT_EVENTS, response_ended(kind="incomplete")), text="Hello", stop="length"),
    Case(
        "an end that says it is incomplete",
        stream(*TEXT_EVENTS, response_ended(message(), status="incomplete")),
        text="Hello",
        stop="length",
    ),
    Case("a refusal", stream(item_done(refused()), response_ended()), text="I cannot help with that.", stop="refusal"),
    Case(
        "a complete response instead of a stream",
        body(Turn("A b", [Call("read", {"p": 1})])),
        text="A b",
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "two messages",
        stream(item_done(message("A", "a")), item_done(message("B", "b"), 1), response_ended()),
        text="A\n\nB",
        stop="end",
    ),
    # Broken streams
    Case("no end", stream(CREATED, *TEXT_EVENTS), "ProviderBroken", text="Hello", error_title="was interrupted"),
    Case(
        "[DONE] without an end",
        stream(*TEXT_EVENTS) + sse("[DONE]"),
        "ProviderBroken",
        text="Hello",
        error_title="was interrupted",
    ),
    Case("cut inside a call", stream(*CALL_EVENTS[:2]), "ProviderBroken", error_title="was interrupted"),
    Case(
        "a call that is never closed",
        stream(*CALL_EVENTS, response_ended()),
        "ProviderBroken",
        error_title="was interrupted",
    ),
    Case(
        "a call that says it is incomplete",
        stream(*CALL_EVENTS, item_done(call(status="incomplete")), response_ended()),
        "ProviderBroken",
        error_title="was interrupted",
    ),
    Case("cut after the first event", stream(CREATED), "ProviderBroken", error_title="was interrupted"),
    Case("an empty body", b"", "ProviderBroken", error_title="empty"),
    Case("[DONE] immediately", sse("[DONE]"), "ProviderBroken", error_title="empty"),
    Case("HTML", b"<html>", "ProviderBroken", error_title="does not use the OpenAI protocol"),
    Case("another server's JSON", b'{"object": "list"}', "ProviderBroken", error_title="does not use the"),
    Case("another server's stream", chunks(HELLO), "ProviderBroken", error_title="does not use the"),
    Case("JSON that is cut", body(Turn("A"))[:90], "ProviderBroken", error_title="was interrupted"),
    Case("bad JSON", stream(*TEXT_EVENTS) + b"data: {oops\n\n", "ProviderBroken", text="Hello", error_title="not JSON"),
    Case("a list for an object", stream(CREATED) + b"data: []\n\n", "ProviderBroken", error_title="not an object"),
    Case("bad UTF-8", stream(*TEXT_EVENTS) + b"data: \xff\n\n", "ProviderBroken", text="Hello", error_title="UTF-8"),
    Case("an item without a kind", stream(item_done({"id": "x"})), "ProviderBroken", error_title="no type"),
    Case(
        "an item that is no object", stream({**item_done(call()), "item": 7}), "ProviderBroken", error_title="no type"
    ),
    Case(
        "arguments that contradict themselves",
        stream(*CALL_EVENTS, item_done(call(arguments='{"p": 2}')), response_ended()),
        "ProviderBroken",
        error_title="two different versions",
    ),
    Case(
        "an end that contradicts a call",
        stream(*CALL_EVENTS, item_done(call()), response_ended(call(arguments='{"p": 2}'))),
        "ProviderBroken",
        error_title="two different versions",
    ),
    Case(
        "a call without a name",
        stream(item_done(call("")), response_ended()),
        "ProviderBroken",
        error_title="names no tool",
    ),
    Case(
        "two calls with one id",
        stream(
            item_added(call()), item_added(call("find", id="fc_2"), 1), response_ended(call(), call("find", id="fc_2"))
        ),
        stop="tool_calls",
        calls=(("read", '{"p": 1}'), ("find", '{"p": 1}')),
    ),
    Case(
        "201 calls",
        stream(*(item_done(call(number=n), n) for n in range(201)), response_ended()),
        "ProviderBroken",
        error_title="more than 200",
    ),
    Case(
        "501 items",
        stream(*(item_done({"type": "x"}, n) for n in range(501))),
        "ProviderBroken",
        error_title="too many items",
    ),
    Case(
        "failed first",
        stream(CREATED, response_ended(kind="failed", error=SERVER_ERROR)),
        "ProviderUnreachable",
        error_title="reports an error of its own",
    ),
    Case(
        "failed after text",
        stream(*TEXT_EVENTS, response_ended(kind="failed", error=SERVER_ERROR)),
        "ProviderBroken",
        text="Hello",
        error_title="reports an error of its own",
    ),
    Case(
        "failed by a rate limit",
        stream(CREATED, response_ended(kind="failed", error={"code": "rate_limit_exceeded", "message": "Slow down"})),
        "ProviderUnreachable",
        error_title="too many requests",
    ),
    Case(
        "failed by policy",
        stream(CREATED, response_ended(kind="failed", error={"code": "invalid_prompt", "message": "Not allowed"})),
        "ProviderRefused",
        error_title="content check",
    ),
    Case("failed without a reason", stream(CREATED, response_ended(kind="failed")), "ProviderUnreachable"),
    Case(
        "failed with its error outside",
        stream(CREATED, {**response_ended(kind="failed"), "error": SERVER_ERROR}),
        "ProviderUnreachable",
        error_title="reports an error of its own",
    ),
    Case(
        "cancelled",
        stream(*TEXT_EVENTS, response_ended(kind="cancelled")),
        "ProviderBroken",
        text="Hello",
        error_title="was interrupted",
    ),
    Case(
        "an end that is in progress",
        stream(*TEXT_EVENTS, response_ended(status="in_progress")),
        "ProviderBroken",
        text="Hello",
    ),
    Case("a flat error first", stream(OVERLOADED), "ProviderUnreachable", error_title="overloaded"),
    Case(
        "a flat error after text",
        stream(*TEXT_EVENTS, OVERLOADED),
        "ProviderBroken",
        text="Hello",
        error_title="overloaded",
    ),
    Case(
        "an error in an error",
        stream({"type": "error", "error": SERVER_ERROR}),
        "ProviderUnreachable",
        error_title="reports an error of its own",
    ),
    Case(
        "an error without a type",
        sse({"error": SERVER_ERROR}),
        "ProviderUnreachable",
        error_title="reports an error of its own",
    ),
    Case("an error as plain JSON", json.dumps({"error": SERVER_ERROR}).encode(), "ProviderUnreachable"),
    Case(
        "a failed response as plain JSON",
        json.dumps({**RESPONSE, "status": "failed", "error": SERVER_ERROR, "output": []}).encode(),
        "ProviderUnreachable",
        error_title="reports an error of its own",
    ),
)
