"""Responses transcripts: streams over Responses, honest and broken, and what must come of each
(vaultdesk/providers/README.md, "Complete answers")."""

import json
from typing import Any

from tests.providers.transcripts import HELLO, Case, chunks
from tests.support.wire_responses import RESPONSE, body, encoded
from tests.support.wire_turns import Call, Turn, sse

READ_CALL = (("read", '{"p": 1}'),)


def stream(*events: dict[str, Any], names: bool = True) -> bytes:
    """Return *events* as bytes, numbered."""
    return b"".join(
        sse({**event, "sequence_number": place}, event["type"] if names else "") for place, event in enumerate(events)
    )


def ended(*output: dict[str, Any], kind: str = "completed", **fields: Any) -> dict[str, Any]:
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


def added(item: dict[str, Any], index: int = 0) -> dict[str, Any]:
    empty = {"arguments": ""} if item["type"] == "function_call" else {"content": []}
    return {
        "type": "response.output_item.added",
        "output_index": index,
        "item": {**item, **empty, "status": "in_progress"},
    }


def done(item: dict[str, Any], index: int = 0) -> dict[str, Any]:
    return {"type": "response.output_item.done", "output_index": index, "item": item}


def text_delta(text: str, index: int = 0, wire_id: str = "msg_1") -> dict[str, Any]:
    at = {"item_id": wire_id, "output_index": index, "content_index": 0}
    return {"type": "response.output_text.delta", **at, "delta": text, "logprobs": []}


def arguments(text: Any, index: int = 0, wire_id: str = "fc_1", ending: str = "delta") -> dict[str, Any]:
    name = "delta" if ending == "delta" else "arguments"
    kind = f"response.function_call_arguments.{ending}"
    return {"type": kind, "item_id": wire_id, "output_index": index, name: text}


BEGUN = {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}}
SPOKEN = (added(message()), text_delta("Hel"), text_delta("lo"), done(message()))
FULL = b"".join(encoded(Turn("A b", [Call("read", {"p": 1})], reasoning="Hm.")))
ASKED = (added(call()), arguments('{"p":'), arguments(" 1}"))
OVERLOADED = {"type": "error", "code": "server_error", "message": "The server is overloaded", "param": None}
WRONG = {"code": "server_error", "message": "The server had an error"}

CASES = (
    Case("an honest text", stream(BEGUN, *SPOKEN, ended(message())), text="Hello", stop="end"),
    Case("an honest call", FULL, text="A b", stop="tool_calls", calls=READ_CALL),
    Case("no event lines", stream(BEGUN, *SPOKEN, ended(message()), names=False), text="Hello", stop="end"),
    Case("CR LF", stream(BEGUN, *SPOKEN, ended(message())).replace(b"\n", b"\r\n"), text="Hello", stop="end"),
    Case("comments and [DONE]", b": hi\n\n" + FULL + sse("[DONE]"), text="A b", stop="tool_calls", calls=READ_CALL),
    Case("no response.created", stream(*SPOKEN, ended(message())), text="Hello", stop="end"),
    Case(
        "unknown event types",
        stream(
            BEGUN, {"type": "response.hologram.delta", "delta": 1}, {"type": "keepalive"}, *SPOKEN, ended(message())
        ),
        text="Hello",
        stop="end",
    ),
    Case(
        "an item of an unknown kind",
        stream(BEGUN, done({"type": "hologram", "id": "h"}), *SPOKEN, ended(message())),
        text="Hello",
        stop="end",
    ),
    Case("text only in the end", stream(BEGUN, ended(message())), text="Hello", stop="end"),
    Case("text only when it is done", stream(BEGUN, done(message()), ended()), text="Hello", stop="end"),
    Case("half of the text in deltas", stream(BEGUN, SPOKEN[0], SPOKEN[1], ended(message())), text="Hello", stop="end"),
    Case("no argument deltas", stream(done(call()), ended(call())), stop="tool_calls", calls=READ_CALL),
    Case("no output_item.added", stream(*ASKED[1:], done(call()), ended()), stop="tool_calls", calls=READ_CALL),
    Case("no output_item.done", stream(*ASKED, ended(call())), stop="tool_calls", calls=READ_CALL),
    Case("calls lost in the end", stream(*ASKED, done(call()), ended()), stop="tool_calls", calls=READ_CALL),
    Case("calls lost in the stream", stream(BEGUN, ended(call())), stop="tool_calls", calls=READ_CALL),
    Case(
        "arguments closed by their own event",
        stream(*ASKED, arguments('{"p": 1}', ending="done"), ended()),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "the old name of argument deltas",
        stream(added(call()), {"type": "response.function_call.delta", "delta": '{"p'}, done(call()), ended(call())),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "arguments as an object",
        stream(*ASKED, done(call(arguments={"p": 1})), ended(call(arguments={"p": 1}))),
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "a call without arguments",
        stream(done(call(arguments="")), ended()),
        stop="tool_calls",
        calls=(("read", "{}"),),
    ),
    Case(
        "no arguments at all", stream(done(call(arguments=None)), ended()), stop="tool_calls", calls=(("read", "{}"),)
    ),
    Case("a call without a call_id", stream(done(call(call_id="")), ended()), stop="tool_calls", calls=READ_CALL),
    Case(
        "unreadable arguments in a whole answer",
        stream(done(call(arguments='{"p')), ended()),
        stop="tool_calls",
        calls=(("read", '{"p'),),
        problems=1,
    ),
    Case(
        "every output_index 0",
        stream(
            *(added(message()), text_delta("Hello"), added(call()), added(call("find", "{}", 2))),
            *(arguments('{"p":', wire_id="fc_1"), arguments("{}", wire_id="fc_2"), arguments(" 1}", wire_id="fc_1")),
            *(done(message()), done(call()), done(call("find", "{}", 2))),
            ended(message(), call(), call("find", "{}", 2)),
        ),
        text="Hello",
        stop="tool_calls",
        calls=(*READ_CALL, ("find", "{}")),
    ),
    Case(
        "ids that change with each event",
        stream(
            *(added(call(), 1), arguments('{"p":', 1, "x1"), arguments(" 1}", 1, "x2")),
            *(arguments('{"p": 1}', 1, "x3", "done"), done(call(id="x4"), 1)),
            ended(message(), call(id="x5")),
        ),
        text="Hello",
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "the second call ends before the first",
        stream(
            *(added(call()), added(call("find", "{}", 2), 1), arguments('{"p":'), arguments("{}", 1, "fc_2")),
            *(done(call("find", "{}", 2), 1), arguments(" 1}"), done(call())),
            ended(call(), call("find", "{}", 2)),
        ),
        stop="tool_calls",
        calls=(*READ_CALL, ("find", "{}")),
    ),
    Case(
        "the second call begins before the first",
        stream(
            done(call("find", "{}", 2), 1),
            done(call()),
            ended(call(), call("find", "{}", 2)),
        ),
        stop="tool_calls",
        calls=(*READ_CALL, ("find", "{}")),
    ),
    Case(
        "cut by max_output_tokens",
        stream(*SPOKEN, ended(message(), kind="incomplete", incomplete_details={"reason": "max_output_tokens"})),
        text="Hello",
        stop="length",
    ),
    Case(
        "a call that parses, cut by max_output_tokens",
        stream(
            *ASKED, done(call()), ended(call(), kind="incomplete", incomplete_details={"reason": "max_output_tokens"})
        ),
        stop="length",
    ),
    Case(
        "a filter",
        stream(*SPOKEN, ended(message(), kind="incomplete", incomplete_details={"reason": "content_filter"})),
        text="Hello",
        stop="content_filter",
    ),
    Case("cut for a new reason", stream(*SPOKEN, ended(kind="incomplete")), text="Hello", stop="length"),
    Case(
        "an end that says it is incomplete",
        stream(*SPOKEN, ended(message(), status="incomplete")),
        text="Hello",
        stop="length",
    ),
    Case("a refusal", stream(done(refused()), ended()), text="I cannot help with that.", stop="refusal"),
    Case(
        "a whole response instead of a stream",
        body(Turn("A b", [Call("read", {"p": 1})])),
        text="A b",
        stop="tool_calls",
        calls=READ_CALL,
    ),
    Case(
        "two messages", stream(done(message("A", "a")), done(message("B", "b"), 1), ended()), text="A\n\nB", stop="end"
    ),
    # Broken ones.
    Case("no end", stream(BEGUN, *SPOKEN), "ProviderBroken", text="Hello", said="was interrupted"),
    Case(
        "[DONE] without an end", stream(*SPOKEN) + sse("[DONE]"), "ProviderBroken", text="Hello", said="was interrupted"
    ),
    Case("cut inside a call", stream(*ASKED[:2]), "ProviderBroken", said="was interrupted"),
    Case("a call that is never closed", stream(*ASKED, ended()), "ProviderBroken", said="was interrupted"),
    Case(
        "a call that says it is incomplete",
        stream(*ASKED, done(call(status="incomplete")), ended()),
        "ProviderBroken",
        said="was interrupted",
    ),
    Case("cut after the first event", stream(BEGUN), "ProviderBroken", said="was interrupted"),
    Case("an empty body", b"", "ProviderBroken", said="empty"),
    Case("[DONE] at once", sse("[DONE]"), "ProviderBroken", said="empty"),
    Case("HTML", b"<html>", "ProviderBroken", said="does not answer like an OpenAI server"),
    Case("another server's JSON", b'{"object": "list"}', "ProviderBroken", said="does not answer like"),
    Case("another server's stream", chunks(HELLO), "ProviderBroken", said="does not answer like"),
    Case("JSON that is cut", body(Turn("A"))[:90], "ProviderBroken", said="was interrupted"),
    Case("bad JSON", stream(*SPOKEN) + b"data: {oops\n\n", "ProviderBroken", text="Hello", said="not JSON"),
    Case("a list for an object", stream(BEGUN) + b"data: []\n\n", "ProviderBroken", said="not an object"),
    Case("bad UTF-8", stream(*SPOKEN) + b"data: \xff\n\n", "ProviderBroken", text="Hello", said="UTF-8"),
    Case("an item without a kind", stream(done({"id": "x"})), "ProviderBroken", said="no type"),
    Case("an item that is no object", stream({**done(call()), "item": 7}), "ProviderBroken", said="no type"),
    Case(
        "arguments that contradict themselves",
        stream(*ASKED, done(call(arguments='{"p": 2}')), ended()),
        "ProviderBroken",
        said="two different versions",
    ),
    Case(
        "an end that contradicts a call",
        stream(*ASKED, done(call()), ended(call(arguments='{"p": 2}'))),
        "ProviderBroken",
        said="two different versions",
    ),
    Case("a call without a name", stream(done(call("")), ended()), "ProviderBroken", said="names no tool"),
    Case(
        "two calls with one id",
        stream(added(call()), added(call("find", id="fc_2"), 1), ended(call(), call("find", id="fc_2"))),
        stop="tool_calls",
        calls=(("read", '{"p": 1}'), ("find", '{"p": 1}')),
    ),
    Case(
        "201 calls",
        stream(*(done(call(number=n), n) for n in range(201)), ended()),
        "ProviderBroken",
        said="more than 200",
    ),
    Case("501 items", stream(*(done({"type": "x"}, n) for n in range(501))), "ProviderBroken", said="too many items"),
    Case(
        "failed first",
        stream(BEGUN, ended(kind="failed", error=WRONG)),
        "ProviderUnreachable",
        said="reports an error of its own",
    ),
    Case(
        "failed after text",
        stream(*SPOKEN, ended(kind="failed", error=WRONG)),
        "ProviderBroken",
        text="Hello",
        said="reports an error of its own",
    ),
    Case(
        "failed by a rate limit",
        stream(BEGUN, ended(kind="failed", error={"code": "rate_limit_exceeded", "message": "Slow down"})),
        "ProviderUnreachable",
        said="too many requests",
    ),
    Case(
        "failed by policy",
        stream(BEGUN, ended(kind="failed", error={"code": "invalid_prompt", "message": "Not allowed"})),
        "ProviderRefused",
        said="content check",
    ),
    Case("failed without a reason", stream(BEGUN, ended(kind="failed")), "ProviderUnreachable"),
    Case(
        "failed with its error outside",
        stream(BEGUN, {**ended(kind="failed"), "error": WRONG}),
        "ProviderUnreachable",
        said="reports an error of its own",
    ),
    Case("cancelled", stream(*SPOKEN, ended(kind="cancelled")), "ProviderBroken", text="Hello", said="was interrupted"),
    Case("an end that is in progress", stream(*SPOKEN, ended(status="in_progress")), "ProviderBroken", text="Hello"),
    Case("a flat error first", stream(OVERLOADED), "ProviderUnreachable", said="overloaded"),
    Case("a flat error after text", stream(*SPOKEN, OVERLOADED), "ProviderBroken", text="Hello", said="overloaded"),
    Case(
        "an error in an error",
        stream({"type": "error", "error": WRONG}),
        "ProviderUnreachable",
        said="reports an error of its own",
    ),
    Case("an error without a type", sse({"error": WRONG}), "ProviderUnreachable", said="reports an error of its own"),
    Case("an error as plain JSON", json.dumps({"error": WRONG}).encode(), "ProviderUnreachable"),
    Case(
        "a failed response as plain JSON",
        json.dumps({**RESPONSE, "status": "failed", "error": WRONG, "output": []}).encode(),
        "ProviderUnreachable",
        said="reports an error of its own",
    ),
)
